//! The page as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Casing;
use crate::screens::compared;
use crate::sheets::Status;
use crate::store::{EntryId, Wants};
use crate::ui::list::{self, About, ListScreen, OwnField, local_rows};
use crate::ui::place::{EDIT, GIVEN, ONLY};
use crate::ui::text::{self, counted, grouped};
use crate::ui::widgets::table::Empty;
use crate::ui::{Args, Cx, Effect, Facts, FileAsk, Look, Outcome, Role, Scoped, Scopes, TextEvent, Tone, World};

use super::columns::{COLUMNS, Row};
use super::commands::{self, FIELD, LIST, PAGE, SUBMIT, TYPED};
use super::state::{Add, MORE, TABS};

impl Scoped for Add {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        scopes.then_if(|page| !page.in_list && page.waits_for_enter(), SUBMIT);
        scopes.then_if(|page| !page.in_list && !page.waits_for_enter(), TYPED);
        scopes.then_if(|page| !page.in_list, FIELD);
        scopes.then_if(|page| page.in_list, LIST);
        scopes.then(PAGE);
        list::rows(scopes);
        scopes.by_name(SUBMIT);
        scopes.by_name(TYPED);
        scopes.by_name(FIELD);
        scopes.by_name(LIST);
    }
}

impl ListScreen for Add {
    const ABOUT: About<Self> = About {
        field: Some(OwnField { has_keys: |page| !page.in_list, text: Self::type_names }),
        body: Some(Self::body),
        is_passing: true,
        known: |_, tab, rows, _| Some(rows).filter(|rows| *rows > 0 || tab == 0).into(),
        ..About::new("add", "line", "The list of names", TABS, &[COLUMNS])
    };

    local_rows!(Row, "names-to-add");

    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        match self.casing {
            Casing::Auto => "casing auto".to_owned(),
            Casing::Manual => "casing as typed".to_owned(),
        }
    }

    fn empty(&self, _: &World<'_>) -> Empty {
        if !self.names.is_empty() {
            return list::empty(self);
        }
        let hint = "Type or paste names, one per line or separated by commas. :add <file> reads a file; tab, then e \
                    opens your editor; ? lists all keys.";
        Empty { title: "Nothing here yet.".to_owned(), hint: hint.to_owned() }
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        compared::want(wants);
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if self.names.is_empty() {
            return None;
        }
        if self.under_way.is_some() {
            return Some("These names are being added; they stay here until the service accepts them.".to_owned());
        }
        let uncompared = compared::uncompared(world.store).map(|why| why.trim_end_matches('.').to_owned());
        let counts = || std::iter::once(self.counts(world)).chain(uncompared).collect::<Vec<_>>().join(" · ");
        list::note(self, world).or_else(|| self.why_no_name()).or_else(|| Some(counts()))
    }

    fn open_other(&mut self, args: &Args, _: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        if args.has(ONLY) {
            self.only(&args.text, cx);
            self.in_list = true;
            if args.has(EDIT) {
                cx.push(commands::edit(self));
            }
            return Some(Outcome::Done);
        }
        self.in_list = false;
        self.ask_kept(cx);
        if args.has(GIVEN) {
            if !args.text.trim().is_empty() {
                self.take(&args.text, cx);
            }
            return Some(Outcome::Done);
        }
        Some(match args.path(0).trim() {
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
                cx.done(Effect::File(FileAsk::Names { slot: MORE, path: path.to_owned() }))
            }
        })
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.take_texts(cx);
        self.follow(cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.under_way = Some(entry);
    }
}

/// True when a word after `:add` is a name and not a file. A word that looks like a path or a text file is a file.
fn is_name(word: &str) -> bool {
    let file = [".txt", ".csv", ".list", ".lst"].iter().any(|ending| word.to_lowercase().ends_with(ending));
    !file && !word.starts_with(['/', '~', '.']) && crate::sheets::names::read(word).is_ok_and(|(_, cut)| !cut)
}

impl Add {
    /// Runs esc in the field, and on the list when nothing is left to close there.
    pub fn leave(&mut self, cx: &mut Cx<'_>) -> Outcome {
        self.take_field(cx);
        if !self.names.is_empty() && self.under_way.is_none() {
            let lines = counted(self.names.lines().len() as u64, "line is kept", "lines are kept");
            cx.toast(Tone::Info, format!("{lines}; :add opens the list again."));
        }
        cx.done(Effect::Back)
    }

    fn type_names(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        match input {
            TextEvent::Paste(pasted) if pasted.trim_end().contains(['\n', '\r']) => {
                self.take_field(cx);
                self.take(&pasted.replace('\r', "\n"), cx);
            }
            other => {
                let was_empty = self.input.value().is_empty();
                self.input.text(other);
                // No name begins with `?`, so typed into the empty field it opens the help, as on other screens.
                if was_empty && matches!(other, TextEvent::Key(_)) && self.input.value() == "?" {
                    self.input.set("");
                    cx.push(Effect::Run("app.help", Args::default()));
                }
            }
        }
    }

    /// Draws the field with the state of the typed name, then the list.
    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        if area.height < 2 {
            return;
        }
        self.field(look, Rect { height: 1, ..area }, buf);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        list::table(self, look, below, buf, facts);
    }

    /// Counts of the lines by state: `43 to add · 3 twice · 2 already there · 2 are not names`.
    fn counts(&self, world: &World<'_>) -> String {
        let mut words = vec![format!("{} to add", grouped(self.many_to_send(world)))];
        let mut say = |status: Status, words_of: fn(u64) -> String| {
            words.extend(Some(self.many(status, world)).filter(|many| *many > 0).map(words_of));
        };
        say(Status::Doubled, |n| format!("{} twice", grouped(n)));
        say(Status::Owned, |n| format!("{} already there", grouped(n)));
        say(Status::LeftOut, |n| counted(n, "is not a name", "are not names"));
        words.join(" · ")
    }

    fn field(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let role = if self.in_list { Role::Dim } else { Role::Accent };
        let mut x = area.x + 1;
        x += text::put(buf, x, area.y, area.width.saturating_sub(1), "names", look.style(role)) + 2;
        let room = area.right().saturating_sub(x + 1);
        let words = self.typed(&look.world);
        let typed = (text::width(self.input.value()) as u16 + 2).max(room / 4);
        let side = words.as_ref().map_or(0, |(_, words)| text::width(words) as u16 + 2).min(room.saturating_sub(typed));
        let input = Rect { x, width: room - side, ..area };
        self.input.render(!self.in_list, Role::Text, look, input, buf);
        if let Some((role, words)) = words {
            let style = look.style(role);
            text::put_right(buf, input.right() + 1, area.y, side.saturating_sub(1), &words, style, look.ascii);
        }
    }
}
