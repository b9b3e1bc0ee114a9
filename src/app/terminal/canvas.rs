//! Facts about the terminal, read from the environment: its colours, its background, its characters.

use crate::ui::{Canvas, Colours, Ground};

/// Reads one variable; `None` for an empty one.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Terminals that show 24-bit colours but do not always say so in COLORTERM, which ssh drops.
const FULL: [&str; 7] = ["alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm"];
/// Terminals that have long had 256 colours, even if TERM does not say so.
const INDEXED: [&str; 7] = ["xterm", "tmux", "vte", "gnome", "konsole", "rxvt-unicode", "st"];
/// Terminals without colour, whose fonts have little beyond ASCII.
const PLAIN: [&str; 5] = ["dumb", "vt100", "vt102", "vt220", "vt320"];

/// Abilities of the terminal that are known from the environment, without asking it.
pub fn canvas(env: Env<'_>) -> Canvas {
    Canvas { colours: colours(env), ground: ground(env) }
}

fn colours(env: Env<'_>) -> Colours {
    let term = env("TERM").unwrap_or_default();
    if is_plain(&term) || term.ends_with("-mono") || term.ends_with("-m") {
        return Colours::None;
    }
    if term == "linux" {
        return Colours::Sixteen;
    }
    // GNU screen passes on COLORTERM of the terminal around it, but does not pass on its 24-bit colours.
    let screen = env("STY").is_some();
    let says = env("COLORTERM").is_some_and(|word| word == "truecolor" || word == "24bit");
    let known = term.ends_with("-direct") || FULL.iter().any(|name| term.contains(name)) || env("WT_SESSION").is_some();
    if (says || known) && !screen {
        Colours::Full
    } else if term.contains("256") || says || known || INDEXED.contains(&&*term) {
        Colours::Indexed
    } else {
        Colours::Sixteen
    }
}

/// `COLORFGBG=15;0`, as rxvt, Konsole and others set it: the last number is the background, one of the 16 colours.
fn ground(env: Env<'_>) -> Ground {
    if env("TERM").as_deref() == Some("linux") {
        return Ground::Dark;
    }
    let colours = env("COLORFGBG").unwrap_or_default();
    match colours.rsplit(';').next().and_then(|back| back.parse::<u8>().ok()) {
        Some(0..=6 | 8) => Ground::Dark,
        Some(7 | 9..=15) => Ground::Light,
        _ => Ground::Unknown,
    }
}

/// True if the locale names a character set other than UTF-8, or the terminal's font has little beyond ASCII. Without
/// a locale the terminal is assumed to show UTF-8.
pub fn shows_only_ascii(env: Env<'_>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env(name));
    let other = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    });
    let term = env("TERM").unwrap_or_default();
    other || term == "linux" || is_plain(&term)
}

/// True if the terminal can be asked for its background. The Linux console and terminals without colour may print the
/// question instead.
pub fn may_be_asked(env: Env<'_>) -> bool {
    let term = env("TERM").unwrap_or_default();
    !term.is_empty() && term != "linux" && !is_plain(&term)
}

fn is_plain(term: &str) -> bool {
    PLAIN.iter().any(|name| term == *name || term.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(given: &[(&str, &str)], ask: impl Fn(Env<'_>) -> T) -> T {
        ask(&|name| given.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn colours_of_24_bits_are_sent_only_where_the_terminal_says_so() {
        let cases: [(&[(&str, &str)], Colours); 15] = [
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Colours::Full),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "24bit")], Colours::Full),
            (&[("TERM", "tmux-256color"), ("COLORTERM", "truecolor"), ("TMUX", "/tmp/x")], Colours::Full),
            (&[("TERM", "xterm-kitty")], Colours::Full),
            (&[("TERM", "xterm-direct")], Colours::Full),
            (&[("TERM", "screen-256color"), ("COLORTERM", "truecolor"), ("STY", "1.x")], Colours::Indexed),
            (&[("TERM", "screen"), ("COLORTERM", "truecolor"), ("STY", "1.x")], Colours::Indexed),
            (&[("TERM", "xterm-256color")], Colours::Indexed),
            (&[("TERM", "xterm")], Colours::Indexed),
            (&[("TERM", "rxvt")], Colours::Sixteen),
            (&[("TERM", "screen")], Colours::Sixteen),
            (&[("TERM", "xterm-16color")], Colours::Sixteen),
            (&[("TERM", "linux"), ("COLORTERM", "truecolor")], Colours::Sixteen),
            (&[("TERM", "vt100")], Colours::None),
            (&[("TERM", "vt220-8bit")], Colours::None),
        ];
        for (given, colours) in cases {
            assert_eq!(with(given, |env| canvas(env).colours), colours, "{given:?}");
        }
    }

    #[test]
    fn colorfgbg_names_the_background() {
        for (value, ground) in [
            ("15;0", Ground::Dark),
            ("0;15", Ground::Light),
            ("0;default;15", Ground::Light),
            ("7;8", Ground::Dark),
            ("default;default", Ground::Unknown),
            ("", Ground::Unknown),
        ] {
            let given = [("TERM", "rxvt"), ("COLORFGBG", value)];
            assert_eq!(with(&given, |env| canvas(env).ground), ground, "{value:?}");
        }
        assert_eq!(with(&[("TERM", "linux")], |env| canvas(env).ground), Ground::Dark);
    }

    #[test]
    fn ascii_is_used_where_locale_or_terminal_has_nothing_else() {
        for (given, ascii) in [
            (&[("TERM", "xterm"), ("LANG", "de_DE.UTF-8")][..], false),
            (&[("TERM", "xterm")], false),
            (&[("TERM", "xterm"), ("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], true),
            (&[("TERM", "xterm"), ("LANG", "de_DE.ISO-8859-1")], true),
            (&[("TERM", "linux"), ("LANG", "C.UTF-8")], true),
            (&[("TERM", "vt100"), ("LANG", "C.UTF-8")], true),
            (&[("TERM", "dumb"), ("LANG", "C.UTF-8")], true),
        ] {
            assert_eq!(with(given, shows_only_ascii), ascii, "{given:?}");
        }
    }

    #[test]
    fn terminals_that_would_print_the_question_are_not_asked() {
        for (term, asked) in [("xterm-256color", true), ("tmux-256color", true), ("linux", false), ("vt220", false)] {
            assert_eq!(with(&[("TERM", term)], may_be_asked), asked, "{term}");
        }
    }
}
