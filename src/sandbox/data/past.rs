//! The account's past: imports of earlier years, and own settings of domains.

use fastrand::Rng;
use rusqlite::{Connection, params};

use super::holdings::SPAN;
use crate::sandbox::imports::entries::{self, Entry};
use crate::sandbox::imports::{self, DOMAIN, Kind, Order};

const DAY: i64 = 86_400;
/// Number of the first import that still exists.
const FIRST_IMPORT: i64 = 2_117;

/// Import in the past.
struct Past {
    /// Age in days.
    days: i64,
    kind: Kind,
    /// Most domains in the import; small accounts have fewer.
    names: i64,
    /// Lines at the end that are not domain names.
    junk: &'static [&'static str],
}

const PAST: [Past; 7] = [
    Past { days: 1_130, kind: Kind::Add, names: 40, junk: &[] },
    Past { days: 611, kind: Kind::Csv, names: 120, junk: &[] },
    Past { days: 338, kind: Kind::Add, names: 25, junk: &["see the list of last year", "www."] },
    Past {
        days: 96,
        kind: Kind::Add,
        names: 0,
        junk: &["Domain portfolio, third quarter", "----", "(copied from the PDF)"],
    },
    Past { days: 95, kind: Kind::Add, names: 18, junk: &[] },
    Past { days: 41, kind: Kind::Csv, names: 60, junk: &["sum,41200.5"] },
    Past { days: 6, kind: Kind::Add, names: 12, junk: &["soon: two more"] },
];

/// A domain of a past import.
struct Known {
    id: i64,
    name: String,
    punycode: String,
    state: String,
    ever: bool,
    bin: Option<f64>,
}

/// Writes past imports. Those that added names have the time at which these names were added.
pub fn imports(db: &Connection, count: u32, base: i64) -> rusqlite::Result<()> {
    for (number, past) in PAST.iter().enumerate() {
        let date = base - past.days * DAY - 4_000 - number as i64 * 977;
        // Domain ids rise evenly with the time of addition over `SPAN`, so this is about the id reached on that day.
        let last = 1_001 + 3 * (i64::from(count) * (SPAN - past.days * DAY) / SPAN);
        let some = past.names.min(i64::from(count) / 10);
        let known = db
            .prepare_cached(
                "SELECT id, name, punycode, state, ever, bin_price FROM domains \
                 WHERE id < ?1 AND state <> 'detected' AND host = 0 ORDER BY id DESC LIMIT ?2",
            )?
            .query_map(params![last, some], |row| {
                Ok(Known {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    punycode: row.get(2)?,
                    state: row.get(3)?,
                    ever: row.get(4)?,
                    bin: row.get(5)?,
                })
            })?
            .collect::<Result<Vec<_>, _>>()?;
        one(db, past, FIRST_IMPORT + 41 * number as i64, date, &known)?;
    }
    Ok(())
}

fn one(db: &Connection, past: &Past, id: i64, date: i64, known: &[Known]) -> rusqlite::Result<()> {
    let csv = past.kind == Kind::Csv;
    let mut input = Vec::new();
    let mut found = Vec::new();
    if csv {
        imports::csv::write(&mut input, [DOMAIN, "bin_price"]);
    }
    for (at, domain) in known.iter().enumerate() {
        let line = at + 1 + usize::from(csv);
        if csv {
            let price = domain.bin.map(|bin| bin.to_string()).unwrap_or_default();
            imports::csv::write(&mut input, [&domain.name, &price]);
            found.push(priced(domain, line));
        } else {
            input.extend_from_slice(domain.name.as_bytes());
            input.push(b'\n');
            db.prepare_cached(
                "UPDATE domains SET added = ?2, verified_since = iif(verified_since IS NULL, NULL, ?3) WHERE id = ?1",
            )?
            .execute(params![domain.id, date + 1, date + 2])?;
            found.push(added(domain, line));
        }
    }
    for (at, text) in past.junk.iter().enumerate() {
        input.extend_from_slice(text.as_bytes());
        input.push(b'\n');
        let cell = text.split(',').next().unwrap_or(text).to_owned();
        found.push(Entry {
            line: known.len() + usize::from(csv) + at + 1,
            error: true,
            notice: Some(format!("'{}' is not a domain name.", if csv { &cell } else { *text })),
            ..Entry::default()
        });
    }
    let columns = if csv { vec![DOMAIN.to_owned(), "bin_price".to_owned()] } else { Vec::new() };
    let names = Order::names(past.kind, String::from_utf8_lossy(&input).into_owned());
    let order = Order { manual: true, columns, skip: usize::from(csv), ..names };
    let seconds = 2 + found.len() as i64 / 4;
    imports::queue(db, Some(id), &order, found.len(), date, seconds)?;
    let mut tallies = [0_i64; 5];
    for entry in &found {
        entries::add(db, id, entry)?;
        for (tally, set) in tallies.iter_mut().zip(entry.flags()) {
            *tally += i64::from(set);
        }
    }
    db.prepare_cached(
        "UPDATE imports SET status = ?2, started = queued + 1, finished = queued + seconds, done = total, added = ?3, \
         updated = ?4, ignored = ?5, warned = ?6, failed = ?7 WHERE id = ?1",
    )?
    .execute(params![
        id,
        if known.is_empty() { "failed" } else { "finished" },
        tallies[0],
        tallies[1],
        tallies[2],
        tallies[3],
        tallies[4],
    ])?;
    Ok(())
}

/// Entry for an added name, by the domain's state.
fn added(domain: &Known, line: usize) -> Entry {
    let verified = domain.state != "unverified" && domain.ever;
    let silent = domain.id % 4 == 0;
    Entry {
        line,
        domain: Some(domain.punycode.clone()),
        added: true,
        warning: !verified,
        approve: Some("added"),
        verify: Some(match (verified, silent) {
            (true, _) => "verified",
            (false, true) => "no_answer",
            (false, false) => "other_nameservers",
        }),
        notice: match (verified, silent) {
            (true, _) => None,
            (false, true) => Some("None of its nameservers answered within 20 seconds.".to_owned()),
            (false, false) => Some(
                "Its nameservers are ns1.registrar.example and ns2.registrar.example, and it has no record of yours."
                    .to_owned(),
            ),
        },
        ..Entry::default()
    }
}

/// Entry for a price written to an existing domain.
fn priced(domain: &Known, line: usize) -> Entry {
    Entry {
        line,
        domain: Some(domain.punycode.clone()),
        updated: domain.bin.is_some(),
        ignored: domain.bin.is_none(),
        approve: Some("already_present"),
        ..Entry::default()
    }
}

/// Gives some domains settings of their own.
pub fn settings(db: &Connection, seed: u64) -> rusqlite::Result<()> {
    const CHOICES: [(&str, &[&str]); 9] = [
        ("lander_design", &["\"minimal\"", "\"card\"", "\"dark\""]),
        ("lander_headline", &["\"{domain} is available\"", "\"Your next brand: {domain}\""]),
        ("lander_language", &["\"de\"", "\"fr\"", "\"es\""]),
        ("accent_color", &["\"#0f766e\"", "\"#b91c1c\""]),
        ("inquiry_form", &["\"simple\"", "\"contact_only\""]),
        ("require_phone", &["true"]),
        ("lease_to_own", &["true"]),
        ("portfolio_pinned", &["true"]),
        ("in_portfolio", &["false"]),
    ];
    let mut rng = Rng::with_seed(seed ^ 0x6f77_6e73);
    let mut insert = db.prepare("INSERT INTO domain_settings (domain, name, value) VALUES (?1, ?2, ?3)")?;
    let mut domains = db.prepare("SELECT id, verified, host FROM domains WHERE approved = 1 ORDER BY id")?;
    let mut rows = domains.query([])?;
    while let Some(row) = rows.next()? {
        let (id, verified): (i64, bool) = (row.get(0)?, row.get(1)?);
        if row.get(2)? {
            insert.execute(params![id, "allow_framing", "true"])?;
        }
        if rng.u32(..100) >= 14 {
            continue;
        }
        let first = rng.usize(..CHOICES.len());
        for step in 0..rng.usize(1..4) {
            let (name, values) = CHOICES[(first + step * 4) % CHOICES.len()];
            let value = values[rng.usize(..values.len())];
            if verified || name != "portfolio_pinned" {
                insert.execute(params![id, name, value])?;
            }
        }
    }
    Ok(())
}
