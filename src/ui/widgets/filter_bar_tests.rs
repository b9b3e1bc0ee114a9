use super::*;
use crate::ui::keymap::Key;

fn press(bar: &mut FilterBar, keys: &[&str]) {
    for key in keys {
        bar.text(&TextEvent::Key(Key::parse(key).unwrap().event()));
    }
}

#[test]
fn a_filter_in_force_always_says_what_it_hides_and_how_to_clear_it() {
    let mut bar = FilterBar::default();
    assert_eq!(bar.words(), "");
    bar.set("solar");
    bar.set_counts(212, 41_812);
    assert_eq!(bar.words(), "solar · 212 of 41,812 · esc clears");
    bar.set_terms(vec![], vec!["solar".to_owned()]);
    bar.set_checked(Some((800, 10_000)));
    assert!(bar.words().contains("local terms checked on 800 of 10,000 reachable"));
    assert!(bar.clear());
    assert!(!bar.clear());
    assert_eq!(bar.words(), "");
}

#[test]
fn an_invalid_filter_is_not_accepted_and_esc_brings_the_former_one_back() {
    let mut bar = FilterBar::default();
    bar.set("is:unread");
    bar.open();
    press(&mut bar, &["space", "r", "i", "k", "s"]);
    bar.set_problem(Some(Problem { message: "“riks” is no term".to_owned(), place: Some(10..14) }));
    assert_eq!(bar.accept(), Outcome::Refused("“riks” is no term".to_owned()));
    assert!(bar.is_editing());
    bar.cancel();
    assert_eq!((bar.value(), bar.is_editing(), bar.problem()), ("is:unread", false, None));
}

#[test]
fn up_and_down_walk_through_earlier_filters() {
    let mut bar = FilterBar::default();
    bar.set("first");
    bar.set("second");
    bar.clear();
    bar.open();
    bar.walk_history(-1);
    assert_eq!(bar.value(), "second");
    bar.walk_history(-1);
    bar.walk_history(-1);
    assert_eq!(bar.value(), "first");
    bar.walk_history(1);
    bar.walk_history(1);
    assert_eq!(bar.value(), "");
}
