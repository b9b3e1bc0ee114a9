//! Account: the campaigns of the account's ads key, with the columns the service answers with. Campaigns are created
//! here; changing and ending them is an extension that not every service has.
//!
//! Answers are [`crate::api::types::CampaignList`], the writes `store/writes/intent/kinds/{add,save}_campaign.rs`. Look
//! first at `rows.rs`, then `screen.rs`; listings are made on the page `screens/advertise`.

mod commands;
mod form;
mod one;
mod rows;
mod screen;

use crate::api::{self, Request};
use crate::store::Known;
use crate::ui::{ScreenDef, TabOf, World};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["campaigns", "advertising", "banners"],
    tab: Some(TabOf { of: "Account", total: Some(total) }),
    reads: Some(<api::ads::Campaigns as Request>::ENDPOINT),
    ..ScreenDef::list::<screen::Ads>('9', "Ads")
};

fn total(world: &World<'_>) -> Known<u64> {
    rows::list(world).map(|list| list.rows.len() as u64).into()
}
