//! Lists of which only the service knows the members (unsent inquiries, by reason), as the store wants and takes them.

use std::time::Duration;

use crate::api::inquiries::List;
use crate::api::limits::INQUIRIES_REACHED;
use crate::api::types::Inquiry;
use crate::api::{Call, Page, Paged, Request};
use crate::base::Id;
use crate::client::Lane;
use crate::store::index::inquiries::{SetNeeds, SetPage, set_name};
use crate::store::{Every, Store, Want, Wants};

/// Time until page 1 of a list whose rows differ from its total is read again.
const SET_AGAIN: Duration = Duration::from_secs(60);

impl Store {
    /// Takes the members from a page of a list of which only the service knows the members.
    pub(in crate::store) fn note_set(&mut self, call: &Call, page: &Paged<Inquiry>, began: u64) {
        let Some(set) = SetPage::of_call(call) else { return };
        let ids: Vec<Id<Inquiry>> = page.values().map(|inquiry| inquiry.inquiry_id).collect();
        if self.index.inquiries.take_set_page(&set, &ids, &page.pagination, began) {
            let first = List { filter: set.question.clone(), page: Page { page: 1, ..set.page } };
            self.answers.stale_key(&first.call().key());
        }
        if let (Some(disk), Some(name)) = (&self.disk, set_name(&set.question)) {
            disk.put_set(name.clone(), self.index.inquiries.set(&name));
        }
    }

    /// Marks lists of which only the service knows the members as stale if they were read whole, because new inquiries
    /// may belong to them.
    pub(in crate::store) fn ask_sets_again(&mut self) {
        let keys: Vec<String> = self.index.inquiries.whole_sets().map(|list| list.call().key()).collect();
        for key in keys {
            self.answers.stale_key(&key);
        }
    }

    /// Adds the wants for the next pages of a list of which only the service knows the members; `first` is the want
    /// for page 1, in the default order. While the rows differ from the total, page 1 is asked for repeatedly.
    pub fn want_set(&self, list: &List, first: Want, wants: &mut Wants) {
        let needs = self.index.inquiries.set_needs(&list.filter);
        let every = if needs == SetNeeds::First { Every::Steady(SET_AGAIN) } else { first.every };
        let (lane, paced) = (first.lane, first.paced);
        wants.queries.push(Want { every, ..first });
        // The service lists only the newest rows, as in the list of all inquiries.
        let listed = |page: u32| u64::from(page.saturating_sub(1)) * u64::from(list.page.per_page) < INQUIRIES_REACHED;
        if let SetNeeds::Page(page) = needs
            && listed(page)
        {
            let next = List { filter: list.filter.clone(), page: Page { page, ..list.page } };
            // A kept answer must not be used, because an earlier pass may have read other rows on this page.
            let lane = if lane == Lane::User { Lane::Ahead } else { lane };
            wants.queries.push(Want { fresh_for: Duration::ZERO, paced, ..Want::of(&next, lane) });
        }
    }
}
