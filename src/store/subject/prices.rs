//! Settings that are amounts of money.

use super::Item;

/// Name of the setting that puts a domain up for sale.
pub const FOR_SALE: &str = "for_sale";
/// Name of the setting for prices of a domain in another currency than the account's (names of settings come from the
/// schema; document 2 lists none).
pub const CURRENCY: &str = "currency";
/// Field of the profile with the currency of all prices for which no setting names one.
pub const DEFAULT_CURRENCY: &str = "default_currency";

/// Names of prices at the service (document 2, among the names of settings it mentions), by which they are read back
/// after a save.
pub const PRICES: [&str; 2] = ["bin_price", "target_price"];

/// Words for a price that is not set.
pub const NO_PRICE: &str = "no price";

impl Item {
    /// True for a price a domain is sold for.
    pub fn is_price(&self) -> bool {
        self.field.as_ref().is_some_and(|field| PRICES.contains(&field.as_str()))
    }
}

/// The settings that are amounts in the currency of the seller.
pub const AMOUNTS: [&str; 3] = [PRICES[0], PRICES[1], "min_offer"];
