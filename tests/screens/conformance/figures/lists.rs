//! Figures of lists, forms and reports.

use parkade::store::writes::plan::Plan;

use super::Figure;
use crate::support::settings;

pub const FIGURES: &[Figure] = &[
    ("unread in the header", |_| {}, ["2 Inquiries 3 Mail", "Inquiries ≥3", "Inquiries 3 3 Mail"]),
    (
        "tabs and money of inquiries",
        |_| {},
        ["Unread Starred Unsent Archived", "≥ $16.8k · ≥ €3,000 held", "All 7 €3,000 · $16.8k held"],
    ),
    ("active inquiries", |_| {}, ["Active Unread", "Active 8,000 Unread", "Active 7 Unread"]),
    (
        "what a filter leaves of the inquiries",
        |story| {
            story.line("filter offer:>1000");
        },
        ["offer:>1000 · esc", "offer:>1000 · ≥ 3 of 8,000 · 8 of 9,000 read", "offer:>1000 · 1 of 7 · esc"],
    ),
    (
        "the place of an opened inquiry",
        |story| {
            story.keys("enter");
        },
        ["Loading…", "Active 1 of 8,000", "Active 1 of 7"],
    ),
    (
        "what is held back",
        |story| {
            story.line("unsent");
        },
        [
            "not confirmed … · below your minimum …",
            "Held back: ≥ $16,850 · ≥ €3,000 in 6 offers 7 of 146 read",
            "Held back: €3,000 · $16,850 in 6 offers an",
        ],
    ),
    (
        "others of a buyer",
        |story| {
            story.keys("enter ] ] enter");
        },
        ["Loading…", "the buyer's others, 1 of 41", "the buyer's others, 1 of 3"],
    ),
    (
        "mail",
        |story| {
            story.open("mail", "");
        },
        ["Inbox Contains", "Inbox 101 Contains", "Inbox 5 Contains 1"],
    ),
    (
        "tabs of domains",
        |story| {
            story.open("domains", "");
        },
        ["Mine Verified Unverified", "Mine 4,000 Verified Unverified", "Mine 7 Verified 5 Unverified 2"],
    ),
    (
        "inquiries joined to a domain",
        |story| {
            story.open("domains", "").size(120, 24).keys("p");
        },
        [
            "Loading…",
            "clearwater.io verified yes 14,900 — 500 15 Feb 2025 2h ≥ 1 ≥ $300",
            "— 500 15 Feb 2025 2h 1 $300",
        ],
    ),
    (
        "no inquiry joined to a domain",
        |story| {
            story.open("domains", "").size(120, 24).keys("p");
        },
        ["Loading…", "BergLuft.at verified yes $1,200 $900 yes 15 Feb 2025 2h … …", "2h — —"],
    ),
    (
        "what a filter leaves of the domains",
        |story| {
            story.open("domains", "").line("filter sale:yes");
        },
        ["sale:yes · esc", "sale:yes · ≥ 4 of 4,000 · 7 of 4,000 read", "sale:yes · 4 of 7 · esc"],
    ),
    (
        "what a filter by inquiries leaves of the domains",
        |story| {
            story.open("domains", "").line("filter asked:any");
        },
        ["asked:any · esc", "asked:any · ≥ 4 of 4,000", "asked:any · 4 of 7 · esc"],
    ),
    (
        "the place of an opened domain",
        |story| {
            story.open("domains", "").keys("enter");
        },
        ["Loading…", "Mine 1 of 4,000", "Mine 1 of 7"],
    ),
    (
        "inquiries about a domain",
        |story| {
            story.open("domains", "").keys("j enter ]");
        },
        [
            "Loading…",
            "Inquiries Received ≥ 1, ≥ 1 in the last 90 days Best offer ≥ $300",
            "Inquiries Received 1, 1 in the last 90 days Best offer $300",
        ],
    ),
    (
        "no inquiry about a domain",
        |story| {
            story.open("domains", "").keys("enter ]");
        },
        ["Loading…", "Received being read Best offer being read Newest — not known", "Received — none Best offer —"],
    ),
    (
        "the lowest offer of a domain",
        |story| {
            story.open("domains", "").keys("j enter ]");
        },
        ["Loading…", "Lowest offer 5,000 when the newest inquiry came", "Lowest offer €250 · inherits"],
    ),
    (
        "the prices of marked domains",
        |story| {
            story.open("domains", "").keys("* *");
        },
        ["Loading…", "BIN prices: ≥ $3,600 and ≥ 2 prices (currency not known)", "€19,450 of BIN prices"],
    ),
    (
        "the settings of two domains",
        |story| {
            story.open("domains", "").size(98, 30).keys("space j space e");
        },
        ["Loading…", "catchall not available reading 1 of 2", "Lowest offer (differs)"],
    ),
    (
        "overrides",
        |story| {
            story.open("overrides", "");
        },
        ["Overrides Redundant", "Overrides ≥ 2 Redundant ≥ 2 verified", "Overrides 5 Redundant 3"],
    ),
    (
        "what a filter leaves of the overrides",
        |story| {
            story.open("overrides", "").line("filter sol");
        },
        ["sol · esc", "sol · ≥ 1 of ≥ 2 · esc", "sol · 1 of 5 · esc"],
    ),
    (
        "how many domains override a setting",
        |story| {
            story.open("settings", "");
        },
        ["Loading…", "own · also on ≥ 2 verified domains", "Lowest offer €250 own · also on 1 verified domain"],
    ),
    (
        "versions",
        |story| {
            story.open("history", "");
        },
        [
            "All Account Profile Domains",
            "All ≥ 5 Account ≥ 3 Profile ≥ 2 Domains saved",
            "All 5 Account 3 Profile 2 Domains saved",
        ],
    ),
    (
        "what a filter leaves of the versions",
        |story| {
            story.open("history", "").line("filter min");
        },
        ["min · esc", "min · ≥ 2 of ≥ 5 · esc", "min · 2 of 5 · esc"],
    ),
    (
        "jobs",
        |story| {
            story.open("jobs", "");
        },
        ["Imports Exports Bulk", "Imports 60 · ≥ 2 running Exports 70", "Imports 4 · 2 running Exports 3"],
    ),
    (
        "lines of an import",
        |story| {
            story.open("jobs", "import 4711");
        },
        [
            "All Errors Warnings Ignored",
            "All 900 Errors 25 Warnings 12 Ignored 63",
            "All 5 Errors 2 Warnings 1 Ignored 1",
        ],
    ),
    (
        "ignored senders",
        |story| {
            story.open("senders", "");
        },
        ["Ignored senders Nameservers", "Ignored senders Nameservers", "Ignored senders 5 Nameservers"],
    ),
    (
        "visitors",
        |story| {
            story.open("insights", "");
        },
        ["Loading…", "Visitors 3,012", "Visitors 3,012"],
    ),
    (
        "inquiries of a month",
        |story| {
            story.open("insights", "").line("tab inquiries");
        },
        ["Loading…", "Loading…", "First messages 61"],
    ),
    (
        "the site",
        |story| {
            story.open("site", "");
        },
        ["Loading…", "Address not known", "Address https://solarpark.de/"],
    ),
    (
        "the profile",
        |story| {
            story.open("profile", "");
        },
        ["Loading…", "Website not known", "Website https://harbourlane.example"],
    ),
    (
        "the value before a change under review",
        |story| {
            let mut edit = settings::price("solarpark.de", 700);
            edit.edit.before = None;
            story.store.stage(Plan { edits: vec![edit], ..Plan::default() });
            story.open("review", "").keys("]");
        },
        ["BIN price (not known)", "BIN price $500 $700", "BIN price €500 €700"],
    ),
    (
        "what a file changes",
        |story| {
            story.file("/x/p.csv", FILE).line("import /x/p.csv").line("tab changes");
        },
        [
            "new.com not known added or changed",
            "BIN price changes on 1 · 1 not compared yet",
            "1 new · BIN price changes on 1",
        ],
    ),
    (
        "names to add",
        |story| {
            story.line("add").paste("solarpark.de\nnew.com\n");
        },
        ["Not compared with your domains", "Compared with 7 of your 4,000 domains", "1 to add · 1 already there"],
    ),
];

const FILE: &str = "domain,bin_price\nsolarpark.de,1250\nbergluft.at,1200\nnew.com,5\n";
