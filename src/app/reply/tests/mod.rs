//! Tests of replies: templates, drafts, the menu after the editor and what each choice leads to. The template menu is in
//! `offered.rs`. Look first at `session`, which begins a reply over a folder of drafts.

mod offered;

use std::fs;
use std::path::{Path, PathBuf};

use super::mail::Mail;
use super::*;
use crate::base::{Id, MailAddress, Zone};
use crate::ui::{Effect, Menu, Reply, ReplyPart, ReplyStep, ReplyValue, Tone};

fn value(name: &'static str, text: Option<&str>, missing: &'static str) -> ReplyValue {
    ReplyValue { name, text: text.map(str::to_owned), missing, reached_by: None }
}

fn reply() -> Reply {
    Reply {
        inquiry: Id::new(112),
        also: Vec::new(),
        to: MailAddress::parse("anna@nordvind.example").unwrap(),
        reference: "NP-112".to_owned(),
        about: "solarpark.de · Anna Lindqvist".to_owned(),
        values: vec![
            value("first_name", Some("Anna"), "no first name"),
            value("domain", Some("solarpark.de"), "no domain"),
            value("offer", None, "no offer"),
            value("message_quoted", Some("> Hello {domain}\n>\n> Subject: Bcc: x"), "no message"),
        ],
        template: None,
        first: None,
    }
}

fn template(text: &str) -> Template {
    Template::new(Path::new("/config/templates/offer.txt"), text)
}

const PLAIN: &str = "# For tests.\n# More of it.\n\nSubject: Your interest in {domain}\n\nHello {first_name},\n\nbye\n";

/// Session with these templates, and its drafts in `folder`.
fn session(reply: Reply, templates: &[(&str, &str)], folder: &Path) -> (ReplySession, Next) {
    let templates = templates.iter().map(|(name, text)| Template::new(&PathBuf::from(name), text)).collect();
    ReplySession::begin(reply, templates, Drafts::new(folder.join("drafts")), Zone::Utc)
}

fn edit(next: &Next) -> PathBuf {
    match next {
        Next::Edit(file) => file.clone(),
        other => panic!("no editor: {other:?}"),
    }
}

fn menu(next: Next) -> Menu {
    match next {
        Next::Menu(menu) => menu,
        other => panic!("no menu: {other:?}"),
    }
}

fn labels(menu: &Menu) -> Vec<&str> {
    menu.items.iter().map(|item| item.label.as_str()).collect()
}

fn hint<'m>(menu: &'m Menu, label: &str) -> &'m str {
    menu.items.iter().find(|item| item.label == label).map(|item| item.hint.as_str()).unwrap_or_default()
}

#[test]
fn a_template_is_filled_and_its_subject_carries_the_reference() {
    let filled = template(PLAIN).fill(&reply().values, "NP-112").unwrap();
    assert_eq!(filled.subject, "Your interest in solarpark.de [NP-112]");
    assert_eq!(filled.body, "Hello Anna,\n\nbye\n");
    assert_eq!(template(PLAIN).about(), "For tests.");
    let own = template("Subject: NP-112: {domain}\nx").fill(&reply().values, "NP-112").unwrap();
    assert_eq!((own.subject.as_str(), own.body.as_str()), ("NP-112: solarpark.de", "x\n"), "said once");
    let bare = template("\u{feff}Hello\r\n{{ {domain} }}\r\n").fill(&reply().values, "").unwrap();
    assert_eq!((bare.subject.as_str(), bare.body.as_str()), ("solarpark.de", "Hello\n{ solarpark.de }\n"));
}

#[test]
fn a_strangers_words_are_neither_a_variable_nor_a_line_of_the_head() {
    let filled = template("Subject: {message_quoted}\n\n{message_quoted}").fill(&reply().values, "").unwrap();
    assert_eq!(filled.subject, "> Hello {domain} > > Subject: Bcc: x");
    assert_eq!(filled.body, "> Hello {domain}\n>\n> Subject: Bcc: x\n");
}

#[test]
fn a_variable_without_a_value_says_so() {
    let filled = template("Subject: {offer}\n\nYour {offer}!").fill(&reply().values, "").unwrap();
    assert_eq!((filled.subject.as_str(), filled.body.as_str()), ("[no offer]", "Your [no offer]!\n"));
}

#[test]
fn an_unknown_variable_is_named_with_its_place_and_the_nearest() {
    let said = template("# c\nSubject: x\n\nHello {frist_name},\n").fill(&reply().values, "").unwrap_err();
    assert!(said.contains("offer.txt:4:8: Unknown variable {frist_name}."), "{said}");
    assert!(said.ends_with("Did you mean {first_name}?"), "{said}");
    let stray = template("a { b").fill(&reply().values, "").unwrap_err();
    assert!(stray.contains(":1:3: A lone {"), "{stray}");
    assert_eq!(template("{a}{b}\n{").problems(&["a"]).len(), 2);
}

#[test]
fn the_templates_the_program_brings_have_no_mistake() {
    let names: Vec<&str> = crate::screens::inquiry::VARIABLES.iter().map(|variable| variable.name).collect();
    for template in brought(Path::new("x")) {
        assert_eq!(template.problems(&names), [], "{}", template.name);
        assert_eq!(template.warnings(), [], "{} keeps the reserve", template.name);
        assert!(!template.about().is_empty(), "{} says what it is for", template.name);
    }
}

/// A template that comes with the program, filled in for a seller with these settings.
fn filled(name: &str, config: &Config) -> String {
    let text = |name: &str| match name {
        "signature" | "my_name" => None,
        name => Some(format!("<{name}>")),
    };
    let variables = crate::screens::inquiry::VARIABLES.iter();
    let missing = |name: &str| if name == "signature" { "" } else { "no name" };
    let mut values: Vec<ReplyValue> =
        variables.map(|v| value(v.name, text(v.name).as_deref(), missing(v.name))).collect();
    sign(&mut values, config);
    let template = brought(Path::new("x")).into_iter().find(|template| template.name == name).unwrap();
    template.fill(&values, "").unwrap().body
}

#[test]
fn no_built_in_reply_tells_the_reserve_or_begins_in_lower_case() {
    for template in brought(Path::new("x")) {
        let body = filled(&template.name, &Config::default());
        assert!(!body.contains("<min_offer>"), "{body}");
        let after_greeting = body.split("\n\n").nth(1).unwrap();
        assert!(after_greeting.starts_with(char::is_uppercase), "{after_greeting}");
    }
    let own = template("Subject: {domain}\n\nOffers from {min_offer} on.");
    assert!(own.warnings()[0].message.contains("the least you accept"));
}

#[test]
fn a_reply_ends_with_the_signature_and_without_one_with_its_last_sentence() {
    let config = |name: Option<&str>, signature: Option<&str>| Config {
        my_name: name.map(str::to_owned),
        signature: signature.map(str::to_owned),
        ..Config::default()
    };
    let end = |config: &Config| filled("price", config).rsplit("\n\n").next().unwrap().to_owned();
    assert_eq!(end(&config(Some("Anna"), Some("Kind regards\nA. Seller"))), "Kind regards\nA. Seller\n");
    assert_eq!(end(&config(Some("Anna"), None)), "Best regards,\nAnna\n");
    for without in [config(None, None), config(Some("Anna"), Some(""))] {
        assert!(end(&without).ends_with("I will send you the next steps.\n"), "{}", end(&without));
        let answer = filled("answer", &without);
        assert!(!answer.contains('{') && !answer.contains("regards"), "{answer}");
        assert!(answer.contains(".\n\n\n\nOn <date> you wrote:"), "one gap to write in, none for nobody:\n{answer}");
    }
}

#[test]
fn only_to_and_subject_are_in_the_header_of_a_mail() {
    let mail = Mail { to: "a@b.example".to_owned(), subject: "S [1]".to_owned(), body: "Hi\n\nSubject: no\n".into() };
    assert_eq!(Mail::read(&mail.written()), Ok(mail));
    let read = Mail::read("\u{feff}subject:  a   b\r\nTO: x@y.example\r\n\r\n\r\nText\r\n").unwrap();
    assert_eq!((read.to.as_str(), read.subject.as_str(), read.body.as_str()), ("x@y.example", "a b", "Text\n"));
    for (text, line) in [("To: a\nBcc: b\n\nx", "Line 2, “Bcc: b”"), ("Hello\n\nx", "Line 1, “Hello”")] {
        assert!(Mail::read(text).unwrap_err().contains(line));
    }
    assert!(Mail::read("").unwrap().address().is_err());
}

#[test]
fn the_mail_program_is_handed_a_file_for_the_owner_alone_that_goes_with_the_draft() {
    use base64::Engine as _;
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let long = format!("Subject: Günstig {}\n\n{}", "ä".repeat(100), "ß".repeat(4_000));
    let (mut session, next) = session(reply(), &[("long.txt", &long)], folder.path());
    edit(&next);
    menu(session.edited(Ok(())));
    let Next::Mail { file, .. } = session.step(ReplyStep::Mail) else { panic!() };
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 77), "{text}");
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("X-Unsent: 1\r\nTo: anna@nordvind.example\r\nSubject: =?UTF-8?B?"), "{head}");
    let decoded = |text: &str| {
        let bytes = base64::prelude::BASE64_STANDARD.decode(text.replace("\r\n", "")).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(decoded(body).starts_with(&"ß".repeat(4_000)));
    let subject = head.split("Subject: ").nth(1).unwrap().split("\r\nMIME").next().unwrap();
    let words = subject.split("\r\n ").map(|word| word.trim_start_matches("=?UTF-8?B?").trim_end_matches("?="));
    let subject: String = words.map(decoded).collect();
    assert_eq!(subject, format!("Günstig {} [NP-112]", "ä".repeat(100)));
    session.step(ReplyStep::Sent);
    assert!(!file.exists(), "sent, so it is removed");
}

#[test]
fn without_a_mail_program_the_draft_is_kept_and_copying_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let (mut talked, next) = session(reply(), &[("plain.txt", PLAIN)], folder.path());
    let file = edit(&next);
    let written = menu(talked.edited(Ok(())));
    assert!(matches!(talked.step(ReplyStep::Mail), Next::Mail { inquiry, .. } if inquiry == talked.inquiry()));
    let failed = menu(talked.not_mailed("No mail program could be opened."));
    assert!(failed.title == "No mail program could be opened", "{}", failed.title);
    assert_eq!(labels(&failed)[0], "Copy everything", "{failed:?}");
    let sorted = |shown: &Menu| {
        let mut labels: Vec<String> = shown.items.iter().map(|item| item.label.clone()).collect();
        labels.sort();
        labels
    };
    assert_eq!(sorted(&failed), sorted(&written), "every choice once");
    assert!(file.exists());
}

#[test]
fn one_template_is_taken_and_several_are_chosen_from() {
    let folder = tempfile::tempdir().unwrap();
    let (mut talked, next) = session(reply(), &[("plain.txt", PLAIN)], folder.path());
    let file = edit(&next);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "To: anna@nordvind.example\nSubject: Your interest in solarpark.de [NP-112]\n\nHello Anna,\n\nbye\n"
    );
    let shown = menu(talked.edited(Ok(())));
    assert!(shown.title.contains("Reply to anna@nordvind.example · Your interest"), "{}", shown.title);
    assert_eq!(labels(&shown)[..2], ["Open in your mail program", "Edit again"]);
    assert!(!file.exists(), "nothing was typed, so nothing is kept");

    let two = [("a.txt", "{nonsense}"), ("b.txt", "# About b.\nx")];
    let (mut talked, next) = session(reply(), &two, folder.path());
    let choice = menu(next);
    assert_eq!(labels(&choice)[..2], ["a", "b"]);
    assert!(hint(&choice, "a").contains("line 1: Unknown variable {nonsense}"), "{}", hint(&choice, "a"));
    assert_eq!(hint(&choice, "b"), "About b.");
    assert!(matches!(talked.step(ReplyStep::Template("a".to_owned())), Next::Say(Tone::Warn, _)));
    edit(&talked.step(ReplyStep::Template("b".to_owned())));

    let named = Reply { template: Some("bb".to_owned()), ..reply() };
    let other = tempfile::tempdir().unwrap();
    let (_, next) = session(named, &two, other.path());
    assert!(matches!(&next, Next::Say(_, text) if text.contains("“bb”. Did you mean “b”?")), "{next:?}");
}

#[test]
fn a_draft_is_kept_until_it_is_sent_or_discarded() {
    let folder = tempfile::tempdir().unwrap();
    let begin = || session(reply(), &[("plain.txt", PLAIN)], folder.path());
    let (mut talked, next) = begin();
    let file = edit(&next);
    // The editor crashes after saving some text.
    fs::write(&file, "To: anna@nordvind.example\nSubject: x\n\nDear Anna\n").unwrap();
    let said = talked.edited(Err("The editor vi ended with an error.".to_owned()));
    assert!(matches!(&said, Next::Say(Tone::Bad, text) if text.contains("r opens it again")), "{said:?}");

    let (mut talked, next) = begin();
    assert_eq!(labels(&menu(next)), ["Continue the draft", "Send or copy as is", "Start over"]);
    let shown = menu(talked.step(ReplyStep::Choose));
    assert_eq!(hint(&shown, "Edit again"), "the subject no longer says NP-112");
    assert!(matches!(talked.step(ReplyStep::Copy(ReplyPart::Text)),
        Next::Copy { what: "Text", text } if text == "Dear Anna\n"));
    let again = menu(talked.done("Text copied through the terminal"));
    assert_eq!(labels(&again)[..2], ["Keep the draft", "Mark as sent"], "enter loses nothing: {again:?}");
    assert!(again.title == "Text copied through the terminal", "{}", again.title);
    // Throwing away what was typed asks first.
    let away = again.items.iter().find(|item| item.label == "Discard the draft").unwrap();
    assert!(matches!(&away.effects[..], [Effect::Confirm(ask)]
        if ask.effects_on_yes == [Effect::ReplyStep(ReplyStep::Discard)]));
    assert_eq!(edit(&talked.step(ReplyStep::Edit)), file);
    assert!(fs::read_to_string(&file).unwrap().contains("Dear Anna"), "the editor opens what was typed");
    talked.edited(Ok(()));
    assert!(file.exists(), "unchanged, but still something typed");
    talked.step(ReplyStep::Sent);
    assert!(!file.exists());
    let shown = menu(begin().1);
    assert_eq!(labels(&shown)[0], "plain", "a new reply begins with a template: {shown:?}");
}

#[test]
fn a_mail_that_cannot_be_sent_leads_back_to_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let (mut talked, next) = session(reply(), &[("a.txt", "Subject: x\n\n{offer}")], folder.path());
    let file = edit(&next);
    let shown = menu(talked.edited(Ok(())));
    assert_eq!((labels(&shown)[0], shown.items[0].hint.as_str()), ("Edit again", "still says [no offer]"));

    let step = ReplyStep::Edit;
    edit(&talked.step(step));
    fs::write(&file, "To: anna at nordvind\nSubject: x\n\nHi\n").unwrap();
    let shown = menu(talked.edited(Ok(())));
    assert_eq!(labels(&shown)[0], "Edit again");
    assert!(shown.items[0].hint.contains("“anna at nordvind” is not an email address"), "{}", shown.items[0].hint);
    assert!(!labels(&shown).contains(&"Open in your mail program"));
    assert!(matches!(talked.step(ReplyStep::Mail), Next::Menu(_)), "nor by another way");

    fs::write(&file, "To: a@b.example\nCc: c@d.example\n\nHi\n").unwrap();
    let shown = menu(talked.edited(Ok(())));
    assert_eq!(labels(&shown), ["Edit again", "Keep the draft", "Discard the draft"]);
    assert!(shown.items[0].hint.contains("Line 2, “Cc: c@d.example”"), "{}", shown.items[0].hint);
}

#[test]
fn drafts_are_for_the_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let drafts = Drafts::new(folder.path().join("drafts"));
    drafts.keep(Id::new(-7), "x").unwrap();
    let file = drafts.file(Id::new(-7));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    fs::write(&file, b"caf\xe9").unwrap();
    assert!(drafts.kept(Id::new(-7)).is_some_and(|(text, _)| text.starts_with("caf")), "another encoding is kept too");
    drafts.forget(Id::new(-7));
    drafts.forget(Id::new(-7));
    assert!(drafts.kept(Id::new(-7)).is_none() && !file.parent().unwrap().exists());
}

#[test]
fn the_reply_sent_last_is_kept_and_can_be_begun_from() {
    let folder = tempfile::tempdir().unwrap();
    let plain = [("/templates/plain.txt", PLAIN)];
    let (mut talked, next) = session(reply(), &plain, folder.path());
    let file = edit(&next);
    fs::write(&file, "To: a@b.example\nSubject: Hello\n\nFor $2,000 it is yours.\n").unwrap();
    talked.edited(Ok(()));
    assert!(matches!(talked.step(ReplyStep::Sent), Next::Sent { .. }));
    assert!(!file.exists(), "no draft is offered");
    let (mut again, next) = session(reply(), &plain, folder.path());
    assert_eq!(labels(&menu(next)).last(), Some(&"What you wrote last"));
    // A draft that is begun and discarded leaves the sent reply there.
    again.step(ReplyStep::Template("plain".to_owned()));
    again.step(ReplyStep::Discard);
    assert_eq!(edit(&again.step(ReplyStep::Again)), file);
    assert!(fs::read_to_string(&file).unwrap().contains("For $2,000 it is yours."));
    let drafts = Drafts::new(folder.path().join("drafts"));
    drafts.forget_sent(Id::new(112));
    assert!(drafts.last_sent(Id::new(112)).is_none() && file.exists(), "the draft stays");
}

#[test]
fn built_in_templates_count_only_while_the_user_has_none() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let paths = Paths { config: at("c"), data: at("d"), cache: at("e"), state: at("s") };
    let names = |paths: &Paths| templates(paths).0.into_iter().map(|template| template.name).collect::<Vec<_>>();
    assert_eq!(names(&paths), ["accept", "answer", "counter-offer", "decline", "goodbye", "price"]);
    assert_eq!(write_templates(&paths).unwrap(), Some(at("c/templates")));
    fs::remove_file(at("c/templates/price.txt")).unwrap();
    for (name, text) in [("mine.txt", "x"), (".hidden.txt", "x"), ("notes.md", "x")] {
        fs::write(at("c/templates").join(name), text).unwrap();
    }
    assert_eq!(names(&paths), ["accept", "answer", "counter-offer", "decline", "goodbye", "mine"]);
    assert_eq!(write_templates(&paths).unwrap(), None, "what is there stays as it is");
    fs::write(at("c/templates/odd.txt"), b"\xff\xfe").unwrap();
    let (found, problems) = templates(&paths);
    assert_eq!(found.len(), 6);
    assert!(problems.len() == 1 && problems[0].contains("odd.txt cannot be read"), "{problems:?}");
}

#[test]
fn a_price_of_the_users_own_is_told_from_the_offer_and_from_quoted_lines() {
    let cases = [
        ("I can let it go for $9,000.\n", true),
        ("The price is 9,000 EUR today.\n", true),
        ("Thank you for your offer of $500, let us talk.\n", false),
        ("Your $500 is low: (USD 2400) would do.\n", true),
        ("It has 12 letters and was registered in 2004.\n", false),
        ("Hello.\n> I offer $1,200 for it\n", false),
    ];
    for (body, priced) in cases {
        let mail = Mail { to: String::new(), subject: String::new(), body: body.to_owned() };
        assert_eq!(mail.names_price(Some("$500")), priced, "{body}");
    }
}
