//! Scopes of a screen: which of its parts have commands, in the order of focus. What may run, what runs, what is listed
//! and which field takes text are all found by going through this one list.

use super::{Args, Command, Cx, Effect, Info, Outcome, TextEvent, When, World};

/// Screen that names its scopes.
pub trait Scoped: Sized + 'static {
    /// Names the scopes, innermost first.
    fn scopes(scopes: &mut Scopes<'_, '_, Self>);
}

/// Part of a screen that takes text while it has the focus: a filter bar, a form, the search in a text.
pub trait Field {
    /// True while letters are text.
    fn takes_text(&self) -> bool;

    /// Takes a key or paste.
    fn text(&mut self, event: &TextEvent);
}

/// Access from a screen to a part of it; `None` while that part is out of reach.
pub struct Lens<S, P> {
    pub get: fn(&S) -> Option<&P>,
    pub get_mut: fn(&mut S) -> Option<&mut P>,
}

/// Pass through the scopes that answers one question.
pub struct Scopes<'s, 'w, S> {
    ask: Ask<'s, 'w, S>,
    /// True once further scopes are skipped: a scope has the focus alone, or the answer was found.
    closed: bool,
}

enum Ask<'s, 'w, S> {
    Names(&'s S, Vec<&'static Info>),
    /// Collects all possible commands in four lists: the screen's own, those it has at times, those of its parts
    /// (outermost first), those of fields that have the focus alone.
    All([Vec<&'static Info>; 4]),
    When(&'s S, &'s str, &'s World<'w>, Option<When>),
    Run(&'s mut S, &'s str, &'s Args, &'s mut Cx<'w>, Option<Outcome>),
    Typing(&'s S, bool),
    Text(&'s mut S, &'s TextEvent),
}

impl<S> Scopes<'_, '_, S> {
    /// Adds commands of the screen itself.
    pub fn then(&mut self, table: &'static [Command<S>]) {
        match &mut self.ask {
            Ask::All([own, ..]) => own.extend(table.iter().map(|command| &command.info)),
            _ => self.then_if(|_| true, table),
        }
    }

    /// Adds commands of the screen itself, while `on` is true.
    pub fn then_if(&mut self, on: fn(&S) -> bool, table: &'static [Command<S>]) {
        match &mut self.ask {
            Ask::All([_, at_times, ..]) => drop(at_times.splice(0..0, table.iter().map(|command| &command.info))),
            Ask::Names(screen, _) | Ask::When(screen, ..) | Ask::Typing(screen, _) if !on(screen) => {}
            Ask::Run(screen, ..) | Ask::Text(screen, _) if !on(screen) => {}
            _ => self.visit(&Lens { get: |screen| Some(screen), get_mut: |screen| Some(screen) }, table, |_| true),
        }
    }

    /// Adds commands of the screen itself that run by name only, not by a key.
    pub fn by_name(&mut self, table: &'static [Command<S>]) {
        if !matches!(self.ask, Ask::Names(..) | Ask::All(_)) {
            self.then(table);
        }
    }

    /// Adds commands of a part, while it can be reached.
    pub fn part<P: 'static>(&mut self, lens: &Lens<S, P>, table: &'static [Command<P>]) {
        self.part_of(lens, table, |_| true);
    }

    /// Adds those commands of a part that `keep` accepts.
    pub fn part_of<P: 'static>(&mut self, lens: &Lens<S, P>, table: &'static [Command<P>], keep: fn(&Info) -> bool) {
        if let Ask::All([_, _, parts, _]) = &mut self.ask {
            let infos = table.iter().map(|command| &command.info).filter(|info| keep(info));
            parts.splice(0..0, infos);
        } else {
            self.visit(lens, table, keep);
        }
    }

    /// Adds commands of a field. While it can be reached it has the focus alone, and no later scope is asked.
    pub fn only<P: Field + 'static>(&mut self, lens: &Lens<S, P>, table: &'static [Command<P>]) {
        if self.closed {
            return;
        }
        let reached = match &mut self.ask {
            Ask::All([.., alone]) => return alone.extend(table.iter().map(|command| &command.info)),
            Ask::Names(screen, _) | Ask::When(screen, ..) => (lens.get)(screen).is_some(),
            Ask::Run(screen, ..) => (lens.get)(screen).is_some(),
            Ask::Typing(screen, typing) => match (lens.get)(screen) {
                Some(field) => {
                    *typing = field.takes_text();
                    true
                }
                None => false,
            },
            Ask::Text(screen, event) => match (lens.get_mut)(screen) {
                Some(field) => {
                    field.text(event);
                    true
                }
                None => false,
            },
        };
        self.visit(lens, table, |_| true);
        self.closed |= reached;
    }

    fn visit<P: 'static>(&mut self, lens: &Lens<S, P>, table: &'static [Command<P>], keep: fn(&Info) -> bool) {
        if self.closed {
            return;
        }
        let find = |name: &str| table.iter().find(|command| command.info.name == name && keep(&command.info));
        match &mut self.ask {
            Ask::Names(screen, names) => {
                if (lens.get)(screen).is_some() {
                    names.extend(table.iter().map(|command| &command.info).filter(|info| keep(info)));
                }
            }
            Ask::When(screen, name, world, when) => {
                if let (Some(command), Some(part)) = (find(name), (lens.get)(screen)) {
                    *when = Some((command.when)(part, world));
                    self.closed = true;
                }
            }
            Ask::Run(screen, name, args, cx, outcome) => {
                if let Some(command) = find(name)
                    && let Some(part) = (lens.get_mut)(screen)
                {
                    *outcome =
                        Some(if command.info.needs_args && args.text.trim().is_empty() && args.words.is_empty() {
                            cx.done(Effect::Line(format!("{} ", command.info.verb())))
                        } else {
                            (command.run)(part, args, cx)
                        });
                    self.closed = true;
                }
            }
            Ask::All(_) | Ask::Typing(..) | Ask::Text(..) => {}
        }
    }
}

/// Commands that can be reached now, in the order of focus.
pub fn commands<S: Scoped>(screen: &S) -> Vec<&'static Info> {
    let mut scopes = Scopes { ask: Ask::Names(screen, Vec::with_capacity(160)), closed: false };
    S::scopes(&mut scopes);
    if let Ask::Names(_, names) = scopes.ask { names } else { Vec::new() }
}

/// All commands the screen can ever have.
pub fn all_commands<S: Scoped>() -> Vec<&'static Info> {
    let mut scopes = Scopes::<S> { ask: Ask::All(Default::default()), closed: false };
    S::scopes(&mut scopes);
    if let Ask::All(all) = scopes.ask { all.into_iter().flatten().collect() } else { Vec::new() }
}

/// State of a command; hidden if its scope is out of reach.
pub fn when<S: Scoped>(screen: &S, name: &str, world: &World<'_>) -> When {
    let mut scopes = Scopes { ask: Ask::When(screen, name, world, None), closed: false };
    S::scopes(&mut scopes);
    if let Ask::When(.., Some(when)) = scopes.ask { when } else { When::Hidden }
}

/// Runs a command of the scope in which [`when`] finds it.
pub fn run<S: Scoped>(screen: &mut S, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let mut scopes = Scopes { ask: Ask::Run(screen, name, args, cx, None), closed: false };
    S::scopes(&mut scopes);
    match scopes.ask {
        Ask::Run(.., Some(outcome)) => outcome,
        _ => Outcome::Refused("That is not possible here.".to_owned()),
    }
}

/// Methods of [`super::Screen`] that find a screen's commands in its scopes.
#[macro_export]
macro_rules! own_commands {
    () => {
        fn commands(&self) -> Vec<&'static $crate::ui::Info> {
            $crate::ui::scope::commands(self)
        }

        fn all_commands(&self) -> Vec<&'static $crate::ui::Info> {
            $crate::ui::scope::all_commands::<Self>()
        }

        fn when(&self, name: &str, world: &$crate::ui::World<'_>) -> $crate::ui::When {
            $crate::ui::scope::when(self, name, world)
        }
    };
}

pub use own_commands;

/// True while a field has the focus and takes letters.
pub fn takes_text<S: Scoped>(screen: &S) -> bool {
    let mut scopes = Scopes { ask: Ask::Typing(screen, false), closed: false };
    S::scopes(&mut scopes);
    matches!(scopes.ask, Ask::Typing(_, true))
}

/// Gives a key or paste to the field with the focus.
pub fn text<S: Scoped>(screen: &mut S, event: &TextEvent) {
    S::scopes(&mut Scopes { ask: Ask::Text(screen, event), closed: false });
}

impl Field for super::widgets::filter_bar::FilterBar {
    fn takes_text(&self) -> bool {
        self.is_editing()
    }

    fn text(&mut self, event: &TextEvent) {
        Self::text(self, event);
    }
}

impl Field for super::widgets::page::PageView {
    fn takes_text(&self) -> bool {
        self.is_finding()
    }

    fn text(&mut self, event: &TextEvent) {
        Self::text(self, event);
    }
}

impl Field for super::widgets::form::Form {
    fn takes_text(&self) -> bool {
        Self::takes_text(self)
    }

    fn text(&mut self, event: &TextEvent) {
        Self::text(self, event);
    }
}

#[cfg(test)]
#[path = "scope_tests.rs"]
mod tests;
