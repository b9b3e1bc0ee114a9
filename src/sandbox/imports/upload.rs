//! `POST parking/imports`: a CSV file, checked as a whole before it is queued.

use super::csv::{self, Row};
use super::order::{DOMAIN, IGNORED, Kind, Order};
use super::start;
use crate::sandbox::call::{Ask, Outcome, Refusal, is_yes};
use crate::sandbox::settings;
use crate::sandbox::world::World;

/// Size of the largest file accepted, in bytes.
const LARGEST: usize = 16 * 1024 * 1024;

fn missing(message: &str) -> Refusal {
    Refusal::new(400, "np_parking_api_error_csv_missing", message)
}

fn columns_wrong(message: impl Into<String>) -> Refusal {
    Refusal::new(400, "np_parking_api_error_csv_columns", message)
}

fn refused(message: &str) -> Refusal {
    Refusal::new(400, "import_refused", message)
}

/// Answers the call.
pub fn create(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let part = ask.parts.iter().find(|part| part.name == "file").filter(|part| !part.bytes.is_empty());
    let part = part.ok_or_else(|| missing("No CSV file was uploaded."))?;
    if part.bytes.len() > LARGEST {
        return Err(refused("The file is larger than 16 MB."));
    }
    let text = std::str::from_utf8(&part.bytes).map_err(|_| missing("The file is not a CSV in UTF-8."))?;
    let rows = if text.contains('\0') { None } else { csv::rows(text) };
    let rows = rows.ok_or_else(|| missing("The file is not a CSV."))?;
    let first = rows.first().ok_or_else(|| missing("The file is empty."))?;
    if rows.iter().all(Row::is_blank) {
        return Err(refused("There is no row to import."));
    }
    let header = header(world, first);
    let skip = match ask.field("skip_rows") {
        None => usize::from(header.is_some()),
        Some(text) => text.parse().map_err(|_| refused("The number of rows to skip is not a whole number."))?,
    };
    let columns = match header {
        Some(columns) => columns,
        None => chosen(world, ask.field("columns"))?,
    };
    if rows.iter().skip(skip).all(Row::is_blank) {
        return Err(refused("There is no row to import."));
    }
    let yes = |name: &str| ask.field(name).is_some_and(is_yes);
    let order = Order {
        kind: Kind::Csv,
        manual: ask.field("casing_mode") == Some("manual"),
        recase: yes("update_casing_for_existing"),
        columns,
        skip,
        input: part.bytes.clone(),
    };
    start(world, order, now)
}

fn is_field(world: &World, name: &str) -> bool {
    name == DOMAIN || settings::of_domains(world).any(|setting| setting.name == name)
}

/// Columns, if the first row is a header like that of a domains export: only field names, including the domain, each
/// once. Not all fields are needed.
fn header(world: &World, first: &Row) -> Option<Vec<String>> {
    let names: Vec<String> = first.cells.iter().map(|cell| cell.trim().to_owned()).collect();
    let fields = names.iter().all(|name| is_field(world, name));
    (fields && names.iter().any(|name| name == DOMAIN) && doubled(&names).is_none()).then_some(names)
}

/// Columns given by the caller.
fn chosen(world: &World, columns: Option<&str>) -> Result<Vec<String>, Refusal> {
    let columns = columns.ok_or_else(|| {
        columns_wrong("The first row is not the header of an export, and the columns were not named.")
    })?;
    let names: Vec<String> = columns.split(',').map(|name| name.trim().to_owned()).collect();
    if let Some(unknown) = names.iter().find(|name| *name != IGNORED && !is_field(world, name)) {
        return Err(columns_wrong(format!("There is no field '{unknown}'.")));
    }
    if let Some(twice) = doubled(&names) {
        return Err(columns_wrong(format!("The field '{twice}' is named twice.")));
    }
    if !names.iter().any(|name| name == DOMAIN) {
        return Err(columns_wrong(format!("No column is named '{DOMAIN}'.")));
    }
    Ok(names)
}

fn doubled(names: &[String]) -> Option<&String> {
    names.iter().enumerate().find(|(at, name)| *name != IGNORED && names[..*at].contains(name)).map(|(_, name)| name)
}
