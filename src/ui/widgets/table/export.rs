//! A whole list as a file: all rows in the order and under the filter of the screen, with the chosen columns.

use super::{Form, GoOn, Key, Rows, Table, Writing};
use crate::ui::{Made, SaveFrom};

/// List to be written to a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewExport {
    /// Proposed name of the file.
    pub name: String,
    pub from: SaveFrom,
    pub rows: usize,
}

impl<K: Key> Table<K> {
    /// Whole list as a file called `name` with the ending of its form.
    pub fn export(&self, name: &str, form: Form, rows: &impl Rows<K>) -> ViewExport {
        let text = self.writing(form).write(rows, &mut |_| true).unwrap_or_default();
        ViewExport { name: format!("{name}{}", form.ending()), from: SaveFrom::Text(text.into()), rows: self.ids.len() }
    }

    /// Whole list as a file, for lists that may be long: `write` gives the rows to the writer on another thread.
    pub fn export_beside(
        &self,
        name: &str,
        form: Form,
        write: impl FnOnce(&Writing<K>, GoOn<'_>) -> Option<String> + Send + 'static,
    ) -> ViewExport
    where
        K: Send + Sync + 'static,
    {
        let writing = self.writing(form);
        let rows = self.ids.len();
        let text = Made::new(move |go_on| write(&writing, go_on));
        ViewExport { name: format!("{name}{}", form.ending()), from: SaveFrom::Made { rows, text }, rows }
    }

    /// List as it is now, without its cells.
    pub fn writing(&self, form: Form) -> Writing<K> {
        let columns = self.filed().filter(|column| !column.drawn).cloned().collect();
        Writing { form, columns, ids: self.ids.clone() }
    }
}
