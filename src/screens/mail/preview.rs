//! Preview of the message under the cursor, beside the list or in three lines below it. It requests nothing and does
//! not mark the message as read. Until the message is read, it shows the beginning that the list has, once the caution
//! was shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Mail, Pane};
use crate::screens::message::{self, CAUTION, HIDDEN, words};
use crate::store::MailRow;
use crate::ui::widgets::BESIDE as WIDE;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::{Command, Facts, Info, Look, Outcome, Role, list, text};

/// Lines of the preview below the list, including the line above it.
const LINES: u16 = 4;
/// Fewest rows of the list with a preview below it.
const ROWS: u16 = 8;

/// Verbs while the moving keys scroll the preview beside the list.
pub const INSIDE: &[Command<Mail>] = &[Info::new("mail_preview.list", "Move in the list again")
    .footer(1, &["tab", "shift-tab"], "list")
    .run(|screen, _, _| turn(screen))];

/// True while the moving keys scroll the preview.
pub fn has_keys(screen: &Mail) -> bool {
    screen.pane.inside && is_beside(screen)
}

fn is_beside(screen: &Mail) -> bool {
    let list = &screen.list;
    list.detail.is_none() && list.width >= WIDE && !screen.pane.hidden && !list.table().is_empty()
}

/// Runs `p`: shows or hides the preview.
pub fn toggle(screen: &mut Mail) -> Outcome {
    let Pane { hidden, fits, .. } = screen.pane;
    if !fits {
        return Outcome::Refused("The window is too small for the preview; enter reads the message.".to_owned());
    }
    screen.pane = Pane { hidden: !hidden, fits, ..Pane::default() };
    Outcome::Done
}

/// Runs `tab`: switches the moving keys between preview and list.
pub fn turn(screen: &mut Mail) -> Outcome {
    if !is_beside(screen) {
        return Outcome::Refused("There is one pane only; enter reads the message.".to_owned());
    }
    screen.pane.inside = !screen.pane.inside;
    Outcome::Done
}

/// Returns the moving keys to the list; false if it has them already.
pub fn leave(screen: &mut Mail) -> bool {
    std::mem::take(&mut screen.pane.inside)
}

/// Takes the facts of the last frame.
pub fn drawn(screen: &mut Mail, facts: &Facts) {
    screen.pane.fits = facts.width >= WIDE || facts.side.is_some() || facts.list_rows >= ROWS + LINES - 1;
    screen.pane.view.drawn(facts);
}

/// Draws list and preview.
pub fn render(screen: &Mail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let key = screen.list.under_cursor().copied().filter(|_| !screen.pane.hidden);
    let row = key.and_then(|key| Some((key, look.world.store.mail().row(key)?)));
    let fits_below = area.height >= ROWS + LINES;
    match row {
        Some((key, _)) if area.width >= WIDE => {
            let (rows, beside) = list::beside_list::<Mail>(area, screen.pane.inside, look, buf);
            list::table(screen, &look.with_keys(!screen.pane.inside), rows, buf, facts);
            list::side(screen, look, beside, buf, facts, |beside, buf, facts| {
                let parts = message::preview(key, screen.is_cautioned(&look.world), look, beside.width);
                screen.pane.view.render(&parts, look, beside, buf, facts);
            });
        }
        Some((_, row)) if fits_below => {
            let rows = Rect { height: area.height - LINES, ..area };
            list::table(screen, look, rows, buf, facts);
            let below = Rect { y: rows.bottom(), height: LINES, ..area };
            let parts = || short(row, screen.is_cautioned(&look.world), look.world.store.session().redact);
            list::side(screen, look, below, buf, facts, |_, buf, _| {
                text::rule(buf, below.x, below.y, below.width, look.glyphs().line, look.style(Role::Dim));
                let inner = Rect { x: below.x + 1, y: below.y + 1, width: below.width.saturating_sub(2), ..below };
                PageView::default().paint(&parts(), look, Rect { height: LINES - 1, ..inner }, buf);
            });
        }
        _ => drop(list::table(screen, look, area, buf, facts)),
    }
}

/// Recipient, reason of the match, and beginning of the message.
fn short(row: &MailRow, cautioned: bool, redacted: bool) -> Vec<Part> {
    if redacted {
        return vec![Part::Text(Role::Dim, HIDDEN.to_owned())];
    }
    let mut about = vec![format!("to {}", row.to)];
    about.extend(Some(words::long(&row.labels)).filter(|why| !why.is_empty()));
    about.extend(row.attachments.as_deref().filter(|names| !names.is_empty()).map(|names| names.join(", ")));
    let mut parts = vec![Part::Line(vec![(Role::Dim, about.join(" · "))])];
    match &*row.summary {
        "" => {}
        text if cautioned => parts.push(Part::Quote(Role::Text, text.into())),
        _ => parts.push(Part::Text(Role::Dim, CAUTION.to_owned())),
    }
    parts
}
