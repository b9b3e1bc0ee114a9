//! The part beside the list: facts of the row under the cursor, and of an import that is over the lines that need a look.

use crate::api::types::Import;
use crate::base::Id;
use crate::store::lists::jobs::{Line, Only};
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World};

use super::state::{Jobs, is_over};
use super::tabs::RowKey;
use super::{facts, places, words};

/// Lines of a kind that are shown at most; the opened import has them all.
const MOST: usize = 20;

/// About the row under the cursor.
pub fn parts(screen: &Jobs, look: &Look<'_>) -> Vec<Part> {
    let Some(sheet) = places::about(screen, &look.world) else { return Vec::new() };
    let title = Part::Title(sheet.title.clone());
    let mut parts: Vec<Part> = [title, Part::Blank].into_iter().chain(facts::in_short(sheet).parts()).collect();
    if let Some(RowKey::Import(id)) = screen.row() {
        for (only, title) in [(Only::Errors, "With an error"), (Only::Warnings, "With a warning")] {
            parts.extend(lines(id, only, title, &look.world));
        }
    }
    parts
}

/// The lines of a kind with what happened to them, as far as they were read: `acme.com   Not a valid domain name.`
fn lines(id: Id<Import>, only: Only, title: &str, world: &World<'_>) -> Vec<Part> {
    let Some(lines) = world.store.jobs().lines(id) else { return Vec::new() };
    let keys = lines.list(only);
    if keys.is_empty() {
        return Vec::new();
    }
    let said = |line: &Line| {
        let name = Part::Text(words::outcome(line, only).1, words::domain(line).0);
        [name, Part::Text(Role::Dim, words::what_happened(line))]
    };
    let more = keys.len() > MOST || !lines.is_whole(is_over(id, world));
    let mut parts = vec![Part::Blank, Part::Title(title.to_owned())];
    parts.extend(keys.iter().take(MOST).filter_map(|key| lines.get(*key)).flat_map(said));
    parts.extend(more.then(|| Part::Text(Role::Dim, "enter shows every line".to_owned())));
    parts
}
