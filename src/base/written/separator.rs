//! Separators between the cells of a row.

use csv::ReaderBuilder;
use serde::{Deserialize, Serialize};

use crate::base::named;

named! {
    /// Character between cells.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Separator (
        /// Words for people: `semicolons`.
        words
    ) {
        #[default]
        Comma = "commas";
        Semicolon = "semicolons";
        Tab = "tabs";
        Bar = "bars";
    }
}

/// Number of rows from which the separator is recognized.
const FIRST: usize = 50;

impl Separator {
    pub fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }

    /// The separator of that name or character.
    pub fn parse(word: &str) -> Option<Self> {
        let called =
            |known: &Self| known.words().trim_end_matches('s').eq_ignore_ascii_case(word.trim_end_matches(['s', 'S']));
        let written = |known: &Self| word.as_bytes() == [known.byte()];
        Self::ALL.into_iter().find(|known| called(known) || written(known))
    }

    /// Separator by which the first rows have the most equal cells.
    pub fn seen(text: &str) -> Self {
        let score = |separator: Self| {
            let rows = ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .delimiter(separator.byte())
                .from_reader(text.as_bytes())
                .into_records();
            let widths: Vec<usize> = rows.take(FIRST).filter_map(|record| Some(record.ok()?.len())).collect();
            let usual = widths.first().copied().unwrap_or(1);
            let alike = widths.iter().filter(|width| **width == usual).count();
            if usual < 2 { 0 } else { alike * 1000 / widths.len().max(1) + usual.min(100) }
        };
        // The comma wins if scores are equal or all zero, so that no other character is chosen by chance.
        let likeliest = Self::ALL.into_iter().rev().max_by_key(|known| score(*known));
        likeliest.filter(|known| score(*known) > 0).unwrap_or_default()
    }

    /// Separator named by a first line such as `sep=;`, and the text after that line.
    pub fn named(text: &str) -> Option<(Self, &str)> {
        let (first, rest) = text.split_once('\n')?;
        let first = first.strip_suffix('\r').unwrap_or(first).trim_matches('"');
        let name = first.get(..4).filter(|name| name.eq_ignore_ascii_case("sep="))?;
        Some((Self::ALL.into_iter().find(|known| first.as_bytes()[name.len()..] == [known.byte()])?, rest))
    }
}
