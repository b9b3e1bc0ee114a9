//! Opening addresses, only after a question that shows the real host first and in full.

use super::super::{Confirm, Effect, Tone};
use super::Shell;
use crate::base::{DomainName, Lookalike};

/// Characters of a host that fit into the title of the narrowest window.
const TITLE: usize = 30;
/// Most characters shown of an address: with the longest host they fit into 80×24.
const ADDRESS: usize = 160;

impl Shell {
    pub(super) fn ask_to_open(&mut self, address: &str) {
        let Ok(mut address) = url::Url::parse(address) else {
            self.say(Tone::Warn, "This address cannot be opened.".to_owned());
            return;
        };
        // Text before the host can be written to look like a host; no address opened here needs it.
        let user = !address.username().is_empty() || address.password().is_some();
        let stripped = !user || address.set_username("").and(address.set_password(None)).is_ok();
        let Some(host) = address.host_str().filter(|_| matches!(address.scheme(), "http" | "https") && stripped) else {
            self.say(Tone::Warn, format!("Only http and https addresses are opened, not {}.", address.scheme()));
            return;
        };
        let secure = if address.scheme() == "https" { "over a secure connection" } else { "without encryption" };
        // Canonical form, with the host in punycode and never starting with a dash.
        let opened = address.to_string();
        let like = DomainName::parse(host).ok().and_then(|name| name.lookalike());
        let like = like.map(|kind| match kind {
            Lookalike::WholeScript(latin) => format!("Looks like {latin}, but is not."),
            Lookalike::MixedScripts(scripts) => format!("Looks like another name: mixes {scripts} letters."),
        });
        let user = user.then(|| "The text before “@” is left out: it is not the host.".to_owned());
        let title = if host.len() <= TITLE { format!("Open {host}") } else { "Open a web page".to_owned() };
        self.ask(Confirm {
            subject: host.to_owned(),
            warnings: like.into_iter().chain(user).collect(),
            consequence: format!("Opens {} in your browser, {secure}.", middle_cut(&opened, ADDRESS)),
            way_back: Some("Nothing changes at the service.".to_owned()),
            ..Confirm::new(title, "open it", vec![Effect::OpenUrl(opened)])
        });
    }
}

/// `text` in at most `most` characters, cut in its middle.
fn middle_cut(text: &str, most: usize) -> String {
    let all = text.chars().count();
    if all <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most * 2 / 3).collect();
    let tail: String = text.chars().skip(all - most / 3 + 1).collect();
    format!("{head}…{tail}")
}
