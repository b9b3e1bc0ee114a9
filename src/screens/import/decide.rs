//! Amounts that can be read in two ways. The user decides for the whole column.

use crate::base::{Decimal, clean_line};
use crate::sheets::csv::{CsvColumn, Unclear};
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome};

use super::label;
use super::state::ImportPage;

/// Asks about one column.
pub fn ask(page: &ImportPage, place: usize, cx: &mut Cx<'_>) -> Outcome {
    let column = page.report.as_ref().and_then(|report| report.columns.get(place));
    let Some((column, unclear)) = column.and_then(|column| Some((column, column.unclear.as_ref()?))) else {
        return Outcome::Refused("No amount of this column has two readings.".to_owned());
    };
    let cells = counted(unclear.many.into(), "amount has two readings", "amounts have two readings");
    cx.menu(Menu {
        title: format!("{}: {cells}", label(&page.fields, &column.becomes)),
        items: items(place, unclear),
        keep_open: false,
    })
}

/// Menu items `1.500 means 1500` and `1.500 means 1.5`, the proposed one first.
pub fn items(place: usize, unclear: &Unclear) -> Vec<MenuItem> {
    let item = |decimal: Decimal, value: &str, word: &str| {
        let hint = match &unclear.proposed {
            Some((proposed, example)) if *proposed == decimal => format!("proposed, as in {example}"),
            _ => match decimal {
                Decimal::Point => "the point is the decimal sign".to_owned(),
                Decimal::Comma => "the comma is the decimal sign".to_owned(),
            },
        };
        let words = Args::words([(place + 1).to_string(), word.to_owned()]);
        let label = format!("{} means {}", unclear.text, short(value));
        MenuItem::new(label, hint, vec![Effect::Run("import.decimal", words)])
    };
    let point = item(Decimal::Point, &unclear.point, "point");
    let comma = item(Decimal::Comma, &unclear.comma, "comma");
    match unclear.proposed {
        Some((Decimal::Comma, _)) => vec![comma, point],
        // The whole amount first, because prices with three decimals are rare.
        None if unclear.point.contains('.') => vec![comma, point],
        _ => vec![point, comma],
    }
}

/// Runs `:decimal <column> comma|point`.
pub fn decimal(page: &mut ImportPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let many = page.report.as_ref().map_or(0, |report| report.columns.len());
    let place = args.words.first().and_then(|word| word.parse::<usize>().ok()).filter(|at| (1..=many).contains(at));
    let decimal = match args.words.get(1).map(String::as_str) {
        Some("comma") => Some(Decimal::Comma),
        Some("point") => Some(Decimal::Point),
        _ => None,
    };
    match (place, decimal) {
        (Some(place), Some(decimal)) => {
            page.decide([place - 1], decimal);
            page.check(cx);
            Outcome::Done
        }
        _ => Outcome::Refused(format!("Usage: :decimal <column, 1 to {many}> comma or point")),
    }
}

/// Words for undecided amounts: `BIN price: 1.500 means 1500 or 1.5?`.
pub fn hint(page: &ImportPage, columns: &[CsvColumn]) -> Option<String> {
    let column = columns.iter().find(|column| column.unclear.is_some())?;
    let unclear = column.unclear.as_ref()?;
    let text = clean_line(&unclear.text);
    let (point, comma) = (short(&unclear.point), short(&unclear.comma));
    Some(format!("{}: {text} means {point} or {comma}? t decides", label(&page.fields, &column.becomes)))
}

/// Plain number without trailing zeros: `1.500` as `1.5`.
fn short(plain: &str) -> &str {
    if plain.contains('.') { plain.trim_end_matches('0').trim_end_matches('.') } else { plain }
}
