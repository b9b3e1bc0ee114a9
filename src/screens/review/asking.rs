//! The question before what is under review is saved. It comes once every value it names was read just now, and what it
//! names is what is written.

use super::rows::Row;
use super::screen::Review;
use crate::base::Timestamp;
use crate::screens::compared;
use crate::store::guard;
use crate::store::writes::plan::{FRESH, Plan};
use crate::store::{Intent, Store, Subject};
use crate::ui::list::ListScreen as _;
use crate::ui::text::counted;
use crate::ui::{Confirm, Cx, Effect, Outcome, Tone, Typed, World};

/// Changes named in the question.
const NAMED: usize = 6;

/// Columns below which the list has no room for the setting.
const NARROW: u16 = 54;

impl Review {
    /// Beginning of the line above the footer: in a narrow window the setting of the row under the cursor, and that the
    /// changes are of an earlier session.
    pub fn before_note(&self, old: bool) -> String {
        let row = self.current().filter(|_| self.list().width < NARROW);
        let setting = row.map_or_else(String::new, |(_, row)| format!("{} · ", row.setting));
        format!("{setting}{}", if old { "From an earlier session. " } else { "" })
    }

    /// Asks before everything under review is written, once its values are known as they are now.
    pub fn ask(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let store = cx.world.store;
        let Some(staging) = store.staging() else { return Outcome::Refused(super::screen::NOTHING.to_owned()) };
        let since = Timestamp(store.own_time(cx.world.now).0 - FRESH);
        self.make(&cx.world);
        if self.is_made() && store.to_read(&staging.plan, since).is_done() {
            return self.question(&staging.plan, cx);
        }
        self.asks = true;
        cx.done(Effect::ReadStaged)
    }

    /// Asks what waited for values to be read.
    pub fn ask_when_read(&mut self, cx: &mut Cx<'_>) {
        let Some(staging) = cx.world.store.staging().filter(|_| self.asks && self.is_made() && self.to_read.is_done())
        else {
            return;
        };
        self.asks = false;
        if let Outcome::Refused(why) = self.question(&staging.plan, cx) {
            cx.toast(Tone::Bad, why);
        }
    }

    fn question(&mut self, plan: &Plan, cx: &mut Cx<'_>) -> Outcome {
        let mut known = plan.known(cx.world.store);
        let all = known.edits.len();
        known.edits.retain(|edit| edit.edit.before.is_some());
        let unread = (all - known.edits.len()) as u64;
        if known.edits.is_empty() {
            return Outcome::Refused("Not saved: the present values could not be read. enter shows why.".to_owned());
        }
        let money = cx.world.store.currencies_known();
        let other = known.edits.iter().find_map(|edit| Some((edit, known.other_money(edit, &money)?)));
        if let Some((edit, why)) = other {
            let of = edit.subject.words();
            return Outcome::Refused(format!("Not saved: {of}. {why} d leaves it out; set the price again."));
        }
        let write = known.write();
        let intent = Intent::from(write.clone());
        let row = |row: Row<'_>| format!("{}: {} → {} ({})", row.setting, row.old, row.new, row.about);
        let first = self.all().grouped.iter().take(NAMED);
        let mut changes: Vec<String> = first.filter_map(|key| self.all().group(*key)).map(row).collect();
        let more = self.all().grouped.len().saturating_sub(NAMED) as u64;
        if more > 0 {
            changes.push(format!("and {}", counted(more, "more change", "more changes")));
        }
        let Some(mut confirm) = Confirm::of(&intent, Vec::new()) else { return Outcome::Done };
        confirm.changes = changes;
        let edits = write.edits();
        let concerns = guard::guard(edits, cx.world.store);
        // A warning says the same.
        let is_said = concerns.iter().any(|concern| matches!(concern.reason, guard::Reason::Inherited { .. }));
        if let Some(radius) = blast_radius(&known, cx.world.store).filter(|_| !is_said) {
            confirm.consequence = radius;
        }
        for words in self.all().rounded.clone().into_iter().chain(Self::kept_words(cx.world.store)) {
            confirm.consequence = format!("{} {}.", confirm.consequence, crate::base::capital(&words));
        }
        confirm.effects_on_yes = vec![Effect::WriteStaged(Box::new(intent))];
        // Odd values need an extra confirmation, so that they are not saved by habit.
        let mut confirm = confirm.looked_at(edits, &concerns, cx.world.store);
        let left_out = (unread > 0).then(|| {
            let changes = counted(unread, "change is", "changes are");
            format!("{changes} left out: the present value could not be read.")
        });
        let more: Vec<String> = self.all().moved.iter().cloned().chain(left_out).collect();
        if !more.is_empty() {
            confirm.warnings.splice(0..0, more);
            confirm.typed = Typed::Always;
        }
        cx.confirm(confirm)
    }

    /// Words for changes in forms that are not under review: `1 more in Settings stays unsaved`.
    pub fn kept_words(store: &Store) -> Option<String> {
        let many = store.beside_in_forms() as u64;
        (many > 0).then(|| format!("{} in Settings", counted(many, "more stays unsaved", "more stay unsaved")))
    }

    /// Progress of reading the values the question waits for.
    pub fn reading(&self, world: &World<'_>) -> Option<String> {
        compared::reading(&self.to_read, "saved", self.asks, world.store)
    }
}

/// Effect of a change of the account on domains that inherit.
fn blast_radius(plan: &Plan, store: &Store) -> Option<String> {
    let account = plan.edits.iter().filter(|edit| edit.subject == Subject::Account);
    let reach = account.map(|edit| store.inheriting(edit.edit.field.as_str()));
    let (least, most) = reach.max_by_key(|(_, most)| *most).filter(|(_, most)| *most > 0)?;
    Some(format!("{}; live at once.", crate::base::capital(&guard::inherit(least, most))))
}
