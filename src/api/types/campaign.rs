//! Ads campaigns (dynamic ads API). Their answers are not documented, so a campaign is its members by name, in the
//! order of the answer; the members that the program uses are read if they are there.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::super::decode::Reply;
use super::super::{DecodeError, errors, loose};
use super::Pagination;
use crate::base::text_of;

/// Keys a list of campaigns may be under, the likeliest first.
const LISTS: [&str; 5] = ["campaigns", "data", "items", "results", "rows"];
/// Keys a single campaign may be under.
const ONE: [&str; 2] = ["campaign", "data"];
/// Members of a campaign that may contain its fields.
const INNER: [&str; 2] = ["attributes", "fields"];
/// Most members that become columns, because an answer may have any number.
const MEMBERS: usize = 40;

/// One campaign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Campaign {
    /// Number of the campaign, for calls about it.
    pub id: Option<i64>,
    /// Tag of the campaign, which is part of its preview's address, with the number.
    pub tag: Option<String>,
    /// False once the campaign was deactivated.
    pub active: Option<bool>,
    /// Members of the answer in their order, with those inside `attributes` beside the others.
    pub members: Map<String, Value>,
}

impl Campaign {
    /// Campaign from a member of a list; `key` is the member's name if the list is an object. `None` when the member
    /// is not an object.
    fn read(key: Option<&str>, value: &Value) -> Option<Self> {
        let mut members = value.as_object()?.clone();
        for name in INNER {
            if let Some(Value::Object(inner)) = members.get(name).cloned() {
                members.shift_remove(name);
                members.extend(inner);
            }
        }
        let whole =
            |value: &Value| loose::number(value).filter(|number| number.fract() == 0.0).map(|number| number as i64);
        let named = |names: &[&str]| names.iter().find_map(|name| members.get(*name));
        let id = ["campaign_id", "id"].iter().find_map(|name| members.get(*name).and_then(whole));
        let tag = named(&["campaign_tag", "ad_tag", "tag"]).and_then(Value::as_str).map(str::trim);
        Some(Self {
            id: id.or_else(|| key?.parse().ok()),
            tag: tag.filter(|tag| !tag.is_empty()).map(str::to_owned),
            active: named(&["is_active", "active"]).and_then(loose::yes),
            members,
        })
    }

    /// The text of a member; `None` where it is missing or not a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.members.get(name)?.as_str()
    }

    /// The campaign in the answer to a write, if it has one.
    pub fn in_answer(answer: &Value) -> Option<Self> {
        let inner = ONE.iter().find_map(|name| answer.get(*name)).unwrap_or(answer);
        Self::read(None, inner).filter(|campaign| campaign.id.is_some())
    }
}

impl Reply for Campaign {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        Self::in_answer(&answer(body)?).ok_or_else(|| unreadable("a campaign"))
    }
}

/// All campaigns of the ads key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CampaignList {
    pub rows: Vec<Arc<Campaign>>,
    /// Names of all members, in the order in which they first occur.
    pub names: Vec<String>,
    /// Number of rows that are not objects.
    pub unread: usize,
    /// Always all `Missing`, because the list has no pages.
    pub pagination: Pagination,
}

impl CampaignList {
    /// Highest number; `None` if a row has no number, because a newer campaign could then not be recognised.
    pub fn newest(&self) -> Option<i64> {
        let mut ids = self.rows.iter().map(|row| row.id);
        ids.try_fold(0, |newest, id| Some(newest.max(id?))).filter(|_| self.unread == 0)
    }

    fn of(list: &Value) -> Self {
        let mut all = Self::default();
        for (key, value) in loose::members(list) {
            let Some(campaign) = Campaign::read(key, value) else {
                all.unread += 1;
                continue;
            };
            // Columns come from the first rows; later rows with the same members add none.
            if all.names.len() < MEMBERS && !campaign.members.keys().eq(all.names.iter()) {
                for name in campaign.members.keys() {
                    if all.names.len() < MEMBERS && !all.names.contains(name) {
                        all.names.push(name.clone());
                    }
                }
            }
            all.rows.push(Arc::new(campaign));
        }
        all
    }
}

impl Reply for CampaignList {
    fn decode(body: &[u8]) -> Result<Self, DecodeError> {
        let answer = answer(body)?;
        let object = |value: &Value| value.is_array() || value.is_object();
        let named = LISTS.iter().find_map(|name| answer.get(*name)).filter(|list| object(list));
        let list = match &answer {
            Value::Array(_) => Some(&answer),
            _ => named.or_else(|| first_list(&answer, NESTED)),
        };
        list.map(Self::of).ok_or_else(|| unreadable("a list of campaigns"))
    }
}

/// Body of a successful answer as JSON.
///
/// # Errors
/// When the body is not JSON, or says that the call failed.
pub fn answer(body: &[u8]) -> Result<Value, DecodeError> {
    let said = |message: String| DecodeError { message };
    if let Some(error) = errors::parse(body).first() {
        return Err(said(format!("The service answered: {}", error.message.line())));
    }
    let answer: Value = serde_json::from_str(&text_of(body)).map_err(|_| said("The answer is not JSON.".to_owned()))?;
    if answer.get("success").and_then(loose::yes) == Some(false) {
        return Err(said("The service answered that it failed.".to_owned()));
    }
    Ok(answer)
}

/// Greatest depth at which a list is searched for in an answer.
const NESTED: usize = 4;

/// First list in an answer, under any name; of several, the one at the highest level.
fn first_list(value: &Value, depth: usize) -> Option<&Value> {
    let members = value.as_object().filter(|_| depth > 0)?;
    let below = || members.values().find_map(|member| first_list(member, depth - 1));
    members.values().find(|member| member.is_array()).or_else(below)
}

fn unreadable(what: &str) -> DecodeError {
    DecodeError { message: format!("The answer does not hold {what}.") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn list(answer: &Value) -> Result<CampaignList, DecodeError> {
        CampaignList::decode(answer.to_string().as_bytes())
    }

    #[test]
    fn campaigns_are_read_from_every_form_a_list_comes_in() {
        let row = json!({ "campaign_id": 901, "campaign_tag": "spring", "theme": "#0f766e", "is_active": 1 });
        let resource = json!({ "id": "901", "attributes": { "campaign_tag": "spring", "is_active": true } });
        for answer in [
            json!({ "campaigns": [row] }),
            json!([row]),
            json!({ "campaigns": { "901": row } }),
            json!({ "data": [resource] }),
            json!({ "page": 1, "adverts": [row] }),
            json!({ "result": { "total": 1, "found": { "adverts": [row] } } }),
            json!({ "campaigns": { "901": { "ad_tag": "spring", "active": "true" } } }),
        ] {
            let rows = list(&answer).expect("a list").rows;
            let [row] = rows.as_slice() else { panic!("{answer}") };
            assert_eq!((row.id, row.tag.as_deref(), row.active), (Some(901), Some("spring"), Some(true)), "{answer}");
        }
        assert_eq!(list(&json!({ "campaigns": [] })).expect("an empty list").rows, []);
        let names = list(&json!([row, { "campaign_id": 902, "clicks": 3 }])).expect("a list").names;
        assert_eq!(names, ["campaign_id", "campaign_tag", "theme", "is_active", "clicks"]);
    }

    #[test]
    fn an_answer_without_a_list_is_an_error_in_its_own_words() {
        for answer in [
            json!({ "success": false }),
            json!({ "campaigns": 3 }),
            json!({ "total": 3, "more": { "next": 2 } }),
            json!("none"),
            json!({}),
        ] {
            assert!(list(&answer).is_err(), "{answer}");
        }
        let refused = json!({ "errors": [{ "code": "x", "message": "No such page." }] });
        assert_eq!(list(&refused).expect_err("an error").message, "The service answered: No such page.");
        assert_eq!(Campaign::in_answer(&json!({ "success": true })), None);
    }

    #[test]
    fn the_newest_number_is_not_known_while_a_row_has_none() {
        let of = |rows: Value| list(&rows).expect("a list").newest();
        assert_eq!(of(json!([])), Some(0));
        assert_eq!(of(json!([{ "campaign_id": 3 }, { "campaign_id": "12" }])), Some(12));
        assert_eq!(of(json!([{ "campaign_id": 3 }, { "campaign_tag": "a" }])), None);
        assert_eq!(of(json!([{ "campaign_id": 3 }, "odd"])), None);
    }
}
