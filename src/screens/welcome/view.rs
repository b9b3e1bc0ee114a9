//! Drawing of the first run.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::shell::doctor::abilities;
use crate::ui::{Facts, Look, Role, text};

use super::state::{Step, Welcome};
use super::words;
use crate::screens::{FIRST, first_allowed, goals};

/// Greatest width of lines, however wide the terminal is.
const WIDEST: u16 = 84;

pub fn render(screen: &Welcome, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    let roomy = area.height > 16;
    let inner = Rect {
        x: area.x + 2,
        y: area.y + u16::from(roomy),
        width: area.width.saturating_sub(4).min(WIDEST),
        height: area.height.saturating_sub(u16::from(roomy)),
    };
    let mut pen = Pen { look, area: inner, y: inner.y };
    match screen.step {
        Step::Choose => choose(&mut pen, buf),
        Step::Fill | Step::Trying => fill(screen, &mut pen, buf),
        Step::Signed => signed(screen, &mut pen, buf, facts),
    }
}

fn choose(pen: &mut Pen<'_>, buf: &mut Buffer) {
    pen.lines(Role::Accent, "Welcome to Parkade", buf);
    pen.lines(Role::Text, "Your parked domains and the people who ask for them, by keyboard.", buf);
    pen.gap();
    pen.lines(Role::Text, "enter   connect to your service: its address and a token", buf);
    pen.lines(Role::Text, "d       try the demo (made-up data, stays on this machine)", buf);
    pen.gap();
    pen.lines(Role::Dim, "Setup changes nothing at the service.", buf);
    pen.gap();
    for goal in goals::ALL {
        let name = format!("{:width$}", goal.name, width = usize::from(goals::NAME));
        pen.lines(Role::Dim, &(name + goal.about), buf);
    }
}

fn fill(screen: &Welcome, pen: &mut Pen<'_>, buf: &mut Buffer) {
    match &screen.beside {
        Some((name, _)) => pen.lines(Role::Accent, &format!("Set up the account {name}"), buf),
        None => pen.lines(Role::Accent, "Connect to your service", buf),
    }
    pen.gap();
    let rest = pen.rest();
    // Room for one more error line than usual, so that little moves.
    let form = Rect { height: rest.height.min(screen.form.rows(rest.width).max(5)), ..rest };
    screen.form.render(pen.look, form, buf, &mut Facts::default());
    pen.y = form.bottom();
    match (screen.step, &screen.problem, &screen.tried) {
        (Step::Trying, _, Some(ending)) => {
            pen.lines(Role::Text, &format!("Testing the token ending in {ending}… esc cancels."), buf);
        }
        (_, Some(problem), _) => pen.lines(Role::Bad, problem, buf),
        _ => {}
    }
    pen.gap();
    pen.lines(Role::Text, &words::will_be_kept(screen.keep(), &screen.file), buf);
    pen.gap();
    pen.lines(Role::Dim, "Tokens are created on the service's site and shown there once. Suggested permissions:", buf);
    for (name, abilities) in words::RECIPES {
        pen.lines(Role::Dim, &format!("{name:<14}  {abilities}"), buf);
    }
}

/// Draws the page after success: where the token is kept, and its abilities as they are tested.
fn signed(screen: &Welcome, pen: &mut Pen<'_>, buf: &mut Buffer, facts: &mut Facts) {
    pen.lines(Role::Good, "Connected.", buf);
    pen.lines(Role::Text, &words::is_kept(screen.keep(), &screen.file), buf);
    let session = pen.look.world.store.session();
    let next = match first_allowed(session).filter(|def| def.id != FIRST) {
        None => "Press enter to open Home, n to set the name under your replies; :help tour.".to_owned(),
        Some(def) => format!("Press enter to open {}, n to set the name under your replies.", def.title),
    };
    pen.lines(Role::Text, &next, buf);
    pen.gap();
    let grid = session.grid.as_ref();
    screen.page.render(&abilities(grid), pen.look, pen.rest(), buf, facts);
}

/// Writes lines from top to bottom while there is room.
struct Pen<'a> {
    look: &'a Look<'a>,
    area: Rect,
    y: u16,
}

impl Pen<'_> {
    fn lines(&mut self, role: Role, words: &str, buf: &mut Buffer) {
        for line in text::wrap(words, self.area.width.max(1) as usize) {
            if self.y < self.area.bottom() {
                text::put(buf, self.area.x, self.y, self.area.width, &line, self.look.style(role));
                self.y += 1;
            }
        }
    }

    /// Leaves a blank line, if there is enough height.
    fn gap(&mut self) {
        if self.area.height > 11 {
            self.y += 1;
        }
    }

    fn rest(&self) -> Rect {
        Rect { y: self.y, height: self.area.bottom().saturating_sub(self.y), ..self.area }
    }
}
