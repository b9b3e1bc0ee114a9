//! The input of an import, line by line.

use std::collections::HashMap;

use super::csv;
use super::order::{DOMAIN, Kind, Order};
use crate::base::DomainName;

/// Line of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of the line in the input, from 1; for a CSV, of the line on which the row begins.
    pub number: usize,
    /// The name as typed.
    pub typed: String,
    /// Name; `None` when the text is not a domain.
    pub name: Option<DomainName>,
    /// Number of the earlier line with the same name.
    pub first: Option<usize>,
    /// Cells of a CSV row, one for each column.
    pub cells: Vec<String>,
}

/// Lines of `order`; blank ones are counted but left out.
pub fn read(order: &Order) -> Vec<Line> {
    let text = String::from_utf8_lossy(&order.input);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut line = |number: usize, typed: &str, cells: Vec<String>| {
        let name = DomainName::parse(typed).ok();
        let first = name.as_ref().and_then(|name| seen.get(name.punycode()).copied());
        if let (Some(name), None) = (&name, first) {
            seen.insert(name.punycode().to_owned(), number);
        }
        Line { number, typed: typed.trim().to_owned(), name, first, cells }
    };
    match order.kind {
        Kind::Csv => {
            let at = order.columns.iter().position(|column| column == DOMAIN).unwrap_or(0);
            let rows = csv::rows(&text).unwrap_or_default();
            rows.into_iter()
                .skip(order.skip)
                .filter(|row| !row.is_blank())
                .map(|row| {
                    let typed = row.cells.get(at).cloned().unwrap_or_default();
                    line(row.line, &typed, row.cells)
                })
                .collect()
        }
        _ => text
            .lines()
            .enumerate()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(at, text)| line(at + 1, text, Vec::new()))
            .collect(),
    }
}
