//! Settings of a client (the service's address and the credentials), checked before anything is sent.

use std::net::IpAddr;
use std::path::PathBuf;

use thiserror::Error;
use url::{Host, Url};

use super::Secret;

/// Configuration of a client.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Address before `/api/v1/`; see [`ClientConfig::check_base_url`].
    pub base_url: Url,
    /// Token of the parking service.
    pub token: Option<Secret>,
    /// Key of the ads service; never sent together with the token.
    pub ads_key: Option<Secret>,
    /// PEM file of the authorities to trust in place of the system's.
    pub ca_file: Option<PathBuf>,
    /// Name and version of the program.
    pub user_agent: String,
}

/// Reason why no client could be made, as one sentence for the user.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ClientError {
    #[error("{0}")]
    BaseUrl(String),
    #[error("The certificate file {} cannot be used: {why}", path.display())]
    CaFile { path: PathBuf, why: String },
    #[error(
        "This machine has no CA certificates, so the service cannot be recognised; install the package ca-certificates or set ca_file in the config"
    )]
    NoCertificates,
    #[error("The network client could not be set up: {0}")]
    SetUp(String),
}

impl ClientConfig {
    /// Reads a base address: https, or http to this machine only; without user name, query or fragment. A trailing
    /// slash is removed. Error sentences never repeat the address, because a pasted one may have a password in it.
    ///
    /// # Errors
    /// Sentence on what is wrong and what to do.
    pub fn check_base_url(text: &str) -> Result<Url, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("The address is empty; give it like https://parking.example.com".to_owned());
        }
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(
                "The address contains a space or a control character; give it like https://parking.example.com"
                    .to_owned(),
            );
        }
        let Some((scheme, _)) = text.split_once("://") else {
            let here = format!("http://{text}");
            if Url::parse(&here).is_ok_and(|url| is_loopback(&url) && url.username().is_empty()) {
                return Err(format!("The address needs http:// in front, like {here}"));
            }
            return Err("The address needs https:// in front, like https://parking.example.com".to_owned());
        };
        if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
            return Err("The address must begin with https://".to_owned());
        }
        let mut url = Url::parse(text)
            .map_err(|why| format!("The address is not valid ({why}); give it like https://parking.example.com"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err("The address must not contain a user name or password; the token is given apart".to_owned());
        }
        if url.query().is_some() {
            return Err("The address must end before the question mark".to_owned());
        }
        if url.fragment().is_some() {
            return Err("The address must end before the # sign".to_owned());
        }
        if url.scheme() == "http" && !is_loopback(&url) {
            return Err(
                "The address must begin with https://; plain http is only allowed to this machine, for the sandbox"
                    .to_owned(),
            );
        }
        let path = url.path().trim_end_matches('/').to_owned();
        if path.ends_with("/api/v1") || path.contains("/api/v1/") {
            return Err("The address must end before /api/v1; the program adds that itself".to_owned());
        }
        url.set_path(&path);
        Ok(url)
    }

    /// Reads a base address that a person types, with or without its scheme.
    ///
    /// # Errors
    /// As [`Self::check_base_url`].
    pub fn typed_base_url(text: &str) -> Result<Url, String> {
        let text = text.trim();
        if text.is_empty() || text.contains("://") { Self::check_base_url(text) } else { Self::completed(text) }
    }

    /// Address probably meant by one without a scheme, to be offered to the user: https, or http to this machine.
    pub fn likely_base_url(text: &str) -> Option<Url> {
        let text = text.trim();
        if text.contains("://") { None } else { Self::completed(text).ok() }
    }

    fn completed(text: &str) -> Result<Url, String> {
        let is_here = Url::parse(&format!("http://{text}")).is_ok_and(|url| is_loopback(&url));
        Self::check_base_url(&format!("{}://{text}", if is_here { "http" } else { "https" }))
    }
}

/// True when the address names this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback(),
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        None => false,
    }
}
