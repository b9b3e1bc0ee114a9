//! A key and sequences of keys, as users write them: `ctrl-r`, `g d`, `space`, `F5`.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Key with its modifiers, normalised so that equal keys are equal (`A` is never `shift-a`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    pub mods: KeyModifiers,
}

const NAMED: [(&str, KeyCode); 17] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("minus", KeyCode::Char('-')),
    ("plus", KeyCode::Char('+')),
];

impl Key {
    /// Key of an event, normalised.
    pub fn of(event: &KeyEvent) -> Self {
        Self::new(event.code, event.modifiers)
    }

    fn new(code: KeyCode, held: KeyModifiers) -> Self {
        let mut mods = held & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let mut code = code;
        match code {
            KeyCode::Char(character) => {
                if mods.contains(KeyModifiers::CONTROL) {
                    // Terminals report ctrl-R and ctrl-r alike, with or without caps lock.
                    code = KeyCode::Char(character.to_ascii_lowercase());
                }
                mods.remove(KeyModifiers::SHIFT);
            }
            KeyCode::BackTab => {
                code = KeyCode::Tab;
                mods.insert(KeyModifiers::SHIFT);
            }
            _ => {}
        }
        Self { code, mods }
    }

    /// Key without modifiers.
    pub fn plain(code: KeyCode) -> Self {
        Self::new(code, KeyModifiers::NONE)
    }

    /// Reads `ctrl-r`, `shift-tab`, `space`, `F5`, `?`.
    ///
    /// # Errors
    /// A sentence naming the text that is not a key.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut mods = KeyModifiers::NONE;
        let mut rest = text;
        while let Some((held, after)) = rest.split_once('-').filter(|(_, after)| !after.is_empty()) {
            match held.to_ascii_lowercase().as_str() {
                "ctrl" | "c" => mods.insert(KeyModifiers::CONTROL),
                "alt" | "a" => mods.insert(KeyModifiers::ALT),
                "shift" | "s" => mods.insert(KeyModifiers::SHIFT),
                _ => return Err(format!("{text:?} is not a key; use ctrl-r, shift-tab, space, F5 or a character")),
            }
            rest = after;
        }
        let lower = rest.to_ascii_lowercase();
        let mut characters = rest.chars();
        let code = match (characters.next(), characters.next()) {
            (Some(character), None) => KeyCode::Char(character),
            _ => match NAMED.iter().find(|(name, _)| *name == lower) {
                Some((_, code)) => *code,
                None => match lower.strip_prefix('f').and_then(|number| number.parse().ok()) {
                    Some(number @ 1..=24) => KeyCode::F(number),
                    _ => {
                        return Err(format!("{text:?} is not a key; use ctrl-r, shift-tab, space, F5 or a character"));
                    }
                },
            },
        };
        if mods.contains(KeyModifiers::SHIFT)
            && let KeyCode::Char(character) = code
        {
            return Ok(Self::new(KeyCode::Char(character.to_ascii_uppercase()), mods));
        }
        Ok(Self::new(code, mods))
    }

    /// True for a character that a text field takes.
    pub fn is_text(&self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && !self.mods.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    }

    /// Event that a terminal would send for this key, for tests and scripted keys.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.mods)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in
            [(KeyModifiers::CONTROL, "ctrl-"), (KeyModifiers::ALT, "alt-"), (KeyModifiers::SHIFT, "shift-")]
        {
            if self.mods.contains(held) {
                f.write_str(name)?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("space"),
            KeyCode::Char(character) => write!(f, "{character}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            code => match NAMED.iter().find(|(_, known)| *known == code) {
                Some((name, _)) => f.write_str(name),
                None => write!(f, "{code:?}"),
            },
        }
    }
}

/// Reads a sequence of keys separated by spaces.
///
/// # Errors
/// A sentence naming the first word that is not a key.
pub fn sequence(text: &str) -> Result<Vec<Key>, String> {
    let keys: Vec<Key> = text.split_whitespace().map(Key::parse).collect::<Result<_, _>>()?;
    if keys.is_empty() { Err("an empty text is not a key".to_owned()) } else { Ok(keys) }
}

/// Sequence as users write it: `g d`.
pub fn spell(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}
