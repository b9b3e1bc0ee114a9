//! Own values of one domain, kept small: a portfolio has up to 100,000 such domains.

use std::collections::HashSet;
use std::sync::Arc;

use crate::api::Seen;
use crate::api::types::{Setting, SettingSource};
use crate::store::subject::Subject;
use crate::store::subject::Value;

/// Own value of a setting for a thing: null if the thing inherits it, `None` if the answer does not say.
pub fn own_value(subject: &Subject, setting: &Setting) -> Option<Value> {
    let said = |seen: &Seen<serde_json::Value>| match seen {
        Seen::Null => Some(Value::Null),
        seen => seen.get().cloned().map(Value::from),
    };
    match (subject, setting.source.get()) {
        (Subject::Account, Some(SettingSource::Default)) => Some(Value::Null),
        (Subject::Account, _) => said(&setting.value),
        // Where the domain's own value is missing, the source says whether the value is its own.
        (_, Some(SettingSource::Domain)) if setting.domain_value.is_missing() => said(&setting.value),
        (_, Some(SettingSource::Account | SettingSource::Default)) if setting.domain_value.is_missing() => {
            Some(Value::Null)
        }
        _ => said(&setting.domain_value),
    }
}

/// Own values sorted by name, none of them null. All domains share the names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own(Box<[(Arc<str>, Value)]>);

impl Own {
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub fn keys(&self) -> impl Iterator<Item = &Arc<str>> {
        self.0.iter().map(|(name, _)| name)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a value; true where there was none.
    pub(super) fn put(&mut self, name: Arc<str>, value: Value) -> bool {
        match self.place(&name) {
            Ok(at) => {
                self.0[at].1 = value;
                false
            }
            Err(at) => {
                let mut all = std::mem::take(&mut self.0).into_vec();
                all.insert(at, (name, value));
                self.0 = all.into();
                true
            }
        }
    }

    /// Removes a value; true where there was one.
    pub(super) fn take_out(&mut self, name: &str) -> bool {
        let Ok(at) = self.place(name) else { return false };
        let mut all = std::mem::take(&mut self.0).into_vec();
        all.remove(at);
        self.0 = all.into();
        true
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| (**own).cmp(name))
    }
}

impl FromIterator<(Arc<str>, Value)> for Own {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Value)>>(values: I) -> Self {
        let mut all: Vec<_> = values.into_iter().collect();
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all.dedup_by(|(later, _), (name, _)| later == name);
        Self(all.into())
    }
}

/// Names of settings, each kept once.
#[derive(Debug, Default)]
pub(super) struct SettingNames(HashSet<Arc<str>>);

impl SettingNames {
    pub fn shared(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let name: Arc<str> = name.into();
        self.0.insert(Arc::clone(&name));
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_name_and_stay_in_the_order_of_the_names() {
        let mut names = SettingNames::default();
        let mut own: Own =
            [("b", 2), ("c", 3)].map(|(name, value)| (names.shared(name), Value::Whole(value))).into_iter().collect();
        assert!(own.put(names.shared("a"), Value::Whole(1)));
        assert!(!own.put(names.shared("b"), Value::Whole(4)));
        assert!(own.take_out("c") && !own.take_out("c"));
        let held: Vec<_> = own.iter().map(|(name, value)| (&**name, value.clone())).collect();
        assert_eq!(held, [("a", Value::Whole(1)), ("b", Value::Whole(4))]);
        assert_eq!((own.get("b"), own.get("z")), (Some(&Value::Whole(4)), None));
    }

    #[test]
    fn the_name_of_a_setting_is_held_once_for_all_domains() {
        let mut names = SettingNames::default();
        let (one, other) = (names.shared("bin_price"), names.shared("bin_price"));
        assert!(Arc::ptr_eq(&one, &other));
    }
}
