//! What is asked, and its report as far as it is known.

use std::sync::Arc;
use std::time::Duration;

use super::blocks::Block;
use super::reports::{self, At};
use crate::api::limits::WINDOWS;
use crate::api::replies::Answered;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport, PortfolioActivity, PortfolioReport};
use crate::api::{insights, portfolio};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, Lane};
use crate::store::{Loaded, Store, Wants};
use crate::ui::World;
use crate::ui::text::width;

/// How long a report is used without asking again, and how long one for the days of the window before.
const FRESH: Duration = Duration::from_secs(10 * 60);
const PAST: Duration = Duration::from_secs(60 * 60);

/// Places of tabs: of one domain, and of the activity in the portfolio.
pub const DOMAIN: usize = 1;
pub const ACTIVITY: usize = 4;

/// What a report is asked with.
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
    /// Wants its report, and ahead of the user the longer one that holds the window before.
    pub fn want(&self, wants: &mut Wants) {
        self.want_one(wants, Lane::User, FRESH);
        if let Some(longer) = self.longer() {
            longer.want_one(wants, Lane::Ahead, PAST);
        }
    }

    /// The same report over the shortest window that holds the one before too; activity has nothing over time.
    pub fn longer(&self) -> Option<Self> {
        let holds = |days: &&u32| **days == 0 || **days >= self.days * 2;
        let days = WINDOWS.iter().find(holds).filter(|_| self.days > 0 && self.tab != ACTIVITY)?;
        Some(Self { days: *days, ..self.clone() })
    }

    fn want_one(&self, wants: &mut Wants, lane: Lane, fresh_for: Duration) {
        let (days, verified) = (Some(self.days), Some(self.verified));
        let want = match (self.tab, &self.name) {
            (0, _) => wants.want(&insights::Domains { days, verified }, lane),
            (DOMAIN, Some(name)) => wants.want(&insights::Domain { name: name.clone(), days, verified }, lane),
            (2, _) => wants.want(&insights::Inquiries { days }, lane),
            (3, _) => wants.want(&insights::Portfolio { days }, lane),
            (ACTIVITY, _) => wants.want(&portfolio::Activity { days }, lane),
            _ => return,
        };
        want.fresh_for = fresh_for;
    }

    /// `30 days, humans only`, of one domain with its name.
    pub fn words(&self) -> String {
        self.worded(&self.window())
    }

    /// The same with what its figures are compared with: `30 days against the 30 before, humans only`.
    fn compared(&self) -> String {
        let days = self.days;
        if days == 0 || self.tab == ACTIVITY {
            return self.words();
        }
        self.worded(&format!("{days} days against the {days} before"))
    }

    fn worded(&self, window: &str) -> String {
        let about = self.name.as_ref().filter(|_| self.tab == DOMAIN);
        let about = about.map(|name| format!("{} · ", name.unicode())).unwrap_or_default();
        let who = match (self.tab <= DOMAIN, self.verified) {
            (true, true) => ", humans only",
            (true, false) => ", with bots",
            (false, _) => "",
        };
        format!("{about}{window}{who}")
    }

    /// What the figures `shown` answer, in so many cells with what they are compared with where one of them is, and what is
    /// being read in their place.
    pub fn title(&self, shown: &Self, is_compared: bool, cells: usize) -> String {
        let words = shown.words();
        if shown == self {
            let compared = is_compared.then(|| shown.compared());
            compared.filter(|compared| width(compared) <= cells).unwrap_or(words)
        } else if shown.days == self.days {
            format!("{words} · reading {}", self.words())
        } else {
            format!("{words} · reading {}", self.window())
        }
    }

    /// `30 days`.
    pub fn window(&self) -> String {
        if self.days == 0 { "all time".to_owned() } else { format!("{} days", self.days) }
    }

    /// It is the same report, whatever its window.
    pub fn is_alike(&self, other: &Self) -> bool {
        (self.tab, &self.name) == (other.tab, &other.name)
    }
}

/// One report as far as it is known.
pub enum Report<'a> {
    Domains(Loaded<'a, Answered<DomainsReport>>),
    Domain(Loaded<'a, Answered<DomainReport>>),
    Inquiries(Loaded<'a, Answered<InquiriesReport>>),
    Portfolio(Loaded<'a, Answered<PortfolioReport>>),
    Activity(Loaded<'a, Answered<PortfolioActivity>>),
    /// No domain was chosen.
    Nothing,
}

impl<'a> Report<'a> {
    /// What is known of what is asked.
    pub fn of(asked: &Asked, store: &'a Store) -> Self {
        let (days, verified) = (Some(asked.days), Some(asked.verified));
        match (asked.tab, &asked.name) {
            (0, _) => Self::Domains(store.query(&insights::Domains { days, verified })),
            (DOMAIN, Some(name)) => Self::Domain(store.query(&insights::Domain { name: name.clone(), days, verified })),
            (2, _) => Self::Inquiries(store.query(&insights::Inquiries { days })),
            (3, _) => Self::Portfolio(store.query(&insights::Portfolio { days })),
            (ACTIVITY, _) => Self::Activity(store.query(&portfolio::Activity { days })),
            _ => Self::Nothing,
        }
    }

    /// The answer as it came.
    pub fn raw(&self) -> Option<&'a Arc<str>> {
        Some(match self {
            Self::Domains(loaded) => &loaded.value?.raw,
            Self::Domain(loaded) => &loaded.value?.raw,
            Self::Inquiries(loaded) => &loaded.value?.raw,
            Self::Portfolio(loaded) => &loaded.value?.raw,
            Self::Activity(loaded) => &loaded.value?.raw,
            Self::Nothing => return None,
        })
    }

    /// When it came, and why the last try failed.
    pub fn state(&self) -> (Option<Timestamp>, Option<&'a Failure>) {
        match self {
            Self::Domains(loaded) => (loaded.at, loaded.failure),
            Self::Domain(loaded) => (loaded.at, loaded.failure),
            Self::Inquiries(loaded) => (loaded.at, loaded.failure),
            Self::Portfolio(loaded) => (loaded.at, loaded.failure),
            Self::Activity(loaded) => (loaded.at, loaded.failure),
            Self::Nothing => (None, None),
        }
    }

    /// Times are written as of its reading: it tells nothing of what came after.
    pub fn at(&self, asked: &Asked, world: &World<'_>) -> At {
        let now = self.state().0.map_or(world.now, |at| world.noted(at));
        At { now, zone: world.zone, days: asked.days, bots: !asked.verified }
    }

    /// It as blocks.
    pub fn blocks(&self, at: At) -> Option<Vec<Block>> {
        Some(match self {
            Self::Domains(loaded) => reports::domains(&loaded.value?.value, at),
            Self::Domain(loaded) => reports::domain(&loaded.value?.value, at),
            Self::Inquiries(loaded) => reports::inquiries(&loaded.value?.value, at),
            Self::Portfolio(loaded) => reports::portfolio(&loaded.value?.value, at),
            Self::Activity(loaded) => reports::activity(&loaded.value?.value, at),
            Self::Nothing => return None,
        })
    }
}
