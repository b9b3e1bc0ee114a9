//! A parked domain.

use serde_json::Value;

use crate::api::tolerant::Seen;
use crate::base::{DomainName, Id, Timestamp, Untrusted};

record! {
    /// One domain of the account, identified by its punycode name; a row with only a display name is identified by
    /// that.
    pub struct Domain ("domain", "domains") [punycode: DomainName | "name"] {
        domain_id: Id<Domain>,
        /// Display name, in the owner's casing.
        name: Untrusted,
        state: DomainState,
        /// True when the domain is in the account.
        is_approved: bool,
        /// True when the domain uses the account's nameservers or records.
        is_verified: bool,
        /// True when the domain hosts the portfolio site; false until it is verified.
        is_portfolio_host: bool,
        /// Time the domain was added; null if never.
        added_date: Timestamp,
        /// Time since which the domain is verified; null unless it is the account's.
        verified_since: Timestamp,
        last_verified: Timestamp,
        /// Time of the next check; null if none is planned, or before verification.
        next_check: Timestamp,
        /// Address of the domain's lander; null unless the domain is the account's.
        lander_url: Untrusted,
        /// The sale block, where the service puts it in an object of its own; read it through [`Domain::for_sale`] and
        /// its neighbours.
        sale: Sale,
        for_sale: bool,
        bin_price: f64,
        target_price: Value,
        accept_offers: Value,
    }
}

record! {
    /// Prices and sale settings of a domain. The types of two fields are not documented.
    #[derive(Default)]
    pub struct Sale {
        for_sale: bool,
        /// BIN price in the currency of the seller's profile.
        bin_price: f64,
        target_price: Value,
        accept_offers: Value,
    }
}

words! {
    /// State of a domain.
    pub enum DomainState {
        Verified = "verified",
        Unverified = "unverified",
        Detected = "detected",
        Removed = "removed",
        Inactive = "inactive",
    }
}

/// Reading of the four fields of the "sale block", from the row or from an object of their own; the documents do not
/// say which.
impl Domain {
    pub fn for_sale(&self) -> &Seen<bool> {
        self.sale.get().map_or(&self.for_sale, |sale| &sale.for_sale)
    }

    pub fn bin_price(&self) -> &Seen<f64> {
        self.sale.get().map_or(&self.bin_price, |sale| &sale.bin_price)
    }

    pub fn target_price(&self) -> &Seen<Value> {
        self.sale.get().map_or(&self.target_price, |sale| &sale.target_price)
    }

    pub fn accept_offers(&self) -> &Seen<Value> {
        self.sale.get().map_or(&self.accept_offers, |sale| &sale.accept_offers)
    }
}
