use super::*;
use crate::store::notes::Notes;
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
    bar.set_counts(Known::Is(212), Known::Is(41_812));
    assert_eq!(bar.words(), "solar · 212 of 41,812 · esc clears");
    bar.set_terms(vec![], vec!["solar".to_owned()]);
    bar.set_checked(Some((800, 10_000)));
    let part = |value| Known::AtLeast { value, read: 800, of: Some(10_000) };
    bar.set_counts(part(212), Known::Is(41_812));
    assert_eq!(bar.words(), "solar · ≥ 212 of 41,812 · 800 of 10,000 read · esc clears");
    assert_eq!(bar.hides().unwrap(), "No match for solar so far · 800 of 10,000 read · esc clears it");
    bar.set_checked(None);
    for (shown, of, words) in [
        (part(3), part(800), "solar · ≥ 3 of ≥ 800 · esc clears"),
        (part(3), Known::NotRead, "solar · ≥ 3 · esc clears"),
        (Known::NotRead, Known::Is(90), "solar · esc clears"),
    ] {
        bar.set_counts(shown, of);
        assert_eq!(bar.words(), words);
        assert_eq!(bar.hides().unwrap(), "No match for solar so far · esc clears it");
    }
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
    assert_eq!(bar.accept(), Outcome::Done);
    assert!(bar.is_editing() && bar.shown_problem().is_some());
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

#[test]
fn the_word_being_typed_is_not_judged_before_a_blank_or_enter() {
    let problem = |place| Some(Problem { message: "Unknown filter".to_owned(), place: Some(place) });
    let mut bar = FilterBar::default();
    bar.open();
    press(&mut bar, &["a", "space", "i", "s", ":"]);
    bar.set_problem(problem(2..5));
    assert_eq!(bar.shown_problem(), None);
    press(&mut bar, &["space"]);
    bar.set_problem(problem(2..5));
    assert!(bar.shown_problem().is_some(), "a blank");
    press(&mut bar, &["backspace"]);
    bar.set_problem(problem(2..5));
    assert_eq!(bar.shown_problem(), None);
    bar.accept();
    assert!(bar.shown_problem().is_some(), "enter");
}

#[test]
fn an_emptied_filter_line_shows_no_count() {
    let mut bar = FilterBar::default();
    bar.open();
    press(&mut bar, &["a"]);
    bar.set_counts(Known::Is(0), Known::Is(363));
    assert_eq!(bar.counts_words(), "0 of 363");
    press(&mut bar, &["backspace"]);
    assert_eq!(bar.counts_words(), "");
}

#[test]
fn tab_completes_words_and_values_and_goes_through_several() {
    let mut bar = FilterBar::default();
    bar.open_with(Some(Topic::Domains));
    let mut tab = |keys: &[&str], forward| {
        press(&mut bar, keys);
        bar.complete(forward, &Notes::default());
        bar.value().to_owned()
    };
    assert_eq!(tab(&["s", "t"], true), "state:");
    assert_eq!(tab(&["u"], true), "state:unverified ");
    assert_eq!(tab(&["s", "a"], true), "state:unverified sale:");
    assert_eq!(tab(&[], true), "state:unverified sale:yes");
    assert_eq!(tab(&[], true), "state:unverified sale:no");
    assert_eq!(tab(&[], false), "state:unverified sale:yes");
    assert_eq!(tab(&["space", "\"", "s", "t"], true), "state:unverified sale:yes \"st", "not in a text");
}

#[test]
fn the_words_that_fit_are_shown_with_what_they_mean() {
    let shown = |keys: &[&str], topic| {
        let mut bar = FilterBar::default();
        bar.open_with(topic);
        press(&mut bar, keys);
        bar.hints(&Notes::default()).into_iter().map(|(_, words)| words).collect::<Vec<_>>().join("  ")
    };
    let domains = Some(Topic::Domains);
    assert!(
        shown(&[], domains).starts_with("Part of a name, ^start, *end, or  state:  bin:  tld:  asked:"),
        "{}",
        shown(&[], domains)
    );
    assert_eq!(shown(&["l", "i"], domains), "listing: listed for sale (all, for_sale, off_market)");
    assert_eq!(shown(&["s", "a", "l", "e", ":"], domains), "sale: for sale ·  yes  no");
    assert_eq!(
        shown(&["l", "e", "n", "g", "t", "h", ":"], domains),
        "length: characters before the ending: 5, <6, 4-6"
    );
    assert_eq!(shown(&["x"], None), "Shows the rows that contain what you type.");
}
