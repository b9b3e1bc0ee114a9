//! Reminders on Home: the due ones, and the next one.

use parkade::api::types::Inquiry;
use parkade::base::{Id, Moment, Timestamp};
use parkade::screens::ALL;
use parkade::store::home::{self, Sources, Visits};
use parkade::store::notes::{Key, NoteChange};
use parkade::store::score::Weights;
use parkade::store::{DomainTab, Subject, Tab};
use parkade::ui::testing::{NOW, Story};
use serde_json::json;

use super::visits::{find, read, visited};
use crate::support::inbox::{fill, first_page, rows, unsent_page, walk};
use crate::support::{portfolio, senders};

const HOUR: i64 = 3_600;

#[test]
fn a_quiet_day_says_so_and_names_the_next_reminder() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("home", "");
    fill(&mut story, Tab::Active, &[]);
    walk(&mut story, &[]);
    senders::fill_with(&mut story, &[]);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&[], 0, [0; 5]));
    for tab in parkade::api::domains::Tab::ALL {
        portfolio::fill(&mut story, *tab, &[]);
    }
    assert!(story.snap().contains("No reminder is set."), "{}", story.snap());
    let at = Moment::At(Timestamp(NOW.0 + 50 * HOUR)).kept();
    let change = NoteChange::new(Id::new(112), Key::Remind, &at);
    story.store.change_notes(vec![change], String::new(), NOW);
    story.sync();
    assert!(story.snap().contains("The next reminder is Sat 14 Mar 16:00"), "{}", story.snap());
    let before = Moment::At(Timestamp(NOW.0 + 26 * HOUR)).kept();
    let change = NoteChange::new(Subject::Domain("greenhaus.com".into()), Key::Snooze, &before);
    story.store.change_notes(vec![change], String::new(), NOW);
    story.sync();
    assert!(story.snap().contains("Next, greenhaus.com wakes Fri 13 Mar 16:00"), "{}", story.snap());
}

#[test]
fn due_reminders_are_listed_below_the_leads() {
    let mut story = visited(50);
    read(&mut story, &rows());
    let at = |hours: i64| Moment::At(Timestamp(NOW.0 - hours * HOUR)).kept();
    let remind = |id, hours| NoteChange::new(Id::new(id), Key::Remind, &at(hours));
    story.store.change_notes(vec![remind(112, 2), remind(110, 26)], String::new(), NOW);
    story.sync();
    let frame = story.snap_screen();
    let mut lines = frame.lines().skip_while(|line| !line.contains("2  reminders of inquiries have come")).skip(1);
    let next = lines.next().unwrap_or_default();
    assert!(next.contains("greenhaus.com") && next.contains("since"), "the oldest first: {frame}");
    let place = |words: &str| frame.lines().position(|line| line.contains(words));
    assert!(place("Answer first") < place(" Due") && place(" Due") < place("Since the last visit"), "{frame}");
    let waiting = frame.lines().find(|line| line.contains("7  inquiries wait for an answer")).unwrap_or_default();
    assert!(waiting.contains("oldest 1d"), "{frame}");
}

/// Hidden inquiries and domains are on other lists, so they have lines of their own, each of which opens what it
/// counts.
#[test]
fn reminders_of_hidden_inquiries_and_of_domains_in_any_list_have_lines() {
    let (mut story, mut all) = (visited(50), rows());
    all[1]["marks"]["removed"] = json!(true);
    read(&mut story, &all);
    let come = Moment::At(Timestamp(NOW.0 - HOUR)).kept();
    let hidden = all[1]["inquiry_id"].as_i64().expect("a number");
    let mut changes = vec![NoteChange::new(Id::<Inquiry>::new(hidden), Key::Remind, &come)];
    for tab in [DomainTab::MyDomains, DomainTab::Detected, DomainTab::Removed] {
        let name = portfolio::names(&story, tab).remove(0);
        changes.push(NoteChange::new(Subject::Domain(name.into()), Key::Remind, &come));
    }
    story.store.change_notes(changes, String::new(), NOW);
    story.sync();
    let frame = story.snap_screen();
    for words in ["a hidden inquiry", "a domain", "a detected domain", "a removed domain"] {
        let line = format!("1  reminder of {words} has come");
        assert!(frame.contains(&line), "{line}: {frame}");
    }
    find(&mut story, "1 reminder of a removed domain");
    story.keys("enter");
    assert!(story.snap().contains("remind:due"), "{}", story.snap());
}

/// A buyer, and a thing the account no longer has: no list has them, but their reminders are shown.
#[test]
fn reminders_of_things_in_no_list_are_counted_shown_and_part_of_the_run() {
    let mut story = visited(50);
    read(&mut story, &rows());
    let come = Moment::At(Timestamp(NOW.0 - HOUR)).kept();
    let gone = [
        Subject::sender("anna@nordvind.example"),
        Subject::Domain("gone.example".into()),
        Id::<Inquiry>::new(9_999).into(),
    ];
    let listed = [Id::<Inquiry>::new(112).into()];
    let change = |about: &Subject| NoteChange::new(about.clone(), Key::Remind, &come);
    story.store.change_notes(gone.iter().chain(&listed).map(change).collect(), String::new(), NOW);
    story.sync();
    let frame = story.snap_screen();
    assert!(frame.contains("1  reminder of an inquiry has come"), "{frame}");
    assert!(frame.contains("3  reminders of things in no list read here have come"), "{frame}");
    let said = story.store.alarms(NOW);
    assert!(said.iter().any(|said| said.starts_with("4 reminders have come · Home shows them.")), "{said:?}");
    let (now, zone) = (story.now, story.world().zone);
    let mut sources = Sources::default();
    let since = Visits::of(story.store.notes()).spans(now)[0];
    let digest = sources.digest(&story.store, Weights::default(), since, (now, zone)).expect("the first");
    let due = |block: home::Block| digest.of(block).filter_map(|line| line.figure.value().copied()).sum::<u64>();
    assert_eq!(due(home::Block::Due), story.store.notes().due(now).len() as u64);
    find(&mut story, "3 reminders of things");
    story.keys("enter");
    for place in 1..=3 {
        let frame = story.snap_screen();
        assert!(frame.contains(&format!("Morning run · Due · {place} of 3")), "{frame}");
        story.keys("d");
    }
    assert!(gone.iter().all(|about| story.store.notes().of(about).is_none_or(|record| record.reminder().is_none())));
    story.keys("esc");
    assert!(!story.snap_screen().contains("in no list"), "{}", story.snap());
}
