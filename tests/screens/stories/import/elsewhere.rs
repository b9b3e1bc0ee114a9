//! Values that a file replaces are read again before the question.

use super::*;

const TEXT: &[u8] = b"domain,bin_price,for_sale\na.com,4979,yes\nb.com,6,yes\n";

fn asks(story: &mut Story) {
    known(story, &[("a.com", "4500"), ("b.com", "5")]);
    story.keys("esc").line("import ~/prices.csv");
    look(story, TEXT);
    story.keys("ctrl-s").wait(500);
}

/// Answers the values of two domains: each has a price of its own, and inherits whether it is for sale.
fn values(story: &mut Story, prices: [i64; 2]) {
    story.answer(&parkade::api::settings::Get {}, r#"{"settings":{"for_sale":{"value":true,"source":"account"}}}"#);
    for (name, price) in ["a.com", "b.com"].into_iter().zip(prices) {
        let own = json!({ "settings": {
            "bin_price": { "value": price, "source": "domain", "domain_value": price },
            "for_sale": { "value": true, "source": "account", "domain_value": null }
        } });
        story.answer(&domains::Settings { name: DomainName::parse(name).unwrap() }, &own.to_string());
    }
    story.wait(500);
}

#[test]
fn the_question_of_an_import_comes_once_the_values_it_replaces_were_read_again() {
    let mut story = page();
    asks(&mut story);
    assert!(story.shell.layer_names().is_empty(), "nothing is asked yet:\n{}", story.snap());
    let reading = "Reading the present values: 0 of 2 · the question follows";
    assert!(said(&mut story).contains(reading), "{}", story.snap());
    story.keys("ctrl-s").wait(500);
    assert!(story.shell.layer_names().is_empty(), "a second ctrl-s does not go past it:\n{}", story.snap());
    values(&mut story, [4_500, 5]);
    look(&mut story, TEXT);
    story.wait(500);
    let question = said(&mut story);
    assert!(question.contains("Import prices.csv, 2 rows"), "{question}");
    assert!(!question.contains("changed since") && !question.contains("inherited"), "{question}");
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    let over: Vec<String> = csv.over.iter().map(|of| format!("{} {:?}", of.item().words(), of.edit.before)).collect();
    assert_eq!(csv.over.len(), 2, "the price of each row, over the one that was read: {over:?}");
}

#[test]
fn a_price_changed_elsewhere_is_asked_about_before_a_file_replaces_it() {
    let mut story = page();
    asks(&mut story);
    values(&mut story, [12_345, 5]);
    look(&mut story, TEXT);
    story.wait(500);
    let question = said(&mut story);
    for words in [
        "1 value was changed since the list was read; the import replaces what is there now.",
        "a.com: yours $4,979 · you saw $4,500 · now $12,345",
        "Type 2",
    ] {
        assert!(question.contains(words), "{words} is missing:\n{question}");
    }
    story.keys("y");
    assert_eq!(sent(&mut story), None, "a y alone is not enough");
    story.keys("esc").wait(500);
    story.keys("] ] ]");
    assert!(story.snap().contains("$12,345"), "the list of changes is as it was read:\n{}", story.snap());
}

#[test]
fn a_cell_that_repeats_an_inherited_value_is_said_to_stop_the_inheriting() {
    let mut story = page();
    known(&mut story, &[("a.com", "4500"), ("b.com", "5")]);
    let text = b"domain,bin_price,for_sale\na.com,4979,yes\nb.com,5,no\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.keys("ctrl-s").wait(500);
    values(&mut story, [4_500, 5]);
    let question = said(&mut story);
    let pinned = "No longer inherited, though the value stays the same: For sale of 1 domain.";
    assert!(question.contains(pinned), "{question}");
}
