//! The figures of the History tab: what all sellers together saw of this buyer.

use std::fmt::Write as _;

use crate::api::FixedPage;
use crate::api::inquiries::{History as Ask, HistoryMatch};
use crate::api::limits::HISTORY_REACHED;
use crate::api::replies::BuyerHistory;
use crate::api::types::{BuyerStats, By, Inquiry};
use crate::base::{Id, Timestamp, Zone};
use crate::ui::widgets::page::Part;
use crate::ui::{Role, Tone, text};

use crate::ui::text::ago;
use crate::ui::widgets::doc::{Doc, members};

/// Number of domains from which a buyer counts as asking widely.
const WIDELY: u64 = 10;
/// Widths from which all periods fit side by side, and from which the first and last inquiry fit beside them.
const TABLE: u16 = 68;
const WIDE: u16 = 92;
/// Width of the label and of one period.
const LABEL: usize = 20;
const CELL: usize = 12;
/// Label of the two figures of a period.
const HEAD: &str = "inquiries / domains";

/// First query for a buyer's history. It is also the one the tab asks first, so that its answer is there when it opens.
pub fn first(id: Id<Inquiry>) -> Ask {
    Ask { id, matching: Some(HistoryMatch::All), days: Some(0), rows: None, page: FixedPage { page: 1 } }
}

/// Figures with a sentence about them, for a view of `width` cells; the chosen period is highlighted.
pub fn figures(history: &BuyerHistory, days: u32, width: u16, now: Timestamp, zone: Zone) -> Vec<Part> {
    let mut doc = Doc::at(now, zone);
    let stats = history.stats.get().or(history.stats.odd()).map(BuyerStats::read).unwrap_or_default();
    match said_of(&stats, days) {
        Some((Tone::Warn, sentence)) => doc.warn(sentence),
        Some((_, sentence)) => doc.text(sentence),
        None if stats.rest.is_empty() => doc.dim("No figures about this buyer."),
        None => doc.dim("The figures about this buyer were not understood; they are shown as sent."),
    }
    put_figures(&mut doc, &stats, days, width, (now, zone));
    doc.parts
}

/// Figures without their sentence, beside a page that shows it; the same as [`figures`] if there is no sentence.
pub fn figures_beside(history: &BuyerHistory, width: u16, now: Timestamp, zone: Zone) -> Vec<Part> {
    if verdict(history).is_none() {
        return figures(history, 0, width, now, zone);
    }
    let mut doc = Doc::at(now, zone);
    let stats = history.stats.get().map(BuyerStats::read).unwrap_or_default();
    put_figures(&mut doc, &stats, 0, width, (now, zone));
    doc.parts
}

fn put_figures(doc: &mut Doc, stats: &BuyerStats, days: u32, width: u16, (now, zone): (Timestamp, Zone)) {
    if !stats.windows().is_empty() {
        doc.gap();
        if width >= TABLE { table(doc, stats, days, width) } else { lines(doc, stats, days, width) }
    }
    if width < WIDE {
        for side in &stats.sides {
            let words: Vec<String> = [("first", side.first), ("last", side.last)]
                .into_iter()
                .filter_map(|(word, at)| Some(format!("{word} {}", ago(&at?.age(now, zone).text))))
                .collect();
            if !words.is_empty() {
                doc.dim(format!("{}: {}", side.by.words(), words.join(", ")));
            }
        }
    }
    let sums: Vec<String> = [
        stats.total.map(|n| format!("{} across all sellers", text::counted(n, "inquiry", "inquiries"))),
        stats.own.map(|n| match n {
            0 => "no others to you".to_owned(),
            n => format!("{} to you", text::counted(n, "other", "others")),
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !sums.is_empty() {
        doc.dim(sums.join(", "));
    }
    let dates: Vec<String> = [("first", stats.first), ("last", stats.last)]
        .into_iter()
        .filter_map(|(word, at)| Some(format!("{word} {}", ago(&at?.age(now, zone).text))))
        .collect();
    if !dates.is_empty() {
        doc.dim(format!("Inquiries across all sellers: {}", dates.join(", ")));
    }
    for (key, value) in &stats.rest {
        members::put_as(doc, key.trim(), value);
    }
}

/// Cell of a period, `12 / 9`: inquiries, and the domains they were about.
fn cell(stats: &BuyerStats, by: By, days: u32) -> String {
    let figure = |n: Option<u64>| n.map_or_else(|| "?".to_owned(), text::grouped);
    stats.window_of(by, days).map_or_else(
        || text::NONE.to_owned(),
        |window| format!("{} / {}", figure(window.inquiries), figure(window.domains)),
    )
}

fn table(doc: &mut Doc, stats: &BuyerStats, chosen: u32, width: u16) {
    let pad = |words: &str| format!("{}{words}", " ".repeat(CELL.saturating_sub(text::width(words))));
    let left = |words: &str| format!("{words}{}", " ".repeat(LABEL.saturating_sub(text::width(words))));
    let windows = stats.windows();
    let role = |days: u32, other: Role| if days == chosen { Role::Accent } else { other };
    let mut head = vec![(Role::Dim, left(HEAD))];
    head.extend(windows.iter().map(|days| (role(*days, Role::Dim), pad(&window_words(*days)))));
    if width >= WIDE {
        head.extend(["first", "last"].map(|word| (Role::Dim, pad(word))));
    }
    doc.parts.push(Part::Line(head));
    let clock = doc.clock;
    let when = |at: Option<Timestamp>| match (at, clock) {
        (Some(at), Some((now, zone))) => at.age(now, zone).text,
        _ => text::NONE.to_owned(),
    };
    for side in &stats.sides {
        let mut line = vec![(Role::Dim, left(side.by.words()))];
        line.extend(windows.iter().map(|days| (role(*days, Role::Text), pad(&cell(stats, side.by, *days)))));
        if width >= WIDE {
            line.extend([side.first, side.last].map(|at| (Role::Text, pad(&when(at)))));
        }
        doc.parts.push(Part::Line(line));
    }
}

/// Writes one line per period where a table has no room.
fn lines(doc: &mut Doc, stats: &BuyerStats, chosen: u32, width: u16) {
    const NARROW: usize = 10;
    let whole = LABEL + NARROW * stats.sides.len() <= usize::from(width);
    let label = if whole { LABEL } else { NARROW };
    let pad = |words: &str| format!("{words:>NARROW$}");
    let mut head = vec![(Role::Dim, format!("{:label$}", if whole { HEAD } else { "" }))];
    head.extend(stats.sides.iter().map(|side| (Role::Dim, pad(side.by.words()))));
    doc.parts.push(Part::Line(head));
    for days in stats.windows() {
        let tone = if days == chosen { Role::Accent } else { Role::Text };
        let mut line = vec![(Role::Dim, format!("{:label$}", window_words(days)))];
        line.extend(stats.sides.iter().map(|side| (tone, pad(&cell(stats, side.by, days)))));
        doc.parts.push(Part::Line(line));
    }
}

/// Words for a period: `30 days`, `all time`.
pub fn window_words(days: u32) -> String {
    if days == 0 { "all time".to_owned() } else { format!("{days} days") }
}

/// Words for how the list is matched.
pub fn match_words(matching: HistoryMatch) -> &'static str {
    match matching {
        HistoryMatch::All => "by email or IP",
        HistoryMatch::Email => "by email",
        HistoryMatch::Ip => "by IP",
    }
}

/// Sentence about the figures of this buyer: `Inquired about 41 domains across all sellers in 30 days.` For all time it
/// is about the last 30 days if these are known, because they tell more.
fn said_of(stats: &BuyerStats, days: u32) -> Option<(Tone, String)> {
    let told = |days: u32| By::ALL.iter().any(|by| stats.window_of(*by, days).is_some_and(|w| w.domains.is_some()));
    let days = [if days == 0 { 30 } else { days }, days].into_iter().find(|days| told(*days))?;
    let domains = |by: By| stats.window_of(by, days).and_then(|window| window.domains).unwrap_or(0);
    let asked = |by: By| stats.window_of(by, days).and_then(|window| window.inquiries).unwrap_or(0);
    let (by_address, by_connection) = (domains(By::Address), domains(By::Connection));
    let most = by_address.max(by_connection);
    let when = if days == 0 { "in all".to_owned() } else { format!("in {days} days") };
    if most <= 1 && asked(By::Address).max(asked(By::Connection)) <= 1 {
        return Some((Tone::Good, format!("No other inquiries across all sellers {when}.")));
    }
    let tone = if most >= WIDELY { Tone::Warn } else { Tone::Info };
    let names = text::counted(by_address.max(1), "domain", "domains");
    let mut sentence = format!("Inquired about {names} across all sellers {when}");
    if by_connection > by_address.max(1) {
        let more = text::grouped(by_connection);
        let _ = write!(sentence, " ({more} from this IP)");
    }
    sentence.push('.');
    Some((tone, sentence))
}

/// Number of this buyer's inquiries to the user: `57`, `2,000+`.
pub fn count_words(history: &BuyerHistory) -> String {
    if history.capped.is(&true) {
        return format!("{}+", text::grouped(HISTORY_REACHED));
    }
    history.inquiries.pagination.total().map(text::grouped).unwrap_or_default()
}

/// Words below the last row, if any.
pub fn under_last_row(history: &BuyerHistory, read: usize) -> Option<String> {
    let total = history.inquiries.pagination.total().unwrap_or(0);
    if (read as u64) < total {
        return Some(format!(
            "{} of {} read, more come as you go down.",
            text::grouped(read as u64),
            text::grouped(total)
        ));
    }
    history.capped.is(&true).then(|| format!("{}+; the list stops here.", text::grouped(HISTORY_REACHED)))
}

/// Sentence for the preview on how widely the buyer asks.
pub fn verdict(history: &BuyerHistory) -> Option<(Tone, String)> {
    said_of(&history.stats.get().map(BuyerStats::read)?, 0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_verdict_names_the_number_of_names_and_the_window() {
        let of = |email: u64, ip: u64| {
            let window = |n: u64| json!({ "30": { "count": n, "domains": n } });
            BuyerStats::read(&json!({ "email": window(email), "ip": window(ip) }))
        };
        let said = |stats: &BuyerStats| said_of(stats, 0).expect("a verdict");
        assert_eq!(
            said(&of(41, 2)),
            (Tone::Warn, "Inquired about 41 domains across all sellers in 30 days.".to_owned())
        );
        assert_eq!(said(&of(3, 3)).0, Tone::Info);
        assert!(said(&of(1, 1)).1.starts_with("No other inquiries across all sellers in 30 days"));
        assert!(said(&of(2, 12)).1.ends_with("(12 from this IP)."));
        assert_eq!(said_of(&BuyerStats::default(), 7), None);
    }
}
