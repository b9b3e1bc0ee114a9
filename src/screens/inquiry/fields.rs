//! Text fields of an inquiry, label and value, shared by its pages, the copy menu and replies.
//!
//! The cells of a list come from its row instead, which knows only what the index keeps.

use crate::api::types::Inquiry;
use crate::base::{DomainName, clean_line};

use super::content::{line, offer};

/// A field of an inquiry.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub label: &'static str,
    /// Label of the values of several inquiries; `None` for a field of which a list's row knows only a part.
    pub several: Option<&'static str>,
    /// Function that returns the cleaned text; `None` when none was sent.
    pub value: fn(&Inquiry) -> Option<String>,
}

const fn field(label: &'static str, several: &'static str, value: fn(&Inquiry) -> Option<String>) -> Field {
    Field { label, several: Some(several), value }
}

const fn of_one(label: &'static str, value: fn(&Inquiry) -> Option<String>) -> Field {
    Field { label, several: None, value }
}

pub const NAME: Field = field("Name", "Names", |inquiry| line(&inquiry.full_name));
pub const EMAIL: Field = field("Email", "Emails", |inquiry| line(&inquiry.email));
pub const NAME_AND_EMAIL: Field = field("Name and email", "Names and emails", |inquiry| {
    Some(format!("{} <{}>", line(&inquiry.full_name)?, line(&inquiry.email)?))
});
pub const COMPANY: Field = field("Company", "Companies", |inquiry| line(&inquiry.company));
pub const PHONE: Field = field("Phone", "Phones", |inquiry| line(&inquiry.phone));
pub const COUNTRY: Field = of_one("Country", |inquiry| line(&inquiry.country));
pub const DOMAIN: Field = field("Domain", "Domains", |inquiry| Some(inquiry.domain.get()?.unicode().to_owned()));
pub const PUNYCODE: Field = field("Domain in punycode", "Domains in punycode", |inquiry| {
    Some(clean_line(inquiry.domain.get().map(DomainName::punycode)?).into_owned())
});
pub const OFFER: Field = field("Offer", "Offers", |inquiry| offer(inquiry).parsed);
pub const TYPED: Field = of_one("Offer as typed", |inquiry| {
    let offer = offer(inquiry);
    offer.typed.filter(|_| offer.differs || offer.has_two_readings)
});
pub const MESSAGE: Field = of_one("Message", |inquiry| Some(inquiry.message.get()?.block().into_owned()));
pub const REFERENCE: Field = field("Reference", "References", |inquiry| line(&inquiry.reference));
pub const NUMBER: Field = field("Inquiry number", "Inquiry numbers", |inquiry| Some(inquiry.inquiry_id.to_string()));

/// All fields, in the order of the copy menu.
pub const ALL: [Field; 13] =
    [EMAIL, NAME, NAME_AND_EMAIL, DOMAIN, PUNYCODE, OFFER, TYPED, COMPANY, PHONE, COUNTRY, MESSAGE, REFERENCE, NUMBER];
