//! Reviews that are kept for the next session.

use parkade::base::Timestamp;
use parkade::store::writes::drafts::{KeptDraft, REVIEW};
use parkade::store::writes::plan::Plan;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk, carry_out};

use super::reviews::front;
use crate::support::settings;

/// The last text that was kept for the next session.
fn kept(story: &mut Story) -> Option<String> {
    story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::KeepReview(plans)) => Some(Plan::all_to_json(plans.iter().map(|plan| &**plan))),
        _ => None,
    })
}

#[test]
fn changes_of_the_account_are_kept_beside_those_of_domains_and_none_is_lost() {
    let mut story = settings::domains();
    story.line("price =5000").sent();
    story.open("settings", "").line("set min_offer=300").keys("ctrl-s").wait(1);
    let frame = story.snap();
    assert!(frame.contains("1 change waits beside these"), "{frame}");
    assert_eq!(front(&story)[0].1, "min_offer");
    let text = kept(&mut story).expect("kept");
    story.keys("o").wait(1);
    assert_eq!(front(&story)[0].1, "bin_price", "{}", story.snap());
    story.keys("o ctrl-s").wait(400).keys("y").settle(None).wait(10_000);
    assert_eq!(front(&story)[0].1, "bin_price", "what waited comes once the other is saved: {}", story.snap());

    let mut next = settings::domains();
    next.store.take_draft(KeptDraft::read(REVIEW, &text).expect("read back"));
    assert!(next.sync().snap_header().contains("2 unsaved"), "{}", next.snap_header());
    let frame = next.line("review").snap();
    assert!(frame.contains("From an earlier session.") && frame.contains("1 change waits beside these"), "{frame}");
    assert_eq!(kept(&mut next), None, "what was left is not written anew before it changes");
    next.keys("d").wait(1);
    assert!(kept(&mut next).is_some_and(|text| !text.starts_with('[')), "one part is left");
}

/// The review page keeps its changes, but here an earlier session left them and the page is not open yet.
#[test]
fn a_draft_that_leaves_the_review_is_kept_together_with_what_is_left_there() {
    let mut before = settings::open();
    before.line("set headline=Welcome").line("set min_offer=300").keys("ctrl-s").wait(1);
    let review = kept(&mut before).expect("kept");
    let mut story = settings::open();
    story.store.take_draft(KeptDraft::read(REVIEW, &review).expect("read back"));
    let mut left = |text: &str| {
        let keep = Effect::File(FileAsk::keep("settings", text.to_owned()));
        match carry_out(keep, &mut story.store, &mut story.shell, Timestamp(1), 1) {
            Some(Effect::File(FileAsk::Keep { review, .. })) => {
                review.map(|plans| plans.iter().map(|plan| plan.edits.len()).sum::<usize>())
            }
            other => panic!("{other:?}"),
        }
    };
    let both = r#"[{"about":"","edits":[{"field":"headline","before":[null],"after":"Hi"},{"field":"min_offer","before":[null],"after":300}]}]"#;
    assert_eq!(left(both), None, "the form has both");
    assert_eq!(left(r#"[{"about":"","edits":[{"field":"headline","before":[null],"after":"Hi"}]}]"#), Some(1));
    assert_eq!(left(""), Some(0));
    assert_eq!(left(""), None, "nothing is left to be taken out");
}
