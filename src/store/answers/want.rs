//! Queries wanted by screens, as plain data. The runtime compares them with those that run and starts the missing
//! ones.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use crate::api::{Call, DecodeError, Request};
use crate::base::{Id, Timestamp};
use crate::client::{Failure, Lane};

/// Function that decodes the body of an answer and erases its type, so that all queries are answered in the same way.
pub type DecodeFn = fn(&[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError>;

/// Function that makes a substitute for an answer whose decoding was given up, from the body and the reason why.
pub type GiveUp = fn(&[u8], &str) -> Arc<dyn Any + Send + Sync>;

/// Rule for asking a query again while it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// Asked once, and again when the answer is stale or the user refreshes.
    Once,
    /// Asked again after this interval.
    Steady(Duration),
    /// Asked again after the first interval, which doubles up to the second one while the answer does not change.
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
    /// Age below which a known answer is used without a request.
    pub fresh_for: Duration,
    pub every: Every,
    /// Time the query must have been wanted without a break before it is sent, so that rows the cursor only passes cost
    /// nothing.
    pub after: Duration,
    /// True for a query that is due by the clock and not by a key: even its first request keeps to the pace of
    /// repeated requests.
    pub paced: bool,
    /// Set for data from strangers: it is decoded on a thread of its own and forgotten when no screen wants it any
    /// more. The function makes the answer where decoding takes too long.
    pub apart: Option<GiveUp>,
    /// True to keep the body of the answer on the disk.
    pub keep: bool,
}

/// All queries that the visible screens need, in order of importance.
#[derive(Debug, Default)]
pub struct Wants {
    pub queries: Vec<Want>,
    /// Inquiries whose full text should be in memory (at the cursor and beside it), read from the disk where it has
    /// the text.
    pub full_inquiries: Vec<Id<crate::api::types::Inquiry>>,
    /// Domains whose whole records should be in memory: the lander's address and the raw view come from them.
    pub full_domains: Vec<crate::store::subject::DomainKey>,
    /// True to read the searchable texts of the messages kept on the disk.
    pub mail_texts: bool,
}

/// Result of a request, which the runtime hands to the store.
#[derive(Debug)]
pub struct Reply {
    pub key: String,
    /// Generation under which the request was started. A reply older than the newest generation is dropped.
    pub generation: u64,
    pub call: Call,
    pub at: Timestamp,
    /// The body as received, for the disk; `None` keeps the answer in memory only.
    pub body: Option<bytes::Bytes>,
    pub result: Result<Arc<dyn Any + Send + Sync>, Failure>,
}

impl Want {
    /// Want for the answer to `request`. An answer younger than 30 s is used without a request.
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
    /// Adds the want for the answer to `request` and returns it, to be adjusted. An answer younger than 30 s is used
    /// without a request.
    pub fn want<R: Request>(&mut self, request: &R, lane: Lane) -> &mut Want {
        self.queries.push(Want::of(request, lane));
        self.queries.last_mut().expect("a want was just pushed")
    }
}

/// Decodes the body of an answer to `R` and erases its type.
pub fn decode<R: Request>(body: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError> {
    R::decode(body).map(|reply| Arc::new(reply) as Arc<dyn Any + Send + Sync>)
}
