//! The same list and popup in every theme, on light and dark, with 24-bit, 256, 16 and no colours, and in ASCII.

use parkade::ui::shell::ShellOptions;
use parkade::ui::testing::Story;
use parkade::ui::{Canvas, Colours, Effect, Ground, Theme};

use crate::support::inbox::open_inbox;

/// An inbox with one row marked, in that theme on that terminal.
fn inbox(theme: &str, colours: Colours, ground: Ground, ascii: bool) -> Story {
    let mut story = open_inbox(12);
    let theme = Theme::named(theme).expect("a theme of the program");
    let canvas = Canvas { colours, ..Canvas::default() };
    story.shell.reload(ShellOptions { theme, canvas, ascii, ..ShellOptions::default() });
    story.shell.set_ground(ground);
    story.size(72, 12).keys("j space j");
    story
}

/// The frame with its styles, without the header, which has its own test.
fn below_the_header(story: &mut Story) -> String {
    story.snap_styles().split_once('\n').map(|(_, below)| below.to_owned()).unwrap_or_default()
}

#[test]
fn every_theme_on_every_terminal_is_drawn_as_its_snapshot() {
    let mut shown = Vec::new();
    for (theme, colours, ground, ascii) in [
        ("default", Colours::Full, Ground::Dark, false),
        ("default", Colours::Full, Ground::Light, false),
        ("default", Colours::Full, Ground::Unknown, false),
        ("default", Colours::Sixteen, Ground::Dark, false),
        ("default", Colours::Sixteen, Ground::Light, false),
        ("default", Colours::Sixteen, Ground::Unknown, false),
        ("dark", Colours::Full, Ground::Dark, false),
        ("dark", Colours::Indexed, Ground::Dark, false),
        ("dark", Colours::Sixteen, Ground::Dark, false),
        ("light", Colours::Full, Ground::Light, false),
        ("light", Colours::Indexed, Ground::Light, false),
        ("light", Colours::Sixteen, Ground::Light, false),
        ("contrast", Colours::Full, Ground::Dark, false),
        ("colour-blind", Colours::Full, Ground::Dark, false),
        ("none", Colours::Full, Ground::Dark, false),
        ("none", Colours::None, Ground::Unknown, true),
    ] {
        let mut story = inbox(theme, colours, ground, ascii);
        let letters = if ascii { ", ASCII" } else { "" };
        shown.push(format!("== {theme}, {colours:?}, {ground:?}{letters}\n{}", below_the_header(&mut story)));
        story.keys("y");
        shown.push(format!("-- with a popup\n{}", below_the_header(&mut story)));
    }
    insta::assert_snapshot!("themes", shown.concat());
}

#[test]
fn one_cursor_at_a_time_has_the_colour_of_the_selection() {
    let mut story = inbox("default", Colours::Sixteen, Ground::Dark, false);
    let reversed = |story: &mut Story| {
        story.snap_styles().lines().filter(|line| line.contains("[reversed]") || line.contains(" reversed]")).count()
    };
    assert_eq!(reversed(&mut story), 1);
    story.keys("y");
    assert_eq!(reversed(&mut story), 1, "{}", story.snap_styles());
}

#[test]
fn the_default_theme_follows_what_the_terminal_says_and_a_chosen_one_does_not() {
    let mut story = inbox("default", Colours::Full, Ground::Unknown, false);
    let before = story.snap_styles();
    assert!(story.shell.set_ground(Ground::Light));
    assert_ne!(story.snap_styles(), before, "the answer changes what is shown");
    assert!(!story.shell.set_ground(Ground::Light), "the same answer changes nothing");
    story.line("theme dark");
    assert_eq!(story.sent(), [Effect::KeepSetting("theme", "dark".to_owned())]);
    assert!(!story.shell.set_ground(Ground::Dark));
    story.line("theme default");
    assert_eq!(story.shell.theme(), &Theme::default().on(Canvas { ground: Ground::Dark, ..Canvas::default() }));
}

#[test]
fn an_unknown_theme_is_refused_with_the_list_of_themes() {
    let mut story = inbox("default", Colours::Full, Ground::Dark, false);
    let refused = story.line("theme pink").snap();
    assert!(refused.contains("Unknown theme “pink”. Available: default, dark, light, contrast,"), "{refused}");
    assert_eq!(story.shell.theme().name(), "default");
}
