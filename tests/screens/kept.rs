//! Parts of the last frame that are kept while a cursor moves, on every screen. Stories compare every frame with one
//! drawn from scratch; here cursors move at random.

use parkade::screens::ALL;

use crate::work::{FEW, account, open};

/// Screens whose first page has no lines for a cursor: a field to type into, and pages without rows in this account.
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
