//! The widths of the columns of a list.

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::inbox;

#[test]
fn names_are_whole_where_offers_and_ages_are_short() {
    let mut rows = inbox::rows();
    for row in &mut rows {
        row["offer"] = 75.0.into();
        row["full_name"] = "Mike".into();
    }
    rows[0]["domain"] = "uppsala-stadshotell.se".into();
    let mut story = Story::new(ALL);
    story.size(100, 24).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &rows);
    let frame = story.snap();
    let list = frame.lines().filter_map(|line| line.split_once('│')).map(|(list, _)| list);
    assert!(list.clone().any(|line| line.contains("uppsala-stadshotell.se  ")), "{frame}");
}
