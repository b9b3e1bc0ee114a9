//! Layout of a text, kept until its parts or its width change, so that scrolling costs only the rows shown.

use std::cell::{Ref, RefCell};
use std::sync::Arc;

use crate::base::{Kept, work};

/// Text of the last frame: its parts and their lines.
#[derive(Clone, Debug)]
pub(super) struct Laid<P, L>(RefCell<Text<P, L>>);

#[derive(Clone, Debug)]
pub(super) struct Text<P, L> {
    parts: Vec<P>,
    by: (usize, bool),
    pub lines: Vec<L>,
    /// Lines that match a search, kept by the searched text.
    found: Kept<String, Arc<[usize]>>,
}

impl<P, L> Default for Laid<P, L> {
    fn default() -> Self {
        Self(RefCell::new(Text { parts: Vec::new(), by: (0, false), lines: Vec::new(), found: Kept::default() }))
    }
}

impl<P: Clone + PartialEq, L> Laid<P, L> {
    /// Layout of the parts at a width, for a terminal with or without non-ASCII signs. Made again only if one of
    /// these has changed since the last frame.
    pub fn of(&self, parts: &[P], by: (usize, bool), make: impl FnOnce() -> Vec<L>) -> Ref<'_, Text<P, L>> {
        let is_same = |text: &Text<P, L>| text.by == by && text.parts == parts;
        if !is_same(&self.0.borrow()) {
            let lines = make();
            work::looked_at(lines.len());
            self.0.replace(Text { parts: parts.to_vec(), by, lines, found: Kept::default() });
        }
        self.0.borrow()
    }
}

impl<P, L> Text<P, L> {
    /// Indices of the lines that match the searched words.
    pub fn found(&self, words: &str, search: impl FnOnce(&[L]) -> Vec<usize>) -> Arc<[usize]> {
        self.found.get(words.to_owned(), |_| {
            work::looked_at(if words.is_empty() { 0 } else { self.lines.len() });
            search(&self.lines).into()
        })
    }
}
