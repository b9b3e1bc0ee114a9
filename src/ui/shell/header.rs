//! The header's first line, and the footer's line.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Does, Facts, Info, Look, Role, Screen, Spot, When, infos, text};
use super::layer::Layer;
use super::names::Names;
use super::state::{self, Spare};
use super::{COMMANDS, Shell, StatusLine};

/// Keys in the footer before the one that shows all of them.
const FOOTER_KEYS: usize = 5;
/// The key that shows all keys, and its words.
const HELP: (&str, &str) = ("?", "all keys");

impl Shell {
    pub(super) fn header(&self, look: &Look<'_>, status: &StatusLine, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let said = Spare::ALL.map(|spare| state::words(status, look, (area.width / 2, spare), facts));
        let least = state::words(status, look, (area.width / 2, Spare::Waiting), facts);
        let end_of = |state: &str| area.right().saturating_sub(text::width(state).max(state::STATE) as u16 + 3);
        let account = text::fit(&status.account, (area.width / 5).min(16) as usize, look.ascii);
        let mut x = area.x + 1;
        x += text::put(buf, x, area.y, end_of(&said[0].0).saturating_sub(x), &account, look.style(Role::Dim));
        if x > area.x + 1 {
            x += 3;
        }
        let names = Names::of(self, look, area.width);
        let room_beside = |state: &str| usize::from(end_of(state).saturating_sub(x));
        // Shorten the state by the parts that can be spared, before a screen loses its name, and further before one
        // loses its digit.
        let fits_beside = |state: &(String, Role)| names.how_many(room_beside(&state.0)).1;
        let digits_beside = |state: &(String, Role)| names.how_many(room_beside(&state.0)).0;
        let said = said
            .into_iter()
            .reduce(|longer, shorter| if fits_beside(&longer) < fits_beside(&shorter) { shorter } else { longer });
        let said = said.unwrap_or_default();
        let (state, role) = if digits_beside(&said) < digits_beside(&least) { least } else { said };
        text::put_right(buf, area.x, area.y, area.width.saturating_sub(1), &state, look.style(role), look.ascii);
        for place in names.shown(room_beside(&state)) {
            let role = if place.is_lit { Role::Accent } else { Role::Dim };
            let cells = end_of(&state).saturating_sub(x);
            let width = text::put_fit(buf, x, area.y, cells, &place.words, look.style(role), look.ascii);
            facts.spots.push(Spot { area: Rect { x, width, ..area }, does: Does::Open(place.screen) });
            x += width + place.blanks;
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
        // Keep room for `esc`, as for the help key, until it is drawn.
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
            Layer::Text(_) => &[("j k", "scroll"), ("/ n N", "find"), ("enter esc", "close")],
        };
        pairs.iter().map(|(key, word)| (Cow::Borrowed(*key), Cow::Borrowed(*word))).collect()
    }
}
