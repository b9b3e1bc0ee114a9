//! The screens, one folder each: pure state, what they want to know, their commands and their picture.
//!
//! No screen fetches, reads a clock or a file; that is the runtime's work. What they are made of is in `ui/`.
//! Look first at [`ALL`], the one list that header, `--screen`, `:` and documentation read.

pub mod inquiries;
pub mod welcome;

use crate::ui::ScreenDef;

/// The screens of the header, in its order.
pub const ALL: &[ScreenDef] = &[inquiries::DEF];

/// The first run, which the runtime opens alone while there is no account.
pub const FIRST_RUN: &[ScreenDef] = &[welcome::DEF];
