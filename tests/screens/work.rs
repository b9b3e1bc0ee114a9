//! Cost of a key on every screen, in rows that are looked at: the same over a large account as over a small one. A new
//! screen is tested as soon as it is in [`ALL`].

use parkade::api::domains::Tab as Listed;
use parkade::api::emails::Match;
use parkade::base::work::rows_looked_at;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::store::writes::plan::Plan;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::lists::is_list;
use crate::support::{
    NOW, abilities, ads, images, inbox, insights, jobs, mail, nameservers, pages, portfolio, profile, senders,
    settings, site,
};

/// Rows of each kind in the two accounts.
pub const FEW: usize = 200;
const MANY: usize = 1_000;
/// Place where keys are pressed, in rows from the top: in the middle of all lists, so that nothing more is asked for.
const DOWN: &str = "+40";

/// Account with `many` rows of each kind.
pub fn account(many: usize) -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 30).open("inquiries", "");
    let all = || 1..=many as i64;
    let names: Vec<String> = all().map(|n| format!("name{n}.com")).collect();
    let inquiry = |n: i64| {
        let mut row = inbox::arrival(10_000 + n, many as i64 - n);
        row["domain"] = json!(names[n as usize - 1]);
        row
    };
    let inquiries: Vec<Value> = all().rev().map(inquiry).collect();
    inbox::fill(&mut story, Tab::Active, &inquiries);
    inbox::walk(&mut story, &inquiries);
    let domain = |(n, name): (i64, &String)| {
        portfolio::row(n, name, name, "verified", true, Some(n as f64), Value::Null, json!(true))
    };
    let domains: Vec<Value> = all().zip(&names).map(domain).collect();
    for tab in [Listed::MyDomains, Listed::Verified] {
        portfolio::fill(&mut story, tab, &domains);
    }
    portfolio::in_dollars(&mut story);
    settings::fill(&mut story);
    let own: Vec<(&str, Value)> =
        all().zip(&names).map(|(n, name)| (name.as_str(), json!({ "bin_price": n }))).collect();
    settings::own(&mut story, &own);
    let version = |n: i64| {
        json!({ "history_id": n, "date": NOW - n, "scope": "account", "domain": null, "changed": ["min_offer"],
            "changes": { "min_offer": { "before": n, "after": n + 1 } }, "can_undo": true, "source": "api",
            "source_ref": null })
    };
    settings::history_with(&mut story, &all().map(version).collect::<Vec<_>>());
    let imports: Vec<Value> = all().map(|n| jobs::import(n, "finished", 1.0)).collect();
    story.answer(&jobs::imports_page(1), &jobs::page("imports", &imports, 1, 50, many as u64).to_string());
    let lines: Vec<Value> = all().map(|n| jobs::entry(n, None, &["error"], Some("Not a name."))).collect();
    jobs::lines(&mut story, &imports[0], &lines, 1, many as u64);
    let sender = |n: i64| json!({ "id": n, "type": "email", "value": format!("a{n}@b.example"), "date": NOW - n });
    senders::fill_with(&mut story, &all().map(sender).collect::<Vec<_>>());
    let image = |n: i64| images::image(n, "external", &format!("https://a.example/{n}.jpg"), NOW - n);
    images::fill_with(&mut story, &all().map(image).collect::<Vec<_>>());
    nameservers::fill(&mut story);
    site::answer(&mut story, &site::full());
    profile::answer(&mut story, &profile::full());
    campaigns(&mut story, many);
    insights::all(&mut story);
    let mut report = insights::domains();
    let hits = |n: i64| json!({ "label": format!("name{n}.com"), "hits": n, "share": 0.1, "unknown": false });
    report["sections"]["domains"] = all().map(hits).collect();
    insights::answer(&mut story, 30, &report);
    abilities::learnt(&mut story);
    mail::ready(&mut story);
    let message = |n: i64| {
        let mut row = mail::rows()[0].clone();
        (row["id"], row["date"]) = (json!(format!("n-{n}")), json!(NOW - n));
        row
    };
    for matching in [Match::Inbox, Match::All] {
        mail::fill_tab(&mut story, matching, &all().map(message).collect::<Vec<_>>());
    }
    story
}

/// Answers `many` ads campaigns.
fn campaigns(story: &mut Story, many: usize) {
    let campaign = |n: i64| ads::campaign(n, &format!("tag{n}"), "#b45309", true);
    ads::fill_with(story, &(1..=many as i64).map(campaign).collect::<Vec<_>>());
}

/// Keys of a burst.
const BURST: usize = 30;

/// Opens a screen; one whose rows come from the user is given `many` rows.
pub fn open(story: &mut Story, screen: &'static str, many: usize) {
    let names = || (1..=many).map(|n| format!("other{n}.com"));
    story.open(screen, "");
    match screen {
        "review" => {
            let edits = names().map(|name| settings::price(&name, 500)).collect();
            story.store.stage(Plan { edits, ..Plan::default() });
            story.sync().line("tab all");
        }
        "add" => {
            story.paste(&names().collect::<Vec<_>>().join("\n")).keys("tab");
        }
        "import" | "csv" => {
            let file = names().fold("domain,note\n".to_owned(), |file, name| file + &name + ",a\n");
            if screen == "import" {
                pages::file(story, &file);
                story.line("tab rows");
            } else {
                story.file("/x/prices.csv", &file).line("csv /x/prices.csv");
            }
        }
        _ => {}
    }
}

/// Rows looked at by each of the moving keys.
fn press(story: &mut Story, place: &str) -> Vec<(String, u64)> {
    story.line(DOWN);
    // The first key makes the values that are kept from then on.
    let cost = |key: &str| {
        let before = rows_looked_at();
        story.keys(key);
        (format!("{key} {place}"), rows_looked_at() - before)
    };
    ["j", "k", "j", "k", "pgdn", "pgup"].map(cost).into()
}

/// Rows looked at by keys in a list, with a filter over it, and in what a row opens.
fn costs(story: &mut Story) -> Vec<(String, u64)> {
    let mut costs = press(story, "in the list");
    story.keys("/").typed("e").keys("enter");
    costs.extend(press(story, "under a filter"));
    story.keys("esc enter");
    costs.extend(press(story, "in an opened row"));
    costs
}

/// Rows looked at by keys in a list with marks, and in one whose marks follow the cursor.
fn costs_of_marks(story: &mut Story) -> Vec<(String, u64)> {
    story.keys("*");
    let mut costs = press(story, "with all rows marked");
    story.line("unmark").keys("g g v");
    costs.extend(press(story, "in a range"));
    story.keys("v").line("unmark");
    costs
}

#[test]
fn a_key_costs_the_same_however_large_the_account_is() {
    let [mut small, mut large] = [FEW, MANY].map(account);
    assert!(rows_looked_at() > MANY as u64, "rows are counted in this build");
    let mut grown = Vec::new();
    for def in ALL {
        let both = [(&mut small, FEW), (&mut large, MANY)].map(|(story, many)| {
            open(story, def.id, many);
            let mut costs = costs(story);
            if is_list(def.id) {
                open(story, def.id, many);
                costs.extend(costs_of_marks(story));
            }
            costs
        });
        let [small, large] = both;
        let rose = small.iter().zip(&large).filter(|((_, few), (_, many))| many > few);
        grown.extend(
            rose.map(|((key, few), (_, many))| format!("{}, {key}: {few} rows, {many} of five times as many", def.id)),
        );
    }
    assert!(grown.is_empty(), "{}", grown.join("\n"));
}

#[test]
fn a_page_of_own_settings_is_put_into_the_list_of_overrides_without_a_look_at_all_names() {
    let cost = |many: usize| {
        let mut story = account(many);
        // No inquiry has an offer for these names, because names with offers are compared with their prices again.
        let names: Vec<String> = (1..=many).map(|n| format!("other{n}.com")).collect();
        let rows: Vec<(&str, Value)> =
            names.iter().enumerate().map(|(n, name)| (name.as_str(), json!({ "bin_price": n + 1 }))).collect();
        let (first, others) = rows.split_at(many - 50);
        story.store.forget_own_settings();
        story.open("overrides", "");
        settings::own_page(&mut story, first, (1, 9));
        let before = rows_looked_at();
        settings::own_page(&mut story, &others[..10], (2, 9));
        assert!(story.snap().matches("other").count() > 10, "{}", story.snap());
        rows_looked_at() - before
    };
    let [few, many] = [FEW, MANY].map(cost);
    // With more rows only the table looks at more of them: at each of its new keys once.
    assert!(many - few <= (MANY - FEW) as u64, "{few} rows, {many} of five times as many");
}

#[test]
fn a_page_of_own_settings_has_only_its_names_looked_at_again_in_a_review() {
    let cost = |many: usize| {
        let mut story = account(many);
        story.line("domains").keys("*").line("price =123456").wait(1);
        let words = |story: &mut Story| story.snap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&mut story).contains("name1.com BIN price €1 €123,456"), "{}", story.snap());
        let names: Vec<String> = (1..=10).map(|n| format!("name{n}.com")).collect();
        let rows: Vec<(&str, Value)> = names.iter().map(|name| (name.as_str(), json!({ "bin_price": 5 }))).collect();
        let before = rows_looked_at();
        settings::own_page(&mut story, &rows, (1, 9));
        assert!(words(&mut story).contains("10 domains BIN price €5 €123,456"), "{}", story.snap());
        rows_looked_at() - before
    };
    let [few, many] = [FEW, MANY].map(cost);
    // Each row counts up to four times: in the sum of the changes, in the search for the next unread one, and in the
    // table's keys before and after. None of these looks into the store.
    assert!(many - few <= 4 * (MANY - FEW) as u64, "{few} rows, {many} of five times as many");
}

#[test]
fn a_key_on_ten_thousand_campaigns_costs_what_it_costs_on_ten() {
    let [few, many] = [10, 10_000].map(|many| {
        let mut story = ads::open();
        campaigns(&mut story, many);
        story.keys("j k");
        let costs = ["j", "k", "space", "pgdn", "pgup"].map(|key| {
            let before = rows_looked_at();
            story.keys(key);
            rows_looked_at() - before
        });
        assert!(story.snap().matches("tag").count() >= 10, "{}", story.snap());
        costs
    });
    assert_eq!(few, many);
}

#[test]
fn a_key_in_a_long_message_costs_what_it_costs_in_a_short_one() {
    let [few, many] = [FEW, 20 * MANY].map(|lines| {
        let mut story = mail::open();
        let message = format!("From: a@b.example\r\nSubject: long\r\n\r\n{}", "a line of it\r\n".repeat(lines));
        let before = rows_looked_at();
        story.keys("enter").answer_wanted(&mail::download("m-5"), message.as_bytes());
        assert!(rows_looked_at() - before >= FEW as u64, "lines are counted");
        let costs = |story: &mut Story| {
            ["j", "k", "pgdn", "G", "n", "g g"].map(|key| {
                let before = rows_looked_at();
                story.keys(key);
                rows_looked_at() - before
            })
        };
        let read = costs(&mut story);
        assert!(story.snap().contains("a line of it"), "{}", story.snap());
        story.keys("/").typed("e").keys("enter");
        let found = costs(&mut story);
        [read, found]
    });
    assert_eq!(few, many);
}

#[test]
fn a_burst_of_moving_keys_costs_what_one_costs_and_moves_as_far_as_its_keys() {
    let [mut single, mut burst] = [FEW, FEW].map(account);
    let mut wrong = Vec::new();
    for def in ALL {
        for (story, many) in [(&mut single, FEW), (&mut burst, FEW)] {
            open(story, def.id, many);
        }
        for key in ["j", "k", "down", "pgdn", "up"] {
            let still = single.snap_styles();
            let keys = vec![key; BURST].join(" ");
            single.quietly(|story| {
                story.keys(&keys);
            });
            // The first key is an event by itself, the others are one event; pages turn one by one.
            let events = burst.burst(&keys);
            let gathers = key != "pgdn" && single.snap_styles() != still;
            if gathers && events > 2 {
                wrong.push(format!("{}, {key}: {BURST} keys are {events} events", def.id));
            }
            if single.snap_styles() != burst.snap_styles() {
                wrong.push(format!("{}, {key}:\n{}\n{}", def.id, single.snap(), burst.snap()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
