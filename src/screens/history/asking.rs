//! Question before a version is undone. It names the values the undo sets, so it waits until these were read again.

use super::screen::History;
use crate::base::Timestamp;
use crate::client::FailureKind;
use crate::screens::compared;
use crate::store::Subject;
use crate::store::shown::versions::Row;
use crate::store::writes::plan::{FRESH, ToRead};
use crate::ui::{Confirm, Cx, Effect, Outcome, Tone, World};

/// Version to be undone once the values it sets were read.
#[derive(Debug)]
pub struct Asked {
    version: i64,
    of: Subject,
    since: Timestamp,
    pub to_read: ToRead,
}

impl Asked {
    /// True when the values were read, as far as the token may read them.
    fn is_ready(&mut self, world: &World<'_>) -> bool {
        self.to_read = world.store.values_to_read(std::iter::once(&self.of), self.since);
        let refused = |kind: &FailureKind| matches!(kind, FailureKind::Forbidden | FailureKind::NotFound);
        self.to_read.is_done() || self.to_read.trouble(world.store).is_some_and(|failure| refused(&failure.kind))
    }

    /// Progress of the reading.
    pub fn words(&self, world: &World<'_>) -> Option<String> {
        compared::reading(&self.to_read, "undone", true, world.store)
    }
}

impl History {
    /// Asks before the version under the cursor is undone, once its present values were read.
    pub fn ask(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let Some(row) = self.current() else { return Outcome::Done };
        let (version, of) = (row.id, row.of.clone());
        let since = Timestamp(cx.world.store.own_time(cx.world.now).0 - FRESH);
        cx.push(Effect::ReadValues([of.clone()].into(), since));
        self.asked = Some(Asked { version, of, since, to_read: ToRead::default() });
        self.ask_when_read(cx);
        Outcome::Done
    }

    /// Asks the question that waited for values, once they are read.
    pub fn ask_when_read(&mut self, cx: &mut Cx<'_>) {
        let Some(asked) = self.asked.take_if(|asked| asked.is_ready(&cx.world)) else { return };
        if let Some(row) = self.version(asked.version) {
            self.question(row, cx);
        }
    }

    /// Asks the question: it states the exact effect of the undo, and names a newer version that changed the same
    /// settings.
    fn question(&self, row: &Row, cx: &mut Cx<'_>) {
        let store = cx.world.store;
        let undo = row.undo(store);
        let is_so =
            |now: &crate::store::writes::intent::Changed| now.now.as_ref().is_some_and(|is| is.is_same(&now.before));
        if undo.told && undo.changes.iter().all(is_so) {
            return cx.toast(Tone::Info, "Nothing to undo: every value is as it was before this version.");
        }
        let changes = row.undo_words(&undo, store);
        let newer = self
            .newer(row)
            .map(|newer| format!("Version {} has changed the same settings since; what it set is lost.", newer.id));
        cx.ask_or_write(undo.into(), Vec::new(), |confirm: &mut Confirm| {
            confirm.changes = changes;
            confirm.warnings.extend(newer);
            let saved = "This is saved as a new version; undo that one to return.";
            confirm.way_back.get_or_insert_with(|| saved.to_owned());
            "Nothing else changes.".clone_into(&mut confirm.consequence);
        });
    }
}
