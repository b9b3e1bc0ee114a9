//! The lander in the browser. A list does not keep its address, so the domain is read first and the question opens with
//! the answer; any other command in the meantime calls it off.

use crate::api::domains::Get;
use crate::base::{DomainName, Timestamp};
use crate::client::Lane;
use crate::store::Wants;
use crate::ui::{Cx, Effect, Outcome, Tone, World};

use super::content;
use super::state::Domains;

/// Seconds after which a failure counts: until then it may be one from before.
const SETTLED: i64 = 2;

/// A lander to be opened as soon as its address is known.
#[derive(Clone, Debug)]
pub struct Opening {
    name: DomainName,
    since: Timestamp,
}

impl Opening {
    fn question(&self) -> Get {
        Get { name: self.name.clone() }
    }

    /// What has to be read for it.
    pub fn wants(&self, wants: &mut Wants) {
        wants.want(&self.question(), Lane::User);
    }

    /// The time from which a failure counts: until then it may be one from before.
    pub fn failures_count_at(&self) -> Timestamp {
        Timestamp(self.since.0 + SETTLED)
    }

    /// Why the address will not come; `None` while it may.
    fn failed(&self, world: &World<'_>) -> Option<String> {
        let loaded = world.store.query(&self.question());
        if loaded.loading || world.now < self.failures_count_at() {
            return None;
        }
        let without = || "The service sent no lander address.".to_owned();
        loaded.failure.map(crate::client::Failure::sentence).or_else(|| loaded.value.map(|_| without()))
    }

    /// `Opening solarpark.de · esc cancels`.
    pub fn note(&self) -> String {
        format!("Opening {} · esc cancels", self.name.unicode())
    }
}

/// Opens the lander, behind the question that shows its real host.
pub fn open(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    match content::lander(&name, &cx.world) {
        Ok(Some(address)) => cx.push(Effect::OpenUrl(address)),
        Ok(None) => screen.opening = Some(Opening { name, since: cx.world.now }),
        Err(why) => return Outcome::Refused(why),
    }
    Outcome::Done
}

/// Asks once the address is known; says why when it will not be.
pub fn go_on(screen: &mut Domains, cx: &mut Cx<'_>) {
    let Some(opening) = screen.opening.take() else { return };
    let failed = match content::lander(&opening.name, &cx.world) {
        Ok(Some(address)) => return cx.push(Effect::OpenUrl(address)),
        Ok(None) => opening.failed(&cx.world),
        Err(why) => Some(why),
    };
    match failed {
        Some(why) => cx.toast(Tone::Warn, format!("{} not opened: {why}", opening.name.unicode())),
        None => screen.opening = Some(opening),
    }
}
