//! A portfolio with something wrong, for stories.

use parkade::api::insights;
use parkade::store::Tab;
use parkade::store::findings::{self, Kind};
use parkade::ui::testing::Story;
use serde_json::json;

use super::{inbox, portfolio};

/// The inbox and the portfolio, whole, with the visits of the most visited domains.
pub fn fill(story: &mut Story) {
    inbox::fill(story, Tab::Active, &inbox::rows());
    inbox::walk(story, &inbox::rows());
    portfolio::all(story);
    visits(story, &[("greenhaus.com", 40), ("solarpark.de", 12)]);
}

/// The report on the most visited domains.
pub fn visits(story: &mut Story, rows: &[(&str, u64)]) {
    let row = |(name, hits): &(&str, u64)| json!({ "key": name, "label": name, "hits": hits });
    let rows: Vec<_> = rows.iter().map(row).collect();
    let mut report = super::insights::domains();
    report["sections"]["domains"] = json!(rows);
    let request = insights::Domains { days: Some(30), verified: Some(true) };
    story.answer(&request, &report.to_string());
}

/// As [`fill`], with three names and a kind settled.
pub fn settled(story: &mut Story) {
    fill(story);
    let findings = findings::known(&story.store, story.now);
    let of = |kind| findings.of(kind).expect("a row for each kind");
    let mut changes = of(Kind::Unverified).settle_names(None, "parked elsewhere", &story.store);
    changes.extend(of(Kind::VisitedOffMarket).settle_names(None, "not for sale", &story.store));
    changes.push(of(Kind::BinBelow).settle_kind(None, ""));
    story.store.change_notes(changes, "settled".to_owned(), story.now);
    story.sync();
}
