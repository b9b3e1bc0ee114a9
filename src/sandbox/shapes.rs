//! Other shapes of answers that the documents allow: other names of members, other types of values.

use serde_json::{Map, Value, json};

/// Replaces the parts of steps in `flow_tree` by numbers.
pub fn flow_tree_of_numbers(answer: &mut Value) {
    each(answer, "", &mut |key, value| {
        if key != "flow_tree" {
            return;
        }
        for step in value.as_array_mut().into_iter().flatten() {
            for part in ["skipped", "went_on", "stopped"] {
                let nodes = step[part].as_array().map(Vec::as_slice).unwrap_or_default();
                step[part] = nodes.iter().filter_map(|node| node["count"].as_i64()).sum::<i64>().into();
            }
        }
    });
}

/// Renames the average active time of a visit.
pub fn average_called(name: &str, answer: &mut Value) {
    each(answer, "", &mut |key, value| {
        if let Some(time) = value.as_object_mut().filter(|_| key == "visit_time") {
            let named = |(key, value)| if key == "average" { (name.to_owned(), value) } else { (key, value) };
            *time = std::mem::take(time).into_iter().map(named).collect();
        }
    });
}

/// Gives bands of time their own words.
pub fn bands_with_labels(answer: &mut Value) {
    each(answer, "", &mut |key, value| {
        let Some(bands) = value.as_array_mut().filter(|_| key == "bands") else { return };
        let from: Vec<i64> = bands.iter().filter_map(|band| band["from"].as_i64()).collect();
        for (at, band) in bands.iter_mut().enumerate() {
            band["label"] = match (from.get(at), from.get(at + 1)) {
                (Some(0), Some(next)) => format!("under {}", span(*next)),
                (Some(from), Some(next)) => format!("{} to {}", span(*from), span(*next)),
                (Some(from), None) => format!("{} or longer", span(*from)),
                (None, _) => return,
            }
            .into();
        }
    });
}

fn span(seconds: i64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds % unit == 0).unwrap_or(units[3]);
    let many = seconds / unit;
    format!("{many} {name}{}", if many == 1 { "" } else { "s" })
}

/// Sends campaigns and listings without the key around them.
pub fn campaigns_bare(answer: &mut Value) {
    let bare = ["campaigns", "campaign", "listing"].into_iter().find_map(|key| answer.get(key).cloned());
    if let Some(bare) = bare {
        *answer = bare;
    }
}

/// Sends campaigns as an object with their numbers as keys.
pub fn campaigns_by_number(answer: &mut Value) {
    let Some(campaigns) = answer.get_mut("campaigns") else { return };
    let rows = campaigns.as_array_mut().map(std::mem::take).unwrap_or_default();
    *campaigns = rows.into_iter().map(|row| (row["campaign_id"].to_string(), row)).collect::<Map<_, _>>().into();
}

/// Sends campaigns as resources with `attributes`.
pub fn campaigns_as_data(answer: &mut Value) {
    let resource = |row: &mut Value| json!({ "id": row["campaign_id"].take().to_string(), "attributes": row.take() });
    if let Some(rows) = answer.get_mut("campaigns").and_then(Value::as_array_mut) {
        *answer = json!({ "data": rows.iter_mut().map(resource).collect::<Vec<_>>() });
    } else if let Some(row) = answer.get_mut("campaign") {
        *answer = json!({ "data": resource(row) });
    }
}

/// Sends numbers as texts.
pub fn numbers_as_text(answer: &mut Value) {
    each(answer, "", &mut |_, value| {
        if let Value::Number(number) = value {
            *value = number.to_string().into();
        }
    });
}

/// Sends yes and no as 1 and 0.
pub fn booleans_as_numbers(answer: &mut Value) {
    each(answer, "", &mut |_, value| {
        if let Value::Bool(yes) = value {
            *value = i64::from(*yes).into();
        }
    });
}

/// Sends lists as objects with the indices as keys.
pub fn lists_as_objects(answer: &mut Value) {
    each(answer, "", &mut |_, value| {
        if let Value::Array(rows) = value {
            let members = std::mem::take(rows).into_iter().enumerate().map(|(at, row)| (at.to_string(), row));
            *value = Value::Object(members.collect::<Map<_, _>>());
        }
    });
}

/// Changes every value, inner ones first; `change` also gets the name of the member.
fn each(value: &mut Value, key: &str, change: &mut dyn FnMut(&str, &mut Value)) {
    match value {
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| each(value, key, change)),
        Value::Array(rows) => rows.iter_mut().for_each(|row| each(row, "", change)),
        _ => {}
    }
    change(key, value);
}
