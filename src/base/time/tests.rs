use proptest::prelude::*;

use super::*;

/// 12 Mar 2026, 13:02:11 UTC.
const NOW: Timestamp = Timestamp(1_773_320_531);

fn age(seconds_ago: i64) -> Age {
    Timestamp(NOW.0 - seconds_ago).age(NOW, Zone::Utc)
}

#[test]
fn ages_read_as_people_say_them() {
    for (ago, text) in [
        (-40, "now"),
        (0, "now"),
        (59, "now"),
        (60, "1m"),
        (3599, "59m"),
        (3600, "1h"),
        (86_399, "23h"),
        (86_400, "1d"),
        (7 * 86_400 - 1, "6d"),
        (7 * 86_400, "5 Mar"),
        (70 * 86_400, "1 Jan"),
        (72 * 86_400, "30 Dec 2025"),
    ] {
        assert_eq!(age(ago).text, text, "{ago}");
    }
}

#[test]
fn an_age_in_few_cells_has_no_year() {
    let days = [(0, "now"), (6, "6d"), (70, "1 Jan"), (72, "30 Dec"), (364, "13 Mar"), (365, "12mo"), (720, "23mo")];
    for (days, text) in days.into_iter().chain([(730, "2y"), (4_000, "10y")]) {
        let short = Timestamp(NOW.0 - days * 86_400).short_age(NOW, Zone::Utc);
        assert_eq!(short.text, text, "{days}");
        let changes = short.changes_at.expect("changes");
        let at = |now: Timestamp| Timestamp(NOW.0 - days * 86_400).short_age(now, Zone::Utc).text;
        assert!(at(Timestamp(changes.0 - 1)) == text && at(changes) != text, "{days}");
    }
    let behind = Timestamp(NOW.0 - 2 * 365 * 86_400);
    assert_eq!(NOW.short_age(behind, Zone::Utc).text, "12 Mar 2026", "a date ahead has its year");
}

#[test]
fn the_year_is_named_from_new_year_on_in_the_zone_shown() {
    let at = age(20 * 86_400).changes_at.expect("changes");
    assert_eq!(at.full(Zone::Utc), "1 Jan 2027, 00:00:00 UTC");
    let berlin = TimeZone::get("Europe/Berlin").expect("bundled");
    let at = Timestamp(NOW.0 - 20 * 86_400).age_in(NOW, || berlin.clone()).changes_at.expect("changes");
    assert_eq!(at.full_in(berlin), "1 Jan 2027, 00:00:00 CET");
}

#[test]
fn full_times_name_their_zone() {
    assert_eq!(NOW.full(Zone::Utc), "12 Mar 2026, 13:02:11 UTC");
    assert_eq!(NOW.full_in(TimeZone::get("Europe/Berlin").expect("bundled")), "12 Mar 2026, 14:02:11 CET");
}

#[test]
fn a_date_far_ahead_of_a_clock_that_is_behind_is_shown_as_a_date() {
    let then = Timestamp(NOW.0 - 2 * 365 * 86_400);
    assert_eq!(NOW.age(then, Zone::Utc).text, "12 Mar 2026");
    assert_eq!(Timestamp(NOW.0 + 86_399).age(NOW, Zone::Utc).text, "now", "a clock hours behind");
}

#[test]
fn lengths_of_time_are_said_in_whole_units() {
    let words = [(1, "1 second"), (330, "5 minutes"), (7_200, "2 hours"), (86_400, "1 day"), (63_072_000, "2 years")];
    for (seconds, said) in words {
        assert_eq!(span_words(seconds), said);
    }
    let short = [(-3, "0s"), (27, "27s"), (121, "3m"), (3_480, "58m"), (86_400, "24h"), (31_622_400, "366d")];
    for (seconds, said) in short {
        assert_eq!(short_wait(seconds), said);
    }
}

#[test]
fn absurd_numbers_are_shown_as_they_are() {
    assert_eq!(
        Timestamp(1_773_320_531_000).age(NOW, Zone::Utc),
        Age { text: "1773320531000".into(), changes_at: None }
    );
    assert_eq!(Timestamp(i64::MAX).full(Zone::Utc), i64::MAX.to_string());
    assert_eq!(Timestamp(i64::MIN).age(NOW, Zone::Utc).text, i64::MIN.to_string());
}

#[test]
fn a_moment_on_another_day_has_its_date() {
    let ahead = |seconds: i64| Timestamp(NOW.0 + seconds).ahead(NOW, Zone::Utc);
    assert_eq!([ahead(90), ahead(3_600)], ["13:03:41", "14:02"]);
    assert_eq!([ahead(12 * 3_600), ahead(366 * 86_400)], ["13 Mar 2026 01:02", "13 Mar 2027 13:02"]);
}

/// `NOW` is Thursday, 13:02.
#[test]
fn days_ahead_are_those_of_the_calendar() {
    let until = |hours: i64| Timestamp(NOW.0 + hours * 3_600).until(NOW, Zone::Utc).text;
    let words = [
        (1, "in 60m"),
        (2, "in 2h"),
        (20, "in 20h"),
        (25, "in 1d"),
        (58, "in 2d"),
        (59, "in 3d"),
        (72, "in 3d"),
        (78, "in 3d"),
    ];
    for (hours, words) in words {
        assert_eq!(until(hours), words, "{hours}");
    }
    assert_eq!((until(0).as_str(), until(84).as_str()), ("due", "in 4d"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_age_reads_differently_from_changes_at_on(ago in -100_000i64..40_000_000) {
        let then = Timestamp(NOW.0 - ago);
        let ahead = Timestamp(NOW.0 + ago);
        let until = ahead.until(NOW, Zone::Utc);
        if let Some(at) = until.changes_at {
            prop_assert!(at > NOW);
            prop_assert_eq!(&ahead.until(Timestamp(at.0 - 1), Zone::Utc).text, &until.text);
            prop_assert_ne!(&ahead.until(at, Zone::Utc).text, &until.text);
        }
        let age = then.age(NOW, Zone::Utc);
        if let Some(at) = age.changes_at {
            prop_assert!(at > NOW);
            prop_assert_eq!(&then.age(Timestamp(at.0 - 1), Zone::Utc).text, &age.text);
            prop_assert_ne!(&then.age(at, Zone::Utc).text, &age.text);
        }
    }

    #[test]
    fn no_number_of_seconds_panics(then in any::<i64>(), now in any::<i64>()) {
        let _ = (Timestamp(then).age(Timestamp(now), Zone::Utc), Timestamp(then).full(Zone::Utc));
    }
}
