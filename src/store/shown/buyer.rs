//! Buyer: all that came from one email address. Mail from other addresses of the same domain is kept apart.

use std::ops::Range;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, domain_of};
use crate::store::filter::Filter;
use crate::store::index::inquiries::bits;
use crate::store::{InquiryRow, MailKey, Sort, Store, Tab, ViewSpec};

/// Seconds within which inquiries about several domains are one case.
const CASE: i64 = 24 * 60 * 60;

/// Mail providers where anybody can have a mailbox, for senders whose address the service has not checked. A name that
/// ends in a dot stands for all endings.
const FREE: &[&str] = &[
    "163.com",
    "126.com",
    "aol.",
    "fastmail.com",
    "free.fr",
    "gmail.com",
    "gmx.",
    "googlemail.com",
    "hey.com",
    "hotmail.",
    "icloud.com",
    "laposte.net",
    "libero.it",
    "live.",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "naver.com",
    "orange.fr",
    "outlook.",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "t-online.de",
    "web.de",
    "yahoo.",
    "yandex.",
    "ymail.com",
    "zoho.com",
];

/// Inquiries and mail from one address, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buyer {
    pub inquiries: Vec<Id<Inquiry>>,
    /// Ranges in `inquiries` that are about several domains within a day.
    pub cases: Vec<Range<usize>>,
    pub mail: Vec<MailKey>,
    /// Domain of the address, if it is not a mail provider's.
    pub domain: Option<String>,
    /// Mail from other addresses of this domain.
    pub of_domain: Vec<MailKey>,
}

impl Buyer {
    /// All that is known of an address.
    pub fn of(store: &Store, address: &str) -> Self {
        let index = store.inquiries();
        let all = index.view(&ViewSpec::new(Tab::All, &Filter::default(), Sort::default(), Timestamp::default()));
        let rows = all.iter().filter_map(|id| index.row(*id)).map(InquiryRow::as_sent);
        let rows: Vec<_> = rows.filter(|row| !address.is_empty() && is_same(row.email(), address)).collect();
        let told = rows.iter().fold(0, |told, row| told | row.bits);
        let domain = domain_of(address).filter(|domain| is_own(domain, told)).map(str::to_lowercase);
        let mut buyer = Self { domain, inquiries: rows.iter().map(InquiryRow::id).collect(), ..Self::default() };
        let asked: Vec<(&str, Option<Timestamp>)> = rows.iter().map(|row| (row.punycode(), row.date())).collect();
        buyer.cases = cases(&asked);
        for key in store.mail().known() {
            let Some(sender) = store.mail().row(key).map(|row| &*row.sender) else { continue };
            if is_same(sender, address) {
                buyer.mail.push(key);
            } else if buyer.domain.as_deref().is_some_and(|own| domain_of(sender).is_some_and(|of| is_same(of, own))) {
                buyer.of_domain.push(key);
            }
        }
        buyer
    }

    /// Inquiries of the same case, the newest first; only this one where it is in no case.
    pub fn case_of(&self, id: Id<Inquiry>) -> Vec<Id<Inquiry>> {
        let place = self.inquiries.iter().position(|known| *known == id);
        let case = place.and_then(|place| self.cases.iter().find(|case| case.contains(&place)));
        case.map_or_else(|| vec![id], |case| self.inquiries[case.clone()].to_vec())
    }
}

fn is_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// True for a domain that is not a mail provider's, by the service's check of the address or else by the list above.
fn is_own(domain: &str, told: u32) -> bool {
    match (told & bits::COMPANY_MAIL != 0, told & bits::OTHER_MAIL != 0) {
        (true, _) => true,
        (_, true) => false,
        _ => {
            let domain = domain.to_lowercase();
            !FREE.iter().any(|free| domain == *free || free.ends_with('.') && domain.starts_with(free))
        }
    }
}

/// Ranges of inquiries about several domains within a day of the earliest one. `asked` has the newest first.
fn cases(asked: &[(&str, Option<Timestamp>)]) -> Vec<Range<usize>> {
    let mut cases = Vec::new();
    let mut end = asked.len();
    while end > 0 {
        let first = end - 1;
        let within = |(_, at): &(&str, Option<Timestamp>)| match (asked[first].1, at) {
            (Some(first), Some(at)) => at.0 - first.0 <= CASE,
            _ => false,
        };
        let begin = asked[..first].iter().rposition(|one| !within(one)).map_or(0, |place| place + 1).min(first);
        if asked[begin..end].iter().any(|(name, _)| *name != asked[first].0) {
            cases.insert(0, begin..end);
        }
        end = begin;
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Domains with the times of their inquiries, the newest first, and the begin and end of each expected case.
    type Asked<'a> = (&'a [(&'a str, Option<Timestamp>)], &'a [(usize, usize)]);

    #[test]
    fn names_asked_for_within_a_day_are_one_case_and_one_name_is_none() {
        const HOUR: i64 = 3_600;
        let at = |hours: i64| Some(Timestamp(1_000_000_000 - hours * HOUR));
        let table: [Asked<'_>; 5] = [
            (&[], &[]),
            (&[("a", at(0)), ("a", at(2))], &[]),
            (&[("a", at(0)), ("b", at(2)), ("c", at(23))], &[(0, 3)]),
            // The day begins with the earliest inquiry of a case. One more than a day after it begins another case.
            (&[("d", at(0)), ("e", at(1)), ("a", at(20)), ("b", at(26))], &[(0, 2), (2, 4)]),
            (&[("a", at(0)), ("b", None)], &[]),
        ];
        for (asked, expected) in table {
            let found: Vec<(usize, usize)> = cases(asked).iter().map(|case| (case.start, case.end)).collect();
            assert_eq!(found, expected, "{asked:?}");
        }
    }

    #[test]
    fn the_background_check_says_whose_a_domain_is_before_the_list_of_hosts_does() {
        let table = [
            ("nordvind.example", 0, true),
            ("gmail.com", 0, false),
            ("yahoo.co.uk", 0, false),
            ("gmail.com.example", 0, true),
            ("outlook.com", bits::COMPANY_MAIL, true),
            ("nordvind.example", bits::OTHER_MAIL, false),
        ];
        for (domain, told, expected) in table {
            assert_eq!(is_own(domain, told), expected, "{domain} {told}");
        }
    }
}
