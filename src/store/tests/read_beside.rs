//! Answers that were read for a write: the next run begins with them, as this one went on with them.

use std::sync::Arc;
use std::sync::mpsc::channel;

use super::disk::open;
use super::*;
use crate::api::profile;
use crate::store::disk::Places;
use crate::store::writes::probe::{Asked, Found, Probe};

#[test]
fn a_profile_read_for_a_write_is_what_the_next_run_begins_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places).store;
    let body = |currency: &str| format!(r#"{{"profile":{{"default_currency":"{currency}"}}}}"#);
    let get = profile::Get {};
    first.disk().expect("a disk").put_reply(&get.call(), Timestamp(500), body("EUR").into());
    let Probe::Answer(Asked { call, decode }) = Probe::answer(&get) else { panic!("an answer") };
    let read = decode(body("GBP").as_bytes()).expect("a profile");
    let found = Found::Answer(Asked { call, decode }, Arc::clone(&read), body("GBP").into());
    first.take_found(&found, 0, Timestamp(600));
    first.disk().expect("a disk").flush();
    drop(first);
    let second = open(&places).store;
    let (sender, kept) = channel();
    second.disk().expect("a disk").reply(&get.call(), Box::new(move |kept| sender.send(kept).expect("heard")));
    assert_eq!(kept.recv().expect("read"), Some((Timestamp(600), body("GBP").into_bytes())));
}
