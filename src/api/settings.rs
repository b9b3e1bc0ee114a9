//! Account settings, their schema and their history.

use super::abilities::{DOMAINS_SETTINGS_RESTORE, SETTINGS_HISTORY, SETTINGS_RESTORE, SETTINGS_SCHEMA};
use super::abilities::{SETTINGS_VIEW, SETTINGS_WRITE};
use super::decode::{Paged, Row};
use super::endpoint::Needs;
use super::page::Page;
use super::replies::Settings;
use super::types::{HistoryVersion, SettingSchema};
use super::wire::Changes;
use crate::base::Id;

/// Ability an undo needs, by the scope of the version.
const UNDO: Needs = Needs::PerScope(&[
    ("account", SETTINGS_RESTORE),
    ("profile", SETTINGS_RESTORE),
    ("domain", DOMAINS_SETTINGS_RESTORE),
]);

endpoints! {
    about [Settings];

    /// The account's settings and where each value comes from.
    ///
    /// Parking API, part 2: Account settings and history.
    Get "settings.get" Read = Parking GET "parking/settings", Needs::One(SETTINGS_VIEW), {} => Settings;

    /// Changes account settings; all or none is saved.
    ///
    /// Parking API, part 2: Account settings and history.
    Save "settings.save" ByUser = Parking POST "parking/settings", Needs::One(SETTINGS_WRITE),
        { json settings: Changes, }, touches [Settings, DomainSettings, Domains, History] => Settings;

    /// What settings there are, their types and who may use them.
    ///
    /// Parking API, part 2: Account settings and history.
    Schema "settings.schema" Read = Parking GET "parking/settings-schema", Needs::One(SETTINGS_SCHEMA),
        {}, about [Schema] => Paged<SettingSchema>;

    /// The saved changes of account settings and profile, newest first.
    ///
    /// Parking API, part 2: Account settings and history.
    History "settings.history" Read = Parking GET "parking/settings-history", Needs::One(SETTINGS_HISTORY),
        { all page: Page, }, about [History], pages PageRule::UpTo(200) => Paged<HistoryVersion>;

    /// Sets everything one save changed back to what it was, as a new version.
    ///
    /// Parking API, part 2: Account settings and history.
    Undo "settings.undo" Never = Parking POST "parking/settings-undo", UNDO,
        { json history_id: Id<HistoryVersion>, },
        touches [Settings, DomainSettings, Domains, Profile, History] => Row<HistoryVersion>;

    /// The old name of `settings.undo`.
    ///
    /// Parking API, part 2: Account settings and history.
    Restore "settings.restore" Never = Parking POST "parking/settings-restore", UNDO,
        { json history_id: Id<HistoryVersion>, },
        touches [Settings, DomainSettings, Domains, Profile, History],
        standing Standing::AliasOf("settings.undo") => Row<HistoryVersion>;
}
