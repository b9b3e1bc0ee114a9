use proptest::prelude::*;

use super::*;

fn money(amount: f64, code: &str) -> Money {
    Money::from_number(amount, Currency::new(code)).expect("fits")
}

#[test]
fn amounts_are_grouped_and_signed() {
    for (amount, code, text, compact) in [
        (12_500.0, "USD", "$12,500", "$12.5k"),
        (800.0, "EUR", "€800", "€800"),
        (1_200.0, "SEK", "SEK 1,200", "SEK 1,200"),
        (18_499.99, "usd", "$18,499.99", "$18.4k"),
        (0.5, "GBP", "£0.50", "£0"),
        (1_250_000.0, "JPY", "¥1,250,000", "¥1.2M"),
        (-99.0, "USD", "-$99", "-$99"),
        (250_000.0, "USD", "$250,000", "$250k"),
        (7.0, "", "7", "7"),
        (7.0, "X\u{202e}Y", "X·Y 7", "X·Y 7"),
    ] {
        let money = money(amount, code);
        assert_eq!((money.text().as_str(), money.compact().as_str()), (text, compact));
    }
}

#[test]
fn a_number_out_of_range_is_not_an_amount() {
    for amount in [f64::INFINITY, f64::NAN, 1e300, -1e17] {
        assert_eq!(Money::from_number(amount, Currency::new("USD")), None);
    }
}

/// The reading of a text in words: a plain number with its currency, two of them, or why it is not one.
fn read(text: &str) -> String {
    let words = |amount: Amount| {
        let currency = amount.currency().map_or_else(String::new, |currency| format!(" {}", currency.0));
        format!("{}{currency}", amount.plain())
    };
    match Amount::read(text) {
        Reading::Exact(amount) => words(amount),
        Reading::Ambiguous { point, comma } => format!("{} or {}", words(point), words(comma)),
        Reading::NotANumber(odd) => format!("not: {odd:?}"),
    }
}

#[test]
fn every_way_a_price_is_written_is_read_asked_about_or_refused() {
    for (text, expected) in [
        // Plain.
        ("1250", "1250"),
        (" 99.50 ", "99.50"),
        ("0", "0"),
        ("-5", "-5"),
        ("−5", "-5"),
        (".50", "0.50"),
        ("0.35", "0.35"),
        ("0,35", "0.35"),
        ("100000000", "100000000"),
        // Signs that can only divide.
        ("12,5", "12.5"),
        ("1500.0", "1500.0"),
        ("0.500", "0.500"),
        ("0,500", "0.500"),
        ("0,5000", "0.5000"),
        ("1234.567", "1234.567"),
        ("1.5000", "1.5000"),
        // Signs that can only group.
        ("1,200,300", "1200300"),
        ("1.200.300", "1200300"),
        ("1 200", "1200"),
        ("1\u{a0}200\u{202f}300", "1200300"),
        ("12'500", "12500"),
        ("12’500", "12500"),
        // Separators of thousands, and a decimal sign.
        ("5,000.00", "5000.00"),
        ("1.234,56", "1234.56"),
        ("1,234,567.8", "1234567.8"),
        ("1'234.50", "1234.50"),
        ("1 234,56", "1234.56"),
        ("1.500,000", "1500.000"),
        // Currencies, before and after, as a sign, a code or a word.
        ("$5,000", "5000 USD"),
        ("$ 5,000.50", "5000.50 USD"),
        ("-$99", "-99 USD"),
        ("$-99", "-99 USD"),
        ("US$ 300", "300 USD"),
        ("USD 300", "300 USD"),
        ("300 usd", "300 USD"),
        ("300USD", "300 USD"),
        ("5,000 USD", "5000 USD"),
        ("£1,500", "1500 GBP"),
        ("¥1,500", "1500 JPY"),
        ("A$1,500", "1500 AUD"),
        ("$1,500 CAD", "1500 CAD"),
        ("1.234,56 €", "1234.56 EUR"),
        ("€1 234,56", "1234.56 EUR"),
        ("€99", "99 EUR"),
        ("99.50€", "99.50 EUR"),
        ("800 euros", "800 EUR"),
        ("CHF 4'500", "4500 CHF"),
        ("CHF 500.–", "500 CHF"),
        ("Fr. 500.-", "500 CHF"),
        ("500,-", "500"),
        ("500,-- €", "500 EUR"),
        ("1 200 kr", "1200 SEK"),
        // Multiplied.
        ("2k", "2000"),
        ("2 K", "2000"),
        ("12.5k", "12500"),
        ("12,5k", "12500"),
        ("1.5M", "1500000"),
        ("$1.2M", "1200000 USD"),
        ("2k€", "2000 EUR"),
        ("€2k", "2000 EUR"),
        ("1.5 million dollars", "1500000 USD"),
        ("1,5 Mio. €", "1500000 EUR"),
        ("1.2345k", "1234.5"),
        ("1,2345k", "1234.5"),
        // Two readings.
        ("1.500", "1.500 or 1500"),
        ("1,500", "1500 or 1.500"),
        ("-1.500", "-1.500 or -1500"),
        ("€1.500", "1.500 EUR or 1500 EUR"),
        ("€1,500", "1500 EUR or 1.500 EUR"),
        ("$1.500", "1.500 USD or 1500 USD"),
        ("100.000", "100.000 or 100000"),
        ("12,500 SEK", "12500 SEK or 12.500 SEK"),
        ("1.500k", "1500 or 1500000"),
        // Not a number.
        ("", "not: Empty"),
        ("  ", "not: Empty"),
        ("abc", "not: Words"),
        ("n/a", "not: Words"),
        ("$", "not: Words"),
        ("call me", "not: Words"),
        ("500 to 900", "not: Words"),
        ("5 or 6", "not: Words"),
        ("about 900", "not: Words"),
        ("5%", "not: Words"),
        ("+5", "not: Words"),
        ("(500)", "not: Words"),
        ("5 XYZ", "not: Words"),
        ("١٢٥٠", "not: Words"),
        ("1e5", "not: Exponent"),
        ("1E+5", "not: Exponent"),
        ("2.5e-3", "not: Exponent"),
        ("500.", "not: Groups"),
        ("1,23,456", "not: Groups"),
        ("1.2.3", "not: Groups"),
        ("57,5000", "not: Groups"),
        ("5 6", "not: Groups"),
        ("1..5", "not: Groups"),
        ("1.234,567.89", "not: Groups"),
        ("1'234 567", "not: Groups"),
        ("1234,567.8", "not: Groups"),
        ("99999999999999999999", "not: Long"),
        ("99000000000000000k", "not: Long"),
        ("$5 EUR", "not: Currencies"),
    ] {
        assert_eq!(read(text), expected, "{text:?}");
    }
}

#[test]
fn a_chosen_decimal_sign_settles_ambiguous_amounts_alone() {
    let with = |text: &str, decimal| Amount::read(text).with(Some(decimal)).exact().map(Amount::plain);
    for (text, point, comma) in [
        ("1.500", Some("1.500"), Some("1500")),
        ("1,500", Some("1500"), Some("1.500")),
        ("99.50", Some("99.50"), Some("99.50")),
        ("1.234,56", Some("1234.56"), Some("1234.56")),
        ("x", None, None),
    ] {
        assert_eq!(with(text, Decimal::Point).as_deref(), point, "{text}");
        assert_eq!(with(text, Decimal::Comma).as_deref(), comma, "{text}");
    }
}

#[test]
fn an_amount_becomes_money_of_a_currency_that_has_its_digits() {
    let exact = |text: &str| Amount::read(text).exact().expect("a number");
    let minor = |text: &str, code: &str| exact(text).money(Currency::new(code)).map(|money| money.minor);
    assert_eq!(minor("99.5", "USD"), Some(9_950));
    assert_eq!(minor("99.5", "JPY"), None, "there are no tenths of a yen");
    assert_eq!(minor("99.0", "JPY"), Some(99));
    assert_eq!(minor("1.2345", "USD"), None);
    assert_eq!(minor("900000000000000000", "USD"), None);
    assert!(exact("$5").fits(&Currency::new("cad")) && !exact("$5").fits(&Currency::new("EUR")));
    assert!(exact("5").fits(&Currency::new("EUR")) && !exact("US$5").fits(&Currency::new("CAD")));
    assert!(exact("100000001").is_above(100_000_000) && !exact("100000000.0").is_above(100_000_000));
    assert!(exact("1.50").is_same(exact("1,5")) && exact("1.50").decimals() == 1);
}

proptest! {
    #[test]
    fn a_shown_amount_is_never_read_as_another_value(
        minor in prop_oneof![-200_000_000_000_i64..200_000_000_000, -2_000_000_i64..2_000_000],
        code in prop::sample::select(vec!["USD", "EUR", "GBP", "JPY", "CHF", "SEK", "KWD", "XXX", ""])
    ) {
        let money = Money { minor, currency: Currency::new(code) };
        let same = |amount: Amount| amount.money(money.currency.clone()).as_ref() == Some(&money);
        match Amount::read(&money.text()) {
            Reading::Exact(amount) => prop_assert!(same(amount), "{} as {}", money.text(), amount.plain()),
            Reading::Ambiguous { point, comma } => prop_assert!(same(point) || same(comma), "{}", money.text()),
            Reading::NotANumber(_) => prop_assert_eq!(code, "XXX"),
        }
        // A shortened amount is read as the one it shows.
        if let Reading::Exact(amount) = Amount::read(&money.compact()) {
            let read = amount.money(money.currency.clone()).expect("it fits");
            prop_assert_eq!(read.compact(), money.compact());
        }
    }

    #[test]
    fn a_plain_number_is_read_as_itself(text in "-?[1-9][0-9]{0,9}(\\.[0-9]{1,2})?") {
        prop_assert_eq!(Amount::read(&text).exact().map(Amount::plain), Some(text));
    }

    #[test]
    fn no_text_breaks_the_reader_of_amounts(text in "[0-9.,' k€$eE-]{0,12}|\\PC{0,12}") {
        if let Reading::Exact(amount) = Amount::read(&text) {
            let again = Amount::read(&amount.plain()).with(Some(Decimal::Point)).exact();
            prop_assert!(again.is_some_and(|again| again.is_same(amount)), "{} is {}", text, amount.plain());
        }
    }
}
