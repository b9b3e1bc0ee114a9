//! The failed lines of an import as a text for the user's editor: each as it was sent, with what went wrong above it.

use std::borrow::Cow;

use crate::base::clean_line;
use crate::store::jobs::{Lines, Only};

use super::words;

/// The text; empty when no line failed. Lines that begin with `#` are no names. `input` is what the import was made from;
/// of a CSV only the names are taken, because its settings cannot be added with names.
pub fn lines(lines: &Lines, input: Option<&[u8]>, csv: bool) -> String {
    let input = input.filter(|_| !csv).map(String::from_utf8_lossy);
    let sent: Vec<&str> = input.as_deref().unwrap_or_default().lines().collect();
    let mut text = String::new();
    if csv {
        text.push_str("# The settings in the other columns of the CSV are not added with a name.\n");
    }
    let mut any = false;
    for key in lines.list(Only::Errors).iter() {
        let Some(line) = lines.get(*key) else { continue };
        let place = usize::try_from(key.line).ok().and_then(|line| line.checked_sub(1));
        let typed = place.and_then(|place| sent.get(place)).map(|typed| clean_line(typed));
        let name = typed.or_else(|| line.domain().map(|name| Cow::Owned(name.unicode().to_owned())));
        let why = words::what_happened(line);
        text.push_str("# ");
        if key.line > 0 {
            text.push_str(&format!("line {}: ", key.line));
        }
        text.push_str(if why.is_empty() { "it failed" } else { &why });
        text.push('\n');
        if let Some(name) = name {
            any = true;
            text.push_str(&name);
            text.push('\n');
        }
    }
    if any { text } else { String::new() }
}
