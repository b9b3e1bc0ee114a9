//! The frame: tabs with counts, the field with what it becomes, the list.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Casing;
use crate::ui::widgets::table::Empty;
use crate::ui::widgets::tabs::{self, TopLine};
use crate::ui::{Facts, Look, Role, text};

use super::columns::Cells;
use super::state::{Add, TABS};

pub fn render(page: &Add, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    facts.width = area.width;
    if area.height < 3 {
        return;
    }
    let line = |y: u16| Rect { y, height: 1, ..area };
    let tab = |(title, fate): &(&'static str, Option<super::state::Fate>)| {
        let total = fate.map_or(page.fates.len(), |fate| page.count(fate));
        tabs::Tab::new(*title, (total > 0 || fate.is_none()).then_some(total as u64))
    };
    let all: Vec<tabs::Tab> = TABS.iter().map(tab).collect();
    let casing = match page.casing {
        Casing::Auto => "casing auto",
        Casing::Manual => "casing as typed",
    };
    let marks = page.table.marks_words();
    let top = TopLine { tabs: &all, current: page.tab, note: casing, marks, ..TopLine::default() };
    top.render(look, line(area.y), buf);
    field(page, look, line(area.y + 1), buf);
    let list = Rect { y: area.y + 2, height: area.height - 2, ..area };
    let empty = if page.names.is_empty() {
        Empty {
            title: "Nothing here yet.".to_owned(),
            hint:
                "Type or paste them: one a line, or with commas between. :add <file> reads a file; tab, then e opens \
                   your editor."
                    .to_owned(),
        }
    } else {
        Empty { title: "No line of this kind.".to_owned(), hint: "[ ] other lines".to_owned() }
    };
    page.table.render(&Cells { page, store: look.world.store }, &empty, look, list, buf, facts);
}

fn field(page: &Add, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let role = if page.in_list { Role::Dim } else { Role::Accent };
    let mut x = area.x + 1;
    x += text::put(buf, x, area.y, area.width.saturating_sub(1), "names", look.style(role)) + 2;
    let room = area.right().saturating_sub(x + 1);
    let words = page.typed(&look.world);
    let typed = (text::width(page.input.value()) as u16 + 2).max(room / 4);
    let side = words.as_ref().map_or(0, |(_, words)| text::width(words) as u16 + 2).min(room.saturating_sub(typed));
    let input = Rect { x, width: room - side, ..area };
    page.input.render(!page.in_list, Role::Text, look, input, buf);
    if let Some((role, words)) = words {
        let style = look.style(role);
        text::put_right(buf, input.right() + 1, area.y, side.saturating_sub(1), &words, style, look.ascii);
    }
}
