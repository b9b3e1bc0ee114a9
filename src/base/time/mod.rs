//! Times as the service sends them (Unix seconds), and their texts. Look first at [`Timestamp`] and [`Age`];
//! `local.rs` reads the machine's zone.

mod local;

use std::sync::OnceLock;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// Time in Unix seconds, as in every time field of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// Time zone of full times, switched with `T`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Zone of the machine the program runs on.
    #[default]
    Local,
    /// Universal time.
    Utc,
}

/// Length of time in its largest whole unit: `40 seconds`, `5 minutes`, `3 days`, `2 years`.
pub fn span_words(seconds: u64) -> String {
    in_words(seconds, |unit| seconds / unit)
}

/// Length of a wait in its largest unit, rounded up: `1 minute`, `24 hours`.
pub fn wait_words(seconds: u64) -> String {
    in_words(seconds, |unit| seconds.div_ceil(unit))
}

fn in_words(seconds: u64, count: impl Fn(u64) -> u64) -> String {
    let unit = |of: i64| count(of.unsigned_abs());
    let (n, word) = match seconds.cast_signed() {
        YEAR.. => (unit(YEAR), "year"),
        DAY.. => (unit(DAY), "day"),
        HOUR.. => (unit(HOUR), "hour"),
        MINUTE.. => (unit(MINUTE), "minute"),
        _ => (seconds, "second"),
    };
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// Length of a wait in few cells, rounded up, so that it is never over later than shown: `27s`, `58m`, `12h`, `3d`.
/// For the time until a date use [`Timestamp::until`].
pub fn short_wait(seconds: i64) -> String {
    match seconds.max(0) {
        s @ ..=120 => format!("{s}s"),
        s if s <= 2 * HOUR => format!("{}m", (s + MINUTE - 1) / MINUTE),
        s if s <= 2 * DAY => format!("{}h", (s + HOUR - 1) / HOUR),
        s => format!("{}d", (s + DAY - 1) / DAY),
    }
}

/// Age of a time, or time until it, as a short text that changes at `changes_at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Age {
    /// `now`, `4m`, `2h`, `3d`, `12 Mar`, `3 Jan 2025`.
    pub text: String,
    /// Time at which `text` changes; `None` if it does not.
    pub changes_at: Option<Timestamp>,
}

/// Seconds ahead up to which a time is shown with its seconds.
const SOON: i64 = 120;
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const TWO_HOURS: i64 = 2 * HOUR;
const DAY: i64 = 24 * HOUR;
/// Age, in seconds, from which a date is shown in place of a number of days.
const DATED: i64 = 7 * DAY;
const YEAR: i64 = 365 * DAY;
const TWO_YEARS: i64 = 2 * YEAR;
const MONTH: i64 = YEAR / 12;
/// Seconds from which a number is not a time of the service but milliseconds or garbage: 1 Jan 2200.
const NO_TIME: i64 = 7_258_118_400;

/// Zone that the configuration names in place of the machine's.
static LOCAL: OnceLock<TimeZone> = OnceLock::new();

impl Zone {
    /// Makes [`Zone::Local`] mean the zone of that name (`Europe/Oslo`). Called once, before the first frame. False
    /// when no such zone is known.
    pub fn name_local(name: &str) -> bool {
        TimeZone::get(name).is_ok_and(|zone| LOCAL.set(zone).is_ok())
    }

    pub(super) fn time_zone(self) -> TimeZone {
        match self {
            Self::Local => LOCAL.get().cloned().unwrap_or_else(local::system),
            Self::Utc => TimeZone::UTC,
        }
    }
}

impl Timestamp {
    /// The time, if it is between the years 2000 and 2100, so that a number without a label may be a time.
    pub fn plausible(self) -> Option<Self> {
        (946_684_800..4_102_444_800).contains(&self.0).then_some(self)
    }

    /// Age of this time at `now`. A time less than a day in the future gives `now`, never a negative age; a
    /// later one gives its date, because this machine's clock may be years behind. A number that cannot be a time of
    /// the service is shown unchanged.
    pub fn age(self, now: Timestamp, zone: Zone) -> Age {
        self.age_in(now, || zone.time_zone())
    }

    /// Age in at most six cells, for lists: a date without its year within twelve months, then `13mo`, `2y`.
    pub fn short_age(self, now: Timestamp, zone: Zone) -> Age {
        let (age, since) = (self.age(now, zone), now.0.saturating_sub(self.0));
        let mut date = age.text.splitn(3, ' ');
        let (Some(day), Some(month), 0..) = (date.next(), date.next(), since) else { return age };
        let (unit, text) = match since {
            ..YEAR => (YEAR, format!("{day} {month}")),
            YEAR..TWO_YEARS => (MONTH, format!("{}mo", since / MONTH)),
            _ => (YEAR, format!("{}y", since / YEAR)),
        };
        Age { text, changes_at: Some(Self(self.0.saturating_add((since / unit + 1).saturating_mul(unit)))) }
    }

    fn age_in(self, now: Timestamp, zone: impl FnOnce() -> TimeZone) -> Age {
        let age = now.0.saturating_sub(self.0);
        if self.0 >= NO_TIME {
            return Age { text: self.0.to_string(), changes_at: None };
        }
        let count = |unit: i64, suffix: char| Age {
            text: format!("{}{suffix}", age / unit),
            changes_at: Some(Self(self.0.saturating_add((age / unit + 1) * unit))),
        };
        match age {
            ..MINUTE if age > -DAY => {
                Age { text: "now".to_owned(), changes_at: Some(Self(self.0.saturating_add(MINUTE))) }
            }
            MINUTE..HOUR => count(MINUTE, 'm'),
            HOUR..DAY => count(HOUR, 'h'),
            DAY..DATED => count(DAY, 'd'),
            _ => {
                let age = self.date(now, &zone()).unwrap_or_else(|| Age { text: self.0.to_string(), changes_at: None });
                // From a day before it, a date in the future gives `now`.
                let near = (self > now).then(|| Self(self.0.saturating_sub(DAY - 1)));
                Age { changes_at: age.changes_at.into_iter().chain(near).min(), ..age }
            }
        }
    }

    fn date(self, now: Timestamp, zone: &TimeZone) -> Option<Age> {
        let then = jiff::Timestamp::from_second(self.0).ok()?.to_zoned(zone.clone());
        let this_year = jiff::Timestamp::from_second(now.0).ok()?.to_zoned(zone.clone()).year();
        if then.year() != this_year {
            return Some(Age { text: then.strftime("%-d %b %Y").to_string(), changes_at: None });
        }
        let next_year = Date::new(this_year.checked_add(1)?, 1, 1).ok()?.to_zoned(zone.clone()).ok()?;
        Some(Age {
            text: then.strftime("%-d %b").to_string(),
            changes_at: Some(Self(next_year.timestamp().as_second())),
        })
    }

    /// Date and time with the zone, for a detail view: `12 Mar 2026, 14:02:11 CET`. A number outside the calendar is
    /// shown unchanged.
    pub fn full(self, zone: Zone) -> String {
        self.full_in(zone.time_zone())
    }

    /// Time for files, in UTC: `2026-03-12T14:02:11Z`. A number outside the calendar is written unchanged.
    pub fn iso(self) -> String {
        self.written("%Y-%m-%dT%H:%M:%SZ", Zone::Utc)
    }

    /// Day in full, for letters: `12 March 2026`.
    pub fn day(self, zone: Zone) -> String {
        self.written("%-d %B %Y", zone)
    }

    /// The day in digits: `2026-03-12`.
    pub fn in_digits(self, zone: Zone) -> String {
        self.written("%Y-%m-%d", zone)
    }

    /// Day with its year, for tables over several years: `12 Mar 2026`.
    pub fn day_of_year(self, zone: Zone) -> String {
        self.written("%-d %b %Y", zone)
    }

    /// Day below an axis: `12 Mar`, or `Mar 2026` if the axis spans years.
    pub fn on_axis(self, zone: Zone, years: bool) -> String {
        self.written(if years { "%b %Y" } else { "%-d %b" }, zone)
    }

    /// Start of this time's day, in Unix seconds.
    pub fn day_begin(self, zone: Zone) -> i64 {
        let time = jiff::Timestamp::from_second(self.0).ok();
        let begin = time.and_then(|time| time.to_zoned(zone.time_zone()).start_of_day().ok());
        begin.map_or(self.0, |begin| begin.timestamp().as_second())
    }

    /// True on a Saturday or Sunday.
    pub fn is_weekend(self, zone: Zone) -> bool {
        zone.at(self).is_some_and(|at| matches!(at.weekday(), Weekday::Saturday | Weekday::Sunday))
    }

    /// The day of the week: `Mon`.
    pub fn weekday(self, zone: Zone) -> String {
        self.written("%a", zone)
    }

    /// The time of day: `14:02`.
    pub fn clock(self, zone: Zone) -> String {
        self.written("%H:%M", zone)
    }

    /// The time of day with seconds: `14:02:11`.
    pub fn clock_seconds(self, zone: Zone) -> String {
        self.written("%H:%M:%S", zone)
    }

    /// Time after `now`: `14:02:11` within two minutes, `14:02` today, `24 Nov 2026 14:02` on another day.
    pub fn ahead(self, now: Timestamp, zone: Zone) -> String {
        match self.0.saturating_sub(now.0) {
            ..=SOON => self.clock_seconds(zone),
            _ if self.day_begin(zone) == now.day_begin(zone) => self.clock(zone),
            _ => self.written("%-d %b %Y %H:%M", zone),
        }
    }

    /// Time from `now` until this time: `in 1m`, `in 90m`, `in 5h`; from a day on in days of the calendar, so that
    /// Friday is three days from Tuesday at any hour. `due` once it has come.
    pub fn until(self, now: Timestamp, zone: Zone) -> Age {
        let left = self.0.saturating_sub(now.0);
        let count = |unit: i64, suffix: char| Age {
            text: format!("in {}{suffix}", left / unit),
            changes_at: Some(Self(self.0.saturating_sub(left / unit * unit - 1))),
        };
        match left {
            ..=0 => Age { text: "due".to_owned(), changes_at: None },
            1..SOON => Age { text: "in 1m".to_owned(), changes_at: Some(self) },
            SOON..TWO_HOURS => count(MINUTE, 'm'),
            TWO_HOURS..DAY => count(HOUR, 'h'),
            _ => {
                // A day may have 23 or 25 hours.
                let today = now.day_begin(zone);
                let days = (self.day_begin(zone) - today + DAY / 2) / DAY;
                let changes_at = if days > 1 { Self(today + DAY + DAY / 2).day_begin(zone) } else { self.0 - DAY + 1 };
                Age { text: format!("in {days}d"), changes_at: Some(Self(changes_at)) }
            }
        }
    }

    /// Day and time: `Fri 4 Dec 09:00`, with the year where it is not that of `now`.
    pub fn weekday_clock(self, now: Timestamp, zone: Zone) -> String {
        let this_year = self.written("%Y", zone) == now.written("%Y", zone);
        self.written(if this_year { "%a %-d %b %H:%M" } else { "%a %-d %b %Y %H:%M" }, zone)
    }

    /// Day and time in words used within a week, `Friday 09:00`; otherwise with the date.
    pub fn day_clock(self, now: Timestamp, zone: Zone) -> String {
        let days = (now.day_begin(zone) - self.day_begin(zone)) / DAY;
        match days {
            0 => format!("today {}", self.clock(zone)),
            1..7 => self.written("%A %H:%M", zone),
            _ => self.weekday_clock(now, zone),
        }
    }

    fn written(self, format: &str, zone: Zone) -> String {
        match jiff::Timestamp::from_second(self.0) {
            Ok(time) => time.to_zoned(zone.time_zone()).strftime(format).to_string(),
            Err(_) => self.0.to_string(),
        }
    }

    fn full_in(self, zone: TimeZone) -> String {
        match jiff::Timestamp::from_second(self.0) {
            Ok(time) => time.to_zoned(zone).strftime("%-d %b %Y, %H:%M:%S %Z").to_string(),
            Err(_) => self.0.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
