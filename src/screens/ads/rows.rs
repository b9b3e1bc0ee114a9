//! Rows of the list: campaigns being created first, then every campaign with its members as cells.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::api::types::{Campaign, CampaignList};
use crate::api::{ads, loose};
use crate::base::{Timestamp, Zone, clean_line};
use crate::store::writes::intent::AddCampaign;
use crate::store::writes::journal::State;
use crate::store::{EntryId, FieldName, Intent, Target, Value};
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{Align, CellText, Exact, Heading, RowFlags, ends_of};
use crate::ui::{Role, World, text};

/// Most characters of a list or an object shown in a cell.
const NESTED: usize = 120;
/// Blanks before a colour: the two cells of its swatch and one more.
const SWATCH: &str = "   ";

/// Identity of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CampaignKey {
    Number(i64),
    /// A campaign without a number, by its place in the answer.
    Place(usize),
    /// Campaign created by this write. The cursor stays on it when it gets a number and when the list has it.
    Created(EntryId),
}

#[derive(Debug)]
pub enum Row {
    /// Campaign, with its active state if that was changed since the list was read.
    Known(CampaignKey, Arc<Campaign>, Option<bool>),
    Adding(EntryId, Box<AddCampaign>, State),
}

/// Answer with the campaigns, once it was read.
pub fn list<'a>(world: &World<'a>) -> Option<&'a CampaignList> {
    world.store.query(&ads::Campaigns {}).value
}

/// Rows there are now, campaigns being created first.
pub fn all(world: &World<'_>) -> Vec<Row> {
    let rows = list(world).map_or(&[][..], |list| &list.rows);
    let listed = |made: Option<i64>| rows.iter().any(|row| row.id == made);
    let becoming = becoming(world);
    let created = world.store.journal().entries().filter(|entry| matches!(*entry.intent, Intent::AddCampaign(_)));
    let created: HashMap<i64, EntryId> =
        created.filter_map(|entry| Some((entry.targets.first()?.made?, entry.id))).collect();
    let known = |campaign: Arc<Campaign>, place: usize| {
        let of_number = |id| created.get(&id).map_or(CampaignKey::Number(id), |entry| CampaignKey::Created(*entry));
        let becoming = campaign.id.and_then(|id| becoming.get(&id).copied());
        Row::Known(campaign.id.map_or(CampaignKey::Place(place), of_number), campaign, becoming)
    };
    let adding = world.store.journal().entries().filter_map(|entry| match &*entry.intent {
        Intent::AddCampaign(adds) => {
            let target = entry.targets.first()?;
            if let Some(made) = target.made.filter(|_| is_newer(target, world) && !listed(target.made)) {
                let told = world.store.created_campaign(made).cloned();
                return Some(known(told.unwrap_or_else(|| Arc::new(as_asked(made, adds))), 0));
            }
            (target.state.pending() || target.state.blocks())
                .then(|| Row::Adding(entry.id, Box::new(adds.clone()), target.state))
        }
        _ => None,
    });
    adding.chain(rows.iter().enumerate().map(|(place, row)| known(Arc::clone(row), place))).collect()
}

/// Campaign made from its number and the write that created it, until the list has it.
fn as_asked(id: i64, adds: &AddCampaign) -> Campaign {
    let mut members = serde_json::Map::from_iter([("campaign_id".to_owned(), Json::from(id))]);
    for (name, value) in [("theme", &adds.theme), ("logo_action", &adds.logo_action)] {
        members.extend(value.clone().map(|value| (name.to_owned(), Json::from(value))));
    }
    Campaign { id: Some(id), members, ..Campaign::default() }
}

/// True when the write changed something the list does not show yet.
fn is_newer(target: &Target, world: &World<'_>) -> bool {
    let loaded = world.store.query(&ads::Campaigns {});
    target.state.pending() || (target.state.applied() && loaded.stale && loaded.at.is_none_or(|at| target.at >= at))
}

/// Active state of the campaigns changed since the list was read, by number.
fn becoming(world: &World<'_>) -> HashMap<i64, bool> {
    let mut all = HashMap::new();
    for entry in world.store.journal().entries() {
        let Intent::SaveCampaign(save) = &*entry.intent else { continue };
        for target in entry.targets.iter().filter(|target| is_newer(target, world)) {
            if let (Some("is_active"), Value::Bool(to)) = (target.field.as_ref().map(FieldName::as_str), &target.after)
            {
                all.entry(save.campaign).or_insert(*to);
            }
        }
    }
    all
}

/// Title of a member's column, such as `id`, `active` or `logo`, without the prefix or suffix they share.
fn title(name: &str) -> String {
    let words = name.strip_prefix("campaign_").or(name.strip_prefix("is_")).unwrap_or(name);
    let words = words.strip_suffix("_url").unwrap_or(words);
    clean_line(&words.replace('_', " ")).into_owned()
}

/// Columns: one for each member of the answer that has a value in some campaign. The first one always stays.
pub fn headings(list: &CampaignList) -> Vec<Heading> {
    let number =
        |name: &String| list.rows.iter().take(20).any(|row| row.members.get(name).is_some_and(Json::is_number));
    // Where room is short, colour and logos are dropped first, names and state last.
    let rank = |name: &str| match name {
        "campaign_id" | "id" => 0,
        "campaign_tag" | "ad_tag" | "tag" => 1,
        "is_active" | "active" => 2,
        "theme" => 3,
        name if name.ends_with("_count") || name.contains("date") => 4,
        name if name.ends_with("_url") => 6,
        name if name.ends_with("_size") => 7,
        _ => 5,
    };
    let is_empty = |value: &Json| value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    let is_told = |name: &str| list.rows.iter().any(|row| row.members.get(name).is_some_and(|value| !is_empty(value)));
    // Columns without any value are left out, except names and state.
    let mut names: Vec<&String> = list.names.iter().filter(|name| rank(name) < 4 || is_told(name)).collect();
    // An answer may give a value under two names, such as the number. The column without values is left out.
    let twin =
        |name: &&String| list.names.iter().any(|other| other != *name && title(other) == title(name) && is_told(other));
    names.retain(|name| is_told(name) || !twin(name));
    names.sort_by_key(|name| rank(name));
    let heading = |(place, name): (usize, &String)| {
        let title = title(name);
        let figures = number(name) && !is_yes_or_no(name);
        let least = (text::width(&title) as u16 + 1).clamp(6, 22);
        Heading {
            id: name.clone().into(),
            cells: match name.as_str() {
                "theme" => (11, 13),
                name if name.ends_with("_url") || name == "logo_action" => (least, 60),
                _ => (least, 24),
            },
            title: title.into(),
            align: if figures { Align::Right } else { Align::Left },
            keep: place.min(250) as u8,
            shown: true,
            sort: Some(figures),
            ends: ends_of(figures),
            by_title: false,
            drawn: false,
            filed: false,
        }
    };
    names.into_iter().enumerate().map(heading).collect()
}

fn is_yes_or_no(name: &str) -> bool {
    name == "active" || name.starts_with("is_")
}

fn yes_or_no(name: &str, value: &Json) -> Option<bool> {
    loose::yes(value).filter(|_| is_yes_or_no(name))
}

fn time(name: &str, value: &Json) -> Option<Timestamp> {
    loose::time(value).filter(|_| name.contains("date") || name.ends_with("_at"))
}

/// Cleaned text of a member; a list or an object as JSON.
fn words(value: &Json) -> Cow<'_, str> {
    match value {
        Json::Null => Cow::Borrowed(""),
        Json::String(text) => clean_line(text),
        Json::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        other => clean_line(&text::fit(&other.to_string(), NESTED, false)).into_owned().into(),
    }
}

/// Cleaned text of a member where there is room: `yes` or `no` for a state, a time in full.
pub fn whole<'a>(name: &str, value: &'a Json, zone: Zone) -> Cow<'a, str> {
    match (yes_or_no(name, value), time(name, value)) {
        (Some(yes), _) => if yes { "yes" } else { "no" }.into(),
        (_, Some(at)) => at.full(zone).into(),
        _ => words(value),
    }
}

fn cell<'a>(name: &str, value: &'a Json, world: &World<'_>) -> CellText<'a> {
    if let Some(yes) = yes_or_no(name, value) {
        let (text, role) = if yes { ("yes", Role::Text) } else { ("no", Role::Dim) };
        return CellText::new(text, role).exact(Exact::Bool(yes));
    }
    if let Some(at) = time(name, value) {
        return CellText::age(Some(at), world.now, world.zone);
    }
    match value {
        Json::Number(number) => CellText::from(number.to_string()).exact(Exact::Number(number.clone())),
        Json::String(colour) if name == "theme" => theme(colour),
        other => CellText::or_none(words(other)),
    }
}

/// Cell of a colour, with blanks before it for its swatch.
fn theme(colour: &str) -> CellText<'static> {
    let colour = clean_line(colour).into_owned();
    CellText { swatch: true, ..CellText::from(format!("{SWATCH}{colour}")) }.exact(Exact::text(colour))
}

impl Row {
    /// Campaign of the row; `None` while it is being created.
    pub fn campaign(&self) -> Option<&Campaign> {
        if let Self::Known(_, campaign, _) = self { Some(campaign) } else { None }
    }

    /// Active state, as the service or a later change says; `None` when unknown.
    pub fn active(&self) -> Option<bool> {
        if let Self::Known(_, campaign, becoming) = self { becoming.or(campaign.active) } else { None }
    }
}

impl LocalRow for Row {
    type Key = CampaignKey;
    type Tab = ();

    fn key(&self) -> CampaignKey {
        match self {
            Self::Known(key, ..) => *key,
            Self::Adding(entry, ..) => CampaignKey::Created(*entry),
        }
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match self {
            Self::Known(_, _, Some(active)) if matches!(column, "is_active" | "active") => {
                CellText::new(if *active { "yes" } else { "no" }, Role::Staged).exact(Exact::Bool(*active))
            }
            Self::Known(_, campaign, _) => {
                campaign.members.get(column).map_or_else(CellText::none, |value| cell(column, value, world))
            }
            Self::Adding(_, campaign, state) => match column {
                "campaign_id" | "id" => match state {
                    State::Planned | State::Sending => CellText::new("creating", Role::Staged),
                    State::Unknown => CellText::new("checking", Role::Warn),
                    _ => CellText::new("unknown", Role::Warn),
                },
                "theme" => campaign.theme.as_deref().map_or_else(CellText::none, theme),
                "logo_action" => CellText::or_none(campaign.logo_action.as_deref().map(clean_line).unwrap_or_default()),
                _ => CellText::none(),
            },
        }
    }

    fn flags(&self) -> RowFlags {
        let dim = self.campaign().is_none() || self.active() == Some(false);
        RowFlags { dim, ..RowFlags::default() }
    }
}
