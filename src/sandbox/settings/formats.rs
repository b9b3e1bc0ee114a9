//! Formats of short texts, such as an address, a number or a code.

use serde::Deserialize;

use crate::base::MailAddress;

/// Format of a text, or of each text of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Email,
    Url,
    Phone,
    /// A user name at another service.
    Handle,
    /// Id at an analytics service.
    Tag,
    /// Two capital letters.
    Country,
    /// Span of a day, from one time to a later one.
    Hours,
}

impl Format {
    /// Words for the format, with an example.
    pub fn words(self) -> &'static str {
        match self {
            Self::Email => "an email address",
            Self::Url => "an address that begins with https:// or http://",
            Self::Phone => "a phone number with its country code, such as +1 212 555 0100",
            Self::Handle => "letters, digits, dots, hyphens and underscores only",
            Self::Tag => "a tag such as G-12AB34CD56",
            Self::Country => "a two-letter country code such as US",
            Self::Hours => "times such as 09:00-17:00",
        }
    }

    /// True when `text` has the format.
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Email => text.trim() == text && MailAddress::parse(text).is_ok(),
            Self::Url => url::Url::parse(text).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https")
                    && url.host_str().is_some_and(|host| host.contains('.'))
                    && !text.contains(char::is_whitespace)
            }),
            Self::Phone => is_phone(text),
            Self::Handle => {
                !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
            }
            Self::Tag => text.split_once('-').is_some_and(|(kind, id)| {
                let capitals = |text: &str, extra: &[char]| {
                    !text.is_empty()
                        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || extra.contains(&c))
                };
                kind.len() <= 4 && capitals(kind, &[]) && id.len() >= 4 && capitals(id, &['-'])
            }),
            Self::Country => text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase()),
            Self::Hours => text
                .split_once('-')
                .and_then(|(from, to)| Some((minutes(from)?, minutes(to)?)))
                .is_some_and(|(from, to)| from < to),
        }
    }
}

fn is_phone(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('+') else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    (7..=15).contains(&digits)
        && rest.starts_with(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')'))
}

/// Minutes since midnight of a time such as `09:30`; `24:00` is the end of the day.
fn minutes(time: &str) -> Option<u32> {
    let (hour, minute) = time.split_once(':')?;
    let number =
        |text: &str| (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?;
    let (hour, minute): (u32, u32) = (number(hour)?, number(minute)?);
    (minute < 60 && hour * 60 + minute <= 24 * 60).then_some(hour * 60 + minute)
}

/// True for HTML that could run code.
pub fn runs_code(html: &str) -> bool {
    let lower = html.to_lowercase();
    ["<script", "<iframe", "<object", "<embed", "javascript:"].iter().any(|word| lower.contains(word))
        || lower.split('<').skip(1).any(|tag| {
            let tag = tag.split('>').next().unwrap_or(tag);
            tag.split_whitespace().skip(1).any(|part| part.starts_with("on") && part.contains('='))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_of_a_setting_takes_its_own_values_only() {
        for (format, good, bad) in [
            (Format::Email, &["a@b.example"][..], &["a@b", "a b@c.example", " a@b.example", ""][..]),
            (
                Format::Url,
                &["https://a.example/x?y=1", "http://a.example"],
                &["a.example", "ftp://a.example", "https://"],
            ),
            (
                Format::Phone,
                &["+44 117 496 0123", "+1-212-5550100"],
                &["117 496", "+12", "+44 call me", "+ 4411749601"],
            ),
            (Format::Handle, &["harbour.lane_1"], &["", "@harbour", "two words"]),
            (Format::Tag, &["G-12AB34CD56", "UA-1234-1"], &["G-1", "g-12345", "12345"]),
            (Format::Country, &["US"], &["us", "USA", ""]),
            (Format::Hours, &["09:00-17:30", "00:00-24:00"], &["9-17", "17:00-09:00", "09:00-24:01", "09:60-10:00"]),
        ] {
            assert!(good.iter().all(|text| format.fits(text)), "{format:?}");
            assert_eq!(bad.iter().find(|text| format.fits(text)), None, "{format:?}");
        }
        assert!(["<p onclick=\"x()\">", "<SCRIPT>", "<a href='javascript:x'>"].iter().all(|html| runs_code(html)));
        assert!(!runs_code("<p>We are on = time, <b>once</b>.</p>"));
    }
}
