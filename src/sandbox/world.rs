//! The state of one sandbox: database, credentials, flood limit, faults, log of applied writes, running work.

use std::collections::{HashMap, VecDeque};

use rusqlite::Connection;
use serde::Serialize;

use super::call::Refusal;
use super::data::Maker;
use super::exports::Run as Export;
use super::faults::Faults;
use super::imports::Run as Import;
use super::jobs::{self, Job, List};
use super::lists::Lists;
use super::options::{AdsKey, Feature, Flood, Options, Token};

/// A write that was carried out.
#[derive(Clone, Debug, Serialize)]
pub struct Applied {
    /// Number from 1, without gaps.
    pub sequence: u64,
    pub method: String,
    /// Path relative to `/api/v1/`, with its query.
    pub path: String,
    /// JSON body, or its length in bytes if it is not JSON.
    pub body: serde_json::Value,
    /// Name of the token, or of the ads key.
    pub token: String,
    /// Time by the sandbox's clock, in unix seconds.
    pub time: i64,
}

/// Most writes kept in the log; the oldest are dropped.
const LOG_LIMIT: usize = 100_000;

/// New inquiries that arrive while the sandbox runs.
#[derive(Clone, Copy, Debug)]
struct Arrivals {
    every: i64,
    next: i64,
}

/// State of one sandbox, behind one lock; every call is one short turn.
pub struct World {
    pub db: Connection,
    pub maker: Maker,
    pub tokens: Vec<Token>,
    pub ads_keys: Vec<AdsKey>,
    pub job_seconds: i64,
    /// Most domains deleted or ignored before the answer; more become a job.
    pub at_once: usize,
    /// Large bulk calls that are running.
    pub jobs: Vec<Job>,
    /// Imports that are running.
    pub imports: Vec<Import>,
    /// Exports that are running.
    pub exports: Vec<Export>,
    pub faults: Faults,
    pub log: VecDeque<Applied>,
    pub writes: u64,
    /// Whole lists of domains, kept for requests of further pages.
    pub lists: Lists,
    without: Vec<Feature>,
    flood: Option<Flood>,
    writes_of: HashMap<String, VecDeque<i64>>,
    arrivals: Option<Arrivals>,
}

impl World {
    /// State for these data, set up by `options`, without running work. Times of the data were counted back from
    /// `base`.
    pub fn new(db: Connection, maker: Maker, options: &Options, base: i64) -> Self {
        let tokens = if options.tokens.is_empty() { vec![Token::full()] } else { options.tokens.clone() };
        let arrivals = options.arrive.map(|every| {
            let every = i64::from(every.max(1));
            Arrivals { every, next: base + every }
        });
        Self {
            db,
            maker,
            tokens,
            ads_keys: options.ads_keys.clone(),
            job_seconds: i64::from(options.job_seconds),
            at_once: options.at_once as usize,
            jobs: Vec::new(),
            imports: Vec::new(),
            exports: Vec::new(),
            faults: Faults::new(options.faults.clone(), options.seed),
            log: VecDeque::new(),
            writes: 0,
            lists: Lists::default(),
            without: options.without.clone(),
            flood: options.flood,
            writes_of: HashMap::new(),
            arrivals,
        }
    }

    /// Counts arrivals from `now` on, because the data may be some minutes older.
    pub fn start_arrivals(&mut self, now: i64) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.next = now + arrivals.every;
        }
    }

    /// Name of a token in the history: its number among the tokens, because its value is secret.
    pub fn called(&self, token: &str) -> String {
        self.tokens
            .iter()
            .position(|known| known.name == token)
            .map_or_else(String::new, |at| format!("Token {}", at + 1))
    }

    /// True when the account has this feature.
    pub fn has(&self, feature: Feature) -> bool {
        !self.without.contains(&feature)
    }

    /// True while background work is running or waiting.
    pub fn has_work(&self) -> bool {
        !(self.jobs.is_empty() && self.imports.is_empty() && self.exports.is_empty())
    }

    /// Does `work` as one change of the database, which is fast, and of which a killed process leaves no part.
    pub fn together<T>(&self, work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
        let run = |sql: &str| self.db.execute_batch(sql).map_err(|error| broken(&error));
        run("SAVEPOINT work")?;
        let result = work();
        if result.is_err() {
            run("ROLLBACK TO work")?;
        }
        run("RELEASE work")?;
        result
    }

    /// Queues a bulk call as a job that takes the job time from `now` on.
    pub fn queue(&mut self, list: List, action: &str, ids: Vec<i64>, now: i64) -> Result<(), Refusal> {
        let job = jobs::queue(&self.db, list, action, ids, now, self.job_seconds).map_err(|error| broken(&error))?;
        self.jobs.push(job);
        Ok(())
    }

    /// Adds the inquiries that are due at `now`.
    pub fn arrive(&mut self, now: i64) -> Result<(), Refusal> {
        while let Some(arrivals) = &mut self.arrivals {
            if arrivals.next > now {
                break;
            }
            let date = arrivals.next;
            // After the clock was moved by a week, do not add a hundred thousand inquiries.
            arrivals.next += arrivals.every.max((now - date) / 500);
            self.maker.arrive(&self.db, date).map_err(|error| broken(&error))?;
        }
        Ok(())
    }

    /// Allows a write of `token`, or refuses it with the time to wait.
    pub fn gate(&mut self, token: &str, now: i64) -> Result<(), Refusal> {
        let Some(flood) = self.flood else { return Ok(()) };
        let window = i64::from(flood.seconds);
        let times = self.writes_of.entry(token.to_owned()).or_default();
        while times.front().is_some_and(|first| *first + window <= now) {
            times.pop_front();
        }
        if times.len() < flood.writes as usize {
            times.push_back(now);
            return Ok(());
        }
        let wait = times.front().map_or(1, |first| (first + window - now).max(1));
        Err(flooded(Some(wait.to_string())))
    }

    /// Records a write that was carried out.
    pub fn applied(&mut self, mut entry: Applied) {
        self.writes += 1;
        entry.sequence = self.writes;
        self.log.push_back(entry);
        if self.log.len() > LOG_LIMIT {
            self.log.pop_front();
        }
    }
}

/// Refusal of a write that came too soon.
pub fn flooded(retry_after: Option<String>) -> Refusal {
    let mut refusal = Refusal::new(
        429,
        "np_parking_api_error_flood",
        "You must wait before performing this action again. Please try again later.",
    );
    refusal.retry_after = retry_after;
    refusal
}

/// Refusal with status 500 for an error of the database, with the error's words, for the person who runs the sandbox.
pub fn broken(error: &rusqlite::Error) -> Refusal {
    Refusal::new(500, "server_error", format!("The sandbox's database failed: {error}"))
}
