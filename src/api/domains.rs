//! Domains: the tabs, one domain, adding, checking, removing.

use super::abilities::{DOMAINS_LIST, DOMAINS_VIEW};
use super::decode::{Paged, Row};
use super::endpoint::Needs;
use super::inquiries::Rows;
use super::page::Page;
use super::types::Domain;
use crate::base::DomainName;

choices! {
    /// A tab of the domain list.
    #[derive(Default)]
    pub enum Tab {
        #[default]
        MyDomains = "my_domains",
        Verified = "verified",
        Unverified = "unverified",
        Detected = "detected",
        /// Domains that were taken out of the account (not to be confused with hidden inquiries).
        Removed = "removed",
    }

    /// Narrows `MyDomains` and `Verified`.
    #[derive(Default)]
    pub enum Listing {
        #[default]
        All = "all",
        ForSale = "for_sale",
        OffMarket = "off_market",
    }
}

group! {
    /// Every filter of the domain list. A field at its default is not sent.
    Query pub struct DomainFilter {
        state: Tab,
        listing: Listing,
        /// Part of the name, Unicode or punycode; only on `MyDomains` and `Verified`.
        query: Option<String>,
        rows: Rows as "type",
    }
}

endpoints! {
    /// One domain with its sale block.
    Get "domains.get" Read = Parking GET "parking/domain", Needs::One(DOMAINS_VIEW),
        { query name: DomainName, } => Row<Domain>;

    /// One page of the domains on a tab.
    List "domains.list" Read = Parking GET "parking/domains", Needs::One(DOMAINS_LIST),
        { all filter: DomainFilter, all page: Page, }, pages PageRule::UpTo(200) => Paged<Domain>;
}
