//! State of the page: the path, how the file is read, its report, and the import it became.

use std::sync::Arc;

use crate::api::domains::Casing;
use crate::api::settings::Schema;
use crate::base::{Currency, Decimal, Encoding, Id, Kept, Separator, Timestamp, work};
use crate::sheets::Verdict;
use crate::sheets::csv::{CsvAsk, CsvReport, DOMAIN, Field, LOWEST_OFFER, Unchanged, fields};
use crate::store::{EntryId, State};
use crate::ui::list::{self, OwnList, TabRow, Words};
use crate::ui::widgets::pick::Pick;
use crate::ui::widgets::table::{Heading, MOST, Table};
use crate::ui::{Cx, Effect, FileAsk, Place, ScreenId, World};

use super::cells::Cells;
use super::changes::{Changes, compare};
use super::pick::CSV;
use super::reading::Reread;
use super::row::Against;

/// Pages about a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Columns,
    Rows,
    Problems,
    Changes,
}

pub const ID: ScreenId = "import";

/// Tabs from left to right.
pub const TABS: &[TabRow<Tab>] = &[
    TabRow::called(Tab::Columns, "columns", "Columns").empty("No row in it.", ""),
    TabRow::called(Tab::Rows, "rows", "Rows").empty("No row in it.", ""),
    TabRow::called(Tab::Problems, "problems", "Problems").empty("No problems.", "ctrl-s imports the file."),
    TabRow::called(Tab::Changes, "changes", "Changes").empty("No price or listing would change.", ""),
];

/// Data the file was compared with: the version of the list of domains, that of own settings once they were read, and
/// the time from which they count if they were read again.
type Compared = (u64, Option<u64>, Option<Timestamp>);

/// Key of the rows found: the number of the report, the data it was compared with, the tab and the words.
type By = (u64, Option<Compared>, usize, Words);

#[derive(Debug)]
pub struct ImportPage {
    pub pick: Pick,
    /// True once a file was chosen: it is being checked or was checked.
    pub looking: bool,
    pub path: String,
    pub domain: String,
    /// Meaning of the columns, chosen by hand; `None` to detect it.
    pub columns: Option<Vec<String>>,
    /// Number of rows skipped at the top, chosen by hand; `None` to detect it.
    pub skip: Option<u32>,
    /// Encoding chosen by hand; `None` for the detected one.
    pub encoding: Option<Encoding>,
    pub separator: Option<Separator>,
    /// Decimal signs of columns, chosen by the user.
    pub decimals: Vec<(usize, Decimal)>,
    pub casing: Casing,
    pub update_casing: bool,
    pub fields: Arc<[Field]>,
    /// Currency of prices, as the profile says.
    pub currency: Currency,
    /// Rows and columns left out of the upload, once the question is prepared.
    pub unchanged: Unchanged,
    pub report: Option<Arc<CsvReport>>,
    /// Reason why there is no report, or why the service refused the file.
    pub problem: Option<String>,
    /// Reason why the file was not imported, shown above the footer.
    pub not_imported: Option<String>,
    pub changes: Changes,
    /// Values read again for the question.
    pub reread: Option<Reread>,
    compared: Option<Compared>,
    taken: u64,
    /// Number of the newest file that came from the editor.
    edited: u64,
    pub list: OwnList<Self>,
    found: Kept<By, Arc<[u32]>>,
    /// True while the question is open.
    asked: bool,
    /// True if the question follows as soon as the file was read with the settings.
    pub waits_to_ask: bool,
    pub under_way: Option<EntryId>,
}

impl Default for ImportPage {
    fn default() -> Self {
        Self {
            pick: Pick::new(&CSV),
            looking: false,
            path: String::new(),
            domain: DOMAIN.to_owned(),
            columns: None,
            skip: None,
            encoding: None,
            separator: None,
            decimals: Vec::new(),
            casing: Casing::Auto,
            update_casing: false,
            fields: Arc::from([]),
            currency: Currency(String::new()),
            unchanged: Unchanged::default(),
            report: None,
            problem: None,
            not_imported: None,
            changes: Changes::default(),
            reread: None,
            compared: None,
            taken: 0,
            edited: 0,
            list: OwnList::default(),
            found: Kept::default(),
            asked: false,
            waits_to_ask: false,
            under_way: None,
        }
    }
}

impl ImportPage {
    /// Tab on the screen.
    pub fn tab(&self) -> Tab {
        TABS[self.list.tab].tab
    }

    /// Index of the row under the cursor among all rows of its tab.
    pub fn place(&self) -> usize {
        self.list.table().selected().map_or(0, |place| *place as usize)
    }

    /// Problem under the cursor.
    pub fn problem_here(&self) -> Option<&Verdict> {
        let report = self.report.as_ref().filter(|_| self.tab() == Tab::Problems)?;
        report.problems.get(self.place())
    }

    /// Goes to a row of a tab.
    pub fn go_to(&mut self, tab: Tab, place: usize, world: &World<'_>) {
        list::show(self, Some(tab as usize), "", world);
        self.list.table_mut().select(&(place as u32));
    }

    /// Rows of the tab that pass the filter.
    pub fn find_rows(&mut self, world: &World<'_>) -> Arc<[u32]> {
        self.take_report(world);
        let (table, words) = (self.list.table(), self.list.filter());
        self.found.get((self.taken, self.compared, self.list.tab, words.clone()), |(.., words)| {
            let cells = Cells::of(self);
            work::each(0..self.many(self.tab()) as u32).filter(|row| table.holds(&cells, row, words)).collect()
        })
    }

    /// Number of known rows of a tab.
    pub fn many(&self, tab: Tab) -> usize {
        self.report.as_ref().map_or(0, |report| match tab {
            Tab::Columns => report.columns.len(),
            Tab::Rows => report.rows.len(),
            Tab::Problems => report.problems.len(),
            Tab::Changes => self.changes.len(),
        })
    }

    /// Starts checking another file.
    pub fn look_at(&mut self, path: &str, cx: &mut Cx<'_>) {
        path.clone_into(&mut self.path);
        self.columns = None;
        self.skip = None;
        (self.encoding, self.separator) = (None, None);
        self.decimals.clear();
        (self.asked, self.waits_to_ask) = (false, false);
        self.report = None;
        self.looking = true;
        self.list.tab = 0;
        self.found = Kept::default();
        self.check(cx);
    }

    /// Frees the file, because one of half a million rows is large.
    pub fn close(&mut self) {
        (self.looking, self.report, self.problem) = (false, None, None);
        (self.changes, self.compared, self.found) = (Changes::default(), None, Kept::default());
        self.reread = None;
        for tab in 0..TABS.len() {
            self.list.sheet_of_mut(tab).table.set_ids(Arc::from([]));
        }
    }

    /// Checks the file with the choices made so far.
    pub fn check(&mut self, cx: &mut Cx<'_>) {
        (self.problem, self.not_imported) = (None, None);
        (self.unchanged, self.reread) = (Unchanged::default(), None);
        cx.push(Effect::File(FileAsk::Check(Box::new(self.wanted()))));
    }

    /// Rows that change nothing, compared with the known domains. If casing is updated, all rows are sent.
    pub fn find_unchanged(&self) -> Unchanged {
        let found = self.changes.unchanged.clone();
        if self.update_casing { Unchanged { lines: Arc::from([]), ..found } } else { found }
    }

    /// Checks the file again, as it is sent without these rows and columns.
    pub fn leave_out(&mut self, unchanged: Unchanged, cx: &mut Cx<'_>) {
        self.unchanged = unchanged;
        cx.push(Effect::File(FileAsk::Check(Box::new(self.wanted()))));
    }

    /// Request to read the file with all choices.
    fn wanted(&self) -> CsvAsk {
        CsvAsk {
            path: self.path.clone().into(),
            fields: self.fields.clone(),
            domain: self.domain.clone(),
            columns: self.columns.clone(),
            skip_rows: self.skip,
            encoding: self.encoding,
            separator: self.separator,
            decimals: self.decimals.clone(),
            currency: Some(self.currency.clone()).filter(|currency| !currency.0.is_empty()),
            unchanged: self.unchanged.clone(),
        }
    }

    /// True when the report was made with all choices.
    pub fn is_up_to_date(&self) -> bool {
        let wanted = |report: &CsvReport| CsvAsk { path: report.ask.path.clone(), ..self.wanted() };
        self.report.as_ref().is_none_or(|report| report.ask == wanted(report))
    }

    /// True if the file sets lowest offers, which the list of domains does not hold.
    pub fn sets_lowest_offers(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.columns.iter().any(|column| column.becomes == LOWEST_OFFER))
    }

    /// Sets which sign is the decimal sign in these columns.
    pub fn decide(&mut self, columns: impl IntoIterator<Item = usize>, decimal: Decimal) {
        for column in columns {
            self.decimals.retain(|(known, _)| *known != column);
            self.decimals.push((column, decimal));
        }
    }

    /// Takes the account's currency and the schema once they are known; true if the file must be checked again with
    /// them. While the question is open or the import is being sent, both stay as they are.
    pub fn take_known(&mut self, world: &World<'_>) -> bool {
        if self.asked || self.under_way.is_some() {
            return false;
        }
        let told = world.store.price_currency();
        let changed = told.as_ref().is_some_and(|told| *told != self.currency);
        if let Some(told) = told.filter(|_| changed) {
            (self.currency, self.compared) = (told, None);
        }
        self.take_fields(world) || (changed && self.looking)
    }

    fn take_fields(&mut self, world: &World<'_>) -> bool {
        let Some(schema) = world.store.query(&Schema {}).value else { return false };
        let rows: Vec<_> = schema.rows.iter().map(|row| row.value.clone()).collect();
        let known = fields(&rows);
        if *known == *self.fields {
            return false;
        }
        self.fields = known.into();
        self.looking
    }

    /// Path of a file that came from the editor since the last call.
    pub fn take_edited(&mut self, world: &World<'_>) -> Option<Result<String, String>> {
        let (number, path) = world.store.files().text(ID)?;
        if *number <= self.edited {
            return None;
        }
        self.edited = *number;
        Some(path.as_ref().map(ToString::to_string).map_err(Clone::clone))
    }

    /// Takes a report that came since the last call. A mistake of the whole file becomes the page's problem.
    pub fn take_report(&mut self, world: &World<'_>) {
        if let Some((number, result)) = world.store.files().csv()
            && *number > self.taken
        {
            self.taken = *number;
            match result {
                Ok(report) => self.show(report.clone()),
                Err(why) => {
                    self.report = None;
                    self.problem = Some(why.clone());
                    self.looking = false;
                }
            }
        }
        let since = self.reread.as_ref().map(|reread| reread.since);
        let own = world.store.own_settings();
        // While the pages of own settings come in, the file is not compared again with each.
        let own = (since.is_some() || own.is_whole()).then(|| own.version());
        let compared = Some((world.store.domains().version(), own, since));
        if let Some(report) = &self.report
            && self.compared != compared
        {
            self.compared = compared;
            self.changes = compare(report, Against { store: world.store, currency: &self.currency, since });
        }
    }

    fn show(&mut self, report: Arc<CsvReport>) {
        let width = |place: usize| {
            let cells = report.rows.iter().filter_map(|row| row.cells.get(place));
            cells.map(|cell| crate::ui::text::width(cell)).max().unwrap_or(0).min(60) as u16
        };
        let mut headings = vec![Heading::of_file(0, "line", 6, true)];
        for (place, column) in report.columns.iter().enumerate().take(MOST - 1) {
            headings.push(Heading::of_file(place + 1, column.becomes.clone(), width(place), false));
        }
        // These are only the first rows of the file, so they stay in its order.
        for heading in &mut headings {
            heading.sort = None;
        }
        let rows = &mut self.list.sheet_of_mut(Tab::Rows as usize).table;
        let (ids, cursor) = (rows.ids().clone(), rows.cursor());
        *rows = Table::with_headings(headings);
        rows.set_ids(ids);
        rows.go(cursor);
        if let Some((column, _)) = &report.refused {
            self.list.tab = Tab::Columns as usize;
            let columns = self.list.table_mut();
            columns.set_ids((0..report.columns.len() as u32).collect());
            columns.go(column.unwrap_or(0));
        }
        self.report = Some(report);
        self.compared = None;
    }

    /// Notes that the question whether to send this import is open.
    pub fn ask(&mut self) {
        self.asked = true;
    }

    /// Notes that a key reached the page again, so that the question was answered.
    pub fn go_on(&mut self) {
        self.asked = false;
    }

    /// Follows the write of the import, after a yes.
    pub fn handed_over(&mut self, entry: EntryId) {
        (self.asked, self.under_way) = (false, Some(entry));
    }

    /// Follows the upload: the import opens, or the reason is shown where it can be corrected.
    pub fn follow(&mut self, cx: &mut Cx<'_>) {
        let journal = cx.world.store.journal();
        let Some(entry) = self.under_way.and_then(|id| journal.get(id)) else { return };
        let Some(target) = entry.targets.first().filter(|target| target.state.ended()) else { return };
        self.under_way = None;
        if target.state.applied() {
            let made = target.made;
            let (fields, currency) = (self.fields.clone(), self.currency.clone());
            cx.push(Effect::File(FileAsk::Forget));
            *self = Self { fields, currency, taken: self.taken, edited: self.edited, ..Self::default() };
            if let Some(import) = made {
                // Going back from the import skips this page, which is done.
                cx.push(Effect::Back);
                cx.go(Place::Import(Id::new(import)));
            }
            return;
        }
        let told = cx.world.store.outcome_words(entry.id).unwrap_or_default();
        let said = match target.state {
            State::SettledNotApplied => format!("{told}. ctrl-s sends it again."),
            State::GivenUp | State::Overruled => format!("{told}. Look at the imports first."),
            _ => told,
        };
        if target.state == State::Refused
            && let Some(place) = self.column_named_in(&said)
        {
            self.go_to(Tab::Columns, place, &cx.world);
        }
        self.not_imported = Some(said);
    }

    /// Index of the column that a sentence of the service names.
    fn column_named_in(&self, said: &str) -> Option<usize> {
        let columns = &self.report.as_ref()?.columns;
        let word =
            |word: &str| !word.is_empty() && said.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
        columns.iter().position(|column| word(&column.becomes)).or_else(|| columns.iter().position(|c| word(&c.title)))
    }
}
