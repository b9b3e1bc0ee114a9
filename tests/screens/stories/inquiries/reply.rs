//! Replying to an inquiry and copying from it, as far as the screen goes: the values a template gets, and refusals.

use parkade::api::domains::Settings;
use parkade::api::inquiries::Get;
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::screens::ALL;
use parkade::screens::inquiry::VARIABLES;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, Reply};
use serde_json::{Value, json};

use crate::support::inbox::{first_page, open_inbox, open_inbox_of, page, rows};
use crate::support::{failure, portfolio, settings};

/// An inbox of one inquiry with these fields changed.
fn one(changes: &Value) -> Story {
    let mut row = rows().remove(0);
    for (key, value) in changes.as_object().expect("fields by name") {
        row[key] = value.clone();
    }
    let mut story = open_inbox_of(30, &[row]);
    priced(&mut story, &json!({}));
    story
}

/// Answers the prices of the domain inquired about, with these further settings.
fn priced(story: &mut Story, more: &Value) {
    let mut own = json!({ "bin_price": 14_900, "min_offer": 5_000 });
    own.as_object_mut().expect("settings").extend(more.as_object().expect("settings").clone());
    settings::own(story, &[("solarpark.de", own)]);
}

fn asked(story: &mut Story) -> Option<Reply> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Reply(reply) => Some(*reply),
        _ => None,
    })
}

/// Value of a variable in the reply.
fn value(reply: &Reply, name: &str) -> Option<String> {
    reply.values.iter().find(|value| value.name == name).expect("a variable").text.clone()
}

fn copied(story: &mut Story) -> Option<(&'static str, String)> {
    story.sent().into_iter().find_map(|effect| match effect {
        Effect::Copy { what, text } => Some((what, text)),
        _ => None,
    })
}

/// Chooses the entry of the open menu with this label.
fn choose(story: &mut Story, label: &str) {
    story.keys("/").typed(label).keys("enter");
}

#[test]
fn a_reply_is_about_the_marked_inquiries_if_they_are_of_one_buyer() {
    let mut again = rows().remove(0);
    again["inquiry_id"] = 120.into();
    let all = [rows(), vec![again]].concat();
    let mut story = open_inbox_of(30, &all);
    priced(&mut story, &json!({}));
    story.line("mark solarpark").line("mark clearwater").keys("r");
    let said = "Reply to one buyer at a time; 3 inquiries of several are marked · esc clears marks";
    assert!(story.snap().contains(said), "{}", story.snap());
    assert!(asked(&mut story).is_none());
    story.line("unmark").line("mark lindqvist").keys("G r");
    let reply = asked(&mut story).unwrap_or_else(|| panic!("{}", story.snap()));
    assert_eq!((reply.also.len(), reply.to.to_string()), (1, "anna@nordvind.example".to_owned()));
}

#[test]
fn a_reply_waits_for_its_message_and_esc_cancels_it() {
    let begin = || {
        let mut story = Story::new(ALL);
        story.size(80, 24).open("inquiries", "");
        priced(&mut story, &json!({}));
        story.answer(&first_page(Tab::Active), &page(&rows(), 7)).keys("r");
        assert!(story.snap().contains("Opening the reply when the message is loaded"), "{}", story.snap());
        assert!(asked(&mut story).is_none());
        story
    };
    let whole = serde_json::json!({ "inquiry": rows()[0] }).to_string();
    let get = Get { id: Id::new(112) };
    let mut story = begin();
    story.answer(&get, &whole).wait(1_000);
    assert_eq!(asked(&mut story).map(|reply| reply.inquiry.get()), Some(112));
    assert!(!story.snap().contains("Opening the reply"), "{}", story.snap());
    let mut story = begin();
    story.keys("esc").answer(&get, &whole).wait(1_000);
    assert!(asked(&mut story).is_none());
    let mut story = begin();
    story.fail(&get, failure(FailureKind::NotFound)).wait(4_000);
    assert!(story.snap().contains("Reply not opened: "), "{}", story.snap());
}

#[test]
fn a_reply_names_no_price_that_was_not_read_just_before() {
    let begin = || {
        let mut story = open_inbox_of(30, &rows()[..1]);
        portfolio::no_currency_set(&mut story);
        story.keys("r");
        assert!(asked(&mut story).is_none(), "the price is read first");
        story
    };
    let of_domain = Settings { name: portfolio::name("solarpark.de") };
    let own = |value: Value| json!({ "value": value, "source": "domain", "domain_value": value });
    let read = json!({ "settings": { "bin_price": own(json!(16_000)), "currency": own(json!("GBP")) } });
    for ahead in [0, 3_600, -3_600] {
        let mut story = begin();
        story.store.tell_server_ahead(ahead);
        story.answer(&of_domain, &read.to_string()).wait(400);
        let bin = value(&asked(&mut story).expect("a reply"), "bin");
        assert_eq!(bin.as_deref(), Some("£16,000"), "the service's clock is {ahead} s ahead");
    }
    let mut story = begin();
    story.fail(&of_domain, failure(FailureKind::Timeout)).wait(4_000);
    let reply = asked(&mut story).expect("a reply");
    let bin = reply.values.iter().find(|value| value.name == "bin").expect("a variable");
    assert_eq!((bin.text.as_deref(), bin.missing), (None, "price not read"));
}

#[test]
fn a_reply_has_a_value_for_every_variable_of_templates() {
    let mut story = one(&json!({ "message": "Hello,\r\n\r\nis it for sale?\r\n", "company": "Nordvind Energi AB" }));
    story.keys("r");
    let reply = asked(&mut story).expect("a reply is begun");
    assert_eq!((reply.inquiry.get(), reply.to.wire().as_str()), (112, "anna@nordvind.example"));
    assert_eq!((reply.reference.as_str(), reply.template.as_deref()), ("NP-112", None));
    for (name, text) in [
        ("first_name", "Anna"),
        ("full_name", "Anna Lindqvist"),
        ("email", "anna@nordvind.example"),
        ("company", "Nordvind Energi AB"),
        ("country", "SE"),
        ("domain", "solarpark.de"),
        ("punycode", "solarpark.de"),
        ("offer", "$12,500"),
        ("bin", "14,900"),
        ("min_offer", "5,000"),
        ("message", "Hello,\n\nis it for sale?"),
        ("message_quoted", "> Hello,\n>\n> is it for sale?"),
        ("date", "12 March 2026"),
        ("today", "12 March 2026"),
        ("reference", "NP-112"),
        ("inquiry_id", "112"),
    ] {
        assert_eq!(value(&reply, name).as_deref(), Some(text), "{name}");
    }
    assert_eq!(value(&reply, "phone"), None, "an empty text is no value");
    let said = reply.values.iter().filter(|value| !value.is_left_out());
    let gaps: Vec<String> = said.map(parkade::ui::ReplyValue::gap).collect();
    assert!(gaps.iter().all(|gap| gap.starts_with("[no ") && gap.ends_with(']')), "{gaps:?}");
}

#[test]
fn a_buyers_words_are_no_modelines_for_the_editor_of_the_draft() {
    let message = "Hello\nvim: set foldmethod=expr foldexpr=system('x')\n# Local Variables:\n# eval: (x)\n# End:";
    let mut story = one(&json!({ "message": message, "full_name": "ex: Anna -*- eval -*-" }));
    story.keys("r");
    let reply = asked(&mut story).expect("a reply is begun");
    let quoted = value(&reply, "message_quoted").expect("a message");
    assert!(quoted.contains("> vim·: set foldmethod") && quoted.contains("> # Local Variables·:"), "{quoted}");
    for variable in VARIABLES {
        let text = value(&reply, variable.name).unwrap_or_default();
        assert_eq!(parkade::base::without_modelines(&text), text, "{}", variable.name);
    }
}

#[test]
fn prices_in_a_reply_have_the_sellers_currency_once_it_is_known() {
    let mut story = one(&json!({}));
    portfolio::no_currency_set(&mut story);
    story.answer(
        &parkade::api::profile::Get {},
        r#"{"profile":{"default_currency":"EUR"},"parking_email":null,"payment_emails":{}}"#,
    );
    story.keys("r");
    assert_eq!(value(&asked(&mut story).expect("a reply"), "bin").as_deref(), Some("€14,900"));
    priced(&mut story, &json!({ "currency": "GBP" }));
    story.keys("r");
    assert_eq!(value(&asked(&mut story).expect("a reply"), "bin").as_deref(), Some("£14,900"), "its own comes first");
    assert!(story.snap().contains("BIN £14,900"), "{}", story.snap());
}

/// A reply that names such a price would sell for less than the buyer offered.
#[test]
fn a_price_says_which_offer_reaches_it() {
    for (offer, currency, bin, least) in [
        (15_000, "USD", Some("$15,000"), Some("$15,000")),
        (14_900, "USD", Some("$14,900"), Some("$14,900")),
        (14_899, "USD", None, Some("$14,899")),
        (4_999, "USD", None, None),
        (15_000, "EUR", None, None),
    ] {
        let mut story = one(&json!({ "offer": offer, "offer_currency": currency, "offer_text": offer.to_string() }));
        portfolio::all(&mut story);
        priced(&mut story, &json!({}));
        story.keys("r");
        let reply = asked(&mut story).expect("a reply");
        let reached = |name: &str| {
            let value = reply.values.iter().find(|value| value.name == name).expect("a variable");
            value.reached_by.as_deref()
        };
        assert_eq!((reached("bin"), reached("min_offer")), (bin, least), "{offer} {currency}");
        assert_eq!(reached("domain"), None);
        assert_eq!(reply.first, Some(if bin.is_some() { "accept" } else { "answer" }), "{offer} {currency}");
    }
}

#[test]
fn a_goodbye_is_offered_first_only_after_a_reply_without_an_answer() {
    for (answered, first) in [(false, "answer"), (true, "goodbye")] {
        let mut story = one(&json!({ "offer": null }));
        if answered {
            story.keys("A");
        }
        story.line("quote +1h").wait(2 * 3_600_000);
        priced(&mut story, &json!({}));
        story.keys("r");
        assert_eq!(asked(&mut story).expect("a reply").first, Some(first), "answered: {answered}");
    }
}

/// An inquiry has the price of the day it came.
#[test]
fn a_reply_names_the_present_price() {
    let mut story = one(&json!({}));
    portfolio::all(&mut story);
    priced(&mut story, &json!({ "bin_price": 2_400 }));
    story.keys("r");
    assert_eq!(value(&asked(&mut story).expect("a reply"), "bin").as_deref(), Some("$2,400"));
    assert!(story.snap().contains("BIN $2,400, was $14,900"), "{}", story.snap());
}

#[test]
fn people_are_greeted_by_a_name_they_would_use() {
    for (name, first) in [
        ("Dr. Anna Lindqvist", Some("Anna")),
        ("Lindqvist, Anna", Some("Anna")),
        ("J. Moreau", Some("J. Moreau")),
        ("\"CEO\"", Some("CEO")),
        ("佐藤 健二", Some("佐藤")),
        ("ceo@freemail.example", None),
        ("12345", None),
        ("  ", None),
        ("Anna\u{1b}[31m\nBcc: x", Some("Anna")),
    ] {
        let mut story = one(&json!({ "full_name": name }));
        story.keys("r");
        let said = value(&asked(&mut story).expect("a reply"), "first_name");
        assert!(said.as_deref().is_none_or(|said| said.chars().all(|c| !c.is_control())), "{name:?}: {said:?}");
        match first {
            Some(first) => assert!(said.as_deref().is_some_and(|said| said.starts_with(first)), "{name:?}: {said:?}"),
            None => assert_eq!(said, None, "{name:?}"),
        }
    }
}

#[test]
fn an_offer_that_can_be_read_in_two_ways_is_quoted_as_typed() {
    let mut story = one(&json!({ "offer": 5, "offer_text": "5k" }));
    story.keys("r");
    assert_eq!(value(&asked(&mut story).expect("a reply"), "offer").as_deref(), Some("5k"));
}

#[test]
fn an_invalid_address_is_refused_in_place() {
    for (address, why) in [
        ("ceo at freemail", "no @"),
        ("", "No mail address"),
        ("a@b.example?bcc=c@d.example", "is not allowed before the @"),
        ("a@b.example\r\nBcc: c@d.example", "is not allowed before the @"),
    ] {
        let mut story = one(&json!({ "email": address }));
        story.keys("r");
        assert_eq!(asked(&mut story), None, "{address:?}");
        assert!(story.snap().contains(why), "{address:?}:\n{}", story.snap());
    }
    let mut story = one(&json!({ "email": { "address": "a@b.example" } }));
    story.keys("r");
    assert_eq!(asked(&mut story), None, "a shape nobody knows is no address");
}

#[test]
fn a_template_can_be_named_on_the_line() {
    let mut story = one(&json!({}));
    story.line("reply counter-offer");
    assert_eq!(asked(&mut story).and_then(|reply| reply.template).as_deref(), Some("counter-offer"));
}

#[test]
fn the_page_about_templates_and_the_variables_say_the_same() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/templates.md");
    let page = std::fs::read_to_string(page).expect("the page about templates");
    for variable in VARIABLES {
        let row = format!("| `{{{}}}` | {} |", variable.name, variable.doc);
        assert!(page.contains(&row), "the page lacks: {row}");
    }
}

#[test]
fn every_field_of_an_inquiry_can_be_copied() {
    let fields = json!({ "company": "Nordvind", "phone": "+46 70 1", "domain": "xn--clair-9ra.shop" });
    for (label, text) in [
        ("Email", "anna@nordvind.example"),
        ("Name", "Anna Lindqvist"),
        ("Name and email", "Anna Lindqvist <anna@nordvind.example>"),
        ("Domain", "éclair.shop"),
        ("Domain in punycode", "xn--clair-9ra.shop"),
        ("Offer", "$12,500"),
        ("Company", "Nordvind"),
        ("Phone", "+46 70 1"),
        ("Country", "SE"),
        ("Reference", "NP-112"),
        ("Inquiry number", "112"),
        ("mailto link", "mailto:anna@nordvind.example?subject=%C3%A9clair.shop%20%5BNP-112%5D"),
        ("Link to the domain", "http://xn--clair-9ra.shop/"),
    ] {
        let mut story = one(&fields);
        story.keys("y");
        choose(&mut story, label);
        assert_eq!(copied(&mut story), Some((label, text.to_owned())));
    }
    let mut story = one(&fields);
    story.keys("y");
    choose(&mut story, "Everything");
    let (_, text) = copied(&mut story).expect("a copy");
    assert!(text.starts_with("Email: anna@nordvind.example\nName: Anna Lindqvist\nDomain: éclair.shop\n"), "{text}");
    assert!(text.ends_with("\n\nWe are opening in Germany this spring and the name fits. Is the price negotiable if we close this week?\n"), "{text}");
}

#[test]
fn a_copied_field_of_marked_inquiries_has_a_line_for_each() {
    let mut story = open_inbox(30);
    story.keys("space space y");
    assert!(story.snap().contains("Copy from 2 inquiries"), "{}", story.snap());
    choose(&mut story, "Emails");
    assert_eq!(copied(&mut story), Some(("Emails", "anna@nordvind.example\nj.moreau@eclair.example".to_owned())));
    story.keys("y");
    choose(&mut story, "Domains in punycode");
    assert_eq!(copied(&mut story).map(|(_, text)| text).as_deref(), Some("solarpark.de\nxn--clair-9ra.shop"));
    story.keys("G space y");
    choose(&mut story, "Inquiry numbers");
    assert_eq!(copied(&mut story).map(|(_, text)| text).as_deref(), Some("112\n111\n106"));
    story.keys("y");
    choose(&mut story, "Everything");
    let (_, text) = copied(&mut story).expect("a copy");
    assert_eq!(text.matches("Inquiry number: ").count(), 3, "{text}");
}
