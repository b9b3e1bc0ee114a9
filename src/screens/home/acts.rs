//! Acts on the line under the cursor: opening its list, or marking a lead in place.

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, unknown};
use crate::screens::inquiry::reply;
use crate::screens::settling;
use crate::store::home::{Block, Name};
use crate::store::writes::intent::SetMark;
use crate::store::{Intent, Mark, Subject};
use crate::ui::list::noting;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Place, When, World};

use super::run;
use super::state::{Home, Spot};

/// Refusal when the line is not a lead.
const NO_LEAD: &str = "This line is not an inquiry; enter opens its list.";

pub fn with_spot(screen: &Home, _: &World<'_>) -> When {
    When::on_if(screen.spot().is_some(), "Nothing to open here.")
}

pub fn with_lead(screen: &Home, world: &World<'_>) -> When {
    When::on_if(screen.lead().and_then(|id| world.store.inquiries().row(id)).is_some(), NO_LEAD)
}

pub fn with_domain(screen: &Home, world: &World<'_>) -> When {
    When::on_if(domain(screen, world).is_some(), "This line names no domain.")
}

/// On for a lead and for a finding.
pub fn with_later(screen: &Home, world: &World<'_>) -> When {
    match (screen.due(world.store), screen.lead()) {
        (Some(_), _) => When::On,
        (None, Some(_)) => with_lead(screen, world),
        (None, None) => settling::there(screen, world),
    }
}

/// Puts off the thing under the cursor: snoozes a lead, moves a reminder that is due, or settles a finding for a time.
pub fn put_off(screen: &mut Home, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    const NAME: &str = "home.put_off";
    let of = |about: &Subject, cx: &Cx<'_>| cx.world.store.name_of(about);
    match (screen.due(cx.world.store), screen.lead()) {
        (Some(about), _) => noting::remind_these(std::slice::from_ref(&about), &of(&about, cx), NAME, args, cx),
        (None, Some(id)) => noting::snooze_these(&[id.into()], &of(&id.into(), cx), NAME, args, cx),
        (None, None) => settling::later(screen, args, cx),
    }
}

fn domain(screen: &Home, world: &World<'_>) -> Option<DomainName> {
    if let Some(name) = screen.due(world.store).and_then(|about| about.name()) {
        return Some(name);
    }
    // Beside the names of a finding is the most important one.
    if let Some(running) = screen.run.as_ref().filter(|_| screen.has_third && screen.lead().is_none()) {
        return running.domain(world).map(|row| row.domain_name());
    }
    let row = world.store.inquiries().row(screen.lead()?)?;
    (!row.punycode().is_empty()).then(|| row.domain_name())
}

/// Opens the list of a figure, or the inquiry; on the head, starts the morning run.
pub fn open(screen: &mut Home, cx: &mut Cx<'_>) -> Outcome {
    if screen.due(cx.world.store).and_then(|about| about.name()).is_some() {
        return its_domain(screen, cx);
    }
    match screen.spot() {
        Some(Spot::Line(Name::DueInquiry(id))) => return cx.go(Place::Inquiry(id)),
        Some(Spot::Head) if screen.run.is_some() => run::leave(screen),
        Some(Spot::Head) => return run::begin(screen, cx),
        Some(Spot::Line(Name::DueElsewhere)) => return run::begin_elsewhere(screen, cx),
        Some(Spot::Lead(id)) => return cx.go(lead_of(screen, id)),
        Some(Spot::Line(_)) => return cx.go(screen.line().map(|line| Place::from(line.list.clone()))),
        None => return Outcome::Refused("Nothing to open here.".to_owned()),
    }
    Outcome::Done
}

/// Place that opens the lead within the list of all waiting inquiries, in the order of the page; during the run,
/// without a list.
fn lead_of(screen: &Home, id: Id<Inquiry>) -> Place {
    match screen.digest.line(Name::Waiting).filter(|_| screen.run.is_none()) {
        Some(line) => Place::InquiryOf(id, format!("{} sort:score,desc", line.list.line)),
        None => Place::Inquiry(id),
    }
}

/// Sets or removes a mark of the lead.
pub fn toggle(screen: &Home, mark: Mark, cx: &mut Cx<'_>) -> Outcome {
    let Some((id, row)) = screen.lead().and_then(|id| Some((id, cx.world.store.inquiries().row(id)?))) else {
        return Outcome::Refused(NO_LEAD.to_owned());
    };
    let to = !row.mark(mark);
    cx.push(Effect::Write(Intent::Mark(SetMark { ids: vec![id], mark, to })));
    Outcome::Done
}

/// Begins a reply to the lead.
pub fn reply(screen: &mut Home, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match screen.lead() {
        Some(id) => reply::begin(id, args, &mut screen.replying, cx),
        None => Outcome::Refused(NO_LEAD.to_owned()),
    }
}

/// Opens the domain the lead asks for.
pub fn its_domain(screen: &Home, cx: &mut Cx<'_>) -> Outcome {
    cx.go(domain(screen, &cx.world).map(Place::Domain))
}

/// Opens the page of the buyer who sent the lead.
pub fn of_buyer(screen: &Home, cx: &mut Cx<'_>) -> Outcome {
    let row = screen.lead().and_then(|id| cx.world.store.inquiries().row(id));
    match row.map(|row| (row.id(), row.email().to_owned())).filter(|(_, address)| address.contains('@')) {
        Some((id, address)) => cx.go(Place::Buyer(address, Some(id))),
        None => Outcome::Refused("This inquiry names no address of a buyer.".to_owned()),
    }
}

/// Opens the visitors of the domain the lead asks about.
pub fn visitors(screen: &Home, cx: &mut Cx<'_>) -> Outcome {
    cx.go(domain(screen, &cx.world).map(Place::VisitorsOf))
}

/// Makes the time span of what is new longer or shorter.
pub fn window(screen: &mut Home, by: isize, cx: &Cx<'_>) -> Outcome {
    match screen.visit.widen(by, cx.world.now) {
        true => {
            // The page now shows another time span, and no key has acted on it yet.
            screen.touched = false;
            Outcome::Done
        }
        _ if by > 0 => Outcome::Refused("No earlier visit is known; 30 days is the longest span.".to_owned()),
        _ => Outcome::Refused("This is what came since the last visit.".to_owned()),
    }
}

/// Shows what came since the page was opened.
pub fn renew(screen: &mut Home, cx: &Cx<'_>) -> Outcome {
    let news = screen.newcomers().0 + screen.new_lines();
    if news == 0 && screen.leads == screen.digest.waiting && !screen.has_done() {
        return Outcome::Refused("Nothing came or left since this page was opened.".to_owned());
    }
    screen.renew(&cx.world);
    Outcome::Done
}

/// Offers the parts of the page as a menu, or shows or hides the part that is named.
pub fn parts(screen: &mut Home, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = args.words.first() else {
        let item = |(block, shown): &(Block, bool)| {
            let run = Effect::Run("home.parts", Args::words([block.word()]));
            let mut item = MenuItem::new(block.title(), "", vec![run]);
            item.on = Some(*shown);
            item
        };
        let elsewhere = MenuItem::new("Start elsewhere …", ":start", vec![Effect::Run("app.start", Args::default())]);
        let items = screen.arranged.parts().iter().map(item).chain([elsewhere]).collect();
        return cx.menu(Menu { title: "Parts of the page".to_owned(), items, keep_open: true });
    };
    let Some(block) = Block::ALL.into_iter().find(|block| block.word() == name) else {
        let known = Block::ALL.map(Block::word);
        return Outcome::Refused(unknown("part", name, known));
    };
    cx.done(Effect::Notes { changes: vec![screen.arranged.toggling(block)], said: String::new() })
}

/// Swaps the part under the cursor with the one above or below it.
pub fn move_part(screen: &Home, down: bool, cx: &mut Cx<'_>) -> Outcome {
    let parts: Vec<Block> = screen.laid().parts.iter().map(|(block, _)| *block).collect();
    let here = screen.part().and_then(|block| parts.iter().position(|known| *known == block));
    let past = here.and_then(|here| if down { here.checked_add(1) } else { here.checked_sub(1) });
    let Some((block, past)) = here.map(|here| parts[here]).zip(past.and_then(|past| parts.get(past))) else {
        return Outcome::Refused(if down { "This is the last part." } else { "This is the first part." }.to_owned());
    };
    cx.done(Effect::Notes { changes: vec![screen.arranged.moving(block, *past)], said: String::new() })
}
