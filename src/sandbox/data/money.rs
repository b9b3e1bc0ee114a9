//! Amounts as people choose and write them.

use crate::base::grouped_by;
use fastrand::Rng;

/// The five currencies of offers, each with the value of a dollar.
pub const CURRENCIES: [(&str, f64); 5] = [("USD", 1.0), ("EUR", 0.92), ("GBP", 0.79), ("JPY", 150.0), ("CHF", 0.88)];

/// Amount in dollars, converted to another currency.
pub fn exchanged(dollars: f64, currency: &str) -> f64 {
    dollars * CURRENCIES.iter().find(|(code, _)| *code == currency).map_or(1.0, |(_, rate)| *rate)
}

/// Price as sellers choose it: 495, 1,950, 12,500.
pub fn priced(about: f64, rng: &mut Rng) -> f64 {
    let step = if about < 1_000.0 {
        100.0
    } else if about < 10_000.0 {
        500.0
    } else {
        2_500.0
    };
    let whole = (about / step).ceil().max(1.0) * step;
    match rng.u32(..4) {
        0 => whole,
        1 => whole - 1.0,
        2 => whole - step / 20.0,
        _ => whole - step / 10.0,
    }
}

/// Offer as buyers choose it: at most two digits other than 0, mostly round.
pub fn rounded(about: f64) -> f64 {
    let about = about.max(5.0);
    let size = 10f64.powf(about.log10().floor());
    let figures = about / size;
    let figures = if figures < 3.0 { (figures * 4.0).round() / 4.0 } else { (figures * 2.0).round() / 2.0 };
    (figures * size).round().max(5.0)
}

/// Amount as a buyer types it in this language.
pub fn typed(amount: f64, currency: &str, language: &str, rng: &mut Rng) -> String {
    let plain = format!("{amount:.0}");
    let comma = grouped_by(",", &plain);
    let dot = grouped_by(".", &plain);
    match (currency, rng.u32(..5)) {
        ("JPY", 0 | 1) if (amount / 10_000.0).fract() == 0.0 => format!("{:.0}万円", amount / 10_000.0),
        ("JPY", 0..=2) => format!("{comma}円"),
        ("JPY", _) => format!("¥{comma}"),
        ("CHF", 0 | 1) => format!("CHF {}", grouped_by("'", &plain)),
        ("CHF", 2) => format!("{}.-", grouped_by("'", &plain)),
        ("CHF", _) => format!("Fr. {plain}"),
        ("EUR", 0) if language == "fr" => format!("{} €", grouped_by("\u{a0}", &plain)),
        ("EUR", 0 | 1) => format!("{dot} €"),
        ("EUR", 2) => format!("{plain} EUR"),
        ("EUR", 3) if language != "en" => format!("{dot},00 €"),
        ("EUR", _) => format!("€{comma}"),
        ("GBP", 0..=2) => format!("£{comma}"),
        ("GBP", _) => format!("{plain} GBP"),
        (_, 0) if amount >= 1_000.0 && (amount / 500.0).fract() == 0.0 => format!("{}k", amount / 1_000.0),
        (_, 0..=2) => format!("${comma}"),
        (_, 3) => format!("{plain} USD"),
        _ => format!("USD {comma}.00"),
    }
}
