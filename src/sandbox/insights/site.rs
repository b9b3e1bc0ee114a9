//! Reports on the portfolio site, and on buyers' searches on portfolios.

use rusqlite::params;
use serde_json::{Map, Value, json};

use super::visits::ever;
use super::{Window, chart, rows, section, trends};
use crate::sandbox::call::{Ask, Outcome};
use crate::sandbox::data::{ACTIVITY, SEARCHED};
use crate::sandbox::world::{World, broken};

/// Sections about the visitors.
const VISITORS: [&str; 7] = ["referrers", "countries", "devices", "browsers", "systems", "languages", "campaigns"];

/// `GET parking/insights-portfolio`.
pub fn portfolio(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let db = &world.db;
    let window = Window::of(ask, now);
    let totals = |window: Window| -> rusqlite::Result<[i64; 3]> {
        let visits =
            "SELECT count(*), count(CASE WHEN searched THEN 1 END) FROM site_visits WHERE ts >= ?1 AND ts <= ?2";
        let (visits, searched) = db
            .prepare_cached(visits)?
            .query_row(params![window.from, window.to], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let facts = "SELECT count(*) FROM site_facts f JOIN site_visits v ON v.id = f.visit \
                     WHERE v.ts >= ?1 AND v.ts <= ?2 AND f.section <> 'searches'";
        let filtered = db.prepare_cached(facts)?.query_row(params![window.from, window.to], |row| row.get(0))?;
        Ok([visits, searched, filtered])
    };
    let report = || {
        let [visits, searched, filtered] = totals(window)?;
        let before = window.before().map(totals).transpose()?;
        let past = |at: usize| before.map(|before| before[at] as f64);
        let compared = [
            ("visits", Some(visits as f64), past(0), false),
            ("searched", Some(searched as f64), past(1), false),
            ("filtered", Some(filtered as f64), past(2), false),
        ];
        let times: Vec<i64> = db
            .prepare_cached("SELECT ts FROM site_visits WHERE ts >= ?1 AND ts <= ?2")?
            .query_map(params![window.from, window.to], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        let mut sections = Map::new();
        for (key, _) in SEARCHED {
            let sql = "SELECT f.label, count(*), 0 FROM site_facts f JOIN site_visits v ON v.id = f.visit \
                       WHERE v.ts >= ?1 AND v.ts <= ?2 AND f.section = ?3";
            sections
                .insert(key.to_owned(), rows(&section(db, sql, params![window.from, window.to, key])?, searched, None));
        }
        for key in VISITORS {
            let sql = format!("SELECT {key}, count(*), 0 FROM site_visits WHERE ts >= ?1 AND ts <= ?2");
            sections.insert(key.to_owned(), rows(&section(db, &sql, params![window.from, window.to])?, visits, None));
        }
        let json = json!({
            "days": window.days, "visits": visits, "searched": searched, "filtered": filtered,
            "trends": trends(&compared), "chart": chart(&times, window), "sections": sections,
            "ever_used": ever(db, "site_visits")?
        });
        Ok(json.to_string())
    };
    report().map_err(|error: rusqlite::Error| broken(&error))
}

/// `GET parking/portfolio-activity`.
pub fn activity(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let db = &world.db;
    let window = Window::of(ask, now);
    let report = || {
        let visits: i64 = db
            .prepare_cached("SELECT count(*) FROM searches WHERE ts >= ?1 AND ts <= ?2")?
            .query_row(params![window.from, window.to], |row| row.get(0))?;
        let mut sections = Map::new();
        for key in ACTIVITY {
            let sql = "SELECT label, count(*), count(DISTINCT portfolio) FROM searches \
                       WHERE ts >= ?1 AND ts <= ?2 AND section = ?3";
            let counted = section(db, sql, params![window.from, window.to, key])?;
            sections.insert(key.to_owned(), rows(&counted, visits, Some("portfolios")));
        }
        let ever = ever(db, "searches")?;
        let json =
            json!({ "visits": visits, "days": window.days, "sections": Value::Object(sections), "ever_used": ever });
        Ok(json.to_string())
    };
    report().map_err(|error: rusqlite::Error| broken(&error))
}
