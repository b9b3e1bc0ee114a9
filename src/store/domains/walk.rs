//! The walk over the tabs (skeleton).

use super::{Cover, DomainTab};
use crate::store::walk::WalkState;

/// The walk's place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomainWalk {
    told: [Option<u64>; 5],
}

impl DomainWalk {
    pub(super) fn told(&self, tab: DomainTab) -> Option<u64> {
        self.told[tab as usize]
    }

    pub(super) fn tell(&mut self, tab: DomainTab, total: u64) {
        self.told[tab as usize] = Some(total);
    }

    pub(super) fn cover(&self, _: DomainTab) -> Option<Cover> {
        None
    }

    pub(super) fn pass_of(&self, _: Option<DomainTab>) -> Option<u32> {
        None
    }

    pub(super) fn state(&self) -> WalkState {
        WalkState::Never
    }
}
