//! Every verb of every screen: where it acts, and that none writes while the session is read-only.

use std::collections::BTreeSet;

use parkade::api::domains::Status;
use parkade::api::inquiries::HistoryMatch;
use parkade::api::types::Inquiry;
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::store::writes::intent::SetMark;
use parkade::store::{EntryId, Mark, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use parkade::ui::{Effect, Info, Level};
use serde_json::json;

use super::keys::{PAGES, Page, page};
use crate::support::jobs::prices_sent;
use crate::support::{inbox, portfolio, settings};

const WHY: &str = "another Parkade is open on this account";

/// True for an effect that reaches the service, now or after a yes.
pub(super) fn writes(effect: &Effect) -> bool {
    matches!(effect, Effect::Write(_) | Effect::WriteOver(_) | Effect::Reverse(_) | Effect::Opened(_))
}

/// Runs a verb on a page as typed on the `:` line; returns the story and the effects sent.
fn run(at: Page, info: &Info, readonly: bool) -> (Story, Vec<Effect>) {
    let mut story = page(at);
    story.readonly = readonly.then(|| WHY.to_owned());
    let effects = story.line(info.name).sent();
    (story, effects)
}

#[test]
fn no_verb_writes_or_asks_to_while_the_session_is_read_only() {
    let mut wrong = Vec::new();
    for at in PAGES {
        let commands = page(*at).shell.commands();
        for info in commands.into_iter().filter(|info| info.level != Level::None || info.endpoint.is_some()) {
            let (free, sent) = run(*at, info, false);
            let (mut locked, effects) = run(*at, info, true);
            if effects.iter().any(writes) || locked.shell.layer_names().contains(&"dialog") {
                wrong.push(format!("{} on {at:?} writes or asks", info.name));
            }
            let acted = sent.iter().any(writes) || free.shell.layer_names().contains(&"dialog");
            if acted && !locked.snap().contains(WHY) {
                wrong.push(format!("{} on {at:?} does not say why not", info.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Story with an unsent star in the write queue, and the journal entry of the star.
fn queued() -> (Story, EntryId) {
    let mut story = page(("jobs", "queue", ""));
    let ids = vec![Id::<Inquiry>::new(7)];
    let entry = story.store.plan(SetMark { ids, mark: Mark::Starred, to: true }.into(), story.now).expect("planned");
    story.sync().line("tab queue").sent();
    (story, entry)
}

/// The inbox after these commands were typed on the `:` line.
fn after(lines: &[&str]) -> Story {
    let mut story = page(("inquiries", "", ""));
    for line in lines {
        story.line(line);
    }
    story.sent();
    story
}

/// Findings that are settled.
fn settled() -> Story {
    let mut story = Story::new(parkade::screens::ALL);
    crate::support::findings::settled(&mut story);
    story.open("settled", "");
    story
}

/// The inbox with the data that writing to a buyer needs: the account's address and the ignored senders.
fn contact() -> Story {
    let mut story = page(("inquiries", "", ""));
    story.answer(
        &parkade::api::profile::Get {},
        r#"{"profile":{},"parking_email":"sales@seller.example","payment_emails":{}}"#,
    );
    let senders = r#"{"senders":[{"id":3,"type":"email","value":"spam@spam.example","date":1773000000}]}"#;
    story.answer(&parkade::api::senders::List {}, senders);
    story
}

/// A page in a window with room for its preview, after these keys.
fn wide((screen, args, keys): Page) -> Story {
    let mut story = page((screen, args, ""));
    story.size(160, 48);
    if !keys.is_empty() {
        story.keys(keys);
    }
    story
}

/// The mail with its preview beside it, after these keys.
fn mail_beside(keys: &str) -> Story {
    let mut story = page(("mail", "", ""));
    story.size(160, 48).snap();
    if !keys.is_empty() {
        story.keys(keys);
    }
    story.sent();
    story
}

/// The history of the newest inquiry's buyer, after these keys.
fn history(keys: &str) -> Story {
    let mut story = page(("inquiries", "", "enter ] ]"));
    let asked = inbox::history(112, HistoryMatch::All, 0, 1);
    story.answer(&asked, &inbox::history_page(&inbox::rows()[1..3], 1, 2, false));
    if !keys.is_empty() {
        story.keys(keys);
    }
    story.sent();
    story
}

/// An opened inquiry as the service sent it, with a word found in it.
fn found() -> Story {
    let mut story = page(("inquiries", "", "enter [ /"));
    story.typed("e").keys("enter").sent();
    story
}

/// Verbs that change what a later key does, with their argument and the keys that show it.
const LATER: &[(&str, &str, &str)] = &[("inquiries.mark_read", "manual", "enter")];

/// True when the keys do something else after the verb than without it.
fn acts_later(name: &str, args: &str, keys: &str) -> bool {
    let [without, with] = ["", name].map(|name| {
        let mut story = page(("inquiries", "", ""));
        if !name.is_empty() {
            story.line(&format!("{name} {args}"));
            assert!(!story.shell.layer_names().contains(&"line"), "{}", story.snap());
        }
        story.sent();
        story.keys(keys).wait(5_000);
        story.sent()
    });
    without != with
}

/// Function that makes the story of a place.
pub(super) type Place = fn() -> Story;

/// The settings of the account after these commands were typed on the `:` line.
fn settings_with(lines: &[&str]) -> Story {
    let mut story = page(("settings", "", ""));
    for line in lines {
        story.line(line);
    }
    story.wait(30_000).sent();
    story
}

/// Verbs that act only in some state, or on a thing named after them, with the place where they must act.
const PLACES: &[(&str, &str, Place)] = &[
    ("archived.unarchive", "", || after(&["archive", "tab archived"])),
    ("hidden.unhide", "", || after(&["hide", "tab hidden"])),
    ("domains.add_back", "", || page(("domains", "removed", ""))),
    ("domains.verify", "", || page(("domains", "detected", ""))),
    ("domains.its_job", "", || {
        let mut story = page(("domains", "", "j j enter ] ]"));
        let entry = json!({ "entry_id": 5, "line": 3, "domain": "fjordtours.no", "import_id": 4_711 });
        let body = json!({ "domain": portfolio::mine()[2], "entry": entry }).to_string();
        story.answer(&Status { name: portfolio::name("fjordtours.no") }, &body);
        story
    }),
    ("domains.preview", "", || wide(("domains", "", ""))),
    ("domains.pane", "", || wide(("domains", "", ""))),
    ("domains.previous", "", || page(("domains", "", "j enter"))),
    ("domains.tab", "verified", || page(("domains", "", ""))),
    ("jobs.again", "", || page(("jobs", "", "G"))),
    ("jobs.rerun", "4708", || page(("jobs", "", ""))),
    ("jobs.set_back", "", || {
        let mut story = page(("jobs", "", "G"));
        prices_sent(&mut story, 4_708);
        story
    }),
    ("jobs.check", "", || {
        let (mut story, entry) = queued();
        let step = WriteStep::GivenUp { evidence: "nothing told".to_owned() };
        for step in [WriteStep::Sending, WriteStep::Unknown(crate::support::failure(FailureKind::Timeout)), step] {
            story.store.settle(WriteProgress { entry, targets: Which::All, step, at: story.now });
        }
        story.sync();
        story
    }),
    ("jobs.cancel", "", || queued().0),
    ("history.longer", "", || history("<")),
    ("history.window", "7", || history("")),
    ("inquiries.goto", "107", || page(("inquiries", "", ""))),
    ("inquiries.pane", "", || {
        let mut story = page(("inquiries", "", ""));
        story.size(160, 48).sent();
        story
    }),
    ("inquiries.previous", "", || page(("inquiries", "", "j enter"))),
    ("inquiries.sections", "hot", || after(&["view save hot"])),
    ("domains.sections", "dear", || {
        let mut story = page(("domains", "", ""));
        story.line("view save dear").sent();
        story
    }),
    ("inquiries.tab", "unread", || page(("inquiries", "", ""))),
    ("inquiries.unstar", "", || page(("inquiries", "starred", ""))),
    ("inquiries.unarchive", "", || after(&["archive", "tab archived"])),
    ("inquiries.restore", "", || after(&["hide", "tab hidden"])),
    ("inquiries.request_email", "", contact),
    ("inquiries.unreachable", "", || {
        let mut story = contact();
        story.keys("G").sent();
        story
    }),
    ("senders.ignore", "new@spam.example", || page(("senders", "", ""))),
    ("images.cover", "", || {
        let mut story = page(("images", "", ""));
        crate::support::images::fill(&mut story);
        story
    }),
    ("images.back", "", || page(("images", "", "space"))),
    ("senders.back", "", || page(("senders", "", "space"))),
    ("app.tab", "abilities", || page(("senders", "", ""))),
    ("ads.back", "", || page(("ads", "", "space"))),
    ("ads.preview", "", crate::support::ads::open),
    ("ads.resume", "", || {
        let mut story = page(("ads", "", ""));
        crate::support::ads::fill_with(&mut story, &[crate::support::ads::campaign(8, "old", "#222222", false)]);
        story
    }),
    ("nameservers.back", "", || page(("nameservers", "", "space"))),
    ("nameservers.create", "lighthouse", || page(("nameservers", "", ""))),
    ("abilities.back", "", || page(("abilities", "", "space"))),
    ("health.back", "", || page(("health", "", "space"))),
    ("settled.reopen", "", settled),
    ("settled.open", "", || {
        let mut story = settled();
        story.keys("j");
        story
    }),
    ("settled.back", "", || {
        let mut story = settled();
        story.keys("space");
        story
    }),
    ("domains.price", "=5000", || page(("domains", "", ""))),
    ("domains.cover", "703", || page(("domains", "", ""))),
    ("fields.inherit", "", || settings_with(&["set min_offer=300"])),
    ("fields.undo", "", || settings_with(&["set min_offer=300"])),
    ("fields.redo", "", || settings_with(&["set min_offer=300", "fields.undo"])),
    ("fields.reset", "", || settings_with(&["fields.edit"])),
    ("fields.revert", "", || settings_with(&["set min_offer=300"])),
    ("fields.up", "", || settings_with(&["fields.down"])),
    ("fields.top", "", || settings_with(&["fields.bottom"])),
    ("filter.clear", "", || settings_with(&["find headline"])),
    ("settings.back", "", || {
        let mut story = settings_with(&["settings solarpark.de"]);
        settings::fill_domain(&mut story, "solarpark.de", 14_900);
        story
    }),
    ("settings.discard", "", || settings_with(&["set min_offer=300"])),
    ("settings.stage", "", || settings_with(&["set min_offer=300"])),
    ("settings.set", "min_offer=300", || settings_with(&[])),
    ("settings.inherit", "min_offer", || settings_with(&[])),
    ("settings.tab", "lander", || settings_with(&[])),
    ("fields.editor", "", || settings_with(&["tab lander", "fields.down"])),
    ("mail.tab", "contains", || page(("mail", "", ""))),
    ("mail.note", "call her", || page(("mail", "", ""))),
    ("mail.next_unread", "", || {
        let mut story = page(("mail", "", ""));
        story.keys("j j m k k").sent();
        story
    }),
    ("mail.pipe", "wc -l", || page(("mail", "", "enter"))),
    ("mail.pane", "", || mail_beside("")),
    ("mail_preview.list", "", || mail_beside("tab")),
    ("inquiries.note", "call her", || page(("inquiries", "", ""))),
    ("inquiries.tag", "+hot", || page(("inquiries", "", ""))),
    ("buyer.note", "call her", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.note_buyer", "a broker", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.snooze_buyer", "+3d", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.preview", "", || wide(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.pane", "", || wide(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.tag_buyer", "+hot", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("buyer.tag", "+hot", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("inquiries.snooze", "tomorrow", || page(("inquiries", "", ""))),
    ("inquiries.remind", "+3d", || page(("inquiries", "", ""))),
    ("domains.remind", "+3d", || page(("domains", "", ""))),
    ("domains.snooze", "+3d", || page(("domains", "", ""))),
    ("domains.note", "renew", || page(("domains", "", ""))),
    ("domains.tag", "+hot", || page(("domains", "", ""))),
    ("mail.previous", "", || {
        let mut story = page(("mail", "", ""));
        story.keys("j enter");
        story
    }),
    ("mail.link", "", || {
        let mut story = page(("mail", "", "enter"));
        story.keys("H");
        story
    }),
    ("insights.tab", "inquiries", || page(("insights", "", ""))),
    ("insights.chart", "", || page(("insights", "", "t"))),
    ("insights.days", "90", || page(("insights", "", ""))),
    ("insights.later", "", || page(("insights", "", "h h"))),
    ("insights.open", "", || {
        let mut story = page(("insights", "", ""));
        while !story.snap().lines().any(|line| line.contains("▌ solarpark.de")) {
            story.keys("j");
        }
        story
    }),
    ("insights.page_up", "", || page(("insights", "", "G"))),
    ("insights.top", "", || page(("insights", "", "G"))),
    ("insights.up", "", || page(("insights", "", "G"))),
    ("history.chart", "", || {
        let mut story = page(("history", "", ""));
        story.size(100, 30).line("history.add solarpark.de");
        crate::support::settings::prices(&mut story, "solarpark.de", &[json!(900), json!(1_200), json!(700)]);
        story.keys("G");
        story
    }),
    ("history.preview", "", || wide(("history", "", ""))),
    ("history.pane", "", || wide(("history", "", ""))),
    ("review.undo", "", || settings::left_out(page(("review", "", "")))),
    ("review.preview", "", || wide(("review", "", ""))),
    ("review.pane", "", || wide(("review", "", "p"))),
    ("review.plan", "save plan.json", || page(("review", "", ""))),
    ("history.add", "a.example", || page(("history", "", ""))),
    ("history.tab", "account", || page(("history", "", ""))),
    ("review.tab", "all", || page(("review", "", ""))),
    ("buyer.tab", "mail", || page(("buyer", crate::support::buyer::ADDRESS, ""))),
    ("overrides.tab", "redundant", || page(("overrides", "", ""))),
    ("table.half_up", "", || page(("inquiries", "", "G"))),
    ("table.page_up", "", || page(("inquiries", "", "G"))),
    ("table.top", "", || page(("inquiries", "", "G"))),
    ("table.up", "", || page(("inquiries", "", "G"))),
    ("table.left", "", || page(("inquiries", "", "l"))),
    ("text.half_up", "", || page(("inquiries", "", "enter [ G"))),
    ("text.page_up", "", || page(("inquiries", "", "enter [ G"))),
    ("text.top", "", || page(("inquiries", "", "enter [ G"))),
    ("text.up", "", || page(("inquiries", "", "enter [ G"))),
    ("text.next_match", "", found),
    ("text.previous_match", "", found),
    ("jobs.export", "domains", || page(("jobs", "", ""))),
    ("jobs.previous", "", || page(("jobs", "", "j enter"))),
    ("jobs.tab", "exports", || page(("jobs", "", ""))),
    ("table.unmark", "", || page(("jobs", "", "space"))),
];

/// Everything a verb may change: frame, layers and requests, without the line for messages and typed text.
fn trace(story: &mut Story) -> (String, Vec<&'static str>, Vec<String>) {
    let layers = story.shell.layer_names().into_iter().filter(|layer| *layer != "line").collect();
    let frame = story.snap_styles();
    let rows: Vec<&str> = frame.lines().collect();
    (rows[..rows.len() - 2].join("\n"), layers, story.wanted())
}

/// True when the verb sent, asked for, opened or changed something; a refusal is none of these.
fn acts(mut story: Story, name: &str, args: &str) -> bool {
    let before = trace(&mut story);
    let effects = story.line(format!("{name} {args}").trim()).sent();
    let typing = story.shell.layer_names().contains(&"line");
    !effects.is_empty() || !typing && trace(&mut story) != before
}

#[test]
fn every_verb_acts_in_some_state() {
    let (mut acted, mut left) = (BTreeSet::new(), BTreeSet::new());
    for at in PAGES {
        // Verbs of the program itself are tested with the shell.
        for info in page(*at).shell.commands().into_iter().filter(|info| !info.name.starts_with("app.")) {
            if !acted.contains(info.name) && acts(page(*at), info.name, "") {
                acted.insert(info.name);
            }
            left.insert(info.name);
        }
    }
    left.retain(|name| !acted.contains(name));
    left.retain(|name| !LATER.iter().any(|(later, args, keys)| later == name && acts_later(name, args, keys)));
    let places = || PLACES.iter().chain(super::home::PLACES);
    left.extend(places().map(|(name, ..)| *name));
    for (name, args, place) in places() {
        if acts(place(), name, args) {
            left.remove(name);
        }
    }
    assert!(left.is_empty(), "nowhere seen to act: {left:#?}");
}
