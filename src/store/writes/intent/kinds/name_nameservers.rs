//! Creates a name for the account's nameservers, which is permanent and possible a few times a year. Reading the
//! nameservers shows whether it was done.

use serde::{Deserialize, Serialize};

use super::super::kind::{Asks, Kind, Said};
use super::super::rule::{Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Item, Subject};
use crate::api::limits::is_nameserver_name;
use crate::api::replies::Answered;
use crate::api::types::Nameservers;
use crate::api::{Call, DecodeError, Request, nameservers};
use crate::base::{Timestamp, clean_line};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Name for the nameservers; the second becomes `ns2.NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameNameservers {
    name: String,
}

impl NameNameservers {
    /// Write for a name as typed; it is put in lower case, as the service needs it.
    pub fn new(name: &str) -> Self {
        Self { name: name.trim().to_lowercase() }
    }

    /// True when the nameservers have this name.
    fn is_in(&self, nameservers: &Nameservers) -> bool {
        let prefix = format!("ns2.{}.", self.name);
        let hosts = nameservers.ns.get().map_or(&[][..], Vec::as_slice);
        hosts.iter().any(|host| host.raw().trim().to_lowercase().starts_with(&prefix))
    }

    fn found_in(&self, found: &Found) -> Option<bool> {
        found.answer::<Answered<Nameservers>>().map(|answer| self.is_in(&answer.value))
    }
}

impl Verb {
    pub const NAME_NAMESERVERS: Self = Self("NameNameservers");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::NAME_NAMESERVERS,
    topic: Topic::NAMESERVERS,
    noun: Noun::NAME,
    asked: "Create {}",
    done: "created",
    doing: "Creating {}",
    action: "create {}",
    consequence: "This is permanent. New domains use the new name. The name before it is retired for new domains and can \
                  never be used again; verified domains keep working. The service allows a few names in a year.",
    travel: Travel::SINGLY,
    expires: true,
    still: Still::alike("the nameservers are as they were"),
    ..Rule::BASE
}];

impl Kind for NameNameservers {
    fn items(&self) -> Vec<Item> {
        vec![Subject::Nameserver(self.name.as_str().into()).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        nameservers::Create { name: self.name.clone() }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        nameservers::Create::decode(body).map(|_| Said::done())
    }

    fn what(&self) -> String {
        format!("nameserver name {}", clean_line(&self.name))
    }

    fn asks(&self) -> Asks {
        Asks { typed: Some(self.name.clone()), ..Asks::default() }
    }

    fn why_not(&self, grounds: &Grounds<'_>, _: Timestamp) -> Option<String> {
        if !is_nameserver_name(&self.name) {
            return Some("Use letters and digits only, 63 at most, without a dot.".to_owned());
        }
        let known = grounds.answers.of(&nameservers::Get {}).value;
        known.is_some_and(|known| self.is_in(&known.value)).then(|| "This is the current name.".to_owned())
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::answer(&nameservers::Get {}))]
    }

    fn compare(&self, _: &Target, found: &Found) -> Compared {
        if self.found_in(found) == Some(true) { Compared::So } else { Compared::Same }
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::answer(&nameservers::Get {}))
    }

    fn reading(&self, _: &Entry, _: &Item, found: &Found) -> Reading {
        match self.found_in(found) {
            Some(true) => Reading::Done(None),
            Some(false) => Reading::Not,
            None => Reading::Failed,
        }
    }
}
