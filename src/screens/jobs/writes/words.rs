//! Words for writes in the tabs Bulk and Write queue, from the journal.

use crate::base::{Timestamp, Zone};
use crate::store::writes::intent::Topic;
use crate::store::writes::to_check;
use crate::store::{Entry, Origin, State, Store};
use crate::ui::{Role, text};

/// Sum of the service's answers to the bulk calls of one act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub matched: Option<u64>,
    /// Number applied; `None` while some are queued and the service has not said.
    pub applied: Option<u64>,
    pub missing: u64,
}

impl Sums {
    pub fn of(entry: &Entry) -> Self {
        let number = |count: Option<i64>| count.and_then(|count| u64::try_from(count).ok());
        let add = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        entry.answers.iter().fold(Self::default(), |sums, answer| Self {
            matched: add(sums.matched, number(answer.matched)),
            applied: add(sums.applied, number(answer.applied)),
            missing: sums.missing + answer.not_found.len() as u64,
        })
    }
}

/// True for a write about several things that was sent in one call or a few.
pub fn is_bulk(entry: &Entry) -> bool {
    let many = matches!(entry.topic(), Topic::MARKS | Topic::MAIL | Topic::REPORT | Topic::DOMAINS);
    !entry.answers.is_empty() || entry.intent.is_about_everything() || (many && entry.targets.len() > 1)
}

/// Words for an entry. Equal marks that wait are sent in one call, whose figures are shown with the first entry.
pub fn what(entry: &Entry, store: &Store) -> String {
    let (words, asked) = (store.words_of(entry), entry.answers.iter().map(|answer| answer.asked).max());
    match asked.filter(|asked| *asked > entry.targets.len()) {
        Some(asked) => format!("{} in one call · first {words}", entry.intent.rule().noun.count(asked)),
        None => words,
    }
}

/// State of a write in a few words.
pub fn state(entry: &Entry, store: &Store) -> (String, Role) {
    let count = |wanted: &[State]| entry.targets.iter().filter(|target| wanted.contains(&target.state)).count();
    let all = entry.targets.len();
    if let Some((sent, of)) = store.upload(entry.id) {
        let percent = (sent * 100).checked_div(of).unwrap_or(0);
        return (format!("uploading {percent} %"), Role::Accent);
    }
    if count(&[State::Sending]) > 0 {
        return ("sending".to_owned(), Role::Accent);
    }
    if count(&[State::Planned]) > 0 {
        return ("waiting".to_owned(), Role::Text);
    }
    match count(&[State::Unknown]) {
        0 => {}
        left if entry.is_queued() => {
            let left = store.left_of(entry.id).unwrap_or(left) as u64;
            return (format!("queued · {} left", text::grouped(left)), Role::Accent);
        }
        _ => return ("being checked".to_owned(), Role::Warn),
    }
    if count(&[State::GivenUp, State::Overruled]) > 0 {
        return ("undetermined".to_owned(), Role::Warn);
    }
    match count(&[State::Refused, State::SettledNotApplied]) {
        0 => ("done".to_owned(), Role::Dim),
        none if none == all => ("not done".to_owned(), Role::Bad),
        part => (format!("{} of {} not done", text::grouped(part as u64), text::grouped(all as u64)), Role::Warn),
    }
}

/// Words for what an open write waits for.
pub fn waits_for(entry: &Entry, store: &Store, now: Timestamp, zone: Zone) -> String {
    let has = |wanted: State| entry.targets.iter().any(|target| target.state == wanted);
    if has(State::Sending) {
        return match store.upload(entry.id) {
            Some((sent, of)) => format!("{} of {} sent", text::bytes(sent), text::bytes(of)),
            None => "its answer".to_owned(),
        };
    }
    if has(State::Planned) {
        if let Some(why) = store.session().readonly.as_ref() {
            return why.clone();
        }
        let free = entry.targets.iter().filter(|target| target.state == State::Planned);
        let blocked = !free.clone().any(|target| store.may_send(entry.id, &target.subject));
        if blocked && matches!(entry.origin, Origin::Restore(_)) {
            return "its domains to be in the account again".to_owned();
        }
        if blocked {
            return "an earlier change of the same".to_owned();
        }
        return store.session().write_hold.words(now, zone);
    }
    if has(State::Unknown) {
        let readings = match store.next_reading() {
            Some(at) if store.service_time(at) > now => format!("reading it back at {}", at.clock_seconds(zone)),
            _ => "being read back".to_owned(),
        };
        return if entry.is_queued() { format!("the service to finish; {readings}") } else { readings };
    }
    let way = if to_check(entry).is_empty() { "look whether it is there" } else { "V checks again" };
    format!("you: {way}, R sends it anyway")
}

/// Names the service did not find, cleaned, in the order of its answers.
pub fn missing(entry: &Entry) -> Vec<String> {
    let all = entry.answers.iter().flat_map(|answer| &answer.not_found);
    all.map(|name| crate::base::clean_line(name).into_owned()).collect()
}

/// Word for the state of one thing.
pub fn target_words(state: State) -> (&'static str, Role) {
    match state {
        State::Planned => ("waiting", Role::Dim),
        State::Sending => ("sending", Role::Accent),
        State::Acknowledged | State::SettledApplied => ("done", Role::Dim),
        State::Unknown => ("checking", Role::Warn),
        State::Refused | State::SettledNotApplied => ("not done", Role::Bad),
        State::GivenUp | State::Overruled => ("undetermined", Role::Warn),
        State::TakenBack => ("not sent", Role::Dim),
        State::Void => ("not needed", Role::Dim),
    }
}
