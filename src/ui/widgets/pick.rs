//! The path of a file: typed, completed, or chosen from a listing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::input::Input;
use crate::sheets::{Files, Listed};
use crate::ui::complete::common;
use crate::ui::{Command, Cx, Effect, FileAsk, Info, Look, Outcome, Role, text};

/// Kind of files a field is for.
#[derive(Debug)]
pub struct Sought {
    /// Word before the field.
    pub label: &'static str,
    /// Hint about these files, a sentence or two.
    pub hint: &'static str,
    /// Endings of their names.
    pub endings: &'static [&'static str],
    /// Size of the largest file accepted, in bytes.
    pub most: u64,
}

/// Field for a path, with the listing below it.
#[derive(Debug)]
pub struct Pick {
    pub input: Input,
    sought: &'static Sought,
    /// Path that the listing was requested for.
    asked: Option<String>,
    /// Index of the entry chosen with the arrows.
    pub chosen: Option<usize>,
}

/// Screen on which a path can be typed.
pub trait Picks: 'static {
    /// Field, while a path is typed.
    fn pick(&mut self) -> Option<&mut Pick>;

    /// Called for enter on this path, which is not a folder.
    fn picked(&mut self, path: String, cx: &mut Cx<'_>);
}

/// Commands of the field; `short` is the footer's word for enter.
pub const fn commands<S: Picks>(short: &'static str) -> [Command<S>; 4] {
    [
        Info::new("path.open", "Open the folder, or take the file").footer(1, &["enter"], short).run(
            |screen, _, cx| {
                if let Some(Entered::File(path)) = screen.pick().map(|pick| pick.enter(cx)) {
                    screen.picked(path, cx);
                }
                Outcome::Done
            },
        ),
        Info::new("path.complete", "Complete the path as far as it is clear").footer(2, &["tab"], "complete").run(
            |screen, _, cx| {
                if screen.pick().is_some_and(|pick| pick.complete(cx)) {
                    Outcome::Done
                } else {
                    Outcome::Refused("Type on, or choose with the arrows.".to_owned())
                }
            },
        ),
        Info::new("path.down", "Next file or folder").footer(3, &["down"], "choose").run(|screen, _, cx| {
            if let Some(pick) = screen.pick() {
                pick.go(1, cx.world.store.files());
            }
            Outcome::Done
        }),
        Info::new("path.up", "Previous file or folder").keys(&["up"]).run(|screen, _, cx| {
            if let Some(pick) = screen.pick() {
                pick.go(-1, cx.world.store.files());
            }
            Outcome::Done
        }),
    ]
}

/// Result of enter on the path.
pub enum Entered {
    /// A folder was opened, or nothing could be.
    Stay,
    /// This file was chosen.
    File(String),
}

impl Pick {
    /// Empty field.
    pub fn new(sought: &'static Sought) -> Self {
        Self { input: Input::default(), sought, asked: None, chosen: None }
    }

    /// File or folder chosen with the arrows.
    pub fn chosen<'f>(&self, files: &'f Files) -> Option<&'f Listed> {
        self.listed(files).0.get(self.chosen?)
    }

    /// Entries for the typed path, and the reason if there are none.
    pub fn listed<'f>(&self, files: &'f Files) -> (&'f [Listed], Option<&'f str>) {
        let listing = files.listing().filter(|listing| Some(&listing.typed) == self.asked.as_ref());
        listing.map_or((&[], None), |listing| (listing.paths.as_slice(), listing.problem.as_deref()))
    }

    /// Requests a listing if the path has changed.
    pub fn ask(&mut self, cx: &mut Cx<'_>) {
        let typed = self.input.value().to_owned();
        if typed.contains("://") {
            // A URL is not a path.
            (self.asked, self.chosen) = (None, None);
            return;
        }
        if self.asked.as_ref() != Some(&typed) {
            self.asked = Some(typed.clone());
            self.chosen = None;
            cx.push(Effect::File(FileAsk::List { typed, first: self.sought.endings }));
        }
    }

    /// Sets the path in the field.
    pub fn set(&mut self, path: &str, cx: &mut Cx<'_>) {
        self.input.set(path);
        self.ask(cx);
    }

    /// Moves through the entries.
    pub fn go(&mut self, by: isize, files: &Files) {
        let many = self.listed(files).0.len() as isize;
        if many > 0 {
            let from = self.chosen.map_or(if by > 0 { -1 } else { many }, |at| at as isize);
            self.chosen = Some((from + by).rem_euclid(many) as usize);
        }
    }

    /// Completes the typed path as far as all entries agree, or to the chosen entry.
    pub fn complete(&mut self, cx: &mut Cx<'_>) -> bool {
        let (paths, _) = self.listed(cx.world.store.files());
        let chosen = self.chosen.and_then(|at| paths.get(at)).map(|listed| listed.path.clone());
        let all = || Some(common(&paths.first()?.path, paths.iter().map(|listed| &*listed.path)).to_owned());
        let common = chosen.or_else(all);
        let Some(common) = common.filter(|common| common.len() > self.input.value().len()) else { return false };
        self.set(&common, cx);
        true
    }

    /// Handles enter: opens a folder, or chooses a file.
    pub fn enter(&mut self, cx: &mut Cx<'_>) -> Entered {
        let (paths, _) = self.listed(cx.world.store.files());
        let chosen = self.chosen.and_then(|at| paths.get(at)).map(|listed| listed.path.clone());
        let path = chosen.unwrap_or_else(|| self.input.value().trim().to_owned());
        if path.is_empty() || path.ends_with('/') {
            self.set(&path, cx);
            return Entered::Stay;
        }
        self.input.set(&path);
        Entered::File(path)
    }

    /// Draws the field with its listing below. `problems` are about the path that was entered; `busy` is shown while it
    /// is being checked.
    pub fn render(&self, problems: &[String], busy: Option<&str>, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let x = area.x + 1;
        let room = area.width.saturating_sub(2);
        let label = text::put(buf, x, area.y, room, self.sought.label, look.style(Role::Accent)) + 2;
        let field = Rect { x: x + label, width: room.saturating_sub(label), height: 1, ..area };
        self.input.render(busy.is_none(), Role::Text, look, field, buf);
        let mut y = area.y + 1;
        let mut say = |role: Role, words: &str| {
            for line in text::wrap(words, room as usize) {
                if y < area.bottom() {
                    text::put(buf, x, y, room, &line, look.style(role));
                    y += 1;
                }
            }
        };
        if let Some(busy) = busy {
            return say(Role::Dim, busy);
        }
        for problem in problems {
            say(Role::Bad, problem);
        }
        let (paths, none) = self.listed(look.world.store.files());
        match none {
            // A problem of the file explains the missing listing, too.
            Some(_) if !problems.is_empty() => {}
            Some(why) => say(Role::Dim, why),
            None if paths.is_empty() => {}
            None => say(Role::Dim, self.sought.hint),
        }
        let top = y + 1;
        let rows = area.bottom().saturating_sub(top) as usize;
        let chosen = self.chosen.unwrap_or(0);
        let first = chosen.checked_div(rows).unwrap_or(0) * rows;
        for (row, listed) in paths.iter().enumerate().skip(first).take(rows) {
            let y = top + (row - first) as u16;
            let here = self.chosen == Some(row);
            if here {
                text::put(buf, area.x, y, 1, look.glyphs().bar, look.cursor().0);
            }
            let role = match (here, self.is_sought(&listed.path)) {
                (true, _) => Role::Selection,
                (_, true) => Role::Text,
                _ => Role::Dim,
            };
            let size = if listed.path.ends_with('/') { String::new() } else { text::bytes(listed.bytes) };
            let cells = room.saturating_sub(text::width(&size) as u16 + 2);
            text::put_fit(buf, x, y, cells, &listed.path, look.style(role), look.ascii);
            let size_role = if listed.bytes > self.sought.most { Role::Bad } else { Role::Dim };
            text::put_right(buf, x + cells, y, room - cells, &size, look.style(size_role), look.ascii);
        }
    }

    /// True when the name has one of the wanted endings.
    pub fn is_sought(&self, path: &str) -> bool {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        self.sought.endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
    }
}
