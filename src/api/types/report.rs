//! Insights and portfolio reports. Members whose inner shape the documents only name are open JSON.

use serde_json::Value;

use super::named::{Named, Rows};
use crate::api::tolerant::Seen;
use crate::base::{Timestamp, Untrusted};

record! {
    /// Change compared with the period of equal length before the window.
    #[derive(Default)]
    pub struct Trend {
        previous: f64,
        /// Percent for a count, percentage points for a rate.
        change: f64,
        unit: TrendUnit,
        direction: Direction,
    }
}

record! {
    /// Visits over the window; the chart as a whole is null when the window is empty.
    #[derive(Default)]
    pub struct Chart {
        slots: Rows<Slot>,
        peak: Value,
    }
}

record! {
    /// One point of a chart.
    #[derive(Default)]
    pub struct Slot {
        ts: Timestamp,
        hits: i64,
    }
}

record! {
    /// Visitor-days by what was done.
    #[derive(Default)]
    pub struct Engagement {
        went_on: i64 as "continue",
        form_start: i64,
        contact: i64,
    }
}

record! {
    /// One row of a report.
    #[derive(Default)]
    pub struct ReportRow {
        key: Untrusted,
        label: Untrusted,
        hits: i64,
        share: f64,
        unknown: Value,
        /// Campaign rows: visitors who sent an inquiry, counted since 2026-10-01.
        inquired: i64,
        /// Portfolio activity: number of portfolios.
        portfolios: i64,
    }
}

record! {
    /// The domain a report is about.
    #[derive(Default)]
    pub struct ReportDomain {
        name: Untrusted,
        id: i64,
    }
}

record! {
    /// Visits to all domains.
    #[derive(Default)]
    pub struct DomainsReport {
        days: i64,
        /// Only visits that passed the human check.
        only_verified: bool,
        visitors: i64,
        trends: Named<Trend>,
        /// Visits that never passed the human check.
        unverified: i64,
        engagement: Engagement,
        countries: i64,
        chart: Chart,
        funnel: Value,
        sections: Named<Rows<ReportRow>>,
        visit_time: Value,
        ever_used: bool,
    }
}

record! {
    /// Visits to one domain.
    #[derive(Default)]
    pub struct DomainReport {
        domain: ReportDomain,
        /// Time at which the domain stopped being the account's; null while it is.
        ended_at: Timestamp,
        days: i64,
        only_verified: bool,
        visitors: i64,
        trends: Named<Trend>,
        engagement: Engagement,
        chart: Chart,
        funnel: Value,
        /// Null before any timed visit.
        average_active_seconds: i64,
        visit_time: Value,
        inquiries: InquiriesReport,
    }
}

record! {
    /// Inquiries as counts.
    #[derive(Default)]
    pub struct InquiriesReport {
        days: i64,
        /// Received, first messages only.
        inquiries: i64,
        confirmed: i64,
        delivered: i64,
        /// The buyer took a further step.
        continued: i64,
        /// Percent; null with no inquiries.
        confirmed_rate: f64,
        delivered_rate: f64,
        /// Distinct by mail address.
        buyers: i64,
        trends: Named<Trend>,
        /// Per UTC day; empty days are omitted.
        per_day: Rows<InquiryDay>,
        funnel: Value,
        flow_tree: Value,
        flow_tree_missing: i64,
        emailed: Value,
        not_emailed: Value,
        sections: Named<Rows<ReportRow>>,
        offers: Rows<OfferStats>,
        confirm_time: Value,
        /// Monday to Sunday, in the account's time zone.
        weekdays: Value,
        /// Six parts of four hours, in the account's time zone.
        day_parts: Value,
        buyer_facts: Value,
        spam_risk: Value,
        ever_used: bool,
    }
}

record! {
    /// Inquiries of one UTC day.
    #[derive(Default)]
    pub struct InquiryDay {
        ts: Timestamp,
        hits: i64,
        confirmed: i64,
        delivered: i64,
    }
}

record! {
    /// Offers in one currency.
    #[derive(Default)]
    pub struct OfferStats {
        currency: Untrusted,
        count: i64,
        median: f64,
        average: f64,
        highest: f64,
        lowest: f64,
    }
}

record! {
    /// Visits to the portfolio site.
    #[derive(Default)]
    pub struct PortfolioReport {
        days: i64,
        visits: i64,
        /// Visitor-days that searched.
        searched: i64,
        filtered: i64,
        trends: Named<Trend>,
        chart: Chart,
        sections: Named<Rows<ReportRow>>,
        ever_used: bool,
    }
}

record! {
    /// What buyers search on portfolios.
    #[derive(Default)]
    pub struct PortfolioActivity {
        visits: i64,
        days: i64,
        sections: Named<Rows<ReportRow>>,
        ever_used: bool,
    }
}

words! {
    /// Unit of a trend's change.
    pub enum TrendUnit {
        Percent = "percent",
        Points = "points",
    }

    /// Direction of a trend.
    pub enum Direction {
        Up = "up",
        Down = "down",
        Same = "same",
    }
}
