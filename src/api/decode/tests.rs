use serde_json::json;

use super::super::types::{Domain, Inquiry, SpamRisk};
use super::*;

fn page(body: &str) -> Result<Paged<Inquiry>, DecodeError> {
    Paged::decode(body.as_bytes())
}

/// Proves R-37.
#[test]
fn an_odd_field_costs_neither_row_nor_page() {
    let page = page(
        r#"{"inquiries":[
            {"inquiry_id":1,"offer":"12500","spam_risk":"extreme","marks":{"read":1,"starred":"x"},"new":[1]},
            {"inquiry_id":"2","offer":1e400,"domain":null,"marks":[]},
            {"reference":"no id"}, 17,
            {"inquiry_id":3,"full_name":"Ada","offer":12.5}
        ],"pagination":{"current_page":1,"last_page":"2","total":5},"unsent_reasons":{"other":4}}"#,
    )
    .expect("a page");
    assert_eq!((page.rows.len(), page.odd.len()), (3, 2));
    let first = &page.rows[0].value;
    assert_eq!(first.offer, Seen::Is(12500.0));
    assert_eq!(first.spam_risk, Seen::Is(SpamRisk::Other("extreme".into())));
    let marks = first.marks.get().expect("marks");
    assert_eq!((&marks.read, marks.starred.odd()), (&Seen::Is(true), Some(&json!("x"))));
    assert_eq!(page.rows[0].field("new"), Some(json!([1])));
    assert_eq!(page.rows[1].value.offer, Seen::Odd(Box::new(json!("1e400"))));
    assert!(page.rows[1].value.domain.is_null() && page.rows[1].value.reference.is_missing());
    assert_eq!(page.pagination.total(), Some(5));
    assert_eq!(page.unsent_reasons().len(), 1);
}

/// Proves R-38.
#[test]
fn a_list_that_was_not_understood_is_never_empty() {
    for body in [
        "",
        "[]",
        "<html>",
        "null",
        "{}",
        r#"{"inquiries":null}"#,
        r#"{"inquiries":"none"}"#,
        r#"{"inquiries":{}}"#,
        r#"{"inquiries":[],"pagination":{"shown":3}}"#,
        r#"{"errors":[{"code":"x_y","message":"No"}]}"#,
        r#"{"inquiries":[{"inquiry_id":1}"#,
    ] {
        assert!(page(body).is_err(), "{body}");
    }
    assert!(page(r#"{"inquiries":[]}"#).expect("empty").rows.is_empty());
    assert!(page(r#"{"inquiries":{},"pagination":{"total":0}}"#).expect("empty").rows.is_empty());
}

#[test]
fn a_list_written_as_an_object_is_read_by_its_values() {
    let page = page(r#"{"inquiries":{"0":{"inquiry_id":4},"7":{"inquiry_id":5}}}"#).expect("a page");
    assert_eq!(page.values().map(|row| row.inquiry_id.get()).collect::<Vec<_>>(), [4, 5]);
}

#[test]
fn an_answer_with_a_byte_order_mark_or_broken_text_is_read() {
    let mut body = b"\xef\xbb\xbf{\"inquiries\":[{\"inquiry_id\":1,\"full_name\":\"a".to_vec();
    body.push(0xff);
    body.extend(b"\"}]}");
    let page: Paged<Inquiry> = Paged::decode(&body).expect("a page");
    assert_eq!(page.rows[0].value.full_name.get().map(crate::base::Untrusted::raw), Some("a\u{fffd}"));
}

#[test]
fn the_sale_block_is_read_flat_or_nested() {
    for sale in [r#""for_sale":true,"bin_price":900"#, r#""sale":{"for_sale":true,"bin_price":900}"#] {
        let body = format!(r#"{{"domain":{{"punycode":"a.com",{sale}}}}}"#);
        let row: Row<Domain> = Row::decode(body.as_bytes()).expect("a domain");
        assert!(row.value.for_sale().is(&true) && row.value.bin_price().is(&900.0), "{sale}");
    }
}

#[test]
fn a_refusal_with_status_200_is_an_error_in_the_services_words() {
    let body = br#"{"errors":[{"code":"np_parking_api_error_flood","message":"Slow down"}]}"#;
    let error = <Row<Domain> as Reply>::decode(body).expect_err("an error");
    assert_eq!(error.message, "The service answered: Slow down");
    assert!(Done::decode(br#"{"success":false}"#).is_err());
}

#[test]
fn a_body_cut_anywhere_is_an_error_and_noise_never_panics() {
    let body = br#"{"inquiries":[{"inquiry_id":1,"offer":1.5,"marks":{"read":true}},{"inquiry_id":2}],"pagination":{"total":2}}"#;
    for end in 0..body.len() {
        assert!(Paged::<Inquiry>::decode(&body[..end]).is_err(), "cut at {end}");
    }
    for at in 0..body.len() {
        for noise in [0, b'"', b'{', b']', b'9', b',', 0xff] {
            let mut noisy = body.to_vec();
            noisy[at] = noise;
            if let Ok(page) = Paged::<Inquiry>::decode(&noisy) {
                assert!(page.rows.len() + page.odd.len() > 0, "{}", String::from_utf8_lossy(&noisy));
            }
        }
    }
    let deep = format!(r#"{{"inquiries":[{{"inquiry_id":1,"details":{}{}}}]}}"#, "[".repeat(5000), "]".repeat(5000));
    assert_eq!(page(&deep).expect("a page").rows.len(), 1);
}
