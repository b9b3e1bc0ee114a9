//! Addresses are opened only after a question that shows the real host.

use super::super::{Confirm, Effect, Tone};
use super::Shell;
use crate::base::{DomainName, Lookalike};

impl Shell {
    pub(super) fn ask_to_open(&mut self, address: &str) {
        let Ok(address) = url::Url::parse(address) else {
            self.say(Tone::Warn, "This address cannot be opened.".to_owned());
            return;
        };
        let Some(host) = address.host_str().filter(|_| matches!(address.scheme(), "http" | "https")) else {
            self.say(Tone::Warn, format!("Only http and https addresses are opened, not {}.", address.scheme()));
            return;
        };
        let secure = if address.scheme() == "https" { "over a secure connection" } else { "without encryption" };
        let consequence = format!("Opens {host} in your browser, {secure}.");
        // The canonical form: the host in punycode, never beginning with a dash.
        let opened = address.to_string();
        let like = DomainName::parse(host).ok().and_then(|name| name.lookalike());
        let like = like.map(|kind| match kind {
            Lookalike::WholeScript(latin) => format!("Looks like {latin}, but is not."),
            Lookalike::MixedScripts(scripts) => format!("Looks like another name: mixes {scripts} letters."),
        });
        self.ask(Confirm {
            warnings: like.into_iter().collect(),
            samples: vec![opened.clone()],
            consequence,
            way_back: Some("Nothing changes at the service.".to_owned()),
            ..Confirm::new(format!("Open {host}"), "open it", vec![Effect::OpenUrl(opened)])
        });
    }
}
