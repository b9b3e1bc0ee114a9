//! The time zone of this machine.

use std::sync::RwLock;
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;

/// Link that shows the zone on most systems.
const LINK: &str = "/etc/localtime";
/// Time after which the zone is read again, because a machine that travels gets another one.
const KEPT_FOR: Duration = Duration::from_secs(5 * 60);

static KEPT: RwLock<Option<(Instant, TimeZone)>> = RwLock::new(None);

/// Zone of this machine, read within the last five minutes.
pub fn system() -> TimeZone {
    let kept = KEPT.read().ok().and_then(|kept| kept.clone()).filter(|(at, _)| at.elapsed() < KEPT_FOR);
    if let Some((_, zone)) = kept {
        return zone;
    }
    let zone = linked().unwrap_or_else(TimeZone::system);
    if let Ok(mut kept) = KEPT.write() {
        *kept = Some((Instant::now(), zone.clone()));
    }
    zone
}

/// Zone that the link leads to, if the environment names none. jiff would list all zones to find one by its name,
/// which would delay the first frame.
fn linked() -> Option<TimeZone> {
    if std::env::var_os("TZ").is_some() {
        return None;
    }
    let leads_to = std::fs::read_link(LINK).ok()?;
    let (_, name) = leads_to.to_str()?.rsplit_once("zoneinfo/")?;
    TimeZone::tzif(name, &std::fs::read(LINK).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zone_read_from_its_link_is_the_one_the_library_finds() {
        let found = TimeZone::system();
        for at in [0, 800_000_000, 1_800_000_000, 1_815_000_000].map(jiff::Timestamp::from_second) {
            let at = at.expect("a time");
            assert_eq!(system().to_offset_info(at).offset(), found.to_offset_info(at).offset());
            assert_eq!(system().to_offset_info(at).abbreviation(), found.to_offset_info(at).abbreviation());
        }
    }
}
