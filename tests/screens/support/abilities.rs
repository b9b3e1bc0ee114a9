//! Results of testing a token, for stories.

use parkade::api::abilities::ALL;
use parkade::store::{Allowed, Grid};
use parkade::ui::testing::Story;

/// Stores the results of testing a token: lists may be read, one report may not, a buyer's history is unclear, and
/// other abilities show when they are used.
pub fn learnt(story: &mut Story) {
    let known = |name: &str| match name {
        "account.portfolio.activity" => Allowed::No,
        "inquiries.history" => Allowed::Unclear,
        name if matches!(name.rsplit('.').next(), Some("list" | "view")) => Allowed::Yes,
        _ => Allowed::OnUse,
    };
    let rows = ALL.iter().map(|ability| (ability.0, known(ability.0))).collect();
    story.store.session_mut().learnt(Grid { rows, stopped: None });
    story.sync();
}
