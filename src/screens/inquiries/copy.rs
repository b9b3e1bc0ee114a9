//! Fields of an inquiry that `y` copies, cleaned for one line; the message keeps its line breaks. For several marked
//! inquiries, each field is a list with one line per inquiry that has it.

use std::fmt::Write as _;

use crate::api::types::Inquiry;
use crate::base::MailAddress;
use crate::screens::inquiry::content;
use crate::screens::inquiry::fields::{ALL, DOMAIN, EMAIL, Field, MESSAGE, NAME_AND_EMAIL, PUNYCODE, REFERENCE};
use crate::store::InquiryRow;
use crate::ui::{Cx, Outcome, copy_menu, text, veiled};

use super::state::Inquiries;

type Fields = Vec<(&'static str, String)>;

/// Opens the copy menu for the inquiry in front of the user, or for the marked ones.
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

/// Inquiry with what its row knows, in plain text even while it is redacted on the screen.
fn sent(row: &InquiryRow<'_>) -> Inquiry {
    content::brief::of_row(&row.as_sent())
}

/// Fields to copy with their names; those that were not sent are left out.
fn fields(inquiry: &Inquiry) -> Fields {
    let mut fields = known_fields(inquiry, &ALL);
    let whole = as_text(&fields);
    let subject = match ((DOMAIN.value)(inquiry), (REFERENCE.value)(inquiry)) {
        (Some(domain), Some(reference)) => format!("{domain} [{reference}]"),
        (domain, reference) => domain.or(reference).unwrap_or_default(),
    };
    let mail = (EMAIL.value)(inquiry).and_then(|email| MailAddress::parse(&email).ok()).map(|to| to.link(&subject, ""));
    let link = (PUNYCODE.value)(inquiry).map(|domain| format!("http://{domain}/"));
    let more = [("Everything as text", Some(whole)), ("mailto link", mail), ("Link to the domain", link)];
    fields.extend(more.into_iter().filter_map(|(what, text)| Some((what, text?))));
    fields
}

/// Labels and values of those of `fields` that were sent and repeat no other field.
fn known_fields<'a>(inquiry: &Inquiry, fields: impl IntoIterator<Item = &'a Field>) -> Fields {
    let plain = inquiry.domain.get().is_some_and(|domain| domain.unicode() == domain.punycode());
    let told = fields.into_iter().filter(|field| !(plain && field.label == PUNYCODE.label));
    let value = |field: &Field| (field.value)(inquiry).filter(|text| !text.trim().is_empty());
    told.filter_map(|field| Some((field.label, value(field)?))).collect()
}

/// Fields known from the list, until the whole inquiry is read.
fn of_row(inquiry: &Inquiry) -> Fields {
    known_fields(inquiry, ALL.iter().filter(|field| field.several.is_some()))
}

/// Lists of several inquiries' values, one per field, then all inquiries as blocks of text. Messages are left out,
/// because a row knows only their beginning.
fn fields_of_several(rows: &[Inquiry]) -> Fields {
    let list = |of: fn(&Inquiry) -> Option<String>| rows.iter().filter_map(of).collect::<Vec<_>>().join("\n");
    let mut fields: Fields = ALL.iter().filter_map(|field| Some((field.several?, list(field.value)))).collect();
    let blocks: Vec<String> = rows.iter().map(|row| as_text(&of_row(row))).collect();
    fields.push(("Everything but the messages as text", blocks.join("\n")));
    fields.retain(|(_, text)| !text.trim().is_empty());
    fields
}

/// Text of labelled lines, with the message below the others.
fn as_text(fields: &[(&'static str, String)]) -> String {
    let mut out = String::new();
    let mut message = None;
    for (what, text) in fields {
        // Name and email have lines of their own.
        if *what == NAME_AND_EMAIL.label {
            continue;
        }
        if *what == MESSAGE.label {
            message = Some(text);
        } else {
            let _ = writeln!(out, "{what}: {text}");
        }
    }
    if let Some(message) = message {
        let _ = write!(out, "\n{}\n", message.trim_end());
    }
    out
}
