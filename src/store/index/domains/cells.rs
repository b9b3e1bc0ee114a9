//! One domain read from an answer: its figures and flags in a few cells of fixed size, its texts cleaned.

use std::sync::Arc;

use serde_json::Value;

use crate::api::types::{Domain, DomainState};
use crate::api::{Row, Seen};
use crate::base::{Timestamp, Untrusted, clean_line, start_of};

/// Bits of a domain, 32 in each row.
pub mod bits {
    /// Bits of the five tabs, in the order of `DomainTab::ALL`.
    pub const TABS: u32 = 0b1_1111;
    /// Bits of the state: its place in `DomainState::KNOWN` plus one; 0 if the service sent none, 7 for an unknown
    /// word, which is kept as a text beside the cells.
    pub const STATE: u32 = 0b111 << STATE_AT;
    pub(in crate::store) const STATE_AT: u32 = 5;
    pub(in crate::store) const STATE_OTHER: u32 = 7;
    /// Bit set in every row; a place without it is empty.
    pub const THERE: u32 = 1 << 27;
}

/// Flags of a domain, each yes, no or not sent. The number is the shift to the flag's two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Approved = 8,
    Verified = 10,
    Host = 12,
    ForSale = 14,
    Lander = 25,
}

impl Flag {
    const ALL: [Self; 5] = [Self::Approved, Self::Verified, Self::Host, Self::ForSale, Self::Lander];
}

/// BIN price, target price or offers of a domain. The number is the shift to the three bits that hold its [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Bin = 16,
    Target = 19,
    Offers = 22,
}

/// Kinds of values that a [`Figure`] can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::store) enum Kind {
    #[default]
    Missing,
    Null,
    No,
    Yes,
    Number,
    /// Any other value, kept beside the cells as its JSON text.
    Aside,
}

/// Times of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainTime {
    Added,
    VerifiedSince,
    LastVerified,
    NextCheck,
}

/// Fields whose text a row keeps beside its cells when the cell cannot hold the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::store) enum Field {
    State,
    Bin,
    Target,
    Offers,
    Added,
    VerifiedSince,
    LastVerified,
    NextCheck,
}

impl Field {
    const ALL: [Self; 8] = [
        Self::State,
        Self::Bin,
        Self::Target,
        Self::Offers,
        Self::Added,
        Self::VerifiedSince,
        Self::LastVerified,
        Self::NextCheck,
    ];

    pub fn from_number(n: u8) -> Option<Self> {
        Self::ALL.get(usize::from(n)).copied()
    }
}

/// Special values of a time's cell, which otherwise holds Unix seconds: null, and not sent.
const NULL: u32 = 0;
const UNTOLD: u32 = 1;
/// Value of the cell of a time that does not fit; the time is kept beside the cells.
const ASIDE: u32 = u32::MAX;

/// Most bytes of a text kept beside the cells.
const ASIDE_BYTES: usize = 400;
/// Most bytes of each spelling of a name. A valid name has at most 253 letters.
pub(in crate::store) const NAME_BYTES: usize = 1_200;

/// Cells of a row, without its texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cells {
    /// The service's own identifier; 0 when it sent none.
    pub id: i64,
    pub bits: u32,
    pub times: [u32; 4],
    /// BIN price, target price and offers, where these are numbers; else 0.
    pub figures: [f64; 3],
}

/// Texts that a row keeps beside its cells, each with its field.
pub(in crate::store) type Asides = Vec<(Field, Box<str>)>;

/// Row of an answer, made off the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Fresh {
    /// Punycode of the domain as the service sent it, by which the index finds the row.
    pub punycode: Box<str>,
    /// Unicode name in lower case; empty where it equals the punycode.
    pub lower: Box<str>,
    /// Name as shown, in the owner's casing; empty where it equals the punycode.
    pub shown: Box<str>,
    /// Cells without the tab bits, which [`super::DomainIndex::absorb`] sets.
    pub cells: Cells,
    pub(in crate::store) aside: Asides,
    /// JSON text of the row as received.
    pub raw: Arc<str>,
    /// Hash of `raw`, by which a changed text is noticed.
    pub mark: u32,
}

/// Row for the index, borrowed from an answer, the disk or the index itself.
#[derive(Clone, Copy)]
pub(in crate::store) struct Parts<'a> {
    /// Punycode, as in [`Fresh`]; the next two as well.
    pub punycode: &'a str,
    pub lower: &'a str,
    pub shown: &'a str,
    pub cells: Cells,
    pub aside: &'a [(Field, Box<str>)],
    pub mark: u32,
    /// Time of reading in Unix seconds; `pass` is the pass of the walk that last listed the row.
    pub read: u32,
    pub pass: u32,
}

impl Fresh {
    pub(in crate::store) fn parts(&self, read: u32, pass: u32) -> Parts<'_> {
        Parts {
            punycode: &self.punycode,
            lower: &self.lower,
            shown: &self.shown,
            cells: self.cells,
            aside: &self.aside,
            mark: self.mark,
            read,
            pass,
        }
    }

    /// Reads a row of an answer.
    pub fn new(row: &Row<Domain>) -> Self {
        let domain = &row.value;
        let name = &domain.punycode;
        let punycode = clean_line(start_of(name.punycode(), NAME_BYTES / 2));
        let punycode = start_of(&punycode, NAME_BYTES);
        let unicode = start_of(name.unicode(), NAME_BYTES);
        let lower = unicode.to_lowercase();
        let lower = start_of(&lower, NAME_BYTES);
        let shown = shown(unicode, lower, domain.name.get());
        let shown = start_of(&shown, NAME_BYTES);
        let (cells, aside) = cells(domain);
        Self {
            lower: if lower == punycode { Box::default() } else { lower.into() },
            shown: if shown == punycode { Box::default() } else { shown.into() },
            punycode: punycode.into(),
            cells,
            aside,
            mark: mark(&row.raw),
            raw: row.raw.clone(),
        }
    }

    /// All rows of a page.
    pub fn page<'a>(rows: impl IntoIterator<Item = &'a Row<Domain>>) -> Vec<Self> {
        rows.into_iter().map(Self::new).collect()
    }
}

/// Name to show: the display name if it differs from the domain's name in casing only, else the domain's name.
fn shown<'a>(unicode: &'a str, lower: &str, name: Option<&'a Untrusted>) -> std::borrow::Cow<'a, str> {
    let Some(name) = name else { return unicode.into() };
    let name = name.line();
    if name.trim().to_lowercase() == *lower { name } else { unicode.into() }
}

/// Hash of a text: FNV-1a over words of eight bytes.
pub(super) fn mark(text: &str) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 32)) as u32
}

fn cells(domain: &Domain) -> (Cells, Asides) {
    let mut cells = Cells { id: domain.domain_id.copied().map_or(0, |id| id.0), ..Cells::default() };
    let mut aside = Asides::new();
    cells.bits = bits::THERE;
    match domain.state.get() {
        None => {}
        Some(DomainState::Other(word)) => {
            cells.bits |= bits::STATE_OTHER << bits::STATE_AT;
            aside.push((Field::State, start_of(&clean_line(word), ASIDE_BYTES).into()));
        }
        Some(state) => cells.bits |= state_bits(state),
    }
    for (flag, seen) in [
        (Flag::Approved, &domain.is_approved),
        (Flag::Verified, &domain.is_verified),
        (Flag::Host, &domain.is_portfolio_host),
        (Flag::ForSale, domain.for_sale()),
    ] {
        cells.set_flag(flag, seen.copied());
    }
    let lander = &domain.lander_url;
    cells.set_flag(Flag::Lander, (!lander.is_missing()).then(|| lander.get().is_some_and(|url| !url.is_blank())));
    let times = [
        (DomainTime::Added, Field::Added, &domain.added_date),
        (DomainTime::VerifiedSince, Field::VerifiedSince, &domain.verified_since),
        (DomainTime::LastVerified, Field::LastVerified, &domain.last_verified),
        (DomainTime::NextCheck, Field::NextCheck, &domain.next_check),
    ];
    for (time, field, seen) in times {
        cells.times[time as usize] = match seen {
            Seen::Missing | Seen::Odd(_) => UNTOLD,
            Seen::Null => NULL,
            Seen::Is(at) => match u32::try_from(at.0) {
                Ok(seconds) if seconds > UNTOLD && seconds < ASIDE => seconds,
                _ => {
                    aside.push((field, at.0.to_string().into()));
                    ASIDE
                }
            },
        };
    }
    let bin = match domain.bin_price() {
        Seen::Missing => Seen::Missing,
        Seen::Null => Seen::Null,
        Seen::Is(price) => Seen::Is(Value::from(*price)),
        Seen::Odd(value) => Seen::Odd(value.clone()),
    };
    cells.take(Figure::Bin, Field::Bin, &bin, &mut aside);
    cells.take(Figure::Target, Field::Target, domain.target_price(), &mut aside);
    cells.take(Figure::Offers, Field::Offers, domain.accept_offers(), &mut aside);
    aside.sort_by_key(|(field, _)| *field);
    (cells, aside)
}

fn state_bits(state: &DomainState) -> u32 {
    let place = DomainState::KNOWN.iter().position(|known| known == state);
    place.map_or(bits::STATE_OTHER, |place| place as u32 + 1) << bits::STATE_AT
}

impl Figure {
    /// Place of this value in [`Cells::figures`].
    pub(in crate::store) fn place(self) -> usize {
        match self {
            Self::Bin => 0,
            Self::Target => 1,
            Self::Offers => 2,
        }
    }

    pub(in crate::store) fn field(self) -> Field {
        match self {
            Self::Bin => Field::Bin,
            Self::Target => Field::Target,
            Self::Offers => Field::Offers,
        }
    }

    /// Kind of value that a row's bits have for this figure.
    pub(in crate::store) fn kind(self, bits: u32) -> Kind {
        match (bits >> self as u32) & 0b111 {
            0 => Kind::Missing,
            1 => Kind::Null,
            2 => Kind::No,
            3 => Kind::Yes,
            4 => Kind::Number,
            _ => Kind::Aside,
        }
    }
}

impl Flag {
    /// Value of the flag in a row's bits; `None` where it was not sent.
    pub(in crate::store) fn of(self, bits: u32) -> Option<bool> {
        match (bits >> self as u32) & 0b11 {
            0 => None,
            said => Some(said == 2),
        }
    }
}

impl Cells {
    fn set_flag(&mut self, flag: Flag, to: Option<bool>) {
        let said = to.map_or(0, |yes| if yes { 2 } else { 1 });
        self.bits = self.bits & !(0b11 << flag as u32) | said << flag as u32;
    }

    fn take(&mut self, figure: Figure, field: Field, seen: &Seen<Value>, aside: &mut Asides) {
        let (kind, number) = match seen {
            Seen::Missing => (Kind::Missing, None),
            Seen::Null | Seen::Is(Value::Null) => (Kind::Null, None),
            Seen::Is(Value::Bool(yes)) => (if *yes { Kind::Yes } else { Kind::No }, None),
            Seen::Is(Value::Number(n)) if n.as_f64().is_some_and(f64::is_finite) => (Kind::Number, n.as_f64()),
            Seen::Is(other) => {
                aside.push((field, start_of(&other.to_string(), ASIDE_BYTES).into()));
                (Kind::Aside, None)
            }
            Seen::Odd(other) => {
                aside.push((field, start_of(&other.to_string(), ASIDE_BYTES).into()));
                (Kind::Aside, None)
            }
        };
        self.set_kind(figure, kind);
        self.figures[figure.place()] = number.unwrap_or(0.0);
    }

    fn set_kind(&mut self, figure: Figure, kind: Kind) {
        self.bits = self.bits & !(0b111 << figure as u32) | (kind as u32) << figure as u32;
    }

    /// Time in a cell; `None` where it is kept beside the cells.
    pub(in crate::store) fn time(cell: u32) -> Option<Seen<Timestamp>> {
        match cell {
            NULL => Some(Seen::Null),
            UNTOLD => Some(Seen::Missing),
            ASIDE => None,
            seconds => Some(Seen::Is(Timestamp(i64::from(seconds)))),
        }
    }

    /// Drops what a save changes: an answer to an earlier request has it as it was before.
    pub(in crate::store) fn forget_sale(&mut self, aside: &mut Asides) {
        self.bits &= !(0b11 << Flag::ForSale as u32);
        for figure in [Figure::Bin, Figure::Target, Figure::Offers] {
            self.bits &= !(0b111 << figure as u32);
            aside.retain(|(field, _)| *field != figure.field());
        }
    }

    /// Takes from `known` the values that this answer did not have, such as the sale block, which compact rows lack.
    pub(in crate::store) fn fill_in(&mut self, aside: &mut Asides, known: &Self, known_aside: &[(Field, Box<str>)]) {
        let mut keep = |field: Field| aside.extend(known_aside.iter().filter(|(of, _)| *of == field).cloned());
        if self.id == 0 {
            self.id = known.id;
        }
        if self.bits & bits::STATE == 0 {
            self.bits |= known.bits & bits::STATE;
            keep(Field::State);
        }
        for flag in Flag::ALL {
            if flag.of(self.bits).is_none() {
                self.bits |= known.bits & 0b11 << flag as u32;
            }
        }
        for figure in [Figure::Bin, Figure::Target, Figure::Offers] {
            if figure.kind(self.bits) == Kind::Missing {
                self.bits |= known.bits & 0b111 << figure as u32;
                self.figures[figure.place()] = known.figures[figure.place()];
                keep(figure.field());
            }
        }
        let fields = [Field::Added, Field::VerifiedSince, Field::LastVerified, Field::NextCheck];
        for ((time, known), field) in self.times.iter_mut().zip(known.times).zip(fields) {
            if *time == UNTOLD {
                *time = known;
                keep(field);
            }
        }
        aside.sort_by_key(|(field, _)| *field);
    }
}
