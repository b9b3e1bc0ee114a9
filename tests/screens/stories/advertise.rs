//! Listings of domains: templates filled in and looked over, one question, the outcome of each; a listing that may have
//! been made is never sent again.

use parkade::api::domains::Tab;
use parkade::client::FailureKind;
use parkade::store::writes::intent::{AddListings, Listing};
use parkade::store::{Allowed, Intent};
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::frames::Frames;
use crate::support::{ads, failure, portfolio};

fn writes(story: &mut Story) -> Vec<AddListings> {
    let write = |effect| if let Effect::Write(Intent::AddListings(listings)) = effect { Some(listings) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

/// The page with three names, campaigns known, and its form open.
fn page() -> Story {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(160, 48).open("ads", "");
    ads::fill(&mut story);
    story.line("advertise solarpark.de bücher.de kaffee.de solarpark.de").sync();
    story.sent();
    story
}

fn filled() -> Story {
    let mut story = page();
    story.keys("enter").typed("Buy {domain}").keys("enter");
    story.typed("https://shop.example/{domain}").keys("enter").typed("utm_source=ads").keys("enter").typed("30d");
    story.keys("ctrl-s").sync();
    story
}

#[test]
fn templates_are_filled_in_and_looked_over_before_anything_is_asked() {
    let mut frames = Frames::default();
    frames.add("form", (160, 48), &mut page());
    let mut story = filled();
    frames.add("filled", (160, 48), &mut story);
    frames.add("filled", (80, 24), story.size(80, 24));
    frames.hold("advertise");
    assert_eq!(writes(&mut story), []);
}

#[test]
fn the_scope_to_advertise_is_known_once_a_listing_was_taken() {
    let mut story = filled();
    let known = |story: &Story| story.store.session().allowed("np_ads_listings:write");
    assert_eq!(known(&story), Allowed::OnUse);
    story.keys("ctrl-s").wait(1_000).keys("y").settle(None);
    assert_eq!(known(&story), Allowed::Yes);
}

/// The tab in front last has none of the new rows.
#[test]
fn new_names_are_shown_and_sent_whichever_tab_was_in_front() {
    let mut story = filled();
    story.line("tab problems");
    assert!(story.snap().contains("No problems."), "{}", story.snap());
    story.keys("ctrl-s").wait(1_000);
    assert!(story.snap().contains("Advertise 3 domains"), "{}", story.snap());
    story.keys("n").wait(1_000).line("advertise mond.de").sync();
    assert!(story.snap().contains("mond.de"), "{}", story.snap());
}

#[test]
fn one_question_sends_what_is_left_on_the_list() {
    let mut story = filled();
    story.keys("j d ctrl-s").wait(1_000);
    let question = story.snap();
    for part in ["Advertise 2 domains in campaign 904", "Button: Buy {domain}", "utm_source=ads"] {
        assert!(question.contains(part), "{part}:\n{question}");
    }
    story.keys("y");
    let writes = writes(&mut story);
    let [AddListings { campaign: 904, listings }] = &writes[..] else { panic!("{writes:?}") };
    let names: Vec<&str> = listings.iter().map(|listing| listing.domain.punycode()).collect();
    assert_eq!(names, ["solarpark.de", "kaffee.de"]);
    let Listing { action_label, action_url, ad_expires_at, .. } = &listings[0];
    assert_eq!(action_label.as_deref(), Some("Buy solarpark.de"));
    assert_eq!(action_url.as_deref(), Some("https://shop.example/solarpark.de?utm_source=ads"));
    assert!(ad_expires_at.is_some());
    assert!(story.sync().snap().contains("queued"), "{}", story.snap());
}

#[test]
fn a_listing_that_may_have_been_made_is_never_sent_again_and_a_refused_one_is() {
    let mut story = filled();
    story.keys("ctrl-s").wait(1_000).keys("y").sync();
    assert_eq!(writes(&mut story).len(), 1);
    ads::lose(&mut story);
    let frame = story.wait(10_000).snap();
    assert_eq!(frame.matches("unknown, may be listed").count(), 3, "{frame}");
    assert!(frame.contains("does not send these again"), "{frame}");
    story.wait(10_000).keys("ctrl-s");
    assert!(story.snap().contains("Nothing to send."), "{}", story.snap());

    let mut story = filled();
    story.keys("ctrl-s").wait(1_000).keys("y").sync();
    story.settle(Some(&failure(FailureKind::Forbidden))).sync();
    assert_eq!(story.snap().matches("refused").count(), 3, "{}", story.snap());
    story.sent();
    story.wait(10_000).keys("ctrl-s").wait(1_000).keys("y");
    assert_eq!(writes(&mut story).first().map(|write| write.listings.len()), Some(3));
}

#[test]
fn a_mistake_in_a_template_is_shown_beside_its_field() {
    let mut story = page();
    story.keys("enter").typed("Buy {domian}").keys("ctrl-s");
    assert!(story.snap().contains("domain"), "{}", story.snap());
    assert!(story.shell.in_form_for_tests(), "the form stays open:\n{}", story.snap());
    story.keys("ctrl-u").typed("Buy").keys("enter enter enter").typed("2001-01-01").keys("ctrl-s");
    assert!(story.snap().contains("2001 23:59 is past"), "{}", story.snap());
}

#[test]
fn marked_domains_are_brought_from_their_list() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(160, 48).open("domains", "");
    portfolio::fill(&mut story, Tab::MyDomains, &portfolio::mine());
    story.keys("space space A").sync();
    assert_eq!(story.shell.current(), Some("advertise"));
    story.keys("esc");
    assert!(story.snap().contains("Listings 2"), "{}", story.snap());
}
