//! Importing a CSV as a user does: the path of the file, its columns, its mistakes, the changes it would make, the
//! upload. Look first at the helpers below.

mod elsewhere;
mod offers;
mod own;
mod prices;

use std::path::PathBuf;

use parkade::api::Page;
use parkade::api::domains::{self, Casing, DomainFilter, List};
use parkade::api::profile;
use parkade::api::settings::Schema;
use parkade::base::{Decimal, DomainName, Encoding, Separator};
use parkade::client::{Failure, FailureKind, ServiceError};
use parkade::screens::ALL;
use parkade::sheets::csv::{CsvAsk, check};
use parkade::sheets::{Listed, Listing};
use parkade::store::writes::intent::CsvImport;
use parkade::store::{DomainTab, Intent, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::json;

const SCHEMA: &str = r#"{"schema":[
  {"name":"for_sale","type":"bool","label":"For sale","domain_level":true,"available":true,"allowed_values":null},
  {"name":"bin_price","type":"number","label":"Buy now price","domain_level":true,"available":true,"allowed_values":null},
  {"name":"currency","type":"choice","label":"Currency","domain_level":true,"available":true,"allowed_values":["USD","EUR"]},
  {"name":"account_only","type":"bool","label":"x","domain_level":false,"available":true,"allowed_values":null}
]}"#;

fn page() -> Story {
    let mut story = cold();
    known(&mut story, &[]);
    story
}

/// The page before any domain of the account was read.
fn cold() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "").line("import");
    story.answer(&Schema {}, SCHEMA);
    story
}

/// Checks the file asked for last, as the runtime does.
pub(super) fn look(story: &mut Story, content: &[u8]) {
    let ask = asked(story).expect("the file is to be looked at");
    answer(story, ask, content);
}

fn answer(story: &mut Story, ask: CsvAsk, content: &[u8]) {
    let report = check(content, &CsvAsk { path: PathBuf::from("/home/x").join(ask.path.file_name().unwrap()), ..ask });
    story.store.files_mut().put_csv(report);
    story.sync();
}

fn asked(story: &mut Story) -> Option<CsvAsk> {
    story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::Check(ask)) => Some(*ask),
        _ => None,
    })
}

fn sent(story: &mut Story) -> Option<CsvImport> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Write(Intent::ImportCsv(csv)) => Some(csv),
        _ => None,
    })
}

/// Answers the files that the typed path can be completed to.
fn list(story: &mut Story, typed: &str, paths: &[(&str, u64)]) {
    let paths = paths.iter().map(|(path, bytes)| Listed { path: (*path).to_owned(), bytes: *bytes }).collect();
    story.store.files_mut().put_listing(Listing { typed: typed.to_owned(), paths, problem: None });
    story.sync();
}

#[test]
fn a_path_is_typed_completed_and_chosen() {
    let mut story = page();
    story.typed("pri");
    list(&mut story, "pri", &[("prices-a.csv", 1_200), ("prices-b.csv", 20_000_000), ("private/", 0)]);
    assert!(story.snap().contains("prices-a.csv") && story.snap().contains("20.0 MB"), "{}", story.snap());
    story.keys("tab");
    assert!(story.snap().contains("choose with the arrows"), "pri is all they agree on:\n{}", story.snap());
    story.keys("down down down enter");
    let asks = story.sent();
    assert!(
        asks.contains(&Effect::File(FileAsk::List { typed: "private/".to_owned(), first: &["csv"] })),
        "a folder is gone into"
    );
    list(&mut story, "private/", &[("private/mine.csv", 10)]);
    story.keys("tab");
    list(&mut story, "private/mine.csv", &[("private/mine.csv", 10)]);
    story.keys("enter");
    assert_eq!(asked(&mut story).expect("looked at").path, PathBuf::from("private/mine.csv"));
    assert!(story.snap().contains("Looking at the file"));
    story.keys("esc esc");
    assert_eq!(story.shell.current(), Some("inquiries"));
}

#[test]
fn a_path_with_spaces_needs_no_quotes_and_may_have_some() {
    let mut story = page();
    for line in
        ["import ~/my files/prices 2.csv", "import \"~/my files/prices 2.csv\"", "import ~/my\\ files/prices\\ 2.csv"]
    {
        story.keys("esc").line(line);
        let path = asked(&mut story).expect("looked at").path;
        assert_eq!(path, PathBuf::from("~/my files/prices 2.csv"), "{line}");
        story.store.files_mut().put_csv(Err("no".to_owned()));
        story.sync();
    }
}

#[test]
fn the_file_of_an_export_is_sent_unchanged() {
    let mut story = page();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price,for_sale\na.com,1250,yes\nb.com,,no\n");
    let shown = said(&mut story);
    for words in [
        "header of an export",
        "Columns 3",
        "Rows 2",
        "Problems 0",
        "2 domains",
        "skips 1 row",
        "1 empty cell: the service may clear the value or keep it",
    ] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    story.keys("ctrl-s").wait(500);
    let question = story.snap();
    assert!(
        question.contains("Import prices.csv, 2 rows") && question.contains("1 empty cell: the service may clear"),
        "{question}"
    );
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!((csv.columns, csv.skip_rows, csv.file_name.as_str()), (None, None, "prices.csv"));
    assert_eq!(csv.digest, parkade::base::digest(b"domain,bin_price,for_sale\na.com,1250,yes\nb.com,,no\n"));
}

#[test]
fn columns_of_another_file_are_chosen_by_hand() {
    let mut story = page();
    let text = b"Name,Wert,Kommentar\na.com,5,x\nb.com,y,y\n";
    story.keys("esc").line("import ~/preise.csv");
    look(&mut story, text);
    assert!(
        story.snap().contains("1 of 3 columns read") && story.snap().contains("domain (the name)"),
        "{}",
        story.snap()
    );
    story.keys("j enter");
    assert!(story.snap().contains("Column 2 “Wert” is") && story.snap().contains("BIN price"), "{}", story.snap());
    story.keys("/").typed("bin price").keys("enter");
    look(&mut story, text);
    assert!(story.snap().contains("Problems 1"), "{}", story.snap());
    story.keys("] ]");
    assert!(story.snap().contains("is not a number"), "{}", story.snap());
    story.keys("enter");
    assert!(story.snap().lines().any(|line| line.starts_with('▌') && line.contains("b.com")), "{}", story.snap());
    story.line("field 3 biN");
    assert!(story.snap().contains("Unknown field “biN”"), "{}", story.snap());
    story.keys("[ ctrl-s").wait(500).keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(csv.columns.unwrap(), ["domain", "bin_price", "ignored"]);
    assert_eq!(csv.skip_rows, Some(1));
}

#[test]
fn the_format_of_a_file_is_chosen_and_sent_along() {
    let mut story = page();
    let text = b"A list of prices,\ndomain_name,bin_price\nA.com,5\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.keys("s");
    assert!(story.snap().contains("Skip at the beginning") && story.snap().contains("no row"), "{}", story.snap());
    story.keys("/").typed("2 rows").keys("enter");
    look(&mut story, text);
    assert!(story.snap().contains("skips 2 rows"), "{}", story.snap());
    story.line("skip some");
    assert!(story.snap().contains("“some” is not a number of rows"), "{}", story.snap());
    story.line("field 1 domain");
    look(&mut story, text);
    story.line("field 2 bin_price");
    look(&mut story, text);
    story.keys("c");
    assert!(story.snap().contains("casing of the file"), "{}", story.snap());
    story.keys("r");
    assert!(story.snap().contains("present ones too"), "{}", story.snap());
    story.keys("ctrl-r");
    look(&mut story, text);
    story.keys("ctrl-s").wait(500).keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!((csv.casing, csv.update_casing, csv.skip_rows), (Casing::Manual, true, Some(2)));
    assert_eq!(csv.columns.unwrap(), ["domain", "bin_price"]);
}

#[test]
fn the_column_of_names_may_be_called_otherwise_by_the_service() {
    let mut story = page();
    let text = b"domain_name,bin_price\na.com,5\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.line("import.domain");
    assert!(story.snap().contains("The column of names is domain"), "{}", story.snap());
    story.line("import.domain domain_name");
    look(&mut story, text);
    assert!(story.snap().contains("header of an export") && story.snap().contains("domain_name (the name)"));
}

#[test]
fn a_file_the_service_would_refuse_cannot_be_sent() {
    let mut story = page();
    story.keys("esc").line("import ~/x.csv");
    look(&mut story, b"PK\x03\x04 and so on");
    assert!(story.snap().contains("a workbook or an archive, not a CSV"), "{}", story.snap());
    let typed = "~/x.csv".to_owned();
    assert!(
        story.sent().contains(&Effect::File(FileAsk::List { typed, first: &["csv"] })),
        "what stands beside it is looked up"
    );
    story.keys("enter");
    look(&mut story, b"a.com\n\xfc\x01\n");
    assert!(story.snap().contains("not a text file (line 2 has the byte 0x01"), "{}", story.snap());
    story.keys("enter");
    look(&mut story, b"price\n5\n");
    assert!(story.snap().contains("No column holds the names"), "{}", story.snap());
    story.keys("enter enter");
    look(&mut story, b"price\n5\n");
    story.keys("ctrl-s").wait(500);
    assert_eq!(sent(&mut story), None);
}

#[test]
fn a_spreadsheet_file_is_converted_and_the_page_says_how() {
    let mut story = page();
    let text = b"Domain;Buy now price\nm\xfcnchen.de;1.250,50\nno name;5\n";
    story.keys("esc").size(80, 24).line("import ~/preise.csv");
    look(&mut story, text);
    let shown = story.snap().split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "written with semicolons, Windows-1252; a UTF-8 copy with commas is sent (t changes this)",
        "1 value is converted: 1.250,50 → 1250.50",
        "BIN price 1.250,50 · 5",
    ] {
        assert!(shown.contains(words), "{words} is missing:\n{}", story.snap());
    }
    let (frame, drawn) = (story.snap(), story.draw());
    let [file, warned] = ["preise.csv ·", "written with"].map(|words| {
        let row = frame.lines().position(|line| line.contains(words)).expect("a row of it");
        drawn[(1, row as u16)].style()
    });
    assert_ne!(file, warned, "only what warns has its colour");
    story.keys("t");
    let menu = story.snap();
    assert!(menu.contains("The file is written with") && menu.contains("1.500 means 1500, 1,500 means 1.5"), "{menu}");
    story.keys("/").typed("decimal comma").keys("enter");
    let ask = asked(&mut story).expect("looked at again");
    assert!(ask.decimals == [(0, Decimal::Comma), (1, Decimal::Comma)] && ask.separator.is_none());
    answer(&mut story, ask, text);
    story.keys("]");
    assert!(story.snap().contains("münchen.de") && story.snap().contains("1250.50"), "as sent:\n{}", story.snap());
    story.keys("]");
    assert!(story.snap().contains("3  will be refused"), "the file's own line:\n{}", story.snap());
    story.line("written windows-1250 tabs");
    let ask = asked(&mut story).expect("looked at again");
    assert_eq!((ask.encoding, ask.separator), (Some(Encoding::Windows1250), Some(Separator::Tab)));
    answer(&mut story, ask, text);
    story.line("written windows-1249");
    assert!(story.snap().contains("did you mean windows-1"), "{}", story.snap());
    story.line("import ~/preise.csv");
    look(&mut story, text);
    story.keys("ctrl-s").wait(500);
    let question = story.snap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(question.contains("a UTF-8 copy with commas is sent"), "the page behind says it:\n{}", story.snap());
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    let expected = "Domain,Buy now price\nmünchen.de,1250.50\nno name,5\n";
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), expected.as_bytes());
    assert_eq!((csv.bytes, csv.digest), (expected.len() as u64, parkade::base::digest(expected.as_bytes())));
}

/// Domains of the account with their prices.
fn known(story: &mut Story, prices: &[(&str, &str)]) {
    let domain = |(name, bin): &(&str, &str)| {
        format!(
            r#"{{"domain_id":1,"name":"{name}","punycode":"{name}","state":"verified","is_approved":true,"for_sale":true,"bin_price":{bin},"target_price":null,"accept_offers":true}}"#
        )
    };
    let shown = prices.len();
    let paging =
        format!(r#""pagination":{{"current_page":1,"last_page":1,"per_page":200,"shown":{shown},"total":{shown}}}"#);
    let filter = DomainFilter { state: DomainTab::MyDomains, ..DomainFilter::default() };
    let rows = prices.iter().map(domain).collect::<Vec<_>>().join(",");
    story.answer(&List { filter, page: Page::new(1, 200) }, &format!(r#"{{"domains":[{rows}],{paging}}}"#));
    story
        .answer(&profile::Get {}, r#"{"profile":{"default_currency":"USD"},"parking_email":null,"payment_emails":{}}"#);
    story.answer(&parkade::api::settings::Get {}, r#"{"settings":{}}"#);
}

/// Answers the reads that the question waits for, with the values of the list.
pub(super) fn read_again(story: &mut Story) {
    let rows: Vec<(DomainName, serde_json::Value)> = story
        .store
        .my_domains()
        .map(|row| {
            let values = [
                ("for_sale", row.for_sale().into()),
                ("accept_offers", row.offers().get().cloned().unwrap_or_default()),
                ("bin_price", row.bin().copied().into()),
                ("target_price", row.target().get().cloned().unwrap_or_default()),
            ];
            let own = |(name, value): (&str, serde_json::Value)| {
                (name.to_owned(), json!({ "value": value, "source": "domain", "domain_value": value }))
            };
            let settings: serde_json::Map<String, serde_json::Value> = values.map(own).into_iter().collect();
            (row.domain_name(), json!({ "settings": settings }))
        })
        .collect();
    for (name, settings) in rows {
        story.answer(&domains::Settings { name }, &settings.to_string());
    }
    story.wait(500);
}

/// Presses `ctrl-s`, and answers the reads that follow.
fn save(story: &mut Story) {
    story.keys("ctrl-s").wait(500);
    read_again(story);
}

/// The screen in one line, so that sentences are found wherever they are wrapped.
pub(super) fn said(story: &mut Story) -> String {
    let inside = |line: &str| -> Vec<String> {
        // At both sides of a box are parts of the lines it covers.
        let parts: Vec<&str> = line.split('│').collect();
        let inside = if parts.len() > 2 { &parts[1..parts.len() - 1] } else { &parts[..] };
        inside.iter().flat_map(|part| part.split_whitespace()).map(str::to_owned).collect()
    };
    story.snap().lines().flat_map(inside).collect::<Vec<_>>().join(" ")
}

#[test]
fn changes_of_an_import_are_shown_before_it_is_sent() {
    let mut story = page();
    known(&mut story, &[("a.com", "1000"), ("b.com", "5")]);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price,for_sale\na.com,1250,no\nb.com,5,yes\nnew.com,7,yes\n");
    story.keys("] ] ]");
    let shown = story.snap();
    for words in ["Changes 5", "$1,000", "$1,250", "$7", "For sale", "added", "1 new · For sale changes on 1"] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    assert!(!shown.contains("b.com"), "what stays is not listed:\n{shown}");
}

#[test]
fn a_refusal_puts_the_cursor_on_the_column() {
    let mut story = page();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price,for_sale\na.com,1250,no\n");
    story.keys("] ] ctrl-s").wait(500).keys("y").wait(10_000);
    assert!(story.snap().contains("Queued for upload"), "{}", story.snap());
    let entry = story.store.journal().entries().next().expect("an entry").id;
    story.store.uploaded(entry, 3_100_000, 8_400_000);
    story.sync();
    assert!(story.snap().contains("Uploading, 3.1 MB of 8.4 MB"), "{}", story.snap());
    let mut failure = Failure::new(FailureKind::Refused, "");
    failure.errors = vec![ServiceError {
        code: "np_parking_api_error_csv_columns".into(),
        message: "There is no field 'for_sale'.".into(),
        field: None,
    }];
    let step = WriteStep::Refused(failure);
    story.store.settle(WriteProgress { entry, targets: Which::All, step, at: story.now });
    story.sync();
    let shown = story.snap();
    assert!(shown.contains("There is no field 'for_sale'"), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with('▌') && line.contains("for_sale")), "{shown}");
}

#[test]
fn a_finished_upload_frees_the_page_for_the_next_file() {
    let mut story = page();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain\na.com\n");
    story.keys("ctrl-s").wait(500).keys("y").settle(None).wait(10_000);
    story.line("import");
    assert!(story.snap().contains("file") && !story.snap().contains("prices.csv"), "{}", story.snap());
}
