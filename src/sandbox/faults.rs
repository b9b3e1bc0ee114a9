//! Faults on demand: their kinds, the calls they hit, how often, and their spelling on the command line.

use std::str::FromStr;
use std::time::Duration;

use super::options::BadOption;

/// Kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The answer is delayed.
    Latency(Duration),
    /// 429 with the flood key and this `Retry-After`.
    Flood(RetryAfter),
    /// 401, as for a revoked token.
    Unauthorized,
    /// A 5xx with an error list in JSON; 502 comes as the HTML page of a gateway.
    Status(u16),
    /// 200 with the HTML login page of a captive portal.
    Html,
    /// 302 to another origin.
    Redirect,
    /// 200 with bytes that are not JSON.
    Garbage,
    /// 200 without a body.
    Empty,
    /// The connection is reset instead of an answer.
    Reset,
    /// The connection is reset when half of the request has arrived.
    ResetUpload,
    /// Only half of the request is read, and no answer comes.
    StallUpload,
    /// The correct answer, whose connection is reset in the middle of the body.
    ResetBody,
    /// No answer comes.
    Stall,
    /// The correct answer, ended in the middle of its body.
    Cut,
    /// The correct answer, one byte at a time with this pause.
    Slow(Duration),
    /// The correct answer with two different lengths in its head.
    DoubleLength,
}

/// The `Retry-After` header of a 429.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    Seconds(u32),
    Date,
    None,
    Junk,
}

/// Number of times a fault hits.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Times {
    Always,
    Left(u32),
    Percent(u8),
}

/// Fault: its kind, the calls it hits, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    text: String,
    kind: Kind,
    /// True when the call is carried out before the fault.
    after: bool,
    method: Option<String>,
    path: Option<String>,
    times: Times,
}

/// One line per kind, for help, for the refusal of an unknown kind, and for the page on the control endpoint.
pub const KINDS: &[(&str, &str)] = &[
    ("latency", "the answer waits 1 s, or latency=MILLISECONDS"),
    ("429", "flood with Retry-After 2, or 429=SECONDS"),
    ("429-date", "flood with an HTTP date"),
    ("429-none", "flood without Retry-After"),
    ("429-junk", "flood with a Retry-After nobody can read"),
    ("401", "token not accepted"),
    ("500", "server error"),
    ("502", "gateway error, an HTML page"),
    ("503", "unavailable"),
    ("504", "gateway timeout"),
    ("html", "200 with an HTML login page"),
    ("redirect", "302 to another origin"),
    ("garbage", "200, not JSON"),
    ("empty", "200, no body"),
    ("reset", "connection reset"),
    ("stall", "no byte ever comes"),
    ("reset-upload", "connection reset when half of the request has come; nothing is applied"),
    ("stall-upload", "half of the request is read, then nothing happens; nothing is applied"),
    ("reset-body", "applied; the connection is reset in the middle of the body"),
    ("cut", "applied; the body is shorter than announced"),
    ("slow", "applied; one byte every 200 ms, or slow=MILLISECONDS"),
    ("double-length", "applied; two lengths announced"),
];

impl Fault {
    /// Fault as it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn matches(&self, method: &str, path: &str) -> bool {
        self.method.as_deref().is_none_or(|wanted| wanted == method)
            && self.path.as_deref().is_none_or(|wanted| path_matches(wanted, path))
    }
}

/// True when a pattern matches a path: `parking/inquiry/{id}/star` matches any id, and a final `*` anything.
fn path_matches(pattern: &str, path: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        return path.starts_with(start);
    }
    let (mut left, mut right) = (pattern.split('/'), path.split('/'));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(p), Some(s)) if p == s || (p.starts_with('{') && p.ends_with('}') && !s.is_empty()) => {}
            _ => return false,
        }
    }
}

fn kind_of(word: &str) -> Option<(Kind, bool)> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value.parse::<u32>().ok()?)),
        None => (word, None),
    };
    let (name, after) = match name.strip_suffix("-after") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let millis = |default: u64| Duration::from_millis(value.map_or(default, u64::from));
    let kind = match name {
        "latency" => Kind::Latency(millis(1_000)),
        "429" => Kind::Flood(RetryAfter::Seconds(value.unwrap_or(2))),
        "429-date" => Kind::Flood(RetryAfter::Date),
        "429-none" => Kind::Flood(RetryAfter::None),
        "429-junk" => Kind::Flood(RetryAfter::Junk),
        "401" => Kind::Unauthorized,
        "500" | "502" | "503" | "504" => Kind::Status(name.parse().ok()?),
        "html" => Kind::Html,
        "redirect" => Kind::Redirect,
        "garbage" => Kind::Garbage,
        "empty" => Kind::Empty,
        "reset" => Kind::Reset,
        // Such a call is never carried out, because the request does not arrive completely.
        "reset-upload" if !after => Kind::ResetUpload,
        "stall-upload" if !after => Kind::StallUpload,
        "reset-body" => Kind::ResetBody,
        "stall" => Kind::Stall,
        "cut" => Kind::Cut,
        "slow" => Kind::Slow(millis(200)),
        "double-length" => Kind::DoubleLength,
        _ => return None,
    };
    let takes_value = matches!(kind, Kind::Latency(_) | Kind::Slow(_) | Kind::Flood(RetryAfter::Seconds(_)));
    if value.is_some() && !takes_value {
        return None;
    }
    let shows_the_answer = matches!(kind, Kind::Cut | Kind::ResetBody | Kind::Slow(_) | Kind::DoubleLength);
    Some((kind, after || shows_the_answer))
}

impl FromStr for Fault {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        const SHAPE: &str = "write KIND[@METHOD path][:count or N%], for example 503@GET parking/inquiries:2";
        let (head, times) = match text.rsplit_once(':') {
            None => (text, Times::Always),
            Some((head, count)) => {
                let times = match count.strip_suffix('%') {
                    Some(percent) => percent.parse().ok().filter(|p| *p <= 100).map(Times::Percent),
                    None => count.parse().ok().map(Times::Left),
                };
                (
                    head,
                    times
                        .ok_or_else(|| BadOption(format!("'{count}' is neither a count nor a percentage; {SHAPE}")))?,
                )
            }
        };
        let (word, place) = match head.split_once('@') {
            Some((word, place)) => (word, Some(place.trim())),
            None => (head, None),
        };
        let (kind, after) = kind_of(word.trim()).ok_or_else(|| {
            let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            BadOption(format!(
                "there is no fault '{}'; known are: {}; with -after the call is carried out first",
                word.trim(),
                names.join(", ")
            ))
        })?;
        let (method, path) = match place {
            None => (None, None),
            Some(place) => {
                let (method, path) = place.split_once(' ').unwrap_or((place, ""));
                if !matches!(method, "GET" | "POST" | "DELETE" | "*") {
                    return Err(BadOption(format!("'{method}' is not GET, POST, DELETE or *; {SHAPE}")));
                }
                let path = path.trim().trim_start_matches('/').trim_start_matches("api/v1/");
                ((method != "*").then(|| method.to_owned()), (!path.is_empty()).then(|| path.to_owned()))
            }
        };
        Ok(Self { text: text.to_owned(), kind, after, method, path, times })
    }
}

/// Faults that hit one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strike {
    /// Sum of all delays.
    pub latency: Duration,
    /// First other fault that matches, and whether the call is carried out before it.
    pub kind: Option<(Kind, bool)>,
}

/// The faults in force.
#[derive(Debug)]
pub struct Faults {
    list: Vec<Fault>,
    dice: fastrand::Rng,
}

impl Faults {
    /// Faults given at the start; `seed` determines which calls a percentage hits.
    pub fn new(list: Vec<Fault>, seed: u64) -> Self {
        Self { list, dice: fastrand::Rng::with_seed(seed) }
    }

    /// Adds a fault; older ones come first.
    pub fn add(&mut self, fault: Fault) {
        self.list.push(fault);
    }

    /// Removes all faults.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Faults that can still hit, as typed.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(Fault::text)
    }

    /// Decides which faults hit a call, and counts them.
    pub fn strike(&mut self, method: &str, path: &str) -> Strike {
        let mut strike = Strike::default();
        for fault in &mut self.list {
            let is_wait = matches!(fault.kind, Kind::Latency(_));
            if (!is_wait && strike.kind.is_some()) || !fault.matches(method, path) {
                continue;
            }
            match &mut fault.times {
                Times::Always => {}
                Times::Left(0) => continue,
                Times::Left(left) => *left -= 1,
                Times::Percent(percent) => {
                    if self.dice.u8(0..100) >= *percent {
                        continue;
                    }
                }
            }
            match &fault.kind {
                Kind::Latency(wait) => strike.latency += *wait,
                kind => strike.kind = Some((kind.clone(), fault.after)),
            }
        }
        self.list.retain(|fault| fault.times != Times::Left(0));
        strike
    }
}
