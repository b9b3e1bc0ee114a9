//! The review as a list.

use std::collections::HashSet;
use std::sync::Arc;

use super::beside::preview;
use super::columns::{COLUMNS, Cells};
use super::commands::{COMMANDS, NEXT, UNDO};
use super::making::Made;
use super::rows::{All, Row};
use crate::api;
use crate::base::{Kept, work};
use crate::store::Question;
use crate::store::findings::asked::Asked;
use crate::store::guard::Guards;
use crate::store::writes::plan::{Plan, ReviewStep, ToRead};
use crate::store::{Known, Store, Wants};
use crate::ui::list::{self, About, ListScreen, OwnList, TabRow, Words, own_list};
use crate::ui::text::counted;
use crate::ui::widgets::table::{Empty, Form, Rows, ViewExport};
use crate::ui::{Cx, Effect, FileAsk, Look, Outcome, Scoped, Scopes, ScreenId, Tone, World};

pub const ID: ScreenId = "review";

/// The rows a tab shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// One row per setting and value, with the number of domains that get it.
    Grouped,
    All,
    Odd,
}

pub const NOTHING: &str = "Nothing is under review.";
const NO_WARNINGS: &str = "No warnings.";
const NOT_CHECKED: &str = "No warnings so far: the present values are not all read.";
const WAY: &str = "Change a setting (7, or e on domains) and press ctrl-s.";
const TABS: &[TabRow<Which>] = &[
    TabRow::called(Which::Grouped, "grouped", "Grouped").empty(NOTHING, WAY),
    TabRow::called(Which::All, "all", "All").empty(NOTHING, WAY),
    TabRow::called(Which::Odd, "to check", "To check").empty(NO_WARNINGS, "ctrl-s saves the changes."),
];

/// What was last kept for the next session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptOf {
    Nothing,
    /// The plan in front: its number and size, whether it is being saved, and the number of changes that wait beside
    /// it.
    Plan {
        number: u64,
        edits: usize,
        is_saved: bool,
        beside: usize,
    },
}

#[derive(Debug, Default)]
pub struct Review {
    list: OwnList<Self>,
    pub(super) all: All,
    pub(super) guards: Guards,
    /// Sums of the inquiries about the domains.
    pub(super) asked: Asked,
    /// True when changes were added, so that the first tab is shown if the one in front has no row.
    pub(super) arrives: bool,
    /// Values still to read.
    pub to_read: ToRead,
    /// True if the question follows once these values are read.
    pub asks: bool,
    /// Question being made, and the data its changes were checked against.
    pub(super) question: Option<(Option<Made>, Question)>,
    /// Data the rows were made from, and how often they were made.
    pub(super) made: Option<Made>,
    pub(super) number: u64,
    /// Number of the staging that brought the changes in front, 0 where there are none; `None` before the first look.
    pub(super) arrived: Option<u64>,
    /// Rows of a tab that contain the words, kept by the number above.
    found: Kept<(u64, usize, Words), Arc<[u32]>>,
    /// True if the plan is about the account, and true if it is about other things.
    pub(super) of_account: bool,
    pub(super) of_domains: bool,
    /// True if the plan file being read is to be applied; `None` while none is read. Texts up to `taken` are not this
    /// file.
    awaits: Option<bool>,
    taken: u64,
    /// State in which the review was last kept for the next session; `None` before it was.
    kept_of: Option<KeptOf>,
    /// True if the last step can be undone, and true if something waits beside the plan in front.
    pub(super) steps: [bool; 2],
    /// True when changes under review wait to be saved, and undo would not take back the review that was saved last.
    pub(super) is_pending: bool,
}

impl Review {
    /// The keys of the rows of a tab.
    pub(super) fn keys(&self, tab: usize) -> &[u32] {
        match TABS[tab].tab {
            Which::Grouped => &self.all.grouped,
            Which::All => &self.all.each,
            Which::Odd => &self.all.odd,
        }
    }

    /// Rows of the tab in front that contain all words.
    fn find(&self, words: &[String]) -> Arc<[u32]> {
        let passes = |key: &u32| {
            let Some(row) = self.row(*key) else { return false };
            let text = format!("{} {} {} {} {}", row.about, row.setting, row.old, row.new, row.check).to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        let keys = self.keys(self.list.tab);
        if words.is_empty() {
            keys.into()
        } else {
            work::each(keys.iter()).filter(|key| passes(key)).copied().collect()
        }
    }

    /// Row with this key on the tab in front.
    pub fn row(&self, key: u32) -> Option<Row<'_>> {
        match TABS[self.list.tab].tab {
            Which::Grouped => self.all.group(key),
            Which::All | Which::Odd => self.all.one(key),
        }
    }

    /// Places in the plan of the changes of this key on the tab in front.
    pub fn places(&self, key: u32) -> Vec<usize> {
        match TABS[self.list.tab].tab {
            Which::Grouped => self.all.places_of(key).collect(),
            Which::All | Which::Odd => vec![key as usize],
        }
    }

    /// Key and row under the cursor.
    pub fn current(&self) -> Option<(u32, Row<'_>)> {
        let key = *self.list.under_cursor()?;
        Some((key, self.row(key)?))
    }

    /// True while the changes are being written.
    pub fn is_writing(world: &World<'_>) -> bool {
        world.store.is_saving_review()
    }

    /// True when a step of the review can be undone.
    pub fn can_take_back(&self) -> bool {
        self.steps[0]
    }

    /// True while `u` undoes steps of the review: next to unsaved changes it must not undo acts elsewhere.
    fn has_own_undo(&self) -> bool {
        self.can_take_back() || self.is_pending
    }

    /// True when another plan waits beside the one in front.
    pub fn has_more(&self) -> bool {
        self.steps[1]
    }

    /// Reason why nothing can be saved now.
    pub fn why_not(world: &World<'_>) -> Option<String> {
        match world.store.staging() {
            None => Some(NOTHING.to_owned()),
            Some(_) if Self::is_writing(world) => Some("The changes are being saved.".to_owned()),
            Some(_) => None,
        }
    }

    /// All rows.
    pub fn all(&self) -> &All {
        &self.all
    }

    /// The places in the plan of the marked changes, else of the one under the cursor.
    pub fn marked(&self) -> HashSet<usize> {
        self.list.table().targets().ids.into_iter().flat_map(|key| self.places(key)).collect()
    }

    /// The places of all changes of the plan.
    pub fn everything(world: &World<'_>) -> HashSet<usize> {
        (0..world.store.staging().map_or(0, |staging| staging.plan.edits.len())).collect()
    }

    /// Leaves the changes at these places out of the plan.
    pub fn leave_out(out: HashSet<usize>, cx: &mut Cx<'_>) -> Outcome {
        let Some(staging) = cx.world.store.staging() else { return Outcome::Refused(NOTHING.to_owned()) };
        // A form keeps its changes until they are saved or reverted there.
        let why = match staging.kept_by_forms(&out) {
            0 => "left out · u undoes it",
            kept if kept == out.len() => "left out, still unsaved in Settings (backspace there reverts) · u undoes it",
            _ => "left out; those of Settings stay unsaved there · u undoes it",
        };
        without(out, why, cx);
        Outcome::Done
    }

    /// Expects the next text in this screen's slot to be a plan file.
    pub fn reads_plan(&mut self, applies: bool) {
        self.awaits = Some(applies);
    }

    /// True when the plan in front was saved, all or in part, and leaves the review.
    fn is_over(cx: &mut Cx<'_>) -> bool {
        let store = cx.world.store;
        let written = store.staging().filter(|staging| staging.entry.is_some() && !store.is_saving_review());
        let is_over = written.is_some_and(|staging| store.not_saved().len() < staging.plan.edits.len());
        cx.effects.extend(is_over.then_some(Effect::KeepFailed));
        is_over
    }

    /// Takes over plan files, and keeps the changes under review for the next session.
    fn keep(&mut self, cx: &mut Cx<'_>) {
        let handed = cx.world.store.files().text(ID).filter(|(number, _)| *number > self.taken);
        if let Some((number, text)) = handed.filter(|_| self.awaits.is_some()).cloned() {
            self.taken = number;
            let applies = self.awaits.take() == Some(true);
            match text.and_then(|text| Plan::from_json(&text)) {
                Ok(plan) => return Self::take_plan(plan, applies, cx),
                Err(why) => cx.toast(Tone::Bad, why),
            }
        }
        let store = cx.world.store;
        let staging = store.staging();
        // Thousands of changes are kept again only when something has changed, not with every key.
        let now = staging.map_or(KeptOf::Nothing, |staging| KeptOf::Plan {
            number: staging.number,
            edits: staging.plan.edits.len(),
            is_saved: store.is_saving_review(),
            beside: store.beside_review(),
        });
        let before = self.kept_of.replace(now);
        // Plans of an earlier session stay marked as such until something changes.
        let is_as_left = before.is_none() && staging.is_none_or(|staging| staging.old);
        if before != Some(now) && !is_as_left {
            cx.push(Effect::File(FileAsk::KeepReview(store.under_review().map(Arc::clone).collect())));
        }
    }

    /// Leaves out the changes that change nothing any more; true when there were some.
    fn drop_same(&mut self, cx: &mut Cx<'_>) -> bool {
        let same = std::mem::take(&mut self.all.same);
        let drops = !same.is_empty() && !cx.world.store.is_saving_review();
        if drops {
            without(same, &format!("dropped: {}", self.all.why_same), cx);
            cx.push(Effect::MakeMore);
        }
        drops
    }
}

/// Removes the changes at these places from the review.
fn without(out: HashSet<usize>, why: &str, cx: &mut Cx<'_>) {
    cx.toast(Tone::Info, format!("{} {why}.", counted(out.len() as u64, "change", "changes")));
    cx.push(Effect::Stage(ReviewStep::LeaveOut(out)));
}

impl Scoped for Review {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        scopes.then_if(Self::has_own_undo, UNDO);
        scopes.then_if(Self::has_more, NEXT);
        scopes.then(COMMANDS);
        list::rows(scopes);
    }
}

impl ListScreen for Review {
    const ABOUT: About<Self> =
        About { is_page: true, preview: Some(preview), ..About::new(ID, "change", "The review", TABS, &[COLUMNS]) };

    own_list!(u32, Which);

    fn rows(&mut self, world: &World<'_>) -> Arc<[u32]> {
        self.asked.sum_up(world.store, world.now);
        self.make(world);
        if !self.is_made() {
            // Groups change their order while the changes are counted. After that the cursor stays with its row.
            self.list.table_mut().stay_on_first();
        }
        let by = (self.number, self.list.tab, self.list.filter().clone());
        self.found.get(by, |(.., words)| {
            let (keys, before) = (self.find(words), self.list.table().ids());
            if *before == keys { Arc::clone(before) } else { keys }
        })
    }

    fn is_whole(&self, _: &World<'_>) -> bool {
        self.is_made()
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<u32> + 'a {
        Cells(self, look.world.store)
    }

    fn total(&self, tab: usize, _: &World<'_>) -> (Known<u64>, String) {
        let is_whole = self.is_made() && (TABS[tab].tab != Which::Odd || !self.all.unseen);
        (Known::rows(self.keys(tab).len() as u64, None, is_whole), String::new())
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        let Some(staging) = look.world.store.staging() else { return String::new() };
        let of = if self.of_domains {
            counted(self.all.lines.subjects() as u64, "domain", "domains")
        } else {
            "account".to_owned()
        };
        let parts = staging.parts.len() as u64;
        let from = if parts > 1 { format!(" · {parts} parts") } else { String::new() };
        format!("{} · {of}{from}", counted(staging.plan.edits.len() as u64, "change", "changes"))
    }

    fn empty(&self, world: &World<'_>) -> Empty {
        let empty = list::empty(self);
        // A warning compares with the present value.
        let is_open = empty.title == NO_WARNINGS && (self.looking().is_some() || self.reading(world).is_some());
        if is_open { Empty { title: NOT_CHECKED.to_owned(), hint: String::new() } } else { empty }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let staging = world.store.staging()?;
        if let Some(looking) = self.looking().filter(|_| !Self::is_writing(world)) {
            return Some(looking);
        }
        if let Some(reading) = self.reading(world).filter(|_| !Self::is_writing(world)) {
            return Some(reading);
        }
        let old = self.before_note(staging.old);
        let more = match world.store.beside_review() as u64 {
            0 => String::new(),
            more => format!(" · {} beside these: o shows them", counted(more, "change waits", "changes wait")),
        };
        let rounded = self.all.rounded.as_ref().map_or_else(String::new, |words| format!(" · {words}"));
        let kept = Self::kept_words(world.store).map_or_else(String::new, |words| format!(" · {words}"));
        Some(match staging.entry {
            _ if Self::is_writing(world) => "Saving the changes.".to_owned(),
            None => {
                let saves = "ctrl-s saves, esc goes back, nothing is lost";
                let bare = self.bare(world.store);
                let first = bare.as_deref().unwrap_or("Nothing has been saved yet");
                format!("{old}{first}{rounded}{kept}{more} · {saves}")
            }
            Some(_) => format!("These were not saved{more} · ctrl-s tries them again"),
        })
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if world.store.staging().is_none() {
            return;
        }
        wants.want(&api::profile::Get {}, crate::client::Lane::Ahead);
        wants.want(&api::settings::Get {}, crate::client::Lane::Ahead);
        Store::want_schema(wants);
        if self.of_account {
            // To count the domains that inherit the value.
            world.store.want_own_settings(wants);
        }
        self.to_read.want(world.store, self.asks, wants);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        if Self::is_over(cx) {
            if cx.world.store.not_saved().is_empty() && cx.world.store.beside_review() == 0 {
                cx.push(Effect::Back);
            }
            return;
        }
        if self.drop_same(cx) {
            return;
        }
        self.keep(cx);
        self.ask_when_read(cx);
        cx.effects.extend((!self.is_made()).then_some(Effect::MakeMore));
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        self.keep(cx);
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        if !Self::is_over(cx) {
            self.keep(cx);
        }
    }

    fn export(&self, form: Form, world: &World<'_>) -> Option<ViewExport> {
        Some(self.list.table().export("review", form, &Cells(self, world.store)))
    }
}
