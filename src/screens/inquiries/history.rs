//! State of the History tab of an opened inquiry: its period and match, and the cursor in the list of the buyer's other
//! inquiries.

use std::collections::HashMap;
use std::sync::Arc;

use crate::api::FixedPage;
use crate::api::inquiries::{History as Ask, HistoryMatch};
use crate::api::limits::HISTORY_ROWS;
use crate::api::replies::BuyerHistory;
use crate::api::types::{Inquiry, MatchedBy};
use crate::base::Id;
use crate::screens::inquiry::content::history::{first, match_words, window_words};
use crate::screens::windows;
use crate::store::{Loaded, Shelf};
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::{Align, Column, Table};
use crate::ui::{Args, Command, Cx, Info, Outcome, When, World};

use super::state::Inquiries;

/// Columns of the list. The rows are in the service's order, newest first.
pub const COLUMNS: &[Column] = &[
    Column { id: "age", title: "age", min: 8, max: 8, align: Align::Right, keep: 1, ..Column::BASE },
    Column { id: "domain", title: "domain", min: 14, max: 34, keep: 2, ..Column::BASE },
    Column { id: "offer", title: "offer", min: 11, max: 13, align: Align::Right, keep: 3, ..Column::BASE },
    Column { id: "matched", title: "known by", min: 10, max: 10, keep: 4, ..Column::BASE },
    Column { id: "state", title: "state", min: 8, max: 9, keep: 6, ..Column::BASE },
    Column { id: "message", title: "what they wrote", min: 16, max: 60, keep: 5, ..Column::BASE },
];

#[derive(Clone, Debug)]
pub struct History {
    pub matching: HistoryMatch,
    /// Days to look back; 0 means all time.
    pub days: u32,
    pub table: Table<Id<Inquiry>>,
    /// Scroll position of the figures above the list.
    pub figures: PageView,
    /// True while the moving keys scroll the figures.
    pub in_figures: bool,
}

impl Default for History {
    fn default() -> Self {
        let mut table = Table::new(COLUMNS);
        table.leave_out(&["score"]);
        Self { matching: HistoryMatch::All, days: 0, table, figures: PageView::default(), in_figures: false }
    }
}

impl History {
    /// Request for a page, counted from 1.
    pub fn page(&self, id: Id<Inquiry>, page: u32) -> Ask {
        Ask { matching: Some(self.matching), days: Some(self.days), page: FixedPage { page }, ..first(id) }
    }

    /// Answer known for the first page.
    pub fn loaded<'a>(&self, id: Id<Inquiry>, world: &World<'a>) -> Loaded<'a, BuyerHistory> {
        world.store.query(&self.page(id, 1))
    }

    /// Pages known without a gap, from the first one.
    pub fn pages<'a>(&self, id: Id<Inquiry>, world: &World<'a>) -> Vec<&'a BuyerHistory> {
        (1..).map_while(|page| world.store.query(&self.page(id, page)).value).collect()
    }

    fn others<'a>(&self, id: Id<Inquiry>, world: &World<'a>) -> Shelf<&'a Inquiry> {
        let read = |page| Some(&world.store.query(&self.page(id, page)).value?.inquiries);
        Shelf::of_pages(HISTORY_ROWS, read, |inquiry| inquiry.inquiry_id)
    }

    /// Takes the rows known now; the cursor stays on its inquiry.
    pub fn take_rows(&mut self, id: Id<Inquiry>, world: &World<'_>) {
        let ids: Arc<[Id<Inquiry>]> = self.others(id, world).rows().iter().map(|row| row.inquiry_id).collect();
        if ids[..] != self.table.ids()[..] {
            self.table.set_ids(ids);
        }
    }

    /// Match (email or IP) by which each row was found.
    pub fn matched(&self, id: Id<Inquiry>, world: &World<'_>) -> HashMap<Id<Inquiry>, MatchedBy> {
        let others = self.others(id, world);
        others.rows().iter().filter_map(|row| Some((row.inquiry_id, row.matched_by.get()?.clone()))).collect()
    }

    /// Takes period and match of another inquiry's history.
    pub fn looks_as(&mut self, other: &Self) {
        (self.matching, self.days) = (other.matching, other.days);
    }

    /// Next page to request, once the cursor comes near the end of the known rows.
    pub fn next_page(&self, id: Id<Inquiry>, world: &World<'_>) -> Option<u32> {
        let next = self.others(id, world).next.filter(|next| *next > 1)?;
        // Near means: the last row is on the screen, or half a page from the cursor.
        let near = self.table.visible().last().is_some_and(|last| Some(last) == self.table.ids().last())
            || self.table.cursor() + HISTORY_ROWS as usize / 2 >= self.table.len();
        near.then_some(next)
    }

    /// Words for period and match: `all time · by email or IP`.
    pub fn words(&self) -> String {
        format!("{} · {}", window_words(self.days), match_words(self.matching))
    }
}

/// The verbs of the History tab.
pub const HISTORY: &[Command<Inquiries>] = &[
    Info::new("history.longer", "Longer period")
        .footer(2, &[">"], "longer period")
        .run_if(has_longer, |screen, _, cx| step(screen, 1, cx)),
    Info::new("history.shorter", "Shorter period")
        .footer(3, &["<"], "shorter period")
        .run_if(has_shorter, |screen, _, cx| step(screen, -1, cx)),
    Info::new("history.match", "Match the buyer by email, IP or either")
        .footer(4, &["b"], "match")
        .args("[all|email|ip]")
        .run(by),
    Info::new("history.window", "Set the period in days").args("7|30|90|all").run(window),
];

/// Changes period or match, and goes to the top of the list.
fn change(screen: &mut Inquiries, cx: &Cx<'_>, change: impl FnOnce(&mut History)) -> Outcome {
    let Some(detail) = &mut screen.list.detail else { return Outcome::Refused("No inquiry is open.".to_owned()) };
    change(&mut detail.history);
    detail.history.take_rows(detail.id, &cx.world);
    detail.history.table.go(0);
    detail.history.figures.reset();
    Outcome::Done
}

fn step(screen: &mut Inquiries, by: isize, cx: &Cx<'_>) -> Outcome {
    change(screen, cx, |history| history.days = windows::longer(history.days, by).unwrap_or(history.days))
}

/// Period `steps` steps longer than that of the open inquiry.
fn window_by(screen: &Inquiries, steps: isize) -> Option<u32> {
    windows::longer(screen.list.detail.as_ref()?.history.days, steps)
}

fn has_longer(screen: &Inquiries, _: &World<'_>) -> When {
    When::on_if(window_by(screen, 1).is_some(), "All time is the longest period.")
}

fn has_shorter(screen: &Inquiries, _: &World<'_>) -> When {
    When::on_if(window_by(screen, -1).is_some(), "7 days is the shortest period.")
}

fn window(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let word = args.words.first().map_or("", String::as_str);
    match windows::read(word) {
        Ok(days) => change(screen, cx, |history| history.days = days),
        Err(why) => Outcome::Refused(why),
    }
}

fn by(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(word) = args.words.first() else {
        return change(screen, cx, |history| {
            let all = HistoryMatch::ALL;
            let at = all.iter().position(|known| *known == history.matching).unwrap_or(0);
            history.matching = all[(at + 1) % all.len()];
        });
    };
    match HistoryMatch::parse(word) {
        Some(matching) => change(screen, cx, |history| history.matching = matching),
        None => Outcome::Refused(format!("“{}” is not one of all, email, ip.", crate::base::clean_line(word))),
    }
}

/// True when the token may not read the history of a buyer.
pub fn is_missing(world: &World<'_>) -> bool {
    !crate::screens::inquiry::around::may_read(world)
}
