//! Tests of every type, whole and damaged: whatever one field contains, the row and its other fields stay readable.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::*;
use crate::api::tolerant::Lenient;

/// JSON texts that may come in place of any field.
const DAMAGE: &[&str] = &[
    "null",
    "true",
    "17",
    "-0.5",
    "1e400",
    "\"x\"",
    "\"17\"",
    "\"\"",
    "[]",
    "[[1]]",
    "{}",
    r#"{"a":{"b":1}}"#,
    r#""\ud800""#,
    "99999999999999999999",
];

fn read<T: DeserializeOwned + Lenient>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok().or_else(|| T::lenient(json))
}

fn text_of(object: &Map<String, Value>, swapped: &str, damage: &str) -> String {
    let members: Vec<_> = object
        .iter()
        .map(|(name, value)| {
            format!("{}:{}", json!(name), if name == swapped { damage.to_owned() } else { value.to_string() })
        })
        .collect();
    format!("{{{}}}", members.join(","))
}

/// Checks a type. `identity` is damaged only into another possible identity, because without one a row does not
/// count.
fn check<T: DeserializeOwned + Serialize + Lenient + PartialEq + std::fmt::Debug>(
    fields: &[&str],
    identity: Option<&str>,
    sample: &Value,
) {
    let object = sample.as_object().expect("an object");
    let names: Vec<_> = object.keys().map(String::as_str).collect();
    assert_eq!(names, fields, "the sample carries every documented field");
    let text = sample.to_string();
    let whole: T = serde_json::from_str(&text).expect("the fast path reads the documented shape");
    assert_eq!(serde_json::to_value(&whole).expect("json"), *sample);
    assert_eq!(T::lenient(&text).as_ref(), Some(&whole), "both paths read the same");

    for name in fields.iter().filter(|name| Some(**name) != identity) {
        for damage in DAMAGE {
            let damaged = text_of(object, name, damage);
            let row: T = read(&damaged).unwrap_or_else(|| panic!("{name} = {damage} lost the row"));
            let mut now = serde_json::to_value(&row).expect("json");
            let mut then = sample.clone();
            now.as_object_mut().expect("object").remove(*name);
            then.as_object_mut().expect("object").remove(*name);
            assert_eq!(now, then, "{name} = {damage} changed another field");
        }
        let mut shorter = object.clone();
        shorter.shift_remove(*name);
        let row: T = read(&Value::Object(shorter.clone()).to_string()).expect("a missing field");
        assert_eq!(serde_json::to_value(&row).expect("json"), Value::Object(shorter));
    }
    let mut longer = object.clone();
    longer.insert("not_documented".into(), json!([1, {"a": null}]));
    assert_eq!(read::<T>(&Value::Object(longer).to_string()).as_ref(), Some(&whole));
    for broken in ["17", "\"x\"", "[1]", "true"] {
        assert!(read::<T>(broken).is_none(), "{broken} is no row");
    }
}

macro_rules! samples {
    ($($test:ident: $ty:ident $(by $id:literal)? { $($sample:tt)* })*) => { $(
        #[test]
        fn $test() {
            #[allow(unused_mut, unused_assignments)]
            let mut identity: Option<&str> = None;
            $( identity = Some($id); )?
            check::<$ty>($ty::FIELDS, identity, &json!({ $($sample)* }));
        }
    )* };
}

#[test]
fn an_offer_that_is_no_number_is_told_as_it_was_sent() {
    let told = |offer: Value, text: Value| {
        let json = json!({ "inquiry_id": 7, "offer": offer, "offer_text": text, "offer_currency": "EUR" });
        let row = crate::api::Row::<Inquiry>::from_raw(&json.to_string()).expect("an inquiry");
        row.value.offer_as_sent().into_owned()
    };
    assert_eq!(told(json!("1.000,50"), Value::Null), "1.000,50 EUR");
    assert_eq!(told(json!([2000]), Value::Null), "[2000] EUR");
    assert_eq!(told(json!("abc"), json!("two thousand")), "two thousand");
    assert_eq!(told(Value::Null, Value::Null), "");
}

samples! {
    inquiry: Inquiry by "inquiry_id" {
        "inquiry_id": 7, "reference": "NP-7", "inquire_date": 1_790_000_000, "domain": "xn--slar-qqa.com",
        "intent": "offer", "origin": "initial", "country": "SE", "full_name": "Åsa", "email": "a@b.test",
        "company": "B", "phone": "+46", "message": "Hej\nhej", "offer": 12500.0, "offer_text": "12.500",
        "offer_currency": "EUR", "email_confirmed": true, "email_confirmed_date": 1_790_000_001,
        "seller_notified": 1_790_000_002, "buyer_notified": null, "bant": {"timeline": "soon", "budget": null},
        "source": "lander", "delivery": {"state": "unsent", "reason": "other"}, "spam_risk": "low",
        "marks": {"read": false, "starred": true, "archived": false, "removed": false},
        "details": {"local": {"weather": {"now": null}}}, "matched_by": "both"
    }
    marks: InquiryMarks {"read": true, "starred": false, "archived": false, "removed": true}
    bant: Bant {
        "timeline": "a", "need": "b", "primary_use": "c", "priority": "d", "department": "e", "decision_role": "f",
        "domain_for": "g", "budget": "h", "org_website": "i", "org_linkedin": "j", "your_linkedin": "k", "job_title": "l"
    }
    delivery: Delivery {"state": "delivered", "reason": null}
    pagination: Pagination {"current_page": 1, "last_page": 3, "per_page": 50, "shown": 50, "total": 120}
    domain: Domain by "punycode" {
        "punycode": "example.com", "domain_id": 1, "name": "Example.com", "state": "verified", "is_approved": true,
        "is_verified": true, "is_portfolio_host": false, "added_date": 1, "verified_since": 2, "last_verified": 3,
        "next_check": null, "lander_url": "https://example.com/",
        "sale": {"for_sale": true, "bin_price": 1.5, "target_price": null, "accept_offers": "yes"},
        "for_sale": true, "bin_price": 900.0, "target_price": {"a": 1}, "accept_offers": false
    }
    sale: Sale {"for_sale": false, "bin_price": 1200.5, "target_price": "900", "accept_offers": true}
    import: Import by "import_id" {
        "import_id": 1, "status": "running", "data_type": "csv", "queue_date": 1, "start_date": 2, "finish_date": null,
        "progress": 0.25, "new_count": 1, "update_count": 2, "ignore_count": 3, "warning_count": 4, "error_count": 5
    }
    import_entry: ImportEntry by "entry_id" {
        "entry_id": 1, "line": 2, "domain": "a.com", "was_added": true, "was_updated": false, "was_ignored": false,
        "has_warning": false, "has_error": false, "approve_outcome": "added", "verify_outcome": "verified",
        "notice": null, "import_id": 4
    }
    export: Export by "export_id" {
        "export_id": 1, "type": "inquiries", "state": "finished", "progress": 1.0, "total_expected": 5,
        "total_fetched": 5, "total_bytes": 1000, "queue_date": 1, "start_date": 2, "finish_date": 3,
        "error_message": null, "filters": {"status": "all", "delivery": "all", "order": "newest", "domain": null},
        "file_name": "a.csv", "downloadable": true
    }
    image: Image by "image_id" {"image_id": 1, "type": "hosted", "url": "https://a.test/1.png", "date_added": 1}
    sender: Sender by "id" {"id": 1, "type": "ip", "value": "::1", "date": 1}
    nameservers: Nameservers {"ns": ["ns1.a.test", "ns2.a.test"], "cname": "c", "txt": "t"}
    profile: Profile {
        "display_name": "a", "website": "b", "website_use_portfolio": true, "atom_network_id": "c",
        "wise_business_id": "d", "user_card_html": "<b>", "social_email": "e", "social_phone_number": "f",
        "social_whatsapp": "g", "social_telegram": "h", "social_signal": "i", "social_sms": "j", "social_x": "k",
        "social_linkedin": "l", "contact_icons_position": "m", "avatar_visibility": "n", "default_currency": "USD"
    }
    profile_answer: ProfileAnswer {
        "profile": {"display_name": "a"}, "parking_email": null, "payment_emails": {"paypal": "a@b.test"}
    }
    portfolio: Portfolio {
        "enabled": true, "url": "https://a.test", "slug_url": "https://b.test", "public_name": "a", "host_domain": null
    }
    email: Email by "id" {
        "id": "m1", "date": 1, "domain": ["a.com"], "from": [{"name": "A", "address": "a@b.test"}], "to": ["x"],
        "subject": ["s"], "envelope_to": ["x@a.com"], "summary": "Hi", "match_labels": ["domain_contains"],
        "envelope_from": "e@b.test", "sender": [], "reply_to": [], "attachments": ["a.pdf"]
    }
    setting_schema: SettingSchema by "name" {
        "name": "bin_price", "type": "money", "label": "Price", "explain": null, "account_level": false,
        "domain_level": true, "permission_gated": false, "available": true, "allowed_values": ["a", 1], "default": 0,
        "category": "Sale"
    }
    setting: Setting {"value": 5, "source": "domain", "domain_value": 5, "account_value": null}
    domain_settings: DomainSettings by "domain" {
        "domain": "a.com", "settings": {"bin_price": {"value": 5, "source": "account"}}
    }
    save_result: SaveResult by "name" {
        "name": "a.com", "ok": false, "error": "np_parking_api_error_invalid_settings", "errors": {"bin_price": "No"}
    }
    history: HistoryVersion by "history_id" {
        "history_id": 1, "date": 2, "scope": "domain", "domain": "a.com", "changed": ["bin_price"],
        "changes": {"bin_price": {"before": null, "after": 5}}, "can_undo": true, "source": "api", "source_ref": "t"
    }
    change: Change {"before": {"a": 1}, "after": [1]}
    trend: Trend {"previous": 1.5, "change": -2.0, "unit": "points", "direction": "down"}
    chart: Chart {"slots": [{"ts": 1, "hits": 2}], "peak": 2}
    engagement: Engagement {"continue": 1, "form_start": 2, "contact": 3}
    report_row: ReportRow {
        "key": "a", "label": "A", "hits": 1, "share": 0.5, "unknown": false, "inquired": 1, "portfolios": 2
    }
    domains_report: DomainsReport {
        "days": 30, "only_verified": true, "visitors": 9, "trends": {"visitors": {"change": 12.0}}, "unverified": 1,
        "engagement": {"continue": 1}, "countries": 2, "chart": null, "funnel": {"steps": []},
        "sections": {"countries": [{"label": "SE", "hits": 1}]}, "visit_time": {}, "ever_used": true
    }
    domain_report: DomainReport {
        "domain": {"name": "a.com", "id": 1}, "ended_at": null, "days": 7, "only_verified": true, "visitors": 1,
        "trends": {}, "engagement": {"contact": 1}, "chart": {"slots": [], "peak": null}, "funnel": [],
        "average_active_seconds": null, "visit_time": null, "inquiries": {"days": 7, "inquiries": 1}
    }
    inquiries_report: InquiriesReport {
        "days": 30, "inquiries": 1, "confirmed": 1, "delivered": 1, "continued": 0, "confirmed_rate": 100.0,
        "delivered_rate": null, "buyers": 1, "trends": {}, "per_day": [{"ts": 1, "hits": 1, "confirmed": 1, "delivered": 0}],
        "funnel": [], "flow_tree": [], "flow_tree_missing": 0, "emailed": {}, "not_emailed": {}, "sections": {},
        "offers": [{"currency": "USD", "count": 1, "median": 1.0, "average": 1.0, "highest": 1.0, "lowest": 1.0}],
        "confirm_time": {}, "weekdays": [1], "day_parts": [1], "buyer_facts": {}, "spam_risk": {}, "ever_used": true
    }
    portfolio_report: PortfolioReport {
        "days": 30, "visits": 1, "searched": 1, "filtered": 1, "trends": {}, "chart": null, "sections": {}, "ever_used": false
    }
    portfolio_activity: PortfolioActivity {"visits": 1, "days": 30, "sections": {"sorts": []}, "ever_used": true}
}

/// Proves R-37.
#[test]
fn unknown_words_are_kept_and_queued_is_pending() {
    let row: Import = read(r#"{"import_id":1,"status":"paused","data_type":"xml"}"#).expect("a row");
    assert_eq!(row.status.get().map(ImportStatus::as_str), Some("paused"));
    assert_eq!(serde_json::to_value(&row.data_type).expect("json"), json!("xml"));
    let row: Import = read(r#"{"import_id":1,"status":"queued"}"#).expect("a row");
    assert!(row.status.is(&ImportStatus::Pending));
}

#[test]
fn header_arrays_are_read_as_texts_or_objects() {
    let row: Email =
        read(r#"{"id":"m","from":[{"name":"A","address":"a@b.test"},"c@d.test"],"to":"e@f.test"}"#).expect("a row");
    let texts = |seen| header_texts(seen).iter().map(|text| text.raw().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&row.from), ["A <a@b.test>", "c@d.test"]);
    assert_eq!(texts(&row.to), ["e@f.test"]);
    assert!(texts(&row.subject).is_empty());
}
