//! Going to an inquiry by its number or reference, or to the inquiries about a domain.

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, clean_line};
use crate::screens::inquiry::columns;
use crate::store::filter::Filter;
use crate::store::{Tab, ViewSpec};
use crate::ui::{Args, Cx, Outcome, World, list};

use super::state::Inquiries;
use super::tabs;

/// Runs `:goto 500246`, `:goto PK-GWNM67` and `:goto solarpark.de`.
pub fn goto(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let typed = args.text.trim();
    let world = &cx.world;
    if typed.is_empty() {
        return Outcome::Refused("Usage: :goto <number, reference or domain>".to_owned());
    }
    let number = typed.strip_prefix('#').unwrap_or(typed).parse::<i64>().ok().filter(|number| *number > 0);
    // A reference may be all digits. A known reference wins over a number.
    if let Some(id) = of_reference(typed, world).or(number.map(Id::new)) {
        if screen.list.table().ids().iter().all(|known| *known != id) && world.store.inquiries().row(id).is_some() {
            list::jump(screen, tabs::place(Tab::All), "", world);
        }
        screen.open_inquiry(id, world);
        return Outcome::Done;
    }
    match DomainName::parse(typed) {
        Ok(domain) => list::jump(screen, tabs::place(Tab::All), &format!("domain:{}", domain.punycode()), world),
        Err(_) => Outcome::Refused(format!("No inquiry, reference or domain “{}”.", clean_line(typed))),
    }
}

fn of_reference(typed: &str, world: &World<'_>) -> Option<Id<Inquiry>> {
    let index = world.store.inquiries();
    let all = ViewSpec::new(Tab::All, &Filter::default(), columns::order(None), world.now);
    let has_it = |id: &&Id<Inquiry>| index.row(**id).is_some_and(|row| row.reference().eq_ignore_ascii_case(typed));
    index.view(&all).iter().find(has_it).copied()
}
