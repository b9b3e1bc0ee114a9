//! Parser of typed times.

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::{Span, Zoned};

use super::words::{DAYS, clock, month, too_far, two_readings, unit, unread, weekday};
use crate::base::{Timestamp, capital};

/// The time of day of `tonight`.
const EVENING: i8 = 20;
/// Number of days past from which a date without a year counts as next year's; one that is past for fewer days was
/// just missed.
const NEXT_YEAR: i64 = 300;

/// Time as it was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    At(Timestamp),
    /// Date and time on the clock.
    Clock(DateTime),
}

/// Reads a time typed at `here`; a date alone means the time `alone` of its day.
pub(super) fn said(typed: &str, here: &Zoned, alone: Time) -> Result<Said, String> {
    let mut read = Read::default();
    let text = typed.trim().to_lowercase().replace(',', " ");
    let words: Vec<&str> = text.split_whitespace().filter(|word| !["at", "on", "in", "of"].contains(word)).collect();
    if words.is_empty() {
        return Err("Type when: tomorrow, fri 9:00, 4 dec, +3d".to_owned());
    }
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        rest = &rest[read.take(rest, here)?..];
    }
    read.moment(here, alone)
}

/// The parts read so far.
#[derive(Default)]
struct Read {
    span: Span,
    /// Hours and minutes, in seconds of real time.
    seconds: i64,
    spanned: bool,
    date: Option<Date>,
    /// True if the date was given without a year and is past in this year.
    no_year: bool,
    weekday: Option<Weekday>,
    day_of_month: Option<i8>,
    month: Option<i8>,
    time: Option<Time>,
}

impl Read {
    /// Reads the first words; returns how many they were.
    fn take(&mut self, words: &[&str], here: &Zoned) -> Result<usize, String> {
        let word = words[0];
        let next = words.get(1).copied().unwrap_or_default();
        let today = here.date();
        match word {
            "today" => self.set_date(today)?,
            "tomorrow" => self.set_date(today.tomorrow().map_err(too_far)?)?,
            "tonight" => {
                self.set_date(today)?;
                self.set_time(Time::constant(EVENING, 0, 0, 0))?;
            }
            "noon" => self.set_time(Time::constant(12, 0, 0, 0))?,
            "next" => return self.take_next(next, today),
            _ if weekday(word).is_some() => {
                if self.weekday.replace(weekday(word).unwrap_or(Weekday::Monday)).is_some() {
                    return Err("Two weekdays are named. Keep one of them.".to_owned());
                }
            }
            _ if month(word).is_some() => self.set_month(month(word))?,
            _ if word.contains('-') && word.len() > 7 => return self.take_iso(word),
            _ if word.contains('/') => return Err(two_readings(word)),
            _ if word.contains(':') || word.ends_with("am") || word.ends_with("pm") => {
                if let Ok(time) = clock(word, next) {
                    self.set_time(time.0)?;
                    return Ok(1 + time.1);
                }
                return Err(format!("“{word}” is not a time of day. Write 9:00 or 14:30."));
            }
            _ if word.trim_end_matches('.').contains('.') || word.ends_with('.') => self.take_pointed(word)?,
            _ if matches!(word, "a" | "an" | "one") && unit(next).is_some() => {
                self.add(1, next)?;
                return Ok(2);
            }
            _ => return self.take_number(word, next),
        }
        Ok(1)
    }

    /// Reads `next monday`, `next week` (its Monday), `next month` (its first day).
    fn take_next(&mut self, next: &str, today: Date) -> Result<usize, String> {
        let date = match next {
            "week" => today.nth_weekday(1, Weekday::Monday),
            "month" => today.first_of_month().checked_add(Span::new().months(1)),
            day => match weekday(day) {
                Some(day) => today.nth_weekday(1, day),
                None => return Err("Write next monday, next week or next month.".to_owned()),
            },
        };
        self.set_date(date.map_err(too_far)?)?;
        Ok(2)
    }

    /// Reads `2026-12-04` or `2026-12-04T09:00`.
    fn take_iso(&mut self, word: &str) -> Result<usize, String> {
        let wrong = || format!("“{word}” is not a date. Write 2026-12-04.");
        let (date, time) = word.split_once('t').map_or((word, None), |(date, time)| (date, Some(time)));
        self.set_date(Date::strptime("%Y-%m-%d", date).map_err(|_| wrong())?)?;
        if let Some(time) = time {
            self.set_time(clock(time, "").map_err(|()| wrong())?.0)?;
        }
        Ok(1)
    }

    /// Reads `4.12.` or `4.12.2026`: day and month in that order, as the points say.
    fn take_pointed(&mut self, word: &str) -> Result<(), String> {
        let wrong = || format!("“{word}” is not a date. Write 4.12. or 4 dec.");
        let parts: Vec<&str> = word.trim_end_matches('.').split('.').collect();
        let number = |text: &str| text.parse::<i8>().map_err(|_| wrong());
        match parts.as_slice() {
            [day] => self.day_of_month = Some(number(day)?),
            [day, month] if word.ends_with('.') => {
                self.day_of_month = Some(number(day)?);
                self.set_month(Some(number(month)?))?;
            }
            [day, month, year] => {
                let year = year.parse::<i16>().ok().filter(|year| *year > 1_000).ok_or_else(wrong)?;
                self.set_date(Date::new(year, number(month)?, number(day)?).map_err(|_| wrong())?)?;
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// Reads a length of time, or the day or year beside the name of a month.
    fn take_number(&mut self, word: &str, next: &str) -> Result<usize, String> {
        let plus = word.starts_with('+');
        let word = word.trim_start_matches('+');
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (figure, behind) = word.split_at(digits);
        let Ok(number) = figure.parse::<i64>() else { return Err(unread(word)) };
        if !behind.is_empty() {
            let ordinal = matches!(behind, "st" | "nd" | "rd" | "th") && !plus;
            if ordinal && (month(next).is_some() || self.month.is_some()) {
                self.day_of_month = i8::try_from(number).ok();
                return Ok(1);
            }
            // Several lengths may follow without a blank: `1w2d`.
            let end = behind.find(|c: char| c.is_ascii_digit()).unwrap_or(behind.len());
            self.add(number, &behind[..end])?;
            if end < behind.len() {
                return self.take_number(&behind[end..], "").map(|_| 1);
            }
            return Ok(1);
        }
        if unit(next).is_some() {
            self.add(number, next)?;
            return Ok(2);
        }
        if !plus && (month(next).is_some() || (self.month.is_some() && self.day_of_month.is_none())) {
            self.day_of_month = Some(i8::try_from(number).map_err(|_| unread(word))?);
            return Ok(1);
        }
        if !plus && self.month.is_some() && number > 1_000 {
            let year = i16::try_from(number).map_err(|_| unread(word))?;
            let (month, day) = (self.month.take(), self.day_of_month.take());
            let date = Date::new(year, month.unwrap_or(1), day.unwrap_or(1));
            self.set_date(date.map_err(|_| format!("This month has no such day in {word}."))?)?;
            return Ok(1);
        }
        Err(match number {
            _ if plus => format!("“+{number}” needs a unit: +{number}d, +{number}h or +{number}w"),
            0..24 => format!(
                "“{number}” can be {number}:00 or the {number}. of the month. Write {number}:00 or {number} dec."
            ),
            _ => format!("“{number}” needs a unit or a month: {number}d, {number} dec"),
        })
    }

    fn add(&mut self, number: i64, of: &str) -> Result<(), String> {
        let number = Some(number)
            .filter(|number| (1..=10_000).contains(number))
            .ok_or("A length of time is from 1 to 10,000.")?;
        let days = self.span.get_days();
        match unit(of) {
            Some('m') => self.seconds += number * 60,
            Some('h') => self.seconds += number * 3_600,
            Some('d') => self.span = self.span.days(i64::from(days) + number),
            Some('w') => self.span = self.span.days(i64::from(days) + number * 7),
            Some('M') => self.span = self.span.months(i64::from(self.span.get_months()) + number),
            _ => return Err(unread(of)),
        }
        self.spanned = true;
        Ok(())
    }

    fn set_date(&mut self, date: Date) -> Result<(), String> {
        if self.date.replace(date).is_some() {
            return Err("Two days are named. Keep one of them.".to_owned());
        }
        Ok(())
    }

    fn set_month(&mut self, month: Option<i8>) -> Result<(), String> {
        if self.month.is_some() || self.date.is_some() {
            return Err("Two months are named. Keep one of them.".to_owned());
        }
        self.month = month;
        Ok(())
    }

    fn set_time(&mut self, time: Time) -> Result<(), String> {
        if self.time.replace(time).is_some() {
            return Err("Two times of day are named. Keep one of them.".to_owned());
        }
        Ok(())
    }

    fn moment(mut self, here: &Zoned, alone: Time) -> Result<Said, String> {
        let today = here.date();
        let now = here.datetime();
        if self.day_of_month.is_some() != self.month.is_some() {
            return Err("A date needs its day and its month: 4 dec".to_owned());
        }
        if let (Some(day), Some(month)) = (self.day_of_month, self.month) {
            let date = |year| Date::new(year, month, day).map_err(|_| "This month has no such day.".to_owned());
            // A 29 February may exist only in a later year.
            let this = date(today.year()).or_else(|_| date(today.year() + 1))?;
            let past = today.since(this).map_or(0, |span| i64::from(span.get_days()));
            self.no_year = past > 0;
            let next = self.no_year && past >= 365 - NEXT_YEAR;
            self.set_date(if next { date(this.year() + 1)? } else { this })?;
        }
        if self.spanned {
            if self.date.is_some() || self.weekday.is_some() {
                return Err("Name a day or a length of time, not both.".to_owned());
            }
            return self.ahead(here);
        }
        let time = self.time.unwrap_or(alone);
        let date = match (self.date, self.weekday) {
            (Some(date), Some(weekday)) if date.weekday() != weekday => {
                let day = |weekday: Weekday| capital(DAYS[weekday.to_monday_zero_offset().unsigned_abs() as usize]);
                let date_words = date.strftime("%-d %b %Y");
                return Err(format!("{date_words} is a {}, not a {}.", day(date.weekday()), day(weekday)));
            }
            (Some(date), _) => date,
            (None, Some(weekday)) => {
                let same = today.weekday() == weekday && today.to_datetime(time) > now;
                if same { today } else { today.nth_weekday(1, weekday).map_err(too_far)? }
            }
            // A time alone means the next time the clock shows it.
            (None, None) if today.to_datetime(time) > now => today,
            (None, None) => today.tomorrow().map_err(too_far)?,
        };
        if self.no_year && date.to_datetime(time) <= now {
            let year = today.year() + 1;
            return Err(format!("{} is past. For next year add {year}.", date.strftime("%-d %b %Y")));
        }
        settled(date.to_datetime(time), here)
    }

    /// Time after the spans read so far. Days keep the time of day; hours are counted in real time.
    fn ahead(&self, here: &Zoned) -> Result<Said, String> {
        if self.seconds > 0 && self.time.is_none() && self.span.is_zero() {
            return Ok(Said::At(Timestamp(here.timestamp().as_second() + self.seconds)));
        }
        let there = here.checked_add(self.span).and_then(|there| there.checked_add(Span::new().seconds(self.seconds)));
        let there = there.map_err(too_far)?.datetime();
        settled(self.time.map_or(there, |time| there.date().to_datetime(time)), here)
    }
}

/// Time on the clock that exists on that day; one that is skipped by the change to summer time becomes an hour later.
fn settled(clock: DateTime, here: &Zoned) -> Result<Said, String> {
    let there = clock.to_zoned(here.time_zone().clone()).map_err(too_far)?;
    let time = Time::new(there.hour(), there.minute(), 0, 0).map_err(too_far)?;
    Ok(Said::Clock(there.date().to_datetime(time)))
}
