//! Row of a message, as lists show it.

use serde_json::Value;

use crate::api::Seen;
use crate::api::types::{Email, header_texts};
use crate::base::{DomainName, Timestamp, address_in, clean_line, fit};

/// Row of a message. Every text is cleaned.
#[derive(Clone, Debug)]
pub struct MailRow {
    /// Id of the message at the service, as sent.
    pub id: Box<str>,
    pub date: Option<Timestamp>,
    /// Names of the senders. The address is shown instead where there is no name, or the name is another address
    ///
    pub who: Box<str>,
    /// Names and addresses of the senders. A long name is cut, so that the address after it stays visible.
    pub from: Box<str>,
    /// Address of the first sender; empty when the service sent none.
    pub sender: Box<str>,
    /// True when a sender's name contains another address than the sender's.
    pub poses: bool,
    /// Addresses the message was delivered to.
    pub to: Box<str>,
    /// Parked domains the message was sent to.
    pub domains: Box<[DomainName]>,
    pub subject: Box<str>,
    /// Reasons why the message was caught, as sent.
    pub labels: Box<[Box<str>]>,
    /// Names of the attachments; `None` where the row does not have them.
    pub attachments: Option<Box<[Box<str>]>>,
    /// Beginning of the text.
    pub summary: Box<str>,
}

type Texts = Box<[Box<str>]>;

fn texts(header: &Seen<Vec<Value>>) -> Texts {
    header_texts(header).iter().map(|text| Box::from(text.line())).collect()
}

fn joined(header: &Seen<Vec<Value>>) -> Box<str> {
    texts(header).join(", ").into()
}

/// Address and name in `Anna Berg <anna@x.example>`; the name is empty for a bare address.
fn parted(sender: &str) -> (&str, &str) {
    let inner = sender.trim().strip_suffix('>').and_then(|rest| rest.rsplit_once('<'));
    inner.map_or((sender.trim(), ""), |(name, address)| (address.trim(), name.trim().trim_matches('"')))
}

/// Most columns of a name before its address.
const NAME: usize = 60;

fn shown((address, name): &(&str, &str)) -> String {
    if name.is_empty() { (*address).to_owned() } else { format!("{} <{address}>", fit(name, NAME)) }
}

/// True when the name contains another address than the sender's.
fn poses((address, name): &(&str, &str)) -> bool {
    address_in(name).is_some_and(|other| !other.eq_ignore_ascii_case(address))
}

impl MailRow {
    /// Row of a message.
    pub fn of(email: &Email) -> Self {
        let domains = header_texts(&email.domain);
        let from = texts(&email.from);
        let senders: Vec<(&str, &str)> = from.iter().map(|text| parted(text)).collect();
        Self {
            id: email.id.raw().into(),
            date: email.date.copied(),
            poses: senders.iter().any(poses),
            who: senders
                .iter()
                .map(|sender| if sender.1.is_empty() || poses(sender) { sender.0 } else { sender.1 })
                .collect::<Vec<_>>()
                .join(", ")
                .into(),
            sender: senders.first().map_or_else(Box::default, |(address, _)| Box::from(*address)),
            from: senders.iter().map(shown).collect::<Vec<_>>().join(", ").into(),
            to: joined(&email.envelope_to),
            domains: domains.iter().map(|name| DomainName::from_service(name.raw())).collect(),
            subject: joined(&email.subject),
            labels: texts(&email.match_labels),
            attachments: (!email.attachments.is_missing()).then(|| texts(&email.attachments)),
            summary: email.summary.get().map_or_else(Box::default, |text| clean_line(text.raw()).into()),
        }
    }
}
