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
        /// Explanation of the setting; null without one.
        explain: Untrusted,
        /// True when the setting can be set for the account.
        account_level: bool,
        /// True when the setting can be set for one domain.
        domain_level: bool,
        /// True when the setting needs a permission that some accounts lack.
        permission_gated: bool,
        /// True when the caller may use the setting.
        available: bool,
        /// Values a choice accepts; null for other types.
        allowed_values: Vec<Value>,
        default: Value,
        /// Settings page the setting is on.
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
        /// The domain's own value, only in answers about one; null inherits.
        domain_value: Value,
        /// The account's own value, only in answers about a domain.
        account_value: Value,
    }
}

record! {
    /// A domain with those of its settings that the answer has.
    pub struct DomainSettings ("", "domains") [domain: DomainName | "name"] {
        settings: Named<Setting>,
    }
}

record! {
    /// Result for one name in a settings call about many.
    pub struct SaveResult ("", "results") [name: DomainName | "domain"] {
        ok: bool,
        /// Error key of the refusal.
        error: Untrusted,
        /// Reasons by setting name, for refused values.
        errors: Named<Value>,
    }
}

record! {
    /// One saved change of settings.
    pub struct HistoryVersion ("version", "versions") [history_id: Id<HistoryVersion>] {
        date: Timestamp,
        scope: HistoryScope,
        /// Name of the domain whose settings were saved; null for other saves.
        domain: DomainName,
        /// Names of the settings the save changed.
        changed: Vec<Untrusted>,
        changes: Named<Change>,
        /// False for a version without an earlier one.
        can_undo: bool,
        source: HistorySource,
        /// Token or import behind the save, if there is one.
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

    /// Thing whose settings a version changed.
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
