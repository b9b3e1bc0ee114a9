use proptest::prelude::*;

use super::*;

/// True for characters that no cell may ever have; listed here independently of the tested table.
fn forbidden(c: char) -> bool {
    let code = u32::from(c);
    c.is_control()
        || matches!(code, 0xad | 0x61c | 0x200b | 0x200c | 0x200e | 0x200f | 0x2028..=0x202e | 0x2060..=0x206f)
        || matches!(code, 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe0fff | 0xe000..=0xf8ff | 0xf0000..=0x0010_ffff)
        || code & 0xfffe == 0xfffe
        || matches!(code, 0xfdd0..=0xfdef)
}

fn every_char() -> impl Iterator<Item = char> {
    (0..=0x0010_ffff).filter_map(char::from_u32)
}

/// Proves.
#[test]
fn no_code_point_of_unicode_slips_through() {
    let mut text = String::new();
    for c in every_char() {
        text.clear();
        text.push('a');
        text.push(c);
        text.push('b');
        let clean = clean_line(&text);
        assert!(!clean.chars().any(forbidden), "U+{:04X} gives {:?}", u32::from(c), clean);
        let selector = matches!(u32::from(c), 0xfe00..=0xfe0f | 0xe0100..=0xe01ef);
        if forbidden(c) && !selector {
            assert_eq!(clean, "a·b", "U+{:04X}", u32::from(c));
        }
        assert!(clean.starts_with('a') && clean.ends_with('b'), "U+{:04X}", u32::from(c));
        if is_plain(c) {
            assert!(
                !extends(c) && !is_hidden(u32::from(c)) && matches!(clean, Cow::Borrowed(_)),
                "U+{:04X}",
                u32::from(c)
            );
        }
    }
}

#[test]
fn ordinary_texts_of_many_scripts_are_not_changed_by_cleaning() {
    for text in [
        "Hello, I'd offer $12,500.",
        "Grüße aus Köln",
        "Привет, мир",
        "こんにちは、世界",
        "안녕하세요",
        "שלום",
        "مرحبا بالعالم",
        "नमस्ते दुनिया",
        "สวัสดีครับ",
        "Xin chào",
        "👍🏽 ok",
        "👨‍👩‍👧‍👦",
        "🇸🇪",
        "e\u{301}",
        "ｶﾞ",
        "",
    ] {
        assert_eq!(clean_line(text), text);
        assert!(matches!(clean_line(text), Cow::Borrowed(_)), "{text} is borrowed");
    }
}

/// Proves.
#[test]
fn hidden_characters_become_one_mark() {
    assert_eq!(clean_line("a\u{1b}[31mb"), "a·[31mb");
    assert_eq!(clean_line("a\r\n\tb"), "a·b");
    assert_eq!(clean_line("pay\u{202e}lap"), "pay·lap");
    assert_eq!(clean_line("a\u{fe0f}\u{fe0f}b"), "a·b");
    assert_eq!(clean_line("a\u{e0041}\u{e0042}b"), "a·b");
    assert_eq!(clean_line("\u{301}a"), "·\u{301}a");
    assert_eq!(clean_line("❤\u{fe0f}\u{200d}🔥"), "❤🔥");
    assert_eq!(clean_line("a\u{200d}b"), "a·b");
    assert_eq!(clean_line("a·\u{202e}\u{202d}b"), "a··b");
    assert_eq!(clean_line("z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}"), "z\u{301}\u{302}\u{303}\u{304}");
}

/// Proves R-06.
#[test]
fn a_block_keeps_its_lines_and_nothing_else() {
    assert_eq!(clean_block("a\r\nb\rc\u{2028}d\u{85}e\tf\u{7}g"), "a\nb\nc\nd\ne    f·g");
    assert_eq!(clean_block("a\n\u{301}b"), "a\n·\u{301}b");
    assert!(matches!(clean_block("a\nb é"), Cow::Borrowed(_)));
}

/// Proves R-04.
#[test]
fn reveal_names_hidden_characters_by_code_point() {
    assert_eq!(reveal("pay\u{202e}é"), "pay<U+202E right-to-left override>é<U+00E9>");
    assert_eq!(clean_block(&reveal("a\u{1b}\n\u{e0041}\u{301}")), reveal("a\u{1b}\n\u{e0041}\u{301}"));
}

#[test]
fn a_sentence_begins_with_a_capital_but_a_domain_is_written_as_it_is() {
    for (text, shown) in [
        ("marked as sent", "Marked as sent"),
        ("übernommen", "Übernommen"),
        ("solarpark.de: snoozed", "solarpark.de: snoozed"),
        ("bücher.de (Tom) emailed to you", "bücher.de (Tom) emailed to you"),
        ("not sent.", "Not sent."),
        ("", ""),
    ] {
        assert_eq!(capital(text), shown);
    }
}

/// Arbitrary texts, and texts made of pieces that are difficult to clean.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        'a',
        ' ',
        '·',
        '中',
        '👩',
        '❤',
        '🏽',
        '\u{200d}',
        '\u{fe0f}',
        '\u{301}',
        '\u{94d}',
        '\u{915}',
        '\u{1100}',
        '\u{1161}',
        '\u{11a8}',
        '\u{202e}',
        '\n',
        '\r',
        '\u{1b}',
        '\u{9b}',
        '\u{e0020}',
        '🇸',
        '\u{200c}',
        '\u{ff9e}',
        '\u{600}',
        '\u{d4e}',
        '\u{20e3}',
        '\u{0e33}',
        '\u{903}',
    ]);
    prop_oneof![prop::collection::vec(pieces, 0..40).prop_map(|c| c.into_iter().collect()), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Proves.
    #[test]
    fn a_cleaned_text_is_safe_and_cleaning_it_again_changes_nothing(text in nasty()) {
        let line = clean_line(&text).into_owned();
        prop_assert!(!line.chars().any(forbidden), "{line:?}");
        prop_assert_eq!(clean_line(&line), line.as_str());
        let block = clean_block(&text).into_owned();
        prop_assert!(!block.chars().any(|c| c != '\n' && forbidden(c)), "{block:?}");
        prop_assert_eq!(clean_block(&block), block.as_str());
        for cluster in line.graphemes(true) {
            prop_assert!(cluster.chars().count() <= CLUSTER + MARKS as usize + 1, "{cluster:?}");
        }
    }
}

#[test]
fn names_of_fields_read_as_words_people_write() {
    for (name, title) in [
        ("lander_headline", "Lander headline"),
        ("about_html", "About HTML"),
        ("accent_color", "Accent colour"),
        ("utm_source", "UTM source"),
        ("", "(no name)"),
    ] {
        assert_eq!(title_of(name), title);
    }
}
