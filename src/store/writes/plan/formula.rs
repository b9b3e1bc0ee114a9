//! Formulas for prices: `+10%`, `=2495`, `round 9`.

use crate::base::{Amount, Currency, Reading};

/// Formula that makes a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    step: Step,
    /// Last digit to which the price is rounded, to the nearest price that ends in it.
    round: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Keep,
    Percent(f64),
    To(f64, Amount),
}

impl Formula {
    /// Reads `+10%`, `-5 %`, `=2495`, `$2,495`, `2k`, `round 9`, `+10% round 9`.
    ///
    /// # Errors
    /// Sentence about the mistake.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (text, round) = match text.split_once("round") {
            Some((before, digit)) => {
                let digit = digit.trim().parse::<u8>().ok().filter(|digit| *digit < 10);
                let why = || format!("“{text}”: name the last digit only, as in round 9.");
                (before.trim(), Some(digit.ok_or_else(why)?))
            }
            None => (text, None),
        };
        let step = match (text, text.strip_suffix('%')) {
            ("", _) if round.is_some() => Step::Keep,
            ("", _) => return Err("Give a price or a formula such as +10%, =2495 or round 9.".to_owned()),
            (_, Some(percent)) => {
                let number = percent.trim().replace(',', ".").parse::<f64>().ok();
                let percent = number.filter(|percent| percent.is_finite() && *percent > -100.0);
                Step::Percent(percent.ok_or_else(|| format!("“{text}” is not a percentage above -100%."))?)
            }
            (price, None) => {
                let amount = Reading::one(price.trim_start_matches('=').trim())?;
                if amount.is_negative() {
                    return Err(format!("“{price}” is below zero."));
                }
                Step::To(amount.plain().parse().map_err(|_| format!("“{price}” is not a price."))?, amount)
            }
        };
        Ok(Self { step, round })
    }

    /// True if the formula starts from an earlier price.
    pub fn follows(self) -> bool {
        !matches!(self.step, Step::To(..))
    }

    /// Sentence why the formula makes no price in this currency; `typed` is the formula. `currency` is called only if
    /// the formula names a currency.
    pub(in crate::store) fn misfit(self, typed: &str, currency: impl FnOnce() -> Option<Currency>) -> Option<String> {
        match self.step {
            Step::To(_, amount) if amount.currency().is_some() => match currency() {
                Some(currency) => amount.misfit(typed, &currency),
                None => {
                    Some(format!("“{typed}” names a currency, and that of prices was not read; wait, or leave it out."))
                }
            },
            _ => None,
        }
    }

    /// True if the formula gives a fraction for this whole price, which [`Self::of`] then rounds.
    pub fn rounds(self, price: f64) -> bool {
        let exact = if let Step::Percent(percent) = self.step { price * (100.0 + percent) / 100.0 } else { price };
        self.round.is_none() && price.fract() == 0.0 && (exact - exact.round()).abs() > 1e-6
    }

    /// Price made from an earlier price; `None` if the formula needs one and there is none. A whole price stays whole.
    pub fn of(self, price: Option<f64>) -> Option<f64> {
        let is_whole = |price: f64| price.fract() == 0.0;
        let new = match (self.step, price) {
            (Step::To(new, _), _) => new,
            (Step::Keep, price) => price?,
            (Step::Percent(percent), price) => {
                let old = price?;
                let new = (old * (100.0 + percent)).round() / 100.0;
                if is_whole(old) { new.round() } else { new }
            }
        };
        Some(match self.round {
            None => new,
            // The nearest number that ends in the digit, and at least the digit itself.
            Some(digit) => {
                let digit = f64::from(digit);
                (((new - digit) / 10.0).round() * 10.0 + digit).max(digit)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_make_the_price_people_mean() {
        for (formula, old, new) in [
            ("+10%", Some(1_499.0), Some(1_649.0)),
            ("-5 %", Some(99.5), Some(94.53)),
            ("=2495", None, Some(2_495.0)),
            ("$2,495", Some(1.0), Some(2_495.0)),
            ("2k", None, Some(2_000.0)),
            ("round 9", Some(1_493.0), Some(1_489.0)),
            ("round 9", Some(1_496.0), Some(1_499.0)),
            ("+10% round 9", Some(1_000.0), Some(1_099.0)),
            ("+10%", None, None),
            ("round 0", Some(3.0), Some(0.0)),
        ] {
            assert_eq!(Formula::read(formula).unwrap().of(old), new, "{formula} of {old:?}");
        }
        for wrong in ["", "cheap", "1.500", "-5", "-100%", "round", "round 12", "%"] {
            assert!(Formula::read(wrong).is_err(), "{wrong}");
        }
    }
}
