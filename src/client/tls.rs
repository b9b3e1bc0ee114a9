//! Certificates that are trusted: those signed by trusted authorities, and the ones in `ca_file`. No other can
//! be trusted.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    AlertDescription, CertificateError, ClientConfig as TlsConfig, DigitallySignedStruct, Error, OtherError,
    RootCertStore, SignatureScheme,
};

use super::config::ClientError;
use super::outcome::TlsProblem;
use crate::base::{Links, Timestamp, Zone, read_plain, reason};

/// Size in bytes of the largest certificate file read; a larger file is not one.
const LARGEST: u64 = 4 << 20;

/// TLS settings of a connection that trusts the system's authorities, or only the certificates in `ca_file`.
pub(super) fn config(ca_file: Option<&Path>, http2: bool) -> Result<TlsConfig, ClientError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let trust = Trust::new(ca_file, &provider)?;
    let mut config = TlsConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| ClientError::SetUp(why.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(trust))
        .with_no_client_auth();
    let versions: &[&str] = if http2 { &["h2", "http/1.1"] } else { &["http/1.1"] };
    config.alpn_protocols = versions.iter().map(|version| version.as_bytes().to_vec()).collect();
    Ok(config)
}

/// The usual rules, with exceptions for the certificates named by the user: the rules refuse a server that shows an
/// authority's own certificate (`CaUsedAsEndEntity`), even if the user has named that certificate.
#[derive(Debug)]
struct Trust {
    rules: Arc<dyn ServerCertVerifier>,
    named: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl Trust {
    fn new(ca_file: Option<&Path>, provider: &Arc<CryptoProvider>) -> Result<Self, ClientError> {
        let Some(path) = ca_file else {
            let rules = rustls_platform_verifier::Verifier::new(provider.clone()).map_err(|why| {
                let text = why.to_string();
                if text.contains("No CA certificates") { ClientError::NoCertificates } else { ClientError::SetUp(text) }
            })?;
            return Ok(Self { rules: Arc::new(rules), named: Vec::new(), provider: provider.clone() });
        };
        let failed = |why: String| ClientError::CaFile { path: path.to_owned(), why };
        let pem = read_plain(path, LARGEST, Links::Follow).map_err(|error| failed(reason(&error)))?;
        let named: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&pem)
            .collect::<Result<_, _>>()
            .map_err(|_| failed("it holds a certificate that is damaged".to_owned()))?;
        if named.is_empty() {
            return Err(failed("it holds no certificate in PEM form".to_owned()));
        }
        let rules = rules_of(&named, provider).ok_or_else(|| failed("its certificates cannot be used".to_owned()))?;
        Ok(Self { rules, named, provider: provider.clone() })
    }
}

/// The usual rules with only these authorities.
fn rules_of(
    authorities: &[CertificateDer<'static>],
    provider: &Arc<CryptoProvider>,
) -> Option<Arc<WebPkiServerVerifier>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(authorities.iter().cloned());
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().ok()
}

/// Verifier's error for a certificate that was signed by its own key.
#[derive(Debug)]
struct SelfSigned;

impl fmt::Display for SelfSigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("self-signed")
    }
}

impl std::error::Error for SelfSigned {}

fn is_authority(error: &CertificateError) -> bool {
    let CertificateError::Other(OtherError(error)) = error else { return false };
    matches!(error.downcast_ref(), Some(webpki::Error::CaUsedAsEndEntity))
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let judged = self.rules.verify_server_cert(shown, between, name, ocsp, now);
        match &judged {
            // The rules have checked the dates of the certificate before this.
            Err(Error::InvalidCertificate(why)) if is_authority(why) && self.named.contains(shown) => {
                verify_server_name(&ParsedCertificate::try_from(shown)?, name)?;
                Ok(ServerCertVerified::assertion())
            }
            Err(Error::InvalidCertificate(why)) if is_authority(why) => Err(self_signed()),
            Err(Error::InvalidCertificate(CertificateError::UnknownIssuer)) => {
                // A certificate is self-signed if it would be accepted with its own key as authority.
                let own = rules_of(&[shown.clone().into_owned()], &self.provider);
                let alone = own.map(|own| own.verify_server_cert(shown, &[], name, ocsp, now));
                if matches!(alone, None | Some(Err(Error::InvalidCertificate(CertificateError::UnknownIssuer)))) {
                    judged
                } else {
                    Err(self_signed())
                }
            }
            _ => judged,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.rules.verify_tls12_signature(message, shown, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.rules.verify_tls13_signature(message, shown, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.rules.supported_verify_schemes()
    }
}

fn self_signed() -> Error {
    Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(SelfSigned))))
}

/// Kind of the TLS problem at `host`, and a sentence about it.
pub(super) fn problem(error: &Error, host: &str) -> (TlsProblem, String) {
    let day = |at: &UnixTime| Timestamp(i64::try_from(at.as_secs()).unwrap_or(i64::MAX)).day(Zone::Utc);
    let (problem, words) = match error {
        Error::InvalidCertificate(why) => match why {
            CertificateError::Expired => (TlsProblem::Time, "has expired".to_owned()),
            CertificateError::ExpiredContext { time, not_after } => (
                TlsProblem::Time,
                format!("expired on {}; the clock of this machine says {}", day(not_after), day(time)),
            ),
            CertificateError::NotValidYet => (TlsProblem::Time, "is not valid yet".to_owned()),
            CertificateError::NotValidYetContext { time, not_before } => (
                TlsProblem::Time,
                format!("is valid from {}; the clock of this machine says {}", day(not_before), day(time)),
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                (TlsProblem::Name, "is for another name".to_owned())
            }
            CertificateError::UnknownIssuer => {
                (TlsProblem::Authority, "is signed by an authority that is not trusted here".to_owned())
            }
            CertificateError::Other(OtherError(why)) if why.is::<SelfSigned>() => {
                (TlsProblem::SelfSigned, "is self-signed, and not the one in ca_file".to_owned())
            }
            CertificateError::Revoked => (TlsProblem::Other, "was revoked".to_owned()),
            CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => {
                (TlsProblem::Other, "is not made for servers".to_owned())
            }
            _ => (TlsProblem::Other, "is not one this program understands".to_owned()),
        },
        Error::InvalidMessage(_) => return (TlsProblem::NotTls, format!("{host} does not speak TLS")),
        Error::PeerIncompatible(_)
        | Error::AlertReceived(AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure) => {
            let words =
                format!("{host} and this program have no version of TLS in common (1.2 and 1.3 are known here)");
            return (TlsProblem::Version, words);
        }
        _ => return (TlsProblem::Other, format!("No secure connection to {host} could be made")),
    };
    (problem, format!("Refused: the certificate of {host} {words}"))
}
