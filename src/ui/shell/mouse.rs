//! Clicks and the wheel. What is clickable runs what its key runs, so that nothing needs the mouse; the wheel moves
//! what is under it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::super::keymap::sequence;
use super::super::{Args, Does, Effect, Screen, World};
use super::Shell;
use super::layer::Layer;

impl Shell {
    /// Handles a click on a cell of the last frame.
    pub(super) fn click(&mut self, at: Position, world: &World<'_>) -> Vec<Effect> {
        let typing = self.screen().is_some_and(|screen| Screen::takes_text(screen) || screen.in_form());
        let spot = self.last.spots.iter().find(|spot| spot.area.contains(at)).map(|spot| spot.does.clone());
        if let Some(Does::Press(keys)) = spot {
            return self.press(&keys, world);
        }
        if !self.layers.is_empty() || typing {
            // A popup over the list gets all clicks; a click beside it closes it.
            let beside = self.last.popup.is_some_and(|popup| !popup.contains(at));
            let closes = matches!(self.layers.last(), Some(Layer::Pick(_) | Layer::Text(_)));
            return if beside && closes { self.press("esc", world) } else { Vec::new() };
        }
        let tab = self.last.tabs.iter().find(|tab| tab.area.contains(at)).map(|tab| tab.name.clone());
        let row = self.last.rows.as_ref().filter(|rows| rows.area.contains(at));
        let steps = row.and_then(|rows| rows.steps_to(at.y));
        let run = match (spot, tab, steps) {
            (Some(Does::Open(screen)), ..) => Some(Effect::Open(screen, Args::default())),
            (Some(Does::Sort(column)), ..) => Some(Effect::Run("table.sort", Args::words([column]))),
            (_, Some(name), _) => self.resolve("tab").map(|command| Effect::Run(command, Args::words([name]))),
            (.., Some(0)) => return self.press("enter", world),
            (.., Some(steps)) => {
                let count = u32::try_from(steps.unsigned_abs()).ok();
                let command = if steps < 0 { "table.up" } else { "table.down" };
                Some(Effect::Run(command, Args { count, ..Args::default() }))
            }
            _ => None,
        };
        self.settle(run.into_iter().collect(), world)
    }

    /// Handles a turn of the wheel: one step of the list's cursor or of the text beside it, whichever is under the
    /// mouse.
    pub(super) fn wheel(&mut self, at: Position, down: bool, world: &World<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.layers.is_empty() {
            let has = |name: &str| self.commands().iter().find(|info| info.verb() == name).map(|info| info.name);
            let over_side = self.last.side.as_ref().is_some_and(|side| !self.last.covered && side.area.contains(at));
            let over_rows = self.last.rows.as_ref().is_some_and(|rows| rows.area.contains(at));
            let in_side = self.commands().iter().find(|info| info.name.ends_with("preview.list")).map(|info| info.name);
            let turns = match (over_side, in_side) {
                (true, None) => match has("pane") {
                    Some(pane) => Some(pane),
                    // What is under the mouse cannot be scrolled, and the wheel must not reach the list below it.
                    None => return effects,
                },
                (false, Some(leave)) if over_rows => Some(leave),
                _ => None,
            };
            if let Some(command) = turns {
                effects = self.settle(vec![Effect::Run(command, Args::default())], world);
            }
        }
        let code = if down { KeyCode::Down } else { KeyCode::Up };
        effects.extend(self.key(&KeyEvent::new(code, KeyModifiers::NONE), world));
        effects
    }

    /// Presses keys, given in spelled form.
    fn press(&mut self, keys: &str, world: &World<'_>) -> Vec<Effect> {
        let keys = sequence(keys).unwrap_or_default();
        keys.into_iter().flat_map(|key| self.key(&key.event(), world)).collect()
    }
}
