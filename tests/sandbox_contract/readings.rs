//! Reports in every form that the documents allow; the screen shows the same figures for all.

use parkade::api::insights::{Domains, Inquiries};
use parkade::screens::ALL;
use parkade::ui::testing::Story;

use parkade::sandbox::Options;

use super::support::{small, start};

/// The reports on visits and on inquiries, as the screen shows them.
async fn shown(form: Option<&str>) -> [String; 2] {
    let like = form.iter().map(|form| form.parse().expect("a choice")).collect();
    let api = start(&Options { like, ..small() });
    let domains = api.get("parking/insights-domains?days=30&verified=1").await.text;
    let inquiries = api.get("parking/insights-inquiries?days=30").await.text;
    let mut story = Story::new(ALL);
    story.size(100, 400).open("insights", "");
    let visits = story.answer(&Domains { days: Some(30), verified: Some(true) }, &domains).snap();
    story.line("tab inquiries");
    [visits, story.answer(&Inquiries { days: Some(30) }, &inquiries).snap()]
}

/// Lines that differ, side by side.
fn differing(plain: &str, other: &str) -> Vec<(String, String)> {
    assert_eq!(plain.lines().count(), other.lines().count(), "{plain}\n{other}");
    let lines = plain.lines().zip(other.lines()).filter(|(plain, other)| plain != other);
    lines.map(|(plain, other)| (plain.to_owned(), other.to_owned())).collect()
}

#[tokio::test]
async fn a_report_shows_the_same_figures_in_every_form() {
    let plain = shown(None).await;
    assert!(
        plain[0].contains("Active time on average") && plain[1].contains("Never confirmed"),
        "{}\n{}",
        plain[0],
        plain[1]
    );
    let forms =
        ["average-active-seconds", "average-seconds", "numbers-as-text", "booleans-as-numbers", "lists-as-objects"];
    for form in forms {
        let other = shown(Some(form)).await;
        for (plain, other) in plain.iter().zip(&other) {
            assert_eq!(differing(plain, other), [], "{form}");
        }
    }
}

#[tokio::test]
async fn bands_are_called_as_the_service_calls_them() {
    let (plain, labelled) = (shown(None).await, shown(Some("bands-with-labels")).await);
    for words in ["under 10 minutes", "10 minutes to 1 hour", "1 day or longer"] {
        assert!(labelled[1].contains(words) && !plain[1].contains(words), "{words}:\n{}", labelled[1]);
    }
    assert!(labelled[0].contains("under 10 seconds"), "{}", labelled[0]);
}

#[tokio::test]
async fn steps_show_how_many_stopped_whether_these_are_nodes_or_numbers() {
    let (plain, numbers) = (shown(None).await, shown(Some("flow-tree-numbers")).await);
    // Count in each line below the title; the shares are those of the nodes.
    let figures = |frame: &str| -> Vec<String> {
        let lines = frame.lines().skip_while(|line| !line.contains("How far inquiries go")).skip(1);
        let lines = lines.take_while(|line| !line.trim().is_empty());
        let first = |line: &str| {
            line.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
        };
        lines.filter_map(first).collect()
    };
    let (plain, numbers) = (&plain[1], &numbers[1]);
    assert!(figures(plain).len() > 6, "{plain}");
    assert_eq!(figures(plain), figures(numbers), "{plain}\n{numbers}");
}
