//! `:drafts`: work that was started and is neither saved nor sent, with how to continue each.

use super::super::{Args, Cx, Effect, Menu, MenuItem, Outcome, Place, ScreenDef, text};
use super::Shell;
use crate::base::{DomainName, Id};
use crate::store::Store;

/// Goes to the review if something is there, and saves it there. A form has a command of its own for its changes.
pub(super) fn save(shell: &Shell, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    match (store.staging(), store.unsaved()) {
        (Some(_), _) if shell.current() == Some("review") => cx.done(Effect::Run("review.save", Args::default())),
        (Some(_), _) => cx.go(Place::Review),
        (None, 0) => Outcome::Refused("Nothing to save here: change a setting or a price first.".to_owned()),
        (None, _) => Outcome::Refused("Nothing to save here: :drafts lists what is unsaved.".to_owned()),
    }
}

/// Opens the menu of drafts.
pub(super) fn menu(shell: &mut Shell, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let changes = |many: usize| text::counted(many as u64, "change", "changes");
    let mut items = Vec::new();
    let reviewed: usize = store.under_review().map(|part| part.edits.len()).sum();
    if reviewed > 0 {
        items.push(MenuItem::new("Under review", changes(reviewed), vec![Effect::Go(Place::Review)]));
    }
    for (slot, about, many) in store.drafts().forms() {
        let Some(def) = shell.screens.iter().find(|def| def.id == slot) else { continue };
        items.push(MenuItem::new(label(def, about), changes(many), vec![visit(def, about)]));
    }
    let mut replies: Vec<_> = store.inquiries().drafts().iter().collect();
    replies.sort_by_key(|(_, draft)| std::cmp::Reverse(draft.at));
    for (id, draft) in replies {
        let age = draft.at.age(cx.world.now, cx.world.zone).text;
        let open = vec![Effect::Go(Place::Inquiry(Id::new(*id)))];
        items.push(MenuItem::new(reply(*id, store), format!("written {age}"), open));
    }
    if items.is_empty() {
        return Outcome::Refused("No drafts: nothing is unsaved, and no reply is kept.".to_owned());
    }
    cx.menu(Menu { title: "Drafts: not saved, not sent".to_owned(), items, keep_open: false })
}

fn label(def: &ScreenDef, about: &str) -> String {
    let names = about.split_whitespace().map(|name| DomainName::from_service(name).unicode().to_owned());
    match text::first_few(names) {
        names if names.is_empty() => def.title.to_owned(),
        names => format!("{} · {names}", def.title),
    }
}

/// Effect that opens a form, by what its draft is about: nothing, the number of a thing, or domains.
fn visit(def: &ScreenDef, about: &str) -> Effect {
    if about.is_empty() || about.parse::<i64>().is_ok() {
        return Effect::Open(def.id, Args::words(about.split_whitespace()));
    }
    Effect::Go(Place::SettingsOf(about.split(' ').map(DomainName::from_service).collect()))
}

fn reply(id: i64, store: &Store) -> String {
    match store.inquiries().row(Id::new(id)) {
        Some(row) if row.buyer().is_empty() => format!("Reply · {} · {}", row.domain(), row.email()),
        Some(row) => format!("Reply · {} · {}", row.domain(), row.buyer()),
        None => format!("Reply · inquiry {id}"),
    }
}
