//! Plain words for what the service says about a domain, each written once.
//!
//! A value the documents do not name is shown as it was sent, cleaned, and is never guessed at.

use serde_json::Value;

use crate::api::types::DomainState;
use crate::api::{Endpoint, Request, Seen, abilities, loose, profile, settings};
use crate::base::{Currency, Money, Timestamp, Zone, clean_line};
use crate::store::{Best, Known, Pending, Store};
use crate::ui::widgets::table::{CellText, Exact};
use crate::ui::{Role, text};

/// Seconds ahead from which on a date is shown instead of the number of days.
const DATED: i64 = 30 * 86_400;

/// Results of adding, as the service says them, with their meaning. The documents list no values: these are the ones
/// met so far; any other is shown as sent.
const ADDED: &[(&str, &str)] = &[
    ("added", "It was added to the account."),
    ("approved", "Approved from the detected names."),
    ("added_back", "Added back to the account."),
    ("already_present", "It was in the account already."),
    ("not_present", "It is not in the account, and this import added nothing."),
    ("doubled", "The name was twice in that import; this line was skipped."),
    ("not_registered", "Nobody has registered this name, so it was not added."),
    ("in_another_account", "It is verified in another account, so it was not added."),
];

/// Results of checking, as the service says them, with their meaning.
const CHECKED: &[(&str, &str)] = &[
    ("verified", "It points to your nameservers or carries your record: verified."),
    ("other_nameservers", "It points elsewhere, and none of your records was found."),
    ("no_answer", "Its nameservers did not answer, so nothing could be checked."),
];

fn outcome(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(word.trim())).map(|(_, words)| *words)
}

/// Sentence for a result of adding; `None` for an unknown word.
pub fn added(word: &str) -> Option<&'static str> {
    outcome(ADDED, word)
}

/// Sentence for a result of checking; `None` for an unknown word.
pub fn checked(word: &str) -> Option<&'static str> {
    outcome(CHECKED, word)
}

/// Reason why prices have no currency sign, and what to do; `None` while the currency is known or being read.
pub fn no_currency(store: &Store) -> Option<String> {
    let (why, way_on) = why_no_currency(store)?;
    Some(format!("Prices without a currency: {why} · {way_on}"))
}

/// Reason why the account has no currency, and what to do; `None` while the currency is known or being read.
pub fn why_no_currency(store: &Store) -> Option<(String, String)> {
    let failed = |call: &'static Endpoint, failure: bool| match store.session().missing_for(call) {
        Some(lacks) => Some(abilities::lacked(lacks.0)),
        None => failure.then(|| "ctrl-r retries".to_owned()),
    };
    let (account, profile) = (store.query(&settings::Get {}), store.query(&profile::Get {}));
    let (what, way_on) = match (store.account_currency(), profile.value) {
        _ if store.price_currency().is_some() => return None,
        (None, _) => ("settings", failed(settings::Get::ENDPOINT, account.failure.is_some())?),
        (Some(_), None) => ("profile", failed(profile::Get::ENDPOINT, profile.failure.is_some())?),
        (Some(_), Some(_)) => return Some(("none is set".to_owned(), ":profile sets one".to_owned())),
    };
    Some((format!("your {what} could not be read"), way_on))
}

/// Word for the state of a domain, with the role of its colour.
pub fn state(state: &DomainState) -> (String, Role) {
    match state {
        DomainState::Verified => ("verified".to_owned(), Role::Dim),
        DomainState::Unverified => ("unverified".to_owned(), Role::Warn),
        DomainState::Detected => ("detected".to_owned(), Role::Text),
        DomainState::Removed => ("removed".to_owned(), Role::Dim),
        DomainState::Inactive => ("inactive".to_owned(), Role::Bad),
        DomainState::Other(word) => (clean_line(word).into_owned(), Role::Text),
    }
}

/// Word for a change under way.
pub fn pending(what: Pending) -> &'static str {
    match what {
        Pending::Removing => "removing",
        Pending::Ignoring => "ignoring",
        Pending::Approving => "adding",
        Pending::AddingBack => "adding back",
        Pending::Checking => "checking",
    }
}

/// Price as sent, in the currency of the seller's profile; `None` when there is no number in it.
pub fn price(value: &Value, currency: &Currency) -> Option<String> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }?;
    Some(money(number, currency))
}

/// Amount in words. A number too large for `Money` is written as it is.
pub fn money(amount: f64, currency: &Currency) -> String {
    Money::from_number(amount, currency.clone()).map_or_else(|| amount.to_string(), |money| money.text())
}

/// Words for a value of any type: yes, no, a number or a text; `None` for null and for no value.
pub fn any(value: &Seen<Value>) -> Option<String> {
    let value = match value {
        Seen::Is(value) => value,
        Seen::Odd(value) => value,
        Seen::Null | Seen::Missing => return None,
    };
    match value {
        Value::Null => None,
        Value::Bool(yes) => Some(yes_no(*yes).to_owned()),
        Value::Number(number) => Some(number.as_u64().map_or_else(|| number.to_string(), text::grouped)),
        Value::String(words) if words.trim().is_empty() => None,
        Value::String(words) => Some(clean_line(words.trim()).into_owned()),
        other => Some(clean_line(&other.to_string()).into_owned()),
    }
}

/// Words for accepting offers: yes or no, in whatever form it was sent, else the value as sent.
pub fn offers(value: &Seen<Value>) -> Option<String> {
    let said = value.get().or(value.odd()).and_then(loose::yes);
    said.map(|yes| yes_no(yes).to_owned()).or_else(|| any(value))
}

/// `yes` or `no`.
pub const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Words for a future time: `in 4m`, `in 2h`, `in 3d`, else the date; `due` once it has passed. With it comes the time
/// at which the words change.
pub fn ahead(at: Timestamp, now: Timestamp, zone: Zone) -> (String, Option<Timestamp>) {
    if at.0.saturating_sub(now.0) < DATED {
        let until = at.until(now, zone);
        return (until.text, until.changes_at);
    }
    let full = at.full(zone);
    (full.split(',').next().unwrap_or(&full).to_owned(), None)
}

/// Future time in full, with the short words after it.
pub fn to_come(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let (short, _) = ahead(at, now, zone);
    let full = at.full(zone);
    if full.starts_with(&short) { full } else { format!("{full} ({short})") }
}

/// Cell with the best offer for a domain, in every currency where there is room.
pub fn best_offer(best: &Known<Best>) -> CellText<'static> {
    match best {
        Known::Is(best) if best.first().is_none() => CellText::none(),
        best => {
            let exact = |best: &Best| best.first().map_or(Exact::None, Exact::amount);
            let short = text::figure(best, Best::short);
            CellText { short: Some(short.text.into()), ..CellText::known(best, Best::words, exact) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_for_a_future_time_change_when_they_say() {
        let now = Timestamp(1_000_000);
        for (left, words) in [(0, "due"), (30, "in 1m"), (60, "in 1m"), (7_300, "in 2h"), (90_000, "in 1d")] {
            let at = Timestamp(now.0 + left);
            let (said, changes) = ahead(at, now, Zone::Utc);
            assert_eq!(said, words, "{left}");
            if let Some(change) = changes {
                assert!(change > now);
                assert_ne!(ahead(at, change, Zone::Utc).0, said, "{left}");
                assert_eq!(ahead(at, Timestamp(change.0 - 1), Zone::Utc).0, said, "{left}");
            }
        }
    }

    #[test]
    fn a_value_of_any_type_has_words() {
        let read = |json: &str| any(&Seen::read(json));
        assert_eq!(read("true").as_deref(), Some("yes"));
        assert_eq!(read("2500").as_deref(), Some("2,500"));
        assert_eq!(read("\"from 500\\u001b[31m\"").map(|words| words.contains('\u{1b}')), Some(false));
        assert_eq!(read("null"), None);
        assert_eq!(read("{\"min\":5}").as_deref(), Some("{\"min\":5}"));
    }

    #[test]
    fn known_outcomes_are_sentences_and_others_are_not_guessed() {
        for (_, words) in ADDED.iter().chain(CHECKED) {
            assert!(words.ends_with('.') && !words.contains('_'));
        }
        assert_eq!(added("moon_phase"), None);
        assert_eq!(checked("Verified").map(|words| words.contains("nameservers")), Some(true));
    }
}
