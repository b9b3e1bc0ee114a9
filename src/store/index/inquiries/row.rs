//! One inquiry as the list needs it: cleaned texts in one allocation, figures, and marks as bits.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::api::Seen;
use crate::api::types::{Inquiry, SpamRisk};
use crate::base::{Currency, DomainName, Id, Money, Timestamp, Untrusted, clean_line, start_of};
use crate::store::subject::Mark;

use super::{COVER, bits};

/// Texts of a row, in the order in which they are kept.
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

/// Most bytes of a text that the row keeps; the whole text is in the whole inquiry.
const FIELD_BYTES: usize = 240;
/// Most bytes of the message that are kept for searching.
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

/// Row as it is kept in memory and on the disk. Its bits are kept beside it, because they change.
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
    /// Row and bits of an inquiry; the marks are as the service sent them.
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

    /// Row made of these values; texts are cleaned to one line and cut.
    pub fn new(
        id: Id<Inquiry>,
        date: Option<Timestamp>,
        offer: Option<i64>,
        confirmed_at: Option<Timestamp>,
        texts: &[&str; FIELDS],
    ) -> Self {
        let most = |i| if i == Field::Message as usize { MESSAGE_BYTES } else { FIELD_BYTES };
        // The capacity leaves out text that will be cut. Freed later, that memory would leave a hole after every row,
        // too small for other long texts.
        let mut text = String::with_capacity(texts.iter().enumerate().map(|(i, t)| t.len().min(most(i))).sum());
        let mut ends = [0; FIELDS];
        for (i, (field, end)) in texts.iter().zip(&mut ends).enumerate() {
            let most = most(i);
            text.push_str(start_of(&clean_line(start_of(field.trim(), most)), most));
            *end = u16::try_from(text.len()).unwrap_or(u16::MAX);
        }
        Self { id, date, offer, confirmed_at, text: text.into_boxed_str(), ends }
    }

    /// Row with texts that were cleaned before, from the disk; `None` when the ends do not fit the text.
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

    /// Text of the row, cleaned for the screen; empty when the service sent none.
    pub fn get(&self, field: Field) -> &str {
        &self.text[self.range(field)]
    }

    /// All texts of the row, in the order of [`Field`].
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends);
        starts.zip(self.ends).map(|(from, to)| &self.text[usize::from(from)..usize::from(to)])
    }

    /// All texts in one string, and the end of each.
    pub(crate) fn parts(&self) -> (&str, &[u16; FIELDS]) {
        (&self.text, &self.ends)
    }

    /// Offer with its currency; `None` without an offer.
    pub fn money(&self) -> Option<Money> {
        self.offer.map(|minor| Money { minor, currency: Currency(self.get(Field::Currency).to_owned()) })
    }

    /// Position in the list: newest first, and among equal times the higher id first.
    pub fn key(&self) -> Key {
        Key::new(self.date, self.id)
    }

    fn range(&self, field: Field) -> Range<usize> {
        let i = field as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        usize::from(start)..usize::from(self.ends[i])
    }
}

/// Position of a row in the list: smaller keys come first, and rows without a time last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key(i64, i64);

impl Key {
    /// Position of a row with this time and id.
    pub fn new(date: Option<Timestamp>, id: Id<Inquiry>) -> Self {
        Self(date.map_or(i64::MAX, |d| -d.0.max(-i64::MAX)), -id.get().max(-i64::MAX))
    }

    /// Time of the row. For a row without one it is the earliest possible time, because such rows come last.
    pub fn date(self) -> Timestamp {
        if self.0 == i64::MAX { Timestamp(i64::MIN) } else { Timestamp(-self.0) }
    }
}

/// Row as screens show it, with the user's pending writes.
#[derive(Clone, Copy, Debug)]
pub struct InquiryRow<'a> {
    pub row: &'a Compact,
    pub bits: u32,
    /// True while a write about this row is pending or being checked.
    pub pending: bool,
    /// True when personal texts are masked.
    pub covered: bool,
}

impl<'a> InquiryRow<'a> {
    /// Row without masking, to copy it, to write to the buyer, and to sort.
    pub fn as_sent(self) -> Self {
        Self { covered: false, ..self }
    }

    /// Text about the buyer, masked in privacy mode; empty when the service sent none.
    fn personal(&self, field: Field) -> &'a str {
        match self.row.get(field) {
            text if self.covered && !text.is_empty() => COVER,
            text => text,
        }
    }

    pub fn id(&self) -> Id<Inquiry> {
        self.row.id
    }
    /// Text of the row as it may be shown; empty when the service sent none.
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
    /// Domain of the inquiry in both spellings. It is parsed in each call, so use it only for rows on the screen.
    pub fn domain_name(&self) -> DomainName {
        DomainName::from_service(self.row.get(Field::Punycode))
    }
    /// Offer as it may be shown. It is `None` in privacy mode; [`InquiryRow::offer_text`] then shows that there is
    /// one. Sums and comparisons use [`InquiryRow::as_sent`].
    pub fn offer(&self) -> Option<Money> {
        self.row.money().filter(|_| !self.covered)
    }
    /// Offer as the buyer typed it, masked in privacy mode.
    pub fn offer_text(&self) -> &'a str {
        if self.covered && self.row.offer.is_some() { COVER } else { self.personal(Field::OfferText) }
    }
    /// Offer written in its currency, else as it was sent; empty without one.
    pub fn offer_words(&self) -> String {
        self.offer().map_or_else(|| self.offer_text().to_owned(), |offer| offer.text())
    }
    /// Name of the buyer, else the email address.
    pub fn who(&self) -> &'a str {
        if self.buyer().is_empty() { self.email() } else { self.buyer() }
    }
    /// True when the buyer confirmed the email address; `None` when the service did not say.
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
    /// Mark with pending writes, as it is shown. False when the service did not say.
    pub fn mark(&self, mark: Mark) -> bool {
        self.bits & mark.bit() != 0
    }
    /// True when the service sent the mark, or a pending write sets it.
    pub fn mark_known(&self, mark: Mark) -> bool {
        self.bits & (mark.bit() << bits::KNOWN_SHIFT) != 0
    }
    /// True when the inquiry is marked as answered on this computer.
    pub fn answered(&self) -> bool {
        self.bits & bits::ANSWERED != 0
    }
    /// True when this computer has a draft of a reply.
    pub fn has_draft(&self) -> bool {
        self.bits & bits::DRAFT != 0
    }
}

/// Getters for texts and marks of a row.
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
        /// Unicode name of the domain.
        domain: &'a str = text(Field::Domain);
        punycode: &'a str = text(Field::Punycode);
        buyer: &'a str = text(Field::Buyer);
        email: &'a str = text(Field::Email);
        company: &'a str = text(Field::Company);
        country: &'a str = text(Field::Country);
        phone: &'a str = text(Field::Phone);
        reference: &'a str = text(Field::Reference);
        /// Choice of the buyer, as sent.
        intent: &'a str = text(Field::Intent);
        /// Spam risk as sent; empty when it was not assessed.
        risk: &'a str = text(Field::Risk);
        /// State of the delivery, as sent.
        delivery: &'a str = text(Field::Delivery);
        /// Reason for the delivery's state, as sent.
        delivery_reason: &'a str = text(Field::Reason);
        /// Beginning of the message, on one line.
        message_start: &'a str = text(Field::Message);
        read: bool = mark(Mark::Read);
        starred: bool = mark(Mark::Starred);
        archived: bool = mark(Mark::Archived);
        hidden: bool = mark(Mark::Hidden);
    }
}

/// Bits of a row with one mark set or cleared, and known.
pub fn assign(row: u32, mark: Mark, to: bool) -> u32 {
    let known = row | (mark.bit() << bits::KNOWN_SHIFT);
    if to { known | mark.bit() } else { known & !mark.bit() }
}

/// Mark in a row's bits; `None` where it is not known.
pub fn mark_of(row: u32, mark: Mark) -> Option<bool> {
    (row & (mark.bit() << bits::KNOWN_SHIFT) != 0).then_some(row & mark.bit() != 0)
}

pub(super) fn raw(text: &Seen<Untrusted>) -> &str {
    text.get().map_or("", Untrusted::raw)
}

/// Reads an inquiry from its JSON text; `None` where it cannot be read.
pub fn inquiry_from_raw(json: &str) -> Option<Inquiry> {
    crate::api::Row::<Inquiry>::from_raw(json).map(|row| row.value)
}
