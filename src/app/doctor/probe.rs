//! What a token may do, found out by reading: there is no call that tells.

use tokio_util::sync::CancellationToken;

use crate::api::{self, Answer, Body, CATALOGUE, Call, Endpoint, Needs, PageRule, Service, Standing, abilities};
use crate::app::Account;
use crate::app::secrets::Kind;
use crate::client::{Client, Failure, FailureKind, Lane};
use crate::store::{Grid, Known};

/// The read `login` tries a credential with.
pub fn first_probe(kind: Kind) -> &'static Endpoint {
    let service = if kind == Kind::Token { Service::Parking } else { Service::Ads };
    let inquiries = <api::inquiries::List as api::Request>::ENDPOINT;
    if service == Service::Parking {
        return inquiries;
    }
    CATALOGUE.iter().copied().find(|e| e.service == service && askable(e)).unwrap_or(inquiries)
}

/// A documented read of JSON that needs nothing to be named: at worst the service asks for a parameter.
pub(super) fn askable(endpoint: &Endpoint) -> bool {
    endpoint.is_read()
        && endpoint.standing == Standing::Documented
        && endpoint.answer == Answer::Json
        && !endpoint.path.contains('{')
}

/// The smallest form of a read: its first page with one row.
fn smallest(endpoint: &'static Endpoint) -> Call {
    let query = match endpoint.page {
        PageRule::UpTo(_) => vec![("page", "1".to_owned()), ("per_page", "1".to_owned())],
        PageRule::Fixed(_) => vec![("page", "1".to_owned())],
        PageRule::None => Vec::new(),
    };
    Call { endpoint, path: endpoint.path.to_owned(), query, body: Body::None }
}

/// Asks each of `endpoints` once, one after the other, until a failure that would meet all of them. Waits.
///
/// # Errors
/// A sentence when no client can be made for this account.
pub fn ask(account: &Account, endpoints: &[&'static Endpoint]) -> Result<Vec<Result<(), Failure>>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| format!("{e}."))?;
    let client = Client::new(account.client_config()).map_err(|e| format!("{e}."))?;
    let answers = runtime.block_on(ask_with(&client, endpoints, Lane::User));
    // Name resolution may still hang in a thread; nobody waits for it.
    runtime.shutdown_background();
    Ok(answers)
}

async fn ask_with(client: &Client, endpoints: &[&'static Endpoint], lane: Lane) -> Vec<Result<(), Failure>> {
    let cancel = CancellationToken::new();
    let mut answers = Vec::new();
    for endpoint in endpoints {
        let answer = client.read(&smallest(endpoint), lane, &cancel).await.map(drop);
        let over = answer.as_ref().is_err_and(meets_all);
        answers.push(answer);
        if over {
            break;
        }
    }
    answers
}

/// True for what the next question would meet as well: no way to the service, a refused token, a closed service.
pub(super) fn meets_all(failure: &Failure) -> bool {
    match failure.kind {
        FailureKind::Server => matches!(failure.status, Some(502..=504)),
        FailureKind::Offline
        | FailureKind::Tls
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

/// The grid of an account. Waits for about twenty reads.
///
/// # Errors
/// As [`ask`].
pub fn grid(account: &Account) -> Result<Grid, String> {
    let asked = asked(account);
    Ok(told_by(&asked, &ask(account, &asked)?))
}

/// The same over a client that is in use, behind what the user asks for meanwhile.
pub async fn grid_with(client: &Client, account: &Account) -> Grid {
    let asked = asked(account);
    told_by(&asked, &ask_with(client, &asked, Lane::Ahead).await)
}

/// The reads that tell something about the credentials there are.
fn asked(account: &Account) -> Vec<&'static Endpoint> {
    let has = |service: Service| match service {
        Service::Parking => account.token.is_some(),
        Service::Ads => account.ads_key.is_some(),
    };
    CATALOGUE.iter().copied().filter(|e| askable(e) && has(e.service) && need(e).is_some()).collect()
}

fn told_by(asked: &[&'static Endpoint], answers: &[Result<(), Failure>]) -> Grid {
    let stopped = answers.last().and_then(|last| last.as_ref().err()).filter(|f| meets_all(f)).cloned();
    let told: Vec<(&'static str, Known)> =
        asked.iter().zip(answers).filter_map(|(e, answer)| Some((need(e)?, told(answer)))).collect();
    Grid { rows: rows(&told), stopped }
}

/// Every ability and scope, with the best that was told about it.
pub(super) fn rows(told: &[(&'static str, Known)]) -> Vec<(&'static str, Known)> {
    let names = abilities::ALL.iter().map(|a| a.0).chain(abilities::SCOPES.iter().map(|s| s.0));
    names
        .map(|name| {
            let about = |wanted: Known| told.iter().any(|(n, known)| *n == name && *known == wanted);
            let known = [Known::Yes, Known::No, Known::Unclear].into_iter().find(|k| about(*k));
            (name, known.unwrap_or(Known::OnUse))
        })
        .collect()
}

fn need(endpoint: &Endpoint) -> Option<&'static str> {
    match &endpoint.needs {
        Needs::One(ability) => Some(ability.0),
        Needs::Scope(scope) => Some(scope.0),
        _ => None,
    }
}

fn told(answer: &Result<(), Failure>) -> Known {
    match answer {
        Ok(()) => Known::Yes,
        Err(failure) if failure.kind == FailureKind::Forbidden => Known::No,
        Err(_) => Known::Unclear,
    }
}
