//! Domain names that people would own, each once.

use std::collections::HashSet;
use std::sync::LazyLock;

use fastrand::Rng;

use super::voices::Sections;

static WORDS: LazyLock<Sections> =
    LazyLock::new(|| Sections::read(include_str!("../../../assets/sandbox/domains.txt")));
/// Domain endings, each listed as often as its weight.
static ENDINGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let weighted = WORDS.get("tld").iter().filter_map(|line| line.split_once('|'));
    weighted.flat_map(|(ending, weight)| std::iter::repeat_n(ending, weight.parse().unwrap_or(1))).collect()
});

/// Kind of name, on which its price depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Pair,
    Local,
    Idn,
    Coined,
    Short,
}

/// One name.
#[derive(Clone, Debug)]
pub struct Name {
    pub unicode: String,
    pub punycode: String,
    pub sort: Sort,
}

fn pick(rng: &mut Rng, section: &str) -> &'static str {
    let lines = WORDS.get(section);
    lines[rng.usize(..lines.len())]
}

fn ending(rng: &mut Rng) -> &'static str {
    ENDINGS[rng.usize(..ENDINGS.len())]
}

fn draft(rng: &mut Rng) -> (String, Sort) {
    match rng.u32(..100) {
        0..62 => {
            let (first, second) = (pick(rng, "first"), pick(rng, "second"));
            let first = if first == second { "old" } else { first };
            (format!("{first}{second}.{}", ending(rng)), Sort::Pair)
        }
        62..70 => {
            let ending = if rng.u32(..3) == 0 { ending(rng) } else { "com" };
            (format!("{}{}.{ending}", pick(rng, "city"), pick(rng, "trade")), Sort::Local)
        }
        70..76 => {
            let mut parts = pick(rng, "local").split('|');
            let (city, trade, ending) = (parts.next(), parts.next(), parts.next());
            let joint = if rng.bool() { "-" } else { "" };
            let (city, trade) = (city.unwrap_or_default(), trade.unwrap_or_default());
            (format!("{city}{joint}{trade}.{}", ending.unwrap_or("com")), Sort::Local)
        }
        76..84 => {
            let (label, home) = pick(rng, "idn").split_once('|').unwrap_or(("müller", "de"));
            let ending = match rng.u32(..6) {
                0 => "com",
                1 => "net",
                _ => home,
            };
            (format!("{label}.{ending}"), Sort::Idn)
        }
        84..95 => {
            let middle = if rng.bool() { pick(rng, "syllable") } else { "" };
            (format!("{}{middle}{}.{}", pick(rng, "syllable"), pick(rng, "tail"), ending(rng)), Sort::Coined)
        }
        _ => {
            let label: String = match rng.u32(..3) {
                0 => (0..4).map(|_| char::from(b'0' + rng.u8(..10))).collect(),
                1 => (0..3).map(|_| char::from(b'a' + rng.u8(..26))).collect(),
                _ => (0..4)
                    .map(|at| {
                        char::from(if at % 2 == 0 {
                            b"bdfgklmnprstvz"[rng.usize(..14)]
                        } else {
                            b"aeiou"[rng.usize(..5)]
                        })
                    })
                    .collect(),
            };
            (format!("{label}.{}", ending(rng)), Sort::Short)
        }
    }
}

/// Number of names from which most drafts exist already, so that trying six drafts per name would be in vain.
const PLENTY: usize = 150_000;

/// `count` different names.
pub fn names(seed: u64, count: u32) -> Vec<Name> {
    let mut rng = Rng::with_seed(seed ^ 0x0064_6f6d_6169_6e73);
    let mut taken: HashSet<String> = HashSet::with_capacity(count as usize * 2);
    let mut names = Vec::with_capacity(count as usize);
    while names.len() < count as usize {
        let most = if names.len() < PLENTY { 6 } else { 1 };
        let mut tries = 0;
        let (unicode, sort) = loop {
            let (mut name, mut sort) = draft(&mut rng);
            tries += 1;
            if tries > most {
                // The short names are used up, so add another word.
                name = format!("{}{name}", pick(&mut rng, "first"));
                sort = Sort::Pair;
            }
            if !taken.contains(&name) && (tries <= most || name.is_ascii()) {
                break (name, sort);
            }
        };
        let punycode = if unicode.is_ascii() {
            unicode.clone()
        } else {
            match idna::domain_to_ascii(&unicode) {
                Ok(punycode) => punycode,
                Err(_) => continue,
            }
        };
        taken.insert(unicode.clone());
        names.push(Name { unicode, punycode, sort });
    }
    names
}
