//! Settings, prices and covers of the targeted domains: the opened one, the marked ones, or the one under the cursor.

use crate::base::{DomainName, clean_line};
use crate::sheets::Slot;
use crate::store::shown;
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{COVERS, FieldName, Item, Subject, Value};
use crate::ui::{Args, Cx, Effect, Outcome, Place, World};

use super::acts::unread;
use super::state::Domains;

/// Slot in which the user's editor returns the price sheet.
const SLOT: Slot = "prices";
/// Names an act on settings is about: the opened one, the marked ones, or the one under the cursor.
fn names(screen: &Domains, world: &World<'_>) -> Vec<DomainName> {
    let index = world.store.domains();
    let keys = screen.targets(world);
    keys.into_iter().filter_map(|key| Some(index.row(key)?.domain_name())).collect()
}

/// Acts on the targeted names, unless all were marked before all were read.
pub(super) fn with_all(
    screen: &mut Domains,
    cx: &mut Cx<'_>,
    act: impl FnOnce(&mut Domains, Vec<DomainName>, &mut Cx<'_>) -> Outcome,
) -> Outcome {
    match unread(screen, &cx.world) {
        Some(why) => Outcome::Refused(why),
        None => act(screen, names(screen, &cx.world), cx),
    }
}

/// Opens the settings of these domains.
pub fn settings(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    with_all(screen, cx, |_, names, cx| {
        if names.is_empty() {
            return Outcome::Refused("No domain here.".to_owned());
        }
        cx.go(Place::SettingsOf(names))
    })
}

/// Opens the history of the settings of these domains.
pub fn history(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    cx.go(Place::history(names(screen, &cx.world), args))
}

/// Opens the prices of these domains in the user's editor.
pub fn sheet(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    with_all(screen, cx, |screen, names, cx| screen.pricing.open(SLOT, names, cx))
}

/// Runs `:cover 733`, which makes that image the only cover of these domains, and `:cover none`, after which they
/// inherit the account's covers.
pub fn cover(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    with_all(screen, cx, |_, names, cx| cover_of(&names, args, cx))
}

fn cover_of(names: &[DomainName], args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let after = match args.text.trim() {
        "none" => Value::Null,
        number => match number.parse::<i64>() {
            Ok(id) if shown::images::lacks(id, store) => {
                return Outcome::Refused(format!("There is no image {id}. Account › Images lists their numbers."));
            }
            Ok(id) => Value::from(serde_json::json!({ "images": [{ "id": id }] })),
            Err(_) => {
                let number = clean_line(number);
                return Outcome::Refused(format!("“{number}” is not an image number. Account › Images lists them."));
            }
        },
    };
    let field = FieldName::fixed(COVERS);
    let edit = |name: &DomainName| {
        let before = store.own_setting(&Item::field(Subject::domain(name), field.clone()));
        SettingEdit {
            subject: Subject::domain(name),
            edit: Edit { field: field.clone(), before, after: after.clone() },
        }
    };
    let mut plan = Plan { edits: names.iter().map(edit).collect(), ..Plan::default() };
    plan.labels.insert(COVERS.to_owned(), store.setting_label(COVERS, "Cover images"));
    cx.effects.extend(Effect::review(plan));
    Outcome::Done
}

/// Runs `:price +10% round 9`: one formula for the BIN prices of all these domains.
pub fn price(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    with_all(screen, cx, |screen, names, cx| screen.pricing.price(names, args, cx))
}
