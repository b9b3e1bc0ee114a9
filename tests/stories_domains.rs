//! The domains screen, told as a person uses it.

#[path = "support/portfolio.rs"]
mod portfolio;

use parkade::api::Page;
use parkade::api::domains::{DomainFilter, Get, List, Listing, Status, Tab};
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::{DomainTab, Wants};
use parkade::ui::testing::Story;
use portfolio::{all, failure, fill, fill_of, in_dollars, mine, name, names, one, page, refuse, removed, row, writes};
use serde_json::{Value, json};

/// Seven domains of the account, two detected, one removed.
fn portfolio() -> Story {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    all(&mut story);
    story.sent();
    story
}

/// The name under the cursor: the row with the bar.
fn cursor(story: &mut Story) -> String {
    let picture = story.snap();
    let row = picture.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned();
    row.split_whitespace().find(|word| word.contains('.')).unwrap_or_default().to_owned()
}

/// The names on the screen.
fn shown(story: &mut Story) -> Vec<String> {
    let picture = story.snap();
    let rows = picture.lines().skip(3).take_while(|line| !line.trim().is_empty());
    rows.filter_map(|line| line.split_whitespace().find(|word| word.contains('.')).map(str::to_owned)).collect()
}

/// Waits until the question takes keys, then says yes.
fn yes(story: &mut Story) {
    story.wait(400).keys("y");
}

#[test]
fn typing_filters_at_every_letter_and_says_what_it_covers() {
    let mut story = portfolio();
    story.keys("/").typed("so");
    assert_eq!(shown(&mut story), ["solarpark.de"]);
    story.typed("l");
    let picture = story.snap();
    assert!(picture.contains("7 of 7"), "it says how much was looked through:\n{picture}");
    story.keys("enter");
    assert!(story.snap().contains("sol · 1 of 7"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(shown(&mut story).len(), 7);
    story.line("filter bin:>1000 tld:de");
    assert_eq!(shown(&mut story), ["solarpark.de"]);
    story.line("filter wat:1");
    assert!(story.snap().contains("wat"), "what cannot be read is told:\n{}", story.snap());
}

#[test]
fn both_spellings_find_a_name() {
    let mut story = portfolio();
    story.size(200, 30);
    for text in ["sólar", "xn--slar"] {
        story.line(&format!("filter {text}"));
        assert_eq!(names_now(&mut story), ["xn--slar-qqa.com"], "{text}");
        story.keys("esc");
    }
}

/// The punycode of what is shown, through the copy menu of the first row.
fn names_now(story: &mut Story) -> Vec<String> {
    let rows = story.snap();
    let rows = rows.lines().skip(3).take_while(|line| !line.trim().is_empty());
    rows.filter_map(|line| Some(line.split_once('(')?.1.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn while_the_index_is_not_whole_the_service_is_asked_once_typing_rests() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill_of(&mut story, Tab::MyDomains, &mine(), 41_812);
    let asks = |query: Option<&str>| {
        let filter = DomainFilter { query: query.map(str::to_owned), ..DomainFilter::default() };
        parkade::api::Request::call(&List { filter, page: Page::new(1, 200) }).key()
    };
    story.keys("/").typed("wind");
    assert!(!story.wanted().contains(&asks(Some("wind"))), "not while typing goes on");
    story.wait(2_000);
    assert!(story.wanted().contains(&asks(Some("wind"))));
    assert!(story.snap().contains("asked at the service: wind"), "{}", story.snap());
    let found = row(900, "windpark.at", "windpark.at", "verified", true, Some(10.0), Value::Null, Value::Null);
    let filter = DomainFilter { query: Some("wind".to_owned()), ..DomainFilter::default() };
    story.answer(&List { filter, page: Page::new(1, 200) }, &page(&[found], 1));
    assert_eq!(shown(&mut story), ["windpark.at"]);
    // A tab the service does not look through.
    story.keys("enter").line("tab detected");
    fill_of(&mut story, Tab::Detected, &portfolio::found(), 300);
    assert!(story.wanted().iter().all(|key| !key.contains("query=")), "{:?}", story.wanted());
}

#[test]
fn the_selection_stays_on_its_name_whatever_comes() {
    let mut story = portfolio();
    story.keys("j j");
    assert_eq!(cursor(&mut story), "fjordtours.no");
    let mut more = mine();
    more.insert(0, row(90, "aaa.com", "aaa.com", "verified", true, None, Value::Null, Value::Null));
    fill(&mut story, Tab::MyDomains, &more);
    assert_eq!(cursor(&mut story), "fjordtours.no");
    story.line("sort bin desc");
    assert_eq!(cursor(&mut story), "fjordtours.no");
    assert_eq!(shown(&mut story)[..2], ["clearwater.io", "solarpark.de"]);
}

#[test]
fn tabs_remember_their_row_and_listing_is_only_where_the_service_has_it() {
    let mut story = portfolio();
    story.keys("j ] j j [");
    assert_eq!(cursor(&mut story), "clearwater.io");
    story.keys("L");
    assert!(story.snap().contains("for sale only"));
    let asked = story.wanted().iter().any(|key| key.contains("listing=for_sale"));
    assert!(asked, "{:?}", story.wanted());
    assert_eq!(shown(&mut story).len(), 4);
    story.line("listing off_market");
    assert_eq!(shown(&mut story).len(), 3);
    story.line("tab detected").line("listing for_sale");
    assert_eq!(shown(&mut story).len(), 2, "it does not narrow the detected names");
    assert!(!story.wanted().iter().any(|key| key.contains("listing=")));
}

#[test]
fn opening_shows_every_field_and_goes_on_to_neighbours() {
    let mut story = portfolio();
    story.keys("enter");
    one(&mut story, &mine()[0]);
    let picture = story.snap();
    for words in ["BergLuft.at", "bergluft.at", "In the account", "Points to you", "Next check", "(in 3h)", "https://"]
    {
        assert!(picture.contains(words), "{words}:\n{picture}");
    }
    story.keys("} }");
    assert!(story.snap().contains("Mine 3 of 7") && story.snap().contains("it is not verified in this account"));
    story.keys("{ { {");
    assert!(story.snap().contains("This is the first one."));
    story.keys("esc");
    assert_eq!(cursor(&mut story), "BergLuft.at");
}

#[test]
fn a_name_that_looks_like_another_is_warned_of() {
    let mut story = portfolio();
    story.size(200, 30).keys("G");
    assert!(story.snap().contains("! аррӏе.com (xn--80ak6aa92e.com)"), "{}", story.snap());
    story.keys("enter");
    assert!(story.snap().contains("Looks like appie.com, but is written in other letters"), "{}", story.snap());
}

#[test]
fn the_sale_block_is_shown_whatever_its_types() {
    let mut story = portfolio();
    let cases = [
        (0, ["$1,200", "$900", "yes"]),
        (1, ["$14,900", "none is set", "500"]),
        (2, ["no Buy Now price is set", "none is set", "ask first"]),
        (3, ["no Buy Now price is set", "$2,500", "no"]),
        (4, ["$2,400", "none is set", "nothing is set"]),
    ];
    story.keys("enter ]");
    for (place, words) in cases {
        let picture = story.snap();
        for words in words {
            assert!(picture.contains(words), "row {place}, {words}:\n{picture}");
        }
        story.keys("}");
    }
    let mut odd = mine()[0].clone();
    odd["accept_offers"] = json!({ "from": 5 });
    odd["bin_price"] = json!("a lot");
    story.line("dom bergluft.at");
    one(&mut story, &odd);
    let picture = story.snap();
    assert!(picture.contains("this is no price") && picture.contains("{\"from\":5}"), "{picture}");
}

#[test]
fn the_status_tab_says_what_happened() {
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
    let picture = story.snap();
    for words in
        ["It was in the account already.", "It points elsewhere", "│ Its nameservers are elsewhere.", "4711, line 3"]
    {
        assert!(picture.contains(words), "{words}:\n{picture}");
    }
    story.answer(&status, &entry("moon_phase", "verified", Value::Null));
    assert!(story.snap().contains("moon_phase"), "an unknown outcome is shown as sent");
    story.keys("g j");
    assert_eq!(story.shell.current(), Some("jobs"));
    assert!(story.snap().contains("Import 4711"), "{}", story.snap());
    story.keys("-");
    refuse(&mut story, &status, 404, "np_parking_api_error_no_status");
    let picture = story.snap();
    assert!(picture.contains("It has never been through an import"), "{picture}");
    assert!(!picture.contains("could not be read"), "nothing sounds like an error:\n{picture}");
}

#[test]
fn deleting_asks_with_names_value_and_consequences() {
    let mut story = portfolio();
    story.keys("space space space d");
    assert_eq!(writes(&mut story), []);
    let question = story.snap();
    for words in ["3 domains", "bergluft.at", "$16,100", "add", "settings"] {
        assert!(question.contains(words), "{words}:\n{question}");
    }
    story.wait(400).keys("enter");
    assert_eq!(writes(&mut story), [], "enter is no yes");
    story.keys("y");
    let expected = ["bergluft.at", "clearwater.io", "fjordtours.no"].map(str::to_owned).to_vec();
    assert_eq!(writes(&mut story), [("Delete".to_owned(), expected, DomainTab::MyDomains)]);
}

#[test]
fn a_row_on_its_way_out_is_seen_and_leaves_once_the_service_said_so() {
    let mut story = portfolio();
    story.keys("d");
    yes(&mut story);
    let row = |story: &mut Story| story.snap().lines().find(|line| line.contains("BergLuft")).map(str::to_owned);
    assert!(row(&mut story).is_some_and(|row| row.contains("removing")));
    story.keys("d");
    assert!(story.snap().contains("on its way with it already"), "{}", story.snap());
    story.settle(None);
    assert_eq!(row(&mut story), None);
    assert_eq!(names(&story, DomainTab::MyDomains).len(), 6);
    story.keys("d");
    yes(&mut story);
    story.settle(Some(&failure(FailureKind::Forbidden)));
    assert_eq!(names(&story, DomainTab::MyDomains).len(), 6, "a refused one stays");
    assert!(!story.snap().contains("removing"));
}

/// The service answers the bulk call that waits to be sent.
fn answer_bulk(story: &mut Story, body: &Value) {
    let batch = story.store.next_batch(false).expect("a call waits");
    let now = story.now;
    story.store.answered(&batch, body.to_string().as_bytes(), now);
    story.sync();
}

#[test]
fn names_not_found_stay_marked_and_the_figures_are_told() {
    let mut story = portfolio();
    story.keys("space space d");
    yes(&mut story);
    assert!(!story.snap().contains("2 marked"), "what is on its way is no longer marked");
    let body = json!({ "success": true, "action": "delete", "matched": 1, "applied": 1, "queued": false,
        "not_found": ["clearwater.io"] });
    answer_bulk(&mut story, &body);
    let picture = story.snap();
    assert!(picture.contains("1 of 2 matched, 1 removed, 1 not found and still marked"), "{picture}");
    assert_eq!(story.shell.layer_names().len(), 0);
    story.wait(10_000);
    assert!(story.snap().contains("1 marked"), "{}", story.snap());
}

#[test]
fn a_refused_check_leads_on() {
    let mut story = portfolio();
    story.line("tab detected").keys("V");
    let refused = failure(FailureKind::Forbidden);
    story.settle(Some(&refused));
    let menu = story.snap();
    assert!(menu.contains("was not checked") && menu.contains("check it again by an import"), "{menu}");
    assert!(menu.contains("what the token may do") && !menu.contains("add it by name"), "{menu}");
    // The service knows no such name: checking again leads nowhere.
    let mut story = portfolio();
    story.line("tab detected").keys("V").settle(Some(&failure(FailureKind::NotFound)));
    let menu = story.snap();
    assert!(menu.contains("add it by name") && !menu.contains("by an import"), "{menu}");
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("add"));
    let mut story = portfolio();
    story.line("tab detected").keys("V j").settle(Some(&refused));
    assert_eq!(story.shell.layer_names().len(), 1, "moving alone is no other errand");
    let mut story = portfolio();
    story.line("tab detected").keys("V enter").settle(Some(&refused));
    assert_eq!(story.shell.layer_names().len(), 0, "who went on to something else is not asked");
}

#[test]
fn deleting_a_hundred_takes_the_number_typed() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    let many: Vec<Value> = (0..120)
        .map(|n| {
            row(
                n,
                &format!("n{n:03}.com"),
                &format!("n{n:03}.com"),
                "verified",
                true,
                Some(10.0),
                Value::Null,
                Value::Null,
            )
        })
        .collect();
    fill(&mut story, Tab::MyDomains, &many);
    in_dollars(&mut story);
    story.keys("* d");
    let question = story.snap();
    assert!(question.contains("$1,200") && question.contains("and 115 more"), "{question}");
    story.wait(400).keys("y").typed("12").keys("enter");
    assert_eq!(writes(&mut story), []);
    story.keys("ctrl-u").typed("120").keys("enter");
    assert_eq!(writes(&mut story).first().map(|(_, names, _)| names.len()), Some(120));
}

#[test]
fn old_rows_are_read_again_before_they_go() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    // The whole tab would take more requests than two names.
    fill_of(&mut story, Tab::MyDomains, &mine(), 41_812);
    story.now = parkade::base::Timestamp(story.now.0 + 3_600);
    story.sync();
    story.keys("space space d");
    assert!(story.snap().contains("Reading 2 domains again before asking"), "{}", story.snap());
    assert_eq!(story.shell.layer_names().len(), 0, "no question yet");
    let key = |at: usize| {
        let name = name(mine()[at]["punycode"].as_str().unwrap_or_default());
        parkade::api::Request::call(&Get { name }).key()
    };
    assert!(story.wanted().contains(&key(0)) && story.wanted().contains(&key(1)), "{:?}", story.wanted());
    one(&mut story, &mine()[0]);
    assert_eq!(story.shell.layer_names().len(), 0);
    story.fail(&Get { name: name("clearwater.io") }, failure(FailureKind::NotFound));
    let question = story.snap();
    assert!(question.contains("1 domain is no longer here and left out."), "{question}");
    yes(&mut story);
    assert_eq!(writes(&mut story)[0].1, ["bergluft.at"]);
}

#[test]
fn many_old_rows_are_read_again_by_the_pages_of_their_tab() {
    let mut story = portfolio();
    story.now = parkade::base::Timestamp(story.now.0 + 3_600);
    story.sync();
    story.keys("* d");
    assert!(story.wanted().iter().all(|key| !key.starts_with("parking/domain?")), "{:?}", story.wanted());
    assert_eq!(story.shell.layer_names().len(), 0, "no question yet");
    let mut left = mine();
    left.remove(2);
    fill(&mut story, Tab::MyDomains, &left);
    let question = story.snap();
    assert!(question.contains("1 domain is no longer here") && question.contains("Remove 6 domains"), "{question}");
}

#[test]
fn a_question_never_opens_over_something_else_the_user_went_on_to() {
    let mut story = portfolio();
    story.now = parkade::base::Timestamp(story.now.0 + 3_600);
    story.sync();
    story.keys("d enter");
    one(&mut story, &mine()[0]);
    assert_eq!(story.shell.layer_names().len(), 0);
    assert_eq!(writes(&mut story), []);
}

#[test]
fn what_cannot_be_read_again_is_left_alone() {
    let mut story = portfolio();
    story.now = parkade::base::Timestamp(story.now.0 + 3_600);
    story.sync();
    story.keys("d");
    story.fail(&Get { name: name("bergluft.at") }, failure(FailureKind::Offline));
    story.wait(3_000);
    let picture = story.snap();
    assert!(picture.contains("nothing was asked or done"), "{picture}");
    assert_eq!(writes(&mut story), []);
}

#[test]
fn each_tab_offers_only_its_own_acts() {
    let mut story = portfolio();
    for (tab, keys, words) in [
        ("verified", "V", "Verified offers only"),
        ("detected", "d", "Detected offers only"),
        ("removed", "i", "Removed offers only"),
        ("mine", "a", "Mine offers only"),
    ] {
        story.line(&format!("tab {tab}")).keys(keys);
        assert!(story.snap().contains(words), "{tab} {keys}:\n{}", story.snap());
    }
    story.line("tab detected").keys("b");
    let menu = story.snap();
    assert!(
        menu.contains("take into the account") && menu.contains("ignore") && !menu.contains("check again"),
        "{menu}"
    );
    assert_eq!(writes(&mut story), []);
}

#[test]
fn detected_names_are_taken_in_or_ignored() {
    let mut story = portfolio();
    story.line("tab detected").keys("* a");
    yes(&mut story);
    let both = ["nordsee-ferien.de", "windrad.org"].map(str::to_owned).to_vec();
    assert_eq!(writes(&mut story), [("Approve".to_owned(), both, DomainTab::Detected)]);
    let mut story = portfolio();
    story.line("tab detected").keys("i");
    assert!(story.snap().contains("No way back"), "{}", story.snap());
    yes(&mut story);
    assert_eq!(writes(&mut story)[0].0, "Ignore");
    story.line("tab removed").keys("a");
    yes(&mut story);
    assert_eq!(writes(&mut story), [("AddBack".to_owned(), vec!["oldname.net".to_owned()], DomainTab::Removed)]);
}

#[test]
fn checking_a_single_name_goes_at_once_and_shows_how_it_went() {
    let mut story = portfolio();
    story.line("tab detected").keys("enter V");
    let expected = ("Verify".to_owned(), vec!["nordsee-ferien.de".to_owned()], DomainTab::Detected);
    assert_eq!(writes(&mut story), [expected]);
    assert!(story.wanted().iter().any(|key| key.starts_with("parking/domain-status")), "the Status tab is open");
    let mut story = portfolio();
    story.line("tab unverified").keys("V");
    yes(&mut story);
    assert_eq!(writes(&mut story)[0].0, "Retry");
}

#[test]
fn a_dry_run_shows_the_call_and_sends_nothing() {
    let mut story = portfolio();
    story.keys("space space").line("bulk delete --dry-run");
    let sheet = story.snap();
    for words in ["Nothing is sent", "POST parking/domains/bulk", "\"action\": \"delete\"", "\"bergluft.at\""] {
        assert!(sheet.contains(words), "{words}:\n{sheet}");
    }
    assert!(!sheet.contains("\"all\""), "names are sent, never all");
    assert_eq!(writes(&mut story), []);
    story.keys("esc").line("bulk approve --dry-run");
    assert!(story.snap().contains("Mine offers only"), "{}", story.snap());
}

#[test]
fn nothing_is_done_to_names_nobody_has_seen() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill_of(&mut story, Tab::MyDomains, &mine(), 41_812);
    story.keys("*").keys("*");
    assert!(story.snap().contains("all 41,812 at the service marked"), "{}", story.snap());
    story.keys("d");
    assert!(story.snap().contains("only 7 of 41,812 are read yet"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn the_lander_is_opened_behind_its_real_host() {
    let mut story = portfolio();
    story.keys("j j j j j enter");
    one(&mut story, &mine()[5]);
    story.keys("o");
    let question = story.snap();
    assert!(question.contains("Open xn--slar-qqa.com"), "{question}");
    story.wait(400).keys("n esc").line("tab removed").keys("enter");
    one(&mut story, &removed()[0]);
    story.keys("o");
    assert!(story.snap().contains("It has no lander"), "{}", story.snap());
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

#[test]
fn a_view_is_saved_as_the_line_that_opens_it() {
    let mut story = portfolio();
    story.line("dom verified tld:com sort:bin,desc");
    assert_eq!(shown(&mut story), ["sólar.com", "greenhaus.com"], "{}", story.snap());
    assert!(story.snap().contains("BIN"), "{}", story.snap());
    story.line("dom mine sort:moon,desc");
    assert!(story.snap().contains("Cannot sort by"), "{}", story.snap());
}

#[test]
fn one_inquiry_of_a_domain_opens_on_its_own_screen() {
    let mut story = portfolio();
    let inquiry = json!({ "inquiry_id": 500, "inquire_date": story.now.0 - 3_600, "domain": "clearwater.io",
        "full_name": "Anna Lindqvist", "email": "anna@nordvind.example", "offer": 12_500.0, "offer_currency": "USD",
        "email_confirmed": true, "marks": { "read": false, "starred": false, "archived": false, "removed": false } });
    let filter = parkade::store::Tab::All.question();
    let list = parkade::api::inquiries::List { filter, page: Page::new(1, 100) };
    let body = json!({ "inquiries": [inquiry], "pagination": { "current_page": 1, "last_page": 1, "per_page": 100,
        "shown": 1, "total": 1 } });
    story.answer(&list, &body.to_string());
    assert!(story.snap().lines().any(|line| line.contains("clearwater.io") && line.contains("$12,500")));
    story.line("sort best desc");
    assert_eq!(shown(&mut story)[0], "clearwater.io", "sorted by what buyers offered");
    story.keys("g g enter ] ] ]");
    assert!(story.snap().contains("Inquiries 1") && story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("anna@nordvind.example"), "{}", story.snap());
    story.keys("g d");
    assert_eq!(story.shell.current(), Some("domains"));
    assert!(story.snap().contains("Punycode"), "the domain is open:\n{}", story.snap());
}

#[test]
fn copying_offers_both_spellings_and_the_price() {
    let mut story = portfolio();
    story.keys("j j j j j y");
    let menu = story.snap();
    for words in ["sólar.com", "xn--slar-qqa.com", "$950"] {
        assert!(menu.contains(words), "{words}:\n{menu}");
    }
}

#[test]
fn an_empty_tab_says_what_it_is_for() {
    let mut story = Story::new(ALL);
    story.size(100, 24).open("domains", "");
    for (tab, wire, words) in [
        ("mine", Tab::MyDomains, "Press + to add names"),
        ("verified", Tab::Verified, "points to your nameservers"),
        ("unverified", Tab::Unverified, "Every domain of the account is verified."),
        ("detected", Tab::Detected, "without being in the account"),
        ("removed", Tab::Removed, "a brings it back"),
    ] {
        fill(&mut story, wire, &[]);
        story.line(&format!("tab {tab}"));
        assert!(story.snap().contains(words), "{tab}:\n{}", story.snap());
    }
    assert_eq!(Listing::ALL.len(), 3);
    assert!(names(&story, DomainTab::MyDomains).is_empty());
}
