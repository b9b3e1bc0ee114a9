//! Input from the terminal: keys, pastes, the wheel, and signals about the terminal.

use std::io;

use crossterm::event::{Event as TerminalEvent, MouseButton, MouseEventKind};

use crate::app::terminal::{End, Notice, size};
use crate::ui::Ground;
use crate::ui::shell::{Event, EventKind};

use super::state::{Ended, Loop};

impl Loop {
    /// Reads typed keys; nothing while an editor has the terminal.
    pub(super) fn keys(&mut self, ready: bool) {
        if self.desktop.open_editor.is_some() {
            return;
        }
        let mut events = Vec::new();
        if ready {
            if self.events.keyboard.read(&mut events).is_err() {
                self.ended = Some(Ended::Outside(End::HangUp));
                return;
            }
        } else if self.events.keyboard.patience().is_some() {
            self.events.keyboard.give_up(&mut events);
        }
        if let Some(background) = self.events.keyboard.take_background() {
            self.drawing.dirty |= self.shell.set_ground(Ground::of(background));
        }
        if let Some(heard) = self.events.keyboard.take_heard() {
            self.terminal.heard = heard;
            self.arrange_pictures();
        }
        if !events.is_empty() {
            // Keys act on the present state of the store, which may be newer than the last frame.
            self.sync();
        }
        let mut burst = events.into_iter().filter_map(kind_of).peekable();
        let mut next = burst.next();
        while let Some(kind) = next {
            self.drawing.by_key = true;
            self.event(kind);
            if self.desktop.open_editor.is_some() {
                // Drop keys typed ahead: they were meant for the editor and could do harm as commands.
                return;
            }
            next = self.shell.next_of(&mut burst);
        }
    }

    /// Passes one event to the ui and carries out its effects.
    fn event(&mut self, kind: EventKind) {
        self.drawing.dirty = true;
        if matches!(kind, EventKind::FocusGained) {
            self.session.store.look_at_notes();
        }
        if !matches!(kind, EventKind::Wheel { .. } | EventKind::Resize | EventKind::FocusGained | EventKind::FocusLost)
        {
            self.session.began_on = None;
        }
        let event = Event { at_ms: self.ms(), kind };
        let effects = self.with_world(|shell, world| shell.event(event, world));
        self.carry_out(effects);
    }

    /// Handles notices about signals and a lost terminal.
    pub(super) fn notices(&mut self) -> io::Result<()> {
        while let Ok(notice) = self.events.notices.try_recv() {
            self.drawing.dirty = true;
            self.drawing.by_key = true;
            match notice {
                Notice::Resized => {
                    self.terminal.display.resize(size());
                    self.arrange_pictures();
                    self.event(EventKind::Resize);
                }
                // The notice came before the editor started, which has the terminal now.
                Notice::Stop | Notice::Resumed if self.desktop.open_editor.is_some() => {}
                Notice::Stop => self.suspend(),
                Notice::Resumed => {
                    self.terminal.reclaim()?;
                    self.arrange_pictures();
                    self.session.traffic.queries.refresh(self.ms());
                }
                Notice::End(end) => self.ended = Some(Ended::Outside(end)),
            }
        }
        Ok(())
    }

    /// Stops the program, for a typed or sent Ctrl+Z.
    pub fn suspend(&mut self) {
        if !self.terminal.suspend() {
            self.say(crate::ui::Tone::Info, "Cannot suspend: no shell to return to.");
        }
    }
}

/// Event of the terminal for the ui; `None` for one it does not use.
fn kind_of(event: TerminalEvent) -> Option<EventKind> {
    Some(match event {
        TerminalEvent::Key(key) => EventKind::Key(key),
        TerminalEvent::Paste(text) => EventKind::Paste(text),
        TerminalEvent::FocusGained => EventKind::FocusGained,
        TerminalEvent::FocusLost => EventKind::FocusLost,
        TerminalEvent::Resize(..) => EventKind::Resize,
        TerminalEvent::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => EventKind::Click { x: mouse.column, y: mouse.row },
            MouseEventKind::ScrollDown => EventKind::Wheel { x: mouse.column, y: mouse.row, down: true },
            MouseEventKind::ScrollUp => EventKind::Wheel { x: mouse.column, y: mouse.row, down: false },
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyModifiers, MouseEvent};

    use super::*;

    #[test]
    fn the_wheel_and_a_click_go_to_their_place_and_the_rest_of_the_mouse_does_nothing() {
        let kind = |kind: MouseEventKind| {
            let mouse = MouseEvent { kind, column: 7, row: 3, modifiers: KeyModifiers::NONE };
            kind_of(TerminalEvent::Mouse(mouse))
        };
        let wheel = |down: bool| Some(EventKind::Wheel { x: 7, y: 3, down });
        assert_eq!(kind(MouseEventKind::ScrollDown), wheel(true));
        assert_eq!(kind(MouseEventKind::ScrollUp), wheel(false));
        assert_eq!(kind(MouseEventKind::Down(MouseButton::Left)), Some(EventKind::Click { x: 7, y: 3 }));
        for other in [MouseEventKind::Moved, MouseEventKind::ScrollLeft, MouseEventKind::Up(MouseButton::Left)] {
            assert_eq!(kind(other), None, "{other:?}");
        }
    }
}
