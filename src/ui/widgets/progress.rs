//! The progress bar as text, so that it can be in a table's cell and in a line of its own.

use super::super::Glyphs;

/// Bar such as `██████░░░░ 58 %` in at most `cells` cells; without room for a bar, the percentage alone. `share` is
/// from 0 to 1; only exactly 1 is shown as `100 %`.
pub fn bar(share: f64, cells: usize, glyphs: &Glyphs) -> String {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let figure = format!("{:>3} %", percent(share));
    let Some(room) = cells.checked_sub(figure.len() + 1).filter(|room| *room >= 4) else {
        return figure.trim_start().to_owned();
    };
    let full = (share * room as f64).floor() as usize;
    format!("{}{} {figure}", glyphs.full.repeat(full), glyphs.light.repeat(room - full))
}

/// Share from 0 to 1 in whole percent; only exactly 1 is 100.
pub fn percent(share: f64) -> u32 {
    // The float 0.58 is a little less than 58 hundredths.
    ((share.clamp(0.0, 1.0) * 1e6).round() / 1e4).floor() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_with_its_share_and_is_full_only_at_the_end() {
        let glyphs = Glyphs::get(true);
        assert_eq!(bar(0.0, 16, glyphs), "..........   0 %");
        assert_eq!(bar(0.58, 16, glyphs), "#####.....  58 %");
        assert_eq!(bar(0.999, 16, glyphs), "#########.  99 %");
        assert_eq!(bar(1.0, 16, glyphs), "########## 100 %");
    }

    #[test]
    fn a_bar_without_room_is_a_percentage_and_an_invalid_share_is_0() {
        let glyphs = Glyphs::get(false);
        assert_eq!(bar(0.5, 8, glyphs), "50 %");
        assert_eq!(bar(f64::NAN, 12, glyphs), "░░░░░░   0 %");
        assert_eq!(bar(7.0, 12, glyphs), "██████ 100 %");
    }
}
