//! Colours and background of the terminal, and reducing colours to fewer ones.

use ratatui::style::{Color, Style};

/// Number of colours of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// 24-bit colours.
    #[default]
    Full,
    /// The 256 colours of xterm.
    Indexed,
    /// The 16 named colours.
    Sixteen,
    None,
}

/// Background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    Dark,
    Light,
    /// Not reported by the terminal.
    #[default]
    Unknown,
}

/// Colours and background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    pub colours: Colours,
    pub ground: Ground,
}

impl Ground {
    /// Dark or light, by the luminance of a background: at 0.18 black and white text are equally readable.
    pub fn of((r, g, b): (u8, u8, u8)) -> Self {
        if luminance((r, g, b)) > 0.18 { Self::Light } else { Self::Dark }
    }
}

/// Relative luminance by WCAG, from 0 to 1.
pub(super) fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.039_28 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

/// Style in colours that the terminal has.
pub(super) fn reduced(mut style: Style, colours: Colours) -> Style {
    style.fg = style.fg.map(|colour| nearest(colour, colours));
    style.bg = style.bg.map(|colour| nearest(colour, colours));
    style
}

fn nearest(colour: Color, colours: Colours) -> Color {
    match (colour, colours) {
        (Color::Rgb(r, g, b), Colours::Indexed) => Color::Indexed(closest((r, g, b), 16..=255)),
        (Color::Rgb(r, g, b), Colours::Sixteen) => NAMED[usize::from(closest((r, g, b), 0..=15))],
        (Color::Indexed(index), Colours::Sixteen) => NAMED[usize::from(closest(rgb(index), 0..=15))],
        (colour, _) => colour,
    }
}

/// The 16 named colours, in order.
const NAMED: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// Colour of `among` with the smallest distance.
fn closest((r, g, b): (u8, u8, u8), among: std::ops::RangeInclusive<u8>) -> u8 {
    let away = |index: &u8| {
        let (other_r, other_g, other_b) = rgb(*index);
        let squared = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        squared(r, other_r) + squared(g, other_g) + squared(b, other_b)
    };
    among.min_by_key(away).unwrap_or_default()
}

/// Colour as a terminal with these 16 colours shows it; `None` for its default text and background.
pub fn rgb_of(colour: Color, sixteen: &[(u8, u8, u8); 16]) -> Option<(u8, u8, u8)> {
    match colour {
        Color::Reset => None,
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(index) => Some(sixteen.get(usize::from(index)).copied().unwrap_or_else(|| rgb(index))),
        named => NAMED.iter().position(|known| *known == named).map(|place| sixteen[place]),
    }
}

/// The first 16 colours of xterm.
pub const XTERM: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

/// One of xterm's 256 colours: 16 named ones, a cube of 6 × 6 × 6, 24 greys.
pub(super) fn rgb(index: u8) -> (u8, u8, u8) {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |place: u8| LEVELS[usize::from(place % 6)];
    match index {
        0..16 => XTERM[usize::from(index)],
        16..232 => (level((index - 16) / 36), level((index - 16) / 6), level(index - 16)),
        232.. => {
            let grey = 8 + (index - 232) * 10;
            (grey, grey, grey)
        }
    }
}
