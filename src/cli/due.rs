//! `parkade due`: the reminders that have come, for cron and for a shell's prompt. Nothing but the file of notes is read, and
//! from the cache how far the clocks are apart.

use std::fmt::Write as _;

use serde_json::json;

use super::args::TellArgs;
use super::notes::{places, told};
use super::{Exit, Fault, Outcome, print};
use crate::app::launch::Flags;
use crate::base::{Zone, clean_line};
use crate::store::disk::noted;
use crate::store::notes::Notes;

pub fn run(args: &TellArgs, flags: &Flags) -> Outcome {
    let places = places(flags)?;
    let notes = Notes::of_rows(noted(&places).map_err(Fault::failure)?);
    let now = told(&places);
    let due = notes.due(now);
    if args.json {
        let rows: Vec<_> = due
            .iter()
            .map(|(about, at, record)| {
                let tags: Vec<&str> = record.tags().collect();
                json!({ "about": about.to_string(), "due": at.iso(), "note": record.note(), "tags": tags })
            })
            .collect();
        print(&format!("{:#}\n", serde_json::Value::from(rows)))?;
    } else {
        let mut text = String::new();
        for (about, at, record) in &due {
            let about = about.to_string();
            let line = format!("{}  {}  {}", at.weekday_clock(now, Zone::Local), clean_line(&about), record.note());
            let _ = writeln!(text, "{}", line.trim_end());
        }
        print(&text)?;
    }
    // As grep does: a script asks whether there is something.
    Ok(if due.is_empty() { Exit::Failure } else { Exit::Success })
}
