//! Prices of a domain that has a currency of its own.

use parkade::api::domains::{AllSettings, Settings, Tab};
use parkade::api::{Page, Request as _};
use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::json;

use super::saved;
use crate::support::{inbox, portfolio, settings};

/// Seven domains in an account in dollars, one of them with prices in yen.
fn yen() -> Story {
    let mut story = settings::domains();
    settings::own(&mut story, &[("solarpark.de", json!({ "currency": "JPY", "bin_price": 2_400, "min_offer": 250 }))]);
    story
}

/// The price sheet, handed to the editor, and its slot.
fn sheet(story: &mut Story) -> (&'static str, String) {
    let asked = story.keys("$").sent().into_iter().find_map(|effect| match effect {
        Effect::File(FileAsk::Edit { slot, text, .. }) => Some((slot, text)),
        _ => None,
    });
    asked.expect("the editor opens")
}

#[test]
fn a_price_is_shown_in_the_currency_of_its_own_domain() {
    let mut story = yen();
    let frame = story.snap();
    assert!(frame.contains("¥2,400") && frame.contains("$14,900") && !frame.contains("$2,400"), "{frame}");
    let frame = story.line("overrides").snap();
    assert!(frame.contains("¥2,400") && frame.contains("¥250") && !frame.contains("$250"), "{frame}");
}

#[test]
fn a_filter_by_price_measures_each_in_its_own_currency() {
    let mut story = yen();
    for (filter, with_yen, with_dollars) in
        [("bin:>1000jpy", true, false), ("bin:>1000usd", false, true), ("bin:>1000", false, true)]
    {
        let frame = story.line(&format!("dom {filter}")).snap();
        let has = |name: &str| frame.lines().any(|line| line.contains(name));
        assert_eq!((has("solarpark.de  "), has("clearwater.io  ")), (with_yen, with_dollars), "{filter}: {frame}");
        let names_them = frame.contains("Prices in JPY are left out: they are not compared with USD.");
        assert_eq!(names_them, filter == "bin:>1000", "{frame}");
    }
}

#[test]
fn the_form_shows_the_currency_of_the_profile_in_place_of_a_default_of_the_service() {
    let mut story = yen();
    let setting =
        |source: &str| json!({ "settings": { "currency": { "value": "EUR", "source": source } } }).to_string();
    for (source, value, from) in [("default", "USD", "profile"), ("account", "EUR", "own")] {
        story.answer(&parkade::api::settings::Get {}, &setting(source));
        story.size(160, 30).open("settings", "").line("find currency");
        let frame = story.snap();
        let field = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
        assert!(field.contains(value) && field.contains(from), "{source}:\n{frame}");
    }
}

#[test]
fn the_currency_set_for_the_account_comes_before_that_of_the_profile() {
    let mut story = yen();
    let setting =
        |source: &str| json!({ "settings": { "currency": { "value": "EUR", "source": source } } }).to_string();
    story.answer(&parkade::api::settings::Get {}, &setting("default"));
    assert!(story.snap().contains("$14,900"), "a default of the service is none of the account's:\n{}", story.snap());
    story.answer(&parkade::api::settings::Get {}, &setting("account"));
    let frame = story.snap();
    assert!(frame.contains("€14,900") && frame.contains("¥2,400") && !frame.contains("$14,900"), "{frame}");
    let frame = story.size(200, 40).keys("enter ]").snap();
    assert!(frame.contains("Prices are in EUR, the currency of your settings."), "{frame}");
}

#[test]
fn prices_whose_currencies_cannot_be_read_have_no_sign_and_a_line_says_why() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("domains", "");
    portfolio::rows(&mut story);
    portfolio::account_in_dollars(&mut story);
    let pages = AllSettings { overrides_only: Some(true), page: Page::new(1, 200) };
    assert!(story.wanted().contains(&pages.call().key()), "a small account is read unasked");
    assert!(!story.snap().contains("without a sign"), "{}", story.snap());
    portfolio::refuse(&mut story, &pages, 403, "do_not_have_permission");
    let frame = story.snap();
    assert!(frame.contains("Prices without a sign: their currency was not read"), "{frame}");
    assert!(frame.contains(" 14,900") && !frame.contains("$14,900"), "{frame}");
    assert!(!story.line("tab detected").snap().contains("without a sign"), "{}", story.snap());
}

#[test]
fn prices_of_several_currencies_are_added_up_each_by_itself() {
    let mut story = yen();
    let frame = story.keys("*").snap();
    assert!(frame.contains("¥2,400 and $17,050 of BIN prices"), "{frame}");
    let frame = story.keys("d").snap().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(frame.contains("BIN prices of ¥2,400 and $17,050 on 4 names are deleted too."), "{frame}");
}

#[test]
fn an_opened_domain_names_its_currency_and_its_lowest_offer() {
    let mut story = yen();
    story.keys("/").typed("solarpark").keys("enter enter ]");
    let frame = story.snap();
    assert!(frame.contains("Prices are in JPY, the domain’s own currency."), "{frame}");
    assert!(frame.contains("¥250") && frame.contains("¥2,400"), "{frame}");
    story.keys("esc esc").keys("/").typed("berg").keys("enter enter ]");
    let of = Settings { name: portfolio::name("bergluft.at") };
    assert!(story.wanted().contains(&of.call().key()), "the lowest offer in force is read");
    story.answer(&of, r#"{"settings":{"min_offer":{"value":250,"source":"account","domain_value":null}}}"#);
    assert!(story.snap().contains("$250 · inherits"), "{}", story.snap());
}

/// Settings that were read later than the row are in force.
#[test]
fn a_price_read_with_the_settings_of_a_domain_is_that_of_its_row() {
    let mut story = settings::domains();
    story.now = parkade::base::Timestamp(story.now.0 + 60);
    let of = Settings { name: portfolio::name("bergluft.at") };
    let bin = |value: i64| {
        let bin = json!({ "value": value, "source": "domain", "domain_value": value });
        json!({ "settings": { "bin_price": bin, "for_sale": { "value": false, "source": "account" } } }).to_string()
    };
    story.answer(&of, &bin(9_999));
    let row = |story: &mut Story| {
        let frame = story.snap();
        frame.lines().find(|line| line.contains("BergLuft.at")).map(str::to_owned).expect("its row")
    };
    let told = row(&mut story);
    assert!(told.contains("$9,999") && told.contains("no "), "{told}");
}

/// A file once had the best offer in one currency and said nothing of the others.
#[test]
fn a_saved_list_has_the_best_offer_in_every_currency() {
    let mut story = settings::domains();
    let offers = [(112, 1_500.0, "USD"), (111, 20_000.0, "CHF"), (110, 1_250.5, "EUR"), (109, 900.0, "CHF")];
    let row = |(id, offer, currency)| {
        let (name, email) = ("Anna", "anna@nordvind.example");
        inbox::row(&(id, 4, "solarpark.de", Some(offer), currency, name, email, "SE", Some("low"), "Best price?"))
    };
    inbox::walk(&mut story, &offers.map(row));
    let text = saved(&mut story);
    assert!(text.lines().next().is_some_and(|line| line.contains("best_offer,best_offer_currency,best_offer_others")));
    let solar = text.lines().find(|line| line.starts_with("solarpark.de")).expect("its row");
    assert!(solar.contains(",1500,USD,CHF 20000; EUR 1250.5"), "{solar}");
}

#[test]
fn a_price_of_an_unverified_name_has_no_currency_until_its_settings_are_read() {
    let mut story = yen();
    let named =
        portfolio::row(8, "freiraum.org", "freiraum.org", "unverified", true, Some(800.0), json!(null), json!(true));
    portfolio::fill(&mut story, Tab::Unverified, std::slice::from_ref(&named));
    let frame = story.line("dom unverified freiraum").snap();
    assert!(frame.contains(" 800") && !frame.contains("$800"), "{frame}");
    assert!(story.wanted().iter().any(|call| call.contains("settings?name=freiraum.org")), "{:?}", story.wanted());
    let frame = story.keys("d").snap();
    assert!(frame.contains("Its BIN price of 800 (currency not known)"), "{frame}");
    let of = Settings { name: portfolio::name("freiraum.org") };
    story
        .wait(1_000)
        .keys("esc")
        .answer(&of, r#"{"settings":{"bin_price":{"value":800,"source":"domain","domain_value":800}}}"#);
    assert!(story.sync().snap().contains("$800"), "{}", story.snap());
    // The pages of all settings have verified domains only. When they are read again, this domain is asked for again,
    // and its currency is not shown until that is answered.
    story.wait(1_000);
    story.store.reread_own_settings(story.now);
    let asks = |story: &Story| story.wanted().iter().any(|call| call.contains("settings?name=freiraum.org"));
    assert!(story.sync().snap().contains("$800") && asks(&story), "{}", story.snap());
    settings::own(&mut story, &[]);
    let frame = story.sync().snap();
    assert!(frame.contains(" 800") && !frame.contains("$800") && asks(&story), "{frame}");
    let in_yen = r#"{"settings":{"currency":{"value":"JPY","source":"domain","domain_value":"JPY"}}}"#;
    assert!(story.answer(&of, in_yen).sync().snap().contains("¥800"), "{}", story.snap());
    // A domain that was read again meanwhile keeps its price.
    story.wait(1_000);
    story.store.reread_own_settings(story.now);
    story.answer(&of, in_yen);
    settings::own(&mut story, &[]);
    assert!(story.sync().snap().contains("¥800") && !asks(&story), "{}", story.snap());
}

#[test]
fn a_price_with_the_sign_of_another_currency_is_refused_by_formula_and_sheet() {
    let mut story = yen();
    story.keys("/").typed("solarpark").keys("enter").line("price =€500");
    assert!(
        story.snap().contains("solarpark.de: Prices are in JPY; “=€500” is in another currency."),
        "{}",
        story.snap()
    );
    story.sent();
    let (slot, text) = sheet(&mut story);
    assert!(text.contains("# Prices are in USD; a name sold in another") && text.contains("2400 JPY"), "{text}");
    story.store.files_mut().put_text(slot, Ok(text.replace("2400 JPY", "£7k").into()));
    let frame = story.sync().wait(1).snap();
    assert!(frame.contains("bin_price: Prices are in JPY; “£7k” is in another currency."), "{frame}");
    assert!(story.store.staging().is_none_or(|staging| staging.plan.edits.is_empty()));
}

#[test]
fn a_price_whose_currency_was_not_read_is_marked_in_the_sheet() {
    let mut story = yen();
    let named =
        portfolio::row(8, "freiraum.org", "freiraum.org", "unverified", true, Some(800.0), json!(null), json!(true));
    portfolio::fill(&mut story, Tab::Unverified, std::slice::from_ref(&named));
    story.line("dom unverified freiraum").sent();
    let (slot, text) = sheet(&mut story);
    assert!(text.contains("# ? = not loaded yet") && text.contains("Behind a price: its currency"), "{text}");
    assert!(text.contains(" 800 ?\n") || text.contains(" 800 ? "), "{text}");
    story.store.files_mut().put_text(slot, Ok(text.clone().into()));
    assert!(story.sync().wait(1).store.staging().is_none(), "a line left as it is changes nothing: {}", story.snap());
    let (slot, text) = sheet(&mut story);
    story.store.files_mut().put_text(slot, Ok(text.replace("800 ?", "900 ?").into()));
    story.sync().wait(1);
    let staged = &story.store.staging().expect("something under review").plan;
    assert!(staged.edits.len() == 1 && staged.edits[0].edit.after.words() == "900", "{staged:?}");
}

#[test]
fn a_past_amount_is_shown_in_the_currency_of_its_time_if_known() {
    let mut story = settings::open();
    let version = |id: i64, name: &str, before: serde_json::Value, after: serde_json::Value| {
        json!({
            "history_id": id, "date": crate::support::NOW - (100 - id) * 86_400, "scope": "account", "domain": null,
            "changed": [name], "changes": { name: { "before": before, "after": after } }, "can_undo": true, "source": "api",
        })
    };
    let dollars = json!({ "settings": { "currency": { "value": "USD", "source": "account" } } });
    story.answer(&parkade::api::settings::Get {}, &dollars.to_string());
    story.keys("g h");
    let rows = [
        version(98, "min_offer", json!(100), json!(250)),
        version(95, "currency", json!("EUR"), json!("USD")),
        version(90, "min_offer", json!(75), json!(100)),
        version(80, "currency", json!(null), json!("EUR")),
        version(70, "min_offer", json!(50), json!(75)),
    ];
    settings::history_with(&mut story, &rows);
    let frame = story.size(140, 30).snap();
    for words in ["$100 → $250", "€75 → €100", " 50 → 75"] {
        assert!(frame.contains(words), "{words} is missing:\n{frame}");
    }
}

#[test]
fn a_price_sheet_is_not_opened_while_prices_are_covered() {
    let mut story = yen();
    story.line("redact on").sent();
    let effects = story.keys("$").sent();
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::File(FileAsk::Edit { .. }))), "{effects:?}");
    assert!(story.snap().contains("Redaction is on; run :redact off first."), "{}", story.snap());
}

#[test]
fn all_marked_names_are_priced_only_where_all_were_read() {
    let mut story = Story::new(ALL);
    story.open("domains", "");
    portfolio::fill_of(&mut story, Tab::MyDomains, &portfolio::mine(), 400);
    story.keys("* *");
    assert!(story.snap().contains("all 400 marked"), "{}", story.snap());
    for line in ["price =500", "sheet", "cover none", "advertise"] {
        story.line(line);
        assert!(story.snap().contains("Only 7 of 400 names are read; wait until all are"), "{line}: {}", story.snap());
    }
    portfolio::all(&mut story);
    story.line("price =500");
    assert!(story.snap().contains("Only the 7 names read by then were marked"), "{}", story.snap());
    assert!(story.store.staging().is_none_or(|staging| staging.plan.edits.is_empty()));
}
