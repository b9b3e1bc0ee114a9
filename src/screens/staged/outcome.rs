//! Outcome of the write of staged fields.

use super::Staged;
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::journal::Fate;
use crate::store::writes::{CHANGED, OTHER_CHANGED};
use crate::store::{FieldName, Store, Target, Value};

impl Staged {
    /// Takes the outcome of the write: saved fields are no longer staged; a refusal is shown beside its field, and what
    /// was typed stays.
    pub fn follow(&mut self, store: &Store, now: impl Fn(&str) -> Option<Value>) {
        let id = self.plan_id();
        let entry = store.staging().and_then(|staging| staging.entry).filter(|entry| self.followed != Some(*entry));
        let mut parts = store.staging().into_iter().flat_map(|staging| &staging.parts);
        if let (Some(entry), Some(part)) = (entry, parts.find(|part| part.id.as_ref() == Some(&id))) {
            (self.under_way, self.followed) = (Some(entry), Some(entry));
            self.saves = part.edits.iter().map(SettingEdit::item).collect();
        }
        let Some(entry) = self.under_way.and_then(|id| store.journal().get(id)).filter(|entry| !entry.open()) else {
            return;
        };
        self.under_way = None;
        let is_mine = |target: &&Target| self.saves.is_empty() || self.saves.contains(&target.item());
        for target in entry.targets.iter().filter(is_mine) {
            let Some(name) = target.field.as_ref().map(FieldName::as_str) else { continue };
            let Some(field) = self.form.fields_mut().iter_mut().find(|field| field.id == name) else { continue };
            match target.state.fate() {
                // A value typed meanwhile is a change of the saved value.
                Fate::Done if field.staged().is_some_and(|staged| staged != target.after) => {
                    field.rebase(Some(target.after.clone()));
                }
                Fate::Done => {
                    field.restart(Some(target.after.clone()));
                    self.form.forget_steps();
                }
                Fate::Not if target.evidence == CHANGED => {
                    let value = now(name);
                    let words = value.as_ref().map_or_else(String::new, Value::words);
                    field.rebase(value);
                    self.form.set_error(name, format!("Changed meanwhile: now {words}."));
                }
                Fate::Not
                    if [OTHER_CHANGED, crate::store::writes::intent::edit::OTHER_REFUSED]
                        .contains(&&*target.evidence) => {}
                Fate::Not | Fate::Unsure => {
                    let why = if target.evidence.is_empty() { "not saved" } else { &*target.evidence };
                    self.form.set_error(name, crate::base::capital(why));
                }
                Fate::Open => {}
            }
        }
    }
}
