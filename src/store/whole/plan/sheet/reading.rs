//! Reads a sheet that comes back from the editor. The result is its changes, or the lines that cannot be read, with a
//! reason for each.

use std::collections::HashMap;
use std::sync::Arc;

use super::{COLUMNS, INHERIT, PART, Priced, UNKNOWN, change_of};
use crate::base::{DomainName, switch};
use crate::store::Store;
use crate::store::subject::{FieldName, Item, Subject, Value};
use crate::store::writes::plan::Formula;

/// Prefix of a reason that the program has written into a sheet.
const NOTE: &str = "#! ";
/// Most line numbers named in a message.
const NAMED: usize = 4;

/// Sheet with lines that cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongSheet {
    /// Text of the sheet, with the reasons above the wrong lines.
    pub text: String,
    /// Number of each wrong line in `text`, with its first reason.
    pub wrong: Vec<(usize, String)>,
    lines: usize,
}

impl WrongSheet {
    /// Adds a line to the text, with its reasons above it.
    fn push(&mut self, line: &str, mut reasons: Vec<String>) {
        for why in &reasons {
            self.text.extend([NOTE, why, "\n"]);
        }
        self.text.extend([line, "\n"]);
        self.lines += reasons.len() + 1;
        if !reasons.is_empty() {
            self.wrong.push((self.lines, reasons.remove(0)));
        }
    }

    /// Words about the wrong lines: `Line 9, bin_price: …`, or `7 lines are wrong (9, 20, 22, 25 …).`
    pub fn words(&self) -> String {
        if let [(line, why)] = self.wrong.as_slice() {
            return format!("Line {line}, {why}");
        }
        let lines: Vec<String> = self.wrong.iter().take(NAMED).map(|(line, _)| line.to_string()).collect();
        let more = if self.wrong.len() > NAMED { " …" } else { "" };
        format!("{} lines are wrong ({}{more}).", self.wrong.len(), lines.join(", "))
    }
}

/// Sheet that is being read.
#[derive(Debug)]
pub struct SheetReading {
    names: Arc<[DomainName]>,
    /// Place in `names` by the Unicode name; `lines` has the number of the line with each name, once it was read.
    places: HashMap<Box<str>, usize>,
    lines: Vec<Option<usize>>,
    text: Arc<str>,
    /// Number of bytes of the text that were read.
    done: usize,
    priced: Priced,
    sheet: WrongSheet,
}

impl SheetReading {
    pub fn new(names: Arc<[DomainName]>, text: Arc<str>) -> Self {
        let places = names.iter().enumerate().map(|(place, name)| (name.unicode().into(), place)).collect();
        let (lines, priced, sheet) = (vec![None; names.len()], Priced::default(), WrongSheet::default());
        Self { names, places, lines, text, done: 0, priced, sheet }
    }

    /// Reads the next part. Once all is read, returns the changes that the sheet makes, and the domains without a
    /// price that their formula needs.
    ///
    /// # Errors
    /// All lines that cannot be read, and the sheet with the reasons written into it.
    pub fn go_on(&mut self, store: &Store) -> Result<Option<Priced>, WrongSheet> {
        let text = Arc::clone(&self.text);
        let mut read = self.done;
        for line in text[self.done..].split_inclusive('\n').take(PART) {
            read += line.len();
            let line = line.trim_end_matches(['\r', '\n']);
            if !line.starts_with(NOTE) {
                let reasons = self.line(line.trim(), store);
                self.sheet.push(line, reasons);
            }
        }
        self.done = read;
        match (read == text.len(), self.sheet.wrong.is_empty()) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(std::mem::take(&mut self.priced))),
            (true, false) => Err(std::mem::take(&mut self.sheet)),
        }
    }

    /// Reads the next line. Returns the reasons why it cannot be read, if any.
    fn line(&mut self, line: &str, store: &Store) -> Vec<String> {
        let mut wrong = Vec::new();
        if line.is_empty() || line.starts_with('#') {
            return wrong;
        }
        let cells = cells(line);
        let typed = cells.first().copied().unwrap_or_default();
        // A name spelled as in the sheet need not be parsed.
        let parsed = if self.places.contains_key(typed) { None } else { DomainName::parse(typed).ok() };
        let Some(place) = self.places.get(parsed.as_ref().map_or(typed, DomainName::unicode)).copied() else {
            return vec![format!("domain: “{typed}” is not a domain of this sheet.")];
        };
        let name = &self.names[place];
        if let Some(first) = self.lines[place].replace(self.sheet.lines + 1) {
            return vec![format!("domain: {} is on line {first} already.", name.unicode())];
        }
        let subject = Subject::domain(name);
        for (column, typed) in COLUMNS.iter().zip(&cells[1..]) {
            let item = Item::field(subject.clone(), FieldName::fixed(column));
            if let Err(why) = store.sheet_cell(item, name, typed, &mut self.priced) {
                wrong.push(format!("{column}: {why}"));
            }
        }
        if cells.len() > COLUMNS.len() + 1 {
            wrong.push(format!("columns: more than {}.", COLUMNS.len() + 1));
        }
        wrong
    }
}

impl Store {
    /// Adds the change that a cell makes, if it makes one.
    fn sheet_cell(&self, item: Item, name: &DomainName, typed: &str, priced: &mut Priced) -> Result<(), String> {
        let own = self.own_setting(&item);
        let shown = self.sheet_value(&item, own.as_ref());
        let after = match typed {
            UNKNOWN => return Ok(()),
            INHERIT => Value::Null,
            typed if item.field == Some(FieldName::fixed(COLUMNS[0])) => match switch(typed) {
                Some(yes) => Value::Bool(yes),
                None => return Err(format!("“{typed}” is neither yes nor no.")),
            },
            typed => {
                // The mark stands for a currency that was not read.
                let typed = typed.strip_suffix(UNKNOWN).map_or(typed, str::trim_end);
                let formula = Formula::read(typed)?;
                if formula.follows() && shown.is_none() {
                    return Err(format!("“{typed}” needs the present value, which is not read yet."));
                }
                // A cell that the user has not changed makes no change.
                let same = |shown: &Value| formula.of(None).is_some_and(|price| shown.is_same(&Value::from(price)));
                if shown.as_ref().is_some_and(same) {
                    return Ok(());
                }
                return self.apply(formula, typed, name, (item, own), priced);
            }
        };
        if !shown.is_some_and(|shown| shown.is_same(&after)) {
            priced.plan.edits.extend(change_of(item, own, after));
        }
        Ok(())
    }
}

/// Cells of a line, which are separated by two or more spaces, or by a tab.
fn cells(line: &str) -> Vec<&str> {
    line.split('\t').flat_map(|part| part.split("  ")).map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_inside_a_cell_do_not_end_it() {
        assert_eq!(cells("a.com   yes  +10% round 9\t-"), ["a.com", "yes", "+10% round 9", "-"]);
    }

    #[test]
    fn every_wrong_line_of_a_sheet_has_its_reason_above_it_once() {
        let store = Store::new("test");
        let names: Arc<[DomainName]> = ["a.com", "b.com"].map(|name| DomainName::parse(name).unwrap()).into();
        let read = |text: &str| SheetReading::new(Arc::clone(&names), text.into()).go_on(&store);
        let text = "# head\na.com  yes  round 99\nb.com  no  =5\nc.org  maybe\n";
        let wrong = read(text).unwrap_err();
        assert_eq!(wrong.wrong.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 6]);
        assert_eq!(wrong.words(), "2 lines are wrong (3, 6).");
        let lines: Vec<&str> = wrong.text.lines().collect();
        assert!(lines[1].starts_with("#! bin_price: “round 99”") && lines[2].starts_with("a.com"), "{lines:?}");
        assert_eq!(lines[4..], ["#! domain: “c.org” is not a domain of this sheet.", "c.org  maybe"]);
        assert_eq!(read(&wrong.text).unwrap_err(), wrong, "notes are not written twice");
        let mended = wrong.text.replace("round 99", "=99").replace("c.org  maybe", "");
        assert_eq!(read(&mended).map(|priced| priced.map(|priced| priced.plan.edits.len())), Ok(Some(4)));
    }
}
