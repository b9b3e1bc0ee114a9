//! Facts that decide about an inquiry, for the preview and the top of the Message tab. The number of their lines stays
//! the same while the rest is loaded, so that a message being read does not move.

use crate::api::inquiries::UnsentReason;
use crate::api::types::{Delivery, Inquiry, SpamRisk};
use crate::api::{Seen, loose};
use crate::base::{Money, Timestamp, Untrusted, Zone, country};
use crate::screens::lookalike;
use crate::store::InquiryRow;
use crate::store::index::inquiries::COVER;
use crate::store::score::Why;
use crate::ui::list::noting;
use crate::ui::text::ago;
use crate::ui::widgets::doc::{Doc, members};
use crate::ui::widgets::page::Part;
use crate::ui::{Role, Tone, World};

use super::super::words;
use super::{Asked, BIN, LEAST, buyer, delivery, line, offer};

/// Facts about an inquiry that are not part of its record.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Present prices of the inquiry's domain.
    pub asked: Asked,
    /// Words for how widely the buyer asks, with their tone.
    pub asks: Option<(Tone, String)>,
    /// Time at which a draft of the reply was last changed.
    pub draft: Option<Timestamp>,
    /// The user's notes about the inquiry.
    pub noted: Vec<Part>,
    /// True while only the row of the list is known; values it lacks are shown as `…`.
    pub loading: bool,
}

impl Beside {
    /// Facts from the store.
    pub fn of(inquiry: &Inquiry, loading: bool, world: &World<'_>) -> Self {
        let asked = Asked::of(inquiry, world.store);
        let history = world.store.query(&super::history::first(inquiry.inquiry_id)).value;
        let draft = world.store.inquiries().drafts().get(&inquiry.inquiry_id.get()).map(|draft| draft.at);
        let mut noted = noting::lines(&inquiry.inquiry_id.into(), world);
        let address = inquiry.email.get();
        noted.extend(address.into_iter().flat_map(|address| noting::lines_of_buyer(address.raw(), world)));
        Self { asked, asks: history.and_then(super::history::verdict), draft, noted, loading }
    }
}

/// The preview: what decides, the message, and how widely the buyer asks.
pub fn preview(inquiry: &Inquiry, beside: &Beside, now: Timestamp, zone: Zone) -> Doc {
    let mut doc = Doc::at(now, zone);
    head(&mut doc, inquiry, beside);
    doc.gap();
    message(&mut doc, inquiry);
    doc.gap();
    match &beside.asks {
        Some((Tone::Warn | Tone::Bad, sentence)) => doc.warn(sentence),
        Some((_, sentence)) => doc.dim(sentence),
        None => {}
    }
    if beside.loading {
        doc.dim("Loading the rest…");
    }
    doc
}

/// Writes one line each about buyer, offer against price, intent and risk.
pub fn head(doc: &mut Doc, inquiry: &Inquiry, beside: &Beside) {
    let domain = inquiry.domain.get().map_or_else(|| "(no domain)".to_owned(), crate::base::DomainName::both);
    let offer = offer(inquiry);
    doc.title(domain, offer.parsed.clone().unwrap_or_else(|| "no offer".to_owned()));
    if let Some(warning) = inquiry.domain.get().and_then(lookalike::warning) {
        doc.warn(warning);
    }
    if offer.differs
        && let Some(sentence) = offer.sentence()
    {
        doc.warn(format!("Offer: {sentence}"));
    } else if let Some(typed) = offer.typed.filter(|_| offer.has_two_readings) {
        doc.dim(format!("typed “{typed}”"));
    }
    // Beside a list the prices may take two lines, because no amount is cut.
    match price(inquiry, &beside.asked) {
        Some(words) => doc.dim(words),
        None => one_line(doc, Role::Dim, None, beside, without_price(inquiry)),
    }
    if let (Some(at), Some((now, zone))) = (beside.draft, doc.clock) {
        let words = format!("draft of a reply, written {} · r continues it", ago(&at.age(now, zone).text));
        doc.parts.push(Part::Text(Role::Staged, words));
    }
    doc.parts.extend(beside.noted.iter().cloned());
    doc.gap();
    who(doc, inquiry, beside);
    doc.gap();
    one_line(doc, Role::Text, serious(inquiry), beside, "Budget and timing not answered");
    risk(doc, inquiry, beside);
    if let Some((Tone::Warn | Tone::Bad, text)) = delivery(inquiry) {
        doc.warn(text);
    }
}

/// Lines of the message, or the note that it is empty.
pub fn message(doc: &mut Doc, inquiry: &Inquiry) {
    match inquiry.message.get() {
        Some(text) if !text.is_blank() => doc.quote(text.block().trim_end()),
        _ => match line(&inquiry.message) {
            Some(odd) => doc.quote(odd),
            None => doc.dim("No message was written."),
        },
    }
}

/// Writes a line even if its words are still loading or do not exist, so that what follows does not move. Longer words
/// continue on the next line.
fn one_line(doc: &mut Doc, role: Role, words: Option<String>, beside: &Beside, none: &str) {
    let (role, words) = match words {
        Some(words) => (role, words),
        None if beside.loading => (Role::Dim, "…".to_owned()),
        None => (Role::Dim, none.to_owned()),
    };
    doc.parts.push(Part::Text(role, words));
}

/// Writes name and email, then company, phone and country, then whether the email is confirmed.
fn who(doc: &mut Doc, inquiry: &Inquiry, beside: &Beside) {
    let (who, warning) = buyer(inquiry);
    doc.text(who);
    if let Some(warning) = warning {
        doc.warn(warning);
    }
    let named = |code: String| country(&code).map_or(code, str::to_owned);
    let reached = [line(&inquiry.company), line(&inquiry.phone), line(&inquiry.country).map(named)];
    let reached: Vec<String> = reached.into_iter().flatten().collect();
    // The row of the list has these already, so the number of lines is the same before the whole inquiry is read.
    if reached.is_empty() {
        one_line(doc, Role::Text, None, beside, "No company, phone or country");
    } else {
        doc.text(reached.join(" · "));
    }
    let (role, words) = match (inquiry.email_confirmed.copied(), inquiry.email_confirmed_date.copied()) {
        (Some(true), Some(at)) => match doc.clock {
            Some((now, zone)) => (Role::Dim, format!("email confirmed {}", ago(&at.age(now, zone).text))),
            None => (Role::Dim, "email confirmed".to_owned()),
        },
        (Some(true), None) => (Role::Dim, "email confirmed".to_owned()),
        (Some(false), _) => (Role::Warn, words::reason(UnsentReason::Unconfirmed.as_str())),
        (None, _) => (Role::Dim, "email confirmation unknown".to_owned()),
    };
    doc.parts.push(Part::Line(vec![(role, words)]));
}

/// Reason why no price of the listing is shown: the service sent none, or it was not understood.
fn without_price(inquiry: &Inquiry) -> &'static str {
    const NOT_UNDERSTOOD: &str = "Listing not understood; the Raw tab shows it";
    match &inquiry.details {
        Seen::Odd(_) => NOT_UNDERSTOOD,
        Seen::Is(details) if !details.is_object() && !members::is_blank(details) => NOT_UNDERSTOOD,
        Seen::Is(details) => match details.get("listing") {
            Some(listing) if !listing.is_object() && !members::is_blank(listing) => NOT_UNDERSTOOD,
            _ => "No price in the listing",
        },
        Seen::Null => "No price in the listing",
        Seen::Missing => "Prices of the listing not sent",
    }
}

/// Prices in words: `BIN $14,900, was $9,000 · min $5,000 · lease to own · 84 % of BIN`. The present price where it is
/// known, else that of the inquiry's own listing.
pub fn price(inquiry: &Inquiry, asked: &Asked) -> Option<String> {
    let listing = inquiry.details.get()?.get("listing")?.as_object()?;
    let figure = |key: &str| loose::number(listing.get(key)?).filter(|number| (0.0..1e15).contains(number));
    let member = |key: &str| listing.get(key).filter(|value| !members::is_blank(value) && **value != false);
    let mut parts = Vec::new();
    let money = |number: f64| Money::from_number(number, asked.currency.clone().unwrap_or_default());
    // The listing names no currency. It is the present one of the domain, unless the domain may have set that later.
    let then_in = asked.currency.clone().filter(|_| !asked.is_own_currency).unwrap_or_default();
    for (key, label) in [(BIN, "BIN"), (LEAST, "min")] {
        let now = asked.now(key).map(|now| now.and_then(money));
        let is_same = |then: f64| now.as_ref().is_some_and(|now| *now == money(then));
        let then = |then: f64| if is_same(then) { money(then) } else { Money::from_number(then, then_in.clone()) };
        let then = member(key).and_then(|value| match figure(key).and_then(then) {
            Some(money) => Some(money.text()),
            None => members::short(value),
        });
        let now = now.filter(|now| then.is_some() || now.is_some());
        let now = now.map(|now| now.map_or_else(|| "none".to_owned(), |money| money.text()));
        parts.extend(match (now, then) {
            // While the price is covered, it is not shown either that it was another one.
            (Some(now), Some(then)) if now != then && then != COVER => Some(format!("{label} {now}, was {then}")),
            (Some(now), _) => Some(format!("{label} {now}")),
            (None, then) => then.map(|then| format!("{label} {then}")),
        });
    }
    match member("lease_to_own").map(|value| (loose::yes(value), value)) {
        Some((Some(true), _)) => parts.push("lease to own".to_owned()),
        Some((None, value)) => parts.extend(members::short(value).map(|text| format!("lease to own {text}"))),
        Some((Some(false), _)) | None => {}
    }
    // Amounts in two currencies cannot be compared.
    let is_own = asked.currency.is_some() && inquiry.offer_currency.get() == asked.currency.as_ref();
    if let Some(offer) = inquiry.offer.copied().filter(|_| is_own) {
        let in_force = |key: &str| asked.now(key).unwrap_or_else(|| figure(key));
        if let Some(bin) = in_force(BIN).filter(|bin| *bin > 0.0) {
            parts.push(Why::OfBin(offer / bin).to_string());
        }
        if in_force(LEAST).is_some_and(|min| offer < min) {
            parts.push(words::short_reason(UnsentReason::BelowMinOffer).to_owned());
        }
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Answers of the buyer about money, time and who decides: `Budget $14,000 · This quarter · I decide`.
fn serious(inquiry: &Inquiry) -> Option<String> {
    let bant = inquiry.bant.get()?;
    let budget = line(&bant.budget).map(|budget| format!("Budget {budget}"));
    let decides = line(&bant.decision_role).or_else(|| line(&bant.job_title));
    let parts: Vec<String> = [budget, line(&bant.timeline), decides].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Writes the risk with its first reason: `Risk medium · free mail address and 2 more`.
fn risk(doc: &mut Doc, inquiry: &Inquiry, beside: &Beside) {
    let level = inquiry.spam_risk.get().map(SpamRisk::as_str);
    let (tone, words) = words::risk(level);
    let words = if level.is_some() { words } else { "not assessed".to_owned() };
    let mut pieces = vec![(Role::Dim, "Risk ".to_owned()), (tone.into(), words)];
    let reasons = inquiry.details.get().and_then(|details| details.get("spam_risk")?.get("reasons"));
    let reasons = reasons.filter(|reasons| !members::is_blank(reasons)).and_then(|reasons| {
        match reasons.as_array().map(Vec::as_slice) {
            // One reason keeps the text to one line beside a list; the Message tab has all of them.
            Some([first, more @ ..]) if !more.is_empty() => {
                members::short(first).map(|first| format!("{first} and {} more", more.len()))
            }
            _ => members::short(reasons),
        }
    });
    match reasons {
        Some(reasons) => pieces.push((Role::Dim, format!(" · {}", reasons.replace('_', " ")))),
        None if beside.loading => pieces.push((Role::Dim, " · …".to_owned())),
        None => {}
    }
    doc.parts.push(Part::Line(pieces));
}

/// Inquiry with the values that the row of the list has.
pub fn of_row(row: &InquiryRow<'_>) -> Inquiry {
    fn text(text: &str) -> Seen<Untrusted> {
        if text.is_empty() { Seen::Missing } else { Seen::Is(Untrusted::from(text)) }
    }
    fn seen<T>(value: Option<T>) -> Seen<T> {
        value.map_or(Seen::Missing, Seen::Is)
    }
    let offer = row.offer();
    let unit = |money: &Money| 10f64.powi(money.currency.decimals().cast_signed());
    let level = Some(row.risk()).filter(|level| !level.is_empty());
    Inquiry {
        inquiry_id: row.id(),
        reference: text(row.reference()),
        inquire_date: seen(row.date()),
        domain: seen((!row.punycode().is_empty()).then(|| row.domain_name())),
        intent: text(row.intent()),
        country: text(row.country()),
        full_name: text(row.buyer()),
        email: text(row.email()),
        company: text(row.company()),
        phone: text(row.phone()),
        message: text(row.message_start()),
        offer: seen(offer.as_ref().map(|money| money.minor as f64 / unit(money))),
        offer_text: text(row.offer_text()),
        offer_currency: seen(offer.map(|money| money.currency)),
        email_confirmed: seen(row.confirmed()),
        email_confirmed_date: seen(row.confirmed_at()),
        delivery: Seen::Is(Delivery { state: text(row.delivery()), reason: text(row.delivery_reason()) }),
        spam_risk: seen(level.map(SpamRisk::parse)),
        ..Inquiry::default()
    }
}
