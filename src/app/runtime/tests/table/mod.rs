//! Every kind of write × every fault × every moment: the outcome, the number of sends, the state of the service, and
//! the message. The expected results are taken from section 6 of the reliability page only, not from the code. Look
//! first at [`Class`], how a kind is settled; `acts.rs` has a write of each kind.

pub mod acts;

use std::time::Duration;

use super::trouble::Trouble;
use crate::store::State;
use crate::store::writes::intent::Verb;
use acts::Table;

/// Way in which a kind of write is settled when its answer is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// By reading marks, or a list on which a second call changes nothing. Sent once more if it is proven not done.
    Mark,
    /// By the time of the newest mail, which can prove that the write was done, but not that it was not.
    Mail,
    /// By no reading.
    Blind,
    /// By reading, and never sent again automatically.
    Read,
}

fn class(verb: Verb) -> Class {
    match verb {
        Verb::MARK_READ
        | Verb::MARK_UNREAD
        | Verb::STAR
        | Verb::UNSTAR
        | Verb::ARCHIVE
        | Verb::UNARCHIVE
        | Verb::HIDE
        | Verb::RESTORE
        | Verb::ADD_IMAGE => Class::Mark,
        Verb::REQUEST_EMAIL => Class::Mail,
        Verb::UNREACHABLE | Verb::ADD_LISTINGS => Class::Blind,
        _ => Class::Read,
    }
}

/// Kinds of write before which something is read.
const READ_FIRST: [Verb; 15] = [
    Verb::ADD_CAMPAIGN,
    Verb::SAVE_CAMPAIGN,
    Verb::SAVE_PROFILE,
    Verb::SAVE_PORTFOLIO,
    Verb::SAVE_SETTINGS,
    Verb::SAVE_DOMAIN_SETTINGS,
    Verb::VERIFY_DOMAINS,
    Verb::RETRY_DOMAINS,
    Verb::APPROVE_DOMAINS,
    Verb::ADD_BACK_DOMAINS,
    Verb::ADD_DOMAINS,
    Verb::IMPORT_CSV,
    Verb::RERUN_IMPORT,
    Verb::EXPORT,
    Verb::ADD_IMAGE,
];

/// Effect of a fault on the write that meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing was sent, or the service asked to wait: sent when the fault is over.
    Later,
    /// The service refuses it.
    Refused,
    /// The answer is lost; true if the service has carried the write out.
    Lost(bool),
}

struct Fault {
    name: &'static str,
    trouble: Trouble,
    fate: Fate,
}

const fn fault(name: &'static str, trouble: Trouble, fate: Fate) -> Fault {
    Fault { name, trouble, fate }
}

const fn says(status: u16, headers: &'static [(&'static str, &'static str)], body: &'static str) -> Trouble {
    Trouble::Says { status, headers, body, applied: false }
}

const PAGE: &str = "<html><title>Bad gateway</title></html>";
const NO: &str = r#"{"errors":[{"code":"np_parking_api_error_bulk_selection","message":"Not this one."}]}"#;
const HTML: &[(&str, &str)] = &[("content-type", "text/html")];
const LATER: &[(&str, &str)] = &[("content-type", "text/html"), ("retry-after", "9")];
const LOGIN: &[(&str, &str)] = &[("location", "/login")];

/// Faults from section 7 of the reliability page that a write can meet.
const FAULTS: [Fault; 27] = [
    fault("offline", Trouble::NotSent, Fate::Later),
    fault("reset before", Trouble::Reset { applied: false }, Fate::Lost(false)),
    fault("reset after", Trouble::Reset { applied: true }, Fate::Lost(true)),
    fault("applied late", Trouble::Late, Fate::Lost(true)),
    fault("stall before", Trouble::Silence { applied: false }, Fate::Lost(false)),
    fault("stall after", Trouble::Silence { applied: true }, Fate::Lost(true)),
    fault("cut body", Trouble::Cut, Fate::Lost(true)),
    fault("web page before", Trouble::Page { applied: false }, Fate::Lost(false)),
    fault("web page after", Trouble::Page { applied: true }, Fate::Lost(true)),
    fault("429 seconds", Trouble::Flood(Some(7)), Fate::Later),
    fault("429 date", Trouble::FloodUntil(7), Fate::Later),
    fault("429 huge", Trouble::Flood(Some(4_000_000_000)), Fate::Later),
    fault("429 alone", Trouble::Flood(None), Fate::Later),
    fault("500 before", Trouble::Status(500, false), Fate::Lost(false)),
    fault("500 after", Trouble::Status(500, true), Fate::Lost(true)),
    fault("502 page before", says(502, HTML, PAGE), Fate::Lost(false)),
    fault("502 after", Trouble::Status(502, true), Fate::Lost(true)),
    fault("503 later", says(503, LATER, PAGE), Fate::Lost(false)),
    fault("401", says(401, &[], ""), Fate::Refused),
    fault("403", says(403, &[], NO), Fate::Refused),
    fault("404", says(404, &[], NO), Fate::Refused),
    fault("409", says(409, &[], NO), Fate::Refused),
    fault("400", says(400, &[], NO), Fate::Refused),
    fault("redirect", says(302, LOGIN, ""), Fate::Lost(false)),
    fault("errors with 200", says(200, &[], NO), Fate::Refused),
    fault("empty 200", says(200, &[], ""), Fate::Lost(false)),
    fault("404 page", says(404, HTML, PAGE), Fate::Lost(false)),
];

/// Expected result of a case: the allowed states, the number of sends, and whether the service has carried the write
/// out.
struct End {
    states: &'static [State],
    sent: usize,
    applied: bool,
}

fn expected(class: Class, fate: Fate) -> End {
    let (states, sent, applied): (&'static [State], usize, bool) = match (fate, class) {
        (Fate::Later, _) => (&[State::Acknowledged], 1, true),
        (Fate::Refused, _) => (&[State::Refused], 1, false),
        (Fate::Lost(applied), Class::Blind) => (&[State::GivenUp], 1, applied),
        (Fate::Lost(false), Class::Mail) => (&[State::GivenUp], 1, false),
        (Fate::Lost(true), _) => (&[State::SettledApplied], 1, true),
        (Fate::Lost(false), Class::Mark) => (&[State::Acknowledged], 2, true),
        (Fate::Lost(false), Class::Read) => (&[State::SettledNotApplied], 1, false),
    };
    End { states, sent, applied }
}

/// Checks every case of a finished table; returns the mistakes.
async fn check(table: &Table, what: &str, end: impl Fn(Verb) -> End) -> Vec<String> {
    let mut wrong = Vec::new();
    for entry in &table.planned {
        let kept = table.sim.session.store.journal().get(*entry).unwrap();
        let (verb, target) = (kept.intent.verb(), &kept.targets[0]);
        let (end, count) = (end(verb), table.sim.network.count(verb));
        let mut say = |why: String| wrong.push(format!("{verb:?}, {what}: {why}\n    {target:?}"));
        if !end.states.contains(&target.state) {
            say(format!("{:?} instead of {:?}", target.state, end.states));
        }
        if (count.sent, usize::from(target.sends)) != (end.sent, end.sent) {
            say(format!("sent {} times, noted {}, instead of {}", count.sent, target.sends, end.sent));
        }
        if count.applied != usize::from(end.applied) {
            say(format!("carried out {} times", count.applied));
        }
        if table.is_so(*entry).await.is_some_and(|so| so != end.applied) {
            say("the mark at the service is another".to_owned());
        }
        // The sentence must not contradict the state.
        let store = &table.sim.session.store;
        let said = store.outcome_words(*entry).expect("an entry");
        let doubts = said.starts_with("Not known whether ");
        let denies = ["Not ", "Still "].iter().any(|no| said.starts_with(no)) && !doubts;
        let fits = match target.state {
            State::Acknowledged | State::SettledApplied => !denies && !doubts,
            State::GivenUp => doubts,
            _ => denies && !doubts,
        };
        if !fits {
            say(format!("said: {said}"));
        }
    }
    wrong
}

/// Runs each case in paused time of its own; reports the mistakes of all cases together.
fn in_paused_time<T>(all: &[T], run: &impl AsyncFn(&T) -> Vec<String>) {
    let mut wrong = Vec::new();
    for one in all {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        wrong.extend(runtime.block_on(run(one)));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Lets every write meet the fault once; a lost connection affects all of them for 15 seconds.
async fn strike(table: &mut Table, fault: &Fault) {
    let offline = fault.trouble == Trouble::NotSent;
    if offline {
        table.sim.network.writes(Some(fault.trouble));
    } else {
        table.sim.network.first(fault.trouble);
    }
    table.confirm(|_| true);
    table.sim.run(Duration::from_secs(6)).await;
    let header = table.sim.header(160);
    match fault.trouble {
        Trouble::NotSent => {
            assert!(header.contains("offline since ") && header.ends_with(" changes waiting"), "{header}");
        }
        Trouble::Flood(Some(7)) | Trouble::FloodUntil(_) => {
            assert!(header.contains(" wait ") && header.ends_with(" changes waiting"), "{header}");
        }
        Trouble::Flood(Some(_)) => assert!(header.ends_with(" changes waiting · ctrl-r sends"), "{header}"),
        Trouble::Silence { .. } => assert!(header.contains(" sending "), "{header}"),
        _ => {}
    }
    table.sim.run(Duration::from_secs(9)).await;
    if offline {
        table.sim.network.writes(None);
    }
}

/// The fault hits the write itself, after its first byte. Proves R-51.
#[test]
fn every_write_that_meets_a_fault_ends_as_the_table_says() {
    in_paused_time(&FAULTS, &async |fault| {
        let mut table = Table::laid().await;
        strike(&mut table, fault).await;
        table.finish().await;
        check(&table, fault.name, |verb| expected(class(verb), fault.fate)).await
    });
}

/// The same faults, with a restart of the program while writes are being sent, being checked and waiting.
#[test]
fn every_write_that_meets_a_fault_ends_the_same_over_a_restart() {
    in_paused_time(&FAULTS, &async |fault| {
        let mut table = Table::laid().await;
        strike(&mut table, fault).await;
        table.sim.at_rest().await;
        table.sim.restart();
        table.finish().await;
        check(&table, fault.name, |verb| expected(class(verb), fault.fate)).await
    });
}

/// The fault comes before the write is in the journal: for 20 seconds nothing can be read.
#[test]
fn every_write_goes_out_once_although_nothing_can_be_read_before_it() {
    in_paused_time(&FAULTS, &async |fault| {
        let mut table = Table::laid().await;
        table.sim.network.reads(Some(fault.trouble));
        table.confirm(|_| true);
        table.sim.run(Duration::from_secs(20)).await;
        // A value the token may not read is left out, and the write is sent without it.
        let goes_without = matches!(fault.trouble, Trouble::Says { status: 403 | 404, .. });
        for verb in READ_FIRST {
            assert_eq!(table.sim.network.count(verb).sent > 0, goes_without, "{verb:?}, {}", fault.name);
        }
        table.sim.network.reads(None);
        table.finish().await;
        check(&table, fault.name, |_| expected(Class::Mark, Fate::Later)).await
    });
}

/// The fault comes while writes are settled: each is carried out 20 seconds after its answer was lost, and meanwhile
/// nothing can be read. Proves R-52.
#[test]
fn no_write_is_reported_wrongly_if_nothing_can_be_read_while_it_is_settled() {
    in_paused_time(&FAULTS, &async |fault| {
        let mut table = Table::laid().await;
        table.sim.network.first(Trouble::Late);
        table.confirm(|_| true);
        while table.verbs().iter().any(|verb| table.sim.network.count(*verb).sent == 0) {
            table.sim.run(Duration::from_millis(200)).await;
        }
        table.sim.network.reads(Some(fault.trouble));
        table.sim.run(Duration::from_secs(30)).await;
        table.sim.network.reads(None);
        table.finish().await;
        let gone = matches!(fault.trouble, Trouble::Says { status: 404, .. });
        check(&table, fault.name, |verb| {
            let end = expected(class(verb), Fate::Lost(true));
            match class(verb) {
                // All readings of the newest mail may be over before a new mail shows up.
                Class::Mail => End { states: &[State::SettledApplied, State::GivenUp], ..end },
                Class::Mark if gone => End { states: &[State::SettledApplied, State::GivenUp], ..end },
                _ => end,
            }
        })
        .await
    });
}

/// The program is killed before or after the first byte of a write; after the restart each write has an unknown
/// outcome. Proves R-50 and R-70.
#[test]
fn every_write_that_was_under_way_when_the_program_was_killed_is_settled() {
    in_paused_time(&[false, true], &async |applied| {
        let mut table = Table::laid().await;
        table.sim.network.first(Trouble::Silence { applied: *applied });
        for verb in table.verbs() {
            if verb == Verb::UNDO_VERSION {
                // Undoing a version sets the account's values, so the outcome of the save before it must be known
                // first.
                table.sim.run(Duration::from_secs(5 * 60)).await;
            }
            table.confirm(|known| known == verb);
            while table.sim.network.count(verb).sent == 0 {
                table.sim.run(Duration::from_millis(100)).await;
            }
            table.sim.run(Duration::from_millis(500)).await;
            table.sim.restart();
        }
        table.finish().await;
        check(&table, "killed", |verb| expected(class(verb), Fate::Lost(*applied))).await
    });
}
