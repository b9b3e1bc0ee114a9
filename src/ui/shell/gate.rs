//! Refusal of what the session does not allow, in one place for all commands and writes.
//!
//! A command is refused here if the session is read-only, or if the token or the account lacks the ability it needs.
//! Whether a command has a meaning on a row or tab is decided by the command's own `when`. Every write passes
//! [`Shell::let_out`], whether it comes from a command, a menu, a form or a question. A screen asks only
//! where it would otherwise open a form or a menu that leads nowhere.

use super::super::{Effect, Info, Level, Tone, When, World, find};
use super::{COMMANDS, Shell};

impl Shell {
    /// State of a command now: what its screen says, then what the session allows.
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

    /// Effect to pass to the runtime; `None` for a write the session does not allow, after a message with the reason.
    pub(super) fn let_out(&mut self, effect: Effect, world: &World<'_>) -> Option<Effect> {
        let why = world.readonly.filter(|_| writes(&effect));
        match (why, &effect) {
            (None, _) => Some(effect),
            // The user did not ask to mark as read by opening, so a refusal is not shown.
            (Some(_), Effect::Opened(_)) => None,
            (Some(why), _) => {
                self.say(Tone::Warn, why.to_owned());
                None
            }
        }
    }
}

/// Reason why the session does not allow a command.
fn refusal(info: &Info, world: &World<'_>) -> Option<String> {
    let writes = info.prepares || info.level != Level::None || info.endpoint.is_some_and(|call| !call.is_read());
    if let Some(why) = world.readonly.filter(|_| writes) {
        return Some(why.to_owned());
    }
    let session = world.store.session();
    info.endpoint.and_then(|call| session.missing_for(call)).map(|lacks| session.lacks_words(lacks))
}

/// True for effects that change something at the service, and for the question before them.
fn writes(effect: &Effect) -> bool {
    match effect {
        Effect::Write(_) | Effect::WriteOver(_) | Effect::WriteStaged(_) | Effect::Opened(_) | Effect::Reverse(_) => {
            true
        }
        Effect::Confirm(confirm) => confirm.effects_on_yes.iter().any(writes),
        _ => false,
    }
}
