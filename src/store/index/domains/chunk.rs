//! Up to 1,024 rows by column, with all their names in one lower-case text, so that no row has an allocation of its
//! own.

use super::cells::{Cells, Field, Parts, bits};
use super::columns::{Column, Keys, SomeTexts};
use crate::store::filter::texts;

/// Number of rows in a full chunk.
pub(in crate::store) const ROWS: usize = 1_024;

/// Separator after each spelling of a name. Cleaned names do not contain it.
const END: u8 = 0x1f;

/// Text of one row that its cell cannot hold.
#[derive(Clone, Debug)]
struct Aside {
    row: u16,
    field: Field,
    text: Box<str>,
}

/// Rows in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct Chunk {
    keys: Keys,
    ids: Column<i64>,
    bits: Vec<u32>,
    times: [Vec<u32>; 4],
    figures: [Column<f64>; 3],
    /// Time at which each row was last read, in Unix seconds.
    read: Vec<u32>,
    /// Pass of the walk that last listed each row.
    pass: Column<u32>,
    /// Hash of the JSON text of each row, by which a changed text is noticed.
    marks: Vec<u32>,
    /// Punycode of every row, which may be empty, and its lower-case Unicode name where it differs. Each is followed
    /// by [`END`], so that every row has at least one byte.
    names: String,
    starts: Vec<u32>,
    /// Names that are shown in another form than the punycode.
    shown: SomeTexts,
    asides: Vec<Aside>,
    /// Version that changes with everything that a view shows or sorts by.
    pub version: u64,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_full(&self) -> bool {
        self.len() >= ROWS
    }

    /// Adds a row at the end.
    pub fn push(&mut self, key: u32, row: &Parts<'_>) {
        let cells = &row.cells;
        if self.keys.len() == 0 {
            self.reserve();
        }
        let i = self.len();
        self.keys.push(key);
        self.ids.set(i, cells.id);
        self.bits.push(cells.bits);
        for (column, time) in self.times.iter_mut().zip(cells.times) {
            column.push(time);
        }
        for (column, figure) in self.figures.iter_mut().zip(cells.figures) {
            column.set(i, figure);
        }
        self.read.push(row.read);
        self.pass.set(i, row.pass);
        self.marks.push(row.mark);
        self.names.push_str(row.punycode);
        self.names.push(char::from(END));
        if !row.lower.is_empty() {
            self.names.push_str(row.lower);
            self.names.push(char::from(END));
        }
        self.starts.push(self.names.len() as u32);
        self.shown.set(i, row.shown);
        self.put_asides(i, row.aside);
    }

    fn reserve(&mut self) {
        for column in self.times.iter_mut().chain([&mut self.bits, &mut self.read, &mut self.marks]) {
            column.reserve_exact(ROWS);
        }
        self.starts.reserve_exact(ROWS + 1);
        self.starts.push(0);
    }

    /// Approximate size of the texts and columns, in bytes.
    pub fn bytes(&self) -> usize {
        /// Bits, times, time of reading, mark and start of the names.
        const ROW: usize = 4 + 16 + 4 + 4 + 4;
        const ASIDE: usize = 48;
        let asides: usize = self.asides.iter().map(|aside| aside.text.len() + ASIDE).sum();
        let figures: usize = self.figures.iter().map(Column::bytes).sum();
        let columns = self.keys.bytes() + self.ids.bytes() + figures + self.pass.bytes() + self.len() * ROW;
        self.names.len() + self.shown.bytes() + asides + columns
    }

    /// Frees unused memory of the texts; called when the chunk is full.
    pub fn settle(&mut self) {
        self.names.shrink_to_fit();
        self.shown.shrink_to_fit();
    }

    fn put_asides(&mut self, i: usize, asides: &[(Field, Box<str>)]) {
        let row = i as u16;
        if asides.is_empty() && self.asides.iter().all(|aside| aside.row != row) {
            return;
        }
        self.asides.retain(|aside| aside.row != row);
        self.asides.extend(asides.iter().map(|(field, text)| Aside { row, field: *field, text: text.clone() }));
    }

    /// Replaces the cells, kept texts and shown name of a row. Its punycode cannot change.
    pub fn change(&mut self, i: usize, row: &Parts<'_>) {
        let cells = &row.cells;
        self.ids.set(i, cells.id);
        self.bits[i] = cells.bits;
        for (column, time) in self.times.iter_mut().zip(cells.times) {
            column[i] = time;
        }
        for (column, figure) in self.figures.iter_mut().zip(cells.figures) {
            column.set(i, figure);
        }
        self.put_asides(i, row.aside);
        if self.shown_as(i) != row.shown {
            self.shown.set(i, row.shown);
        }
    }

    /// Name as shown; empty where it equals the punycode.
    pub fn shown_as(&self, i: usize) -> &str {
        self.shown.get(i)
    }

    pub fn key(&self, i: usize) -> u32 {
        self.keys.get(i)
    }

    pub fn bits(&self, i: usize) -> u32 {
        self.bits[i]
    }

    pub fn set_bits(&mut self, i: usize, to: u32) {
        self.bits[i] = to;
    }

    /// Empties the place of a row.
    pub fn clear(&mut self, i: usize) {
        self.bits[i] = 0;
        self.put_asides(i, &[]);
    }

    pub fn time(&self, i: usize, time: usize) -> u32 {
        self.times[time][i]
    }

    pub fn figure(&self, i: usize, place: usize) -> f64 {
        self.figures[place].get(i)
    }

    pub fn read(&self, i: usize) -> u32 {
        self.read[i]
    }

    pub fn pass(&self, i: usize) -> u32 {
        self.pass.get(i)
    }

    pub fn mark(&self, i: usize) -> u32 {
        self.marks[i]
    }

    /// Notes that a row was read. The version stays, because nothing visible changes.
    pub fn seen(&mut self, i: usize, read: u32, pass: u32, mark: u32) {
        self.read[i] = self.read[i].max(read);
        self.pass.set(i, pass);
        self.marks[i] = mark;
    }

    pub fn stamp(&mut self, i: usize, pass: u32) {
        self.pass.set(i, pass);
    }

    pub fn cells(&self, i: usize) -> Cells {
        Cells {
            id: self.ids.get(i),
            bits: self.bits[i],
            times: std::array::from_fn(|time| self.times[time][i]),
            figures: std::array::from_fn(|figure| self.figures[figure].get(i)),
        }
    }

    pub fn asides(&self, i: usize) -> Vec<(Field, Box<str>)> {
        if self.asides.is_empty() {
            return Vec::new();
        }
        self.asides.iter().filter(|aside| usize::from(aside.row) == i).map(|a| (a.field, a.text.clone())).collect()
    }

    pub fn aside(&self, i: usize, field: Field) -> Option<&str> {
        self.asides.iter().find(|a| usize::from(a.row) == i && a.field == field).map(|aside| &*aside.text)
    }

    /// Both spellings in lower case, each followed by [`END`].
    pub fn names(&self, i: usize) -> &str {
        &self.names[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Both spellings in lower case, without [`END`] after the last.
    fn spellings(&self, i: usize) -> &str {
        let names = self.names(i);
        names.strip_suffix(char::from(END)).unwrap_or(names)
    }

    pub fn punycode(&self, i: usize) -> &str {
        let names = self.names(i);
        &names[..memchr::memchr(END, names.as_bytes()).unwrap_or(names.len())]
    }

    /// Unicode name in lower case; empty where it equals the punycode.
    pub fn lower(&self, i: usize) -> &str {
        self.spellings(i).split_once(char::from(END)).map_or("", |(_, lower)| lower)
    }

    /// Sort key: the Unicode name in lower case.
    pub fn sorted_by(&self, i: usize) -> &str {
        let names = self.spellings(i);
        names.rsplit_once(char::from(END)).map_or(names, |(_, lower)| lower)
    }

    pub fn shown(&self, i: usize) -> &str {
        let shown = self.shown_as(i);
        if shown.is_empty() { self.punycode(i) } else { shown }
    }

    pub fn is_there(&self, i: usize) -> bool {
        self.bits[i] & bits::THERE != 0
    }

    /// Calls `hit` with each place that `among` selects, including empty places; see [`texts::Among::each`].
    pub fn each(&self, among: texts::Among<'_>, from: usize, hit: impl FnMut(usize)) {
        among.each((self.names.as_bytes(), &self.starts), from, hit);
    }

    /// Calls `hit` with every place whose names contain the needle, in order, once each, including empty places.
    pub fn search(&self, needle: &memchr::memmem::Finder<'_>, hit: impl FnMut(usize)) {
        texts::search(self.names.as_bytes(), &self.starts, needle, hit);
    }
}
