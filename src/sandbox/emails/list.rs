//! `GET parking/emails`.

use super::matching::{NAME, SUBDOMAIN};
use super::{of_domain, page};
use crate::sandbox::call::{Ask, Outcome, Refusal};
use crate::sandbox::world::World;

/// Text quoted for a condition in SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn invalid(message: String) -> Refusal {
    Refusal::new(400, "np_parking_api_error_invalid_email_filter", message)
}

/// Entries of a comma-separated list; empty if it is not given.
fn parts(ask: &Ask, name: &str) -> Vec<String> {
    let text = ask.param(name).unwrap_or_default();
    text.split(',')
        .map(|part| part.trim().trim_start_matches('.').to_lowercase())
        .filter(|part| !part.is_empty())
        .collect()
}

fn labelled(label: &str) -> String {
    format!("',' || labels || ',' LIKE '%,{label},%'")
}

/// Condition on the extension of a parked domain in the sender's domain: where it is, and which ones count.
fn extension(ask: &Ask) -> Result<String, Refusal> {
    let places: Vec<String> = parts(ask, "extension_locations")
        .into_iter()
        .flat_map(|place| if place == "both" { vec![NAME.to_owned(), SUBDOMAIN.to_owned()] } else { vec![place] })
        .collect();
    if let Some(other) = places.iter().find(|place| ![NAME, SUBDOMAIN].contains(&place.as_str())) {
        return Err(invalid(format!("Unknown extension location '{other}'; use name, subdomain or both.")));
    }
    let among = |column: &str, values: &[String]| match values {
        [] => "1".to_owned(),
        values => format!("{column} IN ({})", values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")),
    };
    let (which, at) = (among("extension", &parts(ask, "extensions")), among("place", &places));
    Ok(format!("EXISTS (SELECT 1 FROM email_extensions WHERE email = emails.id AND {which} AND {at})"))
}

/// Answers one page.
pub fn answer(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let matching = match ask.param("match").unwrap_or("inbox") {
        "inbox" => format!("({} OR {})", labelled("domain_contains"), labelled("domain_similarity")),
        label @ ("domain_contains" | "domain_similarity") => labelled(label),
        "domain_contains_extension" => extension(ask)?,
        "all" => "1".to_owned(),
        other => {
            let known = "inbox, domain_contains, domain_similarity, domain_contains_extension, all";
            return Err(invalid(format!("Unknown match '{other}'; use one of: {known}.")));
        }
    };
    let domain = of_domain(world, ask)?;
    page(world, ask, &format!("{matching} AND {domain}"), &[])
}
