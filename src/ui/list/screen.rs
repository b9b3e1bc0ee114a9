//! What a screen with a list says.

use std::fmt::Debug;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::base::Timestamp;
use crate::store::filter::FilterError;
use crate::store::{EntryId, Known, Subject, Wants};
use crate::ui::scope::Scoped;
use crate::ui::widgets::table::{self, Empty, Key, Rows, ViewExport};
use crate::ui::{Args, Cx, Depth, Facts, Look, Outcome, World};

use super::{About, Detail, List, Page, TabRow, line, pages, places, shell, view};

/// The list of a screen.
pub type ListOf<S> = List<<S as ListScreen>::Key, <S as ListScreen>::Filter, <S as ListScreen>::Detail>;

/// A screen with a list. The doc of the module says what must be said and what follows.
pub trait ListScreen: Scoped {
    /// What identifies a row.
    type Key: Key + Copy + Debug;
    /// What a tab stands for.
    type Tab: 'static;
    /// A filter line understood; the default lets every row through.
    type Filter: Clone + Default + PartialEq + Debug + 'static;
    /// An opened row.
    type Detail: Detail<Self> + 'static;

    /// What the list is.
    const ABOUT: About<Self>;

    /// The list in front as the subject of a sentence.
    fn what(&self) -> &'static str {
        Self::ABOUT.what
    }

    /// What to say when the service does not know the one thing the filter names; `None` if it names none.
    fn unknown_to_service(&self) -> Option<String> {
        None
    }

    fn list(&self) -> &ListOf<Self>;
    fn list_mut(&mut self) -> &mut ListOf<Self>;

    /// The tabs there are now.
    fn tabs(&self) -> &[TabRow<Self::Tab>] {
        Self::ABOUT.tabs
    }

    /// The place of the tab people call so: by its word on the `:` line or its title.
    fn tab_called(&self, name: &str) -> Option<usize> {
        let called = |row: &TabRow<Self::Tab>| [&row.name, &row.title].iter().any(|own| own.eq_ignore_ascii_case(name));
        self.tabs().iter().position(called)
    }

    /// Reads a filter line.
    ///
    /// # Errors
    /// Naming the word that cannot be read, its place and the nearest that can.
    fn read_filter(line: &str) -> Result<Self::Filter, FilterError>;

    /// The rows of the tab and filter in front, in their order. Asked for whenever something may have changed, so it
    /// must cost nothing while nothing has: the same `Arc` then.
    fn rows(&mut self, world: &World<'_>) -> Arc<[Self::Key]>;

    /// Rows were taken: how many there are is said, what depends on them is brought up to date.
    fn took_rows(&mut self, world: &World<'_>) {
        super::say_counts(self, world);
    }

    /// The rows are what the service found by the filter, among all it has.
    fn finds(&self) -> bool {
        false
    }

    /// The cursor came to rest on another row.
    fn rested(&mut self, world: &World<'_>) {
        let _ = world;
    }

    /// What is known of one page of the list in front, from 1; `None` where it is not read in pages.
    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let _ = (number, world);
        None
    }

    /// Every row of the list in front is known here: there are no pages of it, or one tells it whole and has come.
    fn is_whole(&self, world: &World<'_>) -> bool {
        let is_all = |page: Page<'_>| page.pagination.is_some() && self.page(2, world).is_none();
        self.page(1, world).is_none_or(is_all)
    }

    /// Shows the list a line of the command line says.
    ///
    /// # Errors
    /// A sentence naming what cannot be read; nothing has moved then.
    fn show_line(&mut self, line: &str, world: &World<'_>) -> Result<(), String> {
        places::show_line(self, line, world)
    }

    /// When the oldest of the rows in sight was read.
    fn read_at(&self, world: &World<'_>) -> Option<Timestamp> {
        self.page(1, world)?.at.map(|at| world.noted(at))
    }

    /// The cells of the rows.
    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<Self::Key> + 'a;

    /// How many rows a tab has, and what is written behind that.
    fn total(&self, tab: usize, width: u16, world: &World<'_>) -> (Known<u64>, String);

    /// What stands at the right of the tab line while no filter does; the heading of the table says the sort.
    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        String::new()
    }

    /// The words of an empty list.
    fn empty(&self, world: &World<'_>) -> Empty {
        let _ = world;
        view::empty(self)
    }

    /// The list below the tab line.
    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::with_preview(self, look, area, buf, facts);
    }

    /// What lies over the list and the opened row besides a form.
    fn over(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let _ = (look, area, buf, facts);
    }

    /// The row a write is about, where it is one of this list.
    fn key_of(&self, subject: &Subject, world: &World<'_>) -> Option<Self::Key> {
        let _ = (subject, world);
        None
    }

    /// What a saved view keeps besides tab, filter and order.
    fn line_beside(&self) -> Option<String> {
        None
    }

    /// How many rows a tab has under a filter.
    fn count(&self, tab: usize, filter: &Self::Filter, world: &World<'_>) -> Known<u64> {
        let _ = (tab, filter, world);
        Known::NotRead
    }

    /// Arguments that lead to something else than a tab under a filter; `None` when these do not.
    fn open_other(&mut self, args: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        let _ = (args, line, cx);
        None
    }

    /// Called after a command and after a key of text, to ask for what they changed.
    fn after(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    // What follows is as in [`crate::ui::Screen`].

    fn note(&self, world: &World<'_>) -> Option<String> {
        view::note(self, world)
    }

    fn view_line(&self) -> Option<String> {
        line::write(self)
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        pages::wants(self, world, wants);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// The journal has taken a write that was asked for here.
    fn wrote(&mut self, entry: EntryId) {
        let _ = entry;
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        shell::run(self, name, args, cx)
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn depth(&self) -> Depth {
        shell::depth(self)
    }

    fn export(&self, form: table::Form, world: &World<'_>) -> Option<ViewExport>;
}
