//! Arguments that cannot be read: the message names them, and nothing else changes.

use parkade::screens::ALL;

use super::{LISTS, List, body};

/// Runs each line on the list, on the list filtered and sorted, and on an opened row. Each must name its wrong word and
/// change nothing.
fn moves_nothing(list: &List, lines: &[(String, &str)]) {
    for set_up in ["list", "filtered", "opened"] {
        let mut story = list.open();
        story.keys("j");
        match (set_up, list.page) {
            ("filtered", _) => {
                story.line(&format!("filter {}", list.some.0));
                if let Some(column) = list.column {
                    story.line(&format!("sort {column} desc"));
                }
            }
            ("opened", Some(page)) => {
                story.keys("enter").line(&format!("tab {page}"));
            }
            _ => {}
        }
        let before = body(&mut story);
        for (line, word) in lines {
            story.line(line);
            let told = story.snap();
            assert!(told.contains(word), "{} {set_up}: {line} names {word}:\n{told}", list.screen);
            assert_eq!(body(&mut story), before, "{} {set_up}: {line}", list.screen);
        }
    }
}

/// Runs each line on every other screen. Each must name its wrong word and leave that screen in front.
fn stays_elsewhere(list: &List, lines: &[(String, &str)]) {
    for other in ALL.iter().filter(|def| def.id != list.screen) {
        let mut story = list.open();
        story.open(other.id, "");
        let before = (story.snap_header(), body(&mut story));
        for (line, word) in lines {
            story.line(line);
            let told = story.snap();
            assert!(told.contains(word), "{}: {line} names {word}:\n{told}", other.id);
            if story.shell.layer_names().contains(&"line") {
                story.keys("esc");
            }
            assert_eq!((story.snap_header(), body(&mut story)), before, "{}: {line}", other.id);
        }
    }
}

#[test]
fn an_unknown_tab_is_named_and_moves_nothing() {
    // The settled findings are one page without tabs.
    for list in LISTS.iter().filter(|list| list.screen != "settled") {
        moves_nothing(list, &[("tab moon".to_owned(), "“moon”"), ("tab".to_owned(), list.tabs[1])]);
    }
}

#[test]
fn a_filter_that_cannot_be_read_is_named_and_moves_nothing() {
    for list in LISTS {
        let Some((wrong, word)) = list.wrong else { continue };
        let [first, other] = list.tabs;
        let lines = [
            format!("filter {wrong}"),
            format!("{} {wrong}", list.screen),
            format!("{} {first} {wrong}", list.screen),
            format!("{} {other} {} {wrong}", list.screen, list.some.0),
        ];
        stays_elsewhere(list, &lines[1..].iter().map(|line| (line.clone(), word)).collect::<Vec<_>>());
        moves_nothing(list, &lines.map(|line| (line, word)));
    }
}

#[test]
fn an_order_that_cannot_be_read_is_named_and_moves_nothing() {
    for list in LISTS {
        let Some(column) = list.column else { continue };
        let other = list.tabs[1];
        let lines = [
            (format!("{} {other} sort:moon,desc", list.screen), "“moon”"),
            (format!("{} {other} {} sort:{column},up", list.screen, list.some.0), "up”"),
        ];
        moves_nothing(list, &lines);
        stays_elsewhere(list, &lines);
        let mut story = list.open();
        story.keys("j");
        let before = body(&mut story);
        for (line, word) in [("sort moon".to_owned(), "“moon”"), (format!("sort {column} up"), "“up”")] {
            story.line(&line);
            assert!(story.snap().contains(word), "{}: {line}:\n{}", list.screen, story.snap());
            assert_eq!(body(&mut story), before, "{}: {line}", list.screen);
        }
    }
}
