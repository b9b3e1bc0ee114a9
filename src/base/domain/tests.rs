use proptest::prelude::*;

use super::*;

fn name(text: &str) -> DomainName {
    DomainName::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn one_name_has_one_canonical_form() {
    for (text, ascii, unicode) in [
        ("Example.COM", "example.com", "example.com"),
        (" example.com. ", "example.com", "example.com"),
        ("SÓLAR.com", "xn--slar-qqa.com", "sólar.com"),
        ("xn--slar-qqa.com", "xn--slar-qqa.com", "sólar.com"),
        ("so\u{301}lar.com", "xn--slar-qqa.com", "sólar.com"),
        ("straße.de", "xn--strae-oqa.de", "straße.de"),
        ("日本。jp", "xn--wgv71a.jp", "日本.jp"),
    ] {
        let name = name(text);
        assert_eq!((name.punycode(), name.unicode()), (ascii, unicode), "{text}");
    }
    assert_eq!(name("sólar.com").both(), "sólar.com (xn--slar-qqa.com)");
    assert_eq!(name("a.com").both(), "a.com");
}

#[test]
fn an_invalid_name_is_told_and_stays_text() {
    for text in [
        "",
        "localhost",
        "https://a.com/",
        "a@b.com",
        "a b.com",
        "a..com",
        "-a.com",
        "a-.com",
        "xn--a.com",
        "a_b.com",
        "192.168.1.1",
        "xn--example-.com",
        "a\u{202e}b.com",
    ] {
        assert!(DomainName::parse(text).is_err(), "{text:?}");
        let kept = DomainName::from_service(text);
        assert_eq!(kept.punycode(), text);
        assert_eq!(clean_line(kept.unicode()), kept.unicode());
    }
    assert!(DomainName::parse(&format!("{}.com", "a".repeat(64))).is_err());
}

/// Proves R-08.
#[test]
fn look_alikes_are_flagged_and_honest_names_are_not() {
    let mixed = |text: &str| match name(text).lookalike() {
        Some(Lookalike::MixedScripts(scripts)) => scripts,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(mixed("pаypal.com"), "Latin and Cyrillic");
    assert_eq!(mixed("gοogle.com"), "Latin and Greek");
    let whole = |text: &str| match name(text).lookalike() {
        Some(Lookalike::WholeScript(reading)) => reading,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(whole("аррӏе.com"), "apple.com");
    assert_eq!(whole("сор.com"), "cop.com");
    assert_eq!(whole("ɑpple.com"), "apple.com");
    for honest in [
        "example.com",
        "sólar.com",
        "пример.рф",
        "日本語.jp",
        "東京タワー.jp",
        "tokyoタワー.jp",
        "한국.kr",
        "ελλάδα.gr",
        "مثال.com",
        "köln.de",
        "тест.рф",
        "læs.dk",
        "bạn.vn",
        "भारत.com",
        "hotel東京.com",
    ] {
        assert_eq!(name(honest).lookalike(), None, "{honest}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_parsed_name_parses_to_itself_and_is_safe_to_show(text in "[a-zA-Z0-9äöß日本а-я\u{200c}\u{200d}.-]{1,20}|\\PC{0,20}") {
        let name = DomainName::from_service(&text);
        prop_assert_eq!(clean_line(&name.both()).into_owned(), name.both());
        if let Ok(parsed) = DomainName::parse(&text) {
            prop_assert_eq!(DomainName::parse(parsed.punycode()), Ok(parsed.clone()));
            prop_assert_eq!(DomainName::parse(parsed.unicode()), Ok(parsed));
        }
    }
}
