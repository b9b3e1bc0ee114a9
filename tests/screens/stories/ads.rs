//! Ads campaigns: columns from the answer, created behind a question and never twice, changed and ended where the
//! service offers that; and messages without a key, with a wrong one and with one that lacks its scope.

use parkade::api::ads::{Campaign, Campaigns};
use parkade::api::errors::ErrorEntry;
use parkade::base::Untrusted;
use parkade::client::{Failure, FailureKind};
use parkade::store::Intent;
use parkade::store::writes::intent::{AddCampaign, SaveCampaign};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::json;

use crate::support::ads::{campaign, fill, fill_with, lose, one, open, rows};
use crate::support::failure;
use crate::support::frames::Frames;

fn writes(story: &mut Story) -> Vec<Intent> {
    let write = |effect| if let Effect::Write(intent) = effect { Some(intent) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

fn words(frame: &str) -> String {
    frame.replace(['│', '╭', '╮', '╰', '╯', '─'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_columns_are_the_members_of_the_answer() {
    let mut story = open();
    let mut frames = Frames::default();
    frames.add("read", (160, 48), &mut story);
    frames.add("read", (80, 24), story.size(80, 24));
    frames.hold("campaigns");
    story.answer(&Campaigns {}, &json!([{ "id": "7", "clicks": 12, "state": { "is": "paused" } }]).to_string());
    let frame = story.sync().snap();
    for part in ["id", "clicks", "state", "12", "paused"] {
        assert!(frame.contains(part), "{part}:\n{frame}");
    }
    assert!(!frame.contains(" tag ") && !frame.contains('\u{1b}'), "{frame}");
}

#[test]
fn the_page_of_a_campaign_names_its_fields_and_shows_whole_times() {
    let mut story = open();
    let frame = story.keys("enter").snap();
    for part in ["Wide logo ", "Logo opens ", "Date created ", "11 Mar 2026, 14:00:00"] {
        assert!(frame.contains(part), "{part}:\n{frame}");
    }
    assert!(!frame.contains("_url") && !frame.contains("date_created"), "{frame}");
}

#[test]
fn a_theme_is_shown_in_its_colour() {
    let mut story = open();
    story.line("theme dark").sync();
    let colour = ratatui::style::Color::Rgb(0x0f, 0x76, 0x6e);
    let painted = |story: &mut Story| story.draw().content.iter().filter(|cell| cell.bg == colour).count();
    assert_eq!(painted(&mut story), 2, "{}", story.snap());
    story.line("theme none").sync();
    assert_eq!(painted(&mut story), 0, "{}", story.snap());
}

#[test]
fn a_campaign_is_created_behind_a_question_and_never_twice() {
    let mut story = open();
    story.keys("+").typed("0f766e").keys("ctrl-s");
    assert!(story.snap().contains("as in #0f766e"), "{}", story.snap());
    story.keys("ctrl-u").typed("#0F766E").keys("enter enter enter").typed("shop.example").keys("ctrl-s");
    assert!(story.snap().contains("https://shop.example"), "the address is not whole:\n{}", story.snap());
    story.keys("ctrl-u").typed("https://shop.example/sale").keys("ctrl-s").wait(1_000);
    assert!(words(&story.snap()).contains("hosts its own copy"), "{}", story.snap());
    assert_eq!(writes(&mut story), [], "nothing before the yes");
    story.keys("y");
    let wanted = AddCampaign {
        theme: Some("#0f766e".to_owned()),
        logo_action: Some("https://shop.example/sale".to_owned()),
        ..AddCampaign::default()
    };
    assert_eq!(writes(&mut story), [wanted.into()]);
    let frame = story.sync().snap();
    assert!(frame.lines().any(|line| line.contains("creating") && line.contains("#0f766e")), "{frame}");
    lose(&mut story);
    let frame = story.snap();
    assert!(frame.lines().any(|line| line.contains("unknown") && line.contains("#0f766e")), "{frame}");
    story.wait(10_000).keys("+ ctrl-x").typed("#000000").keys("ctrl-s").wait(1_000).keys("y").wait(1_000);
    let question = words(&story.snap());
    assert!(question.contains("Not known whether the new campaign was created"), "{question}");
}

#[test]
fn a_campaign_is_read_before_it_is_changed_and_the_change_names_old_and_new() {
    let mut story = open();
    story.keys("e");
    assert!(story.snap().contains("Reading campaign 904"), "{}", story.snap());
    one(&mut story, &rows()[0]);
    story.sync();
    let frame = story.snap();
    assert!(frame.contains("Theme colour") && frame.contains("Tall logo width"), "{frame}");
    story.keys("ctrl-u").typed("#111111").keys("ctrl-s").wait(1_000);
    let question = words(&story.snap());
    assert!(question.contains("Theme colour: “#b45309” → “#111111”"), "{question}");
    story.keys("y");
    let writes = writes(&mut story);
    let [Intent::SaveCampaign(SaveCampaign { campaign: 904, edits })] = &writes[..] else { panic!("{writes:?}") };
    assert_eq!(edits.len(), 1);
}

#[test]
fn a_service_without_the_extension_is_not_asked_again() {
    let mut story = open();
    story.keys("e").wait(3_000);
    let no_call = Failure { status: Some(405), ..failure(FailureKind::Refused) };
    story.fail(&Campaign { campaign_id: 904 }, no_call);
    story.wait(3_000).sync();
    assert!(story.snap().contains("does not offer changing campaigns"), "{}", story.snap());
    story.wait(30_000).keys("d");
    assert!(story.snap().contains("does not offer changing campaigns"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

/// A refused write is explained as fully as a refused read.
#[test]
fn a_change_the_service_does_not_know_ends_all_offers_of_changes() {
    let no_call = |status, kind| Failure { status: Some(status), ..failure(kind) };
    for refusal in [no_call(404, FailureKind::NotFound), no_call(405, FailureKind::Refused)] {
        let mut story = open();
        story.keys("d").wait(1_000).keys("y").settle(Some(&refusal));
        story.sent();
        for key in ["d", "e"] {
            story.wait(30_000).keys(key);
            let frame = story.snap();
            assert!(frame.contains("does not offer changing campaigns"), "{key}: {frame}");
        }
        assert_eq!(writes(&mut story), []);
    }
}

/// A refusal and an esc keep the typed fields; clearing the form and saving it do not.
#[test]
fn an_unfinished_campaign_form_is_restored_until_it_is_created() {
    let mut story = open();
    let typed = "https://logos.invalid/a.png";
    let type_both = |story: &mut Story| {
        story.keys("+").typed("#0f766e").keys("enter").typed(typed);
    };
    type_both(&mut story);
    story.keys("esc +");
    assert!(story.snap().contains(typed), "left:\n{}", story.snap());
    story.keys("ctrl-x esc +");
    assert!(!story.snap().contains(typed), "cleared:\n{}", story.snap());
    story.keys("esc");
    type_both(&mut story);
    story.keys("ctrl-s").wait(1_000);
    let question = words(&story.snap());
    assert!(question.contains("Theme colour: #0f766e") && question.contains(typed), "{question}");
    let error =
        ErrorEntry { code: Untrusted::from("logo_processing_failed"), message: Untrusted::default(), field: None };
    let refused = Failure { errors: vec![error], ..failure(FailureKind::Refused) };
    story.keys("y").settle(Some(&refused)).wait(10_000).keys("+");
    assert!(story.snap().contains(typed), "refused:\n{}", story.snap());
    story.keys("ctrl-s").wait(1_000).keys("y").settle(None).wait(10_000).keys("+");
    assert!(!story.snap().contains(typed), "created:\n{}", story.snap());
}

/// The texts of the newest draft that was kept.
fn kept(story: &mut Story) -> Option<String> {
    let mut kept = None;
    for effect in story.sent() {
        if let Effect::File(FileAsk::Keep { slot: "ads", text, .. }) = effect {
            kept = Some(text);
        }
    }
    kept
}

#[test]
fn drafts_of_campaigns_survive_other_forms_and_the_next_start() {
    let mut story = open();
    story.keys("+").typed("#0f766e").keys("esc e");
    one(&mut story, &rows()[0]);
    story.sync().keys("ctrl-u").typed("#111111").keys("esc");
    let text = kept(&mut story).expect("both drafts are kept");
    assert!(story.snap().contains("2 unsaved"), "the header counts them:\n{}", story.snap());
    let mut next = open();
    next.store.files_mut().put_text("ads", Ok(text.into()));
    next.sync().keys("+");
    assert!(next.snap().contains("#0f766e"), "{}", next.snap());
    next.keys("esc e");
    one(&mut next, &rows()[0]);
    next.sync();
    assert!(next.snap().contains("#111111"), "{}", next.snap());
    next.keys("ctrl-s").wait(1_000).keys("y").settle(None);
    let left = kept(&mut next).expect("what was saved is no draft");
    assert!(left.contains("#0f766e") && !left.contains("#111111"), "{left}");
}

#[test]
fn without_a_key_the_service_accepts_no_form_is_filled_in() {
    let mut story = open();
    story.fail(&Campaigns {}, Failure { status: Some(401), ..failure(FailureKind::Unauthorized) });
    story.keys("+");
    let frame = story.snap();
    assert!(frame.contains("There is no ads key the service accepts") && !frame.contains("Theme colour"), "{frame}");
}

#[test]
fn saved_and_created_campaigns_are_shown_until_the_list_is_read_again() {
    let mut story = open();
    let active = |story: &mut Story| {
        let frame = story.sync().snap();
        frame.lines().find(|line| line.contains("904")).map(|line| line.contains("yes")).expect("a row")
    };
    assert!(active(&mut story));
    story.keys("d").wait(1_000).keys("y");
    assert!(!active(&mut story), "{}", story.snap());
    story.settle(None);
    assert!(!active(&mut story), "{}", story.snap());
    story.wait(10_000).keys("d");
    assert!(story.snap().contains("The campaign is not active."), "{}", story.snap());
}

#[test]
fn a_created_campaign_is_listed_at_once_and_keeps_the_cursor() {
    let mut story = open();
    story.keys("+").typed("#775432").keys("ctrl-s").wait(1_000).keys("y g g");
    assert!(story.snap().lines().any(|line| line.starts_with('▌') && line.contains("creating")), "{}", story.snap());
    let (batch, now) = (story.store.next_batch(false).expect("it goes out"), story.now);
    let created = campaign(905, "fresh", "#775432", true);
    story.store.answered(&batch, json!({ "campaign": created }).to_string().as_bytes(), now);
    let here = |story: &mut Story| {
        let frame = story.sync().snap();
        let here = frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default();
        assert!(["905", "fresh", "yes", "#775432"].iter().all(|part| here.contains(part)), "{frame}");
    };
    here(&mut story);
    story.wait(10_000).keys("d").wait(1_000);
    assert!(words(&story.snap()).contains("Deactivate campaign 905"), "{}", story.snap());
    story.keys("esc");
    let mut all = rows();
    all.insert(0, created);
    fill_with(&mut story, &all);
    here(&mut story);
}

#[test]
fn an_answer_that_names_no_campaign_is_shown_as_it_came() {
    let mut story = open();
    story.keys("+").typed("#775432").keys("ctrl-s").wait(1_000).keys("y");
    let (batch, now) = (story.store.next_batch(false).expect("it goes out"), story.now);
    story.store.answered(&batch, br#"{"ok":"yes","what":[1,"\u001b[31m"]}"#, now);
    let notices = &story.store.session().notices;
    let shown = "The service named no campaign. It answered: {\"ok\":\"yes\",\"what\":[1,\"\\u001b[31m\"]}";
    assert!(notices.iter().any(|notice| notice == shown), "{notices:?}");
}

#[test]
fn a_campaign_is_activated_again_before_the_list_was_read_again() {
    let mut story = open();
    story.keys("d").wait(1_000).keys("y");
    story.settle(None);
    story.wait(1_000).keys("a").wait(1_000).keys("y");
    let both = [(true, false), (false, true)].map(|(is, to)| SaveCampaign::active(904, Some(is), to).into());
    assert_eq!(writes(&mut story), both);
}

#[test]
fn a_campaign_is_deactivated_behind_a_question_and_only_once() {
    let mut story = open();
    story.keys("d").wait(1_000);
    assert!(words(&story.snap()).contains("Deactivate campaign 904"), "{}", story.snap());
    story.keys("y");
    assert_eq!(writes(&mut story), [SaveCampaign::active(904, Some(true), false).into()]);
    story.keys("j j d");
    assert!(story.snap().contains("The campaign is not active."), "{}", story.snap());
    story.wait(10_000).keys("a").wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [SaveCampaign::active(902, Some(false), true).into()]);
}

#[test]
fn the_preview_is_opened_and_copied_by_tag_and_number() {
    let mut story = open();
    story.keys("o").wait(1_000).keys("y");
    let address = "https://park.example/ads/listings/autumn.904/preview";
    assert!(story.sent().contains(&Effect::OpenUrl(address.to_owned())));
    story.keys("y");
    assert!(story.snap().contains("preview address"), "{}", story.snap());
    story.keys("esc");
    story.store.session_mut().base_url.clear();
    story.keys("o");
    assert!(story.snap().contains("one is not known"), "{}", story.snap());
}

#[test]
fn everything_the_service_says_of_a_campaign_is_shown() {
    let mut story = open();
    let mut row = campaign(910, "deep", "#123456", true);
    row["targets"] = json!({ "countries": ["DE", "AT"] });
    fill_with(&mut story, &[row]);
    story.keys("enter");
    let frame = story.snap();
    for part in ["Campaign 910", "targets", r#"{"countries":["DE","AT"]}"#, "deep.910/preview"] {
        assert!(frame.contains(part), "{part}:\n{frame}");
    }
}

#[test]
fn a_missing_key_a_rejected_one_and_one_without_scope_have_their_own_messages() {
    let local = Failure::new(FailureKind::Unauthorized, "no ads key has been given");
    let rejected = Failure { status: Some(401), ..local.clone() };
    for (failure, said) in [
        (local, "No ads key for this account."),
        (rejected, "The ads key was rejected"),
        (failure(FailureKind::Forbidden), "np_ads_listings:read"),
    ] {
        let mut story = Story::new(parkade::screens::ALL);
        story.size(80, 24).open("ads", "");
        story.fail(&Campaigns {}, failure);
        let frame = words(&story.sync().snap());
        assert!(frame.contains(said) && frame.contains("parkade login --ads-key"), "{frame}");
        fill(&mut story);
        assert!(story.sync().snap().contains("autumn"), "{}", story.snap());
    }
}
