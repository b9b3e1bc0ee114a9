//! Words of a search, and how well a text matches them.

use std::ops::Range;

use memchr::memmem::Finder;
use memchr::{memchr, memchr_iter, memchr2};

use crate::base::clean_line;
use crate::store::filter::texts::{Among, BETWEEN};

/// Most words of a search; further ones are ignored.
const WORDS: usize = 20;

/// Byte after each text of a row.
const END: u8 = BETWEEN as u8;

/// Most occurrences of a word that are checked in one running text, because a single letter occurs everywhere.
pub(super) const PLACES: usize = 4;
/// Bytes of a long text that are shown before and after a word.
const AROUND: usize = 300;

/// Quality of a match, from the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Whole name, title or address.
    Whole,
    /// Whole part of a name before the first dot or the `@`.
    Label,
    /// Beginning of a name, title or address.
    Prefix,
    /// Beginning of a word.
    Word,
    /// Any other place.
    Inside,
}

/// How a text of a row is used in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Code of the service, which is not searched.
    No,
    /// Name, title or address.
    Name,
    /// Running text, in which the beginning of a word is the best match.
    Text,
}

/// Query: words in lower case, all of which a thing must contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    text: String,
    words: Vec<String>,
}

impl Query {
    /// Query of a typed text.
    pub fn new(typed: &str) -> Self {
        let clean = clean_line(typed).to_lowercase();
        let words: Vec<String> = clean.split_whitespace().take(WORDS).map(str::to_owned).collect();
        Self { text: words.join(" "), words }
    }

    /// Words, separated by single spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True when everything that matches this query also matches `that`, because each word of `that` is part of a word
    /// of this one.
    pub fn narrows(&self, that: &Self) -> bool {
        that.words.iter().all(|word| self.words.iter().any(|own| own.contains(word.as_str())))
    }

    /// True when the query has no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Part of a long text around the first occurrence of the longest word.
    pub fn near<'t>(&self, text: &'t str) -> &'t str {
        let longest = self.words.iter().max_by_key(|word| word.len()).map_or("", String::as_str);
        let at = text.to_lowercase().find(longest).unwrap_or(0);
        // Where lower case is longer than the letter, the place is shifted a little, which does no harm.
        let whole = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        &text[whole(at.saturating_sub(AROUND))..whole(at + longest.len() + AROUND)]
    }

    /// Ranges of a text that match a word, in order and without overlaps.
    pub fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let mut lower = String::with_capacity(text.len());
        // Place in `text` of every byte of `lower`, then the end of `text`.
        let mut places = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            lower.extend(c.to_lowercase());
            places.resize(lower.len(), at);
        }
        places.push(text.len());
        let end = |at: usize| places[at..].iter().copied().find(|place| *place > places[at - 1]).unwrap_or(text.len());
        let all = self.words.iter().flat_map(|word| lower.match_indices(word.as_str()));
        let mut spans: Vec<Range<usize>> = all.map(|(at, found)| places[at]..end(at + found.len())).collect();
        spans.sort_by_key(|span| (span.start, span.end));
        spans.dedup_by(|next, before| {
            let meets = next.start <= before.end;
            before.end = if meets { before.end.max(next.end) } else { before.end };
            meets
        });
        spans
    }
}

/// Query prepared to be matched with many rows.
pub(super) struct Ready<'a> {
    words: Vec<Finder<'a>>,
    /// All words with spaces between them, if there are several.
    phrase: Option<Finder<'a>>,
}

impl<'a> Ready<'a> {
    pub fn new(query: &'a Query) -> Self {
        let mut words: Vec<Finder<'a>> = query.words.iter().map(|word| Finder::new(word.as_str())).collect();
        // The longest word is usually in the fewest rows, so it comes first.
        words.sort_by_key(|word| std::cmp::Reverse(word.needle().len()));
        Self { phrase: (words.len() > 1).then(|| Finder::new(query.text.as_str())), words }
    }

    /// Rows to look at: those with the first word, or for an empty query all.
    pub fn among(&self) -> Among<'_> {
        self.words.first().map_or(Among::All, Among::Holding)
    }

    /// Quality of a row's match, and the number of the text that decides it; `None` if a word is in no text. The last
    /// of `uses` holds for all further texts.
    pub fn judge(&self, row: &str, uses: &[Use]) -> Option<(Band, u8)> {
        self.judge_with(row, "", uses)
    }

    /// As [`Self::judge`], with a long text after those of the row. In it only words are searched for that the row
    /// does not have.
    pub fn judge_with(&self, row: &str, more: &str, uses: &[Use]) -> Option<(Band, u8)> {
        let find = |word, enough| best(row, uses, word, enough).or_else(|| within(more, uses, word));
        let mut words = self.words.iter();
        let mut worst = words.next().map_or(Some((Band::Word, 0)), |first| find(first, Band::Whole))?;
        for word in words {
            // A row matches as well as its worst word, so the search for this word may stop at an equally good match.
            let next = find(word, worst.0)?;
            worst = if next.0 > worst.0 { next } else { worst };
        }
        let phrase = self.phrase.as_ref().and_then(|phrase| find(phrase, Band::Whole));
        Some(phrase.map_or(worst, |phrase| phrase.min(worst)))
    }
}

/// Best match of a word in the texts of a row, and the first text that has it. The search stops at a match as good as
/// `enough`.
///
/// A single letter is in nearly all rows, so its places and the ends of texts are found together. For a longer word
/// only its places are searched for, and the ends before each are counted.
fn best(row: &str, uses: &[Use], word: &Finder<'_>, enough: Band) -> Option<(Band, u8)> {
    let (bytes, needle) = (row.as_bytes(), word.needle());
    let last_name = match uses.iter().rposition(|purpose| *purpose == Use::Name) {
        Some(last) if last + 1 == uses.len() => usize::MAX,
        last => last.unwrap_or(0),
    };
    let next = |from: usize| match needle {
        [letter] => memchr2(*letter, END, &bytes[from..]),
        _ => word.find(&bytes[from..]),
    };
    let mut best: Option<(Band, u8)> = None;
    let (mut place, mut from, mut looked) = (0, 0, 0);
    while let Some(at) = next(from).map(|at| from + at) {
        let passed = match needle {
            [_] => usize::from(bytes[at] == END),
            _ => memchr_iter(END, &bytes[from..at]).count(),
        };
        if passed > 0 {
            (place, looked) = (place + passed, 0);
            // The other texts are running texts, which cannot match better.
            if place > last_name && best.is_some_and(|(band, _)| band <= Band::Word) {
                break;
            }
        }
        if bytes[at] == END {
            from = at + 1;
            continue;
        }
        let purpose = uses.get(place).or(uses.last()).copied().unwrap_or(Use::No);
        if purpose == Use::No || purpose == Use::Text && looked == PLACES {
            // The rest of this text is skipped.
            let Some(end) = memchr(END, &bytes[at..]) else { break };
            from = at + end;
            continue;
        }
        (from, looked) = (at + needle.len(), looked + 1);
        let band = band(row, at, needle.len(), purpose == Use::Name);
        if best.is_none_or(|(known, _)| band < known) {
            best = Some((band, place as u8));
            if band <= enough {
                break;
            }
        }
    }
    best
}

/// Quality of a long text's match, from the first [`PLACES`] occurrences of the word.
fn within(text: &str, uses: &[Use], word: &Finder<'_>) -> Option<(Band, u8)> {
    let place = uses.len() as u8;
    let bands = word.find_iter(text.as_bytes()).take(PLACES);
    bands.map(|at| (if begins(text, at) { Band::Word } else { Band::Inside }, place)).min()
}

/// Quality of the match of a word of `word` bytes at a place.
fn band(row: &str, at: usize, word: usize, is_name: bool) -> Band {
    let is_first = at == 0 || row.as_bytes()[at - 1] == END;
    match row.as_bytes().get(at + word) {
        None | Some(&END) if is_first && is_name => Band::Whole,
        Some(b'.' | b'@') if is_first && is_name => Band::Label,
        _ if is_first && is_name => Band::Prefix,
        _ if begins(row, at) => Band::Word,
        _ => Band::Inside,
    }
}

/// True when no letter or digit comes before this place.
fn begins(text: &str, at: usize) -> bool {
    match at.checked_sub(1).map(|before| text.as_bytes()[before]) {
        None => true,
        Some(before) if before.is_ascii() => !before.is_ascii_alphanumeric(),
        Some(_) => text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric()),
    }
}
