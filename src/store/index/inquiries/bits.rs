//! Flags of a row, one bit each. A flag that the service may leave out has two bits, and neither is set if it did.

use super::row::{assign, raw};
use crate::api::inquiries::{InquiryFilter, RiskFilter, Status, Visibility};
use crate::api::types::{Inquiry, SpamRisk};
use crate::api::{Seen, loose};
use crate::base::Untrusted;
use crate::store::subject::Mark;

pub const READ: u32 = 1;
pub const STARRED: u32 = 1 << 1;
pub const ARCHIVED: u32 = 1 << 2;
pub const HIDDEN: u32 = 1 << 3;
pub const MARKS: u32 = READ | STARRED | ARCHIVED | HIDDEN;
/// Shift to the four bits that say which marks the service has sent.
pub const KNOWN_SHIFT: u32 = 4;
pub const CONFIRMED: u32 = 1 << 8;
pub const UNCONFIRMED: u32 = 1 << 9;
pub const RISK_LOW: u32 = 1 << 10;
pub const RISK_MEDIUM: u32 = 1 << 11;
pub const RISK_HIGH: u32 = 1 << 12;
// 1 << 13 is free.
/// Set when the disk has the inquiry with its details.
pub const DETAILED: u32 = 1 << 14;
pub const BIN: u32 = 1 << 15;
pub const NO_BIN: u32 = 1 << 16;
/// Set when the user has answered the inquiry. It is a mark of this computer, added for views and never kept with the
/// row.
pub const ANSWERED: u32 = 1 << 17;
/// Set when this computer has a draft of a reply; added for views as well.
pub const DRAFT: u32 = 1 << 18;
/// Kind of the email address by the background check; neither bit is set where it is not known.
pub const COMPANY_MAIL: u32 = 1 << 19;
pub const OTHER_MAIL: u32 = 1 << 20;
/// Set when the buyer answered the question about budget or the one about time.
pub const SERIOUS: u32 = 1 << 21;
pub const NOT_SERIOUS: u32 = 1 << 22;
/// Shift to the number of the buyer's earlier inquiries plus one. 0 means not sent, and 14 earlier ones stand for 14
/// or more.
pub const EARLIER_SHIFT: u32 = 23;
pub const EARLIER: u32 = 15 << EARLIER_SHIFT;
pub const EARLIER_MOST: u32 = 14;
/// Bits that only rows with details have.
pub const OF_DETAILS: u32 = DETAILED | BIN | NO_BIN | COMPANY_MAIL | OTHER_MAIL | EARLIER;
pub const OF_ANSWERS: u32 = SERIOUS | NOT_SERIOUS;

/// Bits of an inquiry as the service sent it.
pub(super) fn told(inquiry: &Inquiry) -> u32 {
    let mut row = 0;
    if let Some(marks) = inquiry.marks.get() {
        let told = [&marks.read, &marks.starred, &marks.archived, &marks.removed];
        for (mark, told) in Mark::ALL.into_iter().zip(told) {
            if let Some(to) = told.copied() {
                row = assign(row, mark, to);
            }
        }
    }
    row |= match inquiry.email_confirmed.copied() {
        Some(true) => CONFIRMED,
        Some(false) => UNCONFIRMED,
        None => 0,
    };
    row |= match inquiry.spam_risk.get() {
        Some(SpamRisk::Low) => RISK_LOW,
        Some(SpamRisk::Medium) => RISK_MEDIUM,
        Some(SpamRisk::High) => RISK_HIGH,
        _ => 0,
    };
    if let Some(details) = inquiry.details.get().filter(|details| details.is_object()) {
        row |= DETAILED;
        // An inquiry has no other price. Without the member nothing is known about the BIN price.
        if let Some(price) = details.get("listing").and_then(|listing| listing.get("buy_now_price")) {
            row |= if price.is_null() { NO_BIN } else { BIN };
        }
        row |= of_check(details);
    }
    if let Some(answers) = inquiry.bant.get() {
        let named = |answer: &Seen<Untrusted>| !raw(answer).trim().is_empty();
        row |= if named(&answers.budget) || named(&answers.timeline) { SERIOUS } else { NOT_SERIOUS };
    }
    row
}

/// Bits of the background check in the details, as far as its format is understood.
fn of_check(details: &serde_json::Value) -> u32 {
    let mail = match details.get("email").and_then(|email| email.get("kind")?.as_str()) {
        Some("company") => COMPANY_MAIL,
        Some(_) => OTHER_MAIL,
        None => 0,
    };
    let earlier = match details.get("inquirer_history") {
        Some(history) if history.as_array().is_some_and(Vec::is_empty) => Some(0),
        Some(history) => history.get("inquiries").and_then(loose::count),
        None => None,
    };
    let most = u64::from(EARLIER_MOST);
    mail | earlier.map_or(0, |earlier| (earlier.min(most) as u32 + 1) << EARLIER_SHIFT)
}

/// Bits that a row must have, and bits that it must not have, to match a request.
pub(super) fn of_question(question: &InquiryFilter) -> (u32, u32) {
    let (mut want, mut unwanted) = of_risk(question.spam_risk);
    match question.status {
        Status::Confirmed => want |= CONFIRMED,
        Status::Unconfirmed => want |= UNCONFIRMED,
        Status::All => {}
    }
    match question.visibility {
        Visibility::Active => unwanted |= ARCHIVED | HIDDEN,
        Visibility::Archived => {
            want |= ARCHIVED;
            unwanted |= HIDDEN;
        }
        Visibility::Removed => want |= HIDDEN,
        Visibility::All => {}
    }
    if question.unread {
        unwanted |= READ;
    }
    if question.starred {
        want |= STARRED;
    }
    (want, unwanted)
}

/// Bits that a row must have, and bits that it must not have, to have a risk.
pub(super) fn of_risk(risk: RiskFilter) -> (u32, u32) {
    match risk {
        RiskFilter::All => (0, 0),
        RiskFilter::NotHigh => (0, RISK_HIGH),
        RiskFilter::Low => (RISK_LOW, 0),
        RiskFilter::Medium => (RISK_MEDIUM, 0),
        RiskFilter::High => (RISK_HIGH, 0),
    }
}
