//! A moment ahead as people type it: a small closed grammar, read the same way everywhere or refused with a reason.
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

/// The time of day a date alone means.
const MORNING: Time = Time::constant(9, 0, 0, 0);
/// The last minute of a day: the end that a date alone means.
const LAST_MINUTE: Time = Time::constant(23, 59, 0, 0);
/// Most years ahead that a date may be; a later one is taken for a mistake.
const YEARS: i64 = 5;

/// A moment ahead. A time of day keeps its reading on the clock when the machine moves to another zone or the rules of
/// a zone change; so many hours from now are a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    At(Timestamp),
    Clock(DateTime, Zone),
}

impl Moment {
    /// Reads a moment after `now`.
    ///
    /// # Errors
    /// A sentence that names the word that cannot be read, or the time that is past, and what would work.
    pub fn read(typed: &str, now: Timestamp, zone: Zone) -> Result<Self, String> {
        Self::said(typed, now, zone, MORNING)
    }

    /// Reads the moment at which something ends: a date alone includes its whole day.
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

    /// Point in time of the moment, by the rules of the zones as they are now.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::At(at) => *at,
            Self::Clock(clock, zone) => {
                zone.zoned(*clock).map_or(Timestamp(i64::MAX), |zoned| Timestamp(zoned.timestamp().as_second()))
            }
        }
    }

    /// Meaning of the moment, shown while it is typed: `Fri 4 Dec 09:00, in 11d`.
    pub fn echo(&self, now: Timestamp, zone: Zone) -> String {
        format!("{}, {}", self.at().weekday_clock(now, zone), self.at().until(now, zone).text)
    }

    /// True on a Saturday or a Sunday.
    pub fn is_weekend(&self, zone: Zone) -> bool {
        self.at().is_weekend(zone)
    }

    /// Form of the moment in a file: `@1796371200`, or `2026-12-04T09:00 local`.
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

    /// The first moment at which the clock shows this reading, or would show it.
    fn zoned(self, clock: DateTime) -> Option<Zoned> {
        clock.to_zoned(self.time_zone()).ok()
    }
}
