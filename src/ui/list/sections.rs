//! Several sections in one list: saved views sort the rows of the tab in front by their filters, one below the other under
//! their names. A row stands in the first section whose filter lets it through, the rest comes last; inside a section the
//! list keeps its order.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::unknown;
use crate::store::{Known, SavedView, SavedViews};
use crate::ui::widgets::table::{Head, Key};
use crate::ui::{Args, Cx, Effect, Info, Menu, MenuItem, Outcome, World, text};

use super::{ListScreen, line, take_rows_from_top};

/// The section of what is in none of the views.
const OTHERS: &str = "Others";

/// The sections of a list.
#[derive(Clone, Debug)]
pub struct Sections<K> {
    /// The names of the views, in their order; none where the list is in one piece.
    pub views: Vec<String>,
    made: Option<Made<K>>,
}

/// Data the rows were last put together from, and how.
#[derive(Clone, Debug)]
struct Made<K> {
    of: Arc<[K]>,
    parts: Vec<(String, Arc<[K]>)>,
    whole: bool,
    rows: Arc<[K]>,
    heads: Arc<[Head]>,
}

impl<K> Default for Sections<K> {
    fn default() -> Self {
        Self { views: Vec::new(), made: None }
    }
}

impl<K: Key> Made<K> {
    fn of(of: Arc<[K]>, parts: Vec<(String, Arc<[K]>)>, whole: bool) -> Self {
        let mut section: HashMap<&K, usize> = HashMap::new();
        for (place, (_, keys)) in parts.iter().enumerate() {
            for key in keys.iter() {
                section.entry(key).or_insert(place);
            }
        }
        let mut sorted: Vec<Vec<K>> = vec![Vec::new(); parts.len() + 1];
        for key in of.iter() {
            sorted[section.get(key).copied().unwrap_or(parts.len())].push(key.clone());
        }
        // Rows of each view that stand in a section before its own.
        let listed: HashSet<&K> = of.iter().collect();
        let is_above = |key: &K, place| listed.contains(key) && section.get(key).is_some_and(|at| *at < place);
        let above: Vec<usize> = parts
            .iter()
            .enumerate()
            .map(|(place, (_, keys))| keys.iter().filter(|key| is_above(key, place)).count())
            .collect();
        let names = parts.iter().map(|(name, _)| name.as_str()).chain([OTHERS]);
        let mut heads = Vec::new();
        let mut at = 0;
        for ((name, keys), above) in names.zip(&sorted).zip(above.into_iter().chain([0])) {
            if !keys.is_empty() {
                let count = text::count(&Known::rows(keys.len() as u64, None, whole));
                let above =
                    if above == 0 { String::new() } else { format!(" · {} above", text::grouped(above as u64)) };
                heads.push(Head { at, title: name.to_owned(), count: count + &above });
            }
            at += keys.len();
        }
        let rows = sorted.into_iter().flatten().collect();
        Self { of, parts, whole, rows, heads: heads.into() }
    }
}

/// The rows of the list in their sections, and where these begin.
pub(super) fn arrange<S: ListScreen>(
    screen: &mut S,
    rows: Arc<[S::Key]>,
    world: &World<'_>,
) -> (Arc<[S::Key]>, Arc<[Head]>) {
    let list = screen.list();
    let Some(under) = S::ABOUT.under.filter(|_| !list.sections.views.is_empty()) else {
        return (rows, Arc::default());
    };
    let (tab, saved) = (list.tab, &world.store.session().views);
    let views = list.sections.views.iter().filter_map(|name| saved.get(S::ABOUT.id, name));
    let part = |view: &SavedView| {
        let filter = line::read(screen, &view.line).ok()?.filter;
        Some((view.name.clone(), under(screen, tab, &filter, world)))
    };
    let parts: Vec<(String, Arc<[S::Key]>)> = views.filter_map(part).collect();
    let whole = screen.is_whole(world);
    let sections = &mut screen.list_mut().sections;
    let same = |made: &&Made<S::Key>| Arc::ptr_eq(&made.of, &rows) && made.parts == parts && made.whole == whole;
    let made = match sections.made.take() {
        Some(made) if same(&&made) => made,
        _ => Made::of(rows, parts, whole),
    };
    let made = sections.made.insert(made);
    (Arc::clone(&made.rows), Arc::clone(&made.heads))
}

/// `hot, waiting` as names of saved views.
///
/// # Errors
/// A sentence naming what is no view.
pub(super) fn read<S: ListScreen>(names: &str, saved: &SavedViews) -> Result<Vec<String>, String> {
    let name = |word: &str| {
        let known = || saved.of(S::ABOUT.id).map(|view| view.name.as_str());
        // A line has no blanks in a word.
        let called = |name: &&str| name.eq_ignore_ascii_case(word) || written(name).eq_ignore_ascii_case(word);
        known().find(called).map(str::to_owned).ok_or_else(|| unknown("view", word, known()))
    };
    names.split(',').map(str::trim).filter(|word| !word.is_empty()).map(name).collect()
}

/// The name of a view as one word.
pub(super) fn written(name: &str) -> String {
    name.replace(char::is_whitespace, "_")
}

/// Before a view that is to be added or taken away.
const TOGGLE: &str = "toggle ";

/// The command `:sections` of a list with saved views.
pub const INFO: Info = Info::new("", "Show saved views as sections of the list")
    .also(&["group", "views", "split"])
    .aliases(&["sections"])
    .args("[views|toggle <view>|none]");

/// Shows the views that are named as sections; offers them where none is. `command` is the name of the screen's own.
pub fn show<S: ListScreen>(screen: &mut S, command: &'static str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let saved = &cx.world.store.session().views;
    let typed = args.text.trim();
    let views = match typed {
        "" => return menu(screen, command, cx),
        "none" | "off" => Vec::new(),
        line => {
            let (names, turned) = line.strip_prefix(TOGGLE).map_or((line, false), |name| (name, true));
            match read::<S>(names, saved) {
                Ok(views) if turned => turn(&screen.list().sections.views, views),
                Ok(views) => views,
                Err(why) => return Outcome::Refused(why),
            }
        }
    };
    screen.list_mut().sections.views = views;
    take_rows_from_top(screen, &cx.world);
    Outcome::Done
}

/// The sections with these taken away or, where they are not there, added at the end.
fn turn(shown: &[String], views: Vec<String>) -> Vec<String> {
    let mut to = shown.to_vec();
    for view in views {
        match to.iter().position(|known| *known == view) {
            Some(at) => _ = to.remove(at),
            None => to.push(view),
        }
    }
    to
}

/// Menu of the views of the list: those that are sections, in their order, then the others.
fn menu<S: ListScreen>(screen: &S, command: &'static str, cx: &mut Cx<'_>) -> Outcome {
    let saved = &cx.world.store.session().views;
    let shown = &screen.list().sections.views;
    let others = saved.of(S::ABOUT.id).map(|view| &view.name).filter(|name| !shown.contains(name));
    let item = |name: &String| {
        // The menu stays open: what an entry does must not depend on what was shown when it opened.
        let line = format!("{TOGGLE}{}", written(name));
        let run = Effect::Run(command, Args { text: line, ..Args::default() });
        MenuItem { on: Some(shown.contains(name)), ..MenuItem::new(name.clone(), "", vec![run]) }
    };
    let items: Vec<MenuItem> = shown.iter().chain(others).map(item).collect();
    if items.is_empty() {
        return Outcome::Refused("No view of this list is saved yet; F saves what it shows.".to_owned());
    }
    cx.menu(Menu { title: "Sections".to_owned(), items, keep_open: true });
    Outcome::Done
}
