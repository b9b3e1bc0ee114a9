//! Verbs of Home. Those that act on a lead have the same keys and words as in Inquiries.

use crate::api::{domains, inquiries as api};
use crate::screens::{lead, settling};
use crate::store::Mark;
use crate::ui::{Command, Info, Level, Outcome, When, World};

use super::acts::{self, with_domain, with_lead, with_spot};
use super::state::Home;
use super::{names, run};

/// Outcome of a movement, which is done even at the end of the page.
fn moved(_: bool) -> Outcome {
    Outcome::Done
}

fn with_new(screen: &Home, _: &World<'_>) -> When {
    let differs = screen.leads != screen.digest.waiting || screen.has_done() || screen.new_lines() > 0;
    When::on_if(differs, "Nothing came or left since this page was opened.")
}

fn with_page(screen: &Home, _: &World<'_>) -> When {
    screen.with_page()
}

fn with_parts(screen: &Home, world: &World<'_>) -> When {
    if screen.run.is_some() { with_page(screen, world) } else { with_spot(screen, world) }
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<Home>] = &[
    Info::new("home.open", "Open the list behind the figure, or the inquiry")
        .footer(1, &["enter"], "open")
        .run_if(with_spot, |screen, _, cx| acts::open(screen, cx)),
    Info::new("home.reply", "Reply in your editor, from a template")
        .also(&["answer", "respond"])
        .aliases(&["reply"])
        .footer(2, &["r"], "reply")
        .args("[template]")
        .run_if(with_lead, acts::reply),
    Info::new("home.archive", "Archive the inquiry, or bring it back")
        .also(&["done", "unarchive"])
        .aliases(&["archive"])
        .footer(3, &["a"], "archive")
        .calls::<api::Archive>(Level::Undo)
        .run_if(with_lead, |screen, _, cx| acts::toggle(screen, Mark::Archived, cx)),
    Info::new("home.toggle_star", "Star or unstar the inquiry")
        .also(&["flag", "favorite"])
        .footer(5, &["s"], "star")
        .calls::<api::Star>(Level::Undo)
        .run_if(with_lead, |screen, _, cx| acts::toggle(screen, Mark::Starred, cx)),
    Info::new("home.check", "Check the domains of this line again")
        .also(&["verify", "retry", "recheck"])
        .aliases(&["check-again"])
        .footer(2, &["V"], "check again")
        .calls::<domains::Bulk>(Level::Ask)
        .run_if(names::with_check, |screen, _, cx| names::check(screen, cx)),
    Info::new("home.sheet", "Edit the prices of the domains of this line in your editor")
        .also(&["bin", "prices", "reprice"])
        .aliases(&["sheet"])
        .footer(3, &["$"], "prices")
        .prepares()
        .run_if(names::with_price, |screen, _, cx| names::sheet(screen, cx)),
    Info::new("home.price", "Set the BIN price of the domains of this line by a formula")
        .also(&["bin", "reprice"])
        .aliases(&["price"])
        .args("+10%|=2495|round 9")
        .prepares()
        .run_if(names::with_price, names::price),
    settling::ignore("home.ignore"),
    settling::PUT_OFF
        .named("home.put_off")
        .doc("Hide the inquiry or the finding until a time")
        .run_if(acts::with_later, acts::put_off),
    Info::new("home.run", "Decide everything on the page, one thing after the other")
        .also(&["morning run", "queue", "triage", "walk through"])
        .aliases(&["morning"])
        .run_if(run::with_any, |screen, _, cx| run::begin(screen, cx)),
    Info::new("home.score", "Explain the lead score").also(&["why", "rank"]).keys(&["="]).run_if(
        with_lead,
        |screen, _, cx| match screen.lead() {
            Some(id) => lead::explain(screen.sources.leads(), id, cx),
            None => Outcome::Done,
        },
    ),
    lead::PIN.named("home.pin").run_if(with_lead, |screen, args, cx| lead::pin(screen.lead().as_slice(), args, cx)),
    Info::new("home.weights", "Show what changed weights move, and keep them")
        .also(&["score", "rank"])
        .aliases(&["weights"])
        .run_if(lead::with_weights, |screen, _, cx| lead::weigh(screen.sources.leads(), &screen.digest.waiting, cx)),
    Info::new("home.next_block", "Go to the next part of the page").footer(4, &["tab"], "next part").run_if(
        with_parts,
        |screen, _, _| {
            screen.walk_part(1);
            Outcome::Done
        },
    ),
    Info::new("home.previous_block", "Go to the part before").keys(&["shift-tab"]).run_if(
        with_parts,
        |screen, _, _| {
            screen.walk_part(-1);
            Outcome::Done
        },
    ),
    Info::new("home.renew", "Bring in what came, and drop what is done")
        .also(&["refresh", "sort"])
        .keys(&["R"])
        .run_if(with_new, |screen, _, cx| acts::renew(screen, cx)),
    Info::new("home.longer", "Look further back: to the visit before, then over up to 30 days")
        .also(&["window", "since", "digest", "earlier"])
        .keys(&["<"])
        .run_if(with_page, |screen, _, cx| acts::window(screen, 1, cx)),
    Info::new("home.shorter", "Look less far back")
        .keys(&[">"])
        .run_if(with_page, |screen, _, cx| acts::window(screen, -1, cx)),
    Info::new("home.parts", "Choose the parts of the page")
        .also(&["blocks", "hide", "layout", "columns"])
        .keys(&["C"])
        .args("[part]")
        .run_if(with_page, acts::parts),
    Info::new("home.part_up", "Move this part of the page up")
        .also(&["order", "layout"])
        .keys(&["K"])
        .run_if(with_parts, |screen, _, cx| acts::move_part(screen, false, cx)),
    Info::new("home.part_down", "Move this part of the page down")
        .also(&["order", "layout"])
        .keys(&["J"])
        .run_if(with_parts, |screen, _, cx| acts::move_part(screen, true, cx)),
    Info::new("home.of_buyer", "Show everything from the buyer of the inquiry")
        .also(&["person", "history"])
        .keys(&["g b"])
        .run_if(with_lead, |screen, _, cx| acts::of_buyer(screen, cx)),
    Info::new("home.its_domain", "Open the domain of the inquiry")
        .keys(&["g d"])
        .run_if(with_domain, |screen, _, cx| acts::its_domain(screen, cx)),
    Info::new("home.visitors", "Show who visits the domain of the inquiry")
        .also(&["insights"])
        .keys(&["g v"])
        .run_if(with_domain, |screen, _, cx| acts::visitors(screen, cx)),
    Info::new("home.down", "Move down")
        .steps(&["j", "down"])
        .run_if(with_spot, |screen, args, _| moved(screen.steps(args.times(), 1))),
    Info::new("home.up", "Move up")
        .steps(&["k", "up"])
        .run_if(with_spot, |screen, args, _| moved(screen.steps(args.times(), -1))),
    Info::new("home.page_down", "Page down")
        .keys(&["pgdn", "ctrl-d", "ctrl-f"])
        .run_if(with_spot, |screen, _, _| moved(screen.walk(screen.height.max(1) as isize))),
    Info::new("home.page_up", "Page up")
        .keys(&["pgup", "ctrl-u", "ctrl-b"])
        .run_if(with_spot, |screen, _, _| moved(screen.walk(-(screen.height.max(1) as isize)))),
    Info::new("home.top", "Go to the top")
        .keys(&["g g", "home"])
        .run_if(with_spot, |screen, _, _| moved(screen.walk(isize::MIN))),
    Info::new("home.bottom", "Go to the bottom")
        .keys(&["G", "end"])
        .run_if(with_spot, |screen, _, _| moved(screen.walk(isize::MAX))),
];
