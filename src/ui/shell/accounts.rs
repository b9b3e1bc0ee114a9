//! `:account`: choosing, adding and removing accounts of the config file, and the demo.

use super::super::{Args, Confirm, Cx, DEMO, Effect, Menu, MenuItem, Outcome};
use super::Shell;
use crate::base::{check_account_name, unknown};

/// Opens the named account, or shows all of them.
pub fn account(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let accounts = &shell.options.accounts;
    let name = args.text.trim();
    match args.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["add"] => return Outcome::Refused("Usage: :account add NAME".to_owned()),
        ["add", name] => return add(shell, name, cx),
        ["remove"] => return Outcome::Refused("Usage: :account remove NAME".to_owned()),
        ["remove", name] => return remove(shell, name, cx),
        _ => {}
    }
    if !name.is_empty() {
        if !accounts.iter().any(|known| known == name) {
            return Outcome::Refused(unknown("account", name, accounts.iter().map(String::as_str)));
        }
        return cx.done(Effect::Account { name: name.to_owned(), force: false });
    }
    if accounts.is_empty() {
        return Outcome::Refused("No account is set up. Run `parkade login` to set one up.".to_owned());
    }
    let current = &cx.world.store.session().account;
    let waited = |name: &str| shell.options.waited.iter().find(|(of, _)| of == name).map(|(_, waited)| *waited);
    let item = |name: &String| {
        let hint = match waited(name) {
            _ if name == current => "open now".to_owned(),
            waited => waited.map(|waited| waited.words(cx.world.now)).unwrap_or_default(),
        };
        MenuItem::new(name.clone(), hint, vec![Effect::Account { name: name.clone(), force: false }])
    };
    let more =
        MenuItem::new("add another".to_owned(), ":account add NAME", vec![Effect::Line("account add ".to_owned())]);
    let items = accounts.iter().map(item).chain([more]).collect();
    cx.menu(Menu { title: "Accounts".to_owned(), items, keep_open: false })
}

fn add(shell: &Shell, name: &str, cx: &mut Cx<'_>) -> Outcome {
    if let Err(why) = check_account_name(name) {
        return Outcome::Refused(why.to_owned());
    }
    if name == DEMO || shell.options.accounts.iter().any(|known| known == name) {
        return Outcome::Refused(format!("There is an account {name} already; :account {name} opens it."));
    }
    cx.done(Effect::AddAccount { name: name.to_owned(), force: false })
}

fn remove(shell: &Shell, name: &str, cx: &mut Cx<'_>) -> Outcome {
    let mut accounts = shell.options.accounts.iter().map(String::as_str).filter(|known| *known != DEMO);
    if !accounts.clone().any(|known| known == name) {
        return Outcome::Refused(unknown("account", name, accounts.by_ref()));
    }
    if name == cx.world.store.session().account {
        return Outcome::Refused(format!("{name} is open; open another account first, then remove it."));
    }
    let mut confirm =
        Confirm::new(format!("Remove the account {name}?"), "remove", vec![Effect::RemoveAccount(name.to_owned())]);
    "Its address and its token are removed from this machine.".clone_into(&mut confirm.consequence);
    confirm.way_back = Some(format!("Its cache, journal, drafts and notes stay; :account add {name} opens it again."));
    cx.confirm(confirm)
}
