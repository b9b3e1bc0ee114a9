//! Standard input, output and error of a command.

use std::io::{IsTerminal, Read};

use super::exit::{Exit, Fault, Outcome};
use crate::base::{Links, clean_block, clean_line, reason, text_plain};

/// Writes data to standard output, cleaned as [`say`] does. A reader that has ended (`| head`) is not an error.
pub fn print(text: &str) -> Outcome {
    print_clean(clean_block(text).as_bytes())
}

/// Writes clean bytes to standard output unchanged, including the tabs between values.
pub fn print_clean(bytes: &[u8]) -> Outcome {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Exit::Success),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(e) => Err(Fault::failure(format!("Standard output cannot be written: {}.", reason(&e)))),
    }
}

/// Writes a sentence to standard error, cleaned, because it may contain names and contents of files. Unlike
/// `eprintln!`, it does not panic if the terminal is gone.
pub fn say(text: &str) {
    use std::io::Write;
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(clean_block(text).as_bytes()).and_then(|()| err.flush());
}

/// Fails if nobody can answer a question; `else_use` says what to do instead.
pub fn needs_terminal(else_use: &str) -> Result<(), Fault> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if asks { Ok(()) } else { Err(Fault::usage(format!("No terminal to confirm on: {else_use}."))) }
}

/// Line typed as the answer to a question, in lower case.
pub fn answer(question: &str) -> Result<String, Fault> {
    say(question);
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().to_lowercase())
}

/// True when a question is answered with yes.
pub fn is_yes(question: &str) -> Result<bool, Fault> {
    Ok(matches!(answer(&format!("{question} [y/N] "))?.as_str(), "y" | "yes"))
}

/// Text of a file, or of standard input for `-`.
///
/// # Errors
/// A sentence why it cannot be read.
pub fn text(path: &str) -> Result<String, String> {
    /// Size of the largest text that is read, in bytes; a plan of 100,000 changes is about 20 MB.
    const LARGEST: u64 = 64 << 20;
    let cannot = |error| format!("{} cannot be read: {}.", clean_line(path), reason(&error));
    if path != "-" {
        // Only regular files are read, because a pipe nobody writes to would block.
        return text_plain(path.as_ref(), LARGEST, Links::Follow).map_err(cannot);
    }
    let mut text = String::new();
    std::io::stdin().lock().take(LARGEST).read_to_string(&mut text).map_err(cannot)?;
    Ok(text)
}
