//! Tests of the template menu: its order, its hints, and the question before a template is used.

use super::*;

#[test]
fn a_template_that_needs_what_the_inquiry_has_not_is_offered_last_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let offer = "# Counter an offer\nSubject: x\n\nFor {offer}?\n";
    let (_, next) = session(reply(), &[("counter.txt", offer), ("plain.txt", PLAIN)], folder.path());
    let menu = menu(next);
    let hint = |label: &str| menu.items.iter().find(|item| item.label == label).map(|item| item.hint.as_str());
    assert_eq!(labels(&menu)[..2], ["plain", "counter"]);
    assert_eq!(hint("counter"), Some("Counter an offer · no offer"));
}

#[test]
fn the_template_that_fits_is_offered_first_and_a_name_is_asked_for_while_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let files = [("answer", PLAIN), ("decline", PLAIN), ("goodbye", PLAIN)];
    let labels = |reply: Reply| match session(reply, &files, folder.path()).1 {
        Next::Menu(menu) => menu.items.into_iter().map(|item| item.label).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let asked = "Set the name that ends it …";
    assert_eq!(labels(reply()), ["answer", "decline", "goodbye", asked]);
    let mut late = Reply { first: Some("goodbye"), ..reply() };
    assert_eq!(labels(late.clone()), ["goodbye", "answer", "decline", asked]);
    late.values.push(value("my_name", Some("Mia"), "no name"));
    assert_eq!(labels(late), ["goodbye", "answer", "decline"]);
}

/// Templates of which one names the price.
const PRICED: [(&str, &str); 2] = [("counter", "# Counter\nSubject: x\n\nAt {bin} it is yours.\n"), ("plain", PLAIN)];

/// A reply to somebody who offers more than the price.
fn oversold() -> Reply {
    let bin = ReplyValue { reached_by: Some("$225,000".to_owned()), ..value("bin", Some("$22,250"), "no price") };
    Reply { values: [reply().values, vec![bin]].concat(), ..reply() }
}

#[test]
fn a_template_that_undersells_comes_last_and_names_both_amounts() {
    let folder = tempfile::tempdir().unwrap();
    let menu = menu(session(oversold(), &PRICED, folder.path()).1);
    assert_eq!(labels(&menu)[..2], ["plain", "counter"]);
    assert_eq!(hint(&menu, "counter"), "names $22,250, but $225,000 is offered");
    assert_eq!(hint(&menu, "plain"), "For tests.");
}

#[test]
fn a_template_that_undersells_opens_the_editor_after_a_question_only() {
    let folder = tempfile::tempdir().unwrap();
    let named = Reply { template: Some("counter".to_owned()), ..oversold() };
    let (mut talked, next) = session(named, &PRICED, folder.path());
    let question = menu(next);
    assert_eq!(question.title, "The reply names $22,250, but $225,000 is offered");
    assert_eq!(labels(&question), ["Choose another template", "Write it anyway"]);
    let Some([Effect::Reply(other)]) = question.items.first().map(|item| &*item.effects) else {
        panic!("{question:?}");
    };
    assert_eq!(other.template, None);
    let Some([Effect::ReplyStep(anyway)]) = question.items.last().map(|item| &*item.effects) else {
        panic!("{question:?}");
    };
    let file = edit(&talked.step(anyway.clone()));
    assert!(fs::read_to_string(file).unwrap().contains("At $22,250 it is yours."));
    // With only one template there is nothing to choose, so the question has one item.
    let question = menu(session(oversold(), &PRICED[..1], folder.path().join("other").as_path()).1);
    assert_eq!(labels(&question), ["Write it anyway"]);
}
