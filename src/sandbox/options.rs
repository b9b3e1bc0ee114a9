//! Options of a sandbox, and their spelling on the command line.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use ring::rand::{SecureRandom, SystemRandom};
use thiserror::Error;

use super::SandboxError;
use super::faults::Fault;
use super::like::Like;
use crate::api::{CATALOGUE, Needs};
use crate::base::Clock;

/// Reason why an option cannot be used, as one sentence that says what to do.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct BadOption(pub String);

/// All options of a sandbox.
///
/// The data depend only on `seed`, the three counts and the time of the clock; equal values give equal bytes.
#[derive(Clone)]
pub struct Options {
    /// Address to listen on; port 0 means any free one. Only [`super::Sandbox::spawn`] and `serve` use it.
    pub listen: SocketAddr,
    /// Folder for the database file; `None` keeps everything in memory.
    pub data: Option<PathBuf>,
    pub domains: u32,
    pub inquiries: u32,
    pub emails: u32,
    pub seed: u64,
    /// Tokens of the sandbox; if there are none, one token `full` with every ability is made.
    pub tokens: Vec<Token>,
    pub ads_keys: Vec<AdsKey>,
    /// Seconds that background work (imports, exports, large bulk calls) takes.
    pub job_seconds: u32,
    /// Most domains that one call deletes or ignores at once; more become a job. For inquiries the limit is this or
    /// 200, whichever is lower.
    pub at_once: u32,
    /// Features that this account lacks.
    pub without: Vec<Feature>,
    pub flood: Option<Flood>,
    /// Delay of every answer.
    pub latency: Duration,
    /// Seconds between two new inquiries; `None` if none arrive.
    pub arrive: Option<u32>,
    pub faults: Vec<Fault>,
    /// Choices where the documents leave one.
    pub like: Vec<Like>,
    /// Time of the sandbox's clock in Unix seconds, until it is moved; `None` follows the machine's clock.
    pub now: Option<i64>,
    /// Clock shared with the client of the sandbox, used instead of `now`.
    pub clock: Option<Arc<dyn Clock>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            data: None,
            domains: 1_200,
            inquiries: 400,
            emails: 300,
            seed: 1,
            tokens: Vec::new(),
            ads_keys: Vec::new(),
            job_seconds: 3,
            at_once: 1_000,
            without: Vec::new(),
            flood: None,
            latency: Duration::ZERO,
            arrive: None,
            faults: Vec::new(),
            like: Vec::new(),
            now: None,
            clock: None,
        }
    }
}

/// Abilities of a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    All,
    Only(Vec<String>),
}

impl Default for Grant {
    /// No abilities.
    fn default() -> Self {
        Self::Only(Vec::new())
    }
}

impl Grant {
    /// True when `what` is granted.
    pub fn holds(&self, what: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(list) => list.iter().any(|one| one == what),
        }
    }

    fn parse(text: &str, known: &[&str], word: &str) -> Result<Self, BadOption> {
        if text == "*" {
            return Ok(Self::All);
        }
        let mut list = Vec::new();
        for one in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
            let (start, end) = one.split_once('*').unwrap_or((one, ""));
            let fits = |name: &str| {
                let rest = name.strip_prefix(start).filter(|rest| rest.ends_with(end));
                rest.is_some_and(|rest| one.contains('*') || rest.is_empty())
            };
            let before = list.len();
            list.extend(known.iter().filter(|name| fits(name)).map(|name| (*name).to_owned()));
            if list.len() == before {
                return Err(BadOption(format!("there is no {word} '{one}'; known are: {}", known.join(", "))));
            }
        }
        Ok(Self::Only(list))
    }
}

fn named(text: &str, example: &str) -> Result<(String, String), BadOption> {
    match text.split_once('=') {
        Some((name, rest)) if !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic()) => {
            Ok((name.to_owned(), rest.to_owned()))
        }
        _ => Err(BadOption(format!("write a name, '=' and what it may do, for example {example}"))),
    }
}

/// An access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub name: String,
    /// Value in a request; the token's name, unless it was made unguessable.
    pub value: String,
    pub grant: Grant,
}

impl Token {
    /// Token of a sandbox for which none was given.
    pub fn full() -> Self {
        Self { name: "full".into(), value: "full".into(), grant: Grant::All }
    }

    /// Credential with a value that nobody can guess.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn unguessable(self) -> Result<Self, SandboxError> {
        let mut random = [0; 16];
        let filled = SystemRandom::new().fill(&mut random);
        filled.map_err(|_| SandboxError("The system gives no random numbers for a token.".to_owned()))?;
        Ok(Self { value: format!("{:032x}", u128::from_le_bytes(random)), ..self })
    }

    /// True when the value is not the name.
    pub fn is_unguessable(&self) -> bool {
        self.value != self.name
    }
}

impl FromStr for Token {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        let (name, list) = named(text, "triage=inquiries.list,inquiries.star or full=*")?;
        Ok(Self { value: name.clone(), name, grant: Grant::parse(&list, &abilities(), "ability")? })
    }
}

/// Key of the ads service, whose value is its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdsKey {
    pub name: String,
    pub grant: Grant,
}

impl FromStr for AdsKey {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        let (name, list) = named(text, "ads=np_ads_listings:read or ads=*")?;
        Ok(Self { name, grant: Grant::parse(&list, &scopes(), "scope")? })
    }
}

/// Abilities that endpoints of the catalogue need, each once.
fn abilities() -> Vec<&'static str> {
    let mut all = Vec::new();
    for endpoint in CATALOGUE {
        match &endpoint.needs {
            Needs::One(one) => all.push(one.0),
            Needs::PerAction { actions, with_all } => {
                all.extend(actions.iter().map(|(_, ability)| ability.0));
                all.push(with_all.0);
            }
            Needs::PerScope(scopes) => all.extend(scopes.iter().map(|(_, ability)| ability.0)),
            Needs::Scope(_) | Needs::NotShown => {}
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn scopes() -> Vec<&'static str> {
    let mut all: Vec<_> = CATALOGUE
        .iter()
        .filter_map(|endpoint| if let Needs::Scope(scope) = &endpoint.needs { Some(scope.0) } else { None })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Feature that some accounts lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    Catchall,
    Insights,
    Csv,
    Portfolio,
    Activity,
    Export,
    Nameservers,
    /// Confirmed address to which inquiries are mailed.
    ParkingEmail,
}

impl Feature {
    const ALL: [(&'static str, Self); 8] = [
        ("catchall", Self::Catchall),
        ("insights", Self::Insights),
        ("csv", Self::Csv),
        ("portfolio", Self::Portfolio),
        ("activity", Self::Activity),
        ("export", Self::Export),
        ("nameservers", Self::Nameservers),
        ("parking-email", Self::ParkingEmail),
    ];

    /// Names as typed on the command line.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(name, _)| *name)
    }

    /// Name as typed on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, feature)| *feature == self).map_or("", |(name, _)| name)
    }
}

impl FromStr for Feature {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        Self::ALL.iter().find(|(name, _)| *name == text.trim()).map(|(_, feature)| *feature).ok_or_else(|| {
            let names: Vec<_> = Self::names().collect();
            BadOption(format!("there is no feature '{}'; known are: {}", text.trim(), names.join(", ")))
        })
    }
}

/// Limit of writes per token in a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flood {
    pub writes: u32,
    pub seconds: u32,
}

impl FromStr for Flood {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        let parts = text.split_once('/').and_then(|(writes, seconds)| {
            Some((writes.trim().parse().ok()?, seconds.trim().trim_end_matches('s').parse().ok()?))
        });
        match parts {
            Some((writes, seconds)) if writes > 0 && seconds > 0 => Ok(Self { writes, seconds }),
            _ => Err(BadOption("write how many writes in how many seconds, for example 10/5".into())),
        }
    }
}
