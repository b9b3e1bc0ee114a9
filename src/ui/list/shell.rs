//! A list as the shell uses it: every method of [`Screen`] follows from what the list screen provides.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::filter;
use crate::store::{EntryId, Known, Subject, Wants};
use crate::ui::as_list::{AsList, WrongLine};
use crate::ui::scope;
use crate::ui::text::grouped;
use crate::ui::widgets::table::{Form, Table, ViewExport};
use crate::ui::{
    Args, Cx, Depth, Effect, Facts, Look, Outcome, Screen, ScreenId, TextEvent, Topic, World, own_commands,
};

use super::{Detail, ListScreen, form, front, help, line, noting, places, rows, verbs, view};

/// Runs a command and applies what it changed.
fn run<S: ListScreen>(screen: &mut S, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if screen.before(name) {
        return Outcome::Done;
    }
    let outcome = scope::run(screen, name, args, cx);
    if Table::<S::Key>::moves(name) {
        rows::take_moved(screen, &cx.world);
        return outcome;
    }
    let outcome = form::submitted(screen, cx).unwrap_or(outcome);
    rows::take_rows(screen, &cx.world);
    outcome
}

/// Completions of a command: the words of the filter, else those of the table.
pub fn complete<S: ListScreen>(screen: &S, name: &str, words: &[String], world: &World<'_>) -> Vec<String> {
    if let Some(own) = (S::ABOUT.complete)(screen, name, words, world) {
        return own;
    }
    match words.last() {
        Some(last) if name.strip_suffix(".tag") == Some(S::ABOUT.id) => noting::complete(last, world.store.notes()),
        Some(last) if name == S::ABOUT.id || name.strip_prefix(S::ABOUT.id) == Some(".filter") => {
            S::ABOUT.words.map_or_else(Vec::new, |words| filter::complete(words, last, world.store.notes()))
        }
        _ => front::rows(screen).unwrap_or(screen.list().table()).complete(name),
    }
}

/// Adds to a question about several rows how many of them a filter hides.
fn name_hidden_marks<S: ListScreen>(screen: &S, cx: &mut Cx<'_>) {
    let (hidden, marked) = (screen.list().table().not_shown(), screen.list().table().marked());
    if hidden == 0 || screen.list().detail.is_some() {
        return;
    }
    for effect in cx.effects.iter_mut() {
        if let Effect::Confirm(question) = effect
            && question.count > 1
        {
            question.warnings.push(format!("{} marked, {} not shown.", grouped(marked), grouped(hidden)));
        }
    }
}

impl<S: ListScreen> Screen for S {
    fn id(&self) -> ScreenId {
        S::ABOUT.id
    }

    fn sync(&mut self, world: &World<'_>) {
        rows::take_rows(self, world);
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        ListScreen::wants(self, world, wants);
    }

    fn watch(&self, world: &World<'_>, wants: &mut Wants) {
        (S::ABOUT.watch)(self, world, wants);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        ListScreen::behind(self, cx);
    }

    own_commands!();

    fn first_in_footer(&self) -> &'static [&'static str] {
        (S::ABOUT.first)(self)
    }

    fn complete(&self, name: &str, words: &[String], world: &World<'_>) -> Vec<String> {
        complete(self, name, words, world)
    }

    fn view_line(&self) -> Option<String> {
        let can_be_saved = !S::ABOUT.is_passing && !S::ABOUT.is_of_one;
        can_be_saved.then(|| line::write(self)).flatten()
    }

    fn wrong_line(&self, line: &str) -> Option<WrongLine> {
        line::wrong(self, line)
    }

    fn view_count(&self, line: &str, world: &World<'_>) -> Known<u64> {
        let Ok(to) = line::read(self, line) else { return Known::NotRead };
        let tab = to.tab.unwrap_or_else(|| (S::ABOUT.tab_of)(self, &to.filter));
        self.count(tab, &to.filter, world)
    }

    fn topics(&self) -> &'static [Topic] {
        S::ABOUT.topics.unwrap_or_else(|| help::topics(S::ABOUT.words))
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if front::in_preview(self) {
            return Some(verbs::SCROLLING.to_owned());
        }
        ListScreen::note(self, world)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let list = self.list_mut();
        list.coming_back.clear();
        list.wrote = false;
        let outcome = run(self, name, args, cx);
        self.after(cx);
        name_hidden_marks(self, cx);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        rows::take_rows(self, &cx.world);
        let outcome = places::arrive(self, args, cx);
        self.list_mut().taken = None;
        outcome
    }

    fn takes_text(&self) -> bool {
        front::is_field(self) || scope::takes_text(self)
    }

    fn in_form(&self) -> bool {
        self.list().form.is_some()
    }

    fn depth(&self) -> Depth {
        if S::ABOUT.is_passing {
            return Depth { opened: 1 + self.opened(), narrowed: 0 };
        }
        let list = self.list();
        let searched = list.detail.is_some() && front::bar(self).is_some_and(|bar| !bar.value().is_empty());
        Depth {
            opened: usize::from(list.detail.is_some()) + usize::from(list.form.is_some()) + self.opened(),
            narrowed: list.before.len() + usize::from(*list.filter() != S::Filter::default()) + usize::from(searched),
        }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        match S::ABOUT.field.filter(|field| (field.has_keys)(self)) {
            Some(field) => (field.text)(self, input, cx),
            None => scope::text(self, input),
        }
        rows::take_rows(self, &cx.world);
        self.after(cx);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        ListScreen::export(self, form, world)
    }

    fn as_list(&mut self) -> Option<&mut dyn AsList> {
        Some(self)
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        ListScreen::unprompted(self, cx);
        self.list_mut().taken = None;
        name_hidden_marks(self, cx);
    }

    fn coming_back(&mut self, subjects: Vec<Subject>) {
        self.list_mut().coming_back = subjects;
    }

    fn wrote(&mut self, entry: EntryId) {
        self.list_mut().wrote = true;
        ListScreen::wrote(self, entry);
    }

    fn drawn(&mut self, facts: &Facts) {
        let list = self.list_mut();
        list.width = facts.width;
        if let Some(opened) = &mut list.detail {
            return opened.drawn(facts);
        }
        if facts.list_rows > 0 {
            list.table_mut().drawn(facts.list_rows);
        }
        match S::ABOUT.pane {
            Some(pane) => (pane.drawn)(self, facts),
            None => self.list_mut().preview.drawn(facts),
        }
    }
}
