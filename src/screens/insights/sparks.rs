//! Figures of single domains for the report on all domains, taken from the reports on each: visits by day, and visits
//! of the window before.

use super::asked::Asked;
use super::blocks::{Block, Opens, Row, Rows, Worth};
use super::catalogue::DOMAINS;
use crate::api::{Request as _, insights};
use crate::base::{DomainName, Timestamp, title_of};
use crate::client::Lane;
use crate::screens::traffic;
use crate::store::lists::daily;
use crate::store::lists::visits::{BY_DOMAIN, DAYS, FEWEST, of_name};
use crate::store::{Store, Wants};
use crate::ui::World;

/// Most domains whose days are read for the report, however many it lists.
const MOST: usize = 50;

impl Asked {
    /// True when this question has the same window as the reports on single domains that are read for it.
    pub(super) fn is_of_own_reports(&self) -> bool {
        self.tab == DOMAINS && self.verified && self.days == DAYS
    }

    /// Number of days that a row has room for, the first and the last in part. `None` for longer windows, which have
    /// too many days, and for visits with bots, which single reports read here do not count.
    fn days_of_a_row(&self) -> Option<usize> {
        ((self.tab == DOMAINS || self.chooses()) && self.verified && (1..=DAYS).contains(&self.days))
            .then_some(self.days as usize + 1)
    }
}

/// True unless the token is known to lack the ability for reports on single domains.
pub(super) fn may_read(store: &Store) -> bool {
    store.session().missing_for(insights::Domain::ENDPOINT).is_none()
}

/// Domain of a row whose days are shown.
fn name(row: &Row) -> Option<&DomainName> {
    row.opens
        .as_ref()
        .filter(|_| row.has_days())
        .and_then(|opens| if let Opens::Domain(name) = opens { Some(name) } else { None })
}

/// Domains whose days are read.
fn names(rows: &Rows) -> impl Iterator<Item = &DomainName> {
    rows.rows.iter().filter_map(name).take(MOST)
}

/// Gives the rows of domains their days, as far as these were read, and makes room in the table for the others.
pub fn fill(blocks: &mut [Block], asked: &Asked, store: &Store, now: Timestamp) {
    let Some(days) = asked.days_of_a_row().filter(|_| may_read(store)) else { return };
    for block in blocks {
        let Block::Rows(rows) = block else { continue };
        if rows.title != title_of(BY_DOMAIN) || names(rows).next().is_none() {
            continue;
        }
        rows.days = days;
        if rows.rows.iter().any(|row| row.hits > 0 && !row.has_days() && matches!(row.opens, Some(Opens::Domain(_)))) {
            rows.say(&format!("Days stand beside names with {FEWEST} visits or more."));
        }
        if rows.rows.iter().filter_map(name).nth(MOST).is_some() {
            rows.say(&format!("Days stand beside the first {MOST} names; enter opens another name with its own."));
        }
        for row in &mut rows.rows {
            let known = name(row).map(|name| store.visits().by_day(name.punycode(), now)).unwrap_or_default();
            row.days = daily::line(&known[known.len().saturating_sub(days)..]);
        }
    }
}

/// Wants the days of the first domains of a visible table.
pub fn want(rows: &Rows, world: &World<'_>, wants: &mut Wants) {
    if rows.days > 0 && may_read(world.store) {
        for name in names(rows) {
            wants.want(&of_name(name), Lane::Background).fresh_for = traffic::FRESH;
        }
    }
}

/// Wants the reports on domains that seem to rise or fall, which have the window before.
pub fn want_moved(worth: &Worth, asked: &Asked, world: &World<'_>, wants: &mut Wants) {
    if !asked.is_of_own_reports() || !may_read(world.store) {
        return;
    }
    for name in moved(worth).take(MOST) {
        wants.want(&of_name(name), Lane::Background).fresh_for = traffic::FRESH;
    }
}

/// Number of domains that seem to rise or fall whose own report could not be read.
pub fn failed(blocks: &[Block], store: &Store) -> usize {
    let worth = blocks.iter().filter_map(|block| if let Block::Worth(worth) = block { Some(worth) } else { None });
    worth.flat_map(moved).filter(|name| store.query(&of_name(name)).failure.is_some()).count()
}

/// Domains that seem to rise or fall.
fn moved(worth: &Worth) -> impl Iterator<Item = &DomainName> {
    let names = worth.lines.iter().filter_map(|line| match &line.opens {
        Opens::Names(_, names) => Some(names),
        _ => None,
    });
    names.flatten().map(|(name, _)| name)
}
