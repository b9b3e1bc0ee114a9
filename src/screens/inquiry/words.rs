//! Plain words for what the service says about an inquiry, each written once.
//!
//! A value the documents do not name is shown as it was sent, cleaned, and is never guessed at.

use crate::api::inquiries::UnsentReason;
use crate::base::{clean_line, words_of};
use crate::store::InquiryRow;
use crate::store::notes::Turn;
use crate::ui::Tone;

/// Reasons for holding an inquiry back: in a few words for labels and columns, and as part of a sentence.
const REASONS: [(UnsentReason, &str, &str); 5] = [
    (UnsentReason::Unconfirmed, "not confirmed", "email not confirmed"),
    (UnsentReason::BelowMinOffer, "below your minimum", "offer below your minimum"),
    (UnsentReason::UnqualifiedInterest, "low interest", "low interest by your rules"),
    (UnsentReason::UnqualifiedBant, "failed questions", "failed questions of your rules"),
    (UnsentReason::Other, "another rule", "held back by another rule"),
];

/// Reasons for mailing an inquiry, by the codes of the report on inquiries.
const MAILED: [(&str, &str); 3] = [
    ("confirmed", "the buyer confirmed the email"),
    ("immediate", "at once"),
    ("followup", "after a further step of the buyer"),
];

/// Words for buyers' choices whose code is not readable as words.
const CHOSEN: [(&str, &str); 3] = [("buynow", "buy now"), ("buy_now", "buy now"), ("price_request", "price request")];

/// Members of `bant` in the order of the documents, with their labels.
pub const BANT: [(&str, &str); 12] = [
    ("timeline", "When"),
    ("need", "Need"),
    ("primary_use", "Main use"),
    ("priority", "Priority"),
    ("department", "Department"),
    ("decision_role", "Decision role"),
    ("domain_for", "Buying for"),
    ("budget", "Budget"),
    ("org_website", "Website"),
    ("org_linkedin", "Company on LinkedIn"),
    ("your_linkedin", "Person on LinkedIn"),
    ("job_title", "Job title"),
];

/// Members of `details` in the order of the documents, with their labels. `flow` and `qualification` have a tab of
/// their own, `spam_risk` is shown beside the risk.
pub const DETAILS: [(&str, &str); 11] = [
    ("name_frequency", "People with this name"),
    ("email", "Email"),
    ("phone_location", "Phone location"),
    ("company", "Company"),
    ("contact_text", "Contact details in the message"),
    ("connection", "Connection"),
    ("location", "Location"),
    ("local", "Buyer's local time"),
    ("subject_key", "Email subject"),
    ("inquirer_history", "Earlier inquiries"),
    ("listing", "Your listing"),
];

/// Labels of members below `details` whose keys are unclear, by path.
const MEMBERS: [(&str, &str); 6] = [
    ("email/kind", "Type"),
    ("local/moment", "Time"),
    ("local/weather/then", "Weather at the time"),
    ("local/weather/now", "Weather now"),
    ("listing/buy_now_price", "BIN price"),
    ("listing/min_offer", "Lowest offer"),
];

/// Label of a member below `details`; `None` where its key is clear.
pub fn member(path: &str) -> Option<&'static str> {
    MEMBERS.iter().find(|(known, _)| *known == path).map(|(_, label)| *label)
}

/// Words for one reason in a sentence; an unknown code as sent.
pub fn reason(code: &str) -> String {
    if let Some(held) = UnsentReason::parse(code) {
        return reason_words(held).1.to_owned();
    }
    let mailed = MAILED.iter().find(|(known, _)| *known == code);
    mailed.map_or_else(|| clean_line(code).into_owned(), |(_, words)| (*words).to_owned())
}

/// Words for a reason: short, and as part of a sentence.
fn reason_words(reason: UnsentReason) -> (&'static str, &'static str) {
    let row = REASONS.iter().find(|(known, ..)| *known == reason);
    row.map_or(("", ""), |(_, short, long)| (short, long))
}

/// Sentence on whether the inquiry was mailed to the seller: `Not emailed to you: offer below your minimum`.
///
/// `state` and `reasons` are the service's codes as sent; states the documents do not name are shown as they are.
pub fn delivery(state: Option<&str>, reasons: &[&str]) -> Option<(Tone, String)> {
    let because = reasons.iter().map(|code| reason(code)).collect::<Vec<_>>().join(", ");
    let with = |head: &str| if because.is_empty() { head.to_owned() } else { format!("{head}: {because}") };
    match state {
        Some("delivered" | "sent") => Some((Tone::Info, with("Emailed to you"))),
        Some("unsent" | "undelivered" | "held") => Some((Tone::Warn, with("Not emailed to you"))),
        Some("pending" | "queued" | "waiting") => Some((Tone::Info, with("Not emailed to you yet"))),
        Some(other) => Some((Tone::Info, with(&clean_line(other)))),
        None if because.is_empty() => None,
        None => Some((Tone::Warn, with("Not emailed to you"))),
    }
}

/// Sentence on whether the inquiry of a row was mailed to the seller, as [`delivery`].
pub fn delivery_of(row: &InquiryRow<'_>) -> Option<(Tone, String)> {
    let state = Some(row.delivery()).filter(|state| !state.is_empty());
    let reasons: Vec<&str> = row.delivery_reason().split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    delivery(state, &reasons)
}

/// True for an inquiry that, by its delivery state, the service holds back from the seller's mailbox.
pub fn is_held_back(row: &InquiryRow<'_>) -> bool {
    matches!(delivery_of(row), Some((Tone::Warn, _)))
}

/// `hidden` or `archived` for an inquiry taken out of the inbox, hidden first as in the tabs; `None` for one in it.
pub fn put_away(row: &InquiryRow<'_>) -> Option<&'static str> {
    match (row.hidden(), row.archived()) {
        (true, _) => Some("hidden"),
        (false, true) => Some("archived"),
        (false, false) => None,
    }
}

/// Words for how an inquiry stands, in the order in which counts of them are listed.
pub const STANDINGS: [&str; 6] = ["your turn", "the buyer's turn", "won", "lost", "archived", "hidden"];

/// How an inquiry stands, as one of [`STANDINGS`]. A hidden or archived one waits for nobody.
pub fn standing(row: &InquiryRow<'_>, turn: Turn) -> &'static str {
    match (turn, put_away(row)) {
        (Turn::Won, _) => "won",
        (Turn::Lost, _) => "lost",
        (_, Some(put_away)) => put_away,
        (Turn::Mine, None) => "your turn",
        (Turn::Theirs, None) => "the buyer's turn",
    }
}

/// Spam risk as one word for the list, with its colour.
pub fn risk(level: Option<&str>) -> (Tone, String) {
    match level {
        Some("low") => (Tone::Info, "low".to_owned()),
        Some("medium") => (Tone::Warn, "medium".to_owned()),
        Some("high") => (Tone::Bad, "high".to_owned()),
        Some(other) => (Tone::Info, clean_line(other).into_owned()),
        None => (Tone::Info, crate::ui::text::NONE.to_owned()),
    }
}

/// A reason in a few words, for labels and columns.
pub fn short_reason(reason: UnsentReason) -> &'static str {
    reason_words(reason).0
}

/// Reasons as a row of the list carries them: `below your minimum, not confirmed`.
pub fn short_reasons(codes: &str) -> String {
    let codes = codes.split(',').map(str::trim).filter(|code| !code.is_empty());
    let short = |code: &str| {
        UnsentReason::parse(code).map_or_else(|| clean_line(code).into_owned(), |known| short_reason(known).to_owned())
    };
    codes.map(short).collect::<Vec<_>>().join(", ")
}

/// Words for one step of a conversation.
pub fn step(code: &str) -> String {
    match code {
        "initial" | "submitted" => "first message".to_owned(),
        "confirm" => "email confirmed".to_owned(),
        "bant" => "questions about the purchase".to_owned(),
        other => words_of(other),
    }
}

/// The buyer's choice, short: `offer`, `buy now`; unknown ones as sent.
pub fn intent(code: &str) -> String {
    chosen(code).map_or_else(|| words_of(code), str::to_owned)
}

/// Words for a buyer's choice whose code is not readable as words, for inquiries and reports.
pub fn chosen(code: &str) -> Option<&'static str> {
    CHOSEN.iter().find_map(|(known, words)| (*known == code).then_some(*words))
}

/// Words for the place of a message in its conversation.
pub fn origin(code: &str) -> String {
    match code {
        "initial" => "the first message".to_owned(),
        other => format!("a later step: {}", step(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_states_have_words_and_unknown_ones_stay_as_sent() {
        let unsent = delivery(Some("unsent"), &["below_min_offer"]).map(|(_, text)| text);
        assert_eq!(unsent.as_deref(), Some("Not emailed to you: offer below your minimum"));
        let odd = delivery(Some("parked\u{1b}[31m"), &["moon phase"]).map(|(_, text)| text).unwrap_or_default();
        assert!(odd.starts_with("parked") && odd.ends_with(": moon phase"), "{odd}");
        assert!(!odd.contains('\u{1b}'));
        assert_eq!(delivery(None, &[]), None);
    }

    #[test]
    fn every_reason_of_the_documents_has_words() {
        for held in UnsentReason::ALL {
            let (short, long) = reason_words(*held);
            assert_eq!(reason(held.as_str()), long);
            assert!(!short.is_empty() && !long.contains('_'));
        }
    }
}
