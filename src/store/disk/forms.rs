//! Forms of the JSON texts of domains, each stored once under a number.

use std::collections::VecDeque;

use rusqlite::{Connection, params};

/// Most forms remembered that have come once. A service may send a value that no column holds and that differs for
/// each domain: then every text has a form of its own, and these must not use up the numbers.
const ONCE: usize = 32;

/// Numbered forms, as the file has them.
#[derive(Default)]
pub(super) struct Forms {
    /// Forms by number; number 1 is the first.
    numbered: Vec<String>,
    once: VecDeque<String>,
}

impl Forms {
    pub fn read(db: &Connection) -> rusqlite::Result<Self> {
        let mut statement = db.prepare("SELECT form FROM domain_form ORDER BY id")?;
        let numbered = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Self { numbered, once: VecDeque::new() })
    }

    pub fn get(&self, number: u8) -> Option<&str> {
        self.numbered.get(usize::from(number).checked_sub(1)?).map(String::as_str)
    }

    /// Number of a form. A form gets one when it comes for the second time; until then, and once all 255 are given,
    /// `None`.
    pub fn number(&mut self, form: &str, db: &Connection) -> rusqlite::Result<Option<u8>> {
        if let Some(at) = self.numbered.iter().position(|known| known == form) {
            return Ok(u8::try_from(at + 1).ok());
        }
        let Some(next) = u8::try_from(self.numbered.len() + 1).ok() else { return Ok(None) };
        let Some(at) = self.once.iter().position(|seen| seen == form) else {
            if self.once.len() >= ONCE {
                self.once.pop_front();
            }
            self.once.push_back(form.to_owned());
            return Ok(None);
        };
        self.once.remove(at);
        db.execute("INSERT INTO domain_form (id, form) VALUES (?1, ?2)", params![next, form])?;
        self.numbered.push(form.to_owned());
        Ok(Some(next))
    }
}
