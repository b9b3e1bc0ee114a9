//! An inbox as the service would answer it, for stories.

use std::sync::Arc;

use parkade::api::inquiries::{History, HistoryMatch, InquiryFilter, List};
use parkade::api::types::Inquiry;
use parkade::api::{FixedPage, Page, Paged, Request};
use parkade::base::{Currency, Id, Rates};
use parkade::screens::ALL;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Intent, Mark, Tab, ViewSpec};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::NOW;

/// An inquiry: id, age in minutes, domain, offer, currency, name, address, country, risk, message.
type Line = (
    i64,
    i64,
    &'static str,
    Option<f64>,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

const LINES: &[Line] = &[
    (
        112,
        4,
        "solarpark.de",
        Some(12_500.0),
        "USD",
        "Anna Lindqvist",
        "anna@nordvind.example",
        "SE",
        Some("low"),
        "We are opening in Germany this spring and the name fits. Is the price negotiable if we close this week?",
    ),
    (
        111,
        38,
        "xn--clair-9ra.shop",
        Some(800.0),
        "EUR",
        "J. Moreau",
        "j.moreau@eclair.example",
        "FR",
        Some("low"),
        "Bonjour, le nom est-il toujours disponible ?",
    ),
    (
        110,
        120,
        "greenhaus.com",
        Some(4_000.0),
        "USD",
        "Tom Becker",
        "tom@becker.example",
        "US",
        Some("medium"),
        "I represent a client.",
    ),
    (
        109,
        300,
        "xn--r8jz45g.jp",
        None,
        "JPY",
        "Sato Kenji",
        "sato@example.jp",
        "JP",
        Some("low"),
        "ドメインの購入を検討しております。",
    ),
    (
        108,
        540,
        "quickloans24.net",
        Some(50.0),
        "USD",
        "\"CEO\"",
        "ceo@freemail.example",
        "",
        Some("high"),
        "hi i buy ur domain 50",
    ),
    (
        107,
        1_500,
        "fjordtours.no",
        Some(2_200.0),
        "EUR",
        "Ingrid Solberg",
        "ingrid@fjord.example",
        "NO",
        Some("low"),
        "Vi er interessert.",
    ),
    (106, 1_700, "clearwater.io", Some(300.0), "USD", "Mike", "mike@mike.example", "US", Some("medium"), "Best price?"),
];

/// Inquiry as a row of the service's answer.
pub fn row(line: &Line) -> Value {
    let (id, minutes, domain, offer, currency, name, email, country, risk, message) = *line;
    let date = NOW - minutes * 60;
    json!({
        "inquiry_id": id, "reference": format!("NP-{id}"), "inquire_date": date, "domain": domain,
        "intent": if offer.is_some() { "offer" } else { "question" }, "origin": "initial", "country": country,
        "full_name": name, "email": email, "company": "", "phone": "", "message": message, "offer": offer,
        "offer_text": offer.map(|n| n.to_string()), "offer_currency": currency, "email_confirmed": true,
        "email_confirmed_date": date + 60, "seller_notified": date + 90, "buyer_notified": null, "bant": {},
        "source": "", "delivery": { "state": "delivered", "reason": null }, "spam_risk": risk,
        "marks": { "read": id < 110, "starred": id == 109, "archived": false, "removed": false },
        "details": { "listing": { "buy_now_price": 14_900, "min_offer": 5_000, "lease_to_own": false } }
    })
}

/// The rows of the inbox, newest first.
pub fn rows() -> Vec<Value> {
    LINES.iter().map(row).collect()
}

/// A further row, newer than all others.
pub fn arrival(id: i64, minutes: i64) -> Value {
    row(&(
        id,
        minutes,
        "newcomer.com",
        Some(900.0),
        "USD",
        "New Buyer",
        "new@buyer.example",
        "DE",
        Some("low"),
        "Hello",
    ))
}

/// Rates of dollars, euros and yen, as in the config file.
pub fn rates() -> Arc<Rates> {
    let mut rates = Rates::default();
    for (code, worth) in [("USD", 1.0), ("EUR", 1.25), ("JPY", 0.01)] {
        rates.set(Currency::new(code), worth);
    }
    Arc::new(rates)
}

/// Page of an answer with these rows, out of `total`.
pub fn page(rows: &[Value], total: u64) -> String {
    json!({
        "inquiries": rows,
        "pagination": { "current_page": 1, "last_page": total.div_ceil(100).max(1), "per_page": 100,
            "shown": rows.len(), "total": total }
    })
    .to_string()
}

/// Request for the first page of a tab.
pub fn first_page(tab: Tab) -> List {
    List { filter: tab.question(), page: Page::new(1, 100) }
}

/// Request for the first page under a filter.
pub fn asks(filter: InquiryFilter) -> List {
    List { filter, page: Page::new(1, 100) }
}

/// Answers a tab's first page, and puts the whole inquiries into memory, as the disk's thread would.
pub fn fill(story: &mut Story, tab: Tab, rows: &[Value]) {
    fill_of(story, tab, rows, rows.len() as u64);
}

/// As [`fill`], with `total` inquiries at the service.
pub fn fill_of(story: &mut Story, tab: Tab, rows: &[Value], total: u64) {
    let body = page(rows, total);
    let decoded: Paged<Inquiry> = List::decode(body.as_bytes()).expect("the page is a page");
    for inquiry in decoded.values() {
        story.store.put_full(Arc::new(inquiry.clone()));
    }
    story.answer(&first_page(tab), &body);
}

/// Walks the whole list, so that everything reachable is known.
pub fn walk(story: &mut Story, rows: &[Value]) {
    story.store.sync_inquiries(parkade::ui::testing::NOW);
    let body = page(rows, rows.len() as u64);
    for _ in 0..8 {
        let Some((ask, began)) = story.store.walk_ask() else { break };
        let parkade::store::index::walk::Ask::Page(list, number) = ask else { break };
        let removed = |row: &&Value| row["marks"]["removed"] == true;
        let hidden: Vec<Value> = rows.iter().filter(removed).cloned().collect();
        let body = match list {
            parkade::store::WalkList::All => body.clone(),
            parkade::store::WalkList::Hidden => page(&hidden, hidden.len() as u64),
        };
        let decoded = List::decode(body.as_bytes()).expect("the page is a page");
        story.store.walk_page((list, number), &decoded, began, story.now);
    }
    story.sync();
}

/// Ids of the inquiries that the store lists on a tab.
pub fn ids(story: &Story, tab: Tab) -> Vec<i64> {
    let spec =
        ViewSpec::new(tab, &parkade::store::filter::Filter::default(), parkade::store::Sort::default(), story.now);
    story.store.inquiries().view(&spec).iter().map(|id| id.get()).collect()
}

/// Page of inquiries that were not emailed, with the service's counts of the reasons.
pub fn unsent_page(rows: &[Value], total: u64, counts: [u64; 5]) -> String {
    let mut body: Value = serde_json::from_str(&page(rows, total)).expect("a page is JSON");
    let names = ["unconfirmed", "below_min_offer", "unqualified_interest", "unqualified_bant", "other"];
    body["unsent_reasons"] = names.iter().zip(counts).map(|(name, n)| ((*name).to_owned(), json!(n))).collect();
    body.to_string()
}

/// Page of a buyer's history: their other inquiries out of `total`, and counts across all sellers.
pub fn history_page(rows: &[Value], number: u32, total: u64, capped: bool) -> String {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            row["matched_by"] = json!(if row["inquiry_id"].as_i64() == Some(107) { "both" } else { "email" });
            row
        })
        .collect();
    json!({
        "inquiries": rows,
        "pagination": { "current_page": number, "last_page": total.div_ceil(20).max(1), "per_page": 20,
            "shown": rows.len(), "total": total },
        "stats": {
            "email": { "7": { "count": 12, "domains": 9 }, "30": { "count": 52, "domains": 41 },
                "90": { "count": 60, "domains": 44 }, "0": { "count": 71, "domains": 50 },
                "first": NOW - 400 * 86_400, "last": NOW - 240 },
            "ip": { "7": { "count": 12, "domains": 9 }, "30": { "count": 53, "domains": 41 },
                "90": { "count": 61, "domains": 44 }, "0": { "count": 72, "domains": 50 },
                "first": NOW - 400 * 86_400, "last": NOW - 240 },
            "own": total, "total": 72
        },
        "capped": capped
    })
    .to_string()
}

/// Request of the screen for the history of an inquiry's buyer.
pub fn history(id: i64, matching: HistoryMatch, days: u32, page: u32) -> History {
    History { id: Id::new(id), matching: Some(matching), days: Some(days), rows: None, page: FixedPage { page } }
}

/// The inquiries screen in a terminal of 120 columns and `height` lines, with all rows read.
pub fn open_inbox(height: u16) -> Story {
    open_inbox_of(height, &rows())
}

/// As [`open_inbox`], over these rows.
pub fn open_inbox_of(height: u16, rows: &[Value]) -> Story {
    let mut story = Story::new(ALL);
    story.size(120, height).open("inquiries", "");
    fill(&mut story, Tab::Active, rows);
    walk(&mut story, rows);
    story.sent();
    story
}

/// Inquiries archived since the last look, in that order.
pub fn archived(story: &mut Story) -> Vec<i64> {
    let ids = |effect| match effect {
        Effect::Write(Intent::Mark(SetMark { ids, mark: Mark::Archived, to: true })) => ids,
        _ => Vec::new(),
    };
    story.sent().into_iter().flat_map(ids).map(Id::get).collect()
}

/// `many` unread inquiries, the newest with the highest id; each message names its id.
pub fn unread(many: i64) -> Vec<Value> {
    let one = |n: i64| {
        let mut row = arrival(1_000 - n, n + 1);
        row["message"] = json!(format!("Message number {}", 1_000 - n));
        row["domain"] = json!(format!("name{}.com", 1_000 - n));
        row["marks"]["read"] = json!(false);
        row
    };
    (0..many).map(one).collect()
}
