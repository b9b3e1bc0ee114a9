//! Fields of the site as data. Those for looks and content are not documented, so their kind follows from the value the
//! service sent.

use crate::base::DomainName;
use crate::store::Value;
use crate::store::writes::intent::{Fields as _, Object, PORTFOLIO_FIELDS, SavePortfolio, field_of};
use crate::ui::widgets::form::{Field, Kind};

/// Field with the domain that shows the site.
pub const HOST: &str = "host_domain";
/// Id of the line for what can be set on the service's site only.
const ELSEWHERE: &str = "elsewhere";

/// Kind and help of a field.
fn about(name: &str) -> (Kind, &'static str) {
    match name {
        "enabled" => (Kind::Bool, "Turning it off releases the host domain and keeps the permanent link"),
        "public_name" => (Kind::Text, "The end of its address; once you give it up, another account can take it"),
        HOST => (Kind::Text, "A verified domain that shows the site; enter lists them, d releases it"),
        _ => (Kind::Shown, "o opens the site, y copies an address"),
    }
}

fn help(kind: &Kind) -> &'static str {
    match kind {
        Kind::Any => "Text; 5, true or {…} is sent as a number, a switch or an object, \"5\" as text",
        Kind::List => "Words between commas",
        Kind::Json => "JSON, written in your editor",
        _ => "",
    }
}

/// Fields in their order, without values.
pub fn fields(object: &Object) -> Vec<Field> {
    let named = PORTFOLIO_FIELDS.into_iter().map(|(name, label)| {
        let (kind, help) = about(name);
        let mut field = Field::of(name, label, kind, None).with_help(help);
        if ["public_name", HOST].contains(&name) {
            field = field.clearing();
            field.required = true;
        }
        if let (HOST, Some(host)) = (name, field_of::<SavePortfolio>(object, name).as_ref().and_then(Value::as_text)) {
            let host = DomainName::from_service(host);
            let unicode = (host.unicode() != host.punycode()).then(|| host.unicode().to_owned());
            field.aside = unicode.unwrap_or_default().into();
        }
        field
    });
    let others = object.iter().filter(|(name, _)| PORTFOLIO_FIELDS.iter().all(|(known, _)| known != name));
    let others = others.map(|(name, value)| {
        let kind = Kind::of(&value.clone().into()).unwrap_or(Kind::Any);
        let (label, help) = (SavePortfolio::called(name), help(&kind));
        Field::of(name.clone(), label, kind, None).with_help(help).clearing()
    });
    let elsewhere = Field::of(ELSEWHERE, "Categories, colours of domains", Kind::Shown, None);
    named.chain(others).chain([elsewhere]).collect()
}

/// Value of a field in an answer.
pub fn value(object: &Object, name: &str) -> Option<Value> {
    if name == ELSEWHERE {
        Some(Value::text("only on the service’s site"))
    } else {
        field_of::<SavePortfolio>(object, name)
    }
}
