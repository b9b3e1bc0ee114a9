//! The verbs of the screen.

use super::screen::Mail;
use crate::base::DomainName;
use crate::screens::{domains, inquiries, insights};
use crate::ui::list::verbs;
use crate::ui::{Command, Effect, Info, Outcome, When, World};

fn with_domain(screen: &Mail, world: &World<'_>) -> When {
    match domain(screen, world) {
        Some(_) => When::On,
        None => When::Off("This message names no parked domain.".to_owned()),
    }
}

/// The first parked domain the message was sent to.
fn domain(screen: &Mail, world: &World<'_>) -> Option<DomainName> {
    world.store.mail().row(screen.current()?)?.domains.first().cloned()
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<Mail>] = &[
    verbs::filter("mail.filter", 2),
    verbs::next_tab("mail.next_tab"),
    verbs::previous_tab("mail.previous_tab"),
    verbs::tab("mail.tab", "inbox|contains|similar|extension|all"),
    Info::new("mail.its_domain", "Open the domain it was sent to").keys(&["g d"]).run_if(
        with_domain,
        |screen, _, cx| {
            let visit = |name: DomainName| Effect::Visit(domains::DEF.id, domains::to_open(&name));
            cx.effects.extend(domain(screen, &cx.world).map(visit));
            Outcome::Done
        },
    ),
    Info::new("mail.its_inquiries", "Show inquiries about the domain it was sent to")
        .keys(&["g i"])
        .run_if(with_domain, |screen, _, cx| inquiries::about(domain(screen, &cx.world), cx)),
    Info::new("mail.visitors", "Show who visits the domain it was sent to")
        .also(&["insights", "report"])
        .keys(&["g v"])
        .run_if(with_domain, |screen, _, cx| insights::open(domain(screen, &cx.world), cx)),
    verbs::back("mail.back"),
];
