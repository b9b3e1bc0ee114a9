//! `POST parking/domains/bulk`: one action on many domains, carried out as an import, at once, or as a job.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{find, moves, punycode, tabs};
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::imports::{self, Kind, Order};
use crate::sandbox::inquiries::filter::Source;
use crate::sandbox::jobs::List;
use crate::sandbox::world::World;

/// Most names, and most exclusions, in one call.
const MOST: usize = 10_000;

fn no_action(names: &[&str]) -> Refusal {
    let message = format!("The action must be one of: {}.", names.join(", "));
    Refusal::new(400, "np_parking_api_error_bulk_action", message)
}

/// List of names. Anything else is refused, because it would not be clear which names were meant.
fn names_of(body: &Map<String, Value>, name: &str) -> Result<Vec<String>, Refusal> {
    let wrong = || Refusal::new(400, "invalid_body", format!("{name} must be a list of domain names."));
    let list = match body.get(name) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(value) => value.as_array().ok_or_else(wrong)?,
    };
    if list.len() > MOST {
        let message = format!("At most {MOST} domains can be given in one request.");
        return Err(Refusal::new(400, "np_parking_api_error_bulk_too_many", message));
    }
    list.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}

/// Answers the call.
pub fn answer(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let action = body.get("action").and_then(Value::as_str).unwrap_or_default();
    let tab = tabs::Tab::read(&body);
    if !tabs::all_actions().contains(&action) {
        // Name the actions of the tab, or of all tabs if the tab is unknown.
        return Err(no_action(&tab.map_or_else(|_| tabs::all_actions(), |tab| tab.actions().to_vec())));
    }
    let tab = tab?;
    if !tab.actions().contains(&action) {
        return Err(no_action(tab.actions()));
    }
    let (all, names) = (body.flag("all"), names_of(&body, "names")?);
    if all != names.is_empty() {
        let message = "Give either names or all, and not both.";
        return Err(Refusal::new(400, "np_parking_api_error_bulk_selection", message));
    }
    let excluded: HashSet<String> =
        names_of(&body, "exclude_names")?.iter().filter_map(|name| punycode(name)).collect();
    let (mut matched, mut not_found) = (Vec::new(), Vec::new());
    if all {
        matched = tab.all(&world.db)?;
        matched.retain(|(_, punycode)| !excluded.contains(punycode));
    } else {
        let mut seen = HashSet::new();
        for name in names {
            match find(&world.db, &name)? {
                Some((id, _)) if seen.contains(&id) => {}
                Some((id, punycode)) if tab.holds(&world.db, id)? => {
                    seen.insert(id);
                    matched.push((id, punycode));
                }
                _ => not_found.push(name),
            }
        }
    }
    let count = matched.len();
    let applied = carry_out(world, action, matched, now)?;
    let mut json = Obj::new();
    json.put("success", true)
        .put("action", action)
        .put("matched", count)
        .put("applied", applied)
        .put("queued", applied.is_none());
    if !all {
        json.put("not_found", not_found);
    }
    Ok(json.end())
}

/// Carries out the action. Returns the number of rows changed or handed to an import; `None` if a job was queued.
fn carry_out(world: &mut World, action: &str, matched: Vec<(i64, String)>, now: i64) -> Result<Option<usize>, Refusal> {
    let count = matched.len();
    let kind = match action {
        "retry" => Kind::Retry,
        "approve" | "add_back" => Kind::Add,
        _ => {
            let ids: Vec<i64> = matched.into_iter().map(|(id, _)| id).collect();
            // The documents say that a large selection becomes a job, but give no number.
            if count <= world.at_once || world.job_seconds == 0 {
                return world.together(|| step(world, action, &ids, now)).map(Some);
            }
            world.queue(List::Domains, action, ids, now)?;
            return Ok(None);
        }
    };
    if count > 0 {
        let text = matched.into_iter().map(|(_, punycode)| punycode).collect::<Vec<_>>().join("\n");
        imports::start(world, Order::names(kind, text), now)?;
    }
    Ok(Some(count))
}

/// Acts on a small selection, or a part of a job; returns the number of changed rows. Each domain is read again in
/// its turn, and skipped if the action does not apply to it any more.
pub fn step(world: &World, action: &str, ids: &[i64], now: i64) -> Result<usize, Refusal> {
    let mut applied = 0;
    for id in ids {
        let done =
            if action == "ignore" { moves::forget(&world.db, *id) } else { moves::take_out(&world.db, *id, now) };
        match done {
            Ok(()) => applied += 1,
            Err(refusal) if refusal.status < 500 => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(applied)
}
