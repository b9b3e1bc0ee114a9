use std::time::Duration;

use super::disk::{kill, open};
use super::*;
use crate::store::disk::Places;

#[test]
fn a_wait_the_service_asked_for_outlives_the_program() {
    let (dir, after) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let mut first = open(&Places::in_dir(dir.path(), "a")).store;
    assert_eq!(first.resumed_wait(), None);
    first.keep_wait(Some(Timestamp(400 + 3_600)), Timestamp(400));
    // A restart at second 500.
    let mut again = open(&kill(&Places::in_dir(dir.path(), "a"), first, after.path())).store;
    assert_eq!(again.resumed_wait(), Some(Duration::from_secs(3_500)));
    assert_eq!(again.resumed_wait(), None, "once");
    // The machine's clock was set back since, so the whole wait is left.
    again.keep_wait(Some(Timestamp(9_000 + 60)), Timestamp(9_000));
    let third = tempfile::tempdir().expect("a folder");
    let mut again = open(&kill(&Places::in_dir(after.path(), "a"), again, third.path())).store;
    assert_eq!(again.resumed_wait(), Some(Duration::from_secs(60)));
    again.keep_wait(Some(Timestamp(600)), Timestamp(500));
    again.keep_wait(None, Timestamp(500));
    let last = tempfile::tempdir().expect("a folder");
    let mut again = open(&kill(&Places::in_dir(third.path(), "a"), again, last.path())).store;
    assert_eq!(again.resumed_wait(), None);
}

/// No reading shows a right to write. A right that a write has proven is kept, for the same token only.
#[test]
fn an_ability_proven_by_a_write_is_known_in_the_next_run() {
    use crate::api::abilities::INQUIRIES_STAR;
    let (dir, after) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let mut first = open(&Places::in_dir(dir.path(), "a")).store;
    first.session_mut().uses("one".to_owned());
    assert_eq!(first.session().allowed("inquiries.star"), Allowed::OnUse);
    let proven = first.session_mut().proves(INQUIRIES_STAR).cloned().expect("it is new");
    first.disk().expect("a disk").put_proven(&proven);
    assert_eq!(first.session_mut().proves(INQUIRIES_STAR), None, "once");

    let places = kill(&Places::in_dir(dir.path(), "a"), first, after.path());
    let mut grid = Grid { rows: vec![("inquiries.star", Allowed::OnUse)], stopped: None };
    grid.add(&crate::store::disk::proven(&places), "another");
    assert_eq!(grid.rows[0].1, Allowed::OnUse);
    grid.add(&crate::store::disk::proven(&places), "one");
    assert_eq!(grid.rows[0].1, Allowed::Yes);

    let mut again = open(&places).store;
    again.session_mut().uses("one".to_owned());
    assert_eq!(again.session().allowed("inquiries.star"), Allowed::Yes);
    // A later refusal takes the proof of a right away.
    let less = again.session_mut().learn_from_refusal(INQUIRIES_STAR, "The token lacks inquiries.star.").cloned();
    assert_eq!(less.map(|proven| proven.has("inquiries.star", "one")), Some(false));
    assert_eq!(again.session().allowed("inquiries.star"), Allowed::No);
    again.session_mut().uses("another".to_owned());
    assert_eq!(again.session().allowed("inquiries.star"), Allowed::OnUse);
}

#[test]
fn a_refusal_that_names_a_scope_tells_that_it_is_missing() {
    use crate::api::abilities::SCOPES;
    let mut store = Store::new("test");
    let write = SCOPES.iter().map(|scope| scope.0).find(|name| name.ends_with(":write")).expect("a scope to write");
    let ability = crate::api::Ability(write);
    let words = format!("This API key does not have the scope {write}.");
    store.session_mut().learn_from_refusal(ability, &words);
    assert_eq!(store.session().allowed(write), Allowed::No, "{words}");
}
