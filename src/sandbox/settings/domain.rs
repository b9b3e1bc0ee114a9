//! The settings of one domain: its own value, the account's, and the value in force.

use rusqlite::{Connection, OptionalExtension};

use super::account::{in_force, store};
use super::check::{self, Asked};
use super::holder::{Holder, Values};
use super::{SETTINGS, of_domains};
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::domains;
use crate::sandbox::world::{World, broken};

/// Domain of the account.
pub struct Held {
    id: i64,
    punycode: String,
    state: String,
}

impl Held {
    /// Domain of this punycode name, if it is in the account.
    pub fn find(db: &Connection, punycode: &str) -> Result<Option<Self>, Refusal> {
        db.prepare_cached("SELECT id, punycode, state FROM domains WHERE punycode = ?1 AND approved = 1")
            .and_then(|mut query| {
                query
                    .query_row([punycode], |row| {
                        Ok(Self { id: row.get(0)?, punycode: row.get(1)?, state: row.get(2)? })
                    })
                    .optional()
            })
            .map_err(|error| broken(&error))
    }

    /// Domain called `name`, in either spelling.
    pub fn named(db: &Connection, name: &str) -> Result<Option<Self>, Refusal> {
        domains::punycode(name).map_or(Ok(None), |punycode| Self::find(db, &punycode))
    }

    /// This domain as a holder of values.
    pub fn holder(&self) -> Holder<'_> {
        Holder::Domain { id: self.id, name: &self.punycode }
    }

    /// Refuses the values that this domain cannot have in its state.
    pub fn narrow(&self, asked: &mut Asked) {
        let fits = |(name, value): &(String, serde_json::Value)| {
            let setting = SETTINGS.get(name)?;
            check::of_state(setting, value, &self.state).map(|bad| (setting, bad))
        };
        let refused: Vec<_> = asked.values.iter().filter_map(fits).collect();
        asked.values.retain(|(name, _)| !refused.iter().any(|(setting, _)| setting.name == *name));
        for (setting, bad) in refused {
            asked.refuse(setting, bad);
        }
    }
}

/// Object of settings: all of them, or those with own values only.
pub fn object(world: &World, own: &Values, account: &Values, own_only: bool) -> String {
    let mut settings = Obj::new();
    for setting in of_domains(world) {
        let mine = own.get(&setting.name);
        if own_only && mine.is_none() {
            continue;
        }
        let (inherited, source) = in_force(setting, account);
        let mut json = Obj::new();
        json.put("value", mine.unwrap_or(inherited))
            .put("source", if mine.is_some() { "domain" } else { source })
            .put("domain_value", mine)
            .put("account_value", account.get(&setting.name));
        settings.raw(&setting.name, &json.end());
    }
    settings.end()
}

fn held(world: &World, ask: &Ask) -> Result<Held, Refusal> {
    Held::named(&world.db, ask.param("name").unwrap_or_default())?.ok_or_else(domains::not_found)
}

fn answer(world: &World, held: &Held) -> Outcome {
    let read = || Ok((held.holder().own(&world.db)?, Holder::Account.own(&world.db)?));
    let (own, account) = read().map_err(|error| broken(&error))?;
    Ok(Obj::new().raw("settings", &object(world, &own, &account, false)).end())
}

/// `GET parking/domain-settings`.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let held = held(world, ask)?;
    answer(world, &held)
}

/// `POST parking/domain-settings`.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let held = held(world, ask)?;
    let mut asked = Asked::read(world, &SETTINGS, &held.holder(), &ask.json()?, "settings")?;
    held.narrow(&mut asked);
    asked.all_or_none(false)?;
    store(world, &held.holder(), &asked, ask, now)?;
    answer(world, &held)
}
