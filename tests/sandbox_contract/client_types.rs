//! The client's types read the sandbox's answers: every documented member, and none as something else.

use parkade::api::replies::{Answered, SavedSettings, Settings};
use parkade::api::types::{
    DomainSettings, HistoryScope, HistorySource, HistoryVersion, Portfolio, ProfileAnswer, SettingSchema, SettingSource,
};
use parkade::api::{Paged, Reply, Row, errors};
use serde_json::json;

use crate::domain_moves::names;
use crate::domain_settings::path;
use crate::support::{Got, small, start};

fn read<T: Reply>(got: &Got) -> T {
    assert_eq!(got.status, 200, "{}", got.text);
    T::decode(got.text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}: {}", got.text))
}

#[tokio::test]
async fn every_answer_about_settings_is_read_as_it_is_written() {
    let api = start(&small());
    let mine = names(&api, "verified").await;
    let schema: Paged<SettingSchema> = read(&api.get("parking/settings-schema").await);
    assert!(schema.rows.len() >= 40 && schema.odd.is_empty());
    for row in schema.values() {
        assert!(row.kind.get().is_some() && row.label.get().is_some() && row.available.get().is_some(), "{row:?}");
    }
    let settings: Settings = read(&api.get("parking/settings").await);
    let colour = settings.settings.get("accent_color").expect("a setting");
    assert_eq!((colour.value.get(), colour.source.get()), (Some(&json!("#0f766e")), Some(&SettingSource::Account)));
    let saved: Settings = read(&api.post_json(&path(&mine[0]), json!({ "settings": { "bin_price": 70 } })).await);
    let price = saved.settings.get("bin_price").expect("a setting");
    assert_eq!((price.domain_value.get(), price.source.get()), (Some(&json!(70.0)), Some(&SettingSource::Domain)));
    let listed: Paged<DomainSettings> = read(&api.get("parking/domains-settings?overrides_only=1").await);
    assert!(listed.odd.is_empty() && listed.pagination.total.get().is_some());
    assert!(listed.values().all(|row| row.settings.get().is_some_and(|settings| settings.iter().count() > 0)));
    let body = json!({ "names": [mine[0], "gone.example"], "settings": { "bin_price": -2 } });
    let many: SavedSettings = read(&api.post_json("parking/domains-settings", body).await);
    assert_eq!((many.saved.get(), many.failed.get(), many.results.rows.len()), (Some(&0), Some(&2), 2));
    let row = &many.results.rows[0].value;
    assert_eq!((row.name.punycode(), row.ok.get()), (mine[0].as_str(), Some(&false)));
    assert!(row.error.get().is_some() && row.errors.get().is_some_and(|errors| errors.get("bin_price").is_some()));
    let history: Paged<HistoryVersion> = read(&api.get("parking/settings-history?per_page=200").await);
    assert!(history.odd.is_empty());
    for version in history.values() {
        let scope = version.scope.get().expect("a scope");
        assert!([HistoryScope::Account, HistoryScope::Profile].contains(scope));
        assert!(HistorySource::KNOWN.contains(version.source.get().expect("a source")));
        let changes = version.changes.get().expect("changes");
        assert_eq!(changes.iter().count(), version.changed.get().expect("names").len());
        assert!(changes.iter().all(|(_, change)| change.get().is_some()));
    }
    let of_domain = api.get(&format!("parking/domain-settings-history?name={}", mine[0])).await;
    let of_domain: Paged<HistoryVersion> = read(&of_domain);
    let newest = &of_domain.rows[0].value;
    assert_eq!(newest.domain.get().map(parkade::base::DomainName::punycode), Some(mine[0].as_str()));
    let undo = api.post_json("parking/settings-undo", json!({ "history_id": newest.history_id.get() })).await;
    assert_eq!(read::<Row<HistoryVersion>>(&undo).value, *newest);
}

#[tokio::test]
async fn profile_portfolio_and_refusals_are_read_as_they_are_written() {
    let api = start(&small());
    let got = api.get("parking/profile").await;
    let profile: Answered<ProfileAnswer> = read(&got);
    let fields = profile.value.profile.get().expect("a profile");
    assert_eq!(fields.display_name.get().map(parkade::base::Untrusted::raw), Some("Harbour Lane Names"));
    assert_eq!(fields.website_use_portfolio.get(), Some(&false));
    assert!(fields.default_currency.get().is_some() && profile.value.payment_emails.get().is_some());
    read::<Answered<ProfileAnswer>>(&api.post_json("parking/profile", json!({ "profile": {} })).await);
    let portfolio: Row<Portfolio> = read(&api.get("parking/portfolio").await);
    assert_eq!(portfolio.value.enabled.get(), Some(&true));
    assert!(portfolio.value.host_domain.get().is_some() && portfolio.value.url.get().is_some());
    assert_eq!(portfolio.field("columns"), Some(json!(4)), "fields nobody documents are kept");
    let got = api.post_json("parking/settings", json!({ "settings": { "min_offer": "x", "accent_color": "y" } })).await;
    let entries = errors::parse(got.text.as_bytes());
    let fields: Vec<_> =
        entries.iter().filter_map(|entry| entry.field.as_ref()).map(parkade::base::Untrusted::raw).collect();
    assert_eq!(fields, ["min_offer", "accent_color"]);
    assert!(entries.iter().all(|entry| entry.code.raw() == errors::INVALID_SETTINGS));
}
