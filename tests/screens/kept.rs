//! Parts of the last frame that stay on every screen while a cursor moves. Every frame of a story is compared with one
//! drawn anew; here cursors wander in ways nobody wrote down.

use parkade::screens::ALL;

use crate::work::{FEW, account, open};

/// Screens whose first page has no lines a cursor moves over: a line to type into, and pages this account has nothing on.
const WITHOUT_LINES: [&str; 4] = ["search", "buyer", "settled", "advertise"];

/// Keys that are pressed, most of them steps.
const KEYS: [&str; 12] = ["j", "j", "j", "j", "k", "k", "k", "pgdn", "ctrl-d", "G", "g g", "h"];
const MANY: usize = 60;

#[test]
fn lines_beside_the_cursor_stay_on_every_screen() {
    let mut story = account(FEW);
    let (mut drawn, mut dice) = (Vec::new(), fastrand::Rng::with_seed(34));
    for (width, height) in [(160, 48), (90, 20)] {
        story.size(width, height);
        for def in ALL {
            open(&mut story, def.id, FEW);
            let mut stayed = 0;
            for _ in 0..MANY {
                story.keys(KEYS[dice.usize(..KEYS.len())]);
                stayed += story.kept();
            }
            if stayed == 0 && width == 160 {
                drawn.push(def.id);
            }
        }
    }
    assert_eq!(drawn, WITHOUT_LINES);
}
