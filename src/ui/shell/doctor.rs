//! Page with the token's abilities, shown in the first run and by `:doctor`.

use super::super::Role;
use super::super::widgets::page::Part;
use crate::store::Grid;

/// Abilities in groups below a line of counts; while they are unknown, a line saying that they are being tested.
pub fn abilities(grid: Option<&Grid>) -> Vec<Part> {
    let mut parts = vec![Part::Title("Token permissions".to_owned())];
    let Some(grid) = grid else {
        parts.push(Part::Text(Role::Dim, "Checking with one read each …".to_owned()));
        return parts;
    };
    if let Some(failure) = &grid.stopped {
        parts.push(Part::Text(Role::Bad, format!("The check stopped: {}", failure.with_hint())));
    }
    parts.push(Part::Text(Role::Text, grid.counts()));
    parts.push(Part::Text(Role::Dim, "Only read access is tested; the rest shows when you use it.".to_owned()));
    for (label, names) in grid.groups() {
        let tone = if label == Grid::ALLOWED { Role::Text } else { Role::Dim };
        parts.push(Part::Field { label: label.into(), value: names.join(", "), tone });
    }
    parts
}
