//! Tests of listing many domains with the real program: after a lost answer or a kill, no listing is lost or made
//! twice, and the outcome is reported.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 30);
const LIST: &str = "POST ads/campaign/{campaign_id}/listing";
const MANY: usize = 40;

fn ads() -> Sandbox {
    Sandbox::start(&["--ads-key", "ads=*", "--latency", "40"])
}

fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("PARKADE_ADS_KEY", "ads")];
    let session = Session::start(home, &["--screen", "ads"], &extra, SIZE);
    session.wait_text(" live");
    session
}

/// Creates a campaign, and waits for its row.
fn create(session: &mut Session) {
    session.wait_text("No campaigns.");
    session.keys("+");
    session.wait_text("Theme colour");
    session.keys("#0f766e\x13");
    session.wait_text("y create it");
    session.keys("y");
    session.wait("its row", |screen| screen.contains("c901") && !screen.contains("creating"));
}

/// Fills in the page for many names, and confirms.
fn advertise(session: &mut Session) {
    let mut line = "advertise".to_owned();
    for at in 0..MANY {
        write!(line, " ad-{at}.example").expect("text can be written to");
    }
    session.line(&line);
    session.wait_text("number of the campaign");
    session.keys("\rBuy {domain}\r");
    session.keys("https://shop.example/{domain}\rutm_source=ads\r30d\x13");
    session.wait_text("To send 40");
    session.keys("\x13");
    let question = session.wait_text("y advertise them");
    assert!(question.contains("Advertise 40 domains in campaign 901"), "{question}");
    session.keys("y");
}

/// Listed names, each as often as the service has it.
fn listed(sandbox: &Sandbox) -> Vec<String> {
    let log = sandbox.log();
    let is_listing = |write: &&serde_json::Value| write["path"].as_str().is_some_and(|path| path.ends_with("listing"));
    log.iter().filter(is_listing).map(|write| write["body"].to_string()).collect()
}

#[test]
fn an_answer_lost_in_the_middle_of_40_listings_stays_unknown_and_is_not_sent_again() {
    let (sandbox, home) = (ads(), Home::new());
    let mut session = open(&home, &sandbox);
    create(&mut session);
    advertise(&mut session);
    sandbox.wait_writes(10);
    sandbox.faults(&[&format!("reset-after@{LIST}:1")]);
    let screen = session.wait("all but one are told", |screen| screen.contains("Advertised 39"));
    assert!(screen.contains("Problems 1") && screen.contains("To send 0"), "{screen}");
    assert_eq!(listed(&sandbox).len(), MANY, "the one that is unknown was done, and none was sent twice");
    session.line("tab problems");
    session.wait_text("unknown, may be listed");
    session.keys("\x13");
    session.wait_text("Nothing to send.");
    let campaigns = sandbox.raw("GET /api/v1/ads/campaigns HTTP/1.0\r\nHost: localhost\r\nXF-Api-Key: ads\r\n\r\n");
    assert!(campaigns.contains(r#""listing_count":40"#), "{campaigns}");
    session.line("q");
    assert!(session.wait_end().success());
}

/// The kill comes after the first listing, after some, and before the last one. Creating the campaign is a write,
/// too.
#[test]
fn a_kill_among_40_listings_loses_none_and_doubles_none() {
    for writes in [2, 12, MANY] {
        let (sandbox, home) = (ads(), Home::new());
        let mut session = open(&home, &sandbox);
        create(&mut session);
        advertise(&mut session);
        sandbox.wait_writes(writes);
        session.kill();
        let mut session = open(&home, &sandbox);
        sandbox.wait_writes(MANY);
        session.line("advertise");
        session.wait("what became of each", |screen| {
            screen.contains("To send 0") && (screen.contains("Advertised 40") || screen.contains("Advertised 39"))
        });
        let listed = listed(&sandbox);
        let names: BTreeSet<&String> = listed.iter().collect();
        assert!(listed.len() >= MANY - 1 && names.len() == listed.len(), "after {writes} writes: {listed:?}");
        session.line("q");
        assert!(session.wait_end().success());
    }
}

#[test]
fn a_command_names_the_field_that_was_refused() {
    let sandbox = ads();
    let post = ["api", "post", "ads/campaigns", "-f", "theme=green", "--yes"];
    let ran = run(&Home::new(), &post, &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_ADS_KEY", "ads")]);
    assert!(ran.err.starts_with("parkade: Refused (theme): must be a colour"), "{ran:?}");
}
