//! The account's images, which covers and the portfolio's logo refer to by id.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;
use url::{Host, Url};

use super::call::{self, Ask, Obj, Outcome, Page, Refusal};
use super::world::{World, broken};
use crate::api::limits::IMAGE_BYTES;
use crate::base::{PICTURE_PIXELS, digest, is_whole_picture, picture_decodes, picture_size, picture_type};

/// Most images of an account; the documents do not give the limit of the service.
const MOST: i64 = 60;

/// Settings of the account, domains and profile that use image `?1`: covers in a list, the portfolio's logo by
/// number.
const USES: &str = "SELECT
    (SELECT count(*) FROM domain_settings AS own, json_each(own.value, '$.images') AS image
        WHERE own.name = 'cover_images' AND image.value ->> 'id' = ?1)
  + (SELECT count(*) FROM own_settings AS own, json_each(own.value, '$.images') AS image
        WHERE own.name = 'cover_images' AND image.value ->> 'id' = ?1)
  + (SELECT count(*) FROM own_settings WHERE name = 'logo_image' AND value = CAST(?1 AS TEXT))";

fn object(row: &Row<'_>) -> rusqlite::Result<String> {
    let mut json = Obj::new();
    json.put("image_id", row.get::<_, i64>(0)?)
        .put("type", row.get::<_, String>(1)?)
        .put("url", row.get::<_, String>(2)?)
        .put("date_added", row.get::<_, i64>(3)?);
    Ok(json.end())
}

/// True when the account has this image.
pub fn exists(db: &Connection, id: i64) -> bool {
    db.prepare_cached("SELECT 1 FROM images WHERE id = ?1").and_then(|mut query| query.exists([id])).unwrap_or(false)
}

/// `GET parking/images`; the newest first.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let page = Page::of(ask, 200);
    let read = || -> rusqlite::Result<(i64, Vec<String>)> {
        let total = world.db.query_row("SELECT count(*) FROM images", [], |row| row.get(0))?;
        let rows = world
            .db
            .prepare_cached("SELECT id, type, url, date FROM images ORDER BY id DESC LIMIT ?1 OFFSET ?2")?
            .query_map(params![page.per_page as i64, page.skip()], object)?
            .collect::<Result<_, _>>()?;
        Ok((total, rows))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(call::list("images", &rows, &page.object(total.unsigned_abs(), rows.len())))
}

fn refused(code: &'static str, message: impl Into<String>) -> Refusal {
    Refusal::new(400, code, message)
}

/// `POST parking/images`; adding a file or link again returns the existing image.
pub fn add(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let input = |what| refused("np_parking_api_error_image_input", what);
    let file = ask.parts.iter().find(|part| part.name == "file");
    // The body of a form is not JSON.
    let url = match ask.field("url") {
        Some(url) => Some(url.to_owned()),
        None if ask.parts.is_empty() => ask
            .json()?
            .get("url")
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|url| !url.is_empty())
            .map(str::to_owned),
        None => None,
    };
    let (kind, mark) = match (file, &url) {
        (Some(_), Some(_)) => return Err(input("Give a file or a link, not both.")),
        (None, None) => return Err(input("Give a file or a link.")),
        (Some(file), None) => ("hosted", hosted(&file.bytes)?),
        (None, Some(url)) => ("external", linked(url)?),
    };
    let db = &world.db;
    let known = db
        .query_row("SELECT id, type, url, date FROM images WHERE mark = ?1", [&mark], object)
        .optional()
        .map_err(|error| broken(&error))?;
    if let Some(known) = known {
        return Ok(Obj::new().raw("image", &known).end());
    }
    let count: i64 =
        db.query_row("SELECT count(*) FROM images", [], |row| row.get(0)).map_err(|error| broken(&error))?;
    if count >= MOST {
        let message = format!("Your account holds {MOST} images, which is the maximum. Remove one first.");
        return Err(refused("np_parking_api_error_too_many_images", message));
    }
    let ending = file.and_then(|file| picture_type(&file.bytes)).unwrap_or_default();
    let row = db
        .query_row(
            "INSERT INTO images (type, url, date, mark) VALUES (?1, ?2, ?3, ?4) RETURNING id, type, url, date",
            params![kind, url.unwrap_or_default(), now, mark],
            |row| {
                let id: i64 = row.get(0)?;
                if kind == "hosted" {
                    let url = format!("https://images.parking.example/{id}/image.{ending}");
                    db.execute("UPDATE images SET url = ?2 WHERE id = ?1", params![id, url])?;
                }
                Ok(id)
            },
        )
        .and_then(|id| db.query_row("SELECT id, type, url, date FROM images WHERE id = ?1", [id], object));
    Ok(Obj::new().raw("image", &row.map_err(|error| broken(&error))?).end())
}

/// Key by which a file is recognised when it is added again.
fn hosted(bytes: &[u8]) -> Result<String, Refusal> {
    let invalid = |what| Err(refused("np_parking_api_error_image_invalid", what));
    if bytes.len() as u64 > IMAGE_BYTES {
        return invalid("The file is larger than 10 MB.");
    }
    match picture_type(bytes) {
        None => invalid("The file is not a PNG, JPEG, GIF, WebP or SVG image."),
        Some(kind) if !is_whole_picture(kind, bytes) => invalid("The image is incomplete."),
        Some("svg") if bytes.windows(7).any(|part| part.eq_ignore_ascii_case(b"<script")) => {
            invalid("The image contains a script.")
        }
        Some(_)
            if picture_size(bytes).is_some_and(|(wide, high)| u64::from(wide) * u64::from(high) > PICTURE_PIXELS) =>
        {
            invalid("The image has too many pixels.")
        }
        Some(_) if picture_decodes(bytes) == Some(false) => invalid("The image is damaged."),
        Some(_) => Ok(digest(bytes)),
    }
}

/// Key by which a link is recognised when it is added again. The sandbox contacts no other machine, so every address
/// of the right form counts as an image.
fn linked(url: &str) -> Result<String, Refusal> {
    let parsed =
        Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.username().is_empty());
    match parsed {
        Some(url) if matches!(url.host(), Some(Host::Domain(host)) if host.contains('.') && !host.ends_with(".invalid")) => {
            Ok(url.to_string())
        }
        Some(_) => {
            Err(refused("np_parking_api_error_image_url_invalid", "No image could be loaded from this address."))
        }
        None => {
            Err(refused("np_parking_api_error_image_url_invalid", "This is not an http or https address of an image."))
        }
    }
}

/// `DELETE parking/image/{image_id}`.
pub fn remove(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let (db, id) = (&world.db, ask.id());
    if !exists(db, id) {
        return Err(Refusal::not_found(
            "np_parking_api_error_image_not_found",
            "The requested image could not be found.",
        ));
    }
    let uses: i64 = db.query_row(USES, [id], |row| row.get(0)).map_err(|error| broken(&error))?;
    if uses > 0 {
        let settings = if uses == 1 { "1 setting uses".to_owned() } else { format!("{uses} settings use") };
        let message = format!("The image cannot be removed: {settings} it.");
        return Err(Refusal::new(409, "np_parking_api_error_image_in_use", message));
    }
    db.execute("DELETE FROM images WHERE id = ?1", [id]).map_err(|error| broken(&error))?;
    Ok(Obj::new().put("success", true).end())
}
