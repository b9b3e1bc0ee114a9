//! Commands about what is kept on this machine: reading it anew, forgetting it, masking it.

use super::super::{Args, Confirm, Cx, Effect, Outcome};
use super::Shell;

/// `:sync`, `:sync full`.
pub(super) fn sync(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first().map(String::as_str) {
        None | Some("full") => {
            cx.push(Effect::Sync);
            shell.said("Reading all inquiries and domains again in the background");
            Outcome::Done
        }
        Some("export") => Outcome::Refused("“export” is not available; :sync reads page by page.".to_owned()),
        Some(word) => {
            Outcome::Refused(format!("Unknown “{}”. Usage: :sync or :sync full", crate::base::clean_line(word)))
        }
    }
}

/// `:redact [on|off]`.
pub(super) fn redact(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let on = match args.words.first().map(String::as_str) {
        None => !cx.world.store.session().redact,
        Some("on") => true,
        Some("off") => false,
        Some(word) => return Outcome::Refused(format!("Unknown “{word}”. Use on or off.")),
    };
    cx.push(Effect::SetRedact(on));
    shell.said(if on {
        "Redacted: names, addresses, messages and prices · :redact to show"
    } else {
        "Redaction off."
    });
    Outcome::Done
}

/// `:purge cache`.
pub(super) fn purge(_: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.words.first().is_none_or(|word| word != "cache") {
        return Outcome::Refused("Usage: :purge cache".to_owned());
    }
    cx.confirm(Confirm {
        consequence:
            "Deletes all fetched data from this machine; it is fetched again when needed. The log of changes is kept."
                .to_owned(),
        way_back: Some("It is fetched again from the service.".to_owned()),
        ..Confirm::new("Purge the cache", "purge", vec![Effect::PurgeCache])
    });
    Outcome::Done
}
