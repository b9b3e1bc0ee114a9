//! Drawing of settings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen::{ACCOUNT, DOMAINS, Settings};
use crate::api::{domains, settings};
use crate::base::capital;
use crate::ui::list::ability;
use crate::ui::widgets::form::Field;
use crate::ui::widgets::notice;
use crate::ui::widgets::tabs::{Tab, TopLine};
use crate::ui::{Facts, Look};

/// Draws the categories and the fields of the one in front, or the reason why there are none.
pub fn render(screen: &Settings, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let Some(area) = facts.begin(area, buf) else { return };
    let tabs: Vec<Tab> = screen.categories.iter().map(|category| Tab::uncounted(capital(category))).collect();
    let about = screen.about.words();
    let top = TopLine {
        tabs: &tabs,
        current: screen.category,
        filter: Some(&screen.staged.bar),
        opened: (screen.id == DOMAINS).then_some(&about),
        ..TopLine::default()
    };
    facts.fixed(Rect { height: 1, ..area }, &look.still, buf, |line, buf, facts| {
        let drawn = top.render(look, line, buf);
        facts.note_tabs(drawn, |place| &screen.categories[place]);
    });
    let below = Rect { y: area.y + 2, height: area.height - 2, ..area };
    match (screen.staged.loaded, screen.about.answer(look.world.store).1) {
        (true, _) if screen.staged.form.shown().next().is_none() => {
            let hint = screen.staged.bar.hides().unwrap_or_else(|| "The service tells of no settings here.".to_owned());
            notice::empty(
                &crate::ui::widgets::table::Empty { title: hint, hint: String::new() },
                look,
                notice::below_tabs(below),
                buf,
            );
        }
        (true, _) => {
            let above = facts.kept.len();
            let rest = screen.staged.form.render(look, below, buf, facts);
            if facts.kept.len() > above {
                // If the fields are unchanged, the area below them is not drawn again either.
                facts.kept.push(rest);
            } else if screen.staged.shows_front() {
                following(screen, look, rest, buf);
            }
        }
        (false, failure) => {
            let of_account = screen.id == ACCOUNT;
            let lacks = if of_account { ability::<settings::Get>() } else { ability::<domains::Settings>() };
            notice::instead(failure, "The list of settings", lacks, look, notice::below_tabs(below), buf);
        }
    }
}

/// Draws the categories after the one in front, for reading only, as far as there is room. The last line has the number
/// of further settings.
fn following(screen: &Settings, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let form = &screen.staged.form;
    let after = screen.category + 1..screen.categories.len();
    let many = |place: usize| form.fields().iter().filter(|field| screen.is_of(place, field)).count();
    let rows: usize = after.clone().map(many).filter(|many| *many > 0).map(|many| many + 2).sum();
    let height = if rows > area.height.into() { area.height.saturating_sub(1) } else { area.height };
    let (mut rest, mut left) = (Rect { height, ..area }, 0);
    for place in after {
        let of = |field: &Field| screen.is_of(place, field);
        let (drawn, below) = form.render_aside(&capital(&screen.categories[place]), of, look, rest, buf);
        left += many(place) - drawn;
        rest = if left > 0 { Rect { height: 0, ..below } } else { below };
    }
    if left > 0 && area.height > 0 {
        notice::more(left, look, Some(Rect { y: area.bottom() - 1, height: 1, ..area }), buf);
    }
}
