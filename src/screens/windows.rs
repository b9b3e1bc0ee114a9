//! Windows of reports and histories, by the names a user types.

use crate::api::limits::WINDOWS;
use crate::base::not_one_of;

/// Days of a window named `30`, `30d` or `all` (0).
///
/// # Errors
/// A sentence that names the windows there are.
pub fn read(word: &str) -> Result<u32, String> {
    let days = if word == "all" { Some(0) } else { word.trim_end_matches('d').parse().ok() };
    days.filter(|days| WINDOWS.contains(days)).ok_or_else(|| {
        let names: Vec<String> = WINDOWS.iter().map(|days| name(*days)).collect();
        not_one_of("window", word, &names.iter().map(String::as_str).collect::<Vec<_>>())
    })
}

/// Days of the window `steps` steps longer than one of `days`, 0 for all time; `None` past the longest and the
/// shortest.
pub fn longer(days: u32, steps: isize) -> Option<u32> {
    let at = WINDOWS.iter().position(|known| *known == days)?;
    WINDOWS.get(at.checked_add_signed(steps)?).copied()
}

fn name(days: u32) -> String {
    if days == 0 { "all".to_owned() } else { days.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_read_by_name_and_an_unknown_name_lists_all_windows() {
        assert_eq!([read("7"), read("30d"), read("all")], [Ok(7), Ok(30), Ok(0)]);
        assert_eq!(read("8").unwrap_err(), "Unknown window “8”. Use 7, 30, 90 or all.");
    }
}
