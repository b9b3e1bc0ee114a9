//! `:mark` with words: rows found by a filter, or named in a file, are marked in addition to those already marked;
//! `all` marks every row shown. A screen says what a filter finds in its list and which rows a name means; the rest is
//! here.

use std::collections::HashSet;

use crate::base::clean_line;
use crate::sheets::{Slot, names};
use crate::ui::{Args, Cx, Effect, FileAsk, Outcome, Tone, World, text};

use super::ListScreen;

/// Word for every row the list shows.
const ALL: &str = "all";
/// Slot of the file with names that is being read.
const SLOT: Slot = "mark";
/// Number of names without a row that the message names.
const NAMED: usize = 3;

/// Screen whose list can be marked by words.
pub trait Marked: ListScreen {
    /// Rows found by a filter under the tab shown.
    ///
    /// # Errors
    /// A sentence when the line cannot be read, or only the service could answer it.
    fn found_by(&self, line: &str, world: &World<'_>) -> Result<HashSet<Self::Key>, String>;

    /// Rows for the words of a file, in their order; empty for an unknown word.
    fn named(&self, words: &[&str], world: &World<'_>) -> Vec<Vec<Self::Key>>;
}

/// Runs `:mark bin:none age:>30d`, `:mark all`, `:mark from names.txt` and `:mark`.
pub fn run<S: Marked>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let line = args.text.trim();
    if line.is_empty() {
        return cx.done(Effect::Run("table.mark", Args::default()));
    }
    if args.words.first().is_some_and(|word| word == "from") {
        let path = args.path(1);
        if path.is_empty() {
            return Outcome::Refused("Usage: :mark from FILE".to_owned());
        }
        let before = cx.world.store.files().text(SLOT).map_or(0, |(number, _)| *number);
        screen.list_mut().marking_after = Some(before);
        return cx.done(Effect::File(FileAsk::Text { slot: SLOT, path }));
    }
    let hits: Vec<S::Key> = if line == ALL {
        screen.list().table().ids().to_vec()
    } else {
        match screen.found_by(line, &cx.world) {
            Ok(found) => screen.list().table().ids().iter().filter(|key| found.contains(key)).copied().collect(),
            Err(why) => return Outcome::Refused(why),
        }
    };
    if hits.is_empty() {
        return Outcome::Refused(format!("Nothing in this list matches “{}”.", clean_line(line)));
    }
    let rows = hits.len() as u64;
    let table = screen.list_mut().table_mut();
    table.mark_also(hits);
    cx.toast(Tone::Info, told(rows, table.marked(), &[]));
    Outcome::Done
}

/// Marks the rows of the requested file, once it was read.
pub fn unprompted<S: Marked>(screen: &mut S, cx: &mut Cx<'_>) {
    let Some(after) = screen.list_mut().marking_after else { return };
    let Some((number, read)) = cx.world.store.files().text(SLOT) else { return };
    if *number <= after {
        return;
    }
    screen.list_mut().marking_after = None;
    match read {
        Ok(read) => take(screen, read, cx),
        Err(why) => cx.toast(Tone::Warn, why.clone()),
    }
}

fn take<S: Marked>(screen: &mut S, read: &str, cx: &mut Cx<'_>) {
    let words = names::words(read);
    if words.is_empty() {
        return cx.toast(Tone::Warn, "The file is empty.");
    }
    let named = screen.named(&words, &cx.world);
    let table = screen.list_mut().table_mut();
    let rows: HashSet<&S::Key> = table.ids().iter().collect();
    let mut hits = HashSet::new();
    let mut missing = Vec::new();
    for (word, keys) in words.iter().zip(named) {
        let before = missing.len();
        missing.push(*word);
        for key in keys.into_iter().filter(|key| rows.contains(key)) {
            hits.insert(key);
            missing.truncate(before);
        }
    }
    let count = hits.len() as u64;
    table.mark_also(hits);
    let words = told(count, table.marked(), &missing);
    cx.toast(if count > 0 { Tone::Info } else { Tone::Warn }, words);
}

/// Message on the marked rows: `41 rows marked, 43 in all. 2 names are not in this list: a.com, b.com`
fn told(rows: u64, all: u64, missing: &[&str]) -> String {
    let marked = match rows {
        0 => "Nothing marked.".to_owned(),
        rows if rows == all => format!("{} marked.", text::counted(rows, "row", "rows")),
        rows => format!("{} marked, {} in all.", text::counted(rows, "row", "rows"), text::grouped(all)),
    };
    if missing.is_empty() {
        return marked;
    }
    let some: Vec<_> = missing.iter().take(NAMED).map(|word| clean_line(word)).collect();
    let more = if missing.len() > NAMED { " …" } else { "" };
    let not = text::counted(missing.len() as u64, "name is", "names are");
    format!("{marked} {not} not in this list: {}{more}", some.join(", "))
}
