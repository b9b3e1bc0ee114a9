//! Places that are opened by the name of a thing, without knowing their screen.

use parkade::base::{DomainName, Id};
use parkade::screens::ALL;
use parkade::ui::Place;
use parkade::ui::testing::Story;

use crate::support::inbox;
use crate::support::settings::domains;

#[test]
fn every_place_is_on_an_existing_screen() {
    let name = || DomainName::from_service("solarpark.de");
    let places = [
        Place::list("home", ""),
        Place::Inquiry(Id::new(4711)),
        Place::InquiryOf(Id::new(4711), "active status:mine sort:score,desc".to_owned()),
        Place::InquiriesOf(name()),
        Place::InquiriesFrom("Ana \"A\"".to_owned()),
        Place::Domain(name()),
        Place::VisitorsOf(name()),
        Place::Message("12".to_owned()),
        Place::MailOf(name()),
        Place::Buyer("a@b.example".to_owned(), Some(Id::new(4711))),
        Place::Import(Id::new(7)),
        Place::Setting("for_sale".to_owned()),
        Place::SettingsOf(vec![name()]),
        Place::HistoryOf(vec![name()]),
        Place::Version(3),
        Place::OwnSettings(None),
        Place::Review,
        Place::Add("a.com".to_owned()),
        Place::AddOnly("a.com".to_owned()),
        Place::ImportRows("prices.csv".to_owned(), "domain,bin_price\n".to_owned()),
        Place::Advertise("a.com".to_owned(), Some(5)),
        Place::Table("/tmp/a.csv".into(), "A".to_owned()),
    ];
    for place in places {
        let mut story = Story::new(ALL);
        let said = story.open("home", "").go(place.clone()).snap();
        let is_lost = ["Unknown screen", "is not available", "No such", "Usage"].iter().any(|word| said.contains(word));
        assert!(!is_lost, "{place:?}\n{said}");
    }
}

/// The second line shows the path to a page, the screen it belongs to stays highlighted, and the first steps of the
/// path are left out where room is short.
#[test]
fn a_page_below_a_screen_shows_the_path_to_it() {
    let line = |story: &mut Story| story.snap().lines().nth(1).unwrap_or_default().trim().to_owned();
    let mut story = domains();
    story.size(120, 36).keys("enter");
    assert!(line(&mut story).starts_with("Domains › bergluft.at   Overview"), "{}", story.snap());
    story.keys("g h");
    assert!(line(&mut story).starts_with("Domains › History   "), "{}", story.snap());
    assert!(!story.snap().lines().next().unwrap_or_default().contains("History"), "{}", story.snap());
    story.keys("esc esc e");
    assert!(line(&mut story).starts_with("Domains › Domain settings"), "{}", story.snap());
    story.line("review");
    assert!(line(&mut story).starts_with("Domains › Domain settings › Review   "), "{}", story.snap());
    story.size(40, 24);
    assert!(line(&mut story).starts_with("… › Review") || line(&mut story).starts_with("Review"), "{}", story.snap());
    story.size(120, 36).line("settings").line("review");
    assert!(line(&mut story).starts_with("Settings › Review   "), "{}", story.snap());
    story.line("images").line("review");
    assert!(line(&mut story).starts_with("Account › Review   "), "a tab goes by its place: {}", story.snap());
    let mut story = Story::new(ALL);
    story.size(120, 36).open("home", "").line("settings");
    assert!(!story.snap().contains("Home ›"), "a place is no step below another:\n{}", story.snap());
    let mut story = Story::new(ALL);
    story.size(120, 36).open("inquiries", "").line("import");
    assert_eq!(line(&mut story), "Inquiries › Import a CSV");
    inbox::walk(&mut story, &inbox::rows());
    story.keys("esc enter");
    assert!(line(&mut story).starts_with("Inquiries › solarpark.de   Message"), "{}", story.snap());
}
