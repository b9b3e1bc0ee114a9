use proptest::prelude::*;

use super::*;
use crate::api::types::Inquiry;
use crate::base::{Id, Rates, work};
use crate::store::Store;
use crate::store::index::inquiries::{Compact, FIELDS, Field};
use crate::store::notes::{Key, NoteChange, NoteRow, Notes};
use crate::store::subject::{Mark, Subject};
use crate::store::tests::{mark, rows, store_with};

const NOW: Timestamp = Timestamp(1_773_324_000);
/// Rates with which a euro is worth 1.25 dollars.
const RATES: &[(&str, f64)] = &[("USD", 1.0), ("EUR", 1.25)];
const DAY: i64 = 86_400;

/// Lead in the short form of the tables below.
#[derive(Clone, Debug)]
struct Lead {
    /// Offer in whole units.
    offer: Option<i64>,
    currency: &'static str,
    bin: Option<f64>,
    bits: u32,
    age: i64,
    before: Option<usize>,
    rates: &'static [(&'static str, f64)],
    /// True while not all inquiries were read.
    in_part: bool,
    /// True while the account's currency was not read.
    in_unread: bool,
}

impl Default for Lead {
    fn default() -> Self {
        Self {
            offer: None,
            currency: "USD",
            bin: None,
            bits: 0,
            age: DAY,
            before: None,
            rates: &[],
            in_part: false,
            in_unread: false,
        }
    }
}

impl Lead {
    fn score(&self) -> Score {
        self.at(NOW, &Weights::default())
    }

    fn at(&self, now: Timestamp, weights: &Weights) -> Score {
        let mut texts = [""; FIELDS];
        texts[Field::Currency as usize] = self.currency;
        let minor = self.offer.map(|units| units * 100);
        let row = Compact::new(Id::<Inquiry>::new(1), Some(Timestamp(NOW.0 - self.age)), minor, None, &texts);
        let row = InquiryRow { row: &row, bits: self.bits, pending: false, covered: false };
        let currency = Currency("USD".to_owned());
        let mut rates = Rates::default();
        for (code, worth) in self.rates {
            rates.set(Currency::new(code), *worth);
        }
        of(
            &row,
            &Around {
                currency: (!self.in_unread).then_some(&currency),
                rates: &rates,
                bin: self.bin.ok_or("no BIN price"),
                before: self.before,
                knows_all: !self.in_part,
                weights,
                now,
            },
        )
    }

    fn points(&self) -> f64 {
        self.score().terms.iter().map(Term::points).sum()
    }
}

fn total(lead: &Lead) -> Option<u8> {
    lead.score().total()
}

#[test]
fn a_score_is_a_lower_bound_until_earlier_inquiries_and_the_currency_were_read() {
    let base = bits::CONFIRMED | bits::RISK_LOW;
    let lead = Lead { offer: Some(5_000), bits: base, before: Some(0), ..Lead::default() };
    let whole = lead.score();
    assert!(!whole.is_least(), "{whole:?}");
    let part = Lead { in_part: true, ..lead.clone() }.score();
    assert!(part.is_least() && part.sum() == whole.sum(), "{part:?}");
    let again = |in_part| Lead { before: Some(2), in_part, ..lead.clone() }.score();
    assert!(again(true).is_least() && !again(false).is_least() && again(true).sum() == again(false).sum());
    let unread = Lead { in_unread: true, ..lead.clone() }.score();
    assert!(unread.is_least() && unread.sum() < whole.sum(), "{unread:?}");
    assert!(!Lead { in_unread: true, offer: None, ..lead }.score().is_least(), "it has no offer");
}

#[test]
fn leads_are_scored_as_the_table_says() {
    let good = bits::CONFIRMED | bits::RISK_LOW;
    let often = (bits::EARLIER_MOST + 1) << bits::EARLIER_SHIFT;
    for (lead, expected) in [
        // With only a date and no offer, too little is known for a score.
        (Lead::default(), None),
        (Lead { bits: bits::RISK_HIGH, age: 90 * DAY, ..Lead::default() }, Some(1)),
        (Lead { bits: good, ..Lead::default() }, Some(32)),
        (Lead { bits: good, offer: Some(1_000), ..Lead::default() }, Some(42)),
        (Lead { bits: good, offer: Some(2_500), bin: Some(5_000.0), ..Lead::default() }, Some(54)),
        (Lead { bits: good, offer: Some(17_500), ..Lead::default() }, Some(54)),
        (Lead { bits: good | often, offer: Some(350), ..Lead::default() }, Some(24)),
        (Lead { bits: good, offer: Some(2_500), currency: "EUR", ..Lead::default() }, Some(32)),
        (
            Lead {
                bits: good,
                offer: Some(2_000),
                currency: "EUR",
                rates: RATES,
                bin: Some(5_000.0),
                ..Lead::default()
            },
            Some(54),
        ),
        (
            Lead {
                bits: good | bits::COMPANY_MAIL | bits::SERIOUS,
                offer: Some(200_000),
                bin: Some(100_000.0),
                age: 0,
                before: Some(40),
                ..Lead::default()
            },
            Some(100),
        ),
    ] {
        assert_eq!(total(&lead), expected, "{lead:?}");
    }
}

#[test]
fn an_unknown_term_counts_nothing_and_is_named() {
    let lead = Lead { offer: Some(2_500), currency: "EUR", bits: bits::CONFIRMED, ..Lead::default() };
    let unknown: Vec<_> = lead.score().terms.into_iter().filter(|term| term.share.is_none()).collect();
    assert!(unknown.iter().all(|term| term.points() == 0.0 && !term.why.to_string().is_empty()), "{unknown:?}");
    let of = |kind: Kind| unknown.iter().find(|term| term.kind == kind).map(|term| term.why.to_string());
    assert_eq!(of(Kind::Amount), Some("offer in another currency".to_owned()));
    assert_eq!(of(Kind::Risk), Some("not assessed".to_owned()));
    assert_eq!(of(Kind::Again), Some("no email address".to_owned()));
    assert_eq!(of(Kind::Confirmed), None);
}

#[test]
fn an_offer_compared_by_a_rate_says_so_and_is_shown_as_it_was_made() {
    let lead = Lead { offer: Some(2_500), currency: "EUR", rates: RATES, ..Lead::default() };
    let amount = lead.score().terms.into_iter().find(|term| term.kind == Kind::Amount).unwrap();
    assert_eq!(amount.why.to_string(), "€2,500 by your rate");
    let half = Lead { rates: &RATES[..1], ..lead };
    let amount = half.score().terms.into_iter().find(|term| term.kind == Kind::Amount).unwrap();
    assert_eq!((amount.share, amount.why.to_string()), (None, "offer in another currency".to_owned()));
}

#[test]
fn reasons_name_what_they_add_and_what_they_take_away() {
    let often = 10 << bits::EARLIER_SHIFT;
    let lead = Lead { bits: bits::CONFIRMED | bits::RISK_LOW | often, offer: Some(900), ..Lead::default() };
    let reasons = ["confirmed +15", "9 inquiries to you before −11", "low risk +10", "offer +10", "age +7"];
    assert_eq!(lead.score().chips(usize::MAX), reasons);
    assert_eq!(lead.score().chips(3), reasons[..3]);
    let more = Lead { offer: Some(12_500), ..lead };
    assert_eq!(more.score().chips(1), ["offer +21"], "what is in a column counts as well");
    assert!(Lead { offer: None, ..more }.score().chips(usize::MAX).iter().all(|reason| !reason.starts_with("offer")));
}

fn lead() -> impl Strategy<Value = Lead> {
    let bits = proptest::bits::u32::masked(
        bits::CONFIRMED | bits::COMPANY_MAIL | bits::SERIOUS | bits::NOT_SERIOUS | bits::EARLIER,
    );
    let offer = proptest::option::of(0..200_000_i64);
    (offer, proptest::option::of(1.0..100_000.0), bits, 0..200 * DAY, proptest::option::of(0..30_usize))
        .prop_map(|(offer, bin, bits, age, before)| Lead { offer, bin, bits, age, before, ..Lead::default() })
}

proptest! {
    #[test]
    fn more_money_never_lowers_a_score(lead in lead(), more in 1..100_000_i64) {
        let offer = Some(lead.offer.unwrap_or(0) + more);
        let higher = Lead { offer, ..lead.clone() };
        prop_assert!(higher.points() >= lead.points());
    }

    #[test]
    fn a_confirmed_address_and_a_lower_risk_never_lower_a_score(lead in lead()) {
        let with = |set: u32, of: u32| Lead { bits: lead.bits & !of | set, ..lead.clone() }.points();
        let confirmed = bits::CONFIRMED | bits::UNCONFIRMED;
        prop_assert!(with(bits::CONFIRMED, confirmed) >= with(bits::UNCONFIRMED, confirmed));
        let risks = bits::RISK_LOW | bits::RISK_MEDIUM | bits::RISK_HIGH;
        prop_assert!(with(bits::RISK_LOW, risks) >= with(bits::RISK_MEDIUM, risks));
        prop_assert!(with(bits::RISK_MEDIUM, risks) >= with(bits::RISK_HIGH, risks));
    }

    #[test]
    fn a_buyer_who_asks_more_often_never_scores_higher(lead in lead(), times in 1..15_u32) {
        let with = |times: u32| Lead { bits: lead.bits & !bits::EARLIER | times << bits::EARLIER_SHIFT, ..lead.clone() };
        prop_assert!(with(times + 1).points() <= with(times).points());
    }

    #[test]
    fn age_always_lowers_a_score_within_ninety_days(lead in lead(), hours in 0..90 * 24_i64) {
        let at = |age: i64| Lead { age, ..lead.clone() }.points();
        prop_assert!(at(hours * 3_600) > at((hours + 1) * 3_600));
        // The first hour takes away more points than any later hour.
        prop_assert!(at(0) - at(3_600) >= at(hours * 3_600) - at((hours + 1) * 3_600));
    }

    #[test]
    fn a_score_stays_between_nothing_and_a_hundred(lead in lead(), weights in proptest::array::uniform9(0..=100_u8)) {
        let total = lead.at(NOW, &Weights(weights)).total();
        prop_assert!(total.is_none_or(|total| total <= 100));
    }
}

#[test]
fn weights_count_once_they_are_kept_and_only_while_the_terms_mean_the_same() {
    let noted = |value: &str| {
        let (about, key) = (Subject::Account, Key::Weights);
        Notes::of_rows(vec![NoteRow { about, key, value: Some(value.into()), at: NOW }])
    };
    let mut other = Weights::default();
    assert!(other.set("risk", 40) && other.set("amount", 5));
    assert_eq!(Weights::in_force(&Notes::default()), Weights::default(), "the usual ones before any were kept");
    assert_eq!(Weights::in_force(&noted(other.keeping().value.as_deref().unwrap_or_default())), other);
    for damaged in
        ["", "1", "1 2 3", "0 30 15 15 10 15 5 5 5 15", "1 30 15 15 10 15 5 5 5 300", "1 30 15 15 10 15 5 5 5 15 4"]
    {
        assert_eq!(Weights::in_force(&noted(damaged)), Weights::default(), "{damaged}");
    }
    let differing: Vec<_> = Weights::default().differing(other).collect();
    assert_eq!(differing, [(Kind::Amount, 30, 5), (Kind::Risk, 10, 40)]);
}

#[test]
fn a_mark_scores_no_lead_again_and_a_pin_does() {
    let mut store = store_with(&rows(1..=50));
    let mut leads = Leads::default();
    let mut looked_at = |store: &Store| {
        let before = work::rows_looked_at();
        leads.update(store, Weights::default(), NOW);
        (work::rows_looked_at() - before, leads.of(Id::new(3)))
    };
    assert!(looked_at(&store).0 >= 50);
    store.plan(mark(&[3], Mark::Archived, true), NOW).expect("planned");
    assert_eq!(looked_at(&store).0, 0);
    let pin = NoteChange::new(Subject::Inquiry(Id::new(3)), Key::Pin, "up a friend");
    store.change_notes(vec![pin], "pinned".to_owned(), NOW);
    let (many, of) = looked_at(&store);
    assert!(many >= 50 && of == Some(100), "{many} {of:?}");
}
