//! The verbs of the screen, each said once; what the moving keys do is said by the table and the text view.

use crate::api::Request;
use crate::api::domains as api;
use crate::store::intent::DomainAct;
use crate::ui::list::{self, verbs, verbs::place};
use crate::ui::{Args, Command, Cx, Info, Level, Outcome, When, World};

use super::state::{DetailTab, Domains};
use super::{acts, lander, places};

type Verb = Command<Domains>;

/// A verb on domains: off while there is none.
const fn verb(info: Info, run: fn(&mut Domains, &Args, &mut Cx<'_>) -> Outcome) -> Verb {
    Command { info, when: with_domain, run }
}

fn with_domain(screen: &Domains, world: &World<'_>) -> When {
    if screen.current(world).is_some() { When::On } else { When::Off("There is no domain here.".to_owned()) }
}

/// In an opened domain only its list of inquiries has something to open.
fn can_open(screen: &Domains, world: &World<'_>) -> When {
    match &screen.list.detail {
        None => with_domain(screen, world),
        Some(detail) if detail.page != DetailTab::Inquiries => When::Off("It is open already.".to_owned()),
        Some(detail) if detail.table.is_empty() => When::Off("No inquiry about it is known here.".to_owned()),
        Some(_) => When::On,
    }
}

fn narrowed(screen: &Domains, _: &World<'_>) -> When {
    match screen.list.detail {
        None if screen.shown_tab().narrows() => When::On,
        _ => When::Off("Only the lists of Mine and Verified are parted by listing.".to_owned()),
    }
}

/// On where the tab, or where the opened domain stands, offers the act; hidden elsewhere.
macro_rules! offered {
    ($name:ident, $act:expr) => {
        fn $name(screen: &Domains, world: &World<'_>) -> When {
            match acts::why_not(screen, $act, world) {
                None => with_domain(screen, world),
                Some(why) => When::Off(why),
            }
        }
    };
}

offered!(can_delete, DomainAct::Delete);
offered!(can_ignore, DomainAct::Ignore);
offered!(can_retry, DomainAct::Retry);
offered!(can_verify, DomainAct::Verify);
offered!(can_approve, DomainAct::Approve);
offered!(can_add_back, DomainAct::AddBack);

/// `V`: names of the account by an import, detected and formerly held ones singly.
fn can_check(screen: &Domains, world: &World<'_>) -> When {
    if acts::is_offered(screen, DomainAct::Verify, world) {
        can_verify(screen, world)
    } else {
        can_retry(screen, world)
    }
}

fn check(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let verifies = acts::is_offered(screen, DomainAct::Verify, &cx.world);
    let act = if verifies { DomainAct::Verify } else { DomainAct::Retry };
    let outcome = acts::typed(screen, act, args, cx);
    if outcome == Outcome::Done && args.options.is_empty() && screen.list.detail.is_some() {
        places::show_status(screen);
    }
    outcome
}

/// `a`: detected names into the account, removed ones back.
fn can_take(screen: &Domains, world: &World<'_>) -> When {
    if acts::is_offered(screen, DomainAct::AddBack, world) {
        can_add_back(screen, world)
    } else {
        can_approve(screen, world)
    }
}

fn take(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let back = acts::is_offered(screen, DomainAct::AddBack, &cx.world);
    acts::typed(screen, if back { DomainAct::AddBack } else { DomainAct::Approve }, args, cx)
}

/// An act by its name on the `:` line.
const fn act(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    when: fn(&Domains, &World<'_>) -> When,
    run: fn(&mut Domains, &Args, &mut Cx<'_>) -> Outcome,
) -> Verb {
    let endpoint = Some(<api::Bulk as Request>::ENDPOINT);
    Command {
        info: Info { name, aliases, doc, args: "[--dry-run]", endpoint, level: Level::Ask, ..Info::BASE },
        when,
        run,
    }
}

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    Command {
        info: Info {
            name: "domains.open",
            doc: "Open the domain; in the list of its inquiries, that inquiry",
            short: "open",
            keys: &["enter"],
            footer: 1,
            ..Info::BASE
        },
        when: can_open,
        run: |screen, _, cx| places::open(screen, cx),
    },
    Command {
        info: Info {
            name: "domains.check",
            doc: "Check it again, or for the first time, and show how that goes",
            short: "verify",
            keys: &["V"],
            args: "[--dry-run]",
            endpoint: Some(<api::Verify as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 3,
            ..Info::BASE
        },
        when: can_check,
        run: |screen, args, cx| check(screen, args, cx),
    },
    Command {
        info: Info {
            name: "domains.take",
            doc: "Take detected names into the account, removed ones back into it",
            short: "take in",
            keys: &["a"],
            args: "[--dry-run]",
            endpoint: Some(<api::Bulk as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 2,
            ..Info::BASE
        },
        when: can_take,
        run: |screen, args, cx| take(screen, args, cx),
    },
    Command {
        info: Info {
            name: "domains.delete",
            aliases: &["delete"],
            doc: "Take out of the account, after a question",
            short: "delete",
            keys: &["d"],
            args: "[--dry-run]",
            endpoint: Some(<api::Remove as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 5,
            ..Info::BASE
        },
        when: can_delete,
        run: |screen, args, cx| acts::typed(screen, DomainAct::Delete, args, cx),
    },
    Command {
        info: Info {
            name: "domains.ignore",
            aliases: &["ignore"],
            doc: "Take off the detected list, after a question; there is no way back",
            short: "ignore",
            keys: &["i"],
            args: "[--dry-run]",
            endpoint: Some(<api::Ignore as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 4,
            ..Info::BASE
        },
        when: can_ignore,
        run: |screen, args, cx| acts::typed(screen, DomainAct::Ignore, args, cx),
    },
    act("domains.approve", &["approve"], "Take detected names into the account", can_approve, |screen, args, cx| {
        acts::typed(screen, DomainAct::Approve, args, cx)
    }),
    act(
        "domains.add_back",
        &["addback"],
        "Bring removed names back into the account",
        can_add_back,
        |screen, args, cx| acts::typed(screen, DomainAct::AddBack, args, cx),
    ),
    act("domains.retry", &["retry"], "Check names of the account again by an import", can_retry, |screen, args, cx| {
        acts::typed(screen, DomainAct::Retry, args, cx)
    }),
    act(
        "domains.verify",
        &["verify"],
        "Check single names that are detected or were held before",
        can_verify,
        |screen, args, cx| acts::typed(screen, DomainAct::Verify, args, cx),
    ),
    verb(
        Info {
            name: "domains.bulk",
            aliases: &["bulk"],
            doc: "Do something with all that is marked; with --dry-run only show the call",
            short: "bulk",
            keys: &["b"],
            args: "[retry|delete|approve|ignore|add_back] [--dry-run]",
            endpoint: Some(<api::Bulk as Request>::ENDPOINT),
            level: Level::Ask,
            ..Info::BASE
        },
        acts::bulk,
    ),
    verb(
        Info {
            name: "domains.lander",
            doc: "Open its lander in the browser",
            short: "lander",
            keys: &["o"],
            ..Info::BASE
        },
        |screen, _, cx| lander::open(screen, cx),
    ),
    verb(
        Info {
            name: "domains.copy",
            doc: "Copy a field of the domain",
            short: "copy",
            keys: &["y"],
            footer: 9,
            ..Info::BASE
        },
        |screen, _, cx| places::copy(screen, cx),
    ),
    verbs::mark("domains.mark"),
    Command {
        run: |screen, args, cx| {
            if screen.list.detail.is_some() && args.text.trim().is_empty() {
                // The list behind it is not what is looked at.
                let way = "g i opens these inquiries on their own screen, where / filters them.";
                return Outcome::Refused(way.to_owned());
            }
            list::filter(screen, args, &cx.world)
        },
        ..verbs::filter("domains.filter", 7)
    },
    Command {
        info: Info {
            name: "domains.listing",
            aliases: &["listing"],
            doc: "Show all, only those for sale, or only those off market",
            short: "listing",
            keys: &["L"],
            args: "[all|for_sale|off_market]",
            footer: 8,
            ..Info::BASE
        },
        when: narrowed,
        run: |screen, args, _| places::listing(screen, args),
    },
    verbs::next_tab("domains.next_tab"),
    verbs::previous_tab("domains.previous_tab"),
    verbs::tab("domains.tab", "mine|verified|unverified|detected|removed|overview|sale|status|inquiries"),
    verbs::next("domains.next", "Go to the next domain"),
    verbs::previous("domains.previous", "Go to the domain before"),
    verb(
        Info {
            name: "domains.its_inquiries",
            doc: "All inquiries about this domain",
            short: "its inquiries",
            keys: &["g i"],
            ..Info::BASE
        },
        |screen, _, cx| places::its_inquiries(screen, cx),
    ),
    Command {
        info: Info {
            name: "domains.its_job",
            doc: "The import that checked it last",
            short: "its import",
            keys: &["g j"],
            ..Info::BASE
        },
        when: |screen, world| match screen.list.detail {
            Some(_) => with_domain(screen, world),
            None => When::Off("Open the domain first; its Status tab knows its import.".to_owned()),
        },
        run: |screen, _, cx| places::its_job(screen, cx),
    },
    place(
        Info {
            name: "domains.add",
            doc: "Add names to the account",
            short: "add",
            keys: &["+"],
            endpoint: Some(<api::Add as Request>::ENDPOINT),
            footer: 6,
            ..Info::BASE
        },
        |_, args, cx| places::add(args, cx),
    ),
    verbs::back("domains.back"),
];
