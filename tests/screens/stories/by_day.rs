//! Visits by day beside names: the reports read for them, how they are drawn, and where they are left out.

use parkade::api::Request;
use parkade::api::insights::Domain;
use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use crate::support::portfolio::name;
use crate::support::{findings, insights};

/// Names in the order of their visits: one more than have their days read, and last one with too few visits.
fn names() -> Vec<String> {
    let first = ["greenhaus.com", "solarpark.de", "bergluft.at", "fjordtours.no"].map(str::to_owned);
    let more = (5..=51).map(|nth| format!("n{nth}.example"));
    first.into_iter().chain(more).chain(["few.example".to_owned()]).collect()
}

fn of(domain: &str) -> String {
    Domain { name: name(domain), days: Some(30), verified: Some(true) }.call().key()
}

fn opened(width: u16, height: u16) -> Story {
    let mut story = Story::new(ALL);
    story.size(width, height).open("insights", "");
    let names = names();
    let rows: Vec<(&str, u64)> = names.iter().zip((9..61).rev()).map(|(name, hits)| (name.as_str(), hits)).collect();
    findings::visits(&mut story, &rows);
    story.snap();
    story
}

/// Requests of the page for reports on single names.
fn reports(story: &Story) -> Vec<String> {
    let names = names();
    story.wanted().into_iter().filter(|key| names.iter().any(|name| *key == of(name))).collect()
}

/// Answers the report on a name, with `by` times the visits of the other reports.
fn answer(story: &mut Story, domain: &str, by: i64) {
    let mut report = insights::domain(domain, None);
    for slot in report["chart"]["slots"].as_array_mut().expect("slots") {
        slot["hits"] = serde_json::json!(slot["hits"].as_i64().map(|hits| hits * by));
    }
    let ask = Domain { name: name(domain), days: Some(30), verified: Some(true) };
    story.answer(&ask, &report.to_string());
}

fn line(story: &mut Story, words: &str) -> String {
    let frame = story.snap();
    frame.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {frame}")).to_owned()
}

#[test]
fn the_days_of_the_first_fifty_names_are_read_while_their_table_is_seen() {
    let mut story = opened(80, 24);
    assert_eq!(reports(&story), [""; 0], "the table is further down");
    while !story.snap().contains("▌ greenhaus.com") {
        story.keys("j");
    }
    let first: Vec<String> = names()[..50].iter().map(|name| of(name)).collect();
    assert_eq!(reports(&story), first);
    let mut story = opened(200, 60);
    assert_eq!(reports(&story), first);
    story.line("bots");
    assert_eq!(reports(&story), [""; 0], "they count other visits");
    story.line("bots").line("days 90");
    assert_eq!(reports(&story), [""; 0], "a row has no room for so many days");
}

#[test]
fn days_of_a_column_have_one_scale_and_a_name_whose_days_are_not_read_says_so() {
    for (width, height) in [(120, 36), (200, 60)] {
        let mut story = opened(width, height);
        while !story.snap().contains("greenhaus.com") {
            story.keys("j");
        }
        let place = |story: &mut Story| story.snap().lines().position(|line| line.contains("solarpark.de"));
        let before = place(&mut story);
        answer(&mut story, "greenhaus.com", 4);
        answer(&mut story, "solarpark.de", 1);
        assert_eq!(place(&mut story), before, "the table has room for them from the beginning");
        let frame = story.snap();
        assert!(frame.contains("most in a day 4,740"), "{frame}");
        // After the share, the days of a name begin with the sign of a partial day.
        let mut days =
            |name: &str| line(&mut story, name).chars().skip_while(|c| *c != '·').take(30).collect::<String>();
        assert!(days("greenhaus.com").contains('█'), "{frame}");
        let low = days("solarpark.de");
        assert!(low.contains('▂') && !low.contains('█'), "a fourth of the other: {frame}");
        let unread = line(&mut story, "fjordtours.no");
        assert!(!unread.contains('·') && !unread.contains('▁') && unread.contains("not read"), "{frame}");
        story.line("charts ascii");
        assert!(line(&mut story, "greenhaus.com").contains('#'), "{}", story.snap());
        story.line("charts blocks").sent();
        story.line("export-view csv");
        let save = story.sent().into_iter().find_map(|effect| match effect {
            Effect::Save(save) => Some(save.from),
            _ => None,
        });
        let Some(SaveFrom::Text(text)) = save else { panic!("a text") };
        assert!(text.contains("greenhaus.com") && !text.contains('█') && !text.contains('▁'), "{text}");
    }
}

#[test]
fn a_week_shows_its_own_days_out_of_the_report_of_the_month() {
    let mut story = opened(120, 60);
    answer(&mut story, "greenhaus.com", 1);
    assert!(story.snap().contains("most in a day 1,185"), "{}", story.snap());
    story.line("days 7");
    let mut week = insights::domains();
    week["sections"]["domains"] = serde_json::json!([{ "label": "greenhaus.com", "hits": 12 }]);
    insights::answer(&mut story, 7, &week);
    let frame = story.snap();
    assert!(!frame.contains("a day 1,185") && frame.contains("most in a day "), "{frame}");
    assert_eq!(reports(&story), [of("greenhaus.com")]);
}
