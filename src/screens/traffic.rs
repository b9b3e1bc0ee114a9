//! Visits of a domain by day, with its changes on the same time axis, for its own page and beside a list.

use std::time::Duration;

use crate::api::insights::Domain as Report;
use crate::api::replies::Answered;
use crate::api::types::DomainReport;
use crate::api::{Request, domains, insights, settings};
use crate::base::{DomainName, Timestamp, Zone};
use crate::client::Lane;
use crate::store::index::inquiries::COVER;
use crate::store::lists::visits::DAYS;
use crate::store::notes::Key;
use crate::store::shown::versions;
use crate::store::shown::versions::Row;
use crate::store::{Loaded, Subject, Wants};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World, chart, text};

const DAY: i64 = 86_400;
/// Age from which a date is shown as month and year only.
const YEAR: i64 = 300 * DAY;
/// Days of the longer report that also has the days before.
const LONGER: u32 = 90;
/// Days between a day and the earlier day it is compared with: whole weeks, so that their weekdays are equal.
const SHIFT: u32 = DAYS.next_multiple_of(7);
/// Number of items listed in a part, such as changes or inquiries; its key leads to the rest.
pub const FEW: usize = 4;
/// Time a domain must rest in front before its reports are requested.
pub const REST: Duration = Duration::from_millis(400);
/// Time for which traffic is used without reading it again.
pub const FRESH: Duration = Duration::from_secs(60 * 60);

fn report(name: &DomainName, days: u32) -> Report {
    Report { name: name.clone(), days: Some(days), verified: Some(true) }
}

/// Wants the visits of a domain once it rests in front, as far as the token may read them.
pub fn want(name: &DomainName, world: &World<'_>, wants: &mut Wants) {
    if world.store.session().missing_for(insights::Domain::ENDPOINT).is_none() {
        let want = wants.want(&report(name, DAYS), Lane::Ahead);
        (want.after, want.fresh_for) = (REST, FRESH);
    }
}

/// Wants the domain's newest versions, and those of the account, which tell in which currency a domain's prices were.
pub fn want_events(name: &DomainName, world: &World<'_>, wants: &mut Wants) {
    let session = world.store.session();
    if session.missing_for(domains::SettingsHistory::ENDPOINT).is_some() {
        return;
    }
    let want = wants.want(&versions::of_domain(name, 1), Lane::Ahead);
    (want.after, want.fresh_for) = (REST, FRESH);
    if session.missing_for(settings::History::ENDPOINT).is_none() {
        let want = wants.want(&versions::of_account(1), Lane::Ahead);
        (want.after, want.fresh_for) = (REST, FRESH);
    }
}

/// Heading with words on the total, and the key that leads to it.
pub fn heading(title: &str, words: &str, key: &str) -> [Part; 2] {
    let pieces = [(Role::Accent, title.to_owned()), (Role::Dim, format!("  {key}  ")), (Role::Text, words.to_owned())];
    [Part::Blank, Part::Facts(pieces.into())]
}

/// Words for why a figure is missing.
pub fn unknown<T>(loaded: &Loaded<'_, T>) -> String {
    match loaded.failure {
        Some(failure) => format!("{} {}", text::NONE, notice::failure_words(failure).0),
        None if loaded.loading => "being read".to_owned(),
        None => "not read".to_owned(),
    }
}

/// Change of the domain, with its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub at: Timestamp,
    pub words: String,
}

/// Changes of the domain's settings by anyone, and the note about the domain, newest first.
pub fn events(name: &DomainName, world: &World<'_>) -> Vec<Event> {
    let rows = versions::of_name(name, world.store);
    let words = |row: &Row| row.words(world.store).join(" · ");
    let changes = rows.iter().filter_map(|row| Some(Event { at: row.date?, words: words(row) }));
    let record = world.store.notes().of(&Subject::domain(name));
    let note = record.and_then(|record| record.get(&Key::Note)).map(|entry| {
        let words = if world.store.session().redact { COVER } else { &*entry.value };
        Event { at: entry.at, words: format!("note: {words}") }
    });
    let mut events: Vec<Event> = changes.chain(note).collect();
    events.sort_by_key(|event| std::cmp::Reverse(event.at));
    events
}

/// Visits of the [`DAYS`] days up to `last`, as far as a report has them.
fn by_day(report: Option<&Answered<DomainReport>>, last: i64) -> [Option<u32>; DAYS as usize] {
    let slots = report.and_then(|report| report.value.chart.get()?.slots.get());
    let mut days = [None; DAYS as usize];
    for slot in slots.into_iter().flat_map(|slots| &slots.0) {
        // A count that cannot be read leaves its day unknown.
        let hits = slot.hits.copied().and_then(|hits| u32::try_from(hits).ok());
        if let Some((place, hits)) = slot.ts.copied().and_then(|at| place_of(at, last)).zip(hits) {
            *days[place].get_or_insert(0) += hits;
        }
    }
    days
}

/// Parts with visits by day, and below them at most `rows` changes on the same time axis.
pub fn visits(name: &DomainName, rows: usize, look: &Look<'_>) -> Vec<Part> {
    visits_in(name, rows, 1, look)
}

/// As [`visits`], with bars of `high` rows.
pub fn visits_in(name: &DomainName, rows: usize, high: usize, look: &Look<'_>) -> Vec<Part> {
    let world = &look.world;
    let loaded = world.store.query(&report(name, DAYS));
    let today = world.now.0.div_euclid(DAY);
    let days = by_day(loaded.value, today);
    // The days before are shown if a longer report was read, whoever asked for it, and only if it has all of them.
    let longer = world.store.query(&report(name, LONGER)).value;
    let past = by_day(longer, today - i64::from(SHIFT));
    let past = Some(past).filter(|past| past.iter().all(Option::is_some));
    let most = days.iter().flatten().max().copied().unwrap_or(0);
    let sum = loaded.value.and_then(|report| report.value.visitors.copied());
    let before = loaded.value.and_then(|report| report.value.trends.get()?.get("visitors")?.previous.copied());
    let words = sum.map(|visits| {
        let before = before.map(|before| format!(" · {} before", text::grouped(before as usize)));
        let peak = if most > 0 { format!(" · peak {}", text::grouped(most)) } else { String::new() };
        format!("{} in {DAYS} days (UTC){}{peak}", text::grouped(visits.unsigned_abs()), before.unwrap_or_default())
    });
    let words = words.unwrap_or_else(|| unknown(&loaded));
    let mut parts: Vec<Part> = heading("Visits", &words, "g v").into();
    let events = events(name, world);
    let inside: Vec<usize> = events.iter().filter_map(|event| place_of(event.at, today)).collect();
    if days.iter().any(Option::is_some) {
        let highest = past.iter().flatten().flatten().copied().chain([most]).max().unwrap_or(most);
        // Both windows share the rows, so that their bars can be compared.
        let high = if past.is_some() { high.div_ceil(2) } else { high };
        // More rows than the most visits of a day would show nothing more.
        let high = high.min(highest as usize).max(1);
        parts.extend(bars(&days, highest, high, Role::Accent, "", look));
        if !inside.is_empty() {
            parts.push(Part::Line(vec![(Role::Warn, marks(&inside, look))]));
        }
        if let Some(past) = past {
            parts.extend(bars(&past, highest, high, Role::Dim, &format!("  {SHIFT} days before"), look));
        }
    }
    parts.extend(loaded.value.filter(|_| rows > FEW && sum > Some(0)).and_then(|report| what_they_did(&report.value)));
    if !events.is_empty() {
        // No key is named, because not every screen with these parts has one for all changes.
        parts.extend([Part::Blank, Part::Line(vec![(Role::Accent, "Changes".to_owned())])]);
    }
    let shown = events.iter().take(rows).map(|event| {
        let is_inside = place_of(event.at, today).is_some() && days.iter().any(Option::is_some);
        let sign = if is_inside { look.glyphs().event } else { " " };
        let day = event.at.on_axis(Zone::Utc, world.now.0 - event.at.0 > YEAR);
        // Old and new value are shown in full, if needed over several lines.
        Part::field(format!("{sign} {day}"), event.words.clone())
    });
    parts.extend(shown);
    if events.len() > rows {
        let more = format!("  {} earlier", text::grouped(events.len() - rows));
        parts.push(Part::Line(vec![(Role::Dim, more)]));
    }
    parts
}

/// Bars of days in `high` rows, with words after the lowest of them.
fn bars(
    days: &[Option<u32>],
    highest: u32,
    high: usize,
    role: Role,
    words: &str,
    look: &Look<'_>,
) -> impl Iterator<Item = Part> {
    let mut rows = chart::spark_rows(look, days, highest, high);
    if let Some(last) = rows.last_mut() {
        last.push(words.to_owned());
    }
    rows.into_iter().map(move |row| Part::Line(row.into_iter().map(|piece| (role, piece)).collect()))
}

/// Line on what the visitors did, as far as the report says: `form started 3 · continued 3 · contact link 0`.
fn what_they_did(report: &DomainReport) -> Option<Part> {
    let did = report.engagement.get()?;
    let counts = [("form started", &did.form_start), ("continued", &did.went_on), ("contact link", &did.contact)];
    let counts = counts.into_iter().filter_map(|(words, count)| Some((words, count.copied()?)));
    let counts = counts.map(|(words, count)| format!("{words} {}", text::grouped(count.unsigned_abs())));
    let active =
        report.average_active_seconds.copied().map(|seconds| format!("active {} on average", text::span(seconds)));
    let words: Vec<String> = counts.chain(active).collect();
    (!words.is_empty()).then(|| Part::Facts(vec![(Role::Dim, "  ".to_owned()), (Role::Text, words.join(" · "))]))
}

/// Index of a time among the days of the window, which ends today; `None` outside it.
fn place_of(at: Timestamp, today: i64) -> Option<usize> {
    let before = usize::try_from(today - at.0.div_euclid(DAY)).ok()?;
    (DAYS as usize - 1).checked_sub(before)
}

/// Line below the visits, with a sign on each day of a change.
fn marks(places: &[usize], look: &Look<'_>) -> String {
    let mut cells = vec![" "; chart::spark_cell(look, DAYS as usize - 1) + 1];
    for place in places {
        cells[chart::spark_cell(look, *place)] = look.glyphs().event;
    }
    cells.concat().trim_end().to_owned()
}
