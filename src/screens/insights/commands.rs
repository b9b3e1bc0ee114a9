//! The verbs of Insights.

use super::screen::Insights;
use crate::api::insights;
use crate::ui::list::verbs;
use crate::ui::{Command, Info, Level, When, World};

fn with_spots(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.has_spots(), "Nothing to move over here.")
}

fn on_chart(screen: &Insights, world: &World<'_>) -> When {
    match with_chart(screen, world) {
        When::On if !screen.on_chart() => When::Off("Go to the chart first; [ and ] change the report.".to_owned()),
        when => when,
    }
}

fn with_chart(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.chart().is_some(), "This report has no chart.")
}

fn with_drawn(screen: &Insights, world: &World<'_>) -> When {
    if screen.has_tables() { When::Hidden } else { with_chart(screen, world) }
}

fn with_report(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.has_report(), "This report is not there yet.")
}

fn on_row(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(
        screen.opens_here().is_some(),
        "This row has no list to open. Domains, countries, risk and reasons have one.",
    )
}

fn counts_visits(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.counts_visits(), "This report knows human visitors only.")
}

fn has_longer(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.window_by(1).is_some(), "All time is the longest window.")
}

fn has_shorter(screen: &Insights, _: &World<'_>) -> When {
    When::on_if(screen.window_by(-1).is_some(), "7 days is the shortest window.")
}

/// Verb that switches back to charts, while they are shown as tables.
pub const OF_TABLES: &[Command<Insights>] =
    &[Info::new("insights.chart", "Show the charts again in place of the tables")
        .also(&["figures"])
        .footer(4, &["t"], "chart")
        .run_if(with_chart, |screen, _, _| screen.turn_tables())];

/// All verbs of the screen.
pub const COMMANDS: &[Command<Insights>] = &[
    Info::new("insights.open", "Open the domain, the inquiries or the names of this row")
        .footer(1, &["enter"], "open")
        .calls::<insights::Domain>(Level::None)
        .run_if(on_row, |screen, _, cx| screen.open_here(cx)),
    Info::new("insights.longer", "Next longer window: 7, 30, 90 days, all time")
        .also(&["window", "days"])
        .footer(2, &[">"], "longer")
        .run_if(has_longer, |screen, _, _| screen.lengthen(1)),
    Info::new("insights.shorter", "Next shorter window")
        .keys(&["<"])
        .run_if(has_shorter, |screen, _, _| screen.lengthen(-1)),
    Info::new("insights.days", "Set the window")
        .aliases(&["window", "days"])
        .args("7|30|90|all")
        .run(|screen, args, _| screen.set_window(args.text.trim())),
    Info::new("insights.bots", "Count every visit, or only those that passed the human check")
        .also(&["human", "verified"])
        .footer(3, &["b"], "bots")
        .run_if(counts_visits, |screen, _, _| screen.turn_bots()),
    Info::new("insights.table", "Show the charts as tables")
        .also(&["figures"])
        .footer(4, &["t"], "table")
        .run_if(with_drawn, |screen, _, _| screen.turn_tables()),
    Info::new("insights.raw", "Show the report as the service sent it")
        .also(&["json", "source"])
        .aliases(&["raw"])
        .keys(&["R"])
        .run_if(with_report, |screen, _, cx| screen.show_raw(cx)),
    Info::new("insights.svg", "Save the chart as an SVG picture")
        .also(&["picture", "image", "chart"])
        .keys(&["X"])
        .args("[file]")
        .run_if(with_chart, |screen, args, cx| screen.save_svg(args, cx)),
    Info::new("insights.down", "Move down")
        .steps(&["j", "down"])
        .run_if(with_spots, |screen, args, _| screen.walk(args.times() as isize)),
    Info::new("insights.up", "Move up")
        .steps(&["k", "up"])
        .run_if(with_spots, |screen, args, _| screen.walk(-(args.times() as isize))),
    Info::new("insights.page_down", "Page down")
        .keys(&["pgdn", "ctrl-d"])
        .run_if(with_spots, |screen, _, _| screen.walk_page(1)),
    Info::new("insights.page_up", "Page up")
        .keys(&["pgup", "ctrl-u"])
        .run_if(with_spots, |screen, _, _| screen.walk_page(-1)),
    Info::new("insights.next_part", "Go to the next chart or table")
        .also(&["block", "section"])
        .footer(5, &["tab"], "next part")
        .run_if(with_spots, |screen, _, _| screen.walk_block(1)),
    Info::new("insights.previous_part", "Go to the chart or table before")
        .keys(&["shift-tab"])
        .run_if(with_spots, |screen, _, _| screen.walk_block(-1)),
    Info::new("insights.top", "Go to the top")
        .keys(&["g g", "home"])
        .run_if(with_spots, |screen, _, _| screen.walk(isize::MIN)),
    Info::new("insights.bottom", "Go to the bottom")
        .keys(&["G", "end"])
        .run_if(with_spots, |screen, _, _| screen.walk(isize::MAX)),
    Info::new("insights.later", "Read the next value of the chart")
        .keys(&["l", "right"])
        .run_if(on_chart, |screen, _, _| screen.read(1)),
    Info::new("insights.earlier", "Read the value before")
        .footer(6, &["left", "h"], "earlier")
        .run_if(on_chart, |screen, _, _| screen.read(-1)),
    // Left and right move in the chart, as h and l do, so they cannot change tabs here.
    verbs::NEXT_TAB.keys(&["]"]).named("insights.next_tab").run(|screen: &mut Insights, _, _| screen.turn(1)),
    verbs::PREVIOUS_TAB.keys(&["["]).named("insights.previous_tab").run(|screen: &mut Insights, _, _| screen.turn(-1)),
    Info::new("insights.tab", "Go to a report by name")
        .aliases(&["tab"])
        .args("domains|domain|inquiries|portfolio|activity")
        .run(|screen, args, _| screen.go(args.text.trim())),
    Info::new("insights.back", "Back to where you came from").keys(&["esc"]).run(|screen, _, cx| screen.back(cx)),
];
