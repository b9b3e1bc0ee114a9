//! Settings: what there are, what is in force and where from, and how they were changed.

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

record! {
    /// One setting as it stands for a domain or the account.
    #[derive(Default)]
    pub struct Setting {
        /// In force.
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
        /// An error key.
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
    /// Where a value in force comes from.
    pub enum SettingSource {
        Domain = "domain",
        Account = "account",
        Default = "default",
    }

    /// What a version belongs to.
    pub enum HistoryScope {
        Account = "account",
        Profile = "profile",
        Domain = "domain",
    }

    /// How a version came about.
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
