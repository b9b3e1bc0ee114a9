//! Settings that are amounts of money.

use super::Item;

/// Name of the setting that puts a domain up for sale.
pub const FOR_SALE: &str = "for_sale";
/// Name of the setting for the currency of a domain's prices, if it is not the account's. Names of settings come from
/// the schema; document 2 does not list them.
pub const CURRENCY: &str = "currency";
/// Field of the profile with the currency of prices for which no setting has one.
pub const DEFAULT_CURRENCY: &str = "default_currency";

/// Names of prices at the service (document 2, among the names of settings it mentions), by which they are read back
/// after a save.
pub const PRICES: [&str; 2] = ["bin_price", "target_price"];

/// Words for a price that is not set.
pub const NO_PRICE: &str = "no price";

impl Item {
    /// True for the BIN price and the target price.
    pub fn is_price(&self) -> bool {
        self.field.as_ref().is_some_and(|field| PRICES.contains(&field.as_str()))
    }
}

/// Setting with the lowest offer that a domain accepts.
pub const LOWEST_OFFER: &str = "min_offer";

/// Settings that are amounts in the seller's currency.
pub const AMOUNTS: [&str; 3] = [PRICES[0], PRICES[1], LOWEST_OFFER];
