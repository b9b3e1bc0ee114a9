//! Own settings of removed domains. They are kept with the removal, and written back when an undo has added the
//! domains back. That is a second write, which is in the journal from the moment of the undo, so that it is not lost
//! when the program ends.

use std::collections::{BTreeMap, HashSet};

use crate::base::{Id, Timestamp};
use crate::store::subject::{EntryId, FieldName, Item, Subject, Value};
use crate::store::writes::intent::{Edit, Intent, SaveSettings, SettingEdit};
use crate::store::writes::journal::{Origin, State, Target, Which};
use crate::store::writes::under_way::Followed;
use crate::store::writes::{WriteProgress, WriteStep};
use crate::store::{DomainTab, Pending, Store};

impl Store {
    /// Plans to write back the own settings of the domains that an undo adds back, if they were read.
    pub(super) fn plan_restore(&mut self, back: EntryId, now: Timestamp) {
        let Some(kept) = self.writes.journal.get(back) else { return };
        if kept.intent.rule().pending != Some(Pending::AddingBack) {
            return;
        }
        let mut edits = Vec::new();
        for target in kept.targets.iter().filter(|target| target.state == State::Planned) {
            for (name, value) in target.own().into_iter().flatten() {
                // A domain that was added back has no own settings. A value that somebody has set meanwhile stays.
                let (field, after) = (FieldName::named(name.clone()), Value::from(value.clone()));
                let edit = Edit { field, before: Some(Value::Null), after };
                edits.push(SettingEdit { subject: target.subject.clone(), edit });
            }
        }
        if edits.is_empty() {
            return;
        }
        let names: HashSet<&str> = edits.iter().map(|edit| edit.edit.field.as_str()).collect();
        let label = |name: &str| (name.to_owned(), self.setting_label(name, name));
        let labels: BTreeMap<String, String> = names.into_iter().map(label).collect();
        let intent = Intent::from(SaveSettings::new(edits, labels));
        let target = |item: Item| {
            let after = intent.after(&item);
            Target::planned(item, Some(Value::Null), after, now)
        };
        let targets = intent.items().into_iter().map(target).collect();
        let entry = self.put_planned(intent, Origin::Restore(back), targets, now);
        self.writes.under_way.followed.push(Followed { entry, said: false });
    }

    /// Drops the unsent settings of domains that this redo removes again.
    pub(super) fn drop_restore(&mut self, redo: EntryId, now: Timestamp) {
        let Some(kept) = self.writes.journal.get(redo) else { return };
        let Origin::Redo(back) = kept.origin else { return };
        let goes = |target: &&Target| {
            target.state == State::Planned && kept.target(&target.subject).is_some_and(|of| of.state == State::Planned)
        };
        let of = self.writes.journal.open().filter(|entry| entry.origin == Origin::Restore(back));
        let dropped: Vec<(EntryId, Vec<Item>)> =
            of.map(|entry| (entry.id, entry.targets.iter().filter(goes).map(Target::item).collect())).collect();
        for (entry, items) in dropped {
            let step = WriteStep::Dropped { why: "removed again".to_owned() };
            self.settle(WriteProgress { entry, targets: Which::These(items), step, at: now });
        }
    }

    /// True when a domain that was added back is in the account: its import has ended, or it is on the list.
    pub(super) fn is_back(&self, added: &Target) -> bool {
        let import = added.made.and_then(|made| self.lists.jobs.import(Id::new(made)));
        let Subject::Domain(punycode) = &added.subject else { return false };
        let row = || self.index.domains.find(punycode).and_then(|key| self.index.domains.row(key));
        let listed = || row().is_some_and(|row| row.on(DomainTab::MyDomains));
        import.map_or_else(listed, |known| known.row.value.is_over())
    }

    /// Final step of a target of an undo, or of a restore after one, for which nothing is sent.
    pub(super) fn nothing_to_send(&self, entry: EntryId, why: &str) -> WriteStep {
        let why = why.to_owned();
        let restores = |origin| matches!(origin, Origin::Restore(_));
        if self.writes.journal.get(entry).is_some_and(|kept| restores(kept.origin)) {
            WriteStep::Dropped { why }
        } else {
            WriteStep::Void { why }
        }
    }
}
