//! Reports as blocks. Everything the documents name is shown; parts that came differently are left out, never guessed.

use serde_json::Value;

use super::blocks::{Block, Figure, Row, Rows, Series, percent};
use super::read::{self, number, title};
use crate::api::Seen;
use crate::api::types::{
    Chart, Direction, DomainReport, DomainsReport, Engagement, InquiriesReport, Named, OfferStats, PortfolioActivity,
    PortfolioReport, ReportRow, Trend, TrendUnit,
};
use crate::base::{Currency, DomainName, Money, Timestamp, Zone};
use crate::ui::text::{counted, grouped, span};

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

fn figure(label: &str, value: String, trend: String) -> Figure {
    Figure { label: label.to_owned(), value, trend }
}

/// A count, where there is one.
fn counted_figure(all: &mut Vec<Figure>, label: &str, value: &Seen<i64>, trend: String) {
    all.extend(value.copied().map(|value| figure(label, whole(value), trend)));
}

/// Rows as a block, where there are any.
fn block(title: &str, rows: Vec<Row>) -> Option<Block> {
    (!rows.is_empty()).then(|| Block::Rows(Rows { title: title.to_owned(), rows, note: None }))
}

fn chart(chart: &Seen<Chart>, noun: &'static str, at: At) -> Block {
    let slots = chart.get().and_then(|chart| chart.slots.get());
    let point = |slot: &crate::api::types::Slot| Some((slot.ts.copied()?, slot.hits.copied()? as f64));
    let points: Vec<(Timestamp, f64)> = slots.into_iter().flat_map(|slots| &slots.0).filter_map(point).collect();
    series(points, noun, at).unwrap_or_else(|| Block::Words(format!("No {noun} in this window.")))
}

fn series(points: Vec<(Timestamp, f64)>, noun: &'static str, at: At) -> Option<Block> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let slot = points.get(1).map_or(DAY, |(next, _)| next.0 - first.0);
    let per = if slot > 5 * DAY { "week" } else { "day" };
    let mut series = Series { title: String::new(), noun, points, to: Timestamp(at.now.0.max(last.0 + slot)) };
    let peak =
        series.peak().map(|(when, most)| format!(" · peak {} on {}", whole(most as i64), when.on_axis(at.zone, false)));
    series.title = format!("{} per {per}{}", crate::base::capital(noun), peak.unwrap_or_default());
    Some(Block::Chart(series))
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
    let mut blocks: Vec<Block> = block("Active time of a visit", read::bands(value)).into_iter().collect();
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
        Some(Row { label: title(key), hits, more, ..Row::default() })
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
        (!rows.is_empty()).then(|| Block::Rows(Rows { title: title(&key), rows, note }))
    };
    sections.get().into_iter().flat_map(Named::iter).filter_map(block).collect()
}

fn section_row(key: &str, row: &ReportRow) -> Option<Row> {
    let label = row.label.get().or(row.key.get()).map(|label| label.line().into_owned()).unwrap_or_default();
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
    counted_figure(&mut figures, "Bots screened out", &report.unverified, String::new());
    figures.extend(average(&report.visit_time));
    let mut blocks = vec![Block::Figures(figures), chart(&report.chart, "visitors", at)];
    blocks.extend(funnel(&report.funnel, at));
    blocks.extend(sections(&report.sections));
    blocks.extend(visit_time(&report.visit_time));
    blocks
}

/// A rate that only its trend tells.
fn rate(label: &str, trends: &Seen<Named<Trend>>, name: &str) -> Option<Figure> {
    let known = trends.get()?.get(name)?;
    let now = known.previous.copied()? + known.change.copied()?;
    Some(figure(label, percent(now), trend(trends, name)))
}

fn average(time: &Seen<Value>) -> Option<Figure> {
    let seconds = number(time.get()?, "average")?;
    Some(figure("Active time on average", span(seconds as i64), String::new()))
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
    let seconds = report.average_active_seconds.copied();
    figures.extend(seconds.map(|seconds| figure("Active time on average", span(seconds), String::new())));
    blocks.extend([Block::Figures(figures), chart(&report.chart, "visitors", at)]);
    blocks.extend(funnel(&report.funnel, at));
    blocks.extend(visit_time(&report.visit_time));
    blocks.extend(report.inquiries.get().into_iter().flat_map(|report| inquiries(report, at)));
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
    let rate = |label: &str, rate: &Seen<f64>, name: &str| {
        rate.copied().map(|share| figure(label, percent(share), trend(&report.trends, name)))
    };
    figures.extend(rate("Confirmed", &report.confirmed_rate, "confirmed_rate"));
    figures.extend(rate("Emailed to you", &report.delivered_rate, "delivered_rate"));
    counted_figure(&mut figures, "Went a step further", &report.continued, String::new());
    let mut blocks = vec![Block::Figures(figures), per_day(report, at)];
    blocks.extend(funnel_of(&report.funnel));
    blocks.extend(flow_tree(report));
    for (name, part) in [("Emailed to you, and why", &report.emailed), ("Not emailed, and why", &report.not_emailed)] {
        blocks.extend(part.get().and_then(|part| block(name, read::rows(part, &["reasons"]))));
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
    let known: Vec<(i64, f64)> = report
        .per_day
        .get()
        .into_iter()
        .flat_map(|rows| &rows.0)
        .filter_map(|row| Some((day(row.ts.copied()?.0), row.hits.copied()? as f64)))
        .collect();
    let Some(first) = known.iter().map(|(ts, _)| *ts).min() else {
        return Block::Words("No inquiries in this window.".to_owned());
    };
    let begin = if at.days == 0 { first } else { first.min(day(at.now.0 - i64::from(at.days) * DAY)) };
    let points = (0..=(day(at.now.0) - begin) / DAY).map(|nth| {
        let ts = begin + nth * DAY;
        (Timestamp(ts), known.iter().filter(|(known, _)| *known == ts).map(|(_, hits)| hits).sum())
    });
    series(points.collect(), "inquiries", at).unwrap_or_else(|| Block::Words("No inquiries in this window.".to_owned()))
}

/// Each step with where inquiries went on and where they stopped.
fn flow_tree(report: &InquiriesReport) -> Option<Block> {
    let steps = read::list(report.flow_tree.get()?, &["steps"]);
    let mut rows = Vec::new();
    for step in steps {
        let label = read::text(step, "label").or_else(|| read::text(step, "key").map(|key| title(&key)))?;
        let reached = number(step, "reached").unwrap_or(0.0) as i64;
        let asked = number(step, "asked").filter(|asked| *asked as i64 != reached);
        let more = asked.map(|asked| format!("{} asked", whole(asked as i64))).unwrap_or_default();
        rows.push(Row { label, hits: reached, more, ..Row::default() });
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
