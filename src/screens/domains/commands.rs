//! Verbs of the screen. Keys that only move are described by the table and the text view.

use crate::api::domains as api;
use crate::store::DomainTab;
use crate::store::writes::intent::DomainAct;
use crate::ui::list::{self, Detail as _, noting, sections, verbs};
use crate::ui::widgets::page::TWO_COLUMNS;
use crate::ui::{Args, Command, Cx, Info, Level, Outcome, Place, When, World};

use super::state::{DetailTab, Domains};
use super::{acts, joined, lander, places, pricing};

type Verb = Command<Domains>;

fn with_domain(screen: &Domains, world: &World<'_>) -> When {
    When::on_if(screen.current(world).is_some(), "No domain here.")
}

/// On for domains of the account; others have no settings.
fn in_account(screen: &Domains, world: &World<'_>) -> When {
    let outside = [DomainTab::Detected, DomainTab::Removed].into_iter().any(|tab| screen.is_on(tab));
    if outside {
        When::Off("Only domains of the account have settings.".to_owned())
    } else {
        with_domain(screen, world)
    }
}

/// On where there is something to open: a row, or an inquiry in the list of an opened domain.
fn can_open(screen: &Domains, world: &World<'_>) -> When {
    match &screen.list.detail {
        None => with_domain(screen, world),
        Some(detail) if detail.page != DetailTab::Inquiries => When::Off("The domain is open already.".to_owned()),
        Some(detail) if detail.table.is_empty() => When::Off("No inquiries about it yet.".to_owned()),
        Some(_) => When::On,
    }
}

fn narrowed(screen: &Domains, _: &World<'_>) -> When {
    match screen.list.detail {
        None if screen.shown_tab().narrows() => When::On,
        _ => When::Off("Only Mine and Verified have a listing filter.".to_owned()),
    }
}

/// On where the tab, or the state of the opened domain, offers the act.
fn can(screen: &Domains, act: DomainAct, world: &World<'_>) -> When {
    acts::why_not(screen, act, world).map_or_else(|| with_domain(screen, world), When::Off)
}

macro_rules! offered {
    ($name:ident, $act:expr) => {
        fn $name(screen: &Domains, world: &World<'_>) -> When {
            can(screen, $act, world)
        }
    };
}

offered!(can_delete, DomainAct::Delete);
offered!(can_ignore, DomainAct::Ignore);
offered!(can_retry, DomainAct::Retry);
offered!(can_verify, DomainAct::Verify);
offered!(can_approve, DomainAct::Approve);
offered!(can_add_back, DomainAct::AddBack);

fn check(screen: &mut Domains, act: DomainAct, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let outcome = acts::typed(screen, act, args, cx);
    // On a wide screen the first page also shows the status.
    let narrow = screen.list.width < TWO_COLUMNS;
    if let (true, Outcome::Done, Some(detail), []) = (narrow, &outcome, &mut screen.list.detail, &args.options[..]) {
        detail.turn_to(DetailTab::Status as usize);
    }
    outcome
}

/// Verbs while the targets are removed domains: `a` adds them back, instead of what it does elsewhere.
pub const ADD_BACK: &[Verb] = &[Info::new("domains.add_back", "Add removed domains back")
    .also(&["restore"])
    .aliases(&["add-back"])
    .footer(2, &["a"], "add back")
    .args("[--dry-run]")
    .calls::<api::Bulk>(Level::Ask)
    .run_if(can_add_back, |screen, args, cx| acts::typed(screen, DomainAct::AddBack, args, cx))];

/// Verbs while the targets are not in the account: `V` verifies them, instead of what it does elsewhere.
pub const VERIFY: &[Verb] = &[Info::new("domains.verify", "Verify single domains that were detected or removed")
    .aliases(&["verify"])
    .footer(5, &["V"], "verify")
    .args("[--dry-run]")
    .calls::<api::Verify>(Level::Ask)
    .run_if(can_verify, |screen, args, cx| check(screen, DomainAct::Verify, args, cx))];

/// On for the list of domains, and for the list of inquiries of an opened domain.
fn with_preview(screen: &Domains, world: &World<'_>) -> When {
    match &screen.list.detail {
        Some(detail) if detail.page == DetailTab::Inquiries && !detail.table.is_empty() => When::On,
        _ => verbs::has_preview(screen, world),
    }
}

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    Info::new("domains.open", "Open the domain")
        .footer(1, &["enter"], "open")
        .run_if(can_open, |screen, _, cx| places::open(screen, cx)),
    Info::new("domains.retry", "Check domains of the account again")
        .also(&["verify", "check", "recheck"])
        .aliases(&["check-again", "retry"])
        .footer(5, &["V"], "check again")
        .args("[--dry-run]")
        .calls::<api::Bulk>(Level::Ask)
        .run_if(can_retry, |screen, args, cx| check(screen, DomainAct::Retry, args, cx)),
    Info::new("domains.approve", "Approve detected domains")
        .also(&["accept"])
        .aliases(&["approve"])
        .footer(2, &["a"], "approve")
        .args("[--dry-run]")
        .calls::<api::Bulk>(Level::Ask)
        .run_if(can_approve, |screen, args, cx| acts::typed(screen, DomainAct::Approve, args, cx)),
    Info::new("domains.delete", "Remove from the account")
        .also(&["trash"])
        .aliases(&["remove", "delete"])
        .footer(4, &["d"], "remove")
        .args("[--dry-run]")
        .calls::<api::Remove>(Level::Ask)
        .run_if(can_delete, |screen, args, cx| acts::typed(screen, DomainAct::Delete, args, cx)),
    Info::new("domains.ignore", "Ignore a detected name for good (asks first)")
        .also(&["dismiss"])
        .aliases(&["ignore"])
        .footer(4, &["i"], "ignore")
        .args("[--dry-run]")
        .calls::<api::Ignore>(Level::Ask)
        .run_if(can_ignore, |screen, args, cx| acts::typed(screen, DomainAct::Ignore, args, cx)),
    Info::new("domains.bulk", "Act on all marked domains; --dry-run shows the call")
        .aliases(&["bulk"])
        .keys(&["b"])
        .args("[check-again|remove|approve|ignore|add-back] [--dry-run]")
        .calls::<api::Bulk>(Level::Ask)
        .run_if(with_domain, acts::bulk),
    Info::new("domains.lander", "Open the lander in the browser")
        .also(&["website", "visit", "browse"])
        .keys(&["o"])
        .run_if(with_domain, |screen, _, cx| lander::open(screen, cx)),
    Info::new("domains.copy", "Copy a field")
        .also(&["clipboard", "yank"])
        .footer(9, &["y"], "copy")
        .run_if(with_domain, |screen, _, cx| places::copy(screen, cx)),
    noting::note("domains.note"),
    noting::tag("domains.tag"),
    noting::snooze_as("domains.snooze", "Put its findings off until a time, or until it is asked for"),
    noting::remind("domains.remind"),
    verbs::mark("domains.mark"),
    Command {
        run: |screen, args, cx| {
            if screen.list.detail.is_some() && args.text.trim().is_empty() {
                // The filter is that of the list of domains, which the opened domain covers.
                let way = "g i opens these inquiries on their own screen, where / filters them.";
                return Outcome::Refused(way.to_owned());
            }
            list::filter(screen, args, &cx.world)
        },
        ..verbs::filter("domains.filter", 7)
    },
    Info::new("domains.listing", "Show all, those for sale, or those off market")
        .aliases(&["listing"])
        .footer(8, &["L"], "listing")
        .args("[all|for_sale|off_market]")
        .run_if(narrowed, |screen, args, _| places::listing(screen, args)),
    verbs::next_tab("domains.next_tab"),
    verbs::previous_tab("domains.previous_tab"),
    sections::INFO
        .named("domains.sections")
        .run(|screen, args, cx| sections::show(screen, "domains.sections", args, cx)),
    verbs::tab("domains.tab", "mine|verified|unverified|detected|removed|overview|sale|status|inquiries"),
    verbs::next("domains.next", "Next domain"),
    verbs::previous("domains.previous", "Previous domain"),
    Info::new("domains.its_inquiries", "Show all inquiries about this domain")
        .keys(&["g i"])
        .run_if(with_domain, |screen, _, cx| places::its_inquiries(screen, cx)),
    Info::new("domains.settings", "Open the settings of the marked domains")
        .also(&["options", "edit"])
        .footer(2, &["e", "g s"], "settings")
        .calls::<api::Settings>(Level::None)
        .run_if(in_account, |screen, _, cx| pricing::settings(screen, cx)),
    Info::new("domains.history", "Show how the settings of the marked domains were changed")
        .also(&["versions", "log"])
        .keys(&["g h"])
        .args("[domain]")
        .run_if(with_domain, pricing::history),
    Info::new("domains.own_settings", "Show what domains have of their own (overrides)")
        .also(&["inherit", "own settings"])
        .keys(&["g o"])
        .run(|_, _, cx| cx.go(Place::OwnSettings(None))),
    Info::new("domains.visitors", "Show who visits this domain")
        .also(&["insights", "report"])
        .keys(&["g v"])
        .run_if(with_domain, |screen, _, cx| cx.go(screen.current(&cx.world).map(Place::VisitorsOf))),
    Info::new("domains.join", "Show visits and inquiry rate of marked or top domains")
        .also(&["visits", "traffic", "insights", "column"])
        .aliases(&["join"])
        .args("[off]")
        .calls::<crate::api::insights::Domains>(Level::None)
        .run(joined::join),
    Info::new("domains.its_mail", "Show mail sent to this domain")
        .also(&["email", "catchall"])
        .keys(&["g m"])
        .run_if(with_domain, |screen, _, cx| cx.go(screen.current(&cx.world).map(Place::MailOf))),
    Info::new("domains.sheet", "Edit the prices of the marked domains in your editor")
        .also(&["bin", "prices", "reprice", "raise", "lower"])
        .aliases(&["sheet"])
        .footer(3, &["$"], "prices")
        .prepares()
        .run_if(in_account, |screen, _, cx| pricing::sheet(screen, cx)),
    Info::new("domains.price", "Set the BIN price of the marked domains by a formula")
        .also(&["bin", "reprice", "raise prices", "lower prices"])
        .aliases(&["price"])
        .args("+10%|=2495|round 9")
        .prepares()
        .run_if(in_account, pricing::price),
    Info::new("domains.cover", "Use an image as the cover of the marked domains")
        .also(&["picture", "image", "logo"])
        .aliases(&["cover"])
        .args("733|none")
        .prepares()
        .run_if(in_account, pricing::cover),
    Info::new("domains.advertise", "Advertise the marked domains in an ads campaign")
        .also(&["ads", "listing", "promote"])
        .aliases(&["advertise"])
        .keys(&["A"])
        .calls::<crate::api::ads::CreateListing>(Level::None)
        .run_if(with_domain, |screen, _, cx| places::advertise(screen, cx)),
    Command { when: with_preview, ..verbs::preview("domains.preview") },
    verbs::pane("domains.pane"),
    Info::new("domains.its_job", "Show the last import of this domain").keys(&["g j"]).run_if(
        |screen, world| match screen.list.detail {
            Some(_) => with_domain(screen, world),
            None => When::Off("Open the domain first; its Status tab knows its import.".to_owned()),
        },
        |screen, _, cx| places::its_job(screen, cx),
    ),
    Info::new("domains.add", "Add domains")
        .also(&["new"])
        .footer(6, &["+"], "add")
        .args("[names]")
        .calls::<api::Add>(Level::None)
        .run(|_, args, cx| places::add(args, cx)),
    verbs::back("domains.back"),
];
