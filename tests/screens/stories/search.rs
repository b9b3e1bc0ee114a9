//! Search: everything in one field, enter on the shown hit, late hits below the rest, and the way back.

use parkade::api::Request;
use parkade::api::domains::Tab::MyDomains;
use parkade::base::Id;
use parkade::screens::ALL;
use parkade::store::disk::DiskEvent;
use parkade::store::lists::mail::KeptTexts;
use parkade::store::notes::{Key, NoteChange};
use parkade::store::{Subject, Tab};
use parkade::ui::testing::Story;
use serde_json::Value;

use crate::support::frames::Frames;
use crate::support::inbox::{fill, rows, walk};
use crate::support::{mail, portfolio, settings};

/// The search over an inbox, a portfolio, caught mail, settings and two notes.
fn search() -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 40);
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    portfolio::all(&mut story);
    mail::ready(&mut story);
    settings::fill(&mut story);
    settings::history(&mut story);
    let notes = vec![
        NoteChange::new(Subject::Domain("solarpark.de".into()), Key::Note, "wait for the broker in Zug"),
        NoteChange::new(Subject::Inquiry(Id::new(107)), Key::Tag("broker".into()), "yes"),
    ];
    story.store.change_notes(notes, String::new(), story.now);
    story.open("search", "");
    story.sent();
    story
}

/// The hits without their preview.
fn hits(story: &mut Story) -> String {
    let frame = story.snap_screen();
    frame.lines().map(|line| line.split('│').next().unwrap_or_default().trim_end()).collect::<Vec<_>>().join("\n")
}

/// The line under the cursor.
fn here(story: &mut Story) -> String {
    let frame = hits(story);
    frame.lines().find_map(|line| line.strip_prefix('▌')).unwrap_or_default().trim().to_owned()
}

/// The titles of the kinds, from top to bottom.
fn kinds(story: &mut Story) -> Vec<String> {
    let frame = hits(story);
    let title = |line: &&str| {
        line.starts_with(' ') && !line.starts_with("  ") && !line.starts_with(" /") && line.trim().len() > 3
    };
    let body: Vec<&str> = frame.lines().take(37).collect();
    body.into_iter().filter(title).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn one_field_finds_names_inquiries_mail_notes_settings_and_versions() {
    let mut story = search();
    let mut frames = Frames::default();
    frames.add("recent", (160, 40), &mut story);
    frames.add("a name", (160, 40), story.typed("solarpark"));
    frames.hold("searches");
    story.keys("ctrl-u").typed("min_offer");
    assert_eq!(kinds(&mut story), ["Settings  1", "Saved changes of settings  2"], "{}", story.snap());
    story.keys("ctrl-u").typed("broker");
    assert_eq!(kinds(&mut story), ["Notes  2"], "{}", story.snap());
    story.keys("ctrl-u").typed("nowhere to be found");
    assert!(story.snap().contains("Nothing found for “nowhere to be found”."), "{}", story.snap());
}

#[test]
fn the_text_of_a_kept_message_is_found_shown_around_the_word_and_opened() {
    let mut story = search();
    story.typed("passport");
    assert!(story.snap().contains("Nothing found for “passport”."), "{}", story.snap());
    let mut kept = KeptTexts::default();
    let (id, subject) = {
        let mail = story.store.mail();
        let row = mail.known().first().and_then(|key| mail.row(*key)).expect("a message");
        (row.id.to_string(), row.subject.clone())
    };
    kept.texts.push(&id, &format!("{} bring your passport {}", "Dear all, ".repeat(200), "and so on. ".repeat(200)));
    story.store.from_disk(DiskEvent::MailTexts(Box::new(kept)), story.now);
    story.sync();
    assert_eq!(kinds(&mut story), ["Mail  1"], "{}", story.snap());
    let line = here(&mut story);
    assert!(line.contains("bring your passport and so on"), "{line}");
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("mail"));
    assert!(story.snap().contains(&*subject), "{subject}: {}", story.snap());
    story.keys("-").line("redact on");
    assert!(!story.snap().contains("your passport"), "{}", story.snap());
}

#[test]
fn a_hit_opens_on_its_screen_and_leads_back_to_the_search() {
    for (typed, screen, shows) in [
        ("solarpark", "domains", "solarpark.de"),
        ("ingrid", "inquiries", "fjordtours.no"),
        ("invoice", "mail", "Invoice 2041"),
        ("zug", "domains", "solarpark.de"),
        ("headline", "settings", "headline"),
    ] {
        let mut story = search();
        story.typed(typed).keys("enter");
        assert_eq!(story.shell.current(), Some(screen), "{typed}: {}", story.snap());
        assert!(story.snap().contains(shows), "{typed}: {}", story.snap());
        story.keys("-");
        assert_eq!(story.shell.current(), Some("search"), "{typed}: {}", story.snap());
        assert!(story.snap().contains(typed), "the text is still there: {}", story.snap());
    }
}

#[test]
fn the_digit_of_the_screen_of_an_opened_hit_shows_its_list_without_the_path_to_search() {
    let mut story = search();
    story.typed("solarpark").keys("enter");
    let line = |story: &mut Story| story.snap().lines().nth(1).unwrap_or_default().trim().to_owned();
    assert!(line(&mut story).starts_with("Search › Domains"), "{}", story.snap());
    story.keys("4");
    assert!(line(&mut story).starts_with("Mine"), "its list, and no way to it: {}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("domains"), "{}", story.snap());
    story.keys("-");
    assert_eq!(story.shell.current(), Some("search"), "the screen before is still known: {}", story.snap());
}

#[test]
fn esc_in_an_opened_hit_leads_back_to_its_row() {
    let mut story = search();
    story.typed("solar").keys("down enter");
    let screen = story.shell.current();
    assert_ne!(screen, Some("search"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("search"), "{}", story.snap());
    assert!(here(&mut story).contains("sólar.com") || here(&mut story).contains("solarpark"), "{}", story.snap());
    story.keys("/ ctrl-u");
    assert!(kinds(&mut story)[0].starts_with("Opened from here"), "{}", story.snap());
}

#[test]
fn enter_opens_the_hit_of_the_text_shown_though_rows_arrive_late() {
    let mut story = Story::new(ALL);
    story.size(160, 40);
    let late = portfolio::mine();
    portfolio::fill_of(&mut story, parkade::api::domains::Tab::MyDomains, &late[1..2], 7);
    story.open("search", "");
    story.typed("clear").keys("backspace backspace backspace backspace backspace").typed("r");
    assert!(here(&mut story).contains("clearwater.io"), "{}", story.snap());
    // Better hits come above it, but the cursor stays on the hit that was shown.
    portfolio::fill(&mut story, parkade::api::domains::Tab::MyDomains, &late);
    fill(&mut story, Tab::Active, &rows());
    assert!(here(&mut story).contains("clearwater.io"), "{}", story.snap());
    story.keys("enter");
    assert!(story.snap().contains("clearwater.io"), "{}", story.snap());
    assert_eq!(story.shell.current(), Some("domains"));
    story.keys("- /").typed("solarpark.de");
    assert!(here(&mut story).contains("solarpark.de"), "another text begins at its best hit: {}", story.snap());
}

#[test]
fn mail_found_by_the_service_is_added_below_the_rest() {
    let mut story = search();
    story.typed("order");
    assert!(story.wanted().iter().any(|want| want.contains("email-search")), "{:?}", story.wanted());
    let before = here(&mut story);
    assert!(before.contains("Your order was sent"), "{}", story.snap());
    let mut more = mail::rows()[1].clone();
    more["id"] = "m-77".into();
    more["subject"] = serde_json::json!(["order"]);
    let found = [more, mail::rows()[1].clone()];
    story.answer(&mail::search("order"), &mail::page(&found, 1, 2));
    assert_eq!(here(&mut story), before);
    assert_eq!(kinds(&mut story), ["Mail  1", "More mail, found by the service  1"], "{}", story.snap());
    story.keys("esc G");
    assert!(here(&mut story).starts_with("order"), "only what was not shown is added: {}", story.snap());
    let mut bare = mail::rows()[1].clone();
    (bare["id"], bare["subject"]) = ("m-78".into(), serde_json::json!([]));
    story.answer(&mail::search("order"), &mail::page(&[bare], 1, 1));
    story.keys("G");
    assert!(here(&mut story).starts_with("No subject"), "{}", story.snap());
}

#[test]
fn a_kind_with_many_hits_is_shown_alone_by_its_last_line() {
    let mut story = search();
    story.typed("e");
    let few = kinds(&mut story);
    assert!(few.len() > 1, "{few:?}");
    while !here(&mut story).starts_with("all ") {
        let before = story.snap();
        story.keys("down");
        assert_ne!(story.snap(), before, "no kind has more: {before}");
    }
    let many: usize = here(&mut story).trim_start_matches("all ").parse().expect("a count");
    story.keys("enter");
    assert_eq!(kinds(&mut story).len(), 1, "{}", story.snap());
    let hits = hits(&mut story).lines().filter(|line| line.starts_with("   ") || line.starts_with('▌')).count();
    assert_eq!(hits, many, "{}", story.snap());
    story.keys("esc esc");
    assert_eq!(kinds(&mut story), few);
    assert!(here(&mut story).starts_with("all "), "{}", story.snap());
}

/// Proves R-47.
#[test]
fn redaction_covers_buyers_senders_and_notes() {
    let mut story = search();
    story.line("redact on");
    story.keys("0").typed("anna");
    let frame = story.snap();
    assert!(!frame.contains("Berg") && !frame.contains("berg@"), "{frame}");
    story.keys("ctrl-u").typed("zug");
    assert!(!story.snap().contains("broker"), "{}", story.snap());
}

#[test]
fn the_hit_under_the_cursor_is_previewed_beside_the_hits() {
    let mut story = search();
    story.typed("solarpark");
    let mut frames = Frames::default();
    frames.add("a domain", (160, 48), story.size(160, 48));
    let frame = story.snap();
    for expected in ["│ solarpark.de ", "│ BIN price ", "│ Received ", "│ Added "] {
        assert!(frame.contains(expected), "as in Domains, {expected}:\n{frame}");
    }
    story.keys("tab");
    frames.add("an inquiry", (160, 48), &mut story);
    assert!(story.snap().contains("│ │ We are opening in Germany this spring"), "as in Inquiries:\n{}", story.snap());
    story.keys("tab");
    let asks = |story: &Story| story.wanted().contains(&mail::download("m-5").call().key());
    assert!(asks(&story) && story.snap().contains("│ │ This is how “Invoice 2041” begins."), "{}", story.snap());
    story.answer_wanted(&mail::download("m-5"), mail::MESSAGE.as_bytes());
    frames.add("a message", (160, 48), &mut story);
    assert!(story.snap().contains("│ │ invoice 2041 of 1.250,00 € is open."), "as in Mail:\n{}", story.snap());
    story.keys("esc p");
    assert!(!asks(&story) && !story.snap().contains("invoice 2041 of"), "{}", story.snap());
    story.keys("p").size(99, 48);
    assert!(!asks(&story) && !story.snap().contains("invoice 2041 of"), "{}", story.snap());
    story.keys("p");
    assert!(story.snap().contains("The preview needs a window of 100 columns"), "{}", story.snap());
    frames.hold("search_previews");
}

#[test]
fn a_note_previews_what_it_is_about() {
    let mut story = search();
    story.size(160, 48).typed("broker");
    let frame = story.snap();
    assert!(frame.contains("│ tags broker") && frame.contains("│ │ Vi er interessert."), "{frame}");
    let frame = story.keys("down").snap();
    assert!(frame.contains("│ note: wait for the broker in Zug") && frame.contains("│ Added "), "{frame}");
    story.keys("ctrl-u").typed("min_offer");
    let frame = story.snap();
    assert!(frame.contains("│ What min_offer does."), "all words of a setting:\n{frame}");
}

#[test]
fn names_are_whole_and_prices_stay_in_small_windows() {
    let mut story = search();
    let long = "hamburg-hafenrundfahrt.de";
    let domain = portfolio::row(40, long, long, "verified", true, Some(490.0), Value::Null, Value::Null);
    let rows: Vec<Value> = portfolio::mine().into_iter().chain([domain]).collect();
    portfolio::fill(&mut story, MyDomains, &rows);
    story.typed("fahrt");
    for (width, height) in [(300, 40), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let frame = story.size(width, height).snap();
        let line = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_else(|| panic!("{frame}"));
        assert!(width == 40 || line.contains(long), "{width}: {frame}");
        assert!(line.contains("490"), "{width}: {frame}");
    }
}

#[test]
fn the_number_of_hits_stands_before_what_is_searched() {
    let mut story = search();
    assert!(!story.snap().contains(" found in "), "everything matches no text: {}", story.snap());
    let frame = story.typed("solarpark").snap();
    assert!(frame.contains("4 found in 10 domains · 7 inquiries"), "{frame}");
    assert!(!story.typed("zzz").snap().contains(" found in "), "{}", story.snap());
}
