//! A plan as a file that people and scripts can read and write: a list of changes, each of one setting of one domain, or of
//! the account where no domain is named.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::Plan;
use crate::base::DomainName;
use crate::store::intent::{Edit, FieldName, SettingEdit, Subject, Value};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    changes: Vec<Change>,
    /// What the settings are called, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
    /// See [`Plan::by`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    setting: String,
    /// What was there when the plan was made; null is nothing of its own, left out is not known.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    before: Option<Value>,
    /// Null inherits.
    after: Value,
}

/// Null is a value here.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl From<&SettingEdit> for Change {
    fn from(SettingEdit { subject, edit }: &SettingEdit) -> Self {
        let domain = subject.name().map(|name| name.punycode().to_owned());
        Self { domain, setting: edit.field.to_string(), before: edit.before.clone(), after: edit.after.clone() }
    }
}

impl Change {
    fn edit(self) -> Result<SettingEdit, String> {
        let subject = match &self.domain {
            None => Subject::Account,
            Some(name) => Subject::domain(&DomainName::parse(name).map_err(|why| format!("“{name}”: {why}"))?),
        };
        let edit = Edit { field: FieldName::named(self.setting), before: self.before, after: self.after };
        Ok(SettingEdit { subject, edit })
    }
}

impl Plan {
    /// The plan as JSON that people can read.
    pub fn to_json(&self) -> String {
        let Self { edits, labels, by } = self.clone();
        let file = File { changes: edits.iter().map(Change::from).collect(), labels, by };
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// Reads a plan file.
    ///
    /// # Errors
    /// What is wrong with it, a sentence.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let File { changes, labels, by } = serde_json::from_str(text).map_err(|why| format!("Not a plan: {why}."))?;
        let edits = changes.into_iter().map(Change::edit).collect::<Result<Vec<_>, _>>()?;
        let account = edits.iter().filter(|edit| edit.subject == Subject::Account).count();
        match edits.len() {
            0 => Err("The plan changes nothing.".to_owned()),
            all if account == 0 || account == all => Ok(Self { edits, labels, by }),
            _ => Err("A plan changes either the account or domains, not both.".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
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
            labels: BTreeMap::from([("bin_price".to_owned(), "BIN price".to_owned())]),
            by: Some("settings".to_owned()),
        };
        let json = plan.to_json();
        assert!(json.contains("\"domain\": \"xn--mller-kva.de\""), "{json}");
        assert_eq!(Plan::from_json(&json), Ok(plan));
    }

    #[test]
    fn what_is_no_plan_is_named() {
        for (text, why) in [
            ("{}", "Not a plan: missing field `changes` at line 1 column 2."),
            (r#"{"changes":[]}"#, "The plan changes nothing."),
            (
                r#"{"changes":[{"setting":"a","after":1},{"domain":"a.com","setting":"a","after":1}]}"#,
                "A plan changes either the account or domains, not both.",
            ),
            (r#"{"changes":[{"domain":"a b","setting":"a","after":1}]}"#, "“a b”: "),
            (r#"{"changes":[{"setting":"a"}]}"#, "Not a plan: missing field `after` at line 1 column 27."),
        ] {
            let error = Plan::from_json(text).unwrap_err();
            assert!(error.starts_with(why), "{text}: {error}");
        }
    }
}
