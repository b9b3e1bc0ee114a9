//! Reading of times in the future as users type them: a small grammar, and a reason for every text it refuses.
//!
//! `tomorrow`, `fri 9:00`, `4 dec`, `2026-12-04 14:30`, `+3d`, `2 weeks`, `9:00`. A text with two readings (`10`,
//! `12/11`) is refused with both. Look first at [`Moment::read`].

mod read;
#[cfg(test)]
mod tests;
mod words;

use jiff::Zoned;
use jiff::civil::{DateTime, Time};

use super::Timestamp;
use super::time::Zone;
use read::Said;

/// Time of day meant by a date without one.
const MORNING: Time = Time::constant(9, 0, 0, 0);
/// Last minute of a day, meant by a date without a time when it is the end of something.
const LAST_MINUTE: Time = Time::constant(23, 59, 0, 0);
/// Most years ahead of a date; a later one counts as a mistake.
const YEARS: i64 = 5;

/// Time in the future. One with a time of day keeps what the clock shows when the machine changes its zone or a zone
/// its rules; a number of hours from now is a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    At(Timestamp),
    Clock(DateTime, Zone),
}

impl Moment {
    /// Reads a time after `now`.
    ///
    /// # Errors
    /// A sentence with the word that cannot be read, or the time that is past, and what would work.
    pub fn read(typed: &str, now: Timestamp, zone: Zone) -> Result<Self, String> {
        Self::said(typed, now, zone, MORNING)
    }

    /// Reads the time at which something ends: a date alone includes its whole day.
    ///
    /// # Errors
    /// As of [`Moment::read`].
    pub fn end(typed: &str, now: Timestamp, zone: Zone) -> Result<Self, String> {
        Self::said(typed, now, zone, LAST_MINUTE)
    }

    fn said(typed: &str, now: Timestamp, zone: Zone, alone: Time) -> Result<Self, String> {
        let here = zone.at(now).ok_or_else(|| "The clock of this computer is wrong.".to_owned())?;
        let moment = match read::said(typed, &here, alone)? {
            Said::At(at) => Self::At(at),
            Said::Clock(clock) => Self::Clock(clock, zone),
        };
        let at = moment.at();
        if at <= now {
            return Err(format!("{} is past.", at.weekday_clock(now, zone)));
        }
        if at.0 - now.0 > YEARS * 366 * 86_400 {
            return Err(format!("{} is more than {YEARS} years ahead.", at.weekday_clock(now, zone)));
        }
        Ok(moment)
    }

    /// Point in time, by the present rules of the zones.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::At(at) => *at,
            Self::Clock(clock, zone) => {
                zone.zoned(*clock).map_or(Timestamp(i64::MAX), |zoned| Timestamp(zoned.timestamp().as_second()))
            }
        }
    }

    /// Meaning of the typed time, shown while it is typed: `Fri 4 Dec 09:00, in 11d`.
    pub fn echo(&self, now: Timestamp, zone: Zone) -> String {
        format!("{}, {}", self.at().weekday_clock(now, zone), self.at().until(now, zone).text)
    }

    /// True on a Saturday or a Sunday.
    pub fn is_weekend(&self, zone: Zone) -> bool {
        self.at().is_weekend(zone)
    }

    /// Form of the time in a file: `@1796371200`, or `2026-12-04T09:00 local`.
    pub fn kept(&self) -> String {
        match self {
            Self::At(at) => format!("@{}", at.0),
            Self::Clock(clock, zone) => {
                let zone = if *zone == Zone::Utc { "utc" } else { "local" };
                format!("{} {zone}", clock.strftime("%Y-%m-%dT%H:%M"))
            }
        }
    }

    /// Reads what [`Moment::kept`] wrote.
    pub fn of_kept(text: &str) -> Option<Self> {
        if let Some(seconds) = text.strip_prefix('@') {
            return Some(Self::At(Timestamp(seconds.parse().ok()?)));
        }
        let (clock, zone) = text.split_once(' ')?;
        let zone = match zone {
            "utc" => Zone::Utc,
            "local" => Zone::Local,
            _ => return None,
        };
        Some(Self::Clock(DateTime::strptime("%Y-%m-%dT%H:%M", clock).ok()?, zone))
    }
}

impl Zone {
    pub(super) fn at(self, time: Timestamp) -> Option<Zoned> {
        Some(jiff::Timestamp::from_second(time.0).ok()?.to_zoned(self.time_zone()))
    }

    /// First point in time at which the clock shows this time, or would show it.
    fn zoned(self, clock: DateTime) -> Option<Zoned> {
        clock.to_zoned(self.time_zone()).ok()
    }
}
