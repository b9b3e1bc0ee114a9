//! Every command of every screen, for the key file, the key reference and tests.

use super::{Info, ScreenDef, infos, shell};

/// All screens, each with every command it can have, the program's own commands last.
pub fn everything(screens: &'static [ScreenDef]) -> Vec<(&'static str, Vec<&'static Info>)> {
    let own = || infos(shell::COMMANDS);
    if screens.is_empty() {
        return vec![("", own().collect())];
    }
    screens
        .iter()
        .map(|def| {
            let mut commands = (def.make)().all_commands();
            commands.extend(own());
            (def.id, commands)
        })
        .collect()
}
