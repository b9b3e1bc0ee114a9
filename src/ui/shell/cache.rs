//! Commands about data kept on this computer: reading it again, deleting it, redacting it.

use super::super::text::counted;
use super::super::{Args, Confirm, Cx, Effect, Outcome};
use super::Shell;
use super::words::split;
use crate::base::clean_line;
use crate::store::Subject;
use crate::store::disk::Noted;
use crate::store::index::inquiries::Field;
use crate::store::lists::mail::MailMark;
use crate::store::notes::{NoteChange, Record};

/// Runs `:sync` and `:sync full`.
pub(super) fn sync(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first().map(String::as_str) {
        None | Some("full") => {
            cx.push(Effect::Sync);
            shell.said("Reading all inquiries and domains again in the background");
            Outcome::Done
        }
        Some("export") => Outcome::Refused("“export” is not available; :sync reads page by page.".to_owned()),
        Some(word) => Outcome::Refused(crate::base::not_one_of("argument", word, &["full"])),
    }
}

/// Runs `:redact [on|off]`.
pub(super) fn redact(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let on = match args.words.first().map(String::as_str) {
        None => !cx.world.store.session().redact,
        Some("on") => true,
        Some("off") => false,
        Some(word) => return Outcome::Refused(crate::base::not_one_of("argument", word, &["on", "off"])),
    };
    cx.push(Effect::SetRedact(on));
    shell.said(if on {
        "Redacted: names, addresses, messages and prices · :redact to show"
    } else {
        "Redaction off."
    });
    Outcome::Done
}

/// Runs `:purge cache|mail|notes`.
pub(super) fn purge(_: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let again = "It is fetched again from the service.".to_owned();
    match args.words.first().map(String::as_str) {
        Some("cache") => cx.confirm(Confirm {
            consequence:
                "Deletes all fetched data from this machine; it is fetched again when needed. The log of changes is kept."
                    .to_owned(),
            way_back: Some(again),
            ..Confirm::new("Purge the cache", "purge", vec![Effect::PurgeCache])
        }),
        Some("mail") => cx.confirm(Confirm {
            consequence: "Deletes fetched messages and lists of mail from this machine. Marks and notes are kept.".to_owned(),
            way_back: Some(again),
            ..Confirm::new("Purge mail", "purge", vec![Effect::PurgeMail])
        }),
        Some("notes") => purge_notes(cx),
        None => Outcome::Refused("Usage: :purge cache, mail or notes".to_owned()),
        Some(word) => Outcome::Refused(crate::base::not_one_of("argument", word, &["cache", "mail", "notes"])),
    }
}

fn purge_notes(cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let mail: Vec<_> =
        store.mail().noted().map(|(id, mark)| (id.into(), MailMark { note: String::new(), ..mark.clone() })).collect();
    let changes = forgetting(store.notes().iter());
    let things = store.notes().iter().count();
    if mail.is_empty() && changes.is_empty() {
        return Outcome::Refused("There are no notes.".to_owned());
    }
    let count = counted((mail.len() + things) as u64, "thing", "things");
    let said = format!("notes deleted from {count}");
    let forget = Effect::ForgetNotes { changes, things: Vec::new(), said };
    let effects = vec![Effect::Note { noted: Noted::mail(mail), said: String::new() }, forget];
    cx.confirm(Confirm {
        consequence: format!(
            "Deletes everything noted about {count} from this machine: notes, tags, times and replies. The daily copies stay."
        ),
        way_back: None,
        ..Confirm::new("Purge notes", "purge", effects)
    })
}

/// Runs `:forget ADDRESS`: forgets everything noted about one person and their inquiries and mail, including notes that
/// were deleted since and are only in the daily copies.
pub(super) fn forget(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let address = args.text.trim().to_lowercase();
    if !address.contains('@') || address.contains(' ') {
        return Outcome::Refused("Usage: :forget ADDRESS".to_owned());
    }
    let (store, buyer) = (cx.world.store, Subject::sender(&address));
    let rows = store.inquiries().snapshot();
    let from_there = rows.iter().filter(|(row, ..)| row.get(Field::Email).trim().eq_ignore_ascii_case(&address));
    let inquiries: Vec<_> = from_there.map(|(row, ..)| row.id).collect();
    let mut things: Vec<Subject> = inquiries.iter().map(|id| (*id).into()).collect();
    let sent = |id: &str| store.mail().find(id).and_then(|key| store.mail().row(key));
    let mail =
        store.mail().noted().filter(|(id, _)| sent(id).is_some_and(|row| row.sender.eq_ignore_ascii_case(&address)));
    let mail: Vec<_> = mail.map(|(id, mark)| (id.into(), MailMark { note: String::new(), ..mark.clone() })).collect();
    let only_inquiries = mail.is_empty() && store.notes().of(&buyer).is_none();
    if things.is_empty() && only_inquiries && !shell.line_history.iter().any(|line| names(line, &address)) {
        return Outcome::Refused(format!("Nothing is noted about {}.", clean_line(&address)));
    }
    things.push(buyer);
    let noted = || things.iter().filter_map(|about| Some((about, store.notes().of(about)?)));
    let changes = forgetting(noted());
    let (one, many) = if only_inquiries { ("inquiry", "inquiries") } else { ("thing", "things") };
    let count = counted((noted().count() + mail.len()) as u64, one, many);
    let (said, now) = if changes.is_empty() && mail.is_empty() {
        ("forgotten in the daily copies".to_owned(), "Nothing is noted about this person now. ".to_owned())
    } else {
        (format!("notes deleted from {count}"), format!("Deletes everything noted about {count} from there. "))
    };
    let replies = Effect::ForgetReplies(inquiries);
    let forget = [Effect::ForgetNotes { changes, things, said }, replies, Effect::ForgetLines(address.clone())];
    let note = (!mail.is_empty()).then(|| Effect::Note { noted: Noted::mail(mail), said: String::new() });
    cx.confirm(Confirm {
        consequence: format!(
            "{now}The daily copies forget all of it, too: notes, tags, times and replies. Lines typed with this address and replies kept here are forgotten as well."
        ),
        way_back: None,
        ..Confirm::new(format!("Forget {}", clean_line(&address)), "forget", note.into_iter().chain(forget).collect())
    })
}

/// True for a line that contains this address, given in lower case.
fn names(line: &str, address: &str) -> bool {
    line.to_lowercase().contains(address)
}

impl Shell {
    /// True for a line of `:forget`, which is not kept because it contains what is to be forgotten.
    pub(super) fn is_forgetting(&self, line: &str) -> bool {
        split(line).is_ok_and(|(name, _)| self.resolve(&name) == Some("app.forget"))
    }

    /// Drops the earlier lines that contain this address.
    pub fn forget_lines(&mut self, address: &str) {
        self.line_history.retain(|line| !names(line, address));
    }
}

/// Changes that delete all notes in these records.
fn forgetting<'a>(records: impl Iterator<Item = (&'a Subject, &'a Record)>) -> Vec<NoteChange> {
    let of = |(about, record): (&Subject, &Record)| {
        let keys: Vec<_> = record.iter().map(|(key, _)| key.clone()).collect();
        keys.into_iter().map(|key| NoteChange::new(about.clone(), key, "")).collect::<Vec<_>>()
    };
    records.flat_map(of).collect()
}
