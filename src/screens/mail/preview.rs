//! The message under the cursor in three lines: to whom, why it matched, and how it begins, once the caution was shown.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::words;
use crate::store::MailRow;
use crate::ui::text;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::{Look, Role};

/// Lines it takes, with the line that sets it off.
pub const LINES: u16 = 4;

/// Draws it into `area`.
pub fn render(row: &MailRow, cautioned: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    text::rule(buf, area.x, area.y, area.width, look.glyphs().line, look.style(Role::Dim));
    let below = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: area.height - 1 };
    PageView::default().paint(&parts(row, cautioned, look.world.store.session().redact), look, below, buf);
}

fn parts(row: &MailRow, cautioned: bool, redacted: bool) -> Vec<Part> {
    if redacted {
        return vec![Part::Text(Role::Dim, "Hidden by redaction; :redact off shows it.".to_owned())];
    }
    let mut about = vec![format!("to {}", row.to)];
    about.extend(Some(words::long(&row.labels)).filter(|why| !why.is_empty()));
    about.extend(row.attachments.as_deref().filter(|names| !names.is_empty()).map(|names| names.join(", ")));
    let mut parts = vec![Part::Line(vec![(Role::Dim, about.join(" · "))])];
    match &*row.summary {
        "" => {}
        text if cautioned => parts.push(Part::Quote(Role::Text, text.to_owned())),
        _ => parts.push(Part::Text(Role::Dim, "Press enter: a notice about caught mail comes first.".to_owned())),
    }
    parts
}
