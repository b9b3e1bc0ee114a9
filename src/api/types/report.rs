//! Insights and portfolio reports. Members whose shape the documents do not give are open JSON.

use serde_json::Value;

use super::named::{Named, Rows};
use crate::api::tolerant::Seen;
use crate::base::{Timestamp, Untrusted};

record! {
    /// Change compared with the equally long time before the window.
    #[derive(Default)]
    pub struct Trend {
        previous: f64,
        /// Change in percent for a count, in percentage points for a rate.
        change: f64,
        unit: TrendUnit,
        direction: Direction,
    }
}

record! {
    /// Visits over the window; the whole chart is null when the window is empty.
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
    /// Visitor-days, by what the visitor did.
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
        /// Number of visitors who sent an inquiry, counted since 2026-10-01; only in campaign rows.
        inquired: i64,
        /// Number of portfolios; only in portfolio activity.
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
        /// True if only visits that passed the human check are counted.
        only_verified: bool,
        visitors: i64,
        trends: Named<Trend>,
        /// Number of visits that never passed the human check.
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
        /// Time at which the domain left the account; null while it is in it.
        ended_at: Timestamp,
        days: i64,
        only_verified: bool,
        visitors: i64,
        trends: Named<Trend>,
        engagement: Engagement,
        chart: Chart,
        funnel: Value,
        /// Average time of activity in seconds; null without a timed visit.
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
        /// Number of inquiries received, counting first messages only.
        inquiries: i64,
        confirmed: i64,
        delivered: i64,
        /// Number of inquiries whose buyer took a further step.
        continued: i64,
        /// Share in percent; null without inquiries.
        confirmed_rate: f64,
        delivered_rate: f64,
        /// Number of buyers, distinct by mail address.
        buyers: i64,
        trends: Named<Trend>,
        /// Counts per UTC day; empty days are left out.
        per_day: Rows<InquiryDay>,
        funnel: Value,
        flow_tree: Value,
        flow_tree_missing: i64,
        emailed: Value,
        not_emailed: Value,
        sections: Named<Rows<ReportRow>>,
        offers: Rows<OfferStats>,
        confirm_time: Value,
        /// Counts per weekday, Monday to Sunday, in the account's time zone.
        weekdays: Value,
        /// Counts for the six parts of a day of four hours each, in the account's time zone.
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
        /// Number of visitor-days with a search.
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
