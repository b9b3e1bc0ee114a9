//! Reading of amounts in files, forms and filters. No other code reads amounts.
//!
//! It never guesses: `1.500` is 1500 to some and 1.5 to others, so both readings are returned, and the caller or the
//! user decides. Look first at [`Amount::read`].

use super::named::{COMMA_GROUPS, TIMES, WRITTEN};
use super::{Currency, Money};

/// Readings of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Exact(Amount),
    /// One separator followed by three digits, which may group thousands or begin a fraction.
    Ambiguous {
        /// Amount with the point as decimal sign.
        point: Amount,
        /// Amount with the comma as decimal sign.
        comma: Amount,
    },
    NotANumber(Odd),
}

/// Number exactly as written, with the currency beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    digits: i64,
    /// Number of digits after the point.
    decimals: u8,
    /// Place in [`WRITTEN`].
    named: Option<u8>,
}

/// Separator between whole number and fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decimal {
    Point,
    Comma,
}

/// Reason why a text is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    Empty,
    /// Words that are not a currency, several numbers, other signs.
    Words,
    /// Number with an exponent: `1e5`.
    Exponent,
    /// Separators at places where they do not group thousands: `1,23,4`.
    Groups,
    /// More digits than an [`Amount`] can have.
    Long,
    /// Two currencies: `$5 EUR`.
    Currencies,
}

impl Odd {
    /// Words about the mistake after the text: `has an exponent`.
    pub fn why(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::Words => "is not a number such as 1250, 99.50 or $5,000",
            Self::Exponent => "has an exponent; write all digits",
            Self::Groups => "has digits that are not grouped by three",
            Self::Long => "has too many digits",
            Self::Currencies => "names two currencies",
        }
    }
}

impl Decimal {
    fn sign(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }
}

impl Reading {
    /// The reading of a text, see [`Amount::read`].
    pub fn of(text: &str) -> Self {
        Amount::read(text)
    }

    /// Amount of a text with only one reading.
    ///
    /// # Errors
    /// A sentence on how to write the amount, if the text is not an amount or has two readings.
    pub fn one(text: &str) -> Result<Amount, String> {
        match Self::of(text) {
            Self::Exact(amount) => Ok(amount),
            Self::Ambiguous { point, comma } => {
                let (whole, part) = if point.decimals == 0 { (point, comma) } else { (comma, point) };
                // With three digits after the point the proposed text would have two readings, too.
                let (digits, decimals) = part.shortest();
                let part = Amount { digits, decimals, ..part };
                let or = if decimals == 3 { String::new() } else { format!(" or {}", part.plain()) };
                Err(format!("“{text}” is ambiguous: write {}{or}.", whole.plain()))
            }
            Self::NotANumber(odd) => Err(format!("“{text}” {}.", odd.why())),
        }
    }

    /// Reading after the user has said which separator is the decimal one.
    pub fn with(self, decimal: Option<Decimal>) -> Self {
        match (self, decimal) {
            (Self::Ambiguous { point, .. }, Some(Decimal::Point)) => Self::Exact(point),
            (Self::Ambiguous { comma, .. }, Some(Decimal::Comma)) => Self::Exact(comma),
            _ => self,
        }
    }

    /// The amount, if there is only one reading.
    pub fn exact(self) -> Option<Amount> {
        if let Self::Exact(amount) = self { Some(amount) } else { None }
    }
}

impl Amount {
    /// Reads a text that is an amount: `1250`, `$5,000`, `1.234,56 €`, `CHF 4'500`, `2k`, `500,-`.
    pub fn read(text: &str) -> Reading {
        match parts(text.trim()) {
            Ok(parts) => parts.reading(),
            Err(odd) => Reading::NotANumber(odd),
        }
    }

    /// Decimal separator of a text that shows it: the comma in `1.234,56` and `12,5`.
    pub fn shows(text: &str) -> Option<Decimal> {
        let parts = parts(text.trim()).ok()?;
        match (parts.read(Decimal::Point), parts.read(Decimal::Comma)) {
            (Some(_), None) => Some(Decimal::Point),
            (None, Some(_)) => Some(Decimal::Comma),
            _ => None,
        }
    }

    /// True when two amounts are the same number, whatever zeros they end with.
    pub fn is_same(self, other: Self) -> bool {
        self.shortest() == other.shortest()
    }

    /// Amount with a point as its only separator, as services read it: `1250`, `99.50`, `-3`.
    pub fn plain(self) -> String {
        let minus = if self.digits < 0 { "-" } else { "" };
        let decimals = usize::from(self.decimals);
        let digits = format!("{:0width$}", self.digits.unsigned_abs(), width = decimals + 1);
        let (whole, part) = digits.split_at(digits.len() - decimals);
        if part.is_empty() { format!("{minus}{whole}") } else { format!("{minus}{whole}.{part}") }
    }

    pub fn is_negative(self) -> bool {
        self.digits < 0
    }

    pub fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// True when the amount has more than that many whole units, with either sign.
    pub fn is_above(self, most: u64) -> bool {
        let unit = 10u128.pow(u32::from(self.decimals));
        u128::from(self.digits.unsigned_abs()) > u128::from(most) * unit
    }

    /// Number of digits after the point, without zeros at the end.
    pub fn decimals(self) -> u32 {
        u32::from(self.shortest().1)
    }

    /// Currency written beside the number; the likeliest one if the sign is used by several.
    pub fn currency(self) -> Option<Currency> {
        self.may_be().first().map(|code| Currency::new(code))
    }

    /// True unless a currency other than this one is written beside the amount.
    pub fn fits(self, currency: &Currency) -> bool {
        let codes = self.may_be();
        codes.is_empty() || codes.iter().any(|code| code.eq_ignore_ascii_case(currency.0.trim()))
    }

    /// Sentence why the amount, typed as `typed`, cannot be a price in this currency; `None` if it can.
    pub fn misfit(self, typed: &str, currency: &Currency) -> Option<String> {
        let why = || format!("Prices are in {}; “{typed}” is in another currency.", currency.code());
        (!self.fits(currency)).then(why)
    }

    /// Amount in that currency; `None` if it has more digits after the point than the currency has, or is too large.
    pub fn money(self, currency: Currency) -> Option<Money> {
        let (digits, decimals) = self.shortest();
        let more = currency.decimals().checked_sub(u32::from(decimals))?;
        let minor = digits.checked_mul(10i64.pow(more)).filter(|minor| minor.unsigned_abs() < 9_000_000_000_000_000)?;
        Some(Money { minor, currency })
    }

    fn may_be(self) -> &'static [&'static str] {
        self.named.and_then(|at| WRITTEN.get(usize::from(at))).map_or(&[], |(_, codes)| codes)
    }

    fn shortest(self) -> (i64, u8) {
        let (mut digits, mut decimals) = (self.digits, self.decimals);
        while decimals > 0 && digits % 10 == 0 {
            (digits, decimals) = (digits / 10, decimals - 1);
        }
        (digits, decimals)
    }

    fn times(self, mut times: i64) -> Result<Self, Odd> {
        let mut amount = self;
        while times > 1 && amount.decimals > 0 {
            (times, amount.decimals) = (times / 10, amount.decimals - 1);
        }
        amount.digits = amount.digits.checked_mul(times).ok_or(Odd::Long)?;
        Ok(amount)
    }
}

/// The parts of a text.
struct Parts<'t> {
    negative: bool,
    /// Digits with the separators between them.
    number: &'t str,
    times: i64,
    named: Option<u8>,
}

fn blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

fn quote(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn parts(text: &str) -> Result<Parts<'_>, Odd> {
    if text.is_empty() {
        return Err(Odd::Empty);
    }
    let digit = text.find(|c: char| c.is_ascii_digit()).ok_or(Odd::Words)?;
    let begin = match text[..digit].chars().next_back() {
        Some('.' | ',') if !text[..digit - 1].ends_with(char::is_alphabetic) => digit - 1,
        _ => digit,
    };
    let inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',') || blank(c) || quote(c);
    let end = text[begin..].find(|c| !inside(c)).map_or(text.len(), |at| begin + at);
    let (mut number, mut tail) = (text[begin..end].trim_end_matches(blank), text[end..].trim());
    // `500,-` and `500.–` have no cents.
    let dashes = tail.trim_start_matches(['-', '–', '—']);
    if dashes.len() < tail.len() {
        number = number.strip_suffix([',', '.']).ok_or(Odd::Words)?;
        tail = dashes.trim();
    }
    let head = text[..begin].trim();
    let minus = |c: char| matches!(c, '-' | '−');
    let unsigned = head.strip_prefix(minus).or_else(|| head.strip_suffix(minus));
    let negative = unsigned.is_some();
    let mut parts = Parts { negative, number, times: 1, named: None };
    if !unsigned.unwrap_or(head).is_empty() {
        parts.name(unsigned.unwrap_or(head))?;
    }
    let mut words = tail.split_whitespace().flat_map(apart);
    let Some(first) = words.next() else { return Ok(parts) };
    if tail.starts_with(['e', 'E'])
        && tail[1..].trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
    {
        return Err(Odd::Exponent);
    }
    match TIMES.iter().find(|(word, _)| word.eq_ignore_ascii_case(first)) {
        Some((_, times)) => parts.times = *times,
        None => parts.name(first)?,
    }
    for word in words {
        parts.name(word)?;
    }
    Ok(parts)
}

/// Splits a word before a currency sign: `k€` into `k` and `€`. `US$` stays whole.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    let at = word.find(['$', '€', '£', '¥', '₹']).filter(|at| {
        let written = |known: &&(&str, &[&str])| known.0 == word.to_lowercase();
        *at > 0 && !WRITTEN.iter().any(|known| written(&known))
    });
    let (first, rest) = word.split_at(at.unwrap_or(word.len()));
    [first, rest].into_iter().filter(|part| !part.is_empty())
}

impl Parts<'_> {
    fn name(&mut self, word: &str) -> Result<(), Odd> {
        let word = word.to_lowercase();
        let at = WRITTEN.iter().position(|(written, _)| *written == word).ok_or(Odd::Words)?;
        if let Some(known) = self.named {
            let (before, now) = (WRITTEN[usize::from(known)].1, WRITTEN[at].1);
            if !before.iter().any(|code| now.contains(code)) {
                return Err(Odd::Currencies);
            }
            // In `$5 CAD` both name a currency: the spelling with fewer meanings counts.
            if before.len() <= now.len() {
                return Ok(());
            }
        }
        self.named = u8::try_from(at).ok();
        Ok(())
    }

    fn reading(&self) -> Reading {
        let both = || Some((self.read(Decimal::Point)?, self.read(Decimal::Comma)?));
        let exact = |amount: Result<Amount, Odd>| amount.map_or_else(Reading::NotANumber, Reading::Exact);
        let alike = |c: char| if blank(c) { ' ' } else { c };
        let signs: Vec<char> = self.number.chars().filter(|c| !c.is_ascii_digit()).map(alike).collect();
        match signs.as_slice() {
            [sign @ ('.' | ',')] if self.could_group() => match both() {
                Some((point, _)) if *sign == ',' && self.groups_by_comma() => exact(point),
                Some((Ok(point), Ok(comma))) => Reading::Ambiguous { point, comma },
                _ => Reading::NotANumber(Odd::Long),
            },
            // `57,5000` is a typing mistake: thousands with a digit too many, or a price with two too many.
            [','] if self.is_slip() => Reading::NotANumber(Odd::Groups),
            // Of two kinds of separators the last is the decimal one, and so is a single separator at a place where
            // it cannot group.
            [.., '.'] if signs.iter().filter(|sign| **sign == '.').count() == 1 => self.only(Decimal::Point),
            [.., ','] if signs.iter().filter(|sign| **sign == ',').count() == 1 => self.only(Decimal::Comma),
            // `1,200,300` and `1 200`: signs of one kind group.
            [first, rest @ ..] if rest.iter().all(|sign| sign == first) => {
                self.only(if *first == '.' { Decimal::Comma } else { Decimal::Point })
            }
            [] => self.only(Decimal::Point),
            _ => Reading::NotANumber(Odd::Groups),
        }
    }

    fn only(&self, decimal: Decimal) -> Reading {
        match self.read(decimal) {
            Some(Ok(amount)) => Reading::Exact(amount),
            Some(Err(odd)) => Reading::NotANumber(odd),
            None => Reading::NotANumber(Odd::Groups),
        }
    }

    /// True for one separator after one to three digits with three digits after it: `1.500`, but neither `0.500` nor
    /// `12.5`.
    fn could_group(&self) -> bool {
        let Some((whole, part)) = self.number.split_once(['.', ',']) else { return false };
        part.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
    }

    /// True for a comma followed by more digits than a group or the cents of a price have.
    fn is_slip(&self) -> bool {
        let (whole, part) = self.number.split_once(',').unwrap_or_default();
        part.len() > 3 && self.times == 1 && !matches!(whole, "" | "0")
    }

    fn groups_by_comma(&self) -> bool {
        let codes = self.named.map_or(&[][..], |at| WRITTEN[usize::from(at)].1);
        codes.iter().any(|code| COMMA_GROUPS.contains(code))
    }

    /// Number read with that decimal separator; `None` if the digits before it are not grouped by three.
    fn read(&self, decimal: Decimal) -> Option<Result<Amount, Odd>> {
        let (whole, part) = self.number.split_once(decimal.sign()).unwrap_or((self.number, ""));
        let mut groups = whole.split(|c: char| !c.is_ascii_digit());
        let (first, rest) = (groups.next()?, groups.collect::<Vec<_>>());
        let grouped = rest.iter().all(|group| group.len() == 3) && (rest.is_empty() || (1..=3).contains(&first.len()));
        let mut between = whole.chars().filter(|c| !c.is_ascii_digit());
        let kind = between.next();
        let alike = between.all(|sign| Some(sign) == kind || (blank(sign) && kind.is_some_and(blank)));
        let divides = self.number.contains(decimal.sign());
        let fraction = part.bytes().all(|byte| byte.is_ascii_digit()) && divides != part.is_empty();
        if !grouped || !alike || !fraction || (first.is_empty() && !rest.is_empty()) {
            return None;
        }
        Some(self.amount(whole, part))
    }

    fn amount(&self, whole: &str, part: &str) -> Result<Amount, Odd> {
        let digits: String = whole.chars().chain(part.chars()).filter(char::is_ascii_digit).collect();
        let digits: i64 = digits.parse().map_err(|_| Odd::Long)?;
        let decimals = u8::try_from(part.len()).ok().filter(|decimals| *decimals < 19).ok_or(Odd::Long)?;
        let digits = if self.negative { -digits } else { digits };
        Amount { digits, decimals, named: self.named }.times(self.times)
    }
}
