//! The page as the shell uses it.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::settings::Schema;
use crate::client::Lane;
use crate::screens::compared;
use crate::store::{EntryId, Known, Store, Wants};
use crate::ui::list::{self, About, ListScreen, OwnField, own_list};
use crate::ui::place::EDIT;
use crate::ui::widgets::table::{Empty, Form, Rows, ViewExport};
use crate::ui::{Args, Cx, Effect, Facts, FileAsk, Look, Outcome, Scoped, Scopes, TextEvent, Tone, World};

use super::cells::{CHANGES, COLUMNS, Cells, PROBLEMS};
use super::commands::{FILE, PAGE, PATH};
use super::row::NOT_KNOWN;
use super::send;
use super::state::{ID, ImportPage, TABS, Tab};
use super::view;

/// Age up to which answers that rarely change are used without reading them again.
const SELDOM: std::time::Duration = std::time::Duration::from_secs(10 * 60);

impl Scoped for ImportPage {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        scopes.then_if(|page| !page.looking, PATH);
        scopes.then_if(|page| page.looking, FILE);
        scopes.then(PAGE);
        list::rows(scopes);
        scopes.by_name(PATH);
        scopes.by_name(FILE);
    }
}

impl ListScreen for ImportPage {
    const ABOUT: About<Self> = About {
        field: Some(OwnField { has_keys: |page| !page.looking, text: Self::type_path }),
        instead: Self::instead,
        body: Some(Self::body),
        is_passing: true,
        complete: |page, name, words, _| match (name, words.len()) {
            ("import.written", 1) => Some(super::written::words()),
            ("import.field", 2) => Some(page.fields.iter().map(|field| field.name.clone()).collect()),
            _ => None,
        },
        ..About::new(ID, "row", "The file", TABS, &[COLUMNS, &[], PROBLEMS, CHANGES])
    };

    own_list!(u32, Tab);

    fn rows(&mut self, world: &World<'_>) -> Arc<[u32]> {
        self.find_rows(world)
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        // The rows skipped at the top of the file are in the list, too.
        let above = self.report.as_ref().filter(|_| self.tab() == Tab::Rows).map_or(0, |report| report.counts.skipped);
        let total = self.total(self.list.tab, world).0;
        total.whole().is_some_and(|all| all + u64::from(above) == self.many(self.tab()) as u64)
    }

    fn cells<'a>(&'a self, _: &'a Look<'_>) -> impl Rows<u32> + 'a {
        Cells::of(self)
    }

    fn total(&self, tab: usize, _: &World<'_>) -> (Known<u64>, String) {
        if TABS[tab].tab == Tab::Changes && self.changes.uncompared > 0 {
            // A name that was not compared may have these values already, so the number of changes is unknown.
            return (Known::NotRead, NOT_KNOWN.to_owned());
        }
        let total = self.report.as_ref().map(|report| match TABS[tab].tab {
            Tab::Columns => report.columns.len() as u64,
            Tab::Rows => report.counts.rows.into(),
            Tab::Problems => report.counts.problems.into(),
            Tab::Changes => self.changes.len() as u64,
        });
        (total.into(), String::new())
    }

    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        self.report.as_ref().map_or_else(String::new, |report| view::choices(self, report))
    }

    fn empty(&self, _: &World<'_>) -> Empty {
        view::empty(self)
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        wants.want(&Schema {}, Lane::User).fresh_for = SELDOM;
        // Prices are compared with those of the account, in its currency.
        Store::want_price_currency(wants, SELDOM);
        // With an empty cell, a domain gets the account's value.
        wants.want(&crate::api::settings::Get {}, Lane::Ahead).fresh_for = SELDOM;
        compared::want(wants);
        if self.sets_lowest_offers() {
            world.store.want_own_settings(wants);
        }
        if let Some(reread) = self.reread.as_ref().filter(|_| self.waits_to_ask) {
            reread.to_read.want(world.store, true, wants);
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        view::note(self, world)
    }

    fn before(&mut self, name: &str) -> bool {
        self.go_on();
        self.waits_to_ask &= name == "import.send";
        false
    }

    fn open_other(&mut self, args: &Args, _: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        if args.has(EDIT) {
            let name = args.words.first().cloned().unwrap_or_default();
            cx.push(Effect::File(FileAsk::EditFile { slot: ID, name, text: args.text.clone() }));
            return Some(Outcome::Done);
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
        Some(Outcome::Done)
    }

    fn opened(&self) -> usize {
        self.looking.into()
    }

    fn export(&self, form: Form, _: &World<'_>) -> Option<ViewExport> {
        let name = format!("import-{}", TABS[self.list.tab].name);
        self.looking.then(|| self.list.table().export(&name, form, &Cells::of(self)))
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        match self.take_edited(&cx.world) {
            Some(Ok(path)) => {
                self.pick.input.set(&path);
                self.take_known(&cx.world);
                self.look_at(&path, cx);
            }
            // Nothing of the edited rows is here, so the user goes back to the page that they came from.
            Some(Err(why)) => {
                cx.toast(Tone::Warn, why);
                cx.push(Effect::Back);
            }
            None => {}
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
            // Below a file that could not be read, the files of its folder are listed.
            self.pick.ask(cx);
        }
        self.follow(cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.handed_over(entry);
    }
}

impl ImportPage {
    /// Draws the choice of a file until one is being checked.
    fn instead(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> bool {
        if self.looking && self.report.is_some() {
            return false;
        }
        let busy = self.looking.then_some("Looking at the file …");
        self.pick.render(self.problem.as_slice(), busy, look, area, buf);
        true
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        if let Some(report) = &self.report {
            view::file(self, report, look, area, buf, facts);
        }
    }

    /// Runs esc when nothing is left to close: goes to the choice of a file, then to the previous screen.
    pub fn leave(&mut self, cx: &mut Cx<'_>) -> Outcome {
        if self.looking {
            self.close();
            cx.push(Effect::File(FileAsk::Forget));
            self.pick.ask(cx);
        } else {
            cx.push(Effect::Back);
        }
        Outcome::Done
    }

    fn type_path(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.pick.input.text(input) {
            self.problem = None;
            self.pick.ask(cx);
        }
    }
}
