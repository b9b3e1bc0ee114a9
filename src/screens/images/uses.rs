//! The settings that use an image: named in a cell, opened by a key, changed by a plan.

use crate::api::limits::COVER_IMAGES;
use crate::api::portfolio;
use crate::base::Id;
use crate::store::shown;
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{COVERS, FieldName, ImageKey, ImageUses, Known, ShownImage, Store, Subject, Value};
use crate::ui::text::counted;
use crate::ui::{Cx, Effect, Menu, MenuItem, Outcome, Place};

use super::screen::Images;

/// Uses of an image in words: `account · site · 3 domains`; if only a part is known, `account · ≥ 3 domains`.
pub fn words(uses: &Known<ImageUses>) -> Option<String> {
    let part = uses.whole().is_none();
    let uses = uses.value()?;
    let domains = || {
        let least = if part { "≥ " } else { "" };
        format!("{least}{}", counted(uses.domains, "domain", "domains"))
    };
    let account = uses.account.then(|| "account".to_owned());
    let site = (uses.site == Some(true)).then(|| "site".to_owned());
    let domains = match uses.domains {
        0 if part && !uses.looked => Some("…".to_owned()),
        0 => None,
        _ => Some(domains()),
    };
    let all: Vec<String> = account.into_iter().chain(site).chain(domains).collect();
    // Until the site is read, an image is not called unused.
    let none = match uses.site {
        Some(_) if part => "no verified domain",
        Some(_) => "nothing",
        None => "not a cover",
    };
    Some(if all.is_empty() { none.to_owned() } else { all.join(" · ") })
}

/// Settings that may use an image, each with what is known of its use.
pub fn told(image: &ShownImage, id: Id<crate::api::types::Image>, store: &Store) -> [(&'static str, String); 3] {
    let known = image.uses.value().cloned().unwrap_or_default();
    let account = match shown::images::covers_with(id, store) {
        _ if known.account => "uses it",
        Some(_) => "not used there",
        None => "not read yet",
    };
    let site = match known.site {
        Some(true) => "shows it",
        Some(false) => "not used there",
        None if store.query(&portfolio::Get {}).value.is_some() => "not used there",
        None => "not read yet",
    };
    let domains = match (known.domains, image.uses.whole()) {
        (0, None) if known.looked => "none that is verified".to_owned(),
        (0, None) => "not read yet".to_owned(),
        (0, Some(_)) => "none".to_owned(),
        (many, Some(_)) => counted(many, "domain", "domains"),
        (many, None) => format!("≥ {}", counted(many, "domain", "domains")),
    };
    [("Covers of the account", account.to_owned()), ("Covers of domains", domains), ("Portfolio site", site.to_owned())]
}

/// Known uses of an image, as a warning before it is removed.
pub fn warning(image: &ShownImage) -> Option<String> {
    let uses = image.uses.value().filter(|uses| !uses.is_none())?;
    let account = uses.account.then(|| "the account".to_owned());
    let least = if image.uses.whole().is_some() { "" } else { "at least " };
    let domains = (uses.domains > 0).then(|| format!("{least}{}", counted(uses.domains, "domain", "domains")));
    let by = account.into_iter().chain(domains).collect::<Vec<_>>().join(" and ");
    let cover = (!by.is_empty()).then(|| format!("a cover of {by}"));
    let site = (uses.site == Some(true)).then(|| "shown by the portfolio site".to_owned());
    let is = cover.into_iter().chain(site).collect::<Vec<_>>().join(" and ");
    let id = image.id().map(|id| id.to_string()).unwrap_or_default();
    Some(format!("Image {id} is {is}; the service will refuse to remove it."))
}

impl Images {
    /// Opens the settings that use an image, or a menu of where they may be.
    pub fn show_uses(&mut self, key: ImageKey, cx: &mut Cx<'_>) -> Outcome {
        let Some(image) = self.list.rows.get(key) else { return Outcome::Done };
        let Some(id) = image.id() else { return Outcome::Refused("It is being added.".to_owned()) };
        if image.uses.whole().is_some_and(|uses| uses.is_none() && uses.site.is_some()) {
            return Outcome::Refused(format!("Nothing uses image {id}; s makes it a cover of the account."));
        }
        let own = Place::OwnSettings(Some(format!("image:{id}")));
        let places = [Place::Setting(COVERS.to_owned()), own, Place::list("site", "")];
        let item = |((title, said), place)| MenuItem::new(title, said, vec![Effect::Go(place)]);
        let items = told(image, id, cx.world.store).into_iter().zip(places).map(item).collect();
        cx.menu(Menu { title: format!("Settings that use image {id}"), items, keep_open: false })
    }

    /// Stages the account's covers with this image added, or removed if it is one of them, and opens the review.
    pub fn use_as_cover(id: Id<crate::api::types::Image>, cx: &mut Cx<'_>) -> Outcome {
        let store = cx.world.store;
        let Some((before, ids)) = shown::images::covers_with(id, store) else {
            let why = if shown::images::has_covers(store) { "are not read yet" } else { "are not known here" };
            return Outcome::Refused(format!("The cover images of the account {why}."));
        };
        if ids.len() > COVER_IMAGES {
            return Outcome::Refused(format!(
                "The account has {COVER_IMAGES} cover images, the most there can be; s on one of them takes it out."
            ));
        }
        let rows: Vec<serde_json::Value> = ids.iter().map(|id| serde_json::json!({ "id": id })).collect();
        let after = if ids.is_empty() { Value::Null } else { Value::from(serde_json::json!({ "images": rows })) };
        let edit = Edit { field: FieldName::fixed(COVERS), before: Some(before), after };
        let mut plan = Plan { edits: vec![SettingEdit { subject: Subject::Account, edit }], ..Plan::default() };
        plan.labels.insert(COVERS.to_owned(), store.setting_label(COVERS, "Cover images"));
        cx.effects.extend(Effect::review(plan));
        Outcome::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The logo of the portfolio site is an image in use that is not a cover.
    #[test]
    fn an_image_without_covers_is_not_called_unused_before_the_site_was_read() {
        let uses = |account, domains, site| ImageUses { account, domains, site, looked: true };
        let words_of = |account, domains, site| words(&Known::Is(uses(account, domains, site)));
        let part = |domains| words(&Known::AtLeast { value: uses(false, domains, Some(false)), read: 0, of: None });
        assert_eq!(part(0).as_deref(), Some("no verified domain"), "the service lists no settings of others");
        assert_eq!(part(3).as_deref(), Some("≥ 3 domains"));
        assert_eq!(words_of(false, 0, None).as_deref(), Some("not a cover"));
        assert_eq!(words_of(false, 0, Some(false)).as_deref(), Some("nothing"));
        assert_eq!(words(&Known::NotRead), None);
        assert_eq!(words_of(true, 3, Some(true)).as_deref(), Some("account · site · 3 domains"));
    }
}
