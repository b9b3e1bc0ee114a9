//! Reports as blocks. Everything the documents name is shown; parts of another shape are named or left out.

use std::collections::BTreeMap;

use super::blocks::{Block, Change, Fact, Figure, Row, Rows, Series, is_of_few, percent};
use super::parts::{ACTIVE, average, confirm_time, flow_tree, funnel, timed, visit_time};
use super::read;
use super::sections::{Sections, apart, reasons, risks, sections};
use crate::api::types::{
    Chart, Direction, DomainReport, DomainsReport, Engagement, InquiriesReport, InquiryDay, Named, OfferStats,
    PortfolioActivity, PortfolioReport, Trend, TrendUnit,
};
use crate::api::{Seen, loose};
use crate::base::{Currency, Money, Timestamp, Zone};
use crate::ui::text::{NONE, grouped};

const DAY: i64 = 86_400;
/// Length of time, in seconds, from which counts are summed up by week.
const LONG: i64 = 100 * DAY;
/// Time and window of a report.
#[derive(Clone, Copy)]
pub struct At {
    pub now: Timestamp,
    pub zone: Zone,
    /// Days of the window; 0 for all time.
    pub days: u32,
    /// True when visits of bots are counted.
    pub bots: bool,
}

impl At {
    /// Words for the time the report was read, if that was on another day.
    pub fn said(&self, now: Timestamp) -> Option<Block> {
        let is_old = self.now.day(Zone::Utc) != now.day(Zone::Utc);
        is_old.then(|| Block::Words(format!("Read {}: the window ends there.", self.now.full(self.zone))))
    }
}

pub fn whole(value: i64) -> String {
    grouped(usize::try_from(value).unwrap_or(0))
}

/// Change of a figure; `None` when there is nothing to compare with.
fn trend(trends: &Seen<Named<Trend>>, name: &str) -> Option<Change> {
    let trend = trends.get().and_then(|trends| trends.get(name))?;
    let is_up = match trend.direction.get() {
        Some(Direction::Up) => Some(true),
        Some(Direction::Down) => Some(false),
        _ => None,
    };
    let is_share = trend.unit.is(&TrendUnit::Points);
    Some(Change { by: trend.change.copied()?, is_share, is_up, before: trend.previous.copied() })
}

/// Figure of a count, a share, or both; `None` without either. The share of a small count is for files only.
pub fn figure(label: &str, hits: Option<i64>, share: Option<f64>, change: Option<Change>) -> Option<Figure> {
    let few = |share: f64| hits.is_some_and(|hits| hits == 0 || is_of_few(hits, share) == Some(true));
    let shown = share.filter(|share| !few(*share)).map(percent);
    let words: Vec<String> = hits.map(whole).into_iter().chain(shown).collect();
    let value = words.join(" · ");
    (!words.is_empty()).then(|| Figure { label: label.to_owned(), value, hits, share, change, ..Figure::default() })
}

/// Adds the figure of a count if there is one; a count of another shape is named as not understood.
fn counted_figure(all: &mut Vec<Figure>, label: &str, value: &Seen<i64>, change: Option<Change>) {
    let (name, said) = (label.to_owned(), "not understood".to_owned());
    let unread = value.odd().is_some().then(|| Figure { label: name, value: said, ..Figure::default() });
    all.extend(figure(label, value.copied(), None, change).or(unread));
}

/// Reason why no figure has a change.
fn nothing_before(trends: &Seen<Named<Trend>>, what: &str, at: At) -> Option<Block> {
    let words = if at.days == 0 {
        "All time has no period before it to compare with.".to_owned()
    } else {
        format!("No {what} in the {} days before to compare with.", at.days)
    };
    if trends.odd().is_some() {
        return Some(read::not_understood("Changes"));
    }
    trends.get().is_none_or(|trends| trends.iter().next().is_none()).then_some(Block::Words(words))
}

/// Block of these rows; `None` without rows.
pub fn block(title: &str, rows: Vec<Row>) -> Option<Block> {
    (!rows.is_empty()).then(|| Block::Rows(Rows { title: title.to_owned(), rows, ..Rows::default() }))
}

fn chart(chart: &Seen<Chart>, noun: &'static str, total: Option<&Figure>, at: At) -> Block {
    let slots = chart.get().and_then(|chart| chart.slots.get());
    let is_odd = chart.odd().is_some() || chart.get().is_some_and(|chart| chart.slots.odd().is_some());
    // A point whose count cannot be read keeps its place, as NaN.
    let point = |slot: &crate::api::types::Slot| {
        Some((slot.ts.copied()?, slot.hits.copied().map_or(f64::NAN, |hits| hits as f64)))
    };
    let slots = || slots.into_iter().flat_map(|slots| &slots.0);
    let points: Vec<(Timestamp, f64)> = slots().filter_map(point).collect();
    let counted = points.iter().filter(|(_, hits)| !hits.is_nan()).count();
    let unread = slots().count() - counted;
    let nothing = || {
        if is_odd || unread > 0 {
            return read::not_understood(&format!("{} over time", crate::base::capital(noun)));
        }
        Block::Words(format!("No {noun} in this window."))
    };
    if counted == 0 {
        return nothing();
    }
    match series(points, Vec::new(), noun, total, at) {
        Some(Block::Chart(series)) => Block::Chart(Series { unread, ..series }),
        _ => nothing(),
    }
}

fn series(
    points: Vec<(Timestamp, f64)>,
    also: Vec<(&'static str, Vec<Option<i64>>)>,
    noun: &'static str,
    total: Option<&Figure>,
    at: At,
) -> Option<Block> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let slot = points.get(1).map_or(DAY, |(next, _)| next.0 - first.0);
    let per = if slot > 5 * DAY { "week" } else { "day" };
    let title = format!("{} per {per}, UTC", crate::base::capital(noun));
    let begin = if at.days == 0 { i64::MIN } else { at.now.0 - i64::from(at.days) * DAY };
    Some(Block::Chart(Series {
        marks: Vec::new(),
        title,
        noun,
        points,
        also,
        to: Timestamp(at.now.0.max(last.0 + slot)),
        window: (Timestamp(begin), at.now),
        days: at.days,
        before: Vec::new(),
        none_before: None,
        unread: 0,
        total: total.cloned(),
    }))
}

/// Page of an account without any counts: says what will be counted, and when.
fn onboarding(ever_used: &Seen<bool>, what: &str) -> Option<Vec<Block>> {
    ever_used.is(&false).then(|| vec![Block::Words(format!("Nothing has been counted yet. {what}"))])
}

/// Figures on who came and what they did.
fn visited(visitors: &Seen<i64>, engagement: &Seen<Engagement>, trends: &Seen<Named<Trend>>) -> Vec<Figure> {
    const RATE: &str = "Inquiry rate";
    let mut figures = Vec::new();
    counted_figure(&mut figures, "Visitors", visitors, trend(trends, "visitors"));
    if let Some(did) = engagement.get() {
        counted_figure(&mut figures, "Started the form", &did.form_start, trend(trends, "form_starts"));
        counted_figure(&mut figures, "Continued", &did.went_on, None);
        counted_figure(&mut figures, "Used a contact link", &did.contact, None);
    }
    // An unknown rate keeps its place, so that other figures do not move when the window changes.
    let unknown = || Figure { label: RATE.to_owned(), value: NONE.to_owned(), ..Figure::default() };
    figures.push(rate(RATE, trends, "inquiry_rate").unwrap_or_else(unknown));
    figures
}

/// Report on visits to all domains.
pub fn domains(report: &DomainsReport, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(
        &report.ever_used,
        "Visits show up here once a verified domain is visited · + on Domains (4) adds names.",
    ) {
        return blocks;
    }
    let mut figures = visited(&report.visitors, &report.engagement, &report.trends);
    counted_figure(&mut figures, "Countries", &report.countries, None);
    let bots = if at.bots { "Bots, counted" } else { "Bots screened out" };
    counted_figure(&mut figures, bots, &report.unverified, None);
    figures.extend(read::sent(&report.visit_time).and_then(average));
    let chart = chart(&report.chart, "visitors", figures.first(), at);
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(nothing_before(&report.trends, "visits", at));
    blocks.push(chart);
    blocks.extend(funnel(&report.funnel, at));
    let did = |count: fn(&Engagement) -> &Seen<i64>| report.engagement.get().and_then(|did| count(did).copied());
    let parts = vec![
        ("continue_domains", did(|did| &did.went_on)),
        ("form_start_domains", did(|did| &did.form_start)),
        ("contact_domains", did(|did| &did.contact)),
    ];
    blocks.extend(sections(&report.sections, &Sections { whole: report.visitors.copied(), parts, at }));
    blocks.extend(visit_time(&report.visit_time));
    blocks
}

/// Figure of a rate that only its trend contains.
fn rate(label: &str, trends: &Seen<Named<Trend>>, name: &str) -> Option<Figure> {
    let change = trend(trends, name)?;
    figure(label, None, Some(change.share_now()?), Some(change))
}

/// Sentence for a domain without visits and inquiries, in place of tables of zeros; `None` where either is unknown.
fn nothing_of(report: &DomainReport, at: At) -> Option<Block> {
    let asked = report.inquiries.get()?;
    let is_nothing = report.visitors.is(&0) && (asked.inquiries.is(&0) || asked.ever_used.is(&false));
    let visitors = if at.bots { "visitors, not even bots," } else { "visitors" };
    let window = if at.days == 0 { "so far".to_owned() } else { format!("in {} days", at.days) };
    let longer = if at.days == 0 { "" } else { " · > longer" };
    let bots = if at.bots { "" } else { " · b counts bots" };
    is_nothing.then(|| Block::Words(format!("No {visitors} and no inquiries {window}{longer}{bots}")))
}

/// Blocks on who inquired about a domain; a sentence instead of zeros where nobody did.
fn asked_for(report: &InquiriesReport, at: At) -> Vec<Block> {
    if report.inquiries.is(&0) && !report.ever_used.is(&false) {
        return vec![Block::Words("No inquiries in this window.".to_owned())];
    }
    inquiries(report, at)
}

/// Report on visits to one domain, and on its inquiries.
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
    if let Some(nothing) = nothing_of(report, at) {
        blocks.push(nothing);
        return blocks;
    }
    let mut figures = visited(&report.visitors, &report.engagement, &report.trends);
    let seconds = report.average_active_seconds.copied().map(|seconds| seconds as f64);
    let seconds = seconds.or_else(|| report.average_active_seconds.odd().and_then(loose::number));
    let of_visits = || read::sent(&report.visit_time).and_then(average);
    figures.extend(timed(ACTIVE, seconds).or_else(of_visits));
    let chart = chart(&report.chart, "visitors", figures.first(), at);
    blocks.push(Block::Figures(figures));
    blocks.extend(nothing_before(&report.trends, "visits", at));
    blocks.push(chart);
    blocks.extend(funnel(&report.funnel, at));
    blocks.extend(visit_time(&report.visit_time));
    for part in report.inquiries.get().into_iter().flat_map(|report| asked_for(report, at)) {
        // The same sentence may come from both parts; it is shown once.
        if !blocks.contains(&part) {
            blocks.push(part);
        }
    }
    blocks.retain(|block| !matches!(block, Block::Rows(rows) if rows.are_zeros()));
    blocks
}

/// Label of the report's count (document 2: received, first messages only), which is smaller than the counts of
/// inquiries on other screens.
const FIRST_MESSAGES: &str = "First messages";

/// Report on inquiries.
pub fn inquiries(report: &InquiriesReport, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "Inquiries are counted here from the first one on.") {
        return blocks;
    }
    let mut figures = Vec::new();
    counted_figure(&mut figures, FIRST_MESSAGES, &report.inquiries, trend(&report.trends, "inquiries"));
    counted_figure(&mut figures, "Buyers", &report.buyers, trend(&report.trends, "buyers"));
    for (label, hits, rate, name) in [
        ("Confirmed", &report.confirmed, &report.confirmed_rate, "confirmed_rate"),
        ("Emailed to you", &report.delivered, &report.delivered_rate, "delivered_rate"),
    ] {
        figures.extend(figure(label, hits.copied(), rate.copied(), trend(&report.trends, name)));
    }
    counted_figure(&mut figures, "Went a step further", &report.continued, None);
    let per_day = per_day(report, figures.first(), at);
    let only = "Only first messages are counted; Home and Inquiries count further ones, too.".to_owned();
    let steps = read::part("Funnel of inquiries", &report.funnel, &["steps"], Some(only));
    let steps = steps.map(|steps| apart(steps, &figures));
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(nothing_before(&report.trends, "inquiries", at));
    blocks.push(per_day);
    blocks.extend(steps);
    blocks.extend(flow_tree(report));
    blocks.extend(reasons(report, at));
    blocks.extend(offers(&report.offers));
    blocks.extend(confirm_time(&report.confirm_time));
    let all = report.inquiries.copied();
    for (name, part) in [("Weekdays", &report.weekdays), ("Times of day", &report.day_parts)] {
        let title = format!("{name}, in the account's time zone");
        blocks.extend(read::part(&title, part, &[], None).map(|block| block.closed(all)));
    }
    let facts = read::sent(&report.buyer_facts);
    let capped = facts.and_then(|facts| loose::yes(facts.get("repeat_capped")?)) == Some(true);
    let note = capped.then(|| "Buyers who wrote very often are counted up to a limit.".to_owned());
    blocks.extend(read::part("About the buyers", &report.buyer_facts, &["rows"], note));
    let risk = read::part("Spam risk", &report.spam_risk, &["rows"], None);
    blocks.extend(risk.map(|block| risks(block, at).closed(all)));
    blocks.extend(sections(&report.sections, &Sections { whole: all, parts: Vec::new(), at }));
    blocks
}

/// Chart of inquiries by day. The service leaves out days without any; here they are zero. A long time is summed up by
/// week, as the service does with visits: from Thursday on, as weeks of the epoch begin.
fn per_day(report: &InquiriesReport, total: Option<&Figure>, at: At) -> Block {
    let rows = report.per_day.get().into_iter().flat_map(|rows| &rows.0);
    let known: Vec<(i64, &InquiryDay)> = rows.filter_map(|row| Some((row.ts.copied()?.0, row))).collect();
    let is_sent = report.per_day.odd().is_some() || report.per_day.get().is_some_and(|rows| !rows.0.is_empty());
    let nothing = || {
        if is_sent {
            read::not_understood("First messages per day")
        } else {
            Block::Words("No inquiries in this window.".to_owned())
        }
    };
    // A day that was sent but cannot be read is not a day without inquiries.
    if known.iter().any(|(_, row)| row.hits.copied().is_none()) {
        return nothing();
    }
    let Some(first) = known.iter().map(|(ts, _)| *ts).min() else { return nothing() };
    let is_long = at.days == 0 && at.now.0 - first > LONG;
    let step = if is_long { 7 * DAY } else { DAY };
    let slot = |ts: i64| ts - ts.rem_euclid(step);
    let begin = if at.days == 0 { first } else { first.min(at.now.0 - i64::from(at.days) * DAY) };
    let slots: Vec<i64> = (slot(begin)..=slot(at.now.0)).step_by(step as usize).collect();
    let mut told: BTreeMap<i64, Vec<&InquiryDay>> = BTreeMap::new();
    for (ts, row) in known {
        told.entry(slot(ts)).or_default().push(row);
    }
    let count = |ts: &i64, of: fn(&InquiryDay) -> &Seen<i64>| {
        told.get(ts).and_then(|rows| rows.iter().map(|row| of(row).copied()).sum::<Option<i64>>())
    };
    let points = slots.iter().map(|ts| (Timestamp(*ts), count(ts, |row| &row.hits).unwrap_or(0) as f64)).collect();
    let counts = |of| slots.iter().map(|ts| count(ts, of)).collect();
    let also = vec![("confirmed", counts(|row| &row.confirmed)), ("emailed", counts(|row| &row.delivered))];
    series(points, also, "first messages", total, at).unwrap_or_else(nothing)
}

fn offers(offers: &Seen<crate::api::types::Rows<OfferStats>>) -> Option<Block> {
    let row = |stats: &OfferStats| {
        let code = stats.currency.get()?.line().into_owned();
        let currency = Currency::new(&code);
        let money = |amount: &Seen<f64>| Some(Money::from_number(amount.copied()?, currency.clone())?.text());
        let [lowest, highest] = [&stats.lowest, &stats.highest].map(money);
        // For a single offer all four values are the same.
        let span = match (lowest, highest) {
            (Some(lowest), Some(highest)) if lowest != highest => format!("{lowest} to {highest}"),
            (lowest, highest) => highest.or(lowest).unwrap_or_default(),
        };
        let is_one = stats.count.is(&1) && !span.is_empty();
        let named = |name: &str, amount| money(amount).filter(|_| !is_one).map(|money| format!("{name} {money}"));
        let parts = [
            ("highest", &stats.highest, Some(span)),
            ("lowest", &stats.lowest, None),
            ("median", &stats.median, named("median", &stats.median)),
            ("average", &stats.average, named("average", &stats.average)),
        ];
        let fact = |(name, amount, words): (&'static str, &Seen<f64>, Option<String>)| {
            Some(Fact::number(name, amount.copied()?, words.unwrap_or_default()))
        };
        let more = parts.into_iter().filter_map(fact).collect();
        Some(Row { label: code, hits: stats.count.copied()?, more, ..Row::default() })
    };
    block("Highest offer of each confirmed inquiry", offers.get()?.0.iter().filter_map(row).collect())
}

/// Report on the portfolio site.
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
    let chart = chart(&report.chart, "visits", figures.first(), at);
    let mut blocks = vec![Block::Figures(figures), chart];
    blocks.extend(sections(&report.sections, &Sections { whole: report.visits.copied(), parts: Vec::new(), at }));
    blocks
}

/// Report on buyers' searches on the portfolios of all sellers.
pub fn activity(report: &PortfolioActivity, at: At) -> Vec<Block> {
    if let Some(blocks) = onboarding(&report.ever_used, "What buyers search for on portfolios shows up here.") {
        return blocks;
    }
    let mut figures = Vec::new();
    counted_figure(&mut figures, "Visits to portfolios", &report.visits, None);
    let mut blocks = vec![Block::Figures(figures)];
    blocks.extend(sections(&report.sections, &Sections { whole: None, parts: Vec::new(), at }));
    blocks
}

#[cfg(test)]
#[path = "reports_tests.rs"]
mod tests;
