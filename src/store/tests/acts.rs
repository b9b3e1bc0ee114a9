//! Writes other than marks: conditions, answers, the settling of unknown outcomes, and undo.

use super::journal::undo;
use super::*;
use crate::api::replies::Answered as Whole;
use crate::api::types::{ProfileAnswer, Sender};
use crate::api::{Endpoint, inquiries, profile, senders};
use crate::store::SenderKey;
use crate::store::shown;
use crate::store::writes::Ask;
use crate::store::writes::intent::{AllowSender, IgnoreSender, MarkAll, RequestEmail, Unreachable, Verb};

const DAY: i64 = 86_400;

fn known<R: Request>(store: &mut Store, request: &R, body: &str) {
    let call = request.call();
    let key = call.key();
    let generation = store.generation(&key) + 1;
    store.mark_loading(&key, generation);
    let value = R::decode(body.as_bytes()).expect("an answer of the test");
    store.accept(Reply { key, generation, call, at: Timestamp(1), body: None, result: Ok(Arc::new(value)) });
}

fn ignore(address: &str) -> Intent {
    Intent::IgnoreSender(IgnoreSender::one(address))
}

fn sender(id: i64, value: &str) -> Sender {
    Row::from_raw(&format!(r#"{{"id":{id},"type":"email","value":"{value}","date":1}}"#)).expect("a sender").value
}

/// Sends the next batch; returns its call and the batch.
fn send(store: &mut Store, at: i64) -> (&'static Endpoint, Batch) {
    let batch = store.next_batch(false).expect("something to send");
    for (entry, targets) in batch.entries() {
        store.begin_send(entry, &targets, Timestamp(at), Box::new(|_| {}));
    }
    (store.call(&batch).expect("a call").endpoint, batch)
}

fn state(store: &Store, entry: EntryId) -> State {
    store.journal().get(entry).expect("an entry").targets[0].state
}

fn refusal(message: &str) -> Failure {
    let entry = crate::client::ServiceError { message: message.into(), ..Default::default() };
    Failure { errors: vec![entry], ..failure(FailureKind::Forbidden) }
}

#[test]
fn a_sender_is_ignored_and_allowed_again_by_its_number() {
    let mut store = store_with(&rows([1]));
    let entry = store.plan(ignore("Anna@X.example"), Timestamp(1)).expect("planned");
    let (endpoint, batch) = send(&mut store, 2);
    assert_eq!(endpoint, senders::Add::ENDPOINT);
    let body = br#"{"sender":{"id":77,"type":"email","value":"anna@x.example","date":5}}"#;
    assert_eq!(store.answered(&batch, body, Timestamp(3)).done, 1);
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!((store.words_of(kept).as_str(), kept.targets[0].made), ("Anna@X.example ignored", Some(77)));
    let undo = undo(&mut store, 4);
    let allow = Intent::AllowSender(AllowSender::one("Anna@X.example", Id::new(77)));
    assert_eq!(*store.journal().get(undo).expect("entry").intent, allow);
    let (endpoint, batch) = send(&mut store, 5);
    assert_eq!(endpoint, senders::Remove::ENDPOINT);
    store.answered(&batch, br#"{"success":true}"#, Timestamp(6));
    let redo = store.reverse(store.journal().redo_order(1)[0], Timestamp(7)).expect("planned");
    let again = &store.journal().get(redo).expect("entry").intent;
    assert_eq!(**again, ignore("Anna@X.example"), "and ignored again by redo");
}

#[test]
fn an_address_allowed_once_is_not_allowed_a_second_time() {
    let mut store = store_with(&rows([1]));
    let allow = || Intent::AllowSender(AllowSender::one("anna@x.example", Id::new(77)));
    store.plan(allow(), Timestamp(1)).expect("planned");
    let (_, batch) = send(&mut store, 2);
    store.answered(&batch, br#"{"success":true}"#, Timestamp(3));
    let again = store.plan(allow(), Timestamp(4)).expect_err("it changes nothing");
    assert_eq!(again.why(), "anna@x.example is no longer ignored.");
}

/// An undo needs the number under which the address is ignored; the answer to the write that is undone gives it.
#[test]
fn an_address_undone_before_it_has_a_number_is_allowed_again_by_that_number() {
    let mut store = store_with(&rows([1]));
    store.plan(ignore("anna@x.example"), Timestamp(1)).expect("planned");
    let (_, batch) = send(&mut store, 2);
    let undo = undo(&mut store, 2);
    assert_eq!(store.next_batch(false), None, "it waits for the number");
    let body = br#"{"sender":{"id":77,"type":"email","value":"anna@x.example","date":5}}"#;
    store.answered(&batch, body, Timestamp(3));
    store.review(Timestamp(3));
    let allow = Intent::AllowSender(AllowSender::one("anna@x.example", Id::new(77)));
    assert_eq!(*store.journal().get(undo).expect("entry").intent, allow);
    assert_eq!(send(&mut store, 4).0, senders::Remove::ENDPOINT);
}

#[test]
fn an_ignored_address_has_its_number_as_soon_as_the_answer_tells_it() {
    let mut store = store_with(&rows([1]));
    known(&mut store, &senders::List {}, r#"{"senders":[{"id":1,"type":"email","value":"mike@x.example","date":1}]}"#);
    let entry = store.plan(ignore("anna@x.example"), Timestamp(1)).expect("planned");
    let shown = |store: &Store| shown::senders::all(store).into_iter().map(|row| row.key).collect::<Vec<_>>();
    let mike = SenderKey::Listed(Id::new(1));
    let (_, batch) = send(&mut store, 2);
    assert_eq!(shown(&store), [SenderKey::Adding(entry, 0), mike]);
    let body = br#"{"sender":{"id":77,"type":"email","value":"anna@x.example","date":5}}"#;
    store.answered(&batch, body, Timestamp(3));
    assert_eq!(shown(&store), [SenderKey::Listed(Id::new(77)), mike], "the list was not read again yet");
}

#[test]
fn a_lost_answer_about_a_sender_is_found_in_the_list() {
    for listed in [true, false] {
        let mut store = store_with(&rows([1]));
        let entry = store.plan(ignore("anna@x.example"), Timestamp(0)).expect("planned");
        send(&mut store, 0);
        step_all(&mut store, entry, WriteStep::Unknown(failure(FailureKind::Broken)), 0);
        while let Some(at) = store.next_reading() {
            let [Ask { check, probe: Probe::Senders }] = store.readings_due(at)[..] else { panic!("the list") };
            store.begin_reading(check, at);
            let list = if listed { vec![sender(5, "ANNA@x.example")] } else { vec![sender(4, "bob@x.example")] };
            store.reading(check, &Found::Senders(list), 0, at);
        }
        let kept = &store.journal().get(entry).expect("entry").targets[0];
        let expected = if listed { (State::SettledApplied, Some(5)) } else { (State::SettledNotApplied, None) };
        assert_eq!((kept.state, kept.made), expected);
        assert_eq!(sendable(&store), [], "never sent again by itself");
    }
}

fn step_all(store: &mut Store, entry: EntryId, step: WriteStep, at: i64) {
    store.settle(WriteProgress { entry, targets: Which::All, step, at: Timestamp(at) });
}

#[test]
fn an_invalid_or_ignored_address_or_one_too_many_is_refused_in_place() {
    let mut store = store_with(&rows([1]));
    let why =
        |store: &Store, address: &str| store.grounds().why_not_ignore(address, Timestamp(100)).unwrap_or_default();
    assert_eq!(why(&store, "mike@mike"), "“mike@mike” is not an email or IP address.");
    assert_eq!(why(&store, "192.0.2.1"), "");
    known(&mut store, &senders::List {}, r#"{"senders":[{"id":1,"type":"email","value":"Mike@x.example","date":1}]}"#);
    assert_eq!(why(&store, "mike@x.example"), "mike@x.example is ignored already.");
    let full: Vec<String> =
        (0..200).map(|n| format!(r#"{{"id":{n},"type":"ip","value":"192.0.2.{n}","date":1}}"#)).collect();
    known(&mut store, &senders::List {}, &format!(r#"{{"senders":[{}]}}"#, full.join(",")));
    assert!(why(&store, "new@x.example").starts_with("All 200 ignored senders"));
    assert!(matches!(store.plan(ignore("new@x.example"), Timestamp(1)), Err(NotPlanned::No(_))));
}

/// A second write, made before the list of ignored senders is read again, could reach the service after an undo of the
/// first.
#[test]
fn an_address_ignored_a_moment_ago_is_not_ignored_twice() {
    let mut store = store_with(&rows([1]));
    let entry = store.plan(ignore("mike@x.example"), Timestamp(1)).expect("planned");
    assert!(store.plan(ignore("Mike@x.example"), Timestamp(1)).is_err(), "while it is under way");
    let (_, batch) = send(&mut store, 2);
    store.answered(&batch, br#"{"sender":{"id":5,"type":"email","value":"mike@x.example","date":1}}"#, Timestamp(2));
    assert_eq!(state(&store, entry), State::Acknowledged);
    let refused = store.plan(ignore("mike@x.example"), Timestamp(3)).expect_err("refused");
    assert_eq!(refused.why(), "mike@x.example is ignored already.");
    assert_eq!(
        store.grounds().why_not_ignore("mike@x.example", Timestamp(500)),
        None,
        "others may have allowed it since"
    );
    let back = store.reverse(entry, Timestamp(4)).expect("planned");
    let (_, batch) = send(&mut store, 4);
    store.answered(&batch, br#"{"success":true}"#, Timestamp(4));
    assert_eq!(state(&store, back), State::Acknowledged);
    assert_eq!(store.grounds().why_not_ignore("mike@x.example", Timestamp(5)), None);
}

#[test]
fn a_report_of_an_unreachable_buyer_says_when_it_is_possible() {
    let now = Timestamp(10 * DAY);
    let confirmed =
        |n: i64, hours: i64| row(n, n, [false; 4], &format!(r#","email_confirmed_date":{}"#, now.0 - hours * 3600));
    let not = row(3, 3, [false; 4], "").raw.replace(r#""email_confirmed":true"#, r#""email_confirmed":false"#);
    let mut store = store_with(&[confirmed(1, 6), confirmed(2, 25), Row::from_raw(&not).expect("a row")]);
    let why = |store: &Store, n: i64| store.grounds().why_not_report(id(n), now).unwrap_or_default();
    assert_eq!(why(&store, 1), "Confirmed 6 hours ago; you can report it 18 hours from now.");
    assert_eq!(why(&store, 3), "The buyer has not confirmed the email address; nothing to report.");
    let several = Intent::Unreachable(Unreachable { ids: vec![id(1), id(2)] });
    assert_eq!(
        store.plan(several, now).expect_err("refused").why(),
        "d1.com (Buyer 1): Confirmed 6 hours ago; you can report it 18 hours from now."
    );
    let entry = store.plan(Intent::Unreachable(Unreachable { ids: vec![id(2)] }), now).expect("planned");
    assert_eq!(why(&store, 2), "Already being reported.");
    let (endpoint, batch) = send(&mut store, now.0);
    assert_eq!(endpoint, inquiries::Unreachable::ENDPOINT);
    store.answered(&batch, br#"{"success":true}"#, now);
    assert_eq!(state(&store, entry), State::Acknowledged);
    assert_eq!(why(&store, 2), "Already reported as unreachable; this is possible once.");
    assert_eq!(store.journal().undo_order(1, None).stop, Some(entry), "no way back");
    let way = store.journal().way_back(store.journal().get(entry).expect("entry"), &store.grounds());
    assert_eq!(way, "cannot be undone");
}

#[test]
fn mail_needs_an_address_and_a_refused_second_one_proves_the_first() {
    let mut store = store_with(&rows([1, 2]));
    let mail = || Intent::RequestEmail(RequestEmail { ids: vec![id(1)], to: "me@x.example".into() });
    known(&mut store, &profile::Get {}, r#"{"profile":{},"parking_email":null,"payment_emails":{}}"#);
    assert_eq!(store.grounds().parking_email(), ParkingEmail::None);
    assert!(store.plan(mail(), Timestamp(0)).expect_err("refused").why().contains("no confirmed parking email"));
    known(&mut store, &profile::Get {}, r#"{"profile":{},"parking_email":"me@x.example","payment_emails":{}}"#);
    let _: Loaded<'_, Whole<ProfileAnswer>> = store.query(&profile::Get {});
    assert_eq!(store.grounds().parking_email(), ParkingEmail::Is("me@x.example".into()));

    let first = store.plan(mail(), Timestamp(1_000)).expect("planned");
    send(&mut store, 1_000);
    step_all(&mut store, first, WriteStep::Unknown(failure(FailureKind::Timeout)), 1_060);
    // The row has no mailing time, which does not prove the mail unsent.
    while let Some(at) = store.next_reading() {
        let check = due(&store, at)[0].0;
        store.begin_reading(check, at);
        store.reading(check, &found([(1, Some(row(1, 1, [false; 4], "")))]), 0, at);
    }
    assert_eq!(state(&store, first), State::GivenUp);
    assert!(store.plan(mark(&[1], Mark::Starred, true), Timestamp(1_200)).is_ok(), "its marks are another matter");
    let why = store.plan(mail(), Timestamp(1_200)).expect_err("asked");
    assert!(
        matches!(&why, NotPlanned::Undetermined(text) if text.contains("an email may already have been sent")),
        "{why:?}"
    );
    let second = store.plan_over(mail(), Timestamp(1_201)).expect("planned");
    step_all(&mut store, second, WriteStep::Refused(refusal("This inquiry was sent recently.")), 1_202);
    assert_eq!((state(&store, second), state(&store, first)), (State::Refused, State::SettledApplied));
    assert!(outcome(&store, first).contains("refused a second one"));
}

#[test]
fn a_newer_mailing_time_proves_a_mail() {
    let mut store = store_with(&rows([1]));
    let entry = store
        .plan(Intent::RequestEmail(RequestEmail { ids: vec![id(1)], to: String::new() }), Timestamp(1_000))
        .expect("planned");
    send(&mut store, 1_000);
    step_all(&mut store, entry, WriteStep::Unknown(failure(FailureKind::Timeout)), 1_060);
    let mut mailed = |at: i64| {
        let now = store.next_reading().expect("a reading");
        let check = due(&store, now)[0].0;
        store.begin_reading(check, now);
        let told = row(1, 1, [false; 4], &format!(r#","seller_notified":{at}"#));
        store.reading(check, &found([(1, Some(told))]), 0, now);
        state(&store, entry)
    };
    assert_eq!(mailed(500), State::Unknown, "an earlier mail");
    assert_eq!(mailed(1_001), State::SettledApplied);
}

#[test]
fn several_inquiries_go_as_one_call_and_those_passed_over_are_named() {
    let mut store = store_with(&rows(1..=5));
    let entry = store
        .plan(Intent::RequestEmail(RequestEmail { ids: (1..=5).map(id).collect(), to: String::new() }), Timestamp(0))
        .expect("planned");
    let (endpoint, batch) = send(&mut store, 0);
    assert_eq!((endpoint, batch.targets.len()), (inquiries::Bulk::ENDPOINT, 5));
    let body = br#"{"success":true,"action":"request_email","matched":4,"applied":4,"queued":false,"not_found":[3]}"#;
    let answered = store.answered(&batch, body, Timestamp(1));
    assert_eq!((answered.done, answered.missing, answered.open), (4, 1, 0));
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!(
        kept.outcome(&store.index.inquiries),
        "4 emailed to you. 1 not emailed to you: d3.com (Buyer 3), no longer there"
    );
    assert_eq!((kept.answers[0].matched, kept.answers[0].not_found.clone()), (Some(4), vec!["#3".to_owned()]));
    // The answer says that none was applied, so neither is certain to be done.
    let entry = store
        .plan(Intent::RequestEmail(RequestEmail { ids: vec![id(1), id(2)], to: String::new() }), Timestamp(9))
        .expect("planned");
    let (_, batch) = send(&mut store, 9);
    store.answered(&batch, br#"{"success":true,"matched":2,"applied":0,"queued":false,"not_found":[]}"#, Timestamp(9));
    assert_eq!(state(&store, entry), State::Refused);
}

#[test]
fn hidden_rows_go_alone_because_a_bulk_call_passes_over_them() {
    let mut all = rows([1, 2, 3]);
    all.push(row(4, 4, [false, false, false, true], ""));
    let mut store = store_with(&all);
    store.plan(mark(&[1, 2, 3, 4], Mark::Starred, true), Timestamp(0)).expect("planned");
    let (endpoint, batch) = send(&mut store, 0);
    assert_eq!((endpoint, batch.targets.len()), (inquiries::Bulk::ENDPOINT, 3));
    store.answered(&batch, br#"{"success":true,"matched":3,"applied":3,"queued":false,"not_found":[]}"#, Timestamp(1));
    let (endpoint, batch) = send(&mut store, 1);
    assert_eq!((endpoint, batch.targets.len()), (inquiries::Star::ENDPOINT, 1));
}

#[test]
fn rows_archived_by_others_leave_no_doubt_about_a_bulk_answer() {
    let mut store = store_with(&rows([1, 2, 3]));
    let entry = store.plan(mark(&[1, 2, 3], Mark::Archived, true), Timestamp(0)).expect("planned");
    // Somebody else has archived inquiry 2.
    store.index.inquiries.absorb(&[row(2, 1_002, [false, false, true, false], "")], store.clock());
    let (_, batch) = send(&mut store, 0);
    let answered = store.answered(
        &batch,
        br#"{"success":true,"matched":3,"applied":2,"queued":false,"not_found":[]}"#,
        Timestamp(1),
    );
    assert_eq!((answered.done, answered.open), (3, 0));
    assert_eq!(state(&store, entry), State::Acknowledged);
    let undo = undo(&mut store, 2);
    let back = &store.journal().get(undo).expect("entry").intent;
    assert_eq!(**back, mark(&[1, 3], Mark::Archived, false), "2 was not ours");
}

/// Proves R-54.
#[test]
fn work_in_the_background_is_watched_to_its_end() {
    let mut store = store_with(&rows(1..=250));
    let all: Vec<i64> = (1..=250).collect();
    let entry = store.plan(mark(&all, Mark::Archived, true), Timestamp(0)).expect("planned");
    let (_, batch) = send(&mut store, 0);
    let body = br#"{"success":true,"action":"archive","matched":250,"applied":null,"queued":true,"not_found":[]}"#;
    assert!(store.answered(&batch, body, Timestamp(0)).queued);
    assert_eq!(store.left_of(entry), Some(250));
    let mut again = Vec::new();
    while let Some(at) = store.next_reading() {
        let ask = store.readings_due(at).remove(0);
        // More than 200 are read through pages, the remaining few one by one.
        let asked = match &ask.probe {
            Probe::InquiryPages(ids) | Probe::Inquiries(ids) => ids.len(),
            other => panic!("{other:?}"),
        };
        assert_eq!(matches!(ask.probe, Probe::InquiryPages(_)), asked > 200);
        store.begin_reading(ask.check, at);
        // All but number 250 are done four seconds after the call.
        let told = (1..=250).map(|n| (n, Some(row(n, 1_000 + n, [false, false, at.0 >= 4 && n != 250, false], ""))));
        again.extend(store.reading(ask.check, &found(told), store.clock(), at).again);
        if at.0 == 5 {
            assert_eq!(store.left_of(entry), Some(1));
        }
    }
    assert_eq!(
        things(again),
        [(entry, about(250))],
        "what was passed over goes once more, alone, and its answer tells"
    );
    let (endpoint, batch) = send(&mut store, 100);
    assert_eq!(endpoint, inquiries::Archive::ENDPOINT);
    store.settle_batch(&batch, &WriteStep::Refused(refusal("Not now.")), Timestamp(101));
    let outcome = outcome(&store, entry);
    assert_eq!(outcome, "249 archived (read back). 1 not archived: d250.com (Buyer 250), not now");
}

#[test]
fn a_mark_of_everything_is_one_call_and_its_undo_is_about_known_rows() {
    let mut store = store_with(&rows([1, 2]));
    let filter = crate::store::writes::intent::filter_body(&Tab::Active.question());
    let all = Intent::MarkAll(MarkAll {
        known: SetMark { ids: vec![id(1), id(2)], mark: Mark::Read, to: true },
        of: 9_000,
        filter,
    });
    let entry = store.plan(all, Timestamp(0)).expect("planned");
    let batch = store.next_batch(false).expect("a batch");
    let call = store.call(&batch).expect("a call");
    let crate::api::Body::Json(body) = &call.body else { panic!("{call:?}") };
    assert_eq!(
        *body,
        serde_json::json!({"action": "mark_read", "all": true, "status": "confirmed", "delivery": "all",
            "visibility": "active", "spam_risk": "all"})
    );
    send(&mut store, 0);
    store.answered(&batch, br#"{"success":true,"matched":9000,"applied":8000,"queued":false}"#, Timestamp(1));
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!(
        (kept.intent.verb(), store.words_of(kept).as_str()),
        (Verb::MARK_READ, "all 9,000 inquiries marked read")
    );
    let undo = undo(&mut store, 2);
    assert_eq!(*store.journal().get(undo).expect("entry").intent, mark(&[1, 2], Mark::Read, false));
    let hide = Intent::MarkAll(MarkAll {
        known: SetMark { ids: vec![id(1)], mark: Mark::Hidden, to: true },
        of: 9,
        filter: serde_json::Value::Null,
    });
    assert!(store.plan(hide, Timestamp(2)).is_err(), "never hidden without being seen");
}

/// Proves R-53.
#[test]
fn targets_beyond_the_limit_of_a_call_go_in_parts() {
    let mut store = store_with(&rows(1..=10_003));
    let all: Vec<i64> = (1..=10_003).collect();
    store.plan(mark(&all, Mark::Starred, true), Timestamp(0)).expect("planned");
    let (_, batch) = send(&mut store, 0);
    assert_eq!(batch.targets.len(), 10_000);
    let body = br#"{"success":true,"matched":10000,"applied":10000,"queued":false,"not_found":[]}"#;
    store.answered(&batch, body, Timestamp(1));
    assert_eq!(send(&mut store, 2).1.targets.len(), 3);
}
