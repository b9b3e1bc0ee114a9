//! One inquiry in the form the list needs: cleaned texts in one allocation, figures, marks as bits.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::api::Seen;
use crate::api::types::{Inquiry, SpamRisk};
use crate::base::{Currency, DomainName, Id, Money, Timestamp, Untrusted, clean_line, start_of};
use crate::store::subject::Mark;

use super::{COVER, bits};

/// The texts of a row, in the order they are kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Field {
    Punycode,
    Domain,
    Buyer,
    Email,
    Company,
    Country,
    Intent,
    Delivery,
    Reason,
    Risk,
    Reference,
    Phone,
    Currency,
    OfferText,
    Message,
}

/// Number of texts of a row.
pub const FIELDS: usize = Field::Message as usize + 1;

/// Longest text of a field kept in the row, in bytes; the whole text is in the full inquiry.
const FIELD_BYTES: usize = 240;
/// Longest start of the message kept for searching, in bytes.
const MESSAGE_BYTES: usize = 2_000;

impl Mark {
    /// Bit of the mark in a row.
    pub const fn bit(self) -> u32 {
        match self {
            Self::Read => bits::READ,
            Self::Starred => bits::STARRED,
            Self::Archived => bits::ARCHIVED,
            Self::Hidden => bits::HIDDEN,
        }
    }

    /// The four marks.
    pub const ALL: [Self; 4] = [Self::Read, Self::Starred, Self::Archived, Self::Hidden];
}

/// A row as kept in memory and on disk; its bits lie beside it, because they change.
#[derive(Clone, Debug, PartialEq)]
pub struct Compact {
    pub id: Id<Inquiry>,
    /// Time of the inquiry; `None` where the service sent none.
    pub date: Option<Timestamp>,
    /// Amount in the currency's smallest unit.
    pub offer: Option<i64>,
    pub confirmed_at: Option<Timestamp>,
    text: Box<str>,
    ends: [u16; FIELDS],
}

impl Compact {
    /// Reads a row out of an inquiry: the row and its bits, marks as the service sent them.
    pub fn from_inquiry(inquiry: &Inquiry) -> (Self, u32) {
        let domain = inquiry.domain.get();
        let currency = inquiry.offer_currency.get();
        let offer = inquiry.offer.copied().zip(currency).and_then(|(n, c)| Money::from_number(n, c.clone()));
        let offer = offer.filter(|money| money.minor >= 0);
        let delivery = inquiry.delivery.get();
        let risk = inquiry.spam_risk.get();
        let typed = raw(&inquiry.offer_text);
        let offer_text = if offer.is_some() { typed.into() } else { inquiry.offer_as_sent() };
        let texts: [&str; FIELDS] = [
            domain.map_or("", DomainName::punycode),
            domain.map_or("", DomainName::unicode),
            raw(&inquiry.full_name),
            raw(&inquiry.email),
            raw(&inquiry.company),
            raw(&inquiry.country),
            raw(&inquiry.intent),
            delivery.map_or("", |d| raw(&d.state)),
            delivery.map_or("", |d| raw(&d.reason)),
            risk.map_or("", SpamRisk::as_str),
            raw(&inquiry.reference),
            raw(&inquiry.phone),
            currency.map_or("", |c| c.0.as_str()),
            &offer_text,
            raw(&inquiry.message),
        ];
        let row = Self::new(
            inquiry.inquiry_id,
            inquiry.inquire_date.copied(),
            offer.map(|money| money.minor),
            inquiry.email_confirmed_date.copied(),
            &texts,
        );
        (row, bits::told(inquiry))
    }

    /// Puts a row together; texts are cleaned for one line and cut.
    pub fn new(
        id: Id<Inquiry>,
        date: Option<Timestamp>,
        offer: Option<i64>,
        confirmed_at: Option<Timestamp>,
        texts: &[&str; FIELDS],
    ) -> Self {
        let most = |i| if i == Field::Message as usize { MESSAGE_BYTES } else { FIELD_BYTES };
        // No room for text that is cut off: given back later, it would leave a hole after every row, too small for
        // other long texts.
        let mut text = String::with_capacity(texts.iter().enumerate().map(|(i, t)| t.len().min(most(i))).sum());
        let mut ends = [0; FIELDS];
        for (i, (field, end)) in texts.iter().zip(&mut ends).enumerate() {
            let most = most(i);
            text.push_str(start_of(&clean_line(start_of(field.trim(), most)), most));
            *end = u16::try_from(text.len()).unwrap_or(u16::MAX);
        }
        Self { id, date, offer, confirmed_at, text: text.into_boxed_str(), ends }
    }

    /// A row whose texts were cleaned before (from the disk); `None` when the ends do not fit the text.
    pub(crate) fn restore(
        id: Id<Inquiry>,
        date: Option<Timestamp>,
        offer: Option<i64>,
        confirmed_at: Option<Timestamp>,
        text: &str,
        ends: [u16; FIELDS],
    ) -> Option<Self> {
        let mut last = 0;
        for end in ends {
            if end < last || !text.is_char_boundary(usize::from(end)) {
                return None;
            }
            last = end;
        }
        (usize::from(last) == text.len()).then(|| Self { id, date, offer, confirmed_at, text: text.into(), ends })
    }

    /// A text of the row, safe for the screen; empty when the service sent none.
    pub fn get(&self, field: Field) -> &str {
        &self.text[self.range(field)]
    }

    /// All texts of the row, in the order of [`Field`].
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends);
        starts.zip(self.ends).map(|(from, to)| &self.text[usize::from(from)..usize::from(to)])
    }

    /// All texts one after the other, and where each ends.
    pub(crate) fn parts(&self) -> (&str, &[u16; FIELDS]) {
        (&self.text, &self.ends)
    }

    /// The offer with its currency.
    pub fn money(&self) -> Option<Money> {
        self.offer.map(|minor| Money { minor, currency: Currency(self.get(Field::Currency).to_owned()) })
    }

    /// The place in the list: newest first, the higher id first among equals.
    pub fn key(&self) -> Key {
        Key::new(self.date, self.id)
    }

    fn range(&self, field: Field) -> Range<usize> {
        let i = field as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        usize::from(start)..usize::from(self.ends[i])
    }
}

/// Position of a row in the list: smaller keys come first, rows without a time last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key(i64, i64);

impl Key {
    /// The place of a row with this time and id.
    pub fn new(date: Option<Timestamp>, id: Id<Inquiry>) -> Self {
        Self(date.map_or(i64::MAX, |d| -d.0.max(-i64::MAX)), -id.get().max(-i64::MAX))
    }

    /// The time of the row; for a row without one the beginning of time, because such rows come last.
    pub fn date(self) -> Timestamp {
        if self.0 == i64::MAX { Timestamp(i64::MIN) } else { Timestamp(-self.0) }
    }
}

/// A row as screens see it: the marks have the user's pending changes laid over them.
#[derive(Clone, Copy, Debug)]
pub struct InquiryRow<'a> {
    pub row: &'a Compact,
    pub bits: u32,
    /// True while a change of this row is on its way or being checked.
    pub pending: bool,
    /// True when personal texts are covered.
    pub covered: bool,
}

impl<'a> InquiryRow<'a> {
    /// The row with everything in it, whatever is covered on the screen: for copying, writing and ordering.
    pub fn as_sent(self) -> Self {
        Self { covered: false, ..self }
    }

    /// A text about the buyer, covered in privacy mode; empty when the service sent none.
    fn personal(&self, field: Field) -> &'a str {
        match self.row.get(field) {
            text if self.covered && !text.is_empty() => COVER,
            text => text,
        }
    }

    pub fn id(&self) -> Id<Inquiry> {
        self.row.id
    }
    /// A text of the row as it may be shown; empty when the service sent none.
    pub fn text(&self, field: Field) -> &'a str {
        match field {
            Field::Buyer | Field::Email | Field::Company | Field::Phone | Field::Message => self.personal(field),
            Field::OfferText => self.offer_text(),
            _ => self.row.get(field),
        }
    }
    pub fn date(&self) -> Option<Timestamp> {
        self.row.date
    }
    /// Both spellings of the domain inquired about; made for each call, so only for rows on the screen.
    pub fn domain_name(&self) -> DomainName {
        DomainName::from_service(self.row.get(Field::Punycode))
    }
    /// The offer as it may be shown; `None` in privacy mode, where [`InquiryRow::offer_text`] tells that there is one.
    /// Sums and comparisons are made of [`InquiryRow::as_sent`].
    pub fn offer(&self) -> Option<Money> {
        self.row.money().filter(|_| !self.covered)
    }
    /// The offer as the buyer typed it.
    pub fn offer_text(&self) -> &'a str {
        if self.covered && self.row.offer.is_some() { COVER } else { self.personal(Field::OfferText) }
    }
    /// Offer as it reads in its currency, else as it was sent; empty without one.
    pub fn offer_words(&self) -> String {
        self.offer().map_or_else(|| self.offer_text().to_owned(), |offer| offer.text())
    }
    /// Name of the buyer, else the address.
    pub fn who(&self) -> &'a str {
        if self.buyer().is_empty() { self.email() } else { self.buyer() }
    }
    /// True when the buyer confirmed the address; `None` when the service did not say.
    pub fn confirmed(&self) -> Option<bool> {
        match self.bits & (bits::CONFIRMED | bits::UNCONFIRMED) {
            bits::CONFIRMED => Some(true),
            bits::UNCONFIRMED => Some(false),
            _ => None,
        }
    }
    pub fn confirmed_at(&self) -> Option<Timestamp> {
        self.row.confirmed_at
    }
    /// The mark as shown: pending changes included. `false` when the service did not say.
    pub fn mark(&self, mark: Mark) -> bool {
        self.bits & mark.bit() != 0
    }
    /// True when the service, or a pending change, said whether the mark is set.
    pub fn mark_known(&self, mark: Mark) -> bool {
        self.bits & (mark.bit() << bits::KNOWN_SHIFT) != 0
    }
    /// Marked as answered on this computer.
    pub fn answered(&self) -> bool {
        self.bits & bits::ANSWERED != 0
    }
    /// A draft of a reply is kept.
    pub fn has_draft(&self) -> bool {
        self.bits & bits::DRAFT != 0
    }
}

/// Texts and marks of a row by names of their own.
macro_rules! shorthands {
    ($( $(#[$doc:meta])* $name:ident: $value:ty = $of:ident($field:expr); )+) => {
        $(
            $(#[$doc])*
            pub fn $name(&self) -> $value {
                self.$of($field)
            }
        )+
    };
}

impl<'a> InquiryRow<'a> {
    shorthands! {
        /// The domain's name as people read it.
        domain: &'a str = text(Field::Domain);
        punycode: &'a str = text(Field::Punycode);
        buyer: &'a str = text(Field::Buyer);
        email: &'a str = text(Field::Email);
        company: &'a str = text(Field::Company);
        country: &'a str = text(Field::Country);
        phone: &'a str = text(Field::Phone);
        reference: &'a str = text(Field::Reference);
        /// The buyer's choice, as sent.
        intent: &'a str = text(Field::Intent);
        /// The risk as sent; empty when unassessed.
        risk: &'a str = text(Field::Risk);
        /// The delivery's state as sent.
        delivery: &'a str = text(Field::Delivery);
        /// The delivery's reason as sent.
        delivery_reason: &'a str = text(Field::Reason);
        /// The start of the message on one line.
        message_start: &'a str = text(Field::Message);
        read: bool = mark(Mark::Read);
        starred: bool = mark(Mark::Starred);
        archived: bool = mark(Mark::Archived);
        hidden: bool = mark(Mark::Hidden);
    }
}

/// Assigns one mark in a row's bits.
pub fn assign(row: u32, mark: Mark, to: bool) -> u32 {
    let known = row | (mark.bit() << bits::KNOWN_SHIFT);
    if to { known | mark.bit() } else { known & !mark.bit() }
}

/// One mark of a row's bits, when it is known.
pub fn mark_of(row: u32, mark: Mark) -> Option<bool> {
    (row & (mark.bit() << bits::KNOWN_SHIFT) != 0).then_some(row & mark.bit() != 0)
}

pub(super) fn raw(text: &Seen<Untrusted>) -> &str {
    text.get().map_or("", Untrusted::raw)
}

/// Reads an inquiry back from the JSON text it came as.
pub fn inquiry_from_raw(json: &str) -> Option<Inquiry> {
    crate::api::Row::<Inquiry>::from_raw(json).map(|row| row.value)
}
