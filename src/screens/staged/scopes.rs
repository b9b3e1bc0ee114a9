//! Commands of a screen with staged fields, and its answers to the shell.

use super::Staged;
use crate::store::writes::intent::{Edit, Intent};
use crate::store::writes::plan::Plan;
use crate::ui::widgets::form::Form;
use crate::ui::{Args, Command, Info, Lens, Outcome, Scopes, When, World};

/// Screen with staged fields.
pub trait Stages: Sized + 'static {
    /// Full name of its command [`discard`].
    const DISCARD: &'static str;
    /// Word for one of its fields in a sentence.
    const FIELD: &'static str;

    fn staged(&self) -> &Staged;
    fn staged_mut(&mut self) -> &mut Staged;

    /// True when there are values to show.
    fn is_loaded(&self) -> bool {
        self.staged().loaded
    }

    /// True when there are fields to move among.
    fn has_fields(&self) -> bool {
        self.is_loaded() && self.staged().form.shown().next().is_some()
    }

    /// Brings the field with that name into view.
    fn bring(&mut self, name: &str) {
        let _ = name;
    }

    /// Updates what is shown after a key.
    fn show(&mut self) {
        self.staged_mut().show(|_| true);
    }

    /// Fields, once there are some to show.
    fn form(&self) -> Option<&Form> {
        self.has_fields().then_some(&self.staged().form)
    }

    /// As [`Stages::form`], for changing the fields.
    fn form_mut(&mut self) -> Option<&mut Form> {
        self.has_fields().then_some(&mut self.staged_mut().form)
    }

    /// True while a field is being edited.
    fn is_opened(&self) -> bool {
        self.is_loaded() && self.staged().form.is_opened()
    }

    /// Plan of the changes. Its labels and id are added from the form.
    fn plan(&self, edits: Vec<Edit>, world: &World<'_>) -> Plan;

    /// Write of the plan, for screens whose plan has a write of its own. Without one, the plan is reviewed together
    /// with other changes.
    fn write(&self, plan: &Plan, world: &World<'_>) -> Option<Intent> {
        let _ = (plan, world);
        None
    }

    /// Stages a value, or (`None`) that the value is inherited; the cursor goes to the field.
    fn set(&mut self, name: &str, value: Option<&str>) -> Outcome {
        self.bring(name);
        match self.staged_mut().form.type_into(name, value) {
            Ok(true) => Outcome::Done,
            Ok(false) => {
                let known = self.staged().form.fields().iter().map(|field| &*field.id);
                Outcome::Refused(crate::base::unknown(Self::FIELD, name, known))
            }
            Err(why) => Outcome::Refused(why),
        }
    }

    /// Names of fields that `:set` and `:inherit` can complete.
    fn names(&self, command: &str, words: &[String]) -> Vec<String> {
        let begins = words.last().map_or("", String::as_str);
        let names = self.staged().form.fields().iter().map(|field| &*field.id).filter(|id| id.starts_with(begins));
        match command.rsplit('.').next() {
            Some("set") => names.map(|id| format!("{id}=")).collect(),
            Some("inherit") => names.map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }
}

/// On when a staged change can be saved.
pub fn has_changes<S: Stages>(screen: &S, _: &World<'_>) -> When {
    screen.staged().why_not().map_or(When::On, When::Off)
}

/// On when there are fields to search.
pub fn finds<S: Stages>(screen: &S, _: &World<'_>) -> When {
    if screen.is_loaded() { When::On } else { When::Hidden }
}

/// Command of `ctrl-x`; its name is [`Stages::DISCARD`].
pub const fn discard<S: Stages>() -> Command<S> {
    Info::new(S::DISCARD, "Discard unsaved changes")
        .aliases(&["discard"])
        .keys(&["ctrl-x"])
        .run_if(has_changes, |screen: &mut S, args, cx| screen.staged_mut().ask_discard(S::DISCARD, args, cx))
}

/// Command `:set`, with its help and its arguments.
pub const fn set<S: Stages>(name: &'static str, doc: &'static str, takes: &'static str) -> Command<S> {
    Info::new(name, doc).aliases(&["set"]).args(takes).prepares().run_if(finds, |screen: &mut S, args: &Args, _| {
        match args.text.split_once('=') {
            Some((name, value)) => screen.set(name.trim(), Some(value.trim())),
            None => Outcome::Refused(format!("Usage: :set <{}>=<value>", S::FIELD)),
        }
    })
}

/// Lens to the form, while a condition on it is true.
macro_rules! form_while {
    (|$form:ident| $on:expr) => {
        Lens {
            get: |screen: &S| screen.form().filter(|$form| $on),
            get_mut: |screen: &mut S| screen.form_mut().filter(|$form| $on),
        }
    };
}

/// Scopes of a field being edited and of the search line, which get every key. They come before all other scopes.
pub fn opened<S: Stages>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.only(&form_while!(|form| form.is_opened() && !form.is_writing()), Form::OPENED);
    scopes.only(&form_while!(|form| form.is_writing()), Form::WRITING);
    scopes.part(&form_while!(|form| form.was_turned()), Form::TURNED);
    super::find::finding(scopes);
}

/// Scopes of the list of fields and of the undo of its edits. They come after the screen's own verbs.
pub fn fields<S: Stages>(scopes: &mut Scopes<'_, '_, S>) {
    scopes.part(&form_while!(|form| form.has_own_undo()), Form::UNDO);
    scopes.part(&form_while!(|form| form.has_step(false)), Form::REDO);
    scopes.part(&form_while!(|form| form.clears()), Form::CLEAR);
    scopes.part(&Lens { get: S::form, get_mut: S::form_mut }, Form::LIST);
}

/// Methods of [`Screen`](crate::ui::Screen) that every screen with staged fields has.
macro_rules! staged_screen {
    () => {
        $crate::ui::own_commands!();

        fn run(&mut self, name: &str, args: &$crate::ui::Args, cx: &mut $crate::ui::Cx<'_>) -> $crate::ui::Outcome {
            let outcome = $crate::ui::scope::run(self, name, args, cx);
            self.show();
            self.staged.keep(cx);
            outcome
        }

        fn takes_text(&self) -> bool {
            $crate::ui::scope::takes_text(self)
        }

        fn text(&mut self, input: &$crate::ui::TextEvent, _: &mut $crate::ui::Cx<'_>) {
            $crate::ui::scope::text(self, input);
            self.show();
        }

        fn in_form(&self) -> bool {
            self.is_opened()
        }

        fn wrote(&mut self, entry: $crate::store::EntryId) {
            self.staged.wrote(entry);
        }

        /// Drops changes that were saved from the unsaved ones, also while another page is shown.
        fn behind(&mut self, cx: &mut $crate::ui::Cx<'_>) {
            if self.staged.loaded && self.staged.count() > 0 {
                self.sync(&cx.world);
                self.staged.keep(cx);
            }
        }
    };
}

pub(crate) use staged_screen;
