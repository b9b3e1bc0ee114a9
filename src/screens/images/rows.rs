//! Rows: an image with its uses, or the progress of its upload.

use std::ops::Deref;

use crate::base::{Timestamp, clean_line};
use crate::store::{EntryId, ImageKey, ImageUses, Known, ShownImage, State};
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{CellText, Column, Cut, Exact, RowFlags};
use crate::ui::{Role, World, text};

use super::uses;

/// The columns; the first one always stays.
pub(super) const COLUMNS: &[Column] = &[
    Column::figure("id", "id", (5, 8), 1),
    Column::text("address", "address", (24, 60), 2),
    Column::text("type", "type", (8, 10), 4),
    Column::text("uses", "used by", (18, 24), 5),
    Column::time("added", "added", (11, 14), 3),
];

/// Row of the list: an image, or one that is being added.
#[derive(Debug)]
pub struct Row(pub ShownImage);

impl Deref for Row {
    type Target = ShownImage;

    fn deref(&self) -> &ShownImage {
        &self.0
    }
}

impl LocalRow for Row {
    type Key = ImageKey;
    type Tab = ();

    fn key(&self) -> ImageKey {
        self.key
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match column {
            "id" => match self.id() {
                Some(id) => CellText::from(id.to_string()).exact(id.get()),
                None => CellText::none(),
            },
            "address" => CellText { cut: Cut::Middle, ..clean_line(&self.address).into_owned().into() },
            "type" => {
                self.kind.as_ref().map_or_else(CellText::none, |kind| clean_line(kind.as_str()).into_owned().into())
            }
            "uses" if self.id().is_none() => CellText::none(),
            "uses" => match uses::words(&self.uses) {
                Some(words) if self.uses.value().is_some_and(ImageUses::is_none) => CellText::new(words, Role::Dim),
                Some(words) => words.into(),
                None => CellText::new(text::figure(&Known::<u64>::NotRead, |_| String::new()).text, Role::Dim),
            },
            _ if self.leaving => CellText::new("removing", Role::Staged).exact(self.date),
            _ => match self.key {
                ImageKey::Adding(entry) => CellText::new(progress(entry, world), Role::Staged).exact(self.date),
                ImageKey::Listed(_) => CellText::age(self.date, world.now, world.zone),
            },
        }
    }

    fn order(&self, column: &str, world: &World<'_>) -> Exact<'_> {
        match column {
            // An image being added, or just added, has no date yet and sorts as the newest.
            "added" => Exact::Time(self.date.unwrap_or(Timestamp(i64::MAX))),
            _ => self.cell(column, world).value(),
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: self.leaving || self.id().is_none(), ..RowFlags::default() }
    }
}

/// Progress of an upload: `waiting`, `42 %`, `checking`.
fn progress(entry: EntryId, world: &World<'_>) -> String {
    let kept = world.store.journal().get(entry);
    if kept.is_some_and(|kept| kept.targets.iter().any(|target| target.state == State::Unknown)) {
        return "checking".to_owned();
    }
    match world.store.upload(entry) {
        Some((sent, of)) if of > 0 && sent < of => format!("{} %", sent * 100 / of),
        Some(_) => "finishing".to_owned(),
        None => "adding".to_owned(),
    }
}
