//! Undo and redo. The acts they are about are fixed when the key is pressed. From 100 things on a question comes
//! first, in which only acts on values need their number typed. Acts that were never sent are undone without a
//! question.

use super::super::keymap::{Key, Lookup, spell};
use super::super::{Args, Confirm, Cx, Effect, Level, Outcome, Tone, Typed, World, text};
use super::Shell;
use super::layer::{Content, Layer};
use crate::base::capital;
use crate::store::writes::intent::{Asks, Back, Noun, Topic, Verb};
use crate::store::{EntryId, Reversal, Store, Subject};

/// Milliseconds within which another undo skips an act that cannot be undone.
const AGAIN_MS: u64 = 10_000;
/// Most things of an undo that are looked up in the list, to move the cursor to the first one there.
const SOUGHT: usize = 500;
/// Number of names shown in the question.
const SAMPLES: usize = 5;

/// End of a message about an act that undo takes back.
pub const UNDO_HINT: &str = " · u undo";

/// `u`: undoes the newest acts that are not undone yet.
pub(super) fn undo(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let many = match args.words.first().map(|word| (word.as_str(), word.parse::<usize>())) {
        Some(("list", _)) => {
            shell.layers.push(Layer::text("Changes", Content::Done));
            return Outcome::Done;
        }
        Some((_, Ok(many @ 1..))) => many,
        Some((word, _)) => return Outcome::Refused(format!("“{word}” is not a number. Usage: :undo [n|list]")),
        None => 1,
    };
    let store = cx.world.store;
    if let Some(refused) = not_now(cx) {
        return refused;
    }
    let past = shell.past.take().filter(|(_, until)| shell.now <= *until).map(|(entry, _)| entry);
    let order = store.journal().undo_order(many, past);
    if many == 1 && store.notes().undoes_before(order.acts.first().copied().or(order.stop)) {
        return cx.done(Effect::ReverseNotes { redo: false });
    }
    if let Some(stop) = order.stop.filter(|_| order.acts.is_empty()) {
        let way = match store.journal().behind(stop) {
            Some((act, last)) => {
                shell.past = Some((last, shell.now + AGAIN_MS));
                format!("Press u again to undo: {}", store.act_words(act))
            }
            None => "Nothing else to undo.".to_owned(),
        };
        cx.toast(Tone::Warn, format!("{} {way}", why_not(store, stop)));
        return Outcome::Done;
    }
    let journal = store.journal();
    let reach = order.acts.iter().filter_map(|act| journal.get(*act)).flat_map(|entry| journal.reach(entry));
    let subjects: Vec<Subject> = reach.map(|target| target.subject.clone()).take(SOUGHT).collect();
    if let Some(screen) = shell.screen_mut() {
        screen.coming_back(subjects);
    }
    reverse("undo", order.acts, cx)
}

impl Shell {
    /// The message with another end where `u` undoes something of the page in front, as in a review or on a version.
    pub(super) fn with_undo_of_here(&self, text: String) -> String {
        let Some(told) = text.strip_suffix(UNDO_HINT) else { return text };
        let (screen, commands) = (self.screen_id(), self.commands());
        let undoes = |keys: &Vec<Key>| self.keymap.lookup(screen, keys, &commands) == Lookup::Run("app.undo");
        let undo = commands.iter().find(|info| info.name == "app.undo");
        let keys = undo.and_then(|undo| self.keymap.keys_of(screen, undo).into_iter().find(undoes));
        match keys {
            Some(keys) => format!("{told} · {} undo", spell(&keys)),
            None => format!("{told} · undo with :undo"),
        }
    }

    /// True when `u` has something to undo. The journal is searched once for each change of it, not for each frame.
    pub(super) fn can_undo(&self, world: &World<'_>) -> bool {
        let journal = world.store.journal();
        if world.store.notes().undoes_before(None) {
            return true;
        }
        let (version, known) = self.undoable.get();
        if version == journal.version() {
            return known;
        }
        let order = journal.undo_order(1, None);
        let can = !order.acts.is_empty() || order.stop.is_some_and(|stop| journal.behind(stop).is_some());
        self.undoable.set((journal.version(), can));
        can
    }
}

/// Runs `U`: redoes what was undone last.
pub(super) fn redo(_: &mut Shell, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    if let Some(refused) = not_now(cx) {
        return refused;
    }
    let acts = cx.world.store.journal().redo_order(1);
    if cx.world.store.notes().redoes_before(acts.first().copied()) {
        return cx.done(Effect::ReverseNotes { redo: true });
    }
    reverse("redo", acts, cx)
}

/// Refusal while nothing can be undone or redone.
fn not_now(cx: &Cx<'_>) -> Option<Outcome> {
    let read = cx.world.store.journal_is_read();
    (!read).then(|| Outcome::Refused("Reading the journal of changes; try again in a moment.".to_owned()))
}

/// Reverses these acts, after a question if they are about many things.
fn reverse(verb: &'static str, acts: Vec<EntryId>, cx: &mut Cx<'_>) -> Outcome {
    if acts.is_empty() {
        cx.toast(Tone::Info, format!("Nothing to {verb}."));
        return Outcome::Done;
    }
    let (store, journal) = (cx.world.store, cx.world.store.journal());
    let reach = || acts.iter().filter_map(|act| journal.get(*act)).flat_map(|entry| journal.reach(entry));
    let count = reach().count();
    let reversals: Vec<Reversal> = acts.iter().filter_map(|act| journal.reversal(*act, &store.grounds())).collect();
    let asks: Vec<Asks> = reversals.iter().map(|reversal| reversal.intent.asks()).collect();
    let typed = asks.iter().find_map(|asks| asks.typed.clone());
    let sent = reversals.iter().map(|reversal| reversal.sends.len()).sum::<usize>();
    if sent < Confirm::TYPED_FROM && typed.is_none() {
        return cx.done(Effect::Reverse(acts));
    }
    let title = match acts.as_slice() {
        [one] => format!("{} {}", capital(verb), store.act_doing(*one)),
        many => format!("{} {}", capital(verb), text::counted(many.len() as u64, "change", "changes")),
    };
    let each: Vec<String> = acts.iter().map(|act| store.reversed_state(*act)).collect();
    let mut nouns: Vec<Noun> = acts.iter().filter_map(|act| Some(journal.get(*act)?.intent.rule().noun)).collect();
    nouns.dedup();
    let stays = match nouns.as_slice() {
        [Noun(_, things)] => format!("{} changed elsewhere since then stay as they are.", capital(things)),
        _ => "What was changed elsewhere since then stays as it is.".to_owned(),
    };
    // An undo that creates things again does not restore everything.
    let caveat = acts.iter().find_map(|act| journal.get(*act)?.intent.rule().back.caveat());
    let caveat = caveat.map_or_else(String::new, |caveat| format!(" {caveat}"));
    let acts_on_values = acts.iter().filter_map(|act| journal.get(*act)).any(|entry| entry.topic() == Topic::VALUES);
    cx.confirm(Confirm {
        count,
        warnings: if typed.is_some() { asks.into_iter().flat_map(|asks| asks.warnings).collect() } else { Vec::new() },
        level: if typed.is_some() { Level::Permanent } else { Level::Ask },
        // Confirmed as the act was: values of many things by typing their number, marks by one key.
        typed: if acts_on_values { Typed::Many } else { Typed::Never },
        name: typed,
        samples: reach().take(SAMPLES).map(|target| store.name_of(&target.subject)).collect(),
        consequence: format!("{}.{caveat} {stays}", each.join(", ")),
        way_back: Some(if verb == "undo" { "Press U to redo." } else { "Press u to undo." }.to_owned()),
        ..Confirm::new(title, verb, vec![Effect::Reverse(acts)])
    })
}

/// Sentence why undo stops at an act.
fn why_not(store: &Store, act: EntryId) -> String {
    match store.journal().get(act) {
        // At the service this became a version of its own, whose number and values were not in the answer.
        Some(entry) if entry.intent.verb() == Verb::UNDO_UNTOLD && !entry.open() => {
            "Undone as a new version; press u on that one in History.".to_owned()
        }
        Some(entry) if entry.intent.rule().back == Back::None => {
            let doing = entry.intent.doing();
            match entry.intent.rule().other_way_back {
                "" => format!("{doing} cannot be undone."),
                way_back => format!("{doing}: {way_back}"),
            }
        }
        Some(_) if store.journal().is_refused(act) => {
            format!("Not undone: {}: the service refused it twice.", store.act_words(act))
        }
        _ => format!("Not undone: {}: outcome unknown; :check reads it again.", store.act_words(act)),
    }
}
