//! Recipe of a sandbox's data, in the words of the command line; equal recipes give equal data.

use std::fmt::{self, Display};
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{FILE, Options};

/// Counts and seed of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub domains: u32,
    pub inquiries: u32,
    pub emails: u32,
    pub seed: u64,
}

impl From<&Options> for Recipe {
    fn from(options: &Options) -> Self {
        let Options { domains, inquiries, emails, seed, .. } = *options;
        Self { domains, inquiries, emails, seed }
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self::from(&Options::default())
    }
}

impl Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { domains, inquiries, emails, seed } = self;
        write!(f, "--domains {domains} --inquiries {inquiries} --emails {emails} --seed {seed}")
    }
}

impl Recipe {
    /// Recipe of the data in a folder; `None` if there are none, or they cannot be read.
    pub fn of(folder: &Path) -> Option<Self> {
        let db = Connection::open_with_flags(folder.join(FILE), OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
        Self::read(&db.query_row("SELECT recipe FROM meta", [], |row| row.get::<_, String>(0)).ok()?)
    }

    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["--domains", domains, "--inquiries", inquiries, "--emails", emails, "--seed", seed] = words[..] else {
            return None;
        };
        Some(Self {
            domains: domains.parse().ok()?,
            inquiries: inquiries.parse().ok()?,
            emails: emails.parse().ok()?,
            seed: seed.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_is_read_as_it_is_written() {
        let recipe = Recipe { domains: 7, inquiries: 0, emails: 1_000_000, seed: u64::MAX };
        assert_eq!(Recipe::read(&recipe.to_string()), Some(recipe));
        assert_eq!(Recipe::read("--domains 7"), None);
    }
}
