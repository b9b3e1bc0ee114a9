//! Every question that a verb asks, with keys pressed that have another meaning elsewhere: only its own keys answer it.
//! Every printable key is tried on every kind of question in `ui/shell`.

use std::collections::BTreeSet;

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Info, Level};

use super::keys::{PAGES, page};
use super::verbs::writes;
use crate::support::{ads, nameservers, pages, portfolio, profile, senders, site};

/// Milliseconds after which earlier keys no longer matter and a key counts as an answer.
const PAUSE: u64 = 1_000;
/// Keys with a meaning on lists: for the `:` line, searches, counts, marks, moves and acts, and answers to other
/// questions.
const KEYS: [char; 12] = [':', '/', '?', ' ', 'a', 'd', 'h', 'j', '1', '.', 'Y', '~'];

/// Puts the question of a verb on the screen; `false` where it asks none.
fn ask(story: &mut Story, info: &Info) -> bool {
    story.line(info.name).wait(PAUSE).sent();
    story.shell.layer_names().last() == Some(&"dialog")
}

#[test]
fn a_printable_key_that_is_no_answer_closes_every_question_and_does_nothing() {
    let (mut wrong, mut asked) = (Vec::new(), BTreeSet::new());
    for at in PAGES {
        for info in page(*at).shell.commands().into_iter().filter(|info| info.level != Level::None) {
            let mut story = page(*at);
            if asked.contains(info.name) || !ask(&mut story, info) {
                continue;
            }
            asked.insert(info.name);
            let typed = story.snap().contains("Type ");
            for letter in KEYS {
                let screen = story.shell.current();
                story.typed(&letter.to_string());
                let open = story.shell.layer_names().last() == Some(&"dialog");
                let text = typed && (letter.is_ascii_alphanumeric() || " ,.-".contains(letter));
                if !text && (open || story.shell.current() != screen) || story.sent().iter().any(writes) {
                    wrong.push(format!("{} on {at:?}: {letter}", info.name));
                }
                story.wait(PAUSE);
                if !open && !ask(&mut story, info) {
                    wrong.push(format!("{} on {at:?} is not asked again after {letter}", info.name));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked.len() >= 8, "too few questions were seen: {asked:?}");
}

/// Verb, and a story in which something was typed, chosen or changed so that the verb asks its question.
type Asked = (&'static str, fn() -> Story);

fn opened(screen: &'static str) -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 48).open(screen, "");
    story
}

const ASKED: [Asked; 9] = [
    ("the site is turned off", || {
        let mut story = opened("site");
        site::answer(&mut story, &site::full());
        story.keys("space ctrl-s");
        story
    }),
    ("the profile is saved", || {
        let mut story = opened("profile");
        profile::answer(&mut story, &profile::full());
        story.keys("j e ctrl-u").typed("https://new.example").keys("enter ctrl-s");
        story
    }),
    ("names are added", || {
        let mut story = opened("inquiries");
        story.line("add").typed("new.com").keys("enter ctrl-s");
        story
    }),
    ("a file is imported", || {
        let mut story = opened("inquiries");
        portfolio::all(&mut story);
        pages::file(&mut story, "domain,bin_price\nnew.com,1250\n");
        story.keys("ctrl-s").sync();
        story
    }),
    ("an address is ignored", || {
        let mut story = senders::open();
        story.keys("+").typed("new@x.example").keys("enter");
        story
    }),
    ("a nameserver is named", || {
        let mut story = opened("nameservers");
        nameservers::fill(&mut story);
        story.keys("+").typed("lighthouse").keys("enter");
        story
    }),
    ("a campaign is created", || {
        let mut story = ads::open();
        story.keys("+").typed("#0f766e").keys("ctrl-s");
        story
    }),
    ("a campaign is deactivated", || {
        let mut story = ads::open();
        story.keys("d");
        story
    }),
    ("domains are advertised", || {
        let mut story = ads::open();
        story.line("advertise solarpark.de kaffee.de").sync();
        story.keys("enter").typed("Buy {domain}").keys("enter").typed("https://shop.example/{domain}");
        story.keys("ctrl-s").sync().keys("ctrl-s");
        story
    }),
];

#[test]
fn every_printable_key_but_its_own_closes_a_question_about_what_was_typed_and_does_nothing() {
    let mut wrong = Vec::new();
    for (what, ask) in ASKED {
        for letter in ' '..='~' {
            let mut story = ask();
            story.wait(PAUSE).sent();
            let (screen, layers) = (story.shell.current(), story.shell.layer_names().len());
            assert_eq!(story.shell.layer_names().last(), Some(&"dialog"), "{what} is asked:\n{}", story.snap());
            let text = story.snap().contains("Type ") && (letter.is_ascii_alphanumeric() || " ,".contains(letter));
            if ['y', 'n', 'q', 'd'].contains(&letter) && !text {
                continue;
            }
            story.typed(&letter.to_string());
            let open = story.shell.layer_names().len() == layers;
            if open != text || story.shell.current() != screen || story.sent().iter().any(writes) {
                wrong.push(format!("{what}: “{letter}”"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
