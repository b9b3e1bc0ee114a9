//! Tests of typed times, and of texts that are refused.

use jiff::civil::date;
use jiff::tz::TimeZone;

use super::read::{Said, said};
use super::*;

/// Tuesday 24 November 2026, 17:43 in Oslo.
fn here() -> Zoned {
    date(2026, 11, 24).at(17, 43, 12, 0).to_zoned(TimeZone::get("Europe/Oslo").expect("a zone")).expect("a time")
}

fn read_at(typed: &str, here: &Zoned) -> String {
    match said(typed, here, MORNING) {
        Ok(Said::Clock(clock)) => clock.strftime("%a %Y-%m-%d %H:%M").to_string(),
        Ok(Said::At(at)) => format!("in {} s", at.0 - here.timestamp().as_second()),
        Err(why) => why,
    }
}

#[test]
fn every_form_of_the_grammar_gives_its_moment() {
    let cases = [
        ("tomorrow", "Wed 2026-11-25 09:00"),
        ("tomorrow 14:30", "Wed 2026-11-25 14:30"),
        ("Tomorrow at 2:30pm", "Wed 2026-11-25 14:30"),
        ("tonight", "Tue 2026-11-24 20:00"),
        ("today 18:00", "Tue 2026-11-24 18:00"),
        ("fri", "Fri 2026-11-27 09:00"),
        ("fri 9:00", "Fri 2026-11-27 09:00"),
        ("9:00 friday", "Fri 2026-11-27 09:00"),
        ("friday noon", "Fri 2026-11-27 12:00"),
        // Today's weekday means today, until its time has passed.
        ("tue 18:00", "Tue 2026-11-24 18:00"),
        ("tue 9:00", "Tue 2026-12-01 09:00"),
        ("next monday", "Mon 2026-11-30 09:00"),
        ("next week", "Mon 2026-11-30 09:00"),
        ("next month", "Tue 2026-12-01 09:00"),
        ("4 dec", "Fri 2026-12-04 09:00"),
        ("dec 4", "Fri 2026-12-04 09:00"),
        ("dec 4th 10:15", "Fri 2026-12-04 10:15"),
        ("4 december 2027", "Sat 2027-12-04 09:00"),
        ("fri 4 dec", "Fri 2026-12-04 09:00"),
        ("4.12.", "Fri 2026-12-04 09:00"),
        ("4.12.2026 8:00", "Fri 2026-12-04 08:00"),
        ("2026-12-04", "Fri 2026-12-04 09:00"),
        ("2026-12-04T14:30", "Fri 2026-12-04 14:30"),
        ("2026-12-04 14:30", "Fri 2026-12-04 14:30"),
        // A date without a year means the next one, unless it was just missed.
        ("4 jan", "Mon 2027-01-04 09:00"),
        ("18:00", "Tue 2026-11-24 18:00"),
        ("9:00", "Wed 2026-11-25 09:00"),
        // Days keep the time of day; hours are counted in real time.
        ("+3d", "Fri 2026-11-27 17:43"),
        ("3 days", "Fri 2026-11-27 17:43"),
        ("in 2 weeks", "Tue 2026-12-08 17:43"),
        ("+1w2d", "Thu 2026-12-03 17:43"),
        ("3d 9:00", "Fri 2026-11-27 09:00"),
        ("a month", "Thu 2026-12-24 17:43"),
        ("+90m", "in 5400 s"),
        ("in 3 hours", "in 10800 s"),
        ("an hour", "in 3600 s"),
    ];
    for (typed, reads) in cases {
        assert_eq!(read_at(typed, &here()), reads, "{typed}");
    }
}

#[test]
fn an_ambiguous_time_is_refused_with_what_to_type() {
    let cases = [
        ("", "Type when: tomorrow, fri 9:00, 4 dec, +3d"),
        ("10", "“10” can be 10:00 or the 10. of the month. Write 10:00 or 10 dec."),
        ("12/11", "“12/11” has two readings. Write 12 nov or 11 dec."),
        ("25/12", "Dates with / are not read. Write 25 dec."),
        ("+3", "“+3” needs a unit: +3d, +3h or +3w"),
        ("fri 3 dec", "3 Dec 2026 is a Thursday, not a Friday."),
        ("fri tomorrow", "25 Nov 2026 is a Wednesday, not a Friday."),
        ("4 nov", "4 Nov 2026 is past. For next year add 2027."),
        ("30 feb", "This month has no such day."),
        ("25:00", "“25:00” is not a time of day. Write 9:00 or 14:30."),
        ("fridya", "Unknown time “fridya”. Did you mean “friday”?"),
        ("whenever", "Unknown time “whenever”. Type tomorrow, fri 9:00, 4 dec or +3d."),
        ("4 dec 5 dec", "Two months are named. Keep one of them."),
        ("9:00 10:00", "Two times of day are named. Keep one of them."),
        ("fri +3d", "Name a day or a length of time, not both."),
        ("dec", "A date needs its day and its month: 4 dec"),
        ("0d", "A length of time is from 1 to 10,000."),
    ];
    for (typed, why) in cases {
        assert_eq!(read_at(typed, &here()), why, "{typed}");
    }
}

#[test]
fn a_time_of_day_keeps_its_reading_over_the_change_of_the_clock() {
    // Summer time begins in Oslo on 28 March 2027, where 02:30 does not exist, and ends on 31 October 2027.
    let zone = TimeZone::get("Europe/Oslo").expect("a zone");
    let at = |month, day| date(2027, month, day).at(9, 0, 0, 0).to_zoned(zone.clone()).expect("a time");
    assert_eq!(read_at("+2d", &at(3, 27)), "Mon 2027-03-29 09:00");
    assert_eq!(read_at("sun 2:30", &at(3, 27)), "Sun 2027-03-28 03:30");
    assert_eq!(read_at("+24h", &at(3, 27)), "in 86400 s");
    let doubled = date(2027, 10, 31).at(2, 30, 0, 0).to_zoned(zone.clone()).expect("a time");
    assert_eq!(read_at("sun 2:30", &at(10, 30)), "Sun 2027-10-31 02:30");
    assert_eq!(doubled.offset().seconds(), 7_200, "of the two the first, still summer time");
}

#[test]
fn a_moment_is_read_back_as_it_was_kept() {
    let now = Timestamp(1_795_538_592);
    for typed in ["fri 9:00", "+90m", "4 dec"] {
        let moment = Moment::read(typed, now, Zone::Utc).expect("a moment");
        assert_eq!(Moment::of_kept(&moment.kept()), Some(moment), "{typed}");
    }
    assert_eq!(Moment::read("fri 9:00", now, Zone::Utc).expect("a moment").kept(), "2026-11-27T09:00 utc");
    for text in ["", "@x", "2026-11-27T09:00", "2026-11-27T09:00 mars", "friday local"] {
        assert_eq!(Moment::of_kept(text), None, "{text}");
    }
}

#[test]
fn a_moment_in_the_past_or_over_five_years_ahead_is_refused() {
    let now = Timestamp(1_795_538_592);
    let refused = |typed| Moment::read(typed, now, Zone::Utc).expect_err("refused");
    assert_eq!(refused("today 9:00"), "Tue 24 Nov 09:00 is past.");
    assert_eq!(refused("2026-11-23"), "Mon 23 Nov 09:00 is past.");
    assert_eq!(refused("1 jan 2040"), "Sun 1 Jan 2040 09:00 is more than 5 years ahead.");
    let moment = Moment::read("4 dec", now, Zone::Utc).expect("a moment");
    assert_eq!(moment.echo(now, Zone::Utc), "Fri 4 Dec 09:00, in 10d");
}

#[test]
fn a_date_at_which_something_ends_includes_its_whole_day() {
    let now = Timestamp(1_795_538_592);
    let end = |typed: &str| Moment::end(typed, now, Zone::Utc).map(|moment| moment.at());
    assert_eq!(end("2026-12-31"), Ok(Timestamp(1_798_761_540)), "its last minute");
    assert_eq!(end("31 dec 9:00"), Ok(Timestamp(1_798_707_600)), "unless a time is named");
    assert_eq!(end("today"), Ok(Timestamp(1_795_564_740)));
    assert!(end("2020-01-01").is_err());
}
