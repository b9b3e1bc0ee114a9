//! Behaviour shared by all lists, tested on each of them. A new list is a row of [`LISTS`]. Look first at [`List`],
//! which describes such a row.
//!
//! Stories about one list alone are in `stories`.

mod find;
mod mouse;
mod moves;
mod sections;
mod widths;
mod wrong;

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::{
    abilities, buyer, findings, images, inbox, jobs, mail, nameservers, pages, portfolio, senders, settings,
};

/// A list, with the tabs, filters and columns that the tests use on it.
struct List {
    screen: &'static str,
    /// Answers the requests of its tabs, with more than three rows in the first one.
    fill: fn(&mut Story),
    /// Two tabs with rows, the first tab first; the same tab twice where there is only one.
    tabs: [&'static str; 2],
    /// True when its own command on the `:` line takes a tab, a filter and an order.
    takes_line: bool,
    /// Page of an opened row; `None` where rows do not open.
    page: Option<&'static str>,
    /// Filter that some rows of both tabs pass, but not all of the first tab, with the number of the first tab's rows
    /// that pass; and a filter that no row passes.
    some: (&'static str, usize),
    none: &'static str,
    /// Filter that cannot be read, with the wrong word in it.
    wrong: Option<(&'static str, &'static str)>,
    /// A column, other than the usual one, by which the list can be sorted.
    column: Option<&'static str>,
    /// True when esc with nothing left to close goes back to the screen before.
    is_page: bool,
    /// Answers a first page whose total is larger than the rows sent.
    endless: Option<fn(&mut Story)>,
}

/// True for a screen with a list.
pub fn is_list(screen: &str) -> bool {
    LISTS.iter().any(|list| list.screen == screen)
}

/// A CSV of four columns and six rows.
const FILE: &str = "domain,bin_price,for_sale,note\nsolarpark.de,1250,yes,a.\nbücher.de,,no,b.\nkaffee.de,90,no,c.\n\
     rhein.com,700,yes,d.\ntulip.net,50,no,e.\nfjord.no,20,no,f.\n";

const LISTS: &[List] = &[
    List {
        screen: "inquiries",
        fill: |story| {
            inbox::fill(story, Tab::Active, &inbox::rows());
            inbox::walk(story, &inbox::rows());
        },
        tabs: ["active", "all"],
        takes_line: true,
        page: Some("buyer"),
        some: ("buyer:tom", 1),
        none: "buyer:nobody-of-this-name",
        wrong: Some(("riks:low", "riks")),
        column: Some("offer"),
        is_page: false,
        endless: Some(|story| inbox::fill_of(story, Tab::Active, &inbox::rows(), 9_000)),
    },
    List {
        screen: "domains",
        fill: portfolio::all,
        tabs: ["mine", "verified"],
        takes_line: true,
        page: Some("status"),
        some: ("tld:com", 3),
        none: "tld:museum",
        wrong: Some(("stauts:verified", "stauts")),
        column: Some("bin"),
        is_page: false,
        endless: Some(|story| {
            portfolio::fill_of(story, parkade::api::domains::Tab::MyDomains, &portfolio::mine(), 9_000);
        }),
    },
    List {
        screen: "jobs",
        fill: jobs::fill,
        tabs: ["imports", "exports"],
        takes_line: true,
        page: Some("errors"),
        some: ("failed", 1),
        none: "nothing-of-this-kind",
        // Any words can be searched for, and jobs are always in the order of their numbers.
        wrong: None,
        column: None,
        is_page: false,
        endless: Some(|story| {
            let first = jobs::page("imports", &jobs::imports(), 1, 50, 9_000);
            story.answer(&jobs::imports_page(1), &first.to_string());
        }),
    },
    List {
        screen: "senders",
        fill: senders::fill,
        tabs: ["senders", "senders"],
        takes_line: true,
        page: None,
        some: ("freemail", 1),
        none: "nobody-of-this-name",
        wrong: None,
        column: Some("address"),
        is_page: false,
        endless: None,
    },
    List {
        screen: "images",
        fill: images::fill,
        tabs: ["images", "images"],
        takes_line: true,
        page: None,
        some: ("harbourlane", 1),
        none: "nobody.example",
        wrong: None,
        column: Some("type"),
        is_page: false,
        endless: None,
    },
    List {
        screen: "nameservers",
        fill: nameservers::fill,
        tabs: ["nameservers", "nameservers"],
        takes_line: true,
        page: None,
        some: ("ns1", 1),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: false,
        endless: None,
    },
    List {
        screen: "abilities",
        fill: abilities::learnt,
        tabs: ["abilities", "abilities"],
        takes_line: true,
        page: None,
        some: ("emails.", 4),
        none: "nothing-of-this-kind",
        wrong: None,
        column: Some("allowed"),
        is_page: false,
        endless: None,
    },
    List {
        screen: "health",
        fill: |story| {
            findings::fill(story);
            // Other lines may come first once everything is read.
            story.keys("g g");
        },
        tabs: ["health", "health"],
        takes_line: true,
        page: None,
        some: ("parking", 1),
        none: "nothing-of-this-kind",
        wrong: None,
        column: Some("what"),
        is_page: false,
        endless: None,
    },
    List {
        screen: "settled",
        fill: findings::settled,
        tabs: ["settled", "settled"],
        takes_line: true,
        page: None,
        some: ("elsewhere", 2),
        none: "nothing-of-this-kind",
        wrong: None,
        column: Some("domain"),
        is_page: true,
        endless: None,
    },
    List {
        screen: "mail",
        fill: mail::ready,
        tabs: ["inbox", "all"],
        takes_line: true,
        page: Some("headers"),
        some: ("invoice", 2),
        none: "nobody-of-this-name",
        wrong: Some(("domian:solarpark.de", "domian")),
        column: Some("subject"),
        is_page: false,
        endless: Some(|story| {
            story.answer(&mail::list(parkade::api::emails::Match::Inbox), &mail::page(&mail::rows(), 1, 9_000));
        }),
    },
    List {
        screen: "history",
        fill: settings::history,
        tabs: ["all", "account"],
        takes_line: true,
        page: None,
        some: ("headline", 1),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: true,
        endless: None,
    },
    List {
        screen: "overrides",
        fill: settings::overrides,
        tabs: ["all", "redundant"],
        takes_line: true,
        page: None,
        some: ("headline", 2),
        none: "nothing-of-this-kind",
        wrong: None,
        column: Some("bin_price"),
        is_page: true,
        endless: None,
    },
    List {
        screen: "buyer",
        fill: buyer::fill,
        tabs: ["inquiries", "same domain"],
        takes_line: true,
        page: None,
        some: ("nord", 3),
        none: "nothing-of-this-kind",
        wrong: None,
        column: Some("offer"),
        is_page: true,
        endless: None,
    },
    List {
        screen: "review",
        fill: settings::staged,
        tabs: ["grouped", "to check"],
        takes_line: true,
        page: None,
        some: ("b.example", 1),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: true,
        endless: None,
    },
    List {
        screen: "add",
        fill: |story| {
            portfolio::all(story);
            story.paste("one.com\ntwo.com\nthree.net\nfour.net\nfive.net\nmy shop.com\n").keys("tab").line("tab all");
        },
        tabs: ["all", "to add"],
        takes_line: false,
        page: None,
        some: (".net", 3),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: true,
        endless: None,
    },
    List {
        screen: "import",
        fill: |story| pages::file(story, FILE),
        tabs: ["columns", "rows"],
        takes_line: false,
        page: None,
        some: ("solarpark", 1),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: true,
        endless: None,
    },
    List {
        screen: "csv",
        fill: |story| {
            story.file("/x/prices.csv", FILE).line("csv /x/prices.csv");
        },
        tabs: ["rows", "rows"],
        takes_line: false,
        page: None,
        some: (".de", 3),
        none: "nothing-of-this-kind",
        wrong: None,
        column: None,
        is_page: true,
        endless: None,
    },
];

impl List {
    /// True where there is another tab to go to.
    fn has_tabs(&self) -> bool {
        self.tabs[0] != self.tabs[1]
    }

    /// The list on its first tab, filled.
    fn open(&self) -> Story {
        let mut story = Story::new(ALL);
        story.size(140, 30).open(self.screen, "");
        (self.fill)(&mut story);
        story.sent();
        story
    }
}

/// The screen below the header and above the messages: tabs, filter, order, marks, rows, cursor.
fn body(story: &mut Story) -> String {
    let frame = story.snap();
    let lines: Vec<&str> = frame.lines().collect();
    lines[1..lines.len() - 3].join("\n")
}

/// The line of tabs, filter, order and marks.
fn second_line(story: &mut Story) -> String {
    story.snap().lines().nth(1).unwrap_or_default().to_owned()
}

/// The row under the cursor.
fn cursor(story: &mut Story) -> String {
    let under = |line: &&str| line.trim_start().starts_with('▌');
    let row = body(story).lines().find(under).unwrap_or_default().to_owned();
    // The preview may be beside the list.
    row.split('│').next().unwrap_or_default().trim().to_owned()
}
