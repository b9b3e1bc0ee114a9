//! Waiting inquiries on Home: those of ignored senders do not wait, leads are opened in their order, reminders are
//! listed one by one.

use parkade::api::abilities::{DOMAINS_LIST, DOMAINS_SETTINGS_VIEW, INQUIRIES_LIST};
use parkade::api::senders::List;
use parkade::base::{Id, Moment, Timestamp};
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::store::index::inquiries::ReplyDraft;
use parkade::store::notes::{Key, NoteChange};
use parkade::ui::Effect;
use parkade::ui::testing::{NOW, Story};

use super::home::{find, home};
use crate::support::inbox::{fill, fill_of, rows, walk};
use crate::support::{failure, portfolio, senders};

/// The first line of the frame with these words.
fn line(story: &mut Story, words: &str) -> String {
    let frame = story.snap_screen();
    frame.lines().find(|line| line.contains(words)).unwrap_or_default().to_owned()
}

#[test]
fn inquiries_of_ignored_senders_do_not_wait_and_are_said_to_be_left_out() {
    let mut story = home();
    story.size(120, 60);
    assert!(line(&mut story, "wait for an answer").contains("7  inquiries wait for an answer"), "{}", story.snap());
    assert!(story.snap().contains("quickloans24.net"), "{}", story.snap());
    senders::fill(&mut story);
    story.keys("R");
    let waiting = line(&mut story, "wait for an answer");
    assert!(waiting.contains("6  inquiries wait for an answer") && waiting.contains("1 ignored"), "{waiting}");
    assert!(!story.snap().contains("quickloans24.net"), "{}", story.snap());
    find(&mut story, "inquiries wait for an answer");
    story.keys("enter");
    let frame = story.snap();
    assert!(frame.contains("status:mine -is:ignored") && frame.contains("6 of 7"), "{frame}");
    story.line("filter is:ignored");
    let frame = story.snap();
    assert!(frame.contains("1 of 7") && frame.contains("quickloans24.net"), "{frame}");
}

#[test]
fn inquiries_that_wait_are_not_counted_before_the_ignored_senders_are_read() {
    let mut story = Story::new(ALL);
    story.size(120, 60).open("home", "");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    let waiting = line(&mut story, "wait for an answer");
    assert!(
        waiting.trim_start().starts_with("inquiries wait") && waiting.trim_end().ends_with("not read"),
        "{waiting}"
    );
    story.fail(&List {}, failure(FailureKind::Forbidden));
    let waiting = line(&mut story, "wait for an answer");
    assert!(waiting.contains("7  inquiries wait") && waiting.contains("ignored senders not read"), "{waiting}");
}

#[test]
fn replies_that_were_written_and_not_sent_are_counted_and_listed() {
    let mut story = home();
    story.size(120, 60);
    assert!(!story.snap().contains("not sent"), "{}", story.snap());
    let draft = |at| Some(ReplyDraft { at: Timestamp(at), old: true });
    for id in [112, 110] {
        story.store.reply_kept(Id::new(id), draft(1));
    }
    story.keys("R");
    find(&mut story, "2  replies written, not sent");
    let frame = story.keys("enter").snap();
    assert!(frame.contains("is:draft") && frame.contains("2 of 7"), "{frame}");
}

#[test]
fn inquiries_of_ignored_senders_are_a_lower_bound_while_the_list_is_read() {
    let mut story = Story::new(ALL);
    story.size(120, 60).open("home", "");
    fill_of(&mut story, Tab::Active, &rows(), 500);
    senders::fill(&mut story);
    assert!(line(&mut story, "wait for an answer").contains("≥ 1 ignored"), "{}", story.snap());
}

#[test]
fn the_next_of_a_lead_is_the_next_on_home_and_not_of_the_list_that_was_left() {
    let mut story = home();
    story.open("inquiries", "all sort:domain,asc").open("home", "");
    let leads: Vec<i64> = [112, 110].to_vec();
    story.keys("enter");
    let opened = |story: &mut Story| story.snap();
    assert!(opened(&mut story).contains("solarpark.de"), "{}", story.snap());
    story.keys("}");
    assert!(opened(&mut story).contains("greenhaus.com"), "{leads:?}: {}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("home"), "{}", story.snap());
    story.keys("2");
    let frame = story.snap();
    assert!(!frame.contains("status:mine"), "the list is as it was left: {frame}");
    let place = |name: &str| frame.lines().position(|line| line.contains(name));
    assert!(place("clearwater.io") < place("solarpark.de"), "{frame}");
}

#[test]
fn reminders_due_together_are_listed_one_by_one() {
    let mut story = home();
    let at = |hours: i64| Moment::At(Timestamp(NOW.0 - hours * 3_600)).kept();
    let remind = |id, hours| NoteChange::new(Id::new(id), Key::Remind, &at(hours));
    let note = NoteChange::new(Id::new(110), Key::Note, "call Tom");
    let silent = NoteChange::new(Id::new(109), Key::Silence, &at(3));
    let changes = vec![remind(112, 2), remind(110, 26), silent, remind(106, 1), note];
    story.store.change_notes(changes, String::new(), NOW);
    story.sync();
    let frame = story.snap_screen();
    let due: Vec<&str> = frame.lines().skip_while(|line| line.trim() != "Due").skip(1).take(4).collect();
    assert!(due[0].contains("4  reminders of inquiries have come"), "{frame}");
    for (line, words) in due[1..].iter().zip(["greenhaus.com", "例え.jp", "solarpark.de"]) {
        assert!(line.trim_start().starts_with(words) && line.contains("since "), "{words}: {frame}");
    }
    assert!(due[1].ends_with("call Tom") && !due[1].contains("no answer"), "{frame}");
    assert!(due[2].ends_with(" · no answer") && !due[3].contains("no answer"), "{frame}");
    assert!(!frame.lines().any(|line| line.contains("clearwater.io") && line.contains("since")), "{frame}");
    find(&mut story, "call Tom");
    story.keys("enter");
    assert!(story.snap().contains("Tom Becker"), "{}", story.snap());
    story.keys("esc");
    find(&mut story, "call Tom");
    story.keys("z");
    assert!(story.snap().contains("Remind"), "{}", story.snap());
    story.keys("esc").sent();
    let later = story.line("put_off +3d").sent();
    assert!(later.iter().all(|effect| !matches!(effect, Effect::Write(_))), "{later:?}");
    assert!(!line(&mut story, "call Tom").contains("since"), "{}", story.snap());
    assert!(line(&mut story, "reminders of inquiries").contains("3  "), "{}", story.snap());
    find(&mut story, "since");
    assert!(story.snap().contains("d done"), "{}", story.snap());
    story.keys("d");
    let frame = story.snap();
    assert!(
        frame.contains("Reminder of 例え.jp (Sato Kenji) done") && frame.contains("2  reminders of inquiries"),
        "{frame}"
    );
    story.keys("u");
    assert!(line(&mut story, "reminders of inquiries").contains("3  "), "{}", story.snap());
    find(&mut story, "inquiries wait for an answer");
    assert!(!story.snap().contains("d done"), "{}", story.snap());
}

#[test]
fn a_token_that_may_not_read_inquiries_is_named_and_no_order_is_awaited() {
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    story.store.session_mut().lacks(INQUIRIES_LIST);
    portfolio::all(&mut story);
    let frame = story.snap();
    assert!(frame.contains("the token cannot read inquiries"), "{frame}");
    assert!(!frame.contains("what came since") && !frame.contains("not final"), "{frame}");
}

#[test]
fn a_lead_with_a_star_shows_it() {
    let mut story = home();
    assert!(!find(&mut story, "solarpark.de").contains('★'), "{}", story.snap());
    story.keys("s");
    assert!(find(&mut story, "solarpark.de").contains('★'), "{}", story.snap());
    story.keys("s");
    assert!(!find(&mut story, "solarpark.de").contains('★'), "a second s takes it away: {}", story.snap());
}

#[test]
fn leads_whose_scores_lack_what_the_token_may_not_read_say_that_they_may_be_higher() {
    let mut story = home();
    let words = "a score with ≥ may be higher";
    assert!(!story.snap().contains(words), "{}", story.snap());
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    for ability in [DOMAINS_LIST, DOMAINS_SETTINGS_VIEW] {
        story.store.session_mut().lacks(ability);
    }
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    senders::fill_with(&mut story, &[]);
    let frame = story.wait(20_000).snap();
    assert!(frame.contains(words) && frame.contains("≥ "), "{frame}");
    let mut under = |line: &str| story.size(120, 40).line(&format!("inq active {line}")).snap();
    let says = |frame: &str, counted: &str| {
        let why = "6 scores may be higher, because not all that counts was read.";
        assert!(frame.contains(counted) && frame.contains(why), "{frame}");
    };
    says(&under("score:>60"), "No match for score:>60 so far");
    says(&under("score:<60"), "score:<60 · ≥ 1 of 7");
    let frame = under("score:>5");
    assert!(frame.contains("score:>5 · 7 of 7") && !frame.contains("may be higher"), "{frame}");
    says(&under("score:>5 sort:score,desc"), "score:>5 · 7 of 7");
}
