//! Next step for a domain: the first thing that waits for the user, with the key that starts it.

use crate::api::types::DomainState;
use crate::base::Money;
use crate::store::DomainRow;
use crate::store::findings::asked::Figures;
use crate::ui::text::counted;

/// Facts that decide a domain's next step.
pub struct Facts<'a> {
    pub row: &'a DomainRow<'a>,
    /// Number of inquiries that wait for the user's answer.
    pub waiting: u64,
    pub asked: &'a Figures,
    /// BIN price in its currency.
    pub price: Option<Money>,
}

/// Sentence about the next step; `None` when nothing waits.
pub fn step(facts: &Facts<'_>) -> Option<String> {
    let Facts { row, waiting, asked, price } = facts;
    if row.pending.is_some() {
        return None;
    }
    let best = asked.best.value().filter(|best| best.first().is_some());
    let lately = asked.lately.value().copied().unwrap_or(0);
    if *waiting > 0 {
        let best = best.map_or_else(String::new, |best| format!(" · best offer so far {}", best.words()));
        return Some(format!("{} for your answer{best} · g i", counted(*waiting, "inquiry waits", "inquiries wait")));
    }
    let asked_for = if lately > 0 { format!(", and asked for {} in 90 days", times(lately)) } else { String::new() };
    match row.state()? {
        DomainState::Detected => return Some("Points here without being in your account · a approves it".to_owned()),
        DomainState::Removed if lately > 0 => return Some(format!("Removed{asked_for} · a adds it back")),
        DomainState::Unverified => {
            return Some(format!("Not verified{asked_for} · set its nameservers, then V checks it"));
        }
        DomainState::Verified => {}
        _ => return None,
    }
    let has_price = row.bin().is_null();
    match row.for_sale()? {
        false if lately > 0 => Some(format!("Off market{asked_for} · g s changes that")),
        true if has_price => Some(format!("For sale without a BIN price{asked_for} · $ sets one")),
        true => {
            let price = price.as_ref()?;
            let best = best?.in_currency(&price.currency)?;
            (best.minor > price.minor).then(|| {
                format!("An offer of {} is above the BIN price of {} · $ changes it", best.text(), price.text())
            })
        }
        false => None,
    }
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { counted(number, "time", "times") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Row;
    use crate::api::types::Domain;
    use crate::base::{Currency, DomainName, Timestamp};
    use crate::store::Best;
    use crate::store::index::domains::{Fresh, Source};
    use crate::store::{DomainIndex, Known};

    fn dollars(amount: f64) -> Money {
        Money::from_number(amount, Currency::new("USD")).expect("an amount")
    }

    /// Next step of a domain with this state, price, numbers of waiting and recent inquiries, and best offer.
    fn said(
        state: &str,
        for_sale: bool,
        bin: Option<f64>,
        (waiting, lately): (u64, u64),
        best: Option<Money>,
    ) -> String {
        let row = json!({ "domain_id": 1, "name": "a.com", "punycode": "a.com", "state": state, "for_sale": for_sale,
            "bin_price": bin, "is_verified": state == "verified" });
        let row = Row::<Domain>::from_raw(&row.to_string()).expect("a domain");
        let mut index = DomainIndex::default();
        index.absorb(Fresh::page(&[row]), Source { listed: None, began: 0, pass: None }, Timestamp(0));
        let row = index.row_of(&DomainName::from_service("a.com")).expect("a row");
        let asked = Figures {
            all: Known::Is(lately),
            lately: Known::Is(lately),
            best: Known::Is(Best(best.into_iter().collect())),
        };
        step(&Facts { row: &row, waiting, asked: &asked, price: bin.map(dollars) }).unwrap_or_default()
    }

    #[test]
    fn the_step_that_waits_longest_for_the_user_is_named_first() {
        let table = [
            (said("verified", true, Some(900.0), (2, 3), Some(dollars(5_000.0))), "2 inquiries wait for your answer"),
            (said("unverified", true, Some(900.0), (0, 1), None), "Not verified, and asked for once in 90 days"),
            (said("detected", false, None, (0, 0), None), "Points here without being in your account"),
            (said("removed", false, None, (0, 3), None), "Removed, and asked for 3 times in 90 days"),
            (said("removed", false, None, (0, 0), None), ""),
            (said("verified", false, None, (0, 2), None), "Off market, and asked for 2 times in 90 days"),
            (said("verified", false, None, (0, 0), None), ""),
            (said("verified", true, None, (0, 0), None), "For sale without a BIN price"),
            (said("verified", true, Some(900.0), (0, 1), Some(dollars(5_000.0))), "An offer of $5,000 is above"),
            (said("verified", true, Some(9_000.0), (0, 1), Some(dollars(5_000.0))), ""),
        ];
        for (words, expected) in table {
            assert!(if expected.is_empty() { words.is_empty() } else { words.starts_with(expected) }, "{words}");
        }
    }
}
