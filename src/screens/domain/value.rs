//! Worth of the names of an act: their BIN prices, added up currency by currency.

use crate::store::{DomainRow, Worth};
use crate::ui::World;
use crate::ui::text;

/// Sum of the BIN prices of some rows.
pub fn worth(rows: &[DomainRow<'_>], world: &World<'_>) -> Worth {
    let mut worth = Worth::default();
    for row in rows {
        worth.add_bin(row, world.store.currency_of(row.punycode()).unwrap_or_default());
    }
    worth
}

/// Sentence on the BIN prices lost when these rows are removed.
pub fn goes(rows: &[DomainRow<'_>], world: &World<'_>) -> String {
    let worth = worth(rows, world);
    let unknown = match worth.unknown {
        0 => String::new(),
        n => format!(" The price of {} is not known.", text::counted(n as u64, "name", "names")),
    };
    if let Some(prices) = worth.of_bins().filter(|_| worth.is_counted()) {
        return format!("{prices} are deleted too.{unknown}");
    }
    match (rows.len(), worth.words()) {
        (1, Some(sum)) => format!("Its BIN price of {sum} is deleted too."),
        (1, None) if worth.unknown == 0 => "It has no BIN price.".to_owned(),
        (1, None) => "Its BIN price is not known.".to_owned(),
        (_, None) if worth.unknown == 0 => "None of them has a BIN price.".to_owned(),
        (_, None) => format!("Their BIN prices are not known.{unknown}"),
        (_, Some(sum)) => {
            let priced = text::counted(worth.priced as u64, "name", "names");
            format!("BIN prices of {sum} on {priced} are deleted too.{unknown}")
        }
    }
}
