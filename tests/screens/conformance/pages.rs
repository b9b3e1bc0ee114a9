//! The pages that are opened from others (adding names, importing a CSV, a table) in every state and size.

use parkade::api::settings::Schema;
use parkade::screens::ALL;
use parkade::store::files::csv::{CsvAsk, check};
use parkade::store::files::grid::{self, News};
use parkade::store::files::{Listed, Listing};
use parkade::ui::testing::{SIZES, Story, monkey};
use parkade::ui::{Effect, FileAsk};

use super::add;

const SCHEMA: &str = r#"{"schema":[
  {"name":"for_sale","type":"bool","label":"For sale","domain_level":true,"available":true,"allowed_values":null},
  {"name":"bin_price","type":"number","label":"Buy now price","domain_level":true,"available":true,"allowed_values":null}
]}"#;

const PRICES: &str = "domain,bin_price,for_sale\nsolarpark.de,1250,yes\nbücher.de,,no\nnot a name,x,maybe\n";

/// How a person gets there.
pub type SetUp = fn(&mut Story);

/// Pages and the states they are in.
pub const STATES: &[(&str, SetUp)] = &[
    ("add, empty", |story| {
        story.line("add");
    }),
    ("add, lines", |story| {
        story.line("add").paste("SolarPark.de\nbücher.de\nsolarpark.de\nmy shop.com\nаpple.com\n");
    }),
    ("add, list", |story| {
        story.line("add").paste("a.com\nb.com\n").keys("tab space");
    }),
    ("import, path", |story| {
        story.line("import").typed("pri");
        let listed = |path: &str, bytes| Listed { path: path.to_owned(), bytes };
        let paths = vec![listed("prices.csv", 1_200), listed("large.csv", 20_000_000), listed("private/", 0)];
        story.store.files_mut().put_listing(Listing { typed: "pri".to_owned(), paths, problem: None });
        story.sync();
    }),
    ("import, columns", |story| file(story, PRICES)),
    ("import, rows", |story| {
        file(story, PRICES);
        story.keys("]");
    }),
    ("import, problems", |story| {
        file(story, PRICES);
        story.keys("] ]");
    }),
    ("import, refused", |story| file(story, "domain;price\na.com;5\n")),
    ("import, no text", |story| {
        story.line("import /x/prices.csv");
        story.store.files_mut().put_csv(Err("This file is not in UTF-8.".to_owned()));
        story.sync();
    }),
    ("table", |story| {
        story.line("csv /x/prices.csv");
        table(story, PRICES);
    }),
    ("table, none", |story| {
        story.line("csv /x/prices.csv");
        table(story, "a\u{0}");
    }),
];

fn file(story: &mut Story, content: &str) {
    story.line("import /x/prices.csv").answer(&Schema {}, SCHEMA);
    let ask = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::Check(ask)) => Some(*ask),
        _ => None,
    });
    let ask: CsvAsk = ask.expect("the file is to be looked at");
    story.store.files_mut().put_csv(check(content.as_bytes(), &ask));
    story.sync();
}

fn table(story: &mut Story, content: &str) {
    let opened = grid::open(content.as_bytes(), "/x/prices.csv".into(), "prices.csv".to_owned());
    story.store.files_mut().put_grid(News::Opened(opened));
    story.sync();
    let asked = story.sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Rows { grid, rows }) => Some((grid, rows)),
        _ => None,
    });
    let Some((grid, rows)) = asked else { return };
    let row = |row: u32| {
        let (begin, length) = grid.place(row);
        (row, grid.cells(&content.as_bytes()[begin as usize..begin as usize + length]))
    };
    let cells = Ok(rows.into_iter().map(row).collect());
    story.store.files_mut().put_grid(News::Rows { path: grid.path.clone(), cells });
    story.sync();
}

fn page(size: (u16, u16), set_up: SetUp) -> Story {
    let mut story = Story::new(ALL);
    story.size(size.0, size.1).open("inquiries", "");
    set_up(&mut story);
    story
}

#[test]
fn esc_always_leads_back_and_every_size_is_drawn() {
    for (name, set_up) in STATES {
        for size in SIZES {
            let mut story = page(size, *set_up);
            assert!(!story.snap().trim().is_empty(), "{name}");
            for _ in 0..6 {
                story.wait(400).keys("esc");
            }
            assert_eq!(story.shell.current(), Some("inquiries"), "{name} at {size:?}");
        }
    }
}

#[test]
fn how_they_look() {
    let mut frames = String::new();
    for (name, set_up) in STATES {
        for size in [(80, 24), (160, 48)] {
            add(&mut frames, name, size, &mut page(size, *set_up));
        }
    }
    insta::assert_snapshot!("pages", frames);
}

#[test]
fn no_keys_pastes_or_sizes_break_them() {
    for (seed, (name, set_up)) in STATES.iter().enumerate() {
        let story = page((80, 24), *set_up);
        monkey(story, seed as u64, 400).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}
