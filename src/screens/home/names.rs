//! Acts on the names that a line of Home counts: a check, or new prices, as in Domains for marked rows.

use crate::base::DomainName;
use crate::screens::domain::act;
use crate::sheets::Slot;
use crate::store::findings::Kind;
use crate::store::home::{Line, Name};
use crate::store::{DomainKey, DomainTab};
use crate::ui::text::grouped;
use crate::ui::{Args, Cx, Outcome, When, World};

use super::state::Home;

/// Slot in which the user's editor returns a price sheet.
const SLOT: Slot = "home-prices";

const NOT_CHECKED: &str = "This line counts no domains that could be checked again.";
const NOT_PRICED: &str = "This line counts no domains whose price is to be set.";

/// Tab with the names a line counts; `None` unless a check may put the line right.
fn checked(line: &Line) -> Option<DomainTab> {
    match line.name {
        Name::Lost | Name::Finding(Kind::Unverified | Kind::UnverifiedAsked) => Some(DomainTab::Unverified),
        Name::Finding(Kind::CheckOverdue) => Some(DomainTab::MyDomains),
        _ => None,
    }
}

/// True when the line counts names whose price is missing or too low, or names that were visited.
fn is_priced(line: &Line) -> bool {
    let priced = [Kind::NoPrice, Kind::NoPriceAsked, Kind::NoPriceVisited, Kind::BinBelow];
    matches!(line.name, Name::Finding(kind) if priced.contains(&kind)) || matches!(line.name, Name::Visited(_))
}

pub fn with_check(screen: &Home, _: &World<'_>) -> When {
    When::on_if(screen.line().and_then(checked).is_some(), NOT_CHECKED)
}

pub fn with_price(screen: &Home, _: &World<'_>) -> When {
    When::on_if(screen.line().is_some_and(is_priced), NOT_PRICED)
}

/// Names the line counts.
///
/// # Errors
/// A refusal if some of them were not read: nothing is done to names nobody saw.
fn counted(screen: &Home, line: &Line, world: &World<'_>) -> Result<Vec<DomainKey>, String> {
    let keys = screen.sources.domains(line, world.store, world.now, world.zone);
    let known = keys.len() as u64;
    match line.figure.value() {
        _ if matches!(line.name, Name::Visited(_)) => Ok(keys.to_vec()),
        Some(figure) if *figure > known => {
            Err(format!("Only {} of {} names are read; wait until all are.", grouped(known), grouped(*figure)))
        }
        _ => Ok(keys.to_vec()),
    }
}

/// Asks to check the names of the line under the cursor again.
pub fn check(screen: &Home, cx: &mut Cx<'_>) -> Outcome {
    let Some((line, tab)) = screen.line().and_then(|line| Some((line, checked(line)?))) else {
        return Outcome::Refused(NOT_CHECKED.to_owned());
    };
    match counted(screen, line, &cx.world) {
        Ok(keys) => act::check_again(tab, &keys, cx),
        Err(why) => Outcome::Refused(why),
    }
}

fn priced(screen: &Home, world: &World<'_>) -> Result<Vec<DomainName>, String> {
    let line = screen.line().filter(|line| is_priced(line)).ok_or(NOT_PRICED)?;
    let index = world.store.domains();
    let rows = counted(screen, line, world)?.into_iter().filter_map(|key| index.row(key));
    let names: Vec<DomainName> = rows.filter(|row| row.on(DomainTab::MyDomains)).map(|row| row.domain_name()).collect();
    if names.is_empty() { Err("Only domains of the account have settings.".to_owned()) } else { Ok(names) }
}

/// Opens the prices of the names of the line under the cursor in the user's editor.
pub fn sheet(screen: &mut Home, cx: &mut Cx<'_>) -> Outcome {
    match priced(screen, &cx.world) {
        Ok(names) => screen.pricing.open(SLOT, names, cx),
        Err(why) => Outcome::Refused(why),
    }
}

/// Sets the BIN prices of the names of the line under the cursor by a formula.
pub fn price(screen: &mut Home, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match priced(screen, &cx.world) {
        Ok(names) => screen.pricing.price(names, args, cx),
        Err(why) => Outcome::Refused(why),
    }
}
