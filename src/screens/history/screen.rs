//! The history as a list.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::asking::Asked;
use super::columns::{COLUMNS, Version, Whose, holds};
use super::commands::COMMANDS;
use super::prices::Prices;
use crate::api::Request as _;
use crate::api::domains::Settings;
use crate::base::{DomainName, Kept};
use crate::client::Lane;
use crate::store::shown::versions::{PAGE_ROWS, Row, is_whole, known, next_page, of_account, of_domain};
use crate::store::{Known, Store, Wants};
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRows, Page, Pages, TabRow, local_rows, plain_scopes};
use crate::ui::place::{NAMES, VERSION};
use crate::ui::text::counted;
use crate::ui::widgets::page::Part;
use crate::ui::{Args, Cx, Facts, Look, Outcome, Tone, World};

/// Most domains whose versions are read besides the account's, because each takes a call of its own.
const MOST: usize = 20;
/// Age up to which the currencies of today are used without reading them again.
const FRESH: Duration = Duration::from_secs(10 * 60);
/// Most pages of versions read for the account and for each domain.
const PAGES: u32 = 10;

const TABS: &[TabRow<Whose>] = &[
    TabRow::called(Whose::All, "all", "All").empty(
        "No setting was ever changed.",
        "Every save is listed here and can be undone; :undo list has your own changes.",
    ),
    TabRow::called(Whose::Account, "account", "Account")
        .empty("No setting of the account was ever changed.", "7 opens the settings."),
    TabRow::called(Whose::Profile, "profile", "Profile").empty("The profile was never changed.", ":profile opens it."),
    TabRow::called(Whose::Domains, "domains", "Domains")
        .empty("No domain is chosen.", "+ adds one; g h on marked domains opens theirs."),
];

#[derive(Debug, Default)]
pub struct History {
    list: LocalList<Self, Version>,
    /// Domains whose versions are read.
    names: Vec<DomainName>,
    /// Number of domains asked for beyond `MOST`, whose versions are not read.
    left_out: usize,
    /// True when all versions are known, kept by the store's version and the domains.
    whole: Kept<(u64, Vec<DomainName>), bool>,
    /// Prices of the domain whose version is under the cursor, and what they were made from: the store's version, the
    /// domain, and the minute.
    prices: Option<Prices>,
    priced: Option<(u64, Option<DomainName>, i64)>,
    hides_prices: bool,
    /// True until the first command after the screen was opened: a cursor on the first version goes to a newer one that
    /// is read meanwhile, such as that of the user's save.
    follows: bool,
    /// Undo to ask about once its values were read.
    pub asked: Option<Asked>,
}

impl History {
    /// The row under the cursor.
    pub fn current(&self) -> Option<&Row> {
        self.list.current().map(|version| &version.0)
    }

    /// Prices over time of the domain under the cursor, else of the only domain.
    pub fn prices(&self) -> Option<&Prices> {
        self.prices.as_ref()
    }

    /// Shows or hides the chart.
    pub fn turn_chart(&mut self) -> Outcome {
        self.hides_prices = !self.hides_prices;
        Outcome::Done
    }

    /// Finds the prices of the domain under the cursor, else of the only one.
    fn find_prices(&mut self, world: &World<'_>) {
        let name = self.current().and_then(|row| row.of.name());
        let name = name.or_else(|| if let [one] = &self.names[..] { Some(one.clone()) } else { None });
        let of = Some((world.store.version(), name, world.now.0.div_euclid(60)));
        if self.priced != of {
            let name = of.as_ref().and_then(|(_, name, _)| name.as_ref());
            self.prices = name.and_then(|name| Prices::of(name, self.list.rows.all(), (world.store, world.now)));
            self.priced = of;
        }
    }

    /// Domains whose versions are listed.
    pub fn names(&self) -> &[DomainName] {
        &self.names
    }

    /// The row of a version.
    pub fn version(&self, id: i64) -> Option<&Row> {
        self.list.rows.get(id).map(|version| &version.0)
    }

    /// Makes the rows again when the store has changed.
    fn read(&mut self, world: &World<'_>) {
        let all = || known(&self.names, world.store).into_iter().map(Version).collect();
        self.list.rows.take(world.store.version(), all);
        if self.follows {
            self.list.table_mut().stay_on_first();
        }
    }

    /// The newest version after this one that changed one of the same settings of the same thing.
    pub fn newer(&self, row: &Row) -> Option<&Row> {
        let same = |other: &&Row| {
            let touched = |name| row.changes.iter().any(|change| change.name == name);
            other.id > row.id && other.of == row.of && other.changes.iter().any(|change| touched(change.name.clone()))
        };
        self.list.rows.all().iter().map(|version| &version.0).find(same)
    }

    /// Adds the versions of these domains, up to `MOST` in all.
    pub fn add(&mut self, names: Vec<DomainName>) {
        self.names.retain(|known| !names.contains(known));
        self.names.splice(0..0, names);
        self.left_out += self.names.len().saturating_sub(MOST);
        self.names.truncate(MOST);
        // With other domains the rows change, even at the same version of the store.
        self.list.rows = LocalRows::default();
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let prices = self.prices.as_ref().filter(|_| !self.hides_prices);
        let area = prices.map_or(area, |prices| prices.render(look, area, buf));
        list::with_preview(self, look, area, buf, facts);
    }

    /// How many rows a tab has. Versions of domains are read only for the domains the screen was opened with.
    fn known(&self, tab: usize, rows: u64, world: &World<'_>) -> Known<u64> {
        match TABS[tab].tab {
            Whose::Domains if self.names.is_empty() => Known::NotRead,
            Whose::Domains => Known::rows(rows, None, self.is_whole(world) && self.left_out == 0),
            _ => Known::rows(rows, None, self.is_whole(world)),
        }
    }

    /// Parts beside the list about the row under the cursor.
    fn preview(&self, look: &Look<'_>) -> Vec<Part> {
        let Some(sheet) = self.about(&look.world) else { return Vec::new() };
        let title = Part::Title(sheet.title.clone());
        [title, Part::Blank].into_iter().chain(sheet.parts()).collect()
    }

    /// Shows the list named by a line. The versions of domains named at its beginning are listed, too.
    fn show_listed(&mut self, line: &str, world: &World<'_>) -> Outcome {
        let words: Vec<&str> = line.split_whitespace().collect();
        let domain = |word: &&str| DomainName::parse(word).ok().filter(|name| name.punycode().contains('.'));
        let names: Vec<DomainName> = words.iter().map_while(domain).collect();
        let rest = words[names.len()..].join(" ");
        self.add(names);
        list::show_line(self, &rest, world)
    }
}

plain_scopes!(History, COMMANDS);

impl ListScreen for History {
    const ABOUT: About<Self> = About {
        pages: Pages::of(PAGE_ROWS),
        preview: Some(Self::preview),
        body: Some(Self::body),
        holds: Some(|screen, id, typed, world| screen.version(id).is_some_and(|row| holds(row, typed, world))),
        known: Self::known,
        rested: Self::find_prices,
        is_page: true,
        ..About::new("history", "version", "The history of settings", TABS, &[COLUMNS])
    };

    local_rows!(Version, "settings-history");

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        Some(Page::of(&of_account(number), world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        self.whole.get((world.store.version(), self.names.clone()), |(_, names)| is_whole(names, world.store))
    }

    fn took_rows(&mut self, world: &World<'_>) {
        self.find_prices(world);
        list::say_counts(self, world);
    }

    fn beside_tabs(&self, _: u16, _: &Look<'_>) -> String {
        match self.names.as_slice() {
            [] => String::new(),
            [one] => format!("with {}", one.unicode()),
            names if self.left_out > 0 => format!("with {} of {} domains", names.len(), names.len() + self.left_out),
            names => format!("with {}", counted(names.len() as u64, "domain", "domains")),
        }
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        Store::want_schema(wants);
        // An amount in a version has the currency of that time, which the present ones and the changes since tell.
        Store::want_price_currency(wants, FRESH);
        if let Some(asked) = &self.asked {
            asked.to_read.want(world.store, true, wants);
        }
        for name in &self.names {
            let next = next_page(name, world.store).unwrap_or(1).min(PAGES);
            for page in 1..=next {
                wants.want(&of_domain(name, page), Lane::User);
            }
            if world.store.session().missing_for(Settings::ENDPOINT).is_none() {
                wants.want(&Settings { name: name.clone() }, Lane::Ahead).fresh_for = FRESH;
            }
        }
    }

    fn open_other(&mut self, args: &Args, line: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        self.follows = !args.has(VERSION);
        if args.is_listed() {
            return Some(self.show_listed(&args.text, &cx.world));
        }
        if let (true, Ok(id)) = (args.has(VERSION), line.parse()) {
            self.list.table_mut().select(&id);
            return Some(Outcome::Done);
        }
        let of_names = args.has(NAMES);
        let names: Vec<DomainName> = if of_names {
            args.text.lines().filter_map(|line| DomainName::parse(line).ok()).collect()
        } else {
            vec![DomainName::parse(line).ok().filter(|name| name.punycode().contains('.'))?]
        };
        if names.len() > MOST {
            cx.toast(Tone::Warn, format!("The versions of the first {MOST} domains are shown."));
        }
        self.names.clear();
        self.left_out = 0;
        self.add(names);
        // An undo then concerns these domains, not the whole account.
        let whose = if self.names.is_empty() { Whose::All } else { Whose::Domains };
        let tab = TABS.iter().position(|row| row.tab == whose).unwrap_or_default();
        list::go_to_tab(self, tab, &cx.world);
        Some(Outcome::Done)
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        self.asked.as_ref().and_then(|asked| asked.words(world)).or_else(|| list::note(self, world))
    }

    fn before(&mut self, _: &str) -> bool {
        (self.asked, self.follows) = (None, false);
        false
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.ask_when_read(cx);
    }
}
