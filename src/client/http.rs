//! The real transport: reqwest with rustls, without redirects and without retries of its own.

use std::error::Error as StdError;
use std::io::ErrorKind;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use reqwest::{ClientBuilder, redirect};

use super::config::{ClientConfig, ClientError, is_loopback};
use super::judge::shortened;
use super::outcome::FailureKind;
use super::tls;
use super::wire::{Stage, Transport, Wire, WireAnswer, WireFailure};
use crate::api::{Answer, Method};
use crate::base::reason;

/// Longest time for DNS, TCP and TLS together.
const CONNECT: Duration = Duration::from_secs(10);
/// Size of the largest head that is read, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// HTTP over sockets.
#[derive(Debug)]
pub(super) struct Http {
    /// Client for reads, which keeps connections open.
    reads: reqwest::Client,
    /// Client for writes, with a new connection each time: a reused one may close while a write is sent, and its
    /// outcome would be unknown.
    writes: reqwest::Client,
    way: Way,
}

/// Host and proxy on the way to the service, for messages.
#[derive(Debug)]
struct Way {
    host: String,
    /// Proxy without user name and password.
    proxy: Option<String>,
}

/// Proxy for the service by the system's settings.
fn proxy(config: &ClientConfig) -> Option<String> {
    if is_loopback(&config.base_url) {
        return None;
    }
    let address: hyper::Uri = config.base_url.as_str().parse().ok()?;
    let found = hyper_util::client::proxy::matcher::Matcher::from_system().intercept(&address)?;
    let host = found.uri().authority()?.as_str();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    Some(shortened(&format!("{}://{host}", found.uri().scheme_str().unwrap_or("http")), 100))
}

impl Http {
    pub(super) fn new(config: &ClientConfig) -> Result<Self, ClientError> {
        // This fails if another part of the process has installed a provider, which is as good.
        rustls::crypto::ring::default_provider().install_default().ok();
        let host = config.base_url.host_str().unwrap_or_default();
        let host = config.base_url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        let reads = build(config, true, |builder| {
            builder.pool_idle_timeout(Duration::from_secs(30)).http2_max_header_list_size(HEAD_BYTES as u32)
        })?;
        let writes = build(config, false, |builder| builder.http1_only().pool_max_idle_per_host(0))?;
        Ok(Self { reads, writes, way: Way { host: shortened(&host, 100), proxy: proxy(config) } })
    }
}

fn build(
    config: &ClientConfig,
    http2: bool,
    more: impl FnOnce(ClientBuilder) -> ClientBuilder,
) -> Result<reqwest::Client, ClientError> {
    let loopback = is_loopback(&config.base_url);
    let mut builder = more(reqwest::Client::builder())
        .user_agent(&config.user_agent)
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(CONNECT)
        .https_only(!loopback);
    if loopback {
        // A token for a service on this machine must not pass a proxy.
        builder = builder.no_proxy();
    }
    builder = if config.base_url.scheme() == "http" {
        // Plain http, which is to this machine only, needs no certificates.
        builder.tls_certs_only(std::iter::empty())
    } else {
        builder.tls_backend_preconfigured(tls::config(config.ca_file.as_deref(), http2)?)
    };
    builder.build().map_err(|why| ClientError::SetUp(chain(&why)))
}

impl Transport for Http {
    fn send(&self, wire: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>> {
        async move {
            let request = self.request(wire)?;
            let answer = request.send().await.map_err(|why| sending(&why, &self.way))?;
            let size: usize = answer.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
            if size > HEAD_BYTES {
                return Err(WireFailure::new(
                    Stage::Sent,
                    FailureKind::TooLarge,
                    "the head of the answer is too large",
                ));
            }
            Ok(WireAnswer {
                status: answer.status().as_u16(),
                headers: answer.headers().clone(),
                body: answer.bytes_stream().map(|piece| piece.map_err(|why| receiving(&why))).boxed(),
            })
        }
        .boxed()
    }
}

impl Http {
    fn request(&self, wire: Wire) -> Result<reqwest::RequestBuilder, WireFailure> {
        let method = match wire.endpoint.method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
            Method::Delete => reqwest::Method::DELETE,
        };
        let client = if wire.endpoint.is_read() { &self.reads } else { &self.writes };
        let (name, value) = wire.credential.header();
        let mut value = HeaderValue::from_str(&value).map_err(|_| {
            let detail = "the token or key contains characters that cannot be sent";
            WireFailure::new(Stage::NotSent, FailureKind::Unauthorized, detail)
        })?;
        value.set_sensitive(true);
        let mut request = client.request(method, wire.url).header(name, value);
        request = match wire.endpoint.answer {
            Answer::Json => request.header(ACCEPT, "application/json"),
            // Files are not compressed, so that length and progress are those of the file.
            Answer::Stream => request.header(ACCEPT, "*/*").header(ACCEPT_ENCODING, "identity"),
        };
        if let Some(body) = wire.body {
            request = request
                .header(CONTENT_TYPE, body.content_type)
                .header(CONTENT_LENGTH, body.length)
                .body(reqwest::Body::wrap_stream(body.stream));
        }
        Ok(request)
    }
}

/// Failure of a request before the head of an answer.
fn sending(why: &reqwest::Error, way: &Way) -> WireFailure {
    let host = &way.host;
    if why.is_builder() {
        return WireFailure::new(Stage::NotSent, FailureKind::Refused, format!("{host}: {}", chain(why)));
    }
    if why.is_connect() {
        let (kind, detail) = connecting(why, way);
        return WireFailure::new(Stage::NotSent, kind, detail);
    }
    let mut failure = WireFailure::new(Stage::Sent, FailureKind::Broken, format!("{host}: {}", chain(why)));
    failure.malformed = find::<hyper::Error>(why).is_some_and(hyper::Error::is_parse);
    failure
}

/// Kind of a connection failure, and its reason in words.
fn connecting(why: &reqwest::Error, way: &Way) -> (FailureKind, String) {
    let host = &way.host;
    if let Some(error) = find::<rustls::Error>(why) {
        let (problem, words) = tls::problem(error, host);
        return (FailureKind::Tls(problem), words);
    }
    let words = if why.is_timeout() { format!("no connection within {} s", CONNECT.as_secs()) } else { chain(why) };
    match &way.proxy {
        Some(proxy) if words.contains("tunnel") || words.contains("proxy") => {
            (FailureKind::Proxy, format!("The proxy {proxy} refused the way to {host}"))
        }
        Some(proxy) => (FailureKind::Proxy, format!("The proxy {proxy} does not answer: {words}")),
        None => (FailureKind::Offline, format!("{host}: {words}")),
    }
}

/// Failure of an answer in the middle of its body.
fn receiving(why: &reqwest::Error) -> WireFailure {
    let detail = chain(why);
    let broken = find::<std::io::Error>(why).map(std::io::Error::kind);
    let (kind, malformed) = match broken {
        Some(ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted) => {
            (FailureKind::Broken, false)
        }
        _ if find::<hyper::Error>(why).is_some_and(hyper::Error::is_incomplete_message) => (FailureKind::Cut, false),
        Some(ErrorKind::UnexpectedEof) if find::<hyper::Error>(why).is_some() => (FailureKind::Cut, false),
        _ if why.is_decode() => (FailureKind::NotUnderstood, true),
        _ => (FailureKind::Cut, true),
    };
    WireFailure { stage: Stage::Body, kind, detail, malformed }
}

/// Innermost text of an error, cleaned, without the request's address, which may contain typed text. Errors of the
/// system are put into this program's words.
fn chain(why: &(dyn StdError + 'static)) -> String {
    if let Some(error) = find::<std::io::Error>(why) {
        let words = reason(error);
        let unknown = words.contains("lookup address") || words.contains("dns error");
        return if unknown { "this name is not known (DNS)".to_owned() } else { shortened(&words, 160) };
    }
    let mut deepest = String::new();
    let mut next = why.source();
    while let Some(error) = next {
        deepest = error.to_string();
        next = error.source();
    }
    shortened(if deepest.is_empty() { "the request could not be made" } else { &deepest }, 160)
}

/// First error of a type in a chain; also looks inside `io::Error`, whose `source` leaves out the wrapped error.
fn find<'a, E: StdError + 'static>(why: &'a (dyn StdError + 'static)) -> Option<&'a E> {
    let mut next = Some(why);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        next = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}
