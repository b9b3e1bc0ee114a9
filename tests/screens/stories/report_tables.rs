//! Tables of reports: how one ends.

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use serde_json::json;

use crate::support::insights;

fn opened(width: u16, report: &serde_json::Value) -> Story {
    let mut story = Story::new(ALL);
    story.size(width, 110).open("insights", "");
    insights::answer(&mut story, 30, report);
    story
}

fn has(frame: &str, words: &[&str]) -> bool {
    frame.lines().any(|line| words.iter().all(|word| line.contains(word)))
}

#[test]
fn a_table_of_campaigns_ends_with_the_visitors_that_none_of_them_brought() {
    let mut report = insights::domains();
    report["sections"]["utm_campaign"] = json!([
        { "label": "price_request", "hits": 40, "share": 1.3, "unknown": false, "inquired": 3 },
        { "label": "autumn", "hits": 20, "share": 0.7, "unknown": false, "inquired": 0 }
    ]);
    let frame = opened(100, &report).snap();
    assert!(has(&frame, &["price_request", "40", "3 sent an inquiry"]), "a name somebody gave stays: {frame}");
    assert!(has(&frame, &["Others, or none", "2,952", "98.0 %"]), "{frame}");
    assert!(frame.contains("is counted since 1 Oct 2026"), "{frame}");
    report["sections"]["utm_campaign"][1]["hits"] = json!("twenty-ish");
    let frame = opened(100, &report).snap();
    assert!(frame.contains("1 row could not be read") && !frame.contains("or none"), "{frame}");
}
