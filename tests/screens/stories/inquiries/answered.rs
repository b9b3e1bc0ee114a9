//! Marking inquiries as answered: a sign in the list, a line in the detail, a filter, and its undo.

use parkade::base::Id;
use parkade::store::index::inquiries::ReplyDraft;
use parkade::ui::shell::ShellOptions;
use parkade::ui::testing::{NOW, Story};

use crate::support::inbox::open_inbox;

#[test]
fn an_answered_inquiry_has_a_sign_in_the_list_a_line_in_the_detail_and_a_filter() {
    let mut story = open_inbox(30);
    assert!(!story.snap().contains('↩'));
    story.keys("A");
    let frame = story.snap();
    assert!(frame.contains("1 inquiry marked as answered, on this computer only · u undo"), "{frame}");
    assert!(frame.contains("↩ Anna"), "{frame}");
    story.wait(2 * 3_600_000).keys("enter");
    assert!(story.snap().contains("answered 2h ago"), "{}", story.snap());
    story.keys("esc").line("filter is:answered");
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && !frame.contains("greenhaus.com"), "{frame}");
    // The same key removes the mark, and the filter follows.
    story.keys("A");
    let frame = story.snap();
    assert!(frame.contains("1 inquiry marked as unanswered") && !frame.contains("Anna Lindqvist"), "{frame}");
    story.keys("esc");
    assert!(!story.snap().contains('↩') && story.snap().contains("Anna Lindqvist"), "{}", story.snap());
}

#[test]
fn only_unanswered_rows_among_several_are_marked_as_answered() {
    let mut story = open_inbox(30);
    story.keys("A space space").line("answered");
    assert!(story.snap().contains("1 inquiry marked as answered"), "{}", story.snap());
    story.line("answered");
    assert!(story.snap().contains("2 inquiries marked as unanswered"), "{}", story.snap());
}

#[test]
fn the_sign_of_an_answered_inquiry_is_ascii_on_an_ascii_terminal() {
    let mut story = open_inbox(30);
    story.shell.reload(ShellOptions { ascii: true, ..ShellOptions::default() });
    story.keys("A");
    let frame = story.snap();
    assert!(frame.contains("r Anna"), "{frame}");
}

/// The header counts drafts only where all names of screens still fit.
#[test]
fn a_draft_is_marked_among_the_leads_of_home_and_takes_no_name_of_a_screen_away() {
    for width in [100, 110, 120, 140] {
        let mut story = open_inbox(30);
        story.size(width, 30).open("home", "").wait(11_000);
        let names = |story: &mut Story| {
            let head = story.snap().lines().next().unwrap_or_default().to_owned();
            head.chars().filter(|c| c.is_alphabetic()).collect::<String>().replace("draft", "")
        };
        let before = names(&mut story);
        story.store.reply_kept(Id::new(112), Some(ReplyDraft { at: NOW, old: false }));
        story.sync();
        assert_eq!(names(&mut story), before, "{}", story.snap());
        let frame = story.snap();
        let marked = frame.lines().find(|line| line.contains('✎')).unwrap_or_default();
        assert!(marked.contains("solarpark.de"), "{frame}");
    }
}

#[test]
fn a_draft_of_a_reply_has_a_sign_in_the_list_a_line_in_the_detail_a_filter_and_its_place_among_drafts() {
    let mut story = open_inbox(30);
    assert!(!story.snap().contains('✎'));
    story.store.reply_kept(Id::new(112), Some(ReplyDraft { at: NOW, old: false }));
    story.sync();
    let frame = story.snap();
    assert!(frame.contains("✎ Anna"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("draft of a reply, written"), "{}", story.snap());
    story.keys("esc").line("filter is:draft");
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && !frame.contains("greenhaus.com"), "{frame}");
    story.line("filter -is:draft");
    let frame = story.snap();
    assert!(!frame.contains("Anna Lindqvist") && frame.contains("greenhaus.com"), "{frame}");
    story.open("settings", "").line("drafts");
    let frame = story.snap();
    assert!(frame.contains("Reply · solarpark.de · Anna Lindqvist"), "{frame}");
    story.keys("enter");
    assert!(story.snap().contains("draft of a reply, written"), "{}", story.snap());
    story.store.reply_kept(Id::new(112), None);
    story.sync();
    assert!(!story.snap().contains("draft of a reply"), "{}", story.snap());
    story.line("drafts");
    assert!(story.snap().contains("No drafts: nothing is unsaved, and no reply is kept."), "{}", story.snap());
}
