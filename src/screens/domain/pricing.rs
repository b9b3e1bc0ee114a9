//! Prices of some names: the price sheet in the user's editor, and one formula for all of them.

use std::collections::{BTreeMap, HashSet};

use crate::base::DomainName;
use crate::sheets::Slot;
use crate::store::subject::{PRICES, Subject, Value};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::{Formula, Plan, Priced};
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Cx, Effect, FileAsk, Menu, MenuItem, Outcome, Place, Tone};

/// More different changes than these go faster as one CSV import.
const MANY: usize = 50;

/// A price sheet that is being edited.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The place it comes back to, one for each screen that opens sheets.
    slot: Slot,
    names: Vec<DomainName>,
    /// The newest text taken, and one that could not be read, to be corrected.
    taken: u64,
    wrong: Option<String>,
}

impl Sheet {
    /// Opens the prices of these domains in the user's editor; a sheet with mistakes is opened again as it was left.
    pub fn open(&mut self, slot: Slot, names: Vec<DomainName>, cx: &mut Cx<'_>) -> Outcome {
        if names.is_empty() {
            return Outcome::Refused("No domain here.".to_owned());
        }
        let again = self.wrong.take().filter(|_| self.names == names);
        let text = again.unwrap_or_else(|| cx.world.store.price_sheet(&names));
        self.taken = cx.world.store.files().text(slot).map_or(0, |(number, _)| *number);
        (self.slot, self.names) = (slot, names);
        cx.done(Effect::File(FileAsk::Edit { slot, name: "prices.txt", text }))
    }

    /// Takes the sheet back from the editor.
    pub fn take_back(&mut self, cx: &mut Cx<'_>) {
        let handed = cx.world.store.files().text(self.slot).filter(|(number, _)| *number > self.taken);
        let Some((number, Ok(text))) = handed else { return };
        self.taken = *number;
        match cx.world.store.read_price_sheet(text, &self.names) {
            Ok(priced) => {
                left_out(&priced.without, cx);
                if priced.plan.edits.is_empty() {
                    cx.toast(Tone::Info, "No price was changed in the sheet.");
                } else {
                    stage(priced.plan, cx);
                }
            }
            Err(wrong) => {
                let words = wrong.words();
                cx.toast(Tone::Bad, format!("{words} Nothing is staged; $ reopens the sheet with notes."));
                self.wrong = Some(wrong.text);
            }
        }
    }
}

/// Puts changes of prices under review; many different ones are offered as one import, too.
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
                    "fast, cannot be undone; opens in your editor first",
                    vec![Effect::Go(Place::ImportRows("prices.csv".to_owned(), rows))],
                ),
            ],
            keep_open: false,
        }),
    }
}

/// Sets the BIN price of these names by one formula.
pub fn price(names: &[DomainName], args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let formula = match Formula::read(&args.text) {
        Ok(formula) => formula,
        Err(why) => return Outcome::Refused(why),
    };
    let Priced { plan, without } = match cx.world.store.reprice(names, formula, args.text.trim()) {
        Ok(priced) => priced,
        Err(why) => return Outcome::Refused(why),
    };
    match (plan.edits.is_empty(), without.len()) {
        (true, 0) => return Outcome::Refused("They have that price already.".to_owned()),
        (true, _) => return Outcome::Refused(format!("“{}” needs an old price, and there is none.", args.text.trim())),
        (false, _) => left_out(&without, cx),
    }
    stage(plan, cx)
}

/// Says for how many names there is nothing that a formula could change.
fn left_out(without: &[DomainName], cx: &mut Cx<'_>) {
    if !without.is_empty() {
        let left = counted(without.len() as u64, "price", "prices");
        cx.toast(Tone::Warn, format!("{left} left out: nothing to change, the value is empty."));
    }
}
