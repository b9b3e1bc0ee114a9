//! Places one goes to by name of the thing, without knowing the screen it is on.

use parkade::base::{DomainName, Id};
use parkade::screens::ALL;
use parkade::ui::Place;
use parkade::ui::testing::Story;

#[test]
fn every_place_is_on_a_screen_there_is() {
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
