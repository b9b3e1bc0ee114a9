//! The domains of the account: names, states, times and sale blocks.

use fastrand::Rng;
use rusqlite::{Connection, params};

use super::money::priced;
use super::names::{self, Name, Sort};

const DAY: i64 = 86_400;
/// Age of the oldest domain, nine years in seconds.
pub const SPAN: i64 = 9 * 365 * DAY;

/// Fair price of a domain, in dollars.
fn worth(rng: &mut Rng, name: &Name) -> f64 {
    let (low, high) = match name.sort {
        Sort::Short => (4_000.0, 60_000.0),
        Sort::Local => (700.0, 5_000.0),
        Sort::Idn => (700.0, 7_000.0),
        Sort::Coined => (900.0, 12_000.0),
        Sort::Pair => (1_200.0, 24_000.0),
    };
    let share: f64 = rng.f64();
    let ending = match name.punycode.rsplit('.').next() {
        Some("com") => 1.0,
        Some("ai" | "io") => 0.7,
        Some("de" | "fr" | "es" | "jp" | "net" | "org") => 0.6,
        _ => 0.4,
    };
    (low + (high - low) * share.powi(3)) * ending
}

/// Fills the table with `count` domains.
pub fn fill(db: &Connection, seed: u64, count: u32, base: i64) -> rusqlite::Result<()> {
    let mut insert = db.prepare(
        "INSERT INTO domains (id, name, folded, punycode, state, approved, verified, ever, host, added, verified_since, \
         last_verified, next_check, for_sale, bin_price, target_price, accept_offers, min_offer, worth) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
    )?;
    let mut own = db.prepare("INSERT INTO domain_settings (domain, name, value) VALUES (?1, ?2, ?3)")?;
    let mut rng = Rng::with_seed(seed ^ 0x686f_6c64);
    for (index, name) in names::names(seed, count).into_iter().enumerate() {
        let (state, approved) = match rng.u32(..100) {
            _ if index == 0 => ("verified", true),
            0..79 => ("verified", true),
            79..88 => ("unverified", true),
            88..94 => ("detected", false),
            94..98 => ("removed", false),
            _ => ("inactive", true),
        };
        let verified = state == "verified";
        // The first domains were bought long ago and none in the future, for any number of domains.
        let added = base - SPAN + SPAN * index as i64 / i64::from(count) - rng.i64(0..9 * DAY) - 2 * DAY;
        let since = (verified || state == "inactive").then(|| added + rng.i64(600..2 * DAY));
        let checked = since.map(|since| since.max(base - rng.i64(300..DAY)));
        let worth = worth(&mut rng, &name);
        let for_sale = approved && rng.u32(..100) < 84;
        let bin = (for_sale && rng.u32(..100) < 58).then(|| priced(worth * (1.0 + rng.f64() * 0.8), &mut rng));
        let target = (approved && rng.u32(..100) < 30).then(|| priced(worth, &mut rng));
        let offers = !(78..96).contains(&rng.u32(..100)) || !approved;
        let min_offer = [100.0, 100.0, 250.0, 500.0, 1_000.0][(worth / 2_500.0).clamp(0.0, 4.0) as usize];
        let shown = if rng.u32(..12) == 0 { capitals(&name.unicode) } else { name.unicode.clone() };
        let id = 1_001 + 3 * index as i64;
        insert.execute(params![
            id,
            shown,
            (name.unicode != name.punycode).then_some(&name.unicode),
            name.punycode,
            state,
            approved,
            verified,
            // Most removed names were once verified; some unverified ones were, too.
            since.is_some() || (state == "removed" && index % 5 != 2) || (state == "unverified" && index % 4 == 1),
            index == 0,
            (state != "detected").then_some(added),
            since.filter(|_| approved),
            checked.filter(|_| approved),
            checked.filter(|_| verified).map(|checked| checked + DAY + 3_600),
            for_sale,
            bin,
            target,
            offers.to_string(),
            min_offer,
            worth,
        ])?;
        // A domain has an own value only if it differs from the account's.
        let values = [
            ("accept_offers", (!offers).then(|| "false".to_owned())),
            ("bin_price", bin.map(json)),
            ("for_sale", (approved && !for_sale).then(|| "false".to_owned())),
            ("min_offer", (approved && min_offer > 100.0).then(|| json(min_offer))),
            ("target_price", target.map(json)),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                own.execute(params![id, name, value])?;
            }
        }
    }
    Ok(())
}

fn json(number: f64) -> String {
    serde_json::Value::from(number).to_string()
}

/// Name with a capital, as `Amberforge.com`, because some owners keep the casing they typed.
fn capitals(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
