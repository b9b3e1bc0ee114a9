//! The verbs of the page.

use std::sync::Arc;

use crate::api::domains::{self as api, Casing};
use crate::screens::{compared, lookalike};
use crate::sheets::Status;
use crate::store::Intent;
use crate::store::writes::intent::{ADD_CHUNK, AddDomains, Lines};
use crate::ui::list::{self, verbs};
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Command, Confirm, Cx, Effect, FileAsk, Info, Level, Outcome, Tone, Typed, When, World};

use super::state::{Add, EDITED};

type Verb = Command<Add>;

/// Number of names shown in the question.
const SAMPLES: usize = 5;

fn with_lines(page: &Add, _: &World<'_>) -> When {
    if page.names.is_empty() && page.input.is_empty() {
        When::Off("No name here yet; type or paste some.".to_owned())
    } else {
        When::on_if(page.under_way.is_none(), "These names are being added already.")
    }
}

/// Verbs while the field has the focus and is empty above a list of names.
pub const SUBMIT: &[Verb] = &[Info::new("names.submit", "Add the names of the list")
    .keys(&["enter"])
    .calls::<api::Add>(Level::Ask)
    .run_if(with_lines, send)];

/// Verbs while something is typed, or while there is nothing to add yet.
pub const TYPED: &[Verb] = &[Info::new("names.take", "Put the typed names on the list")
    .footer(1, &["enter"], "add line")
    .run(|page, _, cx| {
        page.take_field(cx);
        Outcome::Done
    })];

/// Verbs while the field has the focus.
pub const FIELD: &[Verb] = &[Info::new("names.list", "Go to the list of names")
    .footer(3, &["tab", "shift-tab", "down"], "edit list")
    .run(|page, _, cx| {
        page.take_field(cx);
        page.in_list = true;
        Outcome::Done
    })];

/// Verbs while the list has the focus.
pub const LIST: &[Verb] = &[
    Info::new("add.field", "Go to the field, to type or paste names")
        .footer(1, &["tab", "shift-tab", "+", "enter"], "type names")
        .run(|page, _, _| {
            page.in_list = false;
            Outcome::Done
        }),
    Info::new("add.edit", "Edit all lines in your editor")
        .aliases(&["edit"])
        .footer(3, &["e"], "editor")
        .run(|page, _, cx| cx.done(edit(page))),
    Info::new("add.remove", "Drop the marked lines, or the current one").footer(4, &["d"], "drop").run_if(
        |page, _| When::on_if(!page.list.table().is_empty(), "No line here."),
        |page, _, cx| {
            let table = page.list.table_mut();
            let places: Vec<usize> = table.targets().ids.into_iter().map(|place| place as usize).collect();
            table.clear_marks();
            page.names.remove(&places);
            page.changed(cx);
            Outcome::Done
        },
    ),
    Info::new("add.casing", "Choose the casing: the service's or as typed")
        .aliases(&["casing"])
        .footer(5, &["c"], "casing")
        .args("auto|manual")
        .run(|page, args, cx| {
            page.casing = match page.casing.chosen(args.words.first().map(String::as_str)) {
                Ok(casing) => casing,
                Err(why) => return Outcome::Refused(why),
            };
            let words = match page.casing {
                Casing::Auto => "The service chooses the casing.",
                Casing::Manual => "Names keep the casing they are typed in.",
            };
            cx.toast(Tone::Info, words);
            Outcome::Done
        }),
    Info::new("add.again", "Check names already in the account again, or skip them").keys(&["r"]).run(|page, _, cx| {
        page.again = !page.again;
        let owned = counted(page.many(Status::Owned, &cx.world), "name", "names");
        let words = if page.again { "checked again" } else { "left out" };
        cx.toast(Tone::Info, format!("{owned} already there: {words}."));
        Outcome::Done
    }),
    Command {
        run: |page, args, cx| {
            page.in_list = true;
            list::tab_by_name(page, args, cx)
        },
        ..verbs::tab("add.tab", "all|to add|twice|already there|not a name")
    },
    Command {
        run: |page, args, cx| {
            page.in_list = true;
            list::filter(page, args, &cx.world)
        },
        ..verbs::filter("add.filter", 7)
    },
    verbs::next_tab("add.next_tab"),
    verbs::previous_tab("add.previous_tab"),
];

/// Verbs wherever the focus is.
pub const PAGE: &[Verb] = &[
    Info::new("add.send", "Add the names (one import per 5,000)")
        .aliases(&["write", "w"])
        .footer(2, &["ctrl-s"], "add them")
        .calls::<api::Add>(Level::Ask)
        .run_if(with_lines, send),
    Info::new("add.back", "Back; the lines stay here until they are added").footer(6, &["esc"], "back").run(
        |page, _, cx| {
            if page.in_list && list::close(page, &cx.world) { Outcome::Done } else { page.leave(cx) }
        },
    ),
];

/// Opens all lines in the user's editor, each wrong one with the reason above it.
pub fn edit(page: &Add) -> Effect {
    let text = page.names.text(|line| {
        let why = || Some(line.verdict.why.as_str()).filter(|_| line.verdict.status == Status::LeftOut);
        line.note.as_deref().or_else(why).map(str::to_owned)
    });
    Effect::File(FileAsk::Edit { slot: EDITED, name: "names.txt", text })
}

fn send(page: &mut Add, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    page.take_field(cx);
    let sent = || page.list.rows.all().iter().filter(|row| row.is_sent()).map(|row| &row.line);
    let lines: Arc<[String]> = sent().filter_map(|line| line.sent()).collect();
    if lines.is_empty() {
        return Outcome::Refused("No name to add here.".to_owned());
    }
    let many = lines.len();
    let intent = Intent::AddDomains(AddDomains { lines: Lines(lines), casing: page.casing });
    let consequence = if many > ADD_CHUNK {
        let parts = many.div_ceil(ADD_CHUNK);
        format!(
            "Sent in {parts} parts of up to {}, one import each. After a refusal the rest stays here.",
            grouped(ADD_CHUNK as u64)
        )
    } else {
        "The service adds and checks them in the background, as one import.".to_owned()
    };
    let like = lookalike::among(sent().filter(|line| line.lookalike().is_some()).count(), many);
    let samples = sent().filter_map(|line| Some(line.name()?.both()));
    cx.confirm(Confirm {
        warnings: page.left_out(&cx.world).into_iter().chain(compared::uncompared(cx.world.store)).collect(),
        // Adding takes nothing away, so the user need not type the number to confirm.
        count: many,
        typed: Typed::Never,
        samples: samples.take(SAMPLES).collect(),
        consequence: format!("{consequence}{like}"),
        way_back: Some("Names added by mistake can be removed again.".to_owned()),
        ..Confirm::new(intent.asked(), intent.action(), vec![Effect::Write(intent)])
    })
}
