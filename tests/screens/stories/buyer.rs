//! Everything about one buyer: from an inquiry or a mail to the page, into the rows listed there, and back.

use parkade::api::Request;
use parkade::api::insights::Domain;
use parkade::base::{DomainName, Id};
use parkade::screens::ALL;
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use serde_json::json;

use crate::support::{buyer, cursor, inbox, mail, settings};

/// The page of the buyer of the newest inquiry, from the list of inquiries.
fn opened() -> Story {
    let mut story = inbox::open_inbox_of(24, &buyer::rows());
    story.keys("g b");
    assert_eq!(story.shell.current(), Some("buyer"), "{}", story.snap());
    buyer::fill(&mut story);
    let priced = ["nordvind.de", "nordwind.com", "solarpark.de"].map(|name| (name, json!({ "bin_price": 14_900 })));
    settings::own(&mut story, &priced);
    story.sent();
    story
}

#[test]
fn the_inquiries_of_a_buyer_are_apart_from_those_over_the_same_ip_address() {
    let mut story = opened();
    let frame = story.size(160, 24).snap();
    for expected in
        ["Inquiries 4", "Same IP 1", "Mail 1", "Same domain 1", "your turn 4", "3 of 3", "1 of 3", "41 domains"]
    {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    assert!(frame.contains("3 names within a day: nordvind.de, nordwind.com, solarpark.de"), "{frame}");
    let offers = frame.lines().find(|line| line.contains("Offers")).expect("a line of offers");
    // Offers for different names are not a series of bids.
    let named = ["$9,000 nordwind.com", "$12,500 solarpark.de"].map(|offer| offers.find(offer).unwrap_or(usize::MAX));
    assert!(named[0] < named[1] && named[1] < usize::MAX && !offers.contains('→'), "{offers}");
    let frame = story.keys("]").snap();
    assert!(frame.contains("Sato Kenji") && !frame.contains("nordwind.com  "), "{frame}");
    let frame = story.keys("] ]").snap();
    assert!(frame.contains("Ola Nord"), "{frame}");
}

#[test]
fn archived_and_hidden_inquiries_of_a_buyer_wait_for_nobody() {
    let mut rows = buyer::rows();
    for (row, mark) in rows.iter_mut().filter(|row| row["domain"] == "nordvind.de").zip(["archived", "removed"]) {
        row["marks"][mark] = true.into();
    }
    let mut story = inbox::open_inbox_of(24, &rows);
    story.keys("g b");
    buyer::fill(&mut story);
    inbox::walk(&mut story, &rows);
    let frame = story.snap();
    for expected in ["your turn 2", "archived 1", "hidden 1"] {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    let row = |offer: &str| frame.lines().rfind(|line| line.contains(offer)).expect("a row").to_owned();
    assert!(row("$8,000").contains("archived") && row("$3,000").contains("hidden"), "{frame}");
    assert!(row("$9,000").contains("your turn"), "{frame}");
}

#[test]
fn q_leads_back_from_the_page_of_a_buyer() {
    let mut story = opened();
    story.keys("q");
    assert_eq!((story.shell.current(), story.sent()), (Some("inquiries"), Vec::new()));
}

#[test]
fn a_listed_row_opens_and_esc_leads_back() {
    let mut story = opened();
    story.keys("j enter");
    let frame = story.snap();
    assert!(story.shell.current() == Some("inquiries") && frame.contains("nordwind.com"), "{frame}");
    story.keys("esc");
    assert_eq!((story.shell.current(), cursor(&mut story).as_str()), (Some("buyer"), "nordwind.com"));
    mail::ready(&mut story);
    story.keys("] ] enter");
    assert_eq!(story.shell.current(), Some("mail"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("buyer"));
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("inquiries"), "{}", story.snap());
}

#[test]
fn the_page_of_a_sender_opens_from_a_mail() {
    let mut story = mail::open();
    story.keys("g b");
    assert_eq!(story.shell.current(), Some("buyer"));
    assert!(story.snap().contains("anna@solarpark-berlin.com"), "{}", story.snap());
}

#[test]
fn a_case_is_answered_in_one_go() {
    let mut story = opened();
    story.keys("j r");
    let reply = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Reply(reply) => Some(reply),
        _ => None,
    });
    let reply = reply.expect("a reply");
    assert_eq!((reply.inquiry, reply.also.as_slice()), (Id::new(112), &[Id::new(104), Id::new(103)][..]));
    let value = |name: &str| reply.values.iter().find(|value| value.name == name).and_then(|value| value.text.clone());
    assert_eq!(value("domain").as_deref(), Some("nordvind.de, nordwind.com and solarpark.de"));
    assert_eq!(
        value("offer").as_deref(),
        Some("$8,000 for nordvind.de, $9,000 for nordwind.com and $12,500 for solarpark.de")
    );
    assert_eq!(value("first_name").as_deref(), Some("Anna"));
    // An inquiry that belongs to no case is answered alone.
    story.keys("G r");
    let alone = story.sent().into_iter().any(|effect| matches!(effect, Effect::Reply(reply) if reply.also.is_empty()));
    assert!(alone);
}

#[test]
fn a_buyer_is_snoozed_with_everything_and_brought_back_as_one() {
    let mut story = opened();
    let snoozed = |story: &Story| story.store.notes().snoozed();
    story.line("buyer.snooze_buyer +3d");
    let frame = story.snap();
    assert!(frame.contains("4 inquiries of the buyer snoozed until ") && snoozed(&story) == 4, "{frame}");
    story.keys("u");
    assert_eq!(snoozed(&story), 0, "{}", story.snap());
    story.keys("g z");
    assert!(story.snap().contains("Snooze 4 inquiries of the buyer"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(snoozed(&story), 4);
    story.line("buyer.snooze_buyer off");
    assert_eq!(snoozed(&story), 0);
}

#[test]
fn notes_about_a_buyer_are_on_the_page_and_beside_each_inquiry() {
    let mut story = opened();
    story.line("buyer.note_buyer broker for a Swedish group").line("buyer.tag_buyer +broker");
    story.line("buyer.remind_buyer +3d 9:00");
    let frame = story.snap();
    assert!(frame.contains("note: broker for a Swedish group") && frame.contains("tags broker"), "{frame}");
    assert!(frame.lines().any(|line| line.starts_with(" reminder ")), "{frame}");
    // Of the notes about a buyer, only the tag is a column and a filter word of the inquiries.
    story.open("inquiries", "all").line("filter tag:broker");
    assert!(story.size(160, 30).snap().contains("tag:broker · 4 of 10"), "{}", story.snap());
    let frame = story.snap();
    assert!(frame.contains("tags") && frame.contains("buyer: note: broker for a Swedish group"), "{frame}");
    story.line("filter -tag:any");
    assert!(!cursor(&mut story).contains("nordvind"), "{}", story.snap());
    story.keys("u u u").line("filter tag:broker");
    assert!(story.snap().contains("0 of 10"), "{}", story.snap());
    let mut bare = Story::new(ALL);
    assert!(bare.open("buyer", "").snap().contains("No buyer is open."));
}

#[test]
fn the_row_under_the_cursor_is_previewed_beside_the_list() {
    let mut story = opened();
    let asks = |story: &Story, call: &str| story.wanted().iter().any(|key| key == call);
    let visits =
        Domain { name: DomainName::parse("nordvind.de").expect("a name"), days: Some(30), verified: Some(true) };
    let (visits, download) = (visits.call().key(), mail::download("b-2").call().key());
    assert!(!story.snap().contains("│ We would also"), "{}", story.snap());
    let frame = story.keys("j").size(160, 48).snap();
    for expected in ["│ nordwind.com ", "│ │ We would also take this one.", "BIN 14,900"] {
        assert!(frame.contains(expected), "{expected}:\n{frame}");
    }
    assert_eq!(frame.matches("41 domains").count(), 1, "the page itself says how widely they ask:\n{frame}");
    assert!(!story.keys("k").snap().contains("│ │ We would also") && !asks(&story, &visits), "{}", story.snap());
    let frame = story.size(180, 48).keys("j j").snap();
    assert!(frame.contains("│ │ Is this name for sale?") && frame.contains("Visits  g v  not read"), "{frame}");
    assert!(asks(&story, &visits), "{:?}", story.wanted());
    story.keys("p");
    assert!(!story.snap().contains("│ │ Is this") && !asks(&story, &visits), "{}", story.snap());
    let frame = story.keys("p ] ]").snap();
    assert!(frame.contains("Press enter: a notice about caught mail") && !asks(&story, &download), "{frame}");
    mail::ready(&mut story);
    story.answer_wanted(&mail::download("b-2"), mail::MESSAGE.as_bytes());
    assert!(story.snap().contains("│ │ invoice 2041 of 1.250,00 € is open."), "{}", story.snap());
}

#[test]
fn tab_scrolls_the_preview_and_leads_back_to_the_rows() {
    let mut story = opened();
    let more = |story: &mut Story| {
        let frame = story.snap();
        let line = frame.lines().find(|line| line.contains('│') && line.contains(" more")).unwrap_or_default();
        line.rsplit('↓').next().unwrap_or_default().split_whitespace().next().and_then(|n| n.parse::<usize>().ok())
    };
    story.size(120, 13);
    let hidden = more(&mut story).expect("lines that do not fit");
    let row = cursor(&mut story);
    story.keys("tab j j");
    assert_eq!((more(&mut story), cursor(&mut story)), (Some(hidden - 2), row.clone()), "{}", story.snap());
    assert!(story.snap().contains("Scrolling the preview"), "{}", story.snap());
    story.keys("esc j");
    assert_ne!(cursor(&mut story), row, "{}", story.snap());
    assert!(!story.snap().contains("Scrolling the preview"), "{}", story.snap());
    story.size(99, 13).keys("tab");
    assert!(story.snap().contains("There is one pane only"), "{}", story.snap());
}
