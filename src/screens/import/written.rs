//! What the file is written in: said in words, and chosen where it was taken for something else.

use crate::base::{Encoding, Separator, Written, clean_line};
use crate::store::files::csv::CsvReport;
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, nearest};

use super::state::ImportPage;

/// The words for the decimal sign.
const COMMA: &str = "decimal-comma";
const POINT: &str = "decimal-point";

/// `semicolons, Windows-1252`: all of it that the service does not read.
pub fn unlike(written: &Written) -> String {
    let mut words = Vec::new();
    if written.separator != Separator::Comma {
        words.push(written.separator.words());
    }
    if written.encoding != Encoding::Utf8 {
        words.push(written.encoding.name());
    }
    if !written.decimal_commas.is_empty() {
        words.push("decimal commas");
    }
    if written.named && words.is_empty() {
        words.push("a first line that only names the separator");
    }
    words.join(", ")
}

/// What is sent instead of the file itself, when it is another.
pub fn copy(written: &Written) -> Option<String> {
    let unlike = unlike(written);
    let heading = "its first row names the columns as chosen here";
    match (unlike.as_str(), &written.heading) {
        ("", None) => None,
        ("", Some(_)) => Some(format!("sent as a copy: {heading}")),
        (unlike, None) => Some(format!("looks like {unlike}: sent as a copy with commas in UTF-8, t changes that")),
        (unlike, Some(_)) => {
            Some(format!("looks like {unlike}: sent as a copy with commas in UTF-8, {heading}, t changes that"))
        }
    }
}

/// Numbers that would be some with a decimal comma, and the key that makes them such.
pub fn hint(report: &CsvReport) -> Option<String> {
    let many = report.counts.decimal_commas;
    (many > 0).then(|| format!("{} with a decimal comma: t reads them", counted(many.into(), "number", "numbers")))
}

/// Words that can stand behind the command.
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
    let (mut encoding, mut separator, mut commas) = (page.encoding, page.separator, page.decimal_commas);
    for word in &args.words {
        if let Some(known) = Separator::parse(word) {
            separator = Some(known);
        } else if let Some(known) = Encoding::parse(word) {
            encoding = Some(known);
        } else if word == COMMA || word == POINT {
            commas = word == COMMA;
        } else {
            let known = words();
            let near = nearest(word, known.iter().map(String::as_str));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Outcome::Refused(format!("Nothing is written in “{}”{hint}", clean_line(word)));
        }
    }
    if separator != page.separator {
        // Other cells are other columns.
        (page.columns, page.skip) = (None, None);
    }
    (page.encoding, page.separator, page.decimal_commas) = (encoding, separator, commas);
    page.check(cx);
    Outcome::Done
}

fn ask(page: &ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let Some(report) = &page.report else { return Outcome::Done };
    let now = &report.written;
    let item = |label: String, hint: &str, word: &str, on: bool| {
        let effects = vec![Effect::Run("import.written", Args::words([word.to_owned()]))];
        MenuItem { on: Some(on), ..MenuItem::new(label, hint, effects) }
    };
    let mut items: Vec<MenuItem> = Separator::ALL
        .into_iter()
        .map(|known| item(known.words().to_owned(), "between the cells", known.words(), now.separator == known))
        .collect();
    let comma = page.decimal_commas;
    items.push(item("decimal point".to_owned(), "1250.50", POINT, !comma));
    items.push(item("decimal comma".to_owned(), "1.250,50, sent as 1250.50", COMMA, comma));
    items.extend(
        Encoding::ALL.into_iter().map(|known| {
            item(known.name().to_owned(), known.used(), &known.name().to_lowercase(), now.encoding == known)
        }),
    );
    cx.menu(Menu { title: "The file is written with".to_owned(), items, keep_open: false });
    Outcome::Done
}
