//! The whole frame: header, screen, message line, footer, and popups.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::keymap::spell;
use super::super::widgets::page::Part;
use super::super::widgets::sheet::{MARGIN, Popup};
use super::super::{Canvas, Facts, Look, Pictures, Role, Still, Theme, World, text};
use super::deadline::{PATIENCE_MS, WHICH_KEY_MS};
use super::layer::{Content, Layer, TextLayer};
use super::{Shell, StatusLine};

/// Smallest window in which screens are drawn.
const SMALLEST: (u16, u16) = (40, 12);
/// Fewest rows of a page shown over the screen; a search in it needs one.
const LEAST: usize = 3;

impl Shell {
    /// The theme in use.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Terminal's abilities as far as known, with the background it has reported.
    pub fn canvas(&self) -> Canvas {
        self.options.canvas
    }

    /// Sets how pictures are drawn from now on; true if that is new.
    pub fn set_pictures(&mut self, pictures: Pictures) -> bool {
        self.only_moved = false;
        std::mem::replace(&mut self.options.pictures, pictures) != pictures
    }

    /// Draws everything. If the last frame `is_shown`, parts of it may be kept, which are then listed in
    /// [`Facts::kept`].
    pub fn render(&self, world: &World<'_>, status: &StatusLine, is_shown: bool, buf: &mut Buffer) -> Facts {
        let mut facts = Facts { of: (world.store.version(), world.now), ..Facts::default() };
        self.draw(world, status, is_shown, buf, &mut facts);
        if world.store.session().redact {
            text::cover_amounts(buf);
        }
        facts
    }

    fn draw(&self, world: &World<'_>, status: &StatusLine, is_shown: bool, buf: &mut Buffer, facts: &mut Facts) {
        let area = buf.area;
        if area.is_empty() {
            return;
        }
        let options = &self.options;
        let (strip, trail) = (self.strip(world), self.trail());
        let look = Look {
            world: *world,
            theme: &self.theme,
            ascii: options.ascii,
            charts: options.charts,
            pictures: options.pictures,
            strip: strip.as_ref(),
            trail: &trail,
            resting: false,
            still: Still::default(),
        };
        let ground = look.style(Role::Text);
        if ground != Style::default() {
            let mut blank = Cell::EMPTY;
            blank.set_style(ground);
            // Only these fields of empty cells need a reset, and there are thousands of cells.
            for cell in &mut buf.content {
                (cell.fg, cell.bg, cell.modifier) = (blank.fg, blank.bg, blank.modifier);
            }
        }
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            facts.too_small = true;
            let words = format!("Window too small ({}×{}) · q quits", SMALLEST.0, SMALLEST.1);
            text::put_fit(
                buf,
                area.x,
                area.y + area.height / 2,
                area.width,
                &words,
                look.style(Role::Text),
                look.ascii,
            );
            if look.ascii {
                text::to_ascii(buf);
            }
            return;
        }
        let line = |y: u16| Rect { y, height: 1, ..area };
        let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
        let message = self.message(&look.world);
        let rows = message.as_ref().map_or(Vec::new(), |(_, words, _)| message_rows(words, area.width, body.height));
        let extra = (rows.len() as u16).saturating_sub(1);
        let is_same = self.status.replace(status.clone()) == *status && facts.of == self.last.of;
        let may_stay = is_shown && !self.is_covered(extra);
        let last = Some(&self.last).filter(|_| may_stay && is_same && self.only_moved);
        let still = Still { side: self.pace.side(self.now).filter(|_| may_stay), last };
        facts.fixed(line(area.y), &still, buf, |line, buf, facts| self.header(&look, status, line, buf, facts));
        if let Some(screen) = self.screen() {
            // A lasting note takes its rows from the screen. A passing message covers the screen, so that nothing
            // moves.
            let lasting = message.as_ref().is_some_and(|(.., lasting)| *lasting);
            let shown = if lasting { Rect { height: body.height - extra, ..body } } else { body };
            screen.render(&Look { still, ..look.with_keys(self.layers.is_empty()) }, shown, buf, facts);
            facts.changes(self.led_on_at(&look.world));
        }
        let bare = options.pictures.drawn(&facts.pictures, buf);
        // A question would cover part of the message, and what is left of it could be misread.
        let covered = matches!(self.layers.last(), Some(Layer::Dialog(_)));
        let said = if covered { 0 } else { rows.len() as u16 };
        if let Some((role, ..)) = message {
            let top = area.bottom() - 2 - extra;
            let under = Rect { y: top, height: extra + 1, ..area };
            text::clear(buf, under, ground);
            for (row, words) in (top..).zip(&rows).filter(|_| !covered) {
                text::put_fit(buf, area.x + 1, row, area.width - 2, words, look.style(role), look.ascii);
            }
        }
        let over = Rect { height: body.height + 1 - said, ..body };
        match self.layers.last() {
            Some(layer) => self.layer(layer, status, &look, over, buf, facts),
            None => self.which_key(&look, over, buf, facts),
        }
        self.footer(&look, line(area.bottom() - 1), buf, facts);
        facts.covered = self.is_covered(extra);
        options.pictures.drop_covered(&mut facts.pictures, &bare, buf);
        if look.ascii {
            text::to_ascii(buf);
        }
    }

    /// True when something covers the screen: a layer, the popup of a prefix, or a message of `extra` more lines.
    fn is_covered(&self, extra: u16) -> bool {
        !self.layers.is_empty() || !self.pending.is_empty() || extra > 0
    }

    /// Message above the footer, and true if it lasts. The first of: the typed prefix, a toast, that the user waits,
    /// the screen's note, mistakes in the config.
    pub(super) fn message(&self, world: &World<'_>) -> Option<(Role, Cow<'_, str>, bool)> {
        if !self.pending.is_empty() {
            Some((Role::Dim, Cow::Owned(format!("{} …", spell(&self.pending))), false))
        } else if let Some(toast) = &self.toast {
            Some((toast.tone.into(), Cow::Borrowed(toast.text.as_str()), false))
        } else if let Some(words) = self.waiting_words() {
            Some((Role::Dim, Cow::Owned(words), false))
        } else if let Some(note) = self.screen().and_then(|screen| screen.note(world)) {
            Some((Role::Dim, Cow::Owned(note), true))
        } else if self.banner {
            let many = text::counted(self.options.problems.len() as u64, "problem", "problems");
            Some((Role::Warn, Cow::Owned(format!("{many} in the config · :config shows them · esc closes this")), true))
        } else {
            None
        }
    }

    /// True while the line above the footer shows mistakes in the config.
    pub(super) fn banner_in_sight(&self, world: &World<'_>) -> bool {
        let covered = self.toast.is_some() || self.waiting_words().is_some();
        self.banner && !covered && self.screen().and_then(|screen| screen.note(world)).is_none()
    }

    fn waiting_words(&self) -> Option<String> {
        let waited = self.now.saturating_sub(self.waiting_since?);
        if waited < PATIENCE_MS {
            return None;
        }
        if let Some(words) = &self.working {
            return Some(format!("{words} · ctrl-c cancels"));
        }
        let seconds = waited / 1000;
        Some(if self.options.animation && seconds > 0 {
            format!("Working, {seconds}s · ctrl-c cancels")
        } else {
            "Working · ctrl-c cancels".to_owned()
        })
    }

    fn layer(
        &self,
        layer: &Layer,
        status: &StatusLine,
        look: &Look<'_>,
        area: Rect,
        buf: &mut Buffer,
        facts: &mut Facts,
    ) {
        match layer {
            Layer::Dialog(dialog) => {
                facts.question_below = dialog.render(self.now, facts.cursor_line, look, area, buf);
            }
            Layer::Line(line) => line.render(look, area, buf),
            Layer::Pick(pick) => {
                let most = if pick.name == "menu" { area.height - 2 } else { (area.height * 3 / 4).max(8) };
                let columns = pick.picker.columns(area.width.saturating_sub(2), most);
                let rows = pick.picker.wanted_rows().div_ceil(columns).min(most);
                let column = pick.picker.column_cells().saturating_mul(columns);
                let cells = if columns > 1 { column } else { pick.picker.wanted_cells() };
                let popup = Popup { title: &pick.title, rows, cells, clear_of: facts.cursor_line };
                let inner = popup.open(look, area, buf);
                facts.popup = Some(framed(inner));
                pick.picker.render(look, inner, buf);
            }
            Layer::Text(layer) => {
                let parts = Self::parts(layer, status, look, facts);
                let most = area.height - 2;
                let mut popup = Popup::page(&layer.title, most);
                // A layer that grows while it is open gets all the room, so that nothing moves.
                if matches!(layer.content, Content::Fixed(_)) {
                    let width = popup.width(area.width).saturating_sub(MARGIN + 1);
                    popup.rows =
                        layer.view.lines_of(&parts, width, look.ascii).clamp(LEAST.min(most.into()), most.into())
                            as u16;
                }
                let inner = popup.open(look, area, buf);
                facts.popup = Some(framed(inner));
                let inner = Rect { x: inner.x + MARGIN, width: inner.width.saturating_sub(MARGIN + 1), ..inner };
                facts.layer = Some(layer.view.paint(&parts, look, inner, buf));
            }
        }
    }

    fn parts<'a>(layer: &'a TextLayer, status: &StatusLine, look: &Look<'_>, facts: &mut Facts) -> Cow<'a, [Part]> {
        match &layer.content {
            Content::Fixed(parts) => Cow::Borrowed(parts),
            Content::Requests => {
                let mut parts = vec![Part::Text(
                    Role::Dim,
                    text::counted(status.in_flight as u64, "request running", "requests running"),
                )];
                parts.extend(status.requests.iter().map(|line| Part::Text(Role::Text, line.clone())));
                Cow::Owned(parts)
            }
            Content::Done => Cow::Owned(super::done::parts(look, facts)),
            Content::Doctor(facts) => {
                let mut parts = super::doctor::abilities(look.world.store.session().grid.as_ref());
                parts.extend_from_slice(facts);
                Cow::Owned(parts)
            }
        }
    }

    /// True while the popup of a prefix is shown.
    pub(super) fn shows_which_key(&self) -> bool {
        self.layers.is_empty() && !self.pending.is_empty() && self.now >= self.pending_since + WHICH_KEY_MS
    }

    /// Draws the popup of a prefix, once the user hesitates.
    fn which_key(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &Facts) {
        if !self.shows_which_key() {
            return;
        }
        let all = self.keymap.continuations(self.screen_id(), &self.pending, &self.commands());
        let all: Vec<_> =
            all.into_iter().filter(|(_, info)| self.when(info, &look.world) != super::super::When::Hidden).collect();
        let title = spell(&self.pending);
        let keys = all.iter().map(|(rest, _)| text::width(rest) as u16).max().unwrap_or(0) + 4;
        let cells = all.iter().map(|(_, info)| text::width(info.doc) as u16 + keys + 1).max().unwrap_or(0);
        let popup = Popup { title: &title, rows: all.len() as u16, cells, clear_of: facts.cursor_line };
        let inner = popup.open(look, area, buf);
        for (row, (rest, info)) in all.iter().take(inner.height as usize).enumerate() {
            let y = inner.y + row as u16;
            text::put(buf, inner.x + 2, y, keys, rest, look.style(Role::Accent));
            let room = inner.width.saturating_sub(keys + 1);
            text::put_fit(buf, inner.x + keys, y, room, info.doc, look.style(Role::Text), look.ascii);
        }
    }
}

/// Area of a popup including its border.
fn framed(inner: Rect) -> Rect {
    Rect {
        x: inner.x.saturating_sub(1),
        y: inner.y.saturating_sub(1),
        width: inner.width + 2,
        height: inner.height + 2,
    }
}

/// Lines of a message below a body of `height` rows: as many as it needs while three rows of the body stay visible. A
/// longer message loses its middle, never the advice at its end.
fn message_rows(words: &str, width: u16, height: u16) -> Vec<String> {
    let mut rows: Vec<String> = text::wrap(words, usize::from(width - 2)).into_iter().map(Cow::into_owned).collect();
    let most = usize::from(height - 3) + 1;
    if rows.len() > most {
        let last = rows.len() - 1;
        rows.drain(most - 1..last);
        rows[most - 2].push('…');
    }
    rows
}
