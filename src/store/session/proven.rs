//! Abilities proven by writes, kept for the next run, because no read can test whether the token may write.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::api::Ability;

/// Abilities that writes have shown a token to have. A refusal is not kept, because the token may get the ability
/// later; one try shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// Digest of the token with which the writes were made.
    pub token: String,
    pub held: BTreeSet<String>,
}

impl Proven {
    /// True when the token with this digest has proven the ability.
    pub fn has(&self, name: &str, token: &str) -> bool {
        !token.is_empty() && self.token == token && self.held.contains(name)
    }

    /// Notes an ability of the token with this digest; true when it is new. Abilities of another token are forgotten.
    pub(in crate::store) fn note(&mut self, ability: Ability, token: &str) -> bool {
        if self.token != token {
            *self = Self { token: token.to_owned(), held: BTreeSet::new() };
        }
        !token.is_empty() && self.held.insert(ability.0.to_owned())
    }

    /// Removes an ability that the service has refused; true when it was noted.
    pub(in crate::store) fn drop(&mut self, ability: Ability) -> bool {
        self.held.remove(ability.0)
    }

    /// Takes the abilities that an earlier run has kept, unless they belong to another token.
    pub(in crate::store) fn take(&mut self, kept: Self) {
        if self.token.is_empty() || self.token == kept.token {
            self.token = kept.token;
            self.held.extend(kept.held);
        }
    }
}
