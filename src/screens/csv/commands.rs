//! The verbs of the page.

use crate::ui::list::verbs;
use crate::ui::{Args, Command, Cx, Effect, Info, Outcome, Role, Save, SaveFrom, Sheet, When, World};

use super::state::CsvPage;

type Verb = Command<CsvPage>;

fn with_rows(page: &CsvPage, _: &World<'_>) -> When {
    When::on_if(!page.list.table().is_empty(), "No row here.")
}

fn with_file(page: &CsvPage, _: &World<'_>) -> When {
    When::on_if(page.grid.is_some(), "No table is open; :csv <file> opens one.")
}

const FILTER: Verb = verbs::filter("csv.filter", 2);
const BACK: Verb = verbs::back("csv.back");

/// All verbs of the page.
pub const COMMANDS: &[Verb] = &[
    Info::new("csv.row", "Show the row in full").footer(1, &["enter"], "row").run_if(with_rows, row),
    Command {
        info: FILTER
            .info
            .doc("Show only rows that contain a text, or by column: bin_price:>1000")
            .args("[text|column:value]"),
        when: with_file,
        ..FILTER
    },
    Info::new("csv.save", "Save a copy of the file as it came")
        .aliases(&["save", "download"])
        .footer(3, &["S"], "save")
        .args("[path]")
        .run_if(with_file, |page, args, cx| {
            let Some(grid) = &page.grid else { return Outcome::Done };
            let name = grid.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let save = Save { from: SaveFrom::File(grid.path.clone()), ..Save::text(grid.title.clone(), name, "") };
            cx.done(Effect::Save(Box::new(save.to_path(&args.path(0)))))
        }),
    verbs::tab("csv.tab", "rows"),
    Command { info: BACK.info.doc("Clear the filter, then go back").footer(6, &["esc"], "back"), ..BACK },
];

/// Shows every column of the row under the cursor.
fn row(page: &mut CsvPage, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let (Some(grid), Some(key)) = (&page.grid, page.list.table().selected()) else { return Outcome::Done };
    let opened = cx.world.store.files().grid();
    let Some(cells) = opened.and_then(|opened| opened.cells.get(key)) else {
        return Outcome::Refused("This row is still being read.".to_owned());
    };
    let lines = grid.columns.iter().zip(cells).flat_map(|(column, cell)| {
        let value =
            if cell.is_empty() { (Role::Dim, crate::ui::text::NONE.to_owned()) } else { (Role::Text, cell.clone()) };
        [(Role::Dim, column.title.clone()), (value.0, format!("  {}", value.1))]
    });
    let title = format!("Row {}", crate::ui::text::grouped(u64::from(*key) + 1));
    cx.show(Sheet { title, lines: lines.collect() })
}
