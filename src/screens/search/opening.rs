//! Where enter leads: to the thing itself on its own screen, and from there back.

use crate::base::DomainName;
use crate::screens::{buyer, domains, history, inquiries, mail, settings};
use crate::store::Subject;
use crate::store::search::Thing;
use crate::ui::{Args, Cx, Effect, Outcome};

use super::state::{Search, Spot};

/// Opens what the cursor is on.
pub fn open(screen: &mut Search, cx: &mut Cx<'_>) -> Outcome {
    match screen.spot() {
        None => Outcome::Refused("Nothing to open here.".to_owned()),
        Some(Spot::More(kind)) => {
            screen.show_only(Some(kind));
            Outcome::Done
        }
        Some(Spot::Hit(_, hit)) => {
            let Some(effects) = to(&hit.thing, cx) else {
                return Outcome::Refused(
                    "It is gone from this list. ctrl-r searches again; 2 and 4 open what there is.".to_owned(),
                );
            };
            cx.effects.extend(effects);
            screen.opened(&hit.thing);
            // What one comes back to is the list, on the row that was opened.
            screen.typing = false;
            Outcome::Done
        }
    }
}

/// What leads to a thing; `None` where it is no longer known.
pub fn to(thing: &Thing, cx: &Cx<'_>) -> Option<Vec<Effect>> {
    let store = cx.world.store;
    Some(match thing {
        Thing::Domain(key) => domain(&store.domains().row(*key)?.domain_name()),
        Thing::Inquiry(id) => {
            store.inquiries().row(*id)?;
            vec![
                Effect::Visit(inquiries::DEF.id, Args::default()),
                Effect::Run("inquiries.goto", Args::words([id.to_string()])),
            ]
        }
        Thing::Mail(key) => vec![Effect::Visit(mail::DEF.id, mail::to_open(&store.mail().row(*key)?.id))],
        Thing::Note(Subject::Inquiry(id)) => to(&Thing::Inquiry(*id), cx)?,
        Thing::Note(Subject::Domain(name)) => domain(&DomainName::from_service(name)),
        Thing::Note(Subject::Sender(address)) => vec![Effect::Visit(buyer::DEF.id, buyer::to_open(address, None))],
        Thing::Note(_) => return None,
        Thing::Setting(name) => vec![Effect::visit(settings::DEF.id, name.to_string())],
        Thing::Version(id) => vec![Effect::Visit(history::DEF.id, history::to_open(*id))],
    })
}

fn domain(name: &DomainName) -> Vec<Effect> {
    vec![Effect::Visit(domains::DEF.id, domains::to_open(name))]
}
