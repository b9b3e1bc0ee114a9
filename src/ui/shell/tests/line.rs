use super::super::words::split;
use super::fake::{copied, story};
use crate::ui::{Effect, Theme};

#[test]
fn words_are_split_as_in_a_shell() {
    let (name, args) = split("say one \"two three\" 'fo ur' a\\ b --dry-run -cold -- --five").unwrap();
    assert_eq!(name, "say");
    assert_eq!(args.words, ["one", "two three", "fo ur", "a b", "-cold", "--five"]);
    assert_eq!(args.options, ["dry-run"]);
    assert_eq!(split(":filter buyer:\"acme inc\"").unwrap().1.words, ["buyer:acme inc"]);
    assert!(split("say \"x").unwrap_err().contains('"'));
    assert_eq!(split("  ").unwrap().0, "");
}

#[test]
fn a_line_runs_verbs_places_and_aliases() {
    let mut story = story();
    story.line("archive").line("inbox.archive");
    assert_eq!(copied(story.sent()).len(), 2);
    story.line("hom");
    assert_eq!(story.shell.current(), Some("home"));
    story.line("inbox is:unread");
    assert!(story.snap().contains("is:unread"), "{}", story.snap());
    story.line("q!").line("undo 3").line("tz utc");
    assert_eq!(story.sent(), [Effect::Quit { force: true }, Effect::SetZone(crate::base::Zone::Utc)]);
}

#[test]
fn a_mistake_names_the_word_and_what_was_meant_and_stays_in_the_line() {
    let mut story = story();
    story.keys(":").typed("archve").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"]);
    let shown = story.snap();
    assert!(shown.contains("“archve”. Did you mean “archive”?"), "{shown}");
    story.typed("archive").keys("enter");
    assert!(story.shell.layer_names().is_empty(), "the next words took its place");
    assert_eq!(copied(story.sent()).len(), 1);
    for (line, said) in [
        ("tz mars", "Unknown time zone “mars”"),
        ("watch 5", "30 to 600"),
        ("theme pink", "Unknown theme “pink”"),
        ("undo -1", "“-1” is not a number"),
        ("sort weight", "Cannot sort by “weight”"),
    ] {
        story.line(line);
        assert!(story.snap().contains(said), "{line}: {}", story.snap());
    }
}

#[test]
fn tab_completes_names_and_arguments_and_up_brings_lines_back() {
    let mut story = story();
    story.keys(":").typed("arch").keys("tab");
    assert!(story.snap().contains(" : archive"), "{}", story.snap());
    story.keys("esc :").typed("tz ");
    assert!(story.snap().contains("tz [local|utc] · Show times"), "how it is written: {}", story.snap());
    story.keys("tab");
    assert!(story.snap().contains(" : tz local"), "{}", story.snap());
    story.keys("tab enter");
    assert_eq!(story.sent(), [Effect::SetZone(crate::base::Zone::Utc)]);
    story.keys(":").typed("sort s").keys("tab");
    assert!(story.snap().contains(" : sort size"), "{}", story.snap());
    story.keys("esc : up");
    assert!(story.snap().contains(" : tz utc"), "{}", story.snap());
    assert_eq!(story.shell.line_history(), ["tz utc"]);
    story.keys("esc :").typed("zzz").keys("tab");
    assert!(story.snap().contains("Nothing to complete here."));
}

#[test]
fn completions_are_listed_above_the_line_with_their_descriptions() {
    let mut story = story();
    story.open("inbox", "").keys(":");
    assert!(story.snap().contains("archive     Does something"), "those of the screen first: {}", story.snap());
    story.keys("tab");
    assert!(story.snap().contains(" : archive"), "{}", story.snap());
    story.keys("esc :").typed("th");
    assert!(story.snap().contains("theme   Change the theme"), "{}", story.snap());
    story.keys("ctrl-u").typed("colour");
    assert!(story.snap().contains("theme   Change the theme"), "found by what it does: {}", story.snap());
    story.keys("tab");
    assert!(story.snap().contains(" : theme"), "{}", story.snap());
}

#[test]
fn the_theme_changes_and_is_kept() {
    let mut story = story();
    story.line("theme light");
    assert_eq!(story.shell.theme().name(), "light");
    assert_eq!(story.sent(), [Effect::KeepSetting("theme", "light".to_owned())]);
    assert_ne!(story.shell.theme(), &Theme::default());
}

#[test]
fn the_screen_that_parkade_starts_on_is_chosen_and_kept() {
    let mut story = story();
    story.line("start inbox");
    assert_eq!(story.sent(), [Effect::KeepSetting("start_screen", "inbox".to_owned())]);
    story.line("start nowhere");
    assert!(story.snap().contains("nowhere"), "{}", story.snap());
    assert_eq!(story.sent(), []);
}
