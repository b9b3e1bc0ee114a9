//! Page of Home as the last run left it. The first frame of the next run shows it until the disk has sent all data for
//! a new page.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Block, Digest, Lead, Name, SHOWN, Since, Sources, Visits, run};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone, grouped, span_words};
use crate::store::disk::{FirstReads, Places, first_home};
use crate::store::score::Weights;
use crate::store::{Known, Store};

/// Most seconds between the times of two pages made from the same answers. They can differ, because each run compares
/// its clock with the service's anew.
const SAME: u64 = 60;

/// Page with its leads in words. Words that depend on the time of day are left out, because the next run starts at
/// another time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// True when offers and buyers were masked.
    covered: bool,
    digest: Digest,
    /// Waiting inquiries at the top of the page.
    leads: Vec<(Id<Inquiry>, Lead)>,
}

/// Number of waiting inquiries when the page was last kept. It is all that is shown of an account that is not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waited {
    pub many: u64,
    pub at: Timestamp,
}

impl Waited {
    /// Words such as `3 inquiries waiting 2 hours ago`.
    pub fn words(self, now: Timestamp) -> String {
        let what = match self.many {
            0 => "nothing waiting".to_owned(),
            1 => "1 inquiry waiting".to_owned(),
            many => format!("{} inquiries waiting", grouped(many)),
        };
        match now.0 - self.at.0 {
            ..60 => format!("{what} just now"),
            age => format!("{what} {} ago", span_words(age.unsigned_abs())),
        }
    }
}

/// Number of waiting inquiries in an account when its last run ended, from its own files.
pub fn waited(places: &Places) -> Option<Waited> {
    first_home::<Picture>(&FirstReads::of(places))?.waited()
}

impl Picture {
    /// Number of waiting inquiries; `None` unless it is exact.
    pub fn waited(&self) -> Option<Waited> {
        let many = *self.digest.line(Name::Waiting)?.figure.whole()?;
        Some(Waited { many, at: self.digest.reading.until? })
    }

    /// Page as it is now; `None` while some of its data was never read.
    pub fn of(store: &Store, at: (Timestamp, Zone)) -> Option<Self> {
        Self::with(&mut Sources::default(), store, at)
    }

    fn with(sources: &mut Sources, store: &Store, (now, zone): (Timestamp, Zone)) -> Option<Self> {
        let spans = Visits::of(store.notes()).spans(now);
        let since = spans.first().copied().unwrap_or_else(|| Since::hours_before(now, 24));
        let mut digest = sources.digest(store, Weights::in_force(store.notes()), since, (now, zone))?;
        digest.reading.until?;
        let lead = |id: &Id<Inquiry>| Some((*id, digest.lead(*id, sources.leads(), store, now, usize::MAX)?));
        let leads = digest.waiting.iter().take(SHOWN).filter_map(lead).collect();
        for line in &mut digest.lines {
            // These words depend on the time of day, or quote a note; notes are kept only in their own file.
            if matches!(line.block, Block::Answer | Block::Due | Block::Days) {
                line.beside.clear();
            }
        }
        Some(Self { covered: store.session().redact, digest, leads })
    }

    /// Page for a run that starts now, in which things are new since `since`: counts of new things are shown as being
    /// read.
    pub fn page(&self, since: Since) -> Digest {
        let mut digest = self.digest.clone();
        digest.since = Some(since);
        digest.reading.inquiries_from = None;
        digest.lines.retain(|line| line.block != Block::Since || line.name == Name::New);
        for line in digest.lines.iter_mut().filter(|line| line.block == Block::Since) {
            line.figure = Known::Reading;
            line.beside.clear();
        }
        digest.waiting = self.leads.iter().map(|(id, _)| *id).collect::<Vec<_>>().into();
        digest
    }

    /// Completes figures of a digest that was made from the same answers with those of the last run, because the disk
    /// does not keep that a list was read to its end. The queue is made again, because it may be longer.
    pub fn complete(&self, digest: &mut Digest, (sources, store, now): (&Sources, &Store, Timestamp)) {
        let apart = self.digest.reading.until.zip(digest.reading.until).map(|(own, of)| own.0.abs_diff(of.0));
        if apart.is_none_or(|apart| apart > SAME) {
            return;
        }
        for line in digest.lines.iter_mut().filter(|line| line.figure.whole().is_none()) {
            let known = self.digest.line(line.name).filter(|known| known.list == line.list);
            if let Some(known) =
                known.filter(|known| known.figure.whole().is_some() && known.figure.value() >= line.figure.value())
            {
                (line.figure, line.words) = (known.figure.clone(), known.words.clone());
                if !known.beside.is_empty() {
                    line.beside.clone_from(&known.beside);
                }
            }
        }
        digest.queue = run::queue(digest, sources.leads(), store, now);
    }

    /// Waiting inquiries at the top of the page.
    pub fn leads(&self) -> &[(Id<Inquiry>, Lead)] {
        &self.leads
    }

    /// Puts this page, which was read before any thread was started, into the store.
    pub fn put_into(self, store: &mut Store) {
        store.shown.version += 1;
        store.shown.made.put(Arc::new(self));
    }

    /// Page that the last run left; `None` once the disk has sent all data for a new page, or where the masking
    /// differs.
    pub fn of_last_run(store: &Store) -> Option<Arc<Self>> {
        if is_told(store) {
            return None;
        }
        store.shown.made.get::<Arc<Self>>().filter(|picture| picture.covered == store.session.redact)
    }

    /// Keeps the page for the first frame of the next start and for `parkade digest`. Called when the account is
    /// closed and from time to time before. Returns the number of waiting inquiries.
    pub fn keep(store: &Store, at: (Timestamp, Zone)) -> Option<Waited> {
        Self::keep_with(&mut Sources::default(), store, at)
    }

    fn keep_with(sources: &mut Sources, store: &Store, at: (Timestamp, Zone)) -> Option<Waited> {
        let disk = store.disk.as_ref().filter(|_| is_told(store))?;
        let picture = Self::with(sources, store, at)?;
        disk.put_first_home(&picture);
        picture.waited()
    }
}

/// True when the disk has sent all data for the page.
fn is_told(store: &Store) -> bool {
    store.opening.inquiries.is_told() && store.opening.domains.is_told() && store.notes.is_read()
}

/// Page that is made to be kept, one part at a time, so that no key press waits for the whole page.
#[derive(Debug, Default)]
pub struct Sketch {
    sources: Sources,
    parts: u8,
}

impl Sketch {
    /// Makes the next part of the page; true once the page is kept.
    pub fn go_on(&mut self, store: &Store, at: (Timestamp, Zone)) -> bool {
        if store.disk.is_some() && is_told(store) && self.sources.prepare(self.parts, store, at.0) {
            self.parts += 1;
            return false;
        }
        Picture::keep_with(&mut self.sources, store, at);
        true
    }
}
