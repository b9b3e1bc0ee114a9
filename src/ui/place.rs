//! Places to go to from a screen. Only this file knows which screen shows a thing and with which arguments it is
//! opened, so that no screen depends on another one.

use std::path::PathBuf;

use super::{Args, Effect, ScreenId};
use crate::api::types::{Import, Inquiry};
use crate::base::{DomainName, Id};
use crate::store::filter::from_buyer;
use crate::store::findings::List;
use crate::store::search::Thing;
use crate::store::{Store, Subject};

/// Screen with the list of inquiries.
pub const INQUIRIES: ScreenId = "inquiries";
/// Options that give the name or number of one thing to open, in place of a filter line.
pub const NAME: &str = "name";
pub const MESSAGE: &str = "message";
pub const VERSION: &str = "version";
/// Option for a text with one name per line.
pub const NAMES: &str = "names";
/// Option saying that the lines are names to add, not text typed on the `:` line.
pub const GIVEN: &str = "given";
/// Option saying that exactly these lines are to be added.
pub const ONLY: &str = "lines";
/// Option that opens the user's editor first.
pub const EDIT: &str = "edit";
/// Option saying that the second word is the title of a table.
pub const TITLED: &str = "titled";

/// Place to go to.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Screen, with the words typed after its name.
    List(ScreenId, String),
    Inquiry(Id<Inquiry>),
    /// Inquiry within the list of a filter line, so that the next one is the next of that list.
    InquiryOf(Id<Inquiry>, String),
    InquiriesOf(DomainName),
    /// All inquiries of a buyer, found by address or name.
    InquiriesFrom(String),
    Domain(DomainName),
    VisitorsOf(DomainName),
    /// Caught message, by its number at the service.
    Message(String),
    MailOf(DomainName),
    /// Everything from an address, with the cursor on the inquiry it was opened from.
    Buyer(String, Option<Id<Inquiry>>),
    Import(Id<Import>),
    /// Setting of the account, or a category of settings.
    Setting(String),
    SettingsOf(Vec<DomainName>),
    HistoryOf(Vec<DomainName>),
    /// Version of the settings, by its number.
    Version(i64),
    /// Own settings of domains, under a filter.
    OwnSettings(Option<String>),
    /// Changes under review.
    Review,
    /// Page on which names are added; these lines join those already there.
    Add(String),
    /// Page on which names are added, with exactly these lines, which are opened in the user's editor first.
    AddOnly(String),
    /// User's editor with a CSV of that name and text, and then the page on which it is imported.
    ImportRows(String, String),
    /// Page that lists domains (one a line) in a campaign.
    Advertise(String, Option<i64>),
    /// CSV as a table, with its title.
    Table(PathBuf, String),
}

impl Place {
    /// Screen, with the words typed after its name.
    pub fn list(screen: ScreenId, line: impl Into<String>) -> Self {
        Self::List(screen, line.into())
    }

    /// History named by the typed text, else that of these domains.
    pub fn history(names: Vec<DomainName>, typed: &Args) -> Self {
        if typed.text.trim().is_empty() { Self::HistoryOf(names) } else { Self::list("history", &typed.text) }
    }

    /// Place that shows a thing found by search; `None` if the thing is no longer known.
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

    /// Effects that lead there. Closing a visited thing leads back; a page opened to work on stays.
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

/// Effects that open an inquiry within a list; with an empty line, the list as it was left.
fn inquiry(id: Id<Inquiry>, line: String) -> Vec<Effect> {
    let goto = Effect::Run("inquiries.goto", typed(id.to_string()));
    vec![Effect::Visit(INQUIRIES, typed(line)), goto]
}

/// Arguments as if this was typed on the `:` line.
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
