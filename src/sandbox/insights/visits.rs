//! Reports on visits to landers: of all domains, or of one.

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Map, Value, json};

use super::{COUNTED_SINCE, Window, chart, funnel, rows, section, share, trends};
use crate::base::DomainName;
use crate::sandbox::call::{Ask, Outcome, Refusal, is_yes};
use crate::sandbox::world::{World, broken};

/// Bands of active time, by their first second.
const BANDS: [i64; 6] = [0, 10, 30, 60, 180, 600];

/// Visits that a report counts.
struct Which {
    window: Window,
    /// The domain; empty for all.
    domain: String,
    verified: bool,
}

/// Condition on `visits` for [`Which`], with its four values.
const MEANT: &str = "ts >= ?1 AND ts <= ?2 AND (?3 = '' OR domain = ?3) AND (human = 1 OR ?4 = 0)";

#[derive(Default)]
struct Totals {
    visitors: i64,
    went_on: i64,
    form_start: i64,
    contact: i64,
    countries: i64,
    inquiries: i64,
    /// Number of visits since the time from which visits are matched to inquiries.
    counted: i64,
}

impl Which {
    fn totals(&self, db: &Connection) -> rusqlite::Result<Totals> {
        let since = self.window.from.max(COUNTED_SINCE);
        let sql = format!(
            "SELECT count(*), total(went_on), total(form_start), total(contact), count(DISTINCT country), \
             count(CASE WHEN ts >= ?5 THEN inquiry END), count(CASE WHEN ts >= ?5 THEN 1 END) FROM visits WHERE {MEANT}"
        );
        let Self { window, domain, verified } = self;
        db.prepare_cached(&sql)?.query_row(params![window.from, window.to, domain, verified, since], |row| {
            let float = |at| row.get::<_, f64>(at).map(|sum| sum as i64);
            Ok(Totals {
                visitors: row.get(0)?,
                went_on: float(1)?,
                form_start: float(2)?,
                contact: float(3)?,
                countries: row.get(4)?,
                inquiries: row.get(5)?,
                counted: row.get(6)?,
            })
        })
    }

    fn before(&self) -> Option<Self> {
        Some(Self { window: self.window.before()?, domain: self.domain.clone(), verified: self.verified })
    }

    /// Adds the members that both reports have.
    fn members(&self, db: &Connection, json: &mut Map<String, Value>) -> rusqlite::Result<Totals> {
        let Self { window, domain, verified } = self;
        let now = self.totals(db)?;
        let before = self.before().map(|before| before.totals(db)).transpose()?;
        let rate = |of: &Totals| (of.counted > 0).then(|| share(of.inquiries, of.counted));
        let past = |count: fn(&Totals) -> i64| before.as_ref().map(|before| count(before) as f64);
        json.insert("days".into(), json!(window.days));
        json.insert("only_verified".into(), json!(verified));
        json.insert("visitors".into(), json!(now.visitors));
        let compared = [
            ("visitors", Some(now.visitors as f64), past(|of| of.visitors), false),
            ("form_starts", Some(now.form_start as f64), past(|of| of.form_start), false),
            ("inquiry_rate", rate(&now), before.as_ref().and_then(rate), true),
        ];
        json.insert("trends".into(), trends(&compared));
        let engagement = json!({ "continue": now.went_on, "form_start": now.form_start, "contact": now.contact });
        json.insert("engagement".into(), engagement);
        let sql = format!("SELECT ts FROM visits WHERE {MEANT}");
        let times: Vec<i64> = db
            .prepare_cached(&sql)?
            .query_map(params![window.from, window.to, domain, verified], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        json.insert("chart".into(), chart(&times, *window));
        let late = window.from < COUNTED_SINCE && COUNTED_SINCE < window.to;
        let steps = [
            ("visitors", "Visitors", now.visitors),
            ("form_start", "Started the form", now.form_start),
            ("inquiry", "Sent an inquiry", now.inquiries),
        ];
        let side =
            [("continue", "Continued to the form", now.went_on), ("contact", "Used a contact link", now.contact)];
        let side: Vec<Value> = side
            .iter()
            .map(|(key, label, count)| {
                let share = share(*count, now.visitors);
                json!({ "key": key, "label": label, "count": count, "share": share, "conversion": null })
            })
            .collect();
        let since = late.then_some(COUNTED_SINCE);
        json.insert("funnel".into(), json!({ "steps": funnel(&steps), "side": side, "since": since }));
        Ok(now)
    }

    fn visit_time(&self, db: &Connection) -> rusqlite::Result<Value> {
        let Self { window, domain, verified } = self;
        let sql = format!(
            "SELECT seconds, went_on, form_start, contact FROM visits WHERE {MEANT} AND seconds IS NOT NULL ORDER BY seconds"
        );
        let timed: Vec<(i64, [bool; 3])> = db
            .prepare_cached(&sql)?
            .query_map(params![window.from, window.to, domain, verified], |row| {
                Ok((row.get(0)?, [row.get(1)?, row.get(2)?, row.get(3)?]))
            })?
            .collect::<Result<_, _>>()?;
        let many = timed.len() as i64;
        let band_of = |seconds: i64| BANDS.iter().rev().find(|from| **from <= seconds).copied().unwrap_or(0);
        let bands = BANDS.iter().map(|from| {
            let visitors = timed.iter().filter(|(seconds, _)| band_of(*seconds) == *from).count() as i64;
            json!({ "from": from, "visitors": visitors, "share": share(visitors, many) })
        });
        let bands: Vec<Value> = bands.collect();
        let still = BANDS[1..].iter().map(|at| {
            let left = timed.iter().filter(|(seconds, _)| seconds >= at).count() as i64;
            json!({ "at": at, "share": share(left, many) })
        });
        let still: Vec<Value> = still.collect();
        let mut actions = Map::new();
        for (place, name) in ["continue", "form_start", "contact"].into_iter().enumerate() {
            let did: Vec<i64> = timed.iter().filter(|(_, did)| did[place]).map(|(seconds, _)| *seconds).collect();
            let band = did.get(did.len() / 2).map(|seconds| band_of(*seconds));
            actions.insert(name.to_owned(), json!({ "count": did.len(), "band": band }));
        }
        let sum: i64 = timed.iter().map(|(seconds, _)| seconds).sum();
        let average = (many > 0).then(|| sum / many);
        Ok(json!({ "average": average, "timed": many, "bands": bands, "still": still, "actions": actions }))
    }

    fn sections(&self, db: &Connection, totals: &Totals) -> rusqlite::Result<Value> {
        let Self { window, domain, verified } = self;
        let mut sections = Map::new();
        for (key, column, and, utm) in [
            ("domains", "domain", "", false),
            ("referrers", "referrer", "", false),
            ("utm_source", "source", " AND source IS NOT NULL", true),
            ("countries", "country", "", false),
            ("devices", "device", "", false),
            ("browsers", "browser", "", false),
            ("systems", "system", "", false),
            ("languages", "language", "", false),
            ("utm_campaign", "campaign", " AND campaign IS NOT NULL", true),
            ("continue_domains", "domain", " AND went_on = 1", false),
            ("form_start_domains", "domain", " AND form_start = 1", false),
            ("contact_domains", "domain", " AND contact = 1", false),
            ("contact_via", "via", " AND via IS NOT NULL", false),
        ] {
            let sql = format!("SELECT {column}, count(*), count(inquiry) FROM visits WHERE {MEANT}{and}");
            let counted = section(db, &sql, params![window.from, window.to, domain, verified])?;
            sections.insert(key.to_owned(), rows(&counted, totals.visitors, utm.then_some("inquired")));
        }
        Ok(Value::Object(sections))
    }
}

fn verified(ask: &Ask) -> bool {
    ask.param("verified").is_none_or(is_yes)
}

/// `GET parking/insights-domains`.
pub fn domains(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let which = Which { window: Window::of(ask, now), domain: String::new(), verified: verified(ask) };
    let report = || {
        let db = &world.db;
        let mut json = Map::new();
        let totals = which.members(db, &mut json)?;
        let bots = Which { verified: false, domain: String::new(), ..which }.totals(db)?.visitors
            - Which { verified: true, domain: String::new(), ..which }.totals(db)?.visitors;
        json.insert("unverified".into(), json!(bots));
        json.insert("countries".into(), json!(totals.countries));
        json.insert("sections".into(), which.sections(db, &totals)?);
        json.insert("visit_time".into(), which.visit_time(db)?);
        json.insert("ever_used".into(), json!(ever(db, "visits")?));
        Ok(Value::Object(json).to_string())
    };
    report().map_err(|error| broken(&error))
}

/// `GET parking/insights-domain`.
pub fn domain(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let missing = || Refusal::not_found("np_parking_api_error_domain_not_found", "The domain could not be found.");
    let name = ask.param("name").and_then(|name| DomainName::parse(name).ok()).ok_or_else(missing)?;
    let report = || {
        let db = &world.db;
        let found: Option<(i64, String, String, Option<i64>)> = db
            .prepare_cached("SELECT id, name, state, coalesce(last_verified, added) FROM domains WHERE punycode = ?1")?
            .query_row([name.punycode()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        let Some((id, shown, state, last)) = found else { return Ok(None) };
        let ended = last.filter(|_| state == "removed");
        let window = Window::of(ask, ended.unwrap_or(now));
        let which = Which { window, domain: name.punycode().to_owned(), verified: verified(ask) };
        let mut json = Map::new();
        json.insert("domain".into(), json!({ "name": shown, "id": id }));
        json.insert("ended_at".into(), json!(ended));
        which.members(db, &mut json)?;
        let time = which.visit_time(db)?;
        json.insert("average_active_seconds".into(), time["average"].clone());
        json.insert("visit_time".into(), time);
        json.insert("inquiries".into(), super::inquiries::of(db, window, &which.domain)?);
        Ok(Some(Value::Object(json).to_string()))
    };
    report().map_err(|error: rusqlite::Error| broken(&error))?.ok_or_else(missing)
}

/// True when a table has any rows.
pub fn ever(db: &Connection, table: &str) -> rusqlite::Result<bool> {
    db.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {table})"), [], |row| row.get(0))
}
