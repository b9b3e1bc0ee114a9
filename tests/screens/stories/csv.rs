//! A CSV opened as a table, and lists saved as files, as a user does it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, Save, SaveFrom, SaveTo};
use serde_json::Value;

use crate::support::inbox::{fill, fill_of, rows, walk};
use crate::support::{jobs, portfolio, senders, settings};

/// CSV of `rows` rows.
fn text(rows: usize) -> String {
    let row = |n: usize| format!("name-{n}.com,{},Zoë {n}\n", n * 7 % 100);
    "domain,bin_price,note\n".to_owned() + &(0..rows).map(row).collect::<String>()
}

fn table(rows: usize) -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 24).file("/tmp/prices.csv", text(rows)).open("inquiries", "").line("csv /tmp/prices.csv");
    story
}

fn saved(story: &mut Story) -> Option<Save> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(*save),
        _ => None,
    })
}

fn bar(story: &mut Story) -> String {
    story.snap().lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
}

#[test]
fn the_rows_of_a_table_are_saved_as_any_list_is() {
    let mut story = table(300);
    story.keys("x");
    assert!(story.snap().contains("CSV for spreadsheets"), "{}", story.snap());
    story.keys("esc").line("filter name-7");
    story.line("sort bin_price desc");
    story.line("export-view json /tmp/out.json");
    let save = saved(&mut story).expect("something is saved");
    assert_eq!((save.what.as_str(), save.name.as_str()), ("11 rows", "prices-rows.json"));
    let SaveFrom::Table { grid, writing } = save.from else { panic!("the rows of the table") };
    let first = grid.exact(text(300).as_bytes(), writing.ids()[0]);
    assert_eq!((writing.ids().len(), first[0].as_str()), (11, "name-71.com"), "sorted as on the screen: {first:?}");
}

#[test]
fn a_hundred_thousand_rows_are_scrolled_with_a_few_in_memory() {
    let mut story = table(100_000);
    let shown = story.snap();
    assert!(shown.contains("Rows 100,000") && shown.contains("name-0.com") && shown.contains("bin_price"), "{shown}");
    story.keys("G");
    assert!(bar(&mut story).contains("name-99999.com"), "{}", story.snap());
    let held = story.store.files().grid().expect("open").cells.len();
    assert!(held < 1_000, "{held} rows are held");
    story.line("50000");
    assert!(bar(&mut story).contains("name-49999.com"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("inquiries"));
}

#[test]
fn a_table_is_filtered_sorted_and_read_row_by_row() {
    let mut story = table(300);
    story.keys("/").typed("NAME-27");
    story.keys("enter");
    assert!(story.snap().contains("11 of 300") && story.snap().contains("name-270.com"), "{}", story.snap());
    story.line("sort bin_price desc");
    assert!(bar(&mut story).contains("name-27.com") || story.snap().contains("bin_price ↓"), "{}", story.snap());
    story.keys("g g enter");
    assert!(story.snap().contains("Row ") && story.snap().contains("Zoë"), "{}", story.snap());
    story.keys("esc esc");
    let frame = story.snap();
    assert!(!frame.contains("of 300"), "esc takes the filter off first:\n{frame}");
    assert!(frame.contains("by bin_price ↓"), "the sort is told where its column may be out of sight:\n{frame}");
}

#[test]
fn a_column_is_filtered_by_its_name_and_unicode_text_of_excel_is_opened() {
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(text(300).encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let mut story = table(300);
    story.line("filter bin_price:>90 note:zoë").line("help filter");
    assert!(story.snap().contains("bin_price:500-900"), "{}", story.snap());
    story.keys("esc");
    let narrowed = story.snap();
    assert!(narrowed.contains(" of 300") && bar(&mut story).contains("name-13.com"), "{narrowed}");
    story.file("/tmp/prices.csv", wide).line("csv /tmp/prices.csv").line("filter bin_price:>90 note:zoë");
    assert_eq!(story.snap(), narrowed, "as the same file in UTF-8");
}

#[test]
fn a_table_can_be_saved_and_another_file_says_why_not() {
    let mut story = table(3);
    story.line("save ~/kept.csv");
    let save = saved(&mut story).expect("a copy");
    assert_eq!(save.from, SaveFrom::File(PathBuf::from("/tmp/prices.csv")));
    assert_eq!(save.to, SaveTo::Path("~/kept.csv".to_owned()));
    story.line("csv /tmp/my prices.csv");
    let opened = |story: &mut Story| {
        let open = |effect| match effect {
            Effect::File(FileAsk::Open { path, title }) => Some((path, title)),
            _ => None,
        };
        story.sent().into_iter().rev().find_map(open).expect("something is opened")
    };
    assert_eq!(opened(&mut story), ("/tmp/my prices.csv".to_owned(), "my prices.csv".to_owned()));
    story.line("csv \"/tmp/my prices.csv\"");
    assert_eq!(opened(&mut story).0, "/tmp/my prices.csv", "quoted as in a shell");
    story.file("/tmp/broken.csv", "a\u{0},b").line("csv /tmp/broken.csv");
    assert!(story.snap().contains("UTF-16") || story.snap().contains("not a text file"), "{}", story.snap());
    story.keys("esc").line("csv");
    assert!(story.snap().contains("Usage: :csv <file>"), "{}", story.snap());
}

/// Text of a file that is made beside the loop.
fn made(save: &Save) -> String {
    let SaveFrom::Made { text, .. } = &save.from else { panic!("made beside the loop: {save:?}") };
    parkade::ui::testing::made(text)
}

#[test]
fn any_list_is_saved_as_it_is_shown() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    story.keys("x");
    assert!(story.snap().contains("no cell can be a formula"), "{}", story.snap());
    story.keys("esc").line("sort offer").line("cols risk").line("export-view csv");
    let save = saved(&mut story).expect("saved");
    let text = made(&save);
    assert_eq!((save.name.as_str(), &save.to), ("inquiries-active.csv", &SaveTo::Downloads));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "the heading and all seven:\n{text}");
    assert!(
        lines[0].starts_with("age,domain,punycode,offer,offer_currency,buyer") && !lines[0].contains("risk"),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("solarpark.de") && lines[1].starts_with("2026-03-12T"), "{}", lines[1]);
    story.line("export-view json ~/all.json");
    let save = saved(&mut story).expect("saved");
    let text = made(&save);
    assert_eq!((save.name.as_str(), save.to), ("inquiries-active.json", SaveTo::Path("~/all.json".to_owned())));
    assert!(
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|all| all.as_array().is_some_and(|a| a.len() == 7))
    );
    story.line("export-view json ~/my files/all.json");
    assert_eq!(saved(&mut story).expect("saved").to, SaveTo::Path("~/my files/all.json".to_owned()));
    story.line("export-view xls");
    assert!(story.snap().contains("Unknown format “xls”. Use csv, csv-safe, json or svg."), "{}", story.snap());
}

/// Fills a list.
type Fill = fn(&mut Story);

/// The list of a screen as CSV, a map per row, and as JSON.
fn both(screen: &'static str, fill: Fill, lines: &[&str]) -> (Vec<BTreeMap<String, String>>, Vec<Value>) {
    let mut story = Story::new(ALL);
    story.size(160, 48).open(screen, "");
    fill(&mut story);
    for line in lines {
        story.line(line);
    }
    let mut text = |form: &str| {
        story.sent();
        story.line(&format!("export-view {form}"));
        match saved(&mut story).expect("saved").from {
            SaveFrom::Text(text) => text.to_string(),
            SaveFrom::Made { text, .. } => parkade::ui::testing::made(&text),
            other => panic!("{other:?}"),
        }
    };
    let csv = text("csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows = reader.deserialize().map(|row| row.expect("a row")).collect();
    (rows, serde_json::from_str(&text("json")).expect("JSON"))
}

/// Values a program can read without guessing: CSV and JSON have the same values under the same names.
#[test]
fn saved_lists_have_exact_values_under_the_same_names_in_csv_and_json() {
    let lists: [(&str, Fill); 4] = [
        ("inquiries", |story| {
            fill(story, Tab::Active, &rows());
            walk(story, &rows());
        }),
        ("domains", portfolio::all),
        ("jobs", jobs::fill),
        ("senders", senders::fill),
    ];
    for (screen, fill) in lists {
        let (csv, json) = both(screen, fill, &[]);
        assert!(!csv.is_empty() && csv.len() == json.len(), "{screen}");
        for (row, value) in csv.iter().zip(&json) {
            let value = value.as_object().expect("an object");
            assert_eq!(row.keys().collect::<BTreeSet<_>>(), value.keys().collect::<BTreeSet<_>>(), "{screen}");
            for (key, cell) in row {
                assert!(
                    key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
                    "{screen}: {key}"
                );
                let same = match &value[key] {
                    Value::Null => cell.is_empty(),
                    Value::String(text) => text == cell && !cell.is_empty(),
                    other => serde_json::from_str::<Value>(cell).is_ok_and(|cell| &cell == other),
                };
                assert!(same, "{screen}, {key}: “{cell}” and {}", value[key]);
                assert!(!cell.contains(['€', '$', '—']), "{screen}, {key}: {cell}");
                assert!(!cell.ends_with("UTC") && !cell.ends_with(" ago"), "{screen}, {key}: {cell}");
            }
        }
    }
}

#[test]
fn a_saved_inquiry_has_its_time_amount_currency_and_punycode() {
    let fill = |story: &mut Story| {
        fill(story, Tab::Active, &rows());
        walk(story, &rows());
    };
    let (_, json) = both("inquiries", fill, &["cols confirmed"]);
    let row = json.iter().find(|row| row["domain"] == "solarpark.de").expect("there");
    assert!(row["age"].as_str().is_some_and(|at| at.ends_with('Z') && at.contains('T')), "{row}");
    assert!(row["offer"].is_number() && row["offer_currency"].is_string(), "{row}");
    assert!(row["confirmed"].is_boolean() || row["confirmed"].is_null(), "{row}");
    assert_eq!(row["punycode"], "solarpark.de");
    assert!(row["id"].is_number() && row["reference"].is_string(), "{row}");
}

#[test]
fn a_score_that_may_be_higher_is_saved_as_a_lower_bound() {
    let fill = |story: &mut Story| fill(story, Tab::Active, &rows());
    let (_, json) = both("inquiries", fill, &[]);
    let row = json.iter().find(|row| row["domain"] == "solarpark.de").expect("there");
    assert!(row["score"].is_null() && row["score_at_least"].is_number(), "{row}");
}

#[test]
fn a_saved_domain_has_numbers_currencies_and_punycode() {
    let read = |story: &mut Story| {
        portfolio::all(story);
        settings::own(story, &[]);
    };
    let (csv, json) = both("domains", read, &["cols portfolio", "cols added"]);
    let of = |name: &str| json.iter().find(|row| row["domain"] == name).expect("there");
    let row = of("sólar.com");
    assert_eq!((&row["punycode"], &row["bin"]), (&Value::from("xn--slar-qqa.com"), &Value::from(950)));
    assert_eq!((&row["for_sale"], &row["offers"]), (&Value::from(true), &Value::from(true)));
    assert!(row["bin_currency"].as_str().is_some_and(|code| code.len() == 3), "{row}");
    assert!(row["verified"].as_str().is_some_and(|at| at.ends_with('Z')), "{row}");
    let row = of("fjordtours.no");
    assert_eq!((&row["bin"], &row["bin_currency"], &row["verified"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(row["offers"], "ask first", "what is no number stays as it was sent");
    let bergluft = csv.iter().find(|row| row["domain"] == "BergLuft.at").expect("there");
    assert_eq!((bergluft["bin"].as_str(), bergluft["for_sale"].as_str()), ("1200", "true"));
}

#[test]
fn the_currency_of_a_price_is_saved_once_those_of_domains_were_read() {
    let unread = |story: &mut Story| {
        portfolio::rows(story);
        portfolio::account_in_dollars(story);
    };
    let (_, json) = both("domains", unread, &[]);
    assert!(json.iter().all(|row| row["bin_currency"].is_null()), "{json:#?}");
    let yen = |story: &mut Story| {
        portfolio::all(story);
        settings::own(story, &[("solarpark.de", serde_json::json!({ "currency": "JPY" }))]);
    };
    let (_, json) = both("domains", yen, &[]);
    let of = |name: &str| &json.iter().find(|row| row["domain"] == name).expect("there")["bin_currency"];
    assert_eq!((of("solarpark.de").as_str(), of("clearwater.io").as_str()), (Some("JPY"), Some("USD")));
}

#[test]
fn saving_without_a_list_or_a_row_says_so() {
    let mut story = Story::new(ALL);
    story.open("inquiries", "");
    fill(&mut story, Tab::Active, &[]);
    story.line("export-view csv");
    assert!(story.snap().contains("No row to save"), "{}", story.snap());
    story.line("csv /tmp/x.csv").line("export-view csv");
    assert!(story.snap().contains("No list here to save"), "{}", story.snap());
}

#[test]
fn sorting_goes_to_the_first_row_when_the_rows_have_come() {
    let mut story = table(300);
    story.keys("G");
    story.line("sort bin_price desc");
    assert!(bar(&mut story).contains(" 99 "), "the highest first:\n{}", story.snap());
    story.keys("j space j");
    let row = bar(&mut story);
    story.line("sort bin_price asc");
    assert_eq!(bar(&mut story), row, "with marks it stays");
}

#[test]
fn tab_and_filter_commands_apply_to_the_table() {
    let mut story = table(30);
    story.line("tab moon");
    assert!(story.snap().contains("Unknown tab “moon”"), "{}", story.snap());
    story.line("tab rows").line("filter name-7.com");
    assert!(story.snap().contains("1 of 30") && story.shell.current() == Some("csv"), "{}", story.snap());
}

#[test]
fn a_list_that_is_saved_before_all_of_it_was_read_says_so() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    fill_of(&mut story, Tab::Active, &rows(), 9_000);
    let part = |story: &mut Story| {
        story.line("export-view json");
        let save = |effect| if let Effect::Save(save) = effect { Some(save.part) } else { None };
        story.sent().into_iter().find_map(save).expect("saved")
    };
    assert!(part(&mut story).is_some_and(|part| part.contains("7 read")), "{:?}", part(&mut story));
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    fill_of(&mut story, Tab::Active, &rows(), rows().len() as u64);
    walk(&mut story, &rows());
    assert_eq!(part(&mut story), None);
}
