//! The promises and their proofs: `assets/promises.md` lists which tests prove which promise, and is never written by
//! hand. A test names what it proves in its doc comment, by the number of the promise.
//!
//! The table of promises is `table.rs`; promises about dependencies and builds are checked in `supply.rs`. Like
//! `tests/architecture/` this reads sources as text and does not link the program.

mod supply;
mod table;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use table::{Promise, TABLE};

const FILE: &str = "assets/promises.md";
/// Path of this file, which names numbers that nobody promised.
const OURSELVES: &str = "tests/promises/main.rs";

const INTRODUCTION: &str = "\
# What is promised, and what proves it

Written by `UPDATE_PROMISES=1 cargo test --test promises`; do not edit it. A test proves a promise when its doc comment names the number; \
the promises themselves are in `tests/promises/table.rs`. `cargo test NAME` runs a test of this list.
";

/// A test function and the promises its doc comment names.
#[derive(Debug, PartialEq)]
struct Test {
    name: String,
    proves: BTreeSet<String>,
    ignored: bool,
}

#[test]
fn the_page_names_every_promise_with_its_tests() {
    let fresh = page(&proofs());
    if std::env::var_os("UPDATE_PROMISES").is_some() {
        fs::write(FILE, &fresh).expect("the page can be written");
    }
    let kept = fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == fresh, "{FILE} is stale; write it again with UPDATE_PROMISES=1 cargo test --test promises");
}

#[test]
fn every_promise_has_a_test_or_says_why_not() {
    let proofs = proofs();
    let bare: Vec<_> = promises()
        .filter(|promise| promise.open.is_empty() && proofs_of(promise, &proofs).next().is_none())
        .map(|promise| format!("{}: {}", promise.number, promise.says))
        .collect();
    assert!(bare.is_empty(), "promised and proven by no test:\n{}", bare.join("\n"));
}

#[test]
fn every_number_in_a_comment_is_that_of_a_promise() {
    let known: BTreeSet<&str> = promises().map(|promise| promise.number).collect();
    assert_eq!(known.len(), promises().count(), "a number is given twice");
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (line, text) in text.lines().enumerate() {
            let unknown = numbers(text).into_iter().filter(|number| !known.contains(number.as_str()));
            wrong.extend(unknown.map(|number| format!("{}:{}: {number}", path.display(), line + 1)));
        }
    }
    assert!(wrong.is_empty(), "no such promise:\n{}", wrong.join("\n"));
}

#[test]
fn a_test_that_is_not_run_proves_nothing() {
    let idle: Vec<_> = proofs().into_iter().filter(|(_, test)| test.ignored).map(|(_, test)| test.name).collect();
    assert!(idle.is_empty(), "ignored, and named as a proof: {idle:?}");
}

#[test]
fn the_scan_finds_numbers_in_doc_comments_of_tests_alone() {
    let text = "\
        /// R-91: a helper proves nothing.\nfn helper() {}\n\n\
        /// A thing (R-92).\n#[test]\nfn first() {\n    // R-90\n}\n\n\
        #[rstest]\n/// R-93, R-94.\n#[case(\n    \"[\",\n)]\n#[tokio::test]\nasync fn second() {}\n\n\
        /// STAR-90, R-9.\n#[ignore = \"slow\"]\n#[test]\nfn third() {}\n";
    let found = |name: &str, proves: &[&str], ignored| Test {
        name: name.to_owned(),
        proves: proves.iter().map(|number| (*number).to_owned()).collect(),
        ignored,
    };
    assert_eq!(
        tests_in(text),
        [found("first", &["R-92"], false), found("second", &["R-93", "R-94"], false), found("third", &[], true)]
    );
}

fn promises() -> impl Iterator<Item = &'static Promise> {
    TABLE.iter().flat_map(|(_, promises)| *promises)
}

fn page(proofs: &[(PathBuf, Test)]) -> String {
    let all = promises().count();
    let open = promises().filter(|promise| !promise.open.is_empty()).count();
    let mut page = INTRODUCTION.to_owned();
    let _ = writeln!(page, "\n{} tests prove {all} promises; of {open} a part is not proven by a test.", proofs.len());
    for (subject, promises) in TABLE {
        let _ = writeln!(page, "\n## {subject}");
        for promise in promises {
            let _ = writeln!(page, "\n**{}** {}\n", promise.number, promise.says);
            for (path, test) in proofs_of(promise, proofs) {
                let path = path.display();
                let _ = writeln!(page, "* `{}` in [{path}](../{path})", test.name);
            }
            if !promise.open.is_empty() {
                let _ = writeln!(page, "* Not proven by a test: {}.", promise.open);
            }
        }
    }
    page
}

fn proofs_of<'a>(promise: &Promise, proofs: &'a [(PathBuf, Test)]) -> impl Iterator<Item = &'a (PathBuf, Test)> {
    proofs.iter().filter(|(_, test)| test.proves.contains(promise.number))
}

/// Every test that names a promise, in the order of paths and lines.
fn proofs() -> Vec<(PathBuf, Test)> {
    let mut sources = sources();
    sources.sort();
    let tests = sources
        .into_iter()
        .flat_map(|(path, text)| tests_in(&text).into_iter().map(move |test| (path.clone(), test)).collect::<Vec<_>>());
    tests.filter(|(_, test)| !test.proves.is_empty()).collect()
}

/// Every source file of the program and its tests, with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("src"), PathBuf::from("tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the source folder can be read") {
            let path = entry.expect("a folder entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && path != Path::new(OURSELVES) {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 20, "the sources were not found");
    found
}

/// The test functions of a file. An attribute of several lines ends at a line that ends with its bracket.
fn tests_in(text: &str) -> Vec<Test> {
    let mut found = Vec::new();
    let (mut doc, mut is_test, mut ignored, mut in_attribute) = (String::new(), false, false, false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[") || in_attribute {
            is_test |= ["#[test]", "#[rstest", "#[tokio::test"].iter().any(|mark| line.starts_with(mark));
            ignored |= line.starts_with("#[ignore");
            in_attribute = !line.ends_with(']');
        } else if let Some(comment) = line.strip_prefix("///") {
            doc.push_str(comment);
        } else if !line.is_empty() && !line.starts_with("//") {
            if let Some(name) = function(line).filter(|_| is_test) {
                found.push(Test { name, proves: numbers(&doc), ignored });
            }
            doc.clear();
            (is_test, ignored) = (false, false);
        }
    }
    found
}

/// The name of the function that begins on a line.
fn function(line: &str) -> Option<String> {
    let rest = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?;
    Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// The numbers of promises in a text, as `R-01`.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_number = |at: usize| {
        let rest = &text.as_bytes()[at..];
        let begins = !text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '-');
        begins
            && rest.len() >= 4
            && rest[2..4].iter().all(u8::is_ascii_digit)
            && !rest.get(4).is_some_and(u8::is_ascii_digit)
    };
    text.match_indices("R-").filter(|(at, _)| is_number(*at)).map(|(at, _)| text[at..at + 4].to_owned()).collect()
}
