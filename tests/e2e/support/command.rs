//! Runs of the program without a terminal: arguments in, output and exit code out.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::home::Home;

/// Result of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `home` with these arguments and further variables, and waits for its end.
pub fn run(home: &Home, arguments: &[&str], extra: &[(&str, &str)]) -> Ran {
    Running::start(home, arguments, extra).ends()
}

/// Runs the program with these lines on standard input.
pub fn run_with(home: &Home, arguments: &[&str], input: &str) -> Ran {
    let mut running = Running::between(home, arguments, &[], Stdio::piped(), Stdio::piped());
    let mut stdin = running.0.stdin.take().expect("its input is piped");
    // A program that reads no input has closed it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    running.ends()
}

/// Runs the program with its standard output going into a file or device.
pub fn run_into(home: &Home, arguments: &[&str], extra: &[(&str, &str)], output: File) -> Ran {
    Running::between(home, arguments, extra, Stdio::null(), output.into()).ends()
}

/// Run that is not over.
pub struct Running(Child);

impl Running {
    /// Starts the program as [`run`] does.
    pub fn start(home: &Home, arguments: &[&str], extra: &[(&str, &str)]) -> Self {
        Self::between(home, arguments, extra, Stdio::null(), Stdio::piped())
    }

    /// Starts the program with other standard input and output.
    fn between(home: &Home, arguments: &[&str], extra: &[(&str, &str)], input: Stdio, output: Stdio) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_parkade"))
            .args(arguments)
            .env_clear()
            .envs(home.environment())
            .envs(extra.iter().copied())
            .stdin(input)
            .stdout(output)
            .stderr(Stdio::piped())
            .spawn();
        Self(child.expect("the program can be run"))
    }

    /// Waits until its standard error contains these words.
    pub fn wait_says(&mut self, words: &str) {
        let stderr = self.0.stderr.as_mut().expect("its standard error is piped");
        let (mut said, mut byte) = (Vec::new(), [0]);
        // Read byte by byte, so that the rest is left for `ends`.
        while stderr.read(&mut byte).expect("it can be read") > 0 {
            said.extend(byte);
            if said.ends_with(words.as_bytes()) {
                return;
            }
        }
        panic!("“{words}” was not said, but: {}", String::from_utf8_lossy(&said));
    }

    /// Sends the program a signal.
    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("it still runs");
    }

    /// Waits for the end of the program; the code is -1 if a signal ended it.
    pub fn ends(self) -> Ran {
        let Output { status, stdout, stderr } = self.0.wait_with_output().expect("it can be waited for");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Ran { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
    }
}
