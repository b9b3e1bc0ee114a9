//! `parkade demo`: the program with a service of its own, in this process and on loopback only.
//!
//! The demo's data are kept, so that undo survives a restart here, too; `--fresh` starts over.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::args::DemoArgs;
use crate::app::paths::Paths;
use crate::app::{Account, AccountSource, MadeAccount};
use crate::base::{private_folder, reason};
use crate::client::{ClientConfig, Secret};
use crate::sandbox::{Options, Sandbox, Token};

/// Seconds between two new inquiries.
const ARRIVE: u32 = 75;

/// Account of the demo, made after the first frame.
pub fn source(args: &DemoArgs, paths: &Paths) -> AccountSource {
    let (args, paths) = (args.clone(), paths.clone());
    // One portfolio per size and seed, so that demos of different sizes have different journals.
    let name = format!("demo-{}-{}-{}-{}", args.domains, args.inquiries, args.emails, args.seed);
    if args.fresh {
        forget(&paths, &name);
    }
    let folder = paths.data.join(&name).join("service");
    AccountSource::Made { folder: name, make: Box::new(move || make(&args, &folder)) }
}

fn make(args: &DemoArgs, folder: &Path) -> anyhow::Result<MadeAccount> {
    let cannot = |error| anyhow::anyhow!("The demo's folder {} cannot be made: {}", folder.display(), reason(&error));
    private_folder(folder).map_err(cannot)?;
    let token = Token::full().unguessable()?;
    let options = Options {
        data: Some(folder.to_owned()),
        domains: args.domains,
        inquiries: args.inquiries,
        emails: args.emails,
        seed: args.seed,
        arrive: Some(ARRIVE),
        tokens: vec![token.clone()],
        // Make the ads key from the token, so that it cannot be guessed either.
        ads_keys: vec![format!("ads-{}=*", token.value).parse()?],
        ..Options::default()
    };
    let running = Sandbox::spawn(&options).context("The demo's service could not be started")?;
    let token = running.tokens().first().context("The demo's service has no token")?.value.clone();
    let ads_key = format!("ads-{token}");
    let base_url = ClientConfig::check_base_url(&running.base_url()).map_err(anyhow::Error::msg)?;
    let account = Account {
        name: "demo".to_owned(),
        base_url,
        token: Some(Secret::new(token)),
        token_origin: None,
        ads_key: Some(Secret::new(ads_key)),
        ca_file: None,
        readonly: args.program.readonly.readonly,
    };
    Ok(MadeAccount { account, keep: Box::new(running) })
}

/// Removes the files of an earlier demo of this name, and no other folders.
fn forget(paths: &Paths, name: &str) {
    for folder in [&paths.data, &paths.cache] {
        // If the folder cannot be removed, opening it will show that.
        let _ = fs::remove_dir_all(folder.join(name));
    }
}
