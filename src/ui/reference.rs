//! The key reference of the documentation, made from the command tables; a test fails when the page is stale.

use std::fmt::Write as _;

use super::{Info, ScreenDef, infos, shell};

/// Every screen with all commands it can ever have, the program's own last.
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

/// All commands as Markdown: a table per scope, in the order screens are listed.
pub fn markdown(screens: &'static [ScreenDef]) -> String {
    let mut scopes: Vec<(&str, Vec<&Info>)> = Vec::new();
    for (_, commands) in everything(screens) {
        for info in commands {
            let scope = info.name.split('.').next().unwrap_or_default();
            let place = scopes.iter().position(|(known, _)| *known == scope).unwrap_or_else(|| {
                scopes.push((scope, Vec::new()));
                scopes.len() - 1
            });
            if scopes[place].1.iter().all(|known| known.name != info.name) {
                scopes[place].1.push(info);
            }
        }
    }
    let mut page = String::from("# Keys and commands\n");
    for (scope, commands) in scopes {
        let _ = write!(page, "\n## {scope}\n\n| Keys | Command | Does |\n|---|---|---|\n");
        for info in commands {
            let keys = info.keys.iter().map(|key| format!("`{}`", key.replace('|', "\\|"))).collect::<Vec<_>>();
            let name = info.aliases.first().map_or(info.name, |alias| alias);
            let args = if info.args.is_empty() { String::new() } else { format!(" {}", info.args.replace('|', "\\|")) };
            let _ = writeln!(page, "| {} | `:{name}{args}` | {} |", keys.join(" "), info.doc.replace('|', "\\|"));
        }
    }
    page
}
