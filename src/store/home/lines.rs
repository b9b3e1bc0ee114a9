//! Lines of Home, made from the table of lines.

use std::sync::Arc;

use super::beside::beside;
use super::count::{Counting, Jobs};
use super::line::{List, Name, list_line};
use super::reading::inquiries_read;
use super::table::{Fills, LINES, Of, Row};
use super::{Block, Days, Line, Opens, Reading, Since, due, visited, what_if};
use crate::api::insights;
use crate::api::types::Inquiry;
use crate::base::{Id, Money, Timestamp, Zone, grouped};
use crate::store::findings::{self, Found, tab_word};
use crate::store::lists::daily::day;
use crate::store::lists::visits;
use crate::store::subject::Subject;
use crate::store::{DomainTab, Known, Tab};

/// Ids of inquiries, in the order of their list.
type Ids = Arc<[Id<Inquiry>]>;

/// All lines, the inquiries that wait for an answer, and the offers that were held back.
pub fn make(counting: &Counting<'_>, since: &Since, reading: &Reading) -> (Vec<Line>, Ids, Ids) {
    let limit =
        Money::from_number(1_000.0, counting.currency.clone()).map_or_else(|| grouped(1_000), |limit| limit.compact());
    let code = counting.currency.code();
    let currency = if code.is_empty() { "your currency".to_owned() } else { code.into_owned() };
    let fills = Fills { minutes: since.minutes(counting.now), domain: since.domain, limit, currency };
    let mut making = Making { counting, reading, fills, waiting: Ids::default(), held: Ids::default() };
    let mut lines: Vec<Line> = LINES.iter().flat_map(|row| making.line(row)).collect();
    let place = |lines: &[Line], block: Block| lines.iter().position(|line| line.block == block);
    let below = |lines: &[Line], block: Block| Some(lines.iter().rposition(|line| line.block == block)? + 1);
    let at = below(&lines, Block::Due).unwrap_or(0);
    lines.splice(at..at, due::elsewhere(counting));
    let at = below(&lines, Block::Held).unwrap_or(lines.len());
    lines.splice(at..at, what_if::line(counting));
    let findings = findings::known(counting.store, counting.now);
    let at = place(&lines, Block::LookAfter).unwrap_or(lines.len());
    lines.splice(at..at, findings.all().iter().map(look_after));
    let at = below(&lines, Block::LookAfter).unwrap_or(lines.len());
    let many = Some(findings.how_many_settled()).filter(|many| many.value().is_some_and(|many| *many > 0));
    lines.splice(at..at, many.map(|many| settled(many, Opens::settled(&findings))));
    let at = place(&lines, Block::Days).unwrap_or(lines.len());
    lines.insert(at, visitors(counting));
    lines.extend(visited::lines(counting));
    (lines, making.waiting, making.held)
}

/// Data for the lines of the table, and the inquiries counted by two of these lines.
struct Making<'a> {
    counting: &'a Counting<'a>,
    reading: &'a Reading,
    fills: Fills,
    /// Inquiries that wait for an answer.
    waiting: Ids,
    /// Offers that were held back.
    held: Ids,
}

/// Part of a line that depends on the data.
struct Counted {
    figure: Known<u64>,
    beside: String,
    list: List,
    days: Vec<Option<u32>>,
    opens: Opens,
    /// Lines to show below it, one for each of several due reminders.
    below: Vec<Line>,
}

impl Counted {
    fn new(figure: Known<u64>, beside: String, list: List) -> Self {
        Self { figure, beside, list, days: Vec::new(), opens: Opens::Nothing, below: Vec::new() }
    }
}

impl Making<'_> {
    /// Line for a row of the table, and the lines below it.
    fn line(&mut self, (name, block, of, one, many): &Row) -> Vec<Line> {
        let counted = match of {
            Of::Inquiries(tab, filter) => self.inquiries(*name, *tab, &self.fills.fill(filter)),
            Of::Domains(tab, filter) => self.domains(*name, *tab, &self.fills.fill(filter)),
            Of::Ended(jobs) => {
                let figure = self.counting.ended(*jobs, self.from());
                Self::jobs(*jobs, figure, &self.fills.fill("ended:<{since}"))
            }
            Of::Running(jobs) => Self::jobs(*jobs, self.counting.running(*jobs), "is:running"),
            Of::Versions => self.versions(),
        };
        let words = self.fills.fill(if counted.figure.value() == Some(&1) { one } else { many });
        let Counted { figure, beside, list, days, opens, mut below } = counted;
        below.insert(0, Line { name: *name, block: *block, figure, words, beside, list, days, opens });
        below
    }

    /// Time from which things count as new, as the filters have it in whole minutes.
    fn from(&self) -> Timestamp {
        Timestamp(self.counting.now.0 - self.fills.minutes * 60)
    }

    fn inquiries(&mut self, name: Name, tab: Tab, filter: &str) -> Counted {
        let counting = self.counting;
        let (figure, ids) = counting.inquiries(tab, filter);
        let drafts = counting.store.inquiries().drafts().len();
        let figure = match name {
            Name::New => self.reading.back_to(self.from(), figure),
            Name::DueInquiries | Name::DueHidden => counting.due(figure, |about| about.inquiry().is_some()),
            // All drafts are on this computer, so the figure can be whole before all inquiries were read.
            Name::Drafts if drafts > 0 && ids.len() == drafts => Known::Is(drafts as u64),
            _ => figure,
        };
        let list = List { screen: "inquiries", line: list_line(tab.word(), filter) };
        let mut counted = Counted::new(figure, String::new(), list);
        counted.opens = Opens::inquiries(&ids);
        counted.beside = match name {
            Name::DueInquiries | Name::DueHidden => {
                let is_of = |about: &Subject| about.inquiry().is_some_and(|id| ids.contains(&id));
                due::told(counting, &counted.list, is_of, &mut counted.below)
            }
            // A part gives neither a chart nor a comparison.
            Name::Days => counted.figure.whole().map_or_else(String::new, |_| {
                let read = inquiries_read(counting.store).unwrap_or(counting.now);
                let of = Days::of_inquiries(counting.store, read, counting.now);
                counted.days = of.line();
                of.words()
            }),
            Name::Confirmed => self.reading.confirmed_words(counting.now, counting.zone),
            name => beside(name, &ids, counted.figure.whole().is_some(), counting),
        };
        match name {
            Name::Waiting => self.waiting = ids,
            Name::HeldOffers => self.held = ids,
            _ => {}
        }
        counted
    }

    fn domains(&self, name: Name, tab: DomainTab, filter: &str) -> Counted {
        let (counting, domains) = (self.counting, self.counting.store.domains());
        let (figure, keys) = counting.domains(tab, filter);
        let is_due = matches!(name, Name::DueDomains | Name::DueDetected | Name::DueRemoved);
        let figure = match name {
            Name::NewNames if self.fills.domain.is_none() => Known::NotRead,
            _ if is_due => counting.due(figure, |about| about.name().is_some()),
            _ => figure,
        };
        let list = List { screen: "domains", line: list_line(tab_word(tab), filter) };
        let mut counted = Counted::new(figure, String::new(), list);
        counted.opens = Opens::domains(keys.iter().copied());
        counted.beside = if is_due {
            let key = |about: &Subject| domains.find(about.name()?.punycode());
            let is_of = |about: &Subject| key(about).is_some_and(|key| keys.contains(&key));
            due::told(counting, &counted.list, is_of, &mut counted.below)
        } else {
            let spelled = |key: &_| Some(domains.row(*key)?.domain_name().unicode().to_owned());
            keys.iter().filter_map(spelled).take(2).collect::<Vec<String>>().join(", ")
        };
        counted
    }

    fn jobs(jobs: Jobs, figure: Known<u64>, filter: &str) -> Counted {
        let tab = if matches!(jobs, Jobs::Imports) { "imports" } else { "exports" };
        Counted::new(figure, String::new(), List { screen: "jobs", line: format!("{tab} {filter}") })
    }

    fn versions(&self) -> Counted {
        let counting = self.counting;
        let (figure, rows) = counting.by_others(self.from());
        let newest = rows.first().and_then(|row| row.words(counting.store).into_iter().next());
        let list = List { screen: "history", line: self.fills.fill("all by:others age:<{since}") };
        let opens = Opens::versions(&rows, counting.store, (counting.now, counting.zone));
        Counted { opens, ..Counted::new(figure, newest.unwrap_or_default(), list) }
    }
}

/// Line with the visitors of all domains. The report that it opens shows the same figure.
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
    // A report read on an earlier day ends on that day.
    let old = report.at.filter(|at| day(*at) < day(counting.now));
    let old = old.map(|at| format!("as of {}", at.on_axis(Zone::Utc, false)));
    let beside = old.into_iter().chain(Some(days.words()).filter(|words| !words.is_empty()));
    let (name, block, beside) = (Name::Visitors, Block::Days, beside.collect::<Vec<_>>().join(", "));
    Line { name, block, figure, words: words.to_owned(), beside, list, days: days.line(), opens: Opens::Nothing }
}

/// Line that opens the list of settled findings.
fn settled(figure: Known<u64>, opens: Opens) -> Line {
    let words = if figure.value() == Some(&1) { "settled finding" } else { "settled findings" };
    let list = List { screen: "settled", line: String::new() };
    let (name, block, beside) = (Name::Settled, Block::LookAfter, String::new());
    Line { name, block, figure, words: words.to_owned(), beside, list, days: Vec::new(), opens }
}

/// Line of a finding.
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
