//! Stories for the tests of figures, in which nothing, a part or everything was read.

use parkade::api::abilities::ALL as ABILITIES;
use parkade::api::domains::{AllSettings, Tab as DomainTab};
use parkade::api::emails::Match;
use parkade::api::inquiries::{HistoryMatch, List};
use parkade::api::settings::{Get, History, Schema};
use parkade::api::types::Inquiry;
use parkade::api::{Page, Paged, Request};
use parkade::screens::ALL;
use parkade::store::{Allowed, Grid, Tab, WalkList, images_page};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::support::{
    ads, buyer, findings, images, inbox, insights, jobs, mail, nameservers, portfolio, profile, senders, settings, site,
};

/// A story in which nothing was read.
pub fn nothing() -> Story {
    let mut story = Story::new(ALL);
    // Wide enough that nothing is cut, and too narrow for a text beside a page.
    story.size(148, 30).open("inquiries", "");
    story
}

/// Rows of the inquiries that were not emailed.
fn unsent() -> Vec<Value> {
    let held = |row: &Value| row["marks"]["archived"] != true && row["marks"]["removed"] != true;
    inbox::rows().into_iter().filter(held).collect()
}

/// A story in which a part of every list and form was read.
pub fn half() -> Story {
    let mut story = nothing();
    let rows = inbox::rows();
    inbox::fill_of(&mut story, Tab::Active, &rows, 8_000);
    story.store.sync_inquiries(NOW);
    let (_, began) = story.store.walk_ask().expect("the walk begins");
    let first: Paged<Inquiry> = List::decode(inbox::page(&rows, 9_000).as_bytes()).expect("a page");
    story.store.walk_page((WalkList::All, 1), &first, began, story.now);
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&unsent(), 146, [1, 2, 0, 0, 1]));
    story.answer(&inbox::history(112, HistoryMatch::All, 0, 1), &inbox::history_page(&rows[1..4], 1, 41, false));
    story.open("domains", "");
    portfolio::fill_of(&mut story, DomainTab::MyDomains, &portfolio::mine(), 4_000);
    portfolio::account_in_dollars(&mut story);
    story.answer(&mail::list(Match::Inbox), &mail::page(&mail::rows(), 1, 101));
    story.answer(&jobs::imports_page(1), &jobs::page("imports", &jobs::imports(), 1, 50, 60).to_string());
    story.answer(&jobs::exports_page(1), &jobs::page("exports", &jobs::exports(), 1, 50, 70).to_string());
    jobs::lines(&mut story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 900);
    story.answer(&Schema {}, &settings::schema().to_string());
    story.answer(&Get {}, &settings::account().to_string());
    let own = |name: &str, price: i64| {
        json!({ "domain": name, "settings": {
        "bin_price": { "value": price, "source": "domain", "domain_value": price },
        "min_offer": { "value": 250, "source": "domain", "domain_value": 250 } } })
    };
    let page = json!({ "current_page": 1, "last_page": 2, "per_page": 200, "shown": 2, "total": 400 });
    story.answer(
        &AllSettings { overrides_only: Some(true), page: Page::new(1, 200) },
        &json!({ "domains": [own("bergluft.at", 14_900), own("solarpark.de", 500)], "pagination": page }).to_string(),
    );
    let versions = settings::versions();
    let page = json!({ "current_page": 1, "last_page": 3, "per_page": 50, "shown": 5, "total": 120 });
    story.answer(&History { page: Page::new(1, 50) }, &json!({ "versions": versions, "pagination": page }).to_string());
    insights::answer(&mut story, 30, &insights::domains());
    site::answer(&mut story, &json!({ "portfolio": { "enabled": 1 } }));
    let page = json!({ "page": 1, "per_page": 200, "total": 204 });
    story.answer(&images_page(1), &json!({ "images": images::rows(), "pagination": page }).to_string());
    buyer::found(&mut story, 112, &[(104, "email"), (109, "ip")], 41);
    story.open("inquiries", "");
    story
}

/// A story in which every list and form was read to its end.
pub fn all() -> Story {
    let mut story = nothing();
    let rows = inbox::rows();
    inbox::fill(&mut story, Tab::Active, &rows);
    inbox::walk(&mut story, &rows);
    let held = unsent();
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&held, held.len() as u64, [1, 2, 0, 0, 1]));
    story.answer(&inbox::history(112, HistoryMatch::All, 0, 1), &inbox::history_page(&rows[1..4], 1, 3, false));
    story.open("domains", "");
    portfolio::rows(&mut story);
    portfolio::account_in_dollars(&mut story);
    mail::fill(&mut story);
    jobs::fill(&mut story);
    jobs::lines(&mut story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 5);
    settings::overrides_with(&mut story, "xn--slar-qqa.com");
    settings::history(&mut story);
    insights::all(&mut story);
    profile::answer(&mut story, &profile::full());
    site::answer(&mut story, &site::full());
    senders::fill(&mut story);
    images::fill_list(&mut story);
    ads::fill(&mut story);
    nameservers::fill(&mut story);
    learnt(&mut story);
    let visited = portfolio::mine();
    let visited: Vec<&str> = visited.iter().filter_map(|row| row["punycode"].as_str()).collect();
    let visits: Vec<(&str, u64)> = visited.into_iter().map(|name| (name, 4)).collect();
    findings::visits(&mut story, &visits);
    story.open("inquiries", "");
    story
}

/// Gives the token all abilities but one.
fn learnt(story: &mut Story) {
    let allowed = |name: &str| if name == "domains.nameservers.create" { Allowed::No } else { Allowed::Yes };
    let rows = ABILITIES.iter().map(|ability| (ability.0, allowed(ability.0))).collect();
    story.store.session_mut().learnt(Grid { rows, stopped: None });
}
