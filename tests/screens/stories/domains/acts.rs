//! Further acts on domains: those of each tab, adding, checking, and the dry run.

use parkade::api::domains::Tab;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::store::writes::intent::ActOnDomains;
use parkade::store::writes::intent::DomainAct;
use parkade::store::{DomainTab, Intent, Origin};
use parkade::ui::testing::Story;
use serde_json::Value;

use super::{portfolio, yes};
use crate::support::failure;
use crate::support::portfolio::{all, fill, row, writes};

#[test]
fn each_tab_offers_only_its_own_acts() {
    let mut story = portfolio();
    for (tab, keys, words) in [
        ("verified", "V", "Not in Verified"),
        ("detected", "d", "Not in Detected"),
        ("removed", "i", "Not in Removed"),
        ("mine", "a", "Not in Mine"),
    ] {
        story.line(&format!("tab {tab}")).keys(keys);
        assert!(story.snap().contains(words), "{tab} {keys}:\n{}", story.snap());
    }
    story.line("tab detected").keys("b");
    let menu = story.snap();
    assert!(menu.contains("Approve") && menu.contains("Ignore") && !menu.contains("Check again"), "{menu}");
    assert_eq!(writes(&mut story), []);
}

#[test]
fn a_question_about_one_domain_speaks_of_one() {
    let mut story = portfolio();
    story.keys("d");
    assert!(story.snap().contains("add it back"), "{}", story.snap());
    story.wait(500).keys("esc space space d");
    assert!(story.snap().contains("add them back"), "{}", story.snap());
    story.wait(500).keys("esc esc").line("tab detected").keys("a");
    let question = story.snap();
    assert!(question.contains("adds it to the account") && question.contains("d removes it again"), "{question}");
}

#[test]
fn detected_names_are_approved_or_ignored() {
    let mut story = portfolio();
    story.line("tab detected").keys("* a");
    yes(&mut story);
    let both = ["nordsee-ferien.de", "windrad.org"].map(str::to_owned).to_vec();
    assert_eq!(writes(&mut story), [("Approve".to_owned(), both, DomainTab::Detected)]);
    let mut story = portfolio();
    story.line("tab detected").keys("i");
    assert!(story.snap().contains("This cannot be undone."), "{}", story.snap());
    yes(&mut story);
    assert_eq!(writes(&mut story)[0].0, "Ignore");
    story.line("tab removed").keys("a");
    yes(&mut story);
    assert_eq!(writes(&mut story), [("AddBack".to_owned(), vec!["oldname.net".to_owned()], DomainTab::Removed)]);
}

#[test]
fn verifying_asks_because_it_adds_the_name_and_shows_how_it_went() {
    let mut story = portfolio();
    story.line("tab detected").keys("enter V");
    let question = story.snap();
    assert!(question.contains("adds it to the account") && question.contains("d removes"), "{question}");
    assert!(writes(&mut story).is_empty());
    yes(&mut story);
    let expected = ("Verify".to_owned(), vec!["nordsee-ferien.de".to_owned()], DomainTab::Detected);
    assert_eq!(writes(&mut story), [expected]);
    assert!(story.wanted().iter().any(|key| key.starts_with("parking/domain-status")), "the Status tab is open");
    let mut story = portfolio();
    story.line("tab unverified").keys("V");
    yes(&mut story);
    assert_eq!(writes(&mut story)[0].0, "Retry");
}

#[test]
fn a_name_whose_check_is_running_is_not_sent_again() {
    let mut story = portfolio();
    story.line("tab detected").keys("V");
    yes(&mut story);
    assert_eq!(writes(&mut story).len(), 1);
    story.keys("V V V");
    assert!(story.shell.layer_names().is_empty() && writes(&mut story).is_empty());
    assert!(story.snap().contains("nordsee-ferien.de is being checked already"), "{}", story.snap());
}

#[test]
fn a_refused_check_names_what_to_do_and_opens_nothing() {
    let refused = |kind: FailureKind, keys: &str| {
        let mut story = portfolio();
        story.line("tab detected").keys("V");
        yes(&mut story);
        if !keys.is_empty() {
            story.keys(keys);
        }
        story.settle(Some(&failure(kind)));
        assert!(story.shell.layer_names().is_empty(), "{:?}", story.shell.layer_names());
        story
    };
    let mut story = refused(FailureKind::Forbidden, "");
    let said = story.snap();
    assert!(said.contains("nordsee-ferien.de not verified · in your account, V on Mine checks it"), "{said}");
    assert!(said.contains(":doctor shows what the token may do") && !said.contains(":add"), "{said}");
    // The service does not know the name, so the message does not offer to check it again.
    let said = refused(FailureKind::NotFound, "").snap();
    assert!(said.contains(":add nordsee-ferien.de adds it") && !said.contains("V on Mine"), "{said}");
    refused(FailureKind::Forbidden, "enter");
}

#[test]
fn writes_of_the_last_session_are_a_message_and_never_a_question() {
    // The program starts while a check of the last session is still being answered.
    let mut story = Story::new(ALL);
    let names = vec![crate::support::portfolio::name("nordsee-ferien.de")];
    let check = Intent::Domains(ActOnDomains { act: DomainAct::Verify, names, tab: DomainTab::Detected });
    story.store.plan_as(check, Origin::User, story.now).expect("planned");
    story.size(120, 24).open("domains", "");
    all(&mut story);
    story.settle(Some(&failure(FailureKind::Forbidden)));
    assert!(story.shell.layer_names().is_empty());
    assert!(story.snap().contains("nordsee-ferien.de not verified"), "{}", story.snap());
    story.sent();
    story.keys("enter");
    assert!(writes(&mut story).is_empty(), "enter opens the row, as ever");
}

#[test]
fn a_dry_run_shows_the_call_and_sends_nothing() {
    let mut story = portfolio();
    story.keys("space space").line("bulk remove --dry-run");
    let sheet = story.snap();
    for words in ["Nothing is sent", "POST parking/domains/bulk", "\"action\": \"delete\"", "\"bergluft.at\""] {
        assert!(sheet.contains(words), "{words}:\n{sheet}");
    }
    assert!(!sheet.contains("\"all\""), "names are sent, never all");
    assert_eq!(writes(&mut story), []);
    for typed in ["check-again", "check_again", "retry"] {
        story.keys("esc").line(&format!("bulk {typed} --dry-run"));
        assert!(story.snap().contains("\"action\": \"retry\""), "{typed}:\n{}", story.snap());
    }
    story.keys("esc").line("bulk nosuch");
    assert!(story.snap().contains("Available here: check-again, remove."), "{}", story.snap());
    story.keys("b");
    let menu = story.snap();
    assert!(menu.contains("2 domains") && menu.contains("Check again") && menu.contains("Remove"), "{menu}");
    story.keys("esc").line("bulk approve --dry-run");
    assert!(story.snap().contains("Not in Mine"), "{}", story.snap());
}

#[test]
fn an_act_typed_by_name_can_be_a_dry_run_and_takes_no_domain_name() {
    let mut story = portfolio();
    story.line("delete --dry-run");
    let sheet = story.snap();
    assert!(sheet.contains("DELETE parking/domain?name=bergluft.at") && sheet.contains("Nothing is sent"), "{sheet}");
    story.keys("esc").line("delete clearwater.io");
    assert!(story.snap().contains("“clearwater.io” is not used"), "{}", story.snap());
    story.keys("esc").line("delete --now");
    assert!(story.snap().contains("Unknown option --now. Available: --dry-run."), "{}", story.snap());
    assert_eq!(story.shell.layer_names().len(), 0, "nothing is asked");
    story.keys("esc").line("tab detected").line("verify --dry-run");
    assert!(story.snap().contains("POST parking/domain-verify?name=nordsee-ferien.de"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn a_dry_run_refuses_what_the_act_refuses() {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("domains", "");
    let many: Vec<Value> = (0..11)
        .map(|n| {
            let name = format!("n{n:02}.com");
            row(n, &name, &name, "detected", false, None, Value::Null, Value::Null)
        })
        .collect();
    fill(&mut story, Tab::Detected, &many);
    story.line("tab detected").keys("* V");
    assert!(story.snap().contains("up to 10 domains, one by one"), "{}", story.snap());
    story.wait(10_000).line("verify --dry-run");
    assert!(story.snap().contains("up to 10 domains, one by one"), "{}", story.snap());
    story.keys("esc").keys("esc").line("verify --dry-run");
    assert!(story.snap().contains("1 call for 1 domain"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

/// Proves R-44.
#[test]
fn an_ability_a_refusal_names_is_the_reason_from_then_on() {
    let mut story = portfolio();
    story.line("tab unverified").keys("V");
    yes(&mut story);
    let mut refused = failure(FailureKind::Forbidden);
    refused.detail = "This token does not have the ability domains.verify.".to_owned();
    refused.errors.clear();
    story.settle(Some(&refused)).wait(10_000);
    story.keys("V");
    assert!(story.snap().contains("The token lacks “Check domains again” (domains.verify)"), "{}", story.snap());
    assert_eq!(writes(&mut story).len(), 1, "only the first one was asked for");
    story.line("tab detected").keys("V");
    assert!(story.snap().contains("The token lacks “Check domains again” (domains.verify)"), "{}", story.snap());
    story.keys("a");
    assert!(story.snap().contains("Approve nordsee-ferien.de"), "another ability: {}", story.snap());
    // A refusal that names no ability may have another reason, so the act can be asked for again.
    let mut story = portfolio();
    story.keys("d");
    yes(&mut story);
    story.settle(Some(&failure(FailureKind::Forbidden))).wait(10_000);
    story.keys("d");
    assert!(story.snap().contains("Remove bergluft.at"), "{}", story.snap());
}

/// Proves R-08.
#[test]
fn a_question_about_a_name_that_can_be_taken_for_another_says_so() {
    let mut story = portfolio();
    let words = |story: &mut Story| {
        let letters = story.snap().replace('│', "");
        letters.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    story.keys("G d");
    let question = words(&mut story);
    assert!(question.contains("Remove аррӏе.com (xn--80ak6aa92e.com)"), "{question}");
    assert!(question.contains("The name looks like another one (mixed alphabets)."), "{question}");
    // The warning is given even if the name is not among those shown.
    story.wait(400).keys("n").keys("* d");
    let question = words(&mut story);
    assert!(question.contains("and 2 more"), "{question}");
    assert!(question.contains("1 looks like another name (mixed alphabets)."), "{question}");
}

#[test]
fn a_command_that_prepares_a_write_is_refused_at_once_in_a_read_only_session() {
    let mut story = portfolio();
    story.line("tab verified");
    assert!(story.snap().contains("$ prices"), "{}", story.snap());
    story.sent();
    story.readonly = Some("Read-only session (--readonly).".to_owned());
    let frame = story.keys("$").snap();
    assert!(!frame.contains("$ prices") && frame.contains("Read-only session (--readonly)."), "{frame}");
    assert!(story.sent().is_empty(), "no editor is opened for nothing");
}
