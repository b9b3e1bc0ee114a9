//! Tests of Home with the real program: a morning's work from its lines, a run continued after a restart, and what
//! counts as seen.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 40);
/// Most presses of `j` in a search for a line.
const LINES: usize = 60;

/// True when everything was read.
fn is_final(screen: &str) -> bool {
    screen.contains(" wait for an answer") && screen.contains("read ") && !screen.contains("reading")
}

fn open(home: &Home, url: &str, further: &[(&str, &str)]) -> Session {
    let mut extra = vec![("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", "full")];
    extra.extend_from_slice(further);
    let session = Session::start(home, &["--screen", "home"], &extra, SIZE);
    session.wait("the digest", is_final);
    session
}

/// Line under the cursor.
fn here(screen: &str) -> String {
    screen.lines().find(|line| line.starts_with('▌')).unwrap_or_default().trim_end().to_owned()
}

/// Moves down to the next line that contains `words`.
fn walk_to(session: &mut Session, words: &str) {
    for _ in 0..LINES {
        let screen = session.text();
        let before = here(&screen);
        if before.contains(words) {
            return;
        }
        session.keys("j");
        session.wait("the next line", |screen| here(screen) != before);
    }
    panic!("no line says {words}:\n{}", session.text());
}

/// Number before these words, in the only line that contains them.
fn figure(screen: &str, words: &str) -> Option<u64> {
    let line = screen.lines().find(|line| line.contains(words))?;
    let before = line.split(words).next().unwrap_or_default();
    before.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

fn wait_for(sandbox: &Sandbox, what: &str, done: impl Fn(&[String]) -> bool) {
    let until = Instant::now() + LIMIT;
    while !done(&sandbox.writes()) {
        assert!(Instant::now() < until, "waited for {what}: {:?}", sandbox.writes());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_morning_from_home_answers_rescues_snoozes_prices_and_settles() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    home.write("config/templates", "plain.txt", "Subject: {domain}\n\nHello {first_name},\n");
    let editor = home.script("editor", "echo 'Yes, it is for sale.' >> \"$1\"");
    home.script("xdg-open", "exit 0");
    let path = format!("{}:{}", home.folder("bin").display(), std::env::var("PATH").unwrap_or_default());
    let url = sandbox.url();
    let mut session = open(&home, &url, &[("EDITOR", &editor), ("PATH", &path)]);
    let now = |session: &Session, words: &str| figure(&session.text(), words).expect("a line of the page");
    let waiting = now(&session, " inquiries wait for an answer");

    // Answer the best lead. A lead under the cursor shows the reasons of its score.
    session.wait("the leads in their order", |screen| here(screen).contains(" +"));
    session.keys("r");
    session.wait_text("Open in your mail program");
    session.keys("\r");
    session.wait_text("Opened in your mail program");
    session.keys("j\r");
    session.wait_text("what is next?");
    session.keys("n");
    session.wait("one waits less", |screen| {
        !screen.contains("what is next?") && figure(screen, " inquiries wait for an answer") == Some(waiting - 1)
    });

    // The cursor is on the next lead; snooze it.
    session.wait("the next lead", |screen| !here(screen).contains("answered"));
    session.keys("z");
    session.wait_text("Snooze");
    session.keys("\r");
    session.wait("it is said", |screen| screen.contains("snoozed") && !here(screen).contains("snoozed"));
    session.wait("two wait less", |screen| figure(screen, " inquiries wait for an answer") == Some(waiting - 2));

    // Have an offer emailed that was held back.
    let held = now(&session, " offers were not emailed to you");
    walk_to(&mut session, " offers were not emailed to you");
    session.keys("\r");
    session.wait_text(&format!("offer:any · {held} of"));
    session.keys("R");
    session.wait_text("y email it");
    session.keys("y");
    wait_for(&sandbox, "the email", |writes| writes.iter().any(|write| write.contains("parking/inquiry/")));
    session.keys("1");
    session.wait("one is held back less", |screen| figure(screen, " offers were not emailed to you") == Some(held - 1));

    // Set a price for a domain that buyers ask for.
    let asked = " domains for sale without a BIN price, asked for in 90 days";
    let bare = now(&session, asked);
    walk_to(&mut session, asked);
    session.keys("\r");
    session.wait_text(&format!("finding:no_price_asked · {bare} of"));
    session.line("price 1250");
    session.wait_text("Nothing has been saved yet");
    session.keys("\x13");
    session.wait_text("y save it");
    session.keys("y");
    wait_for(&sandbox, "the price", |writes| writes.iter().any(|write| write.contains("settings")));
    session.wait("the list again", |screen| screen.contains("finding:no_price_asked"));
    session.keys("1");
    session.wait("one has a price more", |screen| is_final(screen) && figure(screen, asked) == Some(bare - 1));

    // Settle a finding that is to stay as it is.
    walk_to(&mut session, " domains not verified  ");
    session.keys("i");
    session.wait_text("These ");
    session.keys("\r");
    session.wait("the finding is settled", |screen| figure(screen, " domains not verified  ") == Some(0));
    session.line("settled");
    session.wait_text("domain not verified");
    session.line("quit");
    assert!(session.wait_end().success());
}

#[test]
fn a_run_left_by_the_end_of_the_program_goes_on_in_the_next() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    let url = sandbox.url();
    let mut session = open(&home, &url, &[]);
    session.line("morning");
    session.wait_text("Morning run · Answer · 1 of ");
    session.keys("a");
    session.wait_text("Answer · 2 of ");
    session.keys(" ");
    session.wait_text("Answer · 3 of ");
    wait_for(&sandbox, "the archive", |writes| !writes.is_empty());
    session.line("quit");
    assert!(session.wait_end().success());
    let mut session = open(&home, &url, &[]);
    session.wait_text(" to decide");
    session.keys("k");
    session.wait_text("enter resumes the run");
    session.keys("\r");
    let screen = session.wait_text("Answer · 3 of ");
    assert!(screen.contains("1 decided"), "{screen}");
    session.keys("\x1b");
    session.wait_text("enter resumes the run");
}

#[test]
fn a_search_hit_leads_to_the_message_to_its_domain_and_back() {
    let sandbox = Sandbox::with(&["--domains", "120", "--inquiries", "60", "--emails", "300", "--seed", "7"]);
    let home = Home::new();
    let url = sandbox.url();
    let mut session = open(&home, &url, &[]);
    session.keys("3");
    session.wait("the list of messages", |screen| screen.contains("Inbox 1"));
    session.keys("0");
    session.keys("invoice");
    session.wait("messages that are found", |screen| screen.contains("Mail") && screen.matches("nvoice").count() > 2);
    session.keys("\r");
    session.wait_text("Before you read caught mail");
    session.keys("\x1b");
    session.wait("the message", |screen| screen.contains("Headers") && !screen.contains("Reading the message"));
    session.keys("gd");
    session.wait("its domain", |screen| screen.contains("Overview") && screen.contains("Status"));
    session.keys("-");
    session.wait("the message again", |screen| screen.contains("Headers"));
    session.keys("-");
    session.wait("what was found", |screen| screen.contains("invoice"));
}

/// Neither a crash nor a run too short to be read makes new inquiries count as seen.
#[test]
fn a_new_inquiry_stays_new_until_it_was_seen() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    let url = sandbox.url();
    let mut session = open(&home, &url, &[]);
    let noted = |home: &Home| {
        run(home, &["notes", "export"], &[("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")]).out
    };
    // The page was shown long enough to be read.
    let until = Instant::now() + LIMIT;
    while !noted(&home).contains("\"visits\"") {
        assert!(Instant::now() < until, "the visit is noted: {}", noted(&home));
        std::thread::sleep(Duration::from_millis(200));
    }
    session.line("quit");
    assert!(session.wait_end().success());
    sandbox.arrive(3);
    for kill in [true, false] {
        let mut session = open(&home, &url, &[]);
        session.wait("what came", |screen| screen.contains("3 new inquiries") || screen.contains("3  new inquiries"));
        if kill {
            session.kill();
        } else {
            session.line("quit");
            assert!(session.wait_end().success());
        }
    }
    let mut session = open(&home, &url, &[]);
    session.wait("still new", |screen| figure(screen, " new inquiries") == Some(3));
    let json = run(&home, &["digest", "--json"], &[("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")]);
    let told: Value = serde_json::from_str(&json.out).unwrap_or_else(|error| panic!("{error}: {json:?}"));
    assert!(told != json!({}), "{told}");
    session.line("quit");
    assert!(session.wait_end().success());
}

/// Lists that the program has read to their end are whole for `parkade digest`, while the program is open and after
/// it.
#[test]
fn the_digest_has_the_figures_of_the_page() {
    let (sandbox, home) = (Sandbox::with(&["--domains", "150", "--inquiries", "300"]), Home::new());
    let url = sandbox.url();
    let mut session = open(&home, &url, &[]);
    let held = "offers were not emailed";
    // The reports of the most visited names that fit on the page were read. Their number depends on the lines above
    // them, which vary with the time of day.
    let days_read = |screen: &str| {
        let mut lines = screen.lines().skip_while(|line| !line.contains("Most visited")).skip(1).peekable();
        lines.peek().is_some()
            && lines
                .take_while(|line| !line.trim().is_empty() && !line.contains('↓'))
                .all(|line| line.contains(|bar| ('▁'..='█').contains(&bar)))
    };
    session.wait("the whole page", |screen| {
        figure(screen, held).is_some()
            && ![held, " live", " wait for an answer", " to decide"].iter().any(|words| is_part(screen, words))
            && screen.contains("that repeat the account's")
            && days_read(screen)
    });
    let screen = session.text();
    let told = || {
        let json = run(&home, &["digest", "--json"], &[("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")]);
        serde_json::from_str::<Value>(&json.out).unwrap_or_else(|error| panic!("{error}: {json:?}"))
    };
    let is_same = |told: &Value| screen.contains(&format!(" · {} to decide", told["to_decide"]));
    let until = Instant::now() + LIMIT;
    let mut open = told();
    while !is_same(&open) {
        assert!(Instant::now() < until, "{}\n{screen}", open["to_decide"]);
        std::thread::sleep(Duration::from_millis(200));
        open = told();
    }
    has_figures_of(&open, &screen);
    session.line("quit");
    assert!(session.wait_end().success());
    let left = told();
    assert!(is_same(&left), "{}\n{screen}", left["to_decide"]);
    has_figures_of(&left, &screen);
}

/// True when a line of the page shows only a part.
fn is_part(screen: &str, words: &str) -> bool {
    let before = screen.lines().find_map(|line| line.split_once(words)).map(|(before, _)| before.to_owned());
    before.is_some_and(|before| before.contains('≥'))
}

/// Compares a digest with the lines that fit on the page.
fn has_figures_of(told: &Value, screen: &str) {
    let lines = told["lines"].as_array().expect("lines");
    // The words at the end of a line are shown as far as they fit.
    let beside = |part: &str, words: &str| {
        let line = part.lines().find_map(|line| line.split_once(words)).map(|(_, rest)| rest.trim_end());
        let shown = line.and_then(|rest| rest.rsplit("  ").next()).unwrap_or_default();
        shown.trim_end_matches('…').trim().to_owned()
    };
    let visited = screen.find("Most visited").map_or("", |at| &screen[at..]);
    let mut shown = 0;
    for line in lines.iter().filter(|line| line["figure"].as_u64() > Some(0)) {
        // The words of one line may be the beginning of another's, so include the blanks around them.
        let words = &format!("  {}  ", line["words"].as_str().expect("words"));
        // A visited name may also be a lead's, so look only in its own block.
        let part = if line["block"].as_str().is_some_and(|block| block.starts_with("Most visited")) {
            visited
        } else {
            screen
        };
        if let Some(figure) = figure(part, words) {
            let whole = !is_part(part, words);
            assert_eq!(
                (line["figure"].as_u64(), line["complete"].as_bool()),
                (Some(figure), Some(whole)),
                "{line}\n{screen}"
            );
            let told = line["beside"].as_str().expect("words");
            // If not all parts fit, the less important ones are left out.
            let parts = beside(part, words);
            assert!(parts.split(", ").all(|part| told.contains(part)), "{parts}: {line}\n{screen}");
            shown += 1;
        }
    }
    assert!(shown >= 5, "{shown} of {lines:?}\n{screen}");
}
