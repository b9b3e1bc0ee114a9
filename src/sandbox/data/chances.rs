//! Random choices: the times of inquiries, buyers' wishes, the step that each inquiry reaches, and the seller's
//! marks.

use fastrand::Rng;

use super::offers::Offer;

const DAY: i64 = 86_400;
/// Age of the first inquiry, in seconds.
pub const SPAN: i64 = 430 * DAY;

/// Result of an inquiry at the service: confirmed, delivered, held back.
pub struct Fate {
    pub confirmed: Option<i64>,
    pub delivered: bool,
    /// Bits of the reasons for holding it back, as in the filter of the list.
    pub reasons: i64,
    pub reason: &'static str,
}

/// Times of inquiries, oldest first: many recent, few old, and never two in the same half minute.
pub fn dates(seed: u64, count: u32, base: i64) -> Vec<i64> {
    let mut rng = Rng::with_seed(seed ^ 0x6461_7465);
    let mut age = 60 + rng.i64(0..120);
    let mut dates = Vec::with_capacity(count as usize);
    let total = f64::from(count.max(1));
    for index in 0..count {
        dates.push(base - age);
        let goal = (SPAN as f64 * (f64::from(index + 1) / total).powf(2.5)) as i64;
        age = (age + 30 + rng.i64(0..90)).max(goal - rng.i64(0..=goal / 200));
    }
    dates.reverse();
    dates
}

/// Buyer's choice on the form.
pub fn intent(rng: &mut Rng, has_bin: bool) -> &'static str {
    match rng.u32(..100) {
        0..56 => "offer",
        56..66 if has_bin => "buynow",
        56..88 => "price_request",
        88..93 => "lease",
        _ => "contact",
    }
}

/// Service's assessment of the spam risk.
pub fn spam_risk(rng: &mut Rng, step: usize) -> Option<&'static str> {
    match rng.u32(..100) {
        _ if step > 0 => Some("low"),
        0..56 => Some("low"),
        56..73 => Some("medium"),
        73..81 => Some("high"),
        _ => None,
    }
}

/// Result of an inquiry at the service.
///
/// `times` are the time it was sent and the latest time anything can have happened.
pub fn fate(
    rng: &mut Rng,
    step: usize,
    offer: Option<&Offer>,
    min_offer: f64,
    spam: Option<&str>,
    times: (i64, i64),
) -> Fate {
    let (date, base) = times;
    let dice = rng.u32(..100);
    // Most buyers confirm within minutes, some the next day, none in the future. Inquiries that arrive while the
    // sandbox runs are already confirmed.
    let wait = if rng.u32(..5) == 0 { rng.i64(3_600..30 * 3_600) } else { rng.i64(25..1_500) };
    let arrives = date >= base;
    let confirms = arrives || step > 0 || dice < if spam == Some("high") { 25 } else { 79 };
    let confirmed = confirms.then(|| date + wait.min((base - date).max(0)));
    if confirmed.is_none() {
        // Some inquiries are emailed to the seller before the buyer confirms.
        if dice >= 97 && spam != Some("high") {
            return Fate { confirmed, delivered: true, reasons: 0, reason: "immediate" };
        }
        return Fate { confirmed, delivered: false, reasons: 1, reason: "unconfirmed" };
    }
    let mut reasons = 0;
    if step == 0 {
        if offer.is_some_and(|offer| offer.dollars < min_offer) {
            reasons |= 2;
        }
        match rng.u32(..100) {
            0..5 => reasons |= 4,
            5..8 => reasons |= 8,
            8..10 => reasons |= 4 | 8,
            10..12 => reasons |= 16,
            _ => {}
        }
        if spam == Some("high") {
            reasons |= 16;
        }
    } else if rng.u32(..5) == 0 {
        // The conversation stops after this step, so it is held back.
        reasons |= if step == 1 { 4 } else { 8 };
    }
    let reason = match reasons {
        0 if step > 0 => "followup",
        0 => "confirmed",
        reasons if reasons & 2 != 0 => "below_min_offer",
        reasons if reasons & 4 != 0 => "unqualified_interest",
        reasons if reasons & 8 != 0 => "unqualified_bant",
        _ => "other",
    };
    Fate { confirmed, delivered: reasons == 0, reasons, reason }
}

/// Marks read, starred, archived, hidden: the older an inquiry, the more marks it has.
pub fn marks(rng: &mut Rng, age: i64, spam: Option<&str>) -> [bool; 4] {
    let days = age / DAY;
    let of = |fresh: u32, week: u32, old: u32| match days {
        0 if age < 900 => 0,
        0..=1 => fresh,
        2..=13 => week,
        _ => old,
    };
    let removed = rng.u32(..100) < if spam == Some("high") { of(0, 30, 45) } else { of(0, 1, 3) };
    let archived = rng.u32(..100) < of(0, 18, 46);
    let read = rng.u32(..100) < of(16, 72, 94) || (archived && rng.u32(..10) > 0);
    [read, rng.u32(..100) < of(4, 8, 6), archived, removed]
}

/// Site the buyer came from, if known.
pub fn source(rng: &mut Rng) -> Option<&'static str> {
    const KNOWN: [&str; 9] = [
        "direct",
        "direct",
        "google",
        "bing",
        "portfolio",
        "registrar search",
        "reddit.example",
        "newsletter.example",
        "qr code",
    ];
    (rng.u32(..5) > 0).then(|| KNOWN[rng.usize(..KNOWN.len())])
}

/// Short word that is unique for each id without revealing it.
pub fn reference(id: i64) -> String {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut value = id.unsigned_abs().wrapping_mul(0x2c9_277b5) & 0x3fff_ffff;
    let mut text = String::from("PK-");
    for _ in 0..6 {
        text.push(char::from(LETTERS[(value & 31) as usize]));
        value >>= 5;
    }
    text
}
