//! Faults between the program and the service.

/// A fault of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    NotSent,
    /// The connection breaks before the service has read the request, or after it has carried it out.
    Reset {
        applied: bool,
    },
    /// The connection breaks; the request arrives later all the same.
    Late,
    /// Half of the answer arrives.
    Cut,
    Flood(Option<u32>),
    /// A 429 whose `Retry-After` is a date, so many seconds ahead.
    FloodUntil(u32),
    /// An answer with this status, these headers and this body; `applied` if the service has carried the request out,
    /// else it has not had it.
    Says {
        status: u16,
        headers: &'static [(&'static str, &'static str)],
        body: &'static str,
        applied: bool,
    },
    Status(u16, bool),
    Page {
        applied: bool,
    },
    Silence {
        applied: bool,
    },
}

/// A fault chosen at random; writes have faults of their own.
pub fn trouble(dice: &mut fastrand::Rng, write: bool) -> Trouble {
    let applied = dice.bool();
    match dice.u8(0..10) {
        0 => Trouble::NotSent,
        1 | 2 if write => Trouble::Late,
        1..=4 => Trouble::Reset { applied },
        5 => Trouble::Cut,
        6 => Trouble::Flood(applied.then(|| dice.u32(0..12))),
        7 => Trouble::Status([500, 502, 503, 504][dice.usize(0..4)], applied),
        8 => Trouble::Page { applied },
        _ => Trouble::Silence { applied },
    }
}
