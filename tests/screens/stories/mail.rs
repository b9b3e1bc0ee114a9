//! Caught mail: listed by the reason it matched, searched for by the service, narrowed with a form.

use parkade::api::Request;
use parkade::api::emails::{ExtensionLocation, Get, Match};
use parkade::client::FailureKind;
use parkade::store::disk::Noted;
use parkade::store::filter::parse_mail;
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::mail::{MESSAGE, download, fill, fill_tab, list, open, page, read, rows, search, unread};
use crate::support::{failure, portfolio};

#[test]
fn tabs_list_messages_by_the_reason_they_matched() {
    let mut story = open();
    let frame = story.size(140, 24).snap();
    for words in ["Inbox 5", "Anna Berg", "Invoice 2041", "! x@kaffeede.com", "bücher.de"] {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    for words in ["From     Anna Berg", "<anna@solarpark-berlin.com>", "To       info@solarpark.de", "invoice-2041.pdf"]
    {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    assert!(frame.contains("This is how “Invoice 2041” begins."), "{frame}");
    story.keys("p");
    let frame = story.snap();
    assert!(!frame.contains('\u{1b}') && frame.contains("new_label"), "what is not known stands as sent:\n{frame}");
    let below = "to info@solarpark.de · sender's domain contains yours · invoice-2041.pdf, ";
    story.keys("p").size(99, 24);
    assert!(story.snap().contains(below) && story.snap().contains("begins."), "{}", story.snap());
    story.keys("]");
    assert!(story.wanted().contains(&list(Match::DomainContains).call().key()));
    let frame = story.snap();
    assert!(frame.contains("Invoice 2041") && !frame.contains("Meeting on Monday"), "{frame}");
    assert!(!frame.contains("matched"), "the tab says why:\n{frame}");
}

#[test]
fn a_tab_counts_messages_read_for_other_tabs_until_the_service_sends_its_total() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("mail", "");
    fill_tab(&mut story, Match::Inbox, &rows()[..3]);
    let line = |story: &mut Story| story.snap().lines().nth(1).unwrap_or_default().to_owned();
    let tabs = line(&mut story);
    for words in ["Inbox 3", "Contains ≥ 1", "Similar ≥ 1", "Extension ≥ 1", "All ≥ 3"] {
        assert!(tabs.contains(words), "{words}:\n{tabs}");
    }
    fill_tab(&mut story, Match::DomainContains, &[]);
    assert!(line(&mut story).contains("Contains 0"), "{}", story.snap());
    story.line("mail domain:solarpark.de");
    assert!(!line(&mut story).contains('≥'), "rows of another list are no count of a filter:\n{}", story.snap());
}

#[test]
fn names_and_whole_subjects_come_before_other_columns() {
    let mut story = open();
    let mut row = rows()[0].clone();
    row["subject"] = serde_json::json!(["This week: five gardens that are open on Sunday"]);
    fill_tab(&mut story, Match::Inbox, &[row, rows()[1].clone()]);
    for width in [100, 160] {
        story.size(width, 30);
        let frame = story.snap();
        assert!(frame.contains("Anna Berg") && frame.contains("open on Sunday"), "{frame}");
    }
    story.size(80, 24);
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && frame.contains("This week: five gardens that"), "{frame}");
    story.keys("/").typed("anna@solarpark");
    assert!(!story.snap().contains("shop@buecher"), "the address is found as well:\n{}", story.snap());
}

#[test]
fn the_sender_of_an_unread_message_is_bold() {
    let mut story = open();
    let styles = story.snap_styles();
    let row = styles.lines().find(|line| line.contains("shop@buecher")).expect("a row");
    assert!(row.contains("[bold]shop@buecher.example[]") && row.contains("●"), "{row}");
    assert!(!row.contains("[bold]Your order"), "{row}");
}

#[test]
fn the_service_searches_once_the_line_is_accepted() {
    let mut story = open();
    story.keys("/").typed("invoice");
    let frame = story.snap();
    assert!(frame.contains("\"a phrase\"") && !frame.contains("characters"), "{frame}");
    assert!(frame.contains("Invoice of March") && !frame.contains("Meeting"), "what was read is narrowed:\n{frame}");
    assert!(!story.wanted().contains(&search("invoice").call().key()), "no letter is a request");
    story.keys("enter");
    assert!(story.wanted().contains(&search("invoice").call().key()));
    let frame = story.snap();
    assert!(frame.contains("Invoice of March") && !frame.contains("Meeting on Monday"), "{frame}");
    story.keys("]");
    assert!(story.snap().contains("Search covers all mail, not only this tab."), "{}", story.snap());
    story.keys("[ esc");
    assert!(story.snap().contains("Meeting on Monday"));
    assert!(story.wanted().contains(&parse_mail("").expect("a line").list(Match::Inbox, 1).call().key()));
    story.line("mail invoice");
    assert!(story.snap().contains("All 2") && !story.snap().contains("not only this tab"), "{}", story.snap());
    assert!(story.snap().contains("invoice · 2 found · esc clears"), "{}", story.snap());
    story.line("mail attachment");
    assert!(!story.snap().contains("found"), "nothing is said before the answer:\n{}", story.snap());
    story.answer(&search("attachment"), &page(&[], 1, 0));
    assert!(story.snap().contains("No message matches attachment · esc clears it"), "{}", story.snap());
}

#[test]
fn a_search_without_an_answer_shows_the_messages_here_that_match_and_says_so() {
    let mut story = open();
    story.keys("/").typed("meeting").keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Meeting on Monday") && !frame.contains("Invoice"), "{frame}");
    assert!(frame.contains("Searching all mail… Shown: messages here that match."), "{frame}");
    story.fail(&search("meeting"), failure(FailureKind::Offline));
    let frame = story.snap();
    assert!(frame.contains("Meeting on Monday") && !frame.contains("found"), "{frame}");
    assert!(frame.contains("Not searched: the service cannot be reached. Shown: messages here"), "{frame}");
    story.line("mail zebra");
    story.fail(&search("zebra"), failure(FailureKind::Offline));
    assert!(story.snap().contains("The search: the service cannot be reached"), "{}", story.snap());
    story.keys("esc");
    assert!(story.snap().contains("Meeting on Monday"), "back at the search before:\n{}", story.snap());
}

#[test]
fn a_domain_that_the_account_does_not_have_is_named() {
    let mut story = open();
    story.line("mail domain:nosuch.example");
    let asked = parse_mail("domain:nosuch.example").expect("a line").list(Match::Inbox, 1);
    story.fail(&asked, failure(FailureKind::NotFound));
    let frame = story.snap();
    assert!(frame.contains("“nosuch.example” is not one of your domains."), "{frame}");
}

#[test]
fn search_results_are_read_from_the_first_row_or_from_the_one_found_here() {
    let here = |story: &mut Story| {
        let frame = story.snap();
        frame.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
    };
    let mut story = open();
    story.size(90, 24).keys("G /").typed("zebra").keys("enter");
    story.answer(&search("zebra"), &page(&rows()[..2], 1, 1));
    assert!(here(&mut story).contains("Invoice 2041"), "the first: {}", story.snap());
    story.keys("/ ctrl-u").typed("order").keys("enter");
    assert!(here(&mut story).contains("Your order"), "found here: {}", story.snap());
    story.answer(&search("order"), &page(&rows()[..2], 1, 1));
    assert!(here(&mut story).contains("Your order"), "still that one: {}", story.snap());
}

#[test]
fn a_search_too_long_or_misspelled_says_so_and_moves_nothing() {
    let mut story = open();
    story.keys("/").typed(&"word ".repeat(21)).keys("enter");
    let frame = story.snap();
    assert!(frame.contains("this one has 104 and 21") && frame.contains("Invoice 2041"), "{frame}");
    story.keys("esc").line("mail domian:solarpark.de");
    assert!(story.snap().contains("Did you mean “domain:”"), "{}", story.snap());
}

#[test]
fn the_mail_form_asks_for_endings_and_leads_to_their_tab() {
    let mut story = open();
    story.keys("f");
    assert!(
        story.snap().contains("Search and filter") && story.snap().contains("Look for the ending in"),
        "{}",
        story.snap()
    );
    story.keys("tab tab tab tab tab").typed("de, com").keys("tab right ctrl-s");
    let wanted = parse_mail("ext:de,com at:name").expect("a line");
    assert_eq!(wanted.places, [ExtensionLocation::Name]);
    let key = wanted.list(Match::DomainContainsExtension, 1).call().key();
    assert!(story.wanted().contains(&key), "{key}: {:?}", story.wanted());
    story.answer(&wanted.list(Match::DomainContainsExtension, 1), &page(&rows()[2..3], 1, 1));
    assert!(story.snap().contains("Extension 1") && story.snap().contains("Meeting on Monday"), "{}", story.snap());
    story.keys("f").typed("invoice").keys("ctrl-s");
    assert!(story.snap().contains("narrows the Extension list"), "{}", story.snap());
}

#[test]
fn further_pages_of_mail_are_read_near_the_end_and_a_new_message_is_first() {
    let mut story = Story::new(parkade::screens::ALL);
    story.open("mail", "");
    story.answer(&list(Match::Inbox), &page(&rows(), 1, 205));
    let second = parse_mail("").expect("a line").list(Match::Inbox, 2).call().key();
    story.keys("G");
    assert!(story.wanted().contains(&second), "{:?}", story.wanted());
    fill_tab(&mut story, Match::Inbox, &rows()[1..]);
    story.keys("g g");
    assert!(!story.snap().contains("Invoice 2041"), "what is gone leaves the list:\n{}", story.snap());
    fill(&mut story);
    assert!(story.snap().contains("Invoice 2041"));
}

#[test]
fn the_domain_of_a_message_leads_to_its_inquiries_and_visitors() {
    let mut story = open();
    story.keys("g v");
    assert_eq!(story.shell.current(), Some("insights"));
    story.open("mail", "").keys("g i");
    assert_eq!(story.shell.current(), Some("inquiries"));
    story.open("mail", "").keys("g d");
    assert_eq!(story.shell.current(), Some("domains"));
}

#[test]
fn senders_of_mail_are_masked_by_redaction() {
    let mut story = open();
    story.size(150, 24).line("redact on");
    let frame = story.snap();
    assert!(!frame.contains("anna@") && !frame.contains("Invoice") && frame.contains("solarpark.de"), "{frame}");
}

#[test]
fn a_digit_leaves_the_caution_for_its_screen() {
    let mut story = unread();
    assert!(story.keys("enter").snap().contains("Before you read caught mail"));
    let frame = story.keys("4").snap();
    assert_eq!(story.shell.current(), Some("domains"));
    assert!(!frame.contains("Before you read"), "{frame}");
}

/// Proves.
#[test]
fn a_message_is_read_with_its_quotes_folded_and_its_files_listed() {
    let mut story = unread();
    let begins = "This is how “Invoice 2041” begins.";
    assert!(story.snap().contains("Press enter: a notice") && !story.snap().contains(begins), "{}", story.snap());
    story.keys("enter");
    let frame = story.snap();
    assert!(frame.contains("Before you read caught mail") && frame.contains("illegal"), "{frame}");
    story.keys("esc");
    let frame = story.snap();
    assert!(frame.contains("Reading the message") && frame.contains(begins), "{frame}");
    story.answer_wanted(&download("m-5"), MESSAGE.as_bytes());
    let frame = story.snap();
    for words in [
        "Invoice 2041",
        "info@solarpark.de",
        "1.250,00 €",
        "4 more quoted lines · z shows them",
        "invoice.pdf · application/pdf",
    ] {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    let footer = frame.lines().last().unwrap_or_default();
    assert!(footer.contains("/ find") && !footer.contains("filter"), "{footer}");
    assert!(!frame.contains("third line") && frame.contains("Text version (1 of 2) · H for the other"), "{frame}");
    story.keys("z");
    assert!(story.snap().contains("> third line"), "{}", story.snap());
    story.keys("H");
    let frame = story.snap();
    assert!(frame.contains("secret words") && frame.contains("Hidden in the message:"), "{frame}");
    assert!(frame.contains("pay.example · https://pay.example/2041") && frame.contains("bank.example"), "{frame}");
    story.keys("]");
    assert!(story.snap().contains("Received") && story.snap().contains("Invoice 2041 – open"), "{}", story.snap());
    let envelope = serde_json::json!({ "email": rows()[0] }).to_string();
    story.answer_wanted(&Get { id: "m-5".to_owned() }, envelope.as_bytes());
    assert!(story.snap().contains("Envelope from  bounce@mailer.example"), "{}", story.snap());
    story.keys("]");
    assert!(story.snap().contains("--inner"), "{}", story.snap());
}

#[test]
fn the_caution_is_shown_once_and_an_opened_message_counts_as_read() {
    let mut story = unread();
    story.keys("enter esc esc");
    assert!(story.snap().contains("This is how “Invoice 2041” begins."), "{}", story.snap());
    assert!(!story.snap().lines().any(|line| line.contains('●') && line.contains("Invoice 2041")), "{}", story.snap());
    story.keys("enter");
    assert!(!story.snap().contains("Before you read"), "{}", story.snap());
    story.keys("m");
    assert!(story.snap().contains("1 message marked as unread, on this computer only"), "{}", story.snap());
    story.keys("esc");
    assert!(story.snap().lines().any(|line| line.contains('●') && line.contains("Invoice 2041")), "{}", story.snap());
}

#[test]
fn stars_and_notes_of_mail_are_kept_on_this_computer() {
    let mut story = open();
    story.keys("j space space s");
    assert!(story.snap().contains("2 messages starred"), "{}", story.snap());
    assert_eq!(story.snap().matches('★').count(), 2, "{}", story.snap());
    story.keys("c");
    assert!(story.shell.layer_names().contains(&"line"), "asks for the words");
    story.keys("esc").line("note call her on Monday").line("cols note");
    let noted = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::Note { noted: Noted { mail, .. }, .. } => Some(mail),
        _ => None,
    });
    let noted = noted.expect("a note");
    assert_eq!(noted.len(), 2);
    assert!(noted.iter().all(|(_, mark)| mark.starred && mark.note == "call her on Monday"), "{noted:?}");
    story.keys("esc esc").line("note -");
    assert!(story.snap().contains("Note deleted"), "{}", story.snap());
}

#[test]
fn files_are_saved_one_at_a_time_under_a_name_that_stays_in_the_folder() {
    let mut story = read();
    story.keys("a");
    assert!(story.snap().contains("Save a file in") && story.snap().contains("terms.txt"), "{}", story.snap());
    story.keys("enter");
    let files = |story: &mut Story| -> Vec<_> {
        let save = |effect| if let Effect::Save(save) = effect { Some(*save) } else { None };
        story.sent().into_iter().filter_map(save).collect()
    };
    let first = files(&mut story);
    assert_eq!(first.iter().map(|save| save.name.as_str()).collect::<Vec<_>>(), ["invoice.pdf"]);
    let parkade::ui::SaveFrom::Made { text, .. } = &first[0].from else { panic!("{first:?}") };
    assert_eq!(text.make(&mut |_| true).as_deref(), Some(&b"%PDF-1.4\n"[..]));
    story.line("attach 3");
    assert!(story.snap().contains("No file “3”. Available: 1, 2."), "{}", story.snap());
    story.line("attach 2 /tmp/x.txt");
    assert_eq!(files(&mut story)[0].to, parkade::ui::SaveTo::Path("/tmp/x.txt".to_owned()));
    story.keys("S");
    assert_eq!(files(&mut story)[0].name, "Invoice 2041.eml");
}

/// Proves R-11.
#[test]
fn a_link_is_opened_behind_a_question_with_its_real_host() {
    let mut story = read();
    story.keys("o");
    assert!(story.snap().contains("This message has no web links."), "the text has none:\n{}", story.snap());
    story.keys("H o");
    assert!(story.snap().contains("Open pay.example"), "{}", story.snap());
}

#[test]
fn a_message_whose_raw_data_are_gone_shows_its_beginning() {
    let mut story = open();
    story.keys("enter").fail(&download("m-5"), failure(FailureKind::NotFound));
    let frame = story.snap();
    assert!(frame.contains("no longer has the full message") && frame.contains("begins."), "{frame}");
    story.fail(&download("m-5"), failure(FailureKind::Server));
    assert!(story.snap().contains("Message not loaded: "), "{}", story.snap());
}

#[test]
fn the_next_message_is_read_ahead_and_j_goes_to_it() {
    let mut story = open();
    assert!(story.wanted().contains(&download("m-5").call().key()), "what the cursor rests on opens at once");
    story.keys("enter");
    assert!(!story.wanted().contains(&download("m-4").call().key()), "the one in front comes first");
    story.answer_wanted(&download("m-5"), MESSAGE.as_bytes());
    assert!(story.wanted().contains(&download("m-4").call().key()));
    story.keys("J");
    assert!(story.snap().contains("Your order was sent") && story.snap().contains("2 of 5"), "{}", story.snap());
}

#[test]
fn purging_mail_forgets_messages_and_purging_notes_forgets_notes() {
    let mut story = open();
    story.line("note call her").line("purge notes");
    assert!(story.snap().contains("Deletes everything noted"), "{}", story.snap());
    story.wait(1_000).keys("y");
    assert!(story.snap().contains("Notes deleted from 1 thing"), "{}", story.snap());
    story.line("purge notes");
    assert!(story.snap().contains("There are no notes."), "{}", story.snap());
    story.line("purge mail");
    assert!(story.snap().contains("Marks and notes are kept"), "{}", story.snap());
    story.wait(1_000).keys("y");
    assert!(story.sent().contains(&Effect::PurgeMail));
    story.store.purge_mail();
    assert!(!story.sync().snap().contains("Invoice 2041"), "{}", story.snap());
}

#[test]
fn mail_to_a_domain_is_shown_from_its_row_and_from_an_inquiry() {
    let mut story = open();
    portfolio::all(&mut story);
    story.open("domains", "").keys("g m");
    assert_eq!(story.shell.current(), Some("mail"));
    assert!(story.snap().contains("domain:"), "{}", story.snap());
}

#[test]
fn a_long_text_is_cut_with_the_key_to_save_it_and_redaction_masks_addresses() {
    let mut story = open();
    let long = format!("Subject: x\r\n\r\n{}", "a line of a long text\r\n".repeat(20_000));
    story.keys("enter").answer_wanted(&download("m-5"), long.as_bytes());
    assert!(story.snap().contains("The beginning of a long text; S saves the message whole."), "{}", story.snap());
    story.line("redact on").keys("y");
    assert!(!story.snap().contains("anna@"), "{}", story.snap());
}

#[test]
fn a_tab_that_is_typed_stays_when_the_search_of_another_one_ends() {
    let mut story = open();
    story.keys("/").typed("invoice").keys("enter").line("mail all");
    assert!(!story.snap().contains("esc clears"), "the search has ended:\n{}", story.snap());
    assert!(story.wanted().contains(&parse_mail("").expect("a line").list(Match::All, 1).call().key()));
    story.line("mail inbox").keys("/").typed("invoice").keys("enter esc");
    assert!(story.wanted().contains(&parse_mail("").expect("a line").list(Match::Inbox, 1).call().key()));
}
