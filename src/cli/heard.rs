//! `parkade heard`: notes that a buyer has answered by mail, found by the inquiry's reference, the buyer's address,
//! or the message itself, as a mail filter passes it on.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Read as _};

use super::args::HeardArgs;
use super::asked::asked;
use super::setup::{places, told};
use super::streams::{print, say};
use super::{Exit, Fault, Outcome};
use crate::app::launch::Flags;
use crate::base::{Clock, Id, MailAddress, SystemClock, address_in, clean_line, reason};
use crate::mime;
use crate::store::disk::{NotesDb, inquiries_read, noted};
use crate::store::index::inquiries::{Chunks, Compact, Field};
use crate::store::notes::Notes;

/// Most bytes read of a message, whose subject and sender are at its beginning.
const LARGEST: u64 = 16 << 20;

/// Description of the buyer who answered.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    /// Reference, number of an inquiry, or address, as typed.
    Named(String),
    /// Message: its subject and text, and the sender's address.
    Message { text: String, from: Option<String> },
}

pub fn run(args: &HeardArgs, flags: &Flags) -> Outcome {
    let heard = match &args.reference {
        Some(named) => Heard::Named(named.trim().to_owned()),
        None => message()?,
    };
    let places = places(flags)?;
    let known = inquiries_read(&places).map_err(Fault::failure)?;
    let found = of(&known, &heard);
    if found.is_empty() {
        return Err(Fault::new(Exit::Failure, unknown(&heard, &known)));
    }
    let now = SystemClock.now();
    let notes = Notes::of_rows(noted(&places).map_err(Fault::failure)?);
    let (mut open, notices) = NotesDb::open(&places, now).map_err(Fault::failure)?;
    for notice in &notices {
        say(&format!("parkade: {notice}\n"));
    }
    let ids: Vec<_> = found.iter().map(|row| row.id).collect();
    open.put(&notes.heard_of(&ids, told(&places)), now).map_err(Fault::failure)?;
    let mut text = String::new();
    for row in found {
        let _ = writeln!(text, "{}: it is your turn.", asked(row));
    }
    print(&text)
}

/// Message on standard input.
fn message() -> Result<Heard, Fault> {
    let usage = "Give a reference, the number of an inquiry or an address, or a message on standard input.";
    let mut input = std::io::stdin().lock();
    if input.is_terminal() {
        return Err(Fault::usage(usage));
    }
    let mut raw = Vec::new();
    let read = input.by_ref().take(LARGEST).read_to_end(&mut raw);
    read.map_err(|error| Fault::failure(format!("Standard input cannot be read: {}.", reason(&error))))?;
    if raw.is_empty() {
        return Err(Fault::usage(usage));
    }
    Ok(of_message(&mime::read(&raw)))
}

fn of_message(message: &mime::Message) -> Heard {
    let header = |name: &str| message.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
    let mut text = header("Subject").map_or_else(String::new, |header| header.value.clone());
    for line in message.bodies.iter().flat_map(|body| &body.lines) {
        text.push('\n');
        text.push_str(&line.text);
    }
    let from = header("From").and_then(|header| address_in(&header.value));
    Heard::Message { text, from: from.map(|from| from.to_lowercase()) }
}

/// Inquiries that are meant: those whose references are in a message, else those from its address.
fn of<'a>(known: &'a Chunks, heard: &Heard) -> Vec<&'a Compact> {
    let all = || known.iter().map(|(row, ..)| row);
    let from = |address: &str| all().filter(|row| row.get(Field::Email).eq_ignore_ascii_case(address)).collect();
    match heard {
        Heard::Named(named) if MailAddress::parse(named).is_ok() => from(named),
        Heard::Named(named) if named.is_empty() => Vec::new(),
        Heard::Named(named) => {
            let id = named.parse().ok().map(Id::new);
            let meant = |row: &&Compact| Some(row.id) == id || row.get(Field::Reference).eq_ignore_ascii_case(named);
            all().filter(meant).collect()
        }
        Heard::Message { text, from: address } => {
            let words: BTreeSet<String> = text
                .split(|c: char| c.is_whitespace() || "[]()<>,;:\"'".contains(c))
                .map(|word| word.trim_end_matches(['.', '!', '?']).to_lowercase())
                .collect();
            let named = |row: &&Compact| words.contains(&row.get(Field::Reference).to_lowercase());
            let named: Vec<_> = all().filter(|row| !row.get(Field::Reference).is_empty()).filter(named).collect();
            if named.is_empty() { address.as_deref().map_or_else(Vec::new, from) } else { named }
        }
    }
}

/// Sentence about an unknown buyer: what was given, why nobody was found, what to do.
fn unknown(heard: &Heard, known: &Chunks) -> String {
    let way = if known.is_empty() {
        "No inquiries were read on this computer yet: start parkade once."
    } else {
        "Start parkade to read newer inquiries, or give the number of the inquiry."
    };
    match heard {
        Heard::Named(named) => {
            format!("“{}” is not the reference, number or address of a known inquiry. {way}", clean_line(named))
        }
        Heard::Message { from, .. } => {
            let sender = match from.as_deref().map(clean_line) {
                Some(from) => format!(", and none came from its sender, {from}"),
                None => " and no sender: it has no From line with an address".to_owned(),
            };
            format!("The message names no reference of a known inquiry{sender}. {way}")
        }
    }
}

#[cfg(test)]
#[path = "heard_tests.rs"]
mod tests;
