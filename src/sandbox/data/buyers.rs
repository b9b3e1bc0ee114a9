//! Buyers, all invented: name, address, firm and place. Their email addresses end in `.example`, and their phone
//! numbers are from ranges reserved for fiction where a country has one, so that nobody real can be contacted.

use fastrand::Rng;

use super::voices::Voice;

/// One buyer.
#[derive(Clone)]
pub struct Buyer {
    pub voice: &'static Voice,
    pub full_name: String,
    pub email: String,
    pub company: Option<String>,
    pub phone: Option<String>,
    pub country: &'static str,
    pub city: &'static str,
    pub postal: &'static str,
    pub currency: &'static str,
    pub ip: String,
    /// `free`, `company` or `disposable`.
    pub mail_kind: &'static str,
    /// True for a buyer who asks many sellers about many names.
    pub broker: bool,
}

/// Native spelling in a line `native|latin`, and the latin letters for an address.
fn spelled(line: &'static str) -> (&'static str, String) {
    let (native, latin) = line.split_once('|').unwrap_or((line, line));
    (native, latin.chars().filter_map(folded).collect())
}

/// Latin letter that stands for a character in addresses.
fn folded(character: char) -> Option<char> {
    let character = character.to_lowercase().next()?;
    Some(match character {
        'a'..='z' | '0'..='9' => character,
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è' | 'é' | 'ê' | 'ë' | 'ę' => 'e',
        'ğ' => 'g',
        'ì' | 'í' | 'î' | 'ï' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ś' | 'ş' | 'š' | 'ß' => 's',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ż' | 'ź' | 'ž' => 'z',
        _ => return None,
    })
}

/// Replaces each `#` by a random digit.
fn figures(pattern: &str, rng: &mut Rng) -> String {
    pattern
        .chars()
        .map(|character| if character == '#' { char::from(b'0' + rng.u8(..10)) } else { character })
        .collect()
}

impl Buyer {
    /// A buyer who writes in this language.
    pub fn new(rng: &mut Rng, voice: &'static Voice) -> Self {
        let (given, given_latin) = spelled(voice.pick(rng, "given"));
        let (family, family_latin) = spelled(voice.pick(rng, "family"));
        let full_name = voice.pick(rng, "name").replace("{given}", given).replace("{family}", family);
        let mut place = voice.pick(rng, "places").split('|');
        let mut part = || place.next().unwrap_or_default();
        let (country, city, postal, phone, currency) = (part(), part(), part(), part(), part());
        let has_company = rng.u32(..100) < 46;
        let firm = voice.pick(rng, "company");
        let company = has_company.then(|| firm.replace("{family}", family).replace("{city}", city));
        let (email, mail_kind) = match rng.u32(..20) {
            0 => (format!("{}{}@tenminutes.example", given_latin, rng.u32(100..9_999)), "disposable"),
            _ if has_company => {
                let kind = ["", "-studio", "-partners", "-works", "-group"][rng.usize(..5)];
                let local = match rng.u32(..4) {
                    0 => "info".to_owned(),
                    1 => format!("{}.{family_latin}", given_latin.get(..1).unwrap_or("a")),
                    _ => given_latin.clone(),
                };
                (format!("{local}@{family_latin}{kind}.example"), "company")
            }
            _ => {
                let host = ["mailbox", "freemail", "post", "inbox", "letterbox"][rng.usize(..5)];
                let joint = [".", "", "_"][rng.usize(..3)];
                (format!("{given_latin}{joint}{family_latin}{}@{host}.example", rng.u32(1..99)), "free")
            }
        };
        // Addresses from ranges reserved for documentation and measurements, which belong to nobody.
        let ip = match rng.u32(..3) {
            0 => format!("2001:db8:{:x}:{:x}::{:x}", rng.u16(..), rng.u16(..), rng.u16(1..)),
            _ => format!("198.{}.{}.{}", rng.u8(18..20), rng.u8(..), rng.u8(1..255)),
        };
        Self {
            voice,
            full_name,
            email,
            company,
            phone: (rng.u32(..100) < 58).then(|| figures(phone, rng)),
            country,
            city,
            postal,
            currency,
            ip,
            mail_kind,
            broker: false,
        }
    }
}
