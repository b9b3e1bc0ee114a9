//! Sheet as a text: a line for each domain with its own prices.

use std::sync::Arc;

use super::{COLUMNS, INHERIT, PART, UNKNOWN};
use crate::base::DomainName;
use crate::store::Store;
use crate::store::subject::{FieldName, Item, Subject, Value};

/// Spaces between two columns.
const GAP: usize = 2;

/// Sheet that is being written.
#[derive(Debug)]
pub struct SheetText {
    names: Arc<[DomainName]>,
    /// Number of characters of the longest name.
    wide: usize,
    /// Number of names done so far; `rows` has their lines.
    done: usize,
    rows: String,
}

impl SheetText {
    pub fn new(names: Arc<[DomainName]>) -> Self {
        let wide = names.iter().map(|name| name.unicode().chars().count()).max().unwrap_or(0).max(6);
        Self { names, wide, done: 0, rows: String::new() }
    }

    /// Does the next part. Returns the sheet once all names are done.
    pub fn go_on(&mut self, store: &Store) -> Option<String> {
        let to = self.names.len().min(self.done + PART);
        for name in &self.names[self.done..to] {
            let subject = Subject::domain(name);
            let item = |column| Item::field(subject.clone(), FieldName::fixed(column));
            let cells = COLUMNS.map(|column| store.sheet_cell_of(name, &item(column)));
            self.rows.push_str(&self.line(name.unicode(), &cells));
        }
        self.done = to;
        (to == self.names.len()).then(|| self.whole(store))
    }

    fn line(&self, name: &str, [sale, bin, target]: &[String; 3]) -> String {
        let wide = self.wide;
        format!("{name:wide$}{:GAP$}{sale:8}{:GAP$}{bin:>12}{:GAP$}{target:>12}\n", "", "", "")
    }

    /// Head of the sheet, followed by the lines.
    fn whole(&mut self, store: &Store) -> String {
        let mut text = String::from(
            "# Prices. Save and close to review them; nothing is sent before that. Lines you delete stay as they are.\n\
             # Close without saving to change nothing. In vi, i begins to type; esc and :wq save, esc and :q! do not.\n\
             # A price: 2495, $2,495 or 2k. A formula: +10%, =2495, round 9, +10% round 9. - no price.\n\
             # Separate columns by two spaces.\n",
        );
        if let Some(account) = store.price_currency() {
            let code = account.code();
            text.extend(["# Prices are in ", &*code, "; a name sold in another currency has that behind its price.\n"]);
        }
        if self.rows.contains(UNKNOWN) {
            text.push_str(
                "# ? = not loaded yet; leave it to keep the value. Behind a price: its currency is not loaded yet.\n",
            );
        }
        // The space after the word makes room for the `#`, so that the headings stay above their columns.
        text.push_str(&self.line("domain", &COLUMNS.map(str::to_owned)).replacen("domain ", "#domain", 1));
        text + &std::mem::take(&mut self.rows)
    }
}

impl Store {
    /// Value of a domain for a column of the sheet: its own, or for a BIN price that was not read, the one in its row.
    pub(super) fn sheet_value(&self, item: &Item, own: Option<&Value>) -> Option<Value> {
        own.cloned().or_else(|| self.in_force(item, None))
    }

    /// Cell of the sheet for an item.
    fn sheet_cell_of(&self, name: &DomainName, item: &Item) -> String {
        match self.sheet_value(item, self.own_setting(item).as_ref()) {
            None => UNKNOWN.to_owned(),
            Some(Value::Null) => INHERIT.to_owned(),
            Some(Value::Bool(yes)) => if yes { "yes" } else { "no" }.to_owned(),
            Some(value) => match (value.as_number(), self.own_settings().currency_of(name.punycode())) {
                (Some(price), Some(own)) => format!("{price} {}", own.code()),
                (Some(price), None) if !self.inherits_currency(name.punycode()) => format!("{price} {UNKNOWN}"),
                (Some(price), None) => price.to_string(),
                (None, _) => value.words(),
            },
        }
    }
}
