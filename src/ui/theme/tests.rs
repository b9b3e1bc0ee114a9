use ratatui::style::{Color, Modifier};

use super::palette::{XTERM, luminance, rgb_of};
use super::*;

type Rgb = (u8, u8, u8);

/// Contrast by WCAG, from 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Palette of a terminal: its name, background, text, and 16 colours.
type Palette = (&'static str, Rgb, Rgb, [Rgb; 16]);

const VGA: [Rgb; 16] = [
    (0, 0, 0),
    (170, 0, 0),
    (0, 170, 0),
    (170, 85, 0),
    (0, 0, 170),
    (170, 0, 170),
    (0, 170, 170),
    (170, 170, 170),
    (85, 85, 85),
    (255, 85, 85),
    (85, 255, 85),
    (255, 255, 85),
    (85, 85, 255),
    (255, 85, 255),
    (85, 255, 255),
    (255, 255, 255),
];
const SOLARIZED: [Rgb; 16] = [
    (7, 54, 66),
    (220, 50, 47),
    (133, 153, 0),
    (181, 137, 0),
    (38, 139, 210),
    (211, 54, 130),
    (42, 161, 152),
    (238, 232, 213),
    (0, 43, 54),
    (203, 75, 22),
    (88, 110, 117),
    (101, 123, 131),
    (131, 148, 150),
    (108, 113, 196),
    (147, 161, 161),
    (253, 246, 227),
];
const DARK: [Palette; 3] = [
    ("xterm", (0, 0, 0), (229, 229, 229), XTERM),
    ("VGA", (0, 0, 0), (170, 170, 170), VGA),
    ("Solarized dark", (0, 43, 54), (131, 148, 150), SOLARIZED),
];
const LIGHT: [Palette; 3] = [
    ("xterm on white", (255, 255, 255), (0, 0, 0), XTERM),
    ("VGA on white", (255, 255, 255), (0, 0, 0), VGA),
    ("Solarized light", (253, 246, 227), (101, 123, 131), SOLARIZED),
];

/// Colour as that terminal shows it.
fn seen(colour: Option<Color>, reset: Rgb, (_, _, _, sixteen): Palette) -> Rgb {
    rgb_of(colour.unwrap_or(Color::Reset), &sixteen).unwrap_or(reset)
}

/// How terminals draw faint text: with two thirds of its light on any background (xterm, Alacritty), or mixed with the
/// background (kitty).
#[derive(Clone, Copy)]
enum Faint {
    Darker,
    Mixed,
}

/// Contrast of a style in that terminal. With `bright`, bold text gets the bright colour, as in xterm and VGA.
fn style_contrast(style: Style, palette: Palette, bright: bool, faint: Faint) -> f64 {
    let is = |modifier| style.add_modifier.contains(modifier);
    let lit = match style.fg {
        Some(colour) if bright && is(Modifier::BOLD) => Some(match colour {
            Color::Black => Color::DarkGray,
            Color::Red => Color::LightRed,
            Color::Green => Color::LightGreen,
            Color::Yellow => Color::LightYellow,
            Color::Blue => Color::LightBlue,
            Color::Magenta => Color::LightMagenta,
            Color::Cyan => Color::LightCyan,
            Color::Gray => Color::White,
            other => other,
        }),
        fg => fg,
    };
    let (text, under) = (seen(lit, palette.2, palette), seen(style.bg, palette.1, palette));
    let third = |light: u8| match faint {
        Faint::Darker => 0,
        Faint::Mixed => u16::from(light) / 3,
    };
    let weaker = |light: u8, below: u8| (u16::from(light) * 2 / 3 + third(below)) as u8;
    let weak = (weaker(text.0, under.0), weaker(text.1, under.1), weaker(text.2, under.2));
    contrast(if is(Modifier::DIM) { weak } else { text }, under)
}

fn on(theme: &str, colours: Colours, ground: Ground) -> Theme {
    Theme::named(theme).expect("a theme of the program").on(Canvas { colours, ground })
}

const CREAM: Palette = ("xterm on cream", (253, 246, 227), (0, 0, 0), XTERM);

/// Adds a line for each role that cannot be read in that terminal. The two limits are the lowest contrast of all roles
/// but dim, and that of dim.
fn unreadable(theme: &Theme, palette: Palette, [least, dim]: [f64; 2], wrong: &mut Vec<String>) {
    for (name, role) in ROLES {
        let least = if role == Role::Dim { dim } else { least };
        for style in [theme.style(role), theme.strong(theme.style(role))] {
            for (bright, faint) in [(false, Faint::Darker), (true, Faint::Darker), (false, Faint::Mixed)] {
                let ratio = style_contrast(style, palette, bright, faint);
                if ratio < least {
                    let depth = theme.colours;
                    wrong.push(format!("{} in {depth:?}, {}: {name} has {ratio:.2}", theme.name(), palette.0));
                }
            }
        }
    }
}

#[test]
fn every_role_of_every_theme_can_be_read_at_every_depth_on_every_background() {
    let mut wrong = Vec::new();
    for name in Theme::NAMES.split('|') {
        for colours in [Colours::Full, Colours::Indexed, Colours::Sixteen, Colours::None] {
            for palette in [DARK[0], DARK[1], LIGHT[0], LIGHT[1], CREAM] {
                let theme = on(name, colours, Ground::of(palette.1));
                unreadable(&theme, palette, [4.5, 3.0], &mut wrong);
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// No colour has a contrast of 4.5 on black, white and cream at once.
#[test]
fn the_default_theme_can_be_read_where_the_background_is_not_known() {
    let mut wrong = Vec::new();
    for colours in [Colours::Full, Colours::Indexed, Colours::Sixteen] {
        for palette in [DARK[0], DARK[1], LIGHT[0], LIGHT[1], CREAM] {
            unreadable(&on("default", colours, Ground::Unknown), palette, [4.1, 3.0], &mut wrong);
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Solarized's own text on its own background has a contrast of 4.7 on dark, 2.4 where it is faint, and 4.1 on light.
#[test]
fn the_default_theme_can_be_read_in_solarized() {
    let mut wrong = Vec::new();
    for (palette, dim) in [(DARK[2], 2.3), (LIGHT[2], 4.0)] {
        unreadable(&on("default", Colours::Sixteen, Ground::of(palette.1)), palette, [2.6, dim], &mut wrong);
        unreadable(&on("default", Colours::Full, Ground::of(palette.1)), palette, [4.0, 3.0], &mut wrong);
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn unread_rows_are_never_weaker_than_read_ones() {
    for name in Theme::NAMES.split('|') {
        for palette in [DARK[0], DARK[1], LIGHT[0], LIGHT[1], CREAM] {
            let theme = on(name, Colours::Sixteen, Ground::of(palette.1));
            for role in [Role::Text, Role::Selection, Role::Resting, Role::Accent, Role::Warn, Role::Bad] {
                let [read, unread] = [theme.style(role), theme.strong(theme.style(role))];
                let [read, unread] = [read, unread].map(|style| style_contrast(style, palette, true, Faint::Darker));
                assert!(unread >= read, "{name}, {}: {role:?} {unread:.2} after {read:.2}", palette.0);
            }
        }
    }
}

#[test]
fn a_value_is_never_weaker_than_its_label() {
    for name in Theme::NAMES.split('|') {
        for colours in [Colours::Full, Colours::Indexed, Colours::Sixteen] {
            for palette in [DARK[0], DARK[1], DARK[2], LIGHT[0], LIGHT[1], LIGHT[2], CREAM] {
                let ground = Ground::of(palette.1);
                // A theme with its own colours in somebody else's 16-colour palette was chosen by the user.
                if colours == Colours::Sixteen && palette.3 == SOLARIZED && name != "default" {
                    continue;
                }
                let theme = on(name, colours, ground);
                // On a light background none of the 16 colours is quieter than the text; without colours, there is only
                // faint.
                let may_equal = colours == Colours::Sixteen && ground == Ground::Light;
                for faint in [Faint::Darker, Faint::Mixed] {
                    let seen = |role| style_contrast(theme.style(role), palette, true, faint);
                    let [value, label] = [Role::Text, Role::Dim].map(seen);
                    assert!(
                        value > label || may_equal && value >= label || name == "none",
                        "{name} in {colours:?}, {}: a value has {value:.2}, its label {label:.2}",
                        palette.0
                    );
                }
            }
        }
    }
}

#[test]
fn the_default_theme_lies_on_the_terminals_own_background() {
    for colours in [Colours::Full, Colours::Indexed, Colours::Sixteen] {
        for ground in [Ground::Dark, Ground::Light, Ground::Unknown] {
            let theme = on("default", colours, ground);
            for (role_name, role) in ROLES {
                let style = theme.style(role);
                let is_row = matches!(role, Role::Selection | Role::Resting);
                assert!(is_row || style.bg == Some(Color::Reset), "{role_name} in {colours:?}");
            }
            let is_plain = ground != Ground::Light || colours == Colours::Sixteen;
            assert_eq!(theme.style(Role::Text).fg == Some(Color::Reset), is_plain, "{colours:?}");
        }
    }
}

#[test]
fn without_colour_what_is_dim_bold_and_underlined_stays_so() {
    let theme = on("default", Colours::None, Ground::Unknown);
    let has = |role, modifier| theme.style(role).add_modifier.contains(modifier);
    assert!(
        has(Role::Dim, Modifier::DIM) && has(Role::Accent, Modifier::BOLD) && has(Role::Staged, Modifier::UNDERLINED)
    );
}

#[test]
fn no_theme_sends_a_colour_the_terminal_has_not() {
    for name in Theme::NAMES.split('|') {
        for (colours, fits) in [
            (Colours::Indexed, (|colour| !matches!(colour, Color::Rgb(..))) as fn(Color) -> bool),
            (Colours::Sixteen, |colour| !matches!(colour, Color::Rgb(..) | Color::Indexed(_))),
            (Colours::None, |colour| colour == Color::Reset),
        ] {
            let theme = on(name, colours, Ground::Dark);
            for (role_name, role) in ROLES {
                let style = theme.style(role);
                assert!(style.fg.is_none_or(fits) && style.bg.is_none_or(fits), "{name}: {role_name} in {colours:?}");
            }
        }
    }
}

#[test]
fn the_row_under_the_cursor_differs_from_the_rest_in_every_theme() {
    for name in Theme::NAMES.split('|') {
        for colours in [Colours::Full, Colours::Indexed, Colours::Sixteen, Colours::None] {
            for ground in [Ground::Dark, Ground::Light, Ground::Unknown] {
                let theme = on(name, colours, ground);
                let [text, resting, selection] = [Role::Text, Role::Resting, Role::Selection].map(|r| theme.style(r));
                assert!(text != resting && resting != selection && text != selection, "{name} in {colours:?}");
            }
        }
    }
}

#[test]
fn a_background_is_dark_or_light_as_text_on_it_must_be() {
    for (background, ground) in [
        ((0, 0, 0), Ground::Dark),
        ((0, 43, 54), Ground::Dark),
        ((40, 44, 52), Ground::Dark),
        ((253, 246, 227), Ground::Light),
        ((255, 255, 255), Ground::Light),
        ((200, 200, 200), Ground::Light),
    ] {
        assert_eq!(Ground::of(background), ground, "{background:?}");
    }
}

#[test]
fn a_custom_theme_names_what_is_wrong_with_it() {
    let problems = Theme::parse("mine", "accent = \"bleu\"\nshadow = \"red\"\ndim = 3\nsixteen = 4").unwrap_err();
    assert_eq!(problems.len(), 4);
    assert!(problems.iter().any(|problem| problem.contains("\"bleu\"")));
    assert!(problems.iter().any(|problem| problem.contains("\"shadow\"") && problem.contains("accent")));
    let theme = Theme::parse("mine", "accent = \"#102030 bold\"").expect("a valid theme");
    assert_eq!(theme.style(Role::Accent).fg, Some(Color::Rgb(16, 32, 48)));
    assert!(Theme::parse("mine", "accent = ").is_err());
}

#[test]
fn a_custom_theme_without_16_colours_gets_the_nearest_ones() {
    let theme = Theme::parse("mine", "background = \"#101010\"\ntext = \"#fafafa\"\nbad = \"#ff1010\"").expect("valid");
    let theme = theme.on(Canvas { colours: Colours::Sixteen, ground: Ground::Unknown });
    let (text, bad) = (theme.style(Role::Text), theme.style(Role::Bad));
    assert_eq!((text.fg, text.bg, bad.fg), (Some(Color::White), Some(Color::Black), Some(Color::LightRed)));
}

#[test]
fn every_name_offered_is_a_theme() {
    for name in Theme::NAMES.split('|') {
        assert_eq!(Theme::named(name).expect("named theme").name(), name);
    }
}
