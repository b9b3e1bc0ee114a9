//! Figures of Home, Health, the search, the page of a buyer and the tabs of Account.

use parkade::store::Subject;
use parkade::store::findings::{Kind, Settled};
use parkade::ui::testing::Story;

use super::Figure;
use crate::support::buyer;

pub const FIGURES: &[Figure] = &[
    (
        "leads that wait",
        home,
        ["Loading…", "inquiries wait for an answer not read", "6 inquiries wait for an answer oldest 1d · 1 ignored"],
    ),
    (
        "new inquiries",
        home,
        [
            "Loading…",
            "≥ 6 new inquiries (all tabs) highest so far $12,500 solarpark.de",
            "5 new inquiries (all tabs) highest €800 éclair.shop",
        ],
    ),
    (
        "offers that were not emailed",
        home,
        [
            "Loading…",
            "≥ 6 offers were not emailed to you ≥ $16.8k · ≥ €3,000",
            "6 offers were not emailed to you €3,000 · $16.8k",
        ],
    ),
    (
        "what hangs on a finding",
        home,
        [
            "Loading…",
            "≥ 1 offer in 90d, ≥ 450 visits in 30d, listed at ≥ $3,600",
            "the account's 8 visits in 30d, listed at €2,150",
        ],
    ),
    ("imports that run", home, ["Loading…", "≥ 2 imports running ≥ 1 export running", "2 imports running 1 export"]),
    ("inquiries of thirty days", home, ["Loading…", "≥ 8 inquiries Most", "7 inquiries "]),
    ("visitors of thirty days", home, ["Loading…", "30 days, UTC 3,012 visitors", "30 days, UTC 3,012 visitors"]),
    (
        "names visited most",
        home,
        ["Loading…", "Most visited, 30 days 300 solarpark.de", "Most visited, 30 days 4 bergluft.at"],
    ),
    (
        "findings",
        health,
        [
            "domains not verified not read",
            "domains not verified ≥ 2 ≥ 1 offer in 90d, ≥ 100 visits in 30d",
            "domains not verified 2 1 offer in 90d, 8 visits in 30d",
        ],
    ),
    (
        "failed jobs and missing abilities",
        health,
        [
            "abilities the token does not have not read",
            "failed import ≥ 1 — jobs failed export ≥ 1",
            "failed import 1 — jobs failed export 1 — jobs ability the token does not have 1 domains.nameservers.create",
        ],
    ),
    (
        "settled findings",
        |story| {
            settle(story);
            story.open("settled", "");
        },
        ["No finding is settled among the domains read so far.", "Settled findings ≥ 1", "Settled findings 1"],
    ),
    (
        "abilities",
        |story| {
            story.open("abilities", "");
        },
        ["not checked", "not checked", "Allowed 53 of 56 · Not allowed 1 · Unknown 2"],
    ),
    (
        "what a search goes through",
        |story| {
            story.open("search", "").typed("sol").keys("esc p");
        },
        [
            "domains not read · inquiries not read · messages not read",
            "≥ 7 domains · ≥ 8 inquiries · ≥ 5 messages Domains ≥ 1",
            "10 domains · 7 inquiries · 5 messages Domains 1",
        ],
    ),
    (
        "a domain beside its hit",
        |story| {
            story.open("search", "").typed("sol");
        },
        ["Nothing found for “sol”", "Received ≥ 1, ≥ 1 in the last", "Received 1, 1 in the last"],
    ),
    (
        "inquiries of a buyer",
        |story| {
            story.open("buyer", buyer::ADDRESS);
        },
        [
            "No inquiries from this address among what was read so far.",
            "Inquiries ≥ 2 Same IP ≥ 1 Mail",
            "Inquiries 1 Same IP 0",
        ],
    ),
    (
        "what a buyer offered",
        |story| {
            story.open("buyer", buyer::ADDRESS).keys("p");
        },
        [
            "Same IP Mail",
            "your turn ≥ 2 Offers … · $9,000 nordwind.com (10h) · $12,500 solarpark.de (4m) Case ≥ 2 names within a day",
            "your turn 1 Offers $12,500 (4m)",
        ],
    ),
    (
        "images",
        |story| {
            story.open("images", "");
        },
        ["Images Ignored senders", "Images ≥ 4 Ignored senders", "Images 4 Ignored senders"],
    ),
    (
        "what a report on inquiries advises",
        |story| {
            story.size(160, 40).open("insights", "").line("tab inquiries");
        },
        ["Loading…", "Loading…", "Worth a look 17 of 61 first messages are not confirmed by the buyer 27.9 %"],
    ),
    (
        "campaigns",
        |story| {
            story.open("ads", "");
        },
        ["Ads Abilities", "Ads Abilities", "Ads 4 Abilities"],
    ),
    (
        "how many addresses may be ignored",
        |story| {
            story.open("senders", "");
        },
        ["Loading…", "Loading…", "5 of 200 used"],
    ),
];

/// Opens Home with all of its parts in sight.
fn home(story: &mut Story) {
    story.size(128, 48).open("home", "");
}

/// Opens Health.
fn health(story: &mut Story) {
    story.open("health", "");
}

/// Ignores a name that is not verified.
fn settle(story: &mut Story) {
    let settled = Settled { names: 1, ..Settled::default() };
    let note = settled.note(Subject::Domain("fjordtours.no".into()), Kind::Unverified);
    story.store.change_notes(vec![note], "settled".to_owned(), story.now);
    story.sync();
}
