//! What a token may do, as a page: said at the first run and by `:doctor`.

use super::super::Role;
use super::super::widgets::page::Part;
use crate::store::{Grid, Known};

/// The grid in words; while it is not known, that it is being asked.
pub fn abilities(grid: Option<&Grid>) -> Vec<Part> {
    let mut parts = vec![Part::Title("What the token may do".to_owned())];
    let Some(grid) = grid else {
        parts.push(Part::Text(Role::Dim, "Asking with one read each …".to_owned()));
        return parts;
    };
    if let Some(failure) = &grid.stopped {
        parts.push(Part::Text(Role::Bad, format!("Asking ended: {}", failure.with_hint())));
    }
    for (known, label, role) in [
        (Known::Yes, "It may", Role::Good),
        (Known::No, "It may not", Role::Bad),
        (Known::Unclear, "Not clear", Role::Warn),
        (Known::OnUse, "Known on first use", Role::Dim),
    ] {
        let names = grid.names(known);
        let value = if names.is_empty() { crate::ui::text::NONE.to_owned() } else { names.join(", ") };
        let tone = if names.is_empty() { Role::Dim } else { role };
        if !names.is_empty() || matches!(known, Known::Yes | Known::No) {
            parts.push(Part::Field { label: label.into(), value, tone });
        }
    }
    parts.push(Part::Text(Role::Dim, "Only reads are asked; nothing is changed to find out.".to_owned()));
    parts
}
