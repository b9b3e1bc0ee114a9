//! Reports as files: one number and one unit in a cell, and nothing counted twice.

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use crate::support::insights;

fn opened(report: &serde_json::Value) -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 40).open("insights", "");
    insights::answer(&mut story, 30, report);
    story
}

/// The text of the saved file.
fn saved(story: &mut Story) -> String {
    let save = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save.from),
        _ => None,
    });
    match save.expect("saved") {
        SaveFrom::Text(text) => text.to_string(),
        SaveFrom::Made { text, .. } => parkade::ui::testing::made(&text),
        other => panic!("{other:?}"),
    }
}

/// The lines of a report in CSV: section, parent and label, then each other cell with its column.
fn told(text: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().expect("a heading").clone();
    let line = |record: csv::StringRecord| {
        let cells = heads.iter().zip(record.iter()).filter(|(_, cell)| !cell.is_empty());
        let word = |(head, cell): (&str, &str)| match head {
            "section" | "parent" | "label" => cell.to_owned(),
            head => format!("{head}={cell}"),
        };
        cells.map(word).collect::<Vec<_>>().join(" ")
    };
    reader.records().map(|record| line(record.expect("a line"))).collect()
}

#[test]
fn a_saved_report_has_its_figures_with_their_trend_and_what_is_known_of_each_day() {
    let mut story = opened(&insights::domains());
    insights::all(&mut story);
    story.sent();
    story.line("export-view csv");
    let text = saved(&mut story);
    for line in [
        "Figures Visitors count=3012 count_before=812 change_percent=12.4",
        "Figures Inquiry rate share_percent=810.5 share_before_percent=812 change_points=-1.5",
        "Figures Active time on average seconds=71",
        "Visitors per day, UTC date=2026-03-12 weekday=Thu count=76 part_of_day=yes",
        "Countries Germany country=Germany count=900 share_percent=40",
        "UTM campaign spring-sale count=40 share_percent=40 inquired=3",
    ] {
        assert!(told(&text).iter().any(|found| found == line), "{line}: {:#?}", told(&text));
    }
    story.line("tab inquiries").line("export-view csv");
    let text = saved(&mut story);
    for line in [
        "Figures Confirmed count=44 share_percent=72.1",
        "First messages per day, UTC date=2026-03-09 weekday=Mon count=40 confirmed=40 emailed=40",
        "How far inquiries go Confirm the address Never confirmed key=stopped count=17 share_percent=27.9",
        "Highest offer of each confirmed inquiry USD currency=USD count=20 median=1250 average=2421.36 highest=9000 lowest=90",
    ] {
        assert!(told(&text).iter().any(|found| found == line), "{line}: {:#?}", told(&text));
    }
    assert!(!text.contains("Total") && !text.contains("why · "), "nothing is counted twice, nor in a name: {text}");
}

/// A rate is made of the one before and its change. Their sum once had the digits of binary fractions.
#[test]
fn a_saved_rate_has_no_more_digits_than_were_sent() {
    let mut report = insights::domains();
    let rate = &mut report["trends"]["inquiry_rate"];
    (rate["previous"], rate["change"], rate["direction"]) = (9.6.into(), 2.3.into(), "up".into());
    let text = saved(opened(&report).line("export-view csv"));
    let rate = "Figures Inquiry rate share_percent=11.9 share_before_percent=9.6 change_points=2.3";
    assert!(told(&text).iter().any(|line| line == rate), "{text}");
}

/// The 30 days before and the same weekday five weeks earlier once were in one column.
#[test]
fn a_day_of_a_saved_report_says_how_much_earlier_the_other_count_is() {
    let mut longer = insights::domains();
    longer["chart"] = insights::chart_of(90);
    let mut story = opened(&insights::domains());
    insights::answer(&mut story, 90, &longer);
    let text = saved(story.line("export-view csv"));
    let day = "date=2026-03-12 weekday=Thu count=76 count_earlier=62 days_earlier=35 part_of_day=yes";
    assert!(told(&text).iter().any(|line| line.ends_with(day)), "{text}");
}
