//! Changes of domains that writes have made, by punycode, so that answers to earlier requests do not take them back.

use std::collections::HashMap;

/// Most domains for which a change is remembered.
const MOST: usize = 20_000;

/// Changes of domains, each with the store's clock at the service's answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves<T>(HashMap<Box<str>, (u64, T)>);

impl<T> Moves<T> {
    /// Notes a change of a domain, which the service confirmed at `clock`.
    pub fn note(&mut self, name: &str, clock: u64, change: T) {
        if self.0.len() >= MOST {
            // A request this old has long been answered or timed out.
            let old = clock.saturating_sub(MOST as u64 / 2);
            self.0.retain(|_, (at, _)| *at > old);
        }
        self.0.insert(name.into(), (clock, change));
    }

    /// Change of a domain that was confirmed after a request had begun at `began`.
    pub fn since(&self, name: &str, began: u64) -> Option<&T> {
        self.0.get(name).filter(|(at, _)| *at > began).map(|(_, change)| change)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}
