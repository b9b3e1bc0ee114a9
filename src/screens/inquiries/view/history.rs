//! Drawing of the History tab: figures across all sellers above the list of your own inquiries from the same buyer.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::History as Ask;
use crate::api::types::{Inquiry, MatchedBy};
use crate::base::{Id, clean_line};
use crate::client::FailureKind;
use crate::screens::inquiry::columns;
use crate::screens::inquiry::content::history::{count_words, figures, under_last_row, window_words};
use crate::screens::inquiry::gist::gist;
use crate::store::InquiryIndex;
use crate::ui::widgets::notice::{self, Missing};
use crate::ui::widgets::table::{CellText, Empty, RowFlags, Rows};
use crate::ui::{Facts, Look, Role, list, text};

use super::super::state::Detail;

/// Fewest rows left to the list below the figures.
const LIST_LEAST: u16 = 5;

pub fn render(detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    let history = &detail.history;
    let loaded = history.loaded(detail.id, &world);
    let Some(answer) = loaded.value else {
        let (what, ability) = ("The history of buyers", list::ability::<Ask>());
        let area = Rect { x: area.x.saturating_sub(1), ..area };
        if loaded.failure.is_none() && super::super::history::is_missing(&world) {
            let (what, ability) = (what.to_owned(), ability.map(str::to_owned));
            return notice::missing(&Missing { what, ability, said: None }, look, area, buf);
        }
        return notice::instead(loaded.failure, what, ability, look, area, buf);
    };
    let parts = figures(answer, history.days, area.width, world.now, world.zone);
    // The figures get the height they need. If that is too much they scroll, and the list keeps some rows.
    let needed = history.figures.lines_of(&parts, area.width, look.ascii) as u16;
    let most = area.height.saturating_sub(LIST_LEAST + 2).max(1);
    let above = Rect { height: needed.min(most), ..area };
    let shown = history.figures.paint(&parts, look, above, buf);
    facts.text = Some(shown);
    let rule = area.y + above.height;
    if rule >= area.bottom() {
        return;
    }
    let side = look.style(if history.in_figures { Role::Accent } else { Role::Dim });
    text::rule(buf, area.x, rule, area.width, look.glyphs().line, side);
    let title = format!(" Your other inquiries from this buyer {} ", count_words(answer));
    text::put_fit(buf, area.x + 1, rule, area.width.saturating_sub(2), &title, look.style(Role::Accent), look.ascii);
    // The table draws a margin of its own.
    let (x, width) = (area.x.saturating_sub(1), area.width + 2);
    let list = Rect { x, y: rule + 1, width, height: area.bottom().saturating_sub(rule + 1) };
    rows(detail, &look.with_keys(!history.in_figures), list, buf, facts);
    if let Some(failure) = loaded.failure.filter(|failure| failure.kind != FailureKind::Cancelled) {
        let words = notice::not_refreshed(failure);
        text::put_fit(buf, area.x, area.bottom() - 1, area.width, &words, look.style(Role::Warn), look.ascii);
    }
}

fn rows(detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    let (history, index) = (&detail.history, world.store.inquiries());
    let rows = columns::Cells::new(index, world.now, world.zone);
    let cells = Cells { index, rows, matched: history.matched(detail.id, &world) };
    let under = history.pages(detail.id, &world).last().and_then(|page| under_last_row(page, history.table.len()));
    let at_end = history.table.cursor() + 1 >= history.table.len();
    let under = under.filter(|_| at_end && !history.table.is_empty());
    let list = Rect { height: area.height.saturating_sub(u16::from(under.is_some())), ..area };
    history.table.render(&cells, &empty(history.days), look, list, buf, facts);
    if let Some(words) = under {
        let y = area.y + (1 + history.table.len() as u16).min(list.height);
        text::put_fit(buf, area.x + 2, y, area.width.saturating_sub(2), &words, look.style(Role::Dim), look.ascii);
    }
}

fn empty(days: u32) -> Empty {
    match days {
        0 => Empty {
            title: "No other inquiries from this buyer.".to_owned(),
            hint: "Inquiries to other sellers are only counted, never listed.".to_owned(),
        },
        days => Empty {
            title: format!("No other inquiries from this buyer in {}.", window_words(days)),
            hint: "> shows a longer period.".to_owned(),
        },
    }
}

/// Cells of the rows, as they are in one frame.
struct Cells<'a> {
    index: &'a InquiryIndex,
    rows: columns::Cells<'a>,
    matched: HashMap<Id<Inquiry>, MatchedBy>,
}

impl Rows<Id<Inquiry>> for Cells<'_> {
    fn cell(&self, key: &Id<Inquiry>, column: &str) -> CellText<'_> {
        let Some(row) = self.index.row(*key) else { return CellText::default() };
        match column {
            "matched" => match self.matched.get(key) {
                Some(MatchedBy::Email) => "email".into(),
                Some(MatchedBy::Ip) => "IP".into(),
                Some(MatchedBy::Both) => "both".into(),
                Some(other) => clean_line(other.as_str()).into_owned().into(),
                None => CellText::none(),
            },
            "state" => match (row.hidden(), row.archived()) {
                (true, _) => CellText::new("hidden", Role::Dim),
                (_, true) => CellText::new("archived", Role::Dim),
                _ => CellText::new("active", Role::Text),
            },
            "message" => CellText::new(gist(row.message_start(), row.buyer()), Role::Dim),
            column => self.rows.cell(key, column),
        }
    }

    fn flags(&self, key: &Id<Inquiry>) -> RowFlags {
        self.rows.flags(key)
    }
}
