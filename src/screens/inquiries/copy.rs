//! Fields of an inquiry that `y` copies, cleaned for one line; the message keeps its line breaks. Of several marked
//! inquiries each field makes a list, one line for each that has it.

use std::fmt::Write as _;

use crate::api::types::Inquiry;
use crate::base::{MailAddress, clean_line};
use crate::screens::inquiry::content::{self, line};
use crate::store::InquiryRow;
use crate::ui::{Cx, Outcome, copy_menu, text, veiled};

use super::state::Inquiries;

type Fields = Vec<(&'static str, String)>;

/// Opens the menu over the inquiry in front of the user, or over the marked ones.
pub fn copy(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let index = cx.world.store.inquiries();
    let marked = screen.list.table().targets();
    if screen.list.detail.is_none() && marked.marked {
        let rows: Vec<_> = marked.ids.iter().filter_map(|id| Some(sent(&index.row(*id)?))).collect();
        let of = text::counted(rows.len() as u64, "inquiry", "inquiries");
        let menu = copy_menu(format!("Copy from {of}, one line each"), fields_of_several(&rows));
        return cx.menu(veiled(menu, &cx.world));
    }
    let Some(id) = screen.current() else { return Outcome::Refused("No inquiry here.".to_owned()) };
    let fields = match (index.full_as_sent(id), index.row(id)) {
        (Some(inquiry), _) => fields(&inquiry),
        (None, Some(row)) => of_row(&sent(&row)),
        (None, None) => Vec::new(),
    };
    let of = index.row(id).map_or_else(String::new, |row| format!(" from {}", row.domain()));
    if fields.is_empty() {
        return Outcome::Refused("Nothing of this inquiry is known yet.".to_owned());
    }
    cx.menu(veiled(copy_menu(format!("Copy{of}"), fields), &cx.world))
}

/// The inquiry as far as the row knows it, even if it is covered on the screen.
fn sent(row: &InquiryRow<'_>) -> Inquiry {
    content::brief::of_row(&row.as_sent())
}

/// A field: its name for one inquiry, its name for several where the list knows it whole, and its text.
type Field = (&'static str, Option<&'static str>, fn(&Inquiry) -> Option<String>);

const FIELDS: [Field; 13] = [
    ("Address", Some("Addresses"), |inquiry| line(&inquiry.email)),
    ("Name", Some("Names"), |inquiry| line(&inquiry.full_name)),
    ("Name and address", Some("Names and addresses"), |inquiry| {
        Some(format!("{} <{}>", line(&inquiry.full_name)?, line(&inquiry.email)?))
    }),
    ("Domain", Some("Domains"), |inquiry| Some(inquiry.domain.get()?.unicode().to_owned())),
    (PUNYCODE, Some("Domains in punycode"), |inquiry| punycode(inquiry)),
    ("Offer", Some("Offers"), |inquiry| content::offer(inquiry).parsed),
    ("Offer as typed", None, |inquiry| {
        let offer = content::offer(inquiry);
        offer.typed.filter(|_| offer.differs || offer.has_two_readings)
    }),
    ("Company", Some("Companies"), |inquiry| line(&inquiry.company)),
    ("Phone", Some("Phones"), |inquiry| line(&inquiry.phone)),
    ("Country", None, |inquiry| line(&inquiry.country)),
    ("Message", None, |inquiry| Some(inquiry.message.get()?.block().into_owned())),
    ("Reference", Some("References"), |inquiry| line(&inquiry.reference)),
    ("Inquiry number", Some("Inquiry numbers"), |inquiry| Some(inquiry.inquiry_id.to_string())),
];

const PUNYCODE: &str = "Domain in punycode";

fn punycode(inquiry: &Inquiry) -> Option<String> {
    Some(clean_line(inquiry.domain.get()?.punycode()).into_owned())
}

/// Fields to copy with their names; those that were not sent are left out.
fn fields(inquiry: &Inquiry) -> Fields {
    let mut fields = known_fields(inquiry, FIELDS.iter());
    let whole = as_text(&fields);
    let domain = inquiry.domain.get().map(|domain| domain.unicode().to_owned());
    let subject = match (domain, line(&inquiry.reference)) {
        (Some(domain), Some(reference)) => format!("{domain} [{reference}]"),
        (domain, reference) => domain.or(reference).unwrap_or_default(),
    };
    let mail = line(&inquiry.email).and_then(|email| MailAddress::parse(&email).ok()).map(|to| to.link(&subject, ""));
    let link = punycode(inquiry).map(|domain| format!("http://{domain}/"));
    let more = [("Everything as text", Some(whole)), ("mailto link", mail), ("Link to the domain", link)];
    fields.extend(more.into_iter().filter_map(|(what, text)| Some((what, text?))));
    fields
}

/// These fields, as far as they were sent and say something of their own.
fn known_fields<'a>(inquiry: &Inquiry, fields: impl Iterator<Item = &'a Field>) -> Fields {
    let plain = inquiry.domain.get().is_some_and(|domain| domain.unicode() == domain.punycode());
    let told = fields.filter(|(what, ..)| !(plain && *what == PUNYCODE));
    let known = told.filter_map(|(what, _, of)| Some((*what, of(inquiry).filter(|text| !text.trim().is_empty())?)));
    known.collect()
}

/// Fields known from the list, until the whole inquiry is read.
fn of_row(inquiry: &Inquiry) -> Fields {
    known_fields(inquiry, FIELDS.iter().filter(|(_, several, _)| several.is_some()))
}

/// One list per field, and all of them as blocks of text. Messages are left out, because a row knows only their
/// beginning.
fn fields_of_several(rows: &[Inquiry]) -> Fields {
    let list = |of: fn(&Inquiry) -> Option<String>| rows.iter().filter_map(of).collect::<Vec<_>>().join("\n");
    let mut fields: Fields = FIELDS.iter().filter_map(|(_, several, of)| Some(((*several)?, list(*of)))).collect();
    let blocks: Vec<String> = rows.iter().map(|row| as_text(&of_row(row))).collect();
    fields.push(("Everything but the messages as text", blocks.join("\n")));
    fields.retain(|(_, text)| !text.trim().is_empty());
    fields
}

/// Labelled lines; a message stands below the others.
fn as_text(fields: &[(&'static str, String)]) -> String {
    let mut out = String::new();
    let mut message = None;
    for (what, text) in fields {
        match *what {
            // Said by the two others.
            "Name and address" => {}
            "Message" => message = Some(text),
            what => {
                let _ = writeln!(out, "{what}: {text}");
            }
        }
    }
    if let Some(message) = message {
        let _ = write!(out, "\n{}\n", message.trim_end());
    }
    out
}
