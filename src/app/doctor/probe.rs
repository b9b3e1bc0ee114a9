//! Finds out what a token may do by trying reads, because no call of the API tells.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::api::{self, Answer, CATALOGUE, Call, Endpoint, Needs, Paged, Request, Service, Standing, abilities};
use crate::app::Account;
use crate::app::secrets::Kind;
use crate::base::reason;
use crate::client::{Client, Failure, FailureKind, Lane};
use crate::store::{Allowed, Grid};

/// Reads with which a new credential is tried, until one is answered. A token may lack the ability for some of them,
/// and whether the service then answers 401 or 403 is not documented.
fn first_probes(kind: Kind) -> Vec<&'static Endpoint> {
    match kind {
        Kind::Token => vec![
            <api::inquiries::List as Request>::ENDPOINT,
            <api::domains::List as Request>::ENDPOINT,
            <api::imports::List as Request>::ENDPOINT,
            <api::settings::Schema as Request>::ENDPOINT,
        ],
        Kind::AdsKey => CATALOGUE.iter().copied().filter(|e| e.service == Service::Ads && askable(e)).collect(),
    }
}

/// Tries a new credential with reads, and blocks until the result. False if the service knows the credential but
/// answered none of the reads.
///
/// # Errors
/// The failure, when the credential is refused or the service cannot be asked.
pub fn try_credential(account: &Account, kind: Kind) -> Result<bool, Failure> {
    let local = |why: String| Failure::new(FailureKind::Refused, why);
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|why| local(reason(&why)))?;
    let client = Client::new(account.client_config()).map_err(|why| local(why.to_string()))?;
    let mut refused = None;
    for endpoint in first_probes(kind) {
        // Resume the client after a 401: only after all reads it is clear whether the whole token is refused. What a
        // 403 means is decided by the client.
        if refused.as_ref().is_some_and(|failure: &Failure| failure.status == Some(401)) {
            client.resume();
        }
        let call = call(endpoint, &Sample::default());
        match runtime.block_on(client.read_once(&call, Lane::User, &CancellationToken::new())) {
            Ok(_) => {
                refused = None;
                break;
            }
            Err(failure) if matches!(failure.kind, FailureKind::Forbidden | FailureKind::Unauthorized) => {
                refused.get_or_insert(failure);
            }
            Err(failure) => {
                refused = Some(failure);
                break;
            }
        }
    }
    // Name resolution may still hang in a thread; nobody waits for it.
    runtime.shutdown_background();
    match refused {
        None => Ok(true),
        Some(failure) if failure.kind == FailureKind::Forbidden || failure.status == Some(403) => Ok(false),
        Some(failure) => Err(failure),
    }
}

/// Sentence why a credential could not be tried at this address, and what to do about it.
pub fn setup_words(failure: &Failure, address: &url::Url) -> String {
    let at = address.as_str().trim_end_matches('/');
    match failure.kind {
        FailureKind::Offline => {}
        FailureKind::Unauthorized | FailureKind::LoginPage(_) => {
            return format!("{}. Enter a new token.", failure.sentence().trim_end_matches('.'));
        }
        FailureKind::NotFound => return format!("The service is not at {at}. Check the address."),
        _ => return failure.with_hint(),
    }
    let why = failure.detail.split_once(": ").map_or(failure.detail.as_str(), |(_, why)| why);
    if why == reason(&std::io::ErrorKind::ConnectionRefused.into()) {
        return format!("Nothing answers at {at}. Check the address and the port.");
    }
    format!("Can't reach {at}: {}. Check the network and the address.", why.trim_end_matches('.'))
}

/// True for a documented read of JSON whose parameters can be filled in: page, rows, and ids from the lists (see
/// [`Sample`]).
pub(super) fn askable(endpoint: &Endpoint) -> bool {
    endpoint.is_read()
        && endpoint.standing == Standing::Documented
        && endpoint.answer == Answer::Json
        && (!endpoint.path.contains('{') || Sample::default().place(endpoint).is_some())
}

/// True for a read about one thing, which must follow the lists that give its id.
fn is_about_one(endpoint: &Endpoint) -> bool {
    endpoint.path.contains('{') || endpoint.params.iter().any(|param| param.name == "name")
}

/// First name and first numbers from each list, used as ids in reads about one thing.
#[derive(Debug, Default)]
pub(super) struct Sample {
    name: Option<String>,
    inquiry: Option<i64>,
    import: Option<i64>,
    export: Option<i64>,
    email: Option<String>,
}

impl Sample {
    /// Takes the first name or number from the answer to a list.
    pub(super) fn take(&mut self, endpoint: &'static Endpoint, body: &[u8]) {
        fn first<R: Request<Reply = Paged<T>>, T>(body: &[u8], id: impl Fn(&T) -> i64) -> Option<i64> {
            R::decode(body).ok()?.values().next().map(id)
        }
        if endpoint == api::domains::List::ENDPOINT {
            let page = api::domains::List::decode(body).ok();
            let name = page.and_then(|page| page.values().next().map(|domain| domain.punycode.punycode().to_owned()));
            self.name = name.or(self.name.take());
        } else if endpoint == api::inquiries::List::ENDPOINT {
            self.inquiry = first::<api::inquiries::List, _>(body, |row| row.inquiry_id.get());
        } else if endpoint == api::imports::List::ENDPOINT {
            self.import = first::<api::imports::List, _>(body, |row| row.import_id.get());
        } else if endpoint == api::exports::List::ENDPOINT {
            self.export = first::<api::exports::List, _>(body, |row| row.export_id.get());
        } else if endpoint == api::emails::List::ENDPOINT {
            let page = api::emails::List::decode(body).ok();
            let id = page.and_then(|page| Some(page.values().next()?.id.raw().to_owned()));
            // Percent-encoded, since it goes into a path.
            let path = id.map(|id| api::emails::Get { id }.call().path);
            self.email = path.and_then(|path| path.rsplit('/').next().map(str::to_owned));
        }
    }

    /// Id for the placeholder of a path. If no list gave one, an id that does not exist: the answer still shows
    /// whether the call is permitted.
    pub(super) fn place(&self, endpoint: &Endpoint) -> Option<String> {
        let number = |id: Option<i64>| id.map(|id| id.to_string());
        let known = [
            ("inquiry/", number(self.inquiry)),
            ("import/", number(self.import)),
            ("export/", number(self.export)),
            ("email/", self.email.clone()),
        ];
        let (_, id) = known.into_iter().find(|(part, _)| endpoint.path.contains(part))?;
        Some(id.unwrap_or_else(|| "1".to_owned()))
    }
}

/// The smallest form of a read, with every parameter it must have: its first page with one row.
pub(super) fn call(endpoint: &'static Endpoint, sample: &Sample) -> Call {
    let Call { mut path, mut query, body, .. } = Call::smallest(endpoint);
    if endpoint.params.iter().any(|param| param.name == "name") {
        query.push(("name", sample.name.clone().unwrap_or_else(|| "example.com".to_owned())));
    }
    if endpoint == <api::emails::Search as Request>::ENDPOINT {
        query.push(("query", "domain".to_owned()));
    }
    if let (Some(from), Some(to), Some(id)) = (path.find('{'), path.find('}'), sample.place(endpoint)) {
        path.replace_range(from..=to, &id);
    }
    Call { endpoint, path, query, body }
}

/// Makes each read once, one after the other, and stops at a failure that all reads would meet. Blocks until the last
/// answer.
fn ask(account: &Account, endpoints: &[&'static Endpoint]) -> Result<Vec<Result<(), Failure>>, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| format!("{}.", reason(&e)))?;
    let client = Client::new(account.client_config()).map_err(|e| format!("{e}."))?;
    // Resume after each refusal, because only after all reads it is clear whether the token is refused. Nobody else
    // uses this client.
    let answers = runtime.block_on(ask_with(&client, endpoints, Lane::User, || client.resume()));
    // Name resolution may still hang in a thread; nobody waits for it.
    runtime.shutdown_background();
    Ok(answers)
}

/// Makes each read over a client in use; `refused` is called after each 401, which stops the client.
pub(super) async fn ask_with(
    client: &Client,
    endpoints: &[&'static Endpoint],
    lane: Lane,
    refused: impl Fn(),
) -> Vec<Result<(), Failure>> {
    let cancel = CancellationToken::new();
    let (mut answers, mut sample) = (Vec::new(), Sample::default());
    for endpoint in endpoints {
        let asked = call(endpoint, &sample);
        // The first read is tried once only: it shows whether the service can be reached at all.
        let answer = if answers.is_empty() {
            client.read_once(&asked, lane, &cancel).await
        } else {
            client.read(&asked, lane, &cancel).await
        };
        let answer = answer.map(|answer| sample.take(endpoint, &answer.body));
        let by_token = answer.as_ref().is_err_and(is_refusal);
        let over = !by_token && answer.as_ref().is_err_and(meets_all);
        answers.push(answer);
        // Only a 401 stops the client; a 403 does not.
        if by_token && answers.last().is_some_and(|answer| answer.as_ref().is_err_and(|why| why.status == Some(401))) {
            refused();
        }
        if over {
            break;
        }
    }
    answers
}

/// True when the service refused this call because of the token. Another call may still be answered, so this is not
/// yet a verdict on the token.
fn is_refusal(failure: &Failure) -> bool {
    failure.kind == FailureKind::Unauthorized && failure.status.is_some()
}

/// True for a failure that the next read would meet as well, such as no connection or a closed service.
pub(super) fn meets_all(failure: &Failure) -> bool {
    match failure.kind {
        FailureKind::Server => matches!(failure.status, Some(502..=504)),
        FailureKind::Offline
        | FailureKind::Tls(_)
        | FailureKind::Proxy
        | FailureKind::Timeout
        | FailureKind::Redirect(_)
        | FailureKind::LoginPage(_)
        | FailureKind::NotTheApi
        | FailureKind::Unauthorized
        | FailureKind::Flood
        | FailureKind::Cancelled => true,
        _ => false,
    }
}

/// Grid of abilities of an account's credentials. Makes about thirty reads and blocks until the last answer.
///
/// # Errors
/// A sentence when no client can be made for this account.
pub fn grid(account: &Account) -> Result<Grid, String> {
    let asked = asked(account);
    Ok(grid_of(&asked, &ask(account, &asked)?))
}

/// Grid for a time when the service asks to wait for `left`: nothing is read.
pub fn grid_in_a_wait(left: Duration) -> Grid {
    let failure = Failure::new(FailureKind::Flood, "");
    Grid { rows: rows(&[]), stopped: Some(Failure { retry_after: Some(left), ..failure }) }
}

/// Like [`grid`], over a client in use, whose lane for the user's own requests goes first.
pub async fn grid_with(client: &Client, account: &Account) -> Grid {
    let asked = asked(account);
    grid_of(&asked, &ask_with(client, &asked, Lane::Ahead, || {}).await)
}

/// Reads that show which abilities the account's credentials have.
fn asked(account: &Account) -> Vec<&'static Endpoint> {
    let has = |service: Service| match service {
        Service::Parking => account.token.is_some(),
        Service::Ads => account.ads_key.is_some(),
    };
    let mut asked: Vec<_> =
        CATALOGUE.iter().copied().filter(|e| askable(e) && has(e.service) && need(e).is_some()).collect();
    // Calls about one thing come after the lists, which give one.
    asked.sort_by_key(|endpoint| is_about_one(endpoint));
    asked
}

pub(super) fn grid_of(asked: &[&'static Endpoint], answers: &[Result<(), Failure>]) -> Grid {
    let answered = answers.iter().any(|answer| known_from(answer) == Allowed::Yes);
    let known = |answer: &Result<(), Failure>| match known_from(answer) {
        Allowed::No if !answered => Allowed::Unclear,
        // Another call was answered with this token, so the refusal was about the ability.
        Allowed::Unclear if answered && answer.as_ref().is_err_and(is_refusal) => Allowed::No,
        known => known,
    };
    let failures = || answers.iter().filter_map(|answer| answer.as_ref().err());
    let stopped = failures().rfind(|f| meets_all(f) && !(answered && is_refusal(f))).cloned();
    // If nothing was answered, the first failure is the reason.
    let stopped = stopped.or_else(|| failures().next().filter(|_| !answered).cloned());
    let told: Vec<(&'static str, Allowed)> =
        asked.iter().zip(answers).filter_map(|(e, answer)| Some((need(e)?, known(answer)))).collect();
    Grid { rows: rows(&told), stopped }
}

/// Every ability and scope, with the best evidence about it.
pub(super) fn rows(told: &[(&'static str, Allowed)]) -> Vec<(&'static str, Allowed)> {
    let names = abilities::ALL.iter().map(|a| a.0).chain(abilities::SCOPES.iter().map(|s| s.0));
    names
        .map(|name| {
            let about = |wanted: Allowed| told.iter().any(|(n, known)| *n == name && *known == wanted);
            let known = [Allowed::Yes, Allowed::No, Allowed::Unclear].into_iter().find(|k| about(*k));
            (name, known.unwrap_or(Allowed::OnUse))
        })
        .collect()
}

pub(super) fn need(endpoint: &Endpoint) -> Option<&'static str> {
    match &endpoint.needs {
        Needs::One(ability) => Some(ability.0),
        Needs::Scope(scope) => Some(scope.0),
        _ => None,
    }
}

pub(super) fn known_from(answer: &Result<(), Failure>) -> Allowed {
    match answer {
        Ok(()) => Allowed::Yes,
        Err(failure) if failure.kind == FailureKind::Forbidden => Allowed::No,
        // The call was permitted: a documented 400 or 404 is about what was asked for, not about the token.
        Err(failure) if matches!(failure.status, Some(400 | 404)) && is_documented(failure) => Allowed::Yes,
        Err(_) => Allowed::Unclear,
    }
}

/// True when the error's key is one the documents list.
fn is_documented(failure: &Failure) -> bool {
    failure.code().is_some_and(|code| api::errors::find(code).is_some())
}
