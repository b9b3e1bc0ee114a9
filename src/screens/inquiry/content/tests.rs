use serde_json::{Value, json};

use super::Asked;
use super::brief::{self, Beside, preview};
use super::{buyer, flow, message, raw};
use crate::api::types::{DETAILS, Inquiry};
use crate::base::{Currency, Timestamp, Zone};
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::doc::plain;
use crate::ui::widgets::page::Part;

const NOW: Timestamp = Timestamp(1_763_716_000);

/// An inquiry with every documented field, and one the documents do not name.
const WHOLE: &str = r#"{
    "inquiry_id": 4711, "reference": "NP-4711", "inquire_date": 1763715000, "domain": "xn--slar-qqa.com",
    "intent": "buynow", "origin": "initial", "country": "SE", "full_name": "Anna Lindqvist",
    "email": "anna@nordvind.example", "company": "Nordvind Energi AB", "phone": "+46 70 123",
    "message": "We are opening in Germany.\nIs the price negotiable?", "offer": 1200.0, "offer_text": "1.200",
    "offer_currency": "EUR", "email_confirmed": true, "email_confirmed_date": 1763715100,
    "seller_notified": null, "buyer_notified": 1763715200,
    "bant": { "timeline": "this month", "budget": "5000", "job_title": "CEO" },
    "source": "google", "delivery": { "state": "unsent", "reason": "below_min_offer" }, "spam_risk": "low",
    "marks": { "read": false, "starred": true, "archived": false, "removed": false },
    "details": {
        "name_frequency": 12, "email": { "kind": "company", "site_rank": 4 }, "phone_location": "Göteborg",
        "company": null, "contact_text": [], "flow": { "position": 2, "steps": ["start", "bant"] },
        "spam_risk": { "level": "low", "assessed": 1, "reasons": ["fresh domain"] }, "qualification": "good",
        "connection": { "isp": "Telia" }, "location": { "place": "Göteborg" }, "local": { "moment": "evening" },
        "subject_key": "k", "listing": { "buy_now_price": 14900, "min_offer": 5000, "lease_to_own": false },
        "inquirer_history": [{ "total": 3 }], "weather_on_mars": "dusty"
    }
}"#;

fn whole() -> Value {
    serde_json::from_str(WHOLE).expect("the example is JSON")
}

fn inquiry(value: &Value) -> Inquiry {
    crate::api::Row::from_raw(&value.to_string()).expect("an inquiry").value
}

/// The pages that put an inquiry into words.
fn told(inquiry: &Inquiry) -> [Doc; 4] {
    [
        message::doc(inquiry, None, &Beside::default(), false, NOW, Zone::Utc),
        buyer::doc(inquiry, None, NOW, Zone::Utc),
        flow::doc(inquiry, NOW, Zone::Utc),
        preview(inquiry, &Beside::default(), NOW, Zone::Utc),
    ]
}

/// Text of these pages; Raw is left out, because it shows everything as sent.
fn pages(value: &Value) -> String {
    told(&inquiry(value)).map(|doc| plain(&doc.parts)).join("\n")
}

#[test]
fn every_field_of_the_documents_is_on_a_page() {
    let text = pages(&whole());
    for expected in [
        "4711",
        "NP-4711",
        "xn--slar-qqa.com",
        "buy now",
        "the first message",
        "Country: SE",
        "Anna Lindqvist",
        "anna@nordvind.example",
        "Nordvind Energi AB",
        "+46 70 123",
        "Is the price negotiable?",
        "typed “1.200”",
        "Email confirmed: 21 Nov 2025",
        "Emailed to you: no",
        "Confirmation email sent: ",
        "When: this month",
        "Budget: 5000",
        "Job title: CEO",
        "Source: google",
        "Not emailed to you: offer below your minimum",
        "Risk low · fresh domain",
        "unread, starred",
        "People with this name: 12",
        "Site rank: 4",
        "Göteborg",
        "Reached: step 2 of 2: questions about the purchase",
        "[questions about the purchase]",
        "fresh domain",
        "Qualification: good",
        "Telia",
        "Time: evening",
        "Email subject: k",
        "BIN 14,900",
        "BIN price: 14,900",
        "min 5,000",
        "Lease to own: no",
        "Total: 3",
        "Weather on mars: dusty",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
    }
}

/// Kinds of values that a member may have although no document says so.
fn kinds() -> [Value; 8] {
    [
        json!(null),
        json!("txt-77"),
        json!(7_700_077),
        json!(["txt-77", 7, null]),
        json!({ "k": "txt-77" }),
        json!([{ "a": { "b": ["txt-77"] } }]),
        json!(true),
        json!([]),
    ]
}

/// True when a value is seen in a text; large numbers may be grouped.
fn is_seen(value: &Value, text: &str) -> bool {
    text.contains(sign(value)) || (value.is_number() && text.contains("7,700,077"))
}

fn sign(value: &Value) -> &'static str {
    match value {
        Value::Null => "",
        Value::Number(_) => "7700077",
        Value::Bool(_) => "yes",
        // An empty list means that nothing was filled in, so no text is expected.
        Value::Array(items) if items.is_empty() => "",
        _ => "txt-77",
    }
}

#[test]
fn every_member_of_details_may_be_null_text_number_list_or_object() {
    for member in DETAILS {
        for odd in kinds() {
            let mut value = whole();
            value["details"][member] = odd.clone();
            let text = pages(&value);
            assert!(is_seen(&odd, &text), "{member} as {odd} cannot be seen in\n{text}");
        }
    }
    for odd in kinds() {
        let mut value = whole();
        value["details"] = odd.clone();
        // A list of pairs is read as the object it stands for, or shown as it is.
        assert!(is_seen(&odd, &pages(&value)), "details as {odd}");
    }
}

#[test]
fn every_inner_member_the_documents_name_may_be_anything_too() {
    for path in [
        "email/kind",
        "email/site_rank",
        "email/role",
        "email/site_title",
        "email/gravatar_url",
        "email/associated_user",
        "company/wikipedia",
        "company/listed",
        "company/data",
        "flow/position",
        "flow/steps",
        "spam_risk/level",
        "spam_risk/assessed",
        "spam_risk/reasons",
        "location/place",
        "location/postal_code",
        "location/zip",
        "location/businesses",
        "location/population_density",
        "location/average_income",
        "local/moment",
        "local/weather",
        "listing/buy_now_price",
        "listing/min_offer",
        "listing/lease_to_own",
    ] {
        let (outer, inner) = path.split_once('/').expect("a path of two");
        for odd in kinds() {
            let mut value = whole();
            if !value["details"][outer].is_object() {
                value["details"][outer] = json!({});
            }
            value["details"][outer][inner] = odd.clone();
            let text = pages(&value);
            assert!(is_seen(&odd, &text), "{path} as {odd} cannot be seen in\n{text}");
        }
    }
    for member in super::words::BANT.map(|(member, _)| member) {
        for odd in kinds() {
            let mut value = whole();
            value["bant"][member] = odd.clone();
            let text = pages(&value);
            assert!(is_seen(&odd, &text), "bant {member} as {odd} cannot be seen in\n{text}");
        }
    }
}

#[test]
fn a_moment_is_shown_as_a_time_and_a_word_as_a_word() {
    let assessed = |value: Value| {
        let mut whole = whole();
        whole["details"]["spam_risk"]["assessed"] = value;
        pages(&whole)
    };
    assert!(assessed(json!(1_763_715_040)).contains("Risk checked: 21 Nov 2025, 08:50:40 UTC (16m ago)"));
    assert!(!assessed(json!(1_763_715_040)).contains("1763715040"));
    assert!(assessed(json!("by hand")).contains("Risk checked: by hand"));
    assert!(assessed(json!(true)).contains("Risk checked: yes"));
}

#[test]
fn the_background_check_has_labels_and_amounts_with_their_currency() {
    let mut value = whole();
    value["details"]["listing"]["min_offer"] = json!(250.0);
    value["details"]["email"]["site_rank"] = json!(8964.0);
    value["details"]["local"] = json!({ "moment": "14:57 (UTC+4)", "weather": { "then": "Clear", "now": null } });
    let page =
        |currency: Option<Currency>| plain(&buyer::doc(&inquiry(&value), currency.as_ref(), NOW, Zone::Utc).parts);
    let known = page(Some(Currency::new("USD")));
    for expected in [
        "Lowest offer: $250",
        "BIN price: $14,900",
        "Site rank: 8,964",
        "Type: company",
        "Time: 14:57",
        "Weather at the time: Clear",
    ] {
        assert!(known.lines().any(|line| line.starts_with(expected)), "{expected:?} is missing in\n{known}");
    }
    assert!(page(None).contains("Lowest offer: 250\n"), "{}", page(None));
}

#[test]
fn flow_steps_are_a_path_with_the_step_reached_highlighted() {
    let flow = |position: Value, steps: Value| {
        let mut whole = whole();
        whole["details"]["flow"] = json!({ "position": position, "steps": steps });
        plain(&flow::doc(&inquiry(&whole), NOW, Zone::Utc).parts)
    };
    let steps = json!(["initial", "interest", "bant", "offer"]);
    assert!(
        flow(json!(3), steps.clone()).contains("first message › interest › [questions about the purchase] › offer")
    );
    assert!(flow(json!("interest"), steps.clone()).contains("Reached: step 2 of 4: interest"));
    let beyond = flow(json!(9), steps);
    assert!(beyond.contains("first message › interest › questions") && beyond.contains("Position: 9"), "{beyond}");
    let rich = flow(json!(1), json!([{ "key": "initial", "at": 1_763_715_000 }, { "key": "offer" }]));
    assert!(rich.contains("[first message] › offer") && rich.contains("At: 21 Nov 2025"), "{rich}");
}

#[test]
fn an_empty_inquiry_still_makes_every_page() {
    let text = pages(&json!({ "inquiry_id": 1 }));
    assert!(text.contains("No message was written."));
    assert!(text.contains("no name, no email"));
}

/// Proves R-09.
#[test]
fn a_name_that_carries_another_address_is_flagged() {
    let mut value = whole();
    value["full_name"] = json!("support@bank.example (verified)");
    let text = plain(&preview(&inquiry(&value), &Beside::default(), NOW, Zone::Utc).parts);
    assert!(text.contains("support@bank.example (verified) <anna@nordvind.example>"));
    assert!(text.contains("another address than the one it was sent from: support@bank.example"));
}

/// Proves R-04.
#[test]
fn replaced_characters_are_listed_by_code_point() {
    let text = plain(&raw::doc(&json!({ "message": "pay\u{202e}lap\u{1b}[2J" }).to_string()).parts);
    assert!(text.contains("U+001B ×1"), "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn no_text_of_a_stranger_reaches_a_page_uncleaned() {
    let mut value = whole();
    let evil = "a\u{1b}[31m\r\u{7}\u{9b}b";
    for member in [
        "full_name",
        "email",
        "company",
        "phone",
        "message",
        "source",
        "reference",
        "intent",
        "origin",
        "country",
        "offer_text",
    ] {
        value[member] = json!(evil);
    }
    value["delivery"] = json!({ "state": evil, "reason": evil });
    value["details"] = json!({ evil: { evil: [evil] } });
    value["bant"]["need"] = json!(evil);
    let inquiry = inquiry(&value);
    // The Raw page is the service's text as sent; it is cleaned when it is drawn.
    let text = told(&inquiry).map(|doc| plain(&doc.parts)).join("\n");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn the_message_does_not_move_while_the_inquiry_is_loaded() {
    let mut value = whole();
    value["details"]["spam_risk"]["reasons"] =
        json!(["fresh domain", "free mail address", "many inquiries in one day"]);
    let full = inquiry(&value);
    let (compact, bits) = crate::store::index::inquiries::Compact::from_inquiry(&full);
    let row = crate::store::InquiryRow { row: &compact, bits, pending: false, covered: false };
    let line_of_message = |inquiry: &Inquiry, beside: &Beside| {
        let text = plain(&preview(inquiry, beside, NOW, Zone::Utc).parts);
        let at = text.lines().position(|line| line.starts_with("We are opening"));
        at.unwrap_or_else(|| panic!("no message in\n{text}"))
    };
    let loading = Beside { loading: true, ..Beside::default() };
    let known = Beside {
        asked: Asked { currency: Some(Currency::new("EUR")), ..Asked::default() },
        asks: Some((crate::ui::Tone::Warn, "Inquired about 41 domains across all sellers in 30 days.".to_owned())),
        draft: None,
        noted: Vec::new(),
        loading: false,
    };
    let places = [
        line_of_message(&brief::of_row(&row), &loading),
        line_of_message(&full, &Beside::default()),
        line_of_message(&full, &known),
        line_of_message(&inquiry(&json!({ "inquiry_id": 1, "message": "We are opening" })), &known),
    ];
    assert_eq!(places[..3], [places[0]; 3]);
    assert!(places[3] <= places[0], "without warnings it is not further down");
    let page = |beside: &Beside| plain(&message::doc(&full, Some(&row), beside, false, NOW, Zone::Utc).parts);
    let details = |text: &str| text.lines().position(|line| line == "Details");
    assert_eq!(details(&page(&known)), details(&page(&Beside::default())), "nor is what follows moved");
    let wide = message::doc(&full, Some(&row), &known, true, NOW, Zone::Utc).parts;
    let is_wrapped = |texts: &[Vec<Part>]| matches!(texts[1].last(), Some(Part::Facts(_)));
    assert!(matches!(&wide[..], [Part::Columns(texts)] if is_wrapped(texts)), "nor is it cut beside the facts");
}

#[test]
fn the_price_is_in_the_currency_of_the_account_and_the_offer_measured_against_it() {
    let asked = |currency: &str| Asked { currency: Some(Currency::new(currency)), ..Asked::default() };
    let price = |value: &Value, currency: &str| brief::price(&inquiry(value), &asked(currency)).unwrap_or_default();
    assert_eq!(price(&whole(), "EUR"), "BIN €14,900 · min €5,000 · 8 % of BIN · below your minimum");
    assert_eq!(price(&whole(), "USD"), "BIN $14,900 · min $5,000", "offers in another currency are not compared");
    assert_eq!(brief::price(&inquiry(&json!({ "inquiry_id": 1 })), &Asked::default()), None);
    let now = |bin, least| Asked { bin, least, ..asked("EUR") };
    let price = |now: &Asked| brief::price(&inquiry(&whole()), now).unwrap_or_default();
    let dearer = now(Some(Some(20_000.0)), Some(Some(5_000.0)));
    assert_eq!(price(&dearer), "BIN €20,000, was €14,900 · min €5,000 · 6 % of BIN · below your minimum");
    assert_eq!(price(&now(Some(None), Some(None))), "BIN none, was €14,900 · min none, was €5,000");
    let own = Asked { is_own_currency: true, ..dearer };
    let words = "BIN €20,000, was 14,900 · min €5,000 · 6 % of BIN · below your minimum";
    assert_eq!(price(&own), words, "the currency may have been another one then");
}

#[test]
fn the_message_tab_shows_all_the_preview_shows_also_beside_the_message() {
    let inquiry = inquiry(&whole());
    let preview = preview(&inquiry, &Beside::default(), NOW, Zone::Utc);
    for wide in [false, true] {
        let page = plain(&message::doc(&inquiry, None, &Beside::default(), wide, NOW, Zone::Utc).parts);
        for line in plain(&preview.parts).lines() {
            assert!(page.contains(line), "{line:?} is not on the page, wide {wide}:\n{page}");
        }
    }
}

#[test]
fn empty_members_of_an_inquiry_are_left_out() {
    let mut value = whole();
    for member in ["phone", "company", "source", "country"] {
        value[member] = json!("");
    }
    value["bant"] = json!({ "timeline": null, "budget": "" });
    value["details"]["company"] = json!({ "wikipedia": null, "data": [] });
    let text = pages(&value);
    for label in ["Phone:", "Company", "Source", "Country", "Need", "—"] {
        assert!(!text.contains(label), "{label} is in\n{text}");
    }
    assert_eq!(text.matches("Not asked, or not answered.").count(), 1, "{text}");
}
