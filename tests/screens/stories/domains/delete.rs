//! Removing domains: the question, the reading before it is sent, and the outcome for each name.

use parkade::api::Row;
use parkade::api::domains::Tab;
use parkade::base::DomainName;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::writes::intent::{ActOnDomains, DomainAct};
use parkade::store::writes::probe::{Found, Probe};
use parkade::store::{DomainTab, Intent};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use super::{portfolio, portfolio_of, yes};
use crate::support::failure;
use crate::support::portfolio::{fill, fill_of, in_dollars, mine, name, names, row, rows, writes};

/// Proves R-60.
#[test]
fn removing_domains_asks_with_names_value_and_consequences() {
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

/// Verified names with a BIN price of 10, `n000.com` and so on.
fn many(count: i64) -> Vec<Value> {
    let one = |n: i64| {
        let name = format!("n{n:03}.com");
        row(n, &name, &name, "verified", true, Some(10.0), Value::Null, Value::Null)
    };
    (0..count).map(one).collect()
}

/// Proves R-65. Own settings of a few names are read before they are removed.
#[test]
fn the_question_before_a_removal_says_what_undo_cannot_write_back() {
    let mut story = portfolio();
    story.keys("space space space d");
    assert!(!story.snap().contains("were not read"), "{}", story.snap());
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill(&mut story, Tab::MyDomains, &many(201));
    story.keys("* d");
    assert!(story.snap().contains("settings of 201 names were not read"), "{}", story.snap());
}

#[test]
fn a_domain_being_removed_stays_listed_until_the_service_confirms_it() {
    let mut story = portfolio();
    story.keys("d");
    yes(&mut story);
    let row = |story: &mut Story| story.snap().lines().find(|line| line.contains("BergLuft")).map(str::to_owned);
    assert!(row(&mut story).is_some_and(|row| row.contains("removing")));
    story.keys("d");
    assert!(story.snap().contains("bergluft.at is being removed already."), "{}", story.snap());
    story.settle(None);
    assert_eq!(row(&mut story), None);
    assert_eq!(names(&story, DomainTab::MyDomains).len(), 6);
    story.keys("d");
    yes(&mut story);
    story.settle(Some(&failure(FailureKind::Forbidden)));
    assert_eq!(names(&story, DomainTab::MyDomains).len(), 6, "a refused one stays");
    assert!(!story.snap().contains("removing"));
}

/// Answers the bulk call that waits to be sent.
fn answer_bulk(story: &mut Story, body: &Value) {
    let batch = story.store.next_batch(false).expect("a call waits");
    let now = story.now;
    story.store.answered(&batch, body.to_string().as_bytes(), now);
    story.sync();
}

/// Answers the reading back of the names with an open fate: none has changed.
fn read_back(story: &mut Story) {
    let now = story.now;
    for ask in story.store.readings_due(now) {
        let Probe::Domains(names) = &ask.probe else { panic!("{:?}", ask.probe) };
        let there = |name: &DomainName| {
            let json = json!({ "punycode": name.punycode(), "state": "verified" }).to_string();
            (name.clone(), Some(Box::new(Row::from_raw(&json).expect("a row"))))
        };
        let found = Found::Domains(names.iter().map(there).collect());
        story.store.begin_reading(ask.check, now);
        let clock = story.store.clock();
        story.store.reading(ask.check, &found, clock, now);
    }
    story.sync();
}

#[test]
fn names_not_removed_are_marked_again_and_named_with_their_reason() {
    let mut story = portfolio();
    story.keys("space space d");
    yes(&mut story);
    assert!(!story.snap().contains("2 marked"), "what is on its way is no longer marked");
    let body = json!({ "success": true, "action": "delete", "matched": 1, "applied": 1, "queued": false,
        "not_found": ["clearwater.io"] });
    answer_bulk(&mut story, &body);
    read_back(&mut story);
    assert_eq!(story.shell.layer_names().len(), 0);
    assert_eq!(marked(&mut story), ["clearwater.io"]);
    let entry = story.store.journal().entries().next().expect("the act").id;
    assert_eq!(
        story.store.outcome_words(entry).as_deref(),
        Some("1 removed. 1 not removed: clearwater.io, passed over by the service")
    );
    story.line("jobs bulk").keys("enter");
    let details = story.snap();
    assert!(details.contains("1 of 2 domains removed"), "{details}");
    let place = |words: &str| details.find(words).unwrap_or_else(|| panic!("{words}:\n{details}"));
    assert!(
        place("not done   clearwater.io: passed over by the service (read back once)")
            < place("done       bergluft.at"),
        "{details}"
    );
}

/// The marks on the screen, by the first letters of their rows.
fn marked(story: &mut Story) -> Vec<String> {
    let rows = story.snap().lines().filter(|line| line.contains('✓')).map(str::to_owned).collect::<Vec<_>>();
    rows.iter().filter_map(|row| row.split_whitespace().find(|word| word.contains('.')).map(str::to_owned)).collect()
}

#[test]
fn marks_made_since_are_kept_when_names_were_not_removed() {
    let body = json!({ "success": true, "action": "delete", "matched": 1, "applied": 1, "queued": false,
        "not_found": ["clearwater.io"] });
    // On the same tab the names are added to the marks made since.
    let mut story = portfolio();
    story.keys("space space d");
    yes(&mut story);
    story.keys("space");
    answer_bulk(&mut story, &body);
    read_back(&mut story);
    assert_eq!(marked(&mut story), ["clearwater.io", "fjordtours.no"]);
    // On another tab the marks do not change.
    let mut story = portfolio();
    story.keys("space space d");
    yes(&mut story);
    story.line("tab detected").keys("space");
    answer_bulk(&mut story, &body);
    read_back(&mut story);
    assert_eq!(marked(&mut story), ["nordsee-ferien.de"], "the marks of the tab in front are the user's");
    story.line("tab mine");
    assert_eq!(marked(&mut story), ["clearwater.io"], "on the tab they were made on they are back");
}

#[test]
fn removing_a_hundred_domains_needs_their_number_typed() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill(&mut story, Tab::MyDomains, &many(120));
    in_dollars(&mut story);
    story.keys("* d");
    let question = story.snap();
    assert!(question.contains("$1,200") && question.contains("and 115 more"), "{question}");
    story.wait(400).keys("y").typed("12").keys("enter");
    assert_eq!(writes(&mut story), []);
    story.keys("ctrl-u").typed("120").keys("enter");
    assert_eq!(writes(&mut story).first().map(|(_, names, _)| names.len()), Some(120));
}

/// Proves R-64.
#[test]
fn old_rows_are_read_again_before_they_are_removed() {
    let mut story = portfolio_of(rows);
    story.keys("space space d");
    yes(&mut story);
    let fresh = story.store.next_batch(false).expect("a call waits");
    let both = [name("bergluft.at"), name("clearwater.io")];
    let own = Probe::OwnSettings(both.to_vec());
    assert_eq!(
        story.store.looks(&fresh, story.now),
        std::slice::from_ref(&own),
        "what was read just now is not read again"
    );

    let mut story = portfolio_of(rows);
    story.now = parkade::base::Timestamp(story.now.0 + 3_600);
    story.sync();
    story.keys("space space d");
    yes(&mut story);
    let batch = story.store.next_batch(false).expect("a call waits");
    assert_eq!(story.store.looks(&batch, story.now), [Probe::Domains(both.to_vec()), own]);
    let there = json!({ "punycode": "bergluft.at", "state": "verified" }).to_string();
    let [stays, gone] = both;
    let row = Box::new(Row::from_raw(&there).expect("a row"));
    let now = story.now;
    let (left, _) = story.store.looked(&batch, &[Found::Domains(vec![(stays, Some(row)), (gone, None)])], now);
    assert_eq!(left.targets.len(), 1, "one that is no longer there is not sent");
}

/// Proves R-53.
#[test]
fn an_act_touches_no_name_that_nobody_has_seen() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    fill_of(&mut story, Tab::MyDomains, &mine(), 41_812);
    story.keys("*").keys("*");
    assert!(story.snap().contains("all 41,812 marked"), "{}", story.snap());
    story.keys("d");
    assert!(story.snap().contains("Only 7 of 41,812 names are read"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn undoing_the_removal_of_many_says_which_prices_are_not_written_back() {
    let mut story = portfolio();
    let names: Vec<_> = (0..120).map(|n| name(&format!("d{n}.com"))).collect();
    let intent = ActOnDomains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains };
    story.store.plan(Intent::Domains(intent), story.now).expect("planned");
    story.settle(None).keys("u");
    let question = story.snap();
    assert!(question.contains("120 domains will be back in the account"), "{question}");
    assert!(question.contains("that were not read"), "{question}");
}
