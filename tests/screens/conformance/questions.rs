//! Every question that a verb of some page asks, under keys of something else: only its own keys answer it. Every printable
//! key is tried on every form of question in `ui/shell`.

use std::collections::BTreeSet;

use parkade::ui::testing::Story;
use parkade::ui::{Info, Level};

use super::keys::{PAGES, page};
use super::verbs::writes;

/// Milliseconds after which the next key is read as an answer, and what was typed before is over.
const PAUSE: u64 = 1_000;
/// Keys that begin a line, a search, a word, a count; that mark, move, act and answer other things.
const KEYS: [char; 12] = [':', '/', '?', ' ', 'a', 'd', 'h', 'j', '1', '.', 'Y', '~'];

/// Puts the question of a verb on the screen; `false` where it asks none.
fn ask(story: &mut Story, info: &Info) -> bool {
    story.line(info.name).wait(PAUSE).sent();
    story.shell.layer_names().last() == Some(&"dialog")
}

#[test]
fn a_printable_key_that_is_no_answer_closes_every_question_and_does_nothing() {
    let (mut wrong, mut asked) = (Vec::new(), BTreeSet::new());
    for at in PAGES {
        for info in page(*at).shell.commands().into_iter().filter(|info| info.level != Level::None) {
            let mut story = page(*at);
            if asked.contains(info.name) || !ask(&mut story, info) {
                continue;
            }
            asked.insert(info.name);
            let typed = story.snap().contains("Type ");
            for letter in KEYS {
                let screen = story.shell.current();
                story.typed(&letter.to_string());
                let open = story.shell.layer_names().last() == Some(&"dialog");
                let text = typed && (letter.is_ascii_alphanumeric() || " ,.-".contains(letter));
                if !text && (open || story.shell.current() != screen) || story.sent().iter().any(writes) {
                    wrong.push(format!("{} on {at:?}: {letter}", info.name));
                }
                story.wait(PAUSE);
                if !open && !ask(&mut story, info) {
                    wrong.push(format!("{} on {at:?} is not asked again after {letter}", info.name));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked.len() >= 8, "too few questions were seen: {asked:?}");
}
