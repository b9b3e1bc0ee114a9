//! A verb of the program, said once: keymap, footer, `?`, palette, `:` line, documentation and monkey test read this.

use crate::api::Endpoint;

use super::{Cx, World};

/// The part of a command that does not depend on what it acts on.
#[derive(Debug)]
pub struct Info {
    /// `scope.verb`, unique: `inquiries.archive`, `table.down`, `app.quit`.
    pub name: &'static str,
    /// Further names on the `:` line (those of the command list): `archive`, `q`.
    pub aliases: &'static [&'static str],
    /// One line for people, starting with a verb: `Archive, so that it leaves the Active list`.
    pub doc: &'static str,
    /// Two words at most for the footer: `archive`.
    pub short: &'static str,
    /// Default keys, as the keymap writes them: `a`, `ctrl-r`, `g d`, `space`.
    pub keys: &'static [&'static str],
    /// What may follow on the `:` line, for completion and help: `<filter>`, `[days]`; empty for nothing.
    pub args: &'static str,
    /// The call it makes, hence the ability it needs.
    pub endpoint: Option<&'static Endpoint>,
    /// How it is confirmed.
    pub level: Level,
    /// Place in the footer, 1 first; 0 keeps it out.
    pub footer: u8,
}

impl Info {
    /// A command with nothing but a name, a line and keys; fill the rest with struct update syntax.
    pub const BASE: Self = Self {
        name: "",
        aliases: &[],
        doc: "",
        short: "",
        keys: &[],
        args: "",
        endpoint: None,
        level: Level::None,
        footer: 0,
    };
}

/// How an act is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Changes nothing at the service.
    None,
    /// At once, with undo.
    Undo,
    /// By count: a question with default No for 1 to 99 (2 to 99 where one has undo), the count typed from 100.
    Ask,
    /// The name typed: permanent.
    Permanent,
}

/// Whether a command can run now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    On,
    /// The reason, as a sentence for people: `Confirmed 6 hours ago; can be reported in 18 hours.`
    Off(String),
    /// Has no meaning here and is not shown at all.
    Hidden,
}

/// What became of running a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Nothing happened, and why: shown as a toast.
    Refused(String),
}

/// What was given on the `:` line, and the count typed before the key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args {
    pub words: Vec<String>,
    /// The text after the name as typed.
    pub text: String,
    /// `12` in `12j`.
    pub count: Option<u32>,
}

/// A verb of `S`.
pub struct Command<S: 'static> {
    pub info: Info,
    pub when: fn(&S, &World<'_>) -> When,
    pub run: fn(&mut S, &Args, &mut Cx<'_>) -> Outcome,
}

/// The command of that full name in a table.
pub fn find<S>(table: &'static [Command<S>], name: &str) -> Option<&'static Command<S>> {
    table.iter().find(|command| command.info.name == name)
}
