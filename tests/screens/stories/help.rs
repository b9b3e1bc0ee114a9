//! Help on topics, on words of the screens and on commands.

use parkade::ui::testing::Story;

use crate::support::inbox::open_inbox;

#[test]
fn help_without_a_topic_lists_the_topics_first_and_each_opens() {
    let mut story = open_inbox(40);
    story.size(100, 60).line("help");
    let page = story.snap();
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}:\n{page}"));
    assert!(at("A short tour") < at("Plans: staged changes as a file"));
    assert!(at("Plans: staged changes as a file") < at("When something is wrong"));
    story.keys("esc");
    let names = "home notes plan review settings history jobs import mail insights site accounts config mouse offline files readonly \
                 bugs words prices";
    for name in names.split_whitespace() {
        story.line(&format!("help {name}"));
        let page = story.snap();
        assert_eq!(story.shell.layer_names().len(), 1, "{name}: {page}");
        assert!(!page.contains("Runs  "), "{name} is a page, not what a table says of a command:\n{page}");
        story.keys("esc");
    }
}

#[test]
fn help_on_a_topic_is_made_from_the_tables_it_describes() {
    let mut story = open_inbox(40);
    story.line("help reply");
    let page = story.snap();
    assert!(page.contains("{first_name}") && page.contains("the buyer's first name"), "{page}");
    assert_eq!(story.keys("esc").line("help replies").snap(), page.replace("help reply", "help replies"));
    story.keys("esc").line("help filter");
    let page = story.snap();
    assert!(page.contains("reason:") && page.contains("why it was not emailed") && page.contains("offer:"), "{page}");
    assert!(!page.contains("tld:"), "words of other lists are not told:\n{page}");
}

#[test]
fn the_words_of_tabs_and_columns_lead_to_the_page_that_explains_them() {
    let mut story = open_inbox(40);
    for place in ["inquiries", "domains"] {
        story.open(place, "");
        for name in ["unsent", "not emailed", "Below your minimum", "delivery"] {
            story.line(&format!("help {name}"));
            let page = story.snap();
            assert!(page.contains("Why inquiries are not emailed to you"), "{place}, {name}:\n{page}");
            assert!(page.contains("offer below your minimum") && page.contains("failed questions"), "{name}:\n{page}");
            story.keys("esc");
        }
    }
    for (name, title) in [
        ("detected", "Domains: tabs"),
        ("score", "Home: what to do first"),
        ("snoozed", "Notes, tags"),
        ("write queue", "Jobs: imports"),
        ("bin price", "Price your names"),
    ] {
        story.line(&format!("help {name}"));
        assert!(story.snap().contains(title), "{name}:\n{}", story.snap());
        story.keys("esc");
    }
}

#[test]
fn help_on_a_command_says_its_keys_names_and_how_it_is_done() {
    let mut story = open_inbox(40);
    story.line("help archive");
    let page = story.snap();
    for words in ["Archive.", ":archive", "immediately, can be undone", "Keys"] {
        assert!(page.contains(words), "{words}:\n{page}");
    }
    story.keys("esc").line("help arhive");
    assert!(story.snap().contains("Unknown help topic “arhive”. Did you mean “archive”?"), "{}", story.snap());
}

#[test]
fn help_on_a_command_names_the_page_it_belongs_to() {
    let mut story = crate::support::settings::open();
    story.line("domains").line("help price");
    assert!(story.snap().contains("More: :help prices"), "{}", story.snap());
}

#[test]
fn help_on_a_command_of_another_screen_says_where_it_works() {
    let mut story = open_inbox(40);
    story.line("help price");
    story.keys("esc").line("help domains.price");
    let page = story.snap();
    assert!(page.contains("Set the BIN price") && page.contains("Works in") && page.contains("Domains"), "{page}");
    story.keys("esc").line("help advertise");
    assert!(story.snap().contains("Works in"), "{}", story.snap());
    story.keys("esc").line("help archive");
    assert!(!story.snap().contains("Works in"), "it works here: {}", story.snap());
    story.keys("esc").line("help nonesuch");
    assert!(story.snap().contains("help topic"), "{}", story.snap());
}

#[test]
fn all_keys_names_each_key_once_with_what_it_does_here() {
    let mut story = open_inbox(40);
    let keys = |story: &mut Story| -> Vec<String> {
        let frame = story.size(100, 200).keys("?").snap();
        story.keys("esc");
        let rows = frame.lines().skip_while(|line| !line.contains("All keys"));
        let keys = rows.filter_map(|line| Some(line.get(3..11)?.trim().to_owned()));
        keys.filter(|key| !key.is_empty() && key.len() < 7 && !key.contains(char::is_uppercase)).collect()
    };
    for screen in ["list", "message"] {
        let mut all = keys(&mut story);
        let many = all.len();
        assert!(many > 30, "{screen}: {all:?}");
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), many, "{screen}");
        story.keys("enter");
    }
    let frame = story.keys("?").snap();
    assert!(frame.contains("Find in the text as you type"), "{frame}");
    assert!(!frame.contains("/       Filter the list"), "that key means another command here: {frame}");
}
