//! Account settings, their schema and their history.

use super::abilities::SETTINGS_SCHEMA;
use super::decode::Paged;
use super::endpoint::Needs;
use super::types::SettingSchema;

endpoints! {
    /// What settings there are, their types and who may use them.
    Schema "settings.schema" Read = Parking GET "parking/settings-schema", Needs::One(SETTINGS_SCHEMA),
        {} => Paged<SettingSchema>;
}
