//! Encoding, separator and decimal sign of the file: shown in words, and corrected if they were detected wrongly.

use crate::base::{Decimal, Encoding, Separator, Written, clean_line, nearest};
use crate::sheets::csv::{CsvColumn, CsvReport, Unclear};
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome};

use super::decide;
use super::label;
use super::state::ImportPage;

/// The words for the decimal sign.
const COMMA: &str = "decimal-comma";
const POINT: &str = "decimal-point";

/// Properties of the file that the service cannot read: `semicolons, Windows-1252`.
pub fn unlike(written: &Written) -> String {
    let mut words = Vec::new();
    if written.separator != Separator::Comma {
        words.push(written.separator.words());
    }
    if written.encoding != Encoding::Utf8 {
        words.push(written.encoding.name());
    }
    if written.named && words.is_empty() {
        words.push("a first line that only names the separator");
    }
    words.join(", ")
}

/// Words for the copy that is sent instead of the file, if there is one.
pub fn copy(report: &CsvReport) -> Option<String> {
    let unlike = unlike(&report.written);
    match (unlike.as_str(), report.written.is_plain()) {
        (_, true) => None,
        ("", false) if !report.ask.unchanged.is_none() => Some("a copy is sent without what stays as it is".to_owned()),
        ("", false) if report.written.heading.is_some() => {
            Some("a copy is sent with the columns chosen here".to_owned())
        }
        ("", false) => match report.counts.left_out {
            0 => Some("a copy is sent".to_owned()),
            rows => Some(format!("a copy without {} is sent", counted(rows.into(), "row", "rows"))),
        },
        (unlike, false) => Some(format!("written with {unlike}; a UTF-8 copy with commas is sent (t changes this)")),
    }
}

/// Words for converted values: `12 values are converted: $5,000 → 5000`.
pub fn values(report: &CsvReport) -> Option<String> {
    let many: u64 = report.columns.iter().map(|column| u64::from(column.rewritten)).sum();
    let (from, to) = report.columns.iter().find_map(|column| column.example.as_ref())?;
    Some(format!("{} converted: {from} → {to}", counted(many, "value is", "values are")))
}

/// Arguments of the command: names of separators, encodings and decimal signs.
pub fn words() -> Vec<String> {
    let separators = Separator::ALL.into_iter().map(|known| known.words().to_owned());
    let encodings = Encoding::ALL.into_iter().map(|known| known.name().to_lowercase());
    separators.chain(encodings).chain([COMMA, POINT].map(str::to_owned)).collect()
}

/// Reads the file as the words say, or asks how.
pub fn choose(page: &mut ImportPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.words.is_empty() {
        return ask(page, cx);
    }
    let (mut encoding, mut separator, mut decimal) = (page.encoding, page.separator, None);
    for word in &args.words {
        if let Some(known) = Separator::parse(word) {
            separator = Some(known);
        } else if let Some(known) = Encoding::parse(word) {
            encoding = Some(known);
        } else if word == COMMA || word == POINT {
            decimal = Some(if word == COMMA { Decimal::Comma } else { Decimal::Point });
        } else {
            let known = words();
            let near = nearest(word, known.iter().map(String::as_str));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Outcome::Refused(format!("Nothing is written in “{}”{hint}", clean_line(word)));
        }
    }
    if separator != page.separator {
        // With other cells, the columns are different ones.
        (page.columns, page.skip) = (None, None);
        page.decimals.clear();
    }
    (page.encoding, page.separator) = (encoding, separator);
    if let Some(decimal) = decimal {
        let many = page.report.as_ref().map_or(0, |report| report.columns.len());
        page.decide(0..many, decimal);
    }
    page.check(cx);
    Outcome::Done
}

fn ask(page: &ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let Some(report) = &page.report else { return Outcome::Done };
    let now = &report.written;
    // In a list of several columns a hint has no room, so it is a part of the label.
    let whole = |label: &str, hint: &str| format!("{label} · {hint}");
    let undecided = report.columns.iter().enumerate().filter_map(|(at, of)| Some((at, of, of.unclear.as_ref()?)));
    let decide = |(at, of, unclear): (usize, &CsvColumn, &Unclear)| {
        let of = label(&page.fields, &of.becomes);
        let named = |item: MenuItem| {
            let label = format!("{of}: {}", whole(&item.label, &item.hint));
            MenuItem { label, hint: String::new(), ..item }
        };
        decide::items(at, unclear).into_iter().map(named).collect::<Vec<_>>()
    };
    let mut items: Vec<MenuItem> = undecided.flat_map(decide).collect();
    // The menu opens on the first entry that is on; without switches, on the first question.
    let asks = !items.is_empty();
    let item = |label: String, hint: &str, word: &str, on: bool| {
        let effects = vec![Effect::Run("import.written", Args::words([word.to_owned()]))];
        let label = whole(&label, if asks && on { "as now" } else { hint });
        MenuItem { on: (!asks).then_some(on), ..MenuItem::new(label, "", effects) }
    };
    items.extend(
        Separator::ALL
            .into_iter()
            .map(|known| item(known.words().to_owned(), "between the cells", known.words(), now.separator == known)),
    );
    let all = |decimal: Decimal| !page.decimals.is_empty() && page.decimals.iter().all(|(_, known)| *known == decimal);
    items.push(item("decimal point".to_owned(), "1.500 means 1.5, 1,500 means 1500", POINT, all(Decimal::Point)));
    items.push(item("decimal comma".to_owned(), "1.500 means 1500, 1,500 means 1.5", COMMA, all(Decimal::Comma)));
    items.extend(
        Encoding::ALL.into_iter().map(|known| {
            item(known.name().to_owned(), known.used(), &known.name().to_lowercase(), now.encoding == known)
        }),
    );
    cx.menu(Menu { title: "The file is written with".to_owned(), items, keep_open: false })
}
