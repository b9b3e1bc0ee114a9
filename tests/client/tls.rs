//! Tests of certificates: only those of a trusted authority are accepted, for the right name and within their dates
//!

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::things::{SAVE, call_about};
use parkade::client::{Client, ClientConfig, ClientError, FailureKind, Secret, TlsProblem, WriteOutcome};
use rstest::rstest;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_util::sync::CancellationToken;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

/// Serves one certificate on loopback, and answers every request with an empty object.
fn serve(certificate: &str) -> String {
    let chain = vec![CertificateDer::from_pem_file(data(certificate)).unwrap()];
    let key = PrivateKeyDer::from_pem_file(data("server.key")).unwrap();
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = rustls::ServerConnection::new(config.clone()).unwrap();
            let mut tls = rustls::StreamOwned::new(connection, stream.unwrap());
            // A client that refuses the certificate sends nothing after the handshake.
            if matches!(tls.read(&mut [0; 4096]), Ok(n) if n > 0) {
                let _ = tls.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
                let _ = tls.flush();
            }
        }
    });
    address
}

fn client(address: &str, ca_file: &str) -> Result<Client, ClientError> {
    Client::new(ClientConfig {
        base_url: ClientConfig::check_base_url(address).unwrap(),
        token: Some(Secret::new("token".to_owned())),
        ads_key: None,
        ca_file: Some(data(ca_file)),
        user_agent: "parkade-test".to_owned(),
    })
}

async fn write(client: &Client) -> WriteOutcome {
    let call = call_about(&SAVE, "größe");
    client.write(&call, &CancellationToken::new()).await
}

#[tokio::test]
async fn a_certificate_of_the_authority_in_ca_file_is_accepted() {
    let client = client(&serve("good.pem"), "authority.pem").unwrap();
    let outcome = write(&client).await;
    assert!(matches!(outcome, WriteOutcome::Applied(_)), "{outcome:?}");
}

/// A self-signed certificate is accepted if `ca_file` has that certificate, but only for its own name.
#[rstest]
#[case::an_authority_as_openssl_makes_it("self.pem")]
#[case::a_certificate_for_servers("self-leaf.pem")]
#[tokio::test]
async fn a_self_signed_certificate_is_accepted_when_ca_file_is_this_very_one(#[case] certificate: &str) {
    let client = client(&serve(certificate), certificate).unwrap();
    let outcome = write(&client).await;
    assert!(matches!(outcome, WriteOutcome::Applied(_)), "{outcome:?}");
}

/// Proves R-31.
#[rstest]
#[case::another_name("wrong.pem", "authority.pem", TlsProblem::Name, "is for another name")]
#[case::expired(
    "expired.pem",
    "authority.pem",
    TlsProblem::Time,
    "expired on 1 February 2020; the clock of this machine says "
)]
#[case::another_authority(
    "good.pem",
    "wrong.pem",
    TlsProblem::Authority,
    "is signed by an authority that is not trusted"
)]
#[case::self_signed("self.pem", "authority.pem", TlsProblem::SelfSigned, "is self-signed")]
#[case::self_signed_leaf("self-leaf.pem", "authority.pem", TlsProblem::SelfSigned, "is self-signed")]
#[case::another_self_signed("self.pem", "self-other.pem", TlsProblem::SelfSigned, "is self-signed")]
#[case::named_but_for_another_name("self-other.pem", "self-other.pem", TlsProblem::Name, "is for another name")]
#[tokio::test]
async fn any_other_certificate_is_refused_before_a_byte_is_sent_and_the_cause_is_named(
    #[case] certificate: &str,
    #[case] ca_file: &str,
    #[case] problem: TlsProblem,
    #[case] words: &str,
) {
    let address = serve(certificate);
    let outcome = write(&client(&address, ca_file).unwrap()).await;
    let WriteOutcome::NotSent(failure) = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.kind, FailureKind::Tls(problem), "{failure:?}");
    let host = address.trim_start_matches("https://");
    assert!(failure.sentence().starts_with(&format!("Refused: the certificate of {host} {words}")), "{failure:?}");
    assert!(failure.with_hint().ends_with('.') && failure.hint().is_some());
    assert_eq!(
        failure.hint().is_some_and(|hint| hint.contains("ca_file")),
        matches!(problem, TlsProblem::Authority | TlsProblem::SelfSigned)
    );
}

/// The server does not speak TLS, or only an old version of it. Proves R-31.
#[rstest]
#[case::plain_http(b"HTTP/1.1 400 Bad Request\r\n\r\n", TlsProblem::NotTls, "does not speak TLS")]
#[case::tls_1_1_only(b"\x15\x03\x01\x00\x02\x02\x46", TlsProblem::Version, "no version of TLS in common")]
#[tokio::test]
async fn a_server_without_tls_or_with_an_old_one_is_refused_by_its_cause(
    #[case] says: &'static [u8],
    #[case] problem: TlsProblem,
    #[case] words: &str,
) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            // Answer after reading the client's hello, because closing with unread bytes would be a reset.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(says);
            let _ = stream.read(&mut [0; 4096]);
        }
    });
    let outcome = write(&client(&address, "authority.pem").unwrap()).await;
    let WriteOutcome::NotSent(failure) = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.kind, FailureKind::Tls(problem), "{failure:?}");
    assert!(failure.sentence().contains(words), "{}", failure.sentence());
}

#[test]
fn a_ca_file_that_cannot_be_used_is_named() {
    for name in ["missing.pem", "README.md"] {
        let why = client("https://127.0.0.1:1", name).unwrap_err().to_string();
        assert!(why.starts_with("The certificate file ") && why.contains(name), "{why}");
    }
}
