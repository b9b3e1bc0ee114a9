//! Messages about inquiries that arrive, and arrivals that are not news.

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::cursor;
use crate::support::inbox::{arrival, fill_of, first_page, open_inbox, page, rows, walk};

#[test]
fn a_new_inquiry_is_announced_and_does_not_move_the_cursor() {
    let mut story = open_inbox(24);
    story.keys("j j");
    let mut more = rows();
    more.insert(0, arrival(114, 1));
    more.insert(0, arrival(113, 2));
    story.answer(&first_page(Tab::Active), &page(&more, 9));
    assert_eq!(cursor(&mut story), "greenhaus.com");
    let frame = story.snap();
    assert!(frame.contains("2 new inquiries") && frame.contains("Inquiries 5"), "{frame}");
    story.answer(&first_page(Tab::Active), &page(&more, 9)).wait(60_000);
    assert!(!story.snap().contains("new inquiries"), "told once");
}

/// Rows that a walk reads existed before: only inquiries after its end are new.
#[test]
fn inquiries_of_a_first_reading_are_not_announced() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    story.store.sync_inquiries(parkade::ui::testing::NOW);
    fill_of(&mut story, Tab::Active, &rows()[3..], 9);
    let mut more = rows();
    more.insert(0, arrival(113, 2));
    walk(&mut story, &more);
    story.wait(1_000);
    assert!(story.snap().contains("newcomer.com") && !story.snap().contains("new inquir"), "{}", story.snap());
    more.insert(0, arrival(114, 1));
    story.answer(&first_page(Tab::Active), &page(&more, 9));
    assert!(story.snap().contains("1 new inquiry"), "{}", story.snap());
}

/// The program was killed during an undo: after the restart the rows come back into the list one by one.
#[test]
fn an_inquiry_back_from_the_archive_is_not_announced() {
    let mut story = open_inbox(24);
    let marked = |archived: bool| {
        let mut row = arrival(114, 1);
        row["marks"]["archived"] = archived.into();
        row
    };
    story.answer(&first_page(Tab::Archived), &page(&[marked(true)], 1));
    let mut more = rows();
    more.insert(0, marked(false));
    story.answer(&first_page(Tab::Active), &page(&more, 8));
    let frame = story.snap();
    assert!(frame.contains("newcomer.com") && !frame.contains("new inquir"), "{frame}");
}
