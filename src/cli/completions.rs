//! `parkade completions SHELL`.

use clap::CommandFactory;

use super::{Cli, Outcome, print};

pub fn run(shell: clap_complete::Shell) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "parkade", &mut text);
    print(&String::from_utf8_lossy(&text))
}
