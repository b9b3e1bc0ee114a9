//! Counts over all sellers in a buyer's history. The documents describe them in words only (by email and by ip, per
//! window, count and distinct domains, first and last dates, own, total), so several shapes are read. Members that
//! are not understood are kept to be shown raw.

use serde_json::Value;

use crate::api::loose::{count, time};
use crate::base::Timestamp;

/// Property that the counted inquiries share with this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Address,
    /// The IP address.
    Connection,
}

/// Counts of one window of one [`Side`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Length of the window in days; 0 is all time.
    pub days: u32,
    pub inquiries: Option<u64>,
    /// Number of distinct names asked for.
    pub domains: Option<u64>,
}

/// Counts by email address or by IP address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub by: By,
    pub windows: Vec<Window>,
    pub first: Option<Timestamp>,
    pub last: Option<Timestamp>,
}

/// Counts that were understood, and the members that were not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuyerStats {
    pub sides: Vec<Side>,
    /// Times of the first and last inquiry, if the service gives them for both sides together.
    pub first: Option<Timestamp>,
    pub last: Option<Timestamp>,
    pub own: Option<u64>,
    pub total: Option<u64>,
    /// Members of other shapes, each with its path in words.
    pub rest: Vec<(String, Value)>,
}

impl By {
    pub const ALL: [Self; 2] = [Self::Address, Self::Connection];

    fn named(key: &str) -> Option<Self> {
        match key.trim_start_matches("by_") {
            "email" | "address" => Some(Self::Address),
            "ip" | "connection" => Some(Self::Connection),
            _ => None,
        }
    }

    /// Words for the property: `by email`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Address => "by email",
            Self::Connection => "by IP",
        }
    }
}

impl BuyerStats {
    /// Reads the counts as the service sent them.
    pub fn read(value: &Value) -> Self {
        let mut stats = Self::default();
        let Some(members) = value.as_object() else {
            if !value.is_null() {
                stats.rest.push(("Counts".to_owned(), value.clone()));
            }
            return stats;
        };
        for (key, value) in members {
            match (By::named(key), window_of(key), key.as_str()) {
                (Some(by), ..) => stats.side(by, value),
                (None, Some(days), _) if value.is_object() => stats.turned(days, key, value),
                (_, _, "own") if count(value).is_some() => stats.own = count(value),
                (_, _, "total") if count(value).is_some() => stats.total = count(value),
                (_, _, "first" | "first_date" | "first_seen" | "first_inquiry") if time(value).is_some() => {
                    stats.first = time(value);
                }
                (_, _, "last" | "last_date" | "last_seen" | "last_inquiry") if time(value).is_some() => {
                    stats.last = time(value);
                }
                _ => stats.rest.push((key.clone(), value.clone())),
            }
        }
        stats
    }

    /// Side for this property, which is added if missing.
    fn of(&mut self, by: By) -> &mut Side {
        let place = self.sides.iter().position(|side| side.by == by).unwrap_or_else(|| {
            self.sides.push(Side { by, windows: Vec::new(), first: None, last: None });
            self.sides.len() - 1
        });
        &mut self.sides[place]
    }

    /// Reads a side: `{"7": {"count": 3, "domains": 2}, "first": 1, "last": 2}`, or one with its windows as a list or
    /// under `windows`.
    fn side(&mut self, by: By, value: &Value) {
        let left_over = |key: &str| format!("{} {key}", by.words());
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    match (window_of(key), key.as_str()) {
                        (Some(days), _) => self.window(by, days, key, value),
                        (None, "windows") => self.side(by, value),
                        (None, "first" | "first_date" | "first_seen" | "first_inquiry") if time(value).is_some() => {
                            self.of(by).first = time(value);
                        }
                        (None, "last" | "last_date" | "last_seen" | "last_inquiry") if time(value).is_some() => {
                            self.of(by).last = time(value);
                        }
                        _ => self.rest.push((left_over(key), value.clone())),
                    }
                }
            }
            Value::Array(items) => {
                for item in items {
                    match item.get("days").and_then(count).and_then(|days| u32::try_from(days).ok()) {
                        Some(days) => self.window(by, days, "days", item),
                        None => self.rest.push((left_over(""), item.clone())),
                    }
                }
            }
            Value::Null => {}
            odd => self.rest.push((left_over(""), odd.clone())),
        }
    }

    /// Reads a window that contains the sides: `{"30": {"email": …, "ip": …}}`.
    fn turned(&mut self, days: u32, key: &str, value: &Value) {
        for (inner, value) in value.as_object().into_iter().flatten() {
            match By::named(inner) {
                Some(by) => self.window(by, days, key, value),
                None => self.rest.push((format!("{key} {inner}"), value.clone())),
            }
        }
    }

    fn window(&mut self, by: By, days: u32, key: &str, value: &Value) {
        let mut window = Window { days, inquiries: count(value), domains: None };
        for (inner, value) in value.as_object().into_iter().flatten() {
            match (inner.as_str(), count(value)) {
                ("count" | "inquiries" | "total" | "hits", Some(n)) => window.inquiries = Some(n),
                ("domains" | "distinct_domains" | "domain_count" | "distinct", Some(n)) => window.domains = Some(n),
                ("days", Some(_)) => {}
                _ => self.rest.push((format!("{} {key} {inner}", by.words()), value.clone())),
            }
        }
        if window.inquiries.is_none() && window.domains.is_none() {
            if !value.is_object() && !value.is_null() {
                self.rest.push((format!("{} {key}", by.words()), value.clone()));
            }
            return;
        }
        let windows = &mut self.of(by).windows;
        windows.retain(|known| known.days != days);
        windows.push(window);
    }

    /// Lengths of all windows in days, shortest first, all time (0) last.
    pub fn windows(&self) -> Vec<u32> {
        let mut days: Vec<u32> =
            self.sides.iter().flat_map(|side| side.windows.iter().map(|window| window.days)).collect();
        days.sort_unstable_by_key(|days| if *days == 0 { u32::MAX } else { *days });
        days.dedup();
        days
    }

    /// Counts of this window of this side.
    pub fn window_of(&self, by: By, days: u32) -> Option<&Window> {
        self.sides.iter().find(|side| side.by == by)?.windows.iter().find(|window| window.days == days)
    }
}

/// Length of a window in days from its key: `7`, `7d`, `days_30`, `last_90_days`; `0`, `all` and `all_time` are 0.
fn window_of(key: &str) -> Option<u32> {
    let characters: String = key.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    let digits: String = key.chars().filter(char::is_ascii_digit).collect();
    match (characters.as_str(), digits.as_str()) {
        ("all" | "alltime" | "ever", "") => Some(0),
        ("" | "d" | "day" | "days" | "last" | "lastdays", digits) => digits.parse().ok().filter(|days| *days < 10_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_figures_are_read_from_several_shapes() {
        let shapes = [
            json!({ "email": { "7": { "count": 3, "domains": 2 }, "0": { "count": 9, "domains": 5 } }, "ip": null }),
            json!({ "by_email": { "windows": { "7d": { "inquiries": "3", "distinct_domains": 2 },
                "all": { "total": 9, "distinct": 5 } } } }),
            json!({ "email": { "7": { "count": 3.0, "domains": "2" }, "0": { "count": "9", "domains": 5.0 } } }),
            json!({ "email": [{ "days": 7, "count": 3, "domains": 2 }, { "days": 0, "count": 9, "domains": 5 }] }),
            json!({ "days_7": { "email": { "count": 3, "domains": 2 } }, "all_time": { "email": { "count": 9,
                "domains": 5 } } }),
        ];
        for shape in shapes {
            let stats = BuyerStats::read(&shape);
            assert_eq!(stats.windows(), [7, 0], "{shape}");
            assert_eq!(stats.window_of(By::Address, 7).map(|w| (w.inquiries, w.domains)), Some((Some(3), Some(2))));
            assert_eq!(stats.window_of(By::Address, 0).map(|w| (w.inquiries, w.domains)), Some((Some(9), Some(5))));
            assert_eq!(stats.rest, [], "{shape}");
        }
    }

    #[test]
    fn first_and_last_dates_are_times_wherever_they_stand() {
        let (first, last) = (Timestamp(1_790_182_642), Timestamp(1_795_445_842));
        let stats = BuyerStats::read(&json!({ "first_date": first.0, "last_date": last.0.to_string() }));
        assert_eq!((stats.first, stats.last, stats.rest), (Some(first), Some(last), Vec::new()));
        let stats = BuyerStats::read(&json!({ "email": { "first": first.0, "last_date": last.0 } }));
        assert_eq!((stats.sides[0].first, stats.sides[0].last), (Some(first), Some(last)));
    }

    #[test]
    fn members_of_unknown_shape_are_kept_to_be_shown() {
        let stats = BuyerStats::read(&json!({ "email": { "7": "many", "mood": 1, "30": { "count": 2, "sellers": 4 } },
            "own": 3, "weather": ["dusty"], "ip": 17 }));
        let rest: Vec<&str> = stats.rest.iter().map(|(key, _)| key.trim()).collect();
        assert_eq!(rest, ["by email 7", "by email mood", "by email 30 sellers", "weather", "by IP"]);
        assert_eq!(stats.own, Some(3));
        assert_eq!(BuyerStats::read(&json!("odd")).rest.len(), 1);
        assert_eq!(BuyerStats::read(&json!(null)), BuyerStats::default());
    }
}
