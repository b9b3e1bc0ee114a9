//! Daily work with caught mail: preview, next unread, order, and messages given to other programs.

use parkade::api::emails::Match;
use parkade::screens::ALL;
use parkade::store::disk::DiskEvent;
use parkade::store::lists::mail::KeptTexts;
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::mail::{MESSAGE, download, list, open, page, read, rows};

#[test]
fn the_preview_neither_reads_a_message_nor_marks_it_and_shows_one_that_is_here() {
    let mut story = open();
    story.size(120, 40).keys("j k");
    let frame = story.snap();
    assert!(frame.contains("begins.") && frame.contains("Matched"), "{frame}");
    assert!(frame.lines().any(|line| line.contains('●') && line.contains("Anna Berg")), "still unread:\n{frame}");
    story.answer_wanted(&download("m-5"), MESSAGE.as_bytes());
    let frame = story.snap();
    assert!(frame.contains("1.250,00 €") && !frame.contains("begins."), "{frame}");
    assert!(frame.lines().any(|line| line.contains('●') && line.contains("Anna Berg")), "still unread:\n{frame}");
    story.keys("tab");
    assert!(story.snap().contains("Scrolling the preview"), "{}", story.snap());
    story.keys("esc j");
    assert!(story.snap().contains("This is how “Your order was sent”"), "{}", story.snap());
    story.keys("p");
    assert!(!story.snap().contains("begins."), "{}", story.snap());
}

#[test]
fn the_next_unread_message_is_found_from_the_last_row_on_as_well() {
    let mut story = open();
    let cursor = |story: &mut Story| story.snap().lines().find(|line| line.starts_with('▌')).map(str::to_owned);
    story.keys("j m k N");
    assert!(cursor(&mut story).is_some_and(|line| line.contains("Meeting on Monday")), "{}", story.snap());
    story.keys("G N");
    assert!(cursor(&mut story).is_some_and(|line| line.contains("Invoice 2041")), "{}", story.snap());
    story.keys("enter N");
    assert!(story.snap().contains("Meeting on Monday") && story.snap().contains("Inbox 3 of 5"), "{}", story.snap());
    // While a word is searched in a message, the key belongs to the text.
    story.keys("/ x enter N");
    assert!(story.snap().contains("Inbox 3 of 5"), "{}", story.snap());
    story.keys("esc");
    story.keys("esc * m N");
    assert!(story.snap().contains("No other unread message."), "{}", story.snap());
}

#[test]
fn mail_is_sorted_by_sender_subject_and_domain_and_says_when_more_is_to_be_read() {
    let mut story = open();
    let first = |story: &mut Story| story.snap().lines().nth(3).map(str::to_owned).unwrap_or_default();
    story.line("sort from");
    assert!(first(&mut story).contains("Anna Berg"), "{}", story.snap());
    story.line("sort subject desc");
    assert!(first(&mut story).contains("Your order was sent"), "{}", story.snap());
    story.answer(&list(Match::Inbox), &page(&rows(), 1, 205));
    assert!(story.snap().contains("Sorted: the 5 messages read so far"), "{}", story.snap());
}

#[test]
fn a_reply_to_caught_mail_is_not_offered_and_the_key_says_so() {
    let mut story = open();
    story.keys("r");
    assert!(story.snap().contains("Replying to caught mail is not offered; copy instead"), "{}", story.snap());
}

/// Proves R-19.
#[test]
fn other_programs_get_a_message_only_after_a_question() {
    let mut story = read();
    story.keys("a *");
    assert!(story.snap().contains("Save 2 files") && story.snap().contains("none is opened"), "{}", story.snap());
    story.wait(1_000).keys("y");
    let saves = story.sent().into_iter().filter(|effect| matches!(effect, Effect::Save(_))).count();
    assert_eq!(saves, 2);
    story.line("open-file 1");
    assert!(story.snap().contains("from a stranger in another program"), "{}", story.snap());
    assert!(story.sent().is_empty());
    story.keys("esc").line("pipe wc -l");
    assert!(story.snap().contains("Runs it without a shell"), "{}", story.snap());
    story.wait(1_000).keys("y");
    let piped = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Pipe { line, input } => Some((line, input)),
        _ => None,
    });
    assert_eq!(piped, Some(("wc -l".to_owned(), MESSAGE.as_bytes().into())));
    story.wait(1_000).line("browser");
    assert!(story.snap().contains("nothing can be loaded"), "{}", story.snap());
    story.wait(1_000).keys("y");
    let made = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => match (save.from, save.to) {
            (parkade::ui::SaveFrom::Made { text, .. }, parkade::ui::SaveTo::Handed(_)) => text.make(&mut |_| true),
            _ => None,
        },
        _ => None,
    });
    let page = String::from_utf8(made.expect("a page")).expect("text");
    assert!(page.contains("<b>now</b>") && !page.contains("pay.example") && !page.contains("href"), "{page}");
}

#[test]
fn a_file_that_runs_or_is_not_what_it_is_called_is_saved_after_a_question_that_says_so() {
    let said = |name: &str, kind: &str| {
        let mut story = open();
        let message = MESSAGE.replace("terms.txt", name).replace("text/plain; name", &format!("{kind}; name"));
        story.keys("enter").answer_wanted(&download("m-5"), message.as_bytes());
        story.line("attach 2").wait(400);
        let (asks, shown) = (story.shell.layer_names() == ["dialog"], story.snap());
        story.keys("y");
        assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Save(_))), "{name}: saved at last");
        asks.then_some(shown)
    };
    for (name, kind, warns) in [
        ("setup.exe", "application/octet-stream", "runs when it is opened"),
        ("offer.js", "text/plain", "runs when it is opened"),
        ("invoice.html", "text/html", "is a page whose scripts run"),
        ("terms.pdf", "image/png", "do not match"),
    ] {
        let shown = said(name, kind).expect("a question");
        assert!(shown.contains(warns) && shown.contains("y save"), "{name}:\n{shown}");
    }
    assert_eq!(said("terms.txt", "text/plain"), None, "what is only read is saved at once");
}

#[test]
fn typed_words_are_found_in_the_texts_of_messages_that_are_kept() {
    let mut story = open();
    story.keys("/").typed("monday passport");
    assert!(!story.snap().contains("Meeting on Monday"), "{}", story.snap());
    let id = {
        let mail = story.store.mail();
        let row = mail.known().into_iter().filter_map(|key| mail.row(key)).find(|row| row.subject.contains("Monday"));
        row.expect("a message").id.to_string()
    };
    let mut kept = KeptTexts::default();
    kept.texts.push(&id, "Bring your Passport.");
    story.store.from_disk(DiskEvent::MailTexts(Box::new(kept)), story.now);
    let frame = story.sync().snap();
    assert!(frame.contains("Meeting on Monday") && !frame.contains("Invoice of March"), "{frame}");
    story.keys("esc esc").line("redact on").keys("/").typed("passport");
    assert!(!story.snap().contains("/passport 1"), "what is masked is not found: {}", story.snap());
}

#[test]
fn a_star_and_a_mark_of_a_message_are_undone_and_redone() {
    let mut story = open();
    let marks = |story: &Story| {
        let mail = story.store.mail();
        let mark = mail.known().first().and_then(|key| mail.mark(*key)).cloned().unwrap_or_default();
        (mark.starred, mark.read)
    };
    story.keys("s m").wait(1);
    assert_eq!(marks(&story), (true, true), "{}", story.snap());
    story.keys("u");
    assert_eq!(marks(&story), (true, false), "{}", story.snap());
    story.keys("u");
    assert!(
        marks(&story) == (false, false) && story.snap().contains("Undone: 1 message unstarred"),
        "{}",
        story.snap()
    );
    story.keys("U");
    assert_eq!(marks(&story), (true, false), "{}", story.snap());
}

/// Files are told by the rows that were read, because the service has no such filter.
#[test]
fn messages_with_files_are_found_and_marked_where_the_list_is_narrow() {
    let mut story = open();
    story.size(120, 24);
    let head = |frame: &str| frame.lines().find(|line| line.contains("subject")).unwrap_or_default().to_owned();
    let frame = story.snap();
    assert!(head(&frame).contains(" f ") || head(&frame).contains(" files"), "{frame}");
    story.keys("/").typed("has:attachment").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Invoice 2041") && frame.contains("Undelivered Mail"), "{frame}");
    assert!(!frame.contains("Your order was sent") && frame.contains("Inbox 2"), "{frame}");
    story.keys("esc f").snap();
    story.keys("esc").line("filter files:none");
    assert!(!story.snap().contains("Invoice 2041") && story.snap().contains("Meeting on Monday"), "{}", story.snap());
    story.keys("/").keys("ctrl-u").typed("re:invoice").keys("enter");
    assert!(story.snap().contains("Unknown filter “re:”"), "{}", story.snap());
}

#[test]
fn marks_and_a_sender_narrow_the_mail_list_by_messages_known_here() {
    let mut story = open();
    story.keys("m").line("filter is:unread");
    let frame = story.snap();
    assert!(frame.contains("4 found") && !frame.contains("Invoice 2041"), "{frame}");
    story.keys("s").line("filter is:starred");
    assert!(story.snap().contains("1 found") && story.snap().contains("Your order was sent"), "{}", story.snap());
    story.line("filter from:\"Anna Berg\" is:read");
    let frame = story.snap();
    assert!(frame.contains("1 found") && frame.contains("Invoice 2041"), "{frame}");
    story.line("form");
    let frame = story.snap();
    assert!(frame.contains("anna berg") && frame.contains("read"), "{frame}");
}

#[test]
fn a_tab_shows_the_messages_known_to_be_in_it_before_its_list_is_read() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("mail", "");
    let read = rows();
    story.answer(&list(Match::Inbox), &page(&read, 1, read.len()));
    story.line("mail contains");
    let frame = story.snap();
    assert!(frame.contains("Invoice 2041") && frame.contains("Undelivered Mail"), "{frame}");
    assert!(!frame.contains("Your order was sent"), "another tab has it: {frame}");
    assert!(frame.contains("Contains ≥ 2"), "there may be more: {frame}");
    story.answer(&list(Match::DomainContains), &page(&[read[3].clone()], 1, 1));
    let frame = story.snap();
    assert!(!frame.contains("Invoice 2041") && frame.contains("Undelivered Mail"), "{frame}");
}
