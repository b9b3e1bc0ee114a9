//! `parkade list`: the rows of a list as on its screen, from what is kept on this computer or from the service.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};

use super::common_args::{AccountArg, ReadonlyArg};
use super::streams::say;
use super::{Exit, Fault, Outcome};
use crate::app::launch::Flags;
use crate::app::{Listing, NotListed};
use crate::base::{Timestamp, Zone, span_words};
use crate::screens::{domains, history, inquiries, jobs, mail};
use crate::store::{Store, Walked};
use crate::ui::widgets::table::Form;
use crate::ui::{Args as Line, Cx, Prefs, ScreenDef, World};

/// What `list` takes.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// Which list
    #[arg(value_name = "LIST")]
    pub what: ListedArg,
    /// What is typed behind the screen's name on the `:` line: a tab, a filter, an order such as sort:offer,desc, or the name
    /// of a saved view; before the filter of versions, domains whose versions are listed too. A term that begins with - comes
    /// after a lone --
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// As JSON
    #[arg(long, group = "form")]
    pub json: bool,
    /// As CSV, with a heading
    #[arg(long, group = "form")]
    pub csv: bool,
    /// One row a line, values with tabs between them, no heading
    #[arg(long, group = "form")]
    pub plain: bool,
    /// These columns in this order instead of those the screen shows. Beside an amount stands its currency, empty where that was
    /// not read: the service lists the currencies of verified domains only
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    pub columns: Vec<String>,
    /// Read the list anew and whole
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub readonly: ReadonlyArg,
    #[command(flatten)]
    pub account: AccountArg,
}

/// A list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListedArg {
    /// Inquiries of buyers
    Inquiries,
    /// Domains of the account
    Domains,
    /// Caught mail
    Mail,
    /// Imports of domains
    Imports,
    /// Exports
    Exports,
    /// Versions of settings
    Versions,
}

/// List: its screen, its tab if the screen has several, and how it is read whole.
pub(super) struct Listed {
    pub screen: &'static ScreenDef,
    tab: &'static str,
    walked: Option<Walked>,
}

/// List of that name.
pub(super) fn listed(what: ListedArg) -> Listed {
    let of = |screen, tab, walked| Listed { screen, tab, walked };
    match what {
        ListedArg::Inquiries => of(&inquiries::DEF, "", Some(Walked::Inquiries)),
        ListedArg::Domains => of(&domains::DEF, "", Some(Walked::Domains)),
        ListedArg::Mail => of(&mail::DEF, "", None),
        ListedArg::Imports => of(&jobs::DEF, "imports", None),
        ListedArg::Exports => of(&jobs::DEF, "exports", None),
        ListedArg::Versions => of(&history::DEF, "", None),
    }
}

/// The columns that a list can have.
pub(super) fn columns(what: ListedArg) -> Vec<String> {
    let (of, nothing) = (listed(what), Store::new(""));
    let world = World::of(&nothing, Prefs::default(), Timestamp::default(), Zone::Utc);
    let mut screen = (of.screen.make)();
    // Each tab has columns of its own.
    screen.open(&Line::listed(of.tab), &mut Cx { world, effects: &mut Vec::new() });
    screen.as_list().map_or_else(Vec::new, |list| list.columns())
}

pub fn run(args: &ListArgs, flags: &Flags) -> Outcome {
    let launch = super::setup::launch(flags)?;
    let account = launch.account.as_ref().ok_or_else(super::setup::no_account)?;
    if args.fresh {
        super::setup::with_token(account)?;
    }
    let of = listed(args.what);
    let mut listing = Listing::open(&launch, account, of.screen, args.fresh).map_err(Fault::failure)?;
    let line = [of.tab, &args.filter.join(" ")].join(" ");
    if let Err(why) = listing.show(line.trim(), &args.columns) {
        return ended(listing, Err(Fault::usage(why)));
    }
    let mut whole = Ok(Exit::Success);
    if args.fresh {
        match listing.read(account, of.walked, &mut |text| say(&format!("{text}\n"))) {
            Ok(()) => {}
            // Print the rows that were read first.
            Err(not @ NotListed::Partly(_)) => whole = Err(fault(not)),
            Err(not) => return ended(listing, Err(fault(not))),
        }
    } else {
        listing.read_kept();
    }
    let (reading, age) = listing.reading();
    if !reading.known {
        if whole.is_err() {
            return ended(listing, whole);
        }
        for notice in listing.notices() {
            say(&format!("parkade: {notice}\n"));
        }
        let of = if args.filter.is_empty() { "" } else { " with this filter" };
        let text = format!("Nothing of this list{of} is kept on this computer. Add --fresh to read it.");
        return ended(listing, Err(Fault::failure(text)));
    }
    let form = match (args.json, args.csv, args.plain) {
        (true, ..) => Form::Json,
        (_, true, _) => Form::Csv,
        (_, _, true) => Form::Plain,
        _ if std::io::stdout().is_terminal() => {
            // Named columns are printed at any width.
            let cells = crossterm::terminal::size().ok().filter(|_| args.columns.is_empty());
            Form::Table(cells.map_or(usize::MAX, |(cells, _)| usize::from(cells)))
        }
        _ => Form::Plain,
    };
    let written = listing.written(form).map_err(Fault::usage);
    let age = age.filter(|_| !args.fresh).map(|age| match age {
        ..60 => "Read just now.".to_owned(),
        age => format!("Read {} ago; --fresh reads it anew.", span_words(age.unsigned_abs())),
    });
    let not_kept = listing.not_kept().filter(|_| args.fresh);
    for told in age.into_iter().chain(reading.part).chain(listing.lacks()).chain(not_kept) {
        say(&format!("{told}\n"));
    }
    ended(listing, written.and_then(|bytes| super::streams::print_clean(&bytes)).and(whole))
}

fn ended(listing: Listing, outcome: Outcome) -> Outcome {
    listing.close();
    outcome
}

fn fault(not: NotListed) -> Fault {
    match not {
        NotListed::Failure(failure) => Fault::of("Not read", &failure),
        NotListed::Partly(Some(failure)) => Fault::of("The list was not read whole", &failure),
        NotListed::Partly(None) => {
            Fault::failure("The list was not read whole: the service sent an empty page before the end it announced.")
        }
        NotListed::Stopped(stop) => Fault::new(Exit::stopped(stop), stop.words()),
    }
}
