//! Conditions for a write that the service's documents state, each as a sentence for people where it is not met.
//! Screens show the sentence in place; planning checks again, because a row may change while a question is open.

use std::collections::HashSet;
use std::net::IpAddr;

use crate::api::limits::{SENDERS, UNREACHABLE_AFTER};
use crate::api::replies::Answered;
use crate::api::types::{Inquiry, ProfileAnswer, Sender};
use crate::api::{Paged, Seen, profile, senders};
use crate::base::{Id, Timestamp, clean_line, span_words, wait_words};
use crate::store::subject::Subject;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::intent::{Job, Topic, Verb};
use crate::store::{Entry, Target};

/// Seconds after its answer for which a write (a started import, an ignored address) counts as in force although the
/// list that would show it has not been read since.
const UNLISTED: i64 = 60;

/// Confirmed address of the profile to which inquiries are mailed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParkingEmail {
    /// Address without control characters.
    Is(String),
    /// The profile has no address.
    None,
    /// The profile has not been read, or the token may not read it.
    NotKnown,
}

impl<'a> Grounds<'a> {
    /// Address to which `request-email` sends; unknown until a screen has had the profile read.
    pub fn parking_email(&self) -> ParkingEmail {
        let profile = self.answers.of(&profile::Get {});
        let value: Option<&Answered<ProfileAnswer>> = profile.value;
        match value.map(|answer| &answer.value.parking_email) {
            Some(Seen::Is(address)) if !address.is_blank() => ParkingEmail::Is(address.line().into_owned()),
            Some(Seen::Is(_) | Seen::Null) => ParkingEmail::None,
            _ => ParkingEmail::NotKnown,
        }
    }

    /// Reason why this inquiry cannot be mailed to the seller now, a sentence.
    pub fn why_not_mail(&self, id: Id<Inquiry>) -> Option<String> {
        if self.parking_email() == ParkingEmail::None {
            let text = "Your profile has no confirmed parking email; confirm one on the service's site.";
            return Some(text.to_owned());
        }
        self.under_way(Verb::REQUEST_EMAIL, id).then(|| "Already being emailed.".to_owned())
    }

    /// Reason why the buyer of this inquiry cannot be reported as unreachable now, a sentence.
    pub fn why_not_report(&self, id: Id<Inquiry>, now: Timestamp) -> Option<String> {
        let subject = Subject::Inquiry(id);
        let reported = self.journal.entries().any(|entry| {
            entry.intent.verb() == Verb::UNREACHABLE
                && entry.target(&subject).is_some_and(|target| target.state.applied())
        });
        if reported {
            return Some("Already reported as unreachable; this is possible once.".to_owned());
        }
        if self.under_way(Verb::UNREACHABLE, id) {
            return Some("Already being reported.".to_owned());
        }
        let row = self.index.inquiries.row(id)?;
        if row.confirmed() == Some(false) {
            return Some("The buyer has not confirmed the email address; nothing to report.".to_owned());
        }
        let confirmed = row.confirmed_at()?;
        let since = now.0.saturating_sub(confirmed.0);
        (since < UNREACHABLE_AFTER).then(|| {
            let left = UNREACHABLE_AFTER - since.max(0);
            let (ago, left) = (span_words(since.max(0).unsigned_abs()), wait_words(left.unsigned_abs()));
            format!("Confirmed {ago} ago; you can report it {left} from now.")
        })
    }

    /// Reason why this address cannot be ignored, a sentence.
    pub fn why_not_ignore(&self, address: &str, now: Timestamp) -> Option<String> {
        let address = address.trim();
        let shown = clean_line(address);
        if address.is_empty() {
            return Some("This inquiry has no email address.".to_owned());
        }
        if !is_address(address) {
            return Some(format!("“{shown}” is not an email or IP address."));
        }
        let subject = Subject::sender(address);
        let open = self.journal.open_on(&subject).filter(|entry| entry.open());
        if open.is_some_and(|entry| entry.intent.verb() == Verb::IGNORE_SENDER) {
            return Some(format!("{shown} is being ignored already."));
        }
        let list = self.answers.of(&senders::List {});
        // A list read before the user's last change of it proves nothing.
        let Some(senders): Option<&Paged<Sender>> = list.value.filter(|_| !list.stale) else {
            let done = |entry: &&Entry| entry.target(&subject).is_some_and(|target| target.state.applied());
            let newest = self.journal.entries().find(done).filter(|entry| entry.intent.verb() == Verb::IGNORE_SENDER);
            let at = newest.filter(|_| open.is_none())?.target(&subject)?.at;
            return (now.0 - at.0 < UNLISTED).then(|| format!("{shown} is ignored already."));
        };
        let same =
            |sender: &Sender| sender.value.get().is_some_and(|value| value.raw().trim().eq_ignore_ascii_case(address));
        if senders.values().any(same) {
            return Some(format!("{shown} is ignored already."));
        }
        (senders.rows.len() >= SENDERS)
            .then(|| format!("All {SENDERS} ignored senders are used; stop ignoring one first."))
    }

    /// Names that imports started by this program still check or add.
    pub(in crate::store) fn being_checked(&self, now: Timestamp) -> HashSet<&'a Subject> {
        let runs = |target: &&Target| match target.made.map(|made| self.lists.jobs.import(Id::new(made))) {
            _ if target.state.pending() => true,
            Some(Some(known)) => target.state.applied() && !known.row.value.is_over(),
            // The list of imports does not have this import yet, or the token may not read the list.
            _ => target.state.applied() && now.0 - target.at.0 < UNLISTED,
        };
        let checks = |entry: &&Entry| entry.topic() == Topic::DOMAINS && entry.intent.rule().job == Some(Job::Import);
        let targets = self.journal.entries().filter(checks).flat_map(|entry| &entry.targets);
        targets.filter(runs).map(|target| &target.subject).collect()
    }

    /// True while a write of this kind about the inquiry is waiting, being sent or being read back.
    fn under_way(&self, verb: Verb, id: Id<Inquiry>) -> bool {
        let subject = Subject::Inquiry(id);
        self.journal.open().any(|entry| {
            entry.intent.verb() == verb && entry.target(&subject).is_some_and(|target| target.state.pending())
        })
    }

    /// Reason why an act is not possible, from the first of these inquiries that has one; it begins with the name of
    /// that inquiry where there are several.
    pub(in crate::store) fn first_why_not(
        &self,
        ids: &[Id<Inquiry>],
        why_not: impl Fn(Id<Inquiry>) -> Option<String>,
    ) -> Option<String> {
        let said = |id: &Id<Inquiry>| {
            let why = why_not(*id)?;
            Some(if ids.len() > 1 {
                format!("{}: {why}", Subject::from(*id).called(&self.index.inquiries))
            } else {
                why
            })
        };
        ids.iter().find_map(said)
    }
}

/// True for a text in the form of a mail or IP address; the service may still refuse it.
pub fn is_address(text: &str) -> bool {
    if text.parse::<IpAddr>().is_ok() {
        return true;
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let plain =
        |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@');
    plain(local)
        && plain(domain)
        && domain.contains('.')
        && !domain.starts_with('.')
        && !domain.ends_with('.')
        && !domain.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_and_ip_addresses_are_told_from_other_texts() {
        for good in ["mike@mike.example", "a.b+c@x.co.uk", "192.0.2.7", "2001:db8::1", "jürgen@müller.example"] {
            assert!(is_address(good), "{good}");
        }
        for bad in
            ["", "mike", "mike@", "@x.example", "mike@example", "a b@x.example", "a@b@x.example", "a@x..y", "999.1.1.1"]
        {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
