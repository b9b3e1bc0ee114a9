//! What `y` offers of an inquiry, field by field, cleaned for one line; the message keeps its line breaks.

use crate::api::types::Inquiry;
use crate::store::InquiryRow;

use super::content;

/// Every field worth a clipboard, with its name; fields that were not sent are left out.
pub fn fields(inquiry: &Inquiry) -> Vec<(&'static str, String)> {
    let offer = content::offer(inquiry);
    let domain = inquiry.domain.get();
    let out: Vec<(&'static str, Option<String>)> = vec![
        ("Address", content::line(&inquiry.email)),
        ("Name", content::line(&inquiry.full_name)),
        ("Domain", domain.map(|domain| domain.unicode().to_owned())),
        ("Domain in punycode", domain.filter(|d| d.unicode() != d.punycode()).map(|d| d.punycode().to_owned())),
        ("Offer", offer.parsed),
        ("Offer as typed", offer.typed.filter(|_| offer.differs || offer.has_two_readings)),
        ("Company", content::line(&inquiry.company)),
        ("Phone", content::line(&inquiry.phone)),
        ("Message", inquiry.message.get().filter(|text| !text.is_blank()).map(|text| text.block().into_owned())),
        ("Reference", content::line(&inquiry.reference)),
        ("Inquiry number", Some(inquiry.inquiry_id.to_string())),
    ];
    out.into_iter().filter_map(|(what, text)| Some((what, text.filter(|text| !text.trim().is_empty())?))).collect()
}

/// What the list knows, while the whole inquiry is not here yet.
pub fn known_fields(row: &InquiryRow<'_>) -> Vec<(&'static str, String)> {
    let fields = [
        ("Address", row.email().to_owned()),
        ("Name", row.buyer().to_owned()),
        ("Domain", row.domain().to_owned()),
        ("Offer", row.offer().map(|money| money.text()).unwrap_or_default()),
        ("Company", row.company().to_owned()),
        ("Phone", row.phone().to_owned()),
        ("Reference", row.reference().to_owned()),
        ("Inquiry number", row.id().to_string()),
    ];
    fields.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}
