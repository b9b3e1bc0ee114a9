use super::*;
use crate::ui::keymap::Key;
use crate::ui::testing::{draw, look};

fn form() -> Form {
    let mut name = Field::new("name", "Name", Kind::Text, "");
    name.required = true;
    Form::new(vec![
        name,
        Field::new("days", "Days", Kind::Number { min: 1, max: 90 }, "30"),
        Field::new("sale", "For sale", Kind::Bool, "no"),
        Field::new("kind", "Kind", Kind::Choice(vec!["order".to_owned(), "offer".to_owned()]), "offer"),
    ])
}

fn press(form: &mut Form, keys: &[&str]) {
    for key in keys {
        form.text(&TextEvent::Key(Key::parse(key).unwrap().event()));
    }
}

#[test]
fn errors_stand_beside_their_field_and_typed_text_stays() {
    let mut form = form();
    form.move_focus(1);
    press(&mut form, &["x"]);
    form.focus = 3;
    assert!(matches!(form.accept(), Outcome::Refused(_)));
    assert_eq!(form.focus, 0, "the first wrong field has the focus");
    let shown = draw(60, 10, |area, buf| look(|look| form.render(look, area, buf)));
    assert!(shown.contains("This is needed.") && shown.contains("“30x” is no whole number."), "{shown}");
    assert_eq!(form.value("days"), "30x");
}

#[test]
fn choices_turn_and_the_form_is_submitted_once() {
    let mut form = form();
    press(&mut form, &["a"]);
    form.focus = 2;
    form.turn(1);
    form.move_focus(1);
    form.turn(1);
    assert_eq!((form.value("sale").as_str(), form.value("kind").as_str()), ("yes", "order"));
    assert_eq!(form.accept(), Outcome::Done);
    assert!(form.take_submitted());
    assert!(!form.take_submitted());
    assert!(form.changed());
}

#[test]
fn a_refusal_of_the_service_goes_to_its_field() {
    let mut form = form();
    assert!(form.set_error("days", "Too long for this account."));
    assert!(!form.set_error("nothing", "x"));
    assert_eq!(form.focus, 1);
}
