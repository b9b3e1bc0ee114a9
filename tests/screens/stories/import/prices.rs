//! No price is lost or changed silently: unread values are named, two readings are decided, large changes are shown.

use serde_json::{Value, json};

use super::*;
use crate::support::portfolio;

#[test]
fn ctrl_s_waits_for_the_settings_so_that_no_price_is_left_out() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "").line("import ~/prices.csv");
    known(&mut story, &[]);
    let text = b"domain,for_sale,bin_price\na.com,yes,1250\n";
    look(&mut story, text);
    assert!(story.snap().contains("1 of 3 columns read"), "{}", story.snap());
    story.keys("ctrl-s").wait(500);
    assert!(story.shell.layer_names().is_empty(), "nothing is asked yet:\n{}", story.snap());
    assert!(story.snap().contains("Reading the settings before asking"), "{}", story.snap());
    story.answer(&Schema {}, SCHEMA);
    look(&mut story, text);
    story.wait(500);
    let question = said(&mut story);
    assert!(question.contains("Import prices.csv") && question.contains("Sets For sale, BIN price."), "{question}");
    assert!(!question.contains("not read"), "{question}");
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert!(csv.written.is_plain() && csv.columns.is_none(), "{csv:?}");
}

#[test]
fn where_the_settings_cannot_be_read_every_column_left_out_is_named() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "").line("import ~/prices.csv");
    let text = b"domain,for_sale,bin_price\na.com,yes,1250\n";
    look(&mut story, text);
    story.fail(&Schema {}, crate::support::failure(FailureKind::Forbidden));
    story.keys("ctrl-s").wait(500);
    let question = said(&mut story);
    assert!(question.contains("2 of 3 columns are not read: for_sale, bin_price."), "{question}");
    assert!(question.contains("The names of the settings are not known"), "{question}");
    // The changes in the question are the ones that are sent, whatever comes meanwhile.
    story.answer(&Schema {}, SCHEMA);
    assert_eq!(asked(&mut story), None, "the file is not read otherwise behind the question");
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), b"domain,ignored,ignored\na.com,yes,1250\n");
    assert_eq!(asked(&mut story), None, "nor while it is sent");
    assert!(story.snap().contains("not read"), "{}", story.snap());
}

#[test]
fn an_amount_with_two_readings_is_decided_before_anything_is_asked() {
    let mut story = page();
    let text = "Domain;Price\nsolar.de;1.500\nwind.de;1.234,56\n".as_bytes();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    assert!(said(&mut story).contains("BIN price: 1.500 means 1.5 or 1500? t decides"), "{}", story.snap());
    assert!(story.snap().contains("BIN price?"), "a guess is marked:\n{}", story.snap());
    let menu = story.size(160, 24).keys("t").snap();
    let cursor = menu.lines().find(|line| line.contains("▌ BIN price: 1.500 means 1500 · proposed, as in 1.234,56"));
    assert!(cursor.is_some() && menu.contains("semicolons · as now"), "it opens on what is undecided, uncut:\n{menu}");
    for words in ["decimal comma · 1.500 means 1500, 1,500 means 1.5", "Windows-1252 · Western Europe, America"] {
        assert!(menu.contains(words), "{words} is missing:\n{menu}");
    }
    story.keys("esc").size(120, 24);
    story.keys("ctrl-s").wait(500);
    let menu = story.snap();
    assert!(menu.contains("1 amount has two readings") && menu.contains("proposed, as in 1.234,56"), "{menu}");
    assert_eq!(sent(&mut story), None);
    story.keys("enter");
    look(&mut story, text);
    story.keys("ctrl-s").wait(500);
    let question = said(&mut story);
    assert!(question.contains("Guessed from the heading: “Price” as BIN price."), "{question}");
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(csv.written.plain(text).unwrap().as_ref(), b"Domain,Price\nsolar.de,1500\nwind.de,1234.56\n");
}

#[test]
fn a_problem_of_two_readings_is_decided_where_it_is_listed() {
    let mut story = page();
    let text = b"domain,bin_price\na.com,\"1,500\"\nb.com,0\n";
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, text);
    story.keys("] ]");
    let shown = story.snap();
    assert!(
        shown.contains("to be decided") && shown.contains("is not imported") && shown.contains("price of zero"),
        "{shown}"
    );
    story.keys("enter j enter");
    assert_eq!(asked(&mut story).expect("looked at again").decimals, [(1, Decimal::Comma)]);
    story.line("decimal 2 dot");
    assert!(story.snap().contains("Usage: :decimal"), "{}", story.snap());
}

/// Proves R-67.
#[test]
fn prices_that_fall_or_rise_a_lot_come_first_and_ask_for_the_count() {
    let mut story = page();
    known(&mut story, &[("solar.de", "6500"), ("wind.de", "100"), ("calm.de", "1000"), ("none.de", "700")]);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price\ncalm.de,1100\nwind.de,250\nsolar.de,1.50\nnone.de,\n");
    story.keys("] ] ]");
    let shown = story.snap();
    let place = |name: &str| shown.lines().position(|line| line.contains(name)).expect("listed");
    assert!(place("solar.de") < place("wind.de") && place("wind.de") < place("none.de"), "{shown}");
    assert!(place("none.de") < place("calm.de") && shown.contains("÷ 4,333") && shown.contains("× 2.5"), "{shown}");
    save(&mut story);
    let question = said(&mut story);
    for words in [
        "1 price is a tenth of the old price or less: solar.de $6,500 → $1.50.",
        "1 price is twice the old price or more: wind.de $100 → $250.",
        "1 empty cell: the service may clear the value or keep it. Set now: none.de BIN price $700.",
        "3 BIN prices, in all $7,600 → $1,351.50.",
        "Up to 4 domains change. BIN price changes on 3 · BIN price may be cleared on 1.",
        "u cannot undo it; b on its page in Jobs sets back prices, lowest offers, currency, for sale",
        "Type 4",
    ] {
        assert!(question.contains(words), "{words} is missing:\n{question}");
    }
    assert!(!question.contains("no price") && !question.contains("removed"), "what is open is not claimed: {question}");
    story.keys("y");
    assert_eq!(sent(&mut story), None, "a y alone is not enough");
    story.typed("4").keys("backspace backspace 4 enter");
    assert!(sent(&mut story).is_some(), "{}", story.snap());
}

#[test]
fn a_price_in_another_currency_is_not_sent() {
    let mut story = page();
    known(&mut story, &[("a.com", "5")]);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, "domain,bin_price\na.com,5 €\nb.com,$6\n".as_bytes());
    assert!(story.snap().contains("d leave out"), "{}", story.snap());
    story.keys("] ]");
    assert!(story.snap().contains("it is in EUR; your prices are in USD"), "{}", story.snap());
    assert!(!story.snap().contains("d leave out"), "only a column is left out: {}", story.snap());
    story.keys("ctrl-s").wait(500);
    assert!(said(&mut story).contains("Not sent: 1 row with mistakes (see Problems). Once it is imported, e in Jobs"));
    story.keys("y");
    let held = sent(&mut story).expect("it is sent").held;
    assert_eq!(held.heading.as_deref(), Some(&["domain", "bin_price"].map(str::to_owned)[..]));
    let [row] = &held.rows[..] else { panic!("{held:?}") };
    assert_eq!((row.line, &*row.cells), (2, &["a.com", "5 €"].map(str::to_owned)[..]), "as it is, not as a number");
    assert!(row.why.contains("it is in EUR; your prices are in USD"), "{row:?}");
}

#[test]
fn a_price_that_becomes_other_money_is_a_change_though_its_number_stays() {
    let mut story = page();
    known(&mut story, &[("a.com", "2499"), ("b.com", "300")]);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price,currency\na.com,2499,EUR\nb.com,300,USD\n");
    let page = story.keys("] ] ]").snap();
    for words in ["$2,499", "€2,499", "USD", "EUR"] {
        assert!(page.contains(words), "{words} is missing:\n{page}");
    }
    assert!(!page.contains("$300"), "{page}");
    save(&mut story);
    let question = said(&mut story);
    for words in
        ["Currency changes on 1", "Prices are read as EUR and not converted: 1 BIN price, $2,499 in all.", "Type 1"]
    {
        assert!(question.contains(words), "{words} is missing:\n{question}");
    }
}

#[test]
fn a_currency_of_a_row_is_a_change_where_the_present_one_is_not_known() {
    let mut story = cold();
    let row = portfolio::row(1, "a.com", "a.com", "verified", true, Some(2_499.0), Value::Null, json!(true));
    portfolio::fill(&mut story, parkade::api::domains::Tab::MyDomains, &[row]);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price,currency\na.com,2499,EUR\n");
    let page = story.keys("] ] ]").snap();
    assert!(page.contains("not known") && page.contains("€2,499"), "{page}");
}

#[test]
fn many_new_names_are_counted_in_the_question_and_need_no_typing() {
    let mut story = page();
    known(&mut story, &[("a.com", "5")]);
    let rows = (0..250).map(|n| format!("n{n}.com,5")).collect::<Vec<_>>().join("\n");
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, format!("domain,bin_price\n{rows}").as_bytes());
    story.keys("ctrl-s").wait(500);
    let question = said(&mut story);
    for words in [
        "250 new. Added to the account: n0.com, n1.com, n2.com and 247 more. Sets BIN price.",
        "No column names a currency: amounts are in USD, or in that of the domain.",
        "Names it adds stay: d on Domains removes them.",
    ] {
        assert!(question.contains(words), "{words} is missing:\n{question}");
    }
    story.keys("y");
    assert!(sent(&mut story).is_some());
}

#[test]
fn a_hundred_changed_prices_ask_for_the_count() {
    let file = |price: u32| {
        let rows = (0..100).map(|n| format!("n{n}.com,{price}")).collect::<Vec<_>>().join("\n");
        format!("domain,bin_price\n{rows}")
    };
    let names: Vec<String> = (0..100).map(|n| format!("n{n}.com")).collect();
    let rows: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1000")).collect();
    let mut story = page();
    known(&mut story, &rows);
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, file(1_100).as_bytes());
    save(&mut story);
    let question = said(&mut story);
    assert!(question.contains("Type 100"), "{question}");
    assert!(question.contains("100 BIN prices, in all $100,000 → $110,000."), "{question}");
}

/// A name that was never read may have any value.
#[test]
fn no_value_is_written_before_the_domains_of_the_account_were_read() {
    let mut story = cold();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price\na.com,1500\n");
    story.keys("ctrl-s").wait(500);
    assert!(story.shell.layer_names().is_empty(), "{}", story.snap());
    assert!(story.snap().contains("Reading your domains: 0 · the question follows"), "{}", story.snap());
    let filter = DomainFilter { state: DomainTab::MyDomains, ..DomainFilter::default() };
    story.fail(&List { filter, page: Page::new(1, 200) }, crate::support::failure(FailureKind::Server));
    story.sync();
    let frame = story.snap();
    assert!(frame.contains("The present values cannot be read:") && frame.contains("Nothing was imported."), "{frame}");
    assert!(frame.contains("Changes · not known"), "which rows change something is not known: {frame}");
    story.wait(5_000).keys("ctrl-s").wait(500);
    assert!(story.shell.layer_names().is_empty(), "{}", story.snap());
    known(&mut story, &[("a.com", "9999")]);
    look(&mut story, b"domain,bin_price\na.com,1500\n");
    save(&mut story);
    let question = said(&mut story);
    assert!(question.contains("$9,999 → $1,500"), "{question}");
}

#[test]
fn a_file_that_cannot_be_imported_is_not_called_free_of_problems() {
    let mut story = page();
    story.keys("esc").line("import ~/prices.csv");
    look(&mut story, b"domain,bin_price\n");
    story.keys("] ]");
    let shown = story.snap();
    assert!(shown.contains("No row to import.") && !shown.contains("ctrl-s imports the file"), "{shown}");
    assert!(!shown.contains("No problems."), "{shown}");
}

#[test]
fn a_list_saved_here_comes_back_with_every_price() {
    let mut story = page();
    let schema = SCHEMA.replace(
        r#"  {"name":"currency""#,
        r#"  {"name":"target_price","type":"number","label":"Target price","domain_level":true,"available":true,"allowed_values":null},
  {"name":"accept_offers","type":"bool","label":"Accept offers","domain_level":true,"available":true,"allowed_values":null},
  {"name":"currency""#,
    );
    story.answer(&Schema {}, &schema);
    let text = "domain,state,for sale,BIN,target,offers,verified,last check,next check,asked 90d,best offer,added,portfolio,punycode\r\n\
                a.com,verified,yes,6500,8000,true,\"22 Nov 2026, 05:48:34 UTC\",,,3,\"$6,000\",,,a.com\r\n\
                b.com,verified,no,,,false,,,,,,,,b.com\r\n";
    story.keys("esc").line("import ~/domains-mine.csv");
    look(&mut story, text.as_bytes());
    assert!(story.snap().contains("Problems 0"), "{}", story.snap());
    story.keys("ctrl-s").wait(500);
    let question = said(&mut story);
    assert!(question.contains("Sets For sale, BIN price, Target price, Accept offers."), "{question}");
    assert!(!question.contains("are not read:"), "columns that are only shown lose nothing: {question}");
    story.keys("y");
    let csv = sent(&mut story).expect("handed over");
    assert_eq!(
        csv.columns.as_deref().map(|columns| columns.join(",")).as_deref(),
        Some(
            "domain,ignored,for_sale,bin_price,target_price,accept_offers,ignored,ignored,ignored,ignored,ignored,ignored,ignored,ignored"
        )
    );
    let plain = csv.written.plain(text.as_bytes()).unwrap().into_owned();
    let plain = String::from_utf8(plain).unwrap();
    assert!(plain.contains("\na.com,verified,true,6500,8000,true,"), "{plain}");
    assert!(plain.contains("\nb.com,verified,false,,,false,"), "{plain}");
}
