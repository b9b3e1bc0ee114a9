//! A buyer as the service would answer about one, for stories: three inquiries within a day, one weeks earlier,
//! somebody else's from the same IP address, and mail from the address and from a colleague.

use parkade::api::inquiries::HistoryMatch;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::{NOW, inbox, mail};

/// The address the page is opened with.
pub const ADDRESS: &str = "anna@nordvind.example";

/// All inquiries, newest first.
pub fn rows() -> Vec<Value> {
    let from_anna = |id: i64, minutes: i64, domain: &'static str, offer: f64, message: &'static str| {
        let risk = Some("low");
        inbox::row(&(id, minutes, domain, Some(offer), "USD", "Anna Lindqvist", ADDRESS, "SE", risk, message))
    };
    let mut rows = inbox::rows();
    rows.push(from_anna(104, 600, "nordwind.com", 9_000.0, "We would also take this one."));
    rows.push(from_anna(103, 1_200, "nordvind.de", 8_000.0, "Is this name for sale?"));
    rows.push(from_anna(102, 30_000, "nordvind.de", 3_000.0, "Would you sell it?"));
    rows.sort_by_key(|row| std::cmp::Reverse(row["inquire_date"].as_i64()));
    rows
}

/// Answers the history of the buyer of inquiry `id`: the inquiries `ids`, each with what it matched by, as the first of
/// `total`.
pub fn found(story: &mut Story, id: i64, ids: &[(i64, &str)], total: u64) {
    let rows = rows();
    let found = |(id, by): &(i64, &str)| {
        let mut row = rows.iter().find(|row| row["inquiry_id"] == *id).expect("one of the inquiries").clone();
        row["matched_by"] = json!(by);
        row
    };
    let found: Vec<Value> = ids.iter().map(found).collect();
    let mut page: Value = serde_json::from_str(&inbox::history_page(&[], 1, total, false)).expect("JSON");
    page["inquiries"] = json!(found);
    page["pagination"]["shown"] = json!(found.len());
    story.answer(&inbox::history(id, HistoryMatch::All, 0, 1), &page.to_string());
}

/// Answers the inbox with these rows only, and opens the page.
pub fn open_with(story: &mut Story, rows: &[Value]) {
    inbox::fill(story, Tab::Active, rows);
    inbox::walk(story, rows);
    story.open("buyer", ADDRESS);
}

/// Answers everything the page is made of.
pub fn fill(story: &mut Story) {
    open_with(story, &rows());
    found(story, 112, &[(104, "email"), (103, "both"), (102, "email"), (109, "ip")], 4);
    story.answer(&mail::search("nordvind.example"), &mail::page(&caught(), 1, 2));
}

/// The mail from the address and from its domain.
pub fn caught() -> Vec<Value> {
    let mail = |id: &str, hours: i64, from: &str, subject: &str| {
        json!({ "id": id, "date": NOW - hours * 3_600, "domain": ["solarpark.de"], "from": [from],
            "to": ["info@solarpark.de"], "subject": [subject], "envelope_to": ["info@solarpark.de"],
            "summary": "What would you take for it?", "match_labels": [], "envelope_from": "", "sender": [], "reply_to": [], "attachments": [] })
    };
    vec![
        mail("b-2", 3, "Anna Lindqvist <Anna@nordvind.example>", "About the price"),
        mail("b-1", 70, "Ola Nord <ola@nordvind.example>", "Is this domain in use?"),
    ]
}
