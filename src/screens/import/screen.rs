//! The page as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::profile;
use crate::api::settings::Schema;
use crate::client::Lane;
use crate::screens::compared;
use crate::store::{EntryId, Wants};
use crate::ui::widgets::table::{Form, Table, ViewExport};
use crate::ui::{
    Args, Cx, Depth, Effect, Facts, FileAsk, Info, Lens, Look, Outcome, Scoped, Scopes, Screen, ScreenId, TextEvent,
    Tone, When, World, scope,
};

use super::cells::Cells;
use super::commands::{FILE, PAGE, PATH};
use super::send;
use super::state::{ImportPage, TABS};
use super::view;

/// How long what seldom changes is used without asking again.
const SELDOM: std::time::Duration = std::time::Duration::from_mins(10);

/// Its name.
pub const ID: ScreenId = "import";

impl Scoped for ImportPage {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.then_if(|page| !page.looking, PATH);
        scopes.then_if(|page| page.looking, FILE);
        scopes.then(PAGE);
        scopes.part(
            &Lens {
                get: |page| page.looking.then(|| page.shown()),
                get_mut: |page| page.looking.then(|| page.table()),
            },
            Table::COMMANDS,
        );
        scopes.by_name(PATH);
        scopes.by_name(FILE);
    }
}

impl Screen for ImportPage {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.take_report(world);
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        wants.want(&Schema {}, Lane::User).fresh_for = SELDOM;
        // Prices are compared with those of the account, in its currency.
        wants.want(&profile::Get {}, Lane::Ahead).fresh_for = SELDOM;
        compared::want(wants);
    }

    fn commands(&self) -> Vec<&'static Info> {
        scope::commands(self)
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        scope::all_commands::<Self>()
    }

    fn complete(&self, name: &str, words: &[String], _: &World<'_>) -> Vec<String> {
        match (name, words.len()) {
            ("import.written", 1) => super::written::words(),
            ("import.field", 2) => self.fields.iter().map(|field| field.name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        view::note(self, world)
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        scope::when(self, name, world)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.go_on();
        self.waits_to_ask &= name == "import.send";
        scope::run(self, name, args, cx)
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if args.options.iter().any(|option| option == "edit") {
            let name = args.words.first().cloned().unwrap_or_default();
            cx.push(Effect::File(FileAsk::EditFile { slot: ID, name, text: args.text.clone() }));
            return Outcome::Done;
        }
        self.take_known(&cx.world);
        match args.path(0).trim() {
            "" => {
                if !self.looking {
                    self.pick.ask(cx);
                }
            }
            path => {
                self.pick.input.set(path);
                if path.ends_with('/') {
                    self.looking = false;
                    self.pick.ask(cx);
                } else {
                    self.look_at(path, cx);
                }
            }
        }
        Outcome::Done
    }

    fn takes_text(&self) -> bool {
        !self.looking
    }

    fn depth(&self) -> Depth {
        // Opened from elsewhere, the page itself is closed.
        Depth { opened: 1 + usize::from(self.looking), narrowed: 0 }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.pick.input.text(input) {
            self.problem = None;
            self.pick.ask(cx);
        }
    }

    fn export(&self, form: Form, _: &World<'_>) -> Option<ViewExport> {
        let report = self.report.as_ref().filter(|_| self.looking)?;
        let name = format!("import-{}", TABS[self.tab].1.to_lowercase());
        Some(self.shown().export(&name, form, &Cells::of(self, report)))
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        if let Some(path) = self.take_edited(&cx.world) {
            self.pick.input.set(&path);
            self.take_known(&cx.world);
            self.look_at(&path, cx);
        }
        if self.take_known(&cx.world) {
            self.check(cx);
        }
        if self.waits_to_ask
            && send::is_ready(self, &cx.world)
            && let Outcome::Refused(why) = send::ask(self, cx)
        {
            cx.toast(Tone::Warn, why);
        }
        if !self.looking {
            // Below a file that could not be read stands what there is beside it.
            self.pick.ask(cx);
        }
        self.follow(cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.handed_over(entry);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table().drawn(facts.list_rows);
        }
    }
}
