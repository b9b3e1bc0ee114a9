//! Promises of a question other than the value, compared with readings before the write is sent.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::json;

use super::*;
use crate::api::domains::Settings as OfDomain;
use crate::api::{profile, settings};
use crate::base::{Currency, DomainName};
use crate::store::writes::intent::{Changed, Edit, SaveSettings, SettingEdit, UndoVersion};
use crate::store::writes::plan::Plan;
use crate::store::writes::probe::Found;

fn told<R: Request>(store: &mut Store, request: &R, body: &serde_json::Value) {
    let call = request.call();
    let value = R::decode(body.to_string().as_bytes()).expect("an answer of the test");
    store.accept(Reply {
        key: call.key(),
        generation: 1,
        call,
        at: Timestamp(1),
        body: None,
        result: Ok(Arc::new(value)),
    });
}

/// An account in dollars with a lowest offer of 100.
fn account() -> Store {
    let mut store = store_with(&rows([1]));
    told(&mut store, &profile::Get {}, &json!({ "profile": { "default_currency": "USD" } }));
    let least = json!({ "settings": { "min_offer": { "value": 100, "source": "account" } } });
    told(&mut store, &settings::Get {}, &least);
    store
}

/// Number of a change's targets that remain to be sent once these settings of its domain were read, and the reason if
/// none does.
fn left(field: &'static str, before: Value, after: Value, read: &serde_json::Value) -> (usize, Option<String>) {
    let mut store = account();
    let edit = Edit { field: FieldName::fixed(field), before: Some(before), after };
    let edits = vec![SettingEdit { subject: Subject::Domain("a.com".into()), edit }];
    store.plan(Intent::Settings(SaveSettings::new(edits, BTreeMap::default())), Timestamp(2)).expect("planned");
    let batch = store.next_batch(false).expect("something to send");
    let read = OfDomain::decode(read.to_string().as_bytes()).expect("an answer of the test");
    let found = Found::OwnSettings([("a.com".to_owned(), Some(read.settings))].into());
    let (batch, said) = store.looked(&batch, &[found], Timestamp(3));
    (batch.targets.len(), said)
}

fn own(value: &serde_json::Value) -> serde_json::Value {
    json!({ "value": value, "source": "domain", "domain_value": value })
}

#[test]
fn a_price_is_not_saved_in_another_currency_than_it_was_asked_in() {
    let price = |currency: serde_json::Value| {
        let read = json!({ "settings": { "bin_price": own(&json!(2_500)), "currency": currency } });
        left("bin_price", Value::Whole(2_500), Value::Whole(2_600), &read)
    };
    assert_eq!(price(json!({ "value": "USD", "source": "default", "domain_value": null })), (1, None));
    let of_account = json!({ "value": "GBP", "source": "account", "domain_value": null, "account_value": "GBP" });
    for now in [own(&json!("GBP")), of_account] {
        let (sent, said) = price(now);
        assert_eq!(sent, 0);
        assert!(said.as_deref().is_some_and(|said| said.contains("in GBP now, not in USD")), "{said:?}");
    }
}

#[test]
fn a_domain_does_not_inherit_another_value_of_the_account_than_was_named() {
    let least = |account: i64| {
        let mut setting = own(&json!(500));
        setting["account_value"] = json!(account);
        left("min_offer", Value::Whole(500), Value::Null, &json!({ "settings": { "min_offer": setting } }))
    };
    assert_eq!(least(100), (1, None));
    let (sent, said) = least(20);
    assert_eq!(sent, 0);
    assert!(said.as_deref().is_some_and(|said| said.contains("account’s value is $20 now")), "{said:?}");
}

/// Answer about the account's settings with this lowest offer, read before a write is sent.
fn account_with(least: i64) -> Found {
    let Probe::Answer(asked) = Probe::answer(&settings::Get {}) else { unreachable!() };
    let body = json!({ "settings": { "min_offer": { "value": least, "source": "account" } } }).to_string();
    let decoded = settings::Get::decode(body.as_bytes()).expect("an answer of the test");
    Found::Answer(asked, Arc::new(decoded), Bytes::new())
}

/// Answer about the profile with this currency, read before a write is sent.
fn profile_in(currency: &str) -> Found {
    let Probe::Answer(asked) = Probe::answer(&profile::Get {}) else { unreachable!() };
    let body = json!({ "profile": { "default_currency": currency } }).to_string();
    let answer = profile::Get::decode(body.as_bytes()).expect("an answer of the test");
    Found::Answer(asked, Arc::new(answer), Bytes::new())
}

#[test]
fn a_price_in_the_currency_of_the_profile_is_sent_only_while_that_is_the_same() {
    let edit =
        Edit { field: FieldName::fixed("bin_price"), before: Some(Value::Whole(2_500)), after: Value::Whole(2_600) };
    let edits = vec![SettingEdit { subject: Subject::Domain("a.com".into()), edit }];
    let price = json!({ "settings": { "bin_price": own(&json!(2_500)) } });
    let read = OfDomain::decode(price.to_string().as_bytes()).expect("an answer of the test");
    let found = Found::OwnSettings([("a.com".to_owned(), Some(read.settings))].into());
    for is_known_before in [false, true] {
        for (currency, sent) in [("USD", 1), ("EUR", 0)] {
            let mut store = account();
            let save = SaveSettings::new(edits.clone(), BTreeMap::default());
            let entry = store.plan(Intent::Settings(save), Timestamp(2)).expect("planned");
            let kept = store.journal().get(entry).expect("kept").intent.kept();
            let prices_in = kept.prices_in().and_then(|kept| kept.account.clone());
            assert_eq!(prices_in, Some(Currency::new("USD")), "a later run holds to it, too");
            if is_known_before {
                // A screen has read the profile since the question.
                told(&mut store, &profile::Get {}, &json!({ "profile": { "default_currency": currency } }));
            }
            let batch = store.next_batch(false).expect("something to send");
            let looks = store.looks(&batch, Timestamp(60));
            assert!(looks.contains(&Probe::answer(&profile::Get {})), "{looks:?}");
            let mut found = vec![found.clone()];
            found.extend((!is_known_before).then(|| profile_in(currency)));
            let (batch, said) = store.looked(&batch, &found, Timestamp(61));
            assert_eq!(batch.targets.len(), sent, "{currency}: {said:?}");
        }
    }
}

#[test]
fn a_version_with_amounts_is_undone_only_in_the_currency_that_the_question_named() {
    for (currency, sent) in [("USD", 1), ("EUR", 0)] {
        let mut store = account();
        let changed = Changed::new(FieldName::fixed("min_offer"), Value::Whole(250), Value::Whole(100));
        let changed = Changed { now: Some(Value::Whole(100)), ..changed };
        let undo = UndoVersion::new(7, Subject::Account, vec![changed], true);
        store.plan(Intent::UndoVersion(undo), Timestamp(2)).expect("planned");
        let batch = store.next_batch(false).expect("something to send");
        let looks = store.looks(&batch, Timestamp(60));
        assert!(looks.contains(&Probe::answer(&profile::Get {})), "{looks:?}");
        let (batch, said) = store.looked(&batch, &[account_with(100), profile_in(currency)], Timestamp(61));
        assert_eq!(batch.targets.len(), sent, "{currency}: {said:?}");
        assert_eq!(said.is_some_and(|said| said.contains("in EUR now, not in USD")), sent == 0);
    }
}

#[test]
fn an_undo_of_a_price_is_sent_only_in_the_currency_of_the_price() {
    let price = |now: i64| json!({ "settings": { "bin_price": own(&json!(now)) } });
    let found = |now: i64| {
        let read = OfDomain::decode(price(now).to_string().as_bytes()).expect("an answer of the test");
        Found::OwnSettings([("a.com".to_owned(), Some(read.settings))].into())
    };
    for (currency, sent) in [("USD", 1), ("GBP", 0)] {
        let mut store = account();
        let (before, after) = (Some(Value::Whole(2_500)), Value::Whole(2_600));
        let edit = Edit { field: FieldName::fixed("bin_price"), before, after };
        let edits = vec![SettingEdit { subject: Subject::Domain("a.com".into()), edit }];
        let save = SaveSettings::new(edits, BTreeMap::default());
        let entry = store.plan(Intent::Settings(save), Timestamp(2)).expect("planned");
        let batch = store.next_batch(false).expect("something to send");
        let (batch, _) = store.looked(&batch, &[found(2_500), profile_in("USD")], Timestamp(3));
        assert_eq!(batch.targets.len(), 1);
        super::journal::send(&mut store, entry, 4);
        // The profile has another currency since; the amount before is none of that.
        told(&mut store, &profile::Get {}, &json!({ "profile": { "default_currency": currency } }));
        store.reverse(entry, Timestamp(100)).expect("an undo");
        let batch = store.next_batch(false).expect("something to send");
        assert!(store.looks(&batch, Timestamp(160)).contains(&Probe::answer(&profile::Get {})));
        let (batch, said) = store.looked(&batch, &[found(2_600), profile_in(currency)], Timestamp(161));
        assert_eq!(batch.targets.len(), sent, "{currency}: {said:?}");
    }
}

#[test]
fn a_price_set_back_together_with_its_currency_is_not_taken_for_another_one() {
    let mut store = account();
    let edit = |field: &'static str, before: Value, after: Value| SettingEdit {
        subject: Subject::Domain("a.com".into()),
        edit: Edit { field: FieldName::fixed(field), before: Some(before), after },
    };
    let price = edit("bin_price", Value::Whole(4_000), Value::Whole(4_950));
    let currencies = BTreeMap::from([(price.item(), Currency::new("USD"))]);
    let back = edit("currency", Value::Text("EUR".into()), Value::Null);
    let read = json!({ "settings": { "bin_price": own(&json!(4_000)), "currency": own(&json!("EUR")) } });
    told(&mut store, &OfDomain { name: DomainName::from_service("a.com") }, &read);
    let said = |edits: Vec<SettingEdit>| {
        let plan = Plan { edits, currencies: currencies.clone(), ..Plan::default() };
        plan.wrong(&store, &[]).into_iter().map(|(_, why)| why).collect::<Vec<_>>()
    };
    assert_eq!(said(vec![price.clone()]), ["It was made in USD, but prices are in EUR now."]);
    assert_eq!(said(vec![price, back]), [""; 0]);
}
