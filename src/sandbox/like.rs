//! Choices of a service where the documents leave one, so that a problem reported by a user can be reproduced.

use std::str::FromStr;

use serde_json::Value;

use super::call::Refusal;
use super::options::BadOption;
use super::shapes;

/// Choice of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// A page after the last one is refused with this status.
    NoPage(u16),
    /// A request after the last page is answered with the last page.
    RepeatedPage,
    /// The second page is refused.
    NoSecondPage,
    /// A page has half of the rows it could have.
    ShortPages,
    /// Most rows of a page, for any number asked for.
    PerPageCap(u64),
    /// A missing ability is answered with 401.
    UnauthorizedForForbidden,
    /// An unknown token is answered with 403.
    ForbiddenForUnauthorized,
    /// `visibility=all` leaves out hidden inquiries.
    AllWithoutHidden,
    /// A hidden inquiry is not found by its number.
    HiddenNotFound,
    /// Imports and exports end with other words than finished and failed.
    OtherFinalWords,
    /// The clock is ahead by so many seconds, or behind if negative.
    Clock(i64),
    /// Answers have no date.
    NoDate,
    /// A refusal is a single error with its words beside it.
    ErrorMessageShape,
    /// Another form of an answer that the documents allow, by its index in `SHAPES`.
    Shape(usize),
}

/// Change of an answer.
type Reshape = fn(&mut Value);

/// Forms of answers, each with the spelling of its choice.
const SHAPES: [(&str, Reshape); 10] = [
    ("flow-tree-numbers", shapes::flow_tree_of_numbers),
    ("average-active-seconds", |answer| shapes::average_called("average_active_seconds", answer)),
    ("average-seconds", |answer| shapes::average_called("seconds", answer)),
    ("bands-with-labels", shapes::bands_with_labels),
    ("numbers-as-text", shapes::numbers_as_text),
    ("booleans-as-numbers", shapes::booleans_as_numbers),
    ("lists-as-objects", shapes::lists_as_objects),
    ("campaigns-bare", shapes::campaigns_bare),
    ("campaigns-by-number", shapes::campaigns_by_number),
    ("campaigns-as-data", shapes::campaigns_as_data),
];

/// Spelling of each choice, and its meaning.
pub const CHOICES: &[(&str, &str)] = &[
    ("page-behind-end-refused", "A page after the last one is refused with 400."),
    ("page-behind-end-404", "A page after the last one is refused with 404."),
    ("page-behind-end-repeated", "A page after the last one is answered with the last one again."),
    ("page-2-refused", "The second page of a list is refused with 400."),
    ("short-pages", "A page shows half of the rows that per_page names; last_page counts the pages that makes."),
    ("per-page-cap=N", "A page has at most N rows, whatever per_page asks for; the answer says so."),
    ("401-for-403", "A call that the token lacks the ability for is refused with 401."),
    ("403-for-401", "A token that is missing or unknown is refused with 403."),
    ("all-without-hidden", "visibility=all leaves out hidden inquiries; only visibility=removed lists them."),
    ("hidden-404", "A hidden inquiry answers 404 to every call but restore."),
    ("other-final-words", "Imports and exports end as done or aborted instead of finished or failed."),
    ("clock+N", "The service's clock is N seconds ahead; N may end with m, h, d or y."),
    ("clock-N", "The service's clock is N seconds behind; N may end with m, h, d or y."),
    ("no-date", "Answers carry no Date header."),
    ("error-message-shape", "A refusal is {\"error\": key, \"error_message\": words} instead of a list of errors."),
    ("flow-tree-numbers", "The parts of a step of flow_tree are numbers instead of lists of nodes."),
    ("average-active-seconds", "visit_time calls the average active time average_active_seconds."),
    ("average-seconds", "visit_time calls the average active time seconds."),
    ("bands-with-labels", "Bands of time carry a label of their own."),
    ("numbers-as-text", "Numbers are sent as texts: \"12\"."),
    ("booleans-as-numbers", "true and false are sent as 1 and 0."),
    ("lists-as-objects", "Lists are sent as objects: {\"0\": …, \"1\": …}."),
    ("campaigns-bare", "Campaigns and listings are sent without a key around them."),
    ("campaigns-by-number", "Campaigns are sent as an object by their number."),
    ("campaigns-as-data", "Campaigns are sent as {\"data\": [{\"id\": …, \"attributes\": {…}}]}."),
];

/// Help on the option `--like`.
pub fn help() -> String {
    let lines = CHOICES.iter().map(|(name, what)| format!("  {name}: {what}\n"));
    format!(
        "Serve like a service that chooses differently where the documents leave it open:\n{}",
        lines.collect::<String>()
    )
}

impl FromStr for Like {
    type Err = BadOption;

    fn from_str(text: &str) -> Result<Self, BadOption> {
        let text = text.trim();
        let cap = || text.strip_prefix("per-page-cap=")?.parse().ok().filter(|rows| *rows > 0);
        let clock = || text.strip_prefix("clock").and_then(seconds);
        let shape = || SHAPES.iter().position(|(name, _)| *name == text);
        Ok(match text {
            "page-behind-end-refused" => Self::NoPage(400),
            "page-behind-end-404" => Self::NoPage(404),
            "page-behind-end-repeated" => Self::RepeatedPage,
            "page-2-refused" => Self::NoSecondPage,
            "short-pages" => Self::ShortPages,
            "401-for-403" => Self::UnauthorizedForForbidden,
            "403-for-401" => Self::ForbiddenForUnauthorized,
            "all-without-hidden" => Self::AllWithoutHidden,
            "hidden-404" => Self::HiddenNotFound,
            "other-final-words" => Self::OtherFinalWords,
            "no-date" => Self::NoDate,
            "error-message-shape" => Self::ErrorMessageShape,
            _ => {
                let found = cap().map(Self::PerPageCap).or_else(|| clock().map(Self::Clock));
                found.or_else(|| shape().map(Self::Shape)).ok_or_else(|| {
                    let names: Vec<_> = CHOICES.iter().map(|(name, _)| *name).collect();
                    BadOption(format!("there is no choice '{text}'; known are: {}", names.join(", ")))
                })?
            }
        })
    }
}

/// Reads the seconds of `+300`, `-5m` or `+2y`.
fn seconds(text: &str) -> Option<i64> {
    let sign = if text.starts_with('+') { 1 } else { -1 };
    let number = text.strip_prefix(['+', '-'])?;
    let (digits, unit) = match number.chars().last()? {
        'm' => (&number[..number.len() - 1], 60),
        'h' => (&number[..number.len() - 1], 3_600),
        'd' => (&number[..number.len() - 1], 86_400),
        'y' => (&number[..number.len() - 1], 31_557_600),
        _ => (number, 1),
    };
    let count: u32 = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
    i64::from(count).checked_mul(unit).filter(|seconds| *seconds <= 100 * 31_557_600).map(|seconds| sign * seconds)
}

/// All choices of one sandbox.
#[derive(Clone, Debug, Default)]
pub struct Likes(Vec<Like>);

impl Likes {
    pub fn new(list: &[Like]) -> Self {
        Self(list.to_vec())
    }

    pub fn has(&self, like: Like) -> bool {
        self.0.contains(&like)
    }

    /// Most rows of a page.
    pub fn cap(&self) -> Option<u64> {
        self.0.iter().find_map(|like| if let Like::PerPageCap(rows) = like { Some(*rows) } else { None })
    }

    /// Seconds by which the clock is wrong.
    pub fn clock(&self) -> i64 {
        self.0.iter().map(|like| if let Like::Clock(seconds) = like { *seconds } else { 0 }).sum()
    }

    /// Refusal of a page after the last one, if it differs from the usual answer.
    pub fn no_page(&self) -> Option<Refusal> {
        self.0.iter().find_map(|like| match like {
            Like::NoPage(404) => Some(Refusal::new(404, "requested_page_not_found", "There is no such page.")),
            Like::NoPage(status) => Some(Refusal::new(*status, "invalid_page", "There is no such page.")),
            _ => None,
        })
    }

    /// Refusal of a call for which the token lacks the ability.
    pub fn lacking(&self, refusal: Refusal) -> Refusal {
        if self.has(Like::UnauthorizedForForbidden) {
            Refusal { status: 401, code: "missing_scope", ..refusal }
        } else {
            refusal
        }
    }

    /// Refusal of a call without a valid token.
    pub fn unknown(&self, refusal: Refusal) -> Refusal {
        if self.has(Like::ForbiddenForUnauthorized) {
            Refusal { status: 403, code: "do_not_have_permission", ..refusal }
        } else {
            refusal
        }
    }

    /// Text of a successful answer with the chosen words.
    pub fn worded(&self, text: String) -> String {
        let shapes =
            || self.0.iter().filter_map(|like| if let Like::Shape(at) = like { SHAPES.get(*at) } else { None });
        if !self.has(Like::OtherFinalWords) && shapes().next().is_none() {
            return text;
        }
        let Ok(mut answer) = serde_json::from_str::<Value>(&text) else { return text };
        if self.has(Like::OtherFinalWords) {
            other_final_words(&mut answer);
        }
        shapes().for_each(|(_, reshape)| reshape(&mut answer));
        answer.to_string()
    }

    /// Body of a refusal in the chosen shape.
    pub fn refusing(&self, body: Vec<u8>) -> Vec<u8> {
        let reshaped = || {
            let answer: Value = serde_json::from_slice(&body).ok()?;
            let error = answer.get("errors")?.get(0)?;
            Some(serde_json::json!({ "error": error["code"], "error_message": error["message"] }).to_string())
        };
        match self.has(Like::ErrorMessageShape).then(reshaped).flatten() {
            Some(text) => text.into_bytes(),
            None => body,
        }
    }
}

fn other_final_words(answer: &mut Value) {
    for key in ["import", "imports", "export", "exports"] {
        let jobs = match answer.get_mut(key) {
            Some(Value::Array(jobs)) => jobs.iter_mut().collect(),
            Some(job) => vec![job],
            None => Vec::new(),
        };
        for word in jobs.into_iter().filter_map(Value::as_object_mut).flat_map(|job| job.iter_mut()) {
            match (word.0.as_str(), word.1.as_str()) {
                ("status" | "state", Some("finished")) => *word.1 = "done".into(),
                ("status" | "state", Some("failed")) => *word.1 = "aborted".into(),
                _ => {}
            }
        }
    }
}

/// `current_page` and `last_page` of an answer.
pub fn place(text: &str) -> Option<(u64, u64)> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let pagination = answer.get("pagination")?;
    Some((pagination.get("current_page")?.as_u64()?, pagination.get("last_page")?.as_u64()?))
}
