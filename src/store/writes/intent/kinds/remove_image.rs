//! Removes images, one call each. The service refuses an image that a setting uses.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Refusal, Said};
use super::super::rule::{Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Intent, Item, Subject};
use crate::api::types::Image;
use crate::api::{Call, DecodeError, Request, errors as keys, images};
use crate::base::Id;
use crate::client::{Failure, FailureKind};
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Removes images from the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveImage {
    pub images: Vec<Id<Image>>,
}

impl Verb {
    pub const REMOVE_IMAGE: Self = Self("RemoveImage");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::REMOVE_IMAGE,
    topic: Topic::IMAGES,
    noun: Noun::IMAGE,
    asked: "Remove {}",
    done: "removed",
    doing: "Removing {}",
    action: "remove {}",
    consequence: "The service refuses it while a setting uses it.",
    travel: Travel::SINGLY,
    still: Still("the image is still there", "the images are still there", "some images are still there"),
    kept_whole: true,
    ways_on: &[(FailureKind::Conflict, "Press enter on it to see the settings that use it.")],
    ..Rule::BASE
}];

/// Image of a target; `None` if the target is about another thing.
fn image(subject: &Subject) -> Option<Id<Image>> {
    if let Subject::Image(id) = subject { Some(*id) } else { None }
}

impl Kind for RemoveImage {
    fn items(&self) -> Vec<Item> {
        self.images.iter().map(|id| Subject::Image(*id).into()).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { images: targets.filter_map(|target| image(&target.subject)).collect() }.into())
    }

    fn call(&self, items: &[Item]) -> Call {
        let image_id = items.first().and_then(|item| image(&item.subject)).unwrap_or(Id::new(0));
        images::Remove { image_id }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        images::Remove::decode(body).map(|_| Said::done())
    }

    fn size(&self) -> usize {
        self.images.len()
    }

    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        Refusal::so_if(refused.code() == Some(keys::IMAGE_NOT_FOUND))
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::Images)
    }

    /// Counts an image as removed only when two readings lack it, because a page that moves while the list is read may
    /// hide one.
    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Images(images) = found else { return Reading::Failed };
        let listed = images.iter().any(|known| Some(known.image_id) == image(&item.subject));
        if listed { Reading::Not } else { Reading::Seems }
    }
}
