//! The reports as the shell uses them.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::asked::Asked;
use super::blocks::Block;
use super::catalogue::{DOMAIN, DOMAINS, REPORTS};
use super::commands::{COMMANDS, OF_TABLES};
use super::export;
use super::page::{Laid, Page, Spot};
use super::series::compare;
use super::sparks;
use super::worth::Advising;
use crate::api::insights;
use crate::base::{DomainName, Kept, Timestamp, not_one_of};
use crate::client::FailureKind;
use crate::screens::traffic::{self, Event};
use crate::screens::windows;
use crate::store::lists::visits;
use crate::store::{Wants, findings};
use crate::ui::list::{WrongLine, ability};
use crate::ui::widgets::table::{Form, ViewExport};
use crate::ui::widgets::tabs::{Tab, TopLine};
use crate::ui::widgets::{json, notice};
use crate::ui::{
    Args, Cx, Depth, Effect, Facts, Look, Outcome, Role, Scoped, Scopes, Screen, ScreenId, Sheet, World, own_commands,
    scope,
};

pub const ID: ScreenId = "insights";
#[derive(Debug, Default)]
pub struct Insights {
    pub(super) asked: Asked,
    /// Question and answer the blocks were made from, and true if the answer was read on an earlier day.
    made: Option<(Asked, Arc<str>, bool)>,
    /// Version of the store, time and question at the last look.
    looked: Option<(u64, Timestamp, Asked)>,
    /// Answer that contains the window before.
    past: Option<Arc<str>>,
    /// Changes of the domain the report is about.
    done: Vec<Event>,
    /// Versions of the findings the advice was made from, and of the visits the days beside names were made from; number
    /// of reports on single domains that failed.
    found: (u64, u64, usize),
    pub(super) blocks: Vec<Block>,
    /// The blocks as shown: with tables in place of charts, if the user wants these.
    pub(super) shown: Vec<Block>,
    /// Number increased whenever the blocks differ.
    pub(super) number: u64,
    pub(super) laid: Kept<(u64, Rect), Arc<Laid>>,
    tables: bool,
    pub(super) cursor: Option<Spot>,
    pub(super) reading: Option<usize>,
    /// Area of the last frame.
    pub(super) view: Rect,
    /// True when another screen opened a report here, so that esc goes back to that screen.
    visited: bool,
}

impl Insights {
    /// True when the report can count visits that never passed the human check.
    pub fn counts_visits(&self) -> bool {
        self.asked.report().named().counts_bots
    }

    /// Days of the window `steps` steps longer, 0 for all time; `None` past the longest and the shortest.
    pub fn window_by(&self, steps: isize) -> Option<u32> {
        windows::longer(self.asked.days, steps)
    }

    /// Changes to the window `steps` steps longer.
    pub fn lengthen(&mut self, steps: isize) -> Outcome {
        self.asked.days = self.window_by(steps).unwrap_or(self.asked.days);
        self.reading = None;
        Outcome::Done
    }

    /// Sets the window by its name.
    pub fn set_window(&mut self, word: &str) -> Outcome {
        match windows::read(word) {
            Ok(days) => self.asked.days = days,
            Err(why) => return Outcome::Refused(why),
        }
        self.reading = None;
        Outcome::Done
    }

    /// Switches between counting bots and humans only.
    pub fn turn_bots(&mut self) -> Outcome {
        self.asked.verified = !self.asked.verified;
        Outcome::Done
    }

    /// Switches between charts and tables.
    pub fn turn_tables(&mut self) -> Outcome {
        self.tables = !self.tables;
        self.made = None;
        Outcome::Done
    }

    /// True when charts are shown as tables.
    pub fn has_tables(&self) -> bool {
        self.tables
    }

    /// Goes `by` reports on.
    pub fn turn(&mut self, by: isize) -> Outcome {
        self.show((self.asked.tab as isize + by).rem_euclid(REPORTS.len() as isize) as usize)
    }

    pub(super) fn show(&mut self, tab: usize) -> Outcome {
        (self.asked.tab, self.cursor, self.reading) = (tab, None, None);
        Outcome::Done
    }

    /// Goes to a report by its name, or to the one on a domain. A window may follow the name.
    pub fn go(&mut self, line: &str) -> Outcome {
        let (word, window) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if !window.is_empty()
            && let refused @ Outcome::Refused(_) = self.set_window(window.trim())
        {
            return refused;
        }
        if let Some(tab) = REPORTS.iter().position(|report| report.named().name.eq_ignore_ascii_case(word)) {
            return self.show(tab);
        }
        let Some(name) = DomainName::parse(word).ok().filter(|name| name.punycode().contains('.')) else {
            return Outcome::Refused(not_one_of(
                "report",
                word,
                &[&REPORTS.map(|report| report.named().name)[..], &["a domain"]].concat(),
            ));
        };
        self.asked.name = Some(name);
        self.show(DOMAIN)
    }

    /// Runs esc: goes back to the screen that opened the report, else to the first report.
    pub fn back(&mut self, cx: &mut Cx<'_>) -> Outcome {
        match (self.visited, self.asked.tab) {
            (true, _) => {
                self.visited = false;
                cx.push(Effect::Back);
            }
            (false, 0) => return Outcome::Refused("Nothing to go back to.".to_owned()),
            (false, _) => return self.show(0),
        }
        Outcome::Done
    }

    /// True once the answer was read.
    pub fn has_report(&self) -> bool {
        self.made.is_some()
    }

    /// Shows the answer as the service sent it, including what no document names.
    pub fn show_raw(&self, cx: &mut Cx<'_>) -> Outcome {
        if let Some((_, raw, _)) = &self.made {
            cx.show(Sheet {
                title: format!("{} · as the service sent it", self.shown_for().words()),
                lines: json::plain(raw),
            });
        }
        Outcome::Done
    }

    /// Page with the report in this layout.
    fn page<'a>(&'a self, laid: &'a Laid) -> Page<'a> {
        Page { blocks: &self.shown, laid, cursor: self.spot_in(laid), reading: self.reading }
    }

    pub(super) fn file_name(&self) -> String {
        let of = self.shown_for();
        let about = of.domain().map(DomainName::punycode);
        let window = if of.days == 0 { "all".to_owned() } else { format!("{}-days", of.days) };
        format!("insights-{}-{window}", about.unwrap_or(of.report().named().name))
    }

    pub(super) fn titled(&self, title: &str) -> String {
        format!("{} · {title}", self.shown_for().words())
    }

    /// Question that the shown figures answer.
    fn shown_for(&self) -> &Asked {
        self.made.as_ref().map_or(&self.asked, |(asked, ..)| asked)
    }

    /// True when a shown figure has its change from the window before.
    fn is_compared(&self) -> bool {
        let has_change = |block: &Block| matches!(block, Block::Figures(figures) if figures.iter().any(|figure| figure.change.is_some()));
        self.shown.iter().any(has_change)
    }

    /// True when the shown figures answer another question than the present one.
    fn is_older(&self) -> bool {
        *self.shown_for() != self.asked
    }
}

impl Scoped for Insights {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.then_if(Self::has_tables, OF_TABLES);
        scopes.then(COMMANDS);
    }
}

impl Screen for Insights {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        let looked = Some((world.store.version(), world.now, self.asked.clone()));
        if std::mem::replace(&mut self.looked, looked) == self.looked && self.made.is_some() {
            return;
        }
        let Some(raw) = self.asked.read(world.store).and_then(|report| report.value) else {
            // For another window of the same report, the figures stay until the new ones are read.
            if self.made.as_ref().is_some_and(|(made, ..)| !made.is_alike(&self.asked)) {
                (self.made, self.blocks, self.shown) = (None, Vec::new(), Vec::new());
                self.number += 1;
            }
            return;
        };
        let longer = self.asked.longer();
        let past_raw = longer.as_ref().and_then(|longer| longer.read(world.store)?.value);
        let of_this = self.asked.at(world);
        let is_old = of_this.said(world.now).is_some();
        let is_same = |(asked, of, was_old): &(Asked, Arc<str>, bool)| {
            (asked, *was_old) == (&self.asked, is_old) && Arc::ptr_eq(of, raw)
        };
        let findings = findings::known(world.store, world.now);
        let is_past = self.past.as_ref().map(Arc::as_ptr) == past_raw.map(Arc::as_ptr);
        let done = self.asked.domain().map(|name| traffic::events(name, world)).unwrap_or_default();
        let failed = sparks::failed(&self.shown, world.store);
        let found = (findings.version(), world.store.visits().version(), failed);
        if self.made.as_ref().is_some_and(is_same) && is_past && self.done == done && self.found == found {
            return;
        }
        self.blocks = self.asked.blocks(world).unwrap_or_default();
        if let Some(past) = longer.and_then(|longer| longer.blocks(world)) {
            compare(&mut self.blocks, &past);
        }
        sparks::fill(&mut self.blocks, &self.asked, world.store, of_this.now);
        self.blocks.splice(0..0, of_this.said(world.now));
        for block in &mut self.blocks {
            if let Block::Chart(series) = block {
                series.mark(&done);
            }
        }
        let advising = Advising { asked: &self.asked, findings: &findings, store: world.store, at: of_this };
        self.advise(advising.block());
        let table = |block: &Block| match block {
            Block::Chart(series) if self.tables => Block::Days(series.table(world.zone)),
            block => block.clone(),
        };
        self.shown = self.blocks.iter().map(table).collect();
        self.number += 1;
        self.made = Some((self.asked.clone(), Arc::clone(raw), is_old));
        self.past = past_raw.cloned();
        (self.found, self.done) = (found, done);
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        self.asked.want(wants);
        if let Some(name) = self.asked.domain() {
            // The domain's changes are marked on its chart.
            traffic::want_events(name, world, wants);
        }
        if self.asked.tab == DOMAINS && (self.asked.days, self.asked.verified) != (visits::DAYS, true) {
            findings::wants(wants);
        }
        if !self.is_older() {
            let laid = self.laid();
            self.page(&laid).tables(self.view.height).for_each(|rows| sparks::want(rows, world, wants));
            for block in &self.shown {
                if let Block::Worth(worth) = block {
                    sparks::want_moved(worth, &self.asked, world, wants);
                }
            }
        }
    }

    own_commands!();

    fn note(&self, world: &World<'_>) -> Option<String> {
        let report = self.asked.read(world.store)?;
        match (report.value, (report.at, report.failure)) {
            (Some(_), (at, Some(failure))) => {
                Some(notice::not_fresh(failure, at.map(|at| world.noted(at)), world.now, world.zone))
            }
            (None, (_, Some(failure))) if self.made.is_some() => Some(notice::not_refreshed(failure)),
            (None, (_, None)) if self.made.is_some() => {
                Some(format!("Reading {}; the figures are older.", self.asked.words()))
            }
            _ => None,
        }
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let outcome = scope::run(self, name, args, cx);
        self.sync(&cx.world);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let word = args.text.trim();
        if args.is_to_list() {
            return self.show(0);
        }
        if word.is_empty() {
            return Outcome::Done;
        }
        let outcome = self.go(word);
        self.visited = outcome == Outcome::Done;
        self.sync(&cx.world);
        outcome
    }

    fn wrong_line(&self, line: &str) -> Option<WrongLine> {
        match Self::default().go(line.trim()) {
            Outcome::Refused(why) => Some(WrongLine::certain(why)),
            Outcome::Done => None,
        }
    }

    fn depth(&self) -> Depth {
        Depth { opened: usize::from(self.asked.tab != 0), narrowed: 0 }
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let Some(area) = facts.begin(area, buf) else { return };
        facts.fixed(Rect { height: 1, ..area }, &look.still, buf, |line, buf, facts| {
            let labels = REPORTS.map(|report| report.named().label);
            let tabs: Vec<Tab> = labels.iter().map(|label| Tab::uncounted(*label)).collect();
            let taken = labels.iter().map(|label| label.len() + 3).sum::<usize>() + 1;
            let room = (line.width.into(), taken);
            let (opened, words) = self.asked.titled(self.shown_for(), self.is_compared(), room);
            let top = TopLine {
                tabs: &tabs,
                current: self.asked.tab,
                note: &words,
                is_titled: true,
                opened,
                ..TopLine::default()
            };
            let drawn = top.render(look, line, buf);
            facts.note_tabs(drawn, |place| REPORTS[place].named().name);
        });
        let below = Rect { x: area.x + 1, y: area.y + 2, width: area.width.saturating_sub(2), height: area.height - 2 };
        facts.list_rows = below.height;
        if self.made.is_some() {
            let laid = self.laid_in(below);
            self.page(&laid).render(look, below, buf, facts);
            if self.is_older() {
                buf.set_style(below.intersection(buf.area), look.style(Role::Dim));
            }
            return;
        }
        // Loading and error words start on the same row as on every other screen.
        let below = notice::below_tabs(Rect { x: area.x, width: area.width, ..below });
        let failed = self.asked.read(look.world.store).and_then(|report| report.failure);
        if let Some(name) =
            self.asked.domain().filter(|_| failed.is_some_and(|failed| failed.kind == FailureKind::NotFound))
        {
            let hint = "Press enter on a domain in the tab Domains, or type :insights example.com".to_owned();
            let empty = crate::ui::widgets::table::Empty { title: notice::not_yours(name), hint };
            return notice::empty(&empty, look, below, buf);
        }
        notice::instead(failed, "This report", ability::<insights::Domains>(), look, below, buf);
    }

    fn export(&self, form: Form, _: &World<'_>) -> Option<ViewExport> {
        export::export(&self.blocks, &self.file_name(), form)
    }

    fn drawn(&mut self, facts: &Facts) {
        self.view = Rect::new(0, 0, facts.width.saturating_sub(2), facts.list_rows);
    }
}
