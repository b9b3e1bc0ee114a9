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
pub fn under_last_row(walk: WalkState) -> Option<String> {
    let reached = text::grouped(INQUIRIES_REACHED);
    match walk {
        WalkState::Complete { capped: true, .. } => {
            Some(format!("Only the newest {reached} are listed; :export inquiries includes older ones."))
        }
        WalkState::Walking { rows, of } => Some(format!("{}.", has_read(rows, of))),
        WalkState::MaybeIncomplete { rows, of: of @ Some(_) } => {
            Some(format!("{} ctrl-r reloads the list.", list::part(rows, of)))
        }
        WalkState::MaybeIncomplete { of: None, .. } => {
            Some("The list changed while loading; some inquiries may be missing. ctrl-r reloads it.".to_owned())
        }
        WalkState::Full { rows, of } => Some(format!("{}.", text::held(rows, of, budget::INQUIRIES))),
        WalkState::Complete { .. } | WalkState::Never => None,
    }
}

/// Sentence about inquiries that are not among the known rows; `None` if all are.
pub fn left_out(walk: WalkState, known: u64) -> Option<String> {
    match walk {
        WalkState::Complete { capped: true, .. } => under_last_row(walk),
        WalkState::Complete { .. } => None,
        WalkState::MaybeIncomplete { of: None, .. } => {
            Some("The list changed while it was read; some inquiries may be missing.".to_owned())
        }
        WalkState::Walking { rows, of } => Some(list::part(rows, of.map(|of| of.min(INQUIRIES_REACHED)))),
        WalkState::MaybeIncomplete { rows, of: of @ Some(_) } | WalkState::Full { rows, of } => {
            Some(list::part(rows, of))
        }
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
