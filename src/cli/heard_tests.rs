//! Tests of which inquiries a reference, an address or a message means.

use super::*;
use crate::base::Timestamp;
use crate::store::index::inquiries::FIELDS;

fn row(id: i64, email: &str, reference: &str) -> (Compact, u32, u32) {
    let mut texts = [""; FIELDS];
    texts[Field::Email as usize] = email;
    texts[Field::Reference as usize] = reference;
    (Compact::new(Id::new(id), Some(Timestamp(id)), None, None, &texts), 0, 0)
}

fn inbox() -> Chunks {
    Chunks::from_rows(vec![row(1, "anna@x.example", "PK-AAA"), row(2, "Anna@x.example", "PK-BBB"), row(3, "", "")])
}

fn found(heard: &Heard) -> Vec<i64> {
    of(&inbox(), heard).iter().map(|row| row.id.get()).collect()
}

#[test]
fn a_reference_a_number_and_an_address_each_mean_their_inquiries() {
    let named = |text: &str| found(&Heard::Named(text.to_owned()));
    assert_eq!(named("pk-aaa"), [1]);
    assert_eq!(named("2"), [2]);
    assert_eq!(named("ANNA@x.example"), [2, 1]);
    assert_eq!(named("PK-AA"), Vec::<i64>::new());
    assert_eq!(named(""), Vec::<i64>::new(), "an inquiry without a reference is not meant by none");
}

#[test]
fn a_message_means_the_inquiry_of_its_reference_before_those_of_its_sender() {
    let read = |raw: &str| found(&of_message(&mime::read(raw.as_bytes())));
    let from = "From: Anna <anna@x.example>\r\n";
    assert_eq!(read(&format!("{from}Subject: Re: solarpark.de [PK-BBB]\r\n\r\nYes.\r\n")), [2]);
    assert_eq!(read("From: b@y.example\r\nSubject: Re\r\n\r\nYes.\r\n\r\n> reference PK-AAA.\r\n"), [1]);
    assert_eq!(read(&format!("{from}Subject: Hello\r\n\r\nAbout PK-AAAB.\r\n")), [2, 1]);
    assert_eq!(read("From: b@y.example\r\nSubject: Hello\r\n\r\nYes.\r\n"), Vec::<i64>::new());
}

#[test]
fn an_unknown_buyer_is_named_with_what_to_do() {
    let said = unknown(&Heard::Named("PK-\u{1b}X".to_owned()), &inbox());
    assert!(said.contains("PK-") && !said.contains('\u{1b}') && said.contains("give the number"), "{said}");
    let message = Heard::Message { text: String::new(), from: Some("b@y.example".to_owned()) };
    assert!(unknown(&message, &Chunks::default()).contains("start parkade once"));
    let nobody = of_message(&mime::read(b"Subject: Hello\r\n\r\nYes.\r\n"));
    let said = unknown(&nobody, &inbox());
    assert!(
        said.starts_with("The message names no reference of a known inquiry and no sender: it has no From"),
        "{said}"
    );
}
