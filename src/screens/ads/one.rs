//! Reading one campaign before its form opens, by a call that not every service has. A service that does not know the
//! call is not asked again in this run.

use crate::api::ads;
use crate::screens::opening::Opening;
use crate::store::writes::intent::NO_CAMPAIGN_CALLS;
use crate::ui::{Cx, Outcome, Tone, World};

use super::form;
use super::screen::Ads;

/// A campaign whose form opens once it is read.
#[derive(Clone, Debug)]
pub struct Editing {
    pub number: i64,
    pub opening: Opening<ads::Campaign>,
}

/// Starts reading the campaign under the cursor, to open its form.
pub fn edit(screen: &mut Ads, cx: &mut Cx<'_>) -> Outcome {
    let Some(number) = screen.campaign().and_then(|campaign| campaign.id) else {
        return Outcome::Refused("This campaign has no number to change it by.".to_owned());
    };
    edit_campaign(screen, number, cx)
}

/// Starts reading a campaign, to open its form.
pub fn edit_campaign(screen: &mut Ads, number: i64, cx: &mut Cx<'_>) -> Outcome {
    let opening = Opening::new(ads::Campaign { campaign_id: number }, cx.world.now);
    screen.editing = Some(Editing { number, opening });
    go_on(screen, cx);
    Outcome::Done
}

/// Opens the form once the campaign was read, or says why it does not open.
pub fn go_on(screen: &mut Ads, cx: &mut Cx<'_>) {
    let Some(editing) = screen.editing.take_if(|_| screen.form_of.is_none()) else { return };
    let loaded = cx.world.store.query(&ads::Campaign { campaign_id: editing.number });
    if let Some(campaign) = loaded.value.filter(|_| !loaded.stale && !loaded.loading) {
        screen.show_form(form::change(campaign), Some(editing.number));
        return;
    }
    if let Some(why) = editing.opening.failed(None, &cx.world) {
        let unknown = cx.world.store.session().no_campaign_calls;
        let why = if unknown {
            NO_CAMPAIGN_CALLS.to_owned()
        } else {
            format!("Campaign {} not opened: {why}", editing.number)
        };
        return cx.toast(Tone::Warn, why);
    }
    screen.editing = Some(editing);
}

/// Note while a campaign is being read.
pub fn note(screen: &Ads, _: &World<'_>) -> Option<String> {
    screen.editing.as_ref().map(|editing| format!("Reading campaign {} · esc cancels", editing.number))
}
