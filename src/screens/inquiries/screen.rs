//! The screen as the list and the shell use it.

use std::sync::Arc;

use crate::api::limits::INQUIRIES_REACHED;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, clean_line};
use crate::screens::inquiry::columns::{self, Cells};
use crate::screens::inquiry::{self, reply};
use crate::store::filter::{Filter, Topic as Words};
use crate::store::index::walk::WalkList;
use crate::store::score::Weights;
use crate::store::{EntryId, Known, Mark, Subject, Tab, ViewSpec, Wants};
use crate::ui::list::noting::Noting;
use crate::ui::list::{self, About, FormOver, Index, ListScreen, Page, Pages, Pane, Reading, marking, own_list};
use crate::ui::place::INQUIRIES;
use crate::ui::text::counted;
use crate::ui::widgets::table::{self, Rows, Table, ViewExport};
use crate::ui::widgets::tabs::MANY;
use crate::ui::{Cx, Lens, Look, Scoped, Scopes, ScreenId, World};

use super::commands::{BY_NAME, COMMANDS, UNARCHIVE, UNHIDE, UNREAD};
use super::contact::CONTACT;
use super::history::HISTORY;
use super::rescue::{self, RESCUE};
use super::state::{Detail, Inquiries, USUAL};
use super::tabs::{self, TABS};
use super::topics::TOPICS;
use super::{form, news, places, totals, view, walk, wants};

pub const ID: ScreenId = INQUIRIES;

type Key = Id<Inquiry>;

impl Scoped for Inquiries {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::typing(scopes);
        scopes.then_if(|screen| screen.brings_back == Some(Mark::Archived), UNARCHIVE);
        scopes.then_if(|screen| screen.brings_back == Some(Mark::Hidden), UNHIDE);
        scopes.then_if(|screen| screen.all_read, UNREAD);
        list::text(scopes);
        scopes.then_if(|screen| screen.list.detail.as_ref().is_some_and(Detail::on_history), HISTORY);
        scopes.then_if(Inquiries::preview_is_page, places::PREVIEW_PAGE);
        scopes.then_if(|screen| screen.in_preview && screen.preview_in_sight(), places::IN_PREVIEW);
        scopes.then_if(rescue::is_here, RESCUE);
        scopes.then(COMMANDS);
        scopes.then(BY_NAME);
        scopes.then(CONTACT);
        scopes.then(rescue::WAY_IN);
        // The buyer's other inquiries are opened from that list, not marked.
        scopes.part_of(
            &Lens {
                get: |screen| Some(&screen.list.detail.as_ref().filter(|detail| in_others(detail))?.history.table),
                get_mut: |screen| {
                    Some(&mut screen.list.detail.as_mut().filter(|detail| in_others(detail))?.history.table)
                },
            },
            Table::COMMANDS,
            Table::<Key>::only_moves,
        );
        list::rows(scopes);
    }
}

/// True while the moving keys move in the list of the buyer's other inquiries.
fn in_others(detail: &Detail) -> bool {
    detail.on_history() && !detail.history.in_figures
}

impl ListScreen for Inquiries {
    type Key = Key;
    type Tab = Tab;
    type Filter = Filter;
    type Detail = Detail;

    const ABOUT: About<Self> = About {
        usual: Some(USUAL),
        pages: Pages { reached: Some(INQUIRIES_REACHED), ..Pages::of(inquiry::PAGE_ROWS) },
        totals: MANY - 1,
        words: Some(Words::Inquiries),
        tab_of: |_, filter| tabs::of_filter(filter),
        topics: Some(TOPICS),
        form: Some(FormOver {
            title: "Filter",
            fill: |screen, filter| form::form(screen.list.tab, filter),
            submit: form::submit,
        }),
        around: Some(view::around),
        body: Some(view::body),
        hides: view::hides,
        pane: Some(Pane {
            text: Lens {
                get: |screen| (screen.in_preview && screen.preview_in_sight()).then_some(&screen.preview_view),
                get_mut: |screen| (screen.in_preview && screen.preview_in_sight()).then_some(&mut screen.preview_view),
            },
            leave: places::leave_preview,
            drawn: |screen, facts| screen.preview_view.drawn(facts),
        }),
        under: Some(Self::found_in),
        index: Some(Index {
            unread: Self::unread,
            reading: Self::known,
            lacks: |screen, world| screen.by_currency(world),
        }),
        opened: Some(|detail, world| {
            let row = world.store.inquiries().row(detail.id).filter(|row| !row.punycode().is_empty());
            row.map_or_else(|| format!("Inquiry {}", detail.id), |row| row.domain_name().both())
        }),
        rested: Self::rest_on_row,
        watch: |_, _, into| wants::watch(into),
        first: |screen| if rescue::is_here(screen) { rescue::FIRST } else { &[] },
        complete: |screen, name, words, world| {
            (name == "inquiries.unsent").then(|| list::complete(screen, "inquiries.filter", words, world))
        },
        ..About::new(ID, "inquiry", "The list of inquiries", TABS, &[columns::COLUMNS])
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[Key]> {
        self.take_account(world);
        let weights = Weights::in_force(world.store.notes());
        self.leads.update(world.store, weights, world.now);
        let by_score = self.list.table().sort().filter(|(id, _)| *id == "score").map(|(_, descending)| descending);
        let ids = world.store.inquiries().view(&self.spec(world.now));
        let filter = self.list.filter().clone();
        self.leads.list(ids, &filter, by_score)
    }

    fn took_rows(&mut self, world: &World<'_>) {
        self.say_counts(world);
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let about = self.list.filter().server.domain.clone();
        Some(Page { about, ..Page::of(&self.request(number, world.now), world) })
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        totals::is_whole(&self.spec(world.now), world)
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<Key> + 'a {
        Cells::new(look.world.store.inquiries(), look.world.now, look.world.zone).with_scores(&self.leads)
    }

    fn total(&self, tab: usize, world: &World<'_>) -> (Known<u64>, String) {
        (totals::total(world, tab), String::new())
    }

    fn beside_tabs(&self, width: u16, look: &Look<'_>) -> String {
        view::beside_tabs(self, width, &look.world)
    }

    fn changes_at(&self, _: &World<'_>) -> Option<Timestamp> {
        let replying = self.replying.as_ref().map(|replying| replying.opening.failures_count_at());
        self.reading.map(|(_, at)| at).into_iter().chain(replying).min()
    }

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<Key> {
        if let Subject::Inquiry(id) = subject { Some(*id) } else { None }
    }

    fn count(&self, tab: usize, filter: &Filter, world: &World<'_>) -> Known<u64> {
        let spec = self.of_account(ViewSpec::new(TABS[tab].tab, filter, columns::order(None), world.now), filter);
        let ids = world.store.inquiries().view(&spec);
        let (many, is_exact) = self.leads.many(&ids, filter);
        Known::rows(many, None, is_exact && totals::is_all(&spec, world))
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if let Some(replying) = &self.replying {
            return Some(replying.note());
        }
        if let Some(detail) = &self.list.detail {
            return view::not_read_again(detail, world);
        }
        if self.list.form.is_some() {
            return None;
        }
        if self.in_preview && self.preview_in_sight() {
            return Some(list::verbs::SCROLLING.to_owned());
        }
        list::note(self, world)
            .or_else(|| self.sorted_partly(world))
            .or_else(|| self.by_open_scores())
            .or_else(|| self.by_currency(world))
    }

    fn wants(&self, world: &World<'_>, into: &mut Wants) {
        wants::wants(self, world, into);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        self.replying = None;
        news::tell(self, cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.fates.begun(entry, self.list.tab);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        reply::go_on(&mut self.replying, cx);
        news::unprompted(self, cx);
        marking::unprompted(self, cx);
    }

    fn before(&mut self, name: &str) -> bool {
        self.replying.take().is_some() && name == "inquiries.back"
    }

    fn opened(&self) -> usize {
        let preview = self.list.detail.is_none() && self.in_preview || self.preview_is_page();
        let beside = [preview, self.replying.is_some()].map(usize::from).iter().sum::<usize>();
        self.list.detail.as_ref().map_or(0, |opened| opened.from.len()) + beside
    }

    fn export(&self, form: table::Form, world: &World<'_>) -> Option<ViewExport> {
        let (index, now, zone) = (world.store.inquiries().frozen(), world.now, world.zone);
        let leads = self.leads.clone();
        let name = format!("inquiries-{}", TABS[self.list.tab].name);
        // Written in parts, because a whole inbox takes longer than a frame.
        Some(self.list.table().export_beside(&name, form, move |writing, go_on| {
            writing.write(&Cells::new(&index, now, zone).with_scores(&leads), go_on)
        }))
    }
}

impl Inquiries {
    /// Rows of a tab under a filter.
    fn found_in(&self, tab: usize, filter: &Filter, world: &World<'_>) -> Arc<[Key]> {
        let spec = self.of_account(ViewSpec::new(TABS[tab].tab, filter, columns::order(None), world.now), filter);
        let ids = world.store.inquiries().view(&spec);
        let passes = |id: &Key| self.leads.passes(*id, filter);
        if ids.iter().all(passes) { ids } else { ids.iter().copied().filter(passes).collect() }
    }

    /// Number of rows of the tab in front that the walks could not read.
    fn unread(&self, world: &World<'_>) -> u64 {
        match self.shown_tab() {
            Tab::All => world.store.unread_inquiries(WalkList::All),
            Tab::Hidden => world.store.unread_inquiries(WalkList::Hidden),
            _ => 0,
        }
    }

    /// State of reading the list in front.
    fn known(&self, world: &World<'_>) -> Reading {
        let of_pages = list::reading(self, world);
        if self.spec(world.now).needs_set() {
            return of_pages;
        }
        let index = world.store.inquiries();
        let (walk, known) = (index.walk(), index.len() as u64);
        let part = walk::left_out(walk, known);
        Reading { known: index.was_read() || known > 0, at: index.walked_at(), part, ..of_pages }
    }

    /// Note on how offers in several currencies are filtered and sorted.
    fn by_currency(&self, world: &World<'_>) -> Option<String> {
        if self.list.filter().leaves_currencies_out() {
            return world.store.offers_left_out(&self.currency);
        }
        let by_offer = self.list.table().sort().is_some_and(|(id, _)| id == "offer");
        let codes = world.store.inquiries().currencies();
        if !by_offer || codes.len() < 2 {
            return None;
        }
        let rates = &world.store.session().rates;
        let without: Vec<&str> = codes.iter().map(|code| &**code).filter(|code| rates.of(code).is_none()).collect();
        let within = "Offers are sorted within each currency.";
        Some(match without.len() {
            0 => "Offers are sorted by your rates.".to_owned(),
            n if n == codes.len() => within.to_owned(),
            _ => format!("Offers are sorted by your rates; those in {} come after.", clean_line(&without.join(", "))),
        })
    }

    /// Words about scores of which not all was read, where the list is filtered or sorted by them.
    fn by_open_scores(&self) -> Option<String> {
        let many = self.leads.open() as u64;
        let scores = || counted(many, "score", "scores");
        (many > 0).then(|| format!("{} may be higher, because not all that counts was read.", scores()))
    }

    /// Reason why sorting or filtering may not cover all inquiries.
    fn sorted_partly(&self, world: &World<'_>) -> Option<String> {
        let list = &self.list;
        let matters = list.table().sort() != Some(USUAL) || !list.filter().local.is_empty();
        let matters = matters && !list.table().is_empty();
        walk::partly(world.store.inquiries().walk()).filter(|_| matters).map(|words| format!("{words}."))
    }
}

impl Noting for Inquiries {
    fn noted_about(&self, _: &World<'_>) -> Vec<Subject> {
        self.targets().into_iter().map(Subject::Inquiry).collect()
    }
}
