//! Lead scores: the column, the filter word, the order, and the sum behind one.

use parkade::ui::Effect;

use crate::support::inbox::{ids, open_inbox};
use parkade::store::Tab;

/// The domains of the rows shown, from the top.
fn shown(story: &mut parkade::ui::testing::Story) -> Vec<String> {
    let frame = story.snap_screen();
    let names =
        ["solarpark.de", "éclair.shop", "clair", "greenhaus.com", "quickloans24.net", "fjordtours.no", "clearwater.io"];
    let name = |line: &str| names.iter().find(|name| line.contains(**name)).map(|name| (*name).to_owned());
    frame.lines().filter_map(name).collect()
}

#[test]
fn a_list_is_sorted_and_filtered_by_score() {
    let mut story = open_inbox(30);
    story.size(200, 30).keys("p");
    assert!(ids(&story, Tab::Active).len() > 5);
    story.line("sort score");
    let best = shown(&mut story);
    assert_eq!(best.first().map(String::as_str), Some("solarpark.de"), "{best:?}");
    story.line("sort score");
    story.line("filter score:>40");
    let few = shown(&mut story);
    assert!(!few.is_empty() && few.len() < best.len(), "{few:?}");
    story.line("filter score:none");
    assert_eq!(shown(&mut story), Vec::<String>::new());
}

#[test]
fn a_score_out_of_range_is_refused_with_what_it_may_be() {
    let mut story = open_inbox(30);
    story.line("filter score:>140");
    let frame = story.snap();
    assert!(frame.contains("is not a number from 0 to 100"), "{frame}");
}

#[test]
fn the_sum_behind_a_score_is_shown_term_by_term() {
    let mut story = open_inbox(30);
    story.size(100, 30).keys("=");
    insta::assert_snapshot!(story.snap_screen());
}

#[test]
fn no_sum_is_shown_while_amounts_are_covered() {
    let mut story = open_inbox(30);
    story.line("redact on");
    story.keys("=");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::Show(_))));
    assert!(story.snap().contains("Redaction is on"));
}
