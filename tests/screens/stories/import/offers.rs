//! Lowest offers that a file replaces: the list of domains does not have them, so they are known from the settings.

use parkade::store::{Subject, Value};

use super::*;
use crate::support::settings;

const TEXT: &[u8] = b"domain,bin_price,min_offer\na.com,4979,150\nb.com,6,150\nc.com,7,250\n";

/// Three domains: one with a lowest offer of its own, and two that inherit the account's.
fn opened(text: &[u8]) -> Story {
    let mut story = page();
    let lowest = r#"{"name":"min_offer","type":"number","label":"Minimum","domain_level":true,"available":true,"allowed_values":null},"#;
    story.answer(&Schema {}, &SCHEMA.replace(r#"  {"name":"currency""#, &format!(r#"  {lowest}{{"name":"currency""#)));
    known(&mut story, &[("a.com", "4500"), ("b.com", "5"), ("c.com", "7")]);
    let account = r#"{"settings":{"min_offer":{"value":250,"source":"account"}}}"#;
    story.answer(&parkade::api::settings::Get {}, account);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story
}

/// Proves R-67.
#[test]
fn a_lowest_offer_that_is_replaced_is_listed_counted_and_kept_to_be_set_back() {
    let mut story = opened(TEXT);
    let lowest = json!({ "bin_price": 4_500, "min_offer": 1_000 });
    let prices = [("b.com", json!({ "bin_price": 5 })), ("c.com", json!({ "bin_price": 7 }))];
    settings::own(&mut story, &[("a.com", lowest), prices[0].clone(), prices[1].clone()]);
    let shown = story.keys("] ] ]").snap();
    for words in ["Changes 4", "Lowest offer", "$1,000", "$150", "÷ 6.6", "$250"] {
        assert!(shown.contains(words), "{words} is missing:\n{shown}");
    }
    assert!(shown.contains("BIN price changes on 2 · Lowest offer changes on 2"), "{shown}");
    story.keys("ctrl-s").wait(500);
    look(&mut story, TEXT);
    story.wait(500);
    let question = said(&mut story);
    assert!(question.contains("BIN price changes on 2 · Lowest offer changes on 2"), "{question}");
    assert!(question.contains("Left out, because it stays as it is: 1 row."), "{question}");
    assert!(!question.contains("inherited"), "what is inherited was read: {question}");
    story.typed("2").keys("enter").keys("y");
    let csv = sent(&mut story).expect("handed over");
    let lowest = csv.over.iter().filter(|edit| edit.edit.field.as_str() == "min_offer");
    let lowest: Vec<_> = lowest.map(|edit| (edit.subject.clone(), edit.edit.before.clone())).collect();
    let domain = |name: &str| Subject::domain(&DomainName::from_service(name));
    let expected = [(domain("a.com"), Some(Value::Whole(1_000))), (domain("b.com"), Some(Value::Null))];
    assert_eq!(lowest, expected, "what the import replaces");
}

#[test]
fn a_lowest_offer_that_was_not_read_is_said_to_be_unknown() {
    let mut story = opened(TEXT);
    let shown = story.keys("] ] ]").snap();
    assert!(shown.contains("not known"), "{shown}");
    assert!(shown.contains("BIN price changes on 2 · Lowest offer of 3 not read"), "{shown}");
    story.keys("ctrl-s").wait(500);
    for name in ["a.com", "b.com", "c.com"] {
        let name = DomainName::from_service(name);
        story.fail(&domains::Settings { name }, crate::support::failure(FailureKind::Forbidden));
    }
    story.sync().wait(500);
    let question = said(&mut story);
    for words in ["Lowest offer of 3 not read", "The present values of 3 domains could not be read", "Type 3"] {
        assert!(question.contains(words), "{words} is missing:\n{question}");
    }
}

#[test]
fn a_price_whose_currency_changes_is_kept_to_be_set_back_in_its_own() {
    let text = b"domain,bin_price,currency\na.com,3000,EUR\n";
    let mut story = opened(text);
    story.keys("ctrl-s").wait(500);
    settings::own(&mut story, &[("a.com", json!({ "bin_price": 4_500 }))]);
    let frame = story.wait(500).snap();
    assert!(frame.contains("1 BIN price, in all $4,500 → €3,000.") && !frame.contains("not converted"), "{frame}");
    story.typed("1").keys("enter").keys("y");
    let csv = sent(&mut story).unwrap_or_else(|| panic!("{}", story.snap()));
    let kept: Vec<_> = csv.over.iter().map(|edit| (edit.edit.field.as_str(), edit.edit.before.clone())).collect();
    assert_eq!(kept, [("bin_price", Some(Value::Whole(4_500))), ("currency", Some(Value::Null))]);
}

#[test]
fn an_empty_cell_over_an_inherited_lowest_offer_changes_nothing() {
    let mut story = opened(b"domain,bin_price,min_offer\na.com,4979,\nb.com,6,\n");
    let lowest = json!({ "bin_price": 4_500, "min_offer": 1_000 });
    settings::own(&mut story, &[("a.com", lowest), ("b.com", json!({ "bin_price": 5 }))]);
    let shown = story.keys("] ] ]").snap();
    assert!(shown.contains("Lowest offer may be cleared on 1"), "{shown}");
}

#[test]
fn an_empty_cell_over_an_own_currency_may_clear_it() {
    let mut story = opened(b"domain,bin_price,currency\na.com,4500,\nb.com,5,\n");
    let own = json!({ "bin_price": 4_500, "currency": "EUR" });
    settings::own(&mut story, &[("a.com", own), ("b.com", json!({ "bin_price": 5 }))]);
    let shown = story.keys("] ] ]").snap();
    assert!(shown.contains("Currency may be cleared on 1 · 1 stays as it is"), "{shown}");
    assert!(shown.contains("EUR") && shown.contains("(empty cell)"), "{shown}");
    story.keys("ctrl-s").wait(500).typed("1").keys("enter").keys("y");
    let csv = sent(&mut story).unwrap_or_else(|| panic!("{}", story.snap()));
    let kept: Vec<_> = csv.over.iter().map(|edit| (edit.edit.field.as_str(), edit.edit.before.clone())).collect();
    assert!(kept.contains(&("currency", Some(Value::Text("EUR".into())))), "{kept:?}");
}
