//! A verb of the program, said once: keymap, footer, `?`, palette, `:` line, documentation and monkey test read this.

use crate::api::{Endpoint, Request};

use super::{Args, Cx, Level, Outcome, World};

/// The part of a command that does not depend on what it acts on.
#[derive(Debug)]
pub struct Info {
    /// `scope.verb`, unique: `inquiries.archive`, `table.down`, `app.quit`.
    pub name: &'static str,
    /// Further names on the `:` line (those of the command list): `archive`, `q`.
    pub aliases: &'static [&'static str],
    /// Further words for the palette: `spam`, `block`.
    pub also: &'static [&'static str],
    /// One line for users, starting with a verb: `Archive, so that it leaves the Active list`.
    pub doc: &'static str,
    /// Two words at most for the footer: `archive`.
    pub short: &'static str,
    /// Default keys, as the keymap writes them: `a`, `ctrl-r`, `g d`, `space`.
    pub keys: &'static [&'static str],
    /// Arguments on the `:` line, for completion and help: `<filter>`, `[days]`; empty for none.
    pub args: &'static str,
    /// The call it makes, hence the ability it needs.
    pub endpoint: Option<&'static Endpoint>,
    /// Way it is confirmed.
    pub level: Level,
    /// True for a command that only prepares a write.
    pub prepares: bool,
    /// Place in the footer, 1 first; 0 keeps it out.
    pub footer: u8,
    /// Its name on the `:` line works on every screen: the program goes to the screen that has it first.
    pub everywhere: bool,
    /// It needs arguments: without them the `:` line opens for them.
    pub needs_args: bool,
    /// It moves a cursor by [`Args::times`] steps and does nothing else.
    pub steps: bool,
    /// A command with a key does the same where it is asked for; `?` lists that one.
    pub by_name: bool,
}

impl Info {
    /// A command of that name: `Open the domain` in a sentence for people, then what the methods below add.
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

    /// Further names on the `:` line.
    pub const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Sets further words for the palette.
    pub const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// The command with another line for users.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Default keys, for a command that is not in the footer.
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

    /// Sets arguments that must follow on the `:` line, which opens for them when the command is run by a key.
    pub const fn needs(self, args: &'static str) -> Self {
        Self { args, needs_args: true, ..self }
    }

    /// The call it makes, and how that is confirmed.
    pub const fn calls<R: Request>(self, level: Level) -> Self {
        Self { endpoint: Some(R::ENDPOINT), level, ..self }
    }

    /// Sets the way it is confirmed, if it makes no call.
    pub const fn level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Prepares a write and is good for nothing else: it is refused at once where nothing may be written.
    pub const fn prepares(self) -> Self {
        Self { prepares: true, ..self }
    }

    /// Sets keys that move a cursor: several presses in one burst run the command once, with their count.
    pub const fn steps(self, keys: &'static [&'static str]) -> Self {
        Self { keys, steps: true, ..self }
    }

    /// Is there for the `:` line and the palette: a command with a key does the same.
    pub const fn by_name(self) -> Self {
        Self { by_name: true, ..self }
    }

    /// Works on the `:` line of every screen.
    pub const fn everywhere(self) -> Self {
        Self { everywhere: true, ..self }
    }

    /// The command that always runs this.
    pub const fn run<S>(self, run: Run<S>) -> Command<S> {
        self.run_if(always, run)
    }

    /// The command that runs this when it can.
    pub const fn run_if<S>(self, when: fn(&S, &World<'_>) -> When, run: Run<S>) -> Command<S> {
        Command { info: self, when, run }
    }

    /// The command under another full name.
    pub const fn named(&self, name: &'static str) -> Self {
        Self { name, ..*self }
    }

    /// True when people call it so: by its full name, a further name, or its verb alone (`archive` of
    /// `inquiries.archive`).
    pub fn answers(&self, name: &str) -> bool {
        self.is_named(name) || self.verb() == name
    }

    /// True when it was given that name: its full one or a further one.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// True when words must follow its name; a key alone does not run it.
    pub fn needs_words(&self) -> bool {
        self.keys.is_empty() && !self.args.is_empty() && !self.args.starts_with('[')
    }

    /// The sentence for who left them out: `Usage: :window 7, 30, 90 or all`.
    pub fn usage(&self) -> String {
        let name = self.aliases.first().copied().unwrap_or_else(|| self.verb());
        let choice = self.args.split('|').collect::<Vec<_>>();
        let args = if self.args.contains('<') { self.args.to_owned() } else { crate::base::one_of(&choice) };
        format!("Usage: :{name} {args}")
    }

    /// The part of its name people type.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, verb)| verb)
    }
}

/// State of a command: on, off with a reason, or hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    On,
    /// The reason, as a sentence for people: `Confirmed 6 hours ago; you can report it 18 hours from now.`
    Off(String),
    /// Has no meaning here and is not shown at all.
    Hidden,
}

impl When {
    /// On while the condition holds, else off for this reason.
    pub fn on_if(holds: bool, otherwise: &str) -> Self {
        if holds { Self::On } else { Self::Off(otherwise.to_owned()) }
    }
}

/// A verb of `S`.
pub struct Command<S: 'static> {
    pub info: Info,
    pub when: fn(&S, &World<'_>) -> When,
    pub run: Run<S>,
}

/// Function of a command.
pub type Run<S> = fn(&mut S, &Args, &mut Cx<'_>) -> Outcome;

/// The command of that full name in a table.
pub fn find<S>(table: &'static [Command<S>], name: &str) -> Option<&'static Command<S>> {
    table.iter().find(|command| command.info.name == name)
}

/// Definitions of a table of commands, in its order.
pub fn infos<S>(table: &'static [Command<S>]) -> impl Iterator<Item = &'static Info> {
    table.iter().map(|command| &command.info)
}

/// State of the command of that name; `None` when it is not in the table.
pub fn when_in<S>(table: &'static [Command<S>], name: &str, state: &S, world: &World<'_>) -> Option<When> {
    find(table, name).map(|command| (command.when)(state, world))
}

/// Runs the command of that name; `None` when it is not in the table, so that a screen can ask table after table.
pub fn run_in<S>(
    table: &'static [Command<S>],
    name: &str,
    state: &mut S,
    args: &Args,
    cx: &mut Cx<'_>,
) -> Option<Outcome> {
    find(table, name).map(|command| (command.run)(state, args, cx))
}

/// A `when` for commands that can always run.
pub fn always<S>(_: &S, _: &World<'_>) -> When {
    When::On
}
