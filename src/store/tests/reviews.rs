//! Plans under review: plans that are combined, plans that wait, and what a restart keeps.

use serde_json::json;

use super::*;
use crate::api::domains::Settings as OfDomain;
use crate::base::DomainName;
use crate::store::subject::{FieldName, Subject, Value};
use crate::store::writes::drafts::{KeptDraft, REVIEW};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::{Plan, ReviewStep};

fn edit(name: Option<&str>, setting: &str, before: Option<i64>, after: i64) -> SettingEdit {
    let subject = name.map_or(Subject::Account, |name| Subject::domain(&DomainName::parse(name).expect("a name")));
    let field = FieldName::named(setting.to_owned());
    SettingEdit { subject, edit: Edit { field, before: before.map(Value::Whole), after: Value::Whole(after) } }
}

fn plan(edits: Vec<SettingEdit>) -> Plan {
    Plan { edits, ..Plan::default() }
}

fn shown(store: &Store) -> Vec<(String, Option<Value>, Value)> {
    let edits = store.staging().map(|staging| staging.plan.edits.clone()).unwrap_or_default();
    edits.into_iter().map(|edit| (edit.item().words(), edit.edit.before, edit.edit.after)).collect()
}

#[test]
fn a_value_is_in_one_part_of_the_review_and_keeps_what_was_seen_before_it() {
    let mut store = Store::new("test");
    let price = |name, before, after| edit(Some(name), "bin_price", before, after);
    store.step_review(ReviewStep::Add(plan(vec![price("a.com", Some(1), 10), price("b.com", Some(2), 20)]).into()));
    let stepped =
        store.step_review(ReviewStep::Add(plan(vec![price("b.com", None, 30), price("c.com", None, 40)]).into()));
    assert_eq!((stepped.added, stepped.to, stepped.replaced), (2, 2, 1));
    let whole = |n| Some(Value::Whole(n));
    let values: Vec<_> = shown(&store).into_iter().map(|(_, before, after)| (before, after)).collect();
    assert_eq!(values, [(whole(1), Value::Whole(10)), (whole(2), Value::Whole(30)), (None, Value::Whole(40))]);
    store.step_review(ReviewStep::TakeBack);
    assert_eq!(shown(&store)[1].2, Value::Whole(20), "the earlier one is back");
}

#[test]
fn everything_under_review_is_read_back_as_it_was() {
    let mut store = Store::new("test");
    store.step_review(ReviewStep::Add(plan(vec![edit(Some("a.com"), "bin_price", Some(1), 10)]).into()));
    store.step_review(ReviewStep::Add(plan(vec![edit(Some("b.com"), "bin_price", Some(1), 10)]).into()));
    store.step_review(ReviewStep::Add(plan(vec![edit(None, "min_offer", Some(5), 6)]).into()));
    assert_eq!((shown(&store).len(), store.beside_review(), store.unsaved()), (1, 2, 3));
    let text = Plan::all_to_json(store.under_review().map(|plan| &**plan));
    let mut next = Store::new("test");
    next.take_draft(KeptDraft::read(REVIEW, &text).expect("read back"));
    assert_eq!((shown(&next), next.beside_review()), (shown(&store), 2));
    assert!(next.staging().is_some_and(|staging| staging.old));
    next.step_review(ReviewStep::Next);
    assert_eq!((shown(&next).len(), next.beside_review()), (2, 1));
    next.step_review(ReviewStep::LeaveOut([0, 1].into()));
    assert_eq!((shown(&next).len(), next.beside_review()), (1, 0), "what waited comes to the front");
    next.step_review(ReviewStep::LeaveOut([0].into()));
    assert!(next.staging().is_none() && next.unsaved() == 0);
    next.step_review(ReviewStep::TakeBack);
    assert_eq!(shown(&next).len(), 1, "and is not lost");
}

#[test]
fn a_review_of_an_earlier_session_is_added_below_newer_changes() {
    let mut store = Store::new("test");
    store.step_review(ReviewStep::Add(plan(vec![edit(Some("a.com"), "bin_price", None, 99)]).into()));
    let kept = vec![edit(Some("a.com"), "bin_price", Some(7), 10), edit(Some("b.com"), "bin_price", Some(1), 10)];
    store.take_draft(KeptDraft::Review(vec![plan(kept)]));
    let values: Vec<_> = shown(&store).into_iter().map(|(_, before, after)| (before, after)).collect();
    assert_eq!(values, [(Some(Value::Whole(1)), Value::Whole(10)), (Some(Value::Whole(7)), Value::Whole(99))]);
    assert!(store.staging().is_some_and(|staging| !staging.old));
}

#[test]
fn a_change_to_the_value_that_is_there_already_is_left_out_of_the_question() {
    let store = Store::new("test");
    let plan =
        plan(vec![edit(Some("a.com"), "bin_price", Some(10), 10), edit(Some("b.com"), "bin_price", Some(1), 10)]);
    let mut question = Question::new(&plan, &store);
    assert_eq!(question.go_on(&plan, &store), Ok(true));
    assert_eq!((question.same, question.known.edits.len()), (1, 1));
}

/// a yes writes the price that the row shows, made by the formula from the price that was just read.
#[test]
fn a_formula_is_asked_about_over_the_price_that_was_found() {
    for (found, yours) in [(json!(60), Some(66)), (json!(null), None)] {
        let mut store = Store::new("test");
        let change = edit(Some("a.com"), "bin_price", Some(100), 110);
        let formulas = [(change.item(), "+10%".into())].into();
        let plan = Plan { edits: vec![change], formulas, ..Plan::default() };
        let entry = store.plan(plan.write().into(), Timestamp(1)).expect("planned");
        store.stage(plan);
        store.staged_became(entry);
        let batch = store.next_batch(false).expect("something to send");
        let bin = json!({ "value": found, "source": "domain", "domain_value": found });
        let body = json!({ "settings": { "bin_price": bin } }).to_string();
        let read = OfDomain::decode(body.as_bytes()).expect("an answer of the test");
        store.looked(&batch, &[Found::OwnSettings([("a.com".to_owned(), Some(read.settings))].into())], Timestamp(2));
        let conflict = store.conflict();
        let asked = conflict.as_ref().map(|conflict| (&conflict.moved[0].label[..], &conflict.moved[0].yours));
        let yours = yours.map(Value::Whole);
        assert_eq!(asked, yours.as_ref().map(|yours| ("bin_price of a.com, +10%", yours)), "{found}");
        let written = conflict.map(|conflict| conflict.over.after(&conflict.moved[0].item));
        assert_eq!(written, yours, "{found}");
    }
}
