use std::collections::HashSet;

use super::*;
use crate::base::{DomainName, Timestamp, Zone};
use crate::store::writes::intent::{ActOnDomains, DomainAct};
use crate::store::writes::probe::Found;
use crate::store::{Intent, Store, Which};
use crate::ui::Prefs;

#[test]
fn a_queued_delete_says_how_many_are_left_until_two_readings_agree() {
    let mut store = Store::new("test");
    let said = |store: &Store| worked_off(&World::of(store, Prefs::default(), Timestamp(100), Zone::Utc));
    let names = ["a.com", "b.com", "c.com"].map(|name| DomainName::parse(name).expect("a name"));
    let delete =
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: names.to_vec(), tab: DomainTab::MyDomains });
    let entry = store.plan(delete, Timestamp(0)).expect("planned");
    assert_eq!(said(&store), None);
    let batch = store.next_batch(false).expect("one call");
    store.begin_send(entry, &Which::All, Timestamp(0), Box::new(|_| {}));
    let body = br#"{"success":true,"action":"delete","matched":3,"applied":null,"queued":true,"not_found":[]}"#;
    store.answered(&batch, body, Timestamp(0));
    let mut heard = vec![said(&store)];
    while let Some(at) = store.next_reading() {
        let ask = store.readings_due(at).remove(0);
        store.begin_reading(ask.check, at);
        // One more name is off the list at each of the first two readings; the last name stays.
        let gone = ["a.com", "b.com"].into_iter().take(at.0 as usize / 2);
        let off: HashSet<String> = gone.map(str::to_owned).collect();
        store.reading(ask.check, &Found::OffTab(off), store.clock(), at);
        heard.push(said(&store));
    }
    let left = |n: u8| Some(format!("Removing 3 domains: {n} left"));
    assert_eq!(heard[..3], [left(3), left(2), left(1)]);
    assert_eq!(heard.last(), Some(&None), "over");
    let states: Vec<bool> =
        store.journal().get(entry).expect("kept").targets.iter().map(|target| target.state.applied()).collect();
    assert_eq!(states, [true, true, false]);
}
