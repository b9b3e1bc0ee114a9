//! Tests of the order of hits, query by query.

use serde_json::{Value, json};

use super::query::PLACES;
use super::*;
use crate::api::types::{Domain, Email};
use crate::api::{Paged, Row};
use crate::store::DomainTab;
use crate::store::disk::DiskEvent;
use crate::store::index::domains::{Fresh, Source};
use crate::store::index::inquiries::inquiry_from_raw;
use crate::store::lists::mail::KeptTexts;
use crate::store::notes::{Key, NoteChange, Status, Turn};

const NOW: Timestamp = Timestamp(1_800_000_000);

/// Test domains: name, punycode, BIN price, days since it was added.
const DOMAINS: [(&str, &str, Option<f64>, i64); 14] = [
    ("solar.com", "solar.com", None, 10),
    ("solar.de", "solar.de", Some(900.0), 20),
    ("solarpark.de", "solarpark.de", Some(2_400.0), 30),
    ("solarhaus.de", "solarhaus.de", Some(14_900.0), 40),
    ("my-solar.net", "my-solar.net", Some(50_000.0), 50),
    ("mysolarpanel.com", "mysolarpanel.com", Some(90_000.0), 60),
    ("smartpay.com", "smartpay.com", None, 70),
    ("paypoint.com", "paypoint.com", None, 5),
    ("ai.com", "ai.com", Some(1_000_000.0), 80),
    ("aitools.io", "aitools.io", None, 90),
    ("rain.org", "rain.org", Some(5.0), 100),
    ("bücher.de", "xn--bcher-kva.de", None, 110),
    ("例え.jp", "xn--r8jz45g.jp", None, 120),
    ("4pay.app", "4pay.app", None, 130),
];

/// Test inquiries: number, domain, buyer, email, offer with currency, message.
type Asked = (i64, &'static str, &'static str, &'static str, Option<(f64, &'static str)>, &'static str);
const INQUIRIES: [Asked; 7] = [
    (1, "solarpark.de", "Anna Berg", "anna@berg.example", Some((500.0, "USD")), "Is the name for sale?"),
    (2, "solarpark.de", "Tom Becker", "tom@solar.example", Some((4_000.0, "USD")), "We build solar parks."),
    (3, "ai.com", "Sato Kenji", "sato@example.jp", None, "ドメインの購入を検討しております。"),
    (4, "rain.org", "Anna Lind", "lind@rain.example", Some((9_000.0, "EUR")), "For a charity about rain."),
    (5, "rain.org", "Bo Rain", "bo@x.example", Some((20.0, "USD")), "hi"),
    (6, "smartpay.com", "Paymaster Inc", "office@paymaster.example", None, "Our brand is smart pay."),
    (7, "paypoint.com", "Ingrid", "ingrid@fjord.example", None, "We remember the escrow fee."),
];

/// Test messages: number, sender, subject, beginning of the text.
const MAIL: [(&str, &str, &str, &str); 4] = [
    ("m1", "Anna Berg <anna@berg.example>", "Invoice 2041", "Please find the invoice attached."),
    ("m2", "shop@buecher.example", "Solar", "Your order of panels was sent."),
    ("m3", "escrow@service.example", "Escrow started", "The fee is paid by the buyer."),
    ("m4", "News <news@x.example>", "The week in solar power", "ai is everywhere"),
];

fn store() -> Store {
    let mut store = Store::new("test");
    let domain = |(name, punycode, bin, days): &(&str, &str, Option<f64>, i64)| {
        let row = json!({ "domain_id": 1, "name": name, "punycode": punycode, "state": "verified", "is_approved": true,
            "is_verified": true, "added_date": NOW.0 - days * 86_400, "for_sale": true, "bin_price": bin });
        Row::<Domain>::from_raw(&row.to_string()).expect("a domain")
    };
    let rows: Vec<_> = DOMAINS.iter().map(domain).collect();
    let from = Source { listed: Some(DomainTab::MyDomains), began: 0, pass: None };
    store.index.domains.absorb(Fresh::page(&rows), from, NOW);
    for (id, domain, name, email, offer, message) in INQUIRIES {
        let (offer, currency) = offer.map_or((Value::Null, Value::Null), |(n, code)| (json!(n), json!(code)));
        let row = json!({ "inquiry_id": id, "inquire_date": NOW.0 - id * 100, "domain": domain, "full_name": name,
            "email": email, "offer": offer, "offer_currency": currency, "message": message, "country": "DE",
            "delivery": { "state": "delivered", "reason": "initial" }, "spam_risk": "low" });
        let row = row.to_string();
        assert!(inquiry_from_raw(&row).is_some());
        store.index.inquiries.absorb([&Row::from_raw(&row).expect("an inquiry")], 0);
    }
    let mail = |(id, from, subject, summary): &(&str, &str, &str, &str)| {
        json!({ "id": id, "date": NOW.0 - 500, "domain": ["tulip.net"], "from": [from], "subject": [subject],
            "envelope_to": ["info@tulip.net"], "summary": summary })
    };
    let page = json!({ "emails": MAIL.iter().map(mail).collect::<Vec<_>>(),
        "pagination": { "current_page": 1, "last_page": 1, "per_page": 100, "shown": 4, "total": 4 } });
    let list = MailQuery::default().list(Match::All, 1);
    let page: Paged<Email> = crate::api::emails::List::decode(page.to_string().as_bytes()).expect("a page");
    store.lists.mail.absorb(&list.call(), &page);
    let solar = Subject::Domain("solar.de".into());
    store.change_notes(
        vec![
            NoteChange::new(solar.clone(), Key::Note, "the broker remembers Zug"),
            NoteChange::new(solar, Key::Tag("hot".into()), "yes"),
            NoteChange::new(Subject::Inquiry(Id::new(3)), Key::Note, "call after the holidays, escrow"),
            NoteChange::new(Subject::Inquiry(Id::new(5)), Key::Status, &Status::kept(Turn::Lost, "elsewhere", NOW)),
        ],
        String::new(),
        NOW,
    );
    store
}

/// First four hits of each kind, in the order of the kinds: `D:solar.de I:2`.
fn first(index: &mut Index, store: &Store, typed: &str) -> String {
    let groups = index.find(store, &Query::new(typed), MailKey::MAX);
    let said = |hit: &Hit| match &hit.thing {
        Thing::Domain(key) => format!("D:{}", store.domains().row(*key).expect("a row").name()),
        Thing::Inquiry(id) => format!("I:{id}"),
        Thing::Mail(key) => format!("M:{}", store.mail().row(*key).expect("a row").id),
        Thing::Note(about) => {
            format!("N:{}", about.name().map_or("inquiry".to_owned(), |name| name.unicode().to_owned()))
        }
        other => panic!("{other:?}"),
    };
    let hits = groups.iter().flat_map(|group| group.hits.iter().take(4).map(said));
    hits.collect::<Vec<_>>().join(" ")
}

#[test]
fn hits_come_whole_names_first_then_labels_beginnings_words_and_insides_then_by_money_and_time() {
    let store = store();
    let index = &mut Index::default();
    let table = [
        (
            "",
            "D:paypoint.com D:solar.com D:solar.de D:solarpark.de I:1 I:2 I:3 I:4 M:m1 M:m2 M:m3 M:m4 N:inquiry N:inquiry N:solar.de",
        ),
        ("solar.de", "D:solar.de"),
        ("solar", "M:m2 M:m4 D:solar.de D:solar.com D:solarhaus.de D:solarpark.de I:2 I:1"),
        ("sol", "D:solarhaus.de D:solarpark.de D:solar.de D:solar.com I:2 I:1 M:m2 M:m4"),
        ("SOLAR", "M:m2 M:m4 D:solar.de D:solar.com D:solarhaus.de D:solarpark.de I:2 I:1"),
        ("  solar   park ", "I:2 I:1 D:solarpark.de"),
        ("park", "I:2 I:1 D:solarpark.de"),
        ("solar de", "D:solarhaus.de D:solarpark.de D:solar.de I:2 I:1 M:m2"),
        ("pay", "D:paypoint.com D:smartpay.com D:4pay.app I:6 I:7"),
        ("smart", "D:smartpay.com I:6"),
        ("smart pay", "I:6 D:smartpay.com"),
        ("pay smart", "I:6 D:smartpay.com"),
        ("ai", "D:ai.com D:aitools.io D:rain.org I:3 I:5 I:4 M:m4 M:m3"),
        ("a", "D:ai.com D:aitools.io D:4pay.app D:mysolarpanel.com I:1 I:4 I:3 I:2 M:m1 M:m4 M:m2 M:m3 N:inquiry"),
        (
            "s",
            "D:solarhaus.de D:solarpark.de D:solar.de D:solar.com I:2 I:1 I:3 I:6 M:m2 M:m3 M:m4 M:m1 N:inquiry N:inquiry N:solar.de",
        ),
        ("de", "D:solarhaus.de D:solarpark.de D:solar.de D:bücher.de I:2 I:1 M:m2"),
        (".com", "D:ai.com D:mysolarpanel.com D:paypoint.com D:solar.com I:3 I:6 I:7"),
        ("com", "D:ai.com D:mysolarpanel.com D:paypoint.com D:solar.com I:3 I:6 I:7"),
        (".de", "D:solarhaus.de D:solarpark.de D:solar.de D:bücher.de I:2 I:1"),
        ("例え", "D:例え.jp"),
        ("例", "D:例え.jp"),
        ("xn--r8jz45g", "D:例え.jp"),
        ("検討", "I:3"),
        ("ドメ", "I:3"),
        ("bücher", "D:bücher.de"),
        ("buecher", "M:m2"),
        ("anna", "I:1 I:4 M:m1"),
        ("anna berg", "I:1 M:m1"),
        ("berg anna", "I:1 M:m1"),
        ("berg", "I:1 M:m1"),
        ("bo", "I:5 I:4"),
        ("rain", "D:rain.org I:5 I:4"),
        ("lind@rain.example", "I:4"),
        ("@", "I:2 I:1 I:5 I:4 M:m1 M:m2 M:m3 M:m4"),
        ("escrow", "M:m3 I:7 N:inquiry"),
        ("fee", "I:7 M:m3"),
        ("remember", "I:7 N:solar.de"),
        ("hot", "N:solar.de"),
        ("elsewhere", "N:inquiry"),
        ("zug broker", "N:solar.de"),
        ("invoice", "M:m1"),
        ("invoice 2041", "M:m1"),
        ("low", ""),
        ("delivered", ""),
        ("nobody", ""),
        ("solar nobody", ""),
        ("4pay", "D:4pay.app"),
        ("2041", "M:m1"),
    ];
    assert!(table.len() > 40);
    let wrong: Vec<_> =
        table.into_iter().map(|(typed, expected)| (typed, first(index, &store, typed), expected)).collect();
    let wrong: Vec<_> = wrong.iter().filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_hit_says_which_text_answers_best() {
    let store = store();
    let groups = Index::default().find(&store, &Query::new("escrow"), MailKey::MAX);
    let of = |kind| groups.iter().find(|group| group.kind == kind).expect("a group").hits[0].clone();
    assert_eq!((of(Kind::Inquiry).band, of(Kind::Inquiry).text), (Band::Word, Field::Message as u8));
    assert_eq!((of(Kind::Mail).band, of(Kind::Mail).text), (Band::Label, 0), "escrow@… goes before the subject");
    assert_eq!((of(Kind::Note).band, of(Kind::Note).text), (Band::Word, 0));
}

#[test]
fn the_text_of_a_kept_message_is_searched_together_with_what_its_list_tells() {
    let mut store = store();
    let index = &mut Index::default();
    assert_eq!(first(index, &store, "passport"), "");
    let before = Index::version(&store);
    let mut kept = KeptTexts::default();
    for (id, text) in [("m3", "Nothing of that."), ("m1", "The notary asks for a passport. SOLAR"), ("m9", "passport")]
    {
        assert!(kept.texts.push(id, text));
    }
    store.from_disk(DiskEvent::MailTexts(Box::new(kept)), NOW);
    assert_ne!(Index::version(&store), before);
    for (typed, expected) in [
        ("passport", "M:m1"),
        ("invoice passport", "M:m1"),
        ("anna notary", "M:m1"),
        ("asks for a passport", "M:m1"),
        ("escrow passport", ""),
        ("otar", "M:m1"),
        ("2041", "M:m1"),
    ] {
        assert_eq!(first(index, &store, typed), expected, "{typed}");
    }
    let found = |typed: &str, upto| Index::default().find(&store, &Query::new(typed), upto);
    let hit = found("passport", MailKey::MAX)[0].hits[0].clone();
    assert_eq!((hit.band, hit.text), (Band::Word, 7), "the place behind the texts of the list");
    assert_eq!(found("passport", 0), [], "it came after the text was typed");
    let solar = found("solar", MailKey::MAX).into_iter().find(|group| group.kind == Kind::Mail).expect("mail");
    assert_eq!(solar.total, Known::Is(3), "each message once: {solar:?}");
}

#[test]
fn a_long_text_is_shown_around_the_longest_word() {
    let text = format!("{}escrow {}", "ä and more ".repeat(400), "ß and less ".repeat(400));
    let near = Query::new("and Escrow").near(&text);
    assert!(near.len() < 700 && near.contains("escrow"), "{near}");
    assert_eq!(Query::new("nothing").near("short"), "short");
    assert_eq!(Query::new("").near("ä"), "ä");
}

#[test]
fn mail_that_came_after_the_text_was_typed_is_left_out() {
    let store = store();
    let found = Index::default().find(&store, &Query::new("escrow"), 2);
    assert!(found.iter().all(|group| group.kind != Kind::Mail), "{found:?}");
}

#[test]
fn a_count_over_a_part_of_the_rows_says_so() {
    let store = store();
    let groups = Index::default().find(&store, &Query::new("solar"), MailKey::MAX);
    let total = |kind| groups.iter().find(|group| group.kind == kind).expect("a group").total.clone();
    assert_eq!(total(Kind::Mail), Known::Is(2), "every message is known");
    assert!(matches!(total(Kind::Inquiry), Known::AtLeast { value: 2, .. }), "{:?}", total(Kind::Inquiry));
}

#[test]
fn a_match_is_marked_in_the_text_as_shown() {
    let parts = |typed: &str, text: &str| -> Vec<String> {
        Query::new(typed).spans(text).into_iter().map(|span| text[span].to_owned()).collect()
    };
    assert_eq!(parts("solar PARK", "Solarpark and solar"), ["Solarpark", "solar"]);
    assert_eq!(parts("i", "İstanbul"), ["İ"], "a letter whose small form is two");
    assert_eq!(parts("例", "名前の例え"), ["例"]);
    assert!(parts("", "anything").is_empty());
    assert!(parts("x", "").is_empty());
}

#[test]
fn the_hits_that_are_kept_are_the_best_of_all_and_all_are_counted() {
    let mut dice = fastrand::Rng::with_seed(34);
    let hit = |key: u32| {
        let band = if dice.bool() { Band::Whole } else { Band::Word };
        (Rank { money: Reverse(dice.i64(..500)), ..Rank::by_time(band, None) }, key, 0)
    };
    let mut all: Vec<(Rank, u32, u8)> = (0..20_000).map(hit).collect();
    let mut found = Found::none();
    for (place, (rank, key, text)) in all.iter().enumerate() {
        found.push(place, (rank.band, *key, *text), || *rank);
    }
    found.keep_best();
    found.best.sort_unstable();
    all.sort_unstable();
    assert_eq!((found.total, &found.best[..]), (20_000, &all[..MOST]));
}

/// A text typed and deleted letter by letter must find the same as a search for it at once.
#[test]
fn a_query_typed_letter_by_letter_finds_the_same_as_at_once() {
    let store = store();
    let mut dice = fastrand::Rng::with_seed(16);
    let (letters, index): (Vec<char>, _) = ("solar.dpyie n@検".chars().collect(), &mut Index::default());
    let mut narrowed = 0;
    for _ in 0..300 {
        let mut typed = String::new();
        for _ in 0..dice.usize(1..9) {
            match dice.usize(..8) {
                0 => drop(typed.pop()),
                _ => typed.insert(dice.usize(..2) * typed.len(), letters[dice.usize(..letters.len())]),
            }
            let (query, upto) = (Query::new(&typed), dice.u32(2..5));
            narrowed += usize::from(index.wider.as_ref().is_some_and(|wider| query.narrows(&wider.query)));
            assert_eq!(index.find(&store, &query, upto), Index::default().find(&store, &query, upto), "{typed:?}");
        }
    }
    assert!(narrowed > 100, "{narrowed}");
}

/// A search from place to place of a word must find the same as one through each text.
#[test]
fn a_row_answers_by_the_best_of_its_texts() {
    let mut dice = fastrand::Rng::with_seed(7);
    let letters = ['a', 'b', 'é', ' ', '.', '@', crate::store::filter::texts::BETWEEN];
    let uses = [Use::Name, Use::No, Use::Text, Use::Name, Use::Text];
    for _ in 0..20_000 {
        let mut text = |most: usize, of: usize| -> String {
            (0..dice.usize(1..most)).map(|_| letters[dice.usize(..of)]).collect()
        };
        let (row, word, many) = (text(16, 7), text(3, 3), dice.usize(1..6));
        let uses = &uses[..many];
        let best_of = |(place, text): (usize, &str)| {
            let purpose = *uses.get(place).or(uses.last()).filter(|purpose| **purpose != Use::No)?;
            let looked = if purpose == Use::Text { PLACES } else { usize::MAX };
            let bands = text.match_indices(&word).take(looked).map(|(at, _)| {
                let (is_name, before) = (purpose == Use::Name, text[..at].chars().next_back());
                match &text[at + word.len()..] {
                    "" if at == 0 && is_name => Band::Whole,
                    rest if at == 0 && is_name && rest.starts_with(['.', '@']) => Band::Label,
                    _ if at == 0 && is_name => Band::Prefix,
                    _ if before.is_none_or(|before| !before.is_alphanumeric()) => Band::Word,
                    _ => Band::Inside,
                }
            });
            bands.min().map(|band| (band, place as u8))
        };
        let each = row.split(crate::store::filter::texts::BETWEEN).enumerate();
        let expected = each.filter_map(best_of).min();
        assert_eq!(Ready::new(&Query::new(&word)).judge(&row, uses), expected, "{word:?} in {row:?}, {uses:?}");
    }
}
