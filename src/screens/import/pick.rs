//! Path of the file: which files are looked for, and what enter does.

use crate::api::limits::CSV_BYTES;
use crate::ui::Cx;
use crate::ui::widgets::pick::{Pick, Picks, Sought};

use super::state::ImportPage;

/// Kind of files the field looks for.
pub static CSV: Sought = Sought {
    label: "file",
    hint: "A CSV of up to 16 MB, such as a domains export or what a spreadsheet saves. tab completes, the arrows choose.",
    endings: &["csv"],
    most: CSV_BYTES,
};

impl Picks for ImportPage {
    fn pick(&mut self) -> Option<&mut Pick> {
        Some(&mut self.pick)
    }

    fn picked(&mut self, path: String, cx: &mut Cx<'_>) {
        self.look_at(&path, cx);
    }
}
