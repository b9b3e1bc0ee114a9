//! The sandbox against the documents, endpoint by endpoint, through real HTTP. Paths, abilities, parameters and JSON
//! keys are spelled by hand from the documents, so that a misreading in the shared catalogue is found.

mod access;
mod bulk;
mod data;
mod domains;
mod faults;
mod history;
mod inquiries;
mod others;
mod support;
