//! Refusal of what the session does not allow: one place for commands and writes, whatever they are about.
//!
//! A command is refused here because the session is read-only or because the token or the account lacks its ability; why
//! it means nothing on this row or tab is its own `when`. Every write passes [`Shell::let_out`] on its way out, wherever
//! it comes from: a command, a menu, a form, a question. Screens check none of this.

use super::super::{Effect, Info, Level, Tone, When, World, find};
use super::{COMMANDS, Shell};

impl Shell {
    /// State of a command now: its screen's answer, then what the session allows.
    pub(super) fn when(&self, info: &Info, world: &World<'_>) -> When {
        if let Some(command) = find(COMMANDS, info.name) {
            return (command.when)(self, world);
        }
        let Some(screen) = self.screen() else { return When::Hidden };
        match screen.when(info.name, world) {
            When::On => refusal(info, world).map_or(When::On, When::Off),
            other => other,
        }
    }

    /// The effect as the runtime gets it; `None`, said with its reason, for a write the session does not allow.
    pub(super) fn let_out(&mut self, effect: Effect, world: &World<'_>) -> Option<Effect> {
        let why = world.readonly.filter(|_| writes(&effect));
        match (why, &effect) {
            (None, _) => Some(effect),
            // Marking read by opening was not asked for, so its refusal is not shown.
            (Some(_), Effect::Opened(_)) => None,
            (Some(why), _) => {
                self.say(Tone::Warn, why.to_owned());
                None
            }
        }
    }
}

/// Why the session does not allow a command.
fn refusal(info: &Info, world: &World<'_>) -> Option<String> {
    let writes = info.prepares || info.level != Level::None || info.endpoint.is_some_and(|call| !call.is_read());
    if let Some(why) = world.readonly.filter(|_| writes) {
        return Some(why.to_owned());
    }
    let session = world.store.session();
    let lacks = info.endpoint.and_then(|call| session.missing_for(call))?;
    Some(format!("The token lacks “{}”.{}", lacks.0, session.rest_works()))
}

/// True for what changes something at the service, and for the question before it.
fn writes(effect: &Effect) -> bool {
    match effect {
        Effect::Write(_) | Effect::WriteOver(_) | Effect::WriteStaged(_) | Effect::Opened(_) | Effect::Reverse(_) => {
            true
        }
        Effect::Confirm(confirm) => confirm.effects_on_yes.iter().any(writes),
        _ => false,
    }
}
