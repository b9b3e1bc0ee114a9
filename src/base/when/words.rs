//! Words of the grammar: names of days and months, units, times of day.

use jiff::civil::{Time, Weekday};

use crate::base::nearest;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
pub(super) const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

pub(super) fn too_far(_: jiff::Error) -> String {
    "This moment is too far away.".to_owned()
}

pub(super) fn unread(word: &str) -> String {
    let words = ["today", "tomorrow", "tonight", "noon", "next", "week", "month", "hours", "days", "minutes"];
    match nearest(word, words.into_iter().chain(MONTHS).chain(DAYS)) {
        Some(near) => format!("Unknown time “{word}”. Did you mean “{near}”?"),
        None => format!("Unknown time “{word}”. Type tomorrow, fri 9:00, 4 dec or +3d."),
    }
}

/// Sentence with both readings of a date such as `12/11`.
pub(super) fn two_readings(word: &str) -> String {
    let mut parts = word.split('/').map(str::parse::<usize>);
    let name = |month: usize| MONTHS.get(month.wrapping_sub(1)).map(|name| &name[..3]);
    match (parts.next(), parts.next()) {
        (Some(Ok(first)), Some(Ok(second))) => match (name(first), name(second)) {
            (Some(a), Some(b)) => format!("“{word}” has two readings. Write {first} {b} or {second} {a}."),
            (Some(a), None) => format!("Dates with / are not read. Write {second} {a}."),
            (None, Some(b)) => format!("Dates with / are not read. Write {first} {b}."),
            (None, None) => format!("“{word}” is not a date. Write 4 dec."),
        },
        _ => format!("“{word}” is not a date. Write 4 dec."),
    }
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    let place = DAYS.iter().position(|day| named(day, word))?;
    Weekday::from_monday_zero_offset(i8::try_from(place).ok()?).ok()
}

pub(super) fn month(word: &str) -> Option<i8> {
    i8::try_from(MONTHS.iter().position(|month| named(month, word) || (*month, word) == ("september", "sept"))? + 1)
        .ok()
}

/// True when `word` is the whole name, its first three letters or a usual abbreviation.
fn named(name: &str, word: &str) -> bool {
    let word = word.trim_end_matches('.');
    word == name
        || (word.len() == 3 && name.starts_with(word))
        || (word == "tues" && name == "tuesday")
        || (word == "thurs" && name == "thursday")
}

pub(super) fn unit(word: &str) -> Option<char> {
    Some(match word {
        "m" | "min" | "mins" | "minute" | "minutes" => 'm',
        "h" | "hr" | "hrs" | "hour" | "hours" => 'h',
        "d" | "day" | "days" => 'd',
        "w" | "week" | "weeks" => 'w',
        "mo" | "month" | "months" => 'M',
        _ => return None,
    })
}

/// A time of day, and how many words after it belong to it.
pub(super) fn clock(word: &str, next: &str) -> Result<(Time, usize), ()> {
    let (figures, half, more) = match (word.strip_suffix("am"), word.strip_suffix("pm"), next) {
        (Some(figures), ..) => (figures, Some(0), 0),
        (_, Some(figures), _) => (figures, Some(12), 0),
        (.., "am") => (word, Some(0), 1),
        (.., "pm") => (word, Some(12), 1),
        _ => (word, None, 0),
    };
    let (hour, minute) = figures.split_once(':').unwrap_or((figures, "00"));
    let fits = |text: &str| !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !fits(hour) || !fits(minute) || minute.len() != 2 {
        return Err(());
    }
    let (hour, minute): (i8, i8) = (hour.parse().map_err(|_| ())?, minute.parse().map_err(|_| ())?);
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return Err(()),
        None => hour,
    };
    Time::new(hour, minute, 0, 0).map(|time| (time, more)).map_err(|_| ())
}
