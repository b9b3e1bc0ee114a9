//! Functions of the program around the screens: saved views, going to a thing by its name.

use parkade::api::domains::Tab;
use parkade::base::Timestamp;
use parkade::screens::ALL;
use parkade::store::{DomainTab, Tab as InquiryTab};
use parkade::ui::shell::{Connection, ShellOptions};
use parkade::ui::testing::Story;

use crate::support::inbox::{fill, open_inbox, rows};
use crate::support::portfolio;

#[test]
fn a_filter_that_finds_nothing_says_why_no_more_names_come() {
    let mut story = Story::new(ALL);
    story.open("domains", "");
    portfolio::fill_of(&mut story, Tab::MyDomains, &portfolio::mine(), 2_681);
    let long = "the service answered with a web page".to_owned();
    let again = Some(Timestamp(story.now.0 + 20));
    story.status.connection = Connection::Failing { short: "web page".to_owned(), long, again };
    story.line("filter zimi").wait(1_000);
    let frame = story.snap();
    assert!(frame.contains("The service answered with a web page; next try in 19 seconds"), "{frame}");
    assert!(frame.contains("No match for zimi so far · 7 of 2,681 read"), "{frame}");
    assert!(frame.contains("zimi · 7 of 2,681 read") && !frame.contains("0 of 2,681"), "{frame}");
    assert!(!frame.lines().next().unwrap_or_default().contains("live"), "{frame}");
    story.line("messages");
    assert!(story.snap().contains("The service answered with a web page; reads are tried again."), "{}", story.snap());
    story.keys("esc");
    story.status.connection = Connection::Live { heard: None };
    assert!(!story.snap().contains("web page"), "{}", story.snap());
}

#[test]
fn help_offers_the_tour_first() {
    let mut story = open_inbox(24);
    story.size(80, 24).keys("?");
    assert!(story.snap().contains("Start here"), "{}", story.snap());
    story.keys("enter");
    let page = story.snap();
    for words in ["choose a template", "Mark as sent", "u undoes", "any command by its name"] {
        assert!(page.contains(words), "{words}:\n{page}");
    }
    story.keys("esc esc").line("help export");
    assert!(story.snap().contains(":export domains"), "{}", story.snap());
}

#[test]
fn the_line_completes_the_filter_of_a_screen_that_is_not_in_front() {
    let mut story = open_inbox(24);
    story.keys(":").typed("dom leng").keys("tab");
    assert!(story.snap().contains(": dom length:"), "{}", story.snap());
    story.keys("esc : ").typed("jobs x").keys("tab");
    assert!(story.snap().contains("Nothing to complete here."), "{}", story.snap());
}

#[test]
fn a_list_is_saved_as_a_view_and_opened_again_with_its_order() {
    let mut story = open_inbox(40);
    story.keys("F");
    assert!(story.snap().contains("Save what is shown now"), "{}", story.snap());
    story.keys("esc").line("tab unread").line("filter offer:>500").line("sort offer desc");
    story.keys("F enter").typed("hot leads").keys("enter");
    assert_eq!(
        story.store.session().views.get("inquiries", "hot leads").map(|view| view.line.as_str()),
        Some("unread offer:>500 sort:offer,desc")
    );
    let shown = story.snap();
    story.line("tab active").keys("esc").line("sort age desc");
    assert!(!story.snap().contains("offer:>500"));
    story.keys("F");
    let menu = story.snap();
    assert!(menu.contains("hot leads") && menu.contains("2  ·  unread offer:>500"), "how many rows it holds:\n{menu}");
    story.keys("g enter");
    assert!(story.snap().contains("offer:>500 ·") && story.snap().contains("offer ↓"), "{}", story.snap());
    assert_eq!(story.snap().lines().nth(3), shown.lines().nth(3));
    // A view is also opened by its name alone, when its screen is opened.
    story.line("tab all").keys("esc").line("view load Hot Leads");
    assert!(story.snap().contains("offer:>500"), "{}", story.snap());
    story.open("inquiries", "active").open("inquiries", "hot leads");
    assert!(story.snap().contains("offer:>500"), "{}", story.snap());
    story.line("view rm hot leads").line("view load hot leads");
    assert!(story.snap().contains("Unknown view “hot leads”. No view of this list is saved yet."), "{}", story.snap());
}

#[test]
fn views_of_other_screens_are_listed_after_those_of_this_one_and_open_theirs() {
    let mut story = open_inbox(40);
    story.line("view save hot");
    story.open("domains", "");
    portfolio::all(&mut story);
    story.line("filter bin:>1000USD").line("view save dear");
    // The view counts the rows that the list shows, also where prices are compared.
    assert_eq!(portfolio::names(&story, DomainTab::MyDomains).len(), 7);
    story.keys("F");
    let menu = story.snap();
    let lines: Vec<&str> = menu.lines().filter(|line| line.contains("  ·  ")).collect();
    assert!(lines[0].contains("dear") && lines[0].contains("3  ·  mine bin:>1000USD"), "{menu}");
    assert!(lines[1].contains("Inquiries: hot") && lines[1].contains("7  ·  active"), "{menu}");
    story.keys("down enter");
    assert_eq!(story.shell.current(), Some("inquiries"), "{}", story.snap());
    // A screen without a list has views, too.
    story.open("home", "").keys("F");
    let menu = story.snap();
    assert!(menu.contains("Inquiries: hot") && menu.contains("Domains: dear"), "{menu}");
    assert!(!menu.contains("Save what is shown now"), "{menu}");
}

/// Filters by amount need the currency of the profile, those by score the leads: a screen that was never in front has
/// neither.
#[test]
fn the_count_of_a_view_is_right_before_its_screen_was_in_front() {
    let mut story = open_inbox(40);
    portfolio::account_in_dollars(&mut story);
    let counts = |story: &mut Story| {
        let menu = story.keys("F").snap();
        story.keys("esc");
        let lines = menu.lines().filter_map(|line| line.split_once("  ·  "));
        lines.map(|(before, _)| before.trim().to_owned()).collect::<Vec<_>>()
    };
    for (name, filter) in [("dear", "offer:>1000"), ("hot", "score:>60")] {
        story.line(&format!("filter {filter}")).line(&format!("view save {name}")).keys("esc");
    }
    let here = counts(&mut story);
    let views = story.store.session().views.clone();
    let mut other = Story::new(ALL);
    fill(&mut other, InquiryTab::Active, &rows());
    portfolio::account_in_dollars(&mut other);
    other.store.session_mut().views = views;
    other.open("home", "");
    let there = counts(&mut other);
    let figure = |line: &String| line.split_whitespace().last().map(str::to_owned);
    let figures = |lines: &[String]| lines.iter().map(figure).collect::<Vec<_>>();
    assert_eq!(figures(&here), figures(&there), "{here:?} {there:?}");
    assert!(figures(&here).iter().all(|figure| figure.as_deref() != Some("0")), "{here:?}");
}

#[test]
fn a_mistake_about_a_view_names_the_nearest() {
    let mut story = open_inbox(40);
    story.line("view save hot").line("view load hto");
    assert!(story.snap().contains("Unknown view “hto”. Did you mean “hot”?"), "{}", story.snap());
    story.line("view save");
    assert!(story.snap().contains("Usage: :view save|load|rm <name>"), "{}", story.snap());
    story.line("view keep x");
    assert!(story.snap().contains("Unknown argument “keep”. Use save, load or rm."), "{}", story.snap());
}

#[test]
fn goto_finds_an_inquiry_by_number_or_reference_and_a_domain_by_name() {
    let mut story = open_inbox(40);
    story.line("goto 107");
    assert!(story.snap().contains("Vi er interessert."), "{}", story.snap());
    story.keys("esc").line("goto np-111");
    assert!(story.snap().contains("Bonjour, le nom"), "{}", story.snap());
    story.keys("esc").line("goto éclair.shop");
    let frame = story.snap();
    assert!(frame.contains("domain:xn--clair-9ra.shop") && frame.contains("éclair.shop"), "{frame}");
    story.keys("esc").line("goto quux");
    assert!(story.snap().contains("No inquiry, reference or domain “quux”"), "{}", story.snap());
    // An inquiry that is not known here is requested.
    story.line("goto 4711");
    assert!(story.wanted().iter().any(|key| key.contains("parking/inquiry/4711")), "{:?}", story.wanted());
}

#[test]
fn the_list_of_keys_leads_to_the_pages_of_help() {
    let mut story = open_inbox(40);
    story.keys("?").typed("replies and their templates").keys("enter");
    assert!(story.snap().contains("{message_quoted}"), "{}", story.snap());
    story.keys("esc :").typed("help rep").keys("tab");
    assert!(story.snap().contains("reply") && story.snap().contains("repeat"), "{}", story.snap());
}

/// Proves R-47.
#[test]
fn personal_data_are_masked_everywhere_and_come_back() {
    let mut story = open_inbox(40);
    story.size(160, 40).line("cols email").line("cols company");
    let before = story.snap();
    assert!(
        before.contains("Anna Lindqvist") && before.contains("anna@nordvind.example") && before.contains("$12,500")
    );
    story.line("redact");
    let mut frames = vec![story.snap()];
    for keys in ["enter", "]", "]", "esc", "y", "esc", "j enter", "esc", "space d", "n"] {
        story.keys(keys).wait(400);
        frames.push(story.snap());
    }
    story.line("tab unsent");
    frames.push(story.snap());
    story.line("tab active").line("archive").line("undo list");
    frames.push(story.snap());
    story.keys("esc").line("messages");
    frames.push(story.snap());
    story.keys("esc").line("sort offer").line("sort buyer");
    frames.push(story.snap());
    for (at, frame) in frames.iter().enumerate() {
        for word in
            ["Anna", "Lindqvist", "nordvind", "Moreau", "Becker", "12,500", "12500", "14,900", "5,000", "Germany", "$"]
        {
            assert!(!frame.contains(word), "frame {at} shows {word}:\n{frame}");
        }
    }
    assert!(
        frames[0].contains("solarpark.de") && frames[0].contains("•••") && frames[0].contains("redacted"),
        "{}",
        frames[0]
    );
    // No command acts on masked texts, and a copy is the text as sent.
    story.sent();
    story.keys("r");
    assert!(story.snap().contains("run :redact off first"), "{}", story.snap());
    story.line("sort age").keys("g g y enter");
    let copied = story.sent().into_iter().find_map(|effect| match effect {
        parkade::ui::Effect::Copy { text, .. } => Some(text),
        _ => None,
    });
    assert!(copied.is_some_and(|text| text.ends_with(".example")), "a whole address");
    story.line("redact off");
    assert!(story.snap().contains("Lindqvist"), "{}", story.snap());
}

/// Figures are the same whether or not amounts are covered.
#[test]
fn figures_made_of_offers_stay_while_amounts_are_covered_and_come_back() {
    let mut story = super::home::home();
    let before = story.size(120, 60).keys("R").snap();
    assert!(before.contains("priced below") && before.contains("$12,500"), "{before}");
    let covered = story.line("redact on").keys("R").snap();
    assert!(!covered.contains(['$', '€']), "{covered}");
    let figures = |frame: &str| -> Vec<String> {
        let lines = frame.lines().skip(1).map(|line| line.chars().take(60).collect::<String>().trim_end().to_owned());
        lines.filter(|line| line.contains("domains")).collect()
    };
    assert_eq!(figures(&covered), figures(&before));
    assert_eq!(story.line("redact off").keys("R").snap(), before);
}

#[test]
fn the_keys_of_the_screen_come_before_those_of_a_text() {
    let mut story = open_inbox(30);
    story.keys("enter ?");
    let frame = story.snap();
    let place = |title: &str| frame.find(title).unwrap_or(usize::MAX);
    assert!(place("\n  Inquiries\n") < place("Scroll and find"), "{frame}");
    story.keys("esc").line("help names");
    assert!(story.snap().contains("nameservers to set at the registrar"), "{}", story.snap());
}

#[test]
fn the_line_offers_the_templates_of_replies() {
    let templates = vec!["answer".to_owned(), "counter-offer".to_owned()];
    let mut story = Story::with(ALL, ShellOptions { templates, ..ShellOptions::default() });
    story.open("inquiries", "").keys(":").typed("reply ");
    assert!(story.snap().contains("counter-offer"), "{}", story.snap());
    story.typed("c").keys("tab");
    assert!(story.snap().contains(": reply counter-offer"), "{}", story.snap());
}

#[test]
fn a_command_of_another_screen_runs_there_or_says_where_it_works() {
    let mut story = open_inbox(24);
    story.size(80, 24);
    for (screen, line, said) in [
        ("domains", "plan save x.json", "Nothing is under review, so there is no plan to save."),
        ("jobs", "casing", "“casing” works on Add domains and Import a CSV."),
        ("inquiries", "set for_sale maybe", "“set” works on Settings, Site, Profile and Domain settings."),
        ("inquiries", "inherit", "“inherit” works on Settings, Domain settings and Overrides."),
        ("inquiries", "bots", "b: Count every visit, or only those that passed the human check"),
        ("inquiries", "chart", "“chart” works on Insights and History."),
        ("inquiries", "save", "“save” works on Table; :csv opens it."),
        ("inquiries", "export-view svg", "X: Save the chart as an SVG picture"),
        ("inquiries", "plna", "Did you mean “plan”?"),
        ("settings", "archive", "“archive” works on"),
        ("settings", "sort domain", "other screens."),
        ("domains", "plan", "Usage: :plan save|show|apply <file>"),
        ("insights", "window", "Usage: :window 7, 30, 90 or all"),
        ("insights", "window 8", "Unknown window “8”. Use 7, 30, 90 or all."),
        ("inquiries", "goto", "Usage: :goto <number|reference|domain>"),
        ("inquiries", "copy nosuch", "Nothing follows “copy”."),
        ("inquiries", "export foo", "Unknown export “foo”. Use domains or inquiries."),
    ] {
        story.keys("esc").open(screen, "").keys(":").typed(line).keys("enter");
        assert!(story.snap().contains(said), "{line}: {}", story.snap());
    }
}

#[test]
fn words_after_a_command_that_takes_none_go_to_the_screen_that_begins_so() {
    let mut story = open_inbox(24);
    story.line("domain");
    assert_eq!(story.shell.current(), Some("inquiries"), "`domain` is a command of a line of a job: {}", story.snap());
    story.line("domain solarpark.de");
    assert_eq!(story.shell.current(), Some("domains"), "{}", story.snap());
}

/// The last line of the window.
fn footer(story: &mut Story) -> String {
    story.snap().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_footer_offers_only_what_would_do_something() {
    let mut story = open_inbox(24);
    story.size(80, 24);
    for screen in ["insights", "jobs", "review"] {
        story.open(screen, "");
        assert!(!footer(&mut story).contains("u undo"), "{screen}: {}", story.snap());
    }
    story.open("inquiries", "").keys("a").settle(None).open("insights", "");
    assert!(footer(&mut story).contains("u undo"), "{}", story.snap());
    story.open("inquiries", "");
    assert!(footer(&mut story).contains("m read"), "{}", story.snap());
    story.keys("m").settle(None);
    assert!(footer(&mut story).contains("m unread"), "{}", story.snap());
    story.keys("m").settle(None);
    assert!(footer(&mut story).contains("m read"), "{}", story.snap());
}

#[test]
fn a_narrow_window_still_names_the_other_screens_and_the_way_to_all_keys() {
    let mut story = open_inbox(20);
    story.size(60, 20);
    let header = story.snap().lines().next().unwrap_or_default().to_owned();
    assert!(header.contains("1  2 Inquiries 3  3  4  5  6  7  8  9"), "{header}");
    for width in [40, 60, 80, 120] {
        story.size(width, 20);
        let words = footer(&mut story);
        assert!(words.trim_end().ends_with("? all keys"), "{width}: {words}");
    }
}

#[test]
fn every_place_is_opened_by_its_short_name() {
    let mut story = open_inbox(24);
    for (line, screen) in [
        ("home", "home"),
        ("inq", "inquiries"),
        ("unsent", "inquiries"),
        ("mail", "mail"),
        ("dom", "domains"),
        ("insights inquiries 90", "insights"),
        ("imports", "jobs"),
        ("exports", "jobs"),
        ("settings", "settings"),
        ("history", "history"),
        ("portfolio", "site"),
        ("profile", "profile"),
        ("images", "images"),
        ("senders", "senders"),
        ("ns", "nameservers"),
        ("ads", "ads"),
        ("abilities", "abilities"),
    ] {
        story.line(line);
        assert_eq!(story.shell.current(), Some(screen), ":{line}\n{}", story.snap());
    }
}

#[test]
fn a_long_state_leaves_the_digits_of_screens_that_fit() {
    let mut story = Story::new(ALL);
    story.size(80, 24).open("inquiries", "");
    story.status.connection = Connection::Waiting { until: Timestamp(story.now.0 + 29) };
    story.status.waiting = 2;
    let frame = story.snap();
    let first = frame.lines().next().unwrap_or_default();
    for digit in ["1  ", "2 Inquiries", "3  ", "4  ", "5  ", "6  ", "7  ", "8  ", "9  ", "0 "] {
        assert!(first.contains(digit), "{digit}: {first}");
    }
    assert!(first.ends_with("wait 29s · 2 changes"), "{first}");
}
