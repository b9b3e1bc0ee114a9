//! Prices as a text to be edited: one line a domain, and formulas such as `+10%`, `=2495` and `round 9`.

use std::collections::HashMap;

use super::Plan;
use crate::base::{Amount, Currency, DomainName, Reading, switch};
use crate::store::Store;
use crate::store::subject::{FieldName, Item, PRICES, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};

/// Cell of a price the domain inherits; typed, it removes the domain's own.
const INHERIT: &str = "-";
/// Cell of an unknown price.
const UNKNOWN: &str = "?";
/// The columns behind the name.
const COLUMNS: [&str; 3] = ["for_sale", PRICES[0], PRICES[1]];
/// Prefix of a reason that the program has written into a sheet.
const NOTE: &str = "#! ";
/// Line numbers named in a message.
const NAMED: usize = 4;
/// Blanks between two columns.
const GAP: usize = 2;

/// A change of a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    step: Step,
    /// The last digit the price gets, rounding to the nearest.
    round: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Keep,
    Percent(f64),
    To(f64, Amount),
}

impl Formula {
    /// Reads `+10%`, `-5 %`, `=2495`, `$2,495`, `2k`, `round 9`, `+10% round 9`.
    ///
    /// # Errors
    /// A sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (text, round) = match text.split_once("round") {
            Some((before, digit)) => {
                let digit = digit.trim().parse::<u8>().ok().filter(|digit| *digit < 10);
                let why = || format!("“{text}”: round takes the last digit, as in round 9.");
                (before.trim(), Some(digit.ok_or_else(why)?))
            }
            None => (text, None),
        };
        let step = match (text, text.strip_suffix('%')) {
            ("", _) if round.is_some() => Step::Keep,
            ("", _) => return Err("Give a price or a formula such as +10%, =2495 or round 9.".to_owned()),
            (_, Some(percent)) => {
                let number = percent.trim().replace(',', ".").parse::<f64>().ok();
                let percent = number.filter(|percent| percent.is_finite() && *percent > -100.0);
                Step::Percent(percent.ok_or_else(|| format!("“{text}” is not a percentage above -100%."))?)
            }
            (price, None) => {
                let amount = Reading::one(price.trim_start_matches('=').trim())?;
                if amount.is_negative() {
                    return Err(format!("“{price}” is below zero."));
                }
                Step::To(amount.plain().parse().map_err(|_| format!("“{price}” is not a price."))?, amount)
            }
        };
        Ok(Self { step, round })
    }

    /// True when it makes one price of another.
    pub fn follows(self) -> bool {
        !matches!(self.step, Step::To(..))
    }

    /// Why it makes no price of this currency, a sentence; `typed` is the formula. The currency is asked for only where the
    /// formula names one.
    fn misfit(self, typed: &str, currency: impl FnOnce() -> Option<Currency>) -> Option<String> {
        match self.step {
            Step::To(_, amount) if amount.currency().is_some() => amount.misfit(typed, &currency()?),
            _ => None,
        }
    }

    /// The price it makes of one is rounded to a whole one.
    pub fn rounds(self, price: f64) -> bool {
        let exact = if let Step::Percent(percent) = self.step { price * (100.0 + percent) / 100.0 } else { price };
        self.round.is_none() && price.fract() == 0.0 && (exact - exact.round()).abs() > 1e-6
    }

    /// The price it makes of one; `None` where it needs one and there is none. A whole price stays whole.
    pub fn of(self, price: Option<f64>) -> Option<f64> {
        let is_whole = |price: f64| price.fract() == 0.0;
        let new = match (self.step, price) {
            (Step::To(new, _), _) => new,
            (Step::Keep, price) => price?,
            (Step::Percent(percent), price) => {
                let old = price?;
                let new = (old * (100.0 + percent)).round() / 100.0;
                if is_whole(old) { new.round() } else { new }
            }
        };
        Some(match self.round {
            None => new,
            // The nearest number that ends so, and never below it.
            Some(digit) => {
                let digit = f64::from(digit);
                (((new - digit) / 10.0).round() * 10.0 + digit).max(digit)
            }
        })
    }
}

/// A sheet with lines that cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongSheet {
    /// The sheet with the reasons above each of these lines.
    pub text: String,
    /// The number each wrong line has in it, and the first reason.
    pub wrong: Vec<(usize, String)>,
    lines: usize,
}

impl WrongSheet {
    /// Takes over a line with what is wrong with it.
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

    /// `Line 9, bin_price: …`, or `7 lines are wrong (9, 20, 22, 25 …).`
    pub fn words(&self) -> String {
        if let [(line, why)] = self.wrong.as_slice() {
            return format!("Line {line}, {why}");
        }
        let lines: Vec<String> = self.wrong.iter().take(NAMED).map(|(line, _)| line.to_string()).collect();
        let more = if self.wrong.len() > NAMED { " …" } else { "" };
        format!("{} lines are wrong ({}{more}).", self.wrong.len(), lines.join(", "))
    }
}

impl Store {
    /// Own value of a domain for a column of the sheet; for a BIN price that is unknown, the one in its row.
    fn sheet_value(&self, item: &Item, own: Option<&Value>) -> Option<Value> {
        own.cloned().or_else(|| self.in_force(item, None))
    }

    /// The sheet of these domains.
    pub fn price_sheet(&self, names: &[DomainName]) -> String {
        let shown = |item: &Item| self.sheet_value(item, self.own_setting(item).as_ref());
        let cell = |name: &DomainName, item: &Item| match shown(item) {
            None => UNKNOWN.to_owned(),
            Some(Value::Null) => INHERIT.to_owned(),
            Some(Value::Bool(yes)) => if yes { "yes" } else { "no" }.to_owned(),
            Some(value) => match (value.as_number(), self.own_settings().currency_of(name.punycode())) {
                (Some(price), Some(own)) => format!("{price} {}", own.code()),
                (Some(price), None) => price.to_string(),
                (None, _) => value.words(),
            },
        };
        let wide = names.iter().map(|name| name.unicode().chars().count()).max().unwrap_or(0).max(6);
        let line = |name: &str, cells: [String; 3]| {
            let [sale, bin, target] = cells;
            format!("{name:wide$}{:GAP$}{sale:8}{:GAP$}{bin:>12}{:GAP$}{target:>12}\n", "", "", "")
        };
        let row = |name: &DomainName| {
            let subject = Subject::domain(name);
            let item = |column| Item::field(subject.clone(), FieldName::fixed(column));
            line(name.unicode(), COLUMNS.map(|column| cell(name, &item(column))))
        };
        let mut text = String::from(
            "# Prices. Save and close to review them; nothing is sent before that. Lines you delete stay as they are.\n\
             # A price: 2495, $2,495 or 2k. A formula: +10%, =2495, round 9, +10% round 9. - no price.\n\
             # Separate columns by two spaces.\n",
        );
        let rows: String = names.iter().map(row).collect();
        if let Some(account) = self.price_currency() {
            let code = account.code();
            text.extend(["# Prices are in ", &*code, " unless a currency follows.\n"]);
        }
        if rows.contains(UNKNOWN) {
            text.push_str("# ? = not loaded yet; leave it to keep the value.\n");
        }
        // The blank behind makes room for the sign, so that the heading stands over its column.
        text.push_str(&line("domain", COLUMNS.map(str::to_owned)).replacen("domain ", "#domain", 1));
        text + &rows
    }

    /// The price a formula starts from: what a thing has of its own, else of the account; of a BIN price that was not read
    /// what the row of the domain shows, until it is.
    pub(super) fn price_now(&self, item: &Item) -> Option<f64> {
        self.in_force(item, self.own_setting(item).as_ref())?.as_number()
    }

    /// The changes a sheet makes, and the names without a price a formula of theirs needs.
    ///
    /// # Errors
    /// Every line that cannot be read, and the sheet with the reasons written into it.
    pub fn read_price_sheet(&self, text: &str, names: &[DomainName]) -> Result<Priced, WrongSheet> {
        let (mut priced, mut sheet) = (Priced::default(), WrongSheet::default());
        let mut names: Names<'_> = names.iter().map(|name| (name.unicode(), (name, None))).collect();
        for line in text.lines().filter(|line| !line.starts_with(NOTE)) {
            let at = sheet.lines + 1;
            sheet.push(line, self.read_sheet_line((at, line.trim()), &mut names, &mut priced));
        }
        if sheet.wrong.is_empty() { Ok(priced) } else { Err(sheet) }
    }

    /// Reads one line of a sheet, which has this number, into `priced`; gives what is wrong with it.
    fn read_sheet_line(&self, (at, line): (usize, &str), names: &mut Names<'_>, priced: &mut Priced) -> Vec<String> {
        let mut wrong = Vec::new();
        if line.is_empty() || line.starts_with('#') {
            return wrong;
        }
        let cells = cells(line);
        let typed = cells.first().copied().unwrap_or_default();
        // As the sheet spells it; only what was typed otherwise has to be read.
        let parsed = if names.contains_key(typed) { None } else { DomainName::parse(typed).ok() };
        let Some((name, line)) = names.get_mut(parsed.as_ref().map_or(typed, DomainName::unicode)) else {
            return vec![format!("domain: “{typed}” is not a domain of this sheet.")];
        };
        if let Some(first) = line.replace(at) {
            return vec![format!("domain: {} is on line {first} already.", name.unicode())];
        }
        let subject = Subject::domain(name);
        for (column, typed) in COLUMNS.iter().zip(&cells[1..]) {
            let item = Item::field(subject.clone(), FieldName::fixed(column));
            if let Err(why) = self.sheet_cell(item, name, typed, priced) {
                wrong.push(format!("{column}: {why}"));
            }
        }
        if cells.len() > COLUMNS.len() + 1 {
            wrong.push(format!("columns: more than {}.", COLUMNS.len() + 1));
        }
        wrong
    }

    /// Adds the change one cell makes, if it makes one.
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
                let formula = Formula::read(typed)?;
                if formula.follows() && shown.is_none() {
                    return Err(format!("“{typed}” needs the present value, which is not read yet."));
                }
                // A cell that was left as it was.
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

    /// Adds the change a formula makes of a price, which has this own value.
    ///
    /// # Errors
    /// A sentence where it names another currency than that of the price.
    fn apply(
        &self,
        formula: Formula,
        typed: &str,
        name: &DomainName,
        (item, own): (Item, Option<Value>),
        priced: &mut Priced,
    ) -> Result<(), String> {
        if let Some(why) = formula.misfit(typed, || self.currencies_known()(&item.subject)) {
            return Err(why);
        }
        let price = self.in_force(&item, own.as_ref()).and_then(|price| price.as_number());
        let Some(after) = formula.of(price).map(Value::from) else {
            priced.without.push(name.clone());
            return Ok(());
        };
        if formula.follows() {
            priced.plan.formulas.insert(item.clone(), typed.trim().into());
        } else if own.as_ref().is_some_and(|before| before.is_same(&after)) {
            return Ok(());
        }
        priced.plan.edits.extend(change_of(item, own, after));
        Ok(())
    }

    /// The change a formula makes to the BIN price of each of these.
    ///
    /// # Errors
    /// A sentence that names the first one whose price is in another currency than the formula.
    pub fn reprice(&self, names: &[DomainName], formula: Formula, typed: &str) -> Result<Priced, String> {
        let mut priced = Priced::default();
        for name in names {
            let item = Item::field(Subject::domain(name), FieldName::fixed(PRICES[0]));
            let own = self.own_setting(&item);
            self.apply(formula, typed, name, (item, own), &mut priced)
                .map_err(|why| format!("{}: {why}", name.unicode()))?;
        }
        Ok(priced)
    }
}

/// The domains of a sheet as it spells them, each with the number of the line it was read in.
type Names<'a> = HashMap<&'a str, (&'a DomainName, Option<usize>)>;

/// The change of a setting that had this value before.
fn change_of(item: Item, before: Option<Value>, after: Value) -> Option<SettingEdit> {
    let Item { subject, field } = item;
    Some(SettingEdit { subject, edit: Edit { field: field?, before, after } })
}

/// Prices made by formulas or a sheet.
#[derive(Debug, Default)]
pub struct Priced {
    /// The changes, without the names of the settings.
    pub plan: Plan,
    /// Names without a price that their formula needs.
    pub without: Vec<DomainName>,
}

/// The cells of a line: two or more blanks, or a tab, divide.
fn cells(line: &str) -> Vec<&str> {
    line.split('\t').flat_map(|part| part.split("  ")).map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_make_the_price_people_mean() {
        for (formula, old, new) in [
            ("+10%", Some(1_499.0), Some(1_649.0)),
            ("-5 %", Some(99.5), Some(94.53)),
            ("=2495", None, Some(2_495.0)),
            ("$2,495", Some(1.0), Some(2_495.0)),
            ("2k", None, Some(2_000.0)),
            ("round 9", Some(1_493.0), Some(1_489.0)),
            ("round 9", Some(1_496.0), Some(1_499.0)),
            ("+10% round 9", Some(1_000.0), Some(1_099.0)),
            ("+10%", None, None),
            ("round 0", Some(3.0), Some(0.0)),
        ] {
            assert_eq!(Formula::read(formula).unwrap().of(old), new, "{formula} of {old:?}");
        }
        for wrong in ["", "cheap", "1.500", "-5", "-100%", "round", "round 12", "%"] {
            assert!(Formula::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn blanks_inside_a_cell_do_not_divide() {
        assert_eq!(cells("a.com   yes  +10% round 9\t-"), ["a.com", "yes", "+10% round 9", "-"]);
    }

    #[test]
    fn every_wrong_line_of_a_sheet_has_its_reason_above_it_once() {
        let store = Store::new("test");
        let names = ["a.com", "b.com"].map(|name| DomainName::parse(name).unwrap());
        let text = "# head\na.com  yes  round 99\nb.com  no  =5\nc.org  maybe\n";
        let wrong = store.read_price_sheet(text, &names).unwrap_err();
        assert_eq!(wrong.wrong.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 6]);
        assert_eq!(wrong.words(), "2 lines are wrong (3, 6).");
        let lines: Vec<&str> = wrong.text.lines().collect();
        assert!(lines[1].starts_with("#! bin_price: “round 99”") && lines[2].starts_with("a.com"), "{lines:?}");
        assert_eq!(lines[4..], ["#! domain: “c.org” is not a domain of this sheet.", "c.org  maybe"]);
        assert_eq!(store.read_price_sheet(&wrong.text, &names).unwrap_err(), wrong, "notes are not written twice");
        let mended = wrong.text.replace("round 99", "=99").replace("c.org  maybe", "");
        assert_eq!(store.read_price_sheet(&mended, &names).map(|priced| priced.plan.edits.len()), Ok(4));
    }
}
