//! Caught mail: listed by why it matched, searched for by the service, narrowed with a form.

use parkade::api::Request;
use parkade::api::emails::{ExtensionLocation, Match};
use parkade::store::Wants;
use parkade::store::filter::parse_mail;
use parkade::ui::testing::Story;

use crate::support::mail::{fill, fill_tab, list, open, page, rows, search};

/// The keys of what is asked for.
fn asked(story: &mut Story) -> Vec<String> {
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    wants.queries.into_iter().map(|want| want.key).collect()
}

#[test]
fn tabs_part_the_messages_by_why_they_matched() {
    let mut story = open();
    let frame = story.snap();
    for words in [
        "Inbox 5",
        "anna@solarpark-berlin.com · A",
        "Invoice 2041",
        "! x@kaffeede.com",
        "contains",
        "similar",
        "bücher.de",
    ] {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    assert!(
        frame
            .contains("to info@solarpark.de · the sender's domain contains one of yours · invoice-2041.pdf, terms.txt")
    );
    assert!(frame.contains("This is how “Invoice 2041” begins."), "{frame}");
    assert!(!frame.contains('\u{1b}') && frame.contains("new_label"), "what is not known stands as sent:\n{frame}");
    story.keys("]");
    assert!(asked(&mut story).contains(&list(Match::DomainContains).call().key()));
    let frame = story.snap();
    assert!(frame.contains("Invoice 2041") && !frame.contains("Meeting on Monday"), "{frame}");
}

#[test]
fn the_service_searches_once_the_line_is_accepted() {
    let mut story = open();
    story.keys("/").typed("invoice");
    let frame = story.snap();
    assert!(frame.contains("7 of 200 characters, 1 of 20 words") && frame.contains("\"a phrase\""), "{frame}");
    assert!(frame.contains("Invoice of March") && !frame.contains("Meeting"), "what was read is narrowed:\n{frame}");
    assert!(!asked(&mut story).contains(&search("invoice").call().key()), "no letter is a request");
    story.keys("enter");
    assert!(asked(&mut story).contains(&search("invoice").call().key()));
    let frame = story.snap();
    assert!(frame.contains("Invoice of March") && !frame.contains("Meeting on Monday"), "{frame}");
    assert!(frame.contains("A search looks at all mail, whatever the tab."), "{frame}");
    story.keys("esc");
    assert!(story.snap().contains("Meeting on Monday"));
    story.line("mail invoice");
    assert!(story.snap().contains("All 2") && !story.snap().contains("whatever the tab"), "{}", story.snap());
}

#[test]
fn what_is_too_long_or_misspelled_is_told_and_moves_nothing() {
    let mut story = open();
    story.keys("/").typed(&"word ".repeat(21)).keys("enter");
    let frame = story.snap();
    assert!(frame.contains("this one has 104 and 21") && frame.contains("Invoice 2041"), "{frame}");
    story.keys("esc").line("mail domian:solarpark.de");
    assert!(story.snap().contains("Did you mean \"domain:\""), "{}", story.snap());
}

#[test]
fn the_form_asks_for_endings_and_leads_to_their_tab() {
    let mut story = open();
    story.keys("f");
    assert!(
        story.snap().contains("Search and filter") && story.snap().contains("Ending stands in"),
        "{}",
        story.snap()
    );
    story.keys("tab tab tab tab").typed("de, com").keys("tab right ctrl-s");
    let wanted = parse_mail("ext:de,com at:name").expect("a line");
    assert_eq!(wanted.places, [ExtensionLocation::Name]);
    let key = wanted.list(Match::DomainContainsExtension, 1).call().key();
    assert!(asked(&mut story).contains(&key), "{key}: {:?}", asked(&mut story));
    story.answer(&wanted.list(Match::DomainContainsExtension, 1), &page(&rows()[2..3], 1, 1));
    assert!(story.snap().contains("Extension 1") && story.snap().contains("Meeting on Monday"), "{}", story.snap());
    story.keys("f").typed("invoice").keys("ctrl-s");
    assert!(story.snap().contains("narrows the Extension list"), "{}", story.snap());
}

#[test]
fn more_pages_come_as_the_cursor_nears_the_end_and_a_new_message_stands_on_top() {
    let mut story = Story::new(parkade::screens::ALL);
    story.open("mail", "");
    story.answer(&list(Match::Inbox), &page(&rows(), 1, 205));
    let second = parse_mail("").expect("a line").list(Match::Inbox, 2).call().key();
    story.keys("G");
    assert!(asked(&mut story).contains(&second), "{:?}", asked(&mut story));
    fill_tab(&mut story, Match::Inbox, &rows()[1..]);
    story.keys("g g");
    assert!(!story.snap().contains("Invoice 2041"), "what is gone leaves the list:\n{}", story.snap());
    fill(&mut story);
    assert!(story.snap().contains("Invoice 2041"));
}

#[test]
fn the_domain_of_a_message_leads_to_its_inquiries_and_visitors() {
    let mut story = open();
    story.keys("g v");
    assert_eq!(story.shell.current(), Some("insights"));
    story.open("mail", "").keys("g i");
    assert_eq!(story.shell.current(), Some("inquiries"));
    story.open("mail", "").keys("g d");
    assert_eq!(story.shell.current(), Some("domains"));
}

#[test]
fn who_wrote_is_masked_while_personal_data_are() {
    let mut story = open();
    story.line("redact on");
    let frame = story.snap();
    assert!(!frame.contains("anna@") && !frame.contains("Invoice") && frame.contains("solarpark.de"), "{frame}");
}
