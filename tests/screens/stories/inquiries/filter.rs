//! The filter as a line and as a form, and the messages about mistakes in either.

use parkade::api::Request;
use parkade::api::inquiries::{Get, InquiryFilter, Status, Visibility};
use parkade::base::{DomainName, Id};
use parkade::client::FailureKind;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::inbox::{asks, open_inbox};
use crate::support::{cursor, failure, portfolio};

#[test]
fn the_filter_form_has_every_value_and_writes_the_filter_line() {
    let mut story = open_inbox(30);
    story.keys("f");
    let frame = story.snap();
    for field in [
        "Offer above",
        "Country",
        "Buyer",
        "Not older than",
        "Domain",
        "Tab",
        "Status",
        "Delivery",
        "not confirmed",
        "other",
        "Every unsent step",
        "Order",
        "Folder",
        "Unread only",
        "Starred only",
        "Spam risk",
        "More filters",
    ] {
        assert!(frame.contains(field), "{field}:\n{frame}");
    }
    // Type the offer and the domain, then choose tab, status and risk.
    story.typed("$100");
    story.keys("down down down down").typed("greenhaus.com").keys("down left down right right right");
    story.keys("up up up up up up up up right right right right right").keys("ctrl-s");
    let question = InquiryFilter {
        domain: Some(parkade::base::DomainName::parse("greenhaus.com").unwrap()),
        status: Status::All,
        visibility: Visibility::All,
        spam_risk: parkade::api::inquiries::RiskFilter::High,
        ..InquiryFilter::default()
    };
    assert!(story.wanted().contains(&asks(question).call().key()), "{:?}\n{}", story.wanted(), story.snap());
    let frame = story.snap();
    assert!(frame.contains("status:all risk:high offer:>$100 domain:greenhaus.com"), "{frame}");
    story.keys("f");
    assert!(story.snap().contains("greenhaus.com") && story.snap().contains("100usd"), "it opens as it is in force");
    story.keys("esc esc");
    assert!(!story.snap().contains("risk:high"));
}

#[test]
fn a_mistake_in_the_filter_form_is_shown_beside_its_field() {
    let mut story = open_inbox(30);
    story.keys("f up").typed("ofer:>5").keys("ctrl-s");
    let frame = story.snap();
    assert!(frame.contains("Did you mean “offer:”?"), "{frame}");
    story.keys("ctrl-u down").typed("1.500").keys("ctrl-s");
    assert!(story.snap().contains("1500 or 1.5?"), "{}", story.snap());
    story.keys("ctrl-u down down down down").typed("one.com two.com").keys("ctrl-s");
    assert!(story.snap().contains("takes one whole name"), "{}", story.snap());
    story.keys("esc");
    assert_eq!(cursor(&mut story), "solarpark.de", "leaving changes nothing");
}

#[test]
fn a_mistake_on_the_filter_line_keeps_the_line_and_names_the_nearest_word() {
    let mut story = open_inbox(30);
    story.keys(":").typed("filter rsk:low").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"]);
    let frame = story.snap();
    assert!(frame.contains("filter rsk:low") && frame.contains("Did you mean “risk:”?"), "{frame}");
    story.keys("ctrl-u").typed("inq archived delivery:unsnt").keys("enter");
    assert_eq!(story.shell.layer_names(), ["line"]);
    assert!(
        story.snap().contains("has no “unsnt” · unsent?") && story.snap().contains("confirmed only"),
        "nothing moved"
    );
    story.keys("ctrl-u").typed("filter risk:low").keys("enter");
    assert!(story.shell.layer_names().is_empty() && story.snap().contains("risk:low"), "{}", story.snap());
}

#[test]
fn the_words_confirmed_only_are_shown_while_that_filter_applies() {
    let mut story = open_inbox(30);
    assert!(story.snap().contains("confirmed only"));
    story.line("filter status:all");
    assert!(!story.snap().contains("confirmed only"), "{}", story.snap());
    story.line("tab all");
    assert!(!story.snap().contains("confirmed only"));
    story.keys("esc").line("tab unread");
    assert!(story.snap().contains("confirmed only"));
}

#[test]
fn enter_on_the_last_field_applies_the_form() {
    let mut story = open_inbox(30);
    story.keys("f down down").typed("anna").keys("up up up enter");
    assert!(story.snap().contains("buyer:anna ·"), "{}", story.snap());
}

#[test]
fn help_is_about_the_filter_of_the_screen_in_front() {
    let mut story = open_inbox(30);
    story.line("help filter");
    let frame = story.snap();
    assert!(frame.contains("country:") && frame.contains("Server filters") && !frame.contains("length:"), "{frame}");
    story.keys("esc").open("domains", "").line("help filter");
    let frame = story.snap();
    assert!(frame.contains("All terms must match") && frame.contains("state:"), "{frame}");
    assert!(!frame.contains("country:US,DE"), "{frame}");
}

#[test]
fn a_domain_or_a_number_the_service_does_not_know_is_named() {
    let mut story = open_inbox(24);
    story.line("goto nobody-has-this.com");
    let domain = DomainName::parse("nobody-has-this.com").ok();
    let asked = asks(InquiryFilter { domain, ..Tab::All.question() });
    story.fail(&asked, failure(FailureKind::NotFound));
    let frame = story.snap();
    assert!(frame.contains("“nobody-has-this.com” is not one of your domains."), "{frame}");
    assert!(!frame.contains("no longer exists"), "{frame}");
    story.line("goto 99999999").fail(&Get { id: Id::new(99_999_999) }, failure(FailureKind::NotFound));
    let frame = story.snap();
    assert!(frame.contains("No inquiry 99999999.") && !frame.contains("no longer exists"), "{frame}");
    assert!(!frame.contains("a archive") && !frame.contains("r reply"), "there is nothing to act on: {frame}");
    story.keys("a");
    assert!(!story.snap().contains("already"), "{}", story.snap());
}

#[test]
fn a_tab_name_typed_as_a_filter_is_said_to_be_searched_as_text() {
    let mut story = open_inbox(30);
    story.line("filter unread");
    let frame = story.snap();
    assert!(frame.contains("“unread” was looked for as text; :tab unread shows that tab."), "{frame}");
}

#[test]
fn an_amount_without_a_currency_is_said_to_be_of_most_offers_while_yours_is_unread() {
    let mut story = open_inbox(30);
    let note = |story: &mut Story| {
        let frame = story.size(160, 30).line("filter offer:>1000").snap();
        frame.lines().find(|line| line.contains(" are left out: ")).map(|line| line.trim().to_owned())
    };
    let unread = note(&mut story).expect("a note");
    assert!(
        unread.starts_with("Offers in EUR are left out: your currency was not read, and most offers are"),
        "{unread}"
    );
    portfolio::account_in_dollars(&mut story);
    let read = note(&mut story).expect("a note");
    assert!(read.starts_with("Offers in EUR are left out: they are not compared with USD."), "{read}");
}
