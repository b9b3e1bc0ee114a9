//! Images of the account as they are shown: those the service lists, with pending uploads and removals, and the
//! settings that use each.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::api::images::List;
use crate::api::limits::PER_PAGE;
use crate::api::types::{Image, ImageKind};
use crate::api::{Page, portfolio, settings};
use crate::base::{Id, Timestamp};

use crate::store::subject::{EntryId, FieldName, Item, Subject, Value};
use crate::store::writes::intent::{AddImage, Fields, Intent, SavePortfolio};
use crate::store::{Known, Shelf, Store};

/// Name of the setting with image ids.
pub const COVERS: &str = "cover_images";

/// Key of an image on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKey {
    Listed(Id<Image>),
    /// Image that this write is uploading.
    Adding(EntryId),
}

/// Image of the account, or one that is being added, with its uses.
#[derive(Clone, Debug)]
pub struct ShownImage {
    pub key: ImageKey,
    pub kind: Option<ImageKind>,
    /// Address of the image, or the name of the file that is uploaded.
    pub address: String,
    pub date: Option<Timestamp>,
    /// True while its removal is pending.
    pub leaving: bool,
    /// Settings that use it.
    pub uses: Known<ImageUses>,
}

impl ShownImage {
    /// Address that can be opened; `None` for a file that is uploaded.
    pub fn link(&self) -> Option<&str> {
        Some(&*self.address).filter(|address| address.starts_with("http://") || address.starts_with("https://"))
    }

    /// Id of the image at the service; `None` until it has one.
    pub fn id(&self) -> Option<Id<Image>> {
        if let ImageKey::Listed(id) = self.key { Some(id) } else { None }
    }

    fn listed(image: &Image) -> Self {
        Self {
            key: ImageKey::Listed(image.image_id),
            kind: image.kind.get().cloned(),
            address: image.url.get().map_or_else(String::new, |url| url.raw().to_owned()),
            date: image.date_added.copied(),
            leaving: false,
            uses: Known::NotRead,
        }
    }

    fn adding(key: ImageKey, adds: &AddImage) -> Self {
        let kind = if adds.file().is_some() { ImageKind::Hosted } else { ImageKind::External };
        Self {
            key,
            kind: Some(kind),
            address: adds.name().to_owned(),
            date: None,
            leaving: false,
            uses: Known::NotRead,
        }
    }
}

/// Known uses of an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageUses {
    /// True if the account's settings have it as a cover.
    pub account: bool,
    /// Number of domains whose own settings have it as a cover.
    pub domains: u64,
    /// True if the portfolio site shows it; `None` while the site was not read.
    pub site: Option<bool>,
    /// True if the settings of the account and of all verified domains were read.
    pub looked: bool,
}

impl ImageUses {
    /// True when no setting that was read uses it.
    pub fn is_none(&self) -> bool {
        !self.account && self.domains == 0 && self.site != Some(true)
    }
}

/// Ids of images in a value of [`COVERS`], in its order.
pub fn covers_of(value: &Value) -> Vec<i64> {
    let Value::Json(json) = value else { return Vec::new() };
    let rows = json.get("images").unwrap_or(json).as_array();
    rows.into_iter().flatten().filter_map(|row| row.get("id").unwrap_or(row).as_i64()).collect()
}

/// Request for a page of the list of images.
pub fn images_page(number: u32) -> List {
    List { page: Page::new(number, PER_PAGE) }
}

/// Images that the service lists.
pub fn listed(store: &Store) -> Shelf<&Image> {
    Shelf::of_pages(PER_PAGE, |page| store.query(&images_page(page)).value, |image| image.image_id)
}

/// Images, the newest first: those that are being added, then those the service lists, without removed ones.
pub fn all(store: &Store) -> Vec<ShownImage> {
    let stale = store.query(&images_page(1)).stale;
    let (mut rows, mut gone, mut leaving) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut made_here = HashSet::new();
    for entry in store.writes.journal.entries() {
        match &*entry.intent {
            Intent::AddImage(adds) => {
                let Some(target) = entry.targets.first() else { continue };
                // A list read before the answer to the upload does not have the new image.
                let made = target.made.filter(|_| stale && target.state.applied());
                match made {
                    Some(id) if made_here.insert(id) => {
                        let id = Id::new(id);
                        let adding = || ShownImage::adding(ImageKey::Listed(id), adds);
                        rows.push(store.added_image(id).map_or_else(adding, ShownImage::listed));
                    }
                    None if target.state.pending() => {
                        rows.push(ShownImage::adding(ImageKey::Adding(entry.id), adds));
                    }
                    Some(_) | None => {}
                }
            }
            Intent::RemoveImage(_) => {
                for target in &entry.targets {
                    let Subject::Image(id) = target.subject else { continue };
                    if target.state.applied() {
                        gone.insert(id);
                    } else if target.state.pending() {
                        leaving.insert(id);
                    }
                }
            }
            _ => {}
        }
    }
    let listed = listed(store);
    let seen: HashSet<Id<Image>> = listed.rows().iter().map(|image| image.image_id).collect();
    rows.retain(|row| row.id().is_none_or(|id| !seen.contains(&id)));
    rows.extend(listed.rows().iter().map(|image| ShownImage::listed(image)));
    rows.retain(|row| row.id().is_none_or(|id| !gone.contains(&id)));
    let (mut uses, looked) = uses(store);
    let whole = looked && store.knows_own_settings();
    let site = on_site(store).map(|_| false);
    for row in &mut rows {
        let Some(id) = row.id() else { continue };
        row.leaving = leaving.contains(&id);
        let none = || looked.then(|| ImageUses { site, looked, ..ImageUses::default() });
        let uses = uses.remove(&id.get()).or_else(none);
        row.uses = uses.map_or(Known::NotRead, |uses| Known::over(uses, 0, None, whole));
    }
    rows
}

/// File from which this program uploaded an image.
pub fn file(key: ImageKey, store: &Store) -> Option<&Path> {
    let is = |entry: &&crate::store::Entry| match key {
        ImageKey::Adding(id) => entry.id == id,
        ImageKey::Listed(id) => {
            entry.targets.first().is_some_and(|target| target.made == Some(id.get()) && target.state.applied())
        }
    };
    let entry = store.writes.journal.entries().filter(|entry| matches!(*entry.intent, Intent::AddImage(_))).find(is)?;
    let Intent::AddImage(adds) = &*entry.intent else { return None };
    Some(&adds.file()?.path)
}

/// Ids of images that the portfolio site shows; `None` while the site was not read. Its fields are not documented, so
/// the value of each field named after an image or logo is taken as an id if it is a number or an object with an `id`.
fn on_site(store: &Store) -> Option<HashSet<i64>> {
    let site = SavePortfolio::object(store.query(&portfolio::Get {}).value?)?;
    let named = site.iter().filter(|(name, _)| name.contains("image") || name.contains("logo"));
    Some(named.filter_map(|(_, value)| value.get("id").unwrap_or(value).as_i64()).collect())
}

/// Known uses of each image, and whether the settings of the account and of all verified domains were read.
pub fn uses(store: &Store) -> (HashMap<i64, ImageUses>, bool) {
    let mut uses = HashMap::<i64, ImageUses>::new();
    let account = store.account_value(COVERS);
    for id in account.iter().flat_map(covers_of) {
        uses.entry(id).or_default().account = true;
    }
    for own in store.own_settings().iter().filter_map(|(_, own)| own.get(COVERS)) {
        for id in covers_of(own) {
            uses.entry(id).or_default().domains += 1;
        }
    }
    let site = on_site(store);
    for id in site.iter().flatten() {
        uses.entry(*id).or_default();
    }
    let looked = account.is_some() && store.own_settings().is_whole();
    for (id, uses) in &mut uses {
        (uses.site, uses.looked) = (site.as_ref().map(|site| site.contains(id)), looked);
    }
    (uses, looked)
}

/// Covers of the account, and their ids with the image added at the end, or removed if it was one of them. `None`
/// while the account's settings are not known.
pub fn covers_with(id: Id<Image>, store: &Store) -> Option<(Value, Vec<i64>)> {
    let item = Item::field(Subject::Account, FieldName::fixed(COVERS));
    let before = store.own_setting(&item)?;
    let mut ids = covers_of(&before);
    match ids.iter().position(|known| *known == id.get()) {
        Some(place) => drop(ids.remove(place)),
        None => ids.push(id.get()),
    }
    Some((before, ids))
}

/// True when all images of the account are known and none has this id.
pub fn lacks(id: i64, store: &Store) -> bool {
    let listed = listed(store);
    listed.holds_all() && listed.rows().iter().all(|image| image.image_id.get() != id)
}

/// True if the account's settings were read and have covers.
pub fn has_covers(store: &Store) -> bool {
    store.query(&settings::Get {}).value.is_some_and(|read| read.settings.get(COVERS).is_some())
}
