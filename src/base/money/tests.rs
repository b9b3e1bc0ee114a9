use super::*;

fn money(amount: f64, code: &str) -> Money {
    Money::from_number(amount, Currency::new(code)).expect("fits")
}

#[test]
fn amounts_are_grouped_and_signed() {
    for (amount, code, text, compact) in [
        (12_500.0, "USD", "$12,500", "$12.5k"),
        (800.0, "EUR", "€800", "€800"),
        (1_200.0, "SEK", "1,200 SEK", "1,200 SEK"),
        (18_499.99, "usd", "$18,499.99", "$18.4k"),
        (0.5, "GBP", "£0.50", "£0"),
        (1_250_000.0, "JPY", "¥1,250,000", "¥1.2M"),
        (-99.0, "USD", "-$99", "-$99"),
        (250_000.0, "USD", "$250,000", "$250k"),
        (7.0, "", "7", "7"),
        (7.0, "X\u{202e}Y", "7 X·Y", "7 X·Y"),
    ] {
        let money = money(amount, code);
        assert_eq!((money.text().as_str(), money.compact().as_str()), (text, compact));
    }
}

#[test]
fn what_does_not_fit_is_no_amount() {
    for amount in [f64::INFINITY, f64::NAN, 1e300, -1e17] {
        assert_eq!(Money::from_number(amount, Currency::new("USD")), None);
    }
}

#[test]
fn a_typed_offer_is_read_in_every_way_it_can_be_meant() {
    let read =
        |text: &str| -> Vec<String> { Money::readings(text, &Currency::new("USD")).iter().map(Money::text).collect() };
    assert_eq!(read("$12,500.00"), ["$12,500"]);
    assert_eq!(read("12.500,00 €"), ["€12,500"]);
    assert_eq!(read("1,200"), ["$1,200", "$1.20"]);
    assert_eq!(read("1.200"), ["$1.20", "$1,200"]);
    assert_eq!(read("1,200,300"), ["$1,200,300"]);
    assert_eq!(read("12.5k"), ["$12,500"]);
    assert_eq!(read("about 900 SEK"), ["900 SEK"]);
    assert_eq!(read("1 200 CHF"), ["1,200 CHF"]);
    assert_eq!(read("12'500"), ["$12,500"]);
    assert_eq!(read("0.200"), ["$0.20"]);
    for none in ["", "call me", "500 to 900", "5 or 6"] {
        assert!(read(none).is_empty(), "{none}");
    }
    assert_eq!(Money::parse("1.200", &Currency::new("USD")), None);
    assert_eq!(Money::parse("99", &Currency::new("USD")), Some(money(99.0, "USD")));
}
