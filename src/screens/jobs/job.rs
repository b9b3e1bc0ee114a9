//! What imports and exports share: their state in words, their progress, how often they are read.

use std::borrow::Cow;
use std::time::Duration;

use crate::api::Seen;
use crate::base::{Timestamp, clean_line};
use crate::store::Every;
use crate::store::lists::jobs::{Job, JobList, Known};
use crate::ui::text::span;
use crate::ui::widgets::progress;
use crate::ui::widgets::table::{CellText, Column, Exact};
use crate::ui::{Role, World};

use super::row::Cells;

/// Width of a progress bar in a table.
const BAR: usize = 16;

/// Pace of reading lists and exports while something in them runs.
pub const RUNNING: Every = Every::BackingOff(Duration::from_secs(2), Duration::from_secs(10));
/// Pace of reading visible lists while nothing runs: another program or the site may start something.
pub const IDLE: Every = Every::BackingOff(Duration::from_secs(15), Duration::from_secs(60));
/// Pace for jobs that have run for so long that nobody waits for them.
const QUIET: Every = Every::BackingOff(Duration::from_secs(5 * 60), Duration::from_secs(5 * 60));

/// Column of text. Jobs are always in the order of their numbers, so it cannot be sorted by.
pub const fn text(id: &'static str, title: &'static str, cells: (u16, u16), keep: u8) -> Column {
    Column::text(id, title, cells, keep).unsorted()
}

/// Column of numbers or ages.
pub const fn figure(id: &'static str, title: &'static str, cells: (u16, u16), keep: u8) -> Column {
    Column::figure(id, title, cells, keep).unsorted()
}

/// Pace of reading a running job.
pub fn pace<T: Job>(known: &Known<T>, near: Every, world: &World<'_>) -> Every {
    if known.is_quiet(world.now) { QUIET } else { near }
}

/// Number of jobs at the service, and of those that run.
pub fn counts<T: Job>(list: &JobList<T>) -> [crate::store::Known<u64>; 2] {
    [list.list.total().into(), list.how_many_run()]
}

/// True while the job runs, and the time it ended.
pub fn course<T: Job>(known: Option<&Known<T>>) -> (bool, Option<Timestamp>) {
    let job = known.map(Known::job);
    (job.is_some_and(|job| !job.is_over()), job.and_then(Job::finished))
}

/// Words for the state of a job; `sent` is the service's own word.
pub fn standing<T: Job>(
    known: &Known<T>,
    sent: Option<&str>,
    finished: (&'static str, Role),
    now: Timestamp,
) -> (Cow<'static, str>, Role) {
    match sent {
        Some("pending") => (going(known, "queued", now), Role::Dim),
        Some("running") => (going(known, "running", now), Role::Accent),
        Some("finished") => (finished.0.into(), finished.1),
        Some("failed") => ("failed".into(), Role::Bad),
        Some(word) => (clean_line(word).into_owned().into(), Role::Warn),
        None => ("?".into(), Role::Warn),
    }
}

/// Word for a running job; if it has made no progress for long, with its age: `running 2h`.
fn going<T: Job>(known: &Known<T>, word: &'static str, now: Timestamp) -> Cow<'static, str> {
    match known.job().started().or(known.job().queued()) {
        Some(since) if known.is_quiet(now) => {
            let ran = span(now.0.saturating_sub(since.0));
            format!("{word} {}", ran.split(' ').next().unwrap_or_default()).into()
        }
        _ => word.into(),
    }
}

/// Count of an answer; `None` if the service sent none.
pub fn count(field: &Seen<i64>) -> Option<u64> {
    field.copied().and_then(|count| u64::try_from(count).ok())
}

/// Words for the time a job will probably take.
pub fn left_words(seconds: i64) -> String {
    // An estimate in minutes needs no seconds.
    let rounded = if seconds >= 600 { seconds / 60 * 60 } else { seconds };
    format!("~{}", span(rounded))
}

impl Cells<'_> {
    /// Age of a time.
    pub fn age(&self, at: &Seen<Timestamp>) -> CellText<'static> {
        CellText::age(at.copied(), self.world.now, self.world.zone)
    }

    /// Cell of the progress: a bar while the job runs, and how far it came when it failed.
    pub fn progress<T: Job>(&self, known: &Known<T>, failed: bool) -> CellText<'static> {
        let share = known.job().share();
        match share {
            Some(share) if !known.job().is_over() && known.job().started().is_some() => {
                CellText::new(progress::bar(share, BAR, self.glyphs), Role::Accent)
            }
            // `at 100 %` would not say where it failed.
            Some(share) if failed && progress::percent(share) < 100 => {
                CellText::new(format!("at {} %", progress::percent(share)), Role::Dim)
            }
            _ if known.job().is_over() => CellText::default(),
            _ => CellText::new("waiting", Role::Dim),
        }
        .exact(share.map_or(Exact::None, Exact::number))
    }

    /// Cell of the time left, `~40s`; empty while it is unknown.
    pub fn left<T: Job>(&self, known: &Known<T>) -> CellText<'static> {
        let cell = |left| CellText::new(left_words(left), Role::Dim).exact(left);
        known.left(self.world.now).map_or_else(CellText::default, cell)
    }
}
