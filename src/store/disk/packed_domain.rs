//! Row of a domain as one blob, without what has columns of its own. It takes few bytes, because there may be a
//! million.

use crate::base::start_of;
use crate::store::index::domains::{Cells, Field, NAME_BYTES, Parts};

/// Number of the blob's layout, raised with every change of it. A blob of another layout is not read; the walk reads
/// the row again.
const LAYOUT: u8 = 2;
/// Bytes of a blob before its optional parts: layout, form, bits for the parts present, kinds of the times, hash of
/// the text, time of reading.
const HEAD: usize = 4 + 4 + 4;

/// Bits for the parts present: three for figures that are not 0, three for those that are whole numbers, and one for
/// each text.
const FIGURE: u8 = 1;
const WHOLE: u8 = 1 << 3;
const PUNYCODE: u8 = 1 << 6;
const SHOWN: u8 = 1 << 7;

/// Whole numbers below this one are exact as floating point numbers.
const EXACT: f64 = (1_u64 << 53) as f64;

/// Kinds of a time, two bits each: 0 and 1 are the special values of a cell, `CELL` has its four bytes, `LATER` has
/// the seconds since the time before it.
const LATER: u8 = 3;
const CELL: u8 = 2;

/// Writes the parts of a row that have no column of their own into `blob`, with the number of the form of its text.
pub(super) fn pack(parts: &Parts<'_>, form: u8, blob: &mut Vec<u8>) {
    let cells = &parts.cells;
    blob.clear();
    blob.extend_from_slice(&[LAYOUT, form, 0, 0]);
    for number in [parts.mark, parts.read] {
        blob.extend_from_slice(&number.to_le_bytes());
    }
    put_number(cells.id as u64, blob);
    let (mut there, mut kinds) = (0, 0);
    for (i, time) in cells.times.into_iter().enumerate() {
        let later = if i == 0 { None } else { time.checked_sub(cells.times[i - 1]) };
        let kind = match (time, later) {
            (0 | 1, _) => time as u8,
            (_, Some(later)) if later < 1 << 21 => {
                put_number(later.into(), blob);
                LATER
            }
            _ => {
                blob.extend_from_slice(&time.to_le_bytes());
                CELL
            }
        };
        kinds |= kind << (2 * i);
    }
    for (i, figure) in cells.figures.into_iter().enumerate().filter(|(_, figure)| *figure != 0.0) {
        there |= FIGURE << i;
        if figure > 0.0 && figure < EXACT && figure.fract() == 0.0 {
            there |= WHOLE << i;
            put_number(figure as u64, blob);
        } else {
            blob.extend_from_slice(&figure.to_le_bytes());
        }
    }
    let punycode = if parts.lower.is_empty() { "" } else { parts.punycode };
    for (bit, text) in [(PUNYCODE, punycode), (SHOWN, parts.shown)] {
        if !text.is_empty() {
            there |= bit;
            put_text(text, blob);
        }
    }
    for (field, text) in parts.aside {
        blob.push(*field as u8);
        put_text(text, blob);
    }
    (blob[2], blob[3]) = (there, kinds);
}

/// Parts of a row, and the number of the form of its text; `None` for a blob of another layout.
pub(super) fn unpack<'a>(
    name: &'a str,
    bits: u32,
    blob: &'a [u8],
    aside: &mut Vec<(Field, Box<str>)>,
) -> Option<(Parts<'a>, u8)> {
    let (head, mut rest) = blob.split_first_chunk::<HEAD>()?;
    let &[LAYOUT, form, there, kinds, ref numbers @ ..] = head else { return None };
    let (numbers, _) = numbers.as_chunks::<4>();
    let [mark, read] = [0, 1].map(|i| u32::from_le_bytes(numbers[i]));
    let mut cells = Cells { id: number(&mut rest)? as i64, bits, ..Cells::default() };
    for i in 0..cells.times.len() {
        cells.times[i] = match kinds >> (2 * i) & 0b11 {
            CELL => u32::from_le_bytes(taken(&mut rest)?),
            LATER => cells.times.get(i.checked_sub(1)?)?.checked_add(number(&mut rest)?.try_into().ok()?)?,
            special => special.into(),
        };
    }
    for (i, figure) in cells.figures.iter_mut().enumerate().filter(|(i, _)| there & FIGURE << i != 0) {
        *figure = match there & WHOLE << i {
            0 => Some(f64::from_le_bytes(taken(&mut rest)?)).filter(|figure| figure.is_finite())?,
            _ => number(&mut rest)? as f64,
        };
    }
    let mut text_at = |bit| if there & bit == 0 { Some("") } else { text(&mut rest) };
    let (punycode, shown) = (text_at(PUNYCODE)?, text_at(SHOWN)?);
    while let Some((field, after)) = rest.split_first() {
        rest = after;
        aside.push((Field::from_number(*field)?, text(&mut rest)?.into()));
    }
    let (punycode, lower) = if punycode.is_empty() { (name, "") } else { (punycode, name) };
    if punycode.trim().is_empty() || [punycode, lower, shown].iter().any(|text| text.len() > NAME_BYTES) {
        return None;
    }
    Some((Parts { punycode, lower, shown, cells, aside: &[], mark, read, pass: 0 }, form))
}

/// Most bytes of a text that are kept.
const TEXT: usize = u16::MAX as usize;

fn put_text(text: &str, blob: &mut Vec<u8>) {
    let text = start_of(text, TEXT);
    put_number(text.len() as u64, blob);
    blob.extend_from_slice(text.as_bytes());
}

fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(number(rest)?).ok()?;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    std::str::from_utf8(text).ok()
}

/// Writes a number with seven bits in each byte, the lowest first, in as few bytes as it needs.
fn put_number(mut number: u64, blob: &mut Vec<u8>) {
    while number > 0x7f {
        blob.push(number as u8 | 0x80);
        number >>= 7;
    }
    blob.push(number as u8);
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let [byte] = taken(rest)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn taken<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(cells: Cells) -> Parts<'static> {
        Parts { punycode: "a.com", lower: "", shown: "", cells, aside: &[], mark: 7, read: 1_795_281_600, pass: 0 }
    }

    #[test]
    fn a_verified_row_with_a_price_takes_at_most_34_bytes() {
        let times = [1_614_802_069, 1_614_925_196, 1_795_281_551, 1_795_371_551];
        let cells = Cells { id: 338_938, times, figures: [24_750.0, 0.0, 0.0], ..Cells::default() };
        let mut blob = Vec::new();
        pack(&row(cells), 1, &mut blob);
        assert!(blob.len() <= 34, "{}", blob.len());
        pack(&row(Cells { id: 338_938, ..Cells::default() }), 1, &mut blob);
        assert!(blob.len() <= 15, "a row that tells little: {}", blob.len());
    }

    proptest! {
        #[test]
        fn a_row_is_read_back_as_it_was(
            id in any::<i64>(), times in any::<[u32; 4]>(), near in any::<[bool; 4]>(), form in any::<u8>(),
            figures in proptest::array::uniform3(prop_oneof![
                Just(0.0), Just(0.5), Just(-3.0), Just(EXACT), Just(EXACT - 1.0), -1e18..1e18_f64,
                (0..100_000_u32).prop_map(f64::from)
            ]),
            texts in ["[a-zö]{0,9}", "[a-zö]{1,9}"], aside in proptest::collection::vec("[ -~ß]{0,300}", 0..3),
        ) {
            let mut cells = Cells { id, times, figures, ..Cells::default() };
            for i in (0..4).filter(|i| near[*i]) {
                cells.times[i] = times[i] % 3 + if i > 0 { cells.times[i - 1].min(1 << 31) } else { 0 };
            }
            let aside: Vec<(Field, Box<str>)> = aside.into_iter().map(|text| (Field::Bin, text.into())).collect();
            let (name, shown) = (texts[1].as_str(), texts[0].as_str());
            for (punycode, lower) in [(name, ""), ("xn--a", name)] {
                let parts = Parts { punycode, lower, shown, aside: &aside, ..row(cells) };
                let (mut blob, mut read) = (Vec::new(), Vec::new());
                pack(&parts, form, &mut blob);
                let (back, number) = unpack(name, cells.bits, &blob, &mut read).expect("a row");
                prop_assert_eq!((back.punycode, back.lower, back.shown, number), (punycode, lower, shown, form));
                prop_assert_eq!((back.cells, back.mark, back.read, &read), (cells, parts.mark, parts.read, &aside));
                for length in 0..blob.len() {
                    let _ = unpack(name, cells.bits, &blob[..length], &mut Vec::new());
                }
            }
        }
    }
}
