//! State besides the data: the account, the abilities of the token, the connection, the saved views.
//!
//! It lasts for one run; the runtime keeps what must last longer. Look first at [`Session`].

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

/// Reason why the service does not answer, while it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Reason as a clause: `the service answered with a web page`.
    pub what: String,
    /// Time of the next try, if there is one.
    pub again: Option<Timestamp>,
}

impl Trouble {
    /// Reason and next try as words: `The service answered with a web page; next try in 20 s`.
    pub fn words(&self, now: Timestamp) -> String {
        let left = self.again.map(|at| at.0 - now.0).filter(|left| *left > 0);
        let again = left.map(|left| format!("; next try in {}", crate::base::wait_words(left.unsigned_abs())));
        crate::base::capital(&self.what) + &again.unwrap_or_default()
    }
}

/// Reason why planned writes are not sent now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteHold {
    #[default]
    No,
    /// The service asked to wait until this time.
    Until(Timestamp),
    /// The connection is down.
    Offline,
    /// The service has asked to wait too often, so the user must decide.
    User,
    /// The service rejects the token.
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

    /// Clause about when a write planned now will be sent; `None` if at once. It does not have the time left, because
    /// it stays on the screen while the header counts down.
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

/// Time left of a wait for which the service asked at `asked`. If that is in the future, the machine's clock was set
/// back since, and the whole wait is left.
pub(super) fn left_of_wait(asked: Timestamp, until: Timestamp, now: Timestamp) -> Option<Duration> {
    let left = until.0.saturating_sub(asked.0.max(now.0));
    (left > 0).then(|| Duration::from_secs(left.unsigned_abs()))
}

/// State of a run of the program, apart from the account's data.
#[derive(Debug, Default)]
pub struct Session {
    /// Files read from the user.
    pub(in crate::store) files: Files,
    /// The account's name in the configuration.
    pub account: String,
    /// Host of the service, cleaned.
    pub host: String,
    /// Address of the service, for its web pages; empty until it is known.
    pub base_url: String,
    /// Reason why the service does not answer, while it does not.
    pub trouble: Option<Trouble>,
    /// Time of the last answer in this run.
    pub heard: Option<Timestamp>,
    /// Reason why nothing may be written, if so: `--readonly`, the account's setting, a second program, or a journal
    /// that cannot be written.
    pub readonly: Option<String>,
    /// True if the reason lies with the disk or a second program, so that writing is allowed again when the reason
    /// ends.
    pub readonly_by_disk: bool,
    /// Reason why planned writes are not sent now.
    pub write_hold: WriteHold,
    /// End of the wait for which the service asked before any request, including reads.
    pub read_wait: Option<Timestamp>,
    /// Seconds by which the service's clock is ahead of this machine's, by the `Date` of its last answer. Until the
    /// first answer it is the value of the last run.
    pub server_ahead: i64,
    /// True once the user was told that dates in the future may be due to a wrong clock.
    pub dates_noted: bool,
    /// Sentences for the user about local files, not shown yet: `The cache was damaged and is set aside as …`.
    pub notices: Vec<String>,
    /// Result of testing the token's abilities; `None` until then.
    pub grid: Option<Grid>,
    /// True while the token's abilities are tested.
    pub asking: bool,
    /// True once the token typed at the first start has worked and is kept.
    pub signed_in: bool,
    /// Saved views of the user.
    pub views: SavedViews,
    /// True in privacy mode: names, addresses, phone numbers and prices are masked.
    pub redact: bool,
    /// True if raw messages are to be kept on the disk.
    pub keeps_mail: bool,
    /// Exchange rates set by the user, for sorting and scores.
    pub rates: Arc<Rates>,
    /// End of the wait, as it is kept on the disk.
    pub(in crate::store) wait: Option<Timestamp>,
    /// Time left of a wait from an earlier run, until the runtime takes it.
    pub(in crate::store) resumed: Option<Duration>,
    /// True once an answer has shown that the service lacks the calls about single campaigns.
    pub no_campaign_calls: bool,
    /// Digest of the token in use; empty until it is known.
    token: String,
    /// Abilities proven by writes of this and earlier runs.
    pub(super) proven: Proven,
    /// True or false for each ability that a call of this run has shown to be present or missing.
    abilities: BTreeMap<&'static str, bool>,
}

impl Session {
    /// Turns writing off because the journal cannot be written. A reason set by the user or the account stays.
    pub(super) fn turned_off(&mut self, why: &str) {
        self.notices.push(why.to_owned());
        if self.readonly.is_none() || self.readonly_by_disk {
            (self.readonly, self.readonly_by_disk) = (Some(why.to_owned()), true);
        }
    }

    /// Turns writing on again if [`Session::turned_off`] has turned it off.
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

    /// Notes that the service refused a call because the token lacks this ability.
    pub fn lacks(&mut self, ability: Ability) {
        self.abilities.insert(ability.0, false);
    }

    /// True when the service does not have this call, which belongs to an extension. For an unknown campaign it
    /// answers otherwise.
    pub fn is_not_offered(endpoint: &Endpoint, failure: &Failure) -> bool {
        let not_there = failure.kind == FailureKind::NotFound || matches!(failure.status, Some(404 | 405 | 501));
        endpoint.standing == Standing::Extension
            && not_there
            && failure.code().is_none_or(|code| !code.contains("campaign"))
    }

    /// Takes the words of a refused write. Such a refusal has three possible causes, of which one is a missing
    /// ability, so it counts only if the words name the ability. Returns the abilities that are still proven, if this
    /// one was before.
    pub fn learn_from_refusal(&mut self, ability: Ability, words: &str) -> Option<&Proven> {
        if !abilities::is_named(ability.0, words) {
            return None;
        }
        self.lacks(ability);
        self.proven.drop(ability).then_some(&self.proven)
    }

    /// Takes the result of testing the token. From now on commands that need a missing ability say so.
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

    /// Changes to the token with this digest. What is known of another token's abilities is forgotten.
    pub fn uses(&mut self, token: String) {
        if !self.token.is_empty() && self.token != token {
            self.abilities.clear();
            self.grid = None;
        }
        self.token = token;
    }

    /// Notes that a call that needs this ability has succeeded.
    pub fn holds(&mut self, ability: Ability) {
        self.abilities.insert(ability.0, true);
    }

    /// Notes that a write has proven an ability. Returns all proven abilities if this one is new.
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

    /// True or false if calls of this run, or writes of an earlier one, have shown an ability or scope to be present
    /// or missing.
    fn seen(&self, name: &str) -> Option<bool> {
        let earlier = || self.proven.has(name, &self.token).then_some(true);
        self.abilities.get(name).copied().or_else(earlier)
    }

    /// Knowledge of an ability or scope: from calls of the program, else from the test, else by whether a test is
    /// possible.
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

    /// Forgets which abilities are missing, because the user asks for a new test.
    pub fn forget_missing(&mut self) {
        self.abilities.retain(|_, held| *held);
        self.no_campaign_calls = false;
    }

    /// Words for a read that waits because the service asked to: `Waiting 18s: the service asked to`. `None` without a
    /// wait.
    pub fn read_wait_words(&self, now: Timestamp) -> Option<String> {
        let left = self.read_wait.map(|until| until.0 - now.0).filter(|left| *left > 0)?;
        Some(format!("Waiting {}: the service asked to", short_wait(left)))
    }

    /// The words ` Everything else works.` if the service has answered and at most one ability is known to be missing;
    /// else empty.
    pub fn rest_works(&self) -> &'static str {
        let missing = self.abilities.values().filter(|held| !**held).count();
        if self.heard.is_some() && missing <= 1 { " Everything else works." } else { "" }
    }

    /// Sentence about an ability that the token lacks, followed by [`Session::rest_works`].
    pub fn lacks_words(&self, ability: Ability) -> String {
        format!("{}.{}", capital(&abilities::lacked(ability.0)), self.rest_works())
    }

    /// Ability that a call needs and the token is known to lack.
    pub fn missing_for(&self, endpoint: &Endpoint) -> Option<Ability> {
        match endpoint.needs {
            Needs::One(ability) => self.is_missing(ability).then_some(ability),
            _ => None,
        }
    }
}
