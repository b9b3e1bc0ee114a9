//! State of the mail screen: its tabs, the query, the opened message, the pane beside the list.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use super::around::Senders;
use super::order::Sorted;
use super::threads::Threads;
use super::typed::Typed;
use crate::api::emails::Match;
use crate::base::Kept;
use crate::screens::message::reader::Reader;
use crate::store::MailKey;
use crate::store::filter::MailQuery;
use crate::store::findings::asked::Asked;
use crate::ui::World;
use crate::ui::list::{OwnList, TabRow, Texts};
use crate::ui::widgets::page::PageView;

pub const TABS: &[TabRow<Match>] = &[
    TabRow::called(Match::Inbox, "inbox", "Inbox").empty(
        "No message from a sender whose domain contains or resembles one of yours.",
        "] shows other matches; All has every message that was caught.",
    ),
    TabRow::called(Match::DomainContains, "contains", "Contains")
        .empty("No sender's domain contains one of yours.", "] shows other matches."),
    TabRow::called(Match::DomainSimilarity, "similar", "Similar")
        .empty("No sender's domain resembles one of yours.", "] shows other matches."),
    TabRow::called(Match::DomainContainsExtension, "extension", "Extension").empty(
        "No sender's domain contains one of yours and its ending.",
        "ext:de,com keeps some endings; f asks for them.",
    ),
    TabRow::called(Match::All, "all", "All")
        .empty("No mail was caught yet.", "Mail to your verified domains appears here."),
];
/// Place of the tab that can be narrowed by the domain's ending.
pub const EXTENSION: usize = 3;
/// Place of the last tab, which has all mail.
pub const ALL: usize = 4;

#[derive(Debug, Default)]
pub struct Mail {
    pub(super) list: OwnList<Self>,
    /// Query the list shows. While a line is typed it is the previous one, because the search starts on enter.
    pub(super) asked: MailQuery,
    /// Tab a search was typed on, which is shown again when the search ends.
    pub(super) typed_in: Option<usize>,
    /// True while the answer of a search was not shown yet.
    pub(super) searched: bool,
    /// Messages known when the search started that contain its words. They are shown until the service answers.
    pub(super) here: Arc<[MailKey]>,
    /// Messages that contain the typed words.
    pub(super) typed: Kept<Typed, Arc<[MailKey]>>,
    pub(super) texts: RefCell<Texts<(u64, bool), MailKey>>,
    /// Message that was just opened.
    pub(super) opened: Option<MailKey>,
    /// True once the caution was shown in this run. A read-only program cannot note that on the disk.
    pub(super) cautioned: bool,
    pub(super) pane: Pane,
    pub(super) sorted: Option<Sorted>,
    pub(super) threads: Threads,
    /// Known messages of a tab, newest first, kept by the version of mail.
    pub(super) known_as: Kept<(u64, Match), Arc<[MailKey]>>,
    /// Number of a tab's messages that pass the filter, if only the known messages tell; kept by version of mail, tab
    /// and query.
    pub(super) held: Kept<(u64, Match, MailQuery), u64>,
    /// Messages by sender, kept by the version of mail.
    pub(super) senders: Kept<u64, Arc<Senders>>,
    /// Sums over the inquiries by domain.
    pub(super) asked_about: Asked,
}

impl Mail {
    /// Opened message, else the one under the cursor.
    pub fn current(&self) -> Option<MailKey> {
        self.list.detail.as_ref().map(|reader| reader.key).or_else(|| self.list.under_cursor().copied())
    }

    /// Opened message, else the marked ones, else the one under the cursor; with all messages of a folded conversation.
    pub fn targets(&self) -> Vec<MailKey> {
        if let Some(reader) = &self.list.detail {
            return vec![reader.key];
        }
        let mut seen = HashSet::new();
        let rows = self.list.table().targets().ids.into_iter().flat_map(|key| self.threads.of_row(key));
        rows.filter(|key| seen.insert(*key)).collect()
    }

    /// True while a search has no answer, so that only known messages are shown.
    pub(super) fn is_unanswered(&self, world: &World<'_>) -> bool {
        self.asked.is_search() && world.store.query(&self.asked.found(1)).value.is_none()
    }

    /// Known messages of a tab: other tabs may have brought some before its own list is read.
    pub(super) fn known_as(&self, tab: Match, world: &World<'_>) -> Arc<[MailKey]> {
        let mail = world.store.mail();
        self.known_as.get((mail.version(), tab), |(_, tab)| mail.known_as(*tab).into())
    }

    /// True once the caution about caught mail was shown, in this run or before.
    pub(super) fn is_cautioned(&self, world: &World<'_>) -> bool {
        self.cautioned || world.store.mail().is_cautioned()
    }

    /// Opens a message, on the page that the previously opened one was on.
    pub fn open_message(&mut self, key: MailKey) {
        let page = self.list.detail.as_ref().map(|reader| reader.page).unwrap_or_default();
        self.list.detail = Some(Reader { page, ..Reader::new(key) });
        self.opened = Some(key);
    }

    /// Place of the tab that a query is shown on.
    pub(super) fn tab_of(&self, query: &MailQuery) -> usize {
        match query {
            query if query.is_of_extensions() => EXTENSION,
            query if query.is_search() => ALL,
            _ => self.list.tab,
        }
    }

    /// Goes to the tab of all mail when a search starts, and back when it ends, unless the user chose a tab.
    pub(super) fn show_in_its_tab(&mut self) {
        let chose = std::mem::take(&mut self.list.chose_tab);
        if !self.asked.is_search() {
            let back = self.typed_in.take().filter(|_| self.list.tab == ALL && !chose);
            self.list.tab = back.unwrap_or(self.list.tab);
        } else if self.list.tab != ALL {
            self.typed_in = Some(std::mem::replace(&mut self.list.tab, ALL));
        }
    }

    pub(super) fn matching(&self) -> Match {
        TABS[self.list.tab].tab
    }
}

/// State of the preview, as the user left it.
#[derive(Debug, Default)]
pub struct Pane {
    pub(super) hidden: bool,
    /// True while the moving keys scroll the preview.
    pub(super) inside: bool,
    /// True if the last frame had room for it.
    pub(super) fits: bool,
    pub view: PageView,
}
