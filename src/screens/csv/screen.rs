//! The page as the shell knows it.

use std::path::Path;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Wants;
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::table::{Empty, Form, Table, ViewExport};
use crate::ui::widgets::tabs::{self, TopLine};
use crate::ui::{
    Args, Cx, Depth, Facts, Info, Look, Outcome, SaveFrom, Screen, ScreenId, TextEvent, When, World, infos, run_in,
    when_in,
};

use super::commands::COMMANDS;
use super::state::{Cells, CsvPage};

/// Its name.
pub const ID: ScreenId = "csv";

/// Opened with this option the second word is what the table is called.
const TITLED: &str = "titled";

/// Arguments that open the page with the table at `path` under that title.
pub fn titled(path: &Path, title: String) -> Args {
    Args { options: vec![TITLED.to_owned()], ..Args::words([path.display().to_string(), title]) }
}

type Rows = Table<u32>;

impl Screen for CsvPage {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.take(world);
    }

    fn wants(&self, _: &World<'_>, _: &mut Wants) {}

    fn commands(&self) -> Vec<&'static Info> {
        if self.bar.is_editing() {
            return infos(FilterBar::COMMANDS).collect();
        }
        infos(COMMANDS).chain(infos(Rows::COMMANDS)).collect()
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        infos(COMMANDS).chain(infos(Rows::COMMANDS)).chain(infos(FilterBar::COMMANDS)).collect()
    }

    fn complete(&self, name: &str, _: &[String], _: &World<'_>) -> Vec<String> {
        self.table.complete(name)
    }

    fn note(&self, _: &World<'_>) -> Option<String> {
        self.problem.clone().filter(|_| self.grid.is_some()).or_else(|| self.table.marks_note())
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        when_in(COMMANDS, name, self, world)
            .or_else(|| when_in(Rows::COMMANDS, name, &self.table, world))
            .or_else(|| when_in(FilterBar::COMMANDS, name, &self.bar, world))
            .unwrap_or(When::Hidden)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let outcome = run_in(FilterBar::COMMANDS, name, &mut self.bar, args, cx)
            .or_else(|| run_in(COMMANDS, name, self, args, cx))
            .or_else(|| run_in(Rows::COMMANDS, name, &mut self.table, args, cx))
            .unwrap_or_else(|| Outcome::Refused("That is not possible here.".to_owned()));
        self.ask(cx);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        if let ([path, title], true) = (args.words.as_slice(), args.options.iter().any(|option| option == TITLED)) {
            CsvPage::open(self, path, title, cx);
            return Outcome::Done;
        }
        match args.path(0).as_str() {
            "" if self.grid.is_none() => return Outcome::Refused("Write the path of a CSV behind it.".to_owned()),
            "" => {}
            path => CsvPage::open(self, path, path.rsplit('/').next().unwrap_or(path), cx),
        }
        Outcome::Done
    }

    fn takes_text(&self) -> bool {
        self.bar.is_editing()
    }

    fn depth(&self) -> Depth {
        // Opened from elsewhere, the page itself is closed.
        Depth { opened: 1, narrowed: 0 }
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.bar.text(input) {
            self.ask(cx);
        }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.ask(cx);
    }

    fn export(&self, form: Form, _: &World<'_>) -> Option<ViewExport> {
        let grid = self.grid.as_ref()?;
        let file = grid.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let from = SaveFrom::Table { grid: grid.clone(), writing: Arc::new(self.table.writing(form)) };
        Some(ViewExport { name: format!("{file}-rows{}", form.ending()), from, rows: self.table.len() })
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let area = area.intersection(buf.area);
        facts.width = area.width;
        if area.height < 3 {
            return;
        }
        let total = self.grid.as_ref().map(|grid| grid.len() as u64);
        let tab = tabs::Tab { extra: self.title(), ..tabs::Tab::new("Rows", total) };
        let line = Rect { height: 1, ..area };
        let marks = self.table.marks_words();
        TopLine { tabs: &[tab], current: 0, filter: Some(&self.bar), note: "", marks }.render(look, line, buf);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        self.table.render(&Cells(look.world.store.files().grid()), &self.nothing(), look, below, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        if facts.list_rows > 0 {
            self.table.drawn(facts.list_rows);
        }
    }
}

impl CsvPage {
    fn title(&self) -> String {
        self.grid.as_ref().map_or_else(String::new, |grid| crate::base::clean_line(&grid.title).into_owned())
    }

    fn nothing(&self) -> Empty {
        let (title, hint) = match (&self.problem, self.waiting, &self.grid) {
            (Some(why), _, None) => (why.clone(), "esc goes back.".to_owned()),
            (_, true, _) => ("Reading the file …".to_owned(), String::new()),
            (_, _, None) => ("No table is open.".to_owned(), ":csv <file> opens a CSV.".to_owned()),
            (_, _, Some(_)) => match self.bar.hides() {
                Some(words) => (words, String::new()),
                None => ("This table has no rows.".to_owned(), "esc goes back.".to_owned()),
            },
        };
        Empty { title, hint }
    }
}
