//! The goals, each with its keys, shown above the parts after the first run and in a new demo, until esc.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::goals::{ALL, NAME};
use crate::store::Subject;
use crate::store::notes::{Key, NoteChange, Notes};
use crate::ui::{Command, DEMO, Effect, Info, Look, Role, World, text};

/// Argument that Home is opened with at the end of the first run.
pub const GOALS: &str = "goals";

/// Values of the note: the goals are shown, or were read.
const SHOWN: &str = "shown";
const READ: &str = "read";

/// Fewest rows left for the page, below a row for each goal and below one row for all of them.
const LEAST: [u16; 2] = [16, 8];

pub const COMMANDS: &[Command<super::state::Home>] = &[Info::new("home.hide_goals", "Hide the goals for good")
    .also(&["tour", "tips"])
    .keys(&["esc"])
    .run(|_, _, cx| cx.done(note(false)))];

/// Effect that notes whether the goals are shown; once hidden, they stay hidden.
pub fn note(shown: bool) -> Effect {
    let change = NoteChange::new(Subject::Account, Key::Goals, if shown { SHOWN } else { READ });
    let said = if shown { "" } else { "the goals are hidden" };
    Effect::Notes { changes: vec![change], said: said.to_owned() }
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
    let rows = [ALL.len() as u16 + 2, 3];
    let Some(at) = (0..rows.len()).find(|at| area.height >= rows[*at] + LEAST[*at]) else { return area };
    let (x, width) = (area.x + 1, area.width.saturating_sub(1));
    if at == 0 {
        for (y, goal) in (area.y + 1..).zip(&ALL) {
            text::put_fit(buf, x, y, NAME, goal.name, look.style(Role::Accent), look.ascii);
            let room = width.saturating_sub(NAME);
            text::put_fit(buf, x + NAME, y, room, goal.keys, look.style(Role::Text), look.ascii);
        }
    } else {
        in_one_row(look, Rect { x, y: area.y + 1, width, height: 1 }, buf);
    }
    let hides = ":help tour tells more · esc hides this for good";
    text::put_fit(buf, x, area.y + rows[at] - 1, width, hides, look.style(Role::Dim), look.ascii);
    Rect { y: area.y + rows[at], height: area.height - rows[at], ..area }
}

/// Draws as many goals as fit, each with its keys.
fn in_one_row(look: &Look<'_>, row: Rect, buf: &mut Buffer) {
    let mut x = row.x;
    for goal in &ALL {
        let cells = (text::width(goal.name) + 1 + text::width(goal.short)) as u16;
        if x + cells > row.right() {
            break;
        }
        let keys = x + text::put(buf, x, row.y, cells, goal.name, look.style(Role::Accent)) + 1;
        text::put(buf, keys, row.y, cells, goal.short, look.style(Role::Text));
        x += cells + 3;
    }
}
