//! Key reference of the documentation, made from the command tables; a test fails when the file is out of date.

use std::fmt::Write as _;

use crate::ui::reference::everything;
use crate::ui::{Info, ScreenDef};

/// Text at the top of the file.
const INTRODUCTION: &str = "\
# Keys and commands

Made from the program's own tables (`cargo test --test keys_reference`). Keys pressed one after the other stand with a blank
between (`g d`). A digit is a screen; `:120` goes to row 120, `:+12` moves by so many. Every command can be typed after `:` by
the name shown here, and `:help NAME` explains it. `?` lists what works where you are, `ctrl-p` finds a command anywhere.

## Changing keys

In `keys.toml` of the config folder (`parkade paths`), or in `config.toml` with `keys.` before each table:

```toml
\"F5\" = \"app.refresh\"   # at the top, or under [app]: on every screen

[inquiries]             # on that screen alone
\"B\" = \"archive\"         # by its short name, or the full one: inquiries.archive
\"ctrl-n\" = \"table.down\" # commands of the lists, texts and forms of that screen too
\"s\" = \"noop\"            # takes a key away
```

A table is named after a screen. The other sections below are parts of screens (lists, texts, forms, tabs): their
commands are bound under the screen by their full name, or at the top for every screen. `parkade config check` and `:config`
say what is wrong; `:config reload` takes changes in.

## The mouse

Off until `:mouse` or `mouse = true`. A click selects a row, a tab or a screen in the header, sorts by a heading and presses
a key of the footer; on the selected row it opens it, beside a popup it closes that. The wheel moves what lies under it.

## Contents

";

/// Words for where the commands of a scope work.
fn where_it_works(scope: &str, screens: &[ScreenDef]) -> String {
    if scope == "app" {
        return "everywhere".to_owned();
    }
    if let Some(def) = screens.iter().find(|def| def.id == scope) {
        return format!("the screen {}", def.title);
    }
    let has =
        |def: &&ScreenDef| (def.make)().all_commands().iter().any(|info| info.name.split('.').next() == Some(scope));
    let titles: Vec<&str> = screens.iter().filter(has).map(|def| def.id).collect();
    format!("a part of {}", titles.join(", "))
}

/// All commands as Markdown: a table per scope, in the order of the screens.
pub fn key_reference(screens: &'static [ScreenDef]) -> String {
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
    let mut page = String::from(INTRODUCTION);
    for (scope, _) in &scopes {
        let _ = writeln!(page, "* [{scope}](#{scope}): {}", where_it_works(scope, screens));
    }
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
