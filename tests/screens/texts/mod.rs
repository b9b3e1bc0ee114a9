//! Everything a person can read at 80 columns: [`everywhere`] collects the frames of each screen, its tabs, its opened
//! detail, its menus, questions, help, lines and results; the tests in the files beside check them. Look first at
//! [`everywhere`].

mod acts;
mod fits;

use std::collections::HashSet;
use std::sync::LazyLock;

use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::ui::Level;
use parkade::ui::testing::Story;

use crate::conformance::{PAGES, Page, STATES, page};
use crate::support::{failure, profile, site};

/// Name of a place, and the function that makes a story there.
pub type Place = (String, Box<dyn Fn() -> Story>);

const MORE: &[Page] = &[
    ("inquiries", "hidden", ""),
    ("inquiries", "all", ""),
    ("inquiries", "", "space j space"),
    ("domains", "verified", ""),
    ("domains", "unverified", ""),
    ("domains", "", "space j space"),
    ("domains", "detected", "space j space"),
    ("domains", "removed", "space j space"),
    ("jobs", "exports", "j"),
];

pub fn places() -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for at in PAGES.iter().chain(MORE).copied() {
        places.push((format!("{at:?}"), Box::new(move || page(at))));
    }
    for (name, set_up) in STATES {
        let begin = move || {
            let mut story = Story::new(ALL);
            story.size(80, 24).open("inquiries", "");
            set_up(&mut story);
            story.sent();
            story
        };
        places.push(((*name).to_owned(), Box::new(begin)));
    }
    for keys in ["", "j e ctrl-u", "j e ctrl-u x enter"] {
        let begin = move || {
            let mut story = Story::new(ALL);
            story.size(80, 24).open("profile", "");
            profile::answer(&mut story, &profile::full());
            if !keys.is_empty() {
                story.keys(keys);
            }
            story.sent();
            story
        };
        places.push((format!("profile, {keys}"), Box::new(begin)));
    }
    for keys in ["", "space ctrl-s", "j j j d ctrl-s"] {
        let begin = move || {
            let mut story = Story::new(ALL);
            story.size(80, 24).open("site", "");
            site::answer(&mut story, &site::full());
            if !keys.is_empty() {
                story.keys(keys).wait(400);
            }
            story.sent();
            story
        };
        places.push((format!("site, {keys}"), Box::new(begin)));
    }
    places
}

/// Every different frame of all places, each with the place that showed it first.
fn everywhere() -> &'static [(String, String)] {
    static SEEN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let halves = std::thread::scope(|scope| {
            let half = |odd: usize| scope.spawn(move || walk(odd));
            [half(0), half(1)].map(|half| half.join().expect("no panic on the way"))
        });
        halves.into_iter().flatten().collect()
    });
    &SEEN
}

/// Frames of every second place, beginning with the place number `odd`.
fn walk(odd: usize) -> Vec<(String, String)> {
    let (mut frames, mut seen) = (Vec::new(), HashSet::new());
    let mut see = |place: String, frame: String| {
        if seen.insert(frame.clone()) {
            frames.push((place, frame));
        }
    };
    // Parts that are the same on all pages of a screen are collected once.
    let (mut screens, mut tried) = (HashSet::new(), HashSet::new());
    for (place, begin) in places().into_iter().skip(odd).step_by(2) {
        see(place.clone(), begin().snap());
        for lists in ["?", "ctrl-p"] {
            let mut story = begin();
            story.keys(lists);
            for _ in 0..12 {
                see(format!("{place}, {lists}"), story.snap());
                story.keys("pgdn");
            }
        }
        let commands = begin().shell.commands();
        if screens.insert(begin().shell.current()) {
            for letter in 'a'..='z' {
                see(format!("{place}, :{letter}"), begin().keys(":").typed(&letter.to_string()).snap());
            }
        }
        for info in commands {
            let first = tried.insert(info.name);
            if !first && (info.name.starts_with("app.") || info.name.starts_with("table.")) {
                continue;
            }
            let at = format!("{place}, :{}", info.name);
            let run = || {
                let mut story = begin();
                story.line(info.name).wait(400);
                story
            };
            if first {
                see(format!("{at} being typed"), begin().keys(":").typed(&format!("{} ", info.name)).snap());
                see(format!("{at} nosuch"), begin().line(&format!("{} nosuch", info.name)).snap());
            }
            let mut story = run();
            see(at.clone(), story.snap());
            let (asks, wrote) = (!story.shell.layer_names().is_empty(), !story.sent().is_empty());
            if asks {
                see(format!("{at}, enter"), story.keys("enter").snap());
            }
            if info.level != Level::None && (asks || wrote) {
                let answered = || {
                    let mut story = run();
                    if asks {
                        story.keys("y");
                    }
                    story
                };
                let refused = failure(FailureKind::Forbidden);
                let mut story = answered();
                see(format!("{at}, planned"), story.snap());
                see(format!("{at}, done"), story.settle(None).snap());
                see(format!("{at}, undone"), story.keys("u").settle(None).line("log").snap());
                see(format!("{at}, refused"), answered().settle(Some(&refused)).line("log").snap());
            }
        }
    }
    frames
}
