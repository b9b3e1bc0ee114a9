//! Past saves that gave the account's settings, the profile and single domains their present values.
//!
//! Saves of the account are replayed from a file; those of a domain are made from its own values. The latest version
//! that names a setting always ends at its present value.

use std::collections::HashMap;

use fastrand::Rng;
use rusqlite::Connection;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::sandbox::settings::{self, By, Holder};

const DAY: i64 = 86_400;
const ACCOUNT: &str = include_str!("../../../assets/sandbox/past_settings.json");
/// Names of tokens that made saves: this account's, and a deleted one.
const TOKENS: [&str; 3] = ["pricing script", "parkade", "full"];

/// Save in the past.
pub struct Save {
    date: i64,
    /// `None` for the account and the profile.
    domain: Option<String>,
    profile: bool,
    changes: String,
    source: &'static str,
    reference: Option<String>,
}

/// Save as written in the file.
#[derive(Deserialize)]
struct Written {
    /// Age in days; not needed for the portfolio, which has no versions.
    #[serde(default)]
    days: i64,
    holder: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    token: Option<String>,
    set: Map<String, Value>,
}

/// Replays the saves of account, profile and portfolio.
pub fn of_account(db: &Connection, base: i64) -> rusqlite::Result<Vec<Save>> {
    // The file is our own, and a test checks that all of it is read.
    let written: Vec<Written> = serde_json::from_str(ACCOUNT).unwrap_or_default();
    let mut saves = Vec::new();
    for (number, save) in written.into_iter().enumerate() {
        let holder = match save.holder.as_str() {
            "profile" => Holder::Profile,
            "portfolio" => Holder::Portfolio,
            _ => Holder::Account,
        };
        let values: Vec<_> = save.set.into_iter().collect();
        let changes = settings::write(db, &holder, &values)?;
        if holder != Holder::Portfolio {
            saves.push(Save {
                date: base - save.days * DAY - 2_311 - number as i64 * 613,
                domain: None,
                profile: holder == Holder::Profile,
                changes: settings::version_text(&changes),
                source: source(&save.source),
                reference: save.token,
            });
        }
    }
    Ok(saves)
}

fn source(name: &str) -> &'static str {
    ["api", "restore", "undo", "admin", "system"].into_iter().find(|source| *source == name).unwrap_or("ui")
}

/// A domain with its own settings.
struct Past {
    name: String,
    state: String,
    added: i64,
    own: Vec<(String, Value)>,
}

/// Saves that gave each domain its present values.
pub fn of_domains(db: &Connection, seed: u64, base: i64) -> rusqlite::Result<Vec<Save>> {
    let mut rng = Rng::with_seed(seed ^ 0x7361_7665);
    let imported = imported(db)?;
    let mut saves = Vec::new();
    let mut query = db.prepare(
        "SELECT d.punycode, d.state, d.added, own.name, own.value FROM domains d \
         LEFT JOIN domain_settings own ON own.domain = d.id WHERE d.added IS NOT NULL ORDER BY d.id, own.name",
    )?;
    let mut rows = query.query([])?;
    let mut past: Option<Past> = None;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if past.as_ref().is_none_or(|past| past.name != name) {
            if let Some(past) = past.take() {
                of_domain(&mut saves, &mut rng, past, &imported, base);
            }
            past = Some(Past { name, state: row.get(1)?, added: row.get(2)?, own: Vec::new() });
        }
        if let (Some(past), Some(setting)) = (&mut past, row.get::<_, Option<String>>(3)?) {
            past.own.push((setting, serde_json::from_str(&row.get::<_, String>(4)?).unwrap_or_default()));
        }
    }
    if let Some(past) = past {
        of_domain(&mut saves, &mut rng, past, &imported, base);
    }
    Ok(saves)
}

/// Domains whose price came from a CSV, with the latest import of each and its time.
fn imported(db: &Connection) -> rusqlite::Result<HashMap<String, (i64, i64)>> {
    db.prepare(
        "SELECT e.domain, i.id, i.started FROM import_entries e JOIN imports i ON i.id = e.import \
         WHERE i.kind = 'csv' AND e.flags = 2 AND e.domain IS NOT NULL ORDER BY i.id",
    )?
    .query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
    .collect()
}

fn of_domain(saves: &mut Vec<Save>, rng: &mut Rng, past: Past, imported: &HashMap<String, (i64, i64)>, base: i64) {
    let Past { name, state, added, own } = past;
    let mut save = |date: i64, changes: Vec<(&str, Value, Value)>, source, reference: Option<&str>| {
        let changes: Map<String, Value> = changes
            .into_iter()
            .map(|(name, before, after)| (name.to_owned(), json!({ "before": before, "after": after })))
            .collect();
        saves.push(Save {
            date,
            domain: Some(name.clone()),
            profile: false,
            changes: settings::version_text(&changes),
            source,
            reference: reference.map(str::to_owned),
        });
    };
    // Time after this share of the time since the domain was added.
    let at = |share: f64| added + 90 + ((base - 3_600 - added) as f64 * share) as i64;
    let token = TOKENS[rng.usize(..TOKENS.len())];
    let by = |dice: u32| if dice < 35 { ("api", Some(token)) } else { ("ui", None) };
    if state == "removed" {
        if rng.u32(..3) == 0 {
            let price = Value::from(f64::from(rng.u32(3..40)) * 250.0);
            save(at(0.1), vec![("bin_price", Value::Null, price.clone())], "ui", None);
            save(at(0.9), vec![("bin_price", price, Value::Null)], "system", None);
        }
        return;
    }
    let known = |setting: &str| own.iter().any(|(name, _)| name == setting);
    if rng.u32(..40) == 0 && !known("lander_headline") {
        let line = Value::from("Make an offer today");
        save(at(0.2), vec![("lander_headline", Value::Null, line.clone())], "ui", None);
        let source = if rng.bool() { "undo" } else { "restore" };
        save(at(0.2) + 1_900, vec![("lander_headline", line, Value::Null)], source, None);
    }
    let (mut first, mut looks) = (Vec::new(), Vec::new());
    for (setting, value) in &own {
        match (setting.as_str(), value.as_f64()) {
            ("for_sale", _) => {
                let source = ["ui", "ui", "ui", "ui", "admin", "system"][rng.usize(..6)];
                save(at(0.85), vec![("for_sale", Value::Null, value.clone())], source, None);
            }
            ("bin_price", Some(price)) => {
                let mut before = Value::Null;
                let steps = [0, 0, 0, 1, 2, 3][rng.usize(..6)];
                for step in 0..steps {
                    let share = 1.0 + [-0.4, 0.25, -0.15, 0.5][(rng.usize(..2) + step) % 4];
                    let after = Value::from((price * share / 5.0).round().max(1.0) * 5.0);
                    let (source, token) = by(rng.u32(..100));
                    save(at(0.05 + 0.12 * step as f64), vec![("bin_price", before, after.clone())], source, token);
                    before = after;
                }
                match imported.get(&name) {
                    Some((import, date)) if *date > at(0.05 + 0.12 * steps as f64) => {
                        let reference = import.to_string();
                        save(*date, vec![("bin_price", before, value.clone())], "import", Some(&reference));
                    }
                    _ if steps == 0 => first.push(("bin_price", before, value.clone())),
                    _ => {
                        let (source, token) = by(rng.u32(..100));
                        save(at(0.5 + rng.f64() * 0.49), vec![("bin_price", before, value.clone())], source, token);
                    }
                }
            }
            ("target_price" | "accept_offers" | "min_offer", _) => first.push((setting, Value::Null, value.clone())),
            _ => looks.push((setting.as_str(), Value::Null, value.clone())),
        }
    }
    for (share, changes) in [(0.02, first), (0.3 + rng.f64() * 0.6, looks)] {
        if !changes.is_empty() {
            let (source, token) = by(rng.u32(..100));
            save(at(share), changes, source, token);
        }
    }
}

/// Writes the saves, the oldest first.
pub fn store(db: &Connection, mut saves: Vec<Save>) -> rusqlite::Result<()> {
    saves.sort_by_key(|save| save.date);
    for save in saves {
        let holder = match &save.domain {
            Some(name) => Holder::Domain { id: 0, name },
            None if save.profile => Holder::Profile,
            None => Holder::Account,
        };
        let by = By { source: save.source, reference: save.reference.as_deref() };
        settings::store_version(db, &holder, &save.changes, by, save.date)?;
    }
    Ok(())
}
