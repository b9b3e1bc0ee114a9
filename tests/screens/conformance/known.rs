//! No screen claims more than was read, over stores in which nothing, a part or everything was read.

use parkade::api::emails::Match;
use parkade::api::inquiries::List;
use parkade::api::types::Inquiry;
use parkade::api::{Paged, Request};
use parkade::screens::ALL;
use parkade::store::filter::MailQuery;
use parkade::store::{Tab, WalkList};
use parkade::ui::testing::{NOW, Story};
use serde_json::Value;

use crate::support::inbox::{fill, first_page, page, rows, unsent_page, walk};
use crate::support::{mail, portfolio, settings};

/// Screens whose tabs count rows kept on this machine.
const OWN: [&str; 7] = ["jobs", "review", "import", "add", "csv", "advertise", "settled"];

fn story() -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 24).open("inquiries", "");
    story
}

/// The rows that were not emailed.
fn unsent() -> Vec<Value> {
    rows().into_iter().filter(|row| row["marks"]["archived"] != true && row["marks"]["removed"] != true).collect()
}

/// The line with the tabs.
fn tabs(story: &mut Story) -> String {
    story.snap_screen().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn nothing_is_counted_before_anything_was_read() {
    for screen in ALL.iter().filter(|screen| !OWN.contains(&screen.id)) {
        let mut story = story();
        story.open(screen.id, "");
        let words = tabs(&mut story);
        // The window of a report and the time Home looks back are chosen, not read, so they may be shown.
        let counted = words.replace("30 days", "").replace("last 24 hours", "");
        assert!(!counted.contains(|c: char| c.is_ascii_digit()), "{}: {words}", screen.id);
        let header = story.snap_header();
        assert!(!header.contains("Inquiries 0") && !header.contains('≥'), "{}: {header}", screen.id);
    }
}

#[test]
fn a_list_read_in_part_is_called_a_part() {
    let mut story = story();
    fill(&mut story, Tab::Active, &rows());
    story.store.sync_inquiries(NOW);
    let (_, began) = story.store.walk_ask().expect("the walk begins");
    let first: Paged<Inquiry> = List::decode(page(&rows(), 9_000).as_bytes()).expect("a page");
    story.store.walk_page((WalkList::All, 1), &first, began, story.now);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&unsent(), 146, [1, 2, 0, 0, 1]));
    for screen in ALL {
        story.open(screen.id, "");
        let header = story.snap_header();
        assert!(header.contains('≥') && header.contains("reading 7 of 9,000"), "{}: {header}", screen.id);
    }
    story.open("inquiries", "");
    let words = tabs(&mut story);
    assert!(words.contains("Unsent 146") && words.contains(" ≥ ") && words.contains(" held"), "{words}");
    let frame = story.line("unsent").snap();
    assert!(frame.contains("Held back: ≥ "), "{frame}");
    assert!(frame.contains(&format!("{} of 146 read", unsent().len())), "{frame}");
}

#[test]
fn a_list_read_to_its_end_is_not_called_a_part() {
    let mut story = story();
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    // Scores of leads need prices.
    portfolio::all(&mut story);
    portfolio::account_in_dollars(&mut story);
    settings::own(&mut story, &[]);
    assert!(story.open("home", "").snap().contains("≥ 1  verified domain priced below"), "no lowest offer was read");
    settings::fill(&mut story);
    settings::own(&mut story, &[]);
    let held = unsent();
    story.answer(&first_page(Tab::Unsent), &unsent_page(&held, held.len() as u64, [1, 2, 0, 0, 1]));
    for screen in ALL {
        story.open(screen.id, "");
        let frame = story.snap();
        // Home also shows names, jobs and versions, which are not read here, so it may say that it is reading.
        let reads = screen.id != "home" && frame.contains("reading");
        assert!(!frame.contains('≥') && !reads, "{}:\n{frame}", screen.id);
    }
    story.open("inquiries", "");
    let frame = story.line("unsent").snap();
    assert!(frame.contains("Held back: ") && !frame.contains('≥') && !frame.contains(" of 7 read"), "{frame}");
}

#[test]
fn a_message_opened_while_the_list_is_read_leads_on_to_its_end() {
    let mut story = mail::open();
    let of = |number| MailQuery::default().list(Match::Inbox, number);
    let known = mail::rows();
    story.answer(&of(1), &mail::page(&known, 1, 101));
    story.keys("G enter");
    assert!(story.snap().contains("Invoice of March"), "{}", story.snap());
    let frame = story.keys("}").snap();
    assert!(frame.contains("This is the last one read so far; more are coming."), "{frame}");
    assert!(story.wanted().contains(&of(2).call().key()));
    let mut older = known[4].clone();
    (older["id"], older["subject"]) = ("m-0".into(), serde_json::json!(["Older letter"]));
    story.answer(&of(2), &mail::page(&[older], 2, 101));
    let frame = story.keys("}").snap();
    assert!(frame.contains("Older letter"), "{frame}");
    assert!(story.keys("}").snap().contains("This is the last one."), "{}", story.snap());
}
