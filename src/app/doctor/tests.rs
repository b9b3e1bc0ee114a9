use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};

use super::machine::{Files, Terminal};
use super::probe::{
    Sample, ask_with, askable, call, grid_of, known_from, meets_all, need, rows, setup_words, try_credential,
};
use super::report::{Report, scrub};
use crate::api::emails::{Get, List};
use crate::api::{CATALOGUE, Endpoint, Method, Request, Service};
use crate::app::Account;
use crate::app::config::Config;
use crate::app::paths::Paths;
use crate::app::secrets::Kind;
use crate::client::{Client, Failure, FailureKind, HeaderMap, Lane, Secret, Transport, Wire, WireAnswer, WireFailure};
use crate::store::Allowed;

fn account(address: &str) -> Account {
    Account {
        name: "main".to_owned(),
        base_url: crate::client::ClientConfig::check_base_url(address).unwrap(),
        token: Some(Secret::new("token".to_owned())),
        token_origin: None,
        ads_key: None,
        ca_file: None,
        readonly: true,
    }
}

/// Without an id or a text that a read must have, its ability would be called unclear although the token has it.
#[test]
fn every_read_is_asked_with_the_parameters_it_must_have() {
    let sample = Sample::default();
    for endpoint in CATALOGUE.iter().copied().filter(|e| askable(e)) {
        let call = call(endpoint, &sample);
        let sent: Vec<&str> = call.query.iter().map(|(name, _)| *name).collect();
        assert!(!call.path.contains('{'), "{}", call.path);
        for param in endpoint.params.iter().filter(|param| param.name == "name") {
            assert!(sent.contains(&param.name), "{}", endpoint.name);
        }
    }
}

#[test]
fn a_documented_400_or_404_says_that_the_call_is_permitted() {
    let said = |status: u16, kind: FailureKind, code: &str| {
        let errors = vec![crate::api::errors::ErrorEntry { code: code.into(), ..Default::default() }];
        known_from(&Err(Failure { status: Some(status), errors, ..Failure::new(kind, "") }))
    };
    assert_eq!(said(404, FailureKind::NotFound, "np_parking_api_error_domain_not_found"), Allowed::Yes);
    assert_eq!(said(400, FailureKind::Refused, "np_parking_api_error_invalid_state"), Allowed::Yes);
    assert_eq!(said(404, FailureKind::NotFound, "endpoint_not_found"), Allowed::Unclear);
    assert_eq!(said(403, FailureKind::Forbidden, "do_not_have_permission"), Allowed::No);
}

#[test]
fn the_permission_to_open_a_mail_is_asked_with_the_id_of_one() {
    let mut sample = Sample::default();
    let body = br#"{"emails":[{"id":"a/b 1"}],"pagination":{"current_page":1,"last_page":1,"total":1}}"#;
    sample.take(List::ENDPOINT, body);
    assert!(call(Get::ENDPOINT, &sample).path.ends_with("/email/a%2Fb%201"));
}

#[test]
fn the_doctor_makes_only_reads() {
    let asked: Vec<_> = CATALOGUE.iter().filter(|e| askable(e)).collect();
    assert!(asked.len() > 10, "the catalogue has such reads");
    for endpoint in asked {
        assert!(endpoint.method == Method::Get && endpoint.is_read(), "{}", endpoint.name);
    }
}

#[test]
fn the_grid_has_every_ability_once_and_a_yes_wins() {
    let grid = rows(&[
        ("account.portfolio.activity", Allowed::Unclear),
        ("account.portfolio.activity", Allowed::Yes),
        ("domains.list", Allowed::No),
    ]);
    assert_eq!(grid.len(), 56);
    let known = |name: &str| grid.iter().find(|(n, _)| *n == name).unwrap().1;
    assert_eq!(known("account.portfolio.activity"), Allowed::Yes);
    assert_eq!(known("domains.list"), Allowed::No);
    assert_eq!(known("inquiries.star"), Allowed::OnUse);
}

#[test]
fn the_report_shows_neither_token_nor_home_folder() {
    let at = |name: &str| std::path::PathBuf::from("/home/jane").join(name);
    let paths = Paths { config: at("c"), data: at("d"), cache: at("e"), state: at("s") };
    let token = Secret::new("canary-token-1234".to_owned());
    let account = Account {
        name: "main".to_owned(),
        base_url: url::Url::parse("https://x.example/").unwrap(),
        token: Some(token),
        token_origin: None,
        ads_key: None,
        ca_file: None,
        readonly: false,
    };
    let env = |name: &str| match name {
        "SSH_CONNECTION" => Some("203.0.113.7 22".into()),
        "TERM" => Some("xterm\u{1b}[31m".into()),
        _ => None,
    };
    let report = Report {
        paths: &paths,
        trouble: None,
        problems: &[],
        account: Some(&account),
        grid: None,
        terminal: Terminal::look(&Config::default(), None, env),
        files: Files::look(&paths, Some("main")),
    };
    for text in [report.text(), report.json()] {
        let text = scrub(&text, Some("/home/jane"));
        for secret in ["canary", "jane", "203.0.113", "\u{1b}"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        assert!(text.contains("1234") && text.contains("https://x.example/") && text.contains("~/c"), "{text}");
    }
    assert!(serde_json::from_str::<serde_json::Value>(&report.json()).is_ok());
}

#[test]
fn one_call_that_fails_does_not_end_the_asking_but_a_refused_token_does() {
    let failure = |kind: FailureKind, status: u16| Failure { status: Some(status), ..Failure::new(kind, "") };
    assert!(!meets_all(&failure(FailureKind::Server, 500)) && !meets_all(&failure(FailureKind::Forbidden, 403)));
    assert!(meets_all(&failure(FailureKind::Unauthorized, 401)) && meets_all(&failure(FailureKind::Server, 503)));
}

/// A service that permits one call and refuses every other with this status.
struct Restricted(u16, Option<&'static Endpoint>);

impl Transport for Restricted {
    fn send(&self, wire: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>> {
        let good = self.1.is_some_and(|permitted| wire.endpoint == permitted);
        let status = if good { 200 } else { self.0 };
        let body = stream::once(async { Ok(Bytes::from_static(b"{}")) }).boxed();
        async move { Ok(WireAnswer { status, headers: HeaderMap::new(), body }) }.boxed()
    }
}

/// A token may be permitted a single thing, and the documents leave open whether the service then says 401 or 403.
#[tokio::test(start_paused = true)]
async fn the_check_goes_on_over_refusals_and_finds_the_one_ability_there_is() {
    let asked: Vec<&'static Endpoint> = CATALOGUE
        .iter()
        .copied()
        .filter(|e| askable(e) && e.service == Service::Parking && need(e).is_some())
        .collect();
    let account = account("http://127.0.0.1:1");
    for status in [401, 403] {
        for permitted in asked.iter().copied().map(Some).chain([None]) {
            let service = std::sync::Arc::new(Restricted(status, permitted));
            let client = Client::with_transport(account.client_config(), service);
            let grid = grid_of(&asked, &ask_with(&client, &asked, Lane::User, || client.resume()).await);
            let allowed: Vec<_> =
                grid.rows.iter().filter(|(_, known)| *known == Allowed::Yes).map(|row| row.0).collect();
            assert_eq!(allowed, permitted.and_then(need).into_iter().collect::<Vec<_>>(), "{status}");
            let denied = grid.rows.iter().any(|(_, known)| *known == Allowed::No);
            assert_eq!(denied, permitted.is_some(), "{status}: with a token nobody knows, nothing is known");
            let stopped = grid.stopped.map(|failure| failure.kind);
            assert_eq!(stopped, permitted.is_none().then_some(FailureKind::Unauthorized), "{status}");
        }
    }
}

#[test]
fn a_credential_is_tried_once_at_an_address_nobody_answers_from() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            drop(stream);
        }
    });
    let account = account(&address);
    assert!(try_credential(&account, Kind::Token).is_err());
    assert_eq!(asked.load(std::sync::atomic::Ordering::SeqCst), 1);
}

#[test]
fn a_refused_port_is_named_with_what_to_check_and_without_the_numbers_of_the_system() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let account = account(&format!("http://{free}"));
    let failure = try_credential(&account, Kind::Token).unwrap_err();
    let words = setup_words(&failure, &account.base_url);
    assert_eq!(words, format!("Nothing answers at http://{free}. Check the address and the port."));
}
