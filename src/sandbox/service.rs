//! The steps from HTTP to a handler and back: path, credential, ability, feature, flood, answer; and the effects of
//! faults.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Notify;

use super::SandboxError;
use super::call::{Ask, Refusal, Sent, truthy};
use super::clock::SandboxClock;
use super::data;
use super::inquiries;
use super::like::{self, Like, Likes};
use super::options::{Grant, Options};
use super::routes::{self, Found, Handler};
use super::work;
use super::world::{Applied, World};
use crate::api::inquiries::{Get, Restore};
use crate::api::{Endpoint, Needs, Request as _, Service};
use crate::base::{private_folder, reason};

/// One sandbox, shared by all its connections.
#[derive(Clone)]
pub struct Shared {
    world: Arc<Mutex<World>>,
    pub clock: SandboxClock,
    pub latency: Duration,
    pub likes: Likes,
    /// True when the sandbox listens only to this machine, so that a request must use a name of this machine.
    pub loopback_only: bool,
    /// Notified when a write may have started background work.
    work: Arc<Notify>,
    /// File locked as long as the folder of the data is in use.
    _folder: Option<Arc<File>>,
}

/// Pause between two turns of background work.
const PAUSE: Duration = Duration::from_millis(20);

impl Shared {
    /// Makes the data and the state around them.
    ///
    /// # Errors
    /// A sentence when the data cannot be made or kept.
    pub fn new(options: &Options) -> Result<Self, SandboxError> {
        let folder = options.data.as_deref().map(claim).transpose()?.map(Arc::new);
        let clock = SandboxClock::of(options);
        let (db, maker) = data::open(options, clock.base())?;
        let mut world = World::new(db, maker, options, clock.base());
        work::resume(&mut world)?;
        world.start_arrivals(clock.now());
        let likes = Likes::new(&options.like);
        Ok(Self {
            world: Arc::new(Mutex::new(world)),
            clock,
            latency: options.latency,
            likes,
            loopback_only: options.listen.ip().is_loopback(),
            work: Arc::default(),
            _folder: folder,
        })
    }

    /// State, locked for one short turn. It is also used after a handler has panicked, because that leaves no
    /// half-made change.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does background work, turn by turn; never ends.
    pub async fn work(&self) {
        loop {
            while self.world().has_work() {
                tokio::time::sleep(PAUSE).await;
                let now = self.clock.now();
                // A failure here occurs again in the next call, which reports it.
                let _ = work::turn(&mut self.world(), now);
            }
            self.work.notified().await;
        }
    }

    /// Carries out one call.
    pub fn answer(&self, mut ask: Ask) -> Result<Sent, Refusal> {
        let (endpoint, handler, places) = match routes::find(&ask.method, &ask.path) {
            Found::Endpoint(endpoint, handler, places) => (endpoint, handler, places),
            Found::OtherMethod => {
                return Err(Refusal::new(405, "method_not_allowed", "This address does not take that method."));
            }
            Found::Nothing => return Err(Refusal::new(404, "endpoint_not_found", "There is nothing at this address.")),
        };
        ask.places = places;
        let now = self.clock.now();
        let mut world = self.world();
        work::settle(&mut world, now)?;
        (ask.token, ask.grant) = credential(&world, endpoint, &ask).map_err(|refusal| self.likes.unknown(refusal))?;
        ask.called = world.called(&ask.token);
        allowed(endpoint, &ask).map_err(|refusal| self.likes.lacking(refusal))?;
        if let Some(feature) = routes::feature(endpoint)
            && !world.has(feature)
        {
            return Err(Refusal::forbidden(format!("The account does not have this feature ({}).", feature.name())));
        }
        ask.likes = self.likes.clone();
        let by_number = endpoint.path.starts_with(Get::ENDPOINT.path) && endpoint != Restore::ENDPOINT;
        if by_number && self.likes.has(Like::HiddenNotFound) && inquiries::is_hidden(&world.db, ask.id()) {
            return Err(inquiries::not_found());
        }
        if endpoint.is_read() {
            return self.read(handler, &mut world, &mut ask, now);
        }
        world.gate(&ask.token, now)?;
        let answer = self.worded(handler.run(&mut world, &ask, now)?);
        let path = with_query(&ask);
        let body = body_for_log(&ask.body);
        if world.has_work() {
            self.work.notify_one();
        }
        world.applied(Applied { sequence: 0, method: ask.method, path, body, token: ask.token, time: now });
        Ok(answer)
    }

    /// Answers a read, with this service's choice about a page after the last one.
    fn read(&self, handler: Handler, world: &mut World, ask: &mut Ask, now: i64) -> Result<Sent, Refusal> {
        let mut answer = handler.run(world, ask, now)?;
        if let Sent::Json(text) = &answer
            && self.likes.has(Like::NoSecondPage)
            && let Some((2, 2..)) = like::place(text)
        {
            return Err(Refusal::new(400, "invalid_page", "This page cannot be read."));
        }
        if let Sent::Json(text) = &answer
            && (self.likes.has(Like::RepeatedPage) || self.likes.no_page().is_some())
            && let Some((page, last)) = like::place(text)
            && page > last
        {
            if let Some(refusal) = self.likes.no_page() {
                return Err(refusal);
            }
            ask.query.push(("page".to_owned(), last.to_string()));
            answer = handler.run(world, ask, now)?;
        }
        Ok(self.worded(answer))
    }

    fn worded(&self, answer: Sent) -> Sent {
        match answer {
            Sent::Json(text) => Sent::Json(self.likes.worded(text)),
            file @ Sent::File(_) => file,
        }
    }
}

/// Locks the folder of the data for this sandbox; a killed one leaves no lock.
fn claim(folder: &Path) -> Result<File, SandboxError> {
    let unusable = |why: &str| SandboxError(format!("The folder {} cannot be used: {why}.", folder.display()));
    let opened = private_folder(folder)
        .and_then(|()| File::options().create(true).truncate(false).write(true).open(folder.join("sandbox.lock")));
    let file = opened.map_err(|error| unusable(&reason(&error)))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(unusable("another demo or sandbox is using it; end that one, or choose another --seed or --data"))
        }
        Err(TryLockError::Error(error)) => Err(unusable(&reason(&error))),
    }
}

/// Name and abilities of a call's credential. The documents do not show the answer without a token; here it is a 401
/// with an error list.
fn credential(world: &World, endpoint: &Endpoint, ask: &Ask) -> Result<(String, Grant), Refusal> {
    let (value, holders): (_, Vec<(&String, &String, &Grant)>) = match endpoint.service {
        Service::Parking => {
            (&ask.bearer, world.tokens.iter().map(|token| (&token.value, &token.name, &token.grant)).collect())
        }
        Service::Ads => (&ask.ads_key, world.ads_keys.iter().map(|key| (&key.name, &key.name, &key.grant)).collect()),
    };
    let Some(value) = value else {
        return Err(Refusal::new(401, "no_access_token", "This request carries no access token."));
    };
    holders
        .into_iter()
        .find(|(known, ..)| *known == value)
        .map(|(_, name, grant)| (name.clone(), grant.clone()))
        .ok_or_else(unauthorized)
}

/// Refusal of a token that is unknown or revoked.
pub fn unauthorized() -> Refusal {
    Refusal::new(401, "invalid_access_token", "The access token is unknown, expired or revoked.")
}

fn allowed(endpoint: &Endpoint, ask: &Ask) -> Result<(), Refusal> {
    let grant = &ask.grant;
    let holds = |ability: &str| if grant.holds(ability) { Ok(()) } else { Err(Ask::lacks(ability)) };
    match &endpoint.needs {
        Needs::One(ability) => holds(ability.0),
        Needs::Scope(scope) if grant.holds(scope.0) => Ok(()),
        Needs::Scope(scope) => Err(Refusal::forbidden(format!("This API key does not have the scope {}.", scope.0))),
        Needs::NotShown => Ok(()),
        Needs::PerAction { actions, with_all } => {
            let body = ask.json()?;
            let action = body.get("action").and_then(Value::as_str).unwrap_or_default();
            // The handler refuses an unknown action and names the known ones.
            if let Some((_, ability)) = actions.iter().find(|(name, _)| *name == action) {
                holds(ability.0)?;
            }
            if body.get("all").is_some_and(truthy) { holds(with_all.0) } else { Ok(()) }
        }
        // The handler knows the scope of a version. A token without any of these abilities cannot undo anything.
        Needs::PerScope(scopes) => match scopes.iter().find(|(_, ability)| grant.holds(ability.0)) {
            Some(_) => Ok(()),
            None => Err(Ask::lacks(scopes.first().map_or("", |(_, ability)| ability.0))),
        },
    }
}

fn with_query(ask: &Ask) -> String {
    if ask.query.is_empty() {
        return ask.path.clone();
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in &ask.query {
        query.append_pair(name, value);
    }
    format!("{}?{}", ask.path, query.finish())
}

fn body_for_log(body: &[u8]) -> Value {
    if body.is_empty() {
        return Value::Null;
    }
    serde_json::from_slice(body).unwrap_or_else(|_| Value::from(body.len()))
}
