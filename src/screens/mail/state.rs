//! State of the mail screen: its tabs, the query, the opened message, the pane beside the list.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use super::around::Senders;
use super::order::Sorted;
use super::reader::Reader;
use super::threads::Threads;
use super::typed::Typed;
use crate::api::emails::Match;
use crate::base::Kept;
use crate::store::MailKey;
use crate::store::filter::MailQuery;
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
/// The place of the tab that endings narrow.
pub const EXTENSION: usize = 3;
/// The last tab.
pub const ALL: usize = 4;

/// Caught mail.
#[derive(Debug, Default)]
pub struct Mail {
    pub(super) list: OwnList<Self>,
    /// Query of the last read. While a line is typed it is the one before, because the search starts on enter.
    pub(super) asked: MailQuery,
    /// The tab a search was typed in, whose list comes back with its end.
    pub(super) typed_in: Option<usize>,
    /// A search was asked for whose answer has not been shown.
    pub(super) searched: bool,
    /// The messages known when the search was asked for that hold its words: they are shown until it is answered.
    pub(super) here: Arc<[MailKey]>,
    /// Messages that contain the typed words.
    pub(super) typed: Kept<Typed, Arc<[MailKey]>>,
    pub(super) texts: RefCell<Texts<(u64, bool), MailKey>>,
    /// A message that was just opened.
    pub(super) opened: Option<MailKey>,
    /// The caution was said in this run; a program that only reads cannot note that.
    pub(super) cautioned: bool,
    pub(super) pane: Pane,
    pub(super) sorted: Option<Sorted>,
    pub(super) threads: Threads,
    /// Number of messages of a tab that are here, by the version of mail.
    pub(super) known_as: Kept<(u64, Match), u64>,
    /// Number of messages of a tab that the line leaves, where only what is here tells.
    pub(super) held: Kept<(u64, Match, MailQuery), u64>,
    /// The messages by who sent them, by the version of mail.
    pub(super) senders: Kept<u64, Arc<Senders>>,
}

impl Mail {
    /// The message that is open, else the one under the cursor.
    pub fn current(&self) -> Option<MailKey> {
        self.list.detail.as_ref().map(|reader| reader.key).or_else(|| self.list.under_cursor().copied())
    }

    /// The message that is open, else the marked ones, else the one under the cursor; of a folded conversation all.
    pub fn targets(&self) -> Vec<MailKey> {
        if let Some(reader) = &self.list.detail {
            return vec![reader.key];
        }
        let mut seen = HashSet::new();
        let rows = self.list.table().targets().ids.into_iter().flat_map(|key| self.threads.of_row(key));
        rows.filter(|key| seen.insert(*key)).collect()
    }

    /// A search has no answer yet, so that what is shown is of the messages that are here.
    pub(super) fn is_unanswered(&self, world: &World<'_>) -> bool {
        self.asked.is_search() && world.store.query(&self.asked.found(1)).value.is_none()
    }

    /// The caution about caught mail was shown, in this run or before.
    pub(super) fn is_cautioned(&self, world: &World<'_>) -> bool {
        self.cautioned || world.store.mail().is_cautioned()
    }

    /// Opens a message, or the next one on the same page as the one before.
    pub fn open_message(&mut self, key: MailKey) {
        let page = self.list.detail.as_ref().map(|reader| reader.page).unwrap_or_default();
        self.list.detail = Some(Reader { page, ..Reader::new(key) });
        self.opened = Some(key);
    }

    /// The tab a query is shown in.
    pub(super) fn tab_of(&self, query: &MailQuery) -> usize {
        match query {
            query if query.is_of_extensions() => EXTENSION,
            query if query.is_search() => ALL,
            _ => self.list.tab,
        }
    }

    /// Goes to the tab of all mail with a search, and back with its end unless that chose a tab.
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

/// The pane with the preview, as the user left it.
#[derive(Debug, Default)]
pub struct Pane {
    pub(super) hidden: bool,
    /// The moving keys scroll it.
    pub(super) inside: bool,
    /// The last frame had room for it.
    pub(super) fits: bool,
    pub view: PageView,
}
