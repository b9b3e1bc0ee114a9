//! Screens that are tabs of one place: which of them the digit opens, going from one to the next, and the tab strip.

use super::super::list::verbs;
use super::super::strip::{NEXT_IN_PLACE, PREVIOUS_IN_PLACE};
use super::super::widgets::tabs::Tab;
use super::super::{Args, Command, Cx, Effect, Info, Outcome, Strip, When, World};
use super::Shell;
use crate::base::unknown;

pub(super) const NEXT: Command<Shell> =
    verbs::NEXT_TAB.named(NEXT_IN_PLACE).run_if(in_place, |shell, _, cx| turn(shell, 1, cx));

pub(super) const PREVIOUS: Command<Shell> =
    verbs::PREVIOUS_TAB.named(PREVIOUS_IN_PLACE).run_if(in_place, |shell, _, cx| turn(shell, -1, cx));

pub(super) const BY_NAME: Command<Shell> =
    Info::new("app.tab", "Go to a tab by name").aliases(&["tab"]).args("<name>").run_if(in_place, |shell, args, cx| {
        let tabs = shell.tabs_beside();
        let name = args.text.trim();
        let called = |place: &&usize| {
            let def = &shell.screens[**place];
            [def.id, def.title].iter().any(|own| own.eq_ignore_ascii_case(name)) || def.also.contains(&name)
        };
        let Some(place) = tabs.iter().find(called) else {
            return Outcome::Refused(unknown("tab", name, tabs.iter().map(|place| shell.screens[*place].id)));
        };
        cx.done(Effect::Open(shell.screens[*place].id, Args::default()))
    });

fn in_place(shell: &Shell, _: &World<'_>) -> When {
    if shell.tabs_beside().is_empty() { When::Hidden } else { When::On }
}

/// Goes `by` tabs on, wrapping around.
fn turn(shell: &Shell, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let tabs = shell.tabs_beside();
    let at = tabs.iter().position(|place| *place == shell.current).unwrap_or(0);
    let next = tabs[(at as isize + by).rem_euclid(tabs.len() as isize) as usize];
    cx.done(Effect::Open(shell.screens[next].id, Args::default()))
}

impl Shell {
    /// Screen that a digit opens: of several tabs the one in front, else the one last in front, else the first.
    pub(super) fn front_of(&self, key: char) -> Option<usize> {
        if self.screens.get(self.current).is_some_and(|def| def.key == key) {
            return Some(self.current);
        }
        let first = || self.screens.iter().position(|def| def.key == key);
        self.left.get(&key).copied().or_else(first)
    }

    /// Tabs of the place in front; none if the screen is not one of several tabs.
    pub(super) fn tabs_beside(&self) -> Vec<usize> {
        (0..self.screens.len()).filter(|place| self.screens[*place].tab.is_some() && self.is_beside(*place)).collect()
    }

    /// True for the screen in front and the other tabs of its place.
    pub(super) fn is_beside(&self, place: usize) -> bool {
        let front = &self.screens[self.current];
        place == self.current || front.tab.is_some() && front.key == self.screens[place].key
    }

    /// Notes the tab in front, so that the digit opens it again.
    pub(super) fn leave_tab(&mut self) {
        let def = &self.screens[self.current];
        if def.tab.is_some() {
            self.left.insert(def.key, self.current);
        }
    }

    /// Tab strip of the place in front.
    pub(super) fn strip(&self, world: &World<'_>) -> Option<Strip> {
        let places = self.tabs_beside();
        let tab = |place: &usize| {
            let def = &self.screens[*place];
            let total = def.tab.as_ref()?.total;
            // Some totals are counted over the whole account.
            let total = total.map(|total| self.totals.get((world.store.version(), *place), |_| total(world)));
            Some(Tab { total, ..Tab::uncounted(def.title) })
        };
        let tabs: Vec<Tab> = places.iter().filter_map(tab).collect();
        let current = places.iter().position(|place| *place == self.current)?;
        Some(Strip { tabs, screens: places.iter().map(|place| self.screens[*place].id).collect(), current })
    }
}
