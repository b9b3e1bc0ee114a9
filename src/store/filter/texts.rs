//! Search through many texts at once, stored one after the other in one string.

use memchr::memmem::Finder;

/// Separator after each text of a row. Cleaned texts do not contain it.
pub const BETWEEN: char = '\u{1f}';

/// Texts of many rows, in lower case.
#[derive(Debug)]
pub struct Texts {
    text: String,
    /// Place at which each row begins, and at the end the length of all.
    starts: Vec<u32>,
}

impl Default for Texts {
    fn default() -> Self {
        Self::with_room(0, 0)
    }
}

impl Texts {
    /// Empty texts, with room for `bytes` bytes and `rows` rows.
    pub fn with_room(bytes: usize, rows: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { text: String::with_capacity(bytes), starts }
    }

    /// Adds a row with these texts.
    pub fn push<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        for text in texts {
            if text.is_ascii() {
                let at = self.text.len();
                self.text.push_str(text);
                self.text[at..].make_ascii_lowercase();
            } else {
                self.text.push_str(&text.to_lowercase());
            }
            self.text.push(BETWEEN);
        }
        self.starts.push(self.text.len() as u32);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Texts of one row, each followed by [`BETWEEN`].
    pub fn row(&self, i: usize) -> &str {
        &self.text[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Text number `field` of one row.
    pub fn field(&self, i: usize, field: usize) -> &str {
        self.row(i).split(BETWEEN).nth(field).unwrap_or_default()
    }

    /// Calls `hit` with each row that `among` selects; see [`Among::each`].
    pub fn each(&self, among: Among<'_>, from: usize, hit: impl FnMut(usize)) {
        among.each((self.text.as_bytes(), &self.starts), from, hit);
    }

    /// Calls `hit` with every row that contains the needle, in order, once each.
    pub fn search(&self, needle: &Finder<'_>, hit: impl FnMut(usize)) {
        search(self.text.as_bytes(), &self.starts, needle, hit);
    }
}

/// Selection of the texts that a search looks at.
#[derive(Clone, Copy)]
pub enum Among<'a> {
    All,
    /// Texts that contain the needle.
    Holding(&'a Finder<'a>),
    /// Texts at these places, in order, such as the results of a wider search.
    Places(&'a [u32]),
}

impl Among<'_> {
    /// Calls `hit` with the place of each selected text, counted in `all`. The first text has the place `from` among
    /// the places selected; text `i` lies from `starts[i]` to `starts[i + 1]`.
    pub fn each(self, (all, starts): (&[u8], &[u32]), from: usize, mut hit: impl FnMut(usize)) {
        let many = starts.len() - 1;
        match self {
            Self::All => (0..many).for_each(hit),
            Self::Holding(needle) => search(all, starts, needle, hit),
            Self::Places(places) => {
                let first = places.partition_point(|place| (*place as usize) < from);
                let here = places[first..].iter().map(|place| *place as usize - from);
                here.take_while(|i| *i < many).for_each(&mut hit);
            }
        }
    }
}

/// Calls `hit` with every text that contains the needle, in order, once each. Text `i` lies from `starts[i]` to
/// `starts[i + 1]`. The needle must not be able to match across the end of a text.
pub fn search(all: &[u8], starts: &[u32], needle: &Finder<'_>, mut hit: impl FnMut(usize)) {
    let (mut from, mut text) = (0, 0);
    while text + 1 < starts.len() {
        let Some(at) = needle.find(&all[from..]) else { return };
        let at = (from + at) as u32;
        // The next hit is usually near, so a few texts are tried before a binary search.
        let near = (text + 1..starts.len().min(text + 8)).find(|next| starts[*next] > at);
        text = near.map_or_else(|| text + starts[text + 1..].partition_point(|start| *start <= at), |next| next - 1);
        hit(text);
        text += 1;
        if text + 1 >= starts.len() {
            return;
        }
        from = starts[text] as usize;
    }
}
