//! A program that prints a token, run without a shell.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::{HIDDEN_FROM_CHILDREN, SecretError};
use crate::app::config::Words;
use crate::app::terminal;
use crate::base::reason;

/// Time a program may take, long enough to type the password of a password store.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Time after which a message says that the program is waited for.
const SILENT: Duration = Duration::from_secs(3);
/// Most bytes read of the program's output, more than any token has.
const LONGEST: u64 = 64 * 1024;

/// First line that a program prints. Its standard error goes to the terminal, with questions and complaints.
///
/// # Errors
/// When the program cannot be started, fails, prints nothing, or does not end in time. Its output is never repeated.
pub fn first_line(words: &Words, patience: Duration) -> Result<String, SecretError> {
    let program = crate::base::clean_line(&words.0[0]).into_owned();
    let mut command = Command::new(&words.0[0]);
    command.args(&words.0[1..]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    for name in HIDDEN_FROM_CHILDREN {
        command.env_remove(name);
    }
    let failed = |why: String| SecretError(format!("The command {program} for the token {why}."));
    let mut child = command.spawn().map_err(|e| failed(format!("cannot be started: {}", reason(&e))))?;
    let Some(output) = child.stdout.take() else { return Err(failed("has no output".to_owned())) };
    let (tx, rx) = mpsc::channel();
    // Read on a thread, because a program that never ends must not block this one.
    let reader = move || {
        let mut text = Vec::new();
        let read = output.take(LONGEST).read_to_end(&mut text);
        let _ = tx.send(read.map(|_| text));
    };
    std::thread::Builder::new()
        .name("token".into())
        .spawn(reader)
        .map_err(|e| failed(format!("failed: {}", reason(&e))))?;
    let soon = rx.recv_timeout(patience.min(SILENT));
    if soon.is_err() && patience > SILENT && !terminal::is_held() {
        // A failure is ignored: the terminal may be gone.
        let _ = writeln!(std::io::stderr(), "Waiting for the command {program} to print the token.");
    }
    let text = match soon.or_else(|_| rx.recv_timeout(patience.saturating_sub(SILENT))) {
        Ok(Ok(text)) => text,
        Ok(Err(e)) => return Err(failed(format!("cannot be read: {}", reason(&e)))),
        Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(failed(format!("did not end within {} seconds", patience.as_secs())));
        }
    };
    let status = child.wait().map_err(|e| failed(format!("failed: {}", reason(&e))))?;
    if !status.success() {
        return Err(failed(match status.code() {
            Some(code) => format!("ended with exit code {code}"),
            None => "was killed".to_owned(),
        }));
    }
    let text = String::from_utf8(text).map_err(|_| failed("printed something that is not text".to_owned()))?;
    match text.lines().next().map(str::trim) {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(failed("printed nothing on its first line".to_owned())),
    }
}
