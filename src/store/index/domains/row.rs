//! Row of the list of domains, as screens read it.

use serde_json::Value;

use super::cells::{Cells, DomainTime, Field, Figure, Flag, Kind, bits};
use super::pending::Pending;
use super::rows::Place;
use super::tab::{self, DomainTab};
use crate::api::Seen;
use crate::api::tolerant::value_of;
use crate::api::types::DomainState;
use crate::base::{DomainName, Timestamp};
use crate::store::subject::DomainKey;

/// Row of the list of domains.
#[derive(Clone, Copy)]
pub struct DomainRow<'a> {
    pub(super) place: Place<'a>,
    /// Pending write about the domain, until its outcome is known.
    pub pending: Option<Pending>,
}

impl std::fmt::Debug for DomainRow<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DomainRow").field(&self.punycode()).finish()
    }
}

impl<'a> DomainRow<'a> {
    pub fn key(&self) -> DomainKey {
        DomainKey(self.place.chunk.key(self.place.i))
    }

    /// Unicode name in the owner's casing, cleaned for the screen.
    pub fn name(&self) -> &'a str {
        self.place.chunk.shown(self.place.i)
    }

    /// Punycode of the name, cleaned for the screen.
    pub fn punycode(&self) -> &'a str {
        self.place.chunk.punycode(self.place.i)
    }

    /// Name in both spellings. It is parsed in each call, so use it only for rows on the screen.
    pub fn domain_name(&self) -> DomainName {
        DomainName::from_service(self.punycode())
    }

    /// True when Unicode name and punycode differ by more than casing.
    pub fn is_international(&self) -> bool {
        self.place.chunk.sorted_by(self.place.i).len() != self.punycode().len()
    }

    /// Number the service gave the domain; `None` if it sent none.
    pub fn id(&self) -> Option<i64> {
        Some(self.place.chunk.cells(self.place.i).id).filter(|id| *id != 0)
    }

    pub fn on(&self, tab: DomainTab) -> bool {
        self.bits() & tab::bit(tab) != 0
    }

    /// Tabs of the domain, in the order of the tabs.
    pub fn tabs(&self) -> impl Iterator<Item = DomainTab> {
        let row = *self;
        DomainTab::ALL.iter().copied().filter(move |tab| row.on(*tab))
    }

    /// State of the domain; `None` if the service sent none.
    pub fn state(&self) -> Option<DomainState> {
        match tab::state(self.bits()) {
            Some(state) => Some(state.clone()),
            None => self.place.chunk.aside(self.place.i, Field::State).map(|word| DomainState::Other(word.to_owned())),
        }
    }

    /// State as sent, cleaned; empty if the service sent none.
    pub fn state_word(&self) -> &'a str {
        match tab::state(self.bits()) {
            Some(state) => state.as_str(),
            None => self.place.chunk.aside(self.place.i, Field::State).unwrap_or_default(),
        }
    }

    /// True when the domain is in the account; `None` if the service did not say.
    pub fn approved(&self) -> Option<bool> {
        Flag::Approved.of(self.bits())
    }

    /// True when the domain points to the account's nameservers or records; `None` if the service did not say.
    pub fn verified(&self) -> Option<bool> {
        Flag::Verified.of(self.bits())
    }

    /// True when the domain hosts the portfolio site; `None` if the service did not say.
    pub fn host(&self) -> Option<bool> {
        Flag::Host.of(self.bits())
    }

    pub fn for_sale(&self) -> Option<bool> {
        Flag::ForSale.of(self.bits())
    }

    /// True when the domain has a lander, whose address is in the whole record; `None` if the service did not say.
    pub fn has_lander(&self) -> Option<bool> {
        Flag::Lander.of(self.bits())
    }

    pub fn time(&self, time: DomainTime) -> Seen<Timestamp> {
        let cell = self.place.chunk.time(self.place.i, time as usize);
        Cells::time(cell).unwrap_or_else(|| {
            let field = match time {
                DomainTime::Added => Field::Added,
                DomainTime::VerifiedSince => Field::VerifiedSince,
                DomainTime::LastVerified => Field::LastVerified,
                DomainTime::NextCheck => Field::NextCheck,
            };
            let text = self.place.chunk.aside(self.place.i, field).and_then(|text| text.parse().ok());
            text.map_or(Seen::Missing, |seconds| Seen::Is(Timestamp(seconds)))
        })
    }

    /// Time the domain was added to the account; `None` if it never was, or the service did not say (see
    /// [`DomainRow::time`]).
    pub fn added(&self) -> Option<Timestamp> {
        self.time(DomainTime::Added).copied()
    }

    pub fn verified_since(&self) -> Option<Timestamp> {
        self.time(DomainTime::VerifiedSince).copied()
    }

    pub fn last_verified(&self) -> Option<Timestamp> {
        self.time(DomainTime::LastVerified).copied()
    }

    pub fn next_check(&self) -> Option<Timestamp> {
        self.time(DomainTime::NextCheck).copied()
    }

    /// True when the domain is known to have no BIN price.
    pub fn has_no_bin(&self) -> bool {
        match self.bin() {
            Seen::Null => true,
            Seen::Odd(sent) => *sent == Value::Bool(false),
            Seen::Is(_) | Seen::Missing => false,
        }
    }

    /// BIN price in the domain's own currency, else the account's. `Null` when there is none, `Missing` while no
    /// answer had the sale block, `Odd` for a value that is not a number.
    pub fn bin(&self) -> Seen<f64> {
        match self.figure(Figure::Bin) {
            Seen::Is(Value::Number(number)) => number.as_f64().map_or(Seen::Missing, Seen::Is),
            Seen::Is(other) => Seen::Odd(Box::new(other)),
            Seen::Odd(other) => Seen::Odd(other),
            Seen::Null => Seen::Null,
            Seen::Missing => Seen::Missing,
        }
    }

    /// Target price, in whatever type the service sent it.
    pub fn target(&self) -> Seen<Value> {
        self.figure(Figure::Target)
    }

    /// Acceptance of offers: yes, no or the lowest amount, in whatever type the service sent it.
    pub fn offers(&self) -> Seen<Value> {
        self.figure(Figure::Offers)
    }

    fn figure(&self, figure: Figure) -> Seen<Value> {
        let (chunk, i) = (self.place.chunk, self.place.i);
        match figure.kind(self.bits()) {
            Kind::Missing => Seen::Missing,
            Kind::Null => Seen::Null,
            Kind::No => Seen::Is(Value::Bool(false)),
            Kind::Yes => Seen::Is(Value::Bool(true)),
            Kind::Number => Seen::Is(number(chunk.figure(i, figure.place()))),
            Kind::Aside => chunk.aside(i, figure.field()).map_or(Seen::Missing, |text| Seen::Is(value_of(text))),
        }
    }

    /// Time at which the row was last read from the service.
    pub fn read_at(&self) -> Timestamp {
        Timestamp(i64::from(self.place.chunk.read(self.place.i)))
    }

    pub(in crate::store) fn bits(&self) -> u32 {
        self.place.chunk.bits(self.place.i) & !bits::THERE
    }
}

/// Figure as a JSON number; an integer where it has no fraction.
fn number(figure: f64) -> Value {
    if figure.fract() == 0.0 && figure.abs() < 9e15 { Value::from(figure as i64) } else { Value::from(figure) }
}
