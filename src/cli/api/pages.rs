//! All pages of a list as one answer. Rows are printed as they arrive, so that a long list takes no memory.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::Fault;
use super::super::streams::print;
use super::plain;
use crate::api::{Call, PageRule};
use crate::app::Calls;
use crate::ui::list::part;

/// Prints `{"domains":[…]}` with the rows of every page. After a failure the list ends with the rows read so far.
pub fn print_all(calls: &Calls, mut call: Call) -> Result<(), Fault> {
    let given = |call: &Call, name: &str| call.query.iter().any(|(given, _)| *given == name);
    if let PageRule::UpTo(most) = call.endpoint.page
        && !given(&call, "per_page")
    {
        call.query.push(("per_page", most.to_string()));
    }
    call.query.retain(|(name, _)| *name != "page");
    let mut rows: u64 = 0;
    let mut is_open = false;
    let ended = (1_u64..).find_map(|page| {
        call.query.push(("page", page.to_string()));
        let answer = calls.read(&call);
        call.query.pop();
        let step = answer.map_err(|failure| Fault::of("Not read to its end", &failure)).and_then(|answer| {
            let value: Value = serde_json::from_slice(&answer.body)
                .map_err(|_| Fault::failure("The service answered with something that is not JSON."))?;
            let Some((key, list)) = list_of(&value) else {
                return Err(Fault::failure("The answer has no list that could be joined."));
            };
            let mut text = String::new();
            if !is_open {
                let _ = write!(text, "{{{}:[", Value::from(key));
                is_open = true;
            }
            for row in list {
                let comma = if rows == 0 { "" } else { ",\n" };
                let _ = write!(text, "{comma}{row}");
                rows += 1;
            }
            print(&plain(&text))?;
            let (end, total) = (value["pagination"]["last_page"].as_u64(), value["pagination"]["total"].as_u64());
            let is_end = list.is_empty() || end.is_some_and(|end| page >= end);
            match total.filter(|total| is_end && *total > rows) {
                Some(total) => Err(Fault::failure(format!("The list was not read whole: {}", part(rows, Some(total))))),
                None => Ok(is_end),
            }
        });
        match step {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(fault) => Some(Err(fault)),
        }
    });
    if is_open {
        print("]}\n")?;
    }
    ended.unwrap_or(Ok(()))
}

/// Longest list among the members of an answer.
fn list_of(answer: &Value) -> Option<(&str, &Vec<Value>)> {
    let lists = answer.as_object()?.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_array()?)));
    lists.max_by_key(|(_, list)| list.len())
}
