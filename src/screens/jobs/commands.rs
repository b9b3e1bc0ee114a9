//! The verbs of the screen, each said once; what the moving keys do is said by the table.

use crate::api::{Request, exports, imports};
use crate::ui::list::{verbs, verbs::place};
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome, When, World};

use super::state::Jobs;
use super::{acts, files, places, queue};

type Verb = Command<Jobs>;

/// A verb on the row in front of the user.
const fn verb(info: Info, run: fn(&mut Jobs, &Args, &mut Cx<'_>) -> Outcome) -> Verb {
    Command { info, when: with_row, run }
}

fn with_row(screen: &Jobs, _: &World<'_>) -> When {
    if screen.front().selected().is_some() { When::On } else { When::Off("There is nothing here yet.".to_owned()) }
}

const FILTER: Verb = verbs::filter("jobs.filter", 8);
const NEXT_TAB: Verb = verbs::next_tab("jobs.next_tab");
const NEXT: Verb = verbs::next("jobs.next", "Go to the import after this one");
const BACK: Verb = verbs::back("jobs.back");

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    verb(
        Info {
            name: "jobs.open",
            doc: "Open: the lines of an import, all that is known of anything else",
            short: "open",
            keys: &["enter"],
            footer: 1,
            ..Info::BASE
        },
        |screen, _, cx| places::open(screen, cx),
    ),
    verb(
        Info {
            name: "jobs.details",
            aliases: &["details"],
            doc: "Show all that is known of it",
            short: "details",
            keys: &["p"],
            footer: 6,
            ..Info::BASE
        },
        |screen, _, cx| places::details(screen, cx),
    ),
    verb(
        Info { name: "jobs.copy", doc: "Copy a name or number of it", short: "copy", keys: &["y"], ..Info::BASE },
        |screen, _, cx| places::copy(screen, cx),
    ),
    Command {
        info: Info {
            name: "jobs.save",
            aliases: &["download"],
            doc: "Save the file of an export, or the input of an import",
            short: "save",
            keys: &["S"],
            args: "[path]",
            endpoint: Some(<exports::Download as Request>::ENDPOINT),
            footer: 2,
            ..Info::BASE
        },
        when: files::when_save,
        run: files::save,
    },
    Command {
        info: Info {
            name: "jobs.again",
            doc: "Run the import again as a new one; in the write queue, send it all the same",
            short: "run again",
            keys: &["R"],
            endpoint: Some(<imports::Rerun as Request>::ENDPOINT),
            level: Level::Ask,
            footer: 4,
            ..Info::BASE
        },
        when: acts::when_again,
        run: acts::again,
    },
    place(
        Info {
            name: "jobs.rerun",
            aliases: &["rerun"],
            doc: "Run an import again as a new one, the one of that number or the one here",
            args: "[number]",
            endpoint: Some(<imports::Rerun as Request>::ENDPOINT),
            level: Level::Ask,
            ..Info::BASE
        },
        acts::again,
    ),
    Command {
        info: Info {
            name: "jobs.fix",
            aliases: &["fix"],
            doc: "Fix the failed lines in your editor and import only those; of a CSV with all their values",
            args: "[errors|warnings|both]",
            short: "fix errors",
            keys: &["e"],
            footer: 3,
            ..Info::BASE
        },
        when: files::when_fix,
        run: files::mend,
    },
    Command {
        info: Info {
            name: "jobs.check",
            doc: "Read again what became of it",
            short: "check again",
            keys: &["V"],
            footer: 2,
            ..Info::BASE
        },
        when: queue::when_check,
        run: |_, _, cx| {
            cx.push(Effect::CheckAgain);
            Outcome::Done
        },
    },
    Command {
        info: Info {
            name: "jobs.take_back",
            doc: "Take back what has not been sent",
            short: "take back",
            keys: &["d"],
            level: Level::Ask,
            footer: 3,
            ..Info::BASE
        },
        when: queue::when_take_back,
        run: |screen, _, cx| queue::take_back(screen, cx),
    },
    place(
        Info {
            name: "jobs.new",
            doc: "Begin an import or an export",
            short: "new",
            keys: &["+"],
            footer: 5,
            ..Info::BASE
        },
        |screen, _, cx| acts::new(screen, cx),
    ),
    place(
        Info {
            name: "jobs.export",
            aliases: &["export"],
            doc: "Export all domains, or inquiries narrowed by status, delivery, domain and order; save keeps the file",
            args: "domains|inquiries [confirmed|unconfirmed|delivered|unsent|offer|save]",
            endpoint: Some(<exports::Create as Request>::ENDPOINT),
            everywhere: true,
            ..Info::BASE
        },
        |screen, args, cx| match super::export::of_words(&args.words) {
            Ok((ask, save)) => acts::begin(screen, ask, save, cx),
            Err(why) => Outcome::Refused(why),
        },
    ),
    place(
        Info {
            name: "jobs.export_inquiries",
            doc: "Choose what an export of inquiries holds",
            endpoint: Some(<exports::Create as Request>::ENDPOINT),
            ..Info::BASE
        },
        |screen, _, cx| acts::open_form(screen, cx),
    ),
    Command {
        info: Info { doc: "Show only rows in which these words stand", short: "find", args: "[text]", ..FILTER.info },
        when: |screen, world| match &screen.list.detail {
            Some(opened) if !opened.bar.value().is_empty() => When::On,
            None if !screen.list.bar().value().is_empty() => When::On,
            _ => with_row(screen, world),
        },
        ..FILTER
    },
    Command {
        info: Info {
            name: "jobs.domain",
            doc: "Go to the domain of this line",
            short: "its domain",
            keys: &["g d"],
            ..Info::BASE
        },
        when: places::when_domain,
        run: |screen, _, cx| places::domain(screen, cx),
    },
    Command { info: Info { footer: 7, ..NEXT_TAB.info }, ..NEXT_TAB },
    verbs::previous_tab("jobs.previous_tab"),
    verbs::tab("jobs.tab", "imports|exports|bulk|queue|all|errors|warnings|ignored"),
    place(
        Info {
            name: "jobs.imports",
            aliases: &["imports"],
            doc: "Show the imports, or the one of that number",
            args: "[number]",
            everywhere: true,
            ..Info::BASE
        },
        places::imports,
    ),
    place(
        Info { name: "jobs.exports", aliases: &["exports"], doc: "Show the exports", everywhere: true, ..Info::BASE },
        |screen, _, cx| places::show(screen, super::tabs::Tab::Exports, cx),
    ),
    Command { info: Info { footer: 0, ..NEXT.info }, ..NEXT },
    verbs::previous("jobs.previous", "Go to the import before this one"),
    Command { info: Info { doc: "Go one step back; what runs keeps running", ..BACK.info }, ..BACK },
];

/// While the filters of a new export are chosen.
pub const FORM: &[Verb] = &[place(
    Info { name: "export.leave", doc: "Make no export", short: "leave", keys: &["esc"], footer: 3, ..Info::BASE },
    |screen, _, _| {
        screen.form = None;
        Outcome::Done
    },
)];
