//! Reads the settings of domains in few requests: of few domains one by one, of many from the pages of all domains.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt, stream};

use super::{AT_ONCE, Reader};
use crate::api::limits::PER_PAGE;
use crate::api::types::{Named, Setting};
use crate::api::{Page, domains};
use crate::base::DomainName;
use crate::client::{Failure, Lane};
use crate::store::writes::probe::{Found, SETTINGS_SINGLY};

/// Number of domains from which a page is read instead of each domain; a page is a large answer.
const WORTH: u64 = 4;

/// Settings of domains by punycode; `None` for a domain the service does not know.
type OfDomains = HashMap<String, Option<Named<Setting>>>;

impl Reader<'_> {
    /// Settings of each of `names`; unverified domains are on no page, so they are read one by one.
    pub(super) async fn own_settings(&self, mut names: Vec<DomainName>) -> Result<Found, Failure> {
        let mut found = OfDomains::new();
        if names.len() > SETTINGS_SINGLY {
            self.settings_of_pages(&names, &mut found).await?;
            names.retain(|name| !found.contains_key(name.punycode()));
        }
        let one = |name: DomainName| async move {
            let answer = self.one(domains::Settings { name: name.clone() }).await;
            (name, answer)
        };
        let mut answers = std::pin::pin!(stream::iter(names).map(one).buffer_unordered(AT_ONCE));
        while let Some((name, answer)) = answers.next().await {
            match answer {
                Ok(answer) => drop(found.insert(name.punycode().to_owned(), answer.map(|answer| answer.settings))),
                // Return the settings read so far, because the other reads would be refused as well.
                Err(_) if self.lane != Lane::User && !found.is_empty() => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(Found::OwnSettings(found))
    }

    /// Reads the pages of all settings until every name was seen, or so few are left that reading them one by one is
    /// cheaper.
    async fn settings_of_pages(&self, names: &[DomainName], found: &mut OfDomains) -> Result<(), Failure> {
        let mut wanted: HashSet<&str> = names.iter().map(DomainName::punycode).collect();
        let mut page = Page::new(1, PER_PAGE);
        while let Some(read) = self.page(&domains::AllSettings { overrides_only: None, page }, page).await? {
            for row in read.values() {
                let name = row.domain.punycode();
                if let Some(settings) = row.settings.get().filter(|_| wanted.remove(name)) {
                    found.insert(name.to_owned(), Some(settings.clone()));
                }
            }
            let Some(next) = read.next(page).filter(|_| !wanted.is_empty()) else { break };
            let total = read.pagination.total.copied().unwrap_or(0).unsigned_abs();
            let pages = total.div_ceil(u64::from(PER_PAGE)).saturating_sub(u64::from(page.page));
            if pages * WORTH > wanted.len() as u64 {
                break;
            }
            page.page = next;
        }
        Ok(())
    }
}
