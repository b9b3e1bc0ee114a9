//! Verbs of the screen. Keys that only move are described by the table.

use crate::api::{exports, imports};
use crate::ui::list::verbs;
use crate::ui::{Command, Effect, Info, Level, Place, When, World};

use super::exports::{by_words, open_form};
use super::imports::{changed, line, mend};
use super::state::Jobs;
use super::tabs::TABS;
use super::{places, writes};

type Verb = Command<Jobs>;

fn with_row(screen: &Jobs, _: &World<'_>) -> When {
    When::on_if(screen.front().selected().is_some(), "Nothing here yet.")
}

const FILTER: Verb = verbs::filter("jobs.filter", 8);
const NEXT: Verb = verbs::next("jobs.next", "Next import");
const BACK: Verb = verbs::back("jobs.back");

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    Info::new("jobs.open", "Open")
        .footer(1, &["enter"], "open")
        .run_if(with_row, |screen, _, cx| places::open(screen, cx)),
    Info::new("jobs.details", "Show details")
        .aliases(&["details"])
        .footer(6, &["p"], "details")
        .run_if(with_row, |screen, _, cx| places::details(screen, cx)),
    Info::new("jobs.copy", "Copy a name or number")
        .also(&["clipboard", "yank"])
        .keys(&["y"])
        .run_if(with_row, |screen, _, cx| places::copy(screen, cx)),
    Info::new("jobs.save", "Save the file of an export, or the input of an import")
        .aliases(&["download"])
        .footer(2, &["S"], "save")
        .args("[path]")
        .calls::<exports::Download>(Level::None)
        .run_if(places::when_save, places::save),
    Info::new("jobs.again", "Run the import again; in the queue, send it anyway")
        .footer(4, &["R"], "run again")
        .calls::<imports::Rerun>(Level::Ask)
        .run_if(places::when_again, places::again),
    Info::new("jobs.rerun", "Run an import again")
        .aliases(&["rerun"])
        .args("[number]")
        .calls::<imports::Rerun>(Level::Ask)
        .run(places::again),
    Info::new("jobs.fix", "Fix the failed lines in your editor and import only those")
        .also(&["errors"])
        .aliases(&["fix"])
        .footer(3, &["e"], "fix errors")
        .args("[errors|warnings|both]")
        .run_if(mend::when_fix, mend::mend),
    Info::new("jobs.set_back", "Review setting back the values that a CSV import changed")
        .also(&["undo", "revert", "old prices"])
        .aliases(&["setback"])
        .footer(3, &["b"], "set back")
        .run_if(changed::when_back, |screen, _, cx| changed::set_back(screen, cx)),
    Info::new("jobs.check", "Check again")
        .footer(2, &["V"], "check again")
        .run_if(writes::when_check, |_, _, cx| cx.done(Effect::CheckAgain)),
    Info::new("jobs.cancel", "Cancel a change that is not sent yet")
        .footer(3, &["d"], "cancel")
        .level(Level::Ask)
        .run_if(writes::when_take_back, |screen, _, cx| writes::take_back(screen, cx)),
    Info::new("jobs.new", "Start an import or export")
        .also(&["new"])
        .footer(5, &["+"], "new")
        .run(|screen, _, cx| cx.menu((TABS[screen.list.tab].tab.new)())),
    Info::new("jobs.export", "Export domains or inquiries at the service")
        .aliases(&["export"])
        .args("domains|inquiries [confirmed|unconfirmed|delivered|unsent|offer|save]")
        .calls::<exports::Create>(Level::None)
        .everywhere()
        .run(by_words),
    Info::new("jobs.export_inquiries", "Choose what an export of inquiries contains")
        .calls::<exports::Create>(Level::None)
        .run(|screen, _, cx| open_form(screen, cx)),
    Command {
        info: FILTER.info.doc("Show only rows that contain a text").args("[text]").footer(8, &["/"], "find"),
        when: |screen, world| match &screen.list.detail {
            Some(opened) if !opened.bar.value().is_empty() => When::On,
            None if !screen.list.bar().value().is_empty() => When::On,
            _ => with_row(screen, world),
        },
        ..FILTER
    },
    Info::new("jobs.domain", "Go to the domain of this line")
        .keys(&["g d"])
        .run_if(line::when_domain, |screen, _, cx| cx.go(line::name(screen, &cx.world).map(Place::Domain))),
    verbs::next_tab("jobs.next_tab"),
    verbs::previous_tab("jobs.previous_tab"),
    verbs::tab("jobs.tab", "imports|exports|bulk|queue|all|errors|warnings|ignored"),
    Info::new("jobs.imports", "Show imports, or import N")
        .aliases(&["imports"])
        .args("[number]")
        .everywhere()
        .run(places::imports),
    Info::new("jobs.exports", "Show exports")
        .aliases(&["exports"])
        .everywhere()
        .run(|screen, _, cx| places::show(screen, super::exports::tab(), cx)),
    Command { info: NEXT.info.footer(0, NEXT.info.keys, "next"), ..NEXT },
    verbs::previous("jobs.previous", "Previous import"),
    Command { info: BACK.info.doc("Back; what runs keeps running"), ..BACK },
];
