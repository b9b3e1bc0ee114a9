//! Commands, each defined once: keymap, footer, `?`, palette, `:` line, documentation and the random-key test all use
//! this.

use crate::api::{Endpoint, Request};

use super::{Args, Cx, Level, Outcome, World};

/// Part of a command that does not depend on the type it acts on.
#[derive(Debug)]
pub struct Info {
    /// Unique name, `scope.verb`: `inquiries.archive`, `table.down`, `app.quit`.
    pub name: &'static str,
    /// Further names on the `:` line: `archive`, `q`.
    pub aliases: &'static [&'static str],
    /// Further words for the palette: `spam`, `block`.
    pub also: &'static [&'static str],
    /// Description for users in one line, starting with a verb: `Archive, so that it leaves the Active list`.
    pub doc: &'static str,
    /// Words in the footer, two at most: `archive`.
    pub short: &'static str,
    /// Default keys, as the keymap writes them: `a`, `ctrl-r`, `g d`, `space`.
    pub keys: &'static [&'static str],
    /// Arguments on the `:` line, for completion and help: `<filter>`, `[days]`; empty without any.
    pub args: &'static str,
    /// Call it makes, which determines the ability it needs.
    pub endpoint: Option<&'static Endpoint>,
    /// Way in which it is confirmed.
    pub level: Level,
    /// True for a command that only prepares a write.
    pub prepares: bool,
    /// Place in the footer, 1 first; 0 keeps it out.
    pub footer: u8,
    /// True if its name works on the `:` line of every screen: the program first goes to the screen that has it.
    pub everywhere: bool,
    /// True if it needs arguments: run by a key, it opens the `:` line for them.
    pub needs_args: bool,
    /// True if it only moves a cursor, by [`Args::times`] steps.
    pub steps: bool,
    /// True if another command with a key does the same; `?` lists that one instead.
    pub by_name: bool,
}

impl Info {
    /// Command with that name and description; the methods below add the rest.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            also: &[],
            doc,
            short: "",
            keys: &[],
            args: "",
            endpoint: None,
            level: Level::None,
            prepares: false,
            footer: 0,
            everywhere: false,
            needs_args: false,
            steps: false,
            by_name: false,
        }
    }

    /// Sets further names on the `:` line.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Sets further words for the palette.
    pub const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// Sets another description.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Sets default keys, for a command that is not in the footer.
    pub const fn keys(self, keys: &'static [&'static str]) -> Self {
        Self { keys, ..self }
    }

    /// Sets its place in the footer, 1 first, with its keys and its words there.
    pub const fn footer(self, footer: u8, keys: &'static [&'static str], short: &'static str) -> Self {
        Self { short, keys, footer, ..self }
    }

    /// Sets its keys and its words in the footer, for a command that is there only if the screen puts it first
    /// ([`super::Screen::first_in_footer`]).
    pub const fn short(self, keys: &'static [&'static str], short: &'static str) -> Self {
        Self { short, keys, ..self }
    }

    /// Sets arguments that may follow on the `:` line.
    pub const fn args(self, args: &'static str) -> Self {
        Self { args, ..self }
    }

    /// Sets arguments that must follow on the `:` line. Run by a key, the command opens that line.
    pub const fn needs(self, args: &'static str) -> Self {
        Self { args, needs_args: true, ..self }
    }

    /// Sets the call it makes, and how that is confirmed.
    pub const fn calls<R: Request>(self, level: Level) -> Self {
        Self { endpoint: Some(R::ENDPOINT), level, ..self }
    }

    /// Sets the way it is confirmed, if it makes no call.
    pub const fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Marks it as only preparing a write: it is refused at once where writing is not possible.
    pub const fn prepares(self) -> Self {
        Self { prepares: true, ..self }
    }

    /// Sets keys that move a cursor: several presses in one burst run the command once, with their count.
    pub const fn steps(self, keys: &'static [&'static str]) -> Self {
        Self { keys, steps: true, ..self }
    }

    /// Marks it as a command for the `:` line and the palette only, because a command with a key does the same.
    pub const fn by_name(self) -> Self {
        Self { by_name: true, ..self }
    }

    /// Makes it work on the `:` line of every screen.
    pub const fn everywhere(self) -> Self {
        Self { everywhere: true, ..self }
    }

    /// Command that can always run.
    pub const fn run<S>(self, run: Run<S>) -> Command<S> {
        self.run_if(always, run)
    }

    /// Command that can run when `when` says so.
    pub const fn run_if<S>(self, when: fn(&S, &World<'_>) -> When, run: Run<S>) -> Command<S> {
        Command { info: self, when, run }
    }

    /// The same command under another full name.
    pub const fn named(&self, name: &'static str) -> Self {
        Self { name, ..*self }
    }

    /// True when users may call it by this name: its full name, a further name, or its verb alone (`archive` of
    /// `inquiries.archive`).
    pub fn answers(&self, name: &str) -> bool {
        self.is_named(name) || self.verb() == name
    }

    /// True when this is its full name or one of its further names.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// True when words must follow its name, so that a key alone cannot run it.
    pub fn needs_words(&self) -> bool {
        self.keys.is_empty() && !self.args.is_empty() && !self.args.starts_with('[')
    }

    /// Sentence for a command without its arguments: `Usage: :window 7, 30, 90 or all`.
    pub fn usage(&self) -> String {
        let name = self.aliases.first().copied().unwrap_or_else(|| self.verb());
        let choice = self.args.split('|').collect::<Vec<_>>();
        let args = if self.args.contains('<') { self.args.to_owned() } else { crate::base::one_of(&choice) };
        format!("Usage: :{name} {args}")
    }

    /// Part of its name that users type, after the scope.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, verb)| verb)
    }
}

/// Whether a command can run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    On,
    /// Off, with the reason as a sentence: `Confirmed 6 hours ago; you can report it 18 hours from now.`
    Off(String),
    /// Meaningless here and not shown at all.
    Hidden,
}

impl When {
    /// On if the condition holds, else off with this reason.
    pub fn on_if(holds: bool, otherwise: &str) -> Self {
        if holds { Self::On } else { Self::Off(otherwise.to_owned()) }
    }
}

/// Command on a value of type `S`.
pub struct Command<S: 'static> {
    pub info: Info,
    pub when: fn(&S, &World<'_>) -> When,
    pub run: Run<S>,
}

/// Function of a command.
pub type Run<S> = fn(&mut S, &Args, &mut Cx<'_>) -> Outcome;

/// Command with that full name in a table.
pub fn find<S>(table: &'static [Command<S>], name: &str) -> Option<&'static Command<S>> {
    table.iter().find(|command| command.info.name == name)
}

/// Definitions of the commands in a table, in its order.
pub fn infos<S>(table: &'static [Command<S>]) -> impl Iterator<Item = &'static Info> {
    table.iter().map(|command| &command.info)
}

/// State of the command with that name; `None` when it is not in the table.
pub fn when_in<S>(table: &'static [Command<S>], name: &str, state: &S, world: &World<'_>) -> Option<When> {
    find(table, name).map(|command| (command.when)(state, world))
}

/// Runs the command with that name; `None` when it is not in the table, so that a screen can try one table after
/// another.
pub fn run_in<S>(
    table: &'static [Command<S>],
    name: &str,
    state: &mut S,
    args: &Args,
    cx: &mut Cx<'_>,
) -> Option<Outcome> {
    find(table, name).map(|command| (command.run)(state, args, cx))
}

/// Condition of commands that can always run.
pub fn always<S>(_: &S, _: &World<'_>) -> When {
    When::On
}
