//! Insights: reports on visits and inquiries. Account feature.

use super::abilities::PORTFOLIO_ACTIVITY;
use super::endpoint::Needs;
use super::replies::Answered;
use super::types::{DomainReport, DomainsReport, InquiriesReport, PortfolioReport};
use crate::base::DomainName;

endpoints! {
    about [Insights];

    /// Visits to all domains in a window of days (7, 30, 90, or 0 for all time).
    ///
    /// Parking API, part 2: Insights.
    Domains "insights.domains" Read = Parking GET "parking/insights-domains", Needs::One(PORTFOLIO_ACTIVITY), {
            query days: Option<u32>,
            /// False also counts visits that never passed the human check.
            query verified: Option<bool>,
        } => Answered<DomainsReport>;

    /// Visits to one domain, now or formerly the account's.
    ///
    /// Parking API, part 2: Insights.
    Domain "insights.domain" Read = Parking GET "parking/insights-domain", Needs::One(PORTFOLIO_ACTIVITY),
        { query name: DomainName, query days: Option<u32>, query verified: Option<bool>, } => Answered<DomainReport>;

    /// Inquiries as counts, without names or messages.
    ///
    /// Parking API, part 2: Insights.
    Inquiries "insights.inquiries" Read = Parking GET "parking/insights-inquiries", Needs::One(PORTFOLIO_ACTIVITY),
        { query days: Option<u32>, } => Answered<InquiriesReport>;

    /// Visits to the portfolio site.
    ///
    /// Parking API, part 2: Insights.
    Portfolio "insights.portfolio" Read = Parking GET "parking/insights-portfolio", Needs::One(PORTFOLIO_ACTIVITY),
        { query days: Option<u32>, } => Answered<PortfolioReport>;
}
