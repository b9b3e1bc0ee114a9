//! The sandbox compared with the documents, endpoint by endpoint, over real HTTP. Paths, abilities, parameters and
//! JSON keys are written by hand from the documents, so that a mistake in the shared catalogue is found.

mod access;
mod ads;
mod bulk;
mod client_types;
mod csv_import;
mod data;
mod domain_bulk;
mod domain_moves;
mod domain_settings;
mod domains;
mod emails;
mod exports;
mod faults;
mod history;
mod images;
mod imports;
mod inquiries;
mod insights;
mod like;
mod many_settings;
mod others;
mod portfolio;
mod profile;
mod readings;
mod settings;
mod support;
mod versions;
