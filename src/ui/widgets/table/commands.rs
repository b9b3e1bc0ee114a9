//! Verbs that every table has.

use super::super::super::{Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, When, World};
use super::{Key, Table};
use crate::base::{not_one_of, unknown};

fn with_rows<K: Key>(table: &Table<K>, _: &World<'_>) -> When {
    When::on_if(!table.is_empty(), "No row to mark.")
}

/// Scrolls sideways, or says that there is nothing further.
fn sideways<K: Key>(table: &mut Table<K>, by: isize) -> Outcome {
    if table.is_empty() {
        return Outcome::Refused("No row here.".to_owned());
    }
    if table.sideways(by) {
        return Outcome::Done;
    }
    let way = if by > 0 { "right" } else { "left" };
    Outcome::Refused(format!("No further column on the {way}."))
}

impl<K: Key> Table<K> {
    /// Verbs of the table, for [`crate::ui::run_in`].
    pub const COMMANDS: &'static [Command<Self>] = &[
        Info::new("table.down", "Move down").steps(&["j", "down"]).run(|table, args, _| {
            table.step(args.times() as isize);
            Outcome::Done
        }),
        Info::new("table.up", "Move up").steps(&["k", "up"]).run(|table, args, _| {
            table.step(-(args.times() as isize));
            Outcome::Done
        }),
        Info::new("table.top", "Go to the first row").keys(&["g g", "home"]).run(|table, _, _| {
            table.go(0);
            Outcome::Done
        }),
        Info::new("table.bottom", "Go to the last row").keys(&["G", "end"]).run(|table, _, _| {
            table.go(usize::MAX);
            Outcome::Done
        }),
        Info::new("table.half_down", "Half a page down").keys(&["ctrl-d"]).run(|table, _, _| {
            table.half_page(1);
            Outcome::Done
        }),
        Info::new("table.half_up", "Half a page up").keys(&["ctrl-u"]).run(|table, _, _| {
            table.half_page(-1);
            Outcome::Done
        }),
        Info::new("table.page_down", "Page down").keys(&["pgdn", "ctrl-f"]).run(|table, _, _| {
            table.page(1);
            Outcome::Done
        }),
        Info::new("table.page_up", "Page up").keys(&["pgup", "ctrl-b"]).run(|table, _, _| {
            table.page(-1);
            Outcome::Done
        }),
        Info::new("table.right", "Scroll to the columns on the right")
            .keys(&["l"])
            .run(|table, _, _| sideways(table, 1)),
        Info::new("table.left", "Scroll to the columns on the left")
            .keys(&["h"])
            .run(|table, _, _| sideways(table, -1)),
        Info::new("table.mark", "Mark or unmark the row").also(&["select"]).keys(&["space"]).run_if(
            with_rows,
            |table, _, _| {
                table.mark_and_down();
                Outcome::Done
            },
        ),
        Info::new("table.range", "Start or end a range of marks").also(&["select"]).keys(&["v"]).run_if(
            with_rows,
            |table, _, _| {
                table.toggle_range();
                Outcome::Done
            },
        ),
        Info::new("table.mark_all", "Mark all loaded rows; again for all at the service")
            .also(&["select all"])
            .keys(&["*"])
            .run_if(with_rows, |table, _, _| {
                table.mark_all();
                Outcome::Done
            }),
        Info::new("table.invert", "Invert the marks").also(&["invert"]).keys(&["~"]).run_if(
            with_rows,
            |table, _, _| {
                table.invert();
                Outcome::Done
            },
        ),
        Info::new("table.unmark", "Clear all marks").also(&["clear", "deselect"]).aliases(&["unmark"]).run_if(
            any_marked,
            |table, _, _| {
                table.clear_marks();
                Outcome::Done
            },
        ),
        Info::new("table.sort", "Sort by a column; again to reverse")
            .also(&["order"])
            .aliases(&["sort"])
            .keys(&[","])
            .args("[column] [asc|desc]")
            .run(sort),
        Info::new("table.columns", "Choose columns")
            .also(&["columns", "fields"])
            .aliases(&["cols"])
            .keys(&["C"])
            .args("[column]")
            .run(columns),
    ];

    /// True for a command that only moves, for lists in which nothing is marked, sorted or chosen.
    pub fn only_moves(info: &Info) -> bool {
        Self::moves(info.name)
    }

    /// True when the command with this name only moves the cursor.
    pub fn moves(name: &str) -> bool {
        const MOVES: [&str; 10] = [
            "table.down",
            "table.up",
            "table.top",
            "table.bottom",
            "table.half_down",
            "table.half_up",
            "table.page_down",
            "table.page_up",
            "table.right",
            "table.left",
        ];
        MOVES.contains(&name)
    }

    /// True for a command that changes no marks, for lists whose rows no verb acts on.
    pub fn changes_no_marks(info: &Info) -> bool {
        const MARKS: [&str; 5] = ["table.mark", "table.range", "table.mark_all", "table.invert", "table.unmark"];
        !MARKS.contains(&info.name)
    }

    /// Names of the columns, for completing `:sort` and `:cols`; nothing for other commands.
    pub fn complete(&self, command: &str) -> Vec<String> {
        if !matches!(command, "table.sort" | "table.columns") {
            return Vec::new();
        }
        let sorting = command == "table.sort";
        let fits = |column: &&super::Heading| !sorting || column.sort.is_some();
        self.all.iter().filter(fits).map(|column| column.word().into_owned()).collect()
    }
}

fn any_marked<K: Key>(table: &Table<K>, _: &World<'_>) -> When {
    When::on_if(table.marked() != 0, "Nothing is marked.")
}

fn sort<K: Key>(table: &mut Table<K>, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.words.is_empty() {
        let items = table.all.iter().enumerate().filter_map(|(place, column)| {
            let first = column.sort?;
            let now = table.stands().filter(|order| order.column == place);
            let next = now.map_or(first, |order| !order.descending);
            let end = |descending: bool| if descending { column.ends.1 } else { column.ends.0 };
            // The present order is highlighted; enter reverses it.
            let hint = match now {
                Some(order) => format!("{} now, then {}", end(order.descending), end(next)),
                None => end(next).to_owned(),
            };
            let words = Args::words([column.id.as_ref(), if next { "desc" } else { "asc" }]);
            let mut item = MenuItem::new(column.title.as_ref(), hint, vec![Effect::Run("table.sort", words)]);
            item.on = Some(now.is_some());
            Some(item)
        });
        let items = items.collect::<Vec<_>>();
        if items.is_empty() {
            return Outcome::Refused("This list has one order only.".to_owned());
        }
        return cx.menu(Menu { title: "Sort by".to_owned(), items, keep_open: false });
    }
    // A title may have several words.
    let (words, direction) = match &args.words[..] {
        [words @ .., last] if !words.is_empty() && (last == "asc" || last == "desc") => (words, Some(last == "desc")),
        [name, word, ..] if table.called(&args.words.join(" ")).is_none() && table.called(name).is_some() => {
            return Outcome::Refused(not_one_of("order", word, &["asc", "desc"]));
        }
        words => (words, None),
    };
    match table.order(&words.join(" "), direction) {
        Ok(order) => {
            table.sort_by(order);
            Outcome::Done
        }
        Err(why) => Outcome::Refused(why),
    }
}

fn columns<K: Key>(table: &mut Table<K>, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if args.words.is_empty() {
        let items = table.all.iter().zip(&table.shown).skip(1).map(|(column, shown)| {
            let mut item = MenuItem::new(
                column.title.as_ref(),
                "",
                vec![Effect::Run("table.columns", Args::words([column.id.as_ref()]))],
            );
            item.on = Some(*shown);
            item
        });
        return cx.menu(Menu { title: "Columns".to_owned(), items: items.collect(), keep_open: true });
    }
    let name = args.words.join(" ");
    let Some(place) = table.called(&name) else {
        let known = table.complete("table.columns");
        return Outcome::Refused(unknown("column", &name, known.iter().map(|name| &**name)));
    };
    if place > 0 {
        table.shown[place] = !table.shown[place];
        Outcome::Done
    } else {
        Outcome::Refused("The first column is always shown.".to_owned())
    }
}
