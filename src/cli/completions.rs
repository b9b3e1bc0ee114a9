//! `parkade completions SHELL`: subcommands, options, and the words options take: screens, accounts, choices, files.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::list::ListedArg;
use super::setup::folders;
use super::streams::print;
use super::{Cli, Outcome, list};
use crate::app::config;

pub fn run(shell: Shell) -> Outcome {
    // Add the present accounts. A shell that makes its completions at its start then knows all of them.
    let accounts = folders().map(|paths| config::load(&paths).0.accounts).unwrap_or_default();
    print(&script(shell, accounts.into_iter().map(|account| account.name).collect()))
}

/// The completions with these accounts.
pub(super) fn script(shell: Shell, accounts: Vec<String>) -> String {
    let plain = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let accounts = accounts.into_iter().filter(plain).collect();
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_words(Cli::command(), &lists(accounts)), "parkade", &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    if shell == Shell::Bash { with_files(&text) } else { text }
}

/// Argument of the definitions, with the words it takes.
type List = (&'static str, Vec<String>);

fn lists(accounts: Vec<String>) -> Vec<List> {
    let owned = |names: &mut dyn Iterator<Item = &'static str>| names.map(str::to_owned).collect();
    let screens = owned(&mut crate::screens::ALL.iter().filter(|def| def.key != ' ').map(|def| def.id));
    let subcommands = Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let columns: BTreeSet<String> = ListedArg::value_variants().iter().flat_map(|what| list::columns(*what)).collect();
    let columns = ("columns", columns.into_iter().collect());
    let lists = [("screen", screens), ("name", accounts), ("about", subcommands), columns].into_iter();
    #[cfg(feature = "sandbox")]
    let lists = {
        use crate::sandbox::{FAULT_KINDS, Feature, LIKE_CHOICES};
        lists.chain([
            ("without", owned(&mut Feature::names())),
            ("like", owned(&mut LIKE_CHOICES.iter().map(|(name, _)| *name))),
            ("faults", owned(&mut FAULT_KINDS.iter().map(|(name, _)| *name))),
        ])
    };
    lists.collect()
}

/// Command whose arguments have lists of words, only for the completions: the program checks the words itself, with
/// sentences of its own.
fn with_words(command: Command, lists: &[List]) -> Command {
    let command = command.mut_args(|arg| {
        let list = lists.iter().find(|(id, words)| arg.get_id() == id && !words.is_empty());
        match list {
            Some((_, words)) => arg.value_parser(PossibleValuesParser::new(words)),
            None => arg,
        }
    });
    command.mut_subcommands(|sub| with_words(sub, lists))
}

/// Script for bash that offers options only after `-`, so that file names can be completed.
fn with_files(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut section = "";
    for line in script.lines() {
        if let Some(name) = line.trim_start().strip_suffix(')').filter(|name| name.starts_with("parkade")) {
            section = name;
        }
        let takes_file = ["parkade__subcmd__add", "parkade__subcmd__apply"].contains(&section);
        let line = match line {
            _ if !takes_file => line,
            // Complete file names if nothing else is offered.
            "            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )" => continue,
            line if line.contains("|| ${COMP_CWORD} -eq 2 ]]") => "            if [[ ${cur} == -* ]] ; then",
            line => line,
        };
        text.push_str(line);
        text.push('\n');
    }
    text
}
