//! The goals, each with its keys, shown above the parts after the first run and in a new demo, until esc.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::goals::{GOAL, LINES};
use crate::store::Subject;
use crate::store::notes::{Key, NoteChange, Notes};
use crate::ui::{Command, DEMO, Effect, Info, Look, Role, World, text};

/// Argument that Home is opened with at the end of the first run.
pub const GOALS: &str = "goals";

/// Values of the note: the goals are shown, or were read.
const SHOWN: &str = "shown";
const READ: &str = "read";

/// Fewest rows left for the page.
const LEAST: u16 = 8;

pub const COMMANDS: &[Command<super::state::Home>] = &[Info::new("home.hide_goals", "Hide the goals for good")
    .also(&["tour", "tips"])
    .keys(&["esc"])
    .run(|_, _, cx| cx.done(note(false)))];

/// Effect that notes whether the goals are shown; once hidden, they stay hidden.
pub fn note(shown: bool) -> Effect {
    let change = NoteChange::new(Subject::Account, Key::Goals, if shown { SHOWN } else { READ });
    Effect::Notes { changes: vec![change], said: String::new() }
}

/// True while the goals are shown: from the first run until esc.
pub fn are_shown(notes: &Notes) -> bool {
    let note = notes.of(&Subject::Account).and_then(|record| record.get(&Key::Goals));
    note.is_some_and(|note| &*note.value == SHOWN)
}

/// Shows the goals in a demo without any notes yet, because a demo has no first run.
pub fn in_new_demo(world: &World<'_>) -> Option<Effect> {
    let notes = world.store.notes();
    let is_new = notes.is_read() && notes.of(&Subject::Account).is_none();
    (is_new && world.store.session().account == DEMO).then(|| note(true))
}

/// Draws the goals if enough rows are left for the page, and returns the area below them.
pub fn render(look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let rows = LINES.len() as u16 + 2;
    if area.height < rows + LEAST {
        return area;
    }
    let x = area.x + 1;
    for (y, (goal, _, words)) in (area.y + 1..).zip(LINES) {
        let room = area.right().saturating_sub(x + GOAL + 1);
        text::put_fit(buf, x, y, GOAL, goal, look.style(Role::Accent), look.ascii);
        text::put_fit(buf, x + GOAL, y, room, words, look.style(Role::Text), look.ascii);
    }
    text::put_fit(
        buf,
        x,
        area.y + rows - 1,
        area.width,
        ":help tour tells more · esc hides this for good",
        look.style(Role::Dim),
        look.ascii,
    );
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
