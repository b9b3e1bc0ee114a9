//! The account's nameservers as the service would answer them, for stories.

use parkade::api::nameservers::Get;
use parkade::ui::testing::Story;

/// Answers with two nameservers, the second under a name of the account's own, and both records.
pub fn fill(story: &mut Story) {
    story.answer(
        &Get {},
        r#"{"ns":["ns1.parking.example","ns2.harbour.parking.example"],"cname":"5f1c.verify.parking.example",
           "txt":"parking-verification=5f1c0a"}"#,
    );
}
