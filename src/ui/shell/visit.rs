//! The way out of what is open: what `q` and esc close, and how one comes back from a thing opened on another screen.

use super::super::{Args, Cx, Effect, Info, Outcome, Place, Screen, World};
use super::{Shell, Visit};
use crate::base::Timestamp;

/// Name of esc in the tables of the screens.
const ESC: &str = "esc";
/// Things a visit may leave open on the other screen at most.
const MOST: usize = 8;

/// True when the screen in front was opened from that place, or from one that was.
pub(super) fn leads_on(visits: &[Visit], place: usize) -> bool {
    visits.iter().any(|visit| visit.from == place)
}

impl Shell {
    /// Time at which a screen that led to the one in front has something to do.
    pub(super) fn led_on_at(&self, world: &World<'_>) -> Option<Timestamp> {
        let led = self.visits.iter().filter_map(|visit| self.made[visit.from].as_deref());
        led.filter_map(|screen| screen.led_on_at(world)).min()
    }

    /// Names of the screens one came through, that in front last: of a page those since the place it lies below, of a place
    /// those it was visited from. One that is a tab of a place goes by that place, which is lit in the header.
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

    /// Where in the history the place is that the page in front lies below; `None` for a place, and for a page nobody came
    /// to from one.
    pub(super) fn place_above(&self) -> Option<usize> {
        let is_page = |place: usize| self.screens.get(place).is_some_and(|def| def.key == ' ');
        let above = || self.history.iter().rposition(|place| !is_page(*place));
        is_page(self.current).then(above).flatten()
    }

    /// The command that closes what is open on the screen; `None` on a plain list.
    pub(super) fn way_out(&self) -> Option<&'static str> {
        let screen = self.screen().filter(|screen| screen.depth().opened > 0)?;
        closing(screen)
    }

    /// Closes what is open; on a list quits, unless a page was closed just now: a key pressed twice is no wish to quit.
    pub(super) fn step_out(&mut self, cx: &mut Cx<'_>) -> Outcome {
        match self.way_out() {
            Some(name) => {
                self.pace.closed(self.now);
                cx.done(Effect::Run(name, Args::default()))
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

    /// Opens a screen for one thing that belongs to what is on this one.
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

    /// Notes how much is open where a visit has arrived.
    pub(super) fn arrived(&mut self) {
        let depth = self.depth();
        if let Some(visit) = self.visits.last_mut() {
            visit.arrived.get_or_insert(depth);
        }
    }

    /// After a command of the screen: where it closed what a visit was for, one is back where one came from.
    pub(super) fn came_back(&mut self, info: &Info, world: &World<'_>) {
        let Some(visit) = self.visits.last().copied().filter(|visit| visit.to == self.current) else { return };
        if visit.arrived.is_none_or(|arrived| self.depth() >= arrived) {
            return;
        }
        self.visits.pop();
        if !info.keys.contains(&ESC) {
            // Closed by going on to something else there.
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

    /// Goes back to the screen before, as it was left; from a page without one, to the first screen.
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

/// The command under esc.
fn closing(screen: &dyn Screen) -> Option<&'static str> {
    screen.commands().into_iter().find(|info| info.keys.contains(&ESC)).map(|info| info.name)
}
