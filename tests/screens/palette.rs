//! Words people type into the palette, and the command that must come first, because enter runs it.

use parkade::screens::ALL;
use parkade::ui::testing::Story;

use crate::support::{inbox, jobs, portfolio};

/// The line under the cursor of the palette after typing `query`, without its key and its name.
fn first(story: &mut Story, query: &str) -> String {
    story.keys("ctrl-p").typed(query);
    let frame = story.snap();
    story.keys("esc");
    let palette = frame.split(" Palette ").nth(1).unwrap_or_else(|| panic!("{query}: no palette in\n{frame}"));
    let row =
        palette.lines().find_map(|line| line.trim_matches(['│', ' ']).strip_prefix('▌')).unwrap_or("nothing found");
    row.trim().to_owned()
}

const INQUIRIES: &[(&str, &str)] = &[
    ("arch", "Archive"),
    ("archive", "Archive"),
    ("a", "Archive"),
    ("unarchive", "Unarchive"),
    ("star", "Star"),
    ("unstar", "Unstar"),
    ("reply", "Reply in your editor"),
    ("answer", "Reply in your editor"),
    ("offer", "Reply in your editor"),
    ("unread", "Mark unread"),
    ("hide", "Hide from every list"),
    ("delete", "Hide from every list"),
    ("trash", "Hide from every list"),
    ("unhide", "Unhide"),
    ("spam", "Ignore the sender"),
    ("block", "Ignore the sender"),
    ("ignore", "Ignore the sender"),
    ("ban", "Ignore the sender"),
    ("copy", "Copy a field"),
    ("clipboard", "Copy a field"),
    ("draft", "List drafts: changes not saved, replies not sent"),
    ("filter", "Filter the list as you type"),
    ("search", "Go to Search"),
    ("find", "Filter the list as you type"),
    ("filter form", "Edit the filter in a form"),
    ("columns", "Choose columns"),
    ("sort", "Sort by a column"),
    ("order", "Sort by a column"),
    ("undo", "Undo the last change"),
    ("redo", "Redo"),
    ("quit", "Quit; asks first"),
    ("exit", "Quit; asks first"),
    ("dark", "Change the theme"),
    ("light", "Change the theme"),
    ("theme", "Change the theme"),
    ("csv", "Save this list as CSV or JSON"),
    ("json", "Save this list as CSV or JSON"),
    ("refresh", "Refresh"),
    ("reload", "Refresh"),
    ("preview", "Show or hide the preview"),
    ("unsent", "Show inquiries that were not emailed"),
    ("unreachable", "Report the buyer as unreachable"),
    ("resend", "Email this inquiry to me"),
    ("mark all", "Mark all loaded rows"),
    ("timezone", "Show times in local"),
    ("utc", "Show times in local"),
    ("account", "Switch, add or remove an account"),
    ("permissions", "Show the setup"),
    ("redact", "Redact personal data"),
    ("privacy", "Redact personal data"),
    ("domains", "Go to Domains"),
    ("verify", "Go to Domains"),
    ("price", "Go to Domains"),
    ("jobs", "Go to Jobs"),
    ("import", "Import a CSV"),
    ("add", "Add domains"),
    ("log", "Show recent changes"),
    ("next tab", "Next tab"),
    ("views", "Show saved views"),
    ("keys", "Show all keys"),
    ("goto", "Go to an inquiry"),
    ("sync", "Sync all inquiries"),
    ("purge", "Delete fetched data"),
    ("about", "Show version"),
    ("logout", "Switch, add or remove an account"),
    ("mouse", "Turn the mouse on or off"),
    ("snooze", "Hide until a time"),
    ("accept", "Reply in your editor"),
    ("reprice", "Edit the prices of the marked domains in your editor (Domains)"),
    ("overrides", "Go to Overrides"),
    ("review", "Go to Review"),
    ("mail", "Go to Mail"),
    ("home", "Go to Home"),
];

const DOMAINS: &[(&str, &str)] = &[
    ("delete", "Remove from the account"),
    ("remove", "Remove from the account"),
    ("verify", "Check domains of the account again"),
    ("check", "Check domains of the account again"),
    ("add", "Add domains"),
    ("import", "Import a CSV"),
    ("price", "Set the BIN price"),
    ("lander", "Open the lander"),
    ("website", "Open the lander"),
    ("csv", "Save this list as CSV or JSON"),
    ("bulk", "Act on all marked"),
    ("inquiries", "Go to Inquiries"),
    ("unsent", "Show inquiries that were not emailed to you"),
];

const JOBS: &[(&str, &str)] = &[
    ("export", "Export domains or inquiries"),
    ("again", "Run the import again"),
    ("fix", "Fix the failed lines"),
    ("errors", "Fix the failed lines"),
    ("download", "Save the file"),
    ("details", "Show details"),
];

/// Queries for which the wanted command does not come first, each with the line that does.
fn wrong(story: &mut Story, table: &[(&str, &str)]) -> Vec<String> {
    let first = |(query, wanted): &(&str, &str)| {
        let row = first(story, query);
        let label = row.split("  ").map(str::trim).find(|part| part.starts_with(wanted));
        label.is_none().then(|| format!("{query}: {row}"))
    };
    table.iter().filter_map(first).collect()
}

#[test]
fn the_best_command_for_an_inbox_comes_first() {
    assert_eq!(wrong(&mut inbox::open_inbox(24), INQUIRIES), [""; 0]);
}

#[test]
fn the_best_command_for_a_portfolio_comes_first() {
    let mut story = Story::new(ALL);
    story.open("domains", "");
    portfolio::all(&mut story);
    assert_eq!(wrong(&mut story, DOMAINS), [""; 0]);
}

#[test]
fn a_command_of_another_screen_leads_there_and_says_its_key() {
    let mut story = inbox::open_inbox(24);
    story.keys("ctrl-p").typed("reprice").keys("enter");
    assert_eq!(story.shell.current(), Some("domains"));
    assert!(story.snap().contains("$: Edit the prices of the marked domains"), "{}", story.snap());
    story.open("inquiries", "").keys("ctrl-p").typed("set the window").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"], "{}", story.snap());
    assert!(story.snap().contains(" : window"), "{}", story.snap());
}

#[test]
fn the_best_command_for_jobs_comes_first() {
    let mut story = Story::new(ALL);
    story.open("jobs", "");
    jobs::fill(&mut story);
    assert_eq!(wrong(&mut story, JOBS), [""; 0]);
}

#[test]
fn commands_that_answer_an_offer_come_before_those_that_only_have_the_word() {
    let mut story = inbox::open_inbox(24);
    story.keys("ctrl-p").typed("offer");
    let frame = story.snap();
    let at = |words: &str| frame.find(words).unwrap_or_else(|| panic!("{words}: not in\n{frame}"));
    assert!(at("Reply in your editor") < at(":help tour"), "{frame}");
    let after = frame[at(":help tour")..].lines().nth(1).unwrap_or_default();
    assert!(after.trim_matches(['│', ' ']).len() > 1, "commands follow: {frame}");
}
