//! What a screen must say: its wants, its commands, how it is drawn. It never fetches and never receives.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::base::Timestamp;
use crate::store::{EntryId, Known, Subject, Wants};

use super::chart::Charts;
use super::list::{AsList, WrongLine};
use super::widgets::tabs::Tab;
use super::{Args, Cx, Glyphs, Info, Outcome, Pictures, Placed, Role, Topic, When, World};

/// A screen's name as `--screen` and `:` take it: `inquiries`.
pub type ScreenId = &'static str;

/// The tabs of the place in front, drawn by the screen that is one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    pub tabs: Vec<Tab>,
    /// The screen behind each tab.
    pub screens: Vec<ScreenId>,
    pub current: usize,
}

impl Strip {
    /// What a click on the tabs drawn at these places opens.
    pub fn spots(&self, drawn: Vec<(usize, Rect)>) -> impl Iterator<Item = Spot> {
        drawn.into_iter().map(|(place, area)| Spot { area, does: Does::Open(self.screens[place]) })
    }
}

/// What drawing needs besides the screen's own state.
pub struct Look<'a> {
    pub world: World<'a>,
    pub theme: &'a super::Theme,
    /// Draw with ASCII only.
    pub ascii: bool,
    pub charts: Charts,
    pub pictures: Pictures,
    /// Where the screen is a tab of a place.
    pub strip: Option<&'a Strip>,
    /// The keys belong to something else: a popup, another part of the screen. One cursor at a time has the colour of the
    /// selection.
    pub resting: bool,
    /// The last frame and what of it stays while a key is held.
    pub still: Option<Still<'a>>,
}

/// What stands beside a list, about the row under its cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub area: Rect,
    /// The list: its screen and the place of its tab.
    pub list: (ScreenId, usize),
    /// The place of the row.
    pub row: usize,
}

/// The last frame, and the preview in it that may be kept.
#[derive(Clone, Copy)]
pub struct Still<'a> {
    pub side: &'a Side,
    pub shown: &'a Buffer,
}

impl Look<'_> {
    /// How a role is drawn.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The same for a part of the screen that has the keys, or has not.
    #[must_use]
    pub fn with_keys(&self, keys: bool) -> Self {
        Self { resting: self.resting || !keys, ..*self }
    }

    /// How the row under the cursor of a list is drawn: its bar, and its text.
    pub fn cursor(&self) -> (Style, Style) {
        let row = self.style(if self.resting { Role::Resting } else { Role::Selection });
        let accent = self.style(Role::Accent);
        // A bar drawn reversed would be a hole in the row.
        let reversed = row.add_modifier.contains(Modifier::REVERSED);
        let bar = if reversed { accent.remove_modifier(Modifier::REVERSED) } else { Style { bg: row.bg, ..accent } };
        (bar, row)
    }

    /// The signs in use.
    pub fn glyphs(&self) -> &'static Glyphs {
        Glyphs::get(self.ascii)
    }
}

/// What drawing found out and the next key needs: viewport heights, the time at which the frame changes by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The window is too small for anything but the words that say so.
    pub too_small: bool,
    /// Columns the screen had.
    pub width: u16,
    /// Rows of the list the last frame had room for.
    pub list_rows: u16,
    /// The line of the window the cursor of a list is on.
    pub cursor_line: Option<u16>,
    /// The text view (detail, preview), where one was drawn.
    pub text: Option<TextFacts>,
    /// Lines of the question on top that lie below its last row.
    pub question_below: usize,
    /// What stands beside the list with nothing over it, and whether it is still that of the last frame.
    pub side: Option<Side>,
    pub kept_side: bool,
    /// The same of the layer on top, if it holds text.
    pub layer: Option<TextFacts>,
    /// The rows and tabs drawn, for the mouse.
    pub rows: Option<RowFacts>,
    pub tabs: Vec<TabFacts>,
    /// What else is drawn as clickable: the names of screens, headings, the keys of the footer.
    pub spots: Vec<Spot>,
    /// The pictures the terminal is to show in pixels.
    pub pictures: Vec<Placed>,
    /// Where what lies over the screen was drawn, its frame included.
    pub popup: Option<Rect>,
    /// Unix second at which a text on the screen (an age, a countdown) reads differently; the earliest wins.
    pub changes_at: Option<i64>,
}

/// The rows of the list as they were drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFacts {
    /// One line per row, and per section.
    pub area: Rect,
    /// Whether each of the lines is a row.
    pub is_row: Vec<bool>,
    /// The place of the row under the cursor, from the first row; negative above it.
    pub cursor: isize,
}

impl RowFacts {
    /// How many rows below the cursor the one is that was drawn at `y`; `None` where a section is named.
    pub fn steps_to(&self, y: u16) -> Option<isize> {
        let line = usize::from(y - self.area.y);
        let above = self.is_row.get(..line)?.iter().filter(|is_row| **is_row).count();
        self.is_row.get(line)?.then(|| above.cast_signed() - self.cursor)
    }
}

/// Something drawn that a click acts on, as the keys do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub area: Rect,
    pub does: Does,
}

/// What a click does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Presses these keys, one after the other.
    Press(String),
    /// Opens a screen.
    Open(ScreenId),
    /// Sorts the list by the column of that name.
    Sort(String),
}

/// A tab as it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TabFacts {
    pub area: Rect,
    /// The name `:tab` takes.
    pub name: String,
}

/// What a text view found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFacts {
    /// Rows it had room for.
    pub rows: u16,
    /// Lines it had in all.
    pub lines: usize,
    /// The first line shown.
    pub top: usize,
    /// Lines that have what is looked for.
    pub found: Vec<usize>,
    /// Which of them one stands at.
    pub at: Option<usize>,
}

impl Facts {
    /// Notes that something drawn reads differently from `at` on.
    pub fn changes(&mut self, at: Option<Timestamp>) {
        if let Some(at) = at {
            self.changes_at = Some(self.changes_at.map_or(at.0, |known| known.min(at.0)));
        }
    }
}

/// What esc closes on a screen, one thing at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Opened rows, pages, forms, the preview in front of the list: `q` closes these too before it quits.
    pub opened: usize,
    /// Filters and jumps in force.
    pub narrowed: usize,
}

impl Depth {
    /// All of it.
    pub fn total(self) -> usize {
        self.opened + self.narrowed
    }
}

/// A screen: pure state, commands, and how it is drawn.
pub trait Screen {
    /// Its name.
    fn id(&self) -> ScreenId;

    /// Takes over what the store has learnt (new rows, gone rows); selection stays by id.
    fn sync(&mut self, world: &World<'_>);

    /// The queries it stands on now.
    fn wants(&self, world: &World<'_>, wants: &mut Wants);

    /// The queries it keeps an eye on while another screen is in front.
    fn watch(&self, world: &World<'_>, wants: &mut Wants) {
        let _ = (world, wants);
    }

    /// The screens that are made with this one, so that they look at what they keep an eye on.
    fn brings(&self) -> &'static [ScreenId] {
        &[]
    }

    /// As [`Screen::unprompted`], while another screen is in front.
    fn behind(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// As [`Screen::behind`], while what was opened from it for one of its own things is in front.
    fn led_on(&mut self, cx: &mut Cx<'_>) {
        self.behind(cx);
    }

    /// When [`Screen::led_on`] has something to do without a key.
    fn led_on_at(&self) -> Option<Timestamp> {
        None
    }

    /// Its commands in the order of focus, innermost scope first; the first whose key matches runs.
    fn commands(&self) -> Vec<&'static Info>;

    /// Every command it can ever have, whatever has the focus: for the reference, the palette and conflict reports.
    fn all_commands(&self) -> Vec<&'static Info> {
        self.commands()
    }

    /// Names of the commands that come first in the footer where the screen is now, best first.
    fn first_in_footer(&self) -> &'static [&'static str] {
        &[]
    }

    /// Candidates for the last word on the `:` line after `name`, beyond those its `args` text spells out.
    fn complete(&self, name: &str, words: &[String], world: &World<'_>) -> Vec<String> {
        let _ = (name, words, world);
        Vec::new()
    }

    /// What it would have to be opened with to show the list it shows now; `None` where that cannot be saved as a view.
    fn view_line(&self) -> Option<String> {
        None
    }

    /// What is wrong with `line` to open it with at the start; `None` where that can only be told once data is there.
    fn wrong_line(&self, line: &str) -> Option<WrongLine> {
        let _ = line;
        None
    }

    /// How many rows a saved view holds.
    fn view_count(&self, line: &str, world: &World<'_>) -> Known<u64> {
        let _ = (line, world);
        Known::NotRead
    }

    /// Its pages of help.
    fn topics(&self) -> &'static [Topic] {
        &[]
    }

    /// What stands above the footer while no message does: `delete would remove $16,100 of BIN prices`.
    fn note(&self, world: &World<'_>) -> Option<String> {
        let _ = world;
        None
    }

    /// Whether a command of [`Screen::commands`] can run now.
    fn when(&self, name: &str, world: &World<'_>) -> When;

    /// Runs a command of [`Screen::commands`].
    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome;

    /// Opens with arguments (`:inq is:unread`); called once after making or switching.
    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome;

    /// True while a text field has the focus: letters are text.
    fn takes_text(&self) -> bool {
        false
    }

    /// True while a form has the focus, whatever kind of field: no letter runs a command then.
    fn in_form(&self) -> bool {
        false
    }

    /// True for the page shown while there is no account.
    fn before_account(&self) -> bool {
        false
    }

    /// What its esc would close now; nothing on a plain list.
    fn depth(&self) -> Depth {
        Depth::default()
    }

    /// A key or paste for the focused text field.
    fn text(&mut self, input: &super::TextEvent, cx: &mut Cx<'_>) {
        let _ = (input, cx);
    }

    /// Draws into `area`, which begins with the header's second line: tabs with totals, then filter and sort
    /// (`widgets::tabs`), then the body.
    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts);

    /// The list on the screen, all its rows, for `x`; `None` where there is none.
    fn export(
        &self,
        form: super::widgets::table::Form,
        world: &World<'_>,
    ) -> Option<super::widgets::table::ViewExport> {
        let _ = (form, world);
        None
    }

    /// Its list by itself, for the command line; `None` where it is none.
    fn as_list(&mut self) -> Option<&mut dyn AsList> {
        None
    }

    /// What it does without a key: called after [`Screen::sync`] and when the time it gave as [`Facts::changes_at`]
    /// has come. Tells of what arrived; marks read what was looked at.
    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// An effect of this screen that answers to it went wrong; `what` is the field it is about, `why` a sentence.
    fn failed(&mut self, what: &str, why: &str) {
        let _ = (what, why);
    }

    /// An undo brings these back; the cursor goes to the first of them.
    fn coming_back(&mut self, subjects: Vec<Subject>) {
        let _ = subjects;
    }

    /// The journal has taken a write that was asked for here: its entry tells from now on what became of it.
    fn wrote(&mut self, entry: EntryId) {
        let _ = entry;
    }

    /// Takes the facts of the last frame (viewport heights).
    fn drawn(&mut self, facts: &Facts);
}
