//! The header's first line, and the footer's line.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::strip::ROOM;
use super::super::{Does, Facts, Info, Look, Role, Screen, ScreenDef, Spot, When, infos, text};
use super::layer::Layer;
use super::state::{self, Spare};
use super::{COMMANDS, Shell, StatusLine};

/// Keys in the footer before the one that shows all of them.
const FOOTER_KEYS: usize = 5;
/// Cells reserved for a count and the blank before it, in windows from a width on. Narrower windows need these cells
/// for the digits.
const KEPT: [(u16, usize); 2] = [(140, ROOM), (80, 2)];
/// The key that shows all keys, and its words.
const HELP: (&str, &str) = ("?", "all keys");

impl Shell {
    pub(super) fn header(&self, look: &Look<'_>, status: &StatusLine, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let said = Spare::ALL.map(|spare| state::words(status, look, (area.width / 2, spare), facts));
        let end_of = |state: &str| area.right().saturating_sub(text::width(state).max(state::STATE) as u16 + 3);
        let end = end_of(&said[0].0);
        let account = text::fit(&status.account, (area.width / 5).min(16) as usize, look.ascii);
        let mut x = area.x + 1;
        x += text::put(buf, x, area.y, end.saturating_sub(x), &account, look.style(Role::Dim));
        if x > area.x + 1 {
            x += 3;
        }
        let badge = |def: &ScreenDef| {
            let badge = def.badge?(&look.world).filter(|badge| badge.value() != Some(&0))?;
            // The badge of a digit has few cells.
            Some(text::count(&badge).replace("≥ ", if look.ascii { ">=" } else { "≥" }))
        };
        // Some badges must be counted, and each is written up to three times.
        let badges: Vec<Option<String>> = self.screens.iter().map(badge).collect();
        let words = |place: usize, named: bool| {
            let def = &self.screens[place];
            let mut words = match def.key {
                ' ' => def.title.to_owned(),
                key if !named => key.to_string(),
                key => format!("{key} {}", def.heading()),
            };
            if let Some(badge) = &badges[place] {
                words.push(' ');
                words.push_str(badge);
            }
            words
        };
        // A page without a digit is listed only while it is in front. Of several tabs of one digit, the one that would
        // open is listed.
        let has_digit = |place: usize| match self.screens[place].key {
            ' ' => false,
            key => self.front_of(key) == Some(place),
        };
        // For a page below a place, the second line shows how the user came there.
        let above = self.place_above().map(|at| self.history[at]);
        let is_named = |place: usize| place == self.current && above.is_none();
        let places = || (0..self.screens.len()).filter(|place| is_named(*place) || has_digit(*place));
        // A count that appears or disappears neither moves nor removes a name beside it.
        let kept = KEPT.iter().find(|(width, _)| area.width >= *width).map_or(0, |(_, kept)| *kept);
        let blanks = |place: usize| {
            let badge = badges[place].as_ref().map_or(0, |badge| text::width(badge) + 1);
            if self.screens[place].badge.is_some() { kept.saturating_sub(badge) } else { 0 }
        };
        let widths = |place: usize| [false, true].map(|named| text::width(&words(place, named)) + blanks(place) + 2);
        let widths: Vec<[usize; 2]> = (0..self.screens.len()).map(widths).collect();
        let cells = |place: usize, named: bool| widths[place][usize::from(named)];
        let more = |place: usize| cells(place, true) - cells(place, false);
        let is_front = |place: usize| place == self.current;
        let front = self.screens.get(above.unwrap_or(self.current)).map(|def| def.key).filter(|key| *key != ' ');
        let is_lit = |place: usize| place == self.current || has_digit(place) && Some(self.screens[place].key) == front;
        // Screens with a count are named first, because the name explains the count. Then as many further screens are
        // named from the left as fit beside the one in front, whichever of the first nine that is, so that the names
        // stay the same from screen to screen.
        let mut order: Vec<usize> = (0..self.screens.len()).filter(|place| has_digit(*place)).collect();
        order.sort_by_key(|place| self.screens[*place].badge.is_none());
        let digits = order.iter().map(|place| cells(*place, false)).sum::<usize>();
        let is_steady = |fits: usize, room: usize| {
            let others = order[fits..].iter().filter(|place| self.screens[**place].key != '0');
            let front = others.map(|place| more(*place)).max().unwrap_or(0);
            digits + order[..fits].iter().map(|place| more(*place)).sum::<usize>() + front <= room
        };
        let fits_now = |fits: usize, room: usize| {
            let named = |place: usize| is_front(place) || order[..fits].contains(&place);
            places().map(|place| cells(place, named(place))).sum::<usize>() <= room
        };
        let fits_to = |end: u16| {
            let room = usize::from(end.saturating_sub(x));
            let fits = (0..=order.len()).rev().find(|fits| is_steady(*fits, room) && fits_now(*fits, room));
            (fits.unwrap_or(0), room)
        };
        // Shorten the state by the parts that can be spared, before a screen loses its name.
        let fits_beside = |state: &(String, Role)| fits_to(end_of(&state.0)).0;
        let said = said
            .into_iter()
            .reduce(|longer, shorter| if fits_beside(&longer) < fits_beside(&shorter) { shorter } else { longer });
        let (state, role) = said.unwrap_or_default();
        text::put_right(buf, area.x, area.y, area.width.saturating_sub(1), &state, look.style(role), look.ascii);
        let end = end_of(&state);
        let (fits, room) = fits_to(end);
        let named = &order[..fits];
        let alone = places().map(|place| cells(place, is_front(place))).sum::<usize>() > room;
        // Besides the highlighted screens, as many digits are shown from the left as fit.
        let lit = places().filter(|place| is_lit(*place)).map(|place| cells(place, is_front(place))).sum::<usize>();
        let mut free = room.saturating_sub(lit);
        let mut fits = |place: usize| {
            let left = free.checked_sub(if is_lit(place) { 0 } else { cells(place, false) });
            free = left.unwrap_or(0);
            left.is_some()
        };
        for place in places() {
            if alone && !fits(place) {
                continue;
            }
            let role = if is_lit(place) { Role::Accent } else { Role::Dim };
            let (cells, shown) = (end.saturating_sub(x), words(place, is_front(place) || named.contains(&place)));
            let width = text::put_fit(buf, x, area.y, cells, &shown, look.style(role), look.ascii);
            let does = Does::Open(self.screens[place].id);
            facts.spots.push(Spot { area: Rect { x, width, ..area }, does });
            x += width + blanks(place) as u16 + 2;
        }
    }

    /// Draws the most useful keys in the present state.
    pub(super) fn footer(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let keys: Vec<(Cow<'static, str>, Cow<'_, str>)> = match self.layers.last() {
            Some(layer) => self.layer_keys(layer, facts),
            // The screen's keys would look like possible continuations of the prefix.
            None if self.shows_which_key() => vec![("esc".into(), "close".into())],
            None => self.footer_keys(look),
        };
        // A click never answers a question: one meant for the key that opened it would otherwise be a yes.
        let is_question = matches!(self.layers.last(), Some(Layer::Dialog(_)));
        // The key for all keys always has its place.
        let help = self.layers.is_empty() && !self.is_typing() && !self.shows_which_key();
        let cells_of = |key: &str, word: &str| (text::width(key) + text::width(word) + 1) as u16;
        let kept = if help { cells_of(HELP.0, HELP.1) } else { 0 };
        let mut x = area.x + 1;
        let mut put = |key: &str, word: &str, kept: u16| {
            let cells = cells_of(key, word);
            let fits = x + cells + if kept > 0 { kept + 3 } else { 0 } < area.right();
            if fits {
                // A click presses the first of several keys.
                let keys = if self.layers.is_empty() { Some(key) } else { key.split(' ').next() };
                let does = Does::Press(keys.unwrap_or_default().to_owned());
                facts.spots.extend((!is_question).then_some(Spot { area: Rect { x, width: cells, ..area }, does }));
                x += text::put(buf, x, area.y, cells, key, look.style(Role::Accent)) + 1;
                x += text::put(buf, x, area.y, cells, word, look.style(Role::Dim)) + 3;
            }
            fits
        };
        // Likewise, `esc` always has its place.
        let mut out =
            keys.iter().find(|(key, _)| key.ends_with("esc")).map_or(0, |(key, word)| cells_of(key, word) + 3);
        for (key, word) in &keys {
            out = if key.ends_with("esc") { 0 } else { out };
            put(key, word, kept + out);
        }
        if help {
            put(HELP.0, HELP.1, 0);
        }
    }

    fn is_typing(&self) -> bool {
        self.screen().is_some_and(|screen| screen.takes_text() || screen.in_form())
    }

    fn footer_keys(&self, look: &Look<'_>) -> Vec<(Cow<'static, str>, Cow<'static, str>)> {
        let own = self.screen().map(Screen::commands).unwrap_or_default();
        let first = self.screen().map(Screen::first_in_footer).unwrap_or_default();
        let place = |info: &Info| first.iter().position(|name| *name == info.name).unwrap_or(first.len());
        // While typing, these keys belong to the field.
        let typing = self.is_typing();
        let shows =
            |info: &&Info| (info.footer > 0 || place(info) < first.len()) && !(typing && info.name.starts_with("app."));
        let with_key = |info: &'static Info| Some((info, self.keymap.shown(self.screen_id(), info)?));
        let keys: Vec<_> = own.into_iter().chain(infos(COMMANDS)).filter(shows).filter_map(with_key).collect();
        let is_on = |info: &Info| {
            // If nothing can be changed or undone, `u` would only open the list of acts.
            let idle = info.name == "app.undo" && (look.world.readonly.is_some() || !self.can_undo(&look.world));
            !idle && self.when(info, &look.world) == When::On
        };
        let mut ranked: Vec<usize> = (0..keys.len()).collect();
        ranked.sort_by_key(|at| (place(keys[*at].0), keys[*at].0.footer));
        // In order of rank, so that few are checked. If several commands have a key, the scope nearest to the focus
        // wins, whatever their ranks.
        let has_key = |at: &usize| {
            let (info, key) = &keys[*at];
            is_on(info) && !keys[..*at].iter().any(|(nearer, of)| of == key && is_on(nearer))
        };
        let best = ranked.into_iter().filter(has_key).take(FOOTER_KEYS);
        best.map(|at| (keys[at].1.clone(), keys[at].0.short.into())).collect()
    }

    fn layer_keys<'a>(&self, layer: &'a Layer, facts: &Facts) -> Vec<(Cow<'static, str>, Cow<'a, str>)> {
        let pairs: &[(&str, &str)] = match layer {
            Layer::Dialog(dialog) => {
                return dialog.keys(self.now, facts.question_below);
            }
            Layer::Pick(pick) if pick.keep_open => &[("enter", "switch"), ("esc", "close")],
            Layer::Pick(pick) if pick.name == "menu" => &[("enter", "choose"), ("esc", "close")],
            Layer::Pick(_) => &[("enter", "run"), ("up down", "move"), ("esc", "close")],
            Layer::Line(line) if line.is_field() => &[("enter", "continue"), ("tab", "complete"), ("esc", "cancel")],
            Layer::Line(_) => &[("enter", "run"), ("tab", "complete"), ("up down", "earlier lines"), ("esc", "close")],
            Layer::Text(text) if text.view.is_finding() => &[("enter", "find"), ("esc", "cancel")],
            Layer::Text(_) => &[("j k", "scroll"), ("/ n N", "find"), ("esc", "close")],
        };
        pairs.iter().map(|(key, word)| (Cow::Borrowed(*key), Cow::Borrowed(*word))).collect()
    }
}
