//! The three API documents as data: endpoints, types, abilities, limits and error keys. No I/O.
//!
//! Look first at `endpoint.rs` (the definition of an endpoint) and `inquiries.rs` (a group of endpoints). Paths,
//! abilities and JSON keys are nowhere else in the program, except in the contract tests, which spell them out.

#[macro_use]
mod macros;

pub mod abilities;
pub mod ads;
pub mod decode;
pub mod domains;
pub mod emails;
pub mod endpoint;
pub mod errors;
pub mod exports;
pub mod images;
pub mod imports;
pub mod inquiries;
pub mod insights;
pub mod limits;
pub mod loose;
pub mod nameservers;
pub mod page;
pub mod portfolio;
pub mod profile;
pub mod replies;
pub mod senders;
pub mod setting_type;
pub mod settings;
pub mod tolerant;
pub mod types;
pub mod wire;

pub use decode::{Done, Download, Paged, Record, Reply, Row};
pub use endpoint::{
    Ability, AdsScope, Answer, Body, Call, DecodeError, Endpoint, Method, Needs, PageRule, Param, Part, Place, Request,
    Resend, Resource, Service, Standing,
};
pub use page::{FixedPage, Page};
pub use setting_type::SettingType;
pub use tolerant::Seen;
pub use wire::{Changes, Patch, Upload};

const GROUPS: &[&[&Endpoint]] = &[
    domains::ENDPOINTS,
    imports::ENDPOINTS,
    exports::ENDPOINTS,
    images::ENDPOINTS,
    senders::ENDPOINTS,
    nameservers::ENDPOINTS,
    emails::ENDPOINTS,
    inquiries::ENDPOINTS,
    insights::ENDPOINTS,
    portfolio::ENDPOINTS,
    profile::ENDPOINTS,
    settings::ENDPOINTS,
    ads::ENDPOINTS,
];

/// Every call of the documents, group by group.
pub const CATALOGUE: &[&Endpoint] = &{
    const ALL: [&Endpoint; wire::total(GROUPS)] = wire::flatten(GROUPS, domains::ENDPOINTS[0]);
    ALL
};

/// Call with this `method` and `path` (relative to `{base_url}/api/v1/`), with the values of its placeholders. If
/// several fit, the one with the fewest placeholders.
pub fn endpoint_at(method: &str, path: &str) -> Option<(&'static Endpoint, Vec<String>)> {
    let of_method = CATALOGUE.iter().filter(|endpoint| endpoint.method.as_str() == method);
    of_method.filter_map(|endpoint| Some((*endpoint, endpoint.places(path)?))).min_by_key(|(_, places)| places.len())
}

/// Reads that need only an ability, each a different one. A token that may make none of them is most likely unknown
/// to the service.
pub const FIRST_READS: [&Endpoint; 8] = [
    <settings::Schema as Request>::ENDPOINT,
    <inquiries::List as Request>::ENDPOINT,
    <domains::List as Request>::ENDPOINT,
    <imports::List as Request>::ENDPOINT,
    <exports::List as Request>::ENDPOINT,
    <emails::List as Request>::ENDPOINT,
    <senders::List as Request>::ENDPOINT,
    <profile::Get as Request>::ENDPOINT,
];

#[cfg(test)]
mod tests;
