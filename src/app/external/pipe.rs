//! The user's own commands that read a message: run without a shell, with the words as typed; their output is
//! cleaned.

use std::io::{Read as _, Write as _};
use std::process::Stdio;
use std::thread;

use super::opener::ended;
use super::{command, named};
use crate::base::{clean_block, reason};

/// Bytes of a command's output that are kept.
const MOST: u64 = 64 * 1024;

/// Runs a command with `input` on its standard input, on a thread of its own. `then` gets its name and output, or
/// half a sentence why it failed.
///
/// # Errors
/// Half a sentence when no thread can be started; `then` is not called.
pub fn pipe(
    words: Vec<String>,
    input: Vec<u8>,
    then: impl FnOnce(Result<(String, String), String>) + Send + 'static,
) -> Result<(), String> {
    let started = thread::Builder::new().name("pipe".to_owned()).spawn(move || then(run(&words, input)));
    started.map(drop).map_err(|error| format!("it could not be started: {}", reason(&error)))
}

/// Runs a command to its end.
pub(super) fn run(words: &[String], input: Vec<u8>) -> Result<(String, String), String> {
    let name = named(&words[0]);
    let cannot = |error: &std::io::Error| format!("{name} could not be started: {}", reason(error));
    let mut command = command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| cannot(&error))?;
    let stdin = child.stdin.take();
    // Write on a thread: a command that reads no input must not block this one. Its end closes the pipe.
    let writer = thread::Builder::new().name("pipe-input".to_owned());
    let written = writer.spawn(move || stdin.map_or(Ok(()), |mut stdin| stdin.write_all(&input)));
    written.map_err(|error| cannot(&error))?;
    let mut said = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        let _ = stdout.take(MOST).read_to_end(&mut said);
    }
    ended(&name, child.wait().map(Some))?;
    let said = clean_block(&String::from_utf8_lossy(&said)).trim_end().to_owned();
    Ok((name, said))
}
