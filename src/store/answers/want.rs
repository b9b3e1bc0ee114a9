//! Queries wanted by screens, as plain data: the runtime compares them with those that are live and fetches the
//! difference.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use crate::api::{Call, DecodeError, Request};
use crate::base::{Id, Timestamp};
use crate::client::{Failure, Lane};

/// Function that decodes the body of an answer and erases its type, so that all queries are answered in the same way.
pub type DecodeFn = fn(&[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError>;

/// Function that makes a substitute for an answer whose decoding was given up, from the body and the reason.
pub type GiveUp = fn(&[u8], &str) -> Arc<dyn Any + Send + Sync>;

/// Pace at which a query is asked again while it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// Once, and again when it is stale or the user refreshes.
    Once,
    /// At a steady pace.
    Steady(Duration),
    /// At the first interval, which doubles up to the second one while nothing changes.
    BackingOff(Duration, Duration),
}

/// A query that a screen needs.
#[derive(Clone, Debug)]
pub struct Want {
    /// [`Call::key`]: equal wants share one request and one answer.
    pub key: String,
    pub call: Call,
    pub decode: DecodeFn,
    pub lane: Lane,
    /// An answer younger than this is used as it is.
    pub fresh_for: Duration,
    pub every: Every,
    /// Time the query must have been wanted without a break before it is sent, so that rows the cursor only passes cost
    /// nothing.
    pub after: Duration,
    /// True for a query that a clock makes due and not a key: even its first request keeps to the pace of repeated
    /// ones.
    pub paced: bool,
    /// Set for data from strangers, which is decoded on a thread of its own and forgotten when no screen wants it any
    /// more.
    pub apart: Option<GiveUp>,
    /// True to keep the body on the disk.
    pub keep: bool,
}

/// All queries that the visible screens need, in order of importance.
#[derive(Debug, Default)]
pub struct Wants {
    pub queries: Vec<Want>,
    /// Inquiries whose full text should be in memory (at the cursor and beside it), read from the disk where it has
    /// them.
    pub full_inquiries: Vec<Id<crate::api::types::Inquiry>>,
    /// Domains whose whole records should be in memory, for the lander's address and the raw view.
    pub full_domains: Vec<crate::store::subject::DomainKey>,
    /// True to read the searchable texts of the messages kept on the disk.
    pub mail_texts: bool,
}

/// Result of a request, which the runtime hands to the store.
#[derive(Debug)]
pub struct Reply {
    pub key: String,
    /// Generation the request was started under; a reply older than the live generation is dropped.
    pub generation: u64,
    pub call: Call,
    pub at: Timestamp,
    /// The body as received, for the disk; `None` keeps the answer in memory only.
    pub body: Option<bytes::Bytes>,
    pub result: Result<Arc<dyn Any + Send + Sync>, Failure>,
}

impl Want {
    /// The want for the answer to `request`; an answer younger than 30 s is used as it is.
    pub fn of<R: Request>(request: &R, lane: Lane) -> Self {
        let call = request.call();
        Self {
            key: call.key(),
            call,
            decode: decode::<R>,
            lane,
            fresh_for: Duration::from_secs(30),
            every: Every::Once,
            after: Duration::ZERO,
            paced: lane == Lane::Background,
            apart: None,
            keep: true,
        }
    }
}

impl Wants {
    /// Wants the answer to `request`; an answer younger than 30 s is used as it is.
    pub fn want<R: Request>(&mut self, request: &R, lane: Lane) -> &mut Want {
        self.queries.push(Want::of(request, lane));
        self.queries.last_mut().expect("a want was just pushed")
    }
}

/// Turns an answer into its type, erased.
pub fn decode<R: Request>(body: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError> {
    R::decode(body).map(|reply| Arc::new(reply) as Arc<dyn Any + Send + Sync>)
}
