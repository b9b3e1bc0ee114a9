//! `GET parking/inquiry/{id}/history`: other inquiries of the same buyer, here and (as counts only) to other sellers.

use rusqlite::{Connection, OptionalExtension, params};

use super::not_found;
use crate::sandbox::call::{Ask, Obj, Outcome, Page, Refusal, list};
use crate::sandbox::world::{World, broken};

/// Rows per page, fixed by the documents.
const PER_PAGE: u64 = 20;
/// Number of rows after which the list ends.
const MOST: usize = 2_000;
const DAY: i64 = 86_400;

struct Other {
    id: i64,
    by_email: bool,
    by_ip: bool,
}

/// Answers the call. A wrong value is refused like a wrong filter of inquiries; the documents list no error for it.
pub fn answer(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let db = &world.db;
    let (email, ip): (String, String) = db
        .prepare_cached("SELECT email, ip FROM inquiries WHERE id = ?1")
        .and_then(|mut query| query.query_row([ask.id()], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))?
        .ok_or_else(not_found)?;
    let (by_email, by_ip) = match ask.param("match").unwrap_or("all") {
        "email" => (true, false),
        "ip" => (false, true),
        "all" => (true, true),
        _ => return Err(wrong("match")),
    };
    let since = match ask.param("days").unwrap_or("0") {
        "0" => i64::MIN,
        days @ ("7" | "30" | "90") => now - days.parse::<i64>().unwrap_or(0) * DAY,
        _ => return Err(wrong("days")),
    };
    let mut others = others(db, ask.id(), &email, &ip, since).map_err(|error| broken(&error))?;
    others.retain(|other| (by_email && other.by_email) || (by_ip && other.by_ip));
    let capped = others.len() > MOST;
    others.truncate(MOST);
    let page = Page::fixed(ask, PER_PAGE);
    let skip = usize::try_from(page.skip()).unwrap_or(usize::MAX);
    let full = ask.param("type") != Some("compact");
    let mut rows = Vec::new();
    for other in others.iter().skip(skip).take(page.per_page as usize) {
        let matched_by = match (other.by_email, other.by_ip) {
            (true, true) => "\"both\"",
            (true, false) => "\"email\"",
            _ => "\"ip\"",
        };
        rows.extend(super::one(db, other.id, full, &[("matched_by", matched_by)])?);
    }
    let stats = stats(db, &email, &ip, others.len(), now).map_err(|error| broken(&error))?;
    let mut text = list("inquiries", &rows, &page.object(others.len() as u64, rows.len()));
    text.pop();
    text.extend([",\"stats\":", stats.as_str(), ",\"capped\":", if capped { "true}" } else { "false}" }]);
    Ok(text)
}

fn wrong(what: &str) -> Refusal {
    let message = format!("The value given for {what} is not one of its values.");
    Refusal::new(400, "np_parking_api_error_invalid_inquiry_filter", message)
}

fn others(db: &Connection, id: i64, email: &str, ip: &str, since: i64) -> rusqlite::Result<Vec<Other>> {
    db.prepare_cached(
        "SELECT id, email = ?2, ip = ?3 FROM inquiries WHERE (email = ?2 OR ip = ?3) AND id <> ?1 AND date >= ?4 \
         ORDER BY date DESC, id DESC LIMIT 2001",
    )?
    .query_map(params![id, email, ip, since], |row| {
        Ok(Other { id: row.get(0)?, by_email: row.get(1)?, by_ip: row.get(2)? })
    })?
    .collect()
}

/// Counts over all sellers: our inquiries, and those to others, which are generated from the buyer's address.
fn stats(db: &Connection, email: &str, ip: &str, own: usize, now: i64) -> rusqlite::Result<String> {
    let mut json = Obj::new();
    // Inquiries that match by email or by IP are more than those of one kind; `own` does not count this inquiry.
    let mut total = own as i64 + 1;
    for (key, column, value) in [("email", "email", email), ("ip", "ip", ip)] {
        let sql = format!("SELECT min(date), max(date) FROM inquiries WHERE {column} = ?1");
        let (first, last): (Option<i64>, Option<i64>) =
            db.prepare_cached(&sql)?.query_row([value], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let elsewhere: Vec<i64> = last.map_or_else(Vec::new, |last| elsewhere(value, last).collect());
        let mut side = Obj::new();
        for days in [7, 30, 90, 0] {
            let since = if days == 0 { i64::MIN } else { now - days * DAY };
            let sql =
                format!("SELECT count(*), count(DISTINCT domain) FROM inquiries WHERE {column} = ?1 AND date >= ?2");
            let (count, domains): (i64, i64) =
                db.prepare_cached(&sql)?.query_row(params![value, since], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let more = elsewhere.iter().filter(|date| **date >= since).count() as i64;
            let mut window = Obj::new();
            window.put("count", count + more).put("domains", domains + more);
            side.raw(&days.to_string(), &window.end());
            if days == 0 {
                total = total.max(count + more);
            }
        }
        side.put("first", elsewhere.last().copied().into_iter().chain(first).min()).put("last", last);
        json.raw(key, &side.end());
    }
    Ok(json.put("own", own).put("total", total).end())
}

/// Times at which a buyer asked other sellers, newest first: in the five months before the last inquiry here, more
/// and more often.
fn elsewhere(value: &str, last: i64) -> impl Iterator<Item = i64> {
    const SPAN: i64 = 150 * DAY;
    let sum = value.bytes().fold(7u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    let many = 3 * i64::from(sum % 12);
    (1..=many).map(move |nth| last - SPAN * nth * nth / (many * many))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Counts about a buyer who wrote these numbers of days ago.
    fn told(email: &str, ip: &str, days: &[i64], now: i64) -> Value {
        let db = Connection::open_in_memory().expect("a database");
        db.execute_batch("CREATE TABLE inquiries (id INTEGER, email TEXT, ip TEXT, date INTEGER, domain TEXT)")
            .expect("a table");
        for (id, days) in (1..).zip(days) {
            let (date, domain) = (now - days * DAY, format!("name{id}.com"));
            db.execute("INSERT INTO inquiries VALUES (?1, ?2, ?3, ?4, ?5)", params![id, email, ip, date, domain])
                .expect("a row");
        }
        let text = stats(&db, email, ip, days.len() - 1, now).expect("counts");
        serde_json::from_str(&text).expect("an object")
    }

    #[test]
    fn every_window_counts_what_lies_between_the_first_and_the_last() {
        let now = 1_773_324_000;
        for seed in 0..300_i64 {
            let days: Vec<i64> = (0..=seed % 4).map(|nth| (seed * 7 + nth * 41) % 260).collect();
            let told = told(&format!("buyer{seed}@mail.com"), &format!("192.0.2.{seed}"), &days, now);
            let label = format!("{days:?} {told}");
            let number = |path: &str| told.pointer(path).and_then(Value::as_i64).expect(path);
            for side in ["email", "ip"] {
                let (first, last) = (number(&format!("/{side}/first")), number(&format!("/{side}/last")));
                assert!(first <= last && last <= now, "{label}");
                let all = number(&format!("/{side}/0/count"));
                assert!(all >= days.len() as i64 && all <= number("/total"), "{label}");
                let mut fewer = 0;
                for window in [7, 30, 90] {
                    let count = number(&format!("/{side}/{window}/count"));
                    let begin = now - window * DAY;
                    assert!((fewer..=all).contains(&count), "{label}");
                    assert_eq!(count == 0, last < begin, "{window} days: {label}");
                    assert_eq!(count == all, first >= begin, "{window} days: {label}");
                    fewer = count;
                }
            }
        }
    }
}
