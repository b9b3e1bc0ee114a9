use serde_json::Value;

use crate::domain_moves::names;
use crate::support::{Api, keys, small, start};
use parkade::sandbox::Options;

const COMPACT: [&str; 9] = ["id", "date", "domain", "from", "to", "subject", "envelope_to", "summary", "match_labels"];
const FULL: [&str; 4] = ["envelope_from", "sender", "reply_to", "attachments"];

fn api() -> Api {
    start(&Options { emails: 240, ..small() })
}

/// All rows of a list or search.
async fn all(api: &Api, path: &str) -> Vec<Value> {
    let (mut rows, mut page) = (Vec::new(), 1);
    loop {
        let join = if path.contains('?') { '&' } else { '?' };
        let got = api.get(&format!("parking/{path}{join}per_page=100&page={page}")).await.ok();
        assert_eq!(keys(&got), ["emails", "pagination"]);
        rows.extend(got["emails"].as_array().unwrap().clone());
        if got["pagination"]["last_page"].as_i64().unwrap() <= page {
            assert_eq!(got["pagination"]["total"], rows.len());
            return rows;
        }
        page += 1;
    }
}

fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

fn labels(row: &Value) -> Vec<&str> {
    row["match_labels"].as_array().unwrap().iter().map(|label| label.as_str().unwrap()).collect()
}

#[tokio::test]
async fn rows_are_the_newest_first_and_compact_ones_omit_four_members() {
    let api = api();
    let rows = all(&api, "emails?match=all").await;
    assert_eq!(rows.len(), 240);
    assert!(rows.windows(2).all(|pair| pair[0]["date"].as_i64() >= pair[1]["date"].as_i64()));
    assert_eq!(keys(&rows[0]), [&COMPACT[..], &FULL[..]].concat());
    let compact = all(&api, "emails?match=all&type=compact").await;
    assert_eq!(keys(&compact[0]), COMPACT);
    assert_eq!(ids(&rows), ids(&compact));
    for member in
        ["domain", "from", "to", "subject", "envelope_to", "match_labels", "sender", "reply_to", "attachments"]
    {
        assert!(rows.iter().all(|row| row[member].is_array()), "{member}");
    }
    assert!(rows.iter().any(|row| row["attachments"].as_array().unwrap().len() > 1));
    assert!(rows.iter().any(|row| row["envelope_to"].as_array().unwrap().len() > 1));
    assert!(rows.iter().any(|row| row["envelope_from"] == ""), "what bounced has no sender");
    let got = api.get("parking/emails?match=all&per_page=1000").await.ok();
    assert_eq!(got["pagination"]["per_page"], 100, "at most 100");
    assert_eq!(api.get("parking/emails?match=all").await.ok()["pagination"]["per_page"], 50);
}

#[tokio::test]
async fn each_match_keeps_the_rows_with_its_label() {
    let api = api();
    let rows = all(&api, "emails?match=all").await;
    let having = |wanted: &[&str]| -> Vec<&str> {
        ids(&rows)
            .into_iter()
            .zip(&rows)
            .filter(|(_, row)| wanted.iter().any(|label| labels(row).contains(label)))
            .map(|(id, _)| id)
            .collect()
    };
    for label in ["domain_contains", "domain_similarity", "domain_contains_extension"] {
        let found = all(&api, &format!("emails?match={label}")).await;
        assert!(!found.is_empty(), "{label}");
        assert_eq!(ids(&found), having(&[label]), "{label}");
    }
    let inbox = all(&api, "emails").await;
    assert_eq!(ids(&inbox), having(&["domain_contains", "domain_similarity"]), "the default");
    assert!(inbox.len() < rows.len());
    // Both the place of the extension and the extension filter the list.
    let both = all(&api, "emails?match=domain_contains_extension&extension_locations=name,subdomain").await;
    assert_eq!(both, all(&api, "emails?match=domain_contains_extension&extension_locations=both").await);
    let one = all(&api, "emails?match=domain_contains_extension&extension_locations=name").await;
    let other = all(&api, "emails?match=domain_contains_extension&extension_locations=subdomain").await;
    assert_eq!(both.len(), one.len() + other.len());
    assert!(!one.is_empty() && !other.is_empty());
    let com = all(&api, "emails?match=domain_contains_extension&extensions=com,.museum").await;
    assert!(com.iter().all(|row| row["domain"].to_string().contains(".com")), "{com:?}");
    assert!(all(&api, "emails?match=domain_contains_extension&extensions=museum").await.is_empty());
}

#[tokio::test]
async fn a_domain_narrows_list_and_search() {
    let api = api();
    let rows = all(&api, "emails?match=all").await;
    let name = rows[0]["domain"][0].as_str().unwrap();
    let of = all(&api, &format!("emails?match=all&domain={name}")).await;
    assert!(!of.is_empty() && of.iter().all(|row| row["domain"].to_string().contains(name)));
    assert_eq!(of.len(), rows.iter().filter(|row| row["domain"].to_string().contains(name)).count());
    let found = all(&api, &format!("email-search?query=hello&domain={name}")).await;
    assert!(found.iter().all(|row| row["domain"].to_string().contains(name)));
    for path in ["emails?domain=nobody.com", "email-search?query=x&domain=nobody.com"] {
        api.get(&format!("parking/{path}")).await.refused(404, "np_parking_api_error_domain_not_found");
    }
    let quiet = names(&api, "verified").await.pop().unwrap();
    api.get(&format!("parking/emails?domain={quiet}")).await.ok();
}

#[tokio::test]
async fn a_filter_nobody_knows_is_refused() {
    let api = api();
    for query in ["match=outbox", "match=domain_contains_extension&extension_locations=name,path"] {
        let got = api.get(&format!("parking/emails?{query}")).await;
        got.refused(400, "np_parking_api_error_invalid_email_filter");
    }
}

#[tokio::test]
async fn the_search_knows_prefixes_whole_words_phrases_and_signs() {
    let api = api();
    let all_rows = all(&api, "emails?match=all").await;
    let find = async |query: &str| {
        let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
        all(&api, &format!("email-search?query={query}")).await
    };
    let invoices = find("invoice").await;
    assert!(!invoices.is_empty() && invoices.len() < all_rows.len());
    assert_eq!(ids(&find("invo").await), ids(&invoices), "words are prefixes");
    assert_eq!(ids(&find("invo*").await), ids(&invoices));
    assert_eq!(ids(&find("INVOICE").await), ids(&invoices));
    let exact = all(&api, "email-search?query=invo&exact=1").await;
    assert!(exact.is_empty(), "whole words only");
    let phrase = find("\"due within\"").await;
    assert!(!phrase.is_empty());
    assert!(find("\"within due\"").await.is_empty());
    let without = find("invoice -attached").await;
    let with = find("+invoice +attached").await;
    assert_eq!(without.len() + with.len(), invoices.len());
    assert!(!with.is_empty());
    assert_eq!(find("-invoice").await.len(), all_rows.len() - invoices.len());
    assert!(find("() *").await.is_empty());
    let name = all_rows[0]["domain"][0].as_str().unwrap();
    assert!(!find(name.split('.').next().unwrap()).await.is_empty(), "the domain is searched, too");
    let from = all_rows.iter().find(|row| row["from"][0].as_str().unwrap().starts_with("Accounts")).unwrap();
    assert!(ids(&find("accounts billing").await).contains(&from["id"].as_str().unwrap()), "and the sender");
    assert_eq!(keys(&all(&api, "email-search?query=invoice&type=compact").await[0]), COMPACT);
}

#[tokio::test]
async fn a_query_that_is_missing_or_too_long_is_refused() {
    let api = api();
    for path in ["email-search", "email-search?query=", "email-search?query=%20"] {
        api.get(&format!("parking/{path}")).await.refused(400, "np_parking_api_error_no_query");
    }
    for query in ["x".repeat(201), "a+".repeat(21)] {
        let got = api.get(&format!("parking/email-search?query={query}")).await;
        got.refused(400, "np_parking_api_error_query_too_long");
    }
    api.get(&format!("parking/email-search?query={}", "a+".repeat(20))).await.ok();
    api.get(&format!("parking/email-search?query={}", "x".repeat(200))).await.ok();
}

#[tokio::test]
async fn a_message_is_the_row_and_its_raw_data_are_a_message() {
    let api = api();
    let rows = all(&api, "emails?match=all").await;
    let mut gone = 0;
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        let got = api.get(&format!("parking/email/{id}")).await.ok();
        assert_eq!(got["email"], *row);
        let got = api.get(&format!("parking/email/{id}/download")).await;
        if got.status == 404 {
            got.refused(404, "np_parking_api_error_email_not_found");
            gone += 1;
            continue;
        }
        assert_eq!(got.status, 200);
        let (head, body) = got.text.split_once("\r\n\r\n").expect("headers and a body");
        for line in got.text.split("\r\n") {
            assert!(line.len() <= 998 && line.is_ascii() && !line.contains(['\n', '\r']), "{line:?}");
        }
        for header in ["Date: ", "From: ", "To: ", "Message-ID: ", "MIME-Version: 1.0", "Content-Type: "] {
            assert!(head.contains(header), "{header}{head}");
        }
        assert!(!body.is_empty());
        let files = row["attachments"].as_array().unwrap().len();
        assert_eq!(body.matches("Content-Disposition: attachment").count(), files, "{head}");
    }
    assert!(gone > 0 && gone < rows.len() / 2, "raw data of old messages are gone: {gone}");
    for path in ["email/nosuch", "email/nosuch/download"] {
        api.get(&format!("parking/{path}")).await.refused(404, "np_parking_api_error_email_not_found");
    }
}

#[tokio::test]
async fn equal_seeds_make_equal_mail() {
    let [one, two, other] = [1, 1, 2].map(|seed| start(&Options { emails: 20, seed, ..small() }));
    let rows = all(&one, "emails?match=all").await;
    let subjects = |rows: &[Value]| rows.iter().map(|row| row["subject"].clone()).collect::<Vec<_>>();
    assert_eq!(subjects(&rows), subjects(&all(&two, "emails?match=all").await));
    assert_ne!(subjects(&rows), subjects(&all(&other, "emails?match=all").await));
}
