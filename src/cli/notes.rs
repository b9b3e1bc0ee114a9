//! `parkade notes export|import`: what the user notes as JSON, to be kept elsewhere or moved to another machine.

use std::path::Path;

use super::args::NotesAction;
use super::{Fault, Outcome, env, folders, print, say};
use crate::app::config;
use crate::app::launch::{self, Flags};
use crate::base::{Clock, Links, SystemClock, Timestamp, clean_line, reason, text_plain};
use crate::store::disk::{FirstReads, NotesDb, Places, noted, server_ahead};
use crate::store::notes::{Merge, Notes, file};
use crate::ui::text::counted;

/// The notes of 100,000 things are about 20 MB.
const LARGEST: u64 = 64 << 20;
/// Values that are named one by one.
const SHOWN: usize = 20;

pub fn run(action: &NotesAction, flags: &Flags) -> Outcome {
    match action {
        NotesAction::Export { .. } => {
            let notes = Notes::of_rows(noted(&places(flags)?).map_err(Fault::failure)?);
            print(&file::write(&notes))
        }
        NotesAction::Import { file: path, yes, .. } => import(path, *yes, flags),
    }
}

/// The files of the account that is meant; its token is not needed, so it is not asked for.
pub(super) fn places(flags: &Flags) -> Result<Places, Fault> {
    let paths = folders()?;
    let (settings, _) = config::load(&paths);
    let chosen = launch::choose(flags, &settings, env)?.ok_or_else(super::no_account)?;
    Ok(Places::new(&paths.cache, &paths.data, &chosen.name))
}

/// The present time by the service's clock, as far as the program has learnt it: what is noted is told in that.
pub(super) fn told(places: &Places) -> Timestamp {
    Timestamp(SystemClock.now().0.saturating_add(server_ahead(&FirstReads::of(places))))
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
    let Merge { added, newer, older, same } = Merge::of(&Notes::of_rows(noted(&places).map_err(Fault::failure)?), rows);
    for row in newer.iter().take(SHOWN) {
        say(&format!("  {} {} changes\n", row.about, row.key.text()));
    }
    let values = |n: usize| counted(n as u64, "value", "values");
    let unread = match damaged.len() {
        0 => String::new(),
        n => format!(", {} damaged and left out", values(n)),
    };
    let told = format!(
        "{} added, {} changed by a newer one, {} older and left out, {} the same{unread}",
        values(added.len()),
        values(newer.len()),
        values(older),
        values(same)
    );
    let rows: Vec<_> = added.into_iter().chain(newer).collect();
    if rows.is_empty() {
        return print(&format!("Nothing to import: {told}.\n"));
    }
    if !yes {
        print(&format!("{told}.\n"))?;
        return Err(Fault::usage("Nothing was written. Add --yes to import them."));
    }
    let now = SystemClock.now();
    let (mut open, notices) = NotesDb::open(&places, now).map_err(Fault::failure)?;
    for notice in &notices {
        say(&format!("parkade: {notice}\n"));
    }
    open.put(&rows, now).map_err(Fault::failure)?;
    print(&format!("Imported: {told}.\n"))
}
