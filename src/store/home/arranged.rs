//! Arrangement of Home by the user: the order of its parts and which are shown, kept in a note about the account.

use super::Block;
use crate::store::notes::{Key, NoteChange, Notes};
use crate::store::subject::Subject;

/// Parts in their order, and whether each is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arranged(Vec<(Block, bool)>);

impl Default for Arranged {
    fn default() -> Self {
        Self(Block::ALL.into_iter().map(|block| (block, true)).collect())
    }
}

impl Arranged {
    /// Arrangement from the account's note; a part that the note does not name has its usual place.
    pub fn of(notes: &Notes) -> Self {
        let kept = notes.of(&Subject::Account).and_then(|record| record.get(&Key::Blocks));
        kept.map_or_else(Self::default, |entry| Self::read(&entry.value))
    }

    /// Reads a note such as `since -held answer`, in which a minus hides a part.
    fn read(text: &str) -> Self {
        let part = |word: &str| {
            let name = word.strip_prefix('-');
            Some((Block::ALL.into_iter().find(|block| block.word() == name.unwrap_or(word))?, name.is_none()))
        };
        let mut parts: Vec<(Block, bool)> = Vec::new();
        for (block, shown) in text.split_whitespace().filter_map(part) {
            if parts.iter().all(|(known, _)| *known != block) {
                parts.push((block, shown));
            }
        }
        for (place, block) in Block::ALL.into_iter().enumerate() {
            if parts.iter().all(|(known, _)| *known != block) {
                parts.insert(place.min(parts.len()), (block, true));
            }
        }
        Self(parts)
    }

    /// All parts in order, and whether each is shown.
    pub fn parts(&self) -> &[(Block, bool)] {
        &self.0
    }

    /// Shown parts in order.
    pub fn shown(&self) -> impl Iterator<Item = Block> {
        self.0.iter().filter(|(_, shown)| *shown).map(|(block, _)| *block)
    }

    /// Change of the note that hides a shown part, or shows a hidden one.
    pub fn toggling(&self, block: Block) -> NoteChange {
        let mut to = self.clone();
        to.0.iter_mut().filter(|(known, _)| *known == block).for_each(|(_, shown)| *shown = !*shown);
        to.note()
    }

    /// Change of the note that moves a part to the place of another one.
    pub fn moving(&self, block: Block, past: Block) -> NoteChange {
        let place = |wanted: Block| self.0.iter().position(|(known, _)| *known == wanted);
        let mut to = self.clone();
        if let Some((from, past)) = place(block).zip(place(past)) {
            let moved = to.0.remove(from);
            to.0.insert(past, moved);
        }
        to.note()
    }

    /// Note that keeps the arrangement; empty for the usual one.
    fn note(&self) -> NoteChange {
        let word = |(block, shown): &(Block, bool)| format!("{}{}", if *shown { "" } else { "-" }, block.word());
        let words: Vec<String> = self.0.iter().map(word).collect();
        let text = if *self == Self::default() { String::new() } else { words.join(" ") };
        NoteChange::new(Subject::Account, Key::Blocks, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_can_be_hidden_and_moved_and_a_new_part_has_its_usual_place() {
        let text = |change: NoteChange| change.value.unwrap_or_default().to_string();
        let hidden = Arranged::read(&text(Arranged::default().toggling(Block::Held)));
        assert_eq!(hidden.shown().count(), Block::ALL.len() - 1);
        assert_eq!(text(hidden.toggling(Block::Held)), "", "as for everybody");
        let moved = |block, past| Arranged::read(&text(Arranged::default().moving(block, past)));
        let first = |arranged: &Arranged| arranged.shown().take(3).collect::<Vec<_>>();
        assert_eq!(first(&moved(Block::Since, Block::Answer)), [Block::Since, Block::Answer, Block::Due]);
        assert_eq!(first(&moved(Block::Answer, Block::Since)), [Block::Due, Block::Since, Block::Answer]);
        // `nothing` is not a part of this version, and `held` is named twice.
        let read = Arranged::read("held nothing -held answer");
        assert_eq!(read.parts().len(), Block::ALL.len());
        assert!(read.parts().contains(&(Block::Held, true)));
    }
}
