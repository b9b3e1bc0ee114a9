//! The list of domains: filter, order, tabs, marks, views and copying.

use parkade::api::domains::{DomainFilter, Get, List, Listing, Tab};
use parkade::api::{Page, Request as _};
use parkade::base::DomainName;
use parkade::screens::ALL;
use parkade::store::DomainTab;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::{portfolio, shown};
use crate::support::portfolio::{fill, fill_of, mine, names, page, row};
use crate::support::{cursor, inbox};

#[test]
fn typing_filters_at_every_letter_and_says_what_it_covers() {
    let mut story = portfolio();
    story.keys("/").typed("so");
    assert_eq!(shown(&mut story), ["solarpark.de"]);
    story.typed("l");
    let frame = story.snap();
    assert!(frame.contains("1 of 7") && !frame.contains("7 read"), "{frame}");
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
    for text in ["sólar", "xn--slar"] {
        story.line(&format!("filter {text}"));
        assert_eq!(shown(&mut story), ["sólar.com"], "{text}");
        story.keys("esc");
    }
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
    let found = row(900, "windpark.at", "windpark.at", "verified", true, Some(10.0), Value::Null, Value::Null);
    let filter = DomainFilter { query: Some("wind".to_owned()), ..DomainFilter::default() };
    story.answer(&List { filter, page: Page::new(1, 200) }, &page(&[found], 1));
    assert_eq!(shown(&mut story), ["windpark.at"]);
    // On this tab the service cannot search.
    story.keys("enter").line("tab detected");
    fill_of(&mut story, Tab::Detected, &crate::support::portfolio::found(), 300);
    assert!(story.wanted().iter().all(|key| !key.contains("query=")), "{:?}", story.wanted());
}

/// Proves R-63.
#[test]
fn the_cursor_stays_on_its_name_when_rows_arrive() {
    let mut story = portfolio();
    story.keys("j j");
    assert_eq!(cursor(&mut story), "fjordtours.no");
    let mut more = mine();
    more.insert(0, row(90, "aaa.com", "aaa.com", "verified", true, None, Value::Null, Value::Null));
    fill(&mut story, Tab::MyDomains, &more);
    assert_eq!(cursor(&mut story), "fjordtours.no");
    story.line("sort bin desc");
    assert_eq!(cursor(&mut story), "clearwater.io", "sorting begins at the top");
    assert_eq!(shown(&mut story)[..2], ["clearwater.io", "solarpark.de"]);
}

#[test]
fn a_column_without_a_value_in_a_whole_tab_is_not_drawn_there() {
    let mut story = portfolio();
    story.size(300, 30);
    inbox::walk(&mut story, &[]);
    let shows = |story: &mut Story, tab: &str, title: &str| story.line(tab).snap().contains(title);
    assert!(shows(&mut story, "tab mine", "last check"), "{}", story.snap());
    // No name of these two tabs was ever checked.
    assert!(!shows(&mut story, "tab unverified", "last check"), "{}", story.snap());
    assert!(!shows(&mut story, "tab detected", "added"), "{}", story.snap());
    assert!(shows(&mut story, "tab removed", "added"), "{}", story.snap());
}

#[test]
fn tabs_remember_their_row_and_listing_is_only_where_the_service_has_it() {
    let mut story = portfolio();
    story.keys("j ] j j [");
    assert_eq!(cursor(&mut story), "clearwater.io");
    story.keys("L");
    assert!(story.snap().contains("for sale only"), "{}", story.snap());
    let asked = story.wanted().iter().any(|key| key.contains("listing=for_sale"));
    assert!(asked, "{:?}", story.wanted());
    assert_eq!(shown(&mut story).len(), 4);
    let off_market = DomainFilter { listing: Listing::OffMarket, ..DomainFilter::default() };
    story.line("listing off_market");
    story.answer(&List { filter: off_market, page: Page::new(1, 200) }, &page(&mine()[2..4], 3));
    assert!(story.snap().contains("off market · 3 of 7"), "{}", story.snap());
    assert_eq!(shown(&mut story).len(), 3);
    story.line("tab detected").line("listing for_sale");
    assert_eq!(shown(&mut story).len(), 2, "it does not narrow the detected names");
    assert!(!story.wanted().iter().any(|key| key.contains("listing=")));
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
        ("verified", Tab::Verified, "use your nameservers"),
        ("unverified", Tab::Unverified, "Every domain of the account is verified."),
        ("detected", Tab::Detected, "not in your account"),
        ("removed", Tab::Removed, "a add back"),
    ] {
        fill(&mut story, wire, &[]);
        story.line(&format!("tab {tab}"));
        assert!(story.snap().contains(words), "{tab}:\n{}", story.snap());
    }
    assert_eq!(Listing::ALL.len(), 3);
    assert!(names(&story, DomainTab::MyDomains).is_empty());
}

#[test]
fn a_listing_without_any_row_does_not_call_the_account_empty() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill(&mut story, Tab::MyDomains, &mine()[..2]);
    let off_market = DomainFilter { listing: Listing::OffMarket, ..DomainFilter::default() };
    story.line("listing off_market");
    story.answer(&List { filter: off_market, page: Page::new(1, 200) }, &page(&[], 0));
    let frame = story.snap();
    assert!(frame.contains("None of 2 domains is off market.") && frame.contains(":listing all"), "{frame}");
    assert!(!frame.contains("no domain in this account"), "{frame}");
}

#[test]
fn detected_and_removed_leave_out_the_columns_of_the_account() {
    let mut story = portfolio();
    story.size(158, 30).keys("p");
    let heading = |story: &mut Story| story.snap().lines().nth(2).expect("the heading").to_owned();
    let mine = heading(&mut story);
    for tab in ["detected", "removed"] {
        story.line(&format!("tab {tab}"));
        let heading = heading(&mut story);
        for column in ["BIN", "target", "for sale", "next check", "last check", "verified"] {
            assert!(mine.contains(column) && !heading.contains(column), "{column}: {heading}");
        }
    }
    assert!(heading(&mut story).contains("added"), "of a removed name the documents give when it was added");
    story.line("tab mine");
    assert_eq!(heading(&mut story), mine);
}

#[test]
fn names_get_the_room_the_other_columns_do_not_need() {
    let name = "a-long-name-somebody-owns.com";
    let mut story = portfolio();
    let mut rows = mine();
    rows[0]["name"] = name.into();
    rows[0]["punycode"] = name.into();
    for width in [120, 160] {
        fill(story.size(width, 30), Tab::MyDomains, &rows);
        assert!(story.snap().lines().any(|line| line.contains(&format!("{name} "))), "{}", story.snap());
    }
    // The columns have the same place wherever the cursor is in the list.
    story.keys("p");
    let heading = |story: &mut Story| story.snap().lines().nth(2).expect("the heading").to_owned();
    let (rows, before): (Vec<_>, _) = ((0..90).map(long_list).collect(), heading(&mut story));
    fill(&mut story, Tab::MyDomains, &rows);
    let top = heading(&mut story);
    assert_ne!(top, before);
    story.keys("G");
    assert_eq!(heading(&mut story), top);
    story.keys("ctrl-u");
    assert_eq!(heading(&mut story), top);
}

/// One of many rows; only the last of them has a price.
fn long_list(n: usize) -> serde_json::Value {
    let mut row = mine()[2].clone();
    (row["name"], row["punycode"]) = (format!("name{n:03}.com").into(), format!("name{n:03}.com").into());
    row["domain_id"] = (1_000 + n).into();
    if n == 89 {
        row["sale"] = serde_json::json!({ "for_sale": true, "bin_price": 1_234_567.0 });
    }
    row
}

#[test]
fn names_that_are_neither_verified_nor_unverified_are_counted_as_inactive() {
    let mut story = Story::new(ALL);
    story.size(160, 30).open("domains", "");
    let mut all = mine();
    all[0]["state"] = "inactive".into();
    let of = |state: &str| all.iter().filter(|row| row["state"] == state).cloned().collect::<Vec<_>>();
    fill(&mut story, Tab::MyDomains, &all);
    assert!(!story.snap().contains("1 inactive"), "not before every name is known:\n{}", story.snap());
    fill(&mut story, Tab::Verified, &of("verified"));
    fill(&mut story, Tab::Unverified, &of("unverified"));
    assert!(story.snap().contains(" 1 inactive"), "{}", story.snap());
}

#[test]
fn a_caret_and_a_star_find_names_by_their_beginning_and_end() {
    let mut story = portfolio();
    for (line, found) in [
        ("^gr", vec!["greenhaus.com"]),
        ("cl*", vec!["clearwater.io"]),
        ("*park", vec!["solarpark.de"]),
        ("-*r* *.de", vec![]),
        ("name:^solar", vec!["solarpark.de"]),
    ] {
        story.line(&format!("filter {line}"));
        assert_eq!(shown(&mut story), found, "{line}:\n{}", story.snap());
        story.keys("esc");
    }
    story.line("help filter");
    assert!(story.snap().contains("^shop"), "{}", story.snap());
}

#[test]
fn a_word_is_not_marked_wrong_while_it_is_typed_however_slowly() {
    let mut story = portfolio();
    story.keys("/").typed("stat").wait(5_000).typed("e:ver").wait(5_000);
    assert!(!story.snap().contains("has no"), "{}", story.snap());
    story.keys("space");
    assert!(story.snap().contains("state: has no “ver”"), "{}", story.snap());
    story.keys("backspace enter");
    assert!(story.snap().contains("state: has no “ver”"), "{}", story.snap());
}

#[test]
fn a_row_read_long_ago_is_read_again_while_the_cursor_rests_on_it() {
    let mut story = portfolio();
    let asks = |story: &Story, name: &str| {
        let key = Get { name: DomainName::from_service(name) }.call().key();
        story.wanted().contains(&key)
    };
    story.keys("j");
    assert!(!asks(&story, "clearwater.io"), "its row is new");
    story.wait(11 * 60 * 1000);
    assert!(asks(&story, "clearwater.io"), "{:?}", story.wanted());
    assert!(!asks(&story, "greenhaus.com"), "other rows are left alone");
    let mut now = mine()[1].clone();
    now["bin_price"] = Value::from(17_000.0);
    story.answer(&Get { name: DomainName::from_service("clearwater.io") }, &json!({ "domain": now }).to_string());
    assert!(story.snap().contains("$17,000"), "{}", story.snap());
    assert!(!asks(&story, "clearwater.io"), "it is new again");
}
