//! The question of a report, and the report as far as it is known.

use std::sync::Arc;
use std::time::Duration;

use super::blocks::Block;
use super::catalogue::{DOMAIN, DOMAINS, REPORTS, Report};
use super::reports::At;
use crate::api::limits::WINDOWS;
use crate::base::{DomainName, title_of};
use crate::client::Lane;
use crate::store::lists::visits::BY_DOMAIN;
use crate::store::{Loaded, Store, Wants};
use crate::ui::World;
use crate::ui::text::width;

/// Ages up to which a report, and the one with the window before, are used without reading them again.
const FRESH: Duration = Duration::from_secs(10 * 60);
const PAST: Duration = Duration::from_secs(60 * 60);
/// Divisor: a domain's name is the heading at the left only if it takes at most a third of the line that the title
/// leaves, as in [`crate::ui::widgets::tabs::TopLine`].
const NAMED: usize = 3;
/// Cells kept free beside the domain's name.
const BESIDE: usize = 5;

/// Question a report answers: which report, over how many days, with or without bots, about which domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub tab: usize,
    pub days: u32,
    pub verified: bool,
    pub name: Option<DomainName>,
}

impl Default for Asked {
    fn default() -> Self {
        Self { tab: 0, days: 30, verified: true, name: None }
    }
}

impl Asked {
    /// Wants the report, and ahead of need the longer one, which contains the window before.
    pub fn want(&self, wants: &mut Wants) {
        self.answered_by().want(self, wants, Lane::User, FRESH);
        if let Some(longer) = self.longer() {
            longer.report().want(&longer, wants, Lane::Ahead, PAST);
        }
    }

    /// Question for the same report over the shortest window that also contains the window before; `None` when there is
    /// nothing to compare with.
    pub fn longer(&self) -> Option<Self> {
        let holds = |days: &&u32| **days == 0 || **days >= self.days * 2;
        let compares = self.days > 0 && self.report().named().compares && !self.chooses();
        let days = WINDOWS.iter().find(holds).filter(|_| compares)?;
        Some(Self { days: *days, ..self.clone() })
    }

    /// Report of this question in the catalogue.
    pub fn report(&self) -> &'static dyn Report {
        REPORTS[self.tab]
    }

    /// True when the report on a domain is in front and no domain is chosen yet. It then lists the visited domains.
    pub fn chooses(&self) -> bool {
        self.tab == DOMAIN && self.name.is_none()
    }

    /// Report whose answer is shown.
    fn answered_by(&self) -> &'static dyn Report {
        if self.chooses() { REPORTS[DOMAINS] } else { self.report() }
    }

    /// Domain the report is about.
    pub fn domain(&self) -> Option<&DomainName> {
        self.name.as_ref().filter(|_| self.tab == DOMAIN)
    }

    /// Answer of the report, as far as it is known.
    pub fn read<'a>(&self, store: &'a Store) -> Option<Loaded<'a, Arc<str>>> {
        self.answered_by().read(self, store)
    }

    /// Blocks of the report.
    pub fn blocks(&self, world: &World<'_>) -> Option<Vec<Block>> {
        let mut blocks = self.answered_by().blocks(self, world.store, self.at(world))?;
        if self.chooses() {
            let by_domain = title_of(BY_DOMAIN);
            blocks.retain(|block| matches!(block, Block::Rows(rows) if rows.title == by_domain));
            let words = "No domain is chosen. Enter on a domain opens its report, :insights example.com that of any.";
            blocks.insert(0, Block::Words(words.to_owned()));
        }
        Some(blocks)
    }

    /// Time settings of the report. Ages are as of its reading, since it says nothing about later times.
    pub fn at(&self, world: &World<'_>) -> At {
        let read = self.read(world.store).and_then(|loaded| loaded.at);
        let now = read.map_or(world.now, |at| world.noted(at));
        At { now, zone: world.zone, days: self.days, bots: !self.verified }
    }

    /// Words of the question: `30 days, humans only`, with the name for one domain.
    pub fn words(&self) -> String {
        format!("{}{}", self.about(), self.worded(&self.window()))
    }

    /// Words with the window the figures are compared with: `30 days against the 30 before, humans only`.
    fn compared(&self) -> String {
        let days = self.days;
        if days == 0 || !self.report().named().compares {
            return self.worded(&self.window());
        }
        self.worded(&format!("{days} days against the {days} before"))
    }

    fn about(&self) -> String {
        self.domain().map(|name| format!("{} · ", name.unicode())).unwrap_or_default()
    }

    fn worded(&self, window: &str) -> String {
        let who = match (self.report().named().counts_bots, self.verified) {
            (true, true) => ", humans only",
            (true, false) => ", with bots",
            (false, _) => "",
        };
        format!("{window}{who}")
    }

    /// Heading and title of figures that answer the question `shown`, in a line of `line` cells of which the tabs take
    /// `tabs`. A domain's name is the heading at the left, or begins the title if there is no room.
    pub fn titled(&self, shown: &Self, is_compared: bool, (line, tabs): (usize, usize)) -> (Option<&str>, String) {
        let name = self.domain().map(DomainName::unicode);
        let cells = name.map_or(0, |name| width(name) + BESIDE);
        let title = self.title(shown, is_compared, false, line.saturating_sub(tabs + cells));
        let heading = name.filter(|name| width(name) * NAMED + width(&title) + BESIDE <= line);
        if name.is_some() && heading.is_none() {
            return (None, self.title(shown, is_compared, true, line.saturating_sub(tabs)));
        }
        (heading, title)
    }

    /// Title of figures that answer the question `shown`. If the window they are compared with fits into `cells`, it is
    /// added; if another question is being read, that is named. With `named`, the title begins with the domain.
    fn title(&self, shown: &Self, is_compared: bool, named: bool, cells: usize) -> String {
        let about = if named { shown.about() } else { String::new() };
        let told = |asked: &Self| asked.worded(&asked.window());
        let words = format!("{about}{}", told(shown));
        if shown == self {
            let compared = is_compared.then(|| format!("{about}{}", shown.compared()));
            compared.filter(|compared| width(compared) <= cells).unwrap_or(words)
        } else if shown.days == self.days {
            format!("{words} · reading {about}{}", told(self))
        } else {
            format!("{words} · reading {}", self.window())
        }
    }

    /// Words for the window: `30 days`.
    pub fn window(&self) -> String {
        if self.days == 0 { "all time".to_owned() } else { format!("{} days", self.days) }
    }

    /// True when both are the same report, over any window.
    pub fn is_alike(&self, other: &Self) -> bool {
        (self.tab, &self.name) == (other.tab, &other.name)
    }
}
