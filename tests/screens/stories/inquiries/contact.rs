//! Emailing an inquiry to oneself, reporting a buyer, ignoring a sender, and marks on everything at the service.

use parkade::api::{profile, senders};
use parkade::base::Id;
use parkade::screens::ALL;
use parkade::store::writes::intent::{IgnoreSender, MarkAll, RequestEmail, SetMark, Unreachable};
use parkade::store::{Intent, Mark, Tab};
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::inbox::{self, arrival, fill, fill_of, rows};

const PROFILE: &str = r#"{"profile":{},"parking_email":"sales@seller.example","payment_emails":{}}"#;
const SENDERS: &str = r#"{"senders":[{"id":3,"type":"email","value":"spam@spam.example","date":1773000000}]}"#;

/// Seven inquiries, everything known.
fn open_inquiry() -> Story {
    let mut story = inbox::open_inbox(24);
    story.answer(&profile::Get {}, PROFILE).answer(&senders::List {}, SENDERS);
    story.sent();
    story
}

fn writes(story: &mut Story) -> Vec<Intent> {
    let write = |effect| if let Effect::Write(intent) = effect { Some(intent) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

fn ids(ids: &[i64]) -> Vec<Id<parkade::api::types::Inquiry>> {
    ids.iter().map(|id| Id::new(*id)).collect()
}

#[test]
fn emailing_an_inquiry_to_oneself_names_the_address_and_asks_first() {
    let mut story = open_inquiry();
    story.keys("R");
    let question = story.snap();
    assert!(question.contains("Email 1 inquiry to me"), "{question}");
    assert!(question.contains("sales@seller.example") && question.contains("cannot be undone"), "{question}");
    assert!(question.contains("solarpark.de · Anna Lindqvist"), "{question}");
    story.wait(1_000).keys("enter");
    assert_eq!(writes(&mut story), []);
    story.keys("y");
    let mail = |of: &[i64]| Intent::RequestEmail(RequestEmail { ids: ids(of), to: "sales@seller.example".to_owned() });
    assert_eq!(writes(&mut story), [mail(&[112])]);
    story.keys("R");
    assert!(story.snap().contains("Already being emailed."), "{}", story.snap());
    story.keys("j space space").line("request-email").wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [mail(&[111, 110])]);
}

#[test]
fn emailing_without_a_parking_address_is_refused_with_the_reason() {
    let mut story = open_inquiry();
    story.answer(&profile::Get {}, r#"{"profile":{},"parking_email":null,"payment_emails":{}}"#).keys("R");
    assert!(story.snap().contains("no confirmed parking email"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn reporting_a_buyer_says_when_it_is_possible() {
    let mut story = open_inquiry();
    story.keys("j j j j X");
    assert!(story.snap().contains("Confirmed 8 hours ago; you can report it 16 hours from now."), "{}", story.snap());
    story.keys("G X");
    let question = story.snap();
    assert!(
        question.contains("Report 1 inquiry as unreachable") && question.contains("once per inquiry"),
        "{question}"
    );
    story.wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [Intent::Unreachable(Unreachable { ids: ids(&[106]) })]);
    story.settle(None).keys("X");
    assert!(story.snap().contains("Already reported as unreachable"), "{}", story.snap());
    // Of several inquiries, those that cannot be reported are left out and named.
    story.keys("k k space space").line("unreachable");
    let question = story.snap();
    let words = question.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Left out: quickloans24.net (\"CEO\"). Confirmed 8 hours ago"), "{question}");
    story.wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [Intent::Unreachable(Unreachable { ids: ids(&[107]) })]);
    // If none can be reported, the refusal says how many, and names them.
    story.settle(None).line("unmark").line("mark clearwater").line("mark quickloans24").line("unreachable");
    let said = story.snap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("2 left out: quickloans24.net (\"CEO\"), clearwater.io (Mike). The first: "), "{said}");
    // A single marked row may be far from the cursor, so it is named.
    story.line("unmark").line("mark quickloans24").line("unreachable");
    assert!(story.snap().contains("quickloans24.net (\"CEO\"): Confirmed 8 hours ago"), "{}", story.snap());
}

#[test]
fn ignoring_names_how_many_known_inquiries_match() {
    let mut story = open_inquiry();
    let mut more = rows();
    for id in [120, 121] {
        let mut again = arrival(id, 3_000);
        again["email"] = "ANNA@nordvind.example".into();
        more.push(again);
    }
    fill(&mut story, Tab::Active, &more);
    story.keys("i");
    let question = story.snap().replace(['│', '║'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(question.contains("Ignore anna@nordvind.example"), "{question}");
    assert!(question.contains("The 3 inquiries already here stay; b hides those, too."), "{question}");
    assert!(question.contains("1 of 200 ignored senders used") && question.contains("Press u to undo"), "{question}");
    assert!(story.wait(1_000).snap().contains("b ignore and hide 3 inquiries"), "{}", story.snap());
    // One key ignores the sender and hides the inquiries; one undo shows them again.
    story.keys("b");
    let sent = writes(&mut story);
    assert!(
        matches!(&sent[..], [Intent::IgnoreSender(ignored), Intent::Mark(SetMark { ids, mark: Mark::Hidden, to: true })]
            if *ignored == IgnoreSender::one("anna@nordvind.example") && ids.len() == 3),
        "{sent:?}"
    );
    assert!(!story.snap().contains("anna@nordvind") && story.snap().contains("u undo"), "{}", story.snap());
    story.keys("u");
    assert!(story.snap().contains("unhidden"), "{}", story.snap());
}

#[test]
fn a_yes_ignores_the_sender_and_asks_nothing_more() {
    let mut story = open_inquiry();
    story.keys("i").wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [Intent::IgnoreSender(IgnoreSender::one("anna@nordvind.example"))]);
    assert!(!story.shell.layer_names().contains(&"dialog"), "{}", story.snap());
    assert!(story.snap().contains("Anna Lindqvist"), "what is here stays:\n{}", story.snap());
}

#[test]
fn an_invalid_address_is_refused_in_place() {
    let mut story = open_inquiry();
    story.line("ignore nobody");
    assert!(story.snap().contains("“nobody” is not an email or IP address."), "{}", story.snap());
    story.line("ignore SPAM@spam.example");
    assert!(story.snap().contains("is ignored already"), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
    story.line("ignore 192.0.2.7").wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [Intent::IgnoreSender(IgnoreSender::one("192.0.2.7"))]);
}

/// A list of 250 of which the first hundred are read.
fn long() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    let many: Vec<_> = (0..100).map(|n| arrival(10_000 - n, n)).collect();
    fill_of(&mut story, Tab::Active, &many, 250);
    story.sent();
    story
}

#[test]
fn marks_on_everything_say_that_undo_is_not_exact() {
    let mut story = long();
    story.keys("* *");
    assert!(story.snap().contains("all 250 marked"), "{}", story.snap());
    story.keys("m");
    let question = story.snap();
    assert!(question.contains("Mark all 250 inquiries read"), "{question}");
    assert!(
        question.contains("100 of 250 are loaded") && question.contains("Undo covers the loaded ones only"),
        "{question}"
    );
    story.wait(1_000).typed("250").keys("enter");
    let sent = writes(&mut story);
    let [Intent::MarkAll(MarkAll { known: SetMark { ids, mark: Mark::Read, to: true }, of: 250, filter })] = &sent[..]
    else {
        panic!("{sent:?}")
    };
    assert_eq!((ids.len(), filter["visibility"].as_str()), (100, Some("active")));
    // One `*` marks the loaded rows, at once and with exact undo.
    let mut story = long();
    story.keys("* s");
    assert!(
        matches!(&writes(&mut story)[..], [Intent::Mark(SetMark { ids, mark: Mark::Starred, .. })] if ids.len() == 100)
    );
}

/// Proves R-53.
#[test]
fn hiding_emailing_and_reporting_never_reach_unknown_inquiries() {
    let mut story = long();
    story.keys("* * d");
    assert!(story.snap().contains("Only loaded rows can be hidden"), "{}", story.snap());
    story.keys("R");
    assert!(story.snap().contains("loaded inquiries only"), "{}", story.snap());
    story.keys("X i");
    assert_eq!(writes(&mut story), []);
}

#[test]
fn a_filter_the_service_does_not_have_marks_only_known_rows() {
    let mut story = long();
    story.line("filter buyer:new").keys("* *");
    assert!(!story.snap().contains("all 250 marked"), "{}", story.snap());
    story.keys("s");
    assert!(matches!(&writes(&mut story)[..], [Intent::Mark(SetMark { ids, .. })] if ids.len() == 100));
}
