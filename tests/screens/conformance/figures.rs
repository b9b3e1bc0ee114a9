//! Every figure of every screen over a store in which nothing, a part and all was read: it is whole, `≥`, or said to be
//! unknown. A further figure is a further row of [`FIGURES`].

use parkade::api::domains::{AllSettings, Tab as DomainTab};
use parkade::api::emails::Match;
use parkade::api::inquiries::{HistoryMatch, List};
use parkade::api::settings::{Get, History, Schema};
use parkade::api::types::Inquiry;
use parkade::api::{Page, Paged, Request};
use parkade::screens::ALL;
use parkade::store::plan::Plan;
use parkade::store::{Tab, WalkList};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::support::{inbox, insights, jobs, mail, portfolio, profile, senders, settings, site};

/// Nothing was read.
fn nothing() -> Story {
    let mut story = Story::new(ALL);
    story.size(160, 30).open("inquiries", "");
    story
}

/// Those of the inquiries that were not emailed.
fn unsent() -> Vec<Value> {
    let held = |row: &Value| row["marks"]["archived"] != true && row["marks"]["removed"] != true;
    inbox::rows().into_iter().filter(held).collect()
}

/// A part of every list and form.
fn half() -> Story {
    let mut story = nothing();
    let rows = inbox::rows();
    inbox::fill_of(&mut story, Tab::Active, &rows, 8_000);
    story.store.sync_inquiries(NOW);
    let (_, began) = story.store.walk_ask().expect("the walk begins");
    let first: Paged<Inquiry> = List::decode(inbox::page(&rows, 9_000).as_bytes()).expect("a page");
    story.store.walk_page((WalkList::All, 1), &first, began, story.now);
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&unsent(), 146, [1, 2, 0, 0, 1]));
    story.answer(&inbox::history(112, HistoryMatch::All, 0, 1), &inbox::history_page(&rows[1..4], 1, 41, false));
    story.open("domains", "");
    portfolio::fill_of(&mut story, DomainTab::MyDomains, &portfolio::mine(), 4_000);
    portfolio::in_dollars(&mut story);
    story.answer(&mail::list(Match::Inbox), &mail::page(&mail::rows(), 1, 101));
    story.answer(&jobs::imports_page(1), &jobs::page("imports", &jobs::imports(), 1, 50, 60).to_string());
    story.answer(&jobs::exports_page(1), &jobs::page("exports", &jobs::exports(), 1, 50, 70).to_string());
    jobs::lines(&mut story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 900);
    story.answer(&Schema {}, &settings::schema().to_string());
    story.answer(&Get {}, &settings::account().to_string());
    let own = |name: &str, price: i64| {
        json!({ "domain": name, "settings": {
        "bin_price": { "value": price, "source": "domain", "domain_value": price },
        "min_offer": { "value": 250, "source": "domain", "domain_value": 250 } } })
    };
    let page = json!({ "current_page": 1, "last_page": 2, "per_page": 200, "shown": 2, "total": 400 });
    story.answer(
        &AllSettings { overrides_only: Some(true), page: Page::new(1, 200) },
        &json!({ "domains": [own("bergluft.at", 14_900), own("solarpark.de", 500)], "pagination": page }).to_string(),
    );
    let versions = settings::versions();
    let page = json!({ "current_page": 1, "last_page": 3, "per_page": 50, "shown": 5, "total": 120 });
    story.answer(&History { page: Page::new(1, 50) }, &json!({ "versions": versions, "pagination": page }).to_string());
    insights::answer(&mut story, 30, &insights::domains());
    site::answer(&mut story, &json!({ "portfolio": { "enabled": 1 } }));
    story.open("inquiries", "");
    story
}

/// Every list and form to its end.
fn all() -> Story {
    let mut story = nothing();
    let rows = inbox::rows();
    inbox::fill(&mut story, Tab::Active, &rows);
    inbox::walk(&mut story, &rows);
    let held = unsent();
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&held, held.len() as u64, [1, 2, 0, 0, 1]));
    story.answer(&inbox::history(112, HistoryMatch::All, 0, 1), &inbox::history_page(&rows[1..4], 1, 3, false));
    story.open("domains", "");
    portfolio::all(&mut story);
    mail::fill(&mut story);
    jobs::fill(&mut story);
    jobs::lines(&mut story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 5);
    settings::overrides(&mut story);
    settings::history(&mut story);
    insights::all(&mut story);
    profile::answer(&mut story, &profile::full());
    site::answer(&mut story, &site::full());
    senders::fill(&mut story);
    story.open("inquiries", "");
    story
}

/// A figure: how one gets there, and what is said of it where nothing, a part and all was read.
type Figure = (&'static str, fn(&mut Story), [&'static str; 3]);

const FIGURES: &[Figure] = &[
    ("unread in the header", |_| {}, ["2 Inquiries 3 Mail", "Inquiries ≥3", "Inquiries 3 3 Mail"]),
    (
        "tabs and money of inquiries",
        |_| {},
        ["Unread Starred Unsent Archived", "Unsent 146 · ≥ $16.8k, €3,000 held", "Unsent 7 · $16.8k, €3,000 held"],
    ),
    ("active inquiries", |_| {}, ["Active · confirmed", "Active 8,000 ·", "Active 7 ·"]),
    (
        "what a filter leaves of the inquiries",
        |story| {
            story.line("filter offer:>1000");
        },
        ["offer:>1000 · esc", "offer:>1000 · ≥ 2 of 8,000 · 7 of 9,000 read", "offer:>1000 · 1 of 7 · esc"],
    ),
    (
        "the place of an opened inquiry",
        |story| {
            story.keys("enter");
        },
        ["Loading…", "Active 1 of 8,000", "Active 1 of 7"],
    ),
    (
        "what is held back",
        |story| {
            story.line("unsent");
        },
        [
            "not confirmed … · below minimum …",
            "Held back: ≥ $16,850 · €3,000 in 6 offers 7 of 146 read",
            "Held back: $16,850 · €3,000 in 6 offers an",
        ],
    ),
    (
        "others of a buyer",
        |story| {
            story.keys("enter ] ] enter");
        },
        ["Loading…", "the buyer's others, 1 of 41", "the buyer's others, 1 of 3"],
    ),
    (
        "mail",
        |story| {
            story.open("mail", "");
        },
        ["Inbox Contains", "Inbox 101 Contains", "Inbox 5 Contains 1"],
    ),
    (
        "tabs of domains",
        |story| {
            story.open("domains", "");
        },
        ["Mine Verified Unverified", "Mine 4,000 Verified Unverified", "Mine 7 Verified 5 Unverified 2"],
    ),
    (
        "inquiries joined to a domain",
        |story| {
            story.open("domains", "").size(120, 24);
        },
        ["Loading…", "clearwater.io verified yes $14,900 15 Feb 2025 2h ≥ 1 ≥ $300", "2h 1 $300"],
    ),
    (
        "no inquiry joined to a domain",
        |story| {
            story.open("domains", "").size(120, 24);
        },
        ["Loading…", "BergLuft.at verified yes $1,200 15 Feb 2025 2h … …", "15 Feb 2025 2h — —"],
    ),
    (
        "what a filter leaves of the domains",
        |story| {
            story.open("domains", "").line("filter sale:yes");
        },
        ["sale:yes · esc", "sale:yes · ≥ 4 of 4,000 · 7 of 4,000 read", "sale:yes · 4 of 7 · esc"],
    ),
    (
        "what a filter by inquiries leaves of the domains",
        |story| {
            story.open("domains", "").line("filter asked:any");
        },
        ["asked:any · esc", "asked:any · ≥ 4 of 4,000", "asked:any · 4 of 7 · esc"],
    ),
    (
        "the place of an opened domain",
        |story| {
            story.open("domains", "").keys("enter");
        },
        ["Loading…", "Mine 1 of 4,000", "Mine 1 of 7"],
    ),
    (
        "inquiries about a domain",
        |story| {
            story.open("domains", "").keys("j enter ]");
        },
        [
            "Loading…",
            "Inquiries Received ≥ 1, ≥ 1 in the last 90 days Best offer ≥ $300",
            "Inquiries Received 1, 1 in the last 90 days Best offer $300",
        ],
    ),
    (
        "no inquiry about a domain",
        |story| {
            story.open("domains", "").keys("enter ]");
        },
        [
            "Loading…",
            "Received — being read Best offer — being read Newest — not known",
            "Received — none Best offer —",
        ],
    ),
    (
        "the lowest offer of a domain",
        |story| {
            story.open("domains", "").keys("j enter ]");
        },
        ["Loading…", "Lowest offer $5,000 when the newest inquiry came", "Lowest offer €250, from the account"],
    ),
    (
        "the prices of marked domains",
        |story| {
            story.open("domains", "").keys("* *");
        },
        ["Loading…", "≥ $19,450 of BIN prices", "€19,450 of BIN prices"],
    ),
    (
        "the settings of two domains",
        |story| {
            story.open("domains", "").keys("space j space e");
        },
        ["Loading…", "Lowest offer … reading 1 of 2", "Lowest offer (differs)"],
    ),
    (
        "overrides",
        |story| {
            story.open("overrides", "");
        },
        ["Overrides Redundant", "Overrides ≥ 2 Redundant ≥ 2 verified", "Overrides 5 Redundant 3"],
    ),
    (
        "what a filter leaves of the overrides",
        |story| {
            story.open("overrides", "").line("filter sol");
        },
        ["sol · esc", "sol · ≥ 1 of ≥ 2 · esc", "sol · 1 of 5 · esc"],
    ),
    (
        "how many domains override a setting",
        |story| {
            story.open("settings", "");
        },
        ["Loading…", "overridden by ≥ 2 domains", "Lowest offer €250 overridden by 1 domain"],
    ),
    (
        "versions",
        |story| {
            story.open("history", "");
        },
        [
            "All Account Profile Domains",
            "All ≥ 5 Account ≥ 3 Profile ≥ 2 Domains saved",
            "All 5 Account 3 Profile 2 Domains 0",
        ],
    ),
    (
        "what a filter leaves of the versions",
        |story| {
            story.open("history", "").line("filter min");
        },
        ["min · esc", "min · ≥ 2 of ≥ 5 · esc", "min · 2 of 5 · esc"],
    ),
    (
        "jobs",
        |story| {
            story.open("jobs", "");
        },
        ["Imports Exports Bulk", "Imports 60 · 2 running Exports 70", "Imports 4 · 2 running Exports 3"],
    ),
    (
        "lines of an import",
        |story| {
            story.open("jobs", "import 4711");
        },
        [
            "All Errors Warnings Ignored",
            "All 900 Errors ≥ 2 Warnings ≥ 1 Ignored ≥ 1",
            "All 5 Errors 2 Warnings 1 Ignored 1",
        ],
    ),
    (
        "ignored senders",
        |story| {
            story.open("senders", "");
        },
        ["Ignored senders Nameservers", "Ignored senders Nameservers", "Ignored senders 5 Nameservers"],
    ),
    (
        "visitors",
        |story| {
            story.open("insights", "");
        },
        ["Loading…", "Visitors 3,012", "Visitors 3,012"],
    ),
    (
        "inquiries of a month",
        |story| {
            story.open("insights", "").line("tab inquiries");
        },
        ["Loading…", "Loading…", "Inquiries 61"],
    ),
    (
        "the site",
        |story| {
            story.open("site", "");
        },
        ["Loading…", "Address not known", "Address https://solarpark.de/"],
    ),
    (
        "the profile",
        |story| {
            story.open("profile", "");
        },
        ["Loading…", "Website not known", "Website https://harbourlane.example"],
    ),
    (
        "the value before a change under review",
        |story| {
            let mut edit = settings::price("solarpark.de", 700);
            edit.edit.before = None;
            story.store.stage(Plan { edits: vec![edit], ..Plan::default() });
            story.open("review", "").keys("]");
        },
        ["BIN price (not known)", "BIN price $500 $700", "BIN price €500 €700"],
    ),
    (
        "what a file changes",
        |story| {
            story.file("/x/p.csv", FILE).line("import /x/p.csv").line("tab changes");
        },
        [
            "new.com not known added or changed",
            "bin_price changes on 1 · 1 not compared yet",
            "1 new · bin_price changes on 1",
        ],
    ),
    (
        "names to add",
        |story| {
            story.line("add").paste("solarpark.de\nnew.com\n");
        },
        ["Not compared with your domains", "Compared with 7 of your 4,000 domains", "1 to add · 1 already there"],
    ),
];

const FILE: &str = "domain,bin_price\nsolarpark.de,1250\nbergluft.at,1200\nnew.com,5\n";

/// What stands on the screen, blanks and the ends of lines as one blank.
fn said(story: &mut Story) -> String {
    story.snap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn no_figure_says_more_than_was_read() {
    let mut wrong = Vec::new();
    for (what, go, expected) in FIGURES {
        for (read, store, words) in [("nothing", nothing as fn() -> Story, 0), ("a part", half, 1), ("all", all, 2)] {
            let mut story = store();
            go(&mut story);
            let frame = said(&mut story);
            if !frame.contains(expected[words]) {
                wrong.push(format!("{what}, {read} read: no “{}” in\n{}", expected[words], story.snap()));
            }
            if read == "all" && frame.contains('≥') {
                wrong.push(format!("{what}: ≥ over what was read whole in\n{}", story.snap()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
