//! Circles of files: files that reach one another, so that none of them is understood, moved or tested alone.
//!
//! An edge is a name of another file of the same room, in a `use` or spelled with its path. A name that a `mod.rs`
//! re-exports belongs to the file it comes from, and re-exporting it is no edge.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::read::{code_lines, is_test, parts_under, sources};

/// Most files of a circle.
const MOST: usize = 6;

#[test]
fn files_of_a_room_form_no_large_circles() {
    let sources = sources();
    let house = House::of(sources.iter().filter(|(path, _)| !is_test(path)).filter_map(|(path, text)| {
        let parts = parts_under(Path::new("src"), path)?;
        Some((parts, text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()))
    }));
    let large = house.circles().into_iter().filter(|circle| circle.len() > MOST);
    let large: Vec<String> =
        large.map(|circle| circle.iter().map(|file| file.join("/")).collect::<Vec<_>>().join(" ")).collect();
    assert!(
        large.is_empty(),
        "more than {MOST} files reach one another; move what they need into one of its own:\n{}",
        large.join("\n")
    );
}

/// A file by its folders and its name; a `mod.rs` by its folders.
type File = Vec<String>;

/// Files with their code, the names they define and the names they import.
#[derive(Default)]
struct House {
    code: BTreeMap<File, String>,
    makes: BTreeMap<File, BTreeSet<String>>,
    /// Imports by file: a name, the path it is imported by, and whether it is re-exported.
    brings: BTreeMap<File, Vec<(String, File, bool)>>,
}

impl House {
    fn of<'a>(sources: impl Iterator<Item = (Vec<String>, &'a str)>) -> Self {
        let mut house = Self::default();
        for (mut file, text) in sources {
            file.pop_if(|last| last == "mod" || last == "lib" || last == "main");
            let code: String = code_lines(text).flat_map(|(_, line)| [line, "\n"]).collect();
            let (uses, code) = without_uses(&code);
            let words: Vec<&str> =
                code.split(|c: char| !is_word(c) && c != '!').filter(|word| !word.is_empty()).collect();
            let makes = words.windows(2).filter(|pair| MAKERS.contains(&pair[0])).map(|pair| pair[1].to_owned());
            house.makes.insert(file.clone(), makes.collect());
            house.brings.insert(file.clone(), uses);
            house.code.insert(file, code);
        }
        house
    }

    /// The whole path of a name in a file; `None` for one of another crate.
    fn whole(&self, path: &[String], file: &File) -> Option<File> {
        let ups = path.iter().take_while(|part| *part == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&file[..], &path[1..]].concat()),
            "super" => Some([file.get(..file.len().checked_sub(ups)?)?, &path[ups..]].concat()),
            _ => {
                let here = [&file[..], path].concat();
                self.code.contains_key(&here[..=file.len()]).then_some(here)
            }
        }
    }

    /// The file a path leads to, through re-exported names; in `left` steps at most.
    fn file_of(&self, path: &File, left: usize) -> Option<&File> {
        let at = (0..=path.len()).rev().find(|at| self.code.contains_key(&path[..*at]))?;
        let (file, _) = self.code.get_key_value(&path[..at])?;
        let Some(name) = path.get(at).filter(|name| left > 0 && !self.makes[file].contains(*name)) else {
            return Some(file);
        };
        let brought = self.brings[file].iter().find(|(brought, ..)| brought == name);
        let further = brought.and_then(|(_, from, _)| self.whole(from, file));
        further.and_then(|further| self.file_of(&further, left - 1)).or(Some(file))
    }

    fn edges(&self, file: &File) -> BTreeSet<&File> {
        let brings = &self.brings[file];
        let mut paths: Vec<File> =
            brings.iter().filter(|(.., given)| !given).filter_map(|(_, path, _)| self.whole(path, file)).collect();
        for path in paths_in(&self.code[file]) {
            let brought = brings.iter().find(|(name, ..)| *name == path[0]);
            paths.extend(match brought {
                Some((_, from, _)) => self.whole(from, file).map(|from| [&from[..], &path[1..]].concat()),
                None => self.whole(&path, file),
            });
        }
        let found = paths.iter().filter_map(|path| self.file_of(path, 8));
        found.filter(|other| *other != file && !other.is_empty() && other[0] == file[0]).collect()
    }

    /// Files that reach one another, two at the least.
    fn circles(&self) -> Vec<Vec<&File>> {
        let files = || self.code.keys().filter(|file| !file.is_empty());
        let edges: BTreeMap<&File, BTreeSet<&File>> = files().map(|file| (file, self.edges(file))).collect();
        let reached: BTreeMap<&File, BTreeSet<&File>> = files()
            .map(|from| {
                let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
                while let Some(file) = open.pop() {
                    open.extend(edges[file].iter().filter(|next| seen.insert(**next)));
                }
                (from, seen)
            })
            .collect();
        let circle = |file: &File| -> Vec<&File> {
            reached[file].iter().copied().filter(|other| reached[other].contains(file)).collect()
        };
        files().map(circle).filter(|circle| circle.len() > 1).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// Words before a name that is defined.
const MAKERS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules!"];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names imported by `use`, each with its path and whether it is re-exported; and the rest of the code.
fn without_uses(code: &str) -> (Vec<(String, File, bool)>, String) {
    let (mut names, mut rest, mut open) = (Vec::new(), String::new(), String::new());
    for line in code.lines() {
        let trimmed = line.trim_start();
        let is_use = trimmed.starts_with("use ") || trimmed.starts_with("pub") && trimmed.contains(" use ");
        if open.is_empty() && !is_use {
            rest.extend([line, "\n"]);
            continue;
        }
        open.extend([line, " "]);
        if open.contains(';') {
            let given = open.trim_start().starts_with("pub");
            let tree = open.split_once("use ").map_or("", |(_, tree)| tree.trim_end().trim_end_matches(';'));
            leaves(&[], tree, &mut |name, path| names.push((name, path, given)));
            open.clear();
        }
    }
    (names, rest)
}

/// The names at the ends of a tree of a `use`, each with its path.
fn leaves(before: &[String], tree: &str, found: &mut dyn FnMut(String, File)) {
    let parts =
        |path: &str| path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if let Some((path, inner)) = tree.split_once('{') {
        let path: File = [before.to_vec(), parts(path)].concat();
        let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
        let (mut depth, mut from) = (0, 0);
        for (at, c) in inner.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 {
                leaves(&path, &inner[from..at], found);
                from = at + 1;
            }
        }
        return leaves(&path, &inner[from..], found);
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
    let mut path: File = [before.to_vec(), parts(path)].concat();
    path.pop_if(|last| last == "self");
    if let Some(last) = path.last().filter(|_| !tree.trim().is_empty()) {
        found(alias.map_or_else(|| last.clone(), str::to_owned), path.clone());
    }
}

/// The paths of two parts or more that are spelled out in code.
fn paths_in(code: &str) -> Vec<File> {
    let words = code.split(|c: char| !is_word(c) && c != ':');
    let paths = words.filter(|word| word.contains("::")).map(|word| word.trim_matches(':'));
    paths.map(|path| path.split("::").map(str::to_owned).collect()).filter(|path: &File| path.len() > 1).collect()
}

#[test]
fn the_check_sees_circles() {
    let file = |name: &str| -> File { name.split('/').map(str::to_owned).collect() };
    let house = House::of(
        [
            ("ui/mod", "mod a;\nmod b;\nmod c;\npub use a::{self, A};\npub use b::B as Known;\n"),
            ("ui/a", "use super::Known;\npub struct A(Known);\n"),
            ("ui/b", "pub struct B;\nfn two() {\n    crate::ui::c::three();\n}\n"),
            ("ui/c", "use std::fmt;\nuse crate::{\n    ui::A,\n};\npub fn three() -> A { todo!() }\n"),
            ("base/d", "use crate::ui::A;\nstruct D(A);\n"),
        ]
        .into_iter()
        .map(|(name, text)| (file(name), text)),
    );
    assert_eq!(house.circles(), [[&file("ui/a"), &file("ui/b"), &file("ui/c")]]);
}
