//! The verbs of the page.

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id};
use crate::screens::inquiry::reply;
use crate::screens::turn;
use crate::store::Subject;
use crate::store::search::Thing;
use crate::ui::list::{noting, verbs};
use crate::ui::text::counted;
use crate::ui::{Args, Command, Cx, Effect, Info, Outcome, Place, When, World};

use super::rows::What;
use super::screen::{BuyerPage, ID};

const NO_INQUIRY: &str = "This row is not an inquiry.";
const NOTE: &str = "buyer.note_buyer";
const TAG: &str = "buyer.tag_buyer";
const SNOOZE: &str = "buyer.snooze_buyer";
const REMIND: &str = "buyer.remind_buyer";
/// Words used instead of the buyer's address in sentences that also count the buyer's inquiries.
const BUYER: &str = "the buyer";

/// Subject of the page: the buyer's address.
fn about(page: &BuyerPage) -> Subject {
    Subject::sender(&page.address)
}

fn with_row(page: &BuyerPage, _: &World<'_>) -> When {
    When::on_if(page.current().is_some(), "Nothing to open here.")
}

fn with_inquiry(page: &BuyerPage, _: &World<'_>) -> When {
    When::on_if(page.inquiry().is_some(), NO_INQUIRY)
}

fn with_buyer(page: &BuyerPage, _: &World<'_>) -> When {
    When::on_if(!page.address.is_empty(), "No buyer is open.")
}

/// All verbs of the page.
pub const COMMANDS: &[Command<BuyerPage>] = &[
    Info::new("buyer.open", "Open the inquiry or the mail; esc and - lead back here")
        .footer(1, &["enter"], "open")
        .run_if(with_row, open),
    Info::new("buyer.reply", "Reply in your editor; to a case, one mail for all its names")
        .also(&["answer", "respond", "case"])
        .aliases(&["reply"])
        .footer(2, &["r"], "reply")
        .args("[template]")
        .run_if(with_inquiry, reply),
    Info::new("buyer.its_domain", "Open this domain")
        .keys(&["g d"])
        .run_if(with_row, |page, _, cx| go_to_domain(page, Place::Domain, cx)),
    Info::new("buyer.visitors", "Show who visits this domain")
        .also(&["insights", "report"])
        .keys(&["g v"])
        .run_if(with_row, |page, _, cx| go_to_domain(page, Place::VisitorsOf, cx)),
    Info::new("buyer.its_inquiries", "Show these inquiries in Inquiries")
        .also(&["list"])
        .keys(&["g i"])
        .run_if(with_buyer, |page, _, cx| cx.go(Place::InquiriesFrom(page.address.clone()))),
    noting::note("buyer.note"),
    Info::new(NOTE, "Note something about the buyer (- deletes the note)")
        .also(&["person", "remark"])
        .keys(&["g c"])
        .args("[text]")
        .run_if(with_buyer, |page, args, cx| noting::note_these(&[about(page)], BUYER, NOTE, args, cx)),
    noting::tag("buyer.tag"),
    Info::new(TAG, "Add and remove tags of the buyer")
        .also(&["person", "label"])
        .keys(&["g t"])
        .args("[+hot -cold]")
        .run_if(with_buyer, |page, args, cx| noting::tag_these(&[about(page)], BUYER, TAG, args, cx)),
    noting::snooze("buyer.snooze"),
    Info::new(SNOOZE, "Hide all inquiries of the buyer until a time or a new one")
        .also(&["person", "later", "postpone"])
        .keys(&["g z"])
        .args("[<when>|off]")
        .run_if(with_buyer, snooze),
    noting::remind("buyer.remind"),
    Info::new(REMIND, "Remind of the buyer at a time, whatever happens until then")
        .also(&["person", "follow up", "due"])
        .keys(&["g Z"])
        .args("[<when>|off]")
        .run_if(with_buyer, |page, args, cx| noting::remind_these(&[about(page)], BUYER, REMIND, args, cx)),
    noting::quote("buyer.quote"),
    Info::new("buyer.status", "Set whose turn it is, won or lost")
        .also(&["won", "lost", "sold", "deal", "turn"])
        .aliases(&["status"])
        .keys(&["S"])
        .args("[mine|theirs|won [price]|lost [reason]|auto]")
        .run_if(with_inquiry, |page, args, cx| turn::set(ID, &page.targets(), args, cx)),
    Info::new("buyer.copy", "Copy the email address")
        .also(&["clipboard", "yank"])
        .keys(&["y"])
        .run_if(with_buyer, |page, _, cx| cx.done(Effect::Copy { what: "email address", text: page.address.clone() })),
    verbs::filter("buyer.filter", 3),
    verbs::preview("buyer.preview"),
    verbs::pane("buyer.pane"),
    verbs::next_tab("buyer.next_tab"),
    verbs::previous_tab("buyer.previous_tab"),
    verbs::tab("buyer.tab", "inquiries|same ip|mail|same domain"),
    verbs::back("buyer.back"),
];

fn open(page: &mut BuyerPage, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let thing = match page.current() {
        Some(What::Inquiry(id)) => Thing::Inquiry(id),
        Some(What::Mail(key)) => Thing::Mail(key),
        None => return Outcome::Refused("Nothing to open here.".to_owned()),
    };
    match Place::of(&thing, cx.world.store) {
        Some(place) => cx.go(place),
        None => Outcome::Refused("It is gone from this list. ctrl-r reads it again.".to_owned()),
    }
}

/// Starts a reply to the inquiry under the cursor and to the others of its case.
fn reply(page: &mut BuyerPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(id) = page.inquiry() else { return Outcome::Refused(NO_INQUIRY.to_owned()) };
    let ids: Vec<Id<Inquiry>> = page.buyer.case_of(id);
    reply::begin_all(ids, args, &mut page.replying, cx)
}

fn go_to_domain(page: &BuyerPage, place: fn(DomainName) -> Place, cx: &mut Cx<'_>) -> Outcome {
    match page.domain(&cx.world) {
        Some(name) => cx.go(place(name)),
        None => Outcome::Refused("This row names no domain.".to_owned()),
    }
}

/// Snoozes all open inquiries from the address as one act; those snoozed before get the same time.
fn snooze(page: &mut BuyerPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let index = cx.world.store.inquiries();
    let open = |id: &&Id<Inquiry>| index.row(**id).is_some_and(|row| !row.archived() && !row.hidden());
    let about: Vec<Subject> = page.buyer.inquiries.iter().filter(open).map(|id| (*id).into()).collect();
    if about.is_empty() {
        return Outcome::Refused("No inquiry from this address is in the active list.".to_owned());
    }
    let of = counted(about.len() as u64, "inquiry of the buyer", "inquiries of the buyer");
    noting::snooze_these(&about, &of, SNOOZE, args, cx)
}
