use PictureWay::{Blocks, Iterm2, Kitty, Off, Sixel};

use super::*;

type Given<'a> = &'a [(&'a str, &'a str)];

fn shown(setting: Pictures, given: Given<'_>, name: Option<&str>, sixel: bool) -> Shown {
    let env = |asked: &str| given.iter().find(|(known, _)| *known == asked).map(|(_, value)| (*value).to_owned());
    pictures(setting, &env, &Heard { name: name.map(str::to_owned), sixel, cell: Some((8, 16)) })
}

#[test]
fn the_way_to_show_pictures_follows_from_names_and_answers_of_the_terminal() {
    let xterm = ("TERM", "xterm-256color");
    let cases: [(Given<'_>, Option<&str>, bool, PictureWay, &str); 27] = [
        (&[xterm], None, false, Blocks, "no other way is known here"),
        (&[("TERM", "xterm-kitty")], None, false, Kitty, "TERM"),
        (&[("TERM", "xterm-ghostty")], None, false, Kitty, "TERM"),
        (&[xterm, ("KITTY_WINDOW_ID", "1")], None, false, Kitty, "KITTY_WINDOW_ID"),
        (&[xterm, ("TERM_PROGRAM", "rio")], None, false, Kitty, "TERM_PROGRAM"),
        (&[xterm, ("TERM_PROGRAM", "iTerm.app")], None, false, Iterm2, "TERM_PROGRAM"),
        (&[xterm, ("LC_TERMINAL", "iTerm2")], None, false, Iterm2, "LC_TERMINAL"),
        (&[xterm, ("TERM_PROGRAM", "WarpTerminal")], None, false, Iterm2, "TERM_PROGRAM"),
        (&[xterm, ("WEZTERM_EXECUTABLE", "/usr/bin/wezterm-gui")], None, false, Iterm2, "WEZTERM_EXECUTABLE"),
        (&[("TERM", "foot-extra")], None, false, Sixel, "TERM"),
        // TERM counts more than a variable inherited from another terminal.
        (&[("TERM", "foot"), ("KITTY_WINDOW_ID", "1")], None, false, Sixel, "TERM"),
        (&[("TERM", "alacritty"), ("KITTY_WINDOW_ID", "1")], None, false, Blocks, "TERM"),
        // The terminal's own answers count most.
        (&[xterm], Some("kitty(0.36.1)"), false, Kitty, "the terminal's name"),
        (&[xterm], Some("kitty(1.0)"), false, Kitty, "the terminal's name"),
        (&[xterm], Some("kitty(nightly)"), false, Kitty, "the terminal's name"),
        (&[("TERM", "xterm-kitty")], Some("kitty(0.26.5)"), false, Blocks, "kitty is older than 0.28"),
        (&[xterm], Some("ghostty 1.2.0"), false, Kitty, "the terminal's name"),
        (&[xterm], Some("WezTerm 20240203-110809"), true, Iterm2, "the terminal's name"),
        (&[xterm, ("KITTY_WINDOW_ID", "1")], Some("foot(1.16.2)"), true, Sixel, "the terminal's name"),
        (&[xterm, ("KITTY_WINDOW_ID", "1")], Some("XTerm(390)"), false, Blocks, "no other way is known here"),
        (&[xterm], Some("XTerm(390)"), true, Sixel, "the terminal says so"),
        (&[xterm, ("KONSOLE_VERSION", "240800")], Some("Konsole 24.08.0"), true, Sixel, "the terminal says so"),
        (&[xterm, ("WT_SESSION", "x")], None, true, Sixel, "the terminal says so"),
        (&[xterm, ("WT_SESSION", "x")], None, false, Blocks, "no other way is known here"),
        (&[xterm, ("TERM_PROGRAM", "vscode")], Some("xterm.js(5.6.0)"), true, Sixel, "the terminal says so"),
        (&[xterm], Some("VTE(8200)"), false, Blocks, "the terminal's name"),
        (&[xterm], Some("VTE(8200)"), true, Sixel, "the terminal says so"),
    ];
    for (given, name, sixel, way, why) in cases {
        let shown = shown(Pictures::Auto, given, name, sixel);
        assert_eq!((shown.way, shown.why, shown.tmux), (way, why, false), "{given:?} {name:?}");
    }
}

#[test]
fn sixels_are_chosen_only_for_cells_of_a_known_size() {
    let env = |name: &str| (name == "TERM").then(|| "foot".to_owned());
    let heard = |cell| Heard { cell, ..Heard::default() };
    let unknown = pictures(Pictures::Auto, &env, &heard(None));
    assert_eq!((unknown.way, unknown.why), (Blocks, "the size of a cell is not known"));
    let known = pictures(Pictures::Auto, &env, &heard(Some((9, 18))));
    assert_eq!(known.pixels(), Some(Pixels { protocol: Protocol::Sixel, cell: (9, 18) }));
    assert_eq!(known.drawn(), ui::Pictures::Over { cell: (9, 18) });
    let set = pictures(Pictures::Always(Sixel), &env, &heard(None));
    assert_eq!(set.pixels(), Some(Pixels { protocol: Protocol::Sixel, cell: SMALL_CELL }));
}

#[test]
fn within_a_multiplexer_blocks_are_drawn_whatever_terminal_is_around_it() {
    let cases: [(Given<'_>, Option<&str>, &str); 6] = [
        (&[("TERM", "tmux-256color"), ("TMUX", "/tmp/x"), ("KITTY_WINDOW_ID", "1")], None, "tmux"),
        (&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/x")], None, "tmux"),
        (&[("TERM", "xterm-kitty")], Some("tmux 3.4"), "tmux"),
        (&[("TERM", "screen-256color"), ("ITERM_SESSION_ID", "x")], None, "GNU screen"),
        (&[("TERM", "foot"), ("STY", "1.x")], None, "GNU screen"),
        (&[("TERM", "xterm-ghostty"), ("ZELLIJ", "0")], None, "zellij"),
    ];
    for (given, name, why) in cases {
        let shown = shown(Pictures::Auto, given, name, true);
        assert_eq!((shown.way, shown.why), (Blocks, why), "{given:?} {name:?}");
    }
}

#[test]
fn the_setting_decides_except_for_pictures_a_multiplexer_cannot_pass_on() {
    let none: Given<'_> = &[("TERM", "xterm-kitty")];
    let tmux: Given<'_> = &[("TERM", "tmux-256color"), ("TMUX", "x")];
    let screen: Given<'_> = &[("TERM", "screen"), ("STY", "x")];
    for (setting, given, way, why) in [
        (Kitty, &[][..], Kitty, "set"),
        (Iterm2, none, Iterm2, "set"),
        (Sixel, none, Sixel, "set"),
        (Blocks, none, Blocks, "set"),
        (Off, none, Off, "set"),
        (Kitty, tmux, Kitty, "set"),
        (Sixel, tmux, Sixel, "set"),
        (Iterm2, tmux, Blocks, "tmux"),
        (Kitty, screen, Blocks, "GNU screen"),
        (Off, screen, Off, "set"),
    ] {
        let shown = shown(Pictures::Always(setting), given, None, false);
        assert_eq!((shown.way, shown.why, shown.tmux), (way, why, given == tmux), "{setting:?} {given:?}");
    }
}
