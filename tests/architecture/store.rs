//! The rooms of the store, and the rooms each of them may use.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::read::{code_lines, is_test, names_from, parts_under, sources};

/// The rooms of the store from the ground up, each with those it uses; all of these are before it.
const STORE: [(&str, &str); 15] = [
    ("subject", ""),
    ("session", ""),
    ("answers", "subject"),
    ("notes", "subject"),
    ("filter", "subject notes"),
    ("lists", "subject answers notes filter"),
    ("index", "subject answers notes filter"),
    ("writes", "subject session answers lists index"),
    ("disk", "subject session answers notes lists index writes"),
    ("whole", "subject session answers notes filter lists index writes disk"),
    ("shown", "subject answers filter lists index writes whole"),
    ("findings", "subject answers notes filter lists index writes whole"),
    ("score", "subject notes filter index whole"),
    ("search", "subject answers notes filter lists index whole"),
    ("home", "subject answers notes filter lists index writes disk whole shown findings score"),
];

#[test]
fn a_room_of_the_store_uses_only_those_it_may() {
    let store = Path::new("src/store");
    let given_out = fs::read_to_string(store.join("mod.rs")).expect("the store lists its rooms");
    // A name the store re-exports belongs to the room it comes from.
    let given: Vec<(&str, Vec<String>)> =
        STORE.iter().map(|(room, _)| (*room, names_given(room, &given_out))).collect();
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for (place, (room, uses)) in STORE.iter().enumerate() {
        let before = |other| STORE[..place].iter().any(|(known, _)| *known == other);
        wrong.extend(
            uses.split(' ')
                .filter(|other| !other.is_empty() && !before(*other))
                .map(|other| format!("{room} is not above {other}")),
        );
    }
    for (path, text) in sources().iter().filter(|(path, _)| path.starts_with(store) && !is_test(path)) {
        let Some(parts) = parts_under(store, path).filter(|parts| !["lib", "mod"].contains(&parts[0].as_str())) else {
            continue;
        };
        let Some((room, may_use)) = STORE.iter().find(|(room, _)| *room == parts[0]) else {
            wrong.push(format!("{}: no room of the store", path.display()));
            continue;
        };
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for name in names_from(&parts, "crate::store::", text) {
            let other =
                given.iter().find(|(of, names)| *of == name || names.contains(&name)).map_or(*room, |(of, _)| *of);
            used.insert((*room, other));
            if other != *room && !may_use.split(' ').any(|may| may == other) {
                wrong.push(format!("{}: {name} is of {other}", path.display()));
            }
        }
    }
    let arrows = STORE.iter().flat_map(|(room, uses)| uses.split(' ').map(move |other| (*room, other)));
    wrong.extend(
        arrows
            .filter(|arrow| !arrow.1.is_empty() && !used.contains(arrow))
            .map(|(from, to)| format!("{from} does not use {to} any more")),
    );
    assert!(wrong.is_empty(), "a room of the store uses one it may not:\n{}", wrong.join("\n"));
}

#[test]
fn the_store_is_made_in_its_own_folder_and_has_few_fields() {
    let whole = Path::new("src/store/whole");
    let is_impl = |line: &str| line.trim_start().starts_with("impl Store ");
    let elsewhere: Vec<String> = sources()
        .iter()
        .filter(|(path, text)| !path.starts_with(whole) && code_lines(text).any(|(_, line)| is_impl(line)))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(elsewhere.is_empty(), "functions of the store outside {}:\n{}", whole.display(), elsewhere.join("\n"));
    let house = fs::read_to_string(whole.join("mod.rs")).expect("the store has its file");
    let (_, fields) = house.split_once("pub struct Store {\n").expect("the store is in it");
    let fields = fields.lines().take_while(|line| *line != "}").filter(|line| line.contains(": "));
    assert!(fields.count() <= 9, "a field per room: what belongs together is one");
}

/// The names that a list of rooms re-exports from one of them.
fn names_given(room: &str, house: &str) -> Vec<String> {
    let lines = house.split(';').filter_map(|line| line.split_once("pub use "));
    let of_room = lines.filter_map(|(_, path)| path.strip_prefix(room)?.strip_prefix("::"));
    of_room.flat_map(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned)).collect()
}
