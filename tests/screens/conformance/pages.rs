//! The pages that are opened from others (adding names, importing a CSV, a table) in every state and size.

use parkade::screens::ALL;
use parkade::sheets::{Listed, Listing};
use parkade::ui::testing::{SIZES, Story, monkey};

use crate::support::frames::Frames;
use crate::support::pages::{PRICES, file};

/// Steps by which a user reaches a page.
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
    ("advertise, empty", |story| {
        story.line("advertise");
    }),
    ("advertise, form", |story| {
        story.open("advertise", "solarpark.de bücher.de");
    }),
    ("advertise, list", |story| {
        story.open("advertise", "solarpark.de bücher.de xn--80ak6aa92e.com").typed("904").keys("enter");
        story.keys("ctrl-u").typed("Buy {domain}").keys("ctrl-s");
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
        story.file("/x/prices.csv", PRICES).line("csv /x/prices.csv");
    }),
    ("table, none", |story| {
        story.file("/x/prices.csv", "a\u{0}b").line("csv /x/prices.csv");
    }),
];

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
fn every_page_is_drawn_as_its_snapshot() {
    let mut frames = Frames::default();
    for (name, set_up) in STATES {
        for size in [(80, 24), (160, 48)] {
            frames.add(name, size, &mut page(size, *set_up));
        }
    }
    frames.hold("pages");
}

/// Proves R-78.
#[test]
fn no_keys_pastes_or_sizes_break_the_pages() {
    for (seed, (name, set_up)) in STATES.iter().enumerate() {
        let story = page((80, 24), *set_up);
        monkey(story, seed as u64, 400).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}
