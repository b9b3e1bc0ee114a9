//! Reports as blocks. Everything the documents name is shown; parts that came differently are left out, never guessed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::blocks::{Block, Figure, Row, Rows, Series, percent};
use super::read::{self, number};
use crate::api::Seen;
use crate::api::types::{
    Chart, Direction, DomainReport, DomainsReport, Engagement, InquiriesReport, InquiryDay, Named, OfferStats,
    PortfolioActivity, PortfolioReport, ReportRow, Trend, TrendUnit,
};
use crate::base::{Currency, DomainName, Money, Timestamp, Zone, title_of};
use crate::ui::text::{counted, grouped, span};

const DAY: i64 = 86_400;
const ACTIVE: &str = "Active time on average";
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

fn whole(value: i64) -> String {
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
fn figure(label: &str, hits: Option<i64>, share: Option<f64>, trend: String) -> Option<Figure> {
    let words: Vec<String> = hits.map(whole).into_iter().chain(share.map(percent)).collect();
    let value = words.join(" · ");
    (!words.is_empty()).then(|| Figure { label: label.to_owned(), value, hits, share, trend })
}

/// A count, where there is one.
fn counted_figure(all: &mut Vec<Figure>, label: &str, value: &Seen<i64>, trend: String) {
    all.extend(figure(label, value.copied(), None, trend));
}

/// A time, where there is one.
fn timed(label: &str, seconds: Option<i64>) -> Option<Figure> {
    let figure = figure(label, seconds, None, String::new())?;
    Some(Figure { value: span(seconds?), ..figure })
}

/// Why no figure says how it has changed.
fn nothing_before(trends: &Seen<Named<Trend>>, at: At) -> Option<Block> {
    let words = if at.days == 0 {
        "All time has no period before it to compare with."
    } else {
        "There is nothing in the period before to compare with."
    };
    trends.get().is_none_or(|trends| trends.iter().next().is_none()).then(|| Block::Words(words.to_owned()))
}

/// Rows as a block, where there are any.
fn block(title: &str, rows: Vec<Row>) -> Option<Block> {
    (!rows.is_empty()).then(|| Block::Rows(Rows { title: title.to_owned(), rows, note: None }))
}

fn chart(chart: &Seen<Chart>, noun: &'static str, at: At) -> Block {
    let slots = chart.get().and_then(|chart| chart.slots.get());
    let point = |slot: &crate::api::types::Slot| Some((slot.ts.copied()?, slot.hits.copied()? as f64));
    let points: Vec<(Timestamp, f64)> = slots.into_iter().flat_map(|slots| &slots.0).filter_map(point).collect();
    series(points, Vec::new(), noun, at).unwrap_or_else(|| Block::Words(format!("No {noun} in this window.")))
}

fn series(points: Vec<(Timestamp, f64)>, more: Vec<String>, noun: &'static str, at: At) -> Option<Block> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let slot = points.get(1).map_or(DAY, |(next, _)| next.0 - first.0);
    let per = if slot > 5 * DAY { "week" } else { "day" };
    let title = format!("{} per {per}", crate::base::capital(noun));
    Some(Block::Chart(Series { title, noun, points, more, to: Timestamp(at.now.0.max(last.0 + slot)) }))
}

fn funnel(value: &Seen<Value>, at: At) -> Option<Block> {
    let value = value.get()?;
    let mut rows = read::rows(value, &["steps"]);
    rows.extend(
        read::rows(value.get("side")?, &[]).into_iter().map(|row| Row { label: format!("  {}", row.label), ..row }),
    );
    let since = number(value, "since").map(|since| Timestamp(since as i64).day(at.zone));
    let note = since.map(|since| format!("Inquiries are counted from {since} on."));
    Some(Block::Rows(Rows { title: "Funnel".to_owned(), rows, note }))
}

fn visit_time(value: &Seen<Value>) -> Vec<Block> {
    let Some(value) = value.get() else { return Vec::new() };
    let bands = Rows { title: "Active time of a visit".to_owned(), rows: read::bands(value), note: None };
    let note =
        number(value, "timed").map(|timed| format!("Of {}.", counted(timed as u64, "timed visit", "timed visits")));
    let mut blocks: Vec<Block> = Vec::new();
    blocks.extend((!bands.rows.is_empty()).then_some(Block::Rows(Rows { note, ..bands })));
    let still = read::list(value, &["still"]).iter().filter_map(|row| {
        let (at, share) = (number(row, "at")?, number(row, "share")?);
        Some(Row {
            label: format!("after {}", span(at as i64)),
            hits: share as i64,
            share: Some(share),
            ..Row::default()
        })
    });
    blocks.extend(block("Still there, in percent", still.collect()));
    let bands: Vec<f64> = read::list(value, &["bands"]).iter().filter_map(|band| number(band, "from")).collect();
    let middle = |from: f64| read::band(from, bands.iter().copied().find(|next| *next > from));
    let actions = value.get("actions").and_then(Value::as_object).into_iter().flatten().filter_map(|(key, action)| {
        let hits = number(action, "count")? as i64;
        let more = number(action, "band").map(|from| format!("middle visitor: {}", middle(from))).unwrap_or_default();
        Some(Row { label: title_of(key), hits, more, ..Row::default() })
    });
    blocks.extend(block("What timed visitors did", actions.collect()));
    blocks
}

fn sections(sections: &Seen<Named<crate::api::types::Rows<ReportRow>>>) -> Vec<Block> {
    let block = |(key, rows): (&crate::base::Untrusted, &Seen<crate::api::types::Rows<ReportRow>>)| {
        let key = key.line();
        let rows = &rows.get()?.0;
        let note = rows.iter().any(|row| row.inquired.get().is_some()).then(|| INQUIRED_SINCE.to_owned());
        let rows: Vec<Row> = rows.iter().filter_map(|row| section_row(&key, row)).collect();
        (!rows.is_empty()).then(|| Block::Rows(Rows { title: title_of(&key), rows, note }))
    };
    sections.get().into_iter().flat_map(Named::iter).filter_map(block).collect()
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
    figures.extend(average(&report.visit_time));
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

fn average(time: &Seen<Value>) -> Option<Figure> {
    timed(ACTIVE, number(time.get()?, "average").map(|seconds| seconds as i64))
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
    figures.extend(timed(ACTIVE, report.average_active_seconds.copied()));
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
    blocks.extend(funnel_of(&report.funnel));
    blocks.extend(flow_tree(report));
    for (name, part) in [("Emailed to you, and why", &report.emailed), ("Not emailed, and why", &report.not_emailed)] {
        let total = |part: &Value| number(part, "total").map(|total| format!(" · {}", whole(total as i64)));
        let title = |part: &Value| format!("{name}{}", total(part).unwrap_or_default());
        blocks.extend(part.get().and_then(|part| block(&title(part), read::rows(part, &["reasons"]))));
    }
    blocks.extend(offers(&report.offers));
    blocks.extend(confirm_time(&report.confirm_time));
    for (name, part) in [("Weekdays", &report.weekdays), ("Times of day", &report.day_parts)] {
        let cells: Vec<(String, i64)> = part
            .get()
            .map_or_else(Vec::new, |part| read::rows(part, &[]))
            .into_iter()
            .map(|row| (row.label, row.hits))
            .collect();
        let title = format!("{name}, in the account's time zone");
        blocks.extend((!cells.is_empty()).then_some(Block::Heat { title, cells }));
    }
    let capped = report.buyer_facts.get().and_then(|facts| facts.get("repeat_capped")?.as_bool()) == Some(true);
    if let Some(rows) =
        report.buyer_facts.get().map(|facts| read::rows(facts, &["rows"])).filter(|rows| !rows.is_empty())
    {
        let note = capped.then(|| "Buyers who wrote very often are counted up to a limit.".to_owned());
        blocks.push(Block::Rows(Rows { title: "About the buyers".to_owned(), rows, note }));
    }
    blocks.extend(report.spam_risk.get().and_then(|risk| block("Spam risk", read::rows(risk, &["rows"]))));
    blocks.extend(sections(&report.sections));
    blocks
}

fn funnel_of(value: &Seen<Value>) -> Option<Block> {
    block("Funnel", read::rows(value.get()?, &["steps"]))
}

/// Days without any are left out by the service; here they are zero.
fn per_day(report: &InquiriesReport, at: At) -> Block {
    let day = |ts: i64| ts - ts.rem_euclid(DAY);
    let rows = report.per_day.get().into_iter().flat_map(|rows| &rows.0);
    let known = rows.filter_map(|row| Some((day(row.ts.copied()?.0), row)));
    let known: BTreeMap<i64, &InquiryDay> = known.collect();
    let nothing = || Block::Words("No inquiries in this window.".to_owned());
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

/// Each step with where inquiries went on and where they stopped.
fn flow_tree(report: &InquiriesReport) -> Option<Block> {
    let steps = read::list(report.flow_tree.get()?, &["steps"]);
    let mut rows = Vec::new();
    for step in steps {
        let label = read::text(step, "label").or_else(|| read::text(step, "key").map(|key| title_of(&key)))?;
        let reached = number(step, "reached").unwrap_or(0.0) as i64;
        let asked = number(step, "asked").filter(|asked| *asked as i64 != reached);
        let optional = step.get("optional").and_then(Value::as_bool) == Some(true);
        let more = optional.then(|| "optional".to_owned()).into_iter();
        let more: Vec<_> = more.chain(asked.map(|asked| format!("{} asked", whole(asked as i64)))).collect();
        rows.push(Row { label, hits: reached, more: more.join(" · "), ..Row::default() });
        let skipped = number(step, "skipped").unwrap_or(0.0) as i64;
        rows.extend((skipped > 0).then(|| Row { label: "  Skipped".to_owned(), hits: skipped, ..Row::default() }));
        for part in ["went_on", "stopped", "skipped", "actions"] {
            let nodes = step.get(part).map_or_else(Vec::new, |part| {
                part.as_array().map_or_else(|| read::row(part).into_iter().collect(), |_| read::rows(part, &[]))
            });
            let node = |row: Row| Row { label: format!("  {}", row.label), ..row };
            rows.extend(nodes.into_iter().filter(|row| row.hits > 0).map(node));
        }
    }
    let missing = report.flow_tree_missing.copied().filter(|missing| *missing > 0);
    let note = missing
        .map(|missing| format!("{} not in this tree.", counted(missing.unsigned_abs(), "inquiry is", "inquiries are")));
    Some(Block::Rows(Rows { title: "How far inquiries go".to_owned(), rows, note }))
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

fn confirm_time(value: &Seen<Value>) -> Option<Block> {
    let value = value.get()?;
    let mut words = Vec::new();
    words.extend(number(value, "median_seconds").map(|median| format!("median {}", span(median as i64))));
    words.extend(number(value, "after_reminder").map(|late| format!("{} after a reminder", whole(late as i64))));
    let (title, rows) = ("Time until an address is confirmed".to_owned(), read::bands(value));
    let note = (!words.is_empty()).then(|| crate::base::capital(&format!("{}.", words.join(", "))));
    (!rows.is_empty()).then_some(Block::Rows(Rows { title, rows, note }))
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
