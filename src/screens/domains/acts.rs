//! Acts on domains: those a tab offers, the question before each, and the dry run that shows the call.

use crate::api::domains::BulkAction;
use crate::base::{DomainName, capital};
use crate::screens::domain::act::{Act, busy, lacks, left_out};
use crate::screens::domain::{value, words};
use crate::store::writes::intent::DomainAct;
use crate::store::{DomainKey, DomainRow, DomainTab};
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Role, Sheet, World, text};

use super::state::Domains;
use super::tabs::TABS;
use crate::screens::domain::content::status;

/// Most names checked one by one; more are checked by one bulk call.
const SINGLY: usize = 10;

/// Option that shows the calls instead of making them.
const DRY_RUN: &str = "dry-run";

/// Bulk actions of the service, the act of each, and its words on the `:bulk` line, in the menu and in messages.
const WORDS: &[(BulkAction, DomainAct, &str)] = &[
    (BulkAction::Retry, DomainAct::Retry, "check again"),
    (BulkAction::Delete, DomainAct::Delete, "remove"),
    (BulkAction::Approve, DomainAct::Approve, "approve"),
    (BulkAction::Ignore, DomainAct::Ignore, "ignore"),
    (BulkAction::AddBack, DomainAct::AddBack, "add back"),
];

/// Bulk action an act is sent as; `None` for checking one by one.
fn bulk_action(act: DomainAct) -> Option<BulkAction> {
    WORDS.iter().find(|(_, known, _)| *known == act).map(|(action, ..)| *action)
}

/// Tabs whose acts are possible: the one shown, or those the opened domain is on.
fn tabs(screen: &Domains, world: &World<'_>) -> Vec<DomainTab> {
    match &screen.list.detail {
        None => vec![screen.shown_tab()],
        Some(_) => screen.current_row(world).map(|row| row.tabs().collect()).unwrap_or_default(),
    }
}

/// First of these tabs that offers the act.
fn tab_for(screen: &Domains, act: DomainAct, world: &World<'_>) -> Option<DomainTab> {
    let tabs = tabs(screen, world);
    let offers = |tab: &DomainTab| match bulk_action(act) {
        Some(action) => tab.actions().contains(&action),
        // Names that were detected, or removed from the account, can be verified one by one.
        None => matches!(tab, DomainTab::Detected | DomainTab::Removed),
    };
    tabs.into_iter().find(offers)
}

/// Acts offered here, in the order of the table.
pub fn offered(screen: &Domains, world: &World<'_>) -> Vec<BulkAction> {
    let tabs = tabs(screen, world);
    let here = |action: &BulkAction| tabs.iter().any(|tab| tab.actions().contains(action));
    WORDS.iter().map(|(action, ..)| *action).filter(here).collect()
}

/// Reason why an act is not possible here; `None` when it is.
pub fn why_not(screen: &Domains, act: DomainAct, world: &World<'_>) -> Option<String> {
    if let Some(tab) = tab_for(screen, act, world) {
        return lacks(&Act { act, tab }, world);
    }
    if screen.list.detail.is_some() {
        let row = screen.current_row(world);
        let stands = row.and_then(|row| row.state()).map(|state| words::state(&state).0);
        return Some(stands.map_or_else(
            || "The state of this domain is not known yet.".to_owned(),
            |state| format!("Not possible for a domain that is {state}."),
        ));
    }
    let (title, offers) = (&TABS[screen.list.tab].title, offered(screen, world));
    let offers: Vec<&str> = offers.iter().map(|action| word(*action)).collect();
    Some(format!("Not in {title}. Here: {}.", offers.join(", ")))
}

/// True where removing is offered.
pub fn offers_delete(screen: &Domains, world: &World<'_>) -> bool {
    offered(screen, world).contains(&BulkAction::Delete)
}

fn word(action: BulkAction) -> &'static str {
    WORDS.iter().find(|(known, ..)| *known == action).map_or("", |(.., word)| *word)
}

/// Name of the act as one word of the `:` line.
fn argument(action: BulkAction) -> String {
    word(action).replace(' ', "-")
}

/// Does an act typed on the `:` line, or with `--dry-run` only shows its calls. A name after the command is refused,
/// because the act is for the marked or current rows and would not apply to that name.
pub fn typed(screen: &mut Domains, act: DomainAct, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if let Some(word) = args.words.first() {
        let word = crate::base::clean_line(word);
        let why = format!("“{word}” is not used: the command acts on the marked rows, or on the current one.");
        return Outcome::Refused(why);
    }
    done_or_shown(screen, act, args, cx)
}

fn done_or_shown(screen: &mut Domains, act: DomainAct, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.options.iter().find(|option| *option != DRY_RUN) {
        Some(other) => {
            Outcome::Refused(format!("Unknown option --{}. Available: --{DRY_RUN}.", crate::base::clean_line(other)))
        }
        None => match planned(screen, act, &cx.world) {
            Err(why) => Outcome::Refused(why),
            Ok((act, keys)) if args.options.is_empty() => begin(screen, &act, &keys, cx),
            Ok((act, keys)) => dry_run(&act, &keys, cx),
        },
    }
}

/// Act and the rows it would apply to now, for doing it and for a dry run.
fn planned(screen: &Domains, act: DomainAct, world: &World<'_>) -> Result<(Act, Vec<DomainKey>), String> {
    let (Some(tab), None) = (tab_for(screen, act, world), why_not(screen, act, world)) else {
        return Err(why_not(screen, act, world).unwrap_or_default());
    };
    if let Some(why) = unread(screen, world) {
        return Err(why);
    }
    let targets = screen.targets(world);
    if targets.is_empty() {
        return Err("No domain here.".to_owned());
    }
    let keys = free(screen, &targets, world);
    if keys.is_empty() {
        return Err(busy(&targets, world));
    }
    if act == DomainAct::Verify && keys.len() > SINGLY {
        return Err(format!("V verifies up to {SINGLY} domains, one by one; a acts on all of them."));
    }
    Ok((Act { act, tab }, keys))
}

/// Starts an act on the targets: asks first, or does it at once. Old rows are read again before anything is sent
///
fn begin(screen: &Domains, act: &Act, keys: &[DomainKey], cx: &mut Cx<'_>) -> Outcome {
    let busy = left_out(&screen.targets(&cx.world), keys, &cx.world);
    act.ask(keys, busy.as_deref(), cx);
    Outcome::Done
}

/// Refusal when `*` twice also marked names that were not read: nothing is done to names nobody saw, and what is
/// asked of all names is not done to some.
pub fn unread(screen: &Domains, world: &World<'_>) -> Option<String> {
    let everything = screen.list.table().everything().filter(|_| screen.list.detail.is_none())?;
    let (known, of) = screen.reach(world);
    if known >= of {
        let marked = text::grouped(screen.list.table().targets().ids.len() as u64);
        return Some(format!("Only the {marked} names read by then were marked. * marks all of them now."));
    }
    Some(format!(
        "Only {} of {} names are read; wait until all are, or mark the loaded ones with one *.",
        text::grouped(known),
        text::grouped(of.max(everything))
    ))
}

/// Domains without a pending act and without a running import from a check.
fn free(screen: &Domains, keys: &[DomainKey], world: &World<'_>) -> Vec<DomainKey> {
    let index = world.store.domains();
    let is_free = |row: DomainRow<'_>| {
        let import = screen.results.import_of(&row.domain_name());
        row.pending.is_none() && !import.is_some_and(|id| status::is_running(id, world))
    };
    keys.iter().copied().filter(|key| index.row(*key).is_some_and(is_free)).collect()
}

/// Runs `:bulk remove --dry-run` and the like; `:bulk` alone opens the menu of what this tab offers.
pub fn bulk(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(typed) = args.words.first() else { return menu(screen, cx) };
    // The service's own words are accepted, too: `retry`, `delete`.
    let dense = |word: &str| word.replace(['-', '_', ' '], "").to_lowercase();
    let called =
        |(action, _, word): &&(BulkAction, DomainAct, &str)| [action.as_str(), word].map(dense).contains(&dense(typed));
    let Some((_, act, _)) = WORDS.iter().find(called) else {
        let known: Vec<String> = offered(screen, &cx.world).into_iter().map(argument).collect();
        return Outcome::Refused(format!("Available here: {}.", known.join(", ")));
    };
    done_or_shown(screen, *act, args, cx)
}

fn menu(screen: &Domains, cx: &mut Cx<'_>) -> Outcome {
    let count = screen.targets(&cx.world).len();
    let items: Vec<MenuItem> = offered(screen, &cx.world)
        .into_iter()
        .map(|action| {
            let run = Effect::Run("domains.bulk", Args::words([argument(action).as_str()]));
            MenuItem::new(capital(word(action)), "", vec![run])
        })
        .collect();
    if count == 0 || items.is_empty() {
        return Outcome::Refused("No bulk actions here.".to_owned());
    }
    cx.menu(Menu { title: text::counted(count as u64, "domain", "domains"), items, keep_open: false })
}

fn dry_run(act: &Act, keys: &[DomainKey], cx: &mut Cx<'_>) -> Outcome {
    let index = cx.world.store.domains();
    let rows: Vec<DomainRow<'_>> = keys.iter().filter_map(|key| index.row(*key)).collect();
    let names: Vec<DomainName> = rows.iter().map(DomainRow::domain_name).collect();
    let calls = act.calls(&names);
    let many = text::counted(calls.len() as u64, "call", "calls");
    let about = text::counted(names.len() as u64, "domain", "domains");
    let mut lines = vec![(Role::Text, format!("Nothing is sent. {many} for {about}:"))];
    if act.act == DomainAct::Delete {
        lines.push((Role::Text, value::goes(&rows, &cx.world)));
    }
    for call in calls {
        lines.push((Role::Text, String::new()));
        lines.extend(call.lines().map(|line| (Role::Dim, line.to_owned())));
    }
    cx.show(Sheet { title: "Dry run".to_owned(), lines })
}
