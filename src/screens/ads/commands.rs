//! The verbs of the screen.

use crate::api::ads;
use crate::api::types::Campaign;
use crate::base::clean_line;
use crate::store::Intent;
use crate::store::writes::intent::{NO_CAMPAIGN_CALLS, SaveCampaign, campaign_label, without_ads_key};
use crate::ui::list::{self, verbs};
use crate::ui::widgets::form::Form;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome, Place, Role, Sheet, When, World, copy_menu};

use super::rows::{self, Row};
use super::screen::Ads;
use super::{form, one};

/// All verbs of the screen.
pub const COMMANDS: &[Command<Ads>] = &[
    Info::new("ads.open", "Show everything the service says of the campaign")
        .footer(2, &["enter"], "open")
        .run_if(with_campaign, open),
    Info::new("ads.add", "Create a campaign")
        .also(&["new", "create"])
        .footer(1, &["+"], "create")
        .calls::<ads::CreateCampaign>(Level::Ask)
        .run_if(may_create, |screen, _, _| {
            screen.show_form(form::create(), None);
            Outcome::Done
        }),
    Info::new("ads.advertise", "Advertise domains in the campaign")
        .also(&["listing", "promote"])
        .aliases(&["advertise"])
        .footer(3, &["A"], "advertise")
        .args("[domain] …")
        .calls::<ads::CreateListing>(Level::None)
        .run_if(with_campaign, |screen, args, cx| {
            let campaign = screen.campaign().and_then(|campaign| campaign.id);
            cx.go(Place::Advertise(args.words.join("\n"), campaign))
        }),
    Info::new("ads.edit", "Change the campaign (not every service offers this)")
        .also(&["settings", "logo", "colour", "theme"])
        .footer(4, &["e"], "change")
        .calls::<ads::SaveCampaign>(Level::Ask)
        .run_if(extended, |screen, _, cx| one::edit(screen, cx)),
    Info::new("ads.end", "Deactivate the campaign (not every service offers this)")
        .also(&["stop", "pause", "delete"])
        .aliases(&["deactivate"])
        .footer(6, &["d"], "deactivate")
        .calls::<ads::EndCampaign>(Level::Ask)
        .run_if(|screen, world| can_become(false, screen, world), |screen, _, cx| become_active(false, screen, cx)),
    Info::new("ads.resume", "Activate the campaign again (not every service offers this)")
        .also(&["start", "resume"])
        .aliases(&["activate"])
        .keys(&["a"])
        .calls::<ads::SaveCampaign>(Level::Ask)
        .run_if(|screen, world| can_become(true, screen, world), |screen, _, cx| become_active(true, screen, cx)),
    Info::new("ads.preview", "Open the preview in the browser")
        .also(&["website", "browse"])
        .footer(5, &["o"], "preview")
        .run_if(with_preview, |screen, _, cx| {
            cx.effects.extend(preview(screen, &cx.world).map(Effect::OpenUrl));
            Outcome::Done
        }),
    Info::new("ads.copy", "Copy the preview’s address, number or tag")
        .also(&["clipboard", "yank"])
        .keys(&["y"])
        .run_if(with_campaign, copy),
    verbs::filter("ads.filter", 7),
    Command {
        run: |screen, _, cx| {
            // Esc first cancels the reading of a campaign for its form.
            if screen.editing.take().is_some() { Outcome::Done } else { list::back(screen, cx) }
        },
        ..verbs::back("ads.back")
    },
];

fn with_campaign(screen: &Ads, _: &World<'_>) -> When {
    When::on_if(screen.campaign().is_some(), "No campaign here.")
}

fn may_create(_: &Ads, world: &World<'_>) -> When {
    without_ads_key(&world.store.grounds()).map_or(When::On, When::Off)
}

fn extended(screen: &Ads, world: &World<'_>) -> When {
    match with_campaign(screen, world) {
        When::On if world.store.session().no_campaign_calls => When::Off(NO_CAMPAIGN_CALLS.to_owned()),
        other => other,
    }
}

fn can_become(active: bool, screen: &Ads, world: &World<'_>) -> When {
    match (extended(screen, world), screen.list.current().and_then(Row::active)) {
        (When::On, Some(is)) if is == active => {
            When::Off(if active { "The campaign is active." } else { "The campaign is not active." }.to_owned())
        }
        (When::On, None) => When::Off("The service does not say whether this campaign is active.".to_owned()),
        (when, _) => when,
    }
}

fn become_active(active: bool, screen: &Ads, cx: &mut Cx<'_>) -> Outcome {
    let Some(campaign) = screen.campaign() else { return Outcome::Done };
    let Some(number) = campaign.id else {
        return Outcome::Refused("This campaign has no number to change it by.".to_owned());
    };
    // Read the state from the row: the answer of the list may be older than what was saved here.
    let is = screen.list.current().and_then(Row::active);
    let intent: Intent = SaveCampaign::active(number, is, active).into();
    cx.ask_or_write(intent, Vec::new(), |question| {
        (question.title, question.action) = if active {
            (format!("Activate campaign {number}"), "activate it".to_owned())
        } else {
            (format!("Deactivate campaign {number}"), "deactivate it".to_owned())
        };
        let brings = if active {
            "Its listings are shown again."
        } else {
            "Its listings are not shown any more; they and the clicks are kept."
        };
        brings.clone_into(&mut question.consequence);
        question.way_back = Some("Press u to undo.".to_owned());
    })
}

/// Address of the page that shows the campaign as ads.
fn preview(screen: &Ads, world: &World<'_>) -> Option<String> {
    let Campaign { id: Some(id), tag: Some(tag), .. } = screen.campaign()? else { return None };
    let base = &world.store.session().base_url;
    (!base.is_empty()).then(|| format!("{}/{}", base.trim_end_matches('/'), ads::preview_path(tag, *id)))
}

fn with_preview(screen: &Ads, world: &World<'_>) -> When {
    match (with_campaign(screen, world), preview(screen, world)) {
        (When::On, None) => {
            When::Off("Its preview is addressed by a number and a tag, and one is not known.".to_owned())
        }
        (when, _) => when,
    }
}

fn copy(screen: &mut Ads, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(campaign) = screen.campaign() else { return Outcome::Done };
    let text = |text: Option<&str>| text.map(clean_line).unwrap_or_default().into_owned();
    let items = vec![
        ("preview address", preview(screen, &cx.world).unwrap_or_default()),
        ("campaign number", campaign.id.map(|id| id.to_string()).unwrap_or_default()),
        ("tracking tag", text(campaign.tag.as_deref())),
        ("theme colour", text(campaign.text("theme"))),
        ("logo target", text(campaign.text("logo_action"))),
    ];
    cx.menu(copy_menu("Copy", items))
}

/// Shows every member of the campaign, also those without a column.
fn open(screen: &mut Ads, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(campaign) = screen.campaign() else { return Outcome::Done };
    let line = |(name, value): (&String, &serde_json::Value)| {
        let words = rows::whole(name, value, cx.world.zone);
        let (role, words) = if words.is_empty() { (Role::Dim, crate::ui::text::NONE) } else { (Role::Text, &*words) };
        (role, format!("{}\t{words}", clean_line(&campaign_label(name))))
    };
    let mut lines: Vec<(Role, String)> = campaign.members.iter().map(line).collect();
    lines.extend(preview(screen, &cx.world).map(|address| (Role::Text, format!("Preview\t{address}"))));
    let title = campaign.id.map_or_else(|| "Campaign".to_owned(), |id| format!("Campaign {id}"));
    cx.show(Sheet { title, lines })
}

/// Submits a form. `None` when a field was wrong; the reason is then shown beside it.
pub fn submit(screen: &mut Ads, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
    let Some(number) = screen.form_of else {
        let campaign = form::created(form);
        if campaign == crate::store::writes::intent::AddCampaign::default() {
            form.set_error("theme", "Give it a colour, a logo or an address first.");
            return None;
        }
        let filled = form.fields().iter().filter(|field| field.changed());
        let values = filled.map(|field| format!("{}: {}", field.label, clean_line(field.value().trim()))).collect();
        cx.ask_or_write(campaign.into(), Vec::new(), |question| question.changes = values);
        return Some(Outcome::Done);
    };
    let known = cx.world.store.query(&ads::Campaign { campaign_id: number }).value?;
    match form::changes(form, known, number) {
        Err((field, why)) => {
            form.set_error(field, why);
            None
        }
        Ok(save) if save.edits.is_empty() => Some(Outcome::Refused("Nothing was changed.".to_owned())),
        Ok(save) => {
            let words =
                |value: Option<&crate::store::Value>| value.map_or_else(String::new, crate::store::Value::words);
            let change = |edit: &crate::store::writes::intent::Edit| {
                let item = crate::store::Item::field(crate::store::Subject::Account, edit.field.clone());
                let label = Intent::from(save.clone()).label(&item);
                format!("{label}: {} → {}", words(edit.before.as_ref()), edit.after.words())
            };
            let changes = save.edits.iter().map(change).collect();
            cx.ask_or_write(save.into(), Vec::new(), |question| question.changes = changes);
            Some(Outcome::Done)
        }
    }
}
