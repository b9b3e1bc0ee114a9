//! Abilities that writes have proven, kept for the next run: no read can test the right to write.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::api::Ability;

/// Abilities that writes have shown a token to have. A refusal is not kept: the token may have been given the ability
/// since, and one try shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// Digest of the credentials the writes were made with; nothing is known of other ones.
    pub token: String,
    pub held: BTreeSet<String>,
}

impl Proven {
    /// True when the token with that digest has proven the ability.
    pub fn has(&self, name: &str, token: &str) -> bool {
        !token.is_empty() && self.token == token && self.held.contains(name)
    }

    /// Notes an ability; true when it was not known.
    pub(in crate::store) fn note(&mut self, ability: Ability, token: &str) -> bool {
        if self.token != token {
            *self = Self { token: token.to_owned(), held: BTreeSet::new() };
        }
        !token.is_empty() && self.held.insert(ability.0.to_owned())
    }

    /// Forgets an ability that the service has refused since. True when it was noted.
    pub(in crate::store) fn drop(&mut self, ability: Ability) -> bool {
        self.held.remove(ability.0)
    }

    /// Takes the abilities an earlier run kept, unless they are of another token.
    pub(in crate::store) fn take(&mut self, kept: Self) {
        if self.token.is_empty() || self.token == kept.token {
            self.token = kept.token;
            self.held.extend(kept.held);
        }
    }
}
