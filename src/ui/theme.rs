//! Colours by role. No other file of the program names a colour.

use ratatui::style::{Color, Modifier, Style};

use super::Tone;

/// What a text is, from which its colour follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Text,
    /// Labels, hints, what is beside the point.
    Dim,
    /// Where the eye should go: the current tab, keys, titles.
    Accent,
    Good,
    Warn,
    Bad,
    /// The row under the cursor.
    Selection,
    /// Changed here and not yet written.
    Staged,
}

const ROLES: [(&str, Role); 8] = [
    ("text", Role::Text),
    ("dim", Role::Dim),
    ("accent", Role::Accent),
    ("good", Role::Good),
    ("warn", Role::Warn),
    ("bad", Role::Bad),
    ("selection", Role::Selection),
    ("staged", Role::Staged),
];

/// A set of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    name: String,
    styles: [Style; ROLES.len()],
}

impl Default for Theme {
    fn default() -> Self {
        Self::terminal()
    }
}

impl From<Tone> for Role {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Info => Self::Text,
            Tone::Good => Self::Good,
            Tone::Warn => Self::Warn,
            Tone::Bad => Self::Bad,
        }
    }
}

/// The themes that come with the program besides `default`, as files anybody can copy and change.
const FIXED: [(&str, &str); 4] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
    ("colour-blind", include_str!("../../assets/themes/colour-blind.toml")),
];

impl Theme {
    /// What may follow `:theme`, in the form completion reads.
    pub const NAMES: &str = "default|dark|light|contrast|colour-blind|none";

    /// The terminal's own 16 colours on its own background; nothing is assumed about light or dark.
    pub fn terminal() -> Self {
        let plain = Style::new().fg(Color::Reset).bg(Color::Reset);
        Self {
            name: "default".to_owned(),
            styles: [
                plain,
                // Dimmed instead of "bright black", which is the background itself in some palettes.
                plain.add_modifier(Modifier::DIM),
                plain.fg(Color::Cyan).add_modifier(Modifier::BOLD),
                plain.fg(Color::Green),
                plain.fg(Color::Yellow),
                plain.fg(Color::Red).add_modifier(Modifier::BOLD),
                plain.add_modifier(Modifier::REVERSED),
                plain.fg(Color::Magenta),
            ],
        }
    }

    /// No colour at all (`NO_COLOR`, `:theme none`): weight and reverse only.
    pub fn without_colour() -> Self {
        let plain = Style::new().fg(Color::Reset).bg(Color::Reset);
        let bold = plain.add_modifier(Modifier::BOLD);
        let reverse = plain.add_modifier(Modifier::REVERSED);
        Self { name: "none".to_owned(), styles: [plain, plain, bold, plain, bold, bold, reverse, bold] }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "default" => Some(Self::terminal()),
            "none" => Some(Self::without_colour()),
            _ => FIXED.iter().find(|(known, _)| *known == name).and_then(|(known, text)| Self::parse(known, text).ok()),
        }
    }

    /// Reads a theme file: `background = "#101010"` and one line per role, `accent = "#7fd7ff bold"`.
    ///
    /// # Errors
    /// Every line that cannot be used, as a sentence naming it.
    pub fn parse(name: &str, text: &str) -> Result<Self, Vec<String>> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| vec![format!("theme {name}: {}", error.message())])?;
        let mut theme = Self { name: name.to_owned(), ..Self::terminal() };
        let mut problems = Vec::new();
        let background = table.get("background").and_then(toml::Value::as_str).map_or(Ok(Color::Reset), colour);
        match background {
            Ok(background) => theme.styles.iter_mut().for_each(|style| *style = style.bg(background)),
            Err(word) => problems.push(format!("theme {name}: background: {word:?} is no colour like #1a2b3c or red")),
        }
        for (key, value) in &table {
            if key == "background" {
                continue;
            }
            let Some((_, role)) = ROLES.iter().find(|(known, _)| known == key) else {
                problems.push(format!("theme {name}: there is no role {key:?}; the roles are {}", role_names()));
                continue;
            };
            let under = theme.styles[*role as usize].bg.unwrap_or(Color::Reset);
            match value.as_str().map(|words| style(words, under)) {
                Some(Ok(style)) => theme.styles[*role as usize] = style,
                Some(Err(word)) => problems.push(format!(
                    "theme {name}: {key}: {word:?} is neither a colour nor bold, dim, underline, reverse"
                )),
                None => problems.push(format!("theme {name}: {key} must be a text such as \"#7fd7ff bold\"")),
            }
        }
        if problems.is_empty() { Ok(theme) } else { Err(problems) }
    }

    /// The name `:theme` takes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How that role is drawn.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

fn role_names() -> String {
    ROLES.map(|(name, _)| name).join(", ")
}

/// `"#7fd7ff on #202020 bold"`.
fn style(words: &str, background: Color) -> Result<Style, String> {
    let mut style = Style::new().bg(background);
    let mut under = false;
    for word in words.split_whitespace() {
        match word {
            "on" => under = true,
            "bold" => style = style.add_modifier(Modifier::BOLD),
            "dim" => style = style.add_modifier(Modifier::DIM),
            "underline" => style = style.add_modifier(Modifier::UNDERLINED),
            "reverse" => style = style.add_modifier(Modifier::REVERSED),
            word if under => style = style.bg(colour(word)?),
            word => style = style.fg(colour(word)?),
        }
    }
    Ok(style)
}

fn colour(word: &str) -> Result<Color, String> {
    word.parse().map_err(|_| word.to_owned())
}

/// Signs in Unicode and in ASCII, so that no file but this one decides between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    pub bar: &'static str,
    pub mark: &'static str,
    pub unread: &'static str,
    pub star: &'static str,
    pub line: &'static str,
    pub side: &'static str,
    pub up: &'static str,
    pub down: &'static str,
    pub dot: &'static str,
    pub full: &'static str,
    pub light: &'static str,
}

impl Glyphs {
    /// The set in use.
    pub const fn get(ascii: bool) -> &'static Self {
        const UNICODE: Glyphs = Glyphs {
            bar: "▌",
            mark: "✓",
            unread: "●",
            star: "★",
            line: "─",
            side: "│",
            up: "↑",
            down: "↓",
            dot: "·",
            full: "█",
            light: "░",
        };
        const ASCII: Glyphs = Glyphs {
            bar: ">",
            mark: "x",
            unread: "*",
            star: "+",
            line: "-",
            side: "|",
            up: "^",
            down: "v",
            dot: "-",
            full: "#",
            light: ".",
        };
        if ascii { &ASCII } else { &UNICODE }
    }
}

#[cfg(test)]
#[path = "theme_tests.rs"]
mod tests;
