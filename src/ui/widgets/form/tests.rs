use super::*;
use crate::store::Value;
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

#[test]
fn choices_are_said_in_words_and_taken_as_the_service_writes_them_or_as_they_are_said() {
    let words = ["simple", "multi_step", "contact_only"].map(str::to_owned).to_vec();
    let mut field = Field::new("form", "Form", Kind::Choice(words.clone()), "multi_step");
    assert_eq!(field.shown(&field.value()), "multi step");
    for typed in ["contact only", "Contact Only", "contact_only"] {
        field.type_in(typed);
        assert_eq!((field.staged(), &field.error), (Some(Value::text("contact_only")), &None), "{typed}");
    }
    field.type_in("both");
    assert_eq!(field.error.as_deref(), Some("“both” is none of: simple, multi step, contact only."));
    let mut field = Field::new("forms", "Forms", Kind::Choices(words), "simple");
    field.type_in("multi step, contact_only");
    assert_eq!(field.shown(&field.value()), "multi step, contact only");
    assert_eq!(field.staged(), Some(Value::from(serde_json::json!(["multi_step", "contact_only"]))));
}

fn press(form: &mut Form, keys: &[&str]) {
    for key in keys {
        form.text(&TextEvent::Key(Key::parse(key).unwrap().event()));
    }
}

#[test]
fn errors_stand_beside_their_field_and_typed_text_stays() {
    let mut form = form();
    form.walk(1);
    press(&mut form, &["x"]);
    form.focus = 3;
    assert!(matches!(form.accept(), Outcome::Refused(_)));
    assert_eq!(form.focus, 0, "the first wrong field has the focus");
    let shown = draw(60, 10, |area, buf| {
        look(|look| form.render(look, area, buf, &mut Facts::default()));
    });
    assert!(shown.contains("Required.") && shown.contains("“30x” is not a whole number."), "{shown}");
    assert_eq!(form.value("days"), "30x");
}

#[test]
fn choices_turn_and_the_form_is_submitted_once() {
    let mut form = form();
    press(&mut form, &["a"]);
    form.focus = 2;
    form.turn(1);
    form.walk(1);
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

/// Fields that a service may describe, each with the value it starts with, a typed text, and the value that is staged.
fn told() -> Vec<(Kind, Option<Value>, &'static str, Value)> {
    let json = |text: &str| Value::from(serde_json::from_str::<serde_json::Value>(text).unwrap());
    vec![
        (Kind::Text, None, "a", Value::text("a")),
        (Kind::Text, Some(Value::text("a")), "", Value::text("")),
        (Kind::Long, Some(Value::Null), "a\nb", Value::text("a\nb")),
        (Kind::Number { min: 0, max: 9_999 }, Some(json("12.0")), "1,200", json("1200")),
        (Kind::Money(None), Some(json("12")), "99.50", json("99.5")),
        (Kind::Money(None), Some(json("12")), "$1,250", json("1250")),
        (Kind::Money(None), Some(Value::text("12.00")), "2k", Value::Whole(2_000)),
        (Kind::Money(None), Some(json("12")), "", Value::Null),
        (Kind::Bool, Some(Value::text("1")), "no", Value::Bool(false)),
        (Kind::Bool, Some(Value::Whole(0)), "yes", Value::Bool(true)),
        (Kind::Bool, None, "no", Value::Bool(false)),
        (Kind::Bool, Some(Value::Bool(true)), "no", Value::Bool(false)),
        (Kind::Choice(vec!["left".to_owned()]), Some(Value::text("not known here")), "left", Value::text("left")),
        (Kind::Choices(vec!["need".to_owned(), "budget".to_owned()]), None, "budget", json("[\"budget\"]")),
        (Kind::List, Some(json("[\"a\"]")), "a, b", json("[\"a\",\"b\"]")),
        (Kind::Images, Some(json("[]")), "7, 8", json("[7,8]")),
        (Kind::Images, Some(Value::Null), "7", json("{\"images\":[{\"id\":7}]}")),
        (Kind::Json, Some(json("{\"a\":1}")), "{\"a\": 2}", json("{\"a\":2}")),
    ]
}

#[test]
fn every_kind_of_field_stages_the_value_that_was_typed_and_reverts_to_the_one_it_began_with() {
    for (place, (kind, started, typed, expected)) in told().into_iter().enumerate() {
        let mut field = Field::of(format!("told_{place}"), format!("Told {place}"), kind, started.clone());
        assert_eq!((field.staged(), field.started()), (None, started.as_ref()), "{field:?}");
        let before = field.value();
        field.stage(&Value::text(typed));
        assert_eq!(field.staged(), Some(expected), "{field:?}");
        assert!(field.check(), "{field:?}");
        field.revert();
        assert_eq!((field.staged(), field.value()), (None, before), "{field:?}");
    }
}

#[test]
fn a_field_whose_kind_becomes_known_later_holds_the_same_value_unchanged() {
    let words = || ["left", "a"].map(str::to_owned).to_vec();
    let kinds = told().into_iter().map(|(kind, ..)| kind);
    let kinds: Vec<Kind> = kinds.chain([Kind::Any, Kind::Choice(words()), Kind::Choices(words())]).collect();
    for started in told().into_iter().map(|(_, started, ..)| started).chain([Some(Value::text("a\nb"))]) {
        for (first, then) in kinds.iter().flat_map(|first| kinds.iter().map(move |then| (first, then))) {
            let field = |kind: &Kind| Field::of("told", "Told", kind.clone(), started.clone());
            let mut form = Form::new_list(vec![field(first)]);
            form.describe(vec![field(then)]);
            let known = &form.fields()[0];
            assert_eq!((known.staged(), known.started()), (None, started.as_ref()), "{first:?} to {then:?}: {known:?}");
            assert_eq!(known.value(), field(then).value(), "{first:?} to {then:?}");
        }
    }
}

#[test]
fn a_field_that_is_filled_in_keeps_its_kind_and_what_was_typed() {
    let field = |kind: Kind| Field::of("told", "Told", kind, Some(Value::text("a")));
    let mut form = Form::new_list(vec![field(Kind::Text)]);
    form.edit();
    press(&mut form, &["b"]);
    form.describe(vec![field(Kind::Long)]);
    form.close(0);
    assert_eq!(form.fields()[0].staged(), Some(Value::text("ab")), "{:?}", form.fields());
}

#[test]
fn a_value_that_cannot_be_read_is_said_beside_its_field() {
    for (kind, typed) in [
        (Kind::Money(None), "cheap"),
        (Kind::Money(None), "1.500"),
        (Kind::Images, "7, cover"),
        (Kind::Json, "{"),
        (Kind::Number { min: 1, max: 5 }, "6"),
    ] {
        let mut field = Field::of("told", "Told", kind, None);
        field.stage(&Value::text(typed));
        assert!(!field.check() && field.message().is_some_and(|why| !why.is_empty()), "{field:?}");
        assert_eq!(field.value(), typed, "what was typed stays");
    }
}

#[test]
fn a_change_is_kept_over_a_value_that_moved_elsewhere() {
    let mut field = Field::of("site", "Site", Kind::Text, Some(Value::text("a")));
    field.stage(&Value::text("mine"));
    field.rebase(Some(Value::text("theirs")));
    assert_eq!((field.staged(), field.started()), (Some(Value::text("mine")), Some(&Value::text("theirs"))));
}

#[test]
fn several_choices_are_put_in_and_taken_out_one_by_one_and_a_word_that_is_none_is_refused() {
    let words = ["timeline", "need", "budget"].map(str::to_owned).to_vec();
    let list = |text: &str| Value::from(serde_json::from_str::<serde_json::Value>(text).unwrap());
    let mut field = Field::new("questions", "Questions", Kind::Choices(words), "");
    field.inherit(list("[\"need\"]"));
    field.restart(Some(Value::Null));
    field.pick("timeline");
    assert_eq!(field.staged(), Some(list("[\"timeline\",\"need\"]")), "begun from what is inherited");
    field.pick("need");
    field.pick("timeline");
    assert_eq!(field.staged(), Some(list("[]")), "none of them is a value of its own");
    field.type_in("[\"budget\",\"need\"]");
    assert_eq!(field.staged(), Some(list("[\"need\",\"budget\"]")));
    field.type_in("budget, rent");
    assert!(field.message().is_some_and(|why| why.contains("“rent” is none of")), "{field:?}");
    assert_eq!(field.staged(), Some(list("[\"need\",\"budget\"]")), "what was staged stays");
}

/// Empty, inherited and absent are three different things.
#[test]
fn a_field_that_can_inherit_tells_empty_from_null() {
    let mut field = Field::new("headline", "Headline", Kind::Text, "");
    field.inherit(Value::text("For sale"));
    field.restart(Some(Value::Null));
    assert_eq!(field.staged(), None);
    field.stage(&Value::text(""));
    assert_eq!(field.staged(), Some(Value::text("")), "an empty text of its own");
    field.restart(Some(Value::text("")));
    field.stage(&Value::Null);
    assert_eq!(field.staged(), Some(Value::Null), "inherits again");
    let mut several = Field::new("sale", "For sale", Kind::Bool, "");
    several.differs();
    assert_eq!(several.staged(), None);
    several.turn(1);
    assert_eq!(several.staged(), Some(Value::Bool(false)), "any value is a change where they differ");
    let shown = draw(40, 2, |area, buf| {
        look(|look| Form::new_list(vec![field]).render(look, area, buf, &mut Facts::default()));
    });
    assert!(shown.contains("inherit"), "{shown}");
}

#[test]
fn a_field_that_inherits_is_not_changed_before_something_is_typed() {
    for (kind, typed) in [(Kind::Text, "H"), (Kind::Long, "H"), (Kind::Decimal, "7")] {
        let mut field = Field::new("headline", "Headline", kind, "");
        field.inherit(Value::text("For sale"));
        field.restart(Some(Value::Null));
        let mut form = Form::new_list(vec![field]);
        let _ = form.edit();
        assert!(form.is_opened() && !form.changed(), "{form:?}");
        let _ = form.close(0);
        assert!(!form.changed() && !form.has_step(true), "opened and left: {form:?}");
        let _ = form.edit();
        press(&mut form, &[typed]);
        let _ = form.close(0);
        assert_eq!((form.changed(), form.value("headline").as_str()), (true, typed));
    }
}

#[test]
fn edits_that_are_not_saved_are_undone_and_redone_one_by_one() {
    let mut form = Form::new_list(vec![
        Field::of("sale", "For sale", Kind::Bool, Some(Value::Bool(false))),
        Field::of("title", "Title", Kind::Text, Some(Value::text("a"))),
    ]);
    assert_eq!(form.type_into("sale", Some("yes")), Ok(true));
    assert_eq!(form.type_into("title", Some("b")), Ok(true));
    assert_eq!(form.type_into("nothing", Some("b")), Ok(false));
    assert!(form.type_into("title", None).is_err(), "nothing to inherit");
    form.step(true);
    assert_eq!((form.value("title"), form.value("sale")), ("a".to_owned(), "yes".to_owned()));
    form.step(true);
    assert!(!form.changed());
    form.step(false);
    assert_eq!(form.value("sale"), "yes");
}

#[test]
fn the_first_key_in_an_opened_price_is_the_beginning_of_a_new_one() {
    let mut form = Form::new_list(vec![
        Field::of("bin", "BIN", Kind::Money(None), Some(Value::Whole(5950))),
        Field::of("title", "Title", Kind::Text, Some(Value::text("Solar"))),
    ]);
    let _ = form.edit();
    press(&mut form, &["7", "0"]);
    let _ = form.close(1);
    let _ = form.edit();
    press(&mut form, &["s"]);
    let _ = form.close(0);
    assert_eq!((form.value("bin").as_str(), form.value("title").as_str()), ("70", "Solars"));
}

#[test]
fn a_choice_turned_by_the_key_that_edits_is_taken_back() {
    let mut form = Form::new_list(vec![
        Field::of("sale", "For sale", Kind::Bool, Some(Value::Bool(true))),
        Field::of("title", "Title", Kind::Text, Some(Value::text("Solar"))),
    ]);
    let _ = form.edit();
    assert!(form.was_turned() && form.changed());
    let _ = form.walk(1);
    assert!(!form.was_turned(), "who goes on keeps it");
    let _ = form.walk(-1);
    let _ = form.edit();
    let _ = form.edit();
    assert!(form.was_turned());
    form.step(true);
    assert_eq!((form.was_turned(), form.value("sale").as_str()), (false, "yes"));
}

#[test]
fn a_source_that_has_little_room_keeps_what_is_told_nowhere_else() {
    use super::draw::parts;
    let account = "inherits · default · own on 613 verified domains";
    assert_eq!(
        [60, 40, 30, 24, 6].map(|room| parts(account, room)),
        [account, "inherits · own on 613 verified domains", "inherits · own on 613 verified", "inherits", "inherits"]
    );
    assert_eq!(parts("own · also on 120 verified domains", 20), "own", "no number without its noun");
    assert_eq!(parts("own · default: $250", 12), "own", "an own value never reads as an inherited one");
}

#[test]
fn values_of_a_list_leave_their_sources_whole() {
    let mut sale = Field::of("sale", "For sale", Kind::Bool, Some(Value::Bool(true)));
    sale.aside = "default · own on 1,116 verified domains".into();
    let title = Field::of("title", "Title", Kind::Text, Some(Value::text("A name for your next brand")));
    let form = Form::new_list(vec![sale, title]);
    // 8 cells for labels, 6 for blanks, and 31 for the part of the source that is shown nowhere else.
    assert_eq!([80, 60, 40].map(|width| form.value_width(width, 8)), [26, 15, 8]);
}

#[test]
fn a_field_without_help_says_beside_the_list_where_its_value_comes_from() {
    let mut sale = Field::of("sale", "For sale", Kind::Bool, Some(Value::Bool(true)));
    sale.aside = "own · also on 613 verified domains".into();
    let form = Form::new_list(vec![sale]);
    let shown = draw(100, 4, |area, buf| {
        look(|look| form.render(look, area, buf, &mut Facts::default()));
    });
    assert!(shown.lines().any(|line| line.ends_with("│ own · also on 613 verified")), "{shown}");
}

#[test]
fn the_source_of_a_long_value_is_shown_and_in_the_column_where_there_is_room() {
    let field = |id: &'static str, value: &str, source: &'static str| {
        let mut field = Field::of(id, id, Kind::Text, Some(Value::text(value)));
        field.aside = source.into();
        field
    };
    let legal = "<p>Harbour Lane Names Ltd, 4 Quay Street, Bristol BS1 4DJ, England</p>";
    let form = Form::new_list(vec![field("design", "card", "default"), field("legal", legal, "own")]);
    for (width, in_column) in [(60, false), (130, true)] {
        let shown = draw(width, 4, |area, buf| {
            look(|look| form.render(look, area, buf, &mut Facts::default()));
        });
        let at = |line: usize, words: &str| shown.lines().nth(line).and_then(|line| line.find(words));
        let [design, legal] = [at(0, "default"), at(1, "…").and_then(|_| at(1, "  own"))];
        let cells = |line: usize, at: usize| shown.lines().nth(line).map(|line| line[..at].chars().count());
        let legal = legal.unwrap_or_else(|| panic!("its source is there: {shown}"));
        assert_eq!(design.map(|at| cells(0, at)) == Some(cells(1, legal + 2)), in_column, "{shown}");
    }
}

#[test]
fn rows_of_a_list_stay_where_they_are_whatever_help_is_below_the_cursor() {
    let helps = ["", "One line.", "A sentence that takes two lines where the list is as narrow as this one."];
    let fields = helps.map(|help| Field { help: help.into(), ..Field::new("field", "Field", Kind::Text, "x") });
    let mut form = Form::new_list([&fields[..], &[Field::new("last", "Last", Kind::Text, "x")]].concat());
    let mut rows = [0; 3];
    for (focus, row) in rows.iter_mut().enumerate() {
        form.focus = focus;
        let frame = draw(60, 12, |area, buf| {
            look(|look| form.render(look, area, buf, &mut Facts::default()));
        });
        *row = frame.lines().position(|line| line.contains("Last")).unwrap_or_else(|| panic!("{frame}"));
    }
    assert_eq!(rows, [5; 3]);
}

#[test]
fn a_long_value_of_a_list_is_whole_where_there_is_room() {
    let long = "A name for your next brand, and for the one after that, with room to grow";
    let mut title = Field::of("title", "Title", Kind::Text, Some(Value::text(long)));
    title.aside = "own".into();
    let form = Form::new_list(vec![title]);
    let shown = draw(300, 4, |area, buf| {
        look(|look| form.render(look, area, buf, &mut Facts::default()));
    });
    assert!(shown.contains(&format!("{long}  own")), "{shown}");
}
