//! Cells that repeat the value in force are not sent: an inherited value stays inherited.

use parkade::api::domains::Tab;
use parkade::ui::SaveFrom;
use parkade::ui::testing::made;
use serde_json::Value;

use super::*;
use crate::support::portfolio::{account_in_dollars, fill, row};
use crate::support::settings;

/// The list of domains, with every setting it shows in the schema.
fn domains() -> Story {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    let rows = [
        row(1, "BergLuft.at", "bergluft.at", "verified", true, Some(1_200.5), json!(900), json!(true)),
        row(2, "clearwater.io", "clearwater.io", "verified", true, Some(14_900.0), Value::Null, json!(false)),
        row(3, "greenhaus.com", "greenhaus.com", "unverified", false, None, Value::Null, json!(1)),
        row(4, "sólar.com", "xn--slar-qqa.com", "verified", false, Some(950.0), json!(700), Value::Null),
    ];
    fill(&mut story, Tab::MyDomains, &rows);
    account_in_dollars(&mut story);
    let setting = |name: &str, kind: &str| {
        json!({
            "name": name, "type": kind, "label": name.replace('_', " "), "domain_level": true, "available": true,
            "allowed_values": null
        })
    };
    let schema = [("for_sale", "bool"), ("accept_offers", "bool"), ("bin_price", "number"), ("target_price", "number")];
    let schema = json!({ "schema": schema.map(|(name, kind)| setting(name, kind)) });
    story.answer(&Schema {}, &schema.to_string());
    story.sent();
    story
}

/// Text of the list saved in that form.
fn saved(story: &mut Story, form: &str) -> String {
    story.line(&format!("export-view {form}"));
    let save = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save),
        _ => None,
    });
    match save.expect("saved").from {
        SaveFrom::Made { text, .. } => made(&text),
        SaveFrom::Text(text) => text.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_own_list_imported_again_sends_nothing_in_any_form_it_is_saved_in() {
    for form in ["csv", "csv-safe"] {
        let mut story = domains();
        let text = saved(&mut story, form);
        assert!(text.contains("bergluft.at") && text.lines().count() == 5, "{text}");
        story.line("import ~/mine.csv");
        look(&mut story, text.as_bytes());
        assert!(story.snap().contains("Problems 0"), "{form}:\n{}", story.snap());
        story.keys("ctrl-s").wait(500);
        assert!(said(&mut story).contains("Nothing would change: every row holds"), "{form}:\n{}", story.snap());
        assert!(story.shell.layer_names().is_empty(), "{form} asks to be sent:\n{}", story.snap());
        assert_eq!(sent(&mut story), None, "{form}");
    }
    let mut story = domains();
    let text = saved(&mut story, "json");
    story.line("import ~/mine.json");
    look(&mut story, text.as_bytes());
    story.keys("ctrl-s").wait(500).keys("y");
    assert_eq!(sent(&mut story), None, "JSON is no table of rows:\n{}", story.snap());
}

/// Proves R-67.
#[test]
fn the_saved_overrides_imported_again_send_nothing() {
    for form in ["csv", "csv-safe"] {
        let mut story = domains();
        let own = [
            ("bergluft.at", json!({ "bin_price": 1_200.5, "target_price": 900 })),
            ("clearwater.io", json!({ "bin_price": 14_900, "accept_offers": false })),
        ];
        settings::own(&mut story, &own);
        let account = json!({ "for_sale": { "value": true, "source": "account" },
            "accept_offers": { "value": true, "source": "account" } });
        story.answer(&parkade::api::settings::Get {}, &json!({ "settings": account }).to_string());
        story.line("overrides");
        let text = saved(&mut story, form);
        assert!(text.contains("bergluft.at") && text.contains("14900") && text.lines().count() == 3, "{text}");
        story.line("import ~/overrides.csv");
        look(&mut story, text.as_bytes());
        story.keys("ctrl-s").wait(500);
        // An inherited value is saved as an empty cell.
        let own = |value: Value| json!({ "value": value, "source": "domain", "domain_value": value });
        let inherits = json!({ "value": true, "source": "account", "domain_value": null });
        let settings = json!({ "bin_price": own(json!(1_200.5)), "target_price": own(json!(900)),
            "for_sale": inherits, "accept_offers": inherits });
        let name = DomainName::parse("bergluft.at").expect("a name");
        story.answer(&domains::Settings { name }, &json!({ "settings": settings }).to_string()).wait(500);
        assert!(said(&mut story).contains("Nothing would change: every row holds"), "{text}\n{}", story.snap());
        assert!(story.shell.layer_names().is_empty(), "{form} asks to be sent:\n{}", story.snap());
        assert_eq!(sent(&mut story), None, "{form}");
    }
}

#[test]
fn of_the_own_list_with_one_other_price_only_that_row_and_column_are_sent() {
    for form in ["csv", "csv-safe"] {
        let mut story = domains();
        let text = saved(&mut story, form).replace("14900", "15900");
        story.line("import ~/mine.csv");
        look(&mut story, text.as_bytes());
        save(&mut story);
        assert!(story.shell.layer_names().is_empty(), "asked before it is read as it is sent:\n{}", story.snap());
        look(&mut story, text.as_bytes());
        story.wait(500);
        let question = said(&mut story);
        for words in [
            "Import mine.csv, 1 of 4 rows",
            "Sets BIN price.",
            "Left out, because it stays as it is: 3 rows; For sale, Accept offers, Target price in every row.",
        ] {
            assert!(question.contains(words), "{form}: {words} is missing:\n{question}");
        }
        assert!(!question.contains("inherited") && !question.contains("empty cell"), "{form}:\n{question}");
        story.keys("y");
        let csv = sent(&mut story).expect("handed over");
        let columns = csv.columns.expect("named");
        let read: Vec<&str> = columns.iter().map(String::as_str).filter(|column| *column != "ignored").collect();
        assert_eq!(read, ["domain", "bin_price"], "{form}");
        let plain = csv.written.plain(text.as_bytes()).unwrap().into_owned();
        assert_eq!(csv.digest, parkade::base::digest(&plain), "{form}: what is asked is what is sent");
        let plain = String::from_utf8(plain).unwrap();
        let rows: Vec<&str> = plain.lines().skip(1).filter(|line| !line.is_empty()).collect();
        assert!(
            matches!(rows.as_slice(), [row] if row.starts_with("clearwater.io") && row.contains("15900")),
            "{plain}"
        );
    }
}

#[test]
fn a_column_of_an_export_in_which_nothing_changes_is_not_read_by_its_heading() {
    let mut story = page();
    known(&mut story, &[("a.com", "1000"), ("b.com", "5")]);
    let text = b"domain,bin_price,for_sale\na.com,1250,yes\nb.com,5,yes\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    save(&mut story);
    look(&mut story, text);
    story.wait(500).keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), b"domain,bin_price,ignored\na.com,1250,yes\n");
    assert_eq!((csv.columns.unwrap().join(","), csv.skip_rows), ("domain,bin_price,ignored".to_owned(), Some(1)));
}

#[test]
fn values_of_a_new_row_are_sent_and_every_name_where_a_casing_is_applied() {
    let mut story = page();
    known(&mut story, &[("a.com", "5")]);
    let text = b"domain,bin_price,for_sale\na.com,5,yes\nnew.com,5,yes\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    save(&mut story);
    look(&mut story, text);
    story.wait(500).keys("y");
    let csv = sent(&mut story).expect("handed over");
    let plain = String::from_utf8(csv.written.plain(text).unwrap().into_owned()).unwrap();
    assert!(csv.columns.is_none() && plain.contains("new.com,5,") && !plain.contains("a.com,5,"), "{plain}");

    let mut story = page();
    known(&mut story, &[("a.com", "5")]);
    let text = b"domain,bin_price,for_sale\nA.com,5,yes\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.keys("r ctrl-s").wait(500);
    look(&mut story, text);
    story.wait(500).keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!((csv.columns.unwrap().join(","), csv.update_casing), ("domain,ignored,ignored".to_owned(), true));
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), b"domain,ignored,ignored\nA.com,5,yes\n");
}

#[test]
fn a_column_of_an_export_that_is_left_out_is_not_read_by_its_heading() {
    let mut story = page();
    let text = b"domain,bin_price,for_sale\na.com,5,no\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.keys("j d");
    look(&mut story, text);
    let shown = story.snap();
    assert!(shown.contains("not read") && shown.contains("a copy is sent with the columns chosen here"), "{shown}");
    story.keys("ctrl-s").wait(500);
    assert!(story.snap().contains("1 of 3 columns is not read: bin_price."), "{}", story.snap());
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), b"domain,ignored,for_sale\na.com,5,false\n");
    assert_eq!((csv.columns.unwrap().join(","), csv.skip_rows), ("domain,ignored,for_sale".to_owned(), Some(1)));
}
