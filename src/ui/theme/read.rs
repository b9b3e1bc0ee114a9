//! Reading theme files.

use ratatui::style::{Color, Modifier, Style};

use super::palette::{Colours, Ground};
use super::{PLAIN, ROLES, Styles, Theme};

/// Name of the table for terminals of 16 colours in a theme file.
const SIXTEEN: &str = "sixteen";

impl Theme {
    /// Reads a theme file: `background = "#101010"` and one line per role, `accent = "#7fd7ff bold"`; the same again in
    /// `[sixteen]` for terminals of 16 colours, by their names.
    ///
    /// # Errors
    /// A sentence for every line that cannot be used.
    pub fn parse(name: &str, text: &str) -> Result<Self, Vec<String>> {
        let table: toml::Table =
            text.parse().map_err(|error: toml::de::Error| vec![format!("theme {name}: {}", error.message())])?;
        let mut problems = Vec::new();
        let full = styles(name, &table, &mut problems);
        let sixteen = match table.get(SIXTEEN) {
            Some(toml::Value::Table(own)) => Some(styles(name, own, &mut problems)),
            Some(_) => {
                problems.push(format!("theme {name}: {SIXTEEN} must be a table: [{SIXTEEN}]"));
                None
            }
            None => None,
        };
        if problems.is_empty() {
            Ok(Self {
                name: name.to_owned(),
                full,
                sixteen,
                shown: full,
                colours: Colours::Full,
                ground: Ground::Unknown,
            })
        } else {
            Err(problems)
        }
    }
}

fn styles(name: &str, table: &toml::Table, problems: &mut Vec<String>) -> Styles {
    let background = table.get("background").and_then(toml::Value::as_str).map_or(Ok(Color::Reset), colour);
    let ground = background.unwrap_or_else(|word| {
        problems.push(format!("theme {name}: background: {word:?} is not a colour like #1a2b3c or red"));
        Color::Reset
    });
    let mut styles = ROLES.map(|_| PLAIN.bg(ground));
    let (selection, resting) = (super::Role::Selection as usize, super::Role::Resting as usize);
    styles[selection] = styles[selection].add_modifier(Modifier::REVERSED);
    styles[resting] = styles[resting].add_modifier(Modifier::BOLD);
    for (key, value) in table.iter().filter(|(key, _)| !["background", SIXTEEN].contains(&key.as_str())) {
        let Some((_, role)) = ROLES.iter().find(|(known, _)| known == key) else {
            let known = ROLES.map(|(name, _)| name).join(", ");
            problems.push(format!("theme {name}: unknown role {key:?}; the roles are {known}"));
            continue;
        };
        match value.as_str().map(|words| style(words, ground)) {
            Some(Ok(style)) => styles[*role as usize] = style,
            Some(Err(word)) => problems
                .push(format!("theme {name}: {key}: {word:?} is neither a colour nor bold, dim, underline, reverse")),
            None => problems.push(format!("theme {name}: {key} must be a text such as \"#7fd7ff bold\"")),
        }
    }
    styles
}

/// Style from words such as `"#7fd7ff on #202020 bold"`.
fn style(words: &str, background: Color) -> Result<Style, String> {
    let mut style = PLAIN.bg(background);
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
