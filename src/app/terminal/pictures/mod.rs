//! How a terminal shows pictures: decided by the configuration, names in the environment, and the terminal's answers.
//! Look first at [`pictures`].

use crate::app::config::{PictureWay, Pictures};

use super::canvas::Env;
use super::display::{Pixels, Protocol};
use super::hold;
use crate::ui;

/// Plausible width or height of a cell, in pixels.
pub const CELLS: std::ops::RangeInclusive<u16> = 4..=64;
/// Sizes of a cell if the terminal does not report it: the usual one, and for sixels a smaller one, so that they stay
/// within their place.
const USUAL_CELL: (u16, u16) = (10, 20);
const SMALL_CELL: (u16, u16) = (6, 12);

/// Answers of the terminal about itself, as far as it was asked and has answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Name and version: `WezTerm 20240203`.
    pub name: Option<String>,
    /// True when the terminal draws sixels.
    pub sixel: bool,
    /// Width and height of a cell in pixels.
    pub cell: Option<(u16, u16)>,
}

/// How pictures are shown, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    pub way: PictureWay,
    pub why: &'static str,
    /// Width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// True when the program runs inside a multiplexer.
    pub is_within: bool,
    /// True when that multiplexer is tmux, whose wrapping sequences for the terminal need.
    pub tmux: bool,
}

impl Shown {
    /// Protocol for pictures drawn by the terminal; `None` if the screens draw them.
    pub fn pixels(self) -> Option<Pixels> {
        let protocol = match self.way {
            PictureWay::Kitty => Protocol::Kitty { tmux: self.tmux },
            PictureWay::Iterm2 => Protocol::Iterm2,
            PictureWay::Sixel => Protocol::Sixel,
            PictureWay::Blocks | PictureWay::Off => return None,
        };
        Some(Pixels { protocol, cell: self.cell })
    }

    /// How screens draw pictures.
    pub fn drawn(self) -> ui::Pictures {
        let cell = self.cell;
        match self.way {
            PictureWay::Kitty => ui::Pictures::Placeholders { cell },
            PictureWay::Iterm2 | PictureWay::Sixel => ui::Pictures::Over { cell },
            PictureWay::Blocks => ui::Pictures::Blocks,
            PictureWay::Off => ui::Pictures::Off,
        }
    }
}

/// Terminals by a part of their name (in lower case, from their answer, TERM or `TERM_PROGRAM`), with the way that is
/// known to work. Only foot is listed for sixels, because the others answer that they draw them. Konsole takes
/// Kitty's pictures but prints its placeholders.
const KNOWN: [(&str, PictureWay); 13] = [
    ("kitty", PictureWay::Kitty),
    ("ghostty", PictureWay::Kitty),
    ("rio", PictureWay::Kitty),
    ("iterm", PictureWay::Iterm2),
    ("wezterm", PictureWay::Iterm2),
    ("mintty", PictureWay::Iterm2),
    ("tabby", PictureWay::Iterm2),
    ("hyper", PictureWay::Iterm2),
    ("warp", PictureWay::Iterm2),
    ("foot", PictureWay::Sixel),
    ("alacritty", PictureWay::Blocks),
    ("apple_terminal", PictureWay::Blocks),
    ("vte", PictureWay::Blocks),
];
/// Variables that a terminal sets for the programs in it, which other terminals may inherit.
const SET: [(&str, PictureWay); 5] = [
    ("KITTY_WINDOW_ID", PictureWay::Kitty),
    ("GHOSTTY_RESOURCES_DIR", PictureWay::Kitty),
    ("ITERM_SESSION_ID", PictureWay::Iterm2),
    ("WEZTERM_EXECUTABLE", PictureWay::Iterm2),
    ("ALACRITTY_WINDOW_ID", PictureWay::Blocks),
];
/// First version of kitty that shows placeholders as pictures: 0.28 of 2023. Older ones show boxes.
const KITTY: (u32, u32) = (0, 28);
/// Multiplexers between this program and the terminal, by their variable. They do not pass pictures on, or put them
/// in another place.
const BETWEEN: [(&str, &str); 3] = [("TMUX", "tmux"), ("STY", "GNU screen"), ("ZELLIJ", "zellij")];

/// How pictures are shown, with the cell size that the terminal reports.
pub fn pictures_here(setting: Pictures, env: Env<'_>, heard: &Heard) -> Shown {
    pictures(setting, env, &Heard { cell: hold::cell().or(heard.cell), ..heard.clone() })
}

/// Decides how pictures are shown. The most specific fact decides: the setting, then a multiplexer, then the
/// terminal's own answers, then TERM, which each terminal sets itself, then variables that may be inherited.
pub fn pictures(setting: Pictures, env: Env<'_>, heard: &Heard) -> Shown {
    let between = between(env, heard);
    let tmux = between == Some("tmux");
    let usual = |way| if way == PictureWay::Sixel { SMALL_CELL } else { USUAL_CELL };
    let shown =
        |way, why| Shown { way, why, cell: heard.cell.unwrap_or(usual(way)), is_within: between.is_some(), tmux };
    let is_passed = |way: PictureWay| match way {
        // tmux would put a picture of iTerm2 in an unknown place, and other multiplexers do not pass on Kitty's.
        PictureWay::Iterm2 => false,
        PictureWay::Kitty => tmux,
        _ => true,
    };
    match (setting, between) {
        (Pictures::Always(way), between) if between.is_none() || is_passed(way) => shown(way, "set"),
        (_, Some(between)) => shown(PictureWay::Blocks, between),
        (_, None) => {
            let (way, why) = by_name(env, heard).unwrap_or((PictureWay::Blocks, "no other way is known here"));
            // Sixels made for another cell size would cover the text beside them.
            let unsized_sixel = way == PictureWay::Sixel && heard.cell.is_none();
            if unsized_sixel { shown(PictureWay::Blocks, "the size of a cell is not known") } else { shown(way, why) }
        }
    }
}

fn by_name(env: Env<'_>, heard: &Heard) -> Option<(PictureWay, &'static str)> {
    let of = |name: Option<String>, why: &'static str| {
        let name = name?.to_lowercase();
        let known = KNOWN.iter().find(|(part, _)| is_named(&name, part))?;
        Some((known.1, why))
    };
    let says_sixel = || heard.sixel.then_some((PictureWay::Sixel, "the terminal says so"));
    let set = || SET.iter().find(|(name, _)| env(name).is_some()).map(|(name, way)| (*way, *name));
    let said = of(heard.name.clone(), "the terminal's name");
    if heard.name.as_deref().is_some_and(is_old_kitty) {
        return Some((PictureWay::Blocks, "kitty is older than 0.28"));
    }
    // A terminal that answers with an unknown name is not the one the variable is about, so the variable is
    // inherited.
    if heard.name.is_some() {
        return said.filter(|(way, _)| *way != PictureWay::Blocks).or_else(says_sixel).or(said);
    }
    of(env("TERM"), "TERM")
        .or_else(|| of(env("TERM_PROGRAM"), "TERM_PROGRAM"))
        .or_else(|| of(env("LC_TERMINAL"), "LC_TERMINAL"))
        .filter(|(way, _)| *way != PictureWay::Blocks || !heard.sixel)
        .or_else(says_sixel)
        .or_else(set)
}

/// True for a kitty older than [`KITTY`], such as `kitty(0.26.5)`; one without a version counts as new.
fn is_old_kitty(name: &str) -> bool {
    let version = || {
        let mut parts = name.strip_prefix("kitty(")?.split(['.', ')']).map_while(|part| part.parse::<u32>().ok());
        Some((parts.next()?, parts.next()?))
    };
    version().is_some_and(|version| version < KITTY)
}

/// True if `part` begins a word of the name: `xterm-kitty`, `iTerm.app`, `foot(1.16)`.
fn is_named(name: &str, part: &str) -> bool {
    name.match_indices(part).any(|(at, _)| !name[..at].ends_with(|before: char| before.is_ascii_alphanumeric()))
}

/// Name of the multiplexer between the program and the terminal, to be shown to the user.
fn between(env: Env<'_>, heard: &Heard) -> Option<&'static str> {
    let set = BETWEEN.iter().find(|(name, _)| env(name).is_some()).map(|(_, between)| *between);
    let words = [heard.name.clone(), env("TERM")].map(|word| word.unwrap_or_default().to_lowercase());
    let named = |name: &str| words.iter().any(|word| word.starts_with(name));
    set.or_else(|| named("tmux").then_some("tmux"))
        .or_else(|| named("screen").then_some("GNU screen"))
        .or_else(|| named("zellij").then_some("zellij"))
}

#[cfg(test)]
mod tests;
