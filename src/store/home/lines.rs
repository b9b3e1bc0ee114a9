//! The table of lines: what each counts, its words and its list.

use std::sync::Arc;

use super::beside::beside;
use super::count::{Counting, Jobs};
use super::line::{List, Name, list_line};
use super::reading::inquiries_read;
use super::{Block, Days, Line, Opens, Reading, Since, due, visited, what_if};
use crate::api::insights;
use crate::api::types::Inquiry;
use crate::base::{Id, Money, Timestamp, Zone, grouped};
use crate::store::findings::{self, Found, tab_word};
use crate::store::lists::daily::day;
use crate::store::lists::visits;
use crate::store::subject::Subject;
use crate::store::{DomainTab, Known, Tab};

/// The rows a line counts.
enum Of {
    Inquiries(Tab, &'static str),
    Domains(DomainTab, &'static str),
    Ended(Jobs),
    Running(Jobs),
    /// Versions of settings that others made.
    Versions,
}

/// A line: its name, its block, what it counts, and its words for one and for several.
type Row = (Name, Block, Of, &'static str, &'static str);

/// Filter of what came since the last visit. In these filters `{since}` stands for the minutes since then, and
/// `{domain}` for the number of the newest domain known then.
const SINCE: &str = "age:<{since}m";
/// Inquiries that came before the last visit and were confirmed by their buyers after it.
const CONFIRMED: &str = "age:>={since}m confirmed:<{since}m";
/// Filter of names that failed since the last visit. A name is checked once a day, so one verified up to a day before
/// the visit may have failed after it.
const LOST: &str = "checked:<{lost}m";
const NEW_NAMES: &str = "id:>{domain}";
const DAY: i64 = 24 * 60;
/// Filter of due reminders. The lists it is used on share no row, so that each reminder is counted once.
const DUE: &str = "remind:due";
/// Inquiries of ignored senders do not count as waiting.
const MINE: &str = "status:mine -is:ignored";
/// Offers above this many units of the account's currency cool when nobody answers.
const COOLING: &str = "status:mine -is:ignored offer:>1000 age:>7d";
/// Offers in other currencies cannot be compared with that limit, so all of them are listed.
const COOLING_ELSE: &str = "status:mine -is:ignored offer:any -offer:>0 age:>7d";

const LINES: [Row; 23] = [
    (
        Name::Waiting,
        Block::Answer,
        Of::Inquiries(Tab::Active, MINE),
        "inquiry waits for an answer",
        "inquiries wait for an answer",
    ),
    (
        Name::Cooling,
        Block::Answer,
        Of::Inquiries(Tab::Active, COOLING),
        "offer over {limit}, unanswered for 7 days",
        "offers over {limit}, unanswered for 7 days",
    ),
    (
        Name::CoolingElse,
        Block::Answer,
        Of::Inquiries(Tab::Active, COOLING_ELSE),
        "offer in another currency, unanswered for 7 days",
        "offers in other currencies, unanswered for 7 days",
    ),
    (
        Name::NoStep,
        Block::Answer,
        Of::Inquiries(Tab::Active, "status:theirs remind:none offer:any"),
        "open offer without a next step",
        "open offers without a next step",
    ),
    (
        Name::Drafts,
        Block::Answer,
        Of::Inquiries(Tab::All, "is:draft"),
        "reply written, not sent",
        "replies written, not sent",
    ),
    (
        Name::DueInquiries,
        Block::Due,
        Of::Inquiries(Tab::All, DUE),
        "reminder of an inquiry has come",
        "reminders of inquiries have come",
    ),
    (
        Name::DueHidden,
        Block::Due,
        Of::Inquiries(Tab::Hidden, DUE),
        "reminder of a hidden inquiry has come",
        "reminders of hidden inquiries have come",
    ),
    (
        Name::DueDomains,
        Block::Due,
        Of::Domains(DomainTab::MyDomains, DUE),
        "reminder of a domain has come",
        "reminders of domains have come",
    ),
    (
        Name::DueDetected,
        Block::Due,
        Of::Domains(DomainTab::Detected, DUE),
        "reminder of a detected domain has come",
        "reminders of detected domains have come",
    ),
    (
        Name::DueRemoved,
        Block::Due,
        Of::Domains(DomainTab::Removed, DUE),
        "reminder of a removed domain has come",
        "reminders of removed domains have come",
    ),
    (Name::New, Block::Since, Of::Inquiries(Tab::All, SINCE), "new inquiry (all tabs)", "new inquiries (all tabs)"),
    (
        Name::Confirmed,
        Block::Since,
        Of::Inquiries(Tab::All, CONFIRMED),
        "earlier inquiry now confirmed",
        "earlier inquiries now confirmed",
    ),
    (
        Name::Lost,
        Block::Since,
        Of::Domains(DomainTab::Unverified, LOST),
        "domain lost its verification",
        "domains lost their verification",
    ),
    (
        Name::NewNames,
        Block::Since,
        Of::Domains(DomainTab::Detected, NEW_NAMES),
        "newly detected domain",
        "newly detected domains",
    ),
    (Name::Imported, Block::Since, Of::Ended(Jobs::Imports), "import ended", "imports ended"),
    (Name::Exported, Block::Since, Of::Ended(Jobs::Exports), "export ended", "exports ended"),
    (Name::Elsewhere, Block::Since, Of::Versions, "change of settings elsewhere", "changes of settings elsewhere"),
    (
        Name::HeldOffers,
        Block::Held,
        Of::Inquiries(Tab::Unsent, "offer:any"),
        "offer was not emailed to you",
        "offers were not emailed to you",
    ),
    (Name::Held, Block::Held, Of::Inquiries(Tab::Unsent, ""), "inquiry held back in all", "inquiries held back in all"),
    (
        Name::Detected,
        Block::LookAfter,
        Of::Domains(DomainTab::Detected, ""),
        "detected domain to approve or ignore",
        "detected domains to approve or ignore",
    ),
    (Name::Importing, Block::Jobs, Of::Running(Jobs::Imports), "import running", "imports running"),
    (Name::Exporting, Block::Jobs, Of::Running(Jobs::Exports), "export running", "exports running"),
    (Name::Days, Block::Days, Of::Inquiries(Tab::All, super::days::WITHIN), "inquiry", "inquiries"),
];

/// Inquiries, in the order of their list.
type Ids = Arc<[Id<Inquiry>]>;

/// All lines, the inquiries that wait for an answer, and the offers that were held back.
pub fn make(counting: &Counting<'_>, since: &Since, reading: &Reading) -> (Vec<Line>, Ids, Ids) {
    let (mut waiting, mut held) = (Ids::default(), Ids::default());
    let minutes = since.minutes(counting.now);
    // Time from which the lists filtered by these minutes begin.
    let from = Timestamp(counting.now.0 - minutes * 60);
    let limit =
        Money::from_number(1_000.0, counting.currency.clone()).map_or_else(|| grouped(1_000), |limit| limit.compact());
    let filled = |filter: &str| {
        filter
            .replace("{since}", &minutes.to_string())
            .replace("{lost}", &(minutes + DAY).to_string())
            .replace("{domain}", &since.domain.unwrap_or(i64::MAX).to_string())
    };
    let drafts = counting.store.inquiries().drafts().len();
    let mut line = |(name, block, of, one, many): &Row| {
        let (mut days, mut opens, mut below) = (Vec::new(), Opens::Nothing, Vec::new());
        let (figure, beside, list) = match of {
            Of::Inquiries(tab, filter) => {
                let filter = filled(filter);
                let (figure, ids) = counting.inquiries(*tab, &filter);
                opens = Opens::inquiries(&ids);
                let figure = match *name {
                    Name::New => reading.back_to(from, figure),
                    Name::DueInquiries | Name::DueHidden => counting.due(figure, |about| about.inquiry().is_some()),
                    // The drafts are kept on this computer: all may be listed before every inquiry is.
                    Name::Drafts if drafts > 0 && ids.len() == drafts => Known::Is(drafts as u64),
                    _ => figure,
                };
                let list = List { screen: "inquiries", line: list_line(tab.word(), &filter) };
                let beside = match *name {
                    Name::DueInquiries | Name::DueHidden => {
                        let is_of = |about: &Subject| about.inquiry().is_some_and(|id| ids.contains(&id));
                        due::told(counting, &list, is_of, &mut below)
                    }
                    // Neither a bar nor a comparison can be drawn from a part.
                    Name::Days => figure.whole().map_or_else(String::new, |_| {
                        let read = inquiries_read(counting.store).unwrap_or(counting.now);
                        let of = Days::of_inquiries(counting.store, read, counting.now);
                        days = of.line();
                        of.words()
                    }),
                    Name::Confirmed => reading.confirmed_words(counting.now, counting.zone),
                    name => beside(name, &ids, figure.whole().is_some(), counting),
                };
                match *name {
                    Name::Waiting => waiting = ids,
                    Name::HeldOffers => held = ids,
                    _ => {}
                }
                (figure, beside, list)
            }
            Of::Domains(tab, filter) => {
                let filter = filled(filter);
                let (figure, keys) = counting.domains(*tab, &filter);
                opens = Opens::domains(keys.iter().copied());
                let figure = match *name {
                    Name::NewNames if since.domain.is_none() => Known::NotRead,
                    Name::DueDomains | Name::DueDetected | Name::DueRemoved => {
                        counting.due(figure, |about| about.name().is_some())
                    }
                    _ => figure,
                };
                let spelled = |key: &_| Some(counting.store.domains().row(*key)?.domain_name().unicode().to_owned());
                let list = List { screen: "domains", line: list_line(tab_word(*tab), &filter) };
                let beside = match *name {
                    Name::DueDomains | Name::DueDetected | Name::DueRemoved => {
                        let key = |about: &Subject| counting.store.domains().find(about.name()?.punycode());
                        let is_of = |about: &Subject| key(about).is_some_and(|key| keys.contains(&key));
                        due::told(counting, &list, is_of, &mut below)
                    }
                    _ => keys.iter().filter_map(spelled).take(2).collect::<Vec<String>>().join(", "),
                };
                (figure, beside, list)
            }
            Of::Ended(jobs) => {
                let tab = if matches!(jobs, Jobs::Imports) { "imports" } else { "exports" };
                let line = format!("{tab} ended:<{minutes}m");
                (counting.ended(*jobs, from), String::new(), List { screen: "jobs", line })
            }
            Of::Running(jobs) => {
                let tab = if matches!(jobs, Jobs::Imports) { "imports" } else { "exports" };
                let line = format!("{tab} is:running");
                (counting.running(*jobs), String::new(), List { screen: "jobs", line })
            }
            Of::Versions => {
                let (figure, rows) = counting.by_others(from);
                opens = Opens::versions(&rows, counting.store, (counting.now, counting.zone));
                let newest = rows.first().and_then(|row| row.words(counting.store).into_iter().next());
                let line = format!("all by:others age:<{minutes}m");
                (figure, newest.unwrap_or_default(), List { screen: "history", line })
            }
        };
        let words = if figure.value() == Some(&1) { one } else { many };
        let words = words.replace("{limit}", &limit);
        below.insert(0, Line { name: *name, block: *block, figure, words, beside, list, days, opens });
        below
    };
    let mut lines: Vec<Line> = LINES.iter().flat_map(&mut line).collect();
    let below = lines.iter().rposition(|line| line.block == Block::Due).map_or(0, |last| last + 1);
    lines.splice(below..below, due::elsewhere(counting));
    let below = lines.iter().rposition(|line| line.block == Block::Held).map_or(lines.len(), |last| last + 1);
    lines.splice(below..below, what_if::line(counting));
    let findings = findings::known(counting.store, counting.now);
    let at = lines.iter().position(|line| line.block == Block::LookAfter).unwrap_or(lines.len());
    lines.splice(at..at, findings.all().iter().map(look_after));
    let below = lines.iter().rposition(|line| line.block == Block::LookAfter).map_or(lines.len(), |last| last + 1);
    let many = Some(findings.how_many_settled()).filter(|many| many.value().is_some_and(|many| *many > 0));
    lines.splice(below..below, many.map(|many| settled(many, Opens::settled(&findings))));
    let at = lines.iter().position(|line| line.block == Block::Days).unwrap_or(lines.len());
    lines.insert(at, visitors(counting));
    lines.extend(visited::lines(counting));
    (lines, waiting, held)
}

/// The line of visitors of all domains; the report it opens shows the same figure.
fn visitors(counting: &Counting<'_>) -> Line {
    let report = counting.store.query(&insights::Domains { days: Some(visits::DAYS), verified: Some(true) });
    let count = |count: Option<i64>| count.and_then(|count| u64::try_from(count).ok());
    let figure = match (report.value, report.failure) {
        (Some(answer), _) => Known::from(count(answer.value.visitors.copied())),
        (None, Some(failure)) => Known::Unavailable(failure.sentence()),
        (None, None) if report.loading => Known::Reading,
        (None, None) => Known::NotRead,
    };
    let words = if figure.value() == Some(&1) { "visitor" } else { "visitors" };
    let days = Days::of_visits(counting.store, counting.now);
    let list = List { screen: "insights", line: format!("domains {}", visits::DAYS) };
    // The window of a report that was read on an earlier day ends there.
    let old = report.at.filter(|at| day(*at) < day(counting.now));
    let old = old.map(|at| format!("as of {}", at.on_axis(Zone::Utc, false)));
    let beside = old.into_iter().chain(Some(days.words()).filter(|words| !words.is_empty()));
    let (name, block, beside) = (Name::Visitors, Block::Days, beside.collect::<Vec<_>>().join(", "));
    Line { name, block, figure, words: words.to_owned(), beside, list, days: days.line(), opens: Opens::Nothing }
}

/// The line that opens the settled findings.
fn settled(figure: Known<u64>, opens: Opens) -> Line {
    let words = if figure.value() == Some(&1) { "settled finding" } else { "settled findings" };
    let list = List { screen: "settled", line: String::new() };
    let (name, block, beside) = (Name::Settled, Block::LookAfter, String::new());
    Line { name, block, figure, words: words.to_owned(), beside, list, days: Vec::new(), opens }
}

/// The line of a finding.
fn look_after(found: &Found) -> Line {
    Line {
        name: Name::Finding(found.kind),
        block: Block::LookAfter,
        figure: found.figure.clone(),
        words: found.words().to_owned(),
        beside: found.about(),
        list: found.list(),
        days: Vec::new(),
        opens: Opens::domains(found.first()),
    }
}
