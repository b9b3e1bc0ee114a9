//! Answers by request: for each the newest, its age, whether a request for it is running, and why the last try failed.

use std::any::Any;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::api::{Call, Request, Resource};
use crate::base::Timestamp;
use crate::client::{Failure, FailureKind};

use super::budget;
use super::keys::Keys;

/// Most answers kept in memory. Beyond that the answer used longest ago is dropped, unless a screen wants it; the disk
/// keeps more.
const MOST: usize = 256;

/// Answer to a query, as far as it is known.
#[derive(Debug)]
pub struct Loaded<'a, T> {
    pub value: Option<&'a T>,
    /// Time `value` was answered.
    pub at: Option<Timestamp>,
    /// True while a request for the answer is on its way.
    pub loading: bool,
    /// Reason why the last try failed; `value` is then from the last try that worked.
    pub failure: Option<&'a Failure>,
    /// True if `value` comes from an earlier run of the program.
    pub from_disk: bool,
    /// True if something changed at the service since `value` was asked for.
    pub stale: bool,
}

impl<'a, T> Loaded<'a, T> {
    /// The answer reduced to a part of its value.
    pub fn map<P>(self, part: impl FnOnce(&'a T) -> &'a P) -> Loaded<'a, P> {
        let Self { value, at, loading, failure, from_disk, stale } = self;
        Loaded { value: value.map(part), at, loading, failure, from_disk, stale }
    }
}

#[derive(Debug, Default)]
pub(in crate::store) struct Slot {
    value: Option<Arc<dyn Any + Send + Sync>>,
    at: Option<Timestamp>,
    from_disk: bool,
    failure: Option<Failure>,
    loading: bool,
    generation: u64,
    /// Value of `Queries::count` when the running request was begun.
    began: u64,
    /// The store's clock when the running request was begun.
    began_clock: u64,
    /// Value of `Queries::count` when the answer was last made stale; `None` while it is not stale.
    stale_at: Option<u64>,
    about: &'static [Resource],
    /// Value of `Queries::count` when the answer was last asked for, taken or read.
    used: Cell<u64>,
    /// True when the answer was among those given to the last [`Queries::wanted`].
    wanted: bool,
    /// Hash of the body of the newest answer. A repeated body changes nothing.
    body: Option<u64>,
    /// Length of that body in bytes.
    bytes: usize,
}

/// All answers in memory, by the key of their request.
#[derive(Debug, Default)]
pub struct Queries {
    slots: HashMap<String, Slot>,
    count: u64,
    /// Keys made stale since they were last taken.
    made_stale: BTreeSet<String>,
    keys: Keys,
}

impl Queries {
    /// Answer to a request.
    pub fn of<R: Request>(&self, request: &R) -> Loaded<'_, R::Reply> {
        self.loaded(&self.keys.of(request))
    }

    pub fn loaded<T: 'static>(&self, key: &str) -> Loaded<'_, T> {
        let Some(slot) = self.slots.get(key) else {
            return Loaded { value: None, at: None, loading: false, failure: None, from_disk: false, stale: false };
        };
        slot.used.set(self.count);
        Loaded {
            value: slot.value.as_ref().and_then(|value| value.downcast_ref()),
            at: slot.at,
            loading: slot.loading,
            failure: slot.failure.as_ref(),
            from_disk: slot.from_disk,
            stale: slot.stale_at.is_some(),
        }
    }

    /// Marks the answers that screens use now. They are never dropped to make room.
    pub fn wanted<'a>(&mut self, keys: impl IntoIterator<Item = &'a str>) {
        for slot in self.slots.values_mut() {
            slot.wanted = false;
        }
        for key in keys {
            if let Some(slot) = self.slots.get_mut(key) {
                slot.wanted = true;
            }
        }
    }

    /// Notes that a request was started.
    pub fn begin(&mut self, key: &str, generation: u64, clock: u64) {
        self.count += 1;
        let count = self.count;
        self.make_room();
        let slot = self.slots.entry(key.to_owned()).or_default();
        slot.loading = true;
        slot.generation = slot.generation.max(generation);
        slot.began = count;
        slot.began_clock = clock;
        slot.failure.take_if(|failure| failure.kind == FailureKind::Cancelled);
        (slot.used, slot.wanted) = (Cell::new(count), true);
    }

    pub fn generation(&self, key: &str) -> u64 {
        self.slots.get(key).map_or(0, |slot| slot.generation)
    }

    /// Value of the store's clock when the newest request for `key` was started; 0 if none was.
    pub fn began_clock(&self, key: &str) -> u64 {
        self.slots.get(key).map_or(0, |slot| slot.began_clock)
    }

    /// Takes the result of a request. False, without taking it, when a newer request runs or was answered.
    pub fn accept(
        &mut self,
        call: &Call,
        key: &str,
        generation: u64,
        at: Timestamp,
        result: Result<Arc<dyn Any + Send + Sync>, Failure>,
    ) -> bool {
        self.count += 1;
        let count = self.count;
        let slot = self.slots.entry(key.to_owned()).or_default();
        if generation < slot.generation {
            return false;
        }
        slot.generation = generation;
        slot.loading = false;
        slot.used = Cell::new(count);
        slot.about = call.endpoint.about;
        match result {
            Ok(value) => {
                slot.value = Some(value);
                slot.at = Some(at);
                slot.from_disk = false;
                slot.failure = None;
                // An answer may lack a change that was made while its request was on the way.
                slot.stale_at = slot.stale_at.filter(|stale| *stale > slot.began);
            }
            // Cancelled because no screen wanted the answer any more: this is not shown as a failure.
            Err(failure) if failure.kind == FailureKind::Cancelled && !slot.wanted => {}
            Err(failure) => slot.failure = Some(failure),
        }
        true
    }

    /// Notes the body of the answer just taken. True when it differs from the body before, or when this is not known.
    pub fn note_body(&mut self, key: &str, body: Option<&[u8]>) -> bool {
        let hash = body.map(|body| {
            let mut hasher = DefaultHasher::new();
            body.hash(&mut hasher);
            hasher.finish()
        });
        let Some(slot) = self.slots.get_mut(key) else { return true };
        let same = hash.is_some() && slot.body == hash;
        slot.body = hash;
        slot.bytes = body.map_or(0, <[u8]>::len);
        while self.slots.values().map(|slot| slot.bytes).sum::<usize>() > budget::ANSWERS && self.let_oldest_go(key) {}
        !same
    }

    /// Takes an answer kept on the disk by an earlier run, unless a newer one is in memory.
    pub fn accept_disk(&mut self, call: &Call, at: Timestamp, value: Arc<dyn Any + Send + Sync>) -> bool {
        self.count += 1;
        let slot = self.slots.entry(call.key()).or_default();
        if slot.value.is_some() {
            return false;
        }
        slot.value = Some(value);
        slot.at = Some(at);
        slot.from_disk = true;
        slot.about = call.endpoint.about;
        slot.used = Cell::new(self.count);
        true
    }

    /// Takes an answer that was read for a write, so that screens show it from now on. It does not end a running
    /// request, and a stale answer stays stale.
    pub fn read_beside(&mut self, call: &Call, at: Timestamp, value: Arc<dyn Any + Send + Sync>) {
        self.count += 1;
        let slot = self.slots.entry(call.key()).or_default();
        (slot.value, slot.at, slot.from_disk, slot.failure) = (Some(value), Some(at), false, None);
        (slot.about, slot.used, slot.body) = (call.endpoint.about, Cell::new(self.count), None);
    }

    /// Replaces the value of an answer by what `change` makes of it; `None` leaves it as it is.
    pub fn patch<T: Send + Sync + 'static>(&mut self, key: &str, change: impl FnOnce(&T) -> Option<T>) {
        let Some(slot) = self.slots.get_mut(key) else { return };
        let changed = slot.value.as_ref().and_then(|value| value.downcast_ref()).and_then(change);
        if let Some(changed) = changed {
            slot.value = Some(Arc::new(changed));
            slot.body = None;
        }
    }

    /// Marks the answers about these resources as stale; [`Queries::take_stale`] returns their keys.
    pub fn stale(&mut self, resources: &[Resource]) {
        self.count += 1;
        let count = self.count;
        for (key, slot) in &mut self.slots {
            if slot.about.iter().any(|touched| resources.contains(touched)) {
                slot.stale_at = Some(count);
                self.made_stale.insert(key.clone());
            }
        }
    }

    /// Marks the answer under a key as stale, so that it is asked for again.
    pub fn stale_key(&mut self, key: &str) {
        self.count += 1;
        if let Some(slot) = self.slots.get_mut(key) {
            slot.stale_at = Some(self.count);
            self.made_stale.insert(key.to_owned());
        }
    }

    /// Takes the keys of the answers made stale since the last call.
    pub fn take_stale(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.made_stale)
    }

    /// Forgets the answer under a key.
    pub fn let_go(&mut self, key: &str) {
        self.slots.remove(key);
    }

    /// Forgets the answers about a resource, except those for which a request is running.
    pub fn forget(&mut self, about: Resource) {
        self.slots.retain(|_, slot| slot.loading || !slot.about.contains(&about));
    }

    pub fn clear(&mut self) {
        self.slots.retain(|_, slot| slot.loading);
        for slot in self.slots.values_mut() {
            (slot.value, slot.at, slot.failure) = (None, None, None);
        }
    }

    fn make_room(&mut self) {
        if self.slots.len() < MOST {
            return;
        }
        self.let_oldest_go("");
    }

    /// Forgets the answer used longest ago that no screen wants, never the one under `but`. False when there is none.
    fn let_oldest_go(&mut self, but: &str) -> bool {
        let free = self.slots.iter().filter(|(key, slot)| !slot.loading && !slot.wanted && *key != but);
        let oldest = free.min_by_key(|(_, slot)| slot.used.get());
        let key = oldest.map(|(key, _)| key.clone());
        key.is_some_and(|key| self.slots.remove(&key).is_some())
    }
}
