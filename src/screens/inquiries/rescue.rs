//! The Unsent tab as a queue of inquiries to rescue: why they were held back, what they offer, and the verbs that
//! narrow them down.
//!
//! The rows are those the service answered to `delivery=unsent`, never guessed from a row's fields; the counts of the
//! reasons are the service's, too.

use std::sync::Arc;

use crate::api::Page;
use crate::api::inquiries::{List, Order, UnsentReason};
use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Money};
use crate::screens::inquiry::PAGE_ROWS;
use crate::screens::inquiry::words;
use crate::store::filter::Filter;
use crate::store::index::inquiries::COVER;
use crate::store::{Known, Tab, ViewSpec};
use crate::ui::{Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, World, list, text};

use super::state::Inquiries;
use super::tabs::{self, TABS};
use super::totals::is_whole;

/// Sums of the offers of inquiries that were held back, one per currency.
#[derive(Clone, Debug, Default)]
pub struct Held {
    ids: Option<Arc<[Id<Inquiry>]>>,
    /// Currency whose sum comes first.
    account: Currency,
    /// Sums by currency: the account's first, then the one with most offers.
    pub sums: Vec<Money>,
    /// Number of inquiries with an offer.
    pub offers: u64,
    /// Number of inquiries the sums are over.
    pub rows: Known<u64>,
    /// True while redaction hides the sums.
    covered: bool,
}

impl Held {
    /// Adds up the offers of a list's rows, unless the rows are the same as before.
    pub fn take(&mut self, spec: &ViewSpec, world: &World<'_>) {
        let ids = world.store.inquiries().view(spec);
        self.covered = world.store.session().redact;
        let first = List { filter: spec.question.clone(), page: Page::new(1, PAGE_ROWS) };
        let told = world.store.query(&first).value.and_then(|page| page.pagination.total());
        let known = ids.len() as u64;
        // With local filter terms fewer rows are left than the service counted.
        let of = told.filter(|told| *told > known && spec.local.is_empty());
        let whole = is_whole(spec, world);
        let unread = !whole && known == 0 && told.is_none();
        self.rows = if unread { Known::NotRead } else { Known::over(known, known, of, whole) };
        let account = world.store.offer_currency();
        if self.account == account && self.ids.as_ref().is_some_and(|known| Arc::ptr_eq(known, &ids)) {
            return;
        }
        let index = world.store.inquiries();
        let sums = Money::sums(ids.iter().filter_map(|id| index.row(*id)?.as_sent().offer()), &account);
        self.offers = sums.iter().map(|(offers, _)| offers).sum();
        self.sums = sums.into_iter().map(|(_, money)| money).collect();
        (self.ids, self.account) = (Some(ids), account);
    }

    /// Sums of offers for the tab line, `$18.4k held`, in at most `shown` currencies: the account's and those with most
    /// offers.
    pub fn short(&self, shown: usize) -> String {
        if self.sums.is_empty() {
            return String::new();
        }
        if self.covered {
            return format!("{COVER} held");
        }
        let (first, rest) = self.sums.split_at(shown.min(self.sums.len()));
        let sum = self.said(first.iter().map(Money::compact));
        match rest {
            [] => format!("{sum} held"),
            // A window with room for one sum has none for the words.
            _ if shown == 1 => format!("≥ {} held", sum.trim_start_matches("≥ ")),
            // A number of further currencies would look like a number of inquiries.
            _ => format!("{sum} and more held"),
        }
    }

    /// Sums in words, each marked as partial while not all rows are read.
    fn said(&self, sums: impl Iterator<Item = String>) -> String {
        sums.map(|sum| text::figure(&self.rows, |_| sum).text).collect::<Vec<_>>().join(" · ")
    }

    /// Sums for the head of the tab, with every currency in full.
    pub fn long(&self) -> String {
        if self.covered {
            return COVER.to_owned();
        }
        self.said(self.sums.iter().map(Money::text))
    }
}

/// Number of inquiries held back by each reason under the other terms of the filter, as counted by the service; `None`
/// before it has answered. An inquiry counts once for each of its reasons.
pub fn counts(screen: &Inquiries, world: &World<'_>) -> Option<Vec<(UnsentReason, u64)>> {
    let counted = |list: &List| world.store.query(list).value.map(crate::api::Paged::unsent_reasons);
    let mut question = screen.request(1, world.now);
    // While the list of some reasons is being read, use the answer for all reasons: the counts are the same.
    counted(&question).or_else(|| {
        question.filter.unsent_reasons.clear();
        counted(&question)
    })
}

/// True while the list of the tab is in front.
pub fn is_here(screen: &Inquiries) -> bool {
    TABS[screen.list.tab].tab == Tab::Unsent && screen.list.detail.is_none()
}

/// Command that opens the tab from anywhere on the screen.
pub const WAY_IN: &[Command<Inquiries>] =
    &[Info::new("inquiries.unsent", "Show inquiries that were not emailed to you")
        .also(&["held", "withheld", "offers"])
        .aliases(&["unsent"])
        .everywhere()
        .args("[reason] [flow:items] [order:offer]")
        .run(open)];

/// Verbs that come first in the footer of the tab.
pub const FIRST: &[&str] = &["inquiries.request_email", "inquiries.reply", "unsent.why"];

pub const RESCUE: &[Command<Inquiries>] = &[
    Info::new("unsent.why", "Choose the reasons shown and the order")
        .footer(2, &["W"], "why")
        .run(|screen, _, cx| choose(screen, cx)),
    Info::new("unsent.narrow", "Show only the next reason")
        .footer(9, &[">"], "reason")
        .run(|screen, _, cx| walk(screen, 1, cx)),
    Info::new("unsent.widen", "Show only the previous reason").keys(&["<"]).run(|screen, _, cx| walk(screen, -1, cx)),
    Info::new("unsent.reason", "Show or hide a reason")
        .args("unconfirmed|below_min_offer|unqualified_interest|unqualified_bant|other")
        .run(toggle),
    Info::new("unsent.flow_items", "Show every unsent step")
        .run(|screen, _, cx| change(screen, cx, |filter| filter.server.flow_items = !filter.server.flow_items)),
    Info::new("unsent.by_offer", "Sort by highest offer or newest").run(|screen, _, cx| {
        change(screen, cx, |filter| {
            filter.server.order = (filter.server.order != Some(Order::Offer)).then_some(Order::Offer);
        })
    }),
];

/// Runs `:unsent below_min_offer other order:offer`: words without a colon are reasons, the rest is a filter.
fn open(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let reasons: Vec<&str> = args.words.iter().map(String::as_str).filter(|word| !word.contains(':')).collect();
    let mut line: Vec<String> = Vec::new();
    if !reasons.is_empty() {
        line.push(format!("reason:{}", reasons.join(",")));
    }
    line.extend(args.words.iter().filter(|word| word.contains(':')).cloned());
    list::jump(screen, tabs::place(Tab::Unsent), &line.join(" "), &cx.world)
}

/// Changes the filter through its line, so that typing, choosing and clicking have the same effect.
fn change(screen: &mut Inquiries, cx: &Cx<'_>, change: impl FnOnce(&mut Filter)) -> Outcome {
    let mut filter = screen.list.filter().clone();
    change(&mut filter);
    list::show(screen, None, &filter.canonical(), &cx.world)
}

fn toggle(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(word) = args.words.first() else { return choose(screen, cx) };
    let Some(reason) = UnsentReason::parse(word) else {
        let known = UnsentReason::ALL.iter().map(|reason| reason.as_str());
        return Outcome::Refused(crate::base::unknown("reason", word, known));
    };
    change(screen, cx, |filter| {
        let reasons = &mut filter.server.reasons;
        match reasons.iter().position(|known| *known == reason) {
            Some(place) => drop(reasons.remove(place)),
            None => reasons.push(reason),
        }
    })
}

/// Steps from all reasons to the first one alone, on to the last, and back to all.
fn walk(screen: &mut Inquiries, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let all = UnsentReason::ALL;
    // Place 0 stands for all reasons.
    let at = match screen.list.filter().server.reasons.as_slice() {
        [one] => all.iter().position(|known| known == one).map_or(0, |place| place + 1),
        _ => 0,
    };
    let to = (at as isize + by).rem_euclid(all.len() as isize + 1) as usize;
    change(screen, cx, |filter| filter.server.reasons = to.checked_sub(1).map(|place| all[place]).into_iter().collect())
}

/// Opens the menu of everything that narrows the tab; each line is a switch.
fn choose(screen: &Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let counts = counts(screen, &cx.world).unwrap_or_default();
    let server = &screen.list.filter().server;
    let mut items: Vec<MenuItem> = UnsentReason::ALL
        .iter()
        .map(|reason| {
            let count = counts.iter().find(|(known, _)| known == reason);
            let count = count.map_or_else(String::new, |(_, n)| crate::ui::text::grouped(*n));
            let run = vec![Effect::Run("unsent.reason", Args::words([reason.as_str()]))];
            let mut item = MenuItem::new(words::reason(reason.as_str()), count, run);
            item.on = Some(server.reasons.contains(reason));
            item
        })
        .collect();
    for (label, on, command) in [
        ("include steps already covered by another email", server.flow_items, "unsent.flow_items"),
        ("highest offer first", server.order == Some(Order::Offer), "unsent.by_offer"),
    ] {
        let mut item = MenuItem::new(label, "", vec![Effect::Run(command, Args::default())]);
        item.on = Some(on);
        items.push(item);
    }
    let title = "Reasons to show (none = all; an inquiry can have several)".to_owned();
    cx.menu(Menu { title, items, keep_open: true })
}
