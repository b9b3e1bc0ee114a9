//! Home: every figure has its list, leads are answered in place, and nothing moves while the user acts.

use parkade::screens::ALL;
use parkade::store::writes::intent::SetMark;
use parkade::store::{Intent, Mark, Tab};
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::inbox::{arrival, fill, first_page, rates, rows, unsent_page, walk};
use crate::support::{findings, portfolio, senders};

/// Home over an inbox of seven, three of them not mailed, and a portfolio.
pub(super) fn home() -> Story {
    let mut story = Story::new(ALL);
    story.size(90, 60).open("home", "");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    portfolio::all(&mut story);
    senders::fill_with(&mut story, &[]);
    story.answer(&first_page(Tab::Unsent), &unsent_page(&rows()[2..5], 3, [1, 2, 0, 0, 1]));
    story.sent();
    story
}

/// The line under the cursor.
fn here(story: &mut Story) -> String {
    let frame = story.snap_screen();
    frame.lines().find_map(|line| line.strip_prefix('▌')).unwrap_or_default().trim().to_owned()
}

/// Goes to the line with these words.
pub(super) fn find(story: &mut Story, words: &str) -> String {
    story.keys("g g");
    for _ in 0..40 {
        let line = here(story);
        if line.contains(words) {
            return line;
        }
        story.keys("j");
    }
    panic!("{words}: {}", story.snap());
}

/// The rows of the list in front.
fn rows_of_list(story: &mut Story) -> usize {
    let frame = story.snap_screen();
    let lines: Vec<&str> = frame.lines().collect();
    let head = lines.iter().position(|line| line.contains("domain ") && !line.contains('·')).unwrap_or(lines.len());
    let body = lines.iter().skip(head + 1).take(lines.len().saturating_sub(head + 3));
    body.take_while(|line| !line.trim().is_empty()).count()
}

#[test]
fn every_figure_opens_a_list_of_that_length() {
    let mut story = home();
    story.keys("G");
    let mut tried = Vec::new();
    for _ in 0..40 {
        let line = here(&mut story);
        if tried.contains(&line) {
            break;
        }
        let figure = line.trim_start_matches(|c: char| !c.is_ascii_digit()).split_whitespace().next();
        let figure: usize = figure.and_then(|word| word.parse().ok()).unwrap_or_default();
        // Skip lines that open no list: the profile, and leads, which begin with their score.
        if !line.contains("parking email") && !line.contains("  $") && !line.contains(" ago ") {
            story.keys("enter");
            assert_ne!(story.shell.current(), Some("home"), "{line}");
            assert_eq!(rows_of_list(&mut story), figure, "{line}\n{}", story.snap());
            story.open("home", "");
        }
        tried.push(line);
        if here(&mut story).contains("solarpark.de") {
            break;
        }
        story.keys("k");
        if here(&mut story).contains('@') || here(&mut story).contains("confirmed +") {
            break;
        }
    }
    assert!(tried.len() > 4, "{tried:?}");
}

#[test]
fn the_best_lead_is_first_and_is_archived_in_place() {
    let mut story = home();
    assert!(here(&mut story).contains("solarpark.de"), "{}", story.snap());
    story.keys("a");
    let sent = story.sent();
    let archive = Intent::Mark(SetMark { ids: vec![parkade::base::Id::new(112)], mark: Mark::Archived, to: true });
    assert!(sent.contains(&Effect::Write(archive)), "{sent:?}");
    let frame = story.snap();
    let first = frame.lines().find(|line| line.contains("solarpark.de")).unwrap_or_default();
    assert!(first.contains("archived"), "it keeps its place and says what became of it: {frame}");
    assert!(here(&mut story).contains("greenhaus.com"), "the next lead has the cursor: {}", story.snap());
    story.keys("k a");
    let again = here(&mut story);
    assert!(again.contains("solarpark.de") && !again.contains("archived"), "a second a brings it back: {again}");
}

#[test]
fn a_lead_that_is_snoozed_gives_the_cursor_to_the_next_one_and_dims() {
    let mut story = home();
    story.keys("z enter");
    let frame = story.snap();
    let first = frame.lines().find(|line| line.contains("solarpark.de")).unwrap_or_default();
    assert!(first.contains("snoozed"), "{frame}");
    assert!(here(&mut story).contains("greenhaus.com"), "{}", story.snap());
    story.keys("u");
    let back = story.snap();
    assert!(back.lines().any(|line| line.contains("solarpark.de") && line.contains("confirmed +15")), "{back}");
    assert!(here(&mut story).contains("greenhaus.com"), "an undo moves no cursor: {}", story.snap());
}

#[test]
fn a_lead_that_comes_between_two_keys_moves_nothing() {
    let mut story = home();
    story.keys("j");
    let before = here(&mut story);
    let mut more = vec![arrival(140, 1)];
    more.extend(rows());
    walk(&mut story, &more);
    assert_eq!(here(&mut story), before);
    assert!(!story.snap().contains("newcomer.com"), "{}", story.snap());
    // Wait until the message about the arrival is gone.
    story.wait(10_000);
    assert!(story.snap().contains("1 new lead · R brings them in"), "{}", story.snap());
    story.keys("R");
    assert!(story.snap().contains("newcomer.com"), "{}", story.snap());
}

#[test]
fn leads_compared_by_the_rates_of_the_configuration_say_so() {
    let mut story = home();
    assert!(!story.snap().contains("by your rates"), "{}", story.snap());
    story.store.session_mut().rates = rates();
    walk(&mut story, &[arrival(140, 1)].into_iter().chain(rows()).collect::<Vec<_>>());
    assert!(story.snap().contains("scored by your rates"), "{}", story.snap());
}

#[test]
fn changed_weights_count_once_the_leads_they_move_were_seen() {
    let mut story = home();
    story.sync();
    let before = here(&mut story);
    assert!(story.prefs.weights.set("amount", 0) && story.prefs.weights.set("confirmed", 90));
    story.sync();
    assert_eq!(here(&mut story), before, "nothing moves before they are kept");
    assert!(story.snap().contains("The weights in config.toml changed · :weights shows"), "{}", story.snap());
    story.line("weights");
    let frame = story.snap();
    assert!(frame.contains("Offer 30 → 0, Email confirmed 15 → 90.") && frame.contains("solarpark.de"), "{frame}");
    story.wait(500).keys("n");
    assert_eq!(here(&mut story), before);
    story.line("weights").wait(500).keys("y");
    assert_ne!(here(&mut story), before, "{}", story.snap());
    assert!(!story.snap().contains("changed · :weights"), "{}", story.snap());
    story.line("weights");
    assert!(story.snap().contains("by the weights of config.toml already"), "{}", story.snap());
    story.keys("u");
    assert_eq!(here(&mut story), before, "the weights before are back");
}

#[test]
fn an_inquiry_opened_from_home_leads_back_to_it() {
    let mut story = home();
    story.keys("enter");
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert!(story.snap().contains("solarpark.de"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("home"), "{}", story.snap());
}

#[test]
fn tab_goes_from_part_to_part() {
    let mut story = home();
    let first = here(&mut story);
    story.keys("tab");
    assert!(here(&mut story).contains("new inquiries"), "{}", story.snap());
    story.keys("shift-tab");
    assert_eq!(here(&mut story), first);
}

/// The titles of the parts in their order.
fn titles(story: &mut Story) -> Vec<&'static str> {
    let frame = story.snap_screen();
    let all = ["Answer first", "New", "Held back", "Look after", "30 days"];
    let mut found: Vec<(usize, &str)> = all
        .into_iter()
        .filter_map(|title| Some((frame.lines().position(|line| line.trim_start().starts_with(title))?, title)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, title)| title).collect()
}

#[test]
fn parts_of_home_are_hidden_and_moved_and_stay_so() {
    let mut story = home();
    assert_eq!(titles(&mut story), ["Answer first", "New", "Held back", "Look after", "30 days"]);
    story.keys("C");
    assert!(story.snap().contains("Parts of the page"), "{}", story.snap());
    story.keys("esc").line("home.parts held");
    assert_eq!(titles(&mut story), ["Answer first", "New", "Look after", "30 days"]);
    story.keys("g g K");
    assert!(story.snap().contains("This is the first part."), "{}", story.snap());
    story.keys("J");
    assert_eq!(titles(&mut story), ["New", "Answer first", "Look after", "30 days"]);
    assert!(here(&mut story).contains("solarpark.de"), "the cursor goes with it: {}", story.snap());
    story.keys("2").open("home", "").line("home.parts held");
    assert_eq!(titles(&mut story), ["New", "Answer first", "Held back", "Look after", "30 days"]);
}

#[test]
fn new_inquiries_are_announced_while_home_is_in_front() {
    let mut story = home();
    let mut more = vec![arrival(140, 1)];
    more.extend(rows());
    walk(&mut story, &more);
    assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Tell(_))), "{}", story.snap());
}

#[test]
fn the_buyer_of_a_lead_is_opened_and_its_score_pinned_with_a_reason() {
    let mut story = home();
    story.keys("g b");
    assert!(
        story.snap().contains("anna@nordvind.example") && story.shell.current() == Some("buyer"),
        "{}",
        story.snap()
    );
    story.keys("-").open("home", "");
    story.keys("+ -");
    assert!(story.snap().contains(": pin down"), "{}", story.snap());
    story.keys("esc").line("pin down writes to everybody");
    assert!(story.snap().contains("pinned down: writes to everybody"), "{}", story.snap());
    story.line("redact on").keys("g b");
    assert!(story.snap().contains("names no address"), "{}", story.snap());
}

/// Lists are read at different times, so the inquiry announced last need not be the newest.
#[test]
fn an_inquiry_older_than_one_announced_is_announced_too_and_each_once() {
    let mut story = home();
    let mut all = rows();
    for (id, minutes) in [(141, 3), (140, 1), (139, 2)] {
        all.insert(0, arrival(id, minutes));
        walk(&mut story, &all);
        let sent = story.sent();
        let told: Vec<i64> = sent
            .iter()
            .filter_map(|effect| if let Effect::Tell(news) = effect { Some(&news.inquiries) } else { None })
            .flat_map(|inquiries| inquiries.iter().map(|inquiry| inquiry.inquiry_id))
            .collect();
        assert_eq!(told, [id]);
    }
}

#[test]
fn findings_are_in_the_order_of_what_is_at_stake() {
    let mut story = home();
    let frame = story.snap();
    let at = |words: &str| frame.find(words).unwrap_or_else(|| panic!("{words}: {frame}"));
    assert!(at("verified domain priced below a lowest or open offer") < at("domains not verified"), "{frame}");
}

/// Figure of the line with these words, as Home shows it; `None` where there is no such line, or it is done with.
fn figure(story: &mut Story, words: &str) -> Option<usize> {
    let frame = story.snap_screen();
    let line = frame.lines().find(|line| line.contains(words))?;
    line.trim_start_matches('▌').split_whitespace().next()?.parse().ok().filter(|figure| *figure > 0)
}

pub(super) const UNVERIFIED: &str = "domains not verified";

pub(super) fn on(words: &str) -> Story {
    let mut story = home();
    findings::visits(&mut story, &[("greenhaus.com", 40), ("fjordtours.no", 12)]);
    find(&mut story, words);
    story
}

#[test]
fn a_finding_is_ignored_for_its_names_and_undone() {
    let mut story = on(UNVERIFIED);
    story.keys("i");
    assert!(story.snap().contains("These 2 names"), "{}", story.snap());
    story.keys("enter");
    assert_eq!(figure(&mut story, UNVERIFIED), None, "{}", story.snap());
    assert_eq!(figure(&mut story, "not verified, but asked for"), None, "part of the same names: {}", story.snap());
    assert_eq!(figure(&mut story, "settled findings"), Some(2), "{}", story.snap());
    story.keys("u");
    assert_eq!(figure(&mut story, UNVERIFIED), Some(2), "{}", story.snap());
    story.keys("U");
    assert_eq!(figure(&mut story, "settled findings"), Some(2), "{}", story.snap());
    story.open("settled", "");
    story.keys("d").open("home", "");
    assert_eq!(figure(&mut story, "settled finding"), Some(1), "{}", story.snap());
    assert_eq!(figure(&mut story, "domain not verified"), Some(1), "{}", story.snap());
}

#[test]
fn a_settled_finding_stays_dimmed_in_its_place_until_the_page_is_renewed() {
    let mut story = on(UNVERIFIED);
    let line = |story: &mut Story| story.snap().lines().position(|line| line.contains("domains not verified "));
    let place = line(&mut story);
    story.keys("i enter");
    assert_eq!(line(&mut story), place, "{}", story.snap());
    let frame = story.snap();
    let settled = frame.lines().nth(place.expect("a line")).unwrap_or_default();
    assert!(settled.contains("0  domains not verified") && settled.contains("done or settled"), "{settled}");
    assert!(!here(&mut story).contains("domains not verified "), "the next line has the cursor: {}", story.snap());
    story.keys("R");
    assert_eq!(line(&mut story), None, "{}", story.snap());
}

#[test]
fn an_ignored_finding_comes_back_when_its_facts_worsen() {
    let ignored = || {
        let mut story = on(UNVERIFIED);
        story.keys("i enter");
        assert_eq!(figure(&mut story, UNVERIFIED), None, "{}", story.snap());
        story
    };
    // Twice the visits bring the finding back.
    let mut story = ignored();
    findings::visits(&mut story, &[("fjordtours.no", 23)]);
    assert_eq!(figure(&mut story, "settled findings"), Some(2), "{}", story.snap());
    findings::visits(&mut story, &[("fjordtours.no", 24)]);
    assert_eq!(figure(&mut story, "settled finding"), Some(1), "{}", story.snap());
    // An offer that came later brings it back.
    let mut story = ignored();
    story.now = parkade::base::Timestamp(story.now.0 + 600);
    let mut offer = arrival(140, -5);
    offer["domain"] = "fjordtours.no".into();
    let mut more = vec![offer];
    more.extend(rows());
    walk(&mut story, &more);
    assert_eq!(figure(&mut story, "settled finding"), Some(1), "{}", story.snap());
    // Another name with the finding is shown at once.
    let mut story = ignored();
    let mut names = portfolio::mine();
    names.push(portfolio::row(8, "zeder.de", "zeder.de", "unverified", false, None, ().into(), ().into()));
    portfolio::fill(&mut story, parkade::api::domains::Tab::MyDomains, &names);
    assert_eq!(figure(&mut story, "domain not verified"), Some(1), "{}", story.snap());
}

#[test]
fn an_ignored_kind_of_finding_returns_with_more_names() {
    let mut story = on(UNVERIFIED);
    story.keys("i j enter");
    assert_eq!(figure(&mut story, UNVERIFIED), None, "{}", story.snap());
    assert_eq!(figure(&mut story, "settled finding"), Some(1), "{}", story.snap());
    let mut names = portfolio::mine();
    names.push(portfolio::row(8, "zeder.de", "zeder.de", "unverified", false, None, ().into(), ().into()));
    portfolio::fill(&mut story, parkade::api::domains::Tab::MyDomains, &names);
    let unverified: Vec<_> = names.iter().filter(|row| row["state"] == "unverified").cloned().collect();
    portfolio::fill(&mut story, parkade::api::domains::Tab::Unverified, &unverified);
    assert_eq!(figure(&mut story, UNVERIFIED), Some(3), "{}", story.snap());
    assert_eq!(figure(&mut story, "settled finding"), None, "{}", story.snap());
}

#[test]
fn a_finding_is_put_off_until_a_time() {
    let mut story = on(UNVERIFIED);
    story.keys("z");
    assert!(story.snap().contains("Another time"), "{}", story.snap());
    story.keys("j enter");
    assert_eq!(figure(&mut story, "settled findings"), Some(2), "{}", story.snap());
    story.now = parkade::base::Timestamp(story.now.0 + 2 * 86_400);
    story.sync();
    assert_eq!(figure(&mut story, UNVERIFIED), Some(2), "{}", story.snap());
}

#[test]
fn the_first_run_ends_with_the_goals_until_esc() {
    let mut story = home();
    let goals = ["answer", "rescue", "price", "verify", "watch", "undo"];
    let shown = |story: &mut Story| {
        let frame = story.snap_screen();
        let first: Vec<&str> = frame.lines().filter_map(|line| line.split_whitespace().next()).collect();
        goals.iter().filter(|goal| first.contains(goal)).count()
    };
    assert_eq!(shown(&mut story), 0);
    story.open("home", "goals");
    assert_eq!(shown(&mut story), goals.len(), "{}", story.snap());
    assert!(here(&mut story).contains("solarpark.de"), "the work has the cursor: {}", story.snap());
    story.keys("2").open("home", "");
    assert_eq!(shown(&mut story), goals.len(), "they stay until they were read");
    let frame = story.size(80, 24).snap();
    assert!(frame.contains(" answer r   rescue :unsent   price 4 $   verify 4 V   watch 5   undo u"), "{frame}");
    story.keys("esc");
    assert!(story.snap().contains("The goals are hidden · u undo"), "{}", story.snap());
    story.size(120, 40);
    assert_eq!(shown(&mut story), 0, "{}", story.snap());
    story.keys("2").open("home", "");
    assert_eq!(shown(&mut story), 0, "and do not come back");
}
