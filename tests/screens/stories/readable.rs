//! Answers in another shape than the documents show are read, or named as not understood.

use parkade::api::inquiries::Get;
use parkade::base::Id;
use parkade::screens::ALL;
use parkade::store::{DomainTab, Tab};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::{inbox, portfolio, senders, settings};

/// Opens a list over rows of which some cannot be read.
type Prepare<'a> = &'a dyn Fn(&mut Story);

#[test]
fn rows_that_cannot_be_read_are_counted_on_every_list() {
    let odd = [json!(17), json!({ "label": "no name" })];
    let with = |rows: Vec<Value>| rows.into_iter().chain(odd.clone()).collect::<Vec<_>>();
    let lists: [(&str, &str, Prepare<'_>); 4] = [
        ("senders", "192.0.2.7", &|story| senders::fill_with(story, &with(senders::rows()))),
        ("domains", "solarpark.de", &|story| portfolio::fill(story, DomainTab::MyDomains, &with(portfolio::mine()))),
        ("history", "pricing script", &|story| settings::history_with(story, &with(settings::versions()))),
        ("inquiries", "Becker", &|story| inbox::fill(story, Tab::Active, &with(inbox::rows()))),
    ];
    for (screen, row, answer) in lists {
        let mut story = Story::new(ALL);
        story.size(140, 30).open(screen, "");
        answer(&mut story);
        let frame = story.snap();
        assert!(frame.contains("2 rows could not be read.") && frame.contains(row), "{screen}: {frame}");
    }
}

/// Proves R-38.
#[test]
fn a_list_of_which_no_row_can_be_read_is_not_called_empty() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    portfolio::fill(&mut story, DomainTab::MyDomains, &[json!({ "isVerified": true }), json!("a.com")]);
    let frame = story.snap();
    assert!(frame.contains("2 rows could not be read.") && !frame.contains("No domains"), "{frame}");
}

#[test]
fn domains_sent_as_an_object_are_rows() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    let rows: serde_json::Map<String, Value> =
        portfolio::mine().into_iter().map(|row| (row["domain_id"].to_string(), row)).collect();
    let page = json!({ "current_page": 1, "last_page": 1, "per_page": 200, "shown": 7, "total": 7 });
    let body = json!({ "domains": rows, "pagination": page }).to_string();
    story.answer(&portfolio::first_page(DomainTab::MyDomains), &body);
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && !frame.contains("could not be read"), "{frame}");
}

#[test]
fn whether_offers_are_accepted_is_yes_or_no_however_it_is_sent() {
    for (sent, said) in [(json!(1), "yes"), (json!("false"), "no"), (json!(true), "yes"), (json!("ask"), "ask")] {
        let mut story = Story::new(ALL);
        story.size(120, 24).open("domains", "");
        let mut row = portfolio::mine()[4].clone();
        row["accept_offers"] = sent.clone();
        portfolio::fill(&mut story, DomainTab::MyDomains, std::slice::from_ref(&row));
        story.keys("enter");
        portfolio::one(&mut story, &row);
        let frame = story.keys("]").snap();
        let line = frame.lines().find(|line| line.contains("Accept offers")).unwrap_or_else(|| panic!("{frame}"));
        assert!(line.contains(said), "{sent}: {line}");
    }
}

#[test]
fn a_version_names_missing_values_and_shows_the_scope_as_sent() {
    let version = |id: i64, scope: &str, name: &str, change: Value| {
        json!({ "history_id": id, "date": null, "scope": scope, "changed": [name], "changes": { name: change },
            "can_undo": true, "source": "ui" })
    };
    let mut story = settings::open();
    story.keys("g h").size(160, 30);
    settings::history_with(
        &mut story,
        &[
            version(9, "account", "min_offer", json!({})),
            version(8, "account", "for_sale", json!({ "before": null, "after": 0 })),
            version(7, "team", "headline", json!({ "before": "a", "after": "b" })),
        ],
    );
    let frame = story.snap();
    assert!(frame.contains("Lowest offer: changed, values not told"), "{frame}");
    assert!(frame.contains("For sale      inherit → no") && frame.contains("team"), "{frame}");
    assert!(story.keys("G enter").snap().contains("Version 7 of team"), "{}", story.snap());
    story.keys("esc u");
    assert!(story.snap().contains("belongs to a part of the account"), "{}", story.snap());
    assert_eq!(story.store.journal().entries().count(), 0);
    let frame = story.line("filter source:ui").snap();
    assert!(frame.contains("For sale      inherit"), "{frame}");
}

#[test]
fn details_that_are_not_understood_are_not_called_a_listing_without_a_price() {
    for (details, said) in [
        (json!(["listing"]), "Listing not understood"),
        (json!("none of it"), "Listing not understood"),
        (json!({ "listing": "14900" }), "Listing not understood"),
        (json!({ "listing": null }), "No price in the listing"),
        (json!({ "listing": { "buy_now_price": "14900", "lease_to_own": 0 } }), "BIN"),
    ] {
        let mut story = Story::new(ALL);
        story.size(140, 40).open("inquiries", "");
        let mut row = inbox::rows()[0].clone();
        row["details"] = details.clone();
        inbox::fill(&mut story, Tab::Active, std::slice::from_ref(&row));
        story.keys("enter");
        let id = Id::new(row["inquiry_id"].as_i64().expect("a number"));
        story.answer(&Get { id }, &json!({ "inquiry": row }).to_string());
        let frame = story.snap();
        assert!(frame.contains(said) && !frame.contains("lease to own 0"), "{details}: {frame}");
    }
}
