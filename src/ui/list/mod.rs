//! The list of a screen: tabs, filter, order, marks, places the user came through, the opened row, pages, export, and
//! what is shown where there are no rows. Look first at `screen.rs`, what a screen must provide about its rows;
//! everything else is here.
//!
//! A screen keeps an [`OwnList`] and implements [`ListScreen`]; [`crate::ui::Screen`] follows from that. To provide:
//! the definition of the list ([`About`]: its words, tabs, columns, and what only some lists have), `rows` (the keys
//! for the tab and filter in front, from the store's cached views), `cells` (what the table paints), `total` (the
//! figure of a tab) and `export`. Lists read in pages also provide `page`: this adds the first page, the next ones as
//! the cursor nears the end, and the words for loading, refused, failed and not fresh. Where rows open, [`Detail`] is
//! the opened row: how it opens, its pages, its drawing; where none does, it is [`NoDetail`].
//!
//! A list whose rows are all in memory needs even less: its rows are a [`LocalRow`], kept in a [`LocalList`], and
//! `local_rows!` provides filter, order, counts, cells and export. `screens/senders` shows all of it.
//!
//! Its commands are added in [`crate::ui::Scoped::scopes`]: [`form()`] where it has one, [`typing()`], then [`text()`]
//! (the text in front), the screen's own tables, [`rows()`] last. The verbs every list has (`next_tab`, `tab`,
//! `filter`, `next`, `back`, `mark` …) are made by [`verbs`] under the screen's own names; a screen that does more with
//! one overrides it (`Command { run, ..verbs::back(…) }`). Every other method of the trait has a default that can be
//! replaced; the function behind the default ([`wants()`], [`note()`], [`empty()`] …) can still be called. The trait
//! does not depend on what is made of it: `shell.rs` makes it a [`crate::ui::Screen`], `view.rs` draws it.
//!
//! A filter, order or tab that cannot be read is reported and changes nothing: [`line::read`] comes before [`go`].

mod about;
mod alone;
mod detail;
mod form;
mod front;
pub mod help;
pub mod line;
mod local;
pub mod marking;
pub mod noting;
mod own;
mod pages;
mod places;
mod rows;
mod scopes;
mod screen;
pub mod sections;
mod shell;
mod state;
mod tabs;
pub mod verbs;
mod view;
mod words;

pub use super::as_list::{AsList, Reading, WrongLine};
pub use about::{About, FormOver, Index, Inner, OwnField, Pages, Pane};
pub use alone::{part, reading};
pub use detail::{Detail, NoDetail};
pub use form::form;
pub use front::text_mut as text_in_front;
pub use line::Destination;
pub use local::local_rows;
pub use local::{LocalRow, LocalRows, compared, holds};
pub use own::{LocalList, OwnList};
pub use own::{own_list, plain_scopes};
pub use pages::{
    PAGE_FRESH, Page, REST, ability, is_read_on, next_page, not_fresh, not_fresh_since, note, unread_words, wants,
};
pub use places::{
    arrive, back, close, filter, go, go_to_tab, jump, neighbour, nothing_to_close, show, show_line, tab_by_name, turn,
};
pub use rows::{put_filter, take_rows, take_rows_from_top};
pub use scopes::{plain, rows, text, typing};
use screen::tabs_of;
pub use screen::{ListOf, ListScreen, empty, say_counts, tab_called};
pub use shell::complete;
pub use state::{List, Place, Sheet};
pub use tabs::TabRow;
pub use view::{
    beside, beside_list, beside_third, cells_third, has_third, keep_side, preview_beside, side, table, with_preview,
};
pub use words::{FilterLine, Texts, Words, words};
