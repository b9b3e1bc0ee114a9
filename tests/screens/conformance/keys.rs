//! Every key the program documents, on every screen and page: it acts, or says why not.

use std::sync::LazyLock;

use parkade::screens::ALL;
use parkade::ui::testing::{Answers, Story};
use rstest::rstest;

use crate::support::{ads, buyer, images, inbox, insights, jobs, mail, nameservers, portfolio, senders, settings};

/// All keys of the key map.
const KEYS: &str = "j k down up g_g G home end ctrl-d ctrl-u ctrl-f ctrl-b pgdn pgup h l left right J K { } \
    1 2 3 4 5 6 7 8 9 0 tab shift-tab [ ] - enter esc q Q g_d g_i g_m g_s g_h g_v g_b g_j / n N f F , C p \
    space v * ~ e + d a s m i R V $ X S x r c t z < > y o . u U ctrl-s ctrl-c ? : ctrl-p ctrl-r F5 w @ T";

/// Screen, arguments, and the keys that lead to the page.
pub type Page = (&'static str, &'static str, &'static str);

pub const PAGES: &[Page] = &[
    ("inquiries", "", ""),
    ("home", "", ""),
    ("home", "", "k enter"),
    ("inquiries", "unsent", ""),
    ("inquiries", "archived", ""),
    ("inquiries", "", "enter"),
    ("inquiries", "", "enter ] ]"),
    ("domains", "", ""),
    ("domains", "detected", ""),
    ("domains", "removed", ""),
    ("domains", "", "enter"),
    ("domains", "", "enter ] ] ]"),
    ("jobs", "", ""),
    ("jobs", "exports", ""),
    ("jobs", "bulk", ""),
    ("jobs", "queue", ""),
    ("jobs", "", "enter"),
    ("images", "", ""),
    ("senders", "", ""),
    ("nameservers", "", ""),
    ("ads", "", ""),
    ("abilities", "", ""),
    ("health", "", ""),
    ("settled", "", ""),
    ("mail", "", ""),
    ("mail", "", "enter"),
    ("insights", "", ""),
    ("insights", "inquiries", ""),
    ("settings", "", ""),
    ("review", "", ""),
    ("history", "", ""),
    ("overrides", "", ""),
    ("buyer", buyer::ADDRESS, ""),
];

/// An opened inquiry as the service sent it, longer than the window.
const TEXT: Page = ("inquiries", "", "enter [");

/// Answers of the service about everything but the inbox, decoded once.
static ANSWERS: LazyLock<Answers> = LazyLock::new(|| {
    let mut story = Story::new(ALL);
    story.quietly(|story| {
        portfolio::all(story);
        jobs::fill(story);
        images::fill_list(story);
        senders::fill(story);
        nameservers::fill(story);
        ads::fill(story);
        settings::fill(story);
        insights::all(story);
        settings::history(story);
        jobs::lines(story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 5);
    });
    story.given()
});

pub fn page((screen, args, keys): Page) -> Story {
    let mut story = Story::new(ALL);
    story.quietly(|story| {
        story.size(80, 24).open("inquiries", "");
        inbox::fill(story, parkade::store::Tab::Active, &inbox::rows());
        inbox::walk(story, &inbox::rows());
        story.give(&ANSWERS);
        if screen == "review" {
            settings::review(story);
        }
        if screen == "buyer" {
            buyer::fill(story);
        }
        story.open(screen, args);
        if screen == "mail" {
            mail::ready(story);
        }
    });
    if !keys.is_empty() {
        story.keys(keys);
    }
    if (screen, keys.is_empty()) == ("mail", false) {
        story.answer_wanted(&mail::download("m-5"), mail::MESSAGE.as_bytes());
    }
    // Messages and acts from the keys that lead to the page are over.
    story.wait(30_000).sent();
    story
}

/// True when `key`, pressed after the keys `before`, did something or said why not.
fn speaks(at: Page, before: &str, key: &str) -> bool {
    let mut story = page(at);
    if !before.is_empty() {
        story.keys(before).sent();
    }
    let seen = |story: &mut Story| (story.snap_styles(), story.shell.layer_names(), story.wanted());
    let before = seen(&mut story);
    story.keys(key);
    !story.sent().is_empty() || before != seen(&mut story)
}

/// Number of cases the pages are divided among, because tests run in parallel.
const PARTS: usize = 4;

/// A key may be silent at one end of a list or text, but must move from the other end. On a page with nothing to move
/// over, only keys that move elsewhere may be silent.
#[rstest]
fn every_documented_key_acts_or_says_why(#[values(0, 1, 2, 3)] part: usize) {
    assert!(part < PARTS);
    let moves = |key: &str| {
        let both = |at: &Page| {
            let ends = ["", "G", "g g"].map(|end| speaks(*at, end, key));
            ends.contains(&true) && ends.contains(&false)
        };
        [PAGES[0], TEXT].iter().any(both)
    };
    let mut silent = Vec::new();
    for at in PAGES.iter().skip(part).step_by(PARTS) {
        let still = !["j", "k"].iter().any(|key| speaks(*at, "", key));
        for key in KEYS.split_whitespace().map(|key| key.replace('_', " ")) {
            let at_some_end = || ["", "G", "g g"].iter().any(|end| speaks(*at, end, &key));
            if !(at_some_end() || still && moves(&key)) {
                silent.push((key, *at));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}
