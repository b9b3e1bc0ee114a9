//! Due reminders: one line with their number for each list, and for several also a line for each of the first few.

use super::count::{Counting, is_listed};
use super::line::{List, Name};
use super::{Block, Line, Opens, Row};
use crate::base::Timestamp;
use crate::store::Known;
use crate::store::index::inquiries::COVER;
use crate::store::notes::Record;
use crate::store::subject::Subject;

/// Most reminders of a list that have a line each, those due longest first.
const EACH: usize = 3;
/// Word in the list of a line for which Home opens a run of the due reminders about things in no list.
pub const ELSEWHERE: &str = "due";

/// Words after the figure of a list's due reminders. If there are several, their own lines are added to `below`.
pub(super) fn told(
    counting: &Counting<'_>,
    list: &List,
    is_of: impl Fn(&Subject) -> bool,
    below: &mut Vec<Line>,
) -> String {
    let mut due = counting.store.notes().due(counting.now);
    due.retain(|(about, ..)| is_of(about));
    if let [(about, at, record)] = due.as_slice() {
        return format!("{}: {}{}", since(*at, counting), called(about, counting), said(record, counting));
    }
    below.extend(due.iter().take(EACH).filter_map(|(about, at, record)| one(about, (*at, record), list, counting)));
    String::new()
}

/// Line of the due reminders about things in no list: a buyer, or a domain or inquiry the account no longer has. It
/// opens a run of just these reminders.
pub(super) fn elsewhere(counting: &Counting<'_>) -> Option<Line> {
    let list = List { screen: "home", line: ELSEWHERE.to_owned() };
    let is_of = |about: &Subject| !is_listed(about, counting.store);
    let mut due = counting.store.notes().due(counting.now);
    due.retain(|(about, ..)| is_of(about));
    let figure = due.len() as u64;
    let words = if figure == 1 {
        "reminder of something in no list read here has come"
    } else {
        "reminders of things in no list read here have come"
    };
    let name = |(about, at, _): &(&Subject, Timestamp, &Record)| Row {
        name: called(about, counting),
        age: at.age(counting.now, counting.zone).text,
        ..Row::default()
    };
    Some(Line {
        name: Name::DueElsewhere,
        block: Block::Due,
        figure: Known::Is(figure),
        words: words.to_owned(),
        beside: told(counting, &list, is_of, &mut Vec::new()),
        list,
        days: Vec::new(),
        opens: Opens::Said(due.iter().map(name).collect()),
    })
    .filter(|_| figure > 0)
}

/// Line of one due reminder; `None` where its thing has no row.
fn one(about: &Subject, (at, record): (Timestamp, &Record), list: &List, counting: &Counting<'_>) -> Option<Line> {
    let (name, opens) = match (about.inquiry(), about.name()) {
        (Some(id), _) => (Name::DueInquiry(id), Opens::Inquiries(vec![id])),
        (None, name) => {
            let key = counting.store.domains().find(name?.punycode())?;
            (Name::DueDomain(key), Opens::Domains(vec![key]))
        }
    };
    let beside = format!("{}{}", since(at, counting), said(record, counting));
    let words = counting.store.name_of(about);
    Some(Line {
        name,
        block: Block::Due,
        figure: Known::Is(1),
        words,
        beside,
        list: list.clone(),
        days: Vec::new(),
        opens,
    })
}

/// Name of the thing with the reminder; a buyer's address is masked in privacy mode.
fn called(about: &Subject, counting: &Counting<'_>) -> String {
    let is_covered = matches!(about, Subject::Sender(_)) && counting.store.session().redact;
    if is_covered { COVER.to_owned() } else { counting.store.name_of(about) }
}

/// Time since which the reminder is due: `since Friday 09:00`.
fn since(at: Timestamp, counting: &Counting<'_>) -> String {
    format!("since {}", at.day_clock(counting.now, counting.zone))
}

/// Why the reminder is due, unless its own time has come, and the first line of the note. The note is left out in
/// privacy mode.
fn said(record: &Record, counting: &Counting<'_>) -> String {
    let note = record.note().lines().next().filter(|_| !counting.store.session().redact).unwrap_or_default();
    let come = record.come_words(counting.now);
    let words = [come.as_str(), note].into_iter().filter(|words| !words.is_empty());
    words.flat_map(|words| [" · ", words]).collect()
}
