//! A reply to an inquiry as plain data: what a screen knows about it, and what is chosen for it. Templates, the editor
//! and the mail program are the runtime's.

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
    /// Stands in every subject; empty when the service gave none.
    pub reference: String,
    /// The inquiry in a few words, for titles: `solarpark.de · Anna Lindqvist`.
    pub about: String,
    /// Values of the variables a template may use.
    pub values: Vec<ReplyValue>,
    /// The template named with the command.
    pub template: Option<String>,
    /// The template that is offered first.
    pub first: Option<&'static str>,
}

/// A variable of templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyValue {
    /// Name as between the braces.
    pub name: &'static str,
    /// Cleaned; may have several lines. `None` when there is nothing to put in.
    pub text: Option<String>,
    /// Words if there is no value: `no offer was made`. Empty where it may be left out without a word.
    pub missing: &'static str,
}

impl ReplyValue {
    /// The text, or in brackets why there is none.
    pub fn shown(&self) -> String {
        self.text.clone().unwrap_or_else(|| if self.is_left_out() { String::new() } else { self.gap() })
    }

    /// True when there is nothing to put in and nothing is said in its place.
    pub fn is_left_out(&self) -> bool {
        self.text.is_none() && self.missing.is_empty()
    }

    /// Text in place of a missing value.
    pub fn gap(&self) -> String {
        format!("[{}]", self.missing)
    }
}

/// The steps of a reply after it was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyStep {
    /// Begin with the template of that name; a kept draft is left behind.
    Template(String),
    /// Go on with the kept draft in the editor.
    Draft,
    /// Menu of actions on the draft as it is.
    Choose,
    /// Open it in the mail program.
    Mail,
    Copy(ReplyPart),
    Edit,
    /// Leave it for another time.
    Keep,
    /// It was sent: the draft goes, and is kept as what was sent last.
    Sent,
    /// Begin with what was sent last.
    Again,
    /// Say until when its price stands.
    Price,
    Discard,
}

/// Part of a reply that is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyPart {
    Everything,
    Text,
    Subject,
    Address,
}
