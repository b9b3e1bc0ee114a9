//! Reasons why a message matched: how the sender's domain is related to a parked one. The documents name three labels
//! and say that in the inbox the sender's domain contains or resembles a parked one; how similar it must be is not
//! documented.

/// Part of a domain in which an extension is searched for.
pub const NAME: &str = "name";
pub const SUBDOMAIN: &str = "subdomain";

/// Length of the shortest name that counts, because shorter ones match by chance.
const LEAST: usize = 4;

/// Relation of the sender's domain to a parked one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matched {
    pub contains: bool,
    pub similar: bool,
    /// Places of the name with its extension: in the registered name, before it, or both.
    pub extension: Vec<&'static str>,
}

impl Matched {
    /// The relation as `match_labels`.
    pub fn labels(&self) -> Vec<&'static str> {
        let all = [
            (self.contains, "domain_contains"),
            (self.similar, "domain_similarity"),
            (!self.extension.is_empty(), "domain_contains_extension"),
        ];
        all.into_iter().filter_map(|(is, label)| is.then_some(label)).collect()
    }
}

/// Name and extension of a domain: `solarpark`, `de`.
pub fn parts(domain: &str) -> (&str, &str) {
    domain.split_once('.').unwrap_or((domain, ""))
}

/// Part before the registered name, and the registered name, of a sender's domain: `mail.shop`, `solarpark` of
/// `mail.shop.solarpark.de`.
fn registered(domain: &str) -> (String, &str) {
    let labels: Vec<&str> = domain.split('.').collect();
    let at = labels.len().saturating_sub(2);
    (labels[..at].join("."), labels.get(at).copied().unwrap_or_default())
}

/// Letters of a name, in which digits that look like letters are replaced.
fn letters(name: &str) -> String {
    name.chars()
        .filter_map(|c| match c {
            '-' | '.' | '_' => None,
            '0' => Some('o'),
            '1' => Some('l'),
            '3' => Some('e'),
            '5' => Some('s'),
            c => Some(c),
        })
        .collect()
}

/// True when two names differ by one edit at most: a letter more, less or other, or two swapped.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (left, right) = (&a[same..], &b[same..]);
    let (swapped, behind) = match left {
        [first, second, rest @ ..] => (vec![*second, *first], rest),
        _ => (Vec::new(), left),
    };
    let is_swapped = !swapped.is_empty() && right.starts_with(&swapped) && right[swapped.len()..] == *behind;
    let after = |rest: &'_ [char]| rest.get(1..).map(<[char]>::to_vec);
    let one_less = after(left).as_deref() == Some(right) || after(right).as_deref() == Some(left);
    (left.is_empty() && right.is_empty()) || one_less || is_swapped || (!left.is_empty() && after(left) == after(right))
}

/// Relates the sender's domain to a parked one; both in lower-case punycode.
pub fn matched(sender: &str, parked: &str) -> Matched {
    let (name, extension) = parts(parked);
    if name.len() < LEAST || sender == parked {
        return Matched::default();
    }
    let (before, own) = registered(sender);
    let plain = letters(name);
    let joined = format!("{plain}{}", letters(extension));
    let places = [(NAME, own), (SUBDOMAIN, before.as_str())];
    let has = |text: &str| letters(text).contains(&joined);
    Matched {
        contains: own.contains(name) || before.contains(name),
        similar: own != name && is_near(&letters(own), &plain),
        extension: places.into_iter().filter(|(_, text)| has(text)).map(|(place, _)| place).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_match_label_is_given_for_its_kind_of_domain() {
        let of = |sender: &str| matched(sender, "solarpark.de").labels();
        assert_eq!(of("solarpark-berlin.com"), ["domain_contains"]);
        assert_eq!(of("mail.solarpark.com"), ["domain_contains"], "the same name under another extension");
        assert_eq!(of("solarparc.de"), ["domain_similarity"]);
        assert_eq!(of("so1arpark.net"), ["domain_similarity"]);
        assert_eq!(of("soalrpark.de"), ["domain_similarity"]);
        assert_eq!(of("solar-park.de"), ["domain_similarity"]);
        assert_eq!(of("solarparkde.com"), ["domain_contains", "domain_contains_extension"]);
        assert_eq!(of("solarpark.de.mailer.example"), ["domain_contains", "domain_contains_extension"]);
        assert_eq!(of("solarparkde.com").len(), 2);
        for none in ["solarpark.de", "gardens.example", "solar.de"] {
            assert!(of(none).is_empty(), "{none}");
        }
        assert_eq!(matched("solarparkde.com", "solarpark.de").extension, [NAME]);
        assert_eq!(matched("solarpark.de.mailer.example", "solarpark.de").extension, [SUBDOMAIN]);
        assert!(matched("abc.example", "ab.de").labels().is_empty(), "short names are everywhere");
    }
}
