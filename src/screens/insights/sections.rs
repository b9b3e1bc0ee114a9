//! Tables of a report: their rows, what these open, the rest that is not listed, and totals.

use serde_json::Value;

use super::blocks::{Block, Fact, FactSheet, Figure, Opens, Row, Rows, percent};
use super::read::{self, number};
use super::reports::{At, whole};
use crate::api::Seen;
use crate::api::inquiries::UnsentReason;
use crate::api::types::{InquiriesReport, Named, ReportRow};
use crate::base::{DomainName, Untrusted, capital, country, title_of, words_of};
use crate::screens::inquiry::words;
use crate::ui::Place;
use crate::ui::text::counted;

/// Words on the day from which visits and inquiries are connected (document 2, GET parking/insights-domains).
const INQUIRED_SINCE: &str = "“sent an inquiry” is counted since 1 Oct 2026";
const NONE_INQUIRED: &str = "None of them sent an inquiry; counted since 1 Oct 2026";
/// Words below a table whose rows add up to no total.
const NOT_ALL: &str = "Not all are listed; some may be in several rows.";
/// Titles of sections that have other names here than at the service.
const TITLES: [(&str, &str); 6] = [
    ("starts", "How buyers started"),
    ("intents", "Intent"),
    ("continue_domains", "Continued, by domain"),
    ("form_start_domains", "Started the form, by domain"),
    ("contact_domains", "Used a contact link, by domain"),
    ("contact_via", "Used a contact link, by kind"),
];
/// Sections in which everyone counted is in exactly one row.
const WHOLE: [&str; 8] = ["domains", "referrers", "countries", "devices", "browsers", "systems", "languages", "starts"];
/// Section of searches, each of which is in exactly one row.
const SEARCHES: &str = "searches";
/// Section of those who used a contact link.
const CONTACTS: &str = "contact_domains";
/// Prefix of sections in which everyone counted is in one row or, without that mark in the address, in none.
const MARK: &str = "utm_";
/// Sections of ranges, which are sorted by range and not by count.
const RANGES: [&str; 2] = ["prices", "lengths"];
/// Values of the filter `risk:` on inquiries for the risks of a report.
const RISKS: [&str; 3] = ["low", "medium", "high"];

/// Totals that the sections of a report are parts of.
pub struct Sections {
    /// Number of all who were counted.
    pub whole: Option<i64>,
    /// Totals of the sections that are not about everyone, by section.
    pub parts: Vec<(&'static str, Option<i64>)>,
    pub at: At,
}

impl Sections {
    /// Total of a section whose rows count everyone once.
    fn total(&self, key: &str) -> Option<i64> {
        let part = self.parts.iter().find(|(part, _)| *part == key);
        let is_whole = WHOLE.contains(&key) || key.starts_with(MARK);
        part.map_or_else(|| self.whole.filter(|_| is_whole), |(_, count)| *count)
    }
}

impl Block {
    /// Table with a row for what is not listed and a total. If some rows could not be read, neither is known.
    pub fn closed(self, whole: Option<i64>) -> Self {
        self.closed_with("Others", whole)
    }

    fn closed_with(mut self, others: &str, whole: Option<i64>) -> Self {
        if let Self::Rows(rows) = &mut self {
            rows.close(others, whole);
        }
        self
    }

    /// Table that says below, if it has no total, that not everything is in one of its rows.
    fn saying_what_lacks(mut self) -> Self {
        if let Self::Rows(rows) = &mut self
            && rows.note.is_none()
            && rows.lack_some()
        {
            rows.note = Some(NOT_ALL.to_owned());
        }
        self
    }

    /// Table with what its rows open.
    fn opening(mut self, opens: impl Fn(&Row) -> Option<Opens>) -> Self {
        if let Self::Rows(rows) = &mut self {
            rows.rows.iter_mut().for_each(|row| row.opens = opens(row));
        }
        self
    }
}

/// Filter words that restrict inquiries to the window.
fn window(at: At) -> String {
    if at.days == 0 { String::new() } else { format!(" age:<{}d", at.days) }
}

/// All sections, in the order they were sent.
pub fn sections(sections: &Seen<Named<crate::api::types::Rows<ReportRow>>>, of: &Sections) -> Vec<Block> {
    let block = |(key, rows): (&Untrusted, &Seen<crate::api::types::Rows<ReportRow>>)| {
        let key = key.line();
        let titled = TITLES.iter().find(|(section, _)| *section == key);
        let title = titled.map_or_else(|| title_of(&key), |(_, title)| (*title).to_owned());
        let Some(sent) = rows.get().map(|rows| &rows.0) else {
            return rows.odd().map(|_| read::not_understood(&title));
        };
        let told = || sent.iter().filter_map(|row| row.inquired.copied());
        let words = if told().all(|count| count == 0) { NONE_INQUIRED } else { INQUIRED_SINCE };
        let answers = key.ends_with("_answers").then(|| "Shares are of all answers, not of all inquiries.".to_owned());
        let note = told().next().map(|_| words.to_owned()).or(answers).or_else(|| kinds_note(&key, sent, of));
        let mut rows: Vec<Row> = sent.iter().filter_map(|row| section_row(&key, row, of.at)).collect();
        if RANGES.contains(&&*key) {
            rows.sort_by_key(|row| begin_of_range(&row.label));
        }
        let unread = sent.len() - rows.len();
        let others = if key.starts_with(MARK) { "Others, or none" } else { "Others" };
        let rows = Rows { title, rows, ..Rows::default() }.noted(note, unread);
        let whole = of.total(&key).or_else(|| rows.whole_of_shares().filter(|_| key == SEARCHES));
        (!sent.is_empty()).then(|| Block::Rows(rows).closed_with(others, whole).saying_what_lacks())
    };
    let blocks = sections.get().into_iter().flat_map(Named::iter).filter_map(block);
    blocks.chain(sections.odd().map(|_| read::not_understood("Reports"))).collect()
}

/// Sentence on used contact links whose kind is unknown.
fn kinds_note(key: &str, sent: &[ReportRow], of: &Sections) -> Option<String> {
    let all = of.total(CONTACTS).filter(|_| key == "contact_via")?;
    let told: i64 = sent.iter().filter_map(|row| row.hits.copied()).sum();
    (told < all).then(|| format!("The kind is told of {} of {}.", whole(told), whole(all)))
}

/// Sort key of a range, from its first number: `under 1,000`, `1,000 to 5,000`, `over 25,000`; one without a number
/// comes last.
fn begin_of_range(label: &str) -> (u64, bool) {
    let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(digits.len());
    (digits[..end].replace(',', "").parse().unwrap_or(u64::MAX), label.starts_with(|c: char| c.is_ascii_digit()))
}

fn section_row(section: &str, row: &ReportRow, at: At) -> Option<Row> {
    let label = row.label.get().or(row.key.get()).map(|label| label.line().into_owned());
    let label = label.filter(|label| !label.is_empty()).unwrap_or_else(|| "Unknown".to_owned());
    let key = row.key.get().map(|key| key.line().into_owned());
    // A count of 0 has no words here: a note below the table may say that nobody sent an inquiry.
    let inquired = row.inquired.copied().map(|count| {
        let words = if count == 0 { String::new() } else { format!("{} sent an inquiry", whole(count)) };
        Fact::number("inquired", count as f64, words)
    });
    let portfolios = row.portfolios.copied().map(|count| {
        Fact::number("portfolios", count as f64, counted(count.unsigned_abs(), "portfolio", "portfolios"))
    });
    let told = row.inquired.copied().filter(|_| section.starts_with(MARK)).zip(row.hits.copied());
    let more = inquired.or(portfolios).into_iter().collect();
    let (label, key, opens) = if section.contains("domain") {
        let name = DomainName::parse(&label).ok();
        (name.as_ref().map_or(label, |name| name.unicode().to_owned()), key, name.map(Opens::Domain))
    } else if section.contains("countr") {
        of_country(label, key, at)
    } else if section == "extensions" {
        let ending = label.trim_start_matches('.').to_lowercase();
        let is_one = !ending.is_empty() && ending.chars().all(|c| c.is_alphanumeric() || c == '.');
        (label, key, is_one.then(|| Opens::Place(Place::list("domains", format!("mine tld:{ending}")))))
    } else if section == "searches" {
        let word = label
            .chars()
            .all(char::is_alphanumeric)
            .then(|| Opens::Place(Place::list("domains", format!("mine {label}"))));
        (label, key, word)
    } else if let Some((asked, hits)) = told {
        let facts = campaign(section, &label, (hits, row.share.copied(), asked));
        (label, key, Some(Opens::Facts(facts)))
    } else {
        // A label that equals the key is a code, to be put into words; another label, such as a campaign's, is
        // somebody's own.
        let code = key.as_deref().filter(|key| *key == label);
        let words = code.and_then(|code| match section {
            "languages" => of_language(code),
            _ if section.starts_with(MARK) => None,
            "referrers" | "campaigns" => None,
            _ => words::chosen(code).map(str::to_owned).or_else(|| code.contains('_').then(|| words_of(code))),
        });
        (words.unwrap_or(label), key, None)
    };
    Some(Row { label, key, hits: row.hits.copied()?, share: row.share.copied(), more, opens, ..Row::default() })
}

/// Facts about a campaign, which no list can be filtered by.
pub fn campaign(section: &str, label: &str, (visits, share, asked): (i64, Option<f64>, i64)) -> FactSheet {
    let share = share.map(|share| format!(" · {}", percent(share))).unwrap_or_default();
    let lines = [
        ("Visits", format!("{}{share}", whole(visits))),
        ("Sent an inquiry", format!("{}, counted since 1 Oct 2026", whole(asked))),
        ("Domains, countries", "not told by the service: it counts a campaign as a sum".to_owned()),
    ];
    let lines = lines.map(|(name, said)| (name.to_owned(), said)).into();
    FactSheet { title: format!("{} {label}", title_of(section)), lines }
}

/// Words for a language code, `en, United States` for `en-US`; `None` when it names no country.
fn of_language(code: &str) -> Option<String> {
    let (language, place) = code.split_once(['-', '_'])?;
    Some(format!("{language}, {}", country(place)?))
}

/// Words for a country, `Germany DE`, and the list of inquiries from there.
fn of_country(label: String, key: Option<String>, at: At) -> (String, Option<String>, Option<Opens>) {
    let is_code = |word: &&str| country(word).is_some();
    let code = [Some(label.as_str()), key.as_deref()].into_iter().flatten().find(is_code).map(str::to_uppercase);
    let Some(code) = code else { return (label, key, None) };
    let name = if label.eq_ignore_ascii_case(&code) { country(&code).unwrap_or(&label) } else { &label };
    let opens = Opens::Place(Place::list("inquiries", format!("all country:{code}{}", window(at))));
    (format!("{name} {code}"), Some(code), Some(opens))
}

/// Table of spam risks, each row with its inquiries.
pub fn risks(block: Block, at: At) -> Block {
    let risk = |row: &Row| row.key.as_deref().and_then(|key| RISKS.into_iter().find(|risk| *risk == key));
    block.opening(|row| Some(Opens::Place(Place::list("inquiries", format!("all risk:{}{}", risk(row)?, window(at))))))
}

/// Blocks of the reasons why inquiries were emailed and why not. If more reasons than inquiries are counted, a sentence
/// says so.
pub fn reasons(report: &InquiriesReport, at: At) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (name, part) in [("Emailed to you, and why", &report.emailed), ("Not emailed, and why", &report.not_emailed)] {
        let total = |part: &Value| number(part, "total").map(|total| total as i64);
        let total = read::sent(part).and_then(total);
        let Some(mut block) = read::part(name, part, &["reasons"], None) else { continue };
        if let Block::Rows(rows) = &mut block {
            rows.about = total;
            let sum: i64 = rows.rows.iter().map(|row| row.hits).sum();
            if total.is_some_and(|total| sum > total) {
                rows.say("An inquiry can have several reasons.");
            }
        }
        let is_held = std::ptr::eq(part, &raw const report.not_emailed);
        let reason = |row: &Row| row.key.as_deref().and_then(UnsentReason::parse).filter(|_| is_held);
        if let Block::Rows(rows) = &mut block {
            // Use the same words as Inquiries.
            for row in &mut rows.rows {
                row.label = reason(row).map_or_else(|| row.label.clone(), |held| capital(words::short_reason(held)));
            }
        }
        let opens = |row: &Row| {
            let reason = reason(row)?.as_str();
            Some(Opens::Place(Place::list("inquiries", format!("unsent reason:{reason}{}", window(at)))))
        };
        blocks.push(block.opening(opens));
    }
    blocks
}

/// Renames steps whose count differs from the figure of the same name, because they count only those of the step
/// before: `Confirmed and emailed to you`.
pub fn apart(mut block: Block, figures: &[Figure]) -> Block {
    if let Block::Rows(steps) = &mut block {
        let mut before = String::new();
        for step in &mut steps.rows {
            let of = figures.iter().find(|figure| figure.label.eq_ignore_ascii_case(&step.label));
            let own = step.label.clone();
            if of.is_some_and(|figure| figure.hits != Some(step.hits)) && !before.is_empty() {
                step.label = format!("{before} and {}", own.to_lowercase());
            }
            before = own;
        }
    }
    block
}
