use ratatui::layout::Rect;

use super::*;

/// Proves R-07.
#[test]
fn a_text_beside_a_line_loses_names_first_and_amounts_last() {
    let said = "3 offers, 212 visits, listed at $48,200, acme.com";
    for (cells, shown) in [
        (60, said),
        (40, "3 offers, 212 visits, listed at $48,200"),
        (30, "3 offers, listed at $48,200"),
        (20, "listed at $48,200"),
        (0, "listed at $48,200"),
    ] {
        assert_eq!(parts_but(said, "listed at ", cells), shown, "{cells}");
    }
    assert_eq!(parts_but("a.com, b.com", "listed at ", 6), "a.com");
    let amounts = "$7,880 · €10.2k · 1 more";
    assert_eq!(
        [30, 22, 10].map(|cells| whole_figures(amounts, cells).into_owned()),
        [amounts, "$7,880 · €10.2k · …", "$7,880 · …"]
    );
    assert_eq!(whole_figures("$7,880", 3), "$7,880", "one amount is not half an amount");
}

#[test]
fn cut_text_is_marked_and_never_splits_a_cluster() {
    assert_eq!(fit("solarpark.de", 12, false), "solarpark.de");
    assert_eq!(fit("solarpark.de", 6, false), "solar…");
    assert_eq!(fit("例え.jp", 4, false), "例…");
    assert_eq!(fit("a👨‍👩‍👧b", 2, false), "a…");
    assert_eq!(fit("solar", 0, false), "");
    assert_eq!(fit("solarpark", 4, true), "sol~");
}

/// Proves R-07.
#[test]
fn every_cut_fits_and_ends_on_a_cluster() {
    proptest::proptest!(|(text in "\\PC{0,30}", cells in 0usize..20)| {
        let shown = fit(&text, cells, false);
        proptest::prop_assert!(width(&shown) <= cells);
        let (bytes, used, _) = cut(&text, cells);
        proptest::prop_assert!(text.is_char_boundary(bytes) && used <= cells);
    });
}

#[test]
fn put_cleans_and_stays_inside_the_buffer() {
    let mut buf = Buffer::empty(Rect::new(0, 0, 6, 1));
    put(&mut buf, 0, 0, 99, "a\u{1b}[31mbcdef", Style::new());
    assert!(buf.content.iter().all(|cell| !cell.symbol().chars().any(char::is_control)));
    assert_eq!(put(&mut buf, 9, 0, 3, "x", Style::new()), 0);
    assert_eq!(put(&mut buf, 0, 7, 3, "x", Style::new()), 0);
}

#[test]
fn wrapping_breaks_at_spaces_and_loses_no_word() {
    assert_eq!(wrap("Is the price negotiable if we close", 12), ["Is the price", "negotiable", "if we close"]);
    assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    assert_eq!(wrap("one\n\ntwo", 10), ["one", "", "two"]);
    assert_eq!(wrap("例え", 1).len(), 2);
    assert_eq!(wrap("問い合わせaspenchart.com です", 16), ["問い合わせ", "aspenchart.com", "です"]);
    assert_eq!(wrap("a 問い合わせは", 8), ["a 問い合", "わせは"]);
    assert_eq!(wrap("👍abcd", 5), ["👍", "abcd"]);
    // No line begins with closing punctuation, and Korean is broken at its spaces.
    assert_eq!(wrap("そうです。はい", 8), ["そうで", "す。はい"]);
    assert_eq!(wrap("例え）。次", 4), ["例", "え）", "。次"]);
    assert_eq!(wrap("세금계산서 발행이 되나요", 16), ["세금계산서", "발행이 되나요"]);
    // A word longer than its line is broken where it stays readable.
    assert_eq!(wrap("k.maier87@8114.example", 16), ["k.maier87", "@8114.example"]);
    assert_eq!(wrap("annalindqvist@nordvind.example", 26), ["annalindqvist", "@nordvind.example"]);
    assert_eq!(wrap("acme-holding.example/orders", 22), ["acme-holding.example", "/orders"]);
}

#[test]
fn numbers_are_grouped_and_shares_have_one_decimal() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!(counted(1, "inquiry", "inquiries"), "1 inquiry");
    assert_eq!(counted(41_812, "inquiry", "inquiries"), "41,812 inquiries");
    assert_eq!(share(1, 3), "33.3 %");
    assert_eq!(share(1, 0), "—");
}

#[test]
fn a_short_number_has_at_most_four_cells() {
    for (number, words) in [
        (0, "0"),
        (999, "999"),
        (1_000, "1k"),
        (8_932, "8.9k"),
        (41_812, "41k"),
        (999_999, "999k"),
        (1_250_000, "1.2M"),
        (12_500_000, "12M"),
    ] {
        assert_eq!(short(number), words);
    }
}

#[test]
fn an_at_least_sign_keeps_its_width_in_ascii() {
    for (text, ascii) in [("≥ 3 domains", ">=3 domains"), ("to ≥", "to >="), ("≥3", ">3")] {
        let mut buf = Buffer::empty(Rect::new(0, 0, 12, 1));
        put(&mut buf, 0, 0, 12, text, Style::default());
        to_ascii(&mut buf);
        let drawn: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(drawn.trim_end(), ascii);
    }
}
