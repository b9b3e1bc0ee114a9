//! Reports as blocks. Everything the documents name is shown; parts that came differently are left out, never guessed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::blocks::{Block, Figure, Row, Rows, Series, percent};
use super::parts::{ACTIVE, average, confirm_time, flow_tree, funnel, timed, visit_time};
use super::read::{self, number};
use crate::api::types::{
    Chart, Direction, DomainReport, DomainsReport, Engagement, InquiriesReport, InquiryDay, Named, OfferStats,
    PortfolioActivity, PortfolioReport, ReportRow, Trend, TrendUnit,
};
use crate::api::{Seen, loose};
use crate::base::{Currency, DomainName, Money, Timestamp, Zone, title_of};
use crate::ui::text::{counted, grouped};

const DAY: i64 = 86_400;
/// From this day on inquiries are known by their visit (document 2, GET parking/insights-domains).
const INQUIRED_SINCE: &str = "“sent an inquiry” is counted since 1 Oct 2026";

/// What times are written with.
#[derive(Clone, Copy)]
pub struct At {
    pub now: Timestamp,
    pub zone: Zone,
    /// Days of the window; 0 for all time.
    pub days: u32,
    /// Visits of bots are counted.
    pub bots: bool,
}

pub fn whole(value: i64) -> String {
    grouped(usize::try_from(value).unwrap_or(0))
}

/// `↑ up 12 %`; empty where nothing can be compared.
fn trend(trends: &Seen<Named<Trend>>, name: &str) -> String {
    let Some(trend) = trends.get().and_then(|trends| trends.get(name)) else { return String::new() };
    let Some(change) = trend.change.copied() else { return String::new() };
    let unit = if trend.unit.is(&TrendUnit::Points) { " points" } else { " %" };
    let by = format!("{}{unit}", (change.abs() * 10.0).round() / 10.0);
    match trend.direction.get() {
        Some(Direction::Up) => format!("↑ up {by}"),
        Some(Direction::Down) => format!("↓ down {by}"),
        _ => "= unchanged".to_owned(),
    }
}

/// A count, a share, or both; `None` where there is neither.
pub fn figure(label: &str, hits: Option<i64>, share: Option<f64>, trend: String) -> Option<Figure> {
    let words: Vec<String> = hits.map(whole).into_iter().chain(share.map(percent)).collect();
    let value = words.join(" · ");
    (!words.is_empty()).then(|| Figure { label: label.to_owned(), value, hits, share, trend })
}

/// A count, where there is one; one of another shape is named.
fn counted_figure(all: &mut Vec<Figure>, label: &str, value: &Seen<i64>, trend: String) {
    let unread = value.odd().is_some().then(|| Figure {
        label: label.to_owned(),
        value: "not understood".to_owned(),
        hits: None,
        share: None,
        trend: String::new(),
    });
    all.extend(figure(label, value.copied(), None, trend).or(unread));
}

/// Why no figure says how it has changed.
fn nothing_before(trends: &Seen<Named<Trend>>, at: At) -> Option<Block> {
    let words = if at.days == 0 {
        "All time has no period before it to compare with."
    } else {
        "There is nothing in the period before to compare with."
    };
    if trends.odd().is_some() {
        return Some(read::not_understood("Changes"));
    }
    trends.get().is_none_or(|trends| trends.iter().next().is_none()).then(|| Block::Words(words.to_owned()))
}

/// Rows as a block, where there are any.
pub fn block(title: &str, rows: Vec<Row>) -> Option<Block> {
    (!rows.is_empty()).then(|| Block::Rows(Rows { title: title.to_owned(), rows, note: None }))
}

fn chart(chart: &Seen<Chart>, noun: &'static str, at: At) -> Block {
    let slots = chart.get().and_then(|chart| chart.slots.get());
    let is_odd = chart.odd().is_some() || chart.get().is_some_and(|chart| chart.slots.odd().is_some());
    let is_sent = is_odd || slots.is_some_and(|slots| !slots.0.is_empty());
    let point = |slot: &crate::api::types::Slot| Some((slot.ts.copied()?, slot.hits.copied()? as f64));
    let points: Vec<(Timestamp, f64)> = slots.into_iter().flat_map(|slots| &slots.0).filter_map(point).collect();
    let nothing = || {
        if is_sent {
            return read::not_understood(&format!("{} over time", crate::base::capital(noun)));
        }
        Block::Words(format!("No {noun} in this window."))
    };
    series(points, Vec::new(), noun, at).unwrap_or_else(nothing)
}

fn series(points: Vec<(Timestamp, f64)>, more: Vec<String>, noun: &'static str, at: At) -> Option<Block> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let slot = points.get(1).map_or(DAY, |(next, _)| next.0 - first.0);
    let per = if slot > 5 * DAY { "week" } else { "day" };
    let title = format!("{} per {per}", crate::base::capital(noun));
    Some(Block::Chart(Series { title, noun, points, more, to: Timestamp(at.now.0.max(last.0 + slot)) }))
}

fn sections(sections: &Seen<Named<crate::api::types::Rows<ReportRow>>>) -> Vec<Block> {
    let block = |(key, rows): (&crate::base::Untrusted, &Seen<crate::api::types::Rows<ReportRow>>)| {
        let key = key.line();
        let title = title_of(&key);
        let Some(sent) = rows.get().map(|rows| &rows.0) else {
            return rows.odd().map(|_| read::not_understood(&title));
        };
        let note = sent.iter().any(|row| row.inquired.get().is_some()).then(|| INQUIRED_SINCE.to_owned());
        let rows: Vec<Row> = sent.iter().filter_map(|row| section_row(&key, row)).collect();
        let note = read::with_unread(note, sent.len() - rows.len());
        (!sent.is_empty()).then_some(Block::Rows(Rows { title, rows, note }))
    };
    let blocks = sections.get().into_iter().flat_map(Named::iter).filter_map(block);
    blocks.chain(sections.odd().map(|_| read::not_understood("Reports"))).collect()
}

fn section_row(key: &str, row: &ReportRow) -> Option<Row> {
    let label = row.label.get().or(row.key.get()).map(|label| label.line().into_owned());
    let label = label.filter(|label| !label.is_empty()).unwrap_or_else(|| "Unknown".to_owned());
    let inquired = row.inquired.copied().map(|count| format!("{} sent an inquiry", whole(count)));
    let portfolios = row.portfolios.copied().map(|count| counted(count.unsigned_abs(), "portfolio", "portfolios"));
    let more = inquired.or(portfolios).unwrap_or_default();
    let name = key.contains("domain").then(|| DomainName::parse(&label).ok()).flatten();
    let label = name.as_ref().map_or(label, |name| name.unicode().to_owned());
    Some(Row { label, hits: row.hits.copied()?, share: row.share.copied(), more, name })
}

/// Nothing was ever counted: what will be, and when.
fn onboarding(ever_used: &Seen<bool>, what: &str) -> Option<Vec<Block>> {
    ever_used.is(&false).then(|| vec![Block::Words(format!("Nothing has been counted yet. {what}"))])
}

/// Who came, and what they did.
fn visited(visitors: &Seen<i64>, engagement: &Seen<Engagement>, trends: &Seen<Named<Trend>>) -> Vec<Figure> {
    let mut figures = Vec::new();
    counted_figure(&mut figures, "Visitors", visitors, trend(trends, "visitors"));
    if let Some(did) = engagement.get() {
        counted_figure(&mut figures, "Started the form", &did.form_start, trend(trends, "form_starts"));
        counted_figure(&mut figures, "Continued", &did.went_on, String::new());
        counted_figure(&mut figures, "Used a contact link", &did.contact, String::new());
    }
    figures.extend(rate("Inquiry rate", trends, "inquiry_rate"));
    figures
}

/// Visits to all domains.
pub fn domains(report: &DomainsReport, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "Visits show up here once a verified domain is visited.") {
        return blocks;
    }
    let mut figures = visited(&report.visitors, &report.engagement, &report.trends);
    counted_figure(&mut figures, "Countries", &report.countries, String::new());
    let bots = if at.bots { "Bots, counted" } else { "Bots screened out" };
    counted_figure(&mut figures, bots, &report.unverified, String::new());
    figures.extend(read::sent(&report.visit_time).and_then(average));
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(nothing_before(&report.trends, at));
    blocks.push(chart(&report.chart, "visitors", at));
    blocks.extend(funnel(&report.funnel, at));
    blocks.extend(sections(&report.sections));
    blocks.extend(visit_time(&report.visit_time));
    blocks
}

/// A rate that only its trend tells.
fn rate(label: &str, trends: &Seen<Named<Trend>>, name: &str) -> Option<Figure> {
    let known = trends.get()?.get(name)?;
    let now = known.previous.copied()? + known.change.copied()?;
    figure(label, None, Some(now), trend(trends, name))
}

/// Visits to one domain, and who asked for it.
pub fn domain(report: &DomainReport, at: At) -> Vec<Block> {
    let mut blocks = Vec::new();
    let at = match report.ended_at.copied() {
        Some(ended) => {
            let day = ended.day(at.zone);
            blocks.push(Block::Words(format!(
                "History until {day}, when the domain left the account. Windows end there."
            )));
            At { now: ended, ..at }
        }
        None => at,
    };
    let mut figures = visited(&report.visitors, &report.engagement, &report.trends);
    let seconds = report.average_active_seconds.copied().map(|seconds| seconds as f64);
    let seconds = seconds.or_else(|| report.average_active_seconds.odd().and_then(loose::number));
    let of_visits = || read::sent(&report.visit_time).and_then(average);
    figures.extend(timed(ACTIVE, seconds).or_else(of_visits));
    blocks.push(Block::Figures(figures));
    blocks.extend(nothing_before(&report.trends, at));
    blocks.push(chart(&report.chart, "visitors", at));
    blocks.extend(funnel(&report.funnel, at));
    blocks.extend(visit_time(&report.visit_time));
    for part in report.inquiries.get().into_iter().flat_map(|report| inquiries(report, at)) {
        // Once is enough for a sentence.
        if !blocks.contains(&part) {
            blocks.push(part);
        }
    }
    blocks
}

/// Inquiries as counts.
pub fn inquiries(report: &InquiriesReport, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "Inquiries are counted here from the first one on.") {
        return blocks;
    }
    let mut figures = Vec::new();
    counted_figure(&mut figures, "Inquiries", &report.inquiries, trend(&report.trends, "inquiries"));
    counted_figure(&mut figures, "Buyers", &report.buyers, trend(&report.trends, "buyers"));
    for (label, hits, rate, name) in [
        ("Confirmed", &report.confirmed, &report.confirmed_rate, "confirmed_rate"),
        ("Emailed to you", &report.delivered, &report.delivered_rate, "delivered_rate"),
    ] {
        figures.extend(figure(label, hits.copied(), rate.copied(), trend(&report.trends, name)));
    }
    counted_figure(&mut figures, "Went a step further", &report.continued, String::new());
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(nothing_before(&report.trends, at));
    blocks.push(per_day(report, at));
    blocks.extend(read::part("Funnel", &report.funnel, &["steps"], None));
    blocks.extend(flow_tree(report));
    for (name, part) in [("Emailed to you, and why", &report.emailed), ("Not emailed, and why", &report.not_emailed)] {
        let total = |part: &Value| number(part, "total").map(|total| format!(" · {}", whole(total as i64)));
        let title = format!("{name}{}", read::sent(part).and_then(total).unwrap_or_default());
        blocks.extend(read::part(&title, part, &["reasons"], None));
    }
    blocks.extend(offers(&report.offers));
    blocks.extend(confirm_time(&report.confirm_time));
    for (name, part) in [("Weekdays", &report.weekdays), ("Times of day", &report.day_parts)] {
        let title = format!("{name}, in the account's time zone");
        blocks.extend(read::part(&title, part, &[], None).map(|block| match block {
            Block::Rows(Rows { title, rows, note: None }) => {
                Block::Heat { title, cells: rows.into_iter().map(|row| (row.label, row.hits)).collect() }
            }
            other => other,
        }));
    }
    let facts = read::sent(&report.buyer_facts);
    let capped = facts.and_then(|facts| loose::yes(facts.get("repeat_capped")?)) == Some(true);
    let note = capped.then(|| "Buyers who wrote very often are counted up to a limit.".to_owned());
    blocks.extend(read::part("About the buyers", &report.buyer_facts, &["rows"], note));
    blocks.extend(read::part("Spam risk", &report.spam_risk, &["rows"], None));
    blocks.extend(sections(&report.sections));
    blocks
}

/// Days without any are left out by the service; here they are zero.
fn per_day(report: &InquiriesReport, at: At) -> Block {
    let day = |ts: i64| ts - ts.rem_euclid(DAY);
    let rows = report.per_day.get().into_iter().flat_map(|rows| &rows.0);
    let known = rows.filter_map(|row| Some((day(row.ts.copied()?.0), row)));
    let known: BTreeMap<i64, &InquiryDay> = known.collect();
    let is_sent = report.per_day.odd().is_some() || report.per_day.get().is_some_and(|rows| !rows.0.is_empty());
    let nothing = || {
        if is_sent {
            read::not_understood("Inquiries per day")
        } else {
            Block::Words("No inquiries in this window.".to_owned())
        }
    };
    let Some(first) = known.keys().next().copied() else { return nothing() };
    let begin = if at.days == 0 { first } else { first.min(day(at.now.0 - i64::from(at.days) * DAY)) };
    let days = (0..=(day(at.now.0) - begin) / DAY).map(|nth| begin + nth * DAY);
    let (points, more) = days
        .map(|ts| {
            let known = known.get(&ts);
            let parts = known.iter().flat_map(|row| [(&row.confirmed, "confirmed"), (&row.delivered, "emailed")]);
            let parts = parts.filter_map(|(count, word)| Some(format!("{} {word}", whole(count.copied()?))));
            let hits = known.and_then(|row| row.hits.copied()).unwrap_or(0);
            ((Timestamp(ts), hits as f64), parts.collect::<Vec<_>>().join(", "))
        })
        .unzip();
    series(points, more, "inquiries", at).unwrap_or_else(nothing)
}

fn offers(offers: &Seen<crate::api::types::Rows<OfferStats>>) -> Option<Block> {
    let row = |stats: &OfferStats| {
        let code = stats.currency.get()?.line().into_owned();
        let currency = Currency::new(&code);
        let money = |amount: &Seen<f64>| Some(Money::from_number(amount.copied()?, currency.clone())?.text());
        let parts = [
            ("median", &stats.median),
            ("average", &stats.average),
            ("highest", &stats.highest),
            ("lowest", &stats.lowest),
        ];
        let parts = parts.iter().filter_map(|(name, amount)| Some(format!("{name} {}", money(amount)?)));
        let more = parts.collect::<Vec<_>>().join(" · ");
        Some(Row { label: code, hits: stats.count.copied()?, more, ..Row::default() })
    };
    block("Highest offer of each confirmed inquiry", offers.get()?.0.iter().filter_map(row).collect())
}

/// The portfolio site.
pub fn portfolio(report: &PortfolioReport, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "Turn the portfolio site on (8) and link to it.") {
        return blocks;
    }
    let mut figures = Vec::new();
    for (label, value, name) in [
        ("Visits", &report.visits, "visits"),
        ("Searched", &report.searched, "searched"),
        ("Filters used", &report.filtered, "filtered"),
    ] {
        counted_figure(&mut figures, label, value, trend(&report.trends, name));
    }
    let mut blocks = vec![Block::Figures(figures), chart(&report.chart, "visits", at)];
    blocks.extend(sections(&report.sections));
    blocks
}

/// What buyers search on portfolios of all sellers.
pub fn activity(report: &PortfolioActivity) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "What buyers search for on portfolios shows up here.") {
        return blocks;
    }
    let mut figures = Vec::new();
    counted_figure(&mut figures, "Visits to portfolios", &report.visits, String::new());
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(sections(&report.sections));
    blocks
}

#[cfg(test)]
#[path = "reports_tests.rs"]
mod tests;
