//! Filters of an export of inquiries: the form of `+`, and the words after `:export inquiries`.

use crate::api::exports::Kind;
use crate::api::inquiries::{DeliveryFilter, Order, Status};
use crate::base::{DomainName, clean_line, not_one_of, unknown};
use crate::store::writes::intent::ExportAsk;
use crate::ui::widgets::form::{Field, Form, Kind as FieldKind};

/// Words of each filter, as typed and chosen.
const STATUS: [(&str, Option<Status>); 3] =
    [("all", None), ("confirmed", Some(Status::Confirmed)), ("unconfirmed", Some(Status::Unconfirmed))];
const DELIVERY: [(&str, Option<DeliveryFilter>); 3] =
    [("all", None), ("delivered", Some(DeliveryFilter::Delivered)), ("unsent", Some(DeliveryFilter::Unsent))];
const ORDER: [(&str, Option<Order>); 2] = [("newest", None), ("offer", Some(Order::Offer))];
/// Choices of whether the file is saved once it is ready.
const SAVE: [(&str, bool); 2] = [("keep it at the service", false), ("save the file", true)];
/// Word after `:export` for saving the file.
const SAVE_WORD: &str = "save";

/// Export of that kind without any filter.
fn plain(kind: Kind) -> ExportAsk {
    ExportAsk { kind, domain: None, status: None, delivery: None, order: None }
}

/// The form for an export of inquiries.
pub fn form() -> Form {
    let field = |id: &'static str, label: &'static str, help: &'static str, kind| {
        Field::new(id, label, kind, "").with_help(help)
    };
    let choice = |id, label, help, words: Vec<&str>| {
        field(id, label, help, FieldKind::Choice(words.into_iter().map(str::to_owned).collect()))
    };
    let domain = field("domain", "About the domain", "Empty for all domains.", FieldKind::Text);
    Form::new(vec![
        domain,
        choice("status", "Status", "Whether the buyer confirmed the address.", words(&STATUS)),
        choice("delivery", "Delivery", "Whether it was emailed to you.", words(&DELIVERY)),
        choice("order", "Order", "Newest first, or the highest offer first.", words(&ORDER)),
        choice("save", "When ready", "Enter here starts the export. S saves its file for 7 days.", words(&SAVE)),
    ])
}

fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

/// Filter a word stands for; `None` for an unknown word.
fn of<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, value)| *value)
}

/// Request made from the form, and true if the file is to be saved.
///
/// # Errors
/// The id of the wrong field, and why it is wrong.
pub fn of_form(form: &Form) -> Result<(ExportAsk, bool), (&'static str, String)> {
    let typed = form.value("domain");
    let domain = if typed.is_empty() { None } else { Some(domain(&typed).map_err(|why| ("domain", why))?) };
    let save = of(&SAVE, &form.value("save")).unwrap_or(false);
    let ask = ExportAsk {
        kind: Kind::Inquiries,
        domain,
        status: of(&STATUS, &form.value("status")).flatten(),
        delivery: of(&DELIVERY, &form.value("delivery")).flatten(),
        order: of(&ORDER, &form.value("order")).flatten(),
    };
    Ok((ask, save))
}

fn domain(typed: &str) -> Result<DomainName, String> {
    DomainName::parse(typed).map_err(|why| format!("“{}” is not a domain name: {why}", clean_line(typed)))
}

/// Request made from words such as `:export domains save` or `:export inquiries confirmed domain:solarpark.de`, and
/// true if the file is to be saved.
///
/// # Errors
/// A sentence naming the unknown word, with the nearest known one.
pub fn of_words(words: &[String]) -> Result<(ExportAsk, bool), String> {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let many = words.len();
    words.retain(|word| !word.eq_ignore_ascii_case(SAVE_WORD));
    Ok((ask_of(&words)?, words.len() < many))
}

fn ask_of(words: &[&str]) -> Result<ExportAsk, String> {
    let Some((kind, rest)) = words.split_first() else {
        return Err("Usage: :export domains or inquiries".to_owned());
    };
    let kind = Kind::parse(kind).ok_or_else(|| not_one_of("export", kind, &["domains", "inquiries"]))?;
    let mut ask = plain(kind);
    if kind == Kind::Domains {
        return match rest.first() {
            None => Ok(ask),
            Some(word) => {
                Err(format!("A domains export always holds all of them; “{}” is not possible.", clean_line(word)))
            }
        };
    }
    for word in rest {
        take(&mut ask, word)?;
    }
    Ok(ask)
}

const NAMES: [&str; 4] = ["domain", "status", "delivery", "order"];

fn take(ask: &mut ExportAsk, word: &str) -> Result<(), String> {
    let unknown = |word: &str, known: Vec<&str>| unknown("export filter", word, known);
    match word.split_once(':') {
        Some(("domain", name)) => ask.domain = Some(domain(name)?),
        Some(("status", value)) => ask.status = of(&STATUS, value).ok_or_else(|| unknown(value, words(&STATUS)))?,
        Some(("delivery", value)) => {
            ask.delivery = of(&DELIVERY, value).ok_or_else(|| unknown(value, words(&DELIVERY)))?;
        }
        Some(("order", value)) => ask.order = of(&ORDER, value).ok_or_else(|| unknown(value, words(&ORDER)))?,
        Some((name, _)) => return Err(unknown(name, NAMES.to_vec())),
        None => {
            // A single word shows which filter it is for, except `all`, which two filters have.
            if let Some(status) = of(&STATUS, word).filter(Option::is_some) {
                ask.status = status;
            } else if let Some(delivery) = of(&DELIVERY, word).filter(Option::is_some) {
                ask.delivery = delivery;
            } else if let Some(order) = of(&ORDER, word) {
                ask.order = order;
            } else {
                let known =
                    ["confirmed", "unconfirmed", "delivered", "unsent", "offer", "newest", "domain:", SAVE_WORD];
                return Err(unknown(word, known.to_vec()));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<ExportAsk, String> {
        read_all(line).map(|(ask, _)| ask)
    }

    fn read_all(line: &str) -> Result<(ExportAsk, bool), String> {
        of_words(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn filter_words_narrow_an_export_of_inquiries_and_no_other() {
        let ask = read("inquiries confirmed unsent order:offer domain:éclair.shop").expect("read");
        assert_eq!((ask.status, ask.delivery), (Some(Status::Confirmed), Some(DeliveryFilter::Unsent)));
        assert_eq!(ask.order, Some(Order::Offer));
        assert_eq!(ask.domain.map(|name| name.punycode().to_owned()).as_deref(), Some("xn--clair-9ra.shop"));
        assert_eq!(read("domains"), Ok(plain(Kind::Domains)));
        assert_eq!(read("inquiries status:all"), Ok(plain(Kind::Inquiries)));
        assert!(read("domains unsent").is_err_and(|why| why.contains("all of them")));
        assert_eq!(read_all("domains save"), Ok((plain(Kind::Domains), true)));
        assert_eq!(read_all("domains"), Ok((plain(Kind::Domains), false)));
    }

    #[test]
    fn an_unknown_export_word_is_named_with_the_nearest_known_one() {
        for (line, wanted) in [
            ("", "domains or inquiries"),
            ("domain", "Unknown export “domain”. Use domains or inquiries."),
            ("inquiries confirmd", "Did you mean “confirmed”?"),
            ("inquiries sttus:all", "Did you mean “status”?"),
            ("inquiries delivery:sent", "“sent”"),
            ("inquiries domain:not/a/name", "not a domain name"),
        ] {
            let why = read(line).expect_err(line);
            assert!(why.contains(wanted), "{line}: {why}");
        }
    }

    #[test]
    fn the_untouched_export_form_asks_for_all_inquiries() {
        assert_eq!(of_form(&form()), Ok((plain(Kind::Inquiries), false)));
    }
}
