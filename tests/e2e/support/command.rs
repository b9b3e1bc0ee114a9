//! One run of the program without a terminal: arguments in, what it says and its exit code out.

use std::process::{Command, Stdio};

use super::home::Home;

/// What a run came to.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `home` with these arguments and further variables, and waits for its end.
pub fn run(home: &Home, arguments: &[&str], extra: &[(&str, &str)]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_parkade"))
        .args(arguments)
        .env_clear()
        .envs(home.environment())
        .envs(extra.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program can be run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}
