//! Changes of a domain on the time axis of its report, in its table and in its files.

use parkade::base::Timestamp;
use parkade::screens::ALL;
use parkade::store::Subject;
use parkade::store::notes::{Key, NoteChange};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use crate::support::{NOW, insights};

/// The text of the file that is saved.
fn saved(story: &mut Story) -> String {
    let save = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save),
        _ => None,
    });
    let SaveFrom::Text(text) = save.expect("a file").from else { panic!("a text") };
    text.to_string()
}

#[test]
fn a_note_is_shown_on_the_chart_of_its_domain_in_the_table_and_in_files() {
    let mut story = Story::new(ALL);
    story.size(120, 40).open("insights", "solarpark.de");
    insights::all(&mut story);
    assert!(!story.snap().contains('▾'), "{}", story.snap());
    let note = NoteChange::new(Subject::Domain("solarpark.de".into()), Key::Note, "asked for $9k");
    story.store.change_notes(vec![note], String::new(), Timestamp(NOW - 2 * 86_400));
    story.sync().sent();
    let frame = story.snap();
    assert!(frame.contains('▾'), "{frame}");
    story.keys("g g j").wait(1);
    let mut words = String::new();
    for _ in 0..4 {
        words.push_str(&story.snap());
        story.keys("h");
    }
    assert!(words.contains("10 Mar: ") && words.contains(" · note: asked for $9k"), "{words}");
    story.keys("X");
    let svg = saved(&mut story);
    assert!(svg.contains("▾<title>note: asked for $9k</title>"), "{svg}");
    let frame = story.keys("t g g").snap();
    let line = frame.lines().find(|line| line.contains("10 Mar  ")).unwrap_or_default();
    assert!(frame.contains("Done") && line.contains("note: asked for $9k"), "{frame}");
    story.line("export-view csv");
    let csv = saved(&mut story);
    assert!(csv.contains("done") && csv.contains("note: asked for $9k"), "{csv}");
    // The report on another domain has none of these changes.
    story.line("insights fjordtours.no");
    insights::of_domain(&mut story, "fjordtours.no", None);
    assert!(!story.snap().contains("asked for"), "{}", story.snap());
}

#[test]
fn a_chart_in_a_low_window_has_a_label_between_its_lowest_and_its_highest() {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("insights", "");
    insights::all(&mut story);
    for report in ["domains", "inquiries"] {
        let frame = story.line(&format!("tab {report}")).snap();
        assert!(frame.matches('│').count() >= 5, "{report}: {frame}");
        let menu = story.keys("x").snap();
        assert!(menu.contains("SVG picture of the chart"), "{report}: {menu}");
        story.keys("esc");
    }
}
