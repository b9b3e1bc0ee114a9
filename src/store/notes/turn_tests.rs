//! Tests of the status of an inquiry, as a table of notes and results.

use super::{Because, Entry, Key, Record, Status, Turn};
use crate::base::{Moment, Timestamp};

const NOW: Timestamp = Timestamp(1_000);

fn record(noted: &[(Key, &str)]) -> Record {
    let mut record = Record::default();
    for (key, value) in noted {
        record.put(key.clone(), Some(Entry { value: (*value).into(), at: Timestamp(0) }));
    }
    record
}

/// Name of the case, the notes, whose turn it is, why, and since when.
type Case<'a> = (&'a str, &'a [(Key, &'a str)], Turn, Because, Option<i64>);

#[test]
fn the_turn_follows_from_replies_reminders_later_mail_and_the_users_word() {
    let answered = (Key::Answered, "@100");
    let heard = |at| (Key::Heard, at);
    let said = |value| (Key::Status, value);
    let remind = |at| (Key::Remind, at);
    let cases: [Case; 15] = [
        ("it came", &[], Turn::Mine, Because::Came, None),
        ("a reminder alone", &[remind("@900")], Turn::Mine, Because::Came, None),
        ("a reply", std::slice::from_ref(&answered), Turn::Theirs, Because::Replied, Some(100)),
        ("a reminder ahead", &[answered.clone(), remind("@2000")], Turn::Theirs, Because::Replied, Some(100)),
        ("silence past it", &[answered.clone(), remind("@900")], Turn::Mine, Because::Silent, Some(900)),
        ("a reply after it", &[(Key::Answered, "@950"), remind("@900")], Turn::Theirs, Because::Replied, Some(950)),
        (
            "silence after a reply, over an older reminder",
            &[(Key::Answered, "@500"), remind("@400"), (Key::Silence, "@900")],
            Turn::Mine,
            Because::Silent,
            Some(900),
        ),
        ("heard of", &[answered.clone(), heard("@500")], Turn::Mine, Because::Heard, Some(500)),
        ("heard of before the reply", &[answered.clone(), heard("@50")], Turn::Theirs, Because::Replied, Some(100)),
        ("said by hand", &[said("@300 theirs")], Turn::Theirs, Because::Said, Some(300)),
        ("a reply after it was said", &[answered.clone(), said("@50 mine")], Turn::Theirs, Because::Replied, Some(100)),
        ("won", &[answered.clone(), said("@50 won 12000 USD"), heard("@500")], Turn::Won, Because::Said, Some(50)),
        (
            "lost, then a goodbye",
            &[(Key::Answered, "@400"), said("@50 lost silent")],
            Turn::Lost,
            Because::Said,
            Some(50),
        ),
        ("lost, then heard of", &[said("@50 lost silent"), heard("@500")], Turn::Mine, Because::Heard, Some(500)),
        (
            "a status of another version",
            &[answered.clone(), said("@300 parked")],
            Turn::Theirs,
            Because::Replied,
            Some(100),
        ),
    ];
    for (name, noted, turn, because, since) in cases {
        let record = record(noted);
        let status = Status::of(Some(&record), NOW);
        assert_eq!((status.turn, status.because, status.since.map(|at| at.0)), (turn, because, since), "{name}");
    }
    assert_eq!(Status::of(None, NOW).turn, Turn::Mine);
}

#[test]
fn the_price_of_a_sale_is_read_back_as_it_was_kept() {
    let kept = Status::kept(Turn::Won, "12500.50 EUR", Timestamp(7));
    assert_eq!(kept, "@7 won 12500.50 EUR");
    let record = record(&[(Key::Status, kept.as_str())]);
    assert_eq!(Status::of(Some(&record), NOW).price().map(|price| price.text()).as_deref(), Some("€12,500.50"));
    assert_eq!(Status::kept(Turn::Lost, "", Timestamp(7)), "@7 lost");
    assert_eq!(Moment::of_kept("@7").map(|moment| moment.at()), Some(Timestamp(7)));
}
