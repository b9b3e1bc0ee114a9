//! Preview of a domain, and the texts it shares with the page of an opened domain.

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id};
use crate::store::DomainRow;
use crate::store::findings::asked::{Asked, Figures};
use crate::ui::widgets::page::{Part, below};
use crate::ui::{Look, World};

use super::{around, overview, sale};

/// Newest inquiries about a domain.
pub fn newest<'a>(name: &DomainName, sums: &'a Asked) -> &'a [Id<Inquiry>] {
    sums.about(name.punycode()).map_or(&[], |sum| &sum.newest)
}

/// Parts of the preview: the state of the domain, its Sale page, then the rest of its Overview, so that a short window
/// does not cut off the prices. `has_around` is true where [`around()`] is shown too, which sums up the inquiries.
pub fn parts(row: &DomainRow<'_>, sums: &Asked, has_around: bool, world: &World<'_>) -> Vec<Part> {
    let name = row.domain_name();
    let mut parts = about(&name, Some(row), true, world);
    let is_state = |part: &Part| matches!(part, Part::Field { label, .. } if label == overview::STATE);
    let head = parts.iter().position(is_state).map_or(parts.len(), |state| state + 1);
    let rest = parts.split_off(head);
    let sale = if has_around {
        prices(&name, sums, world)
    } else {
        sale(&name, sums.figures(name.punycode(), None), sums, world)
    };
    parts.extend(below("Sale", sale));
    if !rest.is_empty() {
        parts.extend(below("Domain", rest));
    }
    parts.extend(unnamed(&name, world));
    parts
}

/// Visits and newest inquiries of the domain, for the third column beside a list.
pub fn around(row: &DomainRow<'_>, sums: &Asked, look: &Look<'_>) -> Vec<Part> {
    let name = row.domain_name();
    around::beside_list(&name, newest(&name, sums), &sums.figures(name.punycode(), None), look)
}

/// Text of the Overview page; `brief` as [`overview::doc`] takes it.
pub fn about(name: &DomainName, row: Option<&DomainRow<'_>>, brief: bool, world: &World<'_>) -> Vec<Part> {
    let (known, currency) = (super::known(name, world), super::currency(name, world));
    overview::doc(name, known.as_ref(), &currency, row, brief, world).parts
}

/// Text of the Sale page, with the figures about its inquiries.
pub fn sale(name: &DomainName, figures: Figures, sums: &Asked, world: &World<'_>) -> Vec<Part> {
    let asked = (figures, newest(name, sums).first().copied());
    sale::doc(name, super::known(name, world).as_ref(), asked, &super::currency(name, world), world).parts
}

/// Text of the prices of the domain, for pages that have its inquiries as a part of their own.
pub fn prices(name: &DomainName, sums: &Asked, world: &World<'_>) -> Vec<Part> {
    let (known, newest) = (super::known(name, world), newest(name, sums).first().copied());
    sale::prices(name, known.as_ref(), newest, &super::currency(name, world), world).parts
}

/// Members the documents do not name. They come last, because they arrive late: only the answer about this one domain
/// has them.
pub fn unnamed(name: &DomainName, world: &World<'_>) -> Vec<Part> {
    overview::undocumented(super::raw(name, world).as_deref()).parts
}
