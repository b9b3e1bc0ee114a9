//! `POST parking/inquiries/bulk`: one action on many inquiries, at once or as a job.

use std::collections::HashSet;

use rusqlite::{OptionalExtension, params};
use serde_json::{Map, Value};

use super::filter::{Filter, Source};
use super::{contact, marks};
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal, truthy};
use crate::sandbox::jobs::List;
use crate::sandbox::world::{World, broken};

/// Most ids, and most exclusions, in one call.
const MOST: usize = 10_000;
/// Largest selection that is done at once; a larger one becomes a job. The documents give no number.
const AT_ONCE: usize = 200;

/// Names of the actions, the views that offer each, and its act.
const ACTIONS: [(&str, &[&str], Act); 10] = [
    ("mark_read", &["active", "archived", "all"], Act::Mark("read", true)),
    ("mark_unread", &["active", "archived", "all"], Act::Mark("read", false)),
    ("star", &["active", "archived", "all"], Act::Mark("starred", true)),
    ("unstar", &["active", "archived", "all"], Act::Mark("starred", false)),
    ("archive", &["active", "all"], Act::Mark("archived", true)),
    ("unarchive", &["archived", "all"], Act::Mark("archived", false)),
    ("request_email", &["active", "archived", "all"], Act::Email),
    ("unreachable", &["active", "archived", "all"], Act::Report),
    ("remove", &["active", "archived", "all"], Act::Mark("removed", true)),
    ("restore", &["removed"], Act::Mark("removed", false)),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Mark(&'static str, bool),
    Email,
    Report,
}

impl Source for Map<String, Value> {
    fn text(&self, name: &str) -> Option<String> {
        match self.get(name)? {
            Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            Value::Array(list) => {
                let words: Vec<_> = list.iter().filter_map(Value::as_str).collect();
                Some(words.join(",")).filter(|text| !text.is_empty())
            }
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    fn flag(&self, name: &str) -> bool {
        self.get(name).is_some_and(truthy)
    }
}

fn no_action(view: Option<&str>) -> Refusal {
    let names: Vec<_> = ACTIONS
        .iter()
        .filter(|(_, views, _)| view.is_none_or(|view| views.contains(&view)))
        .map(|(n, ..)| *n)
        .collect();
    Refusal::new(400, "np_parking_api_error_bulk_action", format!("The action must be one of: {}.", names.join(", ")))
}

fn ids_of(body: &Map<String, Value>, name: &str) -> Result<Vec<i64>, Refusal> {
    let Some(list) = body.get(name).and_then(Value::as_array) else { return Ok(Vec::new()) };
    if list.len() > MOST {
        let message = format!("At most {MOST} inquiries can be given in one request.");
        return Err(Refusal::new(400, "np_parking_api_error_bulk_too_many", message));
    }
    let number = |value: &Value| value.as_i64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    let mut seen = HashSet::new();
    Ok(list.iter().filter_map(number).filter(|id| seen.insert(*id)).collect())
}

/// Answers the call.
pub fn answer(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let name = body.get("action").and_then(Value::as_str).unwrap_or_default();
    let Some((name, views, _)) = ACTIONS.iter().find(|(known, ..)| *known == name) else {
        return Err(no_action(None));
    };
    let (all, ids) = (body.flag("all"), ids_of(&body, "ids")?);
    if all == body.get("ids").and_then(Value::as_array).is_some_and(|list| !list.is_empty()) {
        let message = "Give either ids or all, and not both.";
        return Err(Refusal::new(400, "np_parking_api_error_bulk_selection", message));
    }
    let default_view = if all { "active" } else { views[0] };
    let filter = Filter::read(&body, &world.db, default_view)?;
    if !views.contains(&filter.visibility.as_str()) {
        return Err(no_action(Some(&filter.visibility)));
    }
    let excluded: HashSet<i64> = ids_of(&body, "exclude")?.into_iter().collect();
    let (mut matched, mut not_found) = (Vec::new(), Vec::new());
    if all {
        matched = filter.ids(&world.db)?;
        matched.retain(|id| !excluded.contains(id));
    } else {
        for id in ids {
            let known = world
                .db
                .prepare_cached("SELECT 1 FROM inquiries WHERE id = ?1")
                .and_then(|mut query| query.exists([id]))
                .map_err(|error| broken(&error))?;
            if known { matched.push(id) } else { not_found.push(id) }
        }
    }
    let count = matched.len();
    // By the documents, remove and unreachable are done at once.
    let at_once =
        count <= AT_ONCE.min(world.at_once) || matches!(*name, "remove" | "unreachable") || world.job_seconds == 0;
    let applied = if at_once {
        Some(world.together(|| step(world, name, &matched, now))?)
    } else {
        world.queue(List::Inquiries, name, matched, now)?;
        None
    };
    let mut json = Obj::new();
    json.put("success", true)
        .put("action", name)
        .put("matched", count)
        .put("applied", applied)
        .put("queued", applied.is_none());
    if !all {
        json.put("not_found", not_found);
    }
    Ok(json.end())
}

/// Acts on a small selection, or a part of a job; returns the number of changed rows. Each inquiry is read again in
/// its turn, and skipped if the action does not apply to it any more.
pub fn step(world: &World, action: &str, ids: &[i64], now: i64) -> Result<usize, Refusal> {
    let Some((.., act)) = ACTIONS.iter().find(|(known, ..)| *known == action) else { return Ok(0) };
    let mut applied = 0;
    for id in ids {
        let done = match *act {
            Act::Mark(mark, on) => change(world, *id, mark, on)?,
            Act::Email => skipped(contact::email(world, *id, now))?,
            Act::Report => skipped(contact::report(&world.db, *id, now))?,
        };
        applied += usize::from(done);
    }
    Ok(applied)
}

fn skipped(result: Result<(), Refusal>) -> Result<bool, Refusal> {
    match result {
        Ok(()) => Ok(true),
        Err(refusal) if refusal.status < 500 => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// Sets a mark of one inquiry. For a hidden one only restore is possible, because no view with other actions has it.
fn change(world: &World, id: i64, mark: &'static str, on: bool) -> Result<bool, Refusal> {
    let sql = format!("SELECT {mark} = ?2, removed FROM inquiries WHERE id = ?1");
    let state: Option<(bool, bool)> = world
        .db
        .prepare_cached(&sql)
        .and_then(|mut query| query.query_row(params![id, on], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(|error| broken(&error))?;
    match state {
        Some((false, hidden)) if !hidden || mark == "removed" => marks::set(&world.db, id, mark, on).map(|()| true),
        _ => Ok(false),
    }
}
