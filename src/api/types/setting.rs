//! A setting as the schema describes it.

use serde_json::Value;

use crate::api::tolerant::Seen;
use crate::base::Untrusted;

record! {
    /// One entry of the settings schema.
    pub struct SettingSchema ("", "schema") [name: Untrusted] {
        /// The value's type; the set of types is not documented.
        kind: Untrusted as "type",
        label: Untrusted,
        /// Null without an explanation.
        explain: Untrusted,
        /// Can be set for the account.
        account_level: bool,
        /// Can be set for one domain.
        domain_level: bool,
        /// Needs a permission some accounts lack.
        permission_gated: bool,
        /// The caller may use it.
        available: bool,
        /// What a choice accepts; null for other types.
        allowed_values: Vec<Value>,
        default: Value,
        /// The settings page it is on.
        category: Untrusted,
    }
}
