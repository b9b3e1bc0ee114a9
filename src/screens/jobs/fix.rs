//! The failed lines of an import as names to be added again, each as it was sent and with its reason above it.

use std::borrow::Cow;

use crate::base::clean_line;
use crate::store::jobs::{Lines, Only};

use super::words;

/// One a line, the reason above it as a line that begins with `#`; empty when no line failed. `input` is what a list of names was made from; without it, as for a CSV whose
/// lines hold more than a name, the names the service read are taken.
pub fn lines(lines: &Lines, input: Option<&[u8]>) -> String {
    let input = input.map(String::from_utf8_lossy);
    let sent: Vec<&str> = input.as_deref().unwrap_or_default().lines().collect();
    let mut text = String::new();
    for key in lines.list(Only::Errors).iter() {
        let Some(line) = lines.get(*key) else { continue };
        let place = usize::try_from(key.line).ok().and_then(|line| line.checked_sub(1));
        let typed = place.and_then(|place| sent.get(place)).map(|typed| clean_line(typed));
        if let Some(name) = typed.or_else(|| line.domain().map(|name| Cow::Owned(name.unicode().to_owned()))) {
            let why = words::what_happened(line);
            if !why.is_empty() {
                text.extend(["# ", &*why, "\n"]);
            }
            text.extend([&*name, "\n"]);
        }
    }
    text
}
