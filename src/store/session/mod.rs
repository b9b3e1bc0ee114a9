//! State beside the data: who is signed in, what the token may do, how the connection is, the saved views.
//!
//! All of it belongs to one run; the runtime keeps what must outlive the run. Look first at [`Session`].

mod grid;
mod proven;
mod saved;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::api::{Ability, CATALOGUE, Endpoint, Needs, Standing, abilities};
use crate::base::{Rates, Timestamp, Zone, capital, short_wait};
use crate::client::{Failure, FailureKind};

use crate::sheets::Files;

pub use grid::{Allowed, Grid};
pub use proven::Proven;
pub use saved::{SavedView, SavedViews};

/// The reason why no answers come, while there is such a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Clause about the reason: `the service answered with a web page`.
    pub what: String,
    /// Time of the next try.
    pub again: Option<Timestamp>,
}

impl Trouble {
    /// The reason and the next try in words: `The service answered with a web page; next try in 20 s`.
    pub fn words(&self, now: Timestamp) -> String {
        let left = self.again.map(|at| at.0 - now.0).filter(|left| *left > 0);
        let again = left.map(|left| format!("; next try in {}", crate::base::wait_words(left.unsigned_abs())));
        crate::base::capital(&self.what) + &again.unwrap_or_default()
    }
}

/// Reason why planned writes are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteHold {
    #[default]
    No,
    /// The service asked to wait until then.
    Until(Timestamp),
    /// No connection.
    Offline,
    /// The service asked to wait too often, so the user decides.
    User,
    /// The service does not accept the token.
    TokenRefused,
}

impl WriteHold {
    /// Words for what a planned write waits for.
    pub fn words(self, now: Timestamp, zone: Zone) -> String {
        match self {
            Self::No => "its turn".to_owned(),
            Self::Until(at) => format!("the rate limit until {}", at.ahead(now, zone)),
            Self::Offline => "the service to be back".to_owned(),
            Self::User => "you: ctrl-r sends it, d cancels it".to_owned(),
            Self::TokenRefused => "a token the service accepts".to_owned(),
        }
    }

    /// Clause that says when a write planned now is done; `None` if it is sent at once. The time left is not in it:
    /// these words stay as they are, while the header counts down.
    pub fn sent_when(self) -> Option<&'static str> {
        match self {
            Self::No => None,
            Self::Until(_) => Some("when the rate limit ends"),
            Self::Offline => Some("when the service is back"),
            Self::User => Some("once you press ctrl-r"),
            Self::TokenRefused => Some("when the token is accepted"),
        }
    }
}

/// Time left of a wait that was asked for at `asked`. If that is in the future, it was noted before the machine's clock
/// was set back, and the whole wait is left.
pub(super) fn left_of_wait(asked: Timestamp, until: Timestamp, now: Timestamp) -> Option<Duration> {
    let left = until.0.saturating_sub(asked.0.max(now.0));
    (left > 0).then(|| Duration::from_secs(left.unsigned_abs()))
}

/// State beside the data.
#[derive(Debug, Default)]
pub struct Session {
    /// Files read from the user.
    pub(in crate::store) files: Files,
    /// The account's name in the configuration.
    pub account: String,
    /// Host of the service, cleaned.
    pub host: String,
    /// Address of the service, for pages beside its API; empty before it is known.
    pub base_url: String,
    /// Reason why answers do not come.
    pub trouble: Option<Trouble>,
    /// Time of the last answer.
    pub heard: Option<Timestamp>,
    /// Reason why writing is off, if it is: `--readonly`, the account's setting, a second program, a journal that
    /// cannot be written.
    pub readonly: Option<String>,
    /// True if the disk is the reason for read-only, which ends with its cause.
    pub readonly_by_disk: bool,
    /// Reason why planned writes are not sent.
    pub write_hold: WriteHold,
    /// End of the wait the service asked for with all requests, including reads.
    pub read_wait: Option<Timestamp>,
    /// Seconds the service's clock is ahead of ours, by its `Date`; by that of the last run until it sent one in this
    /// run.
    pub server_ahead: i64,
    /// True once the user was told that the machine's clock may be wrong, because of dates in the future.
    pub dates_noted: bool,
    /// Sentences for the user about local files: `The cache was damaged and is set aside as …`.
    pub notices: Vec<String>,
    /// Result of testing the token's abilities; `None` before the test.
    pub grid: Option<Grid>,
    /// True while the token's abilities are being tested.
    pub asking: bool,
    /// True once the credential typed in the first run has worked and is kept.
    pub signed_in: bool,
    /// The user's saved views.
    pub views: SavedViews,
    /// True if names, addresses, phone numbers and prices are masked wherever they are shown.
    pub redact: bool,
    /// True if raw messages are kept on the disk.
    pub keeps_mail: bool,
    /// The user's exchange rates, for sorting and scores.
    pub rates: Arc<Rates>,
    /// End of the wait the service asked for, as the disk has it.
    pub(in crate::store) wait: Option<Timestamp>,
    /// Time left of a wait from an earlier run, until it is taken.
    pub(in crate::store) resumed: Option<Duration>,
    /// True once the service has shown that it does not know the calls about one campaign.
    pub no_campaign_calls: bool,
    /// Digest of the credentials in use; empty before they are known.
    token: String,
    /// Abilities that writes of this run and earlier ones have proven.
    pub(super) proven: Proven,
    /// Abilities that calls have proven to be present or missing, by name.
    abilities: BTreeMap<&'static str, bool>,
}

impl Session {
    /// Turns writing off because the disk takes no writes; a reason set by the user or the account stays.
    pub(super) fn turned_off(&mut self, why: &str) {
        self.notices.push(why.to_owned());
        if self.readonly.is_none() || self.readonly_by_disk {
            (self.readonly, self.readonly_by_disk) = (Some(why.to_owned()), true);
        }
    }

    /// Turns writing on again if the disk was the reason.
    pub(super) fn turned_on(&mut self) {
        if std::mem::take(&mut self.readonly_by_disk) {
            self.readonly = None;
            self.notices.push("The other Parkade has ended; changes are on again.".to_owned());
        }
    }

    /// Takes a wait from an earlier run.
    pub(super) fn take_wait(&mut self, asked: Timestamp, until: Timestamp, now: Timestamp) {
        self.resumed = left_of_wait(asked, until, now).or(self.resumed);
    }

    /// Notes that the service refused a call because the token lacks the ability.
    pub fn lacks(&mut self, ability: Ability) {
        self.abilities.insert(ability.0, false);
    }

    /// True when the service does not know this call of the extension at all. An unknown campaign gives another answer.
    pub fn is_not_offered(endpoint: &Endpoint, failure: &Failure) -> bool {
        let not_there = failure.kind == FailureKind::NotFound || matches!(failure.status, Some(404 | 405 | 501));
        endpoint.standing == Standing::Extension
            && not_there
            && failure.code().is_none_or(|code| !code.contains("campaign"))
    }

    /// Takes the words of a refused write. Such a refusal has three possible causes, and only one concerns the token:
    /// the words must name the ability. Returns the abilities still proven, if this one was proven before.
    pub fn learn_from_refusal(&mut self, ability: Ability, words: &str) -> Option<&Proven> {
        if !abilities::is_named(ability.0, words) {
            return None;
        }
        self.lacks(ability);
        self.proven.drop(ability).then_some(&self.proven)
    }

    /// Takes the result of testing the token; commands that need a missing ability say so from now on.
    pub fn learnt(&mut self, mut grid: Grid) {
        grid.add(&self.proven, &self.token);
        let ability = |name: &str| abilities::ALL.iter().find(|ability| ability.0 == name).copied();
        for (name, known) in &grid.rows {
            match (ability(name), known) {
                (Some(ability), Allowed::Yes) => self.holds(ability),
                (Some(ability), Allowed::No) => self.lacks(ability),
                _ => {}
            }
        }
        self.asking = false;
        self.grid = Some(grid);
    }

    /// Switches to the credentials with this digest, and forgets what is known of the earlier ones.
    pub fn uses(&mut self, token: String) {
        if !self.token.is_empty() && self.token != token {
            self.abilities.clear();
            self.grid = None;
        }
        self.token = token;
    }

    /// Notes that a call succeeded that needs the ability.
    pub fn holds(&mut self, ability: Ability) {
        self.abilities.insert(ability.0, true);
    }

    /// Notes that a write has proven an ability; returns all proven ones if this one is new.
    pub(super) fn proves(&mut self, ability: Ability) -> Option<&Proven> {
        self.holds(ability);
        self.proven.note(ability, &self.token).then_some(&self.proven)
    }

    /// True when the token is known to lack the ability.
    pub fn is_missing(&self, ability: Ability) -> bool {
        self.abilities.get(ability.0) == Some(&false)
    }

    /// True when the token is known to hold the ability.
    pub fn is_held(&self, ability: Ability) -> bool {
        self.seen(ability.0) == Some(true)
    }

    /// What calls of this run, or writes of an earlier one, have shown about an ability or scope; `None` if nothing.
    fn seen(&self, name: &str) -> Option<bool> {
        let earlier = || self.proven.has(name, &self.token).then_some(true);
        self.abilities.get(name).copied().or_else(earlier)
    }

    /// What is known of an ability or scope: from calls made anyway, else from the test. Without a call, a write's
    /// ability is unknown.
    pub fn allowed(&self, name: &str) -> Allowed {
        let asked = self.grid.as_ref().and_then(|grid| grid.rows.iter().find(|(own, _)| *own == name));
        match (self.seen(name), asked) {
            (Some(true), _) => Allowed::Yes,
            (Some(false), _) => Allowed::No,
            (None, Some((_, known))) => *known,
            (None, None) if CATALOGUE.iter().any(|endpoint| endpoint.is_read() && endpoint.takes(name)) => {
                Allowed::NotAsked
            }
            (None, None) => Allowed::OnUse,
        }
    }

    /// Forgets which abilities are missing, because the user asks to test everything again.
    pub fn forget_missing(&mut self) {
        self.abilities.retain(|_, held| *held);
        self.no_campaign_calls = false;
    }

    /// Words for a read that waits because the service asked to: `Waiting 18s: the service asked to`.
    pub fn read_wait_words(&self, now: Timestamp) -> Option<String> {
        let left = self.read_wait.map(|until| until.0 - now.0).filter(|left| *left > 0)?;
        Some(format!("Waiting {}: the service asked to", short_wait(left)))
    }

    /// The words ` Everything else works.`, once an answer has come and if at most one ability is known to be missing;
    /// else empty.
    pub fn rest_works(&self) -> &'static str {
        let missing = self.abilities.values().filter(|held| !**held).count();
        if self.heard.is_some() && missing <= 1 { " Everything else works." } else { "" }
    }

    /// Sentence about an ability that the token lacks, with whether the rest works.
    pub fn lacks_words(&self, ability: Ability) -> String {
        format!("{}.{}", capital(&abilities::lacked(ability.0)), self.rest_works())
    }

    /// The ability a call needs, if the token is known to lack it.
    pub fn missing_for(&self, endpoint: &Endpoint) -> Option<Ability> {
        match endpoint.needs {
            Needs::One(ability) => self.is_missing(ability).then_some(ability),
            _ => None,
        }
    }
}
