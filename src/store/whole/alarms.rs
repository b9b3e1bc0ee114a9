//! Snoozes that end and reminders that come due, as the store checks them.

use std::collections::HashMap;

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, Moment, Timestamp};
use crate::store::Store;
use crate::store::index::inquiries::Field;
use crate::store::notes::{Entry, Key, NoteChange, Record, Rung, woken};
use crate::store::subject::Subject;

/// Snooze of an inquiry that has not ended.
struct Asleep {
    id: Id<Inquiry>,
    email: String,
    since: Timestamp,
    until: Moment,
}

impl Store {
    /// Time at which the next snooze ends or reminder is due, by this computer's clock, as the last [`Store::alarms`]
    /// found it.
    pub fn next_alarm(&self) -> Option<Timestamp> {
        self.notes.alarms.next.map(|at| self.own_time(at))
    }

    /// Ends snoozes and finds reminders that are due. Returns the sentences about them. `own` is this computer's time;
    /// it is converted to the service's, which screens show and which the user means.
    pub fn alarms(&mut self, own: Timestamp) -> Vec<String> {
        let now = self.service_time(own);
        let seen = (self.notes.version, self.index.inquiries.version(), self.lists.mail.messages());
        let alarms = &self.notes.alarms;
        if alarms.seen == Some(seen) && alarms.next.is_none_or(|at| at > now) {
            return Vec::new();
        }
        self.notes.alarms.began.get_or_insert(own);
        let mut said = self.wake(now);
        said.extend(self.wake_domains(now));
        said.extend(self.hear(now));
        said.extend(self.ring(now));
        let times = |record: &Record| {
            record.snooze().into_iter().chain(record.reminders()).map(|moment| moment.at()).collect::<Vec<_>>()
        };
        let next = self.notes.iter().flat_map(|(_, record)| times(record)).filter(|at| *at > now).min();
        let seen = (self.notes.version, self.index.inquiries.version(), self.lists.mail.messages());
        (self.notes.alarms.next, self.notes.alarms.seen) = (next, Some(seen));
        said
    }

    /// Ends the snoozes of inquiries whose time has come or whose buyer wrote. Returns the sentences about them.
    fn wake(&mut self, now: Timestamp) -> Vec<String> {
        let asleep: Vec<Asleep> = self
            .notes
            .iter()
            .filter_map(|(about, record)| {
                let Entry { at, .. } = record.get(&Key::Snooze)?;
                let (id, until) = (about.inquiry()?, record.snooze()?);
                Some(Asleep { id, email: self.address_of(id), since: *at, until })
            })
            .collect();
        let Some(since) = asleep.iter().map(|one| one.since).min() else { return Vec::new() };
        let heard = self.heard_since(since);
        let (mut changes, mut wrote, mut over) = (Vec::new(), Vec::new(), 0);
        for one in asleep {
            // The newest message may be the snoozed inquiry itself, in which case the buyer has not written again.
            let again = heard.get(&one.email).is_some_and(|(at, id)| *at > one.since && *id != Some(one.id));
            if !again && one.until.at() > now {
                continue;
            }
            changes.extend(woken(one.id, again, one.until));
            if again { wrote.push(self.name_of(&one.id.into())) } else { over += 1 }
        }
        self.change_notes(changes, String::new(), self.own_time(now));
        let over = match over {
            0 => None,
            1 => Some("1 inquiry is back from a snooze.".to_owned()),
            n => Some(format!("{n} inquiries are back from a snooze.")),
        };
        wrote.into_iter().map(|name| format!("{name} is back: the buyer wrote again.")).chain(over).collect()
    }

    /// Ends the snoozes of domains whose time has come or about which somebody inquired. Returns the sentence about
    /// them.
    fn wake_domains(&mut self, now: Timestamp) -> Option<String> {
        let snoozed = |(about, record): (&Subject, &Record)| match about {
            Subject::Domain(name) => Some((name.clone(), record.get(&Key::Snooze)?.at, record.snooze()?.at())),
            _ => None,
        };
        let asleep: Vec<_> = self.notes.iter().filter_map(snoozed).collect();
        let since = asleep.iter().map(|(_, since, _)| *since).min()?;
        let mut asked: HashMap<&str, Timestamp> = HashMap::new();
        for row in self.index.inquiries.since(since) {
            // The newest inquiries come first.
            asked.entry(row.get(Field::Punycode)).or_insert(row.date.unwrap_or(since));
        }
        let is_asked = |name: &str, since: Timestamp| asked.get(name).is_some_and(|at| *at > since);
        let (again, over): (Vec<_>, Vec<_>) = asleep
            .into_iter()
            .filter(|(name, since, until)| is_asked(name, *since) || *until <= now)
            .partition(|(name, since, _)| is_asked(name, *since));
        let said = match (again.as_slice(), over.len()) {
            ([], 0) => return None,
            ([(name, ..)], _) => {
                let name = DomainName::from_service(name);
                format!("{} is back from a snooze: somebody asks for it.", name.unicode())
            }
            (again, over) => {
                let many = (again.len() + over) as u64;
                let are = if many == 1 { "domain is" } else { "domains are" };
                format!("{many} {are} back from a snooze.")
            }
        };
        let woken =
            again.into_iter().chain(over).map(|(name, ..)| NoteChange::new(Subject::Domain(name), Key::Snooze, ""));
        self.change_notes(woken.collect(), String::new(), self.own_time(now));
        Some(said)
    }

    /// Takes the reminders that came due while the program ran. Those that came due before are only announced.
    pub fn take_rung(&mut self) -> Vec<Rung> {
        std::mem::take(&mut self.notes.alarms.fresh)
    }

    /// Sentence about the reminders that are due and were not announced in this run; `None` without any.
    fn ring(&mut self, now: Timestamp) -> Option<String> {
        let mut due: Vec<Rung> = Vec::new();
        for (about, record) in self.notes.records.iter() {
            for at in record.reminders().map(|moment| moment.at()).filter(|at| *at <= now) {
                if self.notes.alarms.rung.insert((about.clone(), at)) {
                    due.push(Rung { about: about.clone(), at, note: record.note().to_owned() });
                }
            }
        }
        let began = self.notes.alarms.began.map(|own| self.service_time(own));
        self.notes.alarms.fresh.extend(due.iter().filter(|rung| Some(rung.at) >= began).cloned());
        // A thing with two due reminders is announced once.
        due.sort_by(|a, b| a.about.cmp(&b.about));
        due.dedup_by(|a, b| a.about == b.about);
        match due.as_slice() {
            [] => None,
            [Rung { about, note, .. }] => {
                let note = if note.is_empty() || self.session.redact { String::new() } else { format!(" · {note}") };
                Some(format!("Reminder: {}{note}", self.name_of(about)))
            }
            many => Some(format!("{} reminders have come · Home shows them.", many.len())),
        }
    }

    /// Notes that the user has acted on these inquiries, so that they no longer count as back from a snooze.
    pub fn dealt_with(&mut self, ids: &[Id<Inquiry>], now: Timestamp) {
        let woke = |id: &&Id<Inquiry>| {
            self.index.inquiries.record(**id).is_some_and(|record| record.get(&Key::Woke).is_some())
        };
        let changes: Vec<NoteChange> = ids.iter().filter(woke).map(|id| NoteChange::new(*id, Key::Woke, "")).collect();
        if !changes.is_empty() {
            self.change_notes(changes, String::new(), now);
        }
    }
}
