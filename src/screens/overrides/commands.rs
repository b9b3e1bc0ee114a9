//! The verbs of the screen.

use std::collections::BTreeMap;

use super::screen::Overrides;
use crate::base::{DomainName, unknown};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{FieldName, Own, Store, Subject, Value};
use crate::ui::list::verbs;
use crate::ui::text::counted;
use crate::ui::{Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, Place, When, World};

const INHERIT: &str = "overrides.inherit";
/// Words that `:inherit` takes besides names of settings.
const REDUNDANT: &str = "redundant";
const ALL: &str = "all";

fn with_row(screen: &Overrides, _: &World<'_>) -> When {
    When::on_if(screen.is_on_row(), "No domain here.")
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<Overrides>] = &[
    Info::new("overrides.settings", "Open the settings of the marked domains")
        .also(&["edit"])
        .footer(1, &["e", "enter", "g s"], "settings")
        .run_if(with_row, |screen, _, cx| cx.go(Place::SettingsOf(marked(screen)))),
    Info::new(INHERIT, "Make the marked domains inherit (redundant, all or one setting)")
        .also(&["redundant", "clear", "reset"])
        .aliases(&["inherit"])
        .footer(2, &["d"], "make inherit")
        .args("[redundant|all|<setting>]")
        .run_if(with_row, inherit),
    Info::new("overrides.history", "Show how the settings of the marked domains were changed")
        .also(&["versions", "log"])
        .keys(&["g h"])
        .run_if(with_row, |screen, _, cx| cx.go(Place::HistoryOf(marked(screen)))),
    verbs::filter("overrides.filter", 3),
    verbs::next_tab("overrides.next_tab"),
    verbs::previous_tab("overrides.previous_tab"),
    verbs::tab("overrides.tab", "all|redundant"),
    verbs::back("overrides.back"),
];

fn marked(screen: &Overrides) -> Vec<DomainName> {
    screen.targets().cloned().collect()
}

/// Settings that the marked domains have set, each with the number of these domains and of redundant values.
fn own(screen: &Overrides, store: &Store) -> BTreeMap<Box<str>, (usize, usize)> {
    let mut own: BTreeMap<Box<str>, (usize, usize)> = BTreeMap::new();
    for name in screen.targets() {
        for (setting, value) in store.own_settings().of(name.punycode()).into_iter().flat_map(Own::iter) {
            let (many, redundant) = own.entry((**setting).into()).or_default();
            *many += 1;
            *redundant += usize::from(screen.all.is_redundant(setting, value));
        }
    }
    own
}

/// Stages the values named on the line to be inherited; without a word, opens a menu.
fn inherit(screen: &mut Overrides, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let own = own(screen, store);
    let word = args.text.trim();
    if word.is_empty() {
        let item = |label: String, many: usize, word: &str| {
            let args = Args { text: word.to_owned(), ..Args::default() };
            MenuItem::new(label, counted(many as u64, "value", "values"), vec![Effect::Run(INHERIT, args)])
        };
        let redundant = own.values().map(|(_, redundant)| redundant).sum();
        let mut items = Vec::new();
        if redundant > 0 {
            items.push(item("Redundant values".to_owned(), redundant, REDUNDANT));
        }
        let label = |name: &str| crate::base::clean_line(&store.setting_label(name, name)).into_owned();
        items.extend(own.iter().map(|(name, (many, _))| item(label(name), *many, name)));
        items.push(item("Everything".to_owned(), own.values().map(|(many, _)| many).sum(), ALL));
        let domains = counted(screen.targets().count() as u64, "domain", "domains");
        return cx.menu(Menu { title: format!("Make inherit: {domains}"), items, keep_open: false });
    }
    if ![REDUNDANT, ALL].contains(&word) && !own.contains_key(word) {
        return Outcome::Refused(unknown("setting", word, own.keys().map(|name| &**name).chain([REDUNDANT, ALL])));
    }
    let plan = plan(screen, word, store);
    if plan.edits.is_empty() {
        return Outcome::Refused("No value here is redundant.".to_owned());
    }
    cx.effects.extend(Effect::review(plan));
    Outcome::Done
}

/// Changes after which the marked domains inherit what `word` names.
fn plan(screen: &Overrides, word: &str, store: &Store) -> Plan {
    let mut plan = Plan::default();
    for name in screen.targets() {
        for (setting, value) in store.own_settings().of(name.punycode()).into_iter().flat_map(Own::iter) {
            let meant = match word {
                REDUNDANT => screen.all.is_redundant(setting, value),
                ALL => true,
                one => &**setting == one,
            };
            if meant {
                let field = FieldName::named(setting.to_string());
                let edit = Edit { field, before: Some(value.clone()), after: Value::Null };
                plan.edits.push(SettingEdit { subject: Subject::domain(name), edit });
                plan.labels.entry(setting.to_string()).or_insert_with(|| store.setting_label(setting, setting));
            }
        }
    }
    plan
}
