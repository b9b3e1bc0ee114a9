//! Preview of a domain, and the texts it shares with the page of one.

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id};
use crate::store::findings::asked::{Asked, Figures};
use crate::store::{DomainRow, Known};
use crate::ui::widgets::page::{Part, below};
use crate::ui::{Look, World};

use super::{around, overview, sale};

/// Figures about the inquiries of a domain. `told` is the service's own count, where it was asked.
pub fn figures(name: &DomainName, sums: &Asked, told: Option<u64>, world: &World<'_>) -> Figures {
    let figures = sums.figures(name.punycode(), told);
    if world.store.session().redact {
        Figures { best: Known::Unavailable("covered by redaction".to_owned()), ..figures }
    } else {
        figures
    }
}

/// Newest inquiries about a domain.
pub fn newest<'a>(name: &DomainName, sums: &'a Asked) -> &'a [Id<Inquiry>] {
    sums.about(name.punycode()).map_or(&[], |sum| &sum.newest)
}

/// Parts of the preview: the state of the domain, its Sale page, then the rest of its Overview, so that a short window
/// does not cut the money.
pub fn parts(row: &DomainRow<'_>, sums: &Asked, world: &World<'_>) -> Vec<Part> {
    let name = row.domain_name();
    let mut parts = about(&name, Some(row), true, world);
    let is_state = |part: &Part| matches!(part, Part::Field { label, .. } if label == overview::STATE);
    let head = parts.iter().position(is_state).map_or(parts.len(), |state| state + 1);
    let rest = parts.split_off(head);
    parts.extend(below("Sale", sale(&name, figures(&name, sums, None, world), sums, world)));
    if !rest.is_empty() {
        parts.extend(below("Domain", rest));
    }
    parts.extend(unnamed(&name, world));
    parts
}

/// Visits and newest inquiries of the domain, for the third column beside a list.
pub fn around(row: &DomainRow<'_>, sums: &Asked, look: &Look<'_>) -> Vec<Part> {
    let name = row.domain_name();
    around::beside_list(&name, newest(&name, sums), &figures(&name, sums, None, &look.world), look)
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

/// Members the documents do not name. They end the page, because only the answer about this domain brings them.
pub fn unnamed(name: &DomainName, world: &World<'_>) -> Vec<Part> {
    overview::undocumented(super::raw(name, world).as_deref()).parts
}
