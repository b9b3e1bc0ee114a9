//! Every key the program documents, on every screen and page: it acts, or says why not.

use parkade::screens::ALL;
use parkade::ui::testing::Story;

use crate::support::{inbox, jobs, portfolio};

/// The key map: the same meaning everywhere.
const KEYS: &str = "j k down up g_g G home end ctrl-d ctrl-u ctrl-f ctrl-b pgdn pgup h l left right J K { } \
    1 2 3 4 5 6 7 8 9 0 tab shift-tab [ ] - enter esc q Q g_d g_i g_m g_s g_h g_v g_b g_j / n N f F , C p \
    space v * ~ e + d a s m i R V $ X S x r c t z y o . u U ctrl-s ctrl-c ? : ctrl-p ctrl-r F5 w @ T";

/// Keys that move: at the end of a list or a text nothing more is to be said.
const MOVES: [&str; 14] =
    ["j", "k", "down", "up", "g g", "G", "home", "end", "ctrl-d", "ctrl-u", "ctrl-f", "ctrl-b", "pgdn", "pgup"];

/// Screen, arguments, and the keys that lead to the page.
const PAGES: &[(&str, &str, &str)] = &[
    ("inquiries", "", ""),
    ("inquiries", "unsent", ""),
    ("inquiries", "archived", ""),
    ("inquiries", "", "enter"),
    ("inquiries", "", "enter ] ]"),
    ("domains", "", ""),
    ("domains", "detected", ""),
    ("domains", "removed", ""),
    ("domains", "", "enter"),
    ("domains", "", "enter ] ] ]"),
    ("jobs", "", ""),
    ("jobs", "exports", ""),
    ("jobs", "bulk", ""),
    ("jobs", "queue", ""),
    ("jobs", "", "enter"),
];

fn page((screen, args, keys): (&'static str, &str, &str)) -> Story {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("inquiries", "");
    inbox::fill(&mut story, parkade::store::Tab::Active, &inbox::rows());
    inbox::walk(&mut story, &inbox::rows());
    portfolio::all(&mut story);
    jobs::fill(&mut story);
    jobs::lines(&mut story, &jobs::import(4_711, "running", 0.68), &jobs::entries(), 1, 5);
    story.open(screen, args);
    if !keys.is_empty() {
        story.keys(keys);
    }
    story.sent();
    // What was said on the way there is over.
    story.wait(30_000);
    story
}

#[test]
fn every_documented_key_acts_or_says_why() {
    let mut silent = Vec::new();
    for at in PAGES {
        for key in KEYS.split_whitespace().map(|key| key.replace('_', " ")) {
            let mut story = page(*at);
            let before = (story.snap_styles(), story.shell.layer_names());
            story.keys(&key);
            let effects = story.sent();
            let after = (story.snap_styles(), story.shell.layer_names());
            // In a text it turns the page, as in a pager.
            let moves = MOVES.contains(&key.as_str()) || key == "space" && at.2 == "enter";
            if effects.is_empty() && before == after && !moves {
                silent.push(format!("{key} on {at:?}"));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
