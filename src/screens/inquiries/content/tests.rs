use serde_json::{Value, json};

use super::doc::plain;
use super::{buyer, message, preview, raw};
use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};

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
    serde_json::from_value(value.clone()).expect("a documented inquiry")
}

fn pages(value: &Value) -> String {
    let inquiry = inquiry(value);
    [message::doc(&inquiry, None, NOW, Zone::Utc), buyer::doc(&inquiry), raw::doc(&value.to_string())]
        .map(|doc| plain(&doc.parts))
        .join("\n")
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
        "typed \"1.200\"",
        "Address confirmed: yes",
        "Mailed to you: — not mailed to you",
        "Buyer mailed: ",
        "When: this month",
        "Budget: 5000",
        "Job title: CEO",
        "Came from: google",
        "Not sent to you: offer below your minimum",
        "Spam risk: low",
        "unread, starred",
        "How common the name is: 12",
        "Site rank: 4",
        "Göteborg",
        "Position: 2",
        "fresh domain",
        "Qualification: good",
        "Telia",
        "Moment: evening",
        "Subject of the mail: k",
        "BIN 14,900",
        "min 5,000",
        "Lease to own: no",
        "Total: 3",
        "Weather on mars: dusty",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
    }
}

#[test]
fn every_member_of_details_may_be_null_text_number_list_or_object() {
    for (member, _) in super::words::DETAILS {
        for odd in [json!(null), json!("txt-77"), json!(7_700_077), json!(["txt-77", 7]), json!({ "k": "txt-77" })] {
            let mut value = whole();
            value["details"][member] = odd.clone();
            let text = pages(&value);
            let sign = if odd.is_null() {
                "—"
            } else if odd.is_number() {
                "7700077"
            } else {
                "txt-77"
            };
            assert!(text.contains(sign), "{member} as {odd} cannot be seen");
        }
    }
}

#[test]
fn an_inquiry_with_nothing_in_it_is_a_page_too() {
    let text = pages(&json!({ "inquiry_id": 1 }));
    assert!(text.contains("No message was written."));
    assert!(text.contains("no name, no address"));
}

#[test]
fn a_name_that_carries_another_address_is_flagged() {
    let mut value = whole();
    value["full_name"] = json!("support@bank.example (verified)");
    let text = plain(&preview::doc(&inquiry(&value), NOW, Zone::Utc).parts);
    assert!(text.contains("support@bank.example (verified) <anna@nordvind.example>"));
    assert!(text.contains("another address than the one it was sent from: support@bank.example"));
}

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
    let text =
        [message::doc(&inquiry, None, NOW, Zone::Utc), buyer::doc(&inquiry), preview::doc(&inquiry, NOW, Zone::Utc)]
            .map(|doc| plain(&doc.parts))
            .join("\n");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
}
