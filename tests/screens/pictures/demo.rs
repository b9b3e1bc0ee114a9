//! Screens over the data of the demo: the sandbox answers them in the same process at a fixed time, so that the
//! pictures are the same each time.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use parkade::api::domains::Tab;
use parkade::api::{Call, Request as _, inquiries};
use parkade::base::Timestamp;
use parkade::sandbox::{Options, Sandbox};
use parkade::screens::ALL;
use parkade::store::WalkList;
use parkade::store::index::walk::{Ask, walk_request};
use parkade::ui::testing::Story;
use ratatui::buffer::Buffer;

use crate::support::portfolio;

/// Screens with what they are opened with; the pictures of the first three are in the README.
pub const SCREENS: [(&str, &str); 9] = [
    ("home", ""),
    ("inquiries", ""),
    ("insights", ""),
    ("insights", "inquiries"),
    ("insights", "portfolio"),
    ("insights", "activity"),
    ("search", "a"),
    ("domains", ""),
    ("mail", ""),
];
/// Time of the pictures, 18 Nov 2026: the service counts inquiries by visit from October of that year on.
const NOW: Timestamp = Timestamp(1_795_000_000);
/// Number of domains, few enough for one page of the list, so that all are known; and number of inquiries.
const DOMAINS: u32 = 180;
const INQUIRIES: u32 = 240;
/// Rounds of answers after which nothing new is asked for.
const ROUNDS: usize = 6;

struct Service {
    sandbox: Sandbox,
    runtime: tokio::runtime::Runtime,
}

impl Service {
    fn new() -> Self {
        let now = Some(NOW.0);
        let options = Options { domains: DOMAINS, inquiries: INQUIRIES, emails: 60, now, ..Options::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { sandbox: Sandbox::new(&options).expect("a sandbox"), runtime }
    }

    /// The service's answer to a read; `None` where it refuses.
    fn answer(&self, call: &Call) -> Option<Vec<u8>> {
        let address = format!("http://localhost/api/v1/{}", call.path);
        let address = reqwest::Url::parse_with_params(&address, &call.query).expect("an address");
        let place = format!("{}?{}", address.path(), address.query().unwrap_or_default());
        let request =
            Request::get(place).header("Authorization", "Bearer full").body(Body::empty()).expect("a request");
        self.runtime.block_on(async {
            let answer = self.sandbox.call(request).await;
            if !answer.status().is_success() {
                return None;
            }
            to_bytes(answer.into_body(), usize::MAX).await.ok().map(|bytes| bytes.to_vec())
        })
    }

    /// Answers the walk over all inquiries.
    fn walk(&self, story: &mut Story) {
        story.store.sync_inquiries(NOW);
        let mut all = Vec::new();
        while let Some((Ask::Page(list, number), began)) = story.store.walk_ask() {
            let request = walk_request(list, number);
            let body = self.answer(&request.call()).expect("a page");
            let page = inquiries::List::decode(&body).expect("a page of inquiries");
            story.store.walk_page((list, number), &page, began, story.now);
            all.extend(page.values().filter(|_| list == WalkList::All).cloned().map(Arc::new));
        }
        // Few whole inquiries are kept in memory, so the newest, which are shown, come last.
        for inquiry in all.into_iter().rev() {
            story.store.put_full(inquiry);
        }
        story.sync();
    }
}

/// Acts of the recording, and the seconds each is shown.
const ACTS: [(Act, f64); 12] = [
    (Act::Keys("g g"), 3.0),
    (Act::Keys("j"), 1.0),
    (Act::Keys("j"), 1.0),
    (Act::Keys("a"), 2.0),
    (Act::Keys("u"), 2.0),
    (Act::Keys("2"), 2.0),
    (Act::Keys("j j"), 1.5),
    (Act::Line("filter offer:>1000"), 2.5),
    (Act::Keys("enter"), 3.0),
    (Act::Keys("esc 4"), 2.5),
    (Act::Keys("j j j"), 2.0),
    (Act::Keys("5"), 3.5),
];

enum Act {
    Keys(&'static str),
    /// A line typed on the `:` line.
    Line(&'static str),
}

/// The frames of the recording, each with the seconds it is shown.
pub fn frames(begin: impl FnOnce(&mut Story)) -> Vec<(Buffer, f64)> {
    let (service, mut story) = begun("home", "");
    story.size(100, 30);
    begin(&mut story);
    let act = |(act, seconds): (Act, f64)| {
        match act {
            Act::Keys(keys) => story.keys(keys),
            Act::Line(line) => story.line(line),
        };
        for _ in 0..ROUNDS {
            story.wait(500).serve(|call| service.answer(call));
        }
        (story.draw(), seconds)
    };
    ACTS.into_iter().map(act).collect()
}

/// A screen of the demo with everything read that it asks for.
pub fn story(screen: &'static str, args: &str) -> Story {
    begun(screen, args).1
}

fn begun(screen: &'static str, args: &str) -> (Service, Story) {
    let service = Service::new();
    let mut story = Story::new(ALL);
    "demo".clone_into(&mut story.status.account);
    story.now = NOW;
    story.size(120, 36).open(screen, args);
    service.walk(&mut story);
    for tab in [Tab::MyDomains, Tab::Verified, Tab::Unverified, Tab::Detected, Tab::Removed] {
        let first = portfolio::first_page(tab);
        let body = service.answer(&first.call()).expect("a page of domains");
        story.answer(&first, &String::from_utf8(body).expect("text"));
    }
    for _ in 0..ROUNDS {
        story.wait(1_000);
        story.serve(|call| service.answer(call));
    }
    if screen == "inquiries" {
        // Go to an inquiry with an offer.
        story.keys("j j j");
        story.wait(1_000).serve(|call| service.answer(call));
    }
    (service, story)
}
