//! Texts typed once for all listings and filled in for each: button and link with `{domain}`, tracking parameters, and
//! the day the listing ends.

use std::fmt::Write as _;

use crate::base::{DomainName, Timestamp, unknown};
use crate::store::writes::intent::Listing;

/// Variables, in the order in which the form and errors list them.
const VARIABLES: [&str; 4] = ["domain", "name", "tld", "campaign"];

/// The texts as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    pub campaign: i64,
    pub label: String,
    pub link: String,
    /// Parameters appended to the link, such as `utm_source=ads&utm_content={domain}`.
    pub tracking: String,
    pub ends: Option<Timestamp>,
}

/// Text with each `{name}` in it replaced by `value(name)`.
///
/// # Errors
/// A sentence that names an unknown variable, or a brace without its pair.
fn filled(text: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            return Err("A { has no } after it.".to_owned());
        };
        out.push_str(&value(name).ok_or_else(|| unknown("variable", name, VARIABLES))?);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

/// Percent-encodes every byte that is not a letter, a digit or one of `-._~`.
fn in_address(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    text.bytes().fold(String::new(), |mut out, byte| {
        if plain(byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

impl Template {
    /// Checks the texts before there is a name to fill in.
    ///
    /// # Errors
    /// The field's name and what is wrong with its text.
    pub fn checked(self) -> Result<Self, (&'static str, String)> {
        let example = DomainName::from_service("example.com");
        let value = |name: &str| self.value(name, &example);
        filled(&self.label, value).map_err(|why| ("label", why))?;
        filled(&self.tracking, value).map_err(|why| ("tracking", why))?;
        self.link(&example).map_err(|why| ("link", why))?;
        Ok(self)
    }

    fn value(&self, name: &str, domain: &DomainName) -> Option<String> {
        let (label, tld) = domain.unicode().split_once('.').unwrap_or((domain.unicode(), ""));
        Some(match name {
            "domain" => domain.unicode().to_owned(),
            "name" => label.to_owned(),
            "tld" => tld.to_owned(),
            "campaign" => self.campaign.to_string(),
            _ => return None,
        })
    }

    /// Link of a domain with its tracking parameters; `None` without a link.
    fn link(&self, domain: &DomainName) -> Result<Option<String>, String> {
        if self.link.is_empty() {
            let lost = !self.tracking.is_empty();
            return if lost { Err("Tracking parameters need a link.".to_owned()) } else { Ok(None) };
        }
        let value = |name: &str| {
            // The host in a link must be punycode.
            let value = if name == "domain" { domain.punycode().to_owned() } else { self.value(name, domain)? };
            Some(in_address(&value))
        };
        let link = filled(&self.link, value)?;
        let tracking = filled(self.tracking.trim_start_matches(['?', '&']), value)?;
        let mut url =
            url::Url::parse(&link).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let url = url.as_mut().ok_or("Write a whole address, as in https://shop.example/{domain}.")?;
        if !tracking.is_empty() {
            let query = url.query().filter(|query| !query.is_empty()).map(|query| format!("{query}&{tracking}"));
            url.set_query(Some(query.as_deref().unwrap_or(&tracking)));
        }
        Ok(Some(url.to_string()))
    }

    /// Warning about an empty button or link, because a listing cannot be changed later.
    pub fn missing(&self) -> Option<String> {
        let what = match (self.label.trim().is_empty(), self.link.is_empty()) {
            (true, true) => "Button and link are empty",
            (true, false) => "The button is empty",
            (false, true) => "The link is empty",
            (false, false) => return None,
        };
        Some(format!("{what}: the ads stay without, for they cannot be changed later."))
    }

    /// Listing of a domain.
    ///
    /// # Errors
    /// A sentence why it cannot be made.
    pub fn listing(&self, domain: &DomainName) -> Result<Listing, String> {
        let label = filled(&self.label, |name| self.value(name, domain))?.trim().to_owned();
        Ok(Listing {
            domain: domain.clone(),
            ad_expires_at: self.ends,
            action_label: Some(label).filter(|label| !label.is_empty()),
            action_url: self.link(domain)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(label: &str, link: &str, tracking: &str) -> Template {
        let owned = str::to_owned;
        Template { campaign: 901, label: owned(label), link: owned(link), tracking: owned(tracking), ends: None }
    }

    #[test]
    fn button_and_link_are_filled_in_for_each_name() {
        let listing = |template: &Template, name: &str| {
            template.listing(&DomainName::parse(name).expect("a name")).expect("a listing")
        };
        let template = of("Buy {domain}", "https://shop.example/{domain}?ref={campaign}", "utm_term={name}&x=1");
        let made = listing(&template, "bücher.de");
        assert_eq!(made.action_label.as_deref(), Some("Buy bücher.de"));
        let link = "https://shop.example/xn--bcher-kva.de?ref=901&utm_term=b%C3%BCcher&x=1";
        assert_eq!(made.action_url.as_deref(), Some(link));
        let bare = listing(&of("", "https://{domain}", "?utm_source=ads"), "solarpark.de");
        assert_eq!(bare.action_url.as_deref(), Some("https://solarpark.de/?utm_source=ads"));
        assert_eq!(listing(&of(" ", "", ""), "solarpark.de").action_label, None);
    }

    #[test]
    fn a_mistake_in_a_template_is_named_with_its_field() {
        for (template, field, words) in [
            (of("Buy {domian}", "", ""), "label", "domain"),
            (of("", "https://a.example/{nmae}", ""), "link", "name"),
            (of("", "https://a.example/{domain", ""), "link", "no }"),
            (of("", "shop.example", ""), "link", "https://"),
            (of("", "javascript:alert(1)", ""), "link", "https://"),
            (of("", "", "a=1"), "link", "need a link"),
            (of("", "https://a.example", "a={x}"), "tracking", "{x}"),
        ] {
            let (at, why) = template.checked().expect_err(words);
            assert_eq!(at, field, "{why}");
            assert!(words == "{x}" || why.contains(words), "{why}");
        }
    }

    #[test]
    fn an_empty_button_or_link_is_warned_of_before_the_question() {
        let with = |label: &str, link: &str| Template { label: label.into(), link: link.into(), ..Template::default() };
        assert!(with("", "").missing().unwrap().starts_with("Button and link are empty"));
        assert!(with(" ", "https://a.example").missing().unwrap().starts_with("The button is empty"));
        assert!(with("Buy", "").missing().unwrap().starts_with("The link is empty"));
        assert_eq!(with("Buy", "https://a.example").missing(), None);
    }
}
