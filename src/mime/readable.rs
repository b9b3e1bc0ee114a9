//! Parts written for programs, made readable: invitations, enriched text.

use std::fmt::Write as _;

/// Text of a part of this kind in readable form; most kinds stay unchanged.
pub fn readable(kind: &str, text: String) -> String {
    match kind {
        "text/calendar" => calendar(&text).unwrap_or(text),
        "text/enriched" | "text/richtext" => without_commands(&text),
        _ => text,
    }
}

/// Readable lines about an invitation (RFC 5545); `None` if it has none of the shown fields.
fn calendar(text: &str) -> Option<String> {
    const SHOWN: [(&str, &str); 10] = [
        ("METHOD", "Method"),
        ("SUMMARY", "Event"),
        ("DTSTART", "Begins"),
        ("DTEND", "Ends"),
        ("RRULE", "Repeats"),
        ("LOCATION", "Place"),
        ("ORGANIZER", "Organizer"),
        ("ATTENDEE", "Attendee"),
        ("URL", "Address"),
        ("DESCRIPTION", "Description"),
    ];
    let unfolded = text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "");
    let mut out = String::new();
    let mut is_zone = false;
    for line in unfolded.lines() {
        match line.trim_end() {
            "BEGIN:VTIMEZONE" => is_zone = true,
            "END:VTIMEZONE" => is_zone = false,
            line => {
                let Some((head, value)) = line.split_once(':').filter(|_| !is_zone) else { continue };
                let name = head.split(';').next().unwrap_or(head);
                let Some((_, label)) = SHOWN.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)) else {
                    continue;
                };
                let zone = head.split(';').find_map(|part| part.strip_prefix("TZID="));
                let value = value.replace("\\n", "\n").replace("\\N", "\n").replace("\\,", ",").replace("\\;", ";");
                let value = if name.starts_with("DT") { moment(&value, zone) } else { value };
                let _ = writeln!(out, "{label}: {}", value.trim().trim_start_matches("mailto:"));
            }
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Time of an invitation: `20261124T093000Z` as `2026-11-24 09:30 UTC`; anything else unchanged.
fn moment(value: &str, zone: Option<&str>) -> String {
    let value = value.trim();
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    let zone =
        if value.ends_with('Z') { " UTC".to_owned() } else { zone.map(|zone| format!(" {zone}")).unwrap_or_default() };
    match digits.len() {
        8 => format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..]),
        14 => {
            format!("{}-{}-{} {}:{}{zone}", &digits[..4], &digits[4..6], &digits[6..8], &digits[8..10], &digits[10..12])
        }
        _ => value.to_owned(),
    }
}

/// Enriched text (RFC 1896) without its commands; `<<` stands for `<`.
fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // Search for the end of a command only nearby, so that a text without ends is not searched again and again.
        let near = |text: &str, sign: &str| {
            text.bytes().take(200).collect::<Vec<_>>().windows(sign.len()).position(|w| w == sign.as_bytes())
        };
        if let Some(behind) = rest.strip_prefix('<') {
            out.push('<');
            rest = behind;
        } else if let Some(end) = near(rest, ">") {
            let is_parameter = rest[..end].eq_ignore_ascii_case("param");
            rest = &rest[end + 1..];
            if let Some(close) = near(rest, "</param>").filter(|_| is_parameter) {
                rest = &rest[close + "</param>".len()..];
            }
        } else {
            out.push('<');
        }
    }
    out + rest
}
