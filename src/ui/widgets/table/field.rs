//! Fields of a row, each said once: its column, and what makes its cell.

use super::Column;

/// A field: its column, and the function that makes its cell, of the list's own type.
pub type Field<F> = (Column, F);

/// The columns of these fields.
pub const fn columns_of<F, const N: usize>(fields: &[Field<F>; N]) -> [Column; N] {
    let mut columns = [Column::BASE; N];
    let mut at = 0;
    while at < N {
        columns[at] = fields[at].0;
        at += 1;
    }
    columns
}

/// What makes the cell of a column; `None` for one that is not among these fields.
pub fn cell_of<F: Copy>(fields: &[Field<F>], column: &str) -> Option<F> {
    fields.iter().find(|(of, _)| of.id == column).map(|(_, cell)| *cell)
}
