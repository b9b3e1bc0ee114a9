//! All that is known of one row, as a page of text: both spellings of a name, whole notices, every time in full.

use crate::api::Seen;
use crate::api::types::{Export, Import};
use crate::base::{Timestamp, Zone, words_of};
use crate::store::Entry;
use crate::store::lists::jobs::{Known, Line, LineKey, Only};
use crate::ui::widgets::json;
use crate::ui::{Role, Sheet, World, text};

use super::{changed, journal, words};

/// Over what the service sent.
const AS_SENT: &str = "As the service sent it";
/// Things a write has done that are listed one by one.
const LISTED: usize = 200;

/// A page of labelled values; what is empty reads `—`.
struct Facts {
    lines: Vec<(Role, String)>,
    zone: Zone,
}

impl Facts {
    fn say(&mut self, label: &str, value: impl Into<String>) {
        let value = value.into();
        let (role, value) = if value.is_empty() { (Role::Dim, text::NONE.to_owned()) } else { (Role::Text, value) };
        self.lines.push((role, format!("{label:<12}\t{value}")));
    }

    fn time(&mut self, label: &str, at: &Seen<Timestamp>, without: &str) {
        let words = at.copied().map_or_else(|| without.to_owned(), |at| at.full(self.zone));
        self.say(label, words);
    }

    fn count(&mut self, label: &str, count: &Seen<i64>) {
        self.say(label, words::count(count).map(text::grouped).unwrap_or_default());
    }
}

/// The sheet without what the service sent, and without the blank line before that.
pub fn in_short(mut sheet: Sheet) -> Sheet {
    let end = sheet.lines.iter().position(|(_, words)| words == AS_SENT);
    sheet.lines.truncate(end.map_or(sheet.lines.len(), |end| end.saturating_sub(1)));
    sheet
}

/// Facts of an import.
pub fn import(known: &Known<Import>, world: &World<'_>) -> Sheet {
    let import = known.job();
    let mut facts = Facts { lines: Vec::new(), zone: world.zone };
    facts.say("Status", words::import_status(known, world.now).0);
    facts.say("Made of", words::data(import));
    facts.say("Progress", import.progress.copied().map(|share| format!("{:.1} %", share * 100.0)).unwrap_or_default());
    facts.count("New", &import.new_count);
    facts.count("Updated", &import.update_count);
    facts.count("Ignored", &import.ignore_count);
    facts.count("Warnings", &import.warning_count);
    facts.count("Errors", &import.error_count);
    facts.time("Queued", &import.queue_date, "");
    facts.time("Started", &import.start_date, "not yet");
    facts.time("Finished", &import.finish_date, "not yet");
    quiet(&mut facts, known.is_quiet(world.now));
    let mut changes = changed::lines(world.store, import.import_id);
    let shown: Vec<_> = changes.by_ref().take(LISTED).collect();
    if !shown.is_empty() {
        facts.lines.push((Role::Text, String::new()));
        facts.lines.push((Role::Accent, "Values it was sent to change · b sets them back".to_owned()));
        facts.lines.extend(shown.into_iter().map(|(name, change)| (Role::Text, format!("{name}\t{change}"))));
        let more = changes.count();
        facts.lines.extend((more > 0).then(|| (Role::Dim, format!("and {} more", text::grouped(more)))));
    }
    raw(&mut facts, &known.row.raw);
    Sheet { title: format!("Import {}", import.import_id), lines: facts.lines }
}

/// Facts of an export.
pub fn export(known: &Known<Export>, world: &World<'_>) -> Sheet {
    let export = known.job();
    let mut facts = Facts { lines: Vec::new(), zone: world.zone };
    facts.say("Status", words::export_state(known, world.now).0);
    facts.say("Holds", words::holds(export));
    let filters = words::filters(export);
    facts.say("Only", if filters.is_empty() { "everything".to_owned() } else { filters });
    facts.say("Progress", export.progress.copied().map(|share| format!("{:.1} %", share * 100.0)).unwrap_or_default());
    facts.count("Rows", &export.total_fetched);
    facts.count("Expected", &export.total_expected);
    facts.say("Size", words::count(&export.total_bytes).map(text::bytes).unwrap_or_default());
    facts.say("File", export.file_name.get().map(|name| name.line().into_owned()).unwrap_or_default());
    facts.time("Queued", &export.queue_date, "");
    facts.time("Started", &export.start_date, "not yet");
    facts.time("Finished", &export.finish_date, "not yet");
    if let Some(at) = words::expires(export) {
        facts.say("Kept until", at.full(world.zone));
    }
    if let Some(why) = export.error_message.get() {
        facts.say("Reason", why.line());
    }
    quiet(&mut facts, known.is_quiet(world.now));
    raw(&mut facts, &known.row.raw);
    Sheet { title: format!("Export {}", export.export_id), lines: facts.lines }
}

/// Facts of a write: the service's answers call by call, and the state of each thing.
pub fn write(entry: &Entry, world: &World<'_>) -> Sheet {
    let store = world.store;
    let mut facts = Facts { lines: Vec::new(), zone: world.zone };
    facts.say("Asked", entry.at.full(world.zone));
    facts.say("Outcome", entry.outcome(store.inquiries()));
    facts.say("Undo", store.journal().way_back(entry, &store.grounds()));
    for answer in &entry.answers {
        facts.lines.push((Role::Text, String::new()));
        facts.lines.push((Role::Accent, format!("One call, {}", answer.at.full(world.zone))));
        let number = |count: Option<i64>| count.map(|count| text::grouped(count.unsigned_abs())).unwrap_or_default();
        facts.say("Asked for", text::grouped(answer.asked as u64));
        facts.say("Matched", number(answer.matched));
        let applied = if answer.queued { "queued by the service".to_owned() } else { number(answer.applied) };
        facts.say("Applied", applied);
        facts.say("Not found", text::grouped(answer.not_found.len() as u64));
    }
    facts.lines.push((Role::Text, String::new()));
    // Things that need a look come first and in full; of the others a sample.
    let (done, other): (Vec<_>, Vec<_>) = entry.targets.iter().partition(|target| target.state.applied());
    let mut other = other;
    other.sort_by_key(|target| target.state.fate());
    let more = done.len().saturating_sub(LISTED);
    for target in other.into_iter().chain(done.into_iter().take(LISTED)) {
        let evidence = if target.evidence.is_empty() { String::new() } else { format!(": {}", target.evidence) };
        let (words, role) = journal::target_words(target.state);
        facts.lines.push((role, format!("{:<12}\t{}{evidence}", words, store.name_of(&target.subject))));
    }
    if more > 0 {
        facts.lines.push((Role::Dim, format!("and {} more done", text::grouped(more as u64))));
    }
    Sheet { title: journal::what(entry, store), lines: facts.lines }
}

/// Facts of a line of an import.
pub fn line(key: LineKey, line: &Line, zone: Zone) -> Sheet {
    let mut facts = Facts { lines: Vec::new(), zone };
    facts.say("Domain", line.domain().map_or_else(|| words::domain(line).0, |name| name.both()));
    facts.say("Outcome", words::outcome(line, Only::All).0);
    facts.say("Adding", words_of(line.approve.as_deref().unwrap_or_default()));
    facts.say("Verifying", words_of(line.verify.as_deref().unwrap_or_default()));
    facts.lines.push((Role::Text, String::new()));
    if let Some(notice) = &line.notice {
        facts.lines.extend(notice.block().lines().map(|words| (Role::Text, words.to_owned())));
    } else {
        facts.lines.push((Role::Dim, "The service sent no message.".to_owned()));
    }
    if let Some(next) = words::next_step(line) {
        facts.lines.extend([(Role::Text, String::new()), (Role::Text, next.to_owned())]);
    }
    Sheet { title: if key.line > 0 { format!("Line {}", key.line) } else { "A line".to_owned() }, lines: facts.lines }
}

fn quiet(facts: &mut Facts, quiet: bool) {
    if quiet {
        let words = "Still running, without progress for a while; checked every 5 minutes.";
        facts.lines.push((Role::Dim, words.to_owned()));
    }
}

fn raw(facts: &mut Facts, raw: &str) {
    facts.lines.push((Role::Text, String::new()));
    facts.lines.push((Role::Dim, AS_SENT.to_owned()));
    facts.lines.extend(json::plain(raw));
}
