//! Privacy mode: an inquiry as it may be shown while other people can see the screen. Names, addresses, phone
//! numbers, prices and all texts of the buyer are masked; domains, dates, marks and risks stay.

use serde_json::Value;

use crate::api::Seen;
use crate::api::types::{Bant, Inquiry};
use crate::base::Untrusted;

/// Text shown in place of a masked one.
pub const COVER: &str = "•••";

/// Inquiry with everything personal masked. A field that was not sent stays missing.
pub fn covered(inquiry: &Inquiry) -> Inquiry {
    let mut shown = inquiry.clone();
    for field in [
        &mut shown.full_name,
        &mut shown.email,
        &mut shown.company,
        &mut shown.phone,
        &mut shown.source,
        &mut shown.offer_text,
    ] {
        cover(field);
    }
    if let Seen::Is(message) = &shown.message {
        shown.message = Seen::Is(Untrusted::from(letters_covered(message.raw())));
    } else {
        cover(&mut shown.message);
    }
    // The amount is masked, but it stays visible that there is an offer.
    if !matches!(std::mem::take(&mut shown.offer), Seen::Missing | Seen::Null) {
        shown.offer_text = Seen::Is(Untrusted::from(COVER));
    }
    if let Seen::Is(bant) = &mut shown.bant {
        answers(bant);
    }
    if let Seen::Is(details) = &mut shown.details {
        value(details, false);
    }
    shown
}

fn answers(bant: &mut Bant) {
    for field in [
        &mut bant.timeline,
        &mut bant.need,
        &mut bant.primary_use,
        &mut bant.priority,
        &mut bant.department,
        &mut bant.decision_role,
        &mut bant.domain_for,
        &mut bant.budget,
        &mut bant.org_website,
        &mut bant.org_linkedin,
        &mut bant.your_linkedin,
        &mut bant.job_title,
    ] {
        cover(field);
    }
}

fn cover(field: &mut Seen<Untrusted>) {
    let empty = match field {
        Seen::Missing | Seen::Null => true,
        Seen::Is(text) => text.is_blank(),
        Seen::Odd(_) => false,
    };
    if !empty {
        *field = Seen::Is(Untrusted::from(COVER));
    }
}

/// Text with a dot in place of every character that is not white space.
fn letters_covered(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() { c } else { '•' }).collect()
}

/// Masks every text of the details, whose members are not documented, and all numbers of the listing.
fn value(json: &mut Value, figures: bool) {
    match json {
        Value::String(text) if !text.is_empty() => COVER.clone_into(text),
        Value::Number(_) if figures => *json = Value::String(COVER.to_owned()),
        Value::Array(items) => items.iter_mut().for_each(|item| value(item, figures)),
        Value::Object(members) => {
            for (name, member) in members {
                value(member, figures || name == "listing");
            }
        }
        _ => {}
    }
}
