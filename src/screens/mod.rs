//! The screens, one folder each: pure state, what they want to know, their commands and their picture.
//!
//! No screen fetches, reads a clock or a file; that is the runtime's work. What they are made of is in `ui/`.
//! Look first at [`ALL`], the one list that header, `--screen`, `:` and documentation read.

pub mod add;
pub mod csv;
pub mod domains;
pub mod import;
pub mod inquiries;
pub mod jobs;
mod lookalike;
mod marking;
mod verbs;
pub mod welcome;

use crate::base::Timestamp;
use crate::store::ViewSpec;
use crate::ui::{ScreenDef, ScreenId};

/// The screens of the header, in its order, then the pages that are opened from others.
pub const ALL: &[ScreenDef] = &[inquiries::DEF, domains::DEF, jobs::DEF, add::DEF, import::DEF, csv::DEF];

/// What there is instead while there is no account.
pub const FIRST_RUN: &[ScreenDef] = &[welcome::DEF];

/// The screen the program opens on.
pub const FIRST: ScreenId = inquiries::DEF.id;

/// The list that screen shows first, for the first page read from the disk before anything else runs.
pub fn first_view() -> ViewSpec {
    inquiries::first_view(Timestamp::default())
}
