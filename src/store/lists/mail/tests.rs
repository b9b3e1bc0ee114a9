use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::api::Request;
use crate::api::emails::Match;
use crate::store::filter::MailQuery;

fn page(mail: &mut Mail, number: u32, rows: &[(&str, i64)], total: usize) {
    let rows: Vec<_> = rows.iter().map(|(id, date)| json!({ "id": id, "date": date, "subject": ["s"] })).collect();
    let request = MailQuery::default().list(Match::Inbox, number);
    let answer = json!({ "emails": rows, "pagination": { "current_page": number, "last_page": 9, "per_page": 100,
        "shown": rows.len(), "total": total } });
    let value = emails::List::decode(answer.to_string().as_bytes()).expect("a page");
    mail.absorb(&request.call(), &value);
}

fn ids(mail: &Mail) -> String {
    let keys = mail.list(&MailQuery::default().list(Match::Inbox, 1).call());
    keys.rows().iter().map(|key| &*mail.row(*key).expect("a row").id).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_first_page_of_mail_read_again_adds_new_messages_and_removes_missing_ones() {
    let mut mail = Mail::default();
    page(&mut mail, 1, &[("d", 40), ("c", 30)], 4);
    page(&mut mail, 2, &[("b", 20), ("a", 10)], 4);
    assert_eq!(ids(&mail), "d c b a");
    let list =
        |mail: &Mail, number| Arc::clone(mail.list(&MailQuery::default().list(Match::Inbox, number).call()).rows());
    let before = list(&mail, 1);
    page(&mut mail, 1, &[("d", 40), ("c", 30)], 4);
    assert!(Arc::ptr_eq(&before, &list(&mail, 3)), "nothing changed");
    page(&mut mail, 1, &[("e", 50), ("d", 40)], 5);
    assert_eq!(ids(&mail), "e d c b a");
    page(&mut mail, 2, &[("c", 30), ("b", 20)], 5);
    assert_eq!(ids(&mail), "e d c b a", "a shifted page doubles nothing");
    page(&mut mail, 1, &[("e", 50), ("c", 30)], 4);
    assert_eq!(ids(&mail), "e c b a", "d is gone");
    page(&mut mail, 1, &[("e", 50)], 1);
    assert_eq!(ids(&mail), "e");
}

#[test]
fn messages_of_one_second_at_the_end_of_a_page_stay_and_a_purge_gives_no_key_to_another_message() {
    let mut mail = Mail::default();
    page(&mut mail, 1, &[("c", 30), ("b", 20)], 3);
    page(&mut mail, 2, &[("a", 20)], 3);
    page(&mut mail, 1, &[("c", 30), ("b", 20)], 3);
    assert_eq!(ids(&mail), "c b a");
    let key = mail.find("b").expect("a key");
    mail.clear();
    assert!(mail.row(key).is_none());
    page(&mut mail, 1, &[("z", 50), ("b", 20)], 2);
    assert_eq!((mail.find("b"), ids(&mail).as_str()), (Some(key), "z b"));
}

#[test]
fn messages_of_before_a_purge_do_not_count_as_known() {
    let mut mail = Mail::default();
    page(&mut mail, 1, &[("c", 30), ("b", 20), ("a", 10)], 3);
    mail.clear();
    assert_eq!((mail.messages(), mail.keys()), (0, 3));
    page(&mut mail, 1, &[("c", 30)], 3);
    page(&mut mail, 1, &[("c", 30)], 3);
    assert_eq!((mail.messages(), mail.keys()), (1, 3));
}
