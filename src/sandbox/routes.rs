//! The handler of each call. The calls, with their paths and abilities, come from the catalogue.

use super::call::{Ask, File, Outcome, Refusal, Sent};
use super::options::Feature;
use super::world::World;
use super::{
    ads, domains, emails, exports, images, imports, inquiries, insights, nameservers, portfolio, profile, senders,
    settings,
};
use crate::api::{self, CATALOGUE, Endpoint, Service};

/// Handler of a call at the time `now`, which answers with JSON or with a file.
#[derive(Clone, Copy)]
pub enum Handler {
    Json(fn(&mut World, &Ask, i64) -> Outcome),
    File(fn(&mut World, &Ask, i64) -> Result<File, Refusal>),
}

impl Handler {
    /// Carries out the call.
    pub fn run(self, world: &mut World, ask: &Ask, now: i64) -> Result<Sent, Refusal> {
        match self {
            Self::Json(handler) => handler(world, ask, now).map(Sent::Json),
            Self::File(handler) => handler(world, ask, now).map(Sent::File),
        }
    }
}

/// Result of searching the endpoint of a path.
pub enum Found {
    Endpoint(&'static Endpoint, Handler, Vec<String>),
    /// The path exists, but not with this method.
    OtherMethod,
    Nothing,
}

/// Finds the endpoint of `method` and `path` (relative to `/api/v1/`).
pub fn find(method: &str, path: &str) -> Found {
    let found = api::endpoint_at(method, path);
    match found.and_then(|(endpoint, places)| Some(Found::Endpoint(endpoint, handler(endpoint)?, places))) {
        Some(found) => found,
        None if CATALOGUE.iter().any(|endpoint| endpoint.places(path).is_some()) => Found::OtherMethod,
        None => Found::Nothing,
    }
}

/// Handler of an endpoint; every endpoint has one.
fn handler(endpoint: &Endpoint) -> Option<Handler> {
    Some(Handler::Json(match endpoint.name {
        "domains.get" => domains::get,
        "domains.list" => domains::tabs::list,
        "domains.remove" => domains::moves::remove,
        "domains.ignore" => domains::moves::ignore,
        "domains.status" => domains::status,
        "domains.verify" => domains::moves::verify,
        "domains.add" => domains::moves::add,
        "domains.bulk" => domains::bulk::answer,
        "imports.list" => imports::list,
        "imports.create" => imports::upload::create,
        "imports.get" => imports::get,
        "imports.rerun" => imports::rerun,
        "imports.download" => return Some(Handler::File(imports::download)),
        "exports.list" => exports::list,
        "exports.create" => exports::create,
        "exports.get" => exports::get,
        "exports.download" => return Some(Handler::File(exports::download)),
        "emails.list" => emails::list,
        "emails.search" => emails::search,
        "emails.get" => emails::get,
        "emails.download" => return Some(Handler::File(emails::download)),
        "nameservers.get" => nameservers::get,
        "nameservers.create" => nameservers::create,
        "inquiries.list" => inquiries::list::answer,
        "inquiries.get" => inquiries::get,
        "inquiries.history" => inquiries::history::answer,
        "inquiries.bulk" => inquiries::bulk::answer,
        "inquiries.read" => inquiries::marks::read,
        "inquiries.unread" => inquiries::marks::unread,
        "inquiries.star" => inquiries::marks::star,
        "inquiries.unstar" => inquiries::marks::unstar,
        "inquiries.archive" => inquiries::marks::archive,
        "inquiries.unarchive" => inquiries::marks::unarchive,
        "inquiries.hide" => inquiries::marks::hide,
        "inquiries.restore" => inquiries::marks::restore,
        "inquiries.request_email" => inquiries::contact::request_email,
        "inquiries.unreachable" => inquiries::contact::unreachable,
        "settings.schema" => settings::schema,
        "domains.settings" => settings::get_domain,
        "domains.save_settings" => settings::save_domain,
        "domains.settings_history" => settings::domain_history,
        "domains.all_settings" => settings::list_domains,
        "domains.save_many_settings" => settings::save_domains,
        "settings.get" => settings::get,
        "settings.save" => settings::save,
        "settings.history" => settings::history,
        "settings.undo" | "settings.restore" => settings::undo,
        "profile.get" => profile::get,
        "profile.save" => profile::save,
        "portfolio.get" => portfolio::get,
        "portfolio.save" => portfolio::save,
        "portfolio.activity" => insights::activity,
        "insights.domains" => insights::domains,
        "insights.domain" => insights::domain,
        "insights.inquiries" => insights::report,
        "insights.portfolio" => insights::portfolio,
        "images.list" => images::list,
        "images.add" => images::add,
        "images.remove" => images::remove,
        "ads.campaigns" => ads::campaigns,
        "ads.create_campaign" => ads::create,
        "ads.campaign" => ads::campaign,
        "ads.save_campaign" => ads::save,
        "ads.end_campaign" => ads::end,
        "ads.create_listing" => ads::list,
        "senders.list" => senders::list,
        "senders.add" => senders::add,
        "senders.remove" => senders::remove,
        _ => return None,
    }))
}

/// Feature that a call needs with any parameters, if it needs one.
pub fn feature(endpoint: &Endpoint) -> Option<Feature> {
    if endpoint.service == Service::Ads {
        return None;
    }
    let (group, verb) = endpoint.name.split_once('.').unwrap_or((endpoint.name, ""));
    match (group, verb) {
        ("emails", _) => Some(Feature::Catchall),
        ("insights", _) => Some(Feature::Insights),
        (_, "activity") => Some(Feature::Activity),
        ("imports", "create") => Some(Feature::Csv),
        ("portfolio", _) if !endpoint.is_read() => Some(Feature::Portfolio),
        ("nameservers", "create") => Some(Feature::Nameservers),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{CATALOGUE, handler};

    #[test]
    fn every_call_of_the_catalogue_has_its_handler() {
        let without: Vec<_> = CATALOGUE.iter().filter(|endpoint| handler(endpoint).is_none()).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
