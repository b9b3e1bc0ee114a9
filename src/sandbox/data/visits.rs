//! Visits to landers, including one for every first inquiry; visits to the portfolio site; and buyers' searches on
//! portfolios.

use fastrand::Rng;
use rusqlite::{Connection, params};

use super::chances::SPAN;

const DAY: i64 = 86_400;
/// Most visits to landers, for an account of any size.
const MOST: u32 = 40_000;
/// Number of domains that get visits.
const VISITED: u32 = 3_000;

const COUNTRIES: [&str; 14] = ["US", "DE", "GB", "FR", "NL", "IN", "CA", "ES", "AU", "CH", "BR", "PL", "SE", "JP"];
const DEVICES: [&str; 3] = ["desktop", "phone", "tablet"];
const BROWSERS: [&str; 5] = ["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet"];
const SYSTEMS: [&str; 5] = ["Windows", "iOS", "Android", "macOS", "Linux"];
const LANGUAGES: [&str; 7] = ["en", "de", "fr", "es", "nl", "pt", "ja"];
const REFERRERS: [&str; 6] =
    ["search.example", "direct", "forum.example", "news.example", "registrar.example", "social.example"];
const SOURCES: [&str; 4] = ["newsletter", "search-ads", "auction", "partner"];
const CAMPAIGNS: [&str; 3] = ["spring-sale", "short-names", "brandables"];
const LINKS: [&str; 4] = ["email", "phone", "whatsapp", "linkedin"];

/// Searched terms and filters, by report.
pub const SEARCHED: [(&str, &[&str]); 8] = [
    ("searches", &["solar", "travel", "ai", "shop", "green", "pay"]),
    ("categories", &["Brandable", "Geo", "Finance", "Technology", "Health"]),
    ("extensions", &["com", "io", "de", "ai", "net"]),
    ("types", &["Two words", "One word", "Short", "Numeric"]),
    ("prices", &["under 1,000", "1,000 to 5,000", "5,000 to 25,000", "over 25,000"]),
    ("lengths", &["1 to 4", "5 to 8", "9 to 12", "13 and more"]),
    ("characters", &["letters only", "with digits", "with hyphens"]),
    ("sorting", &["Price, low to high", "Newest", "Shortest", "A to Z"]),
];
/// Kinds of activity on the portfolios of all sellers.
pub const ACTIVITY: [&str; 5] = ["searches", "categories_included", "categories_excluded", "sorting", "extensions"];

/// Adds the visits that led to first inquiries of conversations, from the inquiry `first` on.
pub fn of_inquiries(db: &Connection, first: i64) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO visits (ts, domain, human, country, device, browser, system, language, referrer, seconds, went_on, \
         form_start, contact, inquiry) SELECT i.date - 90, i.domain, 1, \
         json_extract('{' || t.head || '}', '$.country'), CASE i.id % 3 WHEN 0 THEN 'phone' ELSE 'desktop' END, \
         CASE i.id % 4 WHEN 0 THEN 'Safari' WHEN 1 THEN 'Firefox' ELSE 'Chrome' END, \
         CASE i.id % 3 WHEN 0 THEN 'iOS' WHEN 1 THEN 'Windows' ELSE 'macOS' END, 'en', \
         json_extract('{' || t.tail || '}', '$.source'), 40 + i.id % 200, 1, 1, i.id % 5 = 0, i.id \
         FROM inquiries i JOIN inquiry_text t ON t.id = i.id WHERE i.id = i.conversation AND i.id >= ?1",
        [first],
    )?;
    Ok(())
}

/// Fills the tables for an account of so many domains and inquiries.
pub fn fill(db: &Connection, seed: u64, domains: u32, inquiries: u32, base: i64) -> rusqlite::Result<()> {
    of_inquiries(db, 0)?;
    let mut rng = Rng::with_seed(seed ^ 0x7669_7369_7473);
    let names: Vec<String> = db
        .prepare("SELECT punycode FROM domains WHERE ever = 1 ORDER BY id LIMIT ?1")?
        .query_map([VISITED], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    if names.is_empty() {
        return Ok(());
    }
    let few = |rng: &mut Rng, of: &[&'static str]| of[(rng.f64().powi(2) * of.len() as f64) as usize];
    let mut insert = db.prepare(
        "INSERT INTO visits (ts, domain, human, country, device, browser, system, language, referrer, source, campaign, \
         seconds, went_on, form_start, contact, via) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, \
         ?15, ?16)",
    )?;
    let when = |rng: &mut Rng| {
        let age = (SPAN as f64 * rng.f64().powf(1.4)) as i64;
        // There are fewer visits on weekends.
        let date = base - 60 - age;
        if (date / DAY + 4) % 7 >= 5 && rng.u32(..2) == 0 { (date - 2 * DAY).max(base - SPAN) } else { date }
    };
    for _ in 0..(domains.saturating_mul(4) + inquiries.saturating_mul(8)).min(MOST) {
        let name = &names[(rng.f64().powf(2.2) * names.len() as f64) as usize];
        let human = rng.u32(..100) < 72;
        let campaign = (rng.u32(..8) == 0).then(|| few(&mut rng, &CAMPAIGNS));
        let seconds = (human && rng.u32(..6) > 0).then(|| (2.0 + 400.0 * rng.f64().powi(4)) as i64);
        let contact = human && rng.u32(..30) == 0;
        insert.execute(params![
            when(&mut rng),
            name,
            human,
            (rng.u32(..25) > 0).then(|| few(&mut rng, &COUNTRIES)),
            few(&mut rng, &DEVICES),
            few(&mut rng, &BROWSERS),
            few(&mut rng, &SYSTEMS),
            (rng.u32(..20) > 0).then(|| few(&mut rng, &LANGUAGES)),
            (rng.u32(..3) > 0).then(|| few(&mut rng, &REFERRERS)),
            campaign.map(|_| few(&mut rng, &SOURCES)),
            campaign,
            seconds,
            human && rng.u32(..6) == 0,
            human && rng.u32(..14) == 0,
            contact,
            contact.then(|| few(&mut rng, &LINKS)),
        ])?;
    }
    site(db, &mut rng, domains, when)
}

fn site(db: &Connection, rng: &mut Rng, domains: u32, when: impl Fn(&mut Rng) -> i64) -> rusqlite::Result<()> {
    let few = |rng: &mut Rng, of: &[&'static str]| of[(rng.f64().powi(2) * of.len() as f64) as usize];
    let mut visit = db.prepare(
        "INSERT INTO site_visits (id, ts, searched, referrers, countries, devices, browsers, systems, languages, \
         campaigns) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    let mut fact = db.prepare("INSERT INTO site_facts (visit, section, label) VALUES (?1, ?2, ?3)")?;
    for id in 1..=i64::from(domains.min(4_000)) {
        let searched = rng.u32(..3) == 0;
        let country = (rng.u32(..25) > 0).then(|| few(rng, &COUNTRIES));
        let (device, browser, system) = (few(rng, &DEVICES), few(rng, &BROWSERS), few(rng, &SYSTEMS));
        let referrer = (rng.u32(..3) > 0).then(|| few(rng, &REFERRERS));
        let campaign = (rng.u32(..12) == 0).then(|| few(rng, &CAMPAIGNS));
        let at = when(rng);
        visit.execute(params![
            id,
            at,
            searched,
            referrer,
            country,
            device,
            browser,
            system,
            few(rng, &LANGUAGES),
            campaign
        ])?;
        for (section, labels) in SEARCHED.iter().filter(|_| searched) {
            if rng.bool() {
                fact.execute(params![id, section, few(rng, labels)])?;
            }
        }
    }
    let mut search = db.prepare("INSERT INTO searches (ts, portfolio, section, label) VALUES (?1, ?2, ?3, ?4)")?;
    for _ in 0..domains.min(4_000) {
        let section = few(rng, &ACTIVITY);
        let of = SEARCHED.iter().find(|(known, _)| section.starts_with(known)).map_or(SEARCHED[1].1, |(_, of)| of);
        let (at, label) = (when(rng), few(rng, of));
        search.execute(params![at, rng.u32(1..400), section, label])?;
    }
    Ok(())
}
