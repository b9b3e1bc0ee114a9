//! Rows that were last read more than five minutes ago are read again before the user is asked whether they shall go
//! . The question opens when all have been read; any other command in the meantime calls it off.

use crate::api::Page;
use crate::api::domains::{DomainFilter, Get, List};
use crate::api::limits::PER_PAGE;
use crate::base::Timestamp;
use crate::client::{FailureKind, Lane};
use crate::store::{DomainKey, DomainTab, Wants};
use crate::ui::{Tone, World, text};

use super::acts::Act;

/// Seconds a row may be old.
pub const FRESH: i64 = 300;
/// Seconds after which a failure counts: until then it may be one from before.
pub const SETTLED: i64 = 2;
/// Requests on their way at a time.
const AT_ONCE: usize = 8;

/// What is read again, and for what.
#[derive(Clone, Debug)]
pub struct Again {
    pub act: Act,
    pub keys: Vec<DomainKey>,
    /// Rows read from then on count.
    since: Timestamp,
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    /// One request each.
    Name,
    /// All pages of the tab, where that takes fewer requests; the first one not answered yet.
    Page { tab: DomainTab, next: u32, last: u32 },
}

/// How the reading stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Reading,
    /// Everything was read; these are still there.
    Done(Vec<DomainKey>),
    /// It could not be read; a sentence.
    Failed(String),
}

impl Again {
    /// What must be read again before `act` on these; `None` when all rows are fresh.
    pub fn needed(act: &Act, keys: &[DomainKey], tab: Option<DomainTab>, world: &World<'_>) -> Option<Self> {
        let index = world.store.domains();
        let now = local(world);
        let old = keys.iter().filter(|key| index.row(**key).is_none_or(|row| row.read_at().0 + FRESH < now.0)).count();
        if old == 0 {
            return None;
        }
        let pages = tab.and_then(|tab| Some((tab, index.told(tab)?.div_ceil(u64::from(PER_PAGE)).max(1) as u32)));
        let by = match pages {
            Some((tab, last)) if (last as usize) < old => By::Page { tab, next: 1, last },
            _ => By::Name,
        };
        Some(Self { act: act.clone(), keys: keys.to_vec(), since: now, by })
    }

    fn is_fresh(&self, key: DomainKey, world: &World<'_>) -> bool {
        world.store.domains().row(key).is_some_and(|row| row.read_at().0 + FRESH >= self.since.0)
    }

    fn page(tab: DomainTab, page: u32) -> List {
        let filter = DomainFilter { state: tab, ..DomainFilter::default() };
        List { filter, page: Page::new(page, PER_PAGE) }
    }

    /// The rows to be read one by one that no answer has come for.
    fn open_names<'a>(&'a self, world: &'a World<'_>) -> impl Iterator<Item = Get> + 'a {
        let old = self.keys.iter().filter(|key| !self.is_fresh(**key, world));
        let get = old.filter_map(|key| Some(Get { name: world.store.domains().row(*key)?.domain_name() }));
        get.filter(|get| world.store.query(get).failure.is_none_or(|failure| failure.kind != FailureKind::NotFound))
    }

    /// The next requests.
    pub fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        match self.by {
            By::Name => {
                for get in self.open_names(world).take(AT_ONCE) {
                    wants.want(&get, Lane::User).fresh_for = std::time::Duration::ZERO;
                }
            }
            By::Page { tab, next, last } => {
                for page in (next..=last).take(AT_ONCE) {
                    wants.want(&Self::page(tab, page), Lane::User).fresh_for = std::time::Duration::ZERO;
                }
            }
        }
    }

    /// The time from which a failure counts.
    pub fn failures_count_at(&self, world: &World<'_>) -> Timestamp {
        Timestamp(self.since.0 + SETTLED + world.store.session().server_ahead)
    }

    /// Takes what came in meanwhile.
    pub fn step(&mut self, world: &World<'_>) -> Step {
        let counts = world.now >= self.failures_count_at(world);
        if let By::Page { tab, next, last } = &mut self.by {
            while *next <= *last {
                let loaded = world.store.query(&Self::page(*tab, *next));
                if let Some(failure) = loaded.failure.filter(|_| counts && !loaded.loading) {
                    // The list has become shorter since its total was told.
                    if *next > 1 && failure.is_no_such_page() {
                        break;
                    }
                    return Step::Failed(failure.sentence());
                }
                if loaded.at.is_none_or(|at| at < self.since) {
                    return Step::Reading;
                }
                let asked = Self::page(*tab, *next).page;
                *last = loaded.value.map_or(*last, |page| page.next(asked).map_or(*next, |more| more.max(*last)));
                *next += 1;
            }
            return Step::Done(self.keys.iter().copied().filter(|key| self.is_fresh(*key, world)).collect());
        }
        let mut open = false;
        for get in self.open_names(world) {
            let loaded = world.store.query(&get);
            if let Some(failure) = loaded.failure.filter(|_| counts && !loaded.loading) {
                return Step::Failed(failure.sentence());
            }
            open = true;
        }
        if open {
            return Step::Reading;
        }
        Step::Done(self.keys.iter().copied().filter(|key| self.is_fresh(*key, world)).collect())
    }

    /// `Reading 312 domains again before asking: 40 done · esc stops`.
    pub fn note(&self, world: &World<'_>) -> String {
        let all = text::counted(self.keys.len() as u64, "domain", "domains");
        let done = match self.by {
            By::Name => self.keys.iter().filter(|key| self.is_fresh(**key, world)).count() as u64,
            By::Page { next, .. } => u64::from(next - 1) * u64::from(PER_PAGE),
        };
        let done = text::grouped(done);
        format!("Reading {all} again before asking, because they were read long ago: {done} done · esc stops")
    }
}

/// The present time by the clock answers are stamped with.
fn local(world: &World<'_>) -> Timestamp {
    Timestamp(world.now.0 - world.store.session().server_ahead)
}

/// What the screen does once the reading came to an end.
pub fn go_on(screen: &mut super::state::Domains, cx: &mut crate::ui::Cx<'_>) {
    let Some(mut again) = screen.again.take() else { return };
    match again.step(&cx.world) {
        Step::Reading => screen.again = Some(again),
        Step::Failed(why) => {
            cx.toast(Tone::Warn, format!("They could not be read again, so nothing was asked or done: {why}"));
        }
        Step::Done(keys) => {
            let gone = again.keys.len() - keys.len();
            let left_out = (gone > 0).then(|| {
                let gone = text::counted(gone as u64, "domain is", "domains are");
                format!("{gone} no longer here and left out.")
            });
            again.act.ask(&keys, left_out.as_deref(), cx);
        }
    }
}
