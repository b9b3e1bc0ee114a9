//! Page with all fields of one thing of the account (the portfolio site, the seller's profile), which are staged,
//! reviewed and saved as one change.
//!
//! What differs between these pages is in a [`Thing`]; staging is `screens/staged/`.

use std::marker::PhantomData;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::staged::{self, Staged, Stages, staged_screen};
use crate::api::Request;
use crate::client::Lane;
use crate::store::writes::intent::{Edit, Fields, Intent, Object, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{Loaded, Value, Wants};
use crate::ui::list::ability;
use crate::ui::widgets::form::Field;
use crate::ui::widgets::notice;
use crate::ui::widgets::table::Empty;
use crate::ui::widgets::tabs::TopLine;
use crate::ui::{Args, Command, Cx, Depth, Facts, Info, Level, Look, Outcome, Scoped, Scopes, Screen, ScreenId, World};

/// Thing that a page of fields is about.
pub trait Thing: Sized + std::fmt::Debug + 'static {
    /// Write that saves the fields. It also says how they are read.
    type Write: Fields;

    const ID: ScreenId;
    /// Subject of sentences about the fields: `The profile`.
    const WHAT: &'static str;
    /// Full name of the command [`staged::discard`] on this page.
    const DISCARD: &'static str;
    /// Verbs besides those of its fields. The first ones are offered while the cursor is on a field with verbs of its
    /// own.
    const COMMANDS: &'static [Command<FormPage<Self>>];

    /// Verbs of the field under the cursor, before those that all fields have.
    const OF_FIELD: &'static [Command<FormPage<Self>>] = &[];

    /// True when this field has the verbs of [`Thing::OF_FIELD`].
    fn has_verbs(field: &Field) -> bool {
        let _ = field;
        false
    }

    /// Fields of an answer; `object` has their values.
    fn fields(answer: &Answer<Self>, object: &Object) -> Vec<Field>;

    /// Value of the field called `name`.
    fn value(answer: &Answer<Self>, object: &Object, name: &str) -> Option<Value>;

    /// Write that makes these changes.
    fn write(edits: Vec<Edit>, answer: &Answer<Self>) -> Intent {
        let _ = answer;
        Self::Write::from(edits).into()
    }
}

/// Answer that has the fields of a thing.
pub type Answer<T> = <<<T as Thing>::Write as Fields>::Read as Request>::Reply;

#[derive(Debug)]
pub struct FormPage<T: Thing> {
    pub staged: Staged,
    of: PhantomData<T>,
}

impl<T: Thing> Default for FormPage<T> {
    fn default() -> Self {
        Self { staged: Staged::new(T::ID, Vec::new()), of: PhantomData }
    }
}

/// Command of `ctrl-s`.
pub const fn save<T: Thing>(name: &'static str) -> Command<FormPage<T>> {
    Info::new(name, "Review the changes and save them")
        .aliases(&["write", "w"])
        .footer(2, &["ctrl-s"], "review")
        .calls::<<T::Write as Fields>::Save>(Level::Ask)
        .run_if(staged::has_changes, |screen, _, cx| staged::save(screen, cx))
}

/// Command of `/`.
pub const fn find<T: Thing>(name: &'static str) -> Command<FormPage<T>> {
    staged::find(name, "Find a field by name or words")
}

/// Command `:set`.
pub const fn set<T: Thing>(name: &'static str) -> Command<FormPage<T>> {
    staged::set(name, "Stage a value by its field’s name", "<field>=<value>")
}

impl<T: Thing> FormPage<T> {
    fn loaded<'a>(world: &World<'a>) -> Loaded<'a, Answer<T>> {
        world.store.query(&T::Write::READ)
    }

    /// Answer the fields are from.
    pub fn answer<'a>(world: &World<'a>) -> Option<&'a Answer<T>> {
        Self::loaded(world).value
    }

    fn has_verbs(&self) -> bool {
        self.staged.loaded && self.staged.form.focused().is_some_and(T::has_verbs)
    }
}

impl<T: Thing> Scoped for FormPage<T> {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        staged::opened(scopes);
        scopes.then_if(Self::has_verbs, T::OF_FIELD);
        scopes.then(T::COMMANDS);
        staged::fields(scopes);
    }
}

impl<T: Thing> Stages for FormPage<T> {
    const DISCARD: &'static str = T::DISCARD;
    const FIELD: &'static str = "field";

    fn staged(&self) -> &Staged {
        &self.staged
    }

    fn staged_mut(&mut self) -> &mut Staged {
        &mut self.staged
    }

    /// Shows a field. If the search hides it, the search is cleared first.
    fn bring(&mut self, name: &str) {
        if self.staged.form.shown().all(|field| field.id != name) {
            self.staged.find_nothing();
            self.show();
        }
    }

    fn plan(&self, edits: Vec<Edit>, _: &World<'_>) -> Plan {
        let edits = edits.into_iter().map(|edit| SettingEdit { subject: T::Write::SUBJECT, edit }).collect();
        Plan { edits, ..Plan::default() }
    }

    fn write(&self, plan: &Plan, world: &World<'_>) -> Option<Intent> {
        let edits = plan.edits.iter().map(|edit| edit.edit.clone()).collect();
        Some(T::write(edits, Self::answer(world)?))
    }
}

impl<T: Thing> FormPage<T> {
    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let loaded = Self::loaded(&look.world);
        if self.has_fields() {
            self.staged.form.render(look, area, buf, facts);
            return;
        }
        let area = notice::below_tabs(area);
        if let Some(title) = self.staged.bar.hides().filter(|_| self.staged.loaded) {
            return notice::empty(&Empty { title, hint: String::new() }, look, area, buf);
        }
        notice::instead(loaded.failure, T::WHAT, ability::<<T::Write as Fields>::Read>(), look, area, buf);
    }
}

impl<T: Thing> Screen for FormPage<T> {
    fn id(&self) -> ScreenId {
        T::ID
    }

    fn sync(&mut self, world: &World<'_>) {
        let answer = Self::answer(world);
        self.staged.loaded = answer.is_some();
        let Some(answer) = answer else { return };
        let object = T::Write::object(answer).unwrap_or_default();
        self.staged.form.describe(T::fields(answer, &object));
        self.staged.follow(world.store, |name| T::value(answer, &object, name));
        self.staged.refresh(|name| T::value(answer, &object, name));
        self.show();
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        wants.want(&T::Write::READ, Lane::User);
    }

    staged_screen!();

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        self.names(name, words)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let loaded = Self::loaded(world);
        if let (Some(failure), Some(_)) = (loaded.failure, loaded.value) {
            let at = loaded.at.map(|at| world.noted(at));
            return Some(notice::not_fresh(failure, at, world.now, world.zone));
        }
        self.staged.words()
    }

    fn open(&mut self, _: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.staged.ask_kept(cx);
        Outcome::Done
    }

    fn depth(&self) -> Depth {
        Depth { opened: usize::from(self.is_opened()), narrowed: usize::from(!self.staged.shows_front()) }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        if self.staged.loaded {
            self.staged.keep(cx);
            self.sync(&cx.world);
        }
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let Some(area) = facts.begin(area, buf) else { return };
        if let Some(strip) = look.strip {
            let filter = Some(&self.staged.bar);
            let top = TopLine { tabs: &strip.tabs, current: strip.current, filter, ..TopLine::default() };
            facts.spots.extend(strip.spots(top.render(look, Rect { height: 1, ..area }, buf)));
        }
        self.body(look, Rect { y: area.y + 2, height: area.height - 2, ..area }, buf, facts);
    }
}
