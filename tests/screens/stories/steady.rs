//! Home while the user acts on it: new lines move nothing, and none is held back for good.

use parkade::screens::ALL;
use parkade::store::{DomainTab, Tab};
use parkade::ui::testing::Story;
use serde_json::json;

use crate::stories::home::{find, home};
use crate::stories::visits::read;
use crate::support::inbox::{arrival, fill, rows, walk};
use crate::support::jobs::{import, imports_page, page};
use crate::support::{portfolio, settings};

/// The row of the window with the cursor.
fn place(story: &mut Story) -> Option<usize> {
    story.snap_screen().lines().position(|line| line.starts_with('▌'))
}

/// Ends an import, which is a line of its own above the findings.
fn import_ends(story: &mut Story) {
    story.answer(&imports_page(1), &page("imports", &[import(61, "finished", 100.0)], 1, 50, 1).to_string());
}

#[test]
fn a_line_that_comes_above_the_cursor_waits_until_the_page_is_renewed() {
    let mut story = home();
    find(&mut story, "domains not verified ");
    let before = place(&mut story);
    import_ends(&mut story);
    assert_eq!(place(&mut story), before, "{}", story.snap());
    assert!(story.snap().contains("1 new line · R brings them in"), "{}", story.snap());
    story.keys("R");
    assert!(story.snap().contains("1  import ended"), "{}", story.snap());
    let frame = story.snap_screen();
    let here = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
    assert!(here.contains("domains not verified "), "{frame}");
}

/// The first key is one that acts: the cursor was not moved before.
#[test]
fn the_row_under_the_cursor_stays_also_when_the_page_was_acted_on_first() {
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    portfolio::all(&mut story);
    story.sent();
    let before = story.snap_screen();
    let here = before.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned();
    assert!(!here.is_empty(), "{before}");
    story.keys("V esc");
    import_ends(&mut story);
    let after = story.snap_screen();
    assert!(after.lines().any(|line| line == here), "{here}\n{after}");
}

#[test]
fn leads_that_come_to_a_page_without_any_are_shown() {
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    portfolio::all(&mut story);
    story.sent();
    story.keys("j");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    assert!(story.snap_screen().contains("solarpark.de"), "{}", story.snap());
}

#[test]
fn leads_of_a_first_run_are_listed_once_their_order_is_known_and_their_rows_are_kept_free() {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("home", "");
    story.store.sync_inquiries(story.now);
    fill(&mut story, Tab::Active, &rows()[3..]);
    story.sync();
    let frame = story.snap_screen();
    assert!(frame.contains("in order once their scores are known") && !frame.contains("confirmed +"), "{frame}");
    let below = |frame: &str| frame.lines().position(|line| line.contains("Held back"));
    story.wait(11_000);
    let later = story.snap_screen();
    assert!(later.contains("confirmed +") && below(&later) == below(&frame), "{later}");
    assert!(later.lines().any(|line| line.starts_with('▌') && line.contains("confirmed +")), "on the first: {later}");
}

#[test]
fn leads_that_a_key_came_before_are_listed_in_order_above_its_line() {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("home", "");
    fill(&mut story, Tab::Active, &rows()[3..]);
    story.store.sync_inquiries(story.now);
    story.sync();
    story.keys("j");
    let leads = |story: &mut Story| -> Vec<String> {
        let frame = story.snap_screen();
        let words = |line: &str| line.replace(['▌', '≥'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        frame.lines().filter(|line| line.contains("confirmed +")).map(words).collect()
    };
    let here = |story: &mut Story| story.snap_screen().lines().position(|line| line.starts_with('▌'));
    let on = here(&mut story);
    assert!(leads(&mut story).is_empty() && on.is_some(), "{}", story.snap());
    story.wait(11_000);
    let ordered = leads(&mut story);
    assert_eq!((ordered.len(), here(&mut story)), (4, on), "{}", story.snap());
    walk(&mut story, &rows());
    assert_eq!(leads(&mut story), ordered, "they stay under the hand: {}", story.snap());
    story.keys("R");
    assert!(leads(&mut story)[0].contains("solarpark.de"), "{}", story.snap());
}

/// Prices that are read after the first key would change the order of the leads.
#[test]
fn an_order_made_before_all_prices_were_read_stays_while_the_user_acts_and_a_newer_one_is_announced() {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("home", "");
    story.store.sync_inquiries(story.now);
    fill(&mut story, Tab::Active, &rows());
    story.sync().wait(11_000);
    let leads = |story: &mut Story| -> Vec<String> {
        let frame = story.snap_screen();
        let name = |line: &str| line.split_whitespace().find(|word| word.contains('.')).unwrap_or_default().to_owned();
        frame.lines().skip_while(|line| !line.contains("Answer first")).skip(1).take(6).map(name).collect()
    };
    story.keys("G g g");
    assert!(story.snap().contains("the order is not final"), "{}", story.snap());
    let before = leads(&mut story);
    walk(&mut story, &rows());
    portfolio::all(&mut story);
    let mut mine = portfolio::mine();
    mine[1]["bin_price"] = json!(100);
    portfolio::fill(&mut story, DomainTab::MyDomains, &mine);
    settings::own(&mut story, &[("clearwater.io", json!({ "bin_price": 100 }))]);
    assert_eq!(leads(&mut story), before, "{}", story.snap());
    assert!(story.snap().contains("The leads have a newer order · R shows it"), "{}", story.snap());
    story.keys("R");
    assert_ne!(leads(&mut story), before, "{}", story.snap());
    story.keys("j");
    assert!(!story.snap().contains("newer order"), "{}", story.snap());
}

#[test]
fn a_lead_stays_on_the_page_when_a_line_is_added() {
    let mut more: Vec<_> = (0..12).map(|n| arrival(200 + n, 5 + n)).collect();
    more.extend(rows());
    let mut story = home();
    walk(&mut story, &more);
    // Exactly as many leads as there is room for.
    story.open("jobs", "").size(90, 34).open("home", "");
    let leads = |story: &mut Story| story.snap_screen().lines().filter(|line| line.contains("confirmed +")).count();
    let before = leads(&mut story);
    story.keys("j");
    import_ends(&mut story);
    assert!(story.snap_screen().contains("1  import ended"), "below the cursor it is shown: {}", story.snap());
    assert_eq!(leads(&mut story), before, "{}", story.snap());
    story.open("jobs", "").open("home", "");
    assert!(leads(&mut story) < before, "a page that is opened anew: {}", story.snap());
}

/// Prices and inquiries are read while the page is looked at; the next key acts on the line under the cursor.
#[test]
fn the_cursor_stays_on_its_lead_where_others_come_before_it() {
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    // All but the lead with the highest score are read.
    read(&mut story, &rows()[1..]);
    let here = |story: &mut Story| {
        let frame = story.snap_screen();
        frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
    };
    let row = place(&mut story);
    assert!(here(&mut story).contains("greenhaus.com"), "on the first lead: {}", story.snap());
    fill(&mut story, Tab::Active, &rows());
    assert_ne!(place(&mut story), row, "{}", story.snap());
    assert!(here(&mut story).contains("greenhaus.com"), "{}", story.snap());
}

/// The order of the leads waits for the user, so that neither the cursor nor the line under it changes.
#[test]
fn leads_listed_before_all_prices_were_read_keep_their_places_until_the_newer_order_is_asked_for() {
    let mut story = Story::new(ALL);
    story.size(100, 60).open("home", "");
    story.store.sync_inquiries(story.now);
    fill(&mut story, Tab::Active, &rows()[3..]);
    story.sync().wait(11_000);
    let here = |story: &mut Story| {
        let frame = story.snap_screen();
        frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
    };
    let row = place(&mut story);
    assert!(here(&mut story).contains("例え.jp"), "{}", story.snap());
    walk(&mut story, &rows());
    portfolio::all(&mut story);
    assert!(here(&mut story).contains("例え.jp") && place(&mut story) == row, "{}", story.snap());
    assert!(story.snap().contains("The leads have a newer order · R shows it"), "{}", story.snap());
    story.keys("R");
    assert!(here(&mut story).contains("例え.jp") && place(&mut story) > row, "{}", story.snap());
    assert!(!story.snap().contains("newer order"), "{}", story.snap());
}
