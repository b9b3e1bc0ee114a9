//! Traits with many implementors: the number of their items, and that each of their hooks has more than one user.

use super::read::{is_test, sources};

/// A trait, the file it is written in, and how many items it has at the most.
const TRAITS: [(&str, &str, usize); 4] = [
    ("ListScreen", "src/ui/list/screen.rs", 30),
    ("Detail", "src/ui/list/detail.rs", 12),
    ("LocalRow", "src/ui/list/local.rs", 7),
    ("Kind", "src/store/writes/intent/kind.rs", 22),
];

#[test]
fn a_trait_has_few_items_and_no_hook_for_one_implementor() {
    let sources: Vec<_> = sources().into_iter().filter(|(path, _)| !is_test(path)).collect();
    let mut wrong = Vec::new();
    for (name, home, most) in TRAITS {
        let (_, text) = sources.iter().find(|(path, _)| path.ends_with(home)).expect("the file of the trait");
        let items = items(block(text, &format!("trait {name}")));
        assert!(!items.is_empty(), "{home} has no {name}");
        if items.len() > most {
            wrong.push(format!("{name} has {} items, {most} at the most", items.len()));
        }
        let implementors: Vec<&str> = sources.iter().flat_map(|(_, text)| blocks_for(text, name)).collect();
        assert!(implementors.len() > 1, "nobody implements {name}");
        for (item, _) in items.iter().filter(|(_, has_default)| *has_default) {
            let users = implementors.iter().filter(|block| block.contains(&format!("\n    fn {item}"))).count();
            if users < 2 {
                wrong.push(format!("{name}::{item} is used by {users} of {}", implementors.len()));
            }
        }
    }
    let way = "what only one list has is a field of its `About`";
    assert!(wrong.is_empty(), "a trait has grown; {way}:\n{}", wrong.join("\n"));
}

/// The text from the line that begins with these words to the brace that closes it, which rustfmt puts at the margin.
fn block<'a>(text: &'a str, begin: &str) -> &'a str {
    let from = text.find(begin).unwrap_or(text.len());
    let text = &text[from..];
    &text[..text.find("\n}").unwrap_or(text.len())]
}

/// The blocks that implement a trait for a type, without those where a default of the house implements it.
fn blocks_for<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let heads = text.match_indices("\nimpl").filter(|(at, _)| {
        let head = text[at + 1..].lines().next().unwrap_or_default();
        head.split(" for ").next().is_some_and(|of| {
            let of = of.rsplit([' ', ':']).find(|word| !word.is_empty()).unwrap_or_default();
            head.contains(" for ") && of.split('<').next() == Some(name)
        })
    });
    heads.map(|(at, _)| block(&text[at + 1..], "impl")).collect()
}

/// The types, constants and functions of a trait, each with whether it has a default.
fn items(block: &str) -> Vec<(&str, bool)> {
    let lines: Vec<&str> = block.lines().collect();
    let mut found = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let Some(item) = line.strip_prefix("    ") else { continue };
        for word in ["type ", "const ", "fn "] {
            if let Some(rest) = item.strip_prefix(word) {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                // A signature over several lines ends with its brace at the margin of the trait's items.
                let end = lines[place..]
                    .iter()
                    .find(|line| line.ends_with(';') || line.ends_with('{') || line.ends_with('}'));
                found.push((name, word == "fn " && end.is_some_and(|line| !line.ends_with(';'))));
            }
        }
    }
    found
}

#[test]
fn the_check_reads_traits_and_implementors() {
    let text = "pub trait Shown<S>: Sized {\n    const A: u8;\n    fn a(&self);\n    fn b(&self) -> u8 {\n        1\n    }\n}\n\
                impl list::Shown<Jobs> for Opened {\n    fn b(&self) -> u8 {\n        2\n    }\n}\nimpl Opened {\n}\n";
    assert_eq!(items(block(text, "trait Shown")), [("A", false), ("a", false), ("b", true)]);
    let blocks = blocks_for(text, "Shown");
    assert_eq!(blocks.len(), 1);
    assert!(blocks[0].contains("\n    fn b"));
}
