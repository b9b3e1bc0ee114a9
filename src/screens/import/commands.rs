//! The verbs of the page.

use crate::api::imports as api;
use crate::sheets::Status;
use crate::sheets::csv::{Field, IGNORED};
use crate::ui::list::{self, verbs};
use crate::ui::text::counted;
use crate::ui::widgets::pick;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Menu, MenuItem, Outcome, Tone, When, World};

use super::decide;
use super::label;
use super::send;
use super::state::{ImportPage, Tab};
use super::written;

type Verb = Command<ImportPage>;

const NEXT_TAB: Verb = verbs::next_tab("import.next_tab");
const PREVIOUS_TAB: Verb = verbs::previous_tab("import.previous_tab");

fn with_file(page: &ImportPage, _: &World<'_>) -> When {
    match (&page.report, page.looking) {
        (Some(_), _) => When::On,
        (None, true) => When::Off("Still reading the file.".to_owned()),
        (None, false) => When::Off("No file here yet; type its path.".to_owned()),
    }
}

fn can_send(page: &ImportPage, world: &World<'_>) -> When {
    if page.under_way.is_some() {
        return When::Off("This file is being imported already.".to_owned());
    }
    match page.report.as_ref().and_then(|report| report.refused.as_ref()) {
        Some((_, why)) => When::Off(why.clone()),
        None => with_file(page, world),
    }
}

fn on_columns(page: &ImportPage, world: &World<'_>) -> When {
    match with_file(page, world) {
        When::On if page.tab() != Tab::Columns => When::Off("Go to the tab Columns first.".to_owned()),
        when => when,
    }
}

/// Verbs while the path is typed.
pub const PATH: &[Verb] = &pick::commands("open");

/// Verbs about the file.
pub const FILE: &[Verb] = &[
    Info::new("import.choose", "Choose how a column is read; on a problem, decide it or go to its row")
        .footer(1, &["enter"], "choose")
        .run_if(with_file, |page, _, cx| choose(page, cx)),
    Info::new("import.field", "Read a column as a field, by its number; ignored leaves it out")
        .aliases(&["field"])
        .args("<column> <field>")
        .run_if(with_file, field),
    Info::new("import.leave_out", "Leave the column out, or include it again")
        .footer(4, &["d"], "leave out")
        .run_if(on_columns, |page, _, cx| read_as(page, page.place(), IGNORED, cx)),
    Info::new("import.skip", "Skip N rows at the start")
        .aliases(&["skip"])
        .footer(5, &["s"], "skip")
        .args("[rows]")
        .run_if(with_file, skip),
    Info::new("import.written", "Set the file's separator, encoding and decimal sign")
        .aliases(&["written"])
        .keys(&["t"])
        .args("[semicolons|tabs|windows-1252|decimal-comma …]")
        .run_if(with_file, written::choose),
    Info::new("import.decimal", "Set a column's decimal sign: whether 1.500 is 1500 or 1.5")
        .aliases(&["decimal"])
        .args("<column> comma|point")
        .run_if(with_file, decide::decimal),
    Info::new("import.casing", "Choose the casing: the service's or the file's")
        .aliases(&["casing"])
        .keys(&["c"])
        .args("auto|manual")
        .run(|page, args, _| {
            page.casing = match page.casing.chosen(args.words.first().map(String::as_str)) {
                Ok(casing) => casing,
                Err(why) => return Outcome::Refused(why),
            };
            Outcome::Done
        }),
    Info::new("import.recase", "Apply the casing to existing domains too, or not").keys(&["r"]).run(|page, _, _| {
        page.update_casing = !page.update_casing;
        Outcome::Done
    }),
    Info::new("import.domain", "Set the name of the domain column, where it is not domain").args("[name]").run_if(
        with_file,
        |page, args, cx| match args.words.first() {
            Some(name) => {
                page.domain.clone_from(name);
                page.columns = None;
                page.check(cx);
                Outcome::Done
            }
            None => Outcome::Refused(format!("The column of names is {}. Usage: :domain_column NAME", page.domain)),
        },
    ),
    Info::new("import.look_again", "Read the file again").keys(&["ctrl-r", "F5"]).run_if(with_file, |page, _, cx| {
        page.check(cx);
        cx.toast(Tone::Info, "Looking at the file again.");
        // An import that waits is sent once the service or the token allows it.
        cx.push(Effect::TryAgain);
        cx.done(Effect::Refresh)
    }),
    Command { info: NEXT_TAB.info.keys(&["]", "right", "tab"]), ..NEXT_TAB },
    Command { info: PREVIOUS_TAB.info.keys(&["[", "left", "shift-tab"]), ..PREVIOUS_TAB },
    Command { when: with_file, ..verbs::tab("import.tab", "columns|rows|problems|changes") },
    Command { when: with_file, ..verbs::filter("import.filter", 7) },
    Info::new("import.send", "Import the file")
        .aliases(&["write", "w"])
        .footer(2, &["ctrl-s"], "import")
        .calls::<api::Create>(Level::Ask)
        .run_if(can_send, |page, _, cx| send::send(page, cx)),
];

/// Verbs on every page.
pub const PAGE: &[Verb] = &[Info::new("import.back", "Back")
    .footer(6, &["esc"], "back")
    .run(|page, _, cx| if page.looking && list::close(page, &cx.world) { Outcome::Done } else { page.leave(cx) })];

fn choose(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let Some(report) = page.report.clone() else { return Outcome::Done };
    match page.tab() {
        Tab::Columns => {
            let place = page.place();
            let item = |field: &str, title: &str, hint: &str, on: bool| {
                let words = Args::words([(place + 1).to_string(), field.to_owned()]);
                MenuItem { on: Some(on), ..MenuItem::new(title, hint, vec![Effect::Run("import.field", words)]) }
            };
            let Some(column) = report.columns.get(place) else { return Outcome::Done };
            let now = |field: &str| column.becomes == field;
            let mut items = vec![
                item(&page.domain, &page.domain, "the name of the domain", now(&page.domain)),
                item(IGNORED, IGNORED, "not read", now(IGNORED)),
            ];
            let of_setting =
                |field: &Field| item(&field.name, &label(&page.fields, &field.name), &field.name, now(&field.name));
            items.extend(page.fields.iter().map(of_setting));
            cx.menu(Menu { title: format!("Column {} “{}” is", place + 1, column.title), items, keep_open: false });
        }
        Tab::Problems => {
            let Some(problem) = page.problem_here() else { return Outcome::Done };
            if let (Status::Undecided, Some(column)) = (problem.status, problem.column) {
                return decide::ask(page, column, cx);
            }
            if let Some(row) = report.rows.iter().position(|row| row.line == problem.line) {
                page.go_to(Tab::Rows, row, &cx.world);
            }
        }
        Tab::Rows | Tab::Changes => return Outcome::Refused("Choose columns on the tab Columns.".to_owned()),
    }
    Outcome::Done
}

const USAGE: &str = "Usage: :field <column> <field>";

fn field(page: &mut ImportPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let [column, field @ ..] = args.words.as_slice() else { return Outcome::Refused(USAGE.to_owned()) };
    if field.is_empty() {
        return Outcome::Refused(USAGE.to_owned());
    }
    // A label such as BIN price has several words.
    let field = &field.join(" ");
    let many = page.report.as_ref().map_or(0, |report| report.columns.len());
    match column.parse::<usize>() {
        Ok(place) if (1..=many).contains(&place) => read_as(page, place - 1, field, cx),
        _ => Outcome::Refused(format!("Unknown column “{column}”; there are {many}.")),
    }
}

/// Reads one column as that field. The other columns stay as they are, and no field is read twice.
fn read_as(page: &mut ImportPage, place: usize, field: &str, cx: &mut Cx<'_>) -> Outcome {
    let called = page.fields.iter().find(|known| label(&page.fields, &known.name).eq_ignore_ascii_case(field));
    let field = &*called.map_or_else(|| field.to_owned(), |known| known.name.clone());
    let known = field == IGNORED || field == page.domain || page.fields.iter().any(|known| known.name == field);
    if !known && page.fields.is_empty() {
        return Outcome::Refused("The settings are not known yet; try again in a moment.".to_owned());
    }
    if !known {
        let known = page.fields.iter().map(|known| known.name.as_str());
        return Outcome::Refused(crate::base::unknown("field", field, known));
    }
    let Some(report) = &page.report else { return Outcome::Done };
    if report.recognised {
        // From here on columns are chosen by hand. The header then counts as a row, which is still skipped.
        page.skip.get_or_insert(report.skip);
    }
    let mut columns: Vec<String> = report.columns.iter().map(|column| column.becomes.clone()).collect();
    for other in &mut columns {
        if field != IGNORED && *other == field {
            IGNORED.clone_into(other);
        }
    }
    if let Some(column) = columns.get_mut(place) {
        field.clone_into(column);
    }
    page.columns = Some(columns);
    page.check(cx);
    Outcome::Done
}

fn skip(page: &mut ImportPage, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(word) = args.words.first() else {
        let now = page.report.as_ref().map_or(0, |report| report.skip);
        let item = |rows: u32| {
            let label = match rows {
                0 => "no row".to_owned(),
                n => counted(n.into(), "row", "rows"),
            };
            let effects = vec![Effect::Run("import.skip", Args::words([rows.to_string()]))];
            MenuItem { on: Some(rows == now), ..MenuItem::new(label, "", effects) }
        };
        return cx.menu(Menu {
            title: "Skip at the beginning".to_owned(),
            items: (0..6).map(item).collect(),
            keep_open: false,
        });
    };
    match word.parse() {
        Ok(rows) => {
            page.skip = Some(rows);
            page.check(cx);
            Outcome::Done
        }
        Err(_) => Outcome::Refused(format!("“{word}” is not a number of rows.")),
    }
}
