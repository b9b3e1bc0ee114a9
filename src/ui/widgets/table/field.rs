//! Fields of a list, each defined once: its column, and what else belongs to it.

use super::Column;

/// Field: its column, and what belongs to it, such as the function that makes its cell, or its order.
pub type Field<F> = (Column, F);

/// Columns of these fields.
pub const fn columns_of<F, const N: usize>(fields: &[Field<F>; N]) -> [Column; N] {
    let mut columns = [Column::BASE; N];
    let mut at = 0;
    while at < N {
        columns[at] = fields[at].0;
        at += 1;
    }
    columns
}

/// Field of a column; `None` for a column that is not among these.
pub fn field_of<'a, F>(fields: &'a [Field<F>], column: &str) -> Option<&'a Field<F>> {
    fields.iter().find(|(of, _)| of.id == column)
}
