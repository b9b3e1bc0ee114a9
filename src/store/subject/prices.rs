//! Settings that are amounts of money.

use super::Item;

/// The setting by which a domain has its prices in another currency than the account (the names of settings are the
/// schema's; document 2 lists none).
pub const CURRENCY: &str = "currency";

/// What a price is called by the service (document 2, the names of settings it mentions): it is read back after a save.
pub const PRICES: [&str; 2] = ["bin_price", "target_price"];

impl Item {
    /// It is an amount names are sold for.
    pub fn is_price(&self) -> bool {
        self.field.as_ref().is_some_and(|field| PRICES.contains(&field.as_str()))
    }
}

/// The settings that are amounts in the currency of the seller.
pub const AMOUNTS: [&str; 3] = [PRICES[0], PRICES[1], "min_offer"];
