//! The sandbox against the documents, endpoint by endpoint, through real HTTP. Paths, abilities, parameters and JSON
//! keys are spelled by hand from the documents, so that a misreading in the shared catalogue is found.

mod access;
mod bulk;
mod csv_import;
mod data;
mod domain_bulk;
mod domain_moves;
mod domains;
mod exports;
mod faults;
mod history;
mod imports;
mod inquiries;
mod like;
mod others;
mod support;
