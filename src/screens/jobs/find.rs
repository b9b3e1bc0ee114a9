//! Finding in the lists: the rows in which every word typed behind `/` stands somewhere.

use crate::store::jobs::Lines;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::table::{Column, Rows, Table};
use crate::ui::{Glyphs, World};

use super::columns::{self, Cells};
use super::state::RowKey;

/// Gives a table those of these rows that are looked for, unless it has them. `total` is how many there are at the
/// service, of which these are known.
pub fn set<K>(
    table: &mut Table<RowKey>,
    bar: &mut FilterBar,
    keys: &[K],
    total: Option<u64>,
    world: &World<'_>,
    lines: Option<&Lines>,
    row: impl Fn(&K) -> RowKey,
) {
    let words: Vec<String> = bar.value().split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        table.set_total(total);
        if table.len() != keys.len() || !table.ids().iter().zip(keys).all(|(known, key)| *known == row(key)) {
            table.set_ids(keys.iter().map(row).collect());
        }
        return;
    }
    let cells = Cells::new(world, lines, Glyphs::get(true));
    let mut any = String::new();
    let found: Vec<RowKey> = keys.iter().map(row).filter(|key| holds(&cells, key, &words, &mut any)).collect();
    let known = keys.len() as u64;
    bar.set_counts(found.len() as u64, known);
    let whole = total.is_none_or(|total| total <= known);
    bar.set_terms(Vec::new(), words);
    bar.set_checked(total.filter(|_| !whole).map(|total| (known, total)));
    table.set_total(None);
    if table.ids()[..] != found {
        table.set_ids(found.into());
    }
}

/// Every word stands in one of the cells, whichever columns are shown.
fn holds(cells: &Cells<'_>, key: &RowKey, words: &[String], text: &mut String) -> bool {
    text.clear();
    for Column { id, .. } in columns::of_row(key) {
        text.push_str(&cells.cell(key, id).text);
        text.push('\n');
    }
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
