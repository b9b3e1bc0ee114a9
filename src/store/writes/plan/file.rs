//! Plan as a JSON file for people and scripts: a list of changes, each of one setting of one domain, or of the account
//! if no domain is named.

use std::collections::{BTreeMap, HashMap};

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::{Plan, PlanId};
use crate::base::{Currency, DomainName, clean_line};
use crate::store::subject::{FieldName, Item, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};

/// Most characters of a text from the file that a message shows.
const SHOWN: usize = 80;

#[derive(Serialize)]
struct File {
    changes: Vec<Change>,
    /// Labels of the settings by name, for people who read the file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
    /// See [`Plan::id`].
    #[serde(rename = "by", skip_serializing_if = "Option::is_none")]
    id: Option<PlanId>,
}

/// File as read, with the raw text of each change, from which its line number is found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    #[serde(borrow)]
    changes: Vec<&'a RawValue>,
    /// Accepted and ignored: labels come from the service alone.
    #[serde(default, rename = "labels")]
    _labels: Option<IgnoredAny>,
    #[serde(default, rename = "by")]
    id: Option<PlanId>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    setting: String,
    /// Value at the time the plan was made; null inherits; `None` (a missing member) is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    before: Option<Value>,
    /// Value to set; null inherits.
    after: Value,
    /// Currency of the value, see [`Plan::currencies`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
    /// Formula of the value, see [`Plan::formulas`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    formula: Option<Box<str>>,
}

/// Reads the value of a member that is there, even null; serde gives `None` for a missing member.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl From<&SettingEdit> for Change {
    fn from(SettingEdit { subject, edit }: &SettingEdit) -> Self {
        let domain = subject.name().map(|name| name.punycode().to_owned());
        let (setting, before, after) = (edit.field.to_string(), edit.before.clone(), edit.after.clone());
        Self { domain, setting, before, after, currency: None, formula: None }
    }
}

impl Change {
    fn edit(self) -> Result<SettingEdit, String> {
        let subject = match &self.domain {
            None => Subject::Account,
            Some(name) => Subject::domain(&DomainName::parse(name).map_err(|why| format!("“{}”: {why}", short(name)))?),
        };
        let edit = Edit { field: FieldName::named(self.setting), before: self.before, after: self.after };
        Ok(SettingEdit { subject, edit })
    }
}

/// Beginning of a text from the file, for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Place of a change in the file: its number and its line, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    number: usize,
    line: usize,
}

impl Place {
    fn words(self) -> String {
        format!("Change {} (line {})", self.number, self.line)
    }
}

/// Plan read from a file, with the place of each change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFile {
    pub plan: Plan,
    places: HashMap<Item, Place>,
}

impl PlanFile {
    /// Reads a plan file.
    ///
    /// # Errors
    /// Sentences about the mistakes: one about the file as a whole, or one for each wrong change.
    pub fn read(text: &str) -> Result<Self, Vec<String>> {
        let one = |why: String| vec![clean_line(&why).into_owned()];
        let Written { changes, id, .. } =
            serde_json::from_str(text).map_err(|why| one(format!("Not a plan: {why}.")))?;
        let (mut edits, mut places, mut wrong) = (Vec::with_capacity(changes.len()), HashMap::new(), Vec::new());
        let (mut formulas, mut currencies) = (BTreeMap::new(), BTreeMap::new());
        let (mut line, mut counted) = (1, 0);
        for (number, change) in (1..).zip(changes) {
            let at = change.get().as_ptr() as usize - text.as_ptr() as usize;
            line += text[counted..at].matches('\n').count();
            counted = at;
            let place = Place { number, line };
            let read = read(change).and_then(|(edit, more)| Ok((Self::once(&places, edit)?, more)));
            match read {
                Ok((edit, (currency, formula))) => {
                    formulas.extend(formula.map(|formula| (edit.item(), formula)));
                    currencies.extend(currency.map(|currency| (edit.item(), Currency::new(&currency))));
                    places.insert(edit.item(), place);
                    edits.push(edit);
                }
                Err(why) => wrong.push(clean_line(&format!("{}: {why}", place.words())).into_owned()),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let account = edits.iter().filter(|edit| edit.subject == Subject::Account).count();
        match edits.len() {
            0 => Err(one("The plan changes nothing.".to_owned())),
            all if account == 0 || account == all => {
                Ok(Self { plan: Plan { edits, labels: BTreeMap::new(), formulas, currencies, id }, places })
            }
            _ => Err(one("A plan changes either the account or domains, not both.".to_owned())),
        }
    }

    /// Refuses a change of a value that an earlier change of the file sets already.
    fn once(places: &HashMap<Item, Place>, edit: SettingEdit) -> Result<SettingEdit, String> {
        let Some(first) = places.get(&edit.item()) else { return Ok(edit) };
        let what = short(edit.edit.field.as_str());
        let what = edit.subject.name().map_or_else(|| what.clone(), |name| format!("{what} of {}", name.unicode()));
        Err(format!("{what} is changed twice, first in change {} (line {}).", first.number, first.line))
    }

    /// Place of the change of an item: `Change 3 (line 12)`.
    pub fn place(&self, item: &Item) -> String {
        self.places.get(item).map_or_else(String::new, |place| place.words())
    }
}

/// Currency and formula of a change.
type OfPrice = (Option<String>, Option<Box<str>>);

/// Reads a change, with its currency and formula.
fn read(change: &RawValue) -> Result<(SettingEdit, OfPrice), String> {
    let why = |error: serde_json::Error| {
        let why = error.to_string();
        // The line in serde's message is counted within the change and would be wrong for the file.
        format!("{}.", why.split(" at line ").next().unwrap_or_default())
    };
    let mut change = serde_json::from_str::<Change>(change.get()).map_err(why)?;
    let more = (change.currency.take(), change.formula.take());
    Ok((change.edit()?, more))
}

impl Plan {
    /// Plan as JSON for people.
    pub fn to_json(&self) -> String {
        let change = |edit: &SettingEdit| Change {
            currency: self.currencies.get(&edit.item()).map(|currency| currency.0.clone()),
            formula: self.formulas.get(&edit.item()).cloned(),
            ..edit.into()
        };
        let changes = self.edits.iter().map(change).collect();
        let file = File { changes, labels: self.labels.clone(), id: self.id.clone() };
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// Several plans as one text; empty if there are none.
    pub fn all_to_json<'a>(plans: impl Iterator<Item = &'a Self>) -> String {
        let plans: Vec<String> = plans.map(Self::to_json).collect();
        match plans.as_slice() {
            [] => String::new(),
            [only] => only.clone(),
            plans => format!("[\n{}]\n", plans.join(",\n")),
        }
    }

    /// Reads a text of [`Plan::all_to_json`].
    ///
    /// # Errors
    /// Sentence about the mistake.
    pub fn all_from_json(text: &str) -> Result<Vec<Self>, String> {
        if !text.trim_start().starts_with('[') {
            return Ok(vec![Self::from_json(text)?]);
        }
        let plans: Vec<&RawValue> = serde_json::from_str(text).map_err(|why| format!("Not a list of plans: {why}."))?;
        plans.into_iter().map(|plan| Self::from_json(plan.get())).collect()
    }

    /// Reads a plan file.
    ///
    /// # Errors
    /// Sentence about the first mistake, and the number of others.
    pub fn from_json(text: &str) -> Result<Self, String> {
        match PlanFile::read(text) {
            Ok(file) => Ok(file.plan),
            Err(wrong) => Err(match wrong.as_slice() {
                [first, more @ ..] if !more.is_empty() => {
                    let are = if more.len() == 1 { "is" } else { "are" };
                    format!("{first} {} more {are} wrong.", more.len())
                }
                wrong => wrong.concat(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_plan_is_read_again_but_for_its_labels() {
        let edit = |domain: &str, before: Option<Value>, after: Value| SettingEdit {
            subject: Subject::domain(&DomainName::parse(domain).unwrap()),
            edit: Edit { field: FieldName::named("bin_price"), before, after },
        };
        let plan = Plan {
            edits: vec![
                edit("a.com", None, Value::Whole(1)),
                edit("müller.de", Some(Value::Null), Value::Whole(2)),
                edit("c.com", Some(Value::Json(Box::new(serde_json::json!(["x"])))), Value::Null),
            ],
            labels: BTreeMap::from([("bin_price".to_owned(), "Headline".to_owned())]),
            formulas: BTreeMap::from([(edit("a.com", None, Value::Null).item(), "+10%".into())]),
            currencies: BTreeMap::from([(edit("a.com", None, Value::Null).item(), Currency::new("GBP"))]),
            id: Some(PlanId::of_form("settings", "")),
        };
        let json = plan.to_json();
        assert!(json.contains("\"domain\": \"xn--mller-kva.de\""), "{json}");
        // Reading ignores the labels of a file.
        assert_eq!(Plan::from_json(&json), Ok(Plan { labels: BTreeMap::new(), ..plan.clone() }));
        let file = PlanFile::read(&json).unwrap();
        assert_eq!(file.place(&plan.edits[1].item()), "Change 2 (line 10)", "{json}");
    }

    #[test]
    fn a_file_that_is_not_a_plan_is_refused_with_the_reason() {
        for (text, why) in [
            ("{}", "Not a plan: missing field `changes` at line 1 column 2."),
            (r#"{"changes":[]}"#, "The plan changes nothing."),
            (
                r#"{"changes":[{"setting":"a","after":1},{"domain":"a.com","setting":"a","after":1}]}"#,
                "A plan changes either the account or domains, not both.",
            ),
            (r#"{"changes":[{"domain":"a b","setting":"a","after":1}]}"#, "Change 1 (line 1): “a b”: "),
            (r#"{"changes":[{"setting":"a"}]}"#, "Change 1 (line 1): missing field `after`."),
            (
                "{\"changes\":[\n{\"setting\":\"a\",\"after\":1},\n{\"setting\":\"a\",\"after\":2},\n7]}",
                "Change 2 (line 3): a is changed twice, first in change 1 (line 2). 1 more is wrong.",
            ),
        ] {
            let error = Plan::from_json(text).unwrap_err();
            assert!(error.starts_with(why), "{text}: {error}");
        }
    }

    #[test]
    fn nothing_of_a_file_reaches_the_terminal_as_it_is() {
        for name in ["a\u{1b}]0;x\u{7}.com", "a\u{9b}2J.com", "a\u{202e}b.com", "a\nb.com", &"x".repeat(10_000)] {
            let name = serde_json::to_string(name).unwrap();
            for text in [
                format!(r#"{{"changes":[{{"domain":{name},"setting":"a","after":1}}]}}"#),
                format!(r#"{{"changes":[{{"setting":{name},"after":1}},{{"setting":{name},"after":1}}]}}"#),
                format!(r#"{{"changes":[{{{name}:1}}]}}"#),
                format!("{{{name}:1}}"),
            ] {
                for why in PlanFile::read(&text).unwrap_err() {
                    assert!(crate::base::is_clean(&why) && !why.contains('\n'), "{why:?}");
                }
            }
        }
    }
}
