//! Opening the lander in the browser. A list does not have its address, so the domain is read first and the question
//! follows the answer. Any other command in the meantime cancels it.

use crate::api::domains::Get;
use crate::base::DomainName;
use crate::screens::opening::Opening;
use crate::ui::{Cx, Effect, Outcome, Tone};

use super::state::Domains;
use crate::screens::domain::content;

/// Lander that is opened as soon as its address is known.
#[derive(Clone, Debug)]
pub struct Lander {
    name: DomainName,
    pub opening: Opening<Get>,
}

impl Lander {
    /// Note while the address is read: `Opening solarpark.de · esc cancels`.
    pub fn note(&self) -> String {
        format!("Opening {} · esc cancels", self.name.unicode())
    }
}

/// Opens the lander, after a question that shows its real host.
pub fn open(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = screen.current(&cx.world) else { return Outcome::Refused("No domain here.".to_owned()) };
    match content::lander(&name, &cx.world) {
        Ok(Some(address)) => cx.push(Effect::OpenUrl(address)),
        Ok(None) => {
            let opening = Opening::new(Get { name: name.clone() }, cx.world.now);
            screen.opening = Some(Lander { name, opening });
        }
        Err(why) => return Outcome::Refused(why),
    }
    Outcome::Done
}

/// Asks whether to open the lander once its address is known, or says why it stays unknown.
pub fn go_on(screen: &mut Domains, cx: &mut Cx<'_>) {
    let Some(lander) = screen.opening.take() else { return };
    let failed = match content::lander(&lander.name, &cx.world) {
        Ok(Some(address)) => return cx.push(Effect::OpenUrl(address)),
        Ok(None) => lander.opening.failed(Some("The service sent no lander address."), &cx.world),
        Err(why) => Some(why),
    };
    match failed {
        Some(why) => cx.toast(Tone::Warn, format!("{} not opened: {why}", lander.name.unicode())),
        None => screen.opening = Some(lander),
    }
}
