//! Character sets: decoding text, with a notice if the named character set is wrong.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use mail_parser::decoders::charsets::map::charset_decoder;

/// Decodes `bytes` by the character set the sender named. Also returns a notice that names the character set, if
/// something is wrong.
pub fn decode(bytes: &[u8], named: Option<&str>) -> (String, Option<String>) {
    let label = named.map(str::trim).filter(|label| !label.is_empty());
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return whole(encoding, &bytes[length..]);
    }
    let Some(label) = label else { return unnamed(bytes, None) };
    if is_ascii_label(label) {
        return unnamed(bytes, Some(label));
    }
    if label.eq_ignore_ascii_case("iso-2022-kr") {
        return whole(encoding_rs::EUC_KR, &shifted(bytes));
    }
    let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes()) else { return rare(bytes, label) };
    // A single-byte set accepts every byte, so UTF-8 decoded by it would have two or three letters in place of one.
    let is_utf8 = encoding.is_single_byte() && !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    if is_utf8 {
        let problem = format!("The text says it is {label}, but it is UTF-8; read as UTF-8.");
        return (String::from_utf8_lossy(bytes).into_owned(), Some(problem));
    }
    if encoding == encoding_rs::UTF_16LE && label.eq_ignore_ascii_case("utf-16") {
        return whole(wide(bytes), bytes);
    }
    whole(encoding, bytes)
}

fn whole(encoding: &'static Encoding, bytes: &[u8]) -> (String, Option<String>) {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    let problem = has_errors.then(|| {
        format!("The text is not all {}, as it says; what does not fit is shown as \u{fffd}.", encoding.name())
    });
    (text.into_owned(), problem)
}

/// Text whose character set is not named, or named as ASCII: UTF-8 if valid, else the set that most old programs use.
fn unnamed(bytes: &[u8], label: Option<&str>) -> (String, Option<String>) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), None);
    }
    // ISO-2022-JP does not come here: all its bytes are ASCII.
    let problem = match label {
        Some(label) => format!("The text says it is {label}, which it is not; read as windows-1252."),
        None => "The text names no character set and is not UTF-8; read as windows-1252.".to_owned(),
    };
    (WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), Some(problem))
}

/// Decodes sets that browsers have dropped (such as UTF-7), and unknown ones.
fn rare(bytes: &[u8], label: &str) -> (String, Option<String>) {
    if let Some(decoder) = charset_decoder(label.as_bytes()) {
        let text = decoder(bytes);
        let problem = text
            .contains('\u{fffd}')
            .then(|| format!("The text is not all {label}, as it says; what does not fit is shown as \u{fffd}."));
        return (text, problem);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let is_plain = bytes.is_ascii() && !bytes.contains(&0x1b);
        return (text.to_owned(), (!is_plain).then(|| format!("Unknown character set “{label}”; read as UTF-8.")));
    }
    let known = bytes.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '\u{fffd}' }).collect();
    (known, Some(format!("Unknown character set “{label}”; letters that are not ASCII are shown as \u{fffd}.")))
}

fn is_ascii_label(label: &str) -> bool {
    [
        "us-ascii",
        "ascii",
        "ansi_x3.4-1968",
        "iso646-us",
        "default",
        "unknown-8bit",
        "x-unknown",
        "unknown",
        "8bit",
        "7bit",
    ]
    .iter()
    .any(|known| label.eq_ignore_ascii_case(known))
}

/// Byte order of UTF-16 without a mark: the position of the zeros shows which byte comes first.
fn wide(bytes: &[u8]) -> &'static Encoding {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).take(2_000).filter(|byte| **byte == 0).count();
    if zeros(0) > zeros(1) { encoding_rs::UTF_16BE } else { encoding_rs::UTF_16LE }
}

/// ISO-2022-KR as EUC-KR: bytes in shifted text get their high bit set.
fn shifted(bytes: &[u8]) -> Vec<u8> {
    let mut is_out = false;
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            0x1b if rest.starts_with(b"$)C") => rest = &rest[3..],
            0x0e => is_out = true,
            0x0f => is_out = false,
            b'\n' => {
                is_out = false;
                out.push(b'\n');
            }
            byte if is_out && byte.is_ascii_graphic() => out.push(byte | 0x80),
            byte => out.push(*byte),
        }
    }
    out
}

/// Text that should be ASCII, read as UTF-8 if valid, else as windows-1252; the flag is true in the second case.
pub fn eight_bit(bytes: &[u8]) -> (String, bool) {
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => (text.into_owned(), false),
        None => (WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), true),
    }
}
