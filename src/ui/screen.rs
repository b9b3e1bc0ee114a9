//! The trait of a screen: its wants, its commands, how it is drawn. It never fetches and never receives.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::base::Timestamp;
use crate::store::{EntryId, Known, Subject, Wants};

use super::as_list::{AsList, WrongLine};
use super::{Args, Cx, Facts, Info, Look, Outcome, ScreenId, Topic, When, World};

/// Number of layers esc closes on a screen, one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Opened rows, pages, forms, the preview in front of the list: `q` closes these too before it quits.
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

/// A screen: pure state, commands, and how it is drawn.
pub trait Screen {
    /// Name of the screen.
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

    /// As [`Screen::behind`], while a screen opened from it for one of its own things is in front.
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

    /// The line that opens it with the list it shows now; `None` if that cannot be saved as a view.
    fn view_line(&self) -> Option<String> {
        None
    }

    /// The mistake in `line` to open it with at the start; `None` if that can only be told once data is there.
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

    /// True while a form has the focus, whatever kind of field: no letter runs a command then.
    fn in_form(&self) -> bool {
        false
    }

    /// True for the page shown while there is no account.
    fn before_account(&self) -> bool {
        false
    }

    /// Layers its esc would close now; none on a plain list.
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

    /// Its list alone, for the command line; `None` without one.
    fn as_list(&mut self) -> Option<&mut dyn AsList> {
        None
    }

    /// Called after [`Screen::sync`] and when the time it gave as [`Facts::changes_at`] has come, to do what it does
    /// without a key: announces arrivals, marks read what was looked at.
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

    /// Called when the journal has taken a write that was asked for here; its entry tells the outcome.
    fn wrote(&mut self, entry: EntryId) {
        let _ = entry;
    }

    /// Takes the facts of the last frame (viewport heights).
    fn drawn(&mut self, facts: &Facts) {
        let _ = facts;
    }
}
