//! Commands about what is kept on this machine: reading it anew, forgetting it, masking it.

use super::super::text::counted;
use super::super::{Args, Confirm, Cx, Effect, Outcome};
use super::Shell;
use crate::store::disk::Noted;
use crate::store::mail::MailMark;

/// `:sync`, `:sync full`.
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

/// `:redact [on|off]`.
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

/// `:purge cache|mail|notes`.
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
        Some("notes") => {
            let mail: Vec<_> = cx.world.store.mail().noted().map(|(id, mark)| (id.into(), MailMark { note: String::new(), ..mark.clone() })).collect();
            if mail.is_empty() {
                return Outcome::Refused("There are no notes.".to_owned());
            }
            let count = counted(mail.len() as u64, "note", "notes");
            let noted = Noted::mail(mail);
            let delete = Effect::Note { noted, said: format!("{count} deleted") };
            cx.confirm(Confirm {
                consequence: format!("Deletes {count} about messages from this machine."),
                way_back: None,
                ..Confirm::new("Purge notes", "purge", vec![delete])
            });
        }
        None => return Outcome::Refused("Usage: :purge cache, mail or notes".to_owned()),
        Some(word) => return Outcome::Refused(crate::base::not_one_of("argument", word, &["cache", "mail", "notes"])),
    }
    Outcome::Done
}
