//! The one reader of amounts as people and programs write them: prices of a file, of a form, of a filter.
//!
//! It never guesses. `1.500` is 1500 to some and 1.5 to others, so both are returned; the caller decides, or lets the
//! user decide. Look first at [`Amount::read`].

use super::named::{COMMA_GROUPS, TIMES, WRITTEN};
use super::{Currency, Money};

/// The amount a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Exact(Amount),
    /// One sign with three digits after it, which may group thousands or begin a fraction.
    Ambiguous {
        /// Amount with the point as decimal sign.
        point: Amount,
        /// Amount with the comma as decimal sign.
        comma: Amount,
    },
    NotANumber(Odd),
}

/// A number exactly as written, and the currency beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    digits: i64,
    /// Number of digits after the point.
    decimals: u8,
    /// Place in [`WRITTEN`].
    named: Option<u8>,
}

/// The sign between whole and fraction.
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
    /// A number with an exponent: `1e5`.
    Exponent,
    /// Signs between digits that group nothing: `1,23,4`.
    Groups,
    /// More digits than a number here can have.
    Long,
    /// Two currencies: `$5 EUR`.
    Currencies,
}

impl Odd {
    /// Clause about the mistake: `it has an exponent`.
    pub fn why(self) -> &'static str {
        match self {
            Self::Empty => "it is empty",
            Self::Words => "it is not a number such as 1250, 99.50 or $5,000",
            Self::Exponent => "it has an exponent; write all digits",
            Self::Groups => "its digits are not grouped by three",
            Self::Long => "it has too many digits",
            Self::Currencies => "it names two currencies",
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

    /// The amount of a text that can be read in one way only.
    ///
    /// # Errors
    /// A sentence that says how to write the text if it is not an amount, or may be two.
    pub fn one(text: &str) -> Result<Amount, String> {
        match Self::of(text) {
            Self::Exact(amount) => Ok(amount),
            Self::Ambiguous { point, comma } => {
                let (whole, part) = if point.decimals == 0 { (point, comma) } else { (comma, point) };
                // With three digits after the point the proposal would be just as ambiguous.
                let (digits, decimals) = part.shortest();
                let part = Amount { digits, decimals, ..part };
                let or = if decimals == 3 { String::new() } else { format!(" or {}", part.plain()) };
                Err(format!("“{text}” is ambiguous: write {}{or}.", whole.plain()))
            }
            Self::NotANumber(odd) => Err(format!("“{text}”: {}.", odd.why())),
        }
    }

    /// The reading once the user has said which sign is the decimal one.
    pub fn with(self, decimal: Option<Decimal>) -> Self {
        match (self, decimal) {
            (Self::Ambiguous { point, .. }, Some(Decimal::Point)) => Self::Exact(point),
            (Self::Ambiguous { comma, .. }, Some(Decimal::Comma)) => Self::Exact(comma),
            _ => self,
        }
    }

    /// The amount, where there is only one.
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

    /// Decimal sign of a text that shows it: the comma in `1.234,56` and `12,5`.
    pub fn shows(text: &str) -> Option<Decimal> {
        let parts = parts(text.trim()).ok()?;
        match (parts.read(Decimal::Point), parts.read(Decimal::Comma)) {
            (Some(_), None) => Some(Decimal::Point),
            (None, Some(_)) => Some(Decimal::Comma),
            _ => None,
        }
    }

    /// True when two amounts are the same number, however many zeros they end with.
    pub fn is_same(self, other: Self) -> bool {
        self.shortest() == other.shortest()
    }

    /// The amount with a point and nothing else, as services read it: `1250`, `99.50`, `-3`.
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

    /// True when the amount is more than that many whole units, whatever its sign.
    pub fn is_above(self, most: u64) -> bool {
        let unit = 10u128.pow(u32::from(self.decimals));
        u128::from(self.digits.unsigned_abs()) > u128::from(most) * unit
    }

    /// Number of digits after the point, without zeros at the end.
    pub fn decimals(self) -> u32 {
        u32::from(self.shortest().1)
    }

    /// Currency written beside the number; the likeliest one if its sign stands for several.
    pub fn currency(self) -> Option<Currency> {
        self.may_be().first().map(|code| Currency::new(code))
    }

    /// True unless the amount names another currency than this one.
    pub fn fits(self, currency: &Currency) -> bool {
        let codes = self.may_be();
        codes.is_empty() || codes.iter().any(|code| code.eq_ignore_ascii_case(currency.0.trim()))
    }

    /// Sentence why the amount, as it was typed, cannot be a price in this currency; `None` if it can.
    pub fn misfit(self, typed: &str, currency: &Currency) -> Option<String> {
        let why = || format!("Prices are in {}; “{typed}” is in another currency.", currency.code());
        (!self.fits(currency)).then(why)
    }

    /// The amount in that currency; `None` if it has more digits after the point than the currency, or too many.
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
            // `$5 CAD`: the spelling with fewer meanings counts.
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
            // `57,5000` is a slip: of thousands with a digit more, or of a price with two.
            [','] if self.is_slip() => Reading::NotANumber(Odd::Groups),
            // The last of two kinds divides, and one that stands once where it can group nothing.
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

    /// True for one sign with three digits after one to three: `1.500`, but neither `0.500` nor `12.5`.
    fn could_group(&self) -> bool {
        let Some((whole, part)) = self.number.split_once(['.', ',']) else { return false };
        part.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
    }

    /// True for a comma with more digits after it than a group or the cents of a price have.
    fn is_slip(&self) -> bool {
        let (whole, part) = self.number.split_once(',').unwrap_or_default();
        part.len() > 3 && self.times == 1 && !matches!(whole, "" | "0")
    }

    fn groups_by_comma(&self) -> bool {
        let codes = self.named.map_or(&[][..], |at| WRITTEN[usize::from(at)].1);
        codes.iter().any(|code| COMMA_GROUPS.contains(code))
    }

    /// The number with that decimal sign; `None` where its digits are not grouped by three then.
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
