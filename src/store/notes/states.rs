//! State of things after the undo of an act on notes, in words that follow their names: `unread again`.

use super::{Key, MailChange, NoteRow};

/// Words for a thing without the noted value, and with it.
type Words = (&'static str, &'static str);

const NOTE: Words = ("without a note", "with the note as before");

/// States that these rows now give their things, each once.
pub(in crate::store) fn of_rows(rows: &[NoteRow]) -> Vec<String> {
    let state = |row: &NoteRow| {
        let (without, with) = match &row.key {
            Key::Tag(tag) => {
                return Some((format!("without the tag {tag}"), format!("tagged {tag} again"), row.value.is_some()));
            }
            Key::Note => NOTE,
            Key::Snooze => ("no longer snoozed", "snoozed as before"),
            Key::Remind | Key::Silence => ("without a reminder", "with the reminder as before"),
            Key::Quote => ("without a price deadline", "with the price deadline as before"),
            Key::Answered => ("unanswered again", "answered again"),
            Key::Status => ("with an automatic status", "with the status as before"),
            Key::Pin => ("without a pinned score", "with the pinned score as before"),
            Key::Weights => ("lead score with its usual weights", "lead score with the weights as before"),
            Key::Settled(_) => ("back among the findings", "settled as before"),
            // These only accompany others, or are about Home, where no key asks for them.
            Key::Heard | Key::Woke | Key::Visits | Key::Blocks | Key::Run | Key::Goals => return None,
        };
        Some((without.to_owned(), with.to_owned(), row.value.is_some()))
    };
    each_once(&rows.iter().filter_map(state).collect::<Vec<_>>())
}

/// States of messages after these changes, each once.
pub(in crate::store) fn of_mail(changes: &[MailChange]) -> Vec<String> {
    let states = |MailChange { before, after, .. }: &MailChange| {
        let fields = [
            (("unread again", "read again"), before.read != after.read, after.read),
            (("unstarred", "starred again"), before.starred != after.starred, after.starred),
            (NOTE, before.note != after.note, !after.note.is_empty()),
        ];
        let differing = fields.into_iter().filter(|(_, differs, _)| *differs);
        differing.map(|((without, with), _, has)| (without.to_owned(), with.to_owned(), has)).collect::<Vec<_>>()
    };
    each_once(&changes.iter().flat_map(states).collect::<Vec<_>>())
}

/// Words of these states: those without a value only where no thing has one.
fn each_once(states: &[(String, String, bool)]) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for (without, with, _) in states {
        let any = states.iter().any(|(other, _, has)| other == without && *has);
        let words = if any { with } else { without };
        if !said.contains(words) {
            said.push(words.clone());
        }
    }
    said
}
