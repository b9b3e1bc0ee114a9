//! The catalogues: all settings, and the fields of the profile and of the portfolio.
//!
//! Names, types and defaults are the sandbox's own, because the documents name only eight settings and the fields of
//! the profile.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::formats::Format;
use crate::sandbox::options::Feature;
use crate::sandbox::world::World;

/// The settings of accounts and domains.
pub static SETTINGS: LazyLock<Catalogue> = LazyLock::new(|| {
    let rows = serde_json::from_str(include_str!("../../../assets/sandbox/settings_schema.json"));
    Catalogue::read(rows.map(|file: Value| file["schema"].clone()))
});
/// The fields of the seller profile.
pub static PROFILE: LazyLock<Catalogue> = LazyLock::new(|| {
    Catalogue::read(serde_json::from_str(include_str!("../../../assets/sandbox/profile_fields.json")))
});
/// Fields of the portfolio site other than its address and host.
pub static PORTFOLIO: LazyLock<Catalogue> = LazyLock::new(|| {
    Catalogue::read(serde_json::from_str(include_str!("../../../assets/sandbox/portfolio_fields.json")))
});

/// Features that decide whether a setting is available.
const GATES: [Feature; 3] = [Feature::Catchall, Feature::Portfolio, Feature::Insights];

/// Type of a value, spelled as in the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Bool,
    Number,
    Integer,
    Choice,
    String,
    Text,
    Html,
    Url,
    Color,
    List,
    /// An object with the list `images`.
    Images,
    /// One image id.
    Image,
    /// Times of each weekday.
    Schedule,
}

/// Rules for a value besides its type. The schema does not have them; a refusal names them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Check {
    pub min: Option<f64>,
    pub max: Option<f64>,
    /// Most characters of a text.
    pub length: Option<usize>,
    pub format: Option<Format>,
    /// Values that a list may have; empty if any may be in it.
    pub items: Vec<String>,
    /// Most entries of a list.
    pub most: Option<usize>,
    /// True when the setting cannot be empty: neither null nor an empty text.
    pub required: bool,
}

/// Setting, or field of the profile or the portfolio.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Setting {
    pub name: String,
    pub label: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Values that a choice accepts.
    #[serde(rename = "allowed_values")]
    pub choices: Option<Vec<String>>,
    /// Value in force while none is set.
    pub default: Value,
    /// True when the setting can be set for the account.
    #[serde(rename = "account_level", default)]
    pub of_account: bool,
    /// True when the setting can be set for one domain.
    #[serde(rename = "domain_level", default)]
    pub of_domain: bool,
    /// Availability of the setting: true, false, or `@` and the feature it needs.
    #[serde(default)]
    available: Value,
    #[serde(default)]
    pub check: Check,
}

impl Setting {
    /// True when the account may read and write the setting.
    pub fn is_available(&self, world: &World) -> bool {
        match self.available.as_str() {
            Some(gate) => {
                GATES.into_iter().any(|feature| gate.strip_prefix('@') == Some(feature.name()) && world.has(feature))
            }
            None => self.available != false,
        }
    }
}

/// Settings in their order.
pub struct Catalogue {
    all: Vec<Setting>,
    /// Rows of the schema as they are sent.
    rows: Vec<Map<String, Value>>,
}

impl Catalogue {
    /// Reads a catalogue. The file is our own, and a test reads every row of it.
    fn read(rows: serde_json::Result<Value>) -> Self {
        let rows = rows.unwrap_or_default();
        let mut rows: Vec<_> = rows.as_array().into_iter().flatten().filter_map(Value::as_object).cloned().collect();
        let all = rows.iter().filter_map(|row| serde_json::from_value(Value::Object(row.clone())).ok()).collect();
        for row in &mut rows {
            row.shift_remove("check");
        }
        Self { all, rows }
    }

    pub fn all(&self) -> &[Setting] {
        &self.all
    }

    /// The setting of this name.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.all.iter().find(|setting| setting.name == name)
    }

    /// Rows of `GET parking/settings-schema`. Settings that the account may not use are in them as not available.
    pub fn rows(&self, world: &World) -> Vec<Map<String, Value>> {
        let served = self.all.iter().zip(&self.rows).map(|(setting, row)| {
            let mut row = row.clone();
            row.insert("available".to_owned(), setting.is_available(world).into());
            row
        });
        served.collect()
    }
}

/// Settings that a domain of this account can have, in the order of the catalogue.
pub fn of_domains(world: &World) -> impl Iterator<Item = &'static Setting> {
    SETTINGS.all().iter().filter(|setting| setting.of_domain && setting.is_available(world))
}

/// The setting of this name.
pub fn known(name: &str) -> Option<&'static Setting> {
    SETTINGS.get(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_three_files_is_read_and_every_default_fits_its_type() {
        let db = rusqlite::Connection::open_in_memory().unwrap();
        for (catalogue, count) in [(&SETTINGS, 52), (&PROFILE, 17), (&PORTFOLIO, 18)] {
            assert_eq!((catalogue.all().len(), catalogue.rows.len()), (count, count));
            for setting in catalogue.all() {
                assert_eq!(setting.kind == Kind::Choice, setting.choices.is_some(), "{}", setting.name);
                if !setting.default.is_null() {
                    let read = super::super::check::value(&db, setting, &setting.default);
                    assert!(read.is_ok(), "{}: {read:?}", setting.name);
                }
            }
        }
    }
}
