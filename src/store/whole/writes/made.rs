//! Things that a write has made, as its answer describes them, until a list has them.

use std::sync::Arc;

use crate::api::types::{Campaign, Image};
use crate::api::{Endpoint, Reply as _, Request, ads, images};
use crate::base::{Id, clean_line, text_of};
use crate::store::Store;

/// Most characters of an answer that is shown as it came.
const ANSWER: usize = 300;

impl Store {
    /// Image as the answer to its upload describes it.
    pub(in crate::store) fn added_image(&self, id: Id<Image>) -> Option<&Image> {
        self.writes.under_way.added.get(&id)
    }

    /// Campaign as the answer to its creation describes it.
    pub fn created_campaign(&self, id: i64) -> Option<&Arc<Campaign>> {
        self.writes.under_way.created.get(&id)
    }

    /// Takes an image or campaign from an answer. The answer to creating a campaign is not documented; if it has no
    /// campaign, it is shown as it came.
    pub(super) fn take_made(&mut self, endpoint: &Endpoint, body: &[u8]) {
        if endpoint == images::Add::ENDPOINT
            && let Ok(added) = images::Add::decode(body)
        {
            self.writes.under_way.added.insert(added.value.image_id, added.value);
        } else if endpoint == ads::CreateCampaign::ENDPOINT {
            let created = Campaign::decode(body).ok().and_then(|created| Some((created.id?, Arc::new(created))));
            if created.is_none() {
                let answer: String = clean_line(&text_of(body)).chars().take(ANSWER).collect();
                self.session.notices.push(format!("The service named no campaign. It answered: {answer}"));
            }
            self.writes.under_way.created.extend(created);
        }
    }
}
