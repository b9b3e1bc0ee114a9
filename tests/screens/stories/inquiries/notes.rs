//! Notes and tags on inquiries and domains: confirmed by a message, shown in list and detail, found by a filter,
//! undone.

use parkade::base::Id;
use parkade::store::Subject;

use crate::support::inbox::open_inbox;
use crate::support::portfolio;

#[test]
fn a_note_is_shown_in_the_list_and_in_the_detail_and_is_undone() {
    let mut story = open_inbox(30);
    assert!(!story.snap().contains("note"), "no column before there is a note:\n{}", story.snap());
    story.size(160, 30).keys("c").typed("call her on friday").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Note on solarpark.de · u undo") && frame.contains("call her on friday"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("note: call her on friday"), "{}", story.snap());
    story.keys("esc").line("filter note:friday");
    assert!(story.snap().contains("solarpark.de") && !story.snap().contains("greenhaus.com"), "{}", story.snap());
    story.keys("esc u");
    let frame = story.snap();
    assert!(
        frame.contains("Undone: solarpark.de without a note") && !frame.contains("call her on friday  "),
        "{frame}"
    );
    story.keys("U");
    assert!(story.snap().contains("Redone: note on solarpark.de"), "{}", story.snap());
}

#[test]
fn the_log_of_changes_has_what_was_noted_in_this_run_and_an_undone_snooze_says_where_the_inquiry_is() {
    let mut story = open_inbox(30);
    story.keys("a").sent();
    story.line("note call her").line("snooze tomorrow").keys("u");
    assert!(story.snap().contains(" back in Active"), "{}", story.snap());
    story.line("undo list");
    let frame = story.snap();
    let at =
        |words: &str| frame.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {frame}"));
    assert!(at(" snoozed until ") < at("Note on ") && at("Note on ") < at("Archiving "), "{frame}");
    assert!(frame.contains("on this computer · undone") && frame.contains("on this computer · u undo"), "{frame}");
    story.keys("esc").line("redact").line("undo list");
    assert!(!story.snap().contains("Note on "), "a note may name a buyer: {}", story.snap());
}

#[test]
fn tags_are_added_to_marked_rows_completed_filtered_and_renamed() {
    let mut story = open_inbox(30);
    story.size(160, 30).keys("space space").line("tag +hot -cold");
    assert!(story.snap().contains("+hot (new tag) on 2 inquiries · u undo"), "no row had it: {}", story.snap());
    story.line("tag +cold").line("tag +hot -cold");
    assert!(story.snap().contains("-cold on 2 inquiries · u undo"), "{}", story.snap());
    assert!(!story.snap().contains("+hot -cold"), "all had it: {}", story.snap());
    story.keys("esc").line("tag +hot");
    assert!(!story.snap().contains("(new tag) on solarpark.de"), "{}", story.snap());
    story.keys("/").typed("tag:h").keys("tab");
    assert!(story.snap().contains("tag:hot"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(story.store.notes().tagged("hot").count(), 3);
    story.line("tag rename hto warm");
    assert!(story.snap().contains("Unknown tag “hto”. Did you mean “hot”?"), "{}", story.snap());
    story.keys("esc esc").line("tag +warm").line("tag rename hot warm");
    let question = story.snap();
    assert!(question.contains("hot is on 3 and warm on 1"), "{question}");
    story.wait(500).keys("y");
    assert_eq!((story.store.notes().tagged("hot").count(), story.store.notes().tagged("warm").count()), (0, 3));
    story.keys("u");
    assert_eq!((story.store.notes().tagged("hot").count(), story.store.notes().tagged("warm").count()), (3, 1));
    story.line("tag a!b");
    assert!(story.snap().contains("“a!b” is not a tag"), "{}", story.snap());
}

#[test]
fn undo_takes_back_notes_and_marks_from_the_newest_on() {
    let mut story = open_inbox(30);
    let about = Subject::Inquiry(Id::new(112));
    story.line("note first");
    story.keys("s").line("note second");
    let note = |story: &parkade::ui::testing::Story| {
        story.store.notes().of(&about).map_or_else(String::new, |record| record.note().to_owned())
    };
    let starred =
        |story: &parkade::ui::testing::Story| story.store.inquiries().row(Id::new(112)).expect("a row").starred();
    assert!(starred(&story) && note(&story) == "second");
    story.keys("u");
    assert!(starred(&story) && note(&story) == "first", "{}", story.snap());
    story.keys("u");
    assert!(!starred(&story) && note(&story) == "first", "{}", story.snap());
    story.keys("u");
    assert_eq!(note(&story), "");
}

#[test]
fn a_note_is_covered_by_redaction() {
    let mut story = open_inbox(30);
    story.size(160, 30).line("note Anna pays 9000").line("redact on");
    assert!(!story.snap().contains("pays 9000"), "{}", story.snap());
}

#[test]
fn a_snoozed_inquiry_goes_to_its_tab_and_comes_back_with_the_reason() {
    let mut story = open_inbox(30);
    story.size(160, 30);
    assert!(!story.snap().contains("Snoozed"), "no tab before something is snoozed:\n{}", story.snap());
    story.keys("z");
    let menu = story.snap();
    assert!(menu.contains("Snooze solarpark.de") && menu.contains("tomorrow") && menu.contains("09:00, in "), "{menu}");
    story.keys("esc").line("snooze 12/11");
    assert!(story.snap().contains("has two readings"), "{}", story.snap());
    story.keys("esc esc").line("snooze tomorrow");
    let frame = story.snap();
    assert!(frame.contains("solarpark.de snoozed until") && frame.contains("Snoozed"), "{frame}");
    let heads = |frame: &str| frame.lines().any(|line| line.contains("age ↓") && line.contains("snooze"));
    assert!(!frame.contains("Anna Lindqvist") && !heads(&frame), "{frame}");
    story.line("tab snoozed");
    let wakes = |frame: &str| frame.lines().any(|line| line.contains("age ") && line.contains("wakes ↑"));
    assert!(wakes(&story.snap()), "{}", story.snap());
    assert!(story.snap().contains("Anna Lindqvist") && story.snap().contains("09:00"), "{}", story.snap());
    let until = story.store.notes().of(&Subject::Inquiry(Id::new(112))).and_then(parkade::store::notes::Record::snooze);
    let until = until.expect("snoozed").at();
    assert_eq!(story.store.alarms(until), ["1 inquiry is back from a snooze."]);
    story.sync();
    story.line("tab active").keys("g g");
    let frame = story.snap();
    assert!(frame.contains("back: it was snoozed until") && frame.contains("▌"), "{frame}");
    assert!(!frame.contains("Snoozed"), "{frame}");
    assert!(frame.contains("1 back · confirmed only") && frame.contains("back since"), "{frame}");
}

#[test]
fn a_snoozed_buyer_who_writes_again_is_on_top_and_z_enter_restores_the_time() {
    let mut story = open_inbox(30);
    story.size(160, 30).line("goto 107").line("snooze +3d 9:00").keys("esc");
    let about = Subject::Inquiry(Id::new(107));
    let snooze = |story: &parkade::ui::testing::Story| {
        story.store.notes().of(&about).and_then(parkade::store::notes::Record::snooze)
    };
    let until = snooze(&story).expect("snoozed");
    let now = story.now;
    let mut again = crate::support::inbox::arrival(300, 0);
    again["email"] = serde_json::json!("ingrid@fjord.example");
    again["inquire_date"] = serde_json::json!(now.0 + 60);
    let mut rows = crate::support::inbox::rows();
    rows.insert(0, again);
    crate::support::inbox::fill(&mut story, parkade::store::Tab::Active, &rows);
    story.now = parkade::base::Timestamp(now.0 + 120);
    let said = story.store.alarms(story.now);
    assert!(said.len() == 1 && said[0].contains("the buyer wrote again"), "{said:?}");
    story.sync();
    story.line("tab active").keys("g g");
    let frame = story.snap();
    assert!(frame.contains("woke: wrote again, was due") && frame.contains("1 back"), "{frame}");
    story.keys("z");
    assert!(story.snap().contains("As before"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(snooze(&story), Some(until));
}

#[test]
fn a_snooze_and_a_reminder_are_undone_and_removed() {
    let mut story = open_inbox(30);
    let about = Subject::Inquiry(Id::new(112));
    story.line("snooze +3d").keys("u");
    assert!(story.store.notes().of(&about).is_none(), "{}", story.snap());
    assert!(story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    story.line("remind +3d").keys("Z");
    assert!(story.snap().contains("Remind éclair.shop") && story.snap().contains("Off"), "{}", story.snap());
    story.keys("esc").line("remind off");
    assert!(story.store.notes().of(&about).is_none(), "{}", story.snap());
}

#[test]
fn the_meaning_of_a_time_is_shown_while_it_is_typed() {
    let mut story = open_inbox(30);
    story.size(120, 30).keys(":").typed("remind fri 9:00");
    assert!(story.snap().contains("Fri ") && story.snap().contains("09:00, in "), "{}", story.snap());
    story.keys("ctrl-u").typed("remind 10");
    assert!(story.snap().contains("“10” can be 10:00 or the 10. of the month"), "{}", story.snap());
}

#[test]
fn notes_about_one_person_are_forgotten_for_good() {
    let mut story = open_inbox(30);
    story.line("note first").keys("j").line("note second");
    story.line("forget nobody@x.example");
    assert!(story.snap().contains("Nothing is noted about nobody@x.example"), "{}", story.snap());
    story.keys("esc esc").line("forget Anna@nordvind.example");
    assert!(story.snap().contains("1 inquiry"), "{}", story.snap());
    story.wait(500).keys("y");
    let noted =
        |story: &parkade::ui::testing::Story, id| story.store.notes().of(&Subject::Inquiry(Id::new(id))).is_some();
    assert!(!noted(&story, 112) && noted(&story, 111), "{}", story.snap());
    story.keys("u");
    assert!(!noted(&story, 112), "not brought back:\n{}", story.snap());
    story.line("forget anna@nordvind.example");
    let shown = story.snap();
    assert!(shown.contains("Nothing is noted about this person now. The daily copies forget"), "{shown}");
    assert!(!story.shell.line_history().iter().any(|line| line.contains('@')), "no line of it is kept");
    story.keys("esc").line("purge notes").wait(500).keys("y");
    assert!(!noted(&story, 111), "{}", story.snap());
}

#[test]
fn the_turn_follows_from_a_reply_is_set_by_one_key_and_undone() {
    let mut story = open_inbox(30);
    portfolio::account_in_dollars(&mut story);
    story.keys("A p");
    assert!(story.snap().contains("buyer's turn now"), "{}", story.snap());
    story.keys("S");
    insta::assert_snapshot!("status_menu", story.snap());
    // One key sets the reason of a loss.
    story.keys("p");
    let frame = story.snap();
    assert!(frame.contains("1 inquiry: lost: the price · u undo") && frame.contains("lost: price"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("lost just now: price"), "{}", story.snap());
    story.keys("esc u");
    assert!(story.snap().contains("buyer's turn now"), "{}", story.snap());
    // A sale has a price, at first that of the offer.
    story.keys("S w");
    assert!(story.snap().contains(": inquiries.status won $12,500"), "{}", story.snap());
    story.keys("enter");
    assert!(story.snap().contains("1 inquiry: won $"), "{}", story.snap());
    story.line("filter status:won");
    assert!(story.snap().contains("Anna Lindqvist") && !story.snap().contains("greenhaus.com"), "{}", story.snap());
    story.line("status won lots");
    assert!(story.snap().contains("The price “lots” is not an amount"), "{}", story.snap());
    // Without a price or a reason the line asks for it, as the key does.
    for (word, key, said) in [("won", "n", "won"), ("lost", "s", "lost: no answer"), ("lost", "n", "lost")] {
        story.line(&format!("status {word}"));
        assert!(story.snap().contains("Status of 1 inquiry"), "{}", story.snap());
        story.keys(key);
        assert!(story.snap().contains(&format!("1 inquiry: {said} · u undo")), "{}", story.snap());
        story.keys("u");
    }
    story.line("status parked");
    assert!(story.snap().contains("Unknown status “parked”"), "{}", story.snap());
    story.line("status auto");
    assert!(!story.snap().contains("Anna Lindqvist"), "{}", story.snap());
}

#[test]
fn a_named_price_that_has_run_out_is_found_and_ends_with_a_sale() {
    let mut story = open_inbox(30);
    story.keys("A").line("quote +1h");
    let frame = story.snap();
    assert!(frame.contains("solarpark.de: your price stands until"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("your price stands until"), "{}", story.snap());
    story.keys("esc").line("filter quote:expired");
    assert!(!story.snap().contains("Anna Lindqvist"), "{}", story.snap());
    story.wait(2 * 3_600_000).line("filter quote:expired status:mine");
    assert!(story.snap().contains("Anna Lindqvist"), "silence past it gives the turn back:\n{}", story.snap());
    story.keys("enter");
    assert!(story.snap().contains("your price stood until"), "{}", story.snap());
    story.keys("esc").line("status won").keys("n");
    assert!(!story.snap().contains("Anna Lindqvist"), "{}", story.snap());
}

#[test]
fn the_line_for_a_note_names_what_it_will_stand_on() {
    let mut story = open_inbox(24);
    story.keys("j space j j c");
    let frame = story.typed("call").snap();
    assert!(frame.contains("Note on ") && frame.contains(": note call"), "{frame}");
    story.keys("esc t");
    assert!(story.snap().contains("Tags of "), "{}", story.snap());
}
