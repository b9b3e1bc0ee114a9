//! `:account`: the accounts of the configuration and the demo, to choose one from.

use super::super::{Args, Cx, Effect, Menu, MenuItem, Outcome};
use super::Shell;
use crate::base::unknown;

/// Opens the account named, or shows all of them.
pub fn account(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let accounts = &shell.options.accounts;
    let name = args.text.trim();
    if !name.is_empty() {
        if !accounts.iter().any(|known| known == name) {
            return Outcome::Refused(unknown("account", name, accounts.iter().map(String::as_str)));
        }
        cx.push(Effect::Account { name: name.to_owned(), force: false });
        return Outcome::Done;
    }
    if accounts.is_empty() {
        return Outcome::Refused("No account is set up. Run `parkade login` to set one up.".to_owned());
    }
    let current = &cx.world.store.session().account;
    let item = |name: &String| {
        let hint = if name == current { "open now" } else { "" };
        MenuItem::new(name.clone(), hint, vec![Effect::Account { name: name.clone(), force: false }])
    };
    let items = accounts.iter().map(item).collect();
    cx.menu(Menu { title: "Accounts".to_owned(), items, keep_open: false });
    Outcome::Done
}
