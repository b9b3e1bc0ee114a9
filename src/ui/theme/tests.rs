use ratatui::style::{Color, Modifier};

use super::palette::{XTERM, luminance, rgb};
use super::*;

type Rgb = (u8, u8, u8);

/// The contrast of WCAG, 1 to 21.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A terminal's palette: its background, its text, its 16 colours.
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
    ("Solarized light", (253, 246, 227), (88, 110, 117), SOLARIZED),
];

/// A colour as that terminal shows it.
fn seen(colour: Option<Color>, reset: Rgb, (_, _, _, sixteen): Palette) -> Rgb {
    let name = |place: usize| sixteen[place];
    match colour.unwrap_or(Color::Reset) {
        Color::Reset => reset,
        Color::Rgb(r, g, b) => (r, g, b),
        Color::Indexed(index @ 16..) => rgb(index),
        Color::Indexed(index) => name(usize::from(index)),
        Color::Black => name(0),
        Color::Red => name(1),
        Color::Green => name(2),
        Color::Yellow => name(3),
        Color::Blue => name(4),
        Color::Magenta => name(5),
        Color::Cyan => name(6),
        Color::Gray => name(7),
        Color::DarkGray => name(8),
        Color::LightRed => name(9),
        Color::LightGreen => name(10),
        Color::LightYellow => name(11),
        Color::LightBlue => name(12),
        Color::LightMagenta => name(13),
        Color::LightCyan => name(14),
        Color::White => name(15),
    }
}

/// The contrast of a role in that terminal; with `bright` bold text takes the bright colour, as xterm and VGA do.
fn role_contrast(theme: &Theme, role: Role, palette: Palette, bright: bool) -> f64 {
    let style = theme.style(role);
    let lit = match style.fg {
        Some(colour) if bright && style.add_modifier.contains(Modifier::BOLD) => Some(match colour {
            Color::Red => Color::LightRed,
            Color::Blue => Color::LightBlue,
            Color::Cyan => Color::LightCyan,
            Color::Gray => Color::White,
            other => other,
        }),
        fg => fg,
    };
    contrast(seen(lit, palette.2, palette), seen(style.bg, palette.1, palette))
}

fn on(theme: &str, colours: Colours, ground: Ground) -> Theme {
    Theme::named(theme).expect("a theme of the program").on(Canvas { colours, ground })
}

#[test]
fn every_role_of_a_fixed_theme_can_be_read_in_24_bits_and_in_256_colours() {
    for (name, _) in FIXED {
        for colours in [Colours::Full, Colours::Indexed] {
            let theme = on(name, colours, Ground::Unknown);
            for (role_name, role) in ROLES {
                let ratio = role_contrast(&theme, role, DARK[0], false);
                assert!(ratio >= 4.5, "{name} in {colours:?}: {role_name} has a contrast of {ratio:.2}");
            }
        }
    }
}

#[test]
fn every_role_of_a_fixed_theme_can_be_read_in_16_colours() {
    for (name, _) in FIXED {
        let theme = on(name, Colours::Sixteen, Ground::Unknown);
        for (role_name, role) in ROLES {
            for palette in [DARK[0], DARK[1]] {
                for bright in [false, true] {
                    let ratio = role_contrast(&theme, role, palette, bright);
                    assert!(ratio >= 4.0, "{name} in {}: {role_name} has a contrast of {ratio:.2}", palette.0);
                }
            }
        }
    }
}

/// The palettes' own text on their own background is between 4.1 (Solarized) and 21; colours come close to the former.
#[test]
fn every_role_of_the_default_theme_can_be_read_on_its_background() {
    let both: Vec<Palette> = DARK.into_iter().chain(LIGHT).collect();
    for (ground, palettes) in [(Ground::Dark, &both[..3]), (Ground::Light, &both[3..]), (Ground::Unknown, &both[..])] {
        let theme = on("default", Colours::Full, ground);
        for (role_name, role) in ROLES {
            for palette in palettes {
                for bright in [false, true] {
                    let ratio = role_contrast(&theme, role, *palette, bright);
                    assert!(ratio >= 2.6, "{ground:?} in {}: {role_name} has a contrast of {ratio:.2}", palette.0);
                }
            }
        }
    }
}

#[test]
fn the_default_theme_uses_only_names_and_the_terminals_own_background() {
    for ground in [Ground::Dark, Ground::Light, Ground::Unknown] {
        let theme = on("default", Colours::Full, ground);
        for (role_name, role) in ROLES {
            let style = theme.style(role);
            assert_eq!(style.bg, Some(Color::Reset), "{role_name}");
            assert!(!matches!(style.fg, Some(Color::Rgb(..) | Color::Indexed(_))), "{role_name}");
        }
    }
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
