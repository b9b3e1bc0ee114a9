//! Question before the changes under review are saved. It waits until every value it names was read again, and exactly
//! what it names is written.

use std::sync::Arc;

use super::rows::Row;
use super::screen::Review;
use crate::base::Timestamp;
use crate::screens::compared;
use crate::screens::domain::words::no_currency;
use crate::store::Question;
use crate::store::guard::{self, Concern, Reason};
use crate::store::writes::plan::{FRESH, Plan};
use crate::store::{Intent, Store, Subject};
use crate::ui::list::ListScreen as _;
use crate::ui::text::counted;
use crate::ui::{Confirm, Cx, Effect, Outcome, Tone, Typed, World};

/// Most changes named in the question.
const NAMED: usize = 6;

/// Width below which the list has no room for the setting.
const NARROW: u16 = 54;

impl Review {
    /// Beginning of the line above the footer: in a narrow window the setting of the row under the cursor, then that
    /// the changes are of an earlier session, if they are.
    pub fn before_note(&self, old: bool) -> String {
        let row = self.current().filter(|_| self.list().width < NARROW);
        let setting = row.map_or_else(String::new, |(_, row)| format!("{} · ", row.setting));
        format!("{setting}{}", if old { "From an earlier session. " } else { "" })
    }

    /// Asks before everything under review is written, once its present values were read.
    pub fn ask(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let store = cx.world.store;
        if store.staging().is_none() {
            return Outcome::Refused(super::screen::NOTHING.to_owned());
        }
        let since = Timestamp(store.own_time(cx.world.now).0 - FRESH);
        self.make(&cx.world);
        self.asks = true;
        let is_read = self.to_read.is_done() && self.to_read.failed.is_empty();
        if self.is_made() && is_read && self.all.lines.read_at().is_none_or(|at| at >= since) {
            return self.look_and_ask(cx);
        }
        cx.done(Effect::ReadStaged)
    }

    /// Asks the question once the values it waited for are read, or all changes are checked.
    pub fn ask_when_read(&mut self, cx: &mut Cx<'_>) {
        if self.asks
            && self.is_made()
            && self.to_read.is_done()
            && let Outcome::Refused(why) = self.look_and_ask(cx)
        {
            cx.toast(Tone::Bad, why);
        }
    }

    /// Checks the next part of the changes, starting again if the data have changed, and asks once all were checked.
    fn look_and_ask(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let Some(plan) = cx.world.store.staging().map(|staging| &staging.plan) else { return Outcome::Done };
        let begun = self.question.take().filter(|(of, _)| *of == self.made);
        let mut question = begun.map_or_else(|| Question::new(plan, cx.world.store), |(_, question)| question);
        match question.go_on(plan, cx.world.store) {
            Ok(true) => {
                self.asks = false;
                self.put_question(question, cx)
            }
            Ok(false) => {
                self.question = Some((self.made, question));
                cx.done(Effect::MakeMore)
            }
            Err(why) => {
                self.asks = false;
                Outcome::Refused(format!("Not saved: {why}"))
            }
        }
    }

    fn put_question(&self, mut question: Question, cx: &mut Cx<'_>) -> Outcome {
        let store = cx.world.store;
        if question.known.edits.is_empty() && question.same > 0 {
            return Outcome::Refused("Nothing to save: these are the values already.".to_owned());
        }
        if question.known.edits.is_empty() {
            return Outcome::Refused("Not saved: the present values could not be read. enter shows why.".to_owned());
        }
        let radius = blast_radius(&question.known, store);
        let intent = Arc::new(Intent::from(question.write()));
        let row = |row: Row<'_>| format!("{}: {} → {} ({})", row.setting, row.old, row.new, row.about);
        let first = self.all().grouped.iter().take(NAMED);
        let mut changes: Vec<String> = first.filter_map(|key| self.all().group(*key)).map(row).collect();
        let more = self.all().grouped.len().saturating_sub(NAMED) as u64;
        if more > 0 {
            changes.push(format!("and {}", counted(more, "more change", "more changes")));
        }
        let Some(mut confirm) = Confirm::of(&intent, Vec::new()) else { return Outcome::Done };
        confirm.changes = changes;
        // A warning says the same already.
        let says_it = |concern: &Concern| matches!(concern.reason, Reason::Inherited { .. });
        if let Some(radius) = radius.filter(|_| !question.inspection.concerns.iter().any(says_it)) {
            confirm.consequence = radius;
        }
        let rounded = self.all().rounded.clone();
        for words in rounded.into_iter().chain(Self::kept_words(store)).chain(self.bare(store)) {
            confirm.consequence = format!("{} {}.", confirm.consequence, crate::base::capital(&words));
        }
        confirm.effects_on_yes = vec![Effect::WriteStaged(intent)];
        // Odd values need an extra confirmation, so that they are not saved out of habit.
        let mut confirm = confirm.looked_at(&question.inspection, store);
        let left_out = (question.unread > 0).then(|| {
            let changes = counted(question.unread, "change is", "changes are");
            format!("{changes} left out: the present value could not be read.")
        });
        let same = (question.same > 0).then(|| {
            let changes = counted(question.same, "change is", "changes are");
            format!("{changes} left out: that is the value already.")
        });
        let more: Vec<String> = self.all().moved.iter().cloned().chain(left_out).collect();
        if !more.is_empty() {
            confirm.warnings.splice(0..0, more);
            confirm.typed = Typed::Always;
        }
        confirm.warnings.extend(same);
        cx.confirm(confirm)
    }

    /// Words for changes in forms that are not under review: `1 more in Settings stays unsaved`.
    pub fn kept_words(store: &Store) -> Option<String> {
        let many = store.beside_in_forms() as u64;
        (many > 0).then(|| format!("{} in Settings", counted(many, "more stays unsaved", "more stay unsaved")))
    }

    /// Reason why prices under review have no currency.
    pub fn bare(&self, store: &Store) -> Option<String> {
        if self.all().is_bare { no_currency(store) } else { None }
    }

    /// Progress of reading the values the question waits for.
    pub fn reading(&self, world: &World<'_>) -> Option<String> {
        compared::reading(&self.to_read, "saved", self.asks, world.store)
    }
}

/// Sentence on the domains that inherit a change of the account.
fn blast_radius(plan: &Plan, store: &Store) -> Option<String> {
    let account = plan.edits.iter().filter(|edit| edit.subject == Subject::Account);
    let reach = account.map(|edit| store.inheriting(edit.edit.field.as_str()));
    let (least, most) = reach.max_by_key(|(_, most)| *most).filter(|(_, most)| *most > 0)?;
    Some(format!("{}; live at once.", crate::base::capital(&guard::inherit(least, most))))
}
