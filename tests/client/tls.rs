//! Certificates: only those of a trusted authority, for this name, within their time.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::things::{SAVE, call_about};
use parkade::client::{Client, ClientConfig, ClientError, FailureKind, Secret, WriteOutcome};
use rstest::rstest;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_util::sync::CancellationToken;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

/// Serves one certificate on loopback, answering every request with an empty object.
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
            // A client that refuses the certificate ends here.
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

#[rstest]
#[case::another_name("wrong.pem", "authority.pem")]
#[case::expired("expired.pem", "authority.pem")]
#[case::another_authority("good.pem", "wrong.pem")]
#[tokio::test]
async fn any_other_certificate_is_refused_before_a_byte_is_sent(#[case] certificate: &str, #[case] ca_file: &str) {
    let client = client(&serve(certificate), ca_file).unwrap();
    let outcome = write(&client).await;
    let WriteOutcome::NotSent(failure) = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.kind, FailureKind::Tls, "{failure:?}");
    assert!(failure.sentence().starts_with("Refused: the certificate of the service is not accepted: 127.0.0.1: "));
}

#[tokio::test]
async fn a_server_without_tls_is_refused_too() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.unwrap().write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let outcome = write(&client(&address, "authority.pem").unwrap()).await;
    assert!(matches!(&outcome, WriteOutcome::NotSent(_)), "{outcome:?}");
}

#[test]
fn a_ca_file_that_cannot_be_used_is_named() {
    for name in ["missing.pem", "README.md"] {
        let why = client("https://127.0.0.1:1", name).unwrap_err().to_string();
        assert!(why.starts_with("The certificate file ") && why.contains(name), "{why}");
    }
}
