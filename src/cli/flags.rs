//! Flags of several subcommands. They mean the same before and after the subcommand. A flag that the subcommand
//! cannot use is refused, so that a restricting one is never ignored.

use super::Fault;
use super::args::Command;
use super::common_args::{AccountArg, ProgramArgs};
use crate::app::launch::Flags;

/// Flags given before or after the subcommand.
#[derive(Clone, Debug, Default)]
struct Given {
    program: ProgramArgs,
    account: AccountArg,
}

impl Given {
    /// Given flags, as they are written.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let ProgramArgs { screen, readonly, ascii, no_animation } = &self.program;
        let given = [
            ("--screen", screen.is_some()),
            ("--readonly", readonly.readonly),
            ("--ascii", *ascii),
            ("--no-animation", *no_animation),
            ("--account", self.account.name.is_some()),
        ];
        given.into_iter().filter_map(|(name, is)| is.then_some(name))
    }

    /// Flags of both places; those after the subcommand override those before it.
    fn over(self, before: Self) -> Flags {
        let (after, program) = (self.program, before.program);
        let screen = after.screen.or(program.screen);
        Flags {
            account: self.account.name.or(before.account.name),
            screen: screen.map(|name| crate::screens::called(&name).to_owned()),
            add: None,
            readonly: after.readonly.readonly || program.readonly.readonly,
            ascii: after.ascii || program.ascii,
            no_animation: after.no_animation || program.no_animation,
        }
    }
}

const ACCOUNT: &[&str] = &["--account"];
#[cfg(feature = "sandbox")]
const PROGRAM: &[&str] = &["--screen", "--readonly", "--ascii", "--no-animation"];
const ADDING: &[&str] = &["--screen", "--readonly", "--ascii", "--no-animation", "--account"];
const APPLYING: &[&str] = &["--readonly", "--account"];

impl Command {
    /// Name of the subcommand, flags it takes, and flags given after it.
    fn takes(&self) -> (&'static str, &'static [&'static str], Given) {
        let of = |account: &AccountArg| Given { account: account.clone(), ..Given::default() };
        match self {
            #[cfg(feature = "sandbox")]
            Self::Demo(args) => ("demo", PROGRAM, Given { program: args.program.clone(), ..Given::default() }),
            #[cfg(feature = "sandbox")]
            Self::Sandbox(_) => ("sandbox", &[], Given::default()),
            Self::Add(args) => ("add", ADDING, Given { program: args.program.clone(), account: args.account.clone() }),
            Self::Apply(args) => {
                let program = ProgramArgs { readonly: args.readonly, ..ProgramArgs::default() };
                ("apply", APPLYING, Given { program, account: args.account.clone() })
            }
            Self::Api(args) => {
                let program = ProgramArgs { readonly: args.readonly, ..ProgramArgs::default() };
                ("api", APPLYING, Given { program, account: args.account.clone() })
            }
            Self::List(args) => {
                let program = ProgramArgs { readonly: args.readonly, ..ProgramArgs::default() };
                ("list", APPLYING, Given { program, account: args.account.clone() })
            }
            Self::Login(args) => ("login", ACCOUNT, of(&args.account)),
            Self::Logout(logout) => ("logout", ACCOUNT, of(&logout.account)),
            Self::Doctor(args) => ("doctor", ACCOUNT, of(&args.account)),
            Self::Digest(args) => ("digest", ACCOUNT, of(&args.account)),
            Self::Due(args) => ("due", ACCOUNT, of(&args.account)),
            Self::Heard(args) => ("heard", ACCOUNT, of(&args.account)),
            Self::Notes { action } => ("notes", ACCOUNT, of(action.account())),
            Self::Account { .. } => ("account", &[], Given::default()),
            Self::Config { .. } => ("config", &[], Given::default()),
            Self::Paths(_) => ("paths", &[], Given::default()),
            Self::Completions { .. } => ("completions", &[], Given::default()),
            Self::Man(_) => ("man", &[], Given::default()),
        }
    }
}

/// Flags of a start, given before or after the subcommand.
///
/// # Errors
/// When a flag is given that the subcommand cannot use.
pub fn of(program: ProgramArgs, account: AccountArg, command: Option<&Command>) -> Result<Flags, Fault> {
    let before = Given { program, account };
    let Some(command) = command else { return Ok(Given::default().over(before)) };
    let (name, takes, after) = command.takes();
    if let Some(flag) = before.names().find(|flag| !takes.contains(flag)) {
        return Err(Fault::usage(format!("`parkade {name}` does not take {flag}.")));
    }
    Ok(after.over(before))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::Cli;
    use super::*;

    /// Every form of a subcommand, with the flags it takes.
    const COMMANDS: &[(&[&str], &[&str])] = &[
        (&[], ADDING),
        #[cfg(feature = "sandbox")]
        (&["demo"], PROGRAM),
        #[cfg(feature = "sandbox")]
        (&["sandbox", "--listen", "127.0.0.1:0"], &[]),
        (&["add", "names.txt"], ADDING),
        (&["apply", "plan.json"], APPLYING),
        (&["api", "get", "domains"], APPLYING),
        (&["list", "domains"], APPLYING),
        (&["login"], ACCOUNT),
        (&["logout"], ACCOUNT),
        (&["doctor"], ACCOUNT),
        (&["digest"], ACCOUNT),
        (&["due"], ACCOUNT),
        (&["notes", "export"], ACCOUNT),
        (&["account", "list"], &[]),
        (&["config", "check"], &[]),
        (&["paths"], &[]),
        (&["completions", "bash"], &[]),
        (&["man"], &[]),
    ];

    fn flags(words: &[&str]) -> Result<Flags, String> {
        let words = std::iter::once(&"parkade").chain(words);
        let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
        of(cli.program, cli.account, cli.command.as_ref()).map_err(|fault| fault.message)
    }

    #[test]
    fn every_flag_means_the_same_before_and_after_a_subcommand_or_is_refused() {
        let all: [&[&str]; 5] =
            [&["--screen", "jobs"], &["--readonly"], &["--ascii"], &["--no-animation"], &["--account", "two"]];
        for (command, takes) in COMMANDS {
            for flag in all {
                let (before, after) = ([flag, command].concat(), [command, flag].concat());
                if takes.contains(&flag[0]) {
                    let read = flags(&before).unwrap();
                    assert_ne!(read, Flags::default(), "{before:?}");
                    assert_eq!(flags(&after), Ok(read), "{after:?}");
                } else {
                    let why = format!("`parkade {}` does not take {}.", command[0], flag[0]);
                    assert_eq!(flags(&before), Err(why));
                    assert!(flags(&after).is_err(), "{after:?}");
                }
            }
        }
    }

    #[test]
    fn a_flag_after_the_subcommand_wins_and_read_only_adds_up() {
        let read = flags(&["--readonly", "--account", "one", "--screen", "mail", "add", "--account", "two"]).unwrap();
        assert_eq!((read.account.as_deref(), read.screen.as_deref(), read.readonly), (Some("two"), Some("mail"), true));
    }
}
