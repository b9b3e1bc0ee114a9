//! The question before an import is sent: what it would do, as far as that can be told from here. What is shown,
//! asked and sent is one report, taken when ctrl-s is pressed.

use crate::api::settings::Schema;
use crate::screens::compared;
use crate::store::Intent;
use crate::store::files::csv::{CsvColumn, CsvReport};
use crate::ui::text::{counted, grouped};
use crate::ui::widgets::notice::failure_words;
use crate::ui::{Confirm, Cx, Effect, Outcome, Typed, World};

use super::changes::{self, Changes, Size};
use super::state::ImportPage;
use super::{decide, written};

/// Names and changes shown in the question.
const SAMPLES: usize = 5;
const LARGE: usize = 3;

/// Whether the file is read as it is to be sent: with the settings, and with every choice made.
pub fn is_ready(page: &ImportPage, world: &World<'_>) -> bool {
    let schema = world.store.query(&Schema {});
    (schema.value.is_some() || schema.failure.is_some()) && page.is_up_to_date()
}

/// `ctrl-s`: asks at once, or as soon as the file is read with the settings; a second time it asks all the same.
pub fn send(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let waits = std::mem::replace(&mut page.waits_to_ask, true);
    if !is_ready(page, &cx.world) && !waits {
        // The line above the footer says so.
        return Outcome::Done;
    }
    ask(page, cx)
}

/// Puts the question; a yes hands the file over as it was looked at.
pub fn ask(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    page.waits_to_ask = false;
    let (Some(csv), Some(report)) = (page.import(), page.report.clone()) else {
        let why = page.report.as_ref().and_then(|report| report.refused.as_ref());
        return Outcome::Refused(
            why.map_or_else(|| "This file cannot be imported yet.".to_owned(), |(_, why)| why.clone()),
        );
    };
    if let Some(place) = report.columns.iter().position(|column| column.unclear.is_some()) {
        return decide::ask(page, place, cx);
    }
    let name = crate::base::clean_line(&csv.file_name).into_owned();
    page.ask();
    let effects = vec![Effect::Write(Intent::ImportCsv(csv))];
    let large = page.changes.large().into_iter().any(|many| many > 0);
    cx.confirm(Confirm {
        warnings: warnings(page, &report, &cx.world),
        count: report.plans.len(),
        typed: if large { Typed::Always } else { Typed::Never },
        samples: report.plans.iter().take(SAMPLES).map(|plan| plan.name.both()).collect(),
        consequence: consequence(page, &report),
        way_back: Some("Old prices are not kept here; export first.".to_owned()),
        ..Confirm::new(format!("Import {name}, {} rows", grouped(report.counts.rows)), "import it", effects)
    });
    Outcome::Done
}

/// What could be lost or bent, the worst first.
fn warnings(page: &ImportPage, report: &CsvReport, world: &World<'_>) -> Vec<String> {
    let counts = report.counts;
    let mut warnings = large(&page.changes, report);
    warnings.extend(unread(page, report, world));
    let guessed = report.columns.iter().filter(|column| column.guessed);
    let guessed: Vec<String> = guessed.map(|column| format!("“{}” as {}", column.title, column.becomes)).collect();
    if !guessed.is_empty() {
        warnings.push(format!("Guessed from the heading: {}.", guessed.join(", ")));
    }
    if counts.left_out > 0 {
        let rows = counted(counts.left_out.into(), "row is", "rows are");
        warnings.push(format!("{rows} not sent: see Problems."));
    }
    if counts.not_names > 0 {
        let rows = counted(counts.not_names.into(), "row has", "rows have");
        warnings.push(format!("{rows} no domain name."));
    }
    if let [first, rest @ ..] = report.currencies.as_slice() {
        let more = if rest.is_empty() { "" } else { " and others" };
        warnings.push(format!(
            "The file names {first}{more}; prices are sent as plain numbers, in the currency of your account."
        ));
    }
    if counts.empty_values > 0 {
        let cells = counted(counts.empty_values.into(), "empty cell", "empty cells");
        warnings.push(format!("{cells}: the service may clear the value or keep it."));
    }
    warnings.extend(compared::uncompared(world.store));
    warnings
}

/// `3 prices fall by half or more, 1 doubles or more: solar.de $6,500 → $1.50 …`.
fn large(changes: &Changes, report: &CsvReport) -> Vec<String> {
    let [falls, rises, emptied] = changes.large();
    let mut said = Vec::new();
    if falls + rises > 0 {
        let mut words = Vec::new();
        if falls > 0 {
            words.push(counted(falls as u64, "price falls by half or more", "prices fall by half or more"));
        }
        if rises > 0 {
            words.push(counted(rises as u64, "price doubles or more", "prices double or more"));
        }
        let samples = changes.samples(report, |size| matches!(size, Size::Falls(_) | Size::Rises(_)), LARGE);
        said.push(format!("{}: {samples}.", words.join(", ")));
    }
    if emptied > 0 {
        let cells = counted(emptied as u64, "known price may be cleared", "known prices may be cleared");
        let samples = changes.samples(report, |size| size == Size::Emptied, LARGE);
        said.push(format!("{cells} by an empty cell: {samples}."));
    }
    said
}

/// `2 of 3 columns are not read: for_sale, bin_price.`, every one by its heading.
pub fn unread(page: &ImportPage, report: &CsvReport, world: &World<'_>) -> Option<String> {
    let titles = titles(report, |column| column.is_ignored() && !column.shown_only);
    if titles.is_empty() {
        return None;
    }
    let are = if titles.len() == 1 { "is" } else { "are" };
    let said = format!("{} of {} columns {are} not read: {}.", titles.len(), report.columns.len(), titles.join(", "));
    if !page.fields.is_empty() {
        return Some(said);
    }
    let schema = world.store.query(&Schema {});
    let why = match schema.failure {
        _ if schema.value.is_some() => "the service names no setting of domains".to_owned(),
        Some(failure) => failure_words(failure).0,
        None => "they are not loaded yet".to_owned(),
    };
    Some(format!("{said} The names of the settings are not known: {why}."))
}

fn titles(report: &CsvReport, which: impl Fn(&CsvColumn) -> bool) -> Vec<String> {
    let title = |(at, column): (usize, &CsvColumn)| match column.title.as_str() {
        "" => format!("column {}", at + 1),
        title if report.skip == 0 => format!("column {} ({title} …)", at + 1),
        title => title.to_owned(),
    };
    report.columns.iter().enumerate().filter(|(_, column)| which(column)).map(title).collect()
}

fn consequence(page: &ImportPage, report: &CsvReport) -> String {
    let domains = counted(report.counts.names.into(), "domain", "domains");
    let mut words = vec![format!("The service imports {domains} in the background.")];
    let read = report.columns.iter().filter(|column| !column.is_ignored() && column.becomes != page.domain);
    let fields: Vec<&str> = read.map(|column| column.becomes.as_str()).collect();
    words.push(match fields.as_slice() {
        [] => "Only names are read, no settings.".to_owned(),
        fields => format!("Sets {}.", fields.join(", ")),
    });
    let shown = titles(report, |column| column.shown_only);
    if !shown.is_empty() {
        words.push(format!("Not read, because only shown: {}.", shown.join(", ")));
    }
    words.extend(written::question(report));
    let changes = changes::words(&page.changes);
    if !changes.is_empty() && page.changes.known > 0 {
        words.push(format!("Compared with loaded data: {changes}."));
    }
    words.join(" ")
}
