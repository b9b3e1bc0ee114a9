//! A list without its screen, for the command line.

use crate::ui::World;
use crate::ui::as_list::{AsList, Reading};
use crate::ui::text::grouped;

use super::{ListScreen, Page};

impl<S: ListScreen> AsList for S {
    fn show_only(&mut self, columns: &[&str]) -> Result<(), String> {
        self.list_mut().table_mut().show_only(columns.iter().copied())
    }

    fn name_rows(&mut self) {
        self.list_mut().table_mut().bring_in_too(["id", "reference"]);
    }

    fn columns(&self) -> Vec<String> {
        self.list().table().complete("table.columns")
    }

    fn to_end(&mut self) {
        self.list_mut().table_mut().go(usize::MAX);
    }

    fn reading(&self, world: &World<'_>) -> Reading {
        S::ABOUT.index.map_or_else(|| reading(self, world), |index| (index.reading)(self, world))
    }

    fn lacks(&self, world: &World<'_>) -> Option<String> {
        S::ABOUT.index.and_then(|index| (index.lacks)(self, world))
    }
}

/// State of reading a list that is read in pages.
pub fn reading<S: ListScreen>(screen: &S, world: &World<'_>) -> Reading {
    let Some(first) = screen.page(1, world) else { return Reading { known: true, ..Reading::default() } };
    let Some(pagination) = first.pagination else {
        return Reading { failure: first.failure.cloned(), ..Reading::default() };
    };
    let (last, rows) = (first.last(&S::ABOUT.pages), u64::from(pagination.rows_per_page(S::ABOUT.pages.rows)));
    let pages: Vec<Page<'_>> = (1..=last).filter_map(|number| screen.page(number, world)).collect();
    let read = pages.iter().filter(|page| page.pagination.is_some()).count() as u64;
    let part = (read < u64::from(last) && !screen.is_whole(world)).then(|| part(read * rows, pagination.total()));
    let failure = pages.iter().find_map(|page| page.failure).cloned();
    Reading { known: true, at: pages.iter().filter_map(|page| page.at).min(), part, failure }
}

/// Words for how much was read: `850 of 10,000 read.`
pub fn part(read: u64, of: Option<u64>) -> String {
    match of {
        Some(of) => format!("{} of {} read.", grouped(read), grouped(of)),
        None => format!("{} read; there may be more.", grouped(read)),
    }
}
