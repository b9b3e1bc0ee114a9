//! Settings as the shell uses them.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::commands::{COMMANDS, OF_ACCOUNT, OF_DOMAINS};
use super::known::{About, Summary};
use super::view;
use crate::api::settings::Schema;
use crate::base::DomainName;
use crate::screens::staged::{self, Staged, Stages, staged_screen};
use crate::store::Wants;
use crate::store::writes::intent::Edit;
use crate::store::writes::plan::Plan;
use crate::ui::place::NAMES;
use crate::ui::widgets::form::Field;
use crate::ui::{Args, Cx, Depth, Facts, Look, Outcome, Place, Scoped, Scopes, Screen, ScreenId, World};

/// Id of the screen for settings of the account.
pub const ACCOUNT: ScreenId = "settings";
/// Id of the screen for settings of domains.
pub const DOMAINS: ScreenId = "domain-settings";

#[derive(Debug, Default)]
pub struct Settings {
    pub(super) id: ScreenId,
    pub(super) about: About,
    pub staged: Staged,
    /// Categories in their order, and the index of the one in front.
    pub(super) categories: Vec<String>,
    pub(super) category: usize,
    /// Category or setting asked for before the settings were read.
    wanted: Option<String>,
    /// Name of each setting, with the index of its category.
    of: Vec<(String, usize)>,
    /// Index of the category, by the name of the setting.
    places: HashMap<String, usize>,
    summary: Summary,
    /// Version of the store the fields were made from.
    made: Option<u64>,
}

impl Settings {
    /// Screen before anything was read.
    pub fn new(id: ScreenId) -> Self {
        Self { id, staged: Staged::new(id, Vec::new()), ..Self::default() }
    }

    /// Makes the fields again from what is known.
    fn make(&mut self, world: &World<'_>) {
        let mut fields = Vec::new();
        (self.categories, self.of) = (Vec::new(), Vec::new());
        for known in self.about.fields(&self.summary, world.store) {
            let place = self.categories.iter().position(|category| *category == known.category);
            let place = place.unwrap_or_else(|| {
                self.categories.push(known.category);
                self.categories.len() - 1
            });
            self.of.push((known.field.id.to_string(), place));
            fields.push(known.field);
        }
        self.places = self.of.iter().cloned().collect();
        self.category = self.category.min(self.categories.len().saturating_sub(1));
        self.staged.form.describe(fields);
        self.show();
    }

    /// True when a field is in the category at that index.
    pub(super) fn is_of(&self, place: usize, field: &Field) -> bool {
        self.places.get(&*field.id) == Some(&place)
    }

    /// Goes `by` categories on.
    pub fn turn(&mut self, by: isize) {
        self.wanted = None;
        let many = self.categories.len().max(1) as isize;
        self.category = (self.category as isize + by).rem_euclid(many) as usize;
        self.show();
    }

    /// Goes to a category by name, or to the category of a setting.
    pub fn go_to(&mut self, name: &str) -> Outcome {
        if !self.staged.loaded {
            self.wanted = Some(name.to_owned());
            return Outcome::Done;
        }
        let found = self.categories.iter().position(|category| category.eq_ignore_ascii_case(name));
        let found = found.or_else(|| self.of.iter().find(|(id, _)| id == name).map(|(_, category)| *category));
        let Some(place) = found else {
            let tabs: Vec<&str> = self.categories.iter().map(String::as_str).collect();
            return Outcome::Refused(crate::base::unknown("category", name, tabs));
        };
        self.category = place;
        self.staged.find_nothing();
        self.show();
        self.staged.form.go_to(name);
        Outcome::Done
    }

    /// Opens the history of these settings.
    pub fn history(&self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        cx.go(Place::history(self.about.names().to_vec(), args))
    }

    /// Opens the list of domains with an own value of the setting under the cursor.
    pub fn overrides(&self, cx: &mut Cx<'_>) -> Outcome {
        let setting = self.staged.form.focused().map(|field| field.id.to_string());
        cx.go(Place::OwnSettings(Some(setting.unwrap_or_default())))
    }

    /// True when there is more than one category.
    pub fn has_tabs(&self) -> bool {
        self.categories.len() > 1
    }
}

impl Stages for Settings {
    const DISCARD: &'static str = "settings.discard";
    const FIELD: &'static str = "setting";

    fn staged(&self) -> &Staged {
        &self.staged
    }

    fn staged_mut(&mut self) -> &mut Staged {
        &mut self.staged
    }

    fn plan(&self, edits: Vec<Edit>, world: &World<'_>) -> Plan {
        self.about.plan(&edits, world.store)
    }

    /// Goes to the category of a setting.
    fn bring(&mut self, name: &str) {
        if let Some(place) = self.places.get(name) {
            self.category = *place;
            self.staged.find_nothing();
            self.show();
        }
    }

    /// Shows the category in front, or the fields found in all categories.
    fn show(&mut self) {
        let (places, category) = (&self.places, self.category);
        self.staged.show(|field| places.get(&*field.id) == Some(&category));
    }
}

impl Scoped for Settings {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        staged::opened(scopes);
        scopes.then_if(|screen| screen.id == ACCOUNT, OF_ACCOUNT);
        scopes.then_if(|screen| screen.id == DOMAINS, OF_DOMAINS);
        scopes.then(COMMANDS);
        staged::fields(scopes);
    }
}

impl Screen for Settings {
    fn id(&self) -> ScreenId {
        self.id
    }

    fn sync(&mut self, world: &World<'_>) {
        self.staged.loaded = self.about.is_loaded(world.store);
        if !self.staged.loaded || self.made.replace(world.store.version()) == Some(world.store.version()) {
            return;
        }
        self.summary.update(&self.about, world.store);
        self.make(world);
        let (about, summary, store) = (&self.about, &self.summary, world.store);
        self.staged.follow(store, |name| about.value(name, summary, store).ok()?.whole().cloned());
        self.staged.refresh_or(|name| about.value(name, summary, store));
        if let Some(name) = self.wanted.clone() {
            // An unknown name leaves the first category in front.
            let _ = self.go_to(&name);
            // Without the schema the categories differ and a setting may be missing, so keep trying until it is read.
            self.wanted = self.wanted.take().filter(|_| world.store.query(&Schema {}).value.is_none());
        }
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        self.about.wants(world.store, wants);
    }

    staged_screen!();

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        if name == "settings.tab" { self.categories.clone() } else { self.names(name, words) }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.staged.words().or_else(|| self.about.reading(&self.summary, world.store))
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let names = args.has(NAMES);
        if names {
            let names: Vec<DomainName> = args.text.lines().filter_map(|line| DomainName::parse(line).ok()).collect();
            let about: Vec<&str> = names.iter().map(DomainName::punycode).collect();
            self.staged.turn_to(about.join(" "));
            if self.about != About::Domains(names.clone()) {
                *self = Self {
                    about: About::Domains(names),
                    staged: std::mem::replace(&mut self.staged, Staged::new(self.id, Vec::new())),
                    ..Self::new(self.id)
                };
            }
        }
        self.staged.ask_kept(cx);
        self.sync(&cx.world);
        let word = args.text.trim();
        if names || word.is_empty() {
            return Outcome::Done;
        }
        if let (Ok(name), false) = (DomainName::parse(word), self.categories.iter().any(|known| known == word)) {
            return cx.go(Place::SettingsOf(vec![name]));
        }
        self.wanted = Some(word.to_owned()).filter(|_| cx.world.store.query(&Schema {}).value.is_none());
        match self.go_to(word) {
            // The setting may exist: it is looked for again once the schema is read.
            Outcome::Refused(_) if self.wanted.is_some() => Outcome::Done,
            outcome => outcome,
        }
    }

    fn depth(&self) -> Depth {
        let own_page = usize::from(self.id == DOMAINS);
        Depth { opened: usize::from(self.is_opened()) + own_page, narrowed: usize::from(!self.staged.shows_front()) }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        if self.staged.loaded {
            self.staged.keep(cx);
            self.made = None;
            self.sync(&cx.world);
        }
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }
}
