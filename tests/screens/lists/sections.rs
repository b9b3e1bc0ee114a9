//! Saved views as sections of a list.

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::shell::EventKind;
use parkade::ui::testing::Story;

use crate::support::{inbox, portfolio};

/// An inbox with the views of offers and of Tom.
fn story() -> Story {
    let mut story = Story::new(ALL);
    story.size(80, 30).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    inbox::walk(&mut story, &inbox::rows());
    story.line("filter offer:>1000").line("view save big offers").keys("esc");
    story.line("filter buyer:tom").line("view save tom").keys("esc");
    story
}

/// The lines below the headings: a section's name, or a domain.
fn lines(story: &mut Story) -> Vec<String> {
    let frame = story.snap_screen();
    let body = frame.lines().skip_while(|line| !line.contains("domain ")).skip(1);
    let named = |line: &str| {
        let domain = line.split_whitespace().find(|word| word.len() > 3 && word.contains('.'));
        domain.map_or_else(|| line.trim().split("  ").next().unwrap_or_default().to_owned(), str::to_owned)
    };
    body.map(named).take_while(|line| !line.is_empty()).collect()
}

#[test]
fn views_are_listed_under_their_names_and_all_other_rows_come_last() {
    let mut story = story();
    let plain = lines(&mut story);
    story.line("sections tom,big_offers");
    let shown = lines(&mut story);
    let heads: Vec<&str> = shown.iter().filter(|line| !line.contains('.')).map(String::as_str).collect();
    assert_eq!(heads, ["tom", "big offers", "Others"], "{}", story.snap());
    assert_eq!(shown[1], "greenhaus.com", "it is in both views, and stands in the first: {shown:?}");
    let mut rows: Vec<&String> = shown.iter().filter(|line| line.contains('.')).collect();
    let mut before: Vec<&String> = plain.iter().collect();
    rows.sort();
    before.sort();
    assert_eq!(rows, before, "each row stands in one section");
    assert!(story.snap().contains("big offers  1"), "{}", story.snap());
    story.line("sections none");
    assert_eq!(lines(&mut story), plain);
}

#[test]
fn a_saved_view_keeps_its_sections_and_esc_leads_back_from_it() {
    let mut story = story();
    let plain = lines(&mut story);
    story.line("sections big_offers").line("view save morning").line("sections none");
    assert_eq!(lines(&mut story), plain);
    story.line("view load morning");
    assert_eq!(lines(&mut story)[0], "big offers", "{}", story.snap());
    story.keys("esc");
    assert_eq!(lines(&mut story), plain, "{}", story.snap());
    story.open("inquiries", "active sections:big_offers sort:offer,desc");
    assert_eq!(lines(&mut story)[0], "big offers", "{}", story.snap());
    story.line("view save dear").line("view load dear");
    assert_eq!(lines(&mut story)[0], "big offers", "{}", story.snap());
}

#[test]
fn the_menu_turns_sections_on_and_off_in_the_order_they_are_chosen() {
    let mut story = story();
    story.line("sections").keys("down enter");
    assert!(story.snap().contains("Sections"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(lines(&mut story)[0], "tom", "{}", story.snap());
    story.line("sections").keys("enter esc");
    assert_eq!(lines(&mut story)[0], "solarpark.de", "the list is in one piece again: {}", story.snap());
}

#[test]
fn several_entries_chosen_while_the_menu_is_open_all_count() {
    let mut story = story();
    story.line("sections none").line("sections").keys("enter down enter esc");
    let both = lines(&mut story);
    story.line("sections none").line("sections").keys("enter enter enter down enter esc");
    assert_eq!(both, lines(&mut story), "taken away and added again while it is open");
    assert!(both.len() > 1, "{both:?}");
}

#[test]
fn the_cursor_and_the_mouse_pass_over_the_names_of_sections() {
    let mut story = story();
    story.line("sections tom,big_offers").keys("g g");
    let here = |story: &mut Story| {
        let frame = story.snap();
        let line = frame.lines().position(|line| line.starts_with('▌')).expect("a row");
        (line as u16, frame.lines().nth(line).unwrap_or_default().to_owned())
    };
    let (first, row) = here(&mut story);
    assert!(row.contains("greenhaus.com"), "{row}");
    story.keys("j");
    let (second, row) = here(&mut story);
    assert!(row.contains("solarpark.de") && second == first + 2, "{}", story.snap());
    story.event(EventKind::Click { x: 12, y: first });
    assert_eq!(here(&mut story).0, first);
    story.event(EventKind::Click { x: 12, y: first + 1 });
    assert_eq!(here(&mut story).0, first, "the name of a section is no row");
    story.event(EventKind::Click { x: 12, y: second });
    assert_eq!(here(&mut story).0, second);
}

#[test]
fn an_unknown_view_is_named_and_moves_nothing() {
    let mut story = story();
    let before = lines(&mut story);
    story.line("sections tim");
    assert!(story.snap().contains("Unknown view “tim”. Did you mean “tom”?"), "{}", story.snap());
    story.line("inquiries active sections:tim");
    assert!(story.snap().contains("Unknown view “tim”"), "{}", story.snap());
    assert_eq!(lines(&mut story), before);
}

#[test]
fn domains_have_sections_too() {
    let mut story = Story::new(ALL);
    story.size(110, 30).open("domains", "");
    portfolio::all(&mut story);
    story.line("sections");
    assert!(story.snap().contains("No view of this list is saved yet; F saves what it shows."), "{}", story.snap());
    story.line("filter bin:any").line("view save priced").keys("esc").line("sections priced");
    assert_eq!(lines(&mut story)[0], "priced", "{}", story.snap());
    story.keys("G");
    assert!(story.snap_screen().contains('▌'), "{}", story.snap());
}
