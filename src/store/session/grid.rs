//! Result of testing the token's abilities, with a row for each.

use std::fmt::Write as _;

use super::Proven;
use crate::client::Failure;

/// What is known of one ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    Yes,
    No,
    /// Not tested yet.
    NotAsked,
    /// Cannot be tested: its call changes something, or needs a name or a number. The first use shows it.
    OnUse,
    /// Tested, but the answer did not show it.
    Unclear,
}

impl Allowed {
    /// Word for the table of abilities.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotAsked => "not checked",
            Self::OnUse => "checked on first use",
            Self::Unclear => "unclear",
        }
    }
}

/// Abilities and scopes, in the order of the documents.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub rows: Vec<(&'static str, Allowed)>,
    /// Failure that ended the test, such as no connection or a rejected token.
    pub stopped: Option<Failure>,
}

impl Grid {
    /// Title of the group of abilities that the token has.
    pub const ALLOWED: &'static str = "Allowed";

    /// Marks abilities as allowed that cannot be tested and that a write with this token has used. `token` is the
    /// digest of the token.
    pub fn add(&mut self, proven: &Proven, token: &str) {
        for (name, known) in &mut self.rows {
            if *known == Allowed::OnUse && proven.has(name, token) {
                *known = Allowed::Yes;
            }
        }
    }

    /// Groups that have abilities, each with its title.
    pub fn groups(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let group =
            |of: &[Allowed]| self.rows.iter().filter(|(_, is)| of.contains(is)).map(|(name, _)| *name).collect();
        let groups: [(&'static str, Vec<&'static str>); 3] = [
            (Self::ALLOWED, group(&[Allowed::Yes])),
            ("Not allowed", group(&[Allowed::No])),
            ("Unknown", group(&[Allowed::NotAsked, Allowed::OnUse, Allowed::Unclear])),
        ];
        groups.into_iter().filter(|(_, names)| !names.is_empty()).collect()
    }

    /// Counts in words: `Allowed 24 of 40 · Not allowed 2 · Unknown 14`.
    pub fn counts(&self) -> String {
        let allowed = self.rows.iter().filter(|(_, known)| *known == Allowed::Yes).count();
        let mut words = format!("{} {allowed} of {}", Self::ALLOWED, self.rows.len());
        for (label, names) in self.groups().into_iter().filter(|(label, _)| *label != Self::ALLOWED) {
            let _ = write!(words, " · {label} {}", names.len());
        }
        words
    }
}
