//! Many decisions in a row: the keys they take, the place of the cursor meanwhile, and arrivals.

use parkade::api::Request;
use parkade::screens::ALL;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Intent, Mark, Tab};
use parkade::ui::Effect;
use parkade::ui::testing::Story;
use serde_json::Value;

use crate::support::inbox::{archived, arrival, fill, fill_of, first_page, open_inbox, page, rows, unread, walk};
use crate::support::{cursor, senders};

fn inbox_of(many: i64) -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 30).open("inquiries", "");
    fill(&mut story, Tab::Active, &unread(many));
    fill(&mut story, Tab::Unread, &unread(many));
    walk(&mut story, &unread(many));
    story.sent();
    story
}

#[test]
fn twenty_unread_are_decided_by_twenty_presses_in_the_list_and_in_the_page() {
    for open in [false, true] {
        let mut story = inbox_of(20);
        story.line("tab unread").keys("g g");
        if open {
            story.keys("enter");
        }
        for n in (981..=1_000).rev() {
            let frame = story.snap();
            assert!(frame.contains(&format!("Message number {n}")), "{n} is on the screen, open {open}:\n{frame}");
            story.keys("a");
        }
        assert!(story.snap().contains("No unread inquiries."), "{}", story.snap());
        assert_eq!(archived(&mut story), (981..=1_000).rev().collect::<Vec<_>>());
    }
}

#[test]
fn the_cursor_moves_to_the_next_row_left_after_an_act() {
    let mut story = inbox_of(12);
    story.keys("j j j a");
    assert_eq!(cursor(&mut story), "name996.com", "in the middle the next one moves up");
    story.keys("G a");
    assert_eq!(cursor(&mut story), "name990.com", "at the end the one before");
    story.keys("g g space space j j a");
    assert_eq!(cursor(&mut story), "name995.com", "marks elsewhere leave the cursor on its own row");
    story.keys("g g v j j a");
    assert_eq!(cursor(&mut story), "name994.com", "a range under the cursor gives way to what came after it");
    assert_eq!(archived(&mut story), [997, 989, 1_000, 999, 998, 996, 995]);
}

#[test]
fn a_number_on_the_line_moves_the_cursor_and_a_dot_repeats_that() {
    let mut story = inbox_of(20);
    story.line("+12");
    assert_eq!(cursor(&mut story), "name988.com");
    story.keys("s").line("-12").keys(".");
    let starred: Vec<i64> = story
        .sent()
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Write(Intent::Mark(SetMark { ids, mark: Mark::Starred, to: true })) => Some(ids[0].get()),
            _ => None,
        })
        .collect();
    assert_eq!(starred, [988, 1_000]);
    story.keys("g g a . .");
    assert_eq!(archived(&mut story), [1_000, 999, 998]);
}

#[test]
fn a_new_inquiry_is_announced_once_beyond_the_screen() {
    let mut story = open_inbox(30);
    let mut more = rows();
    more.insert(0, arrival(113, 2));
    story.answer(&first_page(Tab::Active), &page(&more, 8));
    let told = |story: &mut Story| -> Vec<(u64, String)> {
        let news = story.sent().into_iter().filter_map(|effect| match effect {
            Effect::Tell(news) => Some((news.count, news.words)),
            _ => None,
        });
        news.collect()
    };
    assert_eq!(told(&mut story), [(1, "New inquiry for newcomer.com".to_owned())]);
    story.answer(&first_page(Tab::Active), &page(&more, 8)).keys("j k");
    assert_eq!(told(&mut story), []);
}

#[test]
fn the_last_row_of_ten_thousand_says_where_the_older_ones_are() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("inquiries", "");
    let page_of = |number: i64| -> Vec<Value> {
        let from = (number - 1) * 100;
        (0..100).map(|n| arrival(100_000 - from - n, from + n)).collect()
    };
    fill_of(&mut story, Tab::Active, &page_of(1), 10_000);
    story.store.sync_inquiries(parkade::ui::testing::NOW);
    // Each page of the walk has 100 of the 10,000 inquiries.
    while let Some((parkade::store::index::walk::Ask::Page(list, number), began)) = story.store.walk_ask() {
        let hidden = list == parkade::store::WalkList::Hidden;
        let body = if hidden { page(&[], 0) } else { page(&page_of(number.into()), 10_000) };
        let body = body.replace("\"current_page\":1,", &format!("\"current_page\":{number},"));
        let decoded = parkade::api::inquiries::List::decode(body.as_bytes()).expect("a page");
        story.store.walk_page((list, number), &decoded, began, story.now);
    }
    story.sync().keys("G");
    let frame = story.snap();
    assert!(frame.contains("Only the newest 10,000 are listed; :export inquiries includes older ones."), "{frame}");
    // Older inquiries wait, too, so the number is a lower bound.
    assert!(frame.contains("Active ≥ "), "{frame}");
    // Hidden inquiries are a list of their own, read to its end.
    assert!(frame.contains("Hidden 0"), "{frame}");
    story.line("home");
    senders::fill_with(&mut story, &[]);
    let frame = story.snap();
    let waiting = frame.lines().find(|line| line.contains("inquiries wait for an answer")).expect("a line");
    assert!(waiting.trim_start_matches(['▌', ' ']).starts_with('≥'), "{frame}");
}
