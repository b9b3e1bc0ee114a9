//! Home as the shell uses it.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::{Request, insights};
use crate::base::Timestamp;
use crate::screens::inquiry::{self, reply};
use crate::screens::traffic;
use crate::store::home::Opens;
use crate::store::score::Weights;
use crate::store::{Store, Tab, Wants, findings, home};
use crate::ui::place::INQUIRIES;
use crate::ui::widgets::notice;
use crate::ui::{
    Args, Cx, Effect, Facts, Look, Outcome, Scoped, Scopes, Screen, ScreenId, World, own_commands, scope, text,
};

use super::commands::COMMANDS;
use super::goals::{self, GOALS};
use super::run::{self, Running};
use super::run_view;
use super::state::{Home, ID};
use super::{view, visit};

/// Commands after which the leads may be sorted again.
const LOOKS: [&str; 3] = ["home.renew", "home.longer", "home.shorter"];

impl Scoped for Home {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        run::scopes(scopes);
        scopes.then_if(|screen| screen.goals && screen.run.is_none(), goals::COMMANDS);
        scopes.then_if(|screen| screen.visit.is_newest() && screen.run.is_none(), visit::COMMANDS);
        scopes.then(COMMANDS);
    }
}

impl Screen for Home {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.update(world);
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        if let Some(replying) = &self.replying {
            replying.opening.wants(wants);
        }
        inquiry::wants(world, wants);
        home::wants(world.store, world.now, wants);
        findings::wants(wants);
        let is_final = self.visit.is_final(&self.digest, world.store);
        home::wants_last(is_final, wants);
        if is_final {
            // The schema is needed for findings about settings of domains, and for the names of settings.
            Store::want_schema(wants);
            world.store.want_currencies(wants);
            world.store.want_currencies_of(self.sources.leads().unpriced(world.store), Duration::ZERO, wants);
        }
        if is_final && world.store.session().missing_for(insights::Domain::ENDPOINT).is_none() {
            home::wants_days(&self.digest, wants);
        }
        if let Some(id) = self.lead() {
            inquiry::want_preview(id, world, wants);
            if self.has_third {
                inquiry::around::wants(id, world, wants);
            }
        }
        if let Some(running) = self.run.as_ref().filter(|_| self.has_third)
            && let Some(row) = running.domain(world)
        {
            traffic::want(&row.domain_name(), world, wants);
        }
        if let Some(Opens::Domain(name)) = self.line().map(|line| &line.opens) {
            traffic::want(name, world, wants);
        }
        wants.full_inquiries.extend(self.shown_leads().iter().copied().filter(|id| Some(*id) != self.lead()));
    }

    /// Inquiries is made together with Home, because it announces new inquiries.
    fn brings(&self) -> &'static [ScreenId] {
        &[INQUIRIES]
    }

    fn behind(&mut self, cx: &mut Cx<'_>) {
        self.rest(&cx.world);
        self.visit.leave();
    }

    fn led_on(&mut self, cx: &mut Cx<'_>) {
        self.rest(&cx.world);
        let change = self.visit.led_on(&self.digest, &cx.world);
        cx.effects.extend(change.map(|change| Effect::Notes { changes: vec![change], said: String::new() }));
    }

    fn led_on_at(&self, world: &World<'_>) -> Option<Timestamp> {
        self.visit.due(world.store)
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        // The wait for the leads' order ends even when nothing more is read.
        if self.awaits_order() && self.scoring_until(&cx.world).is_none() {
            self.update(&cx.world);
        }
        reply::go_on(&mut self.replying, cx);
        self.pricing.go_on(cx);
        run::note(self, cx);
        cx.effects.extend(goals::in_new_demo(&cx.world));
        if let Some(change) = self.visit.note(&self.digest, &cx.world) {
            cx.push(Effect::Notes { changes: vec![change], said: String::new() });
        }
    }

    own_commands!();

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.replying = None;
        self.visit.act(&cx.world);
        if !LOOKS.contains(&name) {
            self.touch();
        }
        let outcome = scope::run(self, name, args, cx);
        self.update(&cx.world);
        // Note the progress of the run at once, because the next key may end the program.
        run::note(self, cx);
        outcome
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        match args.text.trim() {
            "" => Outcome::Done,
            GOALS => cx.done(goals::note(true)),
            home::ELSEWHERE => run::begin_elsewhere(self, cx),
            _ => Outcome::Refused("Home takes no arguments.".to_owned()),
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        if let Some(replying) = &self.replying {
            return Some(replying.note());
        }
        let first = world.store.query(&inquiry::first_page(Tab::Active, world.now));
        if let Some(failure) = first.failure.filter(|_| !self.is_unread()) {
            return Some(notice::not_fresh(failure, first.at.map(|at| world.noted(at)), world.now, world.zone));
        }
        if Weights::in_force(world.store.notes()) != world.prefs.weights {
            return Some(
                "The weights in config.toml changed · :weights shows what they move, and keeps them".to_owned(),
            );
        }
        let (leads, is_other_order) = self.newcomers();
        let leads = (leads as u64, "new lead", "new leads");
        let lines = (self.new_lines() as u64, "new line", "new lines");
        let new = [leads, lines].into_iter().filter(|(new, ..)| *new > 0);
        let mut new: Vec<String> = new.map(|(new, one, many)| text::counted(new, one, many)).collect();
        if is_other_order && new.is_empty() {
            return Some("The leads have a newer order · R shows it".to_owned());
        }
        new.extend(is_other_order.then(|| "a newer order of the leads".to_owned()));
        (!new.is_empty()).then(|| format!("{} · R brings them in", crate::base::all_of(&new)))
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        match &self.run {
            Some(running) => run_view::render(self, running, look, area, buf, facts),
            None => view::render(self, look, area, buf, facts),
        }
    }

    fn first_in_footer(&self) -> &'static [&'static str] {
        let here: &[&str] = if self.is_on_reminder() { &["home.reminded", "home.put_off"] } else { &[] };
        self.run.as_ref().map_or(here, Running::first_in_footer)
    }

    fn drawn(&mut self, facts: &Facts) {
        if let Some(running) = &mut self.run {
            self.has_third = run_view::columns(facts.width).0 > 0;
            return running.page.drawn(facts);
        }
        let height = usize::from(facts.list_rows);
        if self.height != height && self.stood_leads.is_some() {
            self.stood_leads = Some((height, self.laid_in(height).leads));
        }
        self.height = height;
        self.has_third = view::asides(facts.width).1 > 0;
    }
}
