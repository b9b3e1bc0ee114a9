//! Each kind of finding: it appears, is settled, comes back when its facts worsen, and disappears when it is put right.

use parkade::api::profile;
use parkade::base::Timestamp;
use parkade::screens::ALL;
use parkade::store::findings::{Kind, known};
use parkade::store::{DomainTab, Tab};
use parkade::ui::testing::{NOW, Story};
use serde_json::{Value, json};

use crate::support::inbox::{arrival, fill, first_page, rows, unsent_page, walk};
use crate::support::{findings, portfolio, settings};

/// A kind of finding, with changes of a name that bring it up, make it worse, and put it right.
struct Case {
    kind: Kind,
    appears: fn(&mut Story),
    worsens: fn(&mut Story),
    ends: fn(&mut Story),
}

const NAME: &str = "zeder.de";

const CASES: [Case; 11] = [
    Case {
        kind: Kind::NoParkingEmail,
        appears: |story| parking(story, false),
        worsens: |_| {},
        ends: |story| parking(story, true),
    },
    Case {
        kind: Kind::UnverifiedAsked,
        appears: |story| asked(story, |story| zeder(story, "unverified", &[])),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::RemovedAsked,
        appears: |story| asked(story, |story| zeder(story, "removed", &[])),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::BinBelow,
        appears: |story| zeder(story, "verified", &[("bin_price", json!(100)), ("accept_offers", json!(500))]),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[("bin_price", json!(9_000)), ("accept_offers", json!(500))]),
    },
    Case {
        kind: Kind::VisitedOffMarket,
        appears: |story| {
            zeder(story, "verified", &[("for_sale", json!(false))]);
            findings::visits(story, &[(NAME, 10)]);
        },
        worsens: |story| findings::visits(story, &[(NAME, 20)]),
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::NoPriceAsked,
        appears: |story| asked(story, |story| zeder(story, "verified", &[("bin_price", Value::Null)])),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::NoPriceVisited,
        appears: |story| {
            zeder(story, "verified", &[("bin_price", Value::Null)]);
            findings::visits(story, &[(NAME, 10)]);
        },
        worsens: |story| findings::visits(story, &[(NAME, 20)]),
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::Unverified,
        appears: |story| zeder(story, "unverified", &[]),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::CheckOverdue,
        appears: |story| zeder(story, "verified", &[("next_check", json!(NOW.0 - 2 * 86_400))]),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::NoPrice,
        appears: |story| zeder(story, "verified", &[("bin_price", Value::Null)]),
        worsens: offer,
        ends: |story| zeder(story, "verified", &[]),
    },
    Case {
        kind: Kind::Redundant,
        appears: |story| settings::own(story, &[(NAME, json!({ "headline": "Come in" }))]),
        // Nothing makes a repeated setting worse.
        worsens: |_| {},
        ends: |story| {
            story.store.forget_own_settings();
            settings::own(story, &[(NAME, json!({ "headline": "Garden" }))]);
        },
    },
];

/// A portfolio of one name with nothing wrong.
fn nothing_wrong() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("home", "");
    fill(&mut story, Tab::Active, &[]);
    walk(&mut story, &[]);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&[], 0, [0; 5]));
    story.answer(&parkade::api::settings::Get {}, &settings::account().to_string());
    portfolio::in_dollars(&mut story);
    zeder(&mut story, "verified", &[]);
    parking(&mut story, true);
    story
}

/// Answers the name in this state, at a good price except for these values.
fn zeder(story: &mut Story, state: &str, values: &[(&str, Value)]) {
    let mut row = portfolio::row(8, NAME, NAME, state, true, Some(9_000.0), Value::Null, json!(true));
    for (name, value) in values {
        row[*name] = value.clone();
    }
    for tab in DomainTab::ALL {
        let there = match tab {
            DomainTab::MyDomains => state != "removed",
            DomainTab::Removed => state == "removed",
            DomainTab::Verified => state == "verified",
            DomainTab::Unverified => state == "unverified",
            DomainTab::Detected => false,
        };
        let rows: Vec<Value> = there.then(|| row.clone()).into_iter().collect();
        portfolio::fill(story, *tab, &rows);
    }
}

/// The profile with a confirmed parking email, or without.
fn parking(story: &mut Story, confirmed: bool) {
    let email = if confirmed { json!("sales@seller.example") } else { Value::Null };
    let profile = json!({ "profile": { "default_currency": "USD" }, "parking_email": email, "payment_emails": {} });
    portfolio::no_currency_set(story);
    story.answer(&profile::Get {}, &profile.to_string());
}

/// Lets somebody inquire about the name.
fn asked(story: &mut Story, then: fn(&mut Story)) {
    walk(story, &[inquiry(140, -60)]);
    then(story);
}

/// Lets an offer for the name come later.
fn offer(story: &mut Story) {
    story.now = Timestamp(story.now.0 + 600);
    walk(story, &[inquiry(141, -5), inquiry(140, -60)]);
}

fn inquiry(id: i64, minutes: i64) -> Value {
    let mut row = if minutes == -5 { arrival(id, minutes) } else { rows()[3].clone() };
    (row["inquiry_id"], row["domain"]) = (json!(id), json!(NAME));
    row
}

/// Number of names found of a kind, and whether any of it is settled.
fn found(story: &Story, kind: Kind) -> (u64, bool) {
    let findings = known(&story.store, story.now);
    let figure = findings.of(kind).and_then(|found| found.figure.value().copied()).unwrap_or_default();
    (figure, findings.settled().iter().any(|one| one.kind == kind.settles()))
}

#[test]
fn each_kind_appears_is_settled_comes_back_when_it_worsens_and_disappears() {
    for Case { kind, appears, worsens, ends } in CASES {
        let mut story = nothing_wrong();
        assert_eq!(found(&story, kind), (0, false), "{kind:?}: nothing is wrong");
        appears(&mut story);
        assert_eq!(found(&story, kind), (1, false), "{kind:?} appears");
        assert!(story.snap().contains(kind.words(true)), "{kind:?}: {}", story.snap());
        let findings = known(&story.store, story.now);
        let of = findings.of(kind).expect("it was found");
        let names = of.settle_names(None, "known", &story.store);
        let changes = if names.is_empty() { vec![of.settle_kind(None, "known")] } else { names };
        story.store.change_notes(changes, "settled".to_owned(), story.now);
        story.sync();
        assert_eq!(found(&story, kind), (0, true), "{kind:?} is settled");
        assert!(!story.snap().contains(kind.words(true)), "{kind:?}: {}", story.snap());
        worsens(&mut story);
        let worse = !matches!(kind, Kind::NoParkingEmail | Kind::Redundant);
        assert_eq!(
            found(&story, kind),
            if worse { (1, false) } else { (0, true) },
            "{kind:?} is back when it is worse"
        );
        ends(&mut story);
        assert_eq!(found(&story, kind).0, 0, "{kind:?} is put right");
        assert!(!story.snap().contains(kind.words(true)), "{kind:?}: {}", story.snap());
    }
    let kinds: Vec<Kind> = CASES.iter().map(|case| case.kind).collect();
    assert_eq!(kinds, Kind::ALL);
}

/// The settled line goes below the lines still to be looked at.
#[test]
fn the_cursor_of_health_stays_in_its_place_when_a_line_is_settled() {
    let mut story = Story::new(ALL);
    story.size(100, 40).open("health", "");
    findings::fill(&mut story);
    let place = |story: &mut Story| {
        let frame = story.snap_screen();
        let line = frame.lines().position(|line| line.starts_with('▌')).unwrap_or_default();
        (
            line,
            frame.lines().nth(line).unwrap_or_default().to_owned(),
            frame.lines().nth(line + 1).unwrap_or_default().to_owned(),
        )
    };
    story.keys("j");
    let (line, was, next) = place(&mut story);
    story.keys("i enter");
    let (now, is, _) = place(&mut story);
    assert_eq!(now, line, "{}", story.snap());
    let words = |line: &str| {
        line.trim_start_matches('▌').split("  ").map(str::trim).find(|part| !part.is_empty()).map(str::to_owned)
    };
    assert_eq!(words(&is), words(&next), "the next line has the cursor, not {was}: {}", story.snap());
}
