//! Fields of a list, each said once: its column, and what a list says of it besides.

use super::Column;

/// A field: its column, and what belongs to it, such as what makes its cell or the order by it.
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

/// The field of a column; `None` for a column that is not among these.
pub fn field_of<'a, F>(fields: &'a [Field<F>], column: &str) -> Option<&'a Field<F>> {
    fields.iter().find(|(of, _)| of.id == column)
}
