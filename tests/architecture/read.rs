//! Sources read as text: the names in them, and the room each name is of.

use std::fs;
use std::path::{Path, PathBuf};

pub fn sources() -> Vec<(PathBuf, String)> {
    texts_in("src")
}

pub fn texts_in(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the source folder can be read") {
            let path = entry.expect("a folder entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 20, "the sources were not found");
    found
}

pub fn room_of(path: &Path) -> Option<&str> {
    let mut parts = path.components().skip(1);
    let room = parts.next()?.as_os_str().to_str()?;
    parts.next().is_some().then_some(room)
}

pub fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().to_str().is_some_and(|name| name.contains("test")))
}

/// Lines that are code: comments and documentation may name anything.
pub fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Every `crate::room`, with its line.
pub fn crate_uses(text: &str) -> Vec<(usize, String)> {
    let mut uses = Vec::new();
    for (number, line) in code_lines(text) {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            if let Some(group) = rest.strip_prefix('{') {
                let names = group.split(['}', ',']).map(str::trim).map(|item| item.split("::").next().unwrap_or(item));
                uses.extend(names.map(|name| (number, name.to_owned())));
            } else {
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                uses.push((number, name));
            }
        }
    }
    uses
}

/// The folders and the file of a path, below `root`.
pub fn parts_under(root: &Path, path: &Path) -> Option<Vec<String>> {
    let inside = path.strip_prefix(root).ok()?.with_extension("");
    Some(inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect())
}

/// The first names behind a room's own path in a file of it, whichever way they are spelled.
pub fn names_from(parts: &[String], path: &str, text: &str) -> Vec<String> {
    let depth = parts.len() - usize::from(parts.last().is_some_and(|last| last == "mod"));
    names_under(path, text).into_iter().chain(names_under(&"super::".repeat(depth), text)).collect()
}

/// The first names behind a path, in code, one by one or in a group; a longer path that ends like it does not count.
pub fn names_under(path: &str, text: &str) -> Vec<String> {
    let code: String = code_lines(text).flat_map(|(_, line)| [line, "\n"]).collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in code.match_indices(path) {
        if code[..at].ends_with([':', '_']) || code[..at].ends_with(is_word) {
            continue;
        }
        let mut inner = 0;
        let (mut name, mut ended) = (String::new(), false);
        for c in code[at + path.len()..].chars() {
            match c {
                '{' => inner += 1,
                '}' => inner -= 1,
                ',' if inner == 1 => {
                    names.push(std::mem::take(&mut name));
                    ended = false;
                }
                c if is_word(c) && inner < 2 && !ended => name.push(c),
                _ => ended |= !name.is_empty(),
            }
            if inner < 1 && (ended || c == '}') {
                break;
            }
        }
        names.push(name);
    }
    names
}

/// True when a line has `name::` as a path, not as the end of another word.
pub fn mentions(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"') && after == Some(':')
    })
}
