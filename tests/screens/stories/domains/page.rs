//! One domain: its fields, its sale, its import, its inquiries, and the ways from it to elsewhere.

use parkade::api::domains::{Get, Status};
use parkade::api::{Page, Request, inquiries};
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::store::Wants;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::{portfolio, shown};
use crate::support::portfolio::{mine, name, one, refuse, removed};
use crate::support::{cursor, failure};

#[test]
fn a_domain_has_no_inquiries_only_once_they_were_read() {
    let mut story = portfolio();
    story.keys("enter ] ] ]");
    let frame = story.snap();
    assert!(frame.contains("Inquiries are not read.") && !frame.contains("No inquiries about"), "{frame}");
    crate::support::inbox::walk(&mut story, &crate::support::inbox::rows());
    assert!(story.snap().contains("No inquiries about this domain yet."), "{}", story.snap());
}

#[test]
fn an_opened_domain_shows_every_field_and_leads_to_its_neighbours() {
    let mut story = portfolio();
    story.keys("enter");
    one(&mut story, &mine()[0]);
    let frame = story.snap();
    for words in ["BergLuft.at", "bergluft.at", "In the account", "Verified   ", "Next check", "(in 3h)", "https://"] {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    story.keys("} }");
    assert!(story.snap().contains("Mine 3 of 7") && story.snap().contains("not verified in this account"));
    story.keys("{ { {");
    assert!(story.snap().contains("This is the first one."));
    story.keys("esc");
    assert_eq!(cursor(&mut story), "BergLuft.at");
}

/// Proves R-08.
#[test]
fn a_name_that_looks_like_another_is_warned_of() {
    let mut story = portfolio();
    story.size(300, 30).keys("G");
    assert!(story.snap().contains("! аррӏе.com (xn--80ak6aa92e.com)"), "{}", story.snap());
    story.keys("enter");
    assert!(story.snap().contains("Looks like apple.com, but is written in other letters"), "{}", story.snap());
}

#[test]
fn a_domain_the_service_does_not_find_says_so_and_has_the_lists_read_again() {
    let mut story = portfolio();
    while story.store.domain_ask().is_some() {}
    story.keys("enter");
    refuse(&mut story, &Get { name: name("bergluft.at") }, 404, "np_parking_api_error_domain_not_found");
    let frame = story.snap();
    assert!(frame.contains("Not found in the account any more"), "{frame}");
    assert!(story.store.domain_ask().is_some(), "the totals tell whether its row is to go");
    // A domain that is not in the account need not be found there.
    story.keys("esc").line("tab detected").keys("enter");
    refuse(&mut story, &Get { name: name("nordsee-ferien.de") }, 404, "np_parking_api_error_domain_not_found");
    let frame = story.snap();
    assert!(frame.contains("No more data: the domain is not in the account"), "{frame}");
    // A name that no list has.
    story.line("dom nobody-has-this.com --name");
    refuse(&mut story, &Get { name: name("nobody-has-this.com") }, 404, "np_parking_api_error_domain_not_found");
    let frame = story.snap();
    assert!(frame.contains("This domain is not in the account.") && !frame.contains("any more"), "{frame}");
}

#[test]
fn the_sale_block_is_shown_whatever_its_types() {
    let mut story = portfolio();
    let cases = [
        (0, ["$1,200", "$900", "yes"]),
        (1, ["$14,900", "Target price   no price", "500"]),
        (2, ["BIN price      no price", "Target price   no price", "ask first"]),
        (3, ["BIN price      no price", "$2,500", "no"]),
        (4, ["$2,400", "no price", "not set"]),
    ];
    story.keys("enter ]");
    for (place, words) in cases {
        let frame = story.snap();
        for words in words {
            assert!(frame.contains(words), "row {place}, {words}:\n{frame}");
        }
        story.keys("}");
    }
    let mut odd = mine()[0].clone();
    odd["accept_offers"] = json!({ "from": 5 });
    odd["bin_price"] = json!("a lot");
    story.line("dom bergluft.at");
    one(&mut story, &odd);
    let frame = story.snap();
    assert!(frame.contains("(not a price)") && frame.contains("{\"from\":5}"), "{frame}");
}

#[test]
fn the_status_tab_shows_the_outcome_of_the_last_import() {
    let mut story = portfolio();
    let of = name("fjordtours.no");
    story.keys("j j enter ] ]");
    assert!(story.wanted().iter().any(|key| key.starts_with("parking/domain-status?name=fjordtours.no")));
    let entry = |approve: &str, verify: &str, notice: Value| {
        json!({ "domain": mine()[2], "entry": { "entry_id": 5, "line": 3, "domain": "fjordtours.no",
            "was_added": false, "was_updated": true, "was_ignored": false, "has_warning": true, "has_error": false,
            "approve_outcome": approve, "verify_outcome": verify, "notice": notice, "import_id": 4711 } })
        .to_string()
    };
    let status = Status { name: of };
    story.answer(&status, &entry("already_present", "other_nameservers", json!("Its nameservers are elsewhere.")));
    let frame = story.snap();
    for words in
        ["It was in the account already.", "It points elsewhere", "│ Its nameservers are elsewhere.", "4711, line 3"]
    {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    story.answer(&status, &entry("moon_phase", "verified", Value::Null));
    assert!(story.snap().contains("moon_phase"), "an unknown outcome is shown as sent");
    story.keys("g j");
    assert_eq!(story.shell.current(), Some("jobs"));
    assert!(story.snap().contains("Import 4711"), "{}", story.snap());
    story.keys("-");
    refuse(&mut story, &status, 404, "np_parking_api_error_no_status");
    let frame = story.snap();
    assert!(frame.contains("No import report"), "{frame}");
    assert!(!frame.contains("could not be read"), "nothing sounds like an error:\n{frame}");
}

#[test]
fn the_lander_is_opened_after_a_question_that_names_its_real_host() {
    let mut story = portfolio();
    story.keys("j j j j j enter");
    one(&mut story, &mine()[5]);
    story.keys("o");
    let question = story.snap();
    assert!(question.contains("Open xn--slar-qqa.com"), "{question}");
    story.wait(400).keys("n esc").line("tab removed").keys("enter");
    one(&mut story, &removed()[0]);
    story.keys("o");
    assert!(story.snap().contains("No lander: the domain is not in the account"), "{}", story.snap());
}

#[test]
fn the_lander_opens_from_the_list_once_its_address_is_read() {
    let address = mine()[5]["punycode"].as_str().expect("a name").to_owned();
    let get = Get { name: name(&address) };
    let key = get.call().key();
    let asked = || {
        let mut story = portfolio();
        story.keys("j j j j j o");
        assert!(story.wanted().contains(&key), "{:?}", story.wanted());
        assert!(story.snap().contains("Opening sólar.com · esc cancels"), "{}", story.snap());
        story
    };
    let mut story = asked();
    one(&mut story, &mine()[5]);
    assert!(story.snap().contains("Open xn--slar-qqa.com"), "{}", story.snap());
    assert!(!story.wanted().contains(&key));

    // After the user has left the row, no question comes.
    for keys in ["esc", "k"] {
        let mut story = asked();
        story.keys(keys);
        assert!(!story.wanted().contains(&key), "{keys}");
        one(&mut story, &mine()[5]);
        assert!(story.shell.layer_names().is_empty(), "{keys}: {:?}", story.shell.layer_names());
    }
    let mut story = asked();
    story.open("jobs", "").open("domains", "");
    one(&mut story, &mine()[5]);
    assert!(story.shell.layer_names().is_empty(), "{:?}", story.shell.layer_names());

    let mut story = asked();
    story.wait(3_000).fail(&get, failure(FailureKind::NotFound));
    assert!(story.snap().contains("sólar.com not opened: "), "{}", story.snap());
    assert!(!story.wanted().contains(&key));

    // A name that is known to have no lander is not read.
    let mut story = portfolio();
    story.line("tab removed").keys("o");
    assert!(story.snap().contains("No lander: the domain is not in the account"), "{}", story.snap());
}

#[test]
fn jumps_lead_to_inquiries_and_back_to_the_domain() {
    let mut story = portfolio();
    story.keys("j g i");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("domain:clearwater.io"), "{}", story.snap());
    let mut wants = Wants::default();
    story.shell.wants(&story.world(), &mut wants);
    assert!(wants.queries.iter().any(|want| want.key.contains("domain=clearwater.io")));
    story.keys("-").line("dom removed old");
    assert_eq!(shown(&mut story), ["oldname.net"]);
    story.line("dom solarpark.de");
    assert!(story.snap().contains("Overview") && story.snap().contains("solarpark.de"), "{}", story.snap());
}

/// The portfolio with one inquiry, about clearwater.io.
fn with_an_inquiry() -> Story {
    let mut story = portfolio();
    let inquiry = json!({ "inquiry_id": 500, "inquire_date": story.now.0 - 3_600, "domain": "clearwater.io",
        "full_name": "Anna Lindqvist", "email": "anna@nordvind.example", "offer": 12_500.0, "offer_currency": "USD",
        "email_confirmed": true, "marks": { "read": false, "starred": false, "archived": false, "removed": false } });
    let filter = parkade::store::Tab::All.question();
    let list = parkade::api::inquiries::List { filter, page: Page::new(1, 100) };
    let body = json!({ "inquiries": [inquiry], "pagination": { "current_page": 1, "last_page": 1, "per_page": 100,
        "shown": 1, "total": 1 } });
    story.answer(&list, &body.to_string());
    story
}

#[test]
fn one_inquiry_of_a_domain_opens_on_its_own_screen() {
    let mut story = with_an_inquiry();
    story.keys("p");
    assert!(story.snap().lines().any(|line| line.contains("clearwater.io") && line.contains("$12,500")));
    story.line("sort best desc");
    assert_eq!(shown(&mut story)[0], "clearwater.io", "sorted by what buyers offered");
    story.keys("g g enter ] ] ]");
    assert!(story.snap().contains("Inquiries ≥ 1") && story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("anna@nordvind.example"), "{}", story.snap());
    story.keys("g d");
    assert_eq!(story.shell.current(), Some("domains"));
    assert!(story.snap().contains("Domain number"), "the domain is open:\n{}", story.snap());
}

#[test]
fn an_inquiry_of_a_domain_is_previewed_beside_the_others() {
    let mut story = with_an_inquiry();
    story.keys("p").line("sort best desc").keys("p g g enter ] ] ]");
    let beside = |story: &mut Story| story.snap().contains("│ Loading the rest…");
    let asks = |story: &Story| story.wanted().contains(&inquiries::Get { id: Id::new(500) }.call().key());
    for (width, has_it) in [(99, false), (100, true), (160, true), (200, true)] {
        assert_eq!(beside(story.size(width, 48)), has_it, "{}", story.snap());
        assert_eq!(asks(&story), has_it, "{:?}", story.wanted());
    }
    assert!(!story.snap().contains("Visits  g v"), "the Overview has these:\n{}", story.snap());
    assert!(!beside(story.keys("p")) && beside(story.keys("p")), "{}", story.snap());
    story.keys("[");
    assert!(!beside(&mut story) && story.keys("p").snap().contains("The preview belongs to the list"));
}

#[test]
fn overview_sale_and_status_are_one_page_where_they_fit() {
    let mut story = portfolio();
    story.size(112, 48).keys("enter");
    one(&mut story, &mine()[0]);
    let frame = story.snap();
    for words in ["Domain number", "Target price", "Inquiries  g i"] {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    assert_eq!(frame.matches("Status").count(), 2, "a tab and a heading:\n{frame}");
    assert!(!frame.contains("Received"), "the inquiries are summed up once:\n{frame}");
    assert!(story.wanted().iter().any(|key| key.starts_with("parking/domain-status?name=bergluft.at")));
    story.size(100, 30);
    assert_eq!(story.snap().matches("Status").count(), 1, "a page of its own there:\n{}", story.snap());
}

#[test]
fn prices_come_first_where_the_page_has_one_column() {
    let mut story = with_an_inquiry();
    for (width, height) in [(80, 24), (100, 40), (111, 40), (160, 48)] {
        story.size(width, height).line("dom clearwater.io");
        let frame = story.snap();
        let at = |words| frame.find(words).unwrap_or_else(|| panic!("{words} at {width}: {frame}"));
        assert!(at("For sale") < at("Lowest offer") && at("Lowest offer") < at("Inquiries  g i"), "{frame}");
        assert!(at("Inquiries  g i") < at("Visits  g v"), "{frame}");
        story.keys("esc");
    }
}

#[test]
fn the_preview_is_beside_the_list_from_100_columns() {
    let mut story = portfolio();
    story.size(160, 48);
    let frame = story.snap();
    assert!(frame.contains("Verified since") && frame.contains("Target price"), "{frame}");
    for usual in ["Domain number", "In the account", "Verified  ", "Portfolio site"] {
        assert!(!frame.contains(usual), "the state says it, or the page does: {usual}\n{frame}");
    }
    story.keys("j");
    assert!(story.snap().contains("$14,900"), "{}", story.snap());
    story.keys("p");
    assert!(!story.snap().contains("Target price"), "{}", story.snap());
    story.keys("p").size(100, 48);
    assert!(story.snap().contains("Target price"), "{}", story.snap());
    story.size(99, 30);
    assert!(!story.snap().contains("Target price"), "{}", story.snap());
    story.keys("p");
    assert!(story.snap().contains("needs a window of 100 columns"), "{}", story.snap());
}

#[test]
fn the_preview_shows_a_price_saved_after_the_domain_was_read() {
    let mut story = portfolio();
    story.size(160, 48).keys("enter");
    one(&mut story, &mine()[0]);
    story.keys("esc").line("price =1400").keys("ctrl-s").wait(1_000).keys("y");
    story.settle(None).wait(10_000).open("domains", "");
    let frame = story.snap();
    assert!(frame.matches("$1,400").count() > 2, "in the row, beside the name and below Sale: {frame}");
}

#[test]
fn nothing_on_the_page_moves_when_its_figures_arrive() {
    for (width, height) in [(80, 40), (160, 48)] {
        let mut story = portfolio();
        story.size(width, height).keys("enter");
        let labels = |story: &mut Story| -> Vec<(usize, usize)> {
            let frame = story.snap();
            let column = |line: &str, label| Some(line[..line.find(label)?].chars().count());
            let of = |label| frame.lines().enumerate().find_map(|(row, line)| Some((row, column(line, label)?)));
            let all = ["State", "In the account", "Lander", "BIN price"];
            all.iter().filter_map(|label| of(*label)).collect()
        };
        let before = labels(&mut story);
        assert_eq!(before.len(), 4);
        one(&mut story, &mine()[0]);
        assert_eq!(labels(&mut story), before, "the answer came, {width} columns");
        let status = json!({ "domain": mine()[0], "entry": { "entry_id": 5, "line": 3, "domain": "bergluft.at" } });
        story.answer(&Status { name: name("bergluft.at") }, &status.to_string());
        assert_eq!(labels(&mut story), before, "the report came, {width} columns");
        refuse(&mut story, &Get { name: name("bergluft.at") }, 404, "np_parking_api_error_domain_not_found");
        assert!(story.snap().contains("Not found in the account any more"), "{}", story.snap());
        assert_eq!(labels(&mut story), before, "the answer failed, {width} columns");
    }
}

#[test]
fn esc_from_an_inquiry_of_a_domain_leads_back_to_the_domain() {
    let mut story = with_an_inquiry();
    story.line("dom clearwater.io").keys("] ] ] enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("anna@nordvind.example"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("domains"), "{}", story.snap());
    assert!(story.snap().contains("Inquiries ≥ 1") && story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    // Going back to a domain is for one visit only: an inquiry opened from its own list closes to that list.
    story.keys("2 enter esc");
    assert_eq!(story.shell.current(), Some("inquiries"), "{}", story.snap());
}
