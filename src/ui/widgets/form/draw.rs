//! Drawing of a field and its value. The value is the most prominent part of a form; where it comes from is dim beside
//! it.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::super::{Look, Role, text};
use super::Form;
use super::field::{Field, Holds};
use super::kind::Kind;
use super::value::EMPTY;
use crate::store::Value;

/// Most cells of the values before the column of their sources begins, unless half of the room is more.
const VALUES: u16 = 36;
/// Fewest cells of the values before that column.
const SHORT: u16 = 8;
/// Width from which the sources of all fields are in one column, including those of hidden fields.
const ONE_COLUMN: u16 = 72;
/// Width below which value and source have little room.
const NARROW: u16 = 44;

/// Part of a source that fits into `room` cells: the level of the value first; the number of domains with own values
/// only together with its noun.
pub(super) fn parts(source: &str, room: u16) -> Cow<'_, str> {
    let fits = |words: &str| text::width(words) <= usize::from(room);
    let (level, forms) = shorter(source);
    if fits(source) {
        return Cow::Borrowed(source);
    }
    forms.into_iter().flatten().find(|form| fits(form)).map_or(Cow::Borrowed(level), Cow::Owned)
}

/// Cells kept for a source. One with a number of domains is kept whole, because that number is shown nowhere else.
fn kept_for(source: &str) -> u16 {
    let (level, forms) = shorter(source);
    let least = forms.as_ref().map_or(level, |[_, short]| short);
    text::width(least) as u16
}

/// Level of a value, and the source shortened to it and the number of domains, in usual and in short words.
fn shorter(source: &str) -> (&str, Option<[String; 2]>) {
    let Some((level, rest)) = source.split_once(" · ") else { return (source, None) };
    let last = rest.rsplit(" · ").next().unwrap_or(rest);
    // Domains that are not verified may have own values, too, so that word stays.
    let short = last.split_once(" verified ").map(|(many, _)| format!("{many} verified"));
    (level, short.map(|short| [last, &short].map(|many| format!("{level} · {many}"))))
}

impl Field {
    /// Draws its value in one line. `open`: it is the focused field of a form being filled in. `stages`: a change waits
    /// to be saved. `values`: cells of the longest value of the form, after which the sources have a column of their
    /// own.
    pub(super) fn render(&self, open: bool, stages: bool, values: u16, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let value = self.shows(open, stages);
        let role = match (&self.kind, self.changed()) {
            (_, true) if stages => Role::Staged,
            (Kind::Shown, _) => Role::Dim,
            _ if self.locked.is_some() || value == EMPTY => Role::Dim,
            _ if self.holds != Holds::Value && self.in_force().is_none() => Role::Dim,
            _ => Role::Text,
        };
        if open && self.is_written() {
            return self.input.render_long(role, look, area, buf);
        }
        if self.is_typed() && (open || self.kind == Kind::Secret) {
            return self.input.render(open, role, look, area, buf);
        }
        let words = match self.turns() && open {
            true if look.ascii => format!("< {value} >"),
            true => format!("‹ {value} ›"),
            false => value,
        };
        let aside = match self.words(self.original.holds(), &self.original.text) {
            _ if role != Role::Staged => self.source(),
            // A change is plain to see without colour, too.
            before if before.is_empty() || before == EMPTY => Cow::Borrowed("was empty"),
            before => format!("was {before}").into(),
        };
        // An edited value is shown in full. Of any other, the source is shown in full while the value keeps half of
        // the room; a part of the source that is shown nowhere else is always shown. The source is in its column if
        // the longest value fits before it.
        let beside = |source: &str| area.width.saturating_sub(text::width(source) as u16 + 2);
        let most = match beside(&aside) {
            _ if aside.is_empty() || role == Role::Staged => area.width,
            _ if values >= VALUES && area.width >= 2 * VALUES - 4 => values,
            left if left >= area.width / 2 => left,
            _ => {
                let [counted, level] = [kept_for(&aside), text::width(&parts(&aside, 0)) as u16];
                let left = [counted, level].map(|cells| area.width.saturating_sub(cells + 2));
                left.into_iter().find(|left| *left >= area.width / 2).unwrap_or(area.width / 2)
            }
        };
        let used = text::put_fit(buf, area.x, area.y, most, &words, look.style(role), look.ascii);
        // If room is short the sources get more of it, and a long value may extend over their column.
        let most = most.min(if area.width < NARROW { area.width / 3 } else { area.width / 2 });
        let column = if role == Role::Staged { 0 } else { values.min(most) };
        let used = used.max(column);
        let left = area.width.saturating_sub(used + 2);
        if !aside.is_empty() && text::width(&parts(&aside, left)) <= usize::from(left) || left > 8 {
            let x = area.x + used + 2;
            text::put_fit(buf, x, area.y, left, &parts(&aside, left), look.style(Role::Dim), look.ascii);
        }
    }

    /// Text of its value; for a field that inherits, the value in force, because its source is shown beside it.
    fn shows(&self, open: bool, stages: bool) -> String {
        match self.in_force().filter(|_| !(open || stages && self.changed())) {
            Some(value) => value,
            None => match self.words(self.holds, &self.value()) {
                words if words.is_empty() && stages && !open => EMPTY.to_owned(),
                words => words,
            },
        }
    }

    /// Inherited value in words; `None` if it has its own value, or the inherited one is unknown.
    fn in_force(&self) -> Option<String> {
        let inherited = self.inherits.as_ref().filter(|_| self.holds == Holds::Inherits && !self.clears)?;
        let text = self.text_of(inherited);
        let several = matches!(self.kind, Kind::Choices(_));
        (*inherited != Value::Null && (several || !text.is_empty())).then(|| self.shown(&text))
    }

    /// Words for where its value comes from.
    fn source(&self) -> Cow<'_, str> {
        let inherits = self.holds == Holds::Inherits && self.inherits.is_some() && !self.clears;
        match (inherits, self.aside.is_empty()) {
            (true, true) if self.in_force().is_some() => Cow::Borrowed("inherits"),
            (true, false) => format!("inherits · {}", self.aside).into(),
            _ => Cow::Borrowed(&*self.aside),
        }
    }

    /// Value in one line.
    fn words(&self, holds: Holds, text: &str) -> String {
        let several = matches!(self.kind, Kind::Choices(_));
        match (holds, &self.inherits) {
            (Holds::Inherits, _) if self.clears => EMPTY.to_owned(),
            (Holds::Inherits, Some(Value::Null)) => self.nothing.clone().into_owned(),
            (Holds::Inherits, Some(in_force)) if !several && self.text_of(in_force).is_empty() => {
                self.nothing.clone().into_owned()
            }
            (Holds::Inherits, Some(in_force)) => format!("inherit ({})", self.shown(&self.text_of(in_force))),
            (Holds::Differs, _) => "(differs)".to_owned(),
            (Holds::Unknown, _) => self.unread.clone().into_owned(),
            _ => self.shown(text),
        }
    }
}

impl Form {
    /// Cells of the longest value in a list of fields, limited so that the sources are shown in full. In a form being
    /// filled in, there are no sources.
    pub(super) fn value_width(&self, width: u16, labels: u16) -> u16 {
        let counts = |field: &&Field| self.is_list && (!field.hidden || width >= ONE_COLUMN);
        let counted = || self.fields.iter().filter(counts);
        let told = counted().map(|field| kept_for(&field.source())).max().unwrap_or(0);
        let cells = counted().map(|field| text::width(&field.shows(false, false)) as u16);
        let most = width.saturating_sub(labels + told + 6).max(SHORT);
        let half = width.saturating_sub(labels + 4) / 2;
        cells.map(|cells| cells.min(VALUES.max(half))).max().unwrap_or(0).min(most)
    }

    /// Draws fields that are not in front under a title, as many as fit, with labels and values as wide as those above.
    /// Returns their number, and the area left below them.
    pub fn render_aside(
        &self,
        title: &str,
        of: impl Fn(&Field) -> bool,
        look: &Look<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> (usize, Rect) {
        let fields: Vec<&Field> = self.fields.iter().filter(|field| of(field)).collect();
        // Without a field, a blank line and the title are useless.
        if fields.is_empty() || area.height < 3 {
            return (0, if fields.is_empty() { area } else { Rect { height: 0, ..area } });
        }
        let (dim, (labels, values)) = (look.style(Role::Dim), self.widths.get());
        text::put_fit(buf, area.x + 2, area.y + 1, area.width - 2, title, look.style(Role::Accent), look.ascii);
        let rows = (area.y + 2..area.bottom()).zip(&fields);
        let drawn = rows.len();
        for (y, field) in rows {
            text::put_fit(buf, area.x + 2, y, labels, &field.label, dim, look.ascii);
            let x = area.x + labels + 4;
            let cell = Rect { x, y, width: area.right().saturating_sub(x + text::edge(area.width)), height: 1 };
            field.render(false, self.is_list, values, look, cell, buf);
        }
        let y = area.y + 2 + drawn as u16;
        (drawn, Rect { y, height: area.bottom() - y, ..area })
    }

    /// Draws the help of the field under the cursor beside the list of fields.
    pub(super) fn explain(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        for y in area.top()..area.bottom() {
            text::put_sign(buf, area.x, y, look.glyphs().side, look.style(Role::Dim));
        }
        let Some(field) = self.focused() else { return };
        let (x, room) = (area.x + 2, area.width.saturating_sub(2));
        // A field that needs no help says where its value comes from, in full.
        let source = if field.help.is_empty() { field.source() } else { Cow::Borrowed("") };
        let said = [
            (Role::Accent, &*field.label),
            (Role::Text, &*field.help),
            (Role::Dim, &*source),
            (Role::Warn, field.locked.as_deref().unwrap_or_default()),
        ];
        let mut y = area.y;
        for (role, words) in said.into_iter().filter(|(_, words)| !words.is_empty()) {
            for line in text::wrap(words, usize::from(room.max(1))) {
                if y < area.bottom() {
                    text::put(buf, x, y, room, &line, look.style(role));
                    y += 1;
                }
            }
            y += 1;
        }
        // Below it, the help of the following fields, as far as each fits in full; what is the same is said once.
        let after = self.fields.iter().skip_while(|other| !std::ptr::eq(*other, field)).skip(1);
        let mut told = vec![&*field.help];
        for field in after.filter(|field| !field.hidden && !field.help.is_empty()) {
            if told.contains(&&*field.help) {
                continue;
            }
            told.push(&field.help);
            let [label, help] = [&*field.label, &*field.help].map(|words| text::wrap(words, usize::from(room.max(1))));
            let lines = [(Role::Text, label), (Role::Dim, help)];
            let many = lines.iter().map(|(_, lines)| lines.len() as u16).sum::<u16>();
            if y + many > area.bottom() {
                break;
            }
            for (role, lines) in lines {
                for (y, line) in (y..).zip(&lines) {
                    text::put(buf, x, y, room, line, look.style(role));
                }
                y += lines.len() as u16;
            }
            y += 1;
        }
    }
}
