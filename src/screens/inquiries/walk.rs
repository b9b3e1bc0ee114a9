//! Words for the progress of the background walk over all inquiries.

use crate::api::limits::INQUIRIES_REACHED;
use crate::store::WalkState;
use crate::store::answers::budget;
use crate::ui::{list, text};

/// True when every inquiry the service gives out is known here.
pub fn is_complete(walk: WalkState) -> bool {
    matches!(walk, WalkState::Complete { .. })
}

/// Number of inquiries there will be, while they are being read and the service has sent the total.
pub fn still_unread(walk: WalkState, known: u64) -> Option<u64> {
    if let WalkState::Walking { of: Some(of), .. } = walk { Some(of.min(INQUIRIES_REACHED).max(known)) } else { None }
}

/// Words below the last row: that more is coming, or where older inquiries are. `None` when the list is whole.
pub fn under_last_row(walk: WalkState, known: u64) -> Option<String> {
    let reached = text::grouped(INQUIRIES_REACHED);
    match walk {
        WalkState::Complete { capped: true, .. } => {
            Some(format!("Only the newest {reached} are listed; :export inquiries includes older ones."))
        }
        WalkState::Walking { rows, of } => Some(format!("{}.", has_read(rows, of))),
        WalkState::MaybeIncomplete { rows, of: of @ Some(all) } if known < all => {
            Some(format!("{} ctrl-r reloads the list.", list::part(rows.max(known), of)))
        }
        WalkState::MaybeIncomplete { .. } => {
            Some("The list changed while loading; some inquiries may be missing. ctrl-r reloads it.".to_owned())
        }
        WalkState::Full { rows, of } => Some(format!("{}.", text::held(rows, of, budget::INQUIRIES))),
        WalkState::Complete { .. } | WalkState::Never => None,
    }
}

/// Sentence about inquiries that are not among the `known` rows; `None` if all are. More may be known than the walk has
/// read, because other answers bring rows, too.
pub fn left_out(walk: WalkState, known: u64) -> Option<String> {
    match walk {
        WalkState::Complete { capped: true, .. } => under_last_row(walk, known),
        WalkState::Complete { .. } => None,
        WalkState::Walking { rows, of } => {
            let of = of.map(|of| of.min(INQUIRIES_REACHED));
            Some(match of.filter(|of| known > rows && known >= *of) {
                Some(of) => format!("{} of {} read again.", text::grouped(rows), text::grouped(of)),
                None => list::part(rows.max(known), of),
            })
        }
        WalkState::MaybeIncomplete { of, .. } if of.is_none_or(|of| known >= of) => {
            Some("The list changed while it was read; some inquiries may be missing.".to_owned())
        }
        WalkState::MaybeIncomplete { rows, of } | WalkState::Full { rows, of } => Some(list::part(rows.max(known), of)),
        WalkState::Never => Some(list::part(known, None)),
    }
}

/// Sentence that a sorted, searched or counted list may not be complete; `None` when it is.
pub fn partly(walk: WalkState) -> Option<String> {
    match walk {
        WalkState::Walking { rows, of } => Some(has_read(rows, of)),
        WalkState::Full { rows, of } => Some(text::held(rows, of, budget::INQUIRIES)),
        _ => None,
    }
}

fn has_read(rows: u64, of: Option<u64>) -> String {
    let of = of.map_or_else(|| "up to 10,000".to_owned(), text::grouped);
    format!("Loading inquiries: {} of {of}", text::grouped(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of 203 rows was once called a part of 100, because other answers had brought the rest.
    #[test]
    fn a_part_counts_every_row_that_is_known() {
        let walking = |rows| WalkState::Walking { rows, of: Some(900) };
        let ended = WalkState::MaybeIncomplete { rows: 100, of: Some(900) };
        let changed = "The list changed while it was read; some inquiries may be missing.";
        for (walk, known, words) in [
            (walking(100), 100, "100 of 900 read."),
            (walking(100), 203, "203 of 900 read."),
            (walking(100), 900, "100 of 900 read again."),
            (ended, 203, "203 of 900 read."),
            (ended, 900, changed),
        ] {
            assert_eq!(left_out(walk, known).as_deref(), Some(words), "{walk:?} {known}");
        }
        let under = |known| under_last_row(ended, known).expect("words");
        assert!(under(203).starts_with("203 of 900 read. ctrl-r"), "{}", under(203));
        assert!(under(900).starts_with("The list changed"), "{}", under(900));
    }
}
