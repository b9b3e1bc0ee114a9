//! Outcomes for names: whether each can be added, and the result of a check.
//!
//! They are random by the seed, the name and the number of earlier checks, so that equal runs have equal results.
//! Names with endings that do not exist have fixed outcomes, for tests and demonstrations.

/// Result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    Verified,
    OtherNameservers,
    NoAnswer,
}

impl Check {
    /// Result as a word of `verify_outcome`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::OtherNameservers => "other_nameservers",
            Self::NoAnswer => "no_answer",
        }
    }

    /// Reason of a failure in words.
    pub fn notice(self) -> Option<&'static str> {
        match self {
            Self::Verified => None,
            Self::OtherNameservers => Some(
                "Its nameservers are ns1.registrar.example and ns2.registrar.example, and it has no record of yours.",
            ),
            Self::NoAnswer => Some("None of its nameservers answered within 20 seconds."),
        }
    }
}

/// Reason why a new name cannot be added: as a word of `approve_outcome`, and as a sentence.
pub fn refusal(seed: u64, punycode: &str) -> Option<(&'static str, &'static str)> {
    const FREE: (&str, &str) = ("not_registered", "Nobody has registered this name.");
    const HELD: (&str, &str) = ("in_another_account", "This name is verified in another account.");
    match ending(punycode) {
        "invalid" => Some(FREE),
        "internal" => Some(HELD),
        "example" | "test" | "localhost" => None,
        _ => match dice(seed, punycode, -1) {
            0..4 => Some(FREE),
            4..6 => Some(HELD),
            _ => None,
        },
    }
}

/// Result of a check after `earlier` ones. A name that failed its first check has another chance with each further
/// one.
pub fn check(seed: u64, punycode: &str, earlier: i64) -> Check {
    let share = if earlier == 0 { 74 } else { 60 };
    match ending(punycode) {
        "test" if earlier == 0 => Check::OtherNameservers,
        "example" | "test" => Check::Verified,
        "localhost" => Check::NoAnswer,
        _ => match dice(seed, punycode, earlier) {
            roll if roll < share => Check::Verified,
            roll if roll < 93 => Check::OtherNameservers,
            _ => Check::NoAnswer,
        },
    }
}

fn ending(punycode: &str) -> &str {
    punycode.rsplit('.').next().unwrap_or_default()
}

/// Number from 0 to 99 that depends only on the arguments.
fn dice(seed: u64, name: &str, round: i64) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ seed ^ round.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    fastrand::Rng::with_seed(hash).u32(..100)
}
