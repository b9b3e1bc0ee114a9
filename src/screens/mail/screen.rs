//! The screen as a list: its rows, its requests, its drawing.

use std::sync::Arc;
use std::time::Duration;

use super::columns::{COLUMNS, Cells, cells};
use super::commands::{COMMANDS, UNREAD, reads_on};
use super::state::{ALL, Mail, TABS};
use super::{around, form, notes, noting, order, preview, threads};
use crate::api::emails::{Get, Match};
use crate::base::work;
use crate::client::Lane;
use crate::screens::message;
use crate::screens::message::reader::{Reader, ReaderPage};
use crate::store::filter::{MailQuery, Topic as Words};
use crate::store::index::inquiries::COVER;
use crate::store::{Every, Known, MailKey, Want, Wants};
use crate::ui::list::{self, About, FormOver, ListScreen, Page, own_list};
use crate::ui::place::MESSAGE;
use crate::ui::widgets::table::{Form as FileForm, Rows, ViewExport};
use crate::ui::{Args, Cx, Lens, Look, Outcome, Scoped, Scopes, World};

/// Time between two polls for new messages.
const POLL: Duration = Duration::from_secs(60);

impl Scoped for Mail {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::typing(scopes);
        scopes.then_if(preview::has_keys, preview::INSIDE);
        scopes.then_if(reads_on, UNREAD);
        list::text(scopes);
        scopes.then_if(threads::in_list, threads::INSIDE);
        scopes.then(COMMANDS);
        scopes.then_if(|screen| !reads_on(screen), UNREAD);
        list::rows(scopes);
    }
}

impl ListScreen for Mail {
    type Key = MailKey;
    type Tab = Match;
    type Filter = MailQuery;
    type Detail = Reader;

    const ABOUT: About<Self> = About {
        words: Some(Words::Mail),
        tab_of: Self::tab_of,
        topics: Some(threads::TOPICS),
        form: Some(FormOver {
            title: "Search and filter",
            fill: |screen, query| form::form(screen.list.tab, query),
            submit: form::submit,
        }),
        around: Some(|screen, _, look| around::parts(screen, look)),
        body: Some(preview::render),
        pane: Some(list::Pane {
            text: Lens {
                get: |screen| preview::has_keys(screen).then_some(&screen.pane.view),
                get_mut: |screen| preview::has_keys(screen).then_some(&mut screen.pane.view),
            },
            leave: preview::leave,
            drawn: preview::drawn,
        }),
        opened: Some(|reader, world| match world.store.mail().row(reader.key) {
            _ if world.store.session().redact => COVER.to_owned(),
            Some(row) => row.who.to_string(),
            None => "Message".to_owned(),
        }),
        rested: |screen, _| screen.pane.view.reset(),
        ..About::new("mail", "message", "The list of messages", TABS, &[COLUMNS])
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[MailKey]> {
        if !self.list.bar().is_editing() && *self.list.filter() != self.asked {
            self.asked = self.list.filter().clone();
            self.searched = self.asked.is_search();
            self.show_in_its_tab();
            let known = if self.searched { world.store.mail().known() } else { Vec::new() };
            self.here = self.preselected(&known, &self.asked, world);
        }
        let list = world.store.mail().list(&self.asked.call(self.matching(), 1));
        let known = list.rows();
        // The results are a new list, so reading starts at the first row, unless the cursor is on a message found here
        // before.
        if self.searched && !known.is_empty() {
            self.searched = false;
            if self.here.is_empty() {
                self.list.table_mut().begin_at_top();
            }
        }
        let is_editing = self.list.bar().is_editing();
        if !is_editing {
            self.texts.borrow_mut().forget();
        }
        let rows = match self.list.filter() {
            typed if is_editing && *typed != self.asked => self.typed(known, world),
            _ if self.is_unanswered(world) => Arc::clone(&self.here),
            _ if list.total().is_none() && self.asked.is_of_a_tab() => self.known_as(self.matching(), world),
            _ => Arc::clone(known),
        };
        if let Some(key) = self.current() {
            self.threads.take(key, world.store);
        }
        let checks = &self.list.filter().checks;
        let rows = order::sorted(&mut self.sorted, rows, checks, self.list.table(), &cells(world));
        // The service's own order is newest first, except in search results.
        let is_newest_first = self.list.table().sort().is_none() && !self.asked.is_search();
        self.list.table_mut().stand_by(is_newest_first.then_some(("age", true)));
        self.threads.arranged(rows, world.store)
    }

    fn took_rows(&mut self, world: &World<'_>) {
        self.asked_about.sum_up(world.store, world.now);
        list::say_counts(self, world);
        let finds = self.asked != MailQuery::default() && *self.list.filter() == self.asked;
        self.list.bar_mut().set_finds(finds.then_some(Self::ABOUT.noun));
        // These tabs say already why a message matched.
        let said = !matches!(self.matching(), Match::Inbox | Match::All) && !self.asked.is_search();
        self.list.table_mut().leave_out(if said { &["why"] } else { &[] });
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let page = if self.asked.is_search() {
            Page { what: Some("The search"), ..Page::of(&self.asked.found(number), world) }
        } else {
            let page = Page::of(&self.asked.list(self.matching(), number), world);
            let every = if number == 1 { Every::Steady(POLL) } else { Every::Once };
            Page { want: Want { every, ..page.want }, ..page }
        };
        Some(Page { about: self.asked.domain.clone(), ..page })
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        world.store.mail().list(&self.asked.call(self.matching(), 1)).holds_all()
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<MailKey> + 'a {
        Cells { threads: Some(&self.threads), ..cells(&look.world) }
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        threads::words(self, &look.world)
    }

    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        // A search is over all mail, so other tabs have no count.
        if self.asked.is_search() && tab != ALL {
            return (Known::NotRead, String::new());
        }
        (self.count(tab, &self.asked, world), String::new())
    }

    fn count(&self, tab: usize, filter: &MailQuery, world: &World<'_>) -> Known<u64> {
        let (mail, tab) = (world.store.mail(), TABS[tab].tab);
        let list = mail.list(&filter.call(tab, 1));
        if filter.checks.is_any() {
            let count = |(_, _, filter): &(u64, Match, MailQuery)| {
                work::each(list.rows().iter()).filter(|key| mail.passes(**key, &filter.checks)).count() as u64
            };
            let held = self.held.get((mail.version(), tab, filter.clone()), count);
            return match list.rows().len() as u64 {
                0 if !list.holds_all() => Known::NotRead,
                read => Known::over(held, read, list.total(), list.holds_all()),
            };
        }
        let told: Known<u64> = list.total().into();
        if told != Known::NotRead || *filter != MailQuery::default() {
            return told;
        }
        let mut here = self.known_as(tab, world).len() as u64;
        if tab == Match::All {
            // All has at least as many messages as every other tab.
            let others = TABS.iter().filter_map(|row| mail.list(&filter.call(row.tab, 1)).total());
            here = others.fold(here, u64::max);
        }
        Known::rows(here, mail.list(&filter.call(Match::All, 1)).total(), false)
    }

    fn opened(&self) -> usize {
        preview::has_keys(self).into()
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        if let Some(key) = self.opened.take() {
            noting::opened(key, &mut self.cautioned, cx);
        }
    }

    fn open_other(&mut self, args: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        args.has(MESSAGE).then_some(())?;
        match cx.world.store.mail().find(line) {
            Some(key) => self.open_message(key),
            None => return Some(Outcome::Refused("This message is not known here any more.".to_owned())),
        }
        self.after(cx);
        Some(Outcome::Done)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        notes::line(self, world)
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if let Some(reader) = &self.list.detail {
            wants.queries.extend(world.store.want_message(reader.key, Lane::User));
            if let Some(row) = world.store.mail().row(reader.key).filter(|_| reader.page == ReaderPage::Headers) {
                wants.want(&Get { id: row.id.to_string() }, Lane::User);
            }
            // The next message is read ahead once this one was read.
            let next = self.list.table().neighbours(0, 1).iter().copied().find(|key| *key != reader.key);
            let next = next.filter(|_| reader.message(world).is_some());
            wants.queries.extend(next.and_then(|key| world.store.want_message(key, Lane::Ahead)));
        }
        list::wants(self, world, wants);
        around::wants(self, world, wants);
        // Typed words are also looked for in the texts kept on the disk.
        wants.mail_texts |= self.list.bar().is_editing();
        // The message under the cursor is read ahead, so that it opens at once; the request is dropped when the cursor
        // moves on.
        if let Some(key) = self.list.under_cursor().filter(|_| self.list.detail.is_none()) {
            message::want_ahead(*key, world, wants);
        }
    }

    fn export(&self, form: FileForm, world: &World<'_>) -> Option<ViewExport> {
        // A file has every message, including folded ones.
        let table = self.threads.unfolded(self.list.table());
        Some(table.export(&format!("mail-{}", TABS[self.list.tab].name), form, &cells(world)))
    }
}
