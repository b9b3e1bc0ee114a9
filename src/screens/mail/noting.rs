//! Marks and notes of mail. They are kept on this computer, because the service has none.

use super::state::Mail;
use super::threads;
use crate::store::MailKey;
use crate::store::disk::Noted;
use crate::store::lists::mail::{CAUTION, MailMark};
use crate::ui::list::ListScreen as _;
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Outcome, Role, Sheet, World};

fn mark_of(key: MailKey, world: &World<'_>) -> MailMark {
    world.store.mail().mark(key).cloned().unwrap_or_default()
}

/// Changes the marks and notes of these messages.
fn note(keys: &[MailKey], change: impl Fn(&mut MailMark), said: String, cx: &mut Cx<'_>) {
    let noted = |key: &MailKey| {
        let mut mark = mark_of(*key, &cx.world);
        change(&mut mark);
        Some((cx.world.store.mail().row(*key)?.id.clone(), mark))
    };
    let mail = keys.iter().filter_map(noted).collect();
    cx.push(Effect::Note { noted: Noted::mail(mail), said });
}

/// Runs `s` and `m`: sets a mark on the targets, or removes it if all have it.
pub fn toggle(
    screen: &Mail,
    has: fn(&MailMark) -> bool,
    set: fn(&mut MailMark, bool),
    words: [&str; 2],
    cx: &mut Cx<'_>,
) -> Outcome {
    let keys = screen.targets();
    let to = keys.iter().any(|key| !has(&mark_of(*key, &cx.world)));
    let said = format!(
        "{} {}, on this computer only",
        counted(keys.len() as u64, "message", "messages"),
        words[usize::from(!to)]
    );
    note(&keys, |mark| set(mark, to), said, cx);
    Outcome::Done
}

/// Runs `c`: notes the words given, deletes the note for `-`, or asks for the words.
pub fn write(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let keys = screen.targets();
    let typed = args.text.trim();
    if typed.is_empty() {
        let known = keys.first().map(|key| mark_of(*key, &cx.world).note).unwrap_or_default();
        return cx.done(Effect::Line(format!("note {known}")));
    }
    let words = if typed == "-" { "" } else { typed };
    let of = if keys.len() > 1 { format!(" of {} messages", keys.len()) } else { String::new() };
    let said =
        if words.is_empty() { format!("Note{of} deleted") } else { format!("Note{of} saved, on this computer only") };
    note(&keys, |mark| words.clone_into(&mut mark.note), said, cx);
    Outcome::Done
}

/// Runs `N`: goes to the next unread message, wrapping around at the end. If a message is open, the next one is opened.
pub fn next_unread(screen: &mut Mail, cx: &Cx<'_>) -> Outcome {
    let keys = threads::from_cursor(screen);
    let Some(key) = keys.into_iter().skip(1).find(|key| !mark_of(*key, &cx.world).read) else {
        let so_far = if screen.is_whole(&cx.world) { "" } else { " among those read so far" };
        return Outcome::Refused(format!("No other unread message{so_far}."));
    };
    threads::go_to(screen, key);
    if screen.list.detail.is_some() {
        screen.open_message(key);
    }
    Outcome::Done
}

/// Marks a message as read when it is opened, and shows the caution the first time.
pub fn opened(key: MailKey, cautioned: &mut bool, cx: &mut Cx<'_>) {
    if !mark_of(key, &cx.world).read {
        note(&[key], |mark| mark.read = true, String::new(), cx);
    }
    if std::mem::replace(cautioned, true) || cx.world.store.mail().is_cautioned() {
        return;
    }
    let mail = vec![(CAUTION.into(), MailMark { read: true, ..MailMark::default() })];
    cx.push(Effect::Note { noted: Noted::mail(mail), said: String::new() });
    let lines = [
        "These messages were sent to addresses at domains you own, often meant for somebody else.",
        "Using or forwarding them may be illegal where you live. Do not reply as the intended recipient, and do not \
         reset passwords with them.",
        "Nothing in a message is loaded, opened or run here. Messages are not stored on this computer unless keep_mail \
         is set in the config; :purge mail deletes stored messages.",
    ];
    let way_on = [String::new(), "Press enter to read on.".to_owned()].map(|line| (Role::Dim, line));
    let lines = lines.into_iter().map(|line| (Role::Text, line.to_owned())).chain(way_on).collect();
    cx.show(Sheet { title: "Before you read caught mail".to_owned(), lines });
}
