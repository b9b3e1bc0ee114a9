//! `parkade notes export|import`: what the user notes as JSON, to be kept elsewhere or moved to another machine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueHint};

use super::asked::{asked, row_of};
use super::common_args::AccountArg;
use super::setup::{places, told};
use super::streams::{print, say};
use super::{Fault, Outcome};
use crate::app::launch::Flags;
use crate::base::{Clock, Links, Moment, SystemClock, Timestamp, Zone, clean_line, fit, grouped, reason, text_plain};
use crate::store::disk::{NotesDb, Places, inquiries_read, noted};
use crate::store::notes::{Key, Merge, NoteRow, Notes, file};
use crate::ui::text::counted;

/// Size of the largest file that is read, in bytes; the notes of 100,000 things are about 20 MB.
const LARGEST: u64 = 64 << 20;
/// Most values of each kind that are listed.
const SHOWN: usize = 20;
/// Most cells of a value on its line.
const WIDEST: usize = 60;

/// `parkade notes export|import`.
#[derive(Clone, Debug, Subcommand)]
pub enum NotesAction {
    /// Print everything noted as JSON
    Export {
        #[command(flatten)]
        account: AccountArg,
    },
    /// Merge the notes of a file: of two values of one thing the newer one is kept
    Import {
        /// A file that `parkade notes export` wrote
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Write them; without it only what would change is shown
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        account: AccountArg,
    },
}

impl NotesAction {
    /// Account named on the command line.
    pub fn account(&self) -> &AccountArg {
        match self {
            Self::Export { account } | Self::Import { account, .. } => account,
        }
    }
}

pub fn run(action: &NotesAction, flags: &Flags) -> Outcome {
    match action {
        NotesAction::Export { .. } => {
            let notes = Notes::of_rows(noted(&places(flags)?).map_err(Fault::failure)?);
            print(&file::write(&notes))
        }
        NotesAction::Import { file: path, yes, .. } => import(path, *yes, flags),
    }
}

fn import(path: &Path, yes: bool, flags: &Flags) -> Outcome {
    let name = path.display().to_string();
    let wrong = |why: String| Fault::usage(format!("{}: {why}", clean_line(&name)));
    let text = text_plain(path, LARGEST, Links::Follow).map_err(|error| wrong(reason(&error)))?;
    let file::Held { rows, damaged } = file::read(&text).map_err(wrong)?;
    let places = places(flags)?;
    for why in damaged.iter().take(SHOWN) {
        say(&format!("parkade: left out, {why}\n"));
    }
    let notes = Notes::of_rows(noted(&places).map_err(Fault::failure)?);
    let merge = Merge::of(&notes, rows);
    let values = |n: usize| counted(n as u64, "value", "values");
    let unread = match damaged.len() {
        0 => String::new(),
        n => format!(", {} damaged and left out", values(n)),
    };
    let counts = format!(
        "{} added, {} changed by a newer one, {} older and left out, {} the same{unread}",
        values(merge.added.len()),
        values(merge.newer.len()),
        values(merge.older.len()),
        values(merge.same)
    );
    if !yes {
        let mut text = preview(&merge, &notes, &places);
        let on = match merge.added.len() + merge.newer.len() {
            0 => "There is nothing to import.",
            _ => "Nothing was written yet. Add --yes to import them.",
        };
        let _ = writeln!(text, "{counts}.\n{on}");
        return print(&text);
    }
    let rows: Vec<_> = merge.added.into_iter().chain(merge.newer).collect();
    if rows.is_empty() {
        return print(&format!("Nothing to import: {counts}.\n"));
    }
    let now = SystemClock.now();
    let (mut open, notices) = NotesDb::open(&places, now).map_err(Fault::failure)?;
    for notice in &notices {
        say(&format!("parkade: {notice}\n"));
    }
    open.put(&rows, now).map_err(Fault::failure)?;
    print(&format!("Imported: {counts}.\n"))
}

/// Values that would be added, changed and left out, each with its subject.
fn preview(merge: &Merge, notes: &Notes, places: &Places) -> String {
    let (now, known) = (told(places), inquiries_read(places).ok());
    let value = |key: &Key, value: &str| fit(&clean_line(&told_value(key, value, now)), WIDEST).into_owned();
    let line = |row: &NoteRow| {
        let new = value(&row.key, row.value.as_deref().unwrap_or_default());
        let here = notes.of(&row.about).and_then(|record| record.get(&row.key));
        let values = match here.map(|entry| value(&row.key, &entry.value)) {
            // A tag has no value.
            _ if matches!(row.key, Key::Tag(_)) => String::new(),
            Some(old) if merge.newer.contains(row) => format!(": {old} → {new}"),
            Some(here) => format!(": {new}, here {here}"),
            None => format!(": {new}"),
        };
        let about = row.about.to_string();
        let asked = row_of(&row.about, known.as_ref()).map(|row| format!("  {}", asked(row))).unwrap_or_default();
        format!("  {}{asked}  {}{values}\n", clean_line(&about), row.key.text())
    };
    let mut text = String::new();
    for (title, rows) in
        [("Added", &merge.added), ("Changed", &merge.newer), ("Left out, because they are older", &merge.older)]
    {
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{title}:");
        text.extend(rows.iter().take(SHOWN).map(line));
        if rows.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", grouped(rows.len() as u64 - SHOWN as u64));
        }
    }
    text
}

/// Value in words: times in readable form.
fn told_value(key: &Key, value: &str, now: Timestamp) -> String {
    let clock = |text: &str| Moment::of_kept(text).map(|moment| moment.at().weekday_clock(now, Zone::Local));
    if *key == Key::Note {
        return value.to_owned();
    }
    let word = |word: &str| clock(word).unwrap_or_else(|| word.to_owned());
    clock(value).unwrap_or_else(|| value.split(' ').map(word).collect::<Vec<_>>().join(" "))
}
