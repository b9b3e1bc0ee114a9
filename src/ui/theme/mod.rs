//! Colours by role. No other folder of the program names a colour.
//!
//! A theme says how each role is drawn; a [`Canvas`] says what the terminal can show and what its background is. Look
//! first at [`Role`] (`role.rs`), then at [`Theme::on`]; `read.rs` reads theme files, `palette.rs` maps colours to
//! fewer ones, `tests.rs` tries each role of each theme on every kind of terminal and background.

mod glyphs;
mod palette;
mod read;
mod role;
#[cfg(test)]
mod tests;

use ratatui::style::{Color, Modifier, Style};

pub use glyphs::Glyphs;
pub use palette::{Canvas, Colours, Ground, XTERM, rgb_of};
use role::ROLES;
pub use role::{Role, Tone};

/// Style where a theme says nothing: the terminal's default text on its default background.
const PLAIN: Style = Style::new().fg(Color::Reset).bg(Color::Reset);

type Styles = [Style; ROLES.len()];

/// Set of styles, one for each role.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    name: String,
    /// Styles as in the theme's file.
    full: Styles,
    /// Styles for terminals of 16 colours, if the file has a table for them.
    sixteen: Option<Styles>,
    /// Styles in use, in the colours of the terminal.
    shown: Styles,
    colours: Colours,
    ground: Ground,
}

impl Default for Theme {
    fn default() -> Self {
        Self::terminal(Canvas::default())
    }
}

/// Name of the theme that follows the terminal's background.
const FOLLOWING: &str = "default";

/// Themes that come with the program besides `default`, as files that users can copy and change.
const FIXED: [(&str, &str); 4] = [
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    ("contrast", include_str!("../../../assets/themes/contrast.toml")),
    ("colour-blind", include_str!("../../../assets/themes/colour-blind.toml")),
];

/// Default theme for terminals with 16 colours, by their names, or with an unknown background. Each set has only
/// colours that are readable on that background in common palettes.
const fn terminal_roles(canvas: Canvas) -> &'static str {
    match (canvas.colours, canvas.ground) {
        (_, Ground::Dark) => {
            "dim = \"dim\"\naccent = \"cyan bold\"\ngood = \"green\"\nwarn = \"lightyellow\"\nbad = \"lightred bold\"
             selection = \"reverse\"\nresting = \"underline\"\nstaged = \"lightmagenta\""
        }
        // Green, yellow, cyan and magenta are too pale on white and cream, and bold text is often drawn brighter. Faint
        // text is drawn darker, which on light backgrounds is more prominent. Therefore labels look like values here.
        (_, Ground::Light) => {
            "accent = \"blue\"\nwarn = \"red\"\nbad = \"red underline\"
             selection = \"reverse\"\nresting = \"underline\"\nstaged = \"blue underline\""
        }
        // None of the 16 colours is readable on both black and white; some of the many colours are.
        (Colours::Sixteen | Colours::None, Ground::Unknown) => {
            "dim = \"dim\"\naccent = \"bold\"\nwarn = \"bold\"\nbad = \"bold underline\"
             selection = \"reverse\"\nresting = \"underline\"\nstaged = \"underline\""
        }
        (Colours::Full | Colours::Indexed, Ground::Unknown) => {
            "dim = \"dim\"\naccent = \"63 bold\"\ngood = \"28\"\nwarn = \"130\"\nbad = \"163 bold\"
             selection = \"reverse\"\nresting = \"underline\"\nstaged = \"98\""
        }
    }
}

impl Theme {
    /// Words after `:theme`, in the form that completion reads.
    pub const NAMES: &str = "default|dark|light|contrast|colour-blind|none";

    /// Default theme for a terminal: `dark` or `light` on the terminal's own background, if it has enough colours and
    /// has reported the background.
    fn terminal(canvas: Canvas) -> Self {
        let like = match canvas {
            Canvas { colours: Colours::Full | Colours::Indexed, ground: Ground::Dark } => Self::named("dark"),
            Canvas { colours: Colours::Full | Colours::Indexed, ground: Ground::Light } => Self::named("light"),
            _ => Self::parse(FOLLOWING, terminal_roles(canvas)).ok(),
        };
        let mut theme = like.unwrap_or_else(Self::without_colour);
        let ground = theme.full[Role::Text as usize].bg;
        for style in theme.full.iter_mut().filter(|style| style.bg == ground) {
            style.bg = Some(Color::Reset);
        }
        // The text of a light terminal may be paler than the theme's labels, as in Solarized, so there the theme's own
        // text colour is used.
        if canvas.ground != Ground::Light || canvas.colours == Colours::Sixteen {
            theme.full[Role::Text as usize].fg = Some(Color::Reset);
        }
        Self { name: FOLLOWING.to_owned(), sixteen: None, shown: theme.full, ..theme }
    }

    /// Theme without colours (`NO_COLOR`, `:theme none`): only weight, underline and reverse.
    pub fn without_colour() -> Self {
        let [dim, bold, line, reverse] =
            [Modifier::DIM, Modifier::BOLD, Modifier::UNDERLINED, Modifier::REVERSED].map(|m| PLAIN.add_modifier(m));
        let bad = bold.add_modifier(Modifier::UNDERLINED);
        let styles = [PLAIN, dim, bold, PLAIN, bold, bad, reverse, line, line];
        Self {
            name: "none".to_owned(),
            full: styles,
            sixteen: None,
            shown: styles,
            colours: Colours::None,
            ground: Ground::Unknown,
        }
    }

    /// Theme with that name, in all its colours.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            FOLLOWING => Some(Self::default()),
            "none" => Some(Self::without_colour()),
            _ => FIXED.iter().find(|(known, _)| *known == name).and_then(|(known, text)| Self::parse(known, text).ok()),
        }
    }

    /// The theme as a terminal shows it: the default one is chosen by the background, and each colour becomes one the
    /// terminal has.
    #[must_use]
    pub fn on(self, canvas: Canvas) -> Self {
        let mut theme = if self.name == FOLLOWING { Self::terminal(canvas) } else { self };
        let own = [theme.full, theme.sixteen.unwrap_or(theme.full)].map(|styles| styles[Role::Text as usize].bg);
        theme.ground = if own.contains(&Some(Color::Reset)) { canvas.ground } else { Ground::Unknown };
        theme.colours = if theme.name == "none" { Colours::None } else { canvas.colours };
        theme.shown = match (canvas.colours, theme.sixteen) {
            (Colours::None, _) => Self::without_colour().full,
            (Colours::Sixteen, Some(own)) => own,
            (colours, _) => theme.full.map(|style| palette::reduced(style, colours)),
        };
        theme
    }

    /// Name that `:theme` takes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// True where the terminal has too few colours for one between its text and its background.
    pub fn has_few_colours(&self) -> bool {
        matches!(self.colours, Colours::Sixteen | Colours::None)
    }

    /// Colour with which the terminal shows a pixel of a picture; `None` if the terminal has too few colours.
    pub fn pixel(&self, r: u8, g: u8, b: u8) -> Option<Color> {
        let colour = Style::new().fg(Color::Rgb(r, g, b));
        if self.has_few_colours() { None } else { palette::reduced(colour, self.colours).fg }
    }

    /// Colour written as `#rrggbb` as the terminal shows it; `None` if it is not a colour, or the terminal has too few.
    pub fn written(&self, text: &str) -> Option<Color> {
        let part = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let (r, g, b) = (part(1)?, part(3)?, part(5)?);
        (text.starts_with('#') && text.len() == 7).then(|| self.pixel(r, g, b)).flatten()
    }

    /// Style of that role.
    pub fn style(&self, role: Role) -> Style {
        self.shown[role as usize]
    }

    /// Bold style, if bold stands out. With 16 colours many terminals draw bold text brighter; on a light background
    /// that is paler, and black becomes grey.
    pub fn strong(&self, style: Style) -> Style {
        let on_light = match self.style(Role::Text).bg {
            Some(Color::White) => true,
            Some(Color::Reset) | None => self.ground == Ground::Light,
            _ => false,
        };
        let pales = self.colours == Colours::Sixteen && (on_light || style.fg == Some(Color::Black));
        if pales { style } else { style.add_modifier(Modifier::BOLD) }
    }
}
