//! Words of a write for people, made from its rule.

use super::{Intent, Item, Mark, Subject};
use crate::base::{DomainName, clean_line, fit};
use crate::store::index::inquiries::InquiryIndex;
use crate::store::writes::journal::Target;

impl Intent {
    /// The act by name: `Archive 3 inquiries`, `Remove solarpark.de from the account`.
    pub fn asked(&self) -> String {
        self.rule().asked.replace("{}", &self.what())
    }

    /// The act while it is pending: `Removing 12 domains`.
    pub fn doing(&self) -> String {
        self.rule().doing.replace("{}", &self.what())
    }

    /// True if screens show the write as done as soon as it is planned.
    pub fn shows_at_once(&self) -> bool {
        self.rule().at_once
    }

    /// The act in the key line of a question: `hide them`, `hide it`.
    pub fn action(&self) -> String {
        self.rule().action.replace("{}", if self.size() == 1 { "it" } else { "them" })
    }

    /// Name of a target: the label of its field, else the name of its thing.
    pub fn called(&self, item: &Item, index: &InquiryIndex) -> String {
        match &item.subject {
            // All targets of a mark have the same field, so the name of the row is enough.
            Subject::Inquiry(_) => item.subject.called(index),
            subject if item.field.is_some() => match subject {
                Subject::Domain(_) => format!("{} of {}", self.label(item), subject.called(index)),
                _ => self.label(item),
            },
            subject => subject.called(index),
        }
    }

    /// State of these targets after an undo of this write: `back in Active`. If one was hidden meanwhile, the words
    /// name no tab.
    pub fn undone(&self, some: &[&Target], index: &InquiryIndex) -> &'static str {
        let row = |target: &&Target| target.subject.inquiry().and_then(|id| index.row(id));
        let hidden = || some.iter().filter_map(row).any(|row| row.hidden());
        match self.rule().mark {
            Some((Mark::Archived, true)) if hidden() => "no longer archived",
            Some((Mark::Archived, false)) if hidden() => "archived again",
            _ => self.rule().undone,
        }
    }
}

/// Widest shown name of a buyer, in cells; the buyer chose the name.
const BUYER: usize = 40;

impl Subject {
    /// Name of the thing: `solarpark.de (Anna Lindqvist)` for a known inquiry, else [`Self::words`].
    pub fn called(&self, index: &InquiryIndex) -> String {
        let Some(row) = self.inquiry().and_then(|id| index.row(id)) else { return self.words() };
        match row.buyer() {
            "" => row.domain().to_owned(),
            buyer => format!("{} ({})", row.domain(), fit(buyer, BUYER)),
        }
    }

    /// Name of the thing made from its key alone: `#112`, `solarpark.de`, `part 2`.
    pub fn words(&self) -> String {
        match self {
            Self::Inquiry(id) => format!("#{id}"),
            Self::Campaign(number) if number.parse::<i64>().is_ok() => format!("campaign {number}"),
            Self::Sender(name) | Self::Nameserver(name) | Self::Campaign(name) => clean_line(name).into_owned(),
            Self::Listing(name) => match name.split_once('@') {
                // All listings of an act are in one campaign, which the question names.
                Some((domain, _)) => DomainName::from_service(domain).both(),
                None => clean_line(name).into_owned(),
            },
            Self::Domain(_) => self.name().map(|name| name.both()).unwrap_or_default(),
            Self::Part(part) => format!("part {}", part + 1),
            Self::File(_) => "the file".to_owned(),
            Self::Import(id) => format!("import {id}"),
            Self::Export(kind) => format!("{} export", kind.as_str()),
            Self::Account => "the account".to_owned(),
            Self::Profile => "your profile".to_owned(),
            Self::Portfolio => "your portfolio site".to_owned(),
            Self::Image(id) => format!("image {id}"),
            Self::Version(number) => format!("version {number}"),
        }
    }
}
