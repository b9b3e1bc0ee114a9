//! `parkade due`: reminders that are due, for cron and for a shell's prompt. Reads the notes and, from the cache, the
//! difference of the clocks and the subjects of the reminders.

use std::fmt::Write as _;

use serde_json::json;

use super::args::TellArgs;
use super::asked::{asked, buyer, row_of};
use super::setup::{places, told};
use super::streams::print;
use super::{Exit, Fault, Outcome};
use crate::app::launch::Flags;
use crate::base::{Zone, clean_line};
use crate::store::Subject;
use crate::store::disk::{inquiries_read, noted};
use crate::store::index::inquiries::Field;
use crate::store::notes::Notes;

/// Exits with 1 if nothing is due and with 2 on a failure, as grep does, because scripts use it as a condition.
pub fn run(args: &TellArgs, flags: &Flags) -> Outcome {
    due(args, flags).map_err(|fault| match fault.exit {
        Exit::Failure => Fault::usage(fault.message),
        _ => fault,
    })
}

fn due(args: &TellArgs, flags: &Flags) -> Outcome {
    let places = places(flags)?;
    let notes = Notes::of_rows(noted(&places).map_err(Fault::failure)?);
    let now = told(&places);
    let due = notes.due(now);
    let known = if due.is_empty() { None } else { inquiries_read(&places).ok() };
    let row = |about: &Subject| row_of(about, known.as_ref());
    if args.json {
        let rows: Vec<_> = due
            .iter()
            .map(|(about, at, record)| {
                let tags: Vec<&str> = record.tags().collect();
                let row = row(about);
                let why: Vec<String> = record.come(now).map(|(key, _)| key.text()).collect();
                json!({
                    "about": about.to_string(), "due": at.iso(), "why": why, "note": record.note(), "tags": tags,
                    "domain": row.map(|row| row.get(Field::Domain)), "buyer": row.and_then(buyer),
                })
            })
            .collect();
        print(&format!("{:#}\n", serde_json::Value::from(rows)))?;
    } else {
        let mut text = String::new();
        for (about, at, record) in &due {
            let asked = row(about).map(|row| format!("  {}", asked(row))).unwrap_or_default();
            let name = about.to_string();
            let at = at.weekday_clock(now, Zone::Local);
            let _ = write!(text, "{at}  {}{asked}", clean_line(&name));
            for words in [&record.come_words(now), record.note()].into_iter().filter(|words| !words.is_empty()) {
                let _ = write!(text, "  {words}");
            }
            text.push('\n');
        }
        print(&text)?;
    }
    Ok(if due.is_empty() { Exit::Failure } else { Exit::Success })
}
