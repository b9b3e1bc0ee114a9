//! Pictures of every screen and its popups, in three sizes, in every theme and with every number of colours, to be
//! looked at: `PICTURES="insights 80x24" cargo test --test screens pictures -- --ignored` writes those whose names
//! contain all these words into `target/pictures`; `PICTURES=all` writes all of them, some gigabytes. Look first at
//! `svg.rs`, which makes a picture of a frame.

mod demo;
mod svg;

use std::collections::HashSet;
use std::path::PathBuf;

use parkade::ui::shell::ShellOptions;
use parkade::ui::testing::Story;
use parkade::ui::{Canvas, Colours, Ground, Theme};

use crate::texts::places;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 60)];
/// Keys that open something over a screen, and its name.
const OVER: [(&str, &str); 18] = [
    ("", "page"),
    ("?", "help"),
    ("ctrl-p", "palette"),
    (":", "line"),
    ("/", "filter"),
    (",", "sort"),
    ("C", "columns"),
    ("y", "copy"),
    ("F", "views"),
    ("g", "places"),
    ("@", "requests"),
    ("f", "form"),
    ("r", "reply"),
    ("W", "reasons"),
    ("z", "snooze"),
    ("n", "note"),
    ("D", "drafts"),
    ("d", "question"),
];
const DEPTHS: [(&str, Colours); 4] =
    [("truecolor", Colours::Full), ("256", Colours::Indexed), ("16", Colours::Sixteen), ("none", Colours::None)];
const THEMES: [(&str, &str, Ground); 8] = [
    ("default", "default on dark", Ground::Dark),
    ("default", "default on light", Ground::Light),
    ("default", "default", Ground::Unknown),
    ("dark", "dark", Ground::Dark),
    ("light", "light", Ground::Light),
    ("contrast", "contrast", Ground::Dark),
    ("colour-blind", "colour-blind", Ground::Dark),
    ("none", "none", Ground::Dark),
];

/// Name of a file: letters and digits of the words for its content.
fn file_name(words: &str) -> String {
    let plain: String = words.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
}

#[test]
#[ignore = "writes pictures to be looked at"]
fn pictures_of_every_screen_are_written() {
    let wanted = std::env::var("PICTURES").unwrap_or_default();
    assert!(!wanted.trim().is_empty(), "PICTURES names what to draw, or all");
    let words: Vec<&str> = wanted.split_whitespace().filter(|word| *word != "all").collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut drawn = 0;
    let demo = demo::SCREENS
        .map(|(screen, args)| (format!("demo {screen} {args}"), Box::new(move || demo::story(screen, args)) as _));
    for (place, begin) in places().into_iter().chain(demo) {
        // Keys that open nothing here would give the picture of the page again.
        let mut seen = HashSet::new();
        for (keys, over) in OVER {
            for (width, height) in SIZES {
                let looks = |theme: &str, depth: &str| format!("{place} {over} {width}x{height} {theme} {depth}");
                let asked: Vec<_> = THEMES
                    .iter()
                    .flat_map(|theme| DEPTHS.map(|depth| (theme, depth, file_name(&looks(theme.1, depth.0)))))
                    .filter(|(.., name)| words.iter().all(|word| name.contains(word)))
                    .collect();
                if asked.is_empty() {
                    continue;
                }
                let mut story = begin();
                story.size(width, height).draw();
                if !keys.is_empty() {
                    story.keys(keys);
                }
                if !seen.insert(story.snap()) {
                    continue;
                }
                for ((theme, _, ground), (_, colours), name) in asked {
                    let frame = frame(&mut story, theme, *ground, colours);
                    std::fs::write(folder.join(name).with_extension("svg"), frame).expect("written");
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 0, "no picture has a name with all of {words:?}");
}

/// `cargo test --test screens recording -- --ignored` writes `target/pictures/demo.svg`, which the README shows.
#[test]
#[ignore = "writes a recording to be looked at"]
fn recording_of_the_demo_is_written() {
    let frames = demo::frames(|story| look(story, "dark", Ground::Dark, Colours::Full));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("demo.svg"), svg::film(&frames, Ground::Dark)).expect("written");
    assert!(frames.windows(2).all(|pair| pair[0].0 != pair[1].0), "each act is seen");
}

/// SVG of the frame in that theme, with the colours of that terminal.
fn frame(story: &mut Story, theme: &str, ground: Ground, colours: Colours) -> String {
    look(story, theme, ground, colours);
    svg::svg(&story.draw(), ground)
}

fn look(story: &mut Story, theme: &str, ground: Ground, colours: Colours) {
    let theme = Theme::named(theme).expect("a theme of the program");
    story.shell.reload(ShellOptions { theme, canvas: Canvas { colours, ground }, ..ShellOptions::default() });
    story.shell.set_ground(ground);
}
