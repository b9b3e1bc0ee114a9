//! Tests of the advice of reports, and of when it is given.

use serde_json::{Value, json};

use super::*;
use crate::api::tolerant::Lenient;
use crate::base::Zone;
use crate::ui::testing::NOW;

/// Time at which inquiries are counted by campaign.
const LATER: Timestamp = Timestamp(INQUIRED_FROM.0 + 60 * DAY);

fn at(days: u32, now: Timestamp) -> At {
    At { now, zone: Zone::Utc, days, bots: false }
}

fn asked(tab: usize, days: u32) -> Asked {
    Asked { tab, days, verified: true, name: None }
}

fn sections(domains: &[(&str, i64)], campaigns: &[(&str, i64, i64)]) -> Sections {
    let domains: Vec<Value> = domains.iter().map(|(name, hits)| json!({ "label": name, "hits": hits })).collect();
    let row = |(name, hits, inquired): &(&str, i64, i64)| json!({ "label": name, "hits": hits, "inquired": inquired });
    let campaigns: Vec<Value> = campaigns.iter().map(row).collect();
    let report = json!({ "sections": { "domains": domains, "utm_campaign": campaigns } });
    DomainsReport::lenient(&report.to_string()).expect("a report").sections
}

/// Calls `see` with the data for advice on a report over so many days.
fn advising<R>(days: u32, now: Timestamp, see: impl FnOnce(&Advising<'_>) -> R) -> R {
    let (store, findings) = (Store::new("main"), Findings::default());
    let asked = asked(0, days);
    see(&Advising { asked: &asked, findings: &findings, store: &store, at: at(days, now) })
}

fn moved(days: u32, now: &[(&str, i64)], longer: &[(&str, i64)], of: u32) -> Vec<(String, Vec<String>)> {
    let lines = advising(days, LATER, |it| it.moved(&sections(now, &[]), &sections(longer, &[]), of));
    let names = |opens: &Opens| match opens {
        Opens::Names(_, names) => names.iter().map(|(name, said)| format!("{} {said}", name.unicode())).collect(),
        other => panic!("{other:?}"),
    };
    let figure = |line: &Line| line.figure.as_ref().map(crate::ui::text::count).unwrap_or_default();
    lines.iter().map(|line| (format!("{} {}", figure(line), line.words), names(&line.opens))).collect()
}

#[test]
fn a_name_rises_or_falls_by_the_days_before_and_never_on_few_visits() {
    let now = [("up.com", 20), ("even.com", 19), ("few.com", 9), ("down.com", 6)];
    let longer = [("up.com", 30), ("even.com", 30), ("few.com", 10), ("down.com", 18), ("gone.com", 90)];
    let lines = moved(7, &now, &longer, 14);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0].0, "1 of the most visited had at least twice the mean before");
    assert_eq!(lines[0].1, ["up.com 20 in 7 days, a mean of 10 in the 7 before"]);
    // few.com and gone.com get no advice: one has too few visits, the other is not listed now.
    assert_eq!(lines[1].1, ["down.com 6 in 7 days, a mean of 12 in the 7 before"]);
    assert_eq!(moved(90, &now, &longer, 0), [], "nobody knows how long all time is");
}

#[test]
fn a_name_missing_from_the_longer_window_leaves_the_count_a_lower_bound() {
    let (now, longer) = ([("up.com", 20), ("new.com", 50)], [("up.com", 30), ("other.com", 60)]);
    let lines = moved(7, &now, &longer, 14);
    assert_eq!(lines[0].0, "≥ 1 of the most visited had at least twice the mean before");
    assert_eq!(lines[0].1[1], "new.com 50 in 7 days, those before not read");
    assert_eq!(moved(7, &now[1..], &longer, 14), [], "nothing is known of it");
}

#[test]
fn a_rising_name_is_counted_once_its_own_report_was_read() {
    let (now, longer) = ([("up.com", 20), ("new.com", 50), ("down.com", 6)], [("up.com", 40), ("down.com", 90)]);
    let lines = moved(30, &now, &longer, 90);
    let open = |name: &str, hits: u64| format!("{name} {hits} in 30 days, those before not read");
    let figure = crate::ui::text::count(&Known::Reading);
    assert_eq!(lines[0].0, format!("{figure} of the most visited at least doubled"));
    assert_eq!(lines[0].1, [open("up.com", 20), open("new.com", 50)]);
    assert_eq!(lines[1].1, [open("down.com", 6)]);
}

#[test]
fn campaigns_without_an_inquiry_are_named_if_they_brought_enough_visits() {
    let rows = [("newsletter", 50, 0), ("auction", 17, 0), ("tiny", 9, 0), ("partner", 17, 1)];
    let line = |days, now| advising(days, now, |it| it.campaigns(&sections(&[], &rows)));
    let told = line(30, LATER).expect("a line");
    assert_eq!((told.figure, told.words.as_str()), (Some(Known::Is(2)), "campaigns brought 67 visits and no inquiry"));
    assert_eq!(told.beside, "newsletter 50, auction 17");
    let Opens::Each(_, listed) = told.opens else { panic!("a list") };
    assert_eq!(listed.len(), 2);
    let (name, said, facts) = &listed[0];
    assert_eq!(
        (name.as_str(), said.as_str(), facts.title.as_str()),
        ("newsletter", "50 visits", "UTM campaign newsletter")
    );
    for (days, now) in [(90, LATER), (0, LATER), (30, Timestamp(INQUIRED_FROM.0 + 29 * DAY))] {
        assert!(line(days, now).is_none(), "{days}: inquiries of campaigns are counted since 1 Oct 2026 only");
    }
    assert!(advising(30, LATER, |it| it.campaigns(&sections(&[], &rows[2..]))).is_none());
    // Where all rows have enough visits, the service may have left out further ones, unless another section is longer.
    let domains = [("a.com", 9), ("b.com", 8), ("c.com", 7)];
    for (domains, figure) in [(&domains[..2], "≥ 2"), (&domains[..], "2")] {
        let told = advising(30, LATER, |it| it.campaigns(&sections(domains, &rows[..2])));
        assert_eq!(
            told.and_then(|line| line.figure).map(|known| crate::ui::text::count(&known)).as_deref(),
            Some(figure)
        );
    }
}

#[test]
fn inquiries_that_were_not_confirmed_have_a_share_from_ten_on() {
    let line = |all: i64, confirmed: i64, days| {
        let report = json!({ "inquiries": all, "confirmed": confirmed }).to_string();
        let report = InquiriesReport::lenient(&report).expect("a report");
        advising(days, NOW, |it| it.unconfirmed(&report))
    };
    let told = line(93, 75, 30).expect("a line");
    assert_eq!(
        (told.figure, told.words.as_str()),
        (Some(Known::Is(18)), "of 93 first messages are not confirmed by the buyer")
    );
    assert_eq!(told.beside, "19.4 %");
    assert_eq!(told.opens, Opens::Place(Place::list("inquiries", "all status:unconfirmed age:<30d".to_owned())));
    let few = line(9, 8, 0).expect("a line");
    assert_eq!((few.words.as_str(), few.beside.as_str()), ("of 9 first messages is not confirmed by the buyer", ""));
    assert_eq!(few.opens, Opens::Place(Place::list("inquiries", "all status:unconfirmed".to_owned())));
    assert!(line(9, 9, 30).is_none() && line(8, 9, 30).is_none());
}

#[test]
fn a_missing_report_gives_no_advice() {
    advising(30, NOW, |it| assert_eq!(it.block(), None));
}
