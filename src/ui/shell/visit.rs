//! Leaving what is open: what `q` and esc close, and coming back from a thing opened on another screen.

use super::super::{Args, Cx, Effect, Info, Outcome, Place, Screen, World};
use super::{Shell, Visit};
use crate::base::Timestamp;

/// Name of esc in the tables of commands.
const ESC: &str = "esc";
/// Most layers a visit may leave open on the other screen.
const MOST: usize = 8;

/// True when a visit that is not over started from the screen at `place`.
pub(super) fn leads_on(visits: &[Visit], place: usize) -> bool {
    visits.iter().any(|visit| visit.from == place)
}

impl Shell {
    /// Time at which a screen that led to the one in front has something to do.
    pub(super) fn led_on_at(&self, world: &World<'_>) -> Option<Timestamp> {
        let led = self.visits.iter().filter_map(|visit| self.made[visit.from].as_deref());
        led.filter_map(|screen| screen.led_on_at(world)).min()
    }

    /// Titles of the screens the user came through, the one in front last. For a page: the screens since the place it
    /// is below; for a place: those it was visited from. A tab of a place is named by the place, which is highlighted
    /// in the header.
    pub(super) fn trail(&self) -> Vec<&'static str> {
        let before: Vec<usize> = match self.place_above() {
            Some(at) => self.history[at..].to_vec(),
            None => self.visits.iter().map(|visit| visit.from).collect(),
        };
        let mut places: Vec<usize> = before.into_iter().chain([self.current]).collect();
        places.dedup();
        let last = places.len() - 1;
        let name = |(at, place): (usize, usize)| {
            let def = self.screens.get(place)?;
            Some(if at == last { def.title } else { def.heading() })
        };
        places.into_iter().enumerate().filter_map(name).collect()
    }

    /// Index in the history of the place that the page in front is below; `None` for a place, and for a page that was
    /// not reached from one.
    pub(super) fn place_above(&self) -> Option<usize> {
        let is_page = |place: usize| self.screens.get(place).is_some_and(|def| def.key == ' ');
        let above = || self.history.iter().rposition(|place| !is_page(*place));
        is_page(self.current).then(above).flatten()
    }

    /// Command that closes what is open on the screen; `None` on a plain list.
    pub(super) fn way_out(&self) -> Option<&'static str> {
        let screen = self.screen().filter(|screen| screen.depth().opened > 0)?;
        closing(screen)
    }

    /// Closes what is open; a page counts as open over the place it was reached from. On a list, quits, unless a page was
    /// closed just now: the key may have been pressed twice by mistake.
    pub(super) fn step_out(&mut self, cx: &mut Cx<'_>) -> Outcome {
        match self.way_out() {
            Some(name) => {
                self.pace.closed(self.now);
                cx.done(Effect::Run(name, Args::default()))
            }
            None if self.place_above().is_some() => {
                self.pace.closed(self.now);
                cx.done(Effect::Back)
            }
            None if self.pace.closed_just_now(self.now) => {
                Outcome::Refused("Closed. Press q again to quit.".to_owned())
            }
            None => cx.done(Effect::Quit { force: false }),
        }
    }

    /// Goes to a place.
    pub fn go(&mut self, place: Place, world: &World<'_>) -> Vec<Effect> {
        self.only_moved = false;
        self.settle(place.steps(), world)
    }

    /// Opens another screen for one thing that belongs to what is on this one.
    pub(super) fn visit(&mut self, screen: &'static str, args: &Args, world: &World<'_>) -> Vec<Effect> {
        let from = self.current;
        let to = self.screens.iter().position(|def| def.id == screen);
        let before = to.and_then(|to| self.made[to].as_deref()).map_or(0, |screen| screen.depth().total());
        let visits = std::mem::take(&mut self.visits);
        let effects = self.switch(screen, args, world);
        self.visits = visits;
        if let Some(to) = to.filter(|to| *to != from && *to == self.current) {
            self.visits.push(Visit { from, to, before, arrived: None });
        }
        effects
    }

    /// Notes how many layers are open when a visit arrives.
    pub(super) fn arrived(&mut self) {
        let depth = self.depth();
        if let Some(visit) = self.visits.last_mut() {
            visit.arrived.get_or_insert(depth);
        }
    }

    /// Goes back after a command that closed the thing a visit was for.
    pub(super) fn came_back(&mut self, info: &Info, world: &World<'_>) {
        let Some(visit) = self.visits.last().copied().filter(|visit| visit.to == self.current) else { return };
        if visit.arrived.is_none_or(|arrived| self.depth() >= arrived) {
            return;
        }
        self.visits.pop();
        if !info.keys.contains(&ESC) {
            // The thing was closed by opening something else there, which stays in front.
            return;
        }
        for _ in 0..MOST {
            let Some(name) = self.screen().filter(|screen| screen.depth().total() > visit.before).and_then(closing)
            else {
                break;
            };
            self.with_screen(world, |screen, cx| screen.run(name, &Args::default(), cx));
        }
        if self.history.last() == Some(&visit.from) {
            self.back(world);
        } else {
            self.current = visit.from;
            self.sync(world);
        }
    }

    /// Goes back to the previous screen, as it was left; from a page without one, to the first screen.
    pub(super) fn back(&mut self, world: &World<'_>) {
        let is_page = self.screens.get(self.current).is_some_and(|def| def.key == ' ');
        let Some(place) = self.history.pop().or(is_page.then_some(0)) else { return };
        if self.visits.last().is_some_and(|visit| visit.to == self.current) {
            self.visits.pop();
        }
        self.leave_tab();
        self.current = place;
        self.made[place].get_or_insert_with(|| (self.screens[place].make)());
        self.sync(world);
    }

    fn depth(&self) -> usize {
        self.screen().map_or(0, |screen| screen.depth().total())
    }
}

/// Command of esc.
fn closing(screen: &dyn Screen) -> Option<&'static str> {
    screen.commands().into_iter().find(|info| info.keys.contains(&ESC)).map(|info| info.name)
}
