//! Calls that send mail: an inquiry to the seller again, a request for a working address to a buyer.

use rusqlite::{Connection, OptionalExtension, params};

use super::not_found;
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::profile;
use crate::sandbox::world::{World, broken};

/// Seconds after the confirmation from which a buyer can be reported unreachable.
const DAY: i64 = 86_400;
/// Age of a mail up to which it counts as sent recently: an hour, which is not documented.
const RECENT: i64 = 3_600;

/// `POST parking/inquiry/{id}/request-email`.
pub fn request_email(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    email(world, ask.id(), now)?;
    Ok(Obj::new().put("success", true).end())
}

/// `POST parking/inquiry/{id}/unreachable`.
pub fn unreachable(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    report(&world.db, ask.id(), now)?;
    Ok(Obj::new().put("success", true).end())
}

/// Mails one inquiry to the seller.
pub fn email(world: &World, id: i64, now: i64) -> Result<(), Refusal> {
    let db = &world.db;
    let (last, conversation): (Option<i64>, i64) = db
        .prepare_cached("SELECT emailed_again, conversation FROM inquiries WHERE id = ?1")
        .and_then(|mut query| query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))?
        .ok_or_else(not_found)?;
    if profile::parking_email(world).is_none() {
        return Err(Refusal::forbidden("There is no confirmed parking email to send this inquiry to."));
    }
    if last.is_some_and(|last| now < last + RECENT) {
        return Err(Refusal::forbidden("This inquiry was sent to the parking email recently."));
    }
    db.prepare_cached("UPDATE inquiries SET emailed_again = ?2, seller_notified = ?2, delivered = 1 WHERE id = ?1")
        .and_then(|mut query| query.execute(params![id, now]))
        .and_then(|_| {
            db.execute("UPDATE inquiries SET conversation_delivered = 1 WHERE conversation = ?1", [conversation])
        })
        .map_err(|error| broken(&error))?;
    Ok(())
}

/// Asks one buyer for a working address.
pub fn report(db: &Connection, id: i64, now: i64) -> Result<(), Refusal> {
    let (confirmed, reported): (Option<i64>, Option<i64>) = db
        .prepare_cached("SELECT confirmed_date, unreachable FROM inquiries WHERE id = ?1")
        .and_then(|mut query| query.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))?
        .ok_or_else(not_found)?;
    if reported.is_some() {
        return Err(Refusal::forbidden("This buyer was already reported as unreachable."));
    }
    match confirmed {
        None => return Err(Refusal::forbidden("This buyer has not confirmed their address.")),
        Some(date) if now < date + DAY => {
            return Err(Refusal::forbidden("It is too soon: the buyer confirmed their address less than a day ago."));
        }
        Some(_) => {}
    }
    db.prepare_cached("UPDATE inquiries SET unreachable = ?2 WHERE id = ?1")
        .and_then(|mut query| query.execute(params![id, now]))
        .map_err(|error| broken(&error))?;
    Ok(())
}
