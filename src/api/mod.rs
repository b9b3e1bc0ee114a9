//! The three API documents as data: endpoints, types, abilities, limits and error keys. No I/O.
//!
//! Look first at `endpoint.rs` (what an endpoint is) and `inquiries.rs` (a group of them). Paths, abilities and
//! JSON keys stand nowhere else in the program, except in the contract tests, which spell them by hand.

pub mod endpoint;

pub use endpoint::{
    Ability, AdsScope, Answer, Body, Call, DecodeError, Endpoint, Method, Needs, PageRule, Param, Part, Place, Request,
    Resend, Resource, Service,
};

pub mod types {
    //! Placeholder until the documents' types land.
    #[derive(Debug)]
    pub struct Inquiry {}
}
