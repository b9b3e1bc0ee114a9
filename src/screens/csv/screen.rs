//! The page as the shell knows it.

use std::sync::Arc;

use crate::store::Known;
use crate::ui::list::{self, About, ListScreen, NoDetail, own_list, plain_scopes};
use crate::ui::place::TITLED;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{Empty, Form, Rows, ViewExport};
use crate::ui::{Args, Cx, Look, Outcome, Role, SaveFrom, Topic, World};

use super::commands::COMMANDS;
use super::state::{Cells, CsvPage, TABS};

const TOPICS: &[Topic] = &[Topic { name: "filter", title: "Filter for a table", page: filter_page }];

fn filter_page() -> Vec<Part> {
    let text = "Shows the rows that contain every word you type. Case does not matter. With the title of a column a word is \
                looked for there alone: note:cheap. Numbers compare: bin_price:>1000, bin_price:<=500, bin_price:500-900. \
                Write _ for a blank in a title.";
    vec![Part::Text(Role::Text, text.to_owned())]
}

plain_scopes!(CsvPage, COMMANDS);

impl ListScreen for CsvPage {
    type Key = u32;
    type Tab = ();
    type Filter = String;
    type Detail = NoDetail;

    const ABOUT: About<Self> = About {
        topics: Some(TOPICS),
        is_page: true,
        is_passing: true,
        ..About::new("csv", "row", "The table", TABS, &[&[]])
    };

    own_list!();

    fn rows(&mut self, world: &World<'_>) -> Arc<[u32]> {
        self.take(world);
        Arc::clone(&self.rows)
    }

    fn took_rows(&mut self, world: &World<'_>) {
        if self.sorted(world) {
            let rows = Arc::clone(&self.rows);
            self.list.table_mut().set_ids_from_top(rows);
        }
        let (shown, of) = (self.rows.len() as u64, self.grid.as_ref().map_or(0, |grid| grid.len() as u64));
        self.list.bar_mut().set_counts(Known::Is(shown), Known::Is(of));
    }

    fn cells<'a>(&'a self, look: &'a Look<'_>) -> impl Rows<u32> + 'a {
        Cells(look.world.store.files().grid())
    }

    fn total(&self, _: usize, _: &World<'_>) -> (Known<u64>, String) {
        let title = self.grid.as_ref().map(|grid| crate::base::clean_line(&grid.title).into_owned());
        (self.grid.as_ref().map(|grid| grid.len() as u64).into(), title.unwrap_or_default())
    }

    fn beside_tabs(&self, _: u16, look: &Look<'_>) -> String {
        self.list.table().sort_words(look)
    }

    fn empty(&self, _: &World<'_>) -> Empty {
        let (title, hint) = match (&self.problem, self.waiting, &self.grid) {
            (Some(why), _, None) => (why.as_str(), "esc goes back."),
            (_, true, _) => ("Reading the file …", ""),
            (_, _, None) => ("No table is open.", ":csv <file> opens a CSV."),
            (_, _, Some(_)) => return list::empty(self),
        };
        Empty { title: title.to_owned(), hint: hint.to_owned() }
    }

    /// Opens a file by its path, or with the option [`TITLED`] by its path and the title of the table.
    fn open_other(&mut self, args: &Args, _: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        if let ([path, title], true) = (args.words.as_slice(), args.has(TITLED)) {
            self.open(path, title, cx);
            return Some(Outcome::Done);
        }
        match args.path(0).as_str() {
            "" if self.grid.is_none() => return Some(Outcome::Refused("Usage: :csv <file>".to_owned())),
            "" => {}
            path => self.open(path, path.rsplit('/').next().unwrap_or(path), cx),
        }
        Some(Outcome::Done)
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        self.ask(cx);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.ask(cx);
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.problem.clone().filter(|_| self.grid.is_some()).or_else(|| list::note(self, world))
    }

    fn export(&self, form: Form, _: &World<'_>) -> Option<ViewExport> {
        let (grid, table) = (self.grid.as_ref()?, self.list.table());
        let file = grid.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let from = SaveFrom::Table { grid: grid.clone(), writing: Arc::new(table.writing(form)) };
        Some(ViewExport { name: format!("{file}-rows{}", form.ending()), from, rows: table.len() })
    }
}
