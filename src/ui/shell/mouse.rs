//! Clicks: a tab is chosen, a row gets the cursor, and the row under the cursor is opened. They run the commands that keys
//! run, so that nothing can be done with the mouse alone.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::super::{Args, Effect, Screen, World};
use super::Shell;

impl Shell {
    /// Takes a click on a cell of the last frame.
    pub(super) fn click(&mut self, at: Position, world: &World<'_>) -> Vec<Effect> {
        let typing = self.screen().is_some_and(|screen| Screen::takes_text(screen) || screen.in_form());
        if !self.layers.is_empty() || typing {
            // What lies over the list has the keys, and the mouse.
            return Vec::new();
        }
        let (rows, tabs) = &self.clickable;
        let tab = tabs.iter().find(|tab| tab.area.contains(at)).map(|tab| tab.name.clone());
        let row = rows.as_ref().filter(|rows| rows.area.contains(at));
        let steps = row.map(|rows| (at.y - rows.area.y) as isize - rows.cursor);
        let run = match (tab, steps) {
            (Some(name), _) => self.resolve("tab").map(|command| Effect::Run(command, Args::words([name]))),
            (None, Some(0)) => return self.key(&KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), world),
            (None, Some(steps)) => {
                let count = u32::try_from(steps.unsigned_abs()).ok();
                let command = if steps < 0 { "table.up" } else { "table.down" };
                Some(Effect::Run(command, Args { count, ..Args::default() }))
            }
            (None, None) => None,
        };
        self.settle(run.into_iter().collect(), world)
    }
}
