use super::*;
use crate::ui::testing::{draw, look};

fn items() -> Vec<Item> {
    [("Archive, so that it leaves the list", "a"), ("Star", "s"), ("Go to the last row", "G"), ("Refresh", "ctrl-r")]
        .map(|(label, lead)| Item { label: label.to_owned(), lead: lead.to_owned(), ..Item::default() })
        .to_vec()
}

fn press(picker: &mut Picker, keys: &[&str]) -> Picked {
    let mut last = Picked::Open;
    for key in keys {
        last = picker.event(&TextEvent::Key(Key::parse(key).unwrap().event()));
    }
    last
}

#[test]
fn letters_search_a_picker_and_enter_picks_the_best_match() {
    let mut picker = Picker::new(items(), true);
    assert_eq!(press(&mut picker, &["a", "r", "c", "h", "enter"]), Picked::Item(0));
    assert_eq!(press(&mut picker, &["ctrl-u", "l", "r", "o", "w", "enter"]), Picked::Item(2));
    assert_eq!(press(&mut picker, &["ctrl-u", "z", "z", "z", "enter"]), Picked::Open);
    assert!(picker.is_empty());
}

#[test]
fn a_key_typed_exactly_comes_first() {
    let mut picker = Picker::new(items(), true);
    assert_eq!(press(&mut picker, &["s", "enter"]), Picked::Item(1));
}

#[test]
fn a_menu_moves_by_letters_and_begins_at_the_item_that_is_on() {
    let mut list = items();
    list[1].on = Some(true);
    let mut picker = Picker::new(list, false);
    assert_eq!(picker.current(), Some(1));
    assert_eq!(press(&mut picker, &["j", "enter"]), Picked::Item(2));
    assert_eq!(press(&mut picker, &["k", "k", "k", "enter"]), Picked::Item(0));
    assert_eq!(press(&mut picker, &["q"]), Picked::Closed);
}

#[test]
fn space_flips_a_switch_and_chooses_nothing_in_other_menus() {
    let mut menu = Picker::new(items(), false);
    assert_eq!(press(&mut menu, &["space"]), Picked::Open);
    menu.switches = true;
    assert_eq!(press(&mut menu, &["space"]), Picked::Item(0));
}

#[test]
fn a_paste_never_picks() {
    let mut picker = Picker::new(items(), true);
    assert_eq!(picker.event(&TextEvent::Paste("arch\n\n".to_owned())), Picked::Open);
    assert_eq!(picker.current(), Some(0));
}

#[test]
fn a_list_longer_than_the_window_has_as_many_columns_as_fit() {
    let labels = (0..30).map(|at| Item { label: format!("Command number {at:02}"), ..Item::default() });
    let picker = Picker::new(labels.collect(), false);
    assert_eq!(
        [(200, 40), (200, 10), (45, 10), (30, 10)].map(|(cells, rows)| picker.columns(cells, rows)),
        [1, 3, 2, 1]
    );
    let shown = draw(60, 10, |area, buf| look(|look| picker.render(look, area, buf)));
    let first = shown.lines().next().unwrap_or_default();
    assert!(["number 00", "number 10", "number 20"].iter().all(|item| first.contains(item)), "{shown}");
}
