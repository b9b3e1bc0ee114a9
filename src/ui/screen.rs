//! The trait of a screen: its wants, its commands, its drawing. A screen never fetches or receives anything itself.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::base::Timestamp;
use crate::store::{EntryId, Known, Subject, Wants};

use super::as_list::{AsList, WrongLine};
use super::{Args, Cx, Facts, Info, Look, Outcome, ScreenId, Topic, When, World};

/// Number of layers that esc closes on a screen, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Opened rows, pages, forms, and the preview in front of the list. `q` closes these, too, before it quits.
    pub opened: usize,
    /// Filters and jumps in force.
    pub narrowed: usize,
}

impl Depth {
    /// Number of all layers.
    pub fn total(self) -> usize {
        self.opened + self.narrowed
    }
}

/// Screen: pure state, commands, and drawing.
pub trait Screen {
    /// Name of the screen.
    fn id(&self) -> ScreenId;

    /// Updates the screen from the store (new rows, rows that are gone); the selection stays on its ids.
    fn sync(&mut self, world: &World<'_>);

    /// Adds the queries the screen needs now.
    fn wants(&self, world: &World<'_>, wants: &mut Wants);

    /// Adds the queries it needs while another screen is in front.
    fn watch(&self, world: &World<'_>, wants: &mut Wants) {
        let _ = (world, wants);
    }

    /// Screens that are made together with this one, so that their [`Screen::watch`] works.
    fn brings(&self) -> &'static [ScreenId] {
        &[]
    }

    /// Does what [`Screen::unprompted`] does, while another screen is in front.
    fn behind(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// Does what [`Screen::behind`] does, while another screen that was opened from it for one of its things is in
    /// front.
    fn led_on(&mut self, cx: &mut Cx<'_>) {
        self.behind(cx);
    }

    /// Time at which [`Screen::led_on`] has something to do.
    fn led_on_at(&self, world: &World<'_>) -> Option<Timestamp> {
        let _ = world;
        None
    }

    /// Commands in the order of focus, innermost scope first; the first whose key matches runs.
    fn commands(&self) -> Vec<&'static Info>;

    /// All commands it can ever have, for the reference, the palette and reports of conflicts.
    fn all_commands(&self) -> Vec<&'static Info> {
        self.commands()
    }

    /// Names of the commands that come first in the footer now, best first.
    fn first_in_footer(&self) -> &'static [&'static str] {
        &[]
    }

    /// Completions of the last word after `name` on the `:` line, besides those in its `args` text.
    fn complete(&self, name: &str, words: &[String], world: &World<'_>) -> Vec<String> {
        let _ = (name, words, world);
        Vec::new()
    }

    /// Line that opens the screen with its present list; `None` if that cannot be saved as a view.
    fn view_line(&self) -> Option<String> {
        None
    }

    /// Mistake in `line`, the line the screen is to start with; `None` if there is none, or it can only be found once
    /// data is there.
    fn wrong_line(&self, line: &str) -> Option<WrongLine> {
        let _ = line;
        None
    }

    /// Number of rows of a saved view.
    fn view_count(&self, line: &str, world: &World<'_>) -> Known<u64> {
        let _ = (line, world);
        Known::NotRead
    }

    /// Pages of help.
    fn topics(&self) -> &'static [Topic] {
        &[]
    }

    /// Note above the footer while there is no message: `delete would remove $16,100 of BIN prices`.
    fn note(&self, world: &World<'_>) -> Option<String> {
        let _ = world;
        None
    }

    /// State of a command of [`Screen::commands`] now.
    fn when(&self, name: &str, world: &World<'_>) -> When;

    /// Runs a command of [`Screen::commands`].
    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome;

    /// Opens with arguments (`:inq is:unread`); called once after making or switching.
    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome;

    /// True while a text field has the focus: letters are text.
    fn takes_text(&self) -> bool {
        false
    }

    /// True while a form has the focus, with any kind of field, so that no letter runs a command.
    fn in_form(&self) -> bool {
        false
    }

    /// True for the page shown while there is no account.
    fn before_account(&self) -> bool {
        false
    }

    /// Layers that esc would close now; none on a plain list.
    fn depth(&self) -> Depth {
        Depth::default()
    }

    /// Passes a key or paste to the focused text field.
    fn text(&mut self, input: &super::TextEvent, cx: &mut Cx<'_>) {
        let _ = (input, cx);
    }

    /// Draws into `area`, which starts with the header's second line: tabs with totals, then filter and sort
    /// (`widgets::tabs`), then the body.
    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts);

    /// Export of the list in front with all its rows, for `x`; `None` without a list.
    fn export(
        &self,
        form: super::widgets::table::Form,
        world: &World<'_>,
    ) -> Option<super::widgets::table::ViewExport> {
        let _ = (form, world);
        None
    }

    /// List of the screen alone, for the command line; `None` without one.
    fn as_list(&mut self) -> Option<&mut dyn AsList> {
        None
    }

    /// Does what needs no key, such as announcing arrivals or marking as read. Called after [`Screen::sync`], and at
    /// the time given as [`Facts::changes_at`].
    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// Takes the failure of an effect of this screen; `what` is the field it is about, `why` a sentence.
    fn failed(&mut self, what: &str, why: &str) {
        let _ = (what, why);
    }

    /// Moves the cursor to the first of these things, which an undo brings back.
    fn coming_back(&mut self, subjects: Vec<Subject>) {
        let _ = subjects;
    }

    /// Called when a write of this screen is in the journal; its entry has the outcome.
    fn wrote(&mut self, entry: EntryId) {
        let _ = entry;
    }

    /// Takes the facts of the last frame (viewport heights).
    fn drawn(&mut self, facts: &Facts) {
        let _ = facts;
    }
}
