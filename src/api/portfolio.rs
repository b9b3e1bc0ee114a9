//! The portfolio site and what buyers search on portfolios. Account features.

use super::abilities::{PORTFOLIO_ACTIVITY, PORTFOLIO_VIEW, PORTFOLIO_WRITE};
use super::decode::Row;
use super::endpoint::Needs;
use super::replies::Answered;
use super::types::{Portfolio, PortfolioActivity};
use super::wire::{Changes, Patch};
use crate::base::DomainName;

endpoints! {
    about [Portfolio];

    /// The portfolio site as it stands.
    ///
    /// Parking API, part 2: Portfolio.
    Get "portfolio.get" Read = Parking GET "parking/portfolio", Needs::One(PORTFOLIO_VIEW), {} => Row<Portfolio>;

    /// Changes the portfolio site; only changes are sent.
    ///
    /// Parking API, part 2: Portfolio.
    Save "portfolio.save" ByUser = Parking POST "parking/portfolio", Needs::One(PORTFOLIO_WRITE), {
            json enabled: Option<bool>,
            /// Host of the site: a verified domain of the account, or none.
            json host_domain: Patch<DomainName>,
            /// The vanity address of the site; clearing it releases it for others.
            json public_name: Patch<String>,
            /// Fields for the look and content of the site.
            json portfolio: Option<Changes>,
        }, touches [Portfolio, Domains, DomainSettings, History] => Row<Portfolio>;

    /// What buyers search for on portfolios.
    ///
    /// Parking API, part 2: Portfolio.
    Activity "portfolio.activity" Read = Parking GET "parking/portfolio-activity", Needs::One(PORTFOLIO_ACTIVITY),
        { query days: Option<u32>, }, about [Insights] => Answered<PortfolioActivity>;
}
