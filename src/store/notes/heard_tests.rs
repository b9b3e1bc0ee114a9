//! Tests of what ends a snooze, and which inquiries a reply answers.

use serde_json::json;

use super::tests::{about, inbox, later};
use super::*;
use crate::api::{Request as _, emails};
use crate::store::filter::{MailQuery, parse};
use crate::store::{Sort, Store, Tab, ViewSpec};

fn answer(store: &mut Store, id: i64, now: i64) -> String {
    let (changes, done) = store.replied(&[crate::base::Id::new(id)], Timestamp(now));
    store.change_notes(changes, "answered".to_owned(), Timestamp(now));
    done
}

fn of(store: &Store, turn: &str, now: i64) -> Vec<i64> {
    let filter = parse(&format!("status:{turn}")).expect("a filter");
    let spec = ViewSpec::new(Tab::All, &filter, Sort::default(), Timestamp(now));
    crate::store::tests::ids(&store.inquiries().view(&spec))
}

fn inquires(store: &mut Store, id: i64, date: i64, email: &str) {
    let more = format!(r#","email":"{email}","ip":"192.0.2.1""#);
    store.index.inquiries.absorb(&[crate::store::tests::row(id, date, [false; 4], &more)], 0);
}

fn mails(store: &mut Store, date: i64, from: &str) {
    let page = json!({ "emails": [{ "id": "m-1", "date": date, "from": [from] }], "pagination": { "total": 1 } });
    let list = MailQuery::default().list(emails::Match::Inbox, 1);
    let page = emails::List::decode(page.to_string().as_bytes()).expect("a page");
    store.lists.mail.absorb(&list.call(), &page);
}

/// Time after all others in these tests, as the service may send it.
const LATER: i64 = 1_773_000_000;

/// Words about a case, the answers in it, and whether these give the turn back to the user and end a snooze.
type Case = (&'static str, fn(&mut Store), bool);

#[test]
fn only_an_inquiry_or_a_caught_mail_from_the_same_address_ends_a_snooze() {
    let cases: [Case; 7] = [
        ("an inquiry from the same address", |store| inquires(store, 9, 2_000, "ANNA@x.example"), true),
        ("one that came before", |store| inquires(store, 9, 900, "anna@x.example"), false),
        ("one from the same IP address", |store| inquires(store, 9, 2_000, "other@y.example"), false),
        ("one from the same domain", |store| inquires(store, 9, 2_000, "carla@x.example"), false),
        ("one without an address", |store| inquires(store, 9, 2_000, ""), false),
        ("a caught mail from the same address", |store| mails(store, LATER, "Anna <anna@X.example>"), true),
        ("a caught mail from the same domain", |store| mails(store, LATER, "sales@x.example"), false),
    ];
    for (name, happens, wakes) in cases {
        let mut store = inbox();
        answer(&mut store, 1, 1_000);
        answer(&mut store, 3, 1_000);
        later(&mut store, 2, Key::Snooze, 90_000, 1_000);
        store.alarms(Timestamp(1_500));
        happens(&mut store);
        store.alarms(Timestamp(3_000));
        assert_eq!(!of(&store, "theirs", 3_000).contains(&1), wakes, "{name}: whose turn it is");
        let asleep = store.notes().of(&about(2)).is_some_and(|record| record.snooze().is_some());
        assert_eq!(!asleep, wakes, "{name}: the snooze");
        assert!(of(&store, "theirs", 3_000).contains(&3), "{name}: another buyer is not meant");
    }
}

#[test]
fn a_snooze_lasts_until_its_time_however_far_the_clocks_are_apart() {
    for ahead in [-3_600, -120, 0, 120, 3_600] {
        let mut store = inbox();
        store.session_mut().server_ahead = ahead;
        let own = |service: i64| Timestamp(service - ahead);
        // Two inquiries have come from the same address.
        inquires(&mut store, 8, 999, "anna@x.example");
        inquires(&mut store, 9, 1_000, "anna@x.example");
        later(&mut store, 9, Key::Snooze, 1_060, own(1_000).0);
        later(&mut store, 9, Key::Remind, 1_060, own(1_000).0);
        assert_eq!(store.alarms(own(1_001)), Vec::<String>::new(), "{ahead}");
        assert_eq!(store.next_alarm(), Some(own(1_060)), "{ahead}");
        assert_eq!(store.alarms(own(1_059)), Vec::<String>::new(), "{ahead}");
        assert_eq!(store.alarms(own(1_060)).len(), 2, "{ahead}");
        assert_eq!(store.take_rung().len(), 1, "{ahead}: it came while the program ran");
        later(&mut store, 9, Key::Snooze, 9_000, own(2_000).0);
        inquires(&mut store, 10, 2_001, "anna@x.example");
        let said = store.alarms(own(2_002));
        assert!(said.len() == 1 && said[0].contains("the buyer wrote again"), "{ahead}: {said:?}");
    }
}

#[test]
fn an_inquiry_does_not_end_its_own_snooze() {
    let mut store = inbox();
    // The inquiry is snoozed before the service's clock is known, while this computer's clock is behind.
    inquires(&mut store, 9, 4_600, "dora@x.example");
    later(&mut store, 9, Key::Snooze, 9_000, 1_000);
    store.session_mut().server_ahead = 3_600;
    assert_eq!(store.alarms(Timestamp(1_100)), Vec::<String>::new());
    inquires(&mut store, 10, 4_700, "dora@x.example");
    assert_eq!(store.alarms(Timestamp(1_200)).len(), 1);
}

#[test]
fn a_reply_to_one_inquiry_answers_what_its_buyer_wrote_about_another() {
    let mut store = inbox();
    answer(&mut store, 1, 1_000);
    inquires(&mut store, 9, 2_000, "anna@x.example");
    assert_eq!(store.alarms(Timestamp(2_100)).len(), 1);
    assert_eq!(of(&store, "mine", 2_100), [9, 3, 2, 1]);
    answer(&mut store, 9, 2_200);
    assert_eq!(of(&store, "mine", 2_200), [3, 2]);
    assert_eq!(store.alarms(Timestamp(2_300)), Vec::<String>::new(), "what was answered is not heard again");
    store.reverse_notes(false, Timestamp(2_400));
    assert_eq!(of(&store, "mine", 2_400), [9, 3, 2, 1], "an undo gives the turn back");
}

#[test]
fn a_reply_ends_a_due_reminder_and_leaves_a_later_one() {
    let mut store = inbox();
    later(&mut store, 1, Key::Remind, 5_000, 1_000);
    later(&mut store, 3, Key::Remind, 9_000, 1_000);
    assert_eq!(answer(&mut store, 1, 6_000), ", its reminder is done");
    assert_eq!(answer(&mut store, 3, 6_000), "");
    let reminder = |id| store.notes().of(&about(id)).and_then(Record::reminder).map(|moment| moment.at());
    assert_eq!((reminder(1), reminder(3)), (None, Some(Timestamp(9_000))));
}

#[test]
fn a_buyer_silent_until_the_reminder_makes_it_the_users_turn() {
    let mut store = inbox();
    answer(&mut store, 3, 1_000);
    later(&mut store, 3, Key::Remind, 9_000, 1_001);
    assert_eq!(of(&store, "theirs", 8_000), [3]);
    assert_eq!(of(&store, "mine", 9_060), [3, 2, 1]);
}

#[test]
fn a_snoozed_domain_is_back_at_its_time_or_when_somebody_asks_for_it() {
    let mut store = inbox();
    let snooze = |store: &mut Store, name: &str, until: i64| {
        let until = crate::base::Moment::At(Timestamp(until)).kept();
        let change = NoteChange::new(Subject::Domain(name.into()), Key::Snooze, &until);
        store.change_notes(vec![change], "snoozed".to_owned(), Timestamp(1_000));
    };
    // Takes inquiry `id`, which is about the domain `d{id}.com`.
    let asked = |store: &mut Store, id: i64, date: i64| {
        store.index.inquiries.absorb(&[crate::store::tests::row(id, date, [false; 4], "")], 0);
    };
    for (name, until) in [("a.com", 5_000), ("d20.com", 9_000), ("d21.com", 9_000)] {
        snooze(&mut store, name, until);
    }
    asked(&mut store, 20, 900);
    assert_eq!(store.alarms(Timestamp(1_500)), Vec::<String>::new(), "d20.com was asked for before");
    assert_eq!(store.next_alarm(), Some(Timestamp(5_000)));
    assert_eq!(store.notes().snoozed(), 0, "no inquiry is out of the way");
    assert_eq!(store.alarms(Timestamp(5_000)), ["1 domain is back from a snooze."]);
    asked(&mut store, 21, 5_100);
    assert_eq!(store.alarms(Timestamp(5_200)), ["d21.com is back from a snooze: somebody asks for it."]);
    let left: Vec<String> = store.notes().iter().map(|(about, _)| about.to_string()).collect();
    assert_eq!(left, ["domain:d20.com"]);
}
