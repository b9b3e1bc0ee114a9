//! Words for inquiries in one line: the domain and the buyer.

use crate::base::fit;
use crate::store::Subject;
use crate::store::index::inquiries::{Chunks, Compact, Field};

/// Most cells of a buyer's name in a line.
const BUYER: usize = 40;

/// Inquiry that a note is about, if it is known.
pub fn row_of<'a>(about: &Subject, known: Option<&'a Chunks>) -> Option<&'a Compact> {
    let id = about.inquiry()?;
    known?.iter().map(|(row, ..)| row).find(|row| row.id == id)
}

/// Words for an inquiry: `solarpark.de · Anna Weber`.
pub fn asked(row: &Compact) -> String {
    format!("{} · {}", row.get(Field::Domain), fit(buyer(row).unwrap_or("a buyer"), BUYER))
}

/// Cleaned name of the buyer, else the address.
pub fn buyer(row: &Compact) -> Option<&str> {
    [Field::Buyer, Field::Email].into_iter().map(|field| row.get(field)).find(|who| !who.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Id, Timestamp};
    use crate::store::index::inquiries::FIELDS;

    #[test]
    fn a_long_name_is_cut_to_the_room_of_a_line() {
        let mut texts = [""; FIELDS];
        let (wide, name) = ("W".repeat(190), format!("{}…", "W".repeat(BUYER - 1)));
        (texts[Field::Domain as usize], texts[Field::Buyer as usize]) = ("a.com", &wide);
        let row = Compact::new(Id::new(1), Some(Timestamp(1)), None, None, &texts);
        assert_eq!(asked(&row), format!("a.com · {name}"));
    }
}
