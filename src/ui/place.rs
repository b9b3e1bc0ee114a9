//! Places one goes to from a screen: which thing is wanted. Only here stands which screen shows it and what that is opened
//! with, so that no screen need know another one.

use std::path::PathBuf;

use super::{Args, Effect, ScreenId};
use crate::api::types::{Import, Inquiry};
use crate::base::{DomainName, Id};
use crate::store::filter::from_buyer;
use crate::store::findings::List;
use crate::store::search::Thing;
use crate::store::{Store, Subject};

/// The screen with the list of inquiries.
pub const INQUIRIES: ScreenId = "inquiries";
/// The options under which one thing comes, by its name or number, where a line would filter.
pub const NAME: &str = "name";
pub const MESSAGE: &str = "message";
pub const VERSION: &str = "version";
/// The option under which names come, a line each.
pub const NAMES: &str = "names";
/// The option that says the lines are names to add, not something typed on the `:` line.
pub const GIVEN: &str = "given";
/// The option under which the lines to be added are exactly these.
pub const ONLY: &str = "lines";
/// The option under which the user's editor comes first.
pub const EDIT: &str = "edit";
/// The option under which the second word is what a table is called.
pub const TITLED: &str = "titled";

/// A place to go to.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A screen with the words typed after its name.
    List(ScreenId, String),
    Inquiry(Id<Inquiry>),
    /// An inquiry of the list that one would type so: the next one is the next of that list.
    InquiryOf(Id<Inquiry>, String),
    InquiriesOf(DomainName),
    /// All inquiries of a buyer found by an address or a name.
    InquiriesFrom(String),
    Domain(DomainName),
    VisitorsOf(DomainName),
    /// A caught message by its number at the service.
    Message(String),
    MailOf(DomainName),
    /// Everything from an address; the cursor is on the inquiry it was opened from.
    Buyer(String, Option<Id<Inquiry>>),
    Import(Id<Import>),
    /// A setting of the account, or a category of them.
    Setting(String),
    SettingsOf(Vec<DomainName>),
    HistoryOf(Vec<DomainName>),
    /// A version of the settings by its number.
    Version(i64),
    /// Own settings of domains, under a filter.
    OwnSettings(Option<String>),
    /// Changes under review.
    Review,
    /// The page on which names are added, with these lines among what is there.
    Add(String),
    /// As `Add`, with exactly these lines, which go through the user's editor first.
    AddOnly(String),
    /// The user's editor over a CSV of that name, and then the page on which it is imported.
    ImportRows(String, String),
    /// The page that lists domains, one a line, in a campaign.
    Advertise(String, Option<i64>),
    /// A CSV as a table under a title.
    Table(PathBuf, String),
}

impl Place {
    /// A screen with the words typed after its name.
    pub fn list(screen: ScreenId, line: impl Into<String>) -> Self {
        Self::List(screen, line.into())
    }

    /// The history that was asked for by name, else that of these domains.
    pub fn history(names: Vec<DomainName>, typed: &Args) -> Self {
        if typed.text.trim().is_empty() { Self::HistoryOf(names) } else { Self::list("history", &typed.text) }
    }

    /// The place that shows a thing search found; `None` where the thing is no longer known.
    pub fn of(thing: &Thing, store: &Store) -> Option<Self> {
        Some(match thing {
            Thing::Domain(key) => Self::Domain(store.domains().row(*key)?.domain_name()),
            Thing::Inquiry(id) => Self::Inquiry(store.inquiries().row(*id).map(|_| *id)?),
            Thing::Mail(key) => Self::Message(store.mail().row(*key)?.id.to_string()),
            Thing::Note(Subject::Inquiry(id)) => Self::of(&Thing::Inquiry(*id), store)?,
            Thing::Note(Subject::Domain(name)) => Self::Domain(DomainName::from_service(name)),
            Thing::Note(Subject::Sender(address)) => Self::Buyer(address.to_string(), None),
            Thing::Note(_) => return None,
            Thing::Setting(name) => Self::Setting(name.to_string()),
            Thing::Version(id) => Self::Version(*id),
        })
    }

    /// Effects that lead there. A visit leads back here when its thing is closed; a page opened to work on it stays.
    pub(super) fn steps(self) -> Vec<Effect> {
        let about = |name: DomainName| typed(format!("all domain:{}", name.punycode()));
        let (screen, args) = match self {
            Self::List(screen, line) => (screen, typed(line)),
            Self::Inquiry(id) => return inquiry(id, String::new()),
            Self::InquiryOf(id, line) => return inquiry(id, line),
            Self::InquiriesOf(name) => (INQUIRIES, about(name)),
            Self::InquiriesFrom(buyer) => (INQUIRIES, typed(format!("all {}", from_buyer(&buyer)))),
            Self::Domain(name) => ("domains", typed(name.punycode()).with(NAME)),
            Self::VisitorsOf(name) => ("insights", typed(name.punycode())),
            Self::Message(id) => ("mail", typed(id).with(MESSAGE)),
            Self::MailOf(name) => ("mail", about(name)),
            Self::Buyer(address, None) => ("buyer", typed(address)),
            Self::Buyer(address, Some(from)) => ("buyer", typed(format!("{address} {from}"))),
            Self::Import(id) => ("jobs", typed(format!("import {id}"))),
            Self::Setting(name) => ("settings", typed(name)),
            Self::SettingsOf(names) => ("domain-settings", named(&names)),
            Self::HistoryOf(names) => ("history", named(&names)),
            Self::Version(id) => ("history", typed(id.to_string()).with(VERSION)),
            Self::OwnSettings(Some(line)) => ("overrides", typed(line)),
            Self::Review => ("review", Args::default()),
            Self::OwnSettings(None) => return vec![Effect::Open("overrides", Args::default())],
            Self::Add(lines) => return vec![Effect::Open("add", lines_of(lines).with(GIVEN))],
            Self::AddOnly(lines) => return vec![Effect::Open("add", lines_of(lines).with(ONLY).with(EDIT))],
            Self::ImportRows(name, rows) => {
                return vec![Effect::Open("import", Args { words: vec![name], ..lines_of(rows).with(EDIT) })];
            }
            Self::Advertise(names, campaign) => {
                let args = lines_of(names);
                let args = campaign.iter().fold(args, |args, campaign| args.with(&campaign.to_string()));
                return vec![Effect::Open("advertise", args)];
            }
            Self::Table(path, title) => {
                let args = Args::words([path.display().to_string(), title]).with(TITLED);
                return vec![Effect::Open("csv", args)];
            }
        };
        vec![Effect::Visit(screen, args)]
    }
}

impl From<List> for Place {
    fn from(list: List) -> Self {
        Self::List(list.screen, list.ordered())
    }
}

/// Effects that lead to an inquiry over its list; without a line over the one that was left.
fn inquiry(id: Id<Inquiry>, line: String) -> Vec<Effect> {
    let goto = Effect::Run("inquiries.goto", typed(id.to_string()));
    vec![Effect::Visit(INQUIRIES, typed(line)), goto]
}

/// Arguments as if this stood on the `:` line.
fn typed(line: impl Into<String>) -> Args {
    let text = line.into();
    Args { words: text.split_whitespace().map(str::to_owned).collect(), text, ..Args::default() }
}

fn lines_of(text: String) -> Args {
    Args { text, ..Args::default() }
}

fn named(names: &[DomainName]) -> Args {
    lines_of(names.iter().map(DomainName::punycode).collect::<Vec<_>>().join("\n")).with(NAMES)
}
