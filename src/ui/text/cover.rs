//! Amounts in the finished frame, covered in privacy mode. Screens, questions and messages all show amounts,
//! so they are covered once, in the frame that holds all of these.

use ratatui::buffer::Buffer;

use crate::store::index::inquiries::COVER;

/// Signs written before an amount, or after one that a buyer typed.
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];
/// Letters of a currency's code.
const CODE: usize = 3;
/// Labels of amounts whose currency may not be known.
const LABELS: [&str; 4] = ["BIN price", "Target price", "Lowest offer", "Best offer"];

/// Covers the amounts in every row, except the line that the user types into.
pub fn cover_amounts(buf: &mut Buffer) {
    let area = buf.area;
    for y in area.top()..area.bottom() {
        let x = |place: usize| area.left() + place as u16;
        let mut row: Vec<char> =
            (area.left()..area.right()).map(|x| buf[(x, y)].symbol().chars().next().unwrap_or(' ')).collect();
        if row.iter().find(|sign| **sign != ' ').is_some_and(|sign| [':', '/'].contains(sign)) {
            continue;
        }
        let mut at = 0;
        while let Some((from, to)) = amount(&row, at) {
            let spare = (to - from).saturating_sub(COVER.chars().count());
            // In a column the cover stays at the right edge, where the amount was. In a sentence the words after it
            // follow it.
            let is_in_column = is_in_column(&row[..from]);
            let first = if is_in_column { from + spare } else { from };
            let end = if is_in_column { to } else { sentence_end(&row, to) };
            for (place, sign) in (first..).zip(COVER.chars()).take(to - from) {
                buf[(x(place), y)].set_char(sign);
            }
            if !is_in_column {
                for place in to..end {
                    buf[(x(place - spare), y)] = buf[(x(place), y)].clone();
                    row[place - spare] = row[place];
                }
            }
            let blank = if is_in_column { from..first } else { end - spare..end };
            for place in blank {
                buf[(x(place), y)].set_char(' ');
                row[place] = ' ';
            }
            at = if is_in_column { to } else { to - spare };
        }
    }
}

/// True when `before` ends like the row of a table, with two or more cells; a single label has a field's value after it.
fn is_in_column(before: &[char]) -> bool {
    let pane = before.rsplit(|sign| ['│', '|'].contains(sign)).next().unwrap_or_default();
    let text: String = pane.iter().collect();
    !is_labelled(before) && text.ends_with("  ") && text.split("  ").filter(|cell| !cell.trim().is_empty()).count() > 1
}

/// True when `before` ends with a label of amounts.
fn is_labelled(before: &[char]) -> bool {
    let text: String = before.iter().collect();
    LABELS.iter().any(|label| text.trim_end().ends_with(label))
}

/// End of the words at `at`: two blanks, a line between panes, or the end of the row.
fn sentence_end(row: &[char], at: usize) -> usize {
    let is_end = |place: &usize| matches!(row[*place..], ['│' | '|', ..] | [' ', ' ' | '│' | '|', ..]);
    (at..row.len()).find(is_end).unwrap_or(row.len())
}

/// Start and end of the first amount from `at` on: a number with a currency sign, a code or a label of amounts.
fn amount(row: &[char], at: usize) -> Option<(usize, usize)> {
    let mut from = at;
    loop {
        from += row[from.min(row.len())..].iter().position(char::is_ascii_digit)?;
        let mut to = from;
        let is_number = |place: usize| match row.get(place) {
            Some(sign) if sign.is_ascii_digit() => true,
            Some('.' | ',' | '\'' | '’') => row.get(place + 1).is_some_and(char::is_ascii_digit),
            _ => false,
        };
        while is_number(to) {
            to += 1;
        }
        to += usize::from(row.get(to).is_some_and(|sign| ['k', 'M', 'B'].contains(sign)));
        if let Some(begin) = before(&row[at..from]) {
            return Some((at + begin, to));
        }
        if let Some(after) = after(&row[to..]) {
            return Some((from, to + after));
        }
        from = to;
    }
}

/// Start of the currency sign or code at the end of `row`. After a label of amounts, which needs no sign, the end of
/// `row`.
fn before(row: &[char]) -> Option<usize> {
    if is_labelled(row) {
        return Some(row.len());
    }
    let end = row.len() - usize::from(row.last() == Some(&' '));
    let last = end.checked_sub(1)?;
    let letters = row[..end].iter().rev().take_while(|sign| sign.is_ascii_uppercase()).count();
    let is_sign = SIGNS.contains(&row[last]) && end == row.len();
    let minus = |begin: usize| begin - usize::from(begin > 0 && row[begin - 1] == '-');
    (is_sign).then(|| minus(last)).or_else(|| (letters == CODE && end < row.len()).then(|| minus(end - CODE)))
}

/// Cells of a currency sign right after a number; 0 if the words after the number say that its currency is not known.
fn after(row: &[char]) -> Option<usize> {
    const UNKNOWN: [&str; 2] = [" ?", " (currency not known)"];
    let begins = |words: &&str| words.chars().eq(row.iter().copied().take(words.chars().count()));
    if UNKNOWN.iter().any(begins) {
        return Some(0);
    }
    let blank = usize::from(row.first() == Some(&' '));
    let sign = row.get(blank).is_some_and(|sign| SIGNS.contains(sign));
    let number = |place: usize| row.get(place).is_some_and(char::is_ascii_digit);
    (sign && !number(blank + 1)).then_some(blank + 1)
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn amounts_are_covered_with_their_currency_and_other_numbers_stay() {
        for (row, covered) in [
            ("best offer $2,500 · 3 of 7", "best offer ••• · 3 of 7"),
            ("ab.com  yes   $12,499  2h", "ab.com  yes       •••  2h"),
            ("BIN price    $12,499", "BIN price    •••"),
            ("Lowest offer   1,000 · own", "Lowest offer   ••• · own"),
            ("Yes  no    BIN price  $900", "Yes  no    BIN price  •••"),
            ("$31.3k · €19.2k · CHF 1,050", "••• · ••• · •••"),
            ("-€1.50 typed “1.250 €”", "••• typed “•••”"),
            ("BIN 1,499 · 12 Mar 2026", "••• · 12 Mar 2026"),
            ("5.com 30 days 13:00:00 UTC", "5.com 30 days 13:00:00 UTC"),
            (":price =$2,500", ":price =$2,500"),
            ("6545 ? ¥4.4M", "••• ? •••"),
            ("9 (currency not known)", "• (currency not known)"),
            ("under $1,000 │ min $250", "under •••    │ min •••"),
        ] {
            let mut buf = Buffer::empty(Rect::new(0, 0, 30, 1));
            buf.set_string(0, 0, row, Style::default());
            cover_amounts(&mut buf);
            let shown: String = buf.content.iter().map(Cell::symbol).collect();
            assert_eq!(shown.trim_end(), covered, "{row}");
        }
    }
}
