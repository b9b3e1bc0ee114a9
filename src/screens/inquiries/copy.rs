//! What `y` offers of an inquiry, field by field, cleaned for one line; the message keeps its line breaks. Of several
//! marked inquiries each field makes a list, one line for each that has it.

use std::fmt::Write as _;

use crate::api::types::Inquiry;
use crate::base::{MailAddress, clean_line};
use crate::store::InquiryRow;
use crate::ui::{Cx, Menu, Outcome, World, copy_menu, text};

use super::content;
use super::state::Inquiries;

type Fields = Vec<(&'static str, String)>;

/// Opens the menu over the inquiry in front of the user, or over the marked ones.
pub fn copy(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let index = cx.world.store.inquiries();
    let marked = screen.list.table().targets();
    if screen.list.detail.is_none() && marked.marked {
        let rows: Vec<_> = marked.ids.iter().filter_map(|id| index.row(*id).map(InquiryRow::as_sent)).collect();
        let of = text::counted(rows.len() as u64, "inquiry", "inquiries");
        let menu = copy_menu(format!("Copy from {of}, one line each"), fields_of_several(&rows));
        cx.menu(veiled(menu, &cx.world));
        return Outcome::Done;
    }
    let Some(id) = screen.current() else { return Outcome::Refused("No inquiry here.".to_owned()) };
    let fields = match (index.full_as_sent(id), index.row(id)) {
        (Some(inquiry), _) => fields(&inquiry),
        (None, Some(row)) => known_fields(&row.as_sent()),
        (None, None) => Vec::new(),
    };
    let of = index.row(id).map_or_else(String::new, |row| format!(" from {}", row.domain()));
    if fields.is_empty() {
        return Outcome::Refused("Nothing of this inquiry is known yet.".to_owned());
    }
    cx.menu(veiled(copy_menu(format!("Copy{of}"), fields), &cx.world));
    Outcome::Done
}

/// In privacy mode the fields are named and not shown; what is copied is what was sent.
fn veiled(mut menu: Menu, world: &World<'_>) -> Menu {
    if world.store.session().redact {
        menu.items.iter_mut().for_each(|item| item.hint.clear());
    }
    menu
}

/// Every field worth a clipboard, with its name; fields that were not sent are left out.
fn fields(inquiry: &Inquiry) -> Fields {
    let offer = content::offer(inquiry);
    let domain = inquiry.domain.get();
    let name = content::line(&inquiry.full_name);
    let email = content::line(&inquiry.email);
    let reference = content::line(&inquiry.reference);
    let punycode = domain.map(|domain| clean_line(domain.punycode()).into_owned());
    let unicode = domain.map(|domain| domain.unicode().to_owned());
    let message = inquiry.message.get().filter(|text| !text.is_blank()).map(|text| text.block().into_owned());
    let mut fields = kept(vec![
        ("Address", email.clone()),
        ("Name", name.clone()),
        ("Name and address", both(name.as_deref(), email.as_deref())),
        ("Domain", unicode.clone()),
        ("Domain in punycode", punycode.clone().filter(|punycode| unicode.as_ref() != Some(punycode))),
        ("Offer", offer.parsed),
        ("Offer as typed", offer.typed.filter(|_| offer.differs || offer.has_two_readings)),
        ("Company", content::line(&inquiry.company)),
        ("Phone", content::line(&inquiry.phone)),
        ("Country", content::line(&inquiry.country)),
        ("Message", message),
        ("Reference", reference.clone()),
        ("Inquiry number", Some(inquiry.inquiry_id.to_string())),
    ]);
    let whole = as_text(&fields);
    let subject = match (&unicode, &reference) {
        (Some(domain), Some(reference)) => format!("{domain} [{reference}]"),
        (domain, reference) => domain.clone().or(reference.clone()).unwrap_or_default(),
    };
    let mail = email.and_then(|email| MailAddress::parse(&email).ok()).map(|to| to.link(&subject, ""));
    fields.extend(kept(vec![
        ("Everything as text", Some(whole)),
        ("Link that begins a mail", mail),
        ("Link to the domain", punycode.map(|domain| format!("http://{domain}/"))),
    ]));
    fields
}

/// What the list knows, while the whole inquiry is not here yet.
fn known_fields(row: &InquiryRow<'_>) -> Fields {
    let told_already = |what: &str| what == "Domain in punycode" && row.punycode() == row.domain();
    kept(ROW.iter().filter(|(one, ..)| !told_already(one)).map(|(one, _, of)| (*one, of(row))).collect())
}

/// The fields of a row: its name for one, its name for several, and where it is.
type OfRow = (&'static str, &'static str, fn(&InquiryRow<'_>) -> Option<String>);

const ROW: [OfRow; 10] = [
    ("Address", "Addresses", |row| some(row.email())),
    ("Name", "Names", |row| some(row.buyer())),
    ("Name and address", "Names and addresses", |row| both(some(row.buyer()).as_deref(), some(row.email()).as_deref())),
    ("Domain", "Domains", |row| some(row.domain())),
    ("Domain in punycode", "Domains in punycode", |row| some(row.punycode())),
    ("Offer", "Offers", |row| row.offer().map(|money| money.text())),
    ("Company", "Companies", |row| some(row.company())),
    ("Phone", "Phones", |row| some(row.phone())),
    ("Reference", "References", |row| some(row.reference())),
    ("Inquiry number", "Inquiry numbers", |row| Some(row.id().to_string())),
];

/// One list per field, and all of them as blocks of text; messages are left out, of which a row knows the beginning only.
fn fields_of_several(rows: &[InquiryRow<'_>]) -> Fields {
    let list = |of: fn(&InquiryRow<'_>) -> Option<String>| rows.iter().filter_map(of).collect::<Vec<_>>().join("\n");
    let mut fields: Fields = ROW.iter().map(|(_, several, of)| (*several, list(*of))).collect();
    let blocks: Vec<String> = rows.iter().map(|row| as_text(&known_fields(row))).collect();
    fields.push(("Everything but the messages as text", blocks.join("\n")));
    fields.retain(|(_, text)| !text.trim().is_empty());
    fields
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn both(name: Option<&str>, email: Option<&str>) -> Option<String> {
    Some(format!("{} <{}>", name?, email?))
}

fn kept(fields: Vec<(&'static str, Option<String>)>) -> Fields {
    fields.into_iter().filter_map(|(what, text)| Some((what, text.filter(|text| !text.trim().is_empty())?))).collect()
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
