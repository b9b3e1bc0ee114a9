//! A reply to an inquiry as plain data: what the screen knows about it, and the steps taken with it. Templates, the
//! editor and the mail program are the runtime's.

use crate::api::types::Inquiry;
use crate::base::{Id, MailAddress};

/// Data of a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub inquiry: Id<Inquiry>,
    /// Other inquiries of the buyer that the same reply answers.
    pub also: Vec<Id<Inquiry>>,
    /// Recipient, unless the user writes another address.
    pub to: MailAddress,
    /// Reference for the subject; empty when the service sent none.
    pub reference: String,
    /// The inquiry in a few words, for titles: `solarpark.de · Anna Lindqvist`.
    pub about: String,
    /// Values of the variables a template may use.
    pub values: Vec<ReplyValue>,
    /// Template named with the command.
    pub template: Option<String>,
    /// Template that is offered first.
    pub first: Option<&'static str>,
}

/// Value of a template variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyValue {
    /// Name, as written between braces.
    pub name: &'static str,
    /// Cleaned text, maybe of several lines; `None` when there is no value.
    pub text: Option<String>,
    /// Words for a missing value: `no offer was made`. Empty if it may be left out without words.
    pub missing: &'static str,
    /// Offer that reaches this price, in words: a reply that names the price undersells. `None` for other variables.
    pub reached_by: Option<String>,
}

impl ReplyValue {
    /// Text, or the reason in brackets why there is none.
    pub fn shown(&self) -> String {
        self.text.clone().unwrap_or_else(|| if self.is_left_out() { String::new() } else { self.gap() })
    }

    /// True when there is no value and no words for that.
    pub fn is_left_out(&self) -> bool {
        self.text.is_none() && self.missing.is_empty()
    }

    /// Text in place of a missing value.
    pub fn gap(&self) -> String {
        format!("[{}]", self.missing)
    }
}

/// Steps of a reply after it was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyStep {
    /// Start with the template of that name, ignoring a kept draft.
    Template(String),
    /// Start with it although it names a price that the offer reaches.
    Anyway(String),
    /// Continue the kept draft in the editor.
    Draft,
    /// Show the menu of what to do with the draft.
    Choose,
    /// Open it in the mail program.
    Mail,
    Copy(ReplyPart),
    Edit,
    /// Keep it for another time.
    Keep,
    /// Mark it as sent: the draft is deleted, and kept as the text sent last.
    Sent,
    /// Start with the text sent last.
    Again,
    /// Ask until when its price stands.
    Price,
    Discard,
}

/// Part of a reply to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyPart {
    Everything,
    Text,
    Subject,
    Address,
}
