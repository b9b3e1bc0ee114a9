//! No sentence of the program is cut at 80 columns. Cells that hold strangers' data may be.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parkade::base::DomainName;
use serde_json::Value;

use super::everywhere;
use crate::support::{ads, buyer, images, inbox, jobs, mail, portfolio, profile, senders, settings, site};

/// Content of the files and fields of the pages, and their names in ASCII.
const FILES: &str = "bücher.de xn--bcher-kva.de xn--pple-43d.com mailto:anna@nordvind.example?subject=solarpark.de%20 \
    bücher.de (xn--bcher-kva.de) аррӏе.com (xn--80ak6aa92e.com)";

/// Every text of strangers that the places show, as it is shown.
fn strangers() -> String {
    fn texts(value: &Value, into: &mut String) {
        match value {
            Value::String(text) => {
                let name = DomainName::from_service(text);
                let _ = writeln!(into, "{text}\n{}\n! {}\nmailto:{text}?subject=", name.both(), name.both());
            }
            Value::Array(list) => list.iter().for_each(|value| texts(value, into)),
            Value::Object(fields) => fields.values().for_each(|value| texts(value, into)),
            _ => {}
        }
    }
    let mut all = String::new();
    let rows =
        [inbox::rows(), buyer::rows(), buyer::caught(), portfolio::mine(), portfolio::found(), portfolio::removed()];
    rows.iter().flatten().for_each(|row| texts(row, &mut all));
    [jobs::imports(), jobs::exports(), jobs::entries(), senders::rows(), mail::rows(), images::rows(), ads::rows()]
        .iter()
        .flatten()
        .for_each(|row| texts(row, &mut all));
    texts(&profile::full(), &mut all);
    texts(&site::full(), &mut all);
    // The changes of a version are the service's own, in one cell; enter shows them whole.
    for version in &settings::versions() {
        texts(version, &mut all);
    }
    for (setting, before, value) in [
        ("Display name", "(empty)", "Anna"),
        ("Website", "(empty)", "https://a.example"),
        ("headline", "inherit", "Come in"),
    ] {
        let _ = writeln!(all, "{setting}: {before} → “{value}”");
    }
    all.push_str(FILES);
    all
}

/// Words of a frame that are cut: those before `…`.
fn cuts(frame: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in frame.lines() {
        let mut rest = line;
        while let Some((before, after)) = rest.split_once('…') {
            let words = before.rsplit(['│', '─', '▌', '·', '●', '★']).next().unwrap_or_default();
            let words = words.rsplit("  ").next().unwrap_or_default();
            // A space before `…` means that something is in progress.
            if !words.is_empty() && !words.ends_with(' ') {
                found.push(words.trim().to_owned());
            }
            rest = after;
        }
    }
    found
}

/// True for words that end with `…` because something is in progress.
fn goes_on(words: &str) -> bool {
    ["Loading", "Loading the report", "Reading the message", "Testing the token ending in"].contains(&words)
}

/// True for a cut cell of the row under the cursor whose whole text is below the list.
fn whole_below(words: &str, frame: &str) -> bool {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    dense(frame).matches(&dense(words)).count() > 1
}

/// True for a tab called by the beginning of its name, five letters at least, where the filter needs the room.
fn shortened_tab(words: &str, frame: &str) -> bool {
    let tabs = frame.lines().nth(1).unwrap_or_default().replace("‹ ", "  ");
    // The first tab shown may have `‹` before it, the sign for tabs further left.
    let words = words.trim_start_matches("‹ ");
    let is_name = words.chars().all(|c| c.is_alphabetic() || c == ' ') && words.chars().count() >= 5;
    is_name && tabs.contains(&format!("  {words}…")) && frame.matches(&format!("{words}…")).count() == 1
}

#[test]
fn every_text_of_every_screen_fits_or_wraps_at_80_columns() {
    let strangers = strangers();
    let mut cut: BTreeMap<String, String> = BTreeMap::new();
    for (place, frame) in everywhere() {
        for words in cuts(frame) {
            let meant = goes_on(&words) || whole_below(&words, frame) || shortened_tab(&words, frame);
            // A line may show several texts of strangers.
            let theirs = words.split(", ").all(|part| strangers.contains(part));
            if !theirs && !meant {
                cut.entry(words).or_insert_with(|| format!("{place}\n{frame}"));
            }
        }
    }
    let cut: Vec<String> = cut.iter().map(|(words, place)| format!("“{words}…” at {place}")).collect();
    assert!(cut.is_empty(), "{} texts are cut:\n{}", cut.len(), cut.join("\n"));
}
