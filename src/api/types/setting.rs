//! Settings: the schema, the values in force with their source, and the history of changes.

use serde_json::Value;

use super::named::Named;
use crate::api::tolerant::Seen;
use crate::base::{DomainName, Id, Timestamp, Untrusted};

record! {
    /// One entry of the settings schema.
    pub struct SettingSchema ("", "schema") [name: Untrusted] {
        /// The value's type; the set of types is not documented.
        kind: Untrusted as "type",
        label: Untrusted,
        /// Null without an explanation.
        explain: Untrusted,
        /// True when it can be set for the account.
        account_level: bool,
        /// True when it can be set for one domain.
        domain_level: bool,
        /// True when it needs a permission some accounts lack.
        permission_gated: bool,
        /// True when the caller may use it.
        available: bool,
        /// Values a choice accepts; null for other types.
        allowed_values: Vec<Value>,
        default: Value,
        /// The settings page it is on.
        category: Untrusted,
    }
}

record! {
    /// One setting of a domain or the account.
    #[derive(Default)]
    pub struct Setting {
        /// Value in force.
        value: Value,
        source: SettingSource,
        /// The raw value of the domain; only for a domain. Null means that it inherits.
        domain_value: Value,
        /// The raw value of the account; only for a domain.
        account_value: Value,
    }
}

record! {
    /// A domain and those of its settings the answer carries.
    pub struct DomainSettings ("", "domains") [domain: DomainName | "name"] {
        settings: Named<Setting>,
    }
}

record! {
    /// One name of a settings call for many.
    pub struct SaveResult ("", "results") [name: DomainName | "domain"] {
        ok: bool,
        /// Error key of the refusal.
        error: Untrusted,
        /// For refused values, by setting name.
        errors: Named<Value>,
    }
}

record! {
    /// One saved change of settings.
    pub struct HistoryVersion ("version", "versions") [history_id: Id<HistoryVersion>] {
        date: Timestamp,
        scope: HistoryScope,
        /// The name for a domain save; null otherwise.
        domain: DomainName,
        /// Names of the settings the save changed.
        changed: Vec<Untrusted>,
        changes: Named<Change>,
        /// False for a version with nothing before it.
        can_undo: bool,
        source: HistorySource,
        /// The token or import behind it, when there is one.
        source_ref: Untrusted,
    }
}

record! {
    /// One setting before and after a save.
    #[derive(Default)]
    pub struct Change {
        before: Value,
        after: Value,
    }
}

words! {
    /// Source of a value in force.
    pub enum SettingSource {
        Domain = "domain",
        Account = "account",
        Default = "default",
    }

    /// Subject of a version.
    pub enum HistoryScope {
        Account = "account",
        Profile = "profile",
        Domain = "domain",
    }

    /// Origin of a version.
    pub enum HistorySource {
        Ui = "ui",
        Api = "api",
        Import = "import",
        Restore = "restore",
        Undo = "undo",
        Admin = "admin",
        System = "system",
    }
}
