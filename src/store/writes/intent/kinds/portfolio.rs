//! Portfolio site: on or off, its addresses, its host, and all fields for its look and content that the service sends.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::edit::Edit;
use super::super::kind::Asks;
use super::super::rule::{Rule, Verb};
use super::super::{FieldName, Subject, Value};
use super::fields::{Fields, Object, field_value};
use super::profile::SAVE;
use crate::api::types::Portfolio;
use crate::api::wire::{Changes, Patch};
use crate::api::{Row, portfolio};
use crate::base::{DomainName, clean_line};
use crate::client::Failure;

const ENABLED: &str = "enabled";
const HOST: &str = "host_domain";
const PUBLIC_NAME: &str = "public_name";
/// Error key for a host that is not a verified domain of the account.
const NOT_VERIFIED: &str = "np_parking_api_error_domain_not_found";

/// Documented fields (document 2, *Portfolio*) with their labels. The second and the third cannot be set.
pub const PORTFOLIO_FIELDS: [(&str, &str); 5] = [
    (ENABLED, "Site"),
    ("url", "Address"),
    ("slug_url", "Permanent link"),
    (PUBLIC_NAME, "Public name"),
    (HOST, "Host domain"),
];

/// Sets fields of the portfolio site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavePortfolio {
    /// Changes; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Edit>,
}

impl Verb {
    pub const SAVE_PORTFOLIO: Self = Self("SavePortfolio");
}

pub(super) static RULES: [Rule; 1] =
    [Rule { verb: Verb::SAVE_PORTFOLIO, consequence: "The site shows it at once.", ..SAVE }];

/// Value of a field in an answer; `None` where the answer does not have it.
pub fn portfolio_value(answer: &Row<Portfolio>, field: &str) -> Option<Value> {
    field_value::<SavePortfolio>(answer, field)
}

impl From<Vec<Edit>> for SavePortfolio {
    fn from(edits: Vec<Edit>) -> Self {
        Self { edits }
    }
}

impl SavePortfolio {
    /// Write of these changes and of what follows from them: turning the site off releases its host, and an undo sets
    /// it again.
    pub fn new(mut edits: Vec<Edit>, answer: &Row<Portfolio>) -> Self {
        if edits.iter().any(|edit| edit.field.as_str() == ENABLED && edit.after.is_same(&Value::Bool(false))) {
            edits.retain(|edit| edit.field.as_str() != HOST);
            let before = portfolio_value(answer, HOST).filter(|host| *host != Value::Null);
            edits.extend(before.map(|host| Edit {
                field: FieldName::fixed(HOST),
                before: Some(host),
                after: Value::Null,
            }));
        }
        Self { edits }
    }

    /// Value of a field before and after the write; `None` if the write does not set it.
    fn change(&self, field: &str) -> Option<(&Value, &Value)> {
        let edit = self.edits.iter().find(|edit| edit.field.as_str() == field)?;
        Some((edit.before.as_ref().unwrap_or(&Value::Null), &edit.after))
    }

    /// Public name that the write gives up.
    fn released(&self) -> Option<String> {
        let (before, after) = self.change(PUBLIC_NAME)?;
        before.as_text().filter(|name| !name.is_empty() && before != after).map(|name| clean_line(name).into_owned())
    }
}

/// Name of a host for the user.
fn host(value: &Value) -> Option<String> {
    value.as_text().map(|name| DomainName::from_service(name).both())
}

impl Fields for SavePortfolio {
    type Read = portfolio::Get;
    type Save = portfolio::Save;

    const SUBJECT: Subject = Subject::Portfolio;
    const FIELDS: &'static [(&'static str, &'static str)] = &PORTFOLIO_FIELDS;
    const READ: portfolio::Get = portfolio::Get {};

    fn edits(&self) -> &[Edit] {
        &self.edits
    }

    fn save(mut changes: Changes) -> portfolio::Save {
        // The service may send a switch as a number or a text. A value that means neither yes nor no is not sent.
        let enabled = changes.remove(ENABLED).map(Value::from);
        let enabled = enabled.and_then(|value| [true, false].into_iter().find(|yes| value.is_same(&Value::Bool(*yes))));
        let mut patch = |field: &str| match changes.remove(field) {
            None => Patch::Keep,
            Some(Json::String(text)) => Patch::Set(text),
            Some(_) => Patch::Clear,
        };
        let public_name = patch(PUBLIC_NAME);
        let host_domain = match patch(HOST) {
            // Turning the site off releases the host, so it is not cleared as well.
            Patch::Clear if enabled == Some(false) => Patch::Keep,
            Patch::Set(name) => Patch::Set(DomainName::from_service(&name)),
            Patch::Clear => Patch::Clear,
            Patch::Keep => Patch::Keep,
        };
        let portfolio = (!changes.is_empty()).then_some(changes);
        portfolio::Save { enabled, host_domain, public_name, portfolio }
    }

    fn object(answer: &Row<Portfolio>) -> Option<Object> {
        serde_json::from_str(&answer.raw).ok()
    }

    fn with_object(_: &Row<Portfolio>, object: Object) -> Option<Row<Portfolio>> {
        Row::from_raw(&Json::from(object).to_string())
    }

    fn spelled(field: &str, value: Value) -> Value {
        match value.as_text() {
            Some(name) if field == HOST => Value::text(DomainName::from_service(name).punycode()),
            _ => value,
        }
    }

    fn refused(refused: &Failure) -> Option<&'static str> {
        refused.errors.iter().any(|error| error.code.raw() == NOT_VERIFIED).then_some(HOST)
    }

    fn asks_for(&self) -> Asks {
        let mut warnings = Vec::new();
        let off = self.change(ENABLED).is_some_and(|(_, after)| after.is_same(&Value::Bool(false)));
        match self.change(HOST) {
            Some((before, Value::Null)) if off => warnings
                .extend(host(before).map(|name| {
                    format!("The site goes off: its host {name} is released, the permanent link is kept.")
                })),
            _ if off => warnings.push("The site goes off. The permanent link is kept.".to_owned()),
            Some((_, after)) => warnings.extend(
                host(after)
                    .map(|name| format!("Framing in an iframe is turned on for {name}, and stays on after an undo.")),
            ),
            None => {}
        }
        let typed = self.released();
        if let Some(name) = &typed {
            warnings.push(format!("“{name}” becomes free: another account can take it before you undo."));
        }
        Asks { warnings, typed }
    }
}
