//! Words for names that look like others: in a cell, on a page, in a question.

use crate::base::{DomainName, Lookalike};
use crate::ui::text::grouped;

/// Short form for a cell or beside a field.
pub fn short(kind: &Lookalike) -> String {
    match kind {
        Lookalike::MixedScripts(scripts) => format!("mixes {scripts} letters"),
        Lookalike::WholeScript(latin) => format!("looks like {latin}"),
    }
}

/// Warning for a page of text; empty for a name that looks like no other.
pub fn warning(name: &DomainName) -> Option<String> {
    name.lookalike().map(|kind| match kind {
        Lookalike::MixedScripts(scripts) => format!("Letters of several scripts in one name: {scripts}"),
        Lookalike::WholeScript(latin) => format!("Looks like {latin}, but is written in other letters"),
    })
}

/// Sentence, with a leading space, for a question about `of` names of which `count` look like others; empty when none
/// does.
pub fn among(count: usize, of: usize) -> String {
    match count {
        0 => String::new(),
        1 if of == 1 => " The name looks like another one (mixed alphabets).".to_owned(),
        1 => " 1 looks like another name (mixed alphabets).".to_owned(),
        n => format!(" {} look like other names (mixed alphabets).", grouped(n as u64)),
    }
}
