//! Effects of an import's line on the account: a name is added, added back, or checked again.

use rusqlite::{Connection, OptionalExtension, params};

use super::entries::{self, Entry};
use super::fate::{self, Check};
use super::lines::Line;
use super::{Kind, Order};
use crate::base::DomainName;
use crate::sandbox::settings::sale;

/// Seconds after which a verified domain is checked again.
const NEXT_CHECK: i64 = 90_000;

/// Known domain, in the account or not.
struct Held {
    id: i64,
    state: String,
    approved: bool,
    shown: String,
}

fn held(db: &Connection, punycode: &str) -> rusqlite::Result<Option<Held>> {
    db.prepare_cached("SELECT id, state, approved, name FROM domains WHERE punycode = ?1")?
        .query_row([punycode], |row| {
            Ok(Held { id: row.get(0)?, state: row.get(1)?, approved: row.get(2)?, shown: row.get(3)? })
        })
        .optional()
}

/// Carries out one line at the time `at`; returns its outcome and its domain.
pub fn settle(
    db: &Connection,
    seed: u64,
    order: &Order,
    line: &Line,
    at: i64,
) -> rusqlite::Result<(Entry, Option<i64>)> {
    let mut entry = Entry { line: line.number, ..Entry::default() };
    let Some(name) = &line.name else {
        entry.error = true;
        entry.notice = Some(format!("'{}' is not a domain name.", line.typed.chars().take(80).collect::<String>()));
        return Ok((entry, None));
    };
    entry.domain = Some(name.punycode().to_owned());
    if let Some(first) = line.first {
        entry.ignored = true;
        entry.approve = Some("doubled");
        entry.notice = Some(format!("This name is on line {first} already."));
        return Ok((entry, None));
    }
    let known = held(db, name.punycode())?;
    match (&known, order.kind) {
        (None, Kind::Add | Kind::Csv) => {
            if let Some((word, notice)) = fate::refusal(seed, name.punycode()) {
                entry.error = true;
                entry.approve = Some(word);
                entry.notice = Some(notice.to_owned());
                return Ok((entry, None));
            }
        }
        (None, _) => return Ok((gone(entry), None)),
        (Some(held), Kind::Retry) if !held.approved => return Ok((gone(entry), None)),
        (Some(_), _) => {}
    }
    let shown = shown(name, &line.typed, order.manual);
    if let (Some(held), Kind::Csv) = (&known, order.kind)
        && held.approved
    {
        // A file of prices causes no checks of existing names.
        entry.approve = Some("already_present");
        entry.updated = recased(db, held, order, &shown)?;
        entry.ignored = !entry.updated;
        return Ok((entry, Some(held.id)));
    }
    let earlier = entries::checks(db, name.punycode())?;
    let found = match &known {
        // A verified name stays verified. A detected one points here already, so its check succeeds.
        Some(held) if held.state == "verified" => Check::Verified,
        Some(held) if held.state == "detected" && earlier == 0 && order.kind != Kind::Verify => Check::Verified,
        _ => fate::check(seed, name.punycode(), earlier),
    };
    entry.verify = Some(found.word());
    entry.warning = found != Check::Verified;
    entry.notice = found.notice().map(str::to_owned);
    let verified = found == Check::Verified;
    let id = match known {
        None => {
            entry.added = true;
            entry.approve = Some("added");
            Some(take_in(db, name, &shown, verified, at)?)
        }
        Some(held) if held.approved => {
            let state = recheck(db, held.id, verified, at)?;
            entry.approve = Some("already_present");
            entry.updated = recased(db, &held, order, &shown)? || state != held.state;
            entry.ignored = !entry.updated && !entry.warning;
            Some(held.id)
        }
        // A check adds a name that is not in the account only if it succeeds.
        Some(_) if order.kind == Kind::Verify && !verified => None,
        Some(held) => {
            entry.added = true;
            entry.approve = Some(if held.state == "removed" { "added_back" } else { "approved" });
            take_back(db, held.id, verified, at)?;
            Some(held.id)
        }
    };
    Ok((entry, id))
}

/// Changes the casing of a name in the account, if the order says so.
fn recased(db: &Connection, held: &Held, order: &Order, shown: &str) -> rusqlite::Result<bool> {
    let differs = order.recase && shown != held.shown;
    if differs {
        db.prepare_cached("UPDATE domains SET name = ?2 WHERE id = ?1")?.execute(params![held.id, shown])?;
    }
    Ok(differs)
}

fn gone(mut entry: Entry) -> Entry {
    entry.ignored = true;
    entry.approve = Some("not_present");
    entry.notice = Some("This name is no longer in the account.".to_owned());
    entry
}

/// Display name: as typed, or in lower case.
fn shown(name: &DomainName, typed: &str, manual: bool) -> String {
    let typed = typed.trim().trim_end_matches('.');
    if manual && typed.to_lowercase() == name.unicode() { typed.to_owned() } else { name.unicode().to_owned() }
}

fn state(verified: bool) -> &'static str {
    if verified { "verified" } else { "unverified" }
}

fn take_in(db: &Connection, name: &DomainName, shown: &str, verified: bool, at: i64) -> rusqlite::Result<i64> {
    let folded = (name.unicode() != name.punycode()).then(|| name.unicode());
    db.prepare_cached(
        "INSERT INTO domains (id, name, folded, punycode, state, approved, verified, ever, host, added, verified_since, \
         last_verified, next_check, for_sale, bin_price, target_price, accept_offers, min_offer, worth) \
         VALUES ((SELECT coalesce(max(id), 1000) + 3 FROM domains), ?1, ?2, ?3, ?4, 1, ?5, ?5, 0, ?6, \
         iif(?5, ?6, NULL), iif(?5, ?6, NULL), iif(?5, ?7, NULL), 1, NULL, NULL, 'true', 100, 1500) RETURNING id",
    )?
    .query_row(params![shown, folded, name.punycode(), state(verified), verified, at, at + NEXT_CHECK], |row| {
        row.get(0)
    })
    .and_then(|id| sale::refresh(db, id).map(|()| id))
}

/// Adds a removed or detected name to the account, without its former prices and own settings.
fn take_back(db: &Connection, id: i64, verified: bool, at: i64) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE domains SET approved = 1, state = ?2, verified = ?3, ever = ever OR ?3, added = ?4, \
         verified_since = iif(?3, ?4, NULL), last_verified = iif(?3, ?4, NULL), next_check = iif(?3, ?5, NULL) \
         WHERE id = ?1",
    )?
    .execute(params![id, state(verified), verified, at, at + NEXT_CHECK])?;
    sale::refresh(db, id)
}

/// Applies a check to a domain in the account: it may become verified; a failed check changes nothing. Returns its
/// state.
fn recheck(db: &Connection, id: i64, verified: bool, at: i64) -> rusqlite::Result<String> {
    if verified {
        db.prepare_cached(
            "UPDATE domains SET state = 'verified', verified = 1, ever = 1, \
             verified_since = coalesce(verified_since, ?2), last_verified = ?2, next_check = ?3 WHERE id = ?1",
        )?
        .execute(params![id, at, at + NEXT_CHECK])?;
    }
    db.prepare_cached("SELECT state FROM domains WHERE id = ?1")?.query_row([id], |row| row.get(0))
}
