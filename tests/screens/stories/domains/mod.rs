//! The domains screen as a user uses it: the list, one domain, and acts on them. Here are the portfolio with which the
//! stories begin and the helpers that read the screen; the service's answers are in `support::portfolio`. Look first at
//! `acts`.

mod acts;
mod around;
mod currency;
mod delete;
mod join;
mod list;
mod page;
mod snooze;

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use crate::support::portfolio::all;

/// Seven domains of the account, two detected, one removed.
pub fn portfolio() -> Story {
    portfolio_of(all)
}

/// The list of domains over these answers.
fn portfolio_of(answer: fn(&mut Story)) -> Story {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    answer(&mut story);
    story.sent();
    story
}

/// The names in the list.
fn shown(story: &mut Story) -> Vec<String> {
    let frame = story.snap();
    let list = frame.lines().skip(3).map(|line| line.split('│').next().unwrap_or_default());
    let rows = list.take_while(|line| !line.trim().is_empty() && !line.starts_with("  No match"));
    rows.filter_map(|line| line.split_whitespace().find(|word| word.contains('.')).map(str::to_owned)).collect()
}

/// The list as CSV.
fn saved(story: &mut Story) -> String {
    story.line("export-view csv");
    let save =
        story.sent().into_iter().find_map(|effect| if let Effect::Save(save) = effect { Some(save) } else { None });
    let SaveFrom::Made { text, .. } = save.expect("saved").from else { panic!("made beside the loop") };
    parkade::ui::testing::made(&text)
}

/// Waits until the question takes keys, then says yes.
fn yes(story: &mut Story) {
    story.wait(400).keys("y");
}
