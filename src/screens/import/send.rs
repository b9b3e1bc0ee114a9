//! Question before an import is sent: what it would do, as far as is known here. What is shown, asked and sent
//! is the same report, taken when ctrl-s is pressed.

use crate::api::settings::Schema;
use crate::screens::compared;
use crate::sheets::csv::{AMOUNTS, CsvColumn, CsvReport};
use crate::store::guard::Inspection;
use crate::store::subject::{CURRENCY, PRICES};
use crate::store::writes::intent::CsvImport;
use crate::store::{Intent, Store};
use crate::ui::text::counted;
use crate::ui::widgets::notice::failure_words;
use crate::ui::{Confirm, Cx, Effect, Outcome, Typed, World};

use super::changes;
use super::row::FIELDS;
use super::state::ImportPage;
use super::{decide, label, unchanged};

impl ImportPage {
    /// Import as it would be sent.
    pub fn import(&self) -> Option<CsvImport> {
        let report = self.report.as_ref().filter(|report| report.refused.is_none())?;
        let by_itself = report.recognised && report.ask.unchanged.columns.is_empty();
        Some(CsvImport {
            path: report.path.clone(),
            file_name: report.file_name.clone(),
            written: report.written.clone(),
            bytes: report.bytes,
            digest: report.digest.clone(),
            columns: (!by_itself).then(|| report.sent()),
            // Set only if the service would assume another number.
            skip_rows: (report.skip != u32::from(by_itself)).then_some(report.skip),
            casing: self.casing,
            update_casing: self.update_casing,
            over: self.changes.over.clone(),
            currency: unchanged::columns_sent(report)
                .any(|column| AMOUNTS.contains(&&*column.becomes))
                .then(|| self.currency.clone())
                .filter(|currency| !currency.0.is_empty()),
            held: Box::new(report.held.clone()),
        })
    }
}

/// True when the file was read as it is to be sent: with the settings, and with every choice made.
pub fn is_ready(page: &ImportPage, world: &World<'_>) -> bool {
    let schema = world.store.query(&Schema {});
    (schema.value.is_some() || schema.failure.is_some()) && page.is_up_to_date()
}

/// Runs `ctrl-s`: asks at once, or as soon as the file was read with the settings; pressed again, asks without waiting.
pub fn send(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let waits = std::mem::replace(&mut page.waits_to_ask, true);
    if !waits {
        page.reread = None;
    }
    if !is_ready(page, &cx.world) && !waits {
        // The line above the footer says that the question waits.
        return Outcome::Done;
    }
    ask(page, cx)
}

/// Asks the question; a yes sends the file as it was checked.
pub fn ask(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    page.waits_to_ask = false;
    let Some(report) = page.report.clone().filter(|report| report.refused.is_none()) else {
        let why = page.report.as_ref().and_then(|report| report.refused.as_ref());
        return Outcome::Refused(
            why.map_or_else(|| "This file cannot be imported yet.".to_owned(), |(_, why)| why.clone()),
        );
    };
    if let Some(place) = report.columns.iter().position(|column| column.unclear.is_some()) {
        return decide::ask(page, place, cx);
    }
    page.take_report(&cx.world);
    if page.changes.blind > 0 {
        // The present values are unknown and must not be overwritten unseen.
        let store = cx.world.store;
        if let Some(failure) = compared::failure(store) {
            return Outcome::Refused(compared::unreadable(failure, "imported"));
        }
        if compared::reading_names(store).is_some() {
            (page.waits_to_ask, page.reread) = (true, None);
            return Outcome::Done;
        }
    }
    if !page.is_read_again(cx) {
        page.waits_to_ask = true;
        return Outcome::Done;
    }
    let same = page.find_unchanged();
    if !report.plans.is_empty() && same.lines.len() == report.plans.len() {
        return Outcome::Refused(unchanged::NOTHING.to_owned());
    }
    if report.ask.unchanged != same {
        page.waits_to_ask = true;
        page.leave_out(same, cx);
        return Outcome::Done;
    }
    let Some(csv) = page.import() else { return Outcome::Done };
    let name = crate::base::clean_line(&csv.file_name).into_owned();
    page.ask();
    let intent = Intent::ImportCsv(csv);
    let way_back = intent.rule().other_way_back;
    let effects = vec![Effect::Write(intent)];
    let (store, edits) = (cx.world.store, &page.changes.edits);
    let inspection = Inspection::of(edits, store);
    let looked = Confirm::new("", "", Vec::new()).looked_at(&inspection, store);
    // A warning would name the sums, but new prices in a new currency raise none.
    let is_converted = edits.iter().any(|edit| edit.edit.field.as_str() == CURRENCY);
    let sums = inspection.money().filter(|_| is_converted && looked.typed != Typed::Always);
    let moved = Confirm::moved_rows(&page.changes.moved, &|_| None, store);
    let emptied = page.changes.emptied(&report);
    let typed = match looked.typed {
        Typed::Always => Typed::Always,
        _ if is_converted => Typed::Always,
        _ if !moved.is_empty() || page.not_read() > 0 || page.changes.blind > 0 => Typed::Always,
        _ if page.changes.changed >= Confirm::TYPED_FROM || emptied.is_some() => Typed::Always,
        _ => Typed::Never,
    };
    cx.confirm(Confirm {
        warnings: elsewhere(page)
            .chain(looked.warnings)
            .chain(sums)
            .chain(warnings(page, &report, &cx.world))
            .collect(),
        changes: moved,
        // The number to type is that of changed domains; names that are only added count in a plain question.
        count: if typed == Typed::Always { page.changes.changed } else { report.sent_plans().count() },
        typed,
        consequence: consequence(page, &report, store),
        way_back: Some(way_back.to_owned()),
        ..Confirm::new(format!("Import {name}, {}", unchanged::rows(&report)), "import it", effects)
    })
}

/// Sentences on values to be overwritten that differ from the list of domains.
fn elsewhere(page: &ImportPage) -> impl Iterator<Item = String> + use<> {
    let (moved, unread) = (page.changes.moved.len() as u64, page.not_read() as u64);
    let moved = (moved > 0).then(|| {
        let values = counted(moved, "value was", "values were");
        format!("{values} changed since the list was read; the import replaces what is there now.")
    });
    let unread = (unread > 0).then(|| {
        let domains = counted(unread, "domain", "domains");
        format!("The present values of {domains} could not be read; they are compared with what is known.")
    });
    moved.into_iter().chain(unread)
}

/// Warnings about values that could be lost or changed, the worst first.
fn warnings(page: &ImportPage, report: &CsvReport, world: &World<'_>) -> Vec<String> {
    let counts = report.counts;
    let mut warnings: Vec<String> = unread(page, report, world).into_iter().collect();
    let guessed = unchanged::columns_sent(report).filter(|column| column.guessed);
    let guessed = guessed.map(|column| format!("“{}” as {}", column.title, label(&page.fields, &column.becomes)));
    let guessed: Vec<String> = guessed.collect();
    if !guessed.is_empty() {
        warnings.push(format!("Guessed from the heading: {}.", guessed.join(", ")));
    }
    let rows = |many: u32, why: &str| (many > 0).then(|| format!("{} {why}", counted(many.into(), "row", "rows")));
    let left_out = rows(counts.left_out, "with mistakes (see Problems)");
    warnings.extend(left_out.map(|rows| format!("Not sent: {rows}. Once it is imported, e in Jobs fixes them.")));
    warnings
        .extend(rows(counts.refused(), "without a valid name").map(|rows| format!("The service will refuse {rows}.")));
    if let [first, rest @ ..] = report.currencies.as_slice() {
        let more = if rest.is_empty() { "" } else { " and others" };
        warnings.push(format!(
            "The file names {first}{more}; prices are sent as plain numbers, in the currency of your account."
        ));
    }
    if counts.empty_values > 0 {
        let cells = counted(counts.empty_values.into(), "empty cell", "empty cells");
        let now = page.changes.emptied(report).map_or_else(String::new, |values| format!(" Set now: {values}."));
        warnings.push(format!("{cells}: the service may clear the value or keep it.{now}"));
    }
    warnings.extend(compared::uncompared(world.store));
    warnings
}

/// Sentence naming the columns that are not read: `2 of 3 columns are not read: for_sale, bin_price.`
pub fn unread(page: &ImportPage, report: &CsvReport, world: &World<'_>) -> Option<String> {
    let titles = titles(report);
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

fn titles(report: &CsvReport) -> Vec<String> {
    let title = |(at, column): (usize, &CsvColumn)| match column.title.as_str() {
        "" => format!("column {}", at + 1),
        title if report.skip == 0 => format!("column {} ({title} …)", at + 1),
        title => title.to_owned(),
    };
    let unread = |(_, column): &(usize, &CsvColumn)| column.is_ignored() && !column.shown_only;
    report.columns.iter().enumerate().filter(unread).map(title).collect()
}

/// Sentence naming the currency of prices to which the file gives none.
fn in_currency(fields: &[&str], store: &Store) -> Option<String> {
    let is_priced = fields.iter().any(|field| AMOUNTS.contains(field));
    let account = store.price_currency().map_or_else(String::new, |of| format!(" in {}, or", of.code()));
    let said = format!("No column names a currency: amounts are{account} in that of the domain.");
    (is_priced && !fields.contains(&CURRENCY)).then_some(said)
}

/// Words for the effect: counts, the settings it sets, and values that are no longer inherited. Names, encoding and
/// display columns are on the page behind the question.
fn consequence(page: &ImportPage, report: &CsvReport, store: &Store) -> String {
    let mut words = Vec::new();
    let domains = page.changes.changed as u64;
    if domains > 0 {
        let most = if page.changes.emptied(report).is_some() { "Up to " } else { "" };
        words.push(format!("{most}{}.", counted(domains, "domain changes", "domains change")));
    }
    let changes = changes::words(&page.changes);
    if !changes.is_empty() && page.changes.known > 0 {
        words.push(format!("{changes}."));
    }
    words.extend(page.changes.added(report));
    let read = unchanged::columns_sent(report).filter(|column| !column.is_ignored() && column.becomes != page.domain);
    let fields: Vec<&str> = read.map(|column| column.becomes.as_str()).collect();
    words.push(match fields.as_slice() {
        [] => "Only names are read, no settings.".to_owned(),
        fields => {
            let labels: Vec<_> = fields.iter().map(|field| label(&page.fields, field)).collect();
            format!("Sets {}.", labels.join(", "))
        }
    });
    words.extend(in_currency(&fields, store));
    let pinned = FIELDS.iter().zip(page.changes.pinned).filter(|(_, many)| *many > 0);
    let pinned: Vec<String> = pinned
        .map(|(field, many)| format!("{} of {}", label(&page.fields, field), counted(many.into(), "domain", "domains")))
        .collect();
    // A price in force is the domain's own already. Which other values are inherited is known once they were read.
    let all_read = page.not_read() == 0 && compared::uncompared(store).is_none();
    let is_known = |field: &str| PRICES.contains(&field) || (all_read && FIELDS.contains(&field));
    let others: Vec<_> =
        fields.iter().filter(|field| !is_known(field)).map(|field| label(&page.fields, field)).collect();
    if !pinned.is_empty() {
        words.push(format!("No longer inherited, though the value stays the same: {}.", pinned.join(", ")));
    }
    if !others.is_empty() {
        words.push(format!("No longer inherited where a row sets it: {}.", others.join(", ")));
    }
    words.extend(unchanged::question(page, report));
    words.join(" ")
}
