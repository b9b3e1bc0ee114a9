//! Faults between the program and the service.

/// Fault of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    NotSent,
    /// The connection breaks before the service has read the request, or after it has carried the request out.
    Reset {
        applied: bool,
    },
    /// The connection breaks, and the request arrives later.
    Late,
    /// Half of the answer arrives.
    Cut,
    Flood(Option<u32>),
    /// A 429 with a date as `Retry-After`, so many seconds in the future.
    FloodUntil(u32),
    /// Answer with this status, these headers and this body. `applied` is true if the service has carried the request
    /// out; else the request did not reach it.
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

/// Random fault; some are for writes only.
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
