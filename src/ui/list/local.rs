//! Rows held in memory: which of them a tab shows, which contain the typed words, their order, and their number.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use crate::base::{Kept, work};
use crate::ui::World;
use crate::ui::widgets::table::{CellText, Exact, Key, RowFlags, Rows};

use super::state::Sheet;
use super::words::Texts;
use super::{ListScreen, TabRow, Words};

/// Row that is held in memory.
pub trait LocalRow: 'static {
    /// Identity of the row in the list.
    type Key: Key + Copy + Debug;
    /// Meaning of a tab of its list.
    type Tab: 'static;

    fn key(&self) -> Self::Key;

    /// True when the tab shows it.
    fn is_in(&self, tab: &Self::Tab) -> bool {
        let _ = tab;
        true
    }

    /// Text of one cell. Typed words are searched in it, and rows are sorted by its value.
    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_>;

    /// Value by which a column sorts the row; that of the cell unless the list has another.
    fn order(&self, column: &str, world: &World<'_>) -> Exact<'_> {
        self.cell(column, world).value()
    }

    /// Signs and weight of the row.
    fn flags(&self) -> RowFlags {
        RowFlags::default()
    }
}

/// Rows of a list, in the order they were given. The screen keeps them in its [`super::LocalList`]; `local_rows!`
/// provides what follows from that in its [`super::ListScreen`].
pub struct LocalRows<R: LocalRow> {
    all: Vec<R>,
    places: HashMap<R::Key, usize>,
    /// Version the rows were made from, and how often they were made.
    made: (Option<u64>, u64),
    found: Kept<(By, Sort), Arc<[R::Key]>>,
    counts: Kept<By, u64>,
    texts: RefCell<Texts<(u64, bool), R::Key>>,
}

/// Check of a typed word against the row of a key; `None` if words are searched in the text of cells.
pub fn holds<'a, S: ListScreen>(screen: &'a S, world: &'a World<'_>) -> Option<impl Fn(S::Key, &str) -> bool + 'a> {
    S::ABOUT.holds.map(|holds| move |key, word: &str| holds(screen, key, word, world))
}

/// Column the rows are sorted by, and true for descending.
type Sort = Option<(String, bool)>;

/// Key of the rows found on a tab.
#[derive(PartialEq)]
struct By {
    made: u64,
    tab: usize,
    words: Words,
    /// True while cells are masked.
    redact: bool,
    minute: i64,
}

impl<R: LocalRow> Default for LocalRows<R> {
    fn default() -> Self {
        let (found, counts, texts) = (Kept::default(), Kept::default(), RefCell::default());
        Self { all: Vec::new(), places: HashMap::new(), made: (None, 0), found, counts, texts }
    }
}

impl<R: LocalRow> Debug for LocalRows<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalRows").field("all", &self.all.len()).finish_non_exhaustive()
    }
}

impl<R: LocalRow> LocalRows<R> {
    /// Takes the rows, made again only if `version` has changed.
    pub fn take(&mut self, version: u64, rows: impl FnOnce() -> Vec<R>) {
        if self.made.0 != Some(version) {
            self.all = rows();
            work::looked_at(self.all.len());
            self.places = self.all.iter().enumerate().map(|(place, row)| (row.key(), place)).collect();
            self.made = (Some(version), self.made.1 + 1);
            (self.found, self.counts) = (Kept::default(), Kept::default());
        }
    }

    /// All rows, of any tab.
    pub fn all(&self) -> &[R] {
        &self.all
    }

    /// Row with this key.
    pub fn get(&self, key: R::Key) -> Option<&R> {
        self.all.get(*self.places.get(&key)?)
    }

    /// Cells of the rows.
    pub fn cells<'a>(&'a self, world: World<'a>) -> impl Rows<R::Key> + 'a {
        Cells { rows: self, world }
    }

    /// Keys of the rows that a tab shows and that contain the words, in the order of the table.
    pub fn shown(
        &self,
        sheet: &Sheet<R::Key, Words>,
        (tab, tabs): (usize, &[TabRow<R::Tab>]),
        holds: Option<impl Fn(R::Key, &str) -> bool>,
        world: &World<'_>,
    ) -> Arc<[R::Key]> {
        if sheet.filter.is_empty() {
            self.texts.borrow_mut().forget();
        }
        let sort = sheet.table.sort().map(|(column, descending)| (column.to_owned(), descending));
        self.found.get((self.by(tab, &sheet.filter, world), sort), |(by, sort)| {
            let mut keys = self.find(sheet, &tabs[tab], (by, holds), world);
            if let Some((column, descending)) = sort {
                let order = |key: R::Key| self.get(key).map_or(Exact::None, |row| row.order(column, world));
                let mut ordered: Vec<_> = keys.into_iter().map(|key| (order(key), key)).collect();
                ordered.sort_by(|(a, _), (b, _)| compared(a, b, *descending));
                keys = ordered.into_iter().map(|(_, key)| key).collect();
            }
            let before = sheet.table.ids();
            if before[..] == keys[..] { Arc::clone(before) } else { keys.into() }
        })
    }

    /// Number of rows of a tab with these words.
    pub fn count(
        &self,
        sheet: &Sheet<R::Key, Words>,
        (tab, tabs): (usize, &[TabRow<R::Tab>]),
        (words, holds): (&Words, Option<impl Fn(R::Key, &str) -> bool>),
        world: &World<'_>,
    ) -> u64 {
        let count = |by: &By| self.find(sheet, &tabs[tab], (by, holds), world).len() as u64;
        self.counts.get(self.by(tab, words, world), count)
    }

    fn by(&self, tab: usize, words: &Words, world: &World<'_>) -> By {
        let (redact, minute) = (world.store.session().redact, world.now.0.div_euclid(60));
        By { made: self.made.1, tab, words: words.clone(), redact, minute }
    }

    fn find(
        &self,
        sheet: &Sheet<R::Key, Words>,
        tab: &TabRow<R::Tab>,
        (by, holds): (&By, Option<impl Fn(R::Key, &str) -> bool>),
        world: &World<'_>,
    ) -> Vec<R::Key> {
        let rows = self.all.iter().filter(|row| row.is_in(&tab.tab)).map(R::key);
        if let Some(holds) = holds {
            return work::each(rows).filter(|key| by.words.iter().all(|word| holds(*key, word))).collect();
        }
        let cells = Cells { rows: self, world: *world };
        self.texts.borrow_mut().holding((by.made, by.redact), &sheet.table, &cells, rows, &by.words)
    }
}

/// Order of two values: numbers by size, texts alphabetically; no value comes last in either direction.
pub fn compared(a: &Exact<'_>, b: &Exact<'_>, descending: bool) -> Ordering {
    let order = match (a, b) {
        (Exact::None, Exact::None) => return Ordering::Equal,
        (Exact::None, _) => return Ordering::Greater,
        (_, Exact::None) => return Ordering::Less,
        (Exact::Number(a), Exact::Number(b)) => {
            a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default())
        }
        (Exact::Time(a), Exact::Time(b)) => a.cmp(b),
        (Exact::Bool(a), Exact::Bool(b)) => a.cmp(b),
        (Exact::Text(a), Exact::Text(b)) => a.to_lowercase().cmp(&b.to_lowercase()),
        // A column has values of one kind. If not, numbers come first.
        (a, b) => matches!(a, Exact::Text(_)).cmp(&matches!(b, Exact::Text(_))),
    };
    if descending { order.reverse() } else { order }
}

/// Cells of the rows, as they are in one frame.
struct Cells<'a, R: LocalRow> {
    rows: &'a LocalRows<R>,
    world: World<'a>,
}

impl<R: LocalRow> Rows<R::Key> for Cells<'_, R> {
    fn cell(&self, key: &R::Key, column: &str) -> CellText<'_> {
        self.rows.get(*key).map_or_else(CellText::default, |row| row.cell(column, &self.world))
    }

    fn flags(&self, key: &R::Key) -> RowFlags {
        self.rows.get(*key).map_or_else(RowFlags::default, R::flags)
    }
}

/// Items of a [`super::ListScreen`] whose field `list` is a [`super::LocalList`] and opens no row. Takes the row's
/// type, the name of the exported file, and a function for all rows at a version of the store; without that function,
/// the screen's own `read` updates them.
#[macro_export]
macro_rules! local_rows {
    ($row:ty, $file:literal, $all:expr) => {
        $crate::ui::list::local_rows!(@ $row, $file, |screen: &mut Self, world: &$crate::ui::World<'_>| {
            let all: fn(&$crate::ui::World<'_>) -> Vec<$row> = $all;
            screen.list.rows.take(world.store.version(), || all(world));
        });
    };
    ($row:ty, $file:literal) => {
        $crate::ui::list::local_rows!(@ $row, $file, Self::read);
    };
    (@ $row:ty, $file:literal, $read:expr) => {
        $crate::ui::list::own_list!(
            <$row as $crate::ui::list::LocalRow>::Key,
            <$row as $crate::ui::list::LocalRow>::Tab
        );

        fn rows(&mut self, world: &$crate::ui::World<'_>) -> ::std::sync::Arc<[Self::Key]> {
            ($read)(self, world);
            let holds = $crate::ui::list::holds(&*self, world);
            self.list.rows.shown(self.list.sheet(), (self.list.tab, Self::ABOUT.tabs), holds, world)
        }

        fn cells<'a>(
            &'a self,
            look: &'a $crate::ui::Look<'_>,
        ) -> impl $crate::ui::widgets::table::Rows<Self::Key> + 'a {
            self.list.rows.cells(look.world)
        }

        fn count(
            &self,
            tab: usize,
            words: &$crate::ui::list::Words,
            world: &$crate::ui::World<'_>,
        ) -> $crate::store::Known<u64> {
            let (of, holds) = ((tab, Self::ABOUT.tabs), $crate::ui::list::holds(self, world));
            let rows = self.list.rows.count(self.list.sheet_of(tab), of, (words, holds), world);
            (Self::ABOUT.known)(self, tab, rows, world)
        }

        fn export(
            &self,
            form: $crate::ui::widgets::table::Form,
            world: &$crate::ui::World<'_>,
        ) -> Option<$crate::ui::widgets::table::ViewExport> {
            Some(self.list.table().export($file, form, &self.list.rows.cells(*world)))
        }
    };
}

pub use local_rows;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::base::{Timestamp, Zone};
    use crate::store::Store;
    use crate::ui::Prefs;
    use crate::ui::list::{List, words};
    use crate::ui::widgets::table::Column;

    thread_local! {
        /// Number of times a row was looked at.
        static LOOKS: Cell<u64> = const { Cell::new(0) };
    }

    fn looked() {
        LOOKS.with(|looks| looks.set(looks.get() + 1));
    }

    struct Numbered(u64);

    impl LocalRow for Numbered {
        type Key = u64;
        type Tab = u64;

        fn key(&self) -> u64 {
            self.0
        }

        fn is_in(&self, tab: &u64) -> bool {
            looked();
            self.0.is_multiple_of(*tab)
        }

        fn cell(&self, _: &str, _: &World<'_>) -> CellText<'_> {
            looked();
            CellText::from(format!("row {}", self.0)).exact(self.0.cast_signed())
        }
    }

    /// Words are searched in the text of cells.
    const TEXT: Option<fn(u64, &str) -> bool> = None;
    const COLUMNS: &[Column] = &[Column::figure("number", "number", (4, 8), 1)];
    const TABS: [TabRow<u64>; 2] =
        [TabRow::called(1, "all", "All").empty("", ""), TabRow::called(2, "even", "Even").empty("", "")];

    /// Number of rows looked at for one key, after the rows of this version were taken with the filter.
    fn looks_of_a_key(rows: &mut LocalRows<Numbered>, list: &List<u64, Words, ()>, store: &Store) -> u64 {
        let world = World::of(store, Prefs::default(), Timestamp(0), Zone::Utc);
        let mut key = || {
            rows.take(store.version(), || panic!("nothing has changed"));
            rows.shown(list.sheet(), (list.tab, &TABS), TEXT, &world);
            for tab in 0..TABS.len() {
                rows.count(list.sheet(), (tab, &TABS), (&Vec::new(), TEXT), &world);
            }
        };
        key();
        LOOKS.with(|looks| looks.set(0));
        key();
        LOOKS.with(Cell::get)
    }

    #[test]
    fn a_key_press_reads_no_row_of_a_list_in_memory() {
        let store = Store::new("");
        for count in [10, 10_000] {
            let mut rows = LocalRows::default();
            rows.take(store.version(), || (1..=count).map(Numbered).collect());
            let mut list: List<u64, Words, ()> = List::new(TABS.len(), COLUMNS, Some(("number", true)));
            assert_eq!(looks_of_a_key(&mut rows, &list, &store), 0, "{count}");
            list.tab = 1;
            list.sheet_mut().filter = words("row");
            assert_eq!(looks_of_a_key(&mut rows, &list, &store), 0, "{count}");
            let world = World::of(&store, Prefs::default(), Timestamp(0), Zone::Utc);
            assert_eq!(rows.count(list.sheet(), (1, &TABS), (&Vec::new(), TEXT), &world), count / 2);
            rows.take(store.version() + 1, || vec![Numbered(4)]);
            assert_eq!(
                rows.count(list.sheet(), (1, &TABS), (&Vec::new(), TEXT), &world),
                1,
                "other rows are counted anew"
            );
        }
    }
}
