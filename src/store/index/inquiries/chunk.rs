//! Rows in order, in shared pieces of up to 2,000, so that a snapshot is cheap and a changed mark copies one piece at
//! most.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::row::{Compact, FIELDS, Key};
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::filter::texts::Texts;

/// Most rows of a piece; a longer one is split.
const MOST: usize = 2_000;
/// Number of rows in each piece when all rows are built at once.
const USUAL: usize = 1_000;

/// Piece of up to 2,000 neighbouring rows.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub rows: Vec<Arc<Compact>>,
    /// Bits of each row, as the service sent them.
    pub bits: Vec<u32>,
    /// Number of the walk that last saw each row.
    pub walks: Vec<u32>,
    /// Version that changes whenever a row or its bits change.
    pub version: u64,
    blob: OnceLock<Arc<Texts>>,
}

/// Lower-case texts of a piece.
fn blob_of(rows: &[Arc<Compact>]) -> Texts {
    let bytes: usize = rows.iter().map(|row| row.parts().0.len() + FIELDS).sum();
    // Text in lower case may be a few bytes longer. Without room for them it would be moved to an allocation of twice
    // the size.
    let mut texts = Texts::with_room(bytes + bytes / 64, rows.len());
    for row in rows {
        texts.push(row.texts());
    }
    texts
}

impl Chunk {
    /// Lower-case texts, made at the first search after a change.
    pub fn blob(&self) -> &Texts {
        self.blob.get_or_init(|| Arc::new(blob_of(&self.rows)))
    }

    fn first(&self) -> Option<Key> {
        self.rows.first().map(|row| row.key())
    }

    fn find(&self, key: Key) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&key, |row| row.key())
    }
}

/// Result of adding one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    New,
    Changed,
    Same,
}

/// All rows in order, with the place of each id.
#[derive(Clone, Debug, Default)]
pub struct Chunks {
    pieces: Vec<Arc<Chunk>>,
    keys: HashMap<i64, Key>,
    version: u64,
    /// Number that grows when a row is added or removed, or its texts or figures change; marks do not count.
    told: u64,
    bytes: usize,
}

/// Bytes of a row without its texts.
const PLAIN: usize = 160;

fn bytes_of(row: &Compact) -> usize {
    row.parts().0.len() + PLAIN
}

impl Chunks {
    /// Rows from any order. Called off the loop when all are read from the disk.
    pub fn from_rows(mut rows: Vec<(Compact, u32, u32)>) -> Self {
        rows.sort_unstable_by_key(|(row, ..)| row.key());
        let mut all = Self::default();
        all.keys.reserve(rows.len());
        let mut piece = Chunk::default();
        for (row, bits, walk) in rows {
            if all.keys.insert(row.id.get(), row.key()).is_some() {
                continue;
            }
            all.bytes += bytes_of(&row);
            piece.rows.push(Arc::new(row));
            piece.bits.push(bits);
            piece.walks.push(walk);
            if piece.rows.len() == USUAL {
                all.push(std::mem::take(&mut piece));
            }
        }
        if !piece.rows.is_empty() {
            all.push(piece);
        }
        all
    }

    fn push(&mut self, mut piece: Chunk) {
        self.version += 1;
        self.told += 1;
        piece.version = self.version;
        self.pieces.push(Arc::new(piece));
    }

    /// Makes the lower-case texts now, so that the first search need not.
    pub fn warm(&self) {
        for piece in &self.pieces {
            piece.blob();
        }
    }

    pub fn pieces(&self) -> &[Arc<Chunk>] {
        &self.pieces
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    /// Version that changes whenever a row's texts or figures may change; marks do not count.
    pub fn told(&self) -> u64 {
        self.told
    }

    /// Approximate size of the rows in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn contains(&self, id: Id<Inquiry>) -> bool {
        self.keys.contains_key(&id.get())
    }

    /// Row, its bits as the service sent them, and the number of the walk that last saw it.
    pub fn get(&self, id: Id<Inquiry>) -> Option<(&Compact, u32, u32)> {
        let (piece, i) = self.place(id)?;
        let piece = &self.pieces[piece];
        Some((&piece.rows[i], piece.bits[i], piece.walks[i]))
    }

    /// Number of rows that are newer than a row.
    pub fn above(&self, id: Id<Inquiry>) -> Option<usize> {
        let (piece, i) = self.place(id)?;
        Some(self.pieces[..piece].iter().map(|piece| piece.rows.len()).sum::<usize>() + i)
    }

    fn place(&self, id: Id<Inquiry>) -> Option<(usize, usize)> {
        let key = *self.keys.get(&id.get())?;
        let piece = self.piece_of(key);
        self.pieces.get(piece)?.find(key).ok().map(|i| (piece, i))
    }

    /// Number of the piece that has a key, or would have it.
    fn piece_of(&self, key: Key) -> usize {
        self.pieces.partition_point(|piece| piece.first().is_some_and(|first| first <= key)).saturating_sub(1)
    }

    fn change(&mut self, piece: usize) -> &mut Chunk {
        self.version += 1;
        let chunk = Arc::make_mut(&mut self.pieces[piece]);
        chunk.version = self.version;
        chunk
    }

    /// Adds a row or replaces its older state. `walk` is the number of the walk that has seen it.
    pub fn put(&mut self, row: Compact, bits: u32, walk: u32) -> Put {
        let key = row.key();
        if let Some((piece, i)) = self.place(row.id) {
            let known = &self.pieces[piece];
            let (same_row, same_bits) = (*known.rows[i] == row, known.bits[i] == bits);
            if known.walks[i] < walk {
                // Nothing visible changes, so the version stays.
                Arc::make_mut(&mut self.pieces[piece]).walks[i] = walk;
            }
            if same_row && same_bits {
                return Put::Same;
            }
            if self.pieces[piece].rows[i].key() == key {
                self.bytes = self.bytes + bytes_of(&row) - bytes_of(&self.pieces[piece].rows[i]);
                self.told += u64::from(!same_row);
                let chunk = self.change(piece);
                chunk.bits[i] = bits;
                if !same_row {
                    chunk.rows[i] = Arc::new(row);
                    chunk.blob = OnceLock::new();
                }
                return Put::Changed;
            }
            let walk = walk.max(self.pieces[piece].walks[i]);
            self.remove(row.id);
            self.insert(row, bits, walk);
            return Put::Changed;
        }
        self.insert(row, bits, walk);
        Put::New
    }

    fn insert(&mut self, row: Compact, bits: u32, walk: u32) {
        let key = row.key();
        self.bytes += bytes_of(&row);
        self.keys.insert(row.id.get(), key);
        self.told += 1;
        if self.pieces.is_empty() {
            self.push(Chunk::default());
        }
        let piece = self.piece_of(key);
        let chunk = self.change(piece);
        let i = chunk.find(key).unwrap_or_else(|i| i);
        chunk.rows.insert(i, Arc::new(row));
        chunk.bits.insert(i, bits);
        chunk.walks.insert(i, walk);
        chunk.blob = OnceLock::new();
        if chunk.rows.len() > MOST {
            let half = chunk.rows.len() / 2;
            let tail = Chunk {
                rows: chunk.rows.split_off(half),
                bits: chunk.bits.split_off(half),
                walks: chunk.walks.split_off(half),
                ..Chunk::default()
            };
            self.version += 1;
            self.pieces.insert(piece + 1, Arc::new(Chunk { version: self.version, ..tail }));
        }
    }

    /// Removes a row; false when there was none.
    pub fn remove(&mut self, id: Id<Inquiry>) -> bool {
        let Some((piece, i)) = self.place(id) else { return false };
        self.bytes -= bytes_of(&self.pieces[piece].rows[i]);
        self.told += 1;
        let chunk = self.change(piece);
        chunk.rows.remove(i);
        chunk.bits.remove(i);
        chunk.walks.remove(i);
        chunk.blob = OnceLock::new();
        if chunk.rows.is_empty() {
            self.pieces.remove(piece);
        }
        self.keys.remove(&id.get());
        true
    }

    /// Sets the bits of a row; false when they were the same.
    pub fn set_bits(&mut self, id: Id<Inquiry>, bits: u32) -> bool {
        let Some((piece, i)) = self.place(id) else { return false };
        if self.pieces[piece].bits[i] == bits {
            return false;
        }
        self.change(piece).bits[i] = bits;
        true
    }

    /// All rows in order, each with its bits and the number of its walk.
    pub fn iter(&self) -> impl Iterator<Item = (&Compact, u32, u32)> {
        self.pieces
            .iter()
            .flat_map(|piece| (0..piece.rows.len()).map(move |i| (&*piece.rows[i], piece.bits[i], piece.walks[i])))
    }
}
