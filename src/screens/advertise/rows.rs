//! Rows: one per name, with its listing or why there is none, and the result of sending it.

use std::collections::HashMap;

use crate::base::DomainName;
use crate::store::writes::intent::{AddListings, Listing};
use crate::store::writes::journal::{Fate, State};
use crate::store::{Entry, Intent, Store, Subject, Target};
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{CellText, Column, RowFlags};
use crate::ui::{Role, World};

/// The columns; the first one always stays.
pub const COLUMNS: &[Column] = &[
    Column::text("domain", "domain", (16, 34), 1),
    Column::text("result", "result", (13, 40), 2),
    Column::text("button", "button", (10, 30), 3),
    Column::text("link", "link", (16, 70), 4),
    Column::time("ends", "ends", (10, 11), 5),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Listing that was not sent yet, or that is known not to have been created.
    ToSend,
    Sent,
    /// Listing that cannot be made, was refused, or has an unknown outcome.
    Problem,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub key: u32,
    pub domain: DomainName,
    pub listing: Result<Listing, String>,
    /// State of its write in the journal, with the evidence for it.
    sent: Option<(State, String)>,
}

impl Row {
    /// Rows of these names in a campaign, with the results in the journal.
    pub fn all(names: &[(DomainName, Result<Listing, String>)], campaign: i64, store: &Store) -> Vec<Self> {
        let mut sent: HashMap<&Subject, &Target> = HashMap::new();
        let entries = store.journal().entries().filter(|entry| matches!(*entry.intent, Intent::AddListings(_)));
        for target in entries.flat_map(|entry| &entry.targets) {
            // Entries are iterated newest first, so the newest write about a name wins.
            sent.entry(&target.subject).or_insert(target);
        }
        let row = |(place, (domain, listing)): (usize, &(DomainName, Result<Listing, String>))| {
            let target = sent.get(&AddListings::subject(campaign, domain));
            let sent = target.map(|target| (target.state, target.evidence.clone()));
            Self { key: place as u32, domain: domain.clone(), listing: listing.clone(), sent }
        };
        names.iter().enumerate().map(row).collect()
    }

    /// True when the next question sends this row. One that may have been done is never sent again.
    pub fn goes(&self) -> bool {
        let open = self.sent.as_ref().is_none_or(|(state, _)| state.fate() == Fate::Not);
        open && self.listing.is_ok()
    }

    /// True when the outcome of its write cannot be determined.
    pub fn is_unsure(&self) -> bool {
        self.sent.as_ref().is_some_and(|(state, _)| state.fate() == Fate::Unsure)
    }

    /// True while its write waits to be sent or answered.
    pub fn is_on_its_way(&self) -> bool {
        self.sent.as_ref().is_some_and(|(state, _)| state.fate() == Fate::Open)
    }

    fn group(&self) -> Group {
        match (&self.sent, &self.listing) {
            (Some((state, _)), _) if state.fate() == Fate::Done => Group::Sent,
            (Some((state, _)), _) if state.fate() == Fate::Unsure || state.failed() => Group::Problem,
            (_, Err(_)) => Group::Problem,
            _ => Group::ToSend,
        }
    }

    /// Words for the result of the row, with their role.
    fn result(&self) -> (String, Role) {
        let because = |word: &str, why: &str| match crate::base::clean_line(why) {
            why if why.is_empty() => word.to_owned(),
            why => format!("{word}: {why}"),
        };
        match (&self.sent, &self.listing) {
            (Some((State::Planned, _)), _) => ("queued".to_owned(), Role::Staged),
            (Some((State::Sending, _)), _) => ("sending".to_owned(), Role::Staged),
            (Some((State::Acknowledged | State::SettledApplied, _)), _) => ("advertised".to_owned(), Role::Good),
            (Some((State::Refused | State::SettledNotApplied, why)), _) => (because("refused", why), Role::Bad),
            (Some((State::Unknown | State::GivenUp | State::Overruled, _)), _) => {
                ("unknown, may be listed".to_owned(), Role::Warn)
            }
            (_, Err(why)) => (because("left out", why), Role::Bad),
            (Some((State::TakenBack | State::Void, _)), Ok(_)) => ("cancelled".to_owned(), Role::Dim),
            (None, Ok(_)) => ("to send".to_owned(), Role::Dim),
        }
    }
}

impl LocalRow for Row {
    type Key = u32;
    type Tab = Option<Group>;

    fn key(&self) -> u32 {
        self.key
    }

    fn is_in(&self, tab: &Option<Group>) -> bool {
        tab.is_none_or(|group| self.group() == group)
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        let listing = self.listing.as_ref().ok();
        match column {
            "domain" => CellText::name(&self.domain),
            "result" => self.result().into(),
            "button" => {
                CellText::or_none(listing.and_then(|listing| listing.action_label.as_deref()).unwrap_or_default())
            }
            "link" => CellText::or_none(listing.and_then(|listing| listing.action_url.as_deref()).unwrap_or_default()),
            _ => match listing.and_then(|listing| listing.ad_expires_at) {
                Some(end) => CellText::from(end.in_digits(world.zone)).exact(end),
                None => CellText::none(),
            },
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: self.group() == Group::Sent, ..RowFlags::default() }
    }
}

/// Newest write of listings in the journal, which gives the page its rows again after a restart.
pub fn newest(store: &Store) -> Option<AddListings> {
    let of = |entry: &Entry| match &*entry.intent {
        Intent::AddListings(listings) => Some(listings.clone()),
        _ => None,
    };
    store.journal().entries().find_map(of)
}
