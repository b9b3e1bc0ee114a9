use super::line::Name;
use super::*;
use crate::base::Id;
use crate::store::Known;
use crate::store::filter::{parse, parse_domains};
use crate::store::subject::finding::Kind;

const NOW: Timestamp = Timestamp(1_773_324_000);

fn digest() -> Digest {
    let store = Store::new("main");
    Sources::default()
        .digest(&store, Weights::default(), Since::hours_before(NOW, 24), (NOW, Zone::Utc))
        .expect("the first")
}

#[test]
fn every_line_has_a_name_of_its_own_and_a_list_that_can_be_read() {
    let digest = digest();
    let mut words: Vec<&str> = digest.lines.iter().map(|line| line.name.word()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), digest.lines.len());
    for Line { list, .. } in digest.lines.iter().filter(|line| ["domains", "inquiries"].contains(&line.list.screen)) {
        let (_, filter) = list.line.split_once(' ').unwrap_or((&list.line, ""));
        let read = if list.screen == "domains" { parse_domains(filter) } else { parse(filter) };
        assert!(read.is_ok(), "{}: {read:?}", list.line);
    }
}

#[test]
fn no_line_has_a_figure_before_anything_was_read() {
    let digest = digest();
    assert!(digest.lines.iter().all(|line| line.figure == Known::NotRead), "{:?}", digest.lines);
    assert!(!digest.is_quiet());
}

#[test]
fn the_last_visit_decides_what_is_new() {
    let list = |seconds: i64, name| {
        let mut sources = Sources::default();
        let store = Store::new("main");
        let since = Since { from: Timestamp(NOW.0 - seconds), domain: Some(50), is_visit: true };
        let digest = sources.digest(&store, Weights::default(), since, (NOW, Zone::Utc));
        digest.expect("the first").line(name).expect("a line").list.line.clone()
    };
    assert_eq!(list(86_400, Name::New), "all age:<1d");
    assert_eq!(list(0, Name::New), "all age:<1m");
    assert_eq!(list(7_200, Name::Confirmed), "all age:>=2h confirmed:<2h");
    // A domain that was verified up to a day before the visit may have failed since.
    assert_eq!(list(7_200, Name::Lost), "unverified checked:<26h");
    assert_eq!(list(7_200, Name::NewNames), "detected id:>50");
    assert_eq!(list(7_200, Name::Imported), "imports ended:<2h");
    assert_eq!(list(7_200, Name::Elsewhere), "all by:others age:<2h");
}

#[test]
fn a_digest_is_made_anew_only_when_something_may_differ() {
    let store = Store::new("main");
    let mut sources = Sources::default();
    let mut make = |now: i64| {
        let since = Since::hours_before(NOW, 24);
        sources.digest(&store, Weights::default(), since, (Timestamp(now), Zone::Utc)).is_some()
    };
    assert!(make(NOW.0) && !make(NOW.0 + 1) && make(NOW.0 + 60));
}

#[test]
fn a_digest_made_in_parts_is_the_one_made_at_once() {
    let (store, mut sources) = (Store::new("main"), Sources::default());
    let parts = (0..9).take_while(|part| sources.prepare(*part, &store, NOW)).count();
    let since = Since::hours_before(NOW, 24);
    assert_eq!(parts, 3);
    assert_eq!(sources.digest(&store, Weights::default(), since, (NOW, Zone::Utc)), Some(digest()));
}

/// Names ignored under one kind may have been counted by another one, too.
#[test]
fn an_act_on_one_finding_leaves_the_rest_of_another_in_the_run() {
    let any = digest().lines.remove(0);
    let line = |kind, names| Line { name: Name::Finding(kind), figure: Known::Is(names), ..any.clone() };
    let (one, other) = (Kind::UnverifiedAsked, Kind::Unverified);
    let with = |names: [u64; 2]| Digest {
        queue: vec![Item::Settle(one, 5), Item::Settle(other, 9)],
        lines: vec![line(one, names[0]), line(other, names[1])],
        ..Digest::default()
    };
    let (store, now) = (Store::new("main"), Timestamp(1_800_000_000));
    let mut run = Run::begin(&with([5, 9]), &store, now, |_| true).expect("a run");
    assert!(run.follow(&with([0, 4]), &store, now));
    assert_eq!((run.current(), run.decided()), (Some(&Item::Settle(other, 4)), 1));
    assert!(run.follow(&with([0, 3]), &store, now), "an act on this one");
    assert_eq!((run.current(), run.decided()), (None, 2));
}

#[test]
fn the_number_of_things_to_decide_is_a_lower_bound_until_every_finding_is_known() {
    let any = digest().lines.remove(0);
    let line = |name, figure| Line { name, figure, ..any.clone() };
    let with = |other: Known<u64>| Digest {
        queue: vec![Item::Answer(Id::new(1)), Item::Settle(Kind::Unverified, 5)],
        lines: vec![
            line(Name::Waiting, Known::Is(1)),
            line(Name::HeldOffers, Known::Is(0)),
            line(Name::Finding(Kind::Unverified), Known::Is(5)),
            line(Name::Finding(Kind::BinBelow), other),
        ],
        ..Digest::default()
    };
    let said = |other| {
        let digest = with(other);
        format!("{}{}", digest.to_decide_words(), digest.stages_words())
    };
    assert_eq!(said(Known::Is(0)), "2 to decide: answer 1, settle 1");
    for other in [Known::NotRead, Known::AtLeast { value: 0, read: 0, of: None }] {
        assert_eq!(said(other), "≥ 2 to decide: answer 1, settle ≥ 1");
    }
}
