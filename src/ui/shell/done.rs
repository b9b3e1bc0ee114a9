//! The log of what was done: time, targets, outcome, and the way back if there is one.

use super::super::widgets::page::Part;
use super::super::{Look, Role};

pub(super) fn parts(_: &Look<'_>) -> Vec<Part> {
    vec![Part::Text(Role::Dim, "Nothing was done yet.".to_owned())]
}
