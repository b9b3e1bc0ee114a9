//! Tests that every screen must pass, whatever it shows: the matrix of states and sizes, and random keys.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ratatui::buffer::Buffer;

use super::super::keymap::{Key, sequence};
use super::super::shell::EventKind;
use super::super::{Effect, Level, ScreenDef, ScreenId};
use super::{Story, text};

/// Window sizes of the matrix.
pub const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 48)];

/// State of the matrix, and how a story gets there. Every screen gives these eight: loading, empty, one, full, error,
/// forbidden, stale, offline.
pub struct Case {
    pub name: &'static str,
    pub set_up: fn(&mut Story),
}

/// Violations of the rules as sentences; empty if there are none. `opened` opens the screen after the set-up.
pub fn conformance(screens: &'static [ScreenDef], screen: ScreenId, cases: &[Case]) -> Vec<String> {
    let begin = |case: &Case, size: (u16, u16)| {
        let mut story = Story::new(screens);
        story.quietly(|story| {
            story.size(size.0, size.1);
            (case.set_up)(story);
            story.open(screen, "");
        });
        story
    };
    let (mut wrong, mut silent) = (Vec::new(), Vec::new());
    for name in ["loading", "empty", "one", "full", "error", "forbidden", "stale", "offline"] {
        if !cases.iter().any(|case| case.name == name) {
            wrong.push(format!("{screen}: the state {name} is not in the matrix"));
        }
    }
    for case in cases {
        for size in SIZES {
            let place = format!("{screen}, {}, {}×{}", case.name, size.0, size.1);
            match catch_unwind(AssertUnwindSafe(|| check(|| begin(case, size)))) {
                Ok((found, quiet)) => {
                    wrong.extend(found.into_iter().map(|problem| format!("{place}: {problem}")));
                    silent.extend(quiet.into_iter().map(|verb| (verb, place.clone())));
                }
                Err(panic) => wrong.push(format!("{place}: {}", words(&*panic))),
            }
        }
    }
    // Where nothing can move, only verbs that move in the full state may do nothing silently.
    let full = cases.iter().find(|case| case.name == "full");
    let moves = |verb| {
        full.is_some_and(|case| {
            let [top, end] = ["g g", "G"].map(|keys| speaks(begin(case, SIZES[1]), keys, verb));
            top != end
        })
    };
    for verb in silent.iter().map(|(verb, _)| *verb).collect::<BTreeSet<_>>() {
        if !moves(verb) {
            let places = silent.iter().filter(|(quiet, _)| *quiet == verb);
            wrong.extend(places.map(|(_, place)| format!("{place}: {verb} has neither an effect nor a reason")));
        }
    }
    wrong
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("panic: {}", said.unwrap_or("without words"))
}

/// True when the verb does something after these keys, or says why not.
fn speaks(mut story: Story, keys: &str, verb: &str) -> bool {
    if !keys.is_empty() {
        story.keys(keys);
    }
    story.sent();
    let before = fingerprint(&story);
    story.line(verb);
    !story.sent().is_empty() || fingerprint(&story) != before
}

/// Violations in one state, and verbs that did nothing silently because nothing of their kind can move there. Where
/// something can move, a verb that does nothing at one end must move from the other.
fn check(begin: impl Fn() -> Story) -> (Vec<String>, Vec<&'static str>) {
    let (mut wrong, mut silent) = (Vec::new(), Vec::new());
    let still = !["table.down", "table.up"].iter().any(|verb| speaks(begin(), "", verb));
    let mut first = begin();
    if first.snap().trim().is_empty() {
        wrong.push("the frame is empty".to_owned());
    }
    if let Some(words) = cut_message(&first) {
        wrong.push(format!("the note is cut: {words}"));
    }
    let commands = first.shell.commands();
    for info in commands {
        let mut story = begin();
        let before = fingerprint(&story);
        story.sent();
        story.line(info.name);
        let effects = story.sent();
        let after = fingerprint(&story);
        if effects.is_empty() && before == after {
            if still {
                silent.push(info.name);
            } else if !["G", "g g"].iter().any(|end| speaks(begin(), end, info.name)) {
                wrong.push(format!("{} has neither an effect nor a reason", info.name));
            }
        }
        if let Some(words) = cut_message(&story) {
            wrong.push(format!("after {}: the message is cut: {words}", info.name));
        }
        let wrote = effects.iter().any(|effect| matches!(effect, Effect::Write(_)));
        if info.level == Level::Permanent && wrote {
            wrong.push(format!("{} writes without asking", info.name));
        }
        if let Some(problem) = leaves(&mut story) {
            wrong.push(format!("after {}: {problem}", info.name));
        }
    }
    (wrong, silent)
}

/// What a user can notice of the state.
fn fingerprint(story: &Story) -> (Option<Buffer>, Vec<&'static str>) {
    (story.seen().cloned(), story.shell.layer_names())
}

/// Message above the footer, if the frame does not show all of it.
fn cut_message(story: &Story) -> Option<String> {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let words = story.shell.message_for_tests(&story.world()).filter(|_| story.shell.layer_names().is_empty())?;
    (!dense(&story.seen().map(text).unwrap_or_default()).contains(&dense(&words))).then_some(words)
}

/// Violation if esc does not close everything that is open, with at most one press per layer and a few for filter,
/// marks and fields.
fn leaves(story: &mut Story) -> Option<String> {
    for _ in 0..12 {
        if story.shell.layer_names().is_empty() && !story.shell.takes_text_for_tests() {
            return None;
        }
        // A question takes keys only after it was seen.
        story.wait(400).keys("esc");
    }
    Some(format!("esc does not lead out of {:?}", story.shell.layer_names()))
}

/// Presses random keys, pastes and resizes from a seed.
///
/// # Errors
/// What failed, with the seed and the last keys.
pub fn monkey(mut story: Story, seed: u64, steps: usize) -> Result<(), String> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut keys: Vec<Key> = Vec::new();
    for info in story.shell.commands() {
        for written in info.keys {
            keys.extend(sequence(written).unwrap_or_default());
        }
    }
    for character in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .:/<>~*'\"-+?".chars() {
        keys.push(Key::plain(crossterm::event::KeyCode::Char(character)));
    }
    let mut last: Vec<String> = Vec::new();
    for _ in 0..steps {
        let step = catch_unwind(AssertUnwindSafe(|| match random.u8(..) {
            0..=3 => {
                let (width, height) = (random.u16(0..200), random.u16(0..60));
                last.push(format!("{width}×{height}"));
                story.size(width, height);
            }
            4..=7 => {
                last.push("paste".to_owned());
                story.paste("a\u{1b}[31m\n例え:q!\ny\u{202e}");
            }
            8..=11 => {
                last.push("wait".to_owned());
                story.wait(random.u64(0..2000));
            }
            _ => {
                let key = keys[random.usize(..keys.len())];
                last.push(key.to_string());
                story.event(EventKind::Key(key.event()));
            }
        }));
        if last.len() > 40 {
            last.remove(0);
        }
        if let Err(panic) = step {
            return Err(format!("seed {seed}: {} after {}", words(&*panic), last.join(" ")));
        }
    }
    Ok(())
}
