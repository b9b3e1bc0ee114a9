//! The ads service: campaigns and their listings, with a key of its own. The shape of its answers is not documented;
//! `--like` gives them other shapes.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::{Map, Value, json};
use url::Url;

use super::call::{Ask, Obj, Outcome, Refusal, truthy};
use super::world::{World, broken};
use crate::api::limits::is_color;
use crate::base::DomainName;

/// Most active campaigns of one key; the documents do not give the limit of the service.
const MOST: i64 = 1_000;
const LABEL: usize = 60;
/// Bounds of the widths of logos, in pixels.
const SIZES: [(&str, i64, i64); 2] = [("horizontal_logo_size", 40, 150), ("vertical_logo_size", 18, 40)];
const LOGOS: [&str; 2] = ["horizontal_logo_url", "vertical_logo_url"];

const CAMPAIGN: &str = "SELECT id, tag, fields, active, date,
    (SELECT count(*) FROM listings WHERE campaign = campaigns.id) FROM campaigns";

fn object(row: &Row<'_>) -> rusqlite::Result<String> {
    let mut json = Obj::new();
    json.put("campaign_id", row.get::<_, i64>(0)?)
        .put("campaign_tag", row.get::<_, String>(1)?)
        .members(row.get::<_, String>(2)?.trim_matches(['{', '}']))
        .put("is_active", row.get::<_, bool>(3)?)
        .put("date_created", row.get::<_, i64>(4)?)
        .put("listing_count", row.get::<_, i64>(5)?);
    Ok(json.end())
}

/// `GET ads/campaigns`; the newest first.
pub fn campaigns(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let read = || -> rusqlite::Result<Vec<String>> {
        world.db.prepare_cached(&format!("{CAMPAIGN} ORDER BY id DESC"))?.query_map([], object)?.collect()
    };
    let rows = read().map_err(|error| broken(&error))?;
    Ok(Obj::new().raw("campaigns", &format!("[{}]", rows.join(","))).end())
}

/// `GET ads/campaign/{campaign_id}`.
pub fn campaign(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let row = world.db.query_row(&format!("{CAMPAIGN} WHERE id = ?1"), [ask.id()], object).optional();
    let row = row.map_err(|error| broken(&error))?.ok_or_else(not_found)?;
    Ok(Obj::new().raw("campaign", &row).end())
}

fn not_found() -> Refusal {
    Refusal::not_found("np_ads_error_campaign_not_found", "The requested campaign could not be found.")
}

fn bad(field: &str, message: &str) -> Refusal {
    Refusal::fields("np_ads_error_invalid_input", vec![(field.to_owned(), message.to_owned())])
}

fn is_web(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Changes a campaign's `fields` by the members of a body; with `all` false, only by those of a new campaign.
fn changed(body: &Map<String, Value>, fields: &mut Map<String, Value>, id: i64, all: bool) -> Result<(), Refusal> {
    for name in LOGOS {
        let Some(value) = body.get(name).filter(|value| !value.is_null()) else { continue };
        let url =
            value.as_str().filter(|url| is_web(url)).ok_or_else(|| bad(name, "must be an http or https address"))?;
        // Addresses under `.invalid` stand for hosts that cannot be reached.
        if Url::parse(url).is_ok_and(|url| url.host_str().is_some_and(|host| host.ends_with(".invalid"))) {
            return Err(Refusal::new(400, "logo_processing_failed", "The logo could not be loaded from its address."));
        }
        let side = name.trim_end_matches("_logo_url");
        fields.insert(name.to_owned(), format!("https://images.parking.example/ads/{id}/{side}.png").into());
    }
    if let Some(value) = body.get("theme").filter(|value| !value.is_null()) {
        let color = value.as_str().filter(|text| is_color(text));
        let color = color.ok_or_else(|| bad("theme", "must be a colour such as #0f766e"))?;
        fields.insert("theme".to_owned(), color.into());
    }
    if let Some(value) = body.get("logo_action") {
        let fits = value.is_null() || value.as_str().is_some_and(is_web);
        fields.insert(
            "logo_action".to_owned(),
            fits.then(|| value.clone()).ok_or_else(|| bad("logo_action", "must be an http or https address"))?,
        );
    }
    for (name, least, most) in SIZES.into_iter().filter(|_| all) {
        match body.get(name) {
            None => {}
            Some(Value::Null) => drop(fields.insert(name.to_owned(), Value::Null)),
            Some(value) => {
                let size = value.as_i64().ok_or_else(|| bad(name, "must be a whole number or null"))?;
                fields.insert(name.to_owned(), size.clamp(least, most).into());
            }
        }
    }
    Ok(())
}

/// `POST ads/campaigns`.
pub fn create(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let db = &world.db;
    let (last, active): (i64, i64) = db
        .query_row("SELECT coalesce(max(id), 900), coalesce(sum(active), 0) FROM campaigns", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .map_err(|error| broken(&error))?;
    room(active)?;
    let id = last + 1;
    let names = LOGOS.into_iter().chain(["theme", "logo_action"]).chain(SIZES.map(|(name, ..)| name));
    let mut fields: Map<String, Value> = names.map(|name| (name.to_owned(), Value::Null)).collect();
    changed(&body, &mut fields, id, false)?;
    db.execute(
        "INSERT INTO campaigns (id, tag, fields, active, date) VALUES (?1, ?2, ?3, 1, ?4)",
        params![id, format!("c{id}"), Value::Object(fields).to_string(), now],
    )
    .and_then(|_| db.query_row(&format!("{CAMPAIGN} WHERE id = ?1"), [id], object))
    .map(|row| Obj::new().raw("campaign", &row).end())
    .map_err(|error| broken(&error))
}

fn room(active: i64) -> Result<(), Refusal> {
    if active < MOST {
        return Ok(());
    }
    let message = format!("At most {MOST} campaigns can be active.");
    Err(Refusal::new(400, "np_ads_error_too_many_campaigns", message))
}

/// `POST ads/campaign/{campaign_id}`: changes the given fields, or nothing if one of them is refused.
pub fn save(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let (db, id) = (&world.db, ask.id());
    let known: Option<(String, String, bool)> = db
        .query_row("SELECT tag, fields, active FROM campaigns WHERE id = ?1", [id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()
        .map_err(|error| broken(&error))?;
    let (mut tag, fields, mut active) = known.ok_or_else(not_found)?;
    let mut fields: Map<String, Value> = serde_json::from_str(&fields).unwrap_or_default();
    changed(&body, &mut fields, id, true)?;
    if let Some(value) = body.get("ad_tag").filter(|value| !value.is_null()) {
        let fits = |tag: &&str| {
            tag.starts_with(|c: char| c.is_ascii_alphabetic()) && tag.chars().all(|c| c.is_ascii_alphanumeric())
        };
        let wrong = || bad("ad_tag", "must be letters and digits and begin with a letter");
        value.as_str().filter(fits).ok_or_else(wrong)?.clone_into(&mut tag);
    }
    if let Some(value) = body.get("is_active").filter(|value| !value.is_null()) {
        let wanted = truthy(value);
        if wanted && !active {
            let others = db.query_row("SELECT count(*) FROM campaigns WHERE active", [], |row| row.get(0));
            room(others.map_err(|error| broken(&error))?)?;
        }
        active = wanted;
    }
    db.execute(
        "UPDATE campaigns SET tag = ?2, fields = ?3, active = ?4 WHERE id = ?1",
        params![id, tag, Value::Object(fields).to_string(), active],
    )
    .map_err(|error| broken(&error))?;
    campaign(world, ask, now)
}

/// `DELETE ads/campaign/{campaign_id}`: deactivates the campaign, whose contents stay.
pub fn end(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    world.db.execute("UPDATE campaigns SET active = 0 WHERE id = ?1", [ask.id()]).map_err(|error| broken(&error))?;
    campaign(world, ask, now)
}

/// `POST ads/campaign/{campaign_id}/listing`.
pub fn list(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let (db, id) = (&world.db, ask.id());
    let known = db.prepare_cached("SELECT 1 FROM campaigns WHERE id = ?1").and_then(|mut query| query.exists([id]));
    if !known.map_err(|error| broken(&error))? {
        return Err(not_found());
    }
    let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let name = text("domain").and_then(|name| DomainName::parse(name).ok());
    let name = name.ok_or_else(|| bad("domain", "must be a domain name"))?;
    let expires = match body.get("ad_expires_at") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let until = value.as_i64().filter(|until| *until > now);
            Some(until.ok_or_else(|| bad("ad_expires_at", "must be a time to come, in unix seconds, or null"))?)
        }
    };
    let label = text("action_label");
    if label.is_some_and(|label| label.chars().count() > LABEL) {
        return Err(bad("action_label", &format!("must have at most {LABEL} characters")));
    }
    let url = text("action_url");
    if url.is_some_and(|url| !is_web(url)) {
        return Err(bad("action_url", "must be an http or https address"));
    }
    let made = db.execute(
        "INSERT INTO listings (campaign, domain, expires, label, url) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id, name.punycode(), expires, label, url],
    );
    match made {
        Ok(_) => {}
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            return Err(bad("domain", "is in this campaign already"));
        }
        Err(error) => return Err(broken(&error)),
    }
    let listing = json!({
        "listing_id": db.last_insert_rowid(), "campaign_id": id, "domain": name.punycode(), "ad_expires_at": expires,
        "action_label": label, "action_url": url,
    });
    Ok(json!({ "listing": listing }).to_string())
}
