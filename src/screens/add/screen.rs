//! The page as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::compared;
use crate::store::{EntryId, Wants};
use crate::ui::text::{counted, grouped};
use crate::ui::widgets::table::{Form, Table, ViewExport};
use crate::ui::{
    Args, Cx, Depth, Effect, Facts, FileAsk, Info, Lens, Look, Outcome, Scoped, Scopes, Screen, ScreenId, TextEvent,
    When, World, scope,
};

use super::columns::Cells;
use super::commands::{self, FIELD, LIST, PAGE};
use super::state::{Add, Fate, MORE};
use super::view;

/// Its name.
pub const ID: ScreenId = "add";

/// The option under which lines are brought, whatever stands in them.
const GIVEN: &str = "given";

/// Arguments that open the page with these lines.
pub fn given(lines: &str) -> Args {
    Args { text: lines.to_owned(), options: vec![GIVEN.to_owned()], ..Args::default() }
}

impl Scoped for Add {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.then_if(|page| !page.in_list, FIELD);
        scopes.then_if(|page| page.in_list, LIST);
        scopes.then(PAGE);
        scopes.part(
            &Lens {
                get: |page| Some(&page.table).filter(|_| page.in_list),
                get_mut: |page| page.in_list.then_some(&mut page.table),
            },
            Table::COMMANDS,
        );
        scopes.by_name(FIELD);
        scopes.by_name(LIST);
    }
}

impl Screen for Add {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.judge(world.store);
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        compared::want(wants);
    }

    fn commands(&self) -> Vec<&'static Info> {
        scope::commands(self)
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        scope::all_commands::<Self>()
    }

    fn complete(&self, name: &str, _: &[String], _: &World<'_>) -> Vec<String> {
        self.table.complete(name)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if self.names.is_empty() {
            return None;
        }
        if self.under_way.is_some() {
            return Some("These names are being added; they stay here until the service accepts them.".to_owned());
        }
        let uncompared = compared::uncompared(world.store).map(|why| why.trim_end_matches('.').to_owned());
        let counts = || std::iter::once(self.counts()).chain(uncompared).collect::<Vec<_>>().join(" · ");
        self.table.marks_note().or_else(|| self.why_no_name()).or_else(|| Some(counts()))
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        scope::when(self, name, world)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        scope::run(self, name, args, cx)
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let option = |name: &str| args.options.iter().any(|option| option == name);
        if option("lines") {
            self.only(&args.text, cx);
            self.in_list = true;
            if option("edit") {
                cx.push(commands::edit(self));
            }
            return Outcome::Done;
        }
        self.in_list = false;
        self.ask_kept(cx);
        if option(GIVEN) {
            if !args.text.trim().is_empty() {
                self.take(&args.text, cx);
            }
            return Outcome::Done;
        }
        match args.path(0).trim() {
            "" => Outcome::Done,
            "-" => Outcome::Refused(
                "Standard input is the keyboard here; start with `… | parkade add -`, paste the names, or use :add <file>."
                    .to_owned(),
            ),
            _ if args.words.iter().all(|word| is_name(word)) => {
                self.take(&args.words.join("\n"), cx);
                Outcome::Done
            }
            path => {
                cx.push(Effect::File(FileAsk::Text { slot: MORE, path: path.to_owned() }));
                Outcome::Done
            }
        }
    }

    fn takes_text(&self) -> bool {
        !self.in_list
    }

    fn depth(&self) -> Depth {
        // Opened from elsewhere, the page itself is closed.
        Depth { opened: 1, narrowed: 0 }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        match input {
            TextEvent::Paste(pasted) if pasted.trim_end().contains(['\n', '\r']) => {
                self.take_field(cx);
                self.take(&pasted.replace('\r', "\n"), cx);
            }
            other => {
                self.input.text(other);
            }
        }
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        Some(self.table.export("names-to-add", form, &Cells { page: self, store: world.store }))
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.take_texts(cx);
        self.follow(cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.under_way = Some(entry);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
    }
}

/// Whether a word behind `:add` is a name; what looks like a path or a file of text is a file.
fn is_name(word: &str) -> bool {
    let file = [".txt", ".csv", ".list", ".lst"].iter().any(|ending| word.to_lowercase().ends_with(ending));
    !file && !word.starts_with(['/', '~', '.']) && crate::store::files::names::read(word).is_ok_and(|(_, cut)| !cut)
}

impl Add {
    /// `43 to add · 3 twice · 2 already there · 2 are not names`.
    fn counts(&self) -> String {
        let mut words = vec![format!("{} to add", grouped(self.to_send().len() as u64))];
        let mut say = |count: usize, words_of: fn(u64) -> String| {
            if count > 0 {
                words.push(words_of(count as u64));
            }
        };
        say(self.count(Fate::Doubled), |n| format!("{} twice", grouped(n)));
        say(self.count(Fate::Held), |n| format!("{} already there", grouped(n)));
        say(self.count(Fate::NoName), |n| counted(n, "is not a name", "are not names"));
        words.join(" · ")
    }
}
