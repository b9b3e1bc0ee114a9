//! Closing: `q` and esc on every screen, the way back from a thing opened on another screen, forms that letters cannot
//! leave.

use parkade::api::Page;
use parkade::api::inquiries::List;
use parkade::screens::ALL;
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::json;

use super::domains::portfolio;
use crate::support::inbox::open_inbox;
use crate::support::jobs::{entries, fill, import, lines};
use crate::support::portfolio::{all, mine, one};

const QUIT: Effect = Effect::Quit { force: false };

/// Jobs with the lines of its first import read.
fn jobs() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("jobs", "");
    fill(&mut story);
    story
}

/// Domains, with one inquiry about clearwater.io.
fn asked_about() -> Story {
    let mut story = portfolio();
    let inquiry = json!({ "inquiry_id": 500, "inquire_date": story.now.0 - 3_600, "domain": "clearwater.io",
        "full_name": "Anna Lindqvist", "email": "anna@nordvind.example", "offer": 12_500.0, "offer_currency": "USD",
        "email_confirmed": true, "marks": { "read": true, "starred": false, "archived": false, "removed": false } });
    let list = List { filter: parkade::store::Tab::All.question(), page: Page::new(1, 100) };
    let body = json!({ "inquiries": [inquiry], "pagination": { "current_page": 1, "last_page": 1, "per_page": 100,
        "shown": 1, "total": 1 } });
    story.answer(&list, &body.to_string());
    story.keys("j enter ] ] ]");
    assert!(story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    story.sent();
    story
}

#[test]
fn q_closes_what_is_open_and_quits_only_from_a_list() {
    let mut story = open_inbox(24);
    for open in ["enter", "enter ]", "enter / a enter"] {
        story.keys(open).keys("q");
        if open.contains('/') {
            story.keys("q");
        }
        assert!(story.snap().contains("confirmed only"), "{open}:\n{}", story.snap());
        assert!(!story.sent().contains(&QUIT), "{open}");
    }
    // Marks and a filter do not count as a page: `q` on a list quits.
    story.wait(1_000).keys("space q");
    assert!(story.sent().contains(&QUIT));

    let mut story = open_inbox(24);
    story.size(80, 24).keys("p");
    assert!(!story.snap().contains("confirmed only") || story.snap().contains("Anna Lindqvist"));
    let page = story.snap();
    story.keys("q");
    assert_ne!(story.snap(), page, "the preview in front of the list is a page");
    assert_eq!(story.sent(), []);

    let mut story = portfolio();
    story.keys("enter q");
    assert!(story.snap().contains("clearwater.io"), "{}", story.snap());
    assert_eq!(story.sent(), []);
    story.wait(1_000).keys("q");
    assert_eq!(story.sent(), [QUIT]);

    // The second of two quick presses of `q` was meant for the page, too.
    let mut story = jobs();
    story.keys("enter q q");
    assert_eq!(story.sent(), []);
    assert!(story.snap().contains("Press q again to quit."), "{}", story.snap());
    story.keys("q");
    assert_eq!(story.sent(), [QUIT]);
}

#[test]
fn q_leaves_the_pages_that_other_screens_open() {
    for (line, keys) in [("add a.com b.com", "tab q"), ("csv /x/prices.csv", "q")] {
        let mut story = jobs();
        story.line(line).keys(keys);
        assert_eq!(story.shell.current(), Some("jobs"), "{line}:\n{}", story.snap());
        assert!(!story.sent().contains(&QUIT), "{line}");
    }
    let mut story = Story::new(ALL);
    story.open("csv", "/x/prices.csv").keys("q");
    assert_eq!(story.shell.current(), Some("home"), "a page nobody came to leads to the first screen");
}

#[test]
fn a_capital_q_quits_from_wherever_one_is() {
    let mut story = open_inbox(24);
    story.keys("enter Q");
    assert!(story.sent().contains(&Effect::Quit { force: true }));
    story.line("q");
    assert!(story.sent().contains(&QUIT), "and so does the line");
}

#[test]
fn esc_on_a_plain_list_stays_there_and_says_so() {
    for screen in ["inquiries", "domains", "jobs"] {
        let mut story = open_inbox(24);
        all(&mut story);
        fill(&mut story);
        story.open("jobs", "").open("domains", "").open(screen, "").keys("esc esc");
        assert_eq!(story.shell.current(), Some(screen));
        assert!(story.snap().contains("Nothing to close here"), "{}", story.snap());
    }
}

#[test]
fn an_inquiry_opened_on_a_domains_page_leads_back_to_it() {
    let mut story = asked_about();
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("anna@nordvind.example"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("domains"), "{}", story.snap());
    assert!(story.snap().contains("Overview") && story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    // The inbox has the same filter as before.
    story.keys("2");
    assert!(story.snap().contains("confirmed only"), "{}", story.snap());
}

#[test]
fn a_thing_of_another_screen_leads_back_where_one_came_from() {
    // From an inquiry to its domain, and from a domain to its inquiries.
    let mut story = open_inbox(24);
    all(&mut story);
    story.keys("enter g d");
    assert_eq!(story.shell.current(), Some("domains"));
    story.keys("q");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("Message"), "the inquiry is still open:\n{}", story.snap());

    let mut story = portfolio();
    story.keys("j g i esc");
    assert_eq!(story.shell.current(), Some("domains"), "{}", story.snap());

    // From a line of an import to its domain.
    let mut story = jobs();
    all(&mut story);
    story.keys("enter");
    lines(&mut story, &import(4_711, "running", 0.68), &entries(), 1, 5);
    story.keys("g d");
    assert_eq!(story.shell.current(), Some("domains"));
    one(&mut story, &mine()[0]);
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("jobs"));
    assert!(story.snap().contains("Import 4711"), "{}", story.snap());
}

#[test]
fn a_user_who_goes_elsewhere_by_hand_is_not_led_back() {
    let mut story = asked_about();
    story.keys("enter").wait(2_000).keys("4").wait(2_000).keys("2");
    assert_eq!(story.shell.current(), Some("inquiries"));
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("inquiries"));
}

/// Every key that prints something.
fn printable() -> impl Iterator<Item = char> {
    ' '..='~'
}

#[test]
fn no_letter_leaves_a_form_or_runs_anything_in_it() {
    for (form, open, fields) in [("filter", "f", 16), ("export", "] + down enter", 5)] {
        for field in 0..fields {
            let mut story = if form == "filter" { open_inbox(30) } else { jobs() };
            story.keys(open);
            for _ in 0..field {
                story.keys("tab");
            }
            story.sent();
            for character in printable() {
                story.typed(&character.to_string());
                let place = format!("{form}, field {field}, “{character}”");
                assert_eq!(story.sent(), [], "{place}");
                assert!(story.shell.layer_names().is_empty(), "{place}");
                assert!(story.shell.in_form_for_tests(), "{place}:\n{}", story.snap());
            }
            story.keys("ctrl-p ctrl-r ctrl-c");
            assert!(!story.shell.in_form_for_tests(), "ctrl-c closes the {form} form:\n{}", story.snap());
            assert_eq!(story.sent(), [], "{form}");
        }
    }
}

#[test]
fn ctrl_s_accepts_a_form_from_any_field() {
    let mut story = jobs();
    story.keys("] + down enter tab ctrl-s");
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Write(_))));
}

#[test]
fn a_question_waits_until_what_is_being_typed_is_done() {
    let mut story = portfolio();
    story.keys("j j j j j o :").typed("yy");
    one(&mut story, &mine()[5]);
    assert_eq!(story.shell.layer_names(), ["line"], "nothing opens over the line");
    story.keys("esc").wait(400).sync();
    assert_eq!(story.shell.layer_names(), ["dialog"], "it opens once the line is closed");
    story.keys("n");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::OpenUrl(_))));
}

#[test]
fn a_filter_on_the_line_means_the_same_wherever_one_is() {
    let places = ["", "unsent", "all", "archived"];
    let shown = |line: &str| -> Vec<String> {
        let list = |place: &&str| {
            let mut story = open_inbox(24);
            if !place.is_empty() {
                story.line(&format!("tab {place}"));
            }
            story.keys("enter").line(line);
            let frame = story.snap();
            frame.lines().skip(1).take(10).collect::<Vec<_>>().join("\n")
        };
        places.iter().map(list).collect()
    };
    for line in ["inq offer:>500", "inq in:archived", "inq is:unread", "inq in:all buyer:anna"] {
        let lists = shown(line);
        assert!(lists.iter().all(|list| *list == lists[0]), "{line}:\n{}", lists.join("\n---\n"));
    }
    let mut story = open_inbox(24);
    story.line("inq in:archived");
    assert!(story.wanted().iter().any(|key| key.contains("visibility=archived")), "{:?}", story.wanted());
}

#[test]
fn the_bare_name_of_a_screen_leads_to_its_list() {
    for (screen, line, shows) in
        [("inquiries", "inq", "confirmed only"), ("domains", "dom", "Unverified"), ("jobs", "jobs", "Write queue")]
    {
        let mut story = open_inbox(24);
        all(&mut story);
        fill(&mut story);
        story.open(screen, "").keys("enter");
        assert!(!story.snap().contains(shows), "{screen} is opened:\n{}", story.snap());
        story.line(line);
        assert!(story.snap().contains(shows), "{screen}:\n{}", story.snap());
    }
}

#[test]
fn a_slash_on_a_domains_page_finds_in_the_page() {
    let mut story = portfolio();
    one(&mut story, &mine()[1]);
    story.keys("j enter /").typed("lander");
    assert!(story.snap().contains("/ lander"), "{}", story.snap());
    assert!(story.snap().contains("1 of 2"), "{}", story.snap());
    story.keys("enter n esc");
    assert!(story.snap().contains("Overview"), "the page is still open:\n{}", story.snap());
    story.keys("esc");
    assert!(story.snap().contains("Mine 7") && !story.snap().contains("esc clears"), "no filter:\n{}", story.snap());
    story.keys("enter ] ] ] /");
    assert!(story.snap().contains("g i opens these inquiries"), "{}", story.snap());
}

#[test]
fn sync_and_check_say_what_they_do() {
    let mut story = portfolio();
    story.line("sync");
    assert!(story.sent().contains(&Effect::Sync));
    assert!(story.snap().contains("Reading all inquiries and domains again"), "{}", story.snap());
    story.line("sync full");
    assert!(story.sent().contains(&Effect::Sync));
    story.line("sync export");
    assert!(!story.sent().contains(&Effect::Sync) && story.snap().contains("is not available"), "{}", story.snap());
    // On Domains, too, `check` checks unsettled changes, never the name under the cursor.
    story.line("check");
    assert_eq!(story.sent(), [Effect::CheckAgain]);
}

#[test]
fn the_tabs_of_an_opened_inquiry_have_names() {
    let mut story = open_inbox(24);
    story.keys("enter").line("tab raw");
    assert!(story.snap().contains("inquiry_id"), "{}", story.snap());
    story.line("tab nowhere");
    assert!(story.snap().contains("message, buyer, history, flow, raw"), "{}", story.snap());
}
