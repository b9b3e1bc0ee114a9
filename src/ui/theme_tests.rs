use super::*;

/// Relative luminance as WCAG defines it.
fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.039_28 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn rgb(colour: Option<Color>) -> (u8, u8, u8) {
    match colour {
        Some(Color::Rgb(r, g, b)) => (r, g, b),
        other => panic!("a fixed theme says every colour, not {other:?}"),
    }
}

#[test]
fn every_role_of_a_fixed_theme_can_be_read() {
    for (name, text) in FIXED {
        let theme = Theme::parse(name, text).expect("the themes of the program are valid");
        for (role_name, role) in ROLES {
            let style = theme.style(role);
            let ratio = contrast(rgb(style.fg), rgb(style.bg));
            assert!(ratio >= 4.5, "{name}: {role_name} has a contrast of {ratio:.2}");
        }
    }
}

/// Background, text, red, green, yellow, magenta, cyan of palettes people use.
type Palette = (&'static str, [(u8, u8, u8); 7]);
const PALETTES: [Palette; 4] = [
    ("xterm", [(0, 0, 0), (229, 229, 229), (205, 0, 0), (0, 205, 0), (205, 205, 0), (205, 0, 205), (0, 205, 205)]),
    ("VGA", [(0, 0, 0), (170, 170, 170), (170, 0, 0), (0, 170, 0), (170, 85, 0), (170, 0, 170), (0, 170, 170)]),
    (
        "Solarized dark",
        [(0, 43, 54), (131, 148, 150), (220, 50, 47), (133, 153, 0), (181, 137, 0), (211, 54, 130), (42, 161, 152)],
    ),
    (
        "Solarized light",
        [(253, 246, 227), (88, 110, 117), (220, 50, 47), (133, 153, 0), (181, 137, 0), (211, 54, 130), (42, 161, 152)],
    ),
];

#[test]
fn the_terminals_own_colours_stay_apart_from_their_background() {
    let theme = Theme::terminal();
    for (name, [background, text, red, green, yellow, magenta, cyan]) in PALETTES {
        for (role_name, role) in ROLES {
            let fg = match theme.style(role).fg {
                Some(Color::Reset) => text,
                Some(Color::Red) => red,
                Some(Color::Green) => green,
                Some(Color::Yellow) => yellow,
                Some(Color::Magenta) => magenta,
                Some(Color::Cyan) => cyan,
                other => panic!("{role_name} uses {other:?}, which some palettes hide"),
            };
            // What carries meaning alone (text, selection) reaches 4.5 wherever the palette's own text does.
            assert!(contrast(fg, background) >= 2.4, "{name}: {role_name}");
        }
    }
}

#[test]
fn without_colour_there_is_none_and_the_selection_still_shows() {
    let theme = Theme::without_colour();
    for (_, role) in ROLES {
        assert_eq!((theme.style(role).fg, theme.style(role).bg), (Some(Color::Reset), Some(Color::Reset)));
    }
    assert!(theme.style(Role::Selection).add_modifier.contains(Modifier::REVERSED));
}

#[test]
fn a_custom_theme_names_what_is_wrong_with_it() {
    let problems = Theme::parse("mine", "accent = \"bleu\"\nshadow = \"red\"\ndim = 3").unwrap_err();
    assert_eq!(problems.len(), 3);
    assert!(problems.iter().any(|problem| problem.contains("\"bleu\"")));
    assert!(problems.iter().any(|problem| problem.contains("\"shadow\"") && problem.contains("accent")));
    let theme = Theme::parse("mine", "accent = \"#102030 bold\"").expect("a valid theme");
    assert_eq!(theme.style(Role::Accent).fg, Some(Color::Rgb(16, 32, 48)));
    assert!(Theme::parse("mine", "accent = ").is_err());
}

#[test]
fn every_name_offered_is_a_theme() {
    for name in Theme::NAMES.split('|') {
        assert_eq!(Theme::named(name).expect("named theme").name(), name);
    }
}
