//! Visits and inquiry rate of the last 30 days as columns of the list. Two reports have the figures of the most visited
//! domains. For other domains, marked or in view, one report each is read; it also has the visits by day.

use std::time::Duration;

use crate::api::insights;
use crate::base::{DomainName, Timestamp, not_one_of};
use crate::client::{Failure, Lane};
use crate::store::lists::visits::{DAYS, of_name};
use crate::store::{Store, Wants};
use crate::ui::widgets::notice;
use crate::ui::{Args, Cx, Outcome, Tone, World, list, text};

use super::state::{Domains, USUAL};

/// Columns of `:join`. That of visits is also shown while the list is sorted by it.
pub const COLUMNS: &[&str] = &[VISITS, "rate", "days"];
pub const VISITS: &str = "visits";
/// Most domains read one by one for one `:join`, and the number read at a time.
const MOST: usize = 100;
const AT_ONCE: usize = 3;
/// Age up to which a figure is not read again.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// Traffic that `:join` asked for.
#[derive(Debug)]
pub struct Joined {
    /// Marked domains read one by one, because the reports on all have no row for them.
    names: Vec<DomainName>,
    /// Time of `:join`. Figures from before it are read again.
    since: Timestamp,
}

fn domains() -> insights::Domains {
    insights::Domains { days: Some(DAYS), verified: Some(true) }
}

fn inquiries() -> insights::Inquiries {
    insights::Inquiries { days: Some(DAYS) }
}

/// Wants the report with the visits of the most visited domains.
pub fn most_visited(wants: &mut Wants) {
    wants.want(&domains(), Lane::Ahead).fresh_for = FRESH;
}

/// Runs `:join` and `:join off`.
pub fn join(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.text.trim() {
        "" => {}
        "off" if screen.joined.is_none() => return Outcome::Refused("No columns are joined.".to_owned()),
        "off" => {
            screen.joined = None;
            let table = screen.list.table_mut();
            if table.sort().is_some_and(|(column, _)| COLUMNS.contains(&column)) {
                table.set_sort(USUAL.0, Some(USUAL.1));
            }
            for column in COLUMNS {
                table.show_column(column, false);
            }
            list::take_rows(screen, &cx.world);
            cx.toast(Tone::Info, "Visits and inquiry rate are hidden; :join shows them again.");
            return Outcome::Done;
        }
        word => return Outcome::Refused(not_one_of("argument", word, &["off"])),
    }
    let (index, store) = (cx.world.store.domains(), cx.world.store);
    let since = Timestamp(cx.world.now.0 - FRESH.as_secs() as i64);
    let targets = screen.list.table().targets();
    let marked = if targets.marked { targets.ids } else { Vec::new() };
    let names = marked.iter().filter_map(|key| Some(index.row(*key)?.domain_name()));
    let open: Vec<DomainName> = names.filter(|name| !is_read(store, name, since)).collect();
    let many = text::counted(open.len() as u64, "marked domain", "marked domains");
    let words = match open.len() {
        0 if targets.marked => "The visits of the marked domains are known.".to_owned(),
        0 => "Reading the visits of the most visited domains, then of the rows in view".to_owned(),
        1..=MOST => format!("Reading the visits of {many}"),
        _ => format!("Reading the visits of {MOST} of {many} · :join again reads more"),
    };
    cx.toast(Tone::Info, words);
    screen.joined = Some(Joined { names: open.into_iter().take(MOST).collect(), since });
    list::take_rows(screen, &cx.world);
    Outcome::Done
}

/// True when both figures of the domain were read after `since`.
fn is_read(store: &Store, name: &DomainName, since: Timestamp) -> bool {
    store.visits().of(name.punycode()).is_some_and(|figure| figure.inquiries.is_some() && figure.at > since)
}

impl Joined {
    /// Domains still to be read one by one.
    fn open<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = &'a DomainName> {
        let is_open =
            |name: &&DomainName| !is_read(store, name, self.since) && store.query(&of_name(name)).failure.is_none();
        self.names.iter().filter(is_open)
    }

    /// Wants the figures not known yet: of marked domains first, then of those in view.
    pub fn wants(&self, in_view: impl Iterator<Item = DomainName>, world: &World<'_>, wants: &mut Wants) {
        let store = world.store;
        most_visited(wants);
        wants.want(&inquiries(), Lane::Ahead).fresh_for = FRESH;
        let (visits, asked) = (store.query(&domains()), store.query(&inquiries()));
        if (visits.value.is_some() || visits.failure.is_some()) && (asked.value.is_some() || asked.failure.is_some()) {
            let mut open: Vec<(DomainName, Lane)> =
                self.open(store).take(AT_ONCE).map(|name| (name.clone(), Lane::Ahead)).collect();
            let is_unread = |name: &DomainName| {
                store.visits().of(name.punycode()).is_none() && store.query(&of_name(name)).failure.is_none()
            };
            let seen = in_view.filter(is_unread).map(|name| (name, Lane::Background));
            open.extend(seen.take(AT_ONCE - open.len()));
            for (name, lane) in open {
                wants.want(&of_name(&name), lane).fresh_for = FRESH;
            }
        }
    }

    /// Progress of reading marked domains one by one.
    pub fn reading(&self, world: &World<'_>) -> Option<String> {
        let (open, of) = (self.open(world.store).count(), self.names.len());
        if open > 0 {
            let done = text::grouped(of - open);
            return Some(format!("Reading visits: {done} of {} marked domains.", text::grouped(of)));
        }
        let store = world.store;
        let waits = store.query(&domains()).loading || store.query(&inquiries()).loading;
        (waits && store.visits().is_empty()).then(|| "Reading visits.".to_owned())
    }

    /// Number of domains with figures and the age of these, or the reason there are none.
    pub fn note(&self, world: &World<'_>) -> Option<String> {
        let (store, visits) = (world.store, world.store.visits());
        let failed = || {
            let alone = self.names.iter().filter_map(|name| store.query(&of_name(name)).failure);
            store.query(&domains()).failure.into_iter().chain(alone).next()
        };
        let why = |failure: &Failure| format!("Not all visits are read: {}.", notice::failure_words(failure).0);
        let known = visits.oldest().map(|oldest| {
            let age = text::ago(&oldest.age(world.now, world.zone).text);
            let many = text::counted(visits.len() as u64, "domain", "domains");
            format!("Visits and inquiry rate of {many}, read {age}; others are read as they come into view")
        });
        failed().map(why).or(known)
    }
}
