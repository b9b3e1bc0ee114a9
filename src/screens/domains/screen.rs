//! The screen as the list and the shell use it.

use std::sync::Arc;

use crate::api::domains::Listing;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, capital};
use crate::screens::domain::words;
use crate::store::disk::OpeningList;
use crate::store::filter::{Filter, Topic as Words};
use crate::store::findings::asked::Asked;
use crate::store::index::domains::Cover;
use crate::store::{DomainKey, DomainTab, DomainView, EntryId, Known, SavedViews, Subject, Wants};
use crate::ui::list::noting::Noting;
use crate::ui::list::{self, About, Index, ListScreen, Page, Pages, Reading, line, marking, own_list};
use crate::ui::text::counted;
use crate::ui::widgets::table::{Empty, Form, Rows, Table, ViewExport};
use crate::ui::widgets::tabs::MANY;
use crate::ui::{Args, Cx, Lens, Look, Outcome, Scoped, Scopes, World};

use super::columns::{self, Cells, Currencies};
use super::commands::{ADD_BACK, COMMANDS, VERIFY};
use super::state::{Detail, DetailTab, Domains, PAGE_ROWS, USUAL};
use super::tabs::{self, TABS};
use super::{lander, places, results, view, wants};

impl Scoped for Domains {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        list::text(scopes);
        scopes.then_if(|screen| screen.is_on(DomainTab::Removed), ADD_BACK);
        scopes.then_if(|screen| screen.is_on(DomainTab::Removed) || screen.is_on(DomainTab::Detected), VERIFY);
        scopes.then(COMMANDS);
        // Verbs act on the opened domain, never on inquiries marked in its list.
        scopes.part_of(
            &Lens {
                get: |screen| asked(screen.list.detail.as_ref()?),
                get_mut: |screen| asked_mut(screen.list.detail.as_mut()?),
            },
            Table::COMMANDS,
            Table::<Id<Inquiry>>::changes_no_marks,
        );
        list::rows(scopes);
    }
}

fn asked(detail: &Detail) -> Option<&Table<Id<Inquiry>>> {
    (detail.page == DetailTab::Inquiries).then_some(&detail.table)
}

fn asked_mut(detail: &mut Detail) -> Option<&mut Table<Id<Inquiry>>> {
    (detail.page == DetailTab::Inquiries).then_some(&mut detail.table)
}

impl ListScreen for Domains {
    type Key = DomainKey;
    type Tab = DomainTab;
    type Filter = Filter;
    type Detail = Detail;

    const ABOUT: About<Self> = About {
        usual: Some(USUAL),
        pages: Pages { ahead: 100, ..Pages::of(PAGE_ROWS) },
        totals: MANY,
        words: Some(Words::Domains),
        tab_of: |_, filter| tabs::of_filter(filter),
        preview: Some(view::preview),
        around: Some(|screen, _, look| view::around(screen, look)),
        kept: columns::KEPT,
        view_word: Self::view_word,
        under: Some(Self::found_in),
        index: Some(Index {
            unread: |screen, world| world.store.unread_domains(screen.shown_tab()),
            reading: Self::known,
            lacks: Self::lacks,
        }),
        opened: Some(|detail, _| detail.name.both()),
        watch: wants::watch,
        first: Self::first,
        ..About::new("domains", "domain", "The list of domains", TABS, &[columns::COLUMNS])
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[DomainKey]> {
        self.take_currency(world);
        self.asked.sum_up(world.store, world.now);
        let index = world.store.domains();
        let keys = self.asked.narrow(index.view(&self.spec(world.now)), self.list.filter(), world.store, world.now);
        self.asked.arrange(keys, self.list.table().sort(), index, world.store.visits())
    }

    fn took_rows(&mut self, world: &World<'_>) {
        if let Some(detail) = &mut self.list.detail {
            let row = world.store.domains().row_of(&detail.name);
            detail.on = row.map(|row| row.tabs().collect()).unwrap_or_default();
            let spec = detail.inquiries(world.now);
            detail.table.set_ids(world.store.inquiries().view(&spec));
        }
        self.say_counts(world);
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        Some(Page::of(&self.request(number, world), world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        self.knows_all(world)
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<DomainKey> + 'a {
        let world = &look.world;
        let index = world.store.domains();
        Cells {
            index,
            asked: &self.asked,
            visits: world.store.visits(),
            look: Some(look),
            currencies: self.currencies(world),
            now: world.now,
            zone: world.zone,
        }
    }

    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        (world.store.domains().total(TABS[tab].tab).into(), String::new())
    }

    fn beside_tabs(&self, width: u16, look: &Look<'_>) -> String {
        view::beside_tabs(self, width, look)
    }

    fn empty(&self, world: &World<'_>) -> Empty {
        view::empty(self, world)
    }

    fn key_of(&self, subject: &Subject, world: &World<'_>) -> Option<DomainKey> {
        if let Subject::Domain(name) = subject { world.store.domains().find(name) } else { None }
    }

    fn count(&self, tab: usize, filter: &Filter, world: &World<'_>) -> Known<u64> {
        let mut view = DomainView::new(TABS[tab].tab, Listing::All, filter, columns::order(None), world.now);
        self.price(&mut view);
        let index = world.store.domains();
        let rows = if Asked::is_asked(filter) {
            self.asked.passing(index.view(&view), filter, world.store, world.now).len() as u64
        } else {
            index.count(&view)
        };
        Known::rows(rows, None, self.checks_all(TABS[tab].tab, filter, world))
    }

    fn open_other(&mut self, args: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        places::open_name(self, args, line, &cx.world)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        view::note(self, world)
    }

    fn wants(&self, world: &World<'_>, into: &mut Wants) {
        wants::wants(self, world, into);
    }

    fn behind(&mut self, _: &mut Cx<'_>) {
        self.opening = None;
    }

    fn wrote(&mut self, entry: EntryId) {
        let here = self.shown_tab();
        self.results.begun(entry, here);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        lander::go_on(self, cx);
        results::unprompted(self, cx);
        self.pricing.go_on(cx);
        marking::unprompted(self, cx);
        if self.list.rested_typing(cx.world.now) {
            // The rows are made again when the service has answered.
            list::take_rows(self, &cx.world);
        }
    }

    fn before(&mut self, name: &str) -> bool {
        self.opening.take().is_some() && name == "domains.back"
    }

    fn opened(&self) -> usize {
        self.opening.is_some().into()
    }

    fn changes_at(&self, world: &World<'_>) -> Option<Timestamp> {
        let oldest = self.joined.as_ref().and_then(|_| world.store.visits().oldest());
        let age = oldest.and_then(|at| at.age(world.now, world.zone).changes_at);
        let opening = self.opening.as_ref().map(|lander| lander.opening.failures_count_at());
        age.into_iter().chain(opening).min()
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        if self.list.detail.is_some() {
            return None;
        }
        let (index, asked, currency) = (world.store.domains().frozen(), self.asked.frozen(), self.currency.clone());
        let (own, read) = (world.store.own_settings().currencies().clone(), world.store.own_currencies());
        let names_read = world.store.own_settings().read_names();
        let (visits, now, zone) = (world.store.visits().clone(), world.now, world.zone);
        let name = format!("domains-{}", TABS[self.list.tab].name);
        // Written in parts, because a hundred thousand rows take longer than a frame.
        Some(self.list.table().export_beside(&name, form, move |writing, go_on| {
            let is_read = Box::new(|name: &str| names_read.contains(name));
            let currencies = Currencies { account: &currency, own: &own, read: read.clone(), is_read };
            let cells = Cells { index: &index, asked: &asked, visits: &visits, look: None, currencies, now, zone };
            writing.write(&cells, go_on)
        }))
    }
}

impl Domains {
    fn view_word(&self) -> Option<String> {
        let told = self.listing != Listing::All && self.shown_tab().narrows();
        let told = told && self.list.filter().server.listing.is_none();
        told.then(|| format!("listing:{}", self.listing.as_str()))
    }

    /// Rows of a tab under a filter.
    fn found_in(&self, tab: usize, filter: &Filter, world: &World<'_>) -> Arc<[DomainKey]> {
        let mut view = DomainView::new(TABS[tab].tab, Listing::All, filter, columns::order(None), world.now);
        self.price(&mut view);
        self.asked.passing(world.store.domains().view(&view), filter, world.store, world.now)
    }

    /// How far the list in front has been read.
    fn known(&self, world: &World<'_>) -> Reading {
        let index = world.store.domains();
        let tab = self.shown_tab();
        let rows = self.list.table().ids().iter().filter_map(|key| index.row(*key));
        let oldest = rows.map(|row| row.read_at()).min().filter(|at| at.0 > 0);
        let failure = list::reading(self, world).failure;
        let (known, at, part) = match index.cover(tab) {
            Cover::Whole { at } => (true, Some(at), None),
            Cover::MaybeIncomplete { at, read, of: of @ Some(_) } => (true, Some(at), Some(list::part(read, of))),
            Cover::MaybeIncomplete { at, .. } => {
                (true, Some(at), Some("The list changed while it was read; some domains may be missing.".to_owned()))
            }
            Cover::Partly { known, of } => (known > 0 || of == Some(0), None, Some(list::part(known, of))),
        };
        Reading { known, at: oldest.or(at), part, failure }
    }

    /// Sentences about data that was not read: of the rows, or of what the filter checks.
    fn lacks(&self, world: &World<'_>) -> Option<String> {
        let all = [
            self.unread_inquiries(world),
            self.unread_visits(world),
            self.offers_left_out(world),
            self.prices_left_out(world),
            self.unread_currencies(world),
        ];
        let all: Vec<String> = all.into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.join("\n"))
    }

    /// Sentence for a filter by inquiries of which only a part was read.
    pub(super) fn unread_inquiries(&self, world: &World<'_>) -> Option<String> {
        let filter = self.list.filter();
        let lacks = Asked::is_asked(filter) && !self.asked.tells_inquiries(filter, world.store, world.now);
        let why = self.asked.why_refused().map_or_else(|| "not all inquiries were read".to_owned(), str::to_owned);
        lacks.then(|| format!("{}: names may be missing from what the filter finds.", capital(&why)))
    }

    /// Sentence for a filter by visits, because only some domains have figures of them.
    fn unread_visits(&self, world: &World<'_>) -> Option<String> {
        let many = || counted(world.store.visits().len() as u64, "domain", "domains");
        let words = || {
            format!(
                "Visits were read of {}: the filter finds no others. Mark domains, then :join reads theirs.",
                many()
            )
        };
        self.list.filter().is_of_visits().then(words)
    }

    /// Sentence about best offers that the filter cannot compare because of their currency.
    pub(super) fn offers_left_out(&self, world: &World<'_>) -> Option<String> {
        let compares = self.list.filter().compares_best_offers();
        compares.then(|| world.store.offers_left_out(&world.store.price_currency().unwrap_or_default()))?
    }

    /// Sentence about prices that the filter cannot compare because of their currency.
    pub(super) fn prices_left_out(&self, world: &World<'_>) -> Option<String> {
        let compares = self.list.filter().compares_prices();
        compares.then(|| world.store.prices_left_out(&world.store.price_currency().unwrap_or_default()))?
    }

    /// Sentences about prices with an unknown currency, each with its reason.
    fn unread_currencies(&self, world: &World<'_>) -> Option<String> {
        let (index, table) = (world.store.domains(), self.list.table());
        let shown: Vec<&str> = ["bin", "target"].into_iter().filter(|column| table.shows(column)).collect();
        let rows = table.ids().iter().filter_map(|key| index.row(*key));
        let currencies = self.currencies(world);
        let (of_account, own) = columns::without_currency(rows, &shown, &currencies);
        let why_own = match currencies.read {
            Known::Is(()) => "the service lists those of verified domains only",
            _ => "what domains have of their own was not read",
        };
        let why_account = words::why_no_currency(world.store).map(|(why, _)| why);
        let why_account = why_account.unwrap_or_else(|| "that of your account was not read".to_owned());
        let all = [(of_account, why_account), (own, why_own.to_owned())];
        let told = all
            .into_iter()
            .filter(|(many, _)| *many > 0)
            .map(|(many, why)| format!("The currency of {} is not known: {why}.", counted(many, "domain", "domains")));
        Some(told.collect::<Vec<_>>().join("\n")).filter(|told| !told.is_empty())
    }

    /// Adding is offered first only while nothing is marked or opened; otherwise acts on domains come first.
    fn first(&self) -> &'static [&'static str] {
        let free = self.list.detail.is_none() && self.list.table().marked() == 0;
        if free {
            &[
                "domains.open",
                "domains.approve",
                "domains.add_back",
                "domains.settings",
                "domains.sheet",
                "domains.add",
                "domains.retry",
            ]
        } else {
            &[]
        }
    }
}

/// List the screen shows when it is opened with `typed`. A line that cannot be read shows the first tab without a
/// filter.
pub fn opening(typed: &str, saved: &SavedViews, now: Timestamp) -> OpeningList {
    let mut screen = Domains::default();
    let line = line::meant::<Domains>(typed, saved).to_owned();
    if let Ok(to) = line::read(&screen, &line) {
        screen.list.tab = to.tab.unwrap_or_else(|| tabs::of_filter(&to.filter));
        if let Some(order) = to.sort {
            screen.list.table_mut().set_order(order);
        }
        let _ = list::put_filter(&mut screen, &to.line);
    }
    OpeningList { view: screen.spec(now), line }
}

impl Noting for Domains {
    fn noted_about(&self, world: &World<'_>) -> Vec<Subject> {
        if let Some(detail) = &self.list.detail {
            return vec![Subject::domain(&detail.name)];
        }
        let row = |key: DomainKey| world.store.domains().row(key).map(|row| Subject::Domain(row.punycode().into()));
        self.targets(world).into_iter().filter_map(row).collect()
    }
}
