//! The screens, one folder each: their state, wants, commands and drawing, all pure.
//!
//! No screen reads from the network, a clock or a file; that is the runtime's work. What screens are made of is in
//! `ui/`. Look first at [`ALL`], the list that the header, `--screen`, `:` and the documentation use.

pub mod abilities;
pub mod add;
pub mod ads;
pub mod advertise;
pub mod buyer;
mod compared;
pub mod csv;
mod domain;
pub mod domains;
mod drafts;
mod fates;
mod form_page;
mod goals;
pub mod health;
pub mod history;
pub mod home;
mod ignoring;
pub mod images;
pub mod import;
pub mod inquiries;
pub mod inquiry;
pub mod insights;
pub mod jobs;
mod lead;
mod lookalike;
pub mod mail;
mod message;
pub mod nameservers;
mod opening;
pub mod overrides;
pub mod portfolio;
pub mod profile;
pub mod review;
pub mod search;
pub mod senders;
pub mod settings;
pub mod settled;
mod settling;
mod staged;
mod traffic;
pub mod turn;
pub mod welcome;
mod windows;

use crate::base::Timestamp;
use crate::sheets::Slot;
use crate::store::writes::drafts::{NAMES, REVIEW};
use crate::store::{Session, Tab, ViewSpec};
use crate::ui::list::WrongLine;
use crate::ui::{ScreenDef, ScreenId};

/// Screens of the header in its order, then the pages that are opened from others.
pub const ALL: &[ScreenDef] = &[
    home::DEF,
    inquiries::DEF,
    mail::DEF,
    domains::DEF,
    insights::DEF,
    jobs::DEF,
    settings::DEF,
    portfolio::DEF,
    profile::DEF,
    images::DEF,
    senders::DEF,
    nameservers::DEF,
    ads::DEF,
    abilities::DEF,
    health::DEF,
    search::DEF,
    buyer::DEF,
    add::DEF,
    import::DEF,
    csv::DEF,
    settings::OF_DOMAINS,
    review::DEF,
    history::DEF,
    overrides::DEF,
    settled::DEF,
    advertise::DEF,
];

/// Screen with this id.
pub fn def(id: &str) -> Option<&'static ScreenDef> {
    ALL.iter().find(|def| def.id == id)
}

/// True when the token is known to lack the ability that the screen needs.
pub fn is_refused(def: &ScreenDef, session: &Session) -> bool {
    def.reads.is_some_and(|read| session.missing_for(read).is_some())
}

/// First screen of the header that the token may read, as far as is known.
pub fn first_allowed(session: &Session) -> Option<&'static ScreenDef> {
    ALL.iter().find(|def| def.reads.is_some() && !is_refused(def, session))
}

/// Id of the screen that `--screen NAME` opens. For a place with tabs (`account`) it is the first tab.
pub fn called(name: &str) -> &str {
    let is_tab = |def: &&ScreenDef| def.tab.as_ref().is_some_and(|tab| tab.of.eq_ignore_ascii_case(name));
    ALL.iter().find(is_tab).map_or(name, |def| def.id)
}

/// Only screen while there is no account.
pub const FIRST_RUN: &[ScreenDef] = &[welcome::DEF];

/// Kinds of unsaved work that are kept, each by the slot of its screen.
pub const DRAFTS: [(Slot, &str); 7] = [
    (REVIEW, "what was under review"),
    (settings::DEF.id, "the unsaved settings of the account"),
    (settings::OF_DOMAINS.id, "the unsaved settings of domains"),
    (portfolio::DEF.id, "the unsaved changes of the site"),
    (profile::DEF.id, "the unsaved changes of the profile"),
    (ads::DEF.id, "campaigns that are not saved"),
    (NAMES, "the list of names to add"),
];

/// Screen the program opens, unless `start_screen` names another.
pub const FIRST: ScreenId = home::DEF.id;

/// View shown first by the Inquiries screen. Its first page is read from the disk before anything else runs.
pub fn first_view() -> ViewSpec {
    inquiry::first_view(Tab::Active, Timestamp::default())
}

/// Mistake in `line`, given as the view that `screen` starts with; `None` when there is none.
pub fn wrong_start_view(screen: &str, line: &str) -> Option<WrongLine> {
    if let Some(def) = def(screen) {
        return (def.make)().wrong_line(line);
    }
    let known = || ALL.iter().filter(|def| def.key != ' ').map(|def| def.id);
    let message = format!("Unknown screen. Available: {}.", known().collect::<Vec<_>>().join(", "));
    let meant = crate::base::nearest(screen, known()).map(str::to_owned);
    Some(WrongLine { message, meant, may_be_meant: false })
}
