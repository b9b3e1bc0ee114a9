//! The Flow tab: how far the buyer came, what they answered on the way, and the service's assessment.

use serde_json::Value;

use crate::api::types::Inquiry;
use crate::base::{Timestamp, Zone};

use super::super::words;
use crate::ui::widgets::doc::{Doc, members};

pub fn doc(inquiry: &Inquiry, now: Timestamp, zone: Zone) -> Doc {
    let mut doc = Doc::at(now, zone);
    let details = inquiry.details.get();
    let member = |name: &str| details.and_then(|details| details.get(name)).filter(|value| !members::is_blank(value));
    doc.heading("Progress");
    path(&mut doc, member("flow"));
    doc.field_if("This message", inquiry.origin.get().map(|text| words::origin(text.raw())));
    doc.field_if("Intent", inquiry.intent.get().map(|text| words::intent(text.raw())));
    answers(&mut doc, inquiry);
    doc.heading("Qualification");
    match member("qualification") {
        Some(Value::Object(members)) => {
            for (key, value) in members {
                members::put_as(&mut doc, key, value);
            }
        }
        Some(value) => members::put(&mut doc, "Qualification", value),
        None => doc.dim("No information."),
    }
    doc
}

/// Writes the steps as a path with the current one highlighted, and below it the other members of `flow`.
fn path(doc: &mut Doc, flow: Option<&Value>) {
    let Some(flow) = flow else {
        doc.dim("No information.");
        return;
    };
    let Some(members) = flow.as_object() else {
        members::put(doc, "Steps", flow);
        return;
    };
    if members.is_empty() {
        doc.dim("No information.");
    }
    let (steps, position) = (members.get("steps"), members.get("position"));
    let named = steps.and_then(names);
    let reached = named.as_ref().and_then(|names| position.and_then(|position| place(position, names)));
    match (&named, reached) {
        (Some(steps), Some(reached)) => {
            doc.text(joined(steps, Some(reached)));
            let (number, of) = (reached + 1, steps.len());
            doc.field("Reached", format!("step {number} of {of}: {}", steps[reached]));
        }
        (Some(steps), None) => {
            doc.text(joined(steps, None));
            if let Some(position) = position {
                members::put(doc, "Position", position);
            }
        }
        (None, _) => {
            if let Some(position) = position {
                members::put(doc, "Position", position);
            }
            if let Some(steps) = steps {
                members::put(doc, "Steps", steps);
            }
        }
    }
    // Steps that have more than a name are shown in full, too.
    if named.is_some()
        && let Some(Value::Array(items)) = steps
        && items.iter().any(Value::is_object)
    {
        members::put(doc, "Steps", &Value::Array(items.clone()));
    }
    for (key, value) in members.iter().filter(|(key, _)| !matches!(key.as_str(), "steps" | "position")) {
        members::put_as(doc, key, value);
    }
}

/// Names of the steps, if each has one.
fn names(steps: &Value) -> Option<Vec<String>> {
    let name = |step: &Value| match step {
        Value::String(code) => Some(words::step(code)),
        Value::Object(members) => ["label", "key", "name", "step"]
            .iter()
            .find_map(|key| members.get(*key).and_then(Value::as_str))
            .map(words::step),
        _ => None,
    };
    let items = steps.as_array().filter(|items| !items.is_empty())?;
    items.iter().map(name).collect()
}

/// Index of the step at a position, which is its number from 1 or its name.
fn place(position: &Value, names: &[String]) -> Option<usize> {
    if let Some(code) = position.as_str() {
        let name = words::step(code);
        return names.iter().position(|known| *known == name).or_else(|| number(code.parse().ok()?, names.len()));
    }
    number(position.as_f64()?, names.len())
}

fn number(position: f64, many: usize) -> Option<usize> {
    let place = (position.fract() == 0.0 && position >= 1.0).then_some(position as usize)?;
    (place <= many).then(|| place - 1)
}

fn joined(names: &[String], reached: Option<usize>) -> String {
    let step = |(place, name): (usize, &String)| {
        if Some(place) == reached { format!("[{name}]") } else { name.clone() }
    };
    names.iter().enumerate().map(step).collect::<Vec<_>>().join(" › ")
}

/// Writes the buyer's answers, also those of an undocumented shape.
fn answers(doc: &mut Doc, inquiry: &Inquiry) {
    doc.heading("Answers");
    let value = serde_json::to_value(&inquiry.bant).unwrap_or(Value::Null);
    let Some(members) = value.as_object() else {
        match value {
            Value::Null => doc.dim("Not asked, or not answered."),
            odd => members::put(doc, "Answers", &odd),
        }
        return;
    };
    if words::BANT.iter().all(|(member, _)| members.get(*member).is_none_or(members::is_blank)) {
        doc.dim("Not asked, or not answered.");
        return;
    }
    for (member, label) in words::BANT {
        if let Some(value) = members.get(member) {
            members::put(doc, label, value);
        }
    }
}
