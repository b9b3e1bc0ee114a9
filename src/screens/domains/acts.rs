//! What is done to domains: which acts a tab offers, the question before, the call as a dry run.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::api::domains::BulkAction;
use crate::api::{Body, Call, Seen};
use crate::base::{DomainName, capital};
use crate::screens::lookalike;
use crate::store::domains::Pending;
use crate::store::intent::ActOnDomains;
use crate::store::intent::DomainAct;
use crate::store::{DomainKey, DomainRow, DomainTab, Intent, Subject};
use crate::ui::{Args, Confirm, Cx, Effect, Menu, MenuItem, Outcome, Role, Sheet, Tone, World, text};

use super::content::status;
use super::state::Domains;
use super::tabs::TABS;
use super::{value, words};

/// Names shown in a question.
const SAMPLES: usize = 5;
/// Names checked one by one in one go; more are taken in bulk.
const SINGLY: usize = 10;

/// The option that shows the calls instead of making them.
const DRY_RUN: &str = "dry-run";

/// One act on the domains of a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub act: DomainAct,
    /// The tab they were chosen on.
    pub tab: DomainTab,
}

/// The action of the service, the act it stands for, and its words on the `:bulk` line, in the menu and in messages.
const WORDS: &[(BulkAction, DomainAct, &str)] = &[
    (BulkAction::Retry, DomainAct::Retry, "check again"),
    (BulkAction::Delete, DomainAct::Delete, "remove"),
    (BulkAction::Approve, DomainAct::Approve, "approve"),
    (BulkAction::Ignore, DomainAct::Ignore, "ignore"),
    (BulkAction::AddBack, DomainAct::AddBack, "add back"),
];

/// The bulk action an act travels as; checking one by one has none.
fn bulk_action(act: DomainAct) -> Option<BulkAction> {
    WORDS.iter().find(|(_, known, _)| *known == act).map(|(action, ..)| *action)
}

/// The tabs whose acts apply to what a verb acts on: the one shown, or those the opened domain is on.
fn tabs(screen: &Domains, world: &World<'_>) -> Vec<DomainTab> {
    match &screen.list.detail {
        None => vec![screen.shown_tab()],
        Some(_) => screen.current_row(world).map(|row| row.tabs().collect()).unwrap_or_default(),
    }
}

/// The first of these tabs that offers the act.
fn tab_for(screen: &Domains, act: DomainAct, world: &World<'_>) -> Option<DomainTab> {
    let tabs = tabs(screen, world);
    let offers = |tab: &DomainTab| match bulk_action(act) {
        Some(action) => tab.actions().contains(&action),
        // Detected, or held before.
        None => matches!(tab, DomainTab::Detected | DomainTab::Removed),
    };
    tabs.into_iter().find(offers)
}

/// The acts offered here, in the order of the table.
pub fn offered(screen: &Domains, world: &World<'_>) -> Vec<BulkAction> {
    let tabs = tabs(screen, world);
    let here = |action: &BulkAction| tabs.iter().any(|tab| tab.actions().contains(action));
    WORDS.iter().map(|(action, ..)| *action).filter(here).collect()
}

/// Why an act is not possible here; `None` when it is.
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
    Some(format!("{title} offers only: {}.", offers.join(", ")))
}

/// What the token lacks for an act.
fn lacks(act: &Act, world: &World<'_>) -> Option<String> {
    let needed = act.intent(Vec::new()).ability()?;
    let lacks = world.store.session().is_missing(needed);
    lacks.then(|| format!("The token lacks “{}”.{}", needed.0, world.store.session().rest_works()))
}

/// Asks for a check of names of a tab that another screen counts, as of those marked here.
pub fn check_again(tab: DomainTab, keys: &[DomainKey], cx: &mut Cx<'_>) -> Outcome {
    let act = Act { act: DomainAct::Retry, tab };
    if let Some(why) = lacks(&act, &cx.world) {
        return Outcome::Refused(why);
    }
    let index = cx.world.store.domains();
    let is_free = |key: &DomainKey| index.row(*key).is_some_and(|row| row.pending.is_none());
    let free: Vec<DomainKey> = keys.iter().copied().filter(is_free).collect();
    if free.is_empty() {
        return Outcome::Refused(busy(keys, &cx.world));
    }
    let busy = left_out(keys, &free, &cx.world);
    act.ask(&free, busy.as_deref(), cx);
    Outcome::Done
}

/// True where removing is offered.
pub fn offers_delete(screen: &Domains, world: &World<'_>) -> bool {
    offered(screen, world).contains(&BulkAction::Delete)
}

fn word(action: BulkAction) -> &'static str {
    WORDS.iter().find(|(known, ..)| *known == action).map_or("", |(.., word)| *word)
}

/// The same as one word of the `:` line.
fn argument(action: BulkAction) -> String {
    word(action).replace(' ', "-")
}

/// An act as it was typed: with `--dry-run` the calls are only shown. It takes no name, so that nobody believes a typed
/// one to be acted on instead of the rows.
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

/// What an act would be about now; the same whether it is done or only shown.
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

/// Begins an act on the targets: it is asked, or done at once. Old rows are read again before anything is sent.
fn begin(screen: &Domains, act: &Act, keys: &[DomainKey], cx: &mut Cx<'_>) -> Outcome {
    let busy = left_out(&screen.targets(&cx.world), keys, &cx.world);
    act.ask(keys, busy.as_deref(), cx);
    Outcome::Done
}

/// `2 left out, being changed already: a.com, b.com.`
fn left_out(targets: &[DomainKey], keys: &[DomainKey], world: &World<'_>) -> Option<String> {
    if targets.len() == keys.len() {
        return None;
    }
    let go: HashSet<&DomainKey> = keys.iter().collect();
    let out: Vec<&DomainKey> = targets.iter().filter(|key| !go.contains(key)).collect();
    let index = world.store.domains();
    let names = out.iter().take(SAMPLES).filter_map(|key| Some(index.row(**key)?.domain_name().both()));
    let more = if out.len() > SAMPLES { " …" } else { "" };
    let names: Vec<String> = names.collect();
    Some(format!("{} left out, being changed already: {}{more}.", text::grouped(out.len() as u64), names.join(", ")))
}

/// `*` twice marks what is not known here, too: nothing is done to names nobody saw.
fn unread(screen: &Domains, world: &World<'_>) -> Option<String> {
    let everything = screen.list.table().targets().everything.filter(|_| screen.list.detail.is_none())?;
    let (known, of) = screen.reach(world);
    Some(format!(
        "Only {} of {} names are read; wait until all are, or mark the loaded ones with one *.",
        text::grouped(known),
        text::grouped(of.max(everything))
    ))
}

/// Those with which nothing is on its way, and no import a check of them has started is running.
fn free(screen: &Domains, keys: &[DomainKey], world: &World<'_>) -> Vec<DomainKey> {
    let index = world.store.domains();
    let is_free = |row: DomainRow<'_>| {
        let import = screen.results.import_of(&row.domain_name());
        row.pending.is_none() && !import.is_some_and(|id| status::is_running(id, world))
    };
    keys.iter().copied().filter(|key| index.row(*key).is_some_and(is_free)).collect()
}

/// Why nothing can be done with these: something is on its way with all of them.
fn busy(keys: &[DomainKey], world: &World<'_>) -> String {
    let rows = || keys.iter().filter_map(|key| world.store.domains().row(*key));
    let (Some(row), 1) = (rows().next(), keys.len()) else { return "They are all being changed already.".to_owned() };
    let doing = match row.pending {
        Some(Pending::Checking) | None => "checked",
        Some(Pending::Removing) => "removed",
        Some(Pending::Ignoring) => "ignored",
        Some(Pending::Approving | Pending::AddingBack) => "added",
        Some(Pending::Saving) => "changed",
    };
    format!("{} is being {doing} already.", row.domain_name().both())
}

impl Act {
    fn intent(&self, names: Vec<DomainName>) -> Intent {
        Intent::Domains(ActOnDomains { act: self.act, names, tab: self.tab })
    }

    /// Puts the question, or does it where none is asked. `first` is said before what it brings about.
    pub fn ask(&self, keys: &[DomainKey], first: Option<&str>, cx: &mut Cx<'_>) {
        let index = cx.world.store.domains();
        let rows: Vec<DomainRow<'_>> = keys.iter().filter_map(|key| index.row(*key)).collect();
        if rows.is_empty() {
            cx.toast(Tone::Info, "Nothing changed: these domains are not in the list any more.");
            return;
        }
        let names = rows.iter().map(DomainRow::domain_name).collect();
        let intent = self.intent(names);
        let samples = rows.iter().take(SAMPLES).map(|row| sample(row, &cx.world)).collect();
        let Some(mut confirm) = Confirm::of(&intent, samples) else {
            cx.push(Effect::Write(intent));
            return;
        };
        if self.act == DomainAct::Delete {
            let goes = value::goes(&rows, &cx.world);
            confirm.consequence = format!("{} {goes}{}", confirm.consequence, not_read(&rows, &cx.world));
        }
        let like = rows.iter().filter(|row| row.is_international() && row.domain_name().lookalike().is_some()).count();
        confirm.consequence.push_str(&lookalike::among(like, rows.len()));
        confirm.way_back = confirm.way_back.or_else(|| self.way_on().map(str::to_owned));
        if let Some(first) = first {
            confirm.consequence = format!("{first} {}", confirm.consequence);
        }
        cx.confirm(confirm);
    }

    /// What can be done about it later, where that is no undo.
    const fn way_on(&self) -> Option<&'static str> {
        match self.act {
            DomainAct::Retry => Some("Only the state can change."),
            DomainAct::Verify | DomainAct::Approve | DomainAct::AddBack => Some("d removes them again."),
            DomainAct::Delete | DomainAct::Ignore => None,
        }
    }

    /// The calls as they would go out, each as the request line and its body.
    fn calls(&self, names: &[DomainName]) -> Vec<String> {
        let intent = self.intent(names.to_vec());
        let together = intent.rule().together.max(1);
        let items = intent.items();
        items.chunks(together).map(|items| line(&intent.call(items))).collect()
    }
}

/// For how many domains undo cannot write back what they had of their own, as a sentence with a space before.
fn not_read(rows: &[DomainRow<'_>], world: &World<'_>) -> String {
    let unread = |row: &&DomainRow<'_>| world.store.own_settings_at(&Subject::domain(&row.domain_name())).is_none();
    match (rows.iter().filter(unread).count(), rows.len()) {
        (0, _) => String::new(),
        (1, 1) => " What it has of its own was not read, so undo cannot write it back.".to_owned(),
        (unread, _) => {
            let of = text::counted(unread as u64, "name", "names");
            format!(" The own prices and settings of {of} were not read, so undo cannot write them back.")
        }
    }
}

/// A call as people read one: `POST parking/domains/bulk` and the body below.
fn line(call: &Call) -> String {
    let mut words = format!("{} {}", call.endpoint.method.as_str(), call.path);
    for (i, (name, value)) in call.query.iter().enumerate() {
        words.push_str(if i == 0 { "?" } else { "&" });
        let _ = write!(words, "{name}={value}");
    }
    if let Body::Json(body) = &call.body {
        words.push('\n');
        words.push_str(&serde_json::to_string_pretty(body).unwrap_or_default());
    }
    words
}

/// `:bulk remove --dry-run`, `:bulk` for the menu of what this tab offers.
pub fn bulk(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(typed) = args.words.first() else { return menu(screen, cx) };
    // Also the service's own words: `retry`, `delete`.
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

fn sample(row: &DomainRow<'_>, world: &World<'_>) -> String {
    let name = row.domain_name().both();
    let currency = || world.store.currency_of(row.punycode()).unwrap_or_default();
    match row.bin() {
        Seen::Is(price) => format!("{name} · {}", words::money(price, &currency())),
        _ => name,
    }
}
