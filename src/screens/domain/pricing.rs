//! Prices of several names: a price sheet in the user's editor, or one formula for all of them.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::base::DomainName;
use crate::sheets::Slot;
use crate::store::subject::{PRICES, Subject, Value};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::Plan;
use crate::store::{Priced, Repricing, SheetReading, SheetText};
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Cx, Effect, FileAsk, Menu, MenuItem, Outcome, Place, REDACTED, Tone};

/// Number of different changes above which one CSV import is faster.
const MANY: usize = 50;

/// Price changes under way: a sheet being edited, or a formula being applied.
#[derive(Debug, Default)]
pub struct Pricing {
    /// Slot the edited sheet comes back to, one for each screen that opens sheets.
    slot: Slot,
    names: Arc<[DomainName]>,
    /// Number of the newest text taken.
    taken: u64,
    /// Sheet that could not be read, kept to be corrected, and its names.
    wrong: Option<(Arc<[DomainName]>, String)>,
    work: Option<Work>,
}

/// Work on many names, done in parts, one in each turn of the loop.
#[derive(Debug)]
enum Work {
    Write(SheetText),
    Read(SheetReading),
    Formula(Repricing),
}

impl Pricing {
    /// Opens the prices of these domains in the user's editor; a sheet with mistakes is opened again as it was left.
    pub fn open(&mut self, slot: Slot, names: Vec<DomainName>, cx: &mut Cx<'_>) -> Outcome {
        if names.is_empty() {
            return Outcome::Refused("No domain here.".to_owned());
        }
        if cx.world.store.session().redact {
            return Outcome::Refused(REDACTED.to_owned());
        }
        let again = self.wrong.take_if(|(of, _)| **of == *names);
        (self.slot, self.names) = (slot, names.into());
        if let Some((_, text)) = again {
            return self.edit(text, cx);
        }
        if let Some((of, _)) = &self.wrong {
            let of = counted(of.len() as u64, "domain", "domains");
            cx.toast(Tone::Info, format!("Your sheet with mistakes is kept: $ on the same {of} reopens it."));
        }
        self.next_part(Work::Write(SheetText::new(Arc::clone(&self.names))), cx)
    }

    /// Sets the BIN price of these names by one formula.
    pub fn price(&mut self, names: Vec<DomainName>, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        match Repricing::new(names.into(), &args.text) {
            Ok(work) => self.next_part(Work::Formula(work), cx),
            Err(why) => Outcome::Refused(why),
        }
    }

    /// Takes a sheet back from the editor, and continues the work under way.
    pub fn go_on(&mut self, cx: &mut Cx<'_>) {
        let handed = cx.world.store.files().text(self.slot).filter(|(number, _)| *number > self.taken);
        if let Some((number, Ok(text))) = handed {
            self.taken = *number;
            self.work = Some(Work::Read(SheetReading::new(Arc::clone(&self.names), Arc::clone(text))));
        }
        if let Some(Outcome::Refused(why)) = self.work.take().map(|work| self.next_part(work, cx)) {
            cx.toast(Tone::Bad, why);
        }
    }

    /// Does the next part of the work.
    fn next_part(&mut self, mut work: Work, cx: &mut Cx<'_>) -> Outcome {
        let store = cx.world.store;
        let done = match &mut work {
            Work::Write(text) => text.go_on(store).map(|text| self.edit(text, cx)),
            Work::Formula(formula) => match formula.go_on(store) {
                Ok(priced) => priced.map(|priced| repriced(priced, formula.typed(), cx)),
                Err(why) => Some(Outcome::Refused(why)),
            },
            Work::Read(sheet) => match sheet.go_on(store) {
                Ok(priced) => priced.map(|priced| sheet_read(priced, cx)),
                Err(wrong) => {
                    let words = wrong.words();
                    self.wrong = Some((Arc::clone(&self.names), wrong.text));
                    Some(Outcome::Refused(format!("{words} Nothing is staged; $ reopens the sheet with notes.")))
                }
            },
        };
        done.unwrap_or_else(|| {
            self.work = Some(work);
            cx.done(Effect::MakeMore)
        })
    }

    fn edit(&mut self, text: String, cx: &mut Cx<'_>) -> Outcome {
        self.taken = cx.world.store.files().text(self.slot).map_or(0, |(number, _)| *number);
        cx.done(Effect::File(FileAsk::Edit { slot: self.slot, name: "prices.txt", text }))
    }
}

/// Stages the prices changed in a sheet.
fn sheet_read(Priced { plan, without }: Priced, cx: &mut Cx<'_>) -> Outcome {
    left_out(&without, cx);
    if plan.edits.is_empty() {
        cx.toast(Tone::Info, "No price was changed in the sheet.");
        return Outcome::Done;
    }
    stage(plan, cx)
}

/// Stages the prices changed by a formula.
fn repriced(Priced { plan, without }: Priced, typed: &str, cx: &mut Cx<'_>) -> Outcome {
    match (plan.edits.is_empty(), without.len()) {
        (true, 0) => Outcome::Refused("They have that price already.".to_owned()),
        (true, _) => Outcome::Refused(format!("“{typed}” needs an old price, and there is none.")),
        (false, _) => {
            left_out(&without, cx);
            stage(plan, cx)
        }
    }
}

/// Opens the review of price changes. More than [`MANY`] different changes are offered as one CSV import, too.
fn stage(plan: Plan, cx: &mut Cx<'_>) -> Outcome {
    let edits = &plan.edits;
    let labels = ["for_sale", PRICES[0], PRICES[1]].into_iter().zip(["For sale", "BIN price", "Target price"]);
    let labels: BTreeMap<String, String> =
        labels.map(|(name, label)| (name.to_owned(), cx.world.store.setting_label(name, label))).collect();
    let value = |after: &Value| match after.as_number() {
        Some(price) => (Some(price.to_bits()), String::new()),
        None => (None, after.words()),
    };
    let different: HashSet<(&str, _)> =
        edits.iter().map(|edit| (edit.edit.field.as_str(), value(&edit.edit.after))).collect();
    let columns: HashSet<&str> = different.iter().map(|(column, _)| *column).collect();
    let calls = different.len();
    let csv = match columns.iter().next() {
        Some(column) if columns.len() == 1 && calls > MANY => Some((*column).to_owned()),
        _ => None,
    };
    let rows = csv.map(|column| {
        let row = |edit: &SettingEdit| {
            let after = serde_json::Value::from(edit.edit.after.clone());
            let cell = if after.is_null() { String::new() } else { after.to_string() };
            let Subject::Domain(punycode) = &edit.subject else { return String::new() };
            format!("{punycode},{cell}\n")
        };
        format!("domain,{column}\n{}", edits.iter().map(row).collect::<String>())
    });
    let review = Effect::review(Plan { labels, ..plan });
    match rows {
        None => {
            cx.effects.extend(review);
            Outcome::Done
        }
        Some(rows) => cx.menu(Menu {
            title: format!("{} different changes", grouped(calls)),
            items: vec![
                MenuItem::new(
                    "Review and save",
                    format!("undoable, {}", counted(calls as u64, "request", "requests")),
                    review,
                ),
                MenuItem::new(
                    "One CSV import",
                    "fast, cannot be undone with u; opens in your editor first",
                    vec![Effect::Go(Place::ImportRows("prices.csv".to_owned(), rows))],
                ),
            ],
            keep_open: false,
        }),
    }
}

/// Tells how many names were left out because they have no price a formula could change.
fn left_out(without: &[DomainName], cx: &mut Cx<'_>) {
    if !without.is_empty() {
        let left = counted(without.len() as u64, "price", "prices");
        cx.toast(Tone::Warn, format!("{left} left out: there is no earlier price to change."));
    }
}
