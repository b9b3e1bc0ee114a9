//! The profile as the shell knows it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::profile;
use crate::api::replies::Answered;
use crate::api::types::ProfileAnswer;
use crate::client::{FailureKind, Lane};
use crate::screens::staged::{self, Staged, Stages};
use crate::store::{EntryId, Wants};
use crate::ui::widgets::form::Form;
use crate::ui::widgets::notice::{self, Missing};
use crate::ui::widgets::tabs::{Tab, TopLine};
use crate::ui::{
    Args, Cx, Depth, Facts, Info, Look, Outcome, Scoped, Scopes, Screen, ScreenId, TextEvent, When, World, scope,
};

use super::commands::COMMANDS;
use super::fields;

/// Its name.
pub const ID: ScreenId = "profile";

/// The screen.
#[derive(Debug)]
pub struct Profile {
    pub staged: Staged,
    /// There are values to show.
    loaded: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self { staged: Staged::new(ID, fields::fields()), loaded: false }
    }
}

fn answer<'a>(world: &World<'a>) -> Option<&'a Answered<ProfileAnswer>> {
    world.store.query(&profile::Get {}).value
}

impl Scoped for Profile {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        staged::opened(scopes);
        scopes.then_if(|screen| screen.loaded, COMMANDS);
        staged::fields(scopes);
    }
}

impl Stages for Profile {
    fn form(&self) -> Option<&Form> {
        self.loaded.then_some(&self.staged.form)
    }

    fn form_mut(&mut self) -> Option<&mut Form> {
        self.loaded.then_some(&mut self.staged.form)
    }
}

impl Profile {
    fn opened(&self) -> bool {
        self.loaded && self.staged.form.is_opened()
    }
}

impl Screen for Profile {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        let Some(answer) = answer(world) else {
            self.loaded = false;
            return;
        };
        self.loaded = true;
        let payments = fields::payment_fields(answer);
        self.staged.form.add_missing(payments);
        self.staged.follow(world.store, |name| fields::value(answer, name));
        self.staged.refresh(|name| fields::value(answer, name));
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        wants.want(&profile::Get {}, Lane::User);
    }

    fn commands(&self) -> Vec<&'static Info> {
        scope::commands(self)
    }

    fn all_commands(&self) -> Vec<&'static Info> {
        scope::all_commands::<Self>()
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let loaded = world.store.query(&profile::Get {});
        if let (Some(failure), Some(_)) = (loaded.failure, loaded.value) {
            let at = loaded.at.map(|at| world.noted(at));
            return Some(notice::not_fresh(failure, at, world.now, world.zone));
        }
        self.staged.words()
    }

    fn when(&self, name: &str, world: &World<'_>) -> When {
        scope::when(self, name, world)
    }

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        let outcome = scope::run(self, name, args, cx);
        self.staged.keep(cx);
        outcome
    }

    fn open(&mut self, _: &Args, cx: &mut Cx<'_>) -> Outcome {
        self.staged.ask_kept(cx);
        Outcome::Done
    }

    fn takes_text(&self) -> bool {
        scope::takes_text(self)
    }

    fn in_form(&self) -> bool {
        self.opened()
    }

    fn depth(&self) -> Depth {
        Depth { opened: usize::from(self.opened()), narrowed: 0 }
    }

    fn text(&mut self, input: &TextEvent, _: &mut Cx<'_>) {
        scope::text(self, input);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        if self.loaded {
            self.staged.keep(cx);
            self.sync(&cx.world);
        }
    }

    fn wrote(&mut self, entry: EntryId) {
        self.staged.wrote(entry);
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let area = area.intersection(buf.area);
        facts.width = area.width;
        if area.height < 3 {
            return;
        }
        let tabs = [Tab::new("Profile", None)];
        let top = TopLine { tabs: &tabs, ..TopLine::default() };
        top.render(look, Rect { height: 1, ..area }, buf);
        let below = Rect { y: area.y + 2, height: area.height - 2, ..area };
        let loaded = look.world.store.query(&profile::Get {});
        match (self.loaded, loaded.failure) {
            (true, _) => self.staged.form.render(look, below, buf),
            (false, None) => notice::loading(look, below, buf),
            (false, Some(failure)) if failure.kind == FailureKind::Forbidden => {
                let missing = Missing {
                    what: "The profile".to_owned(),
                    ability: Some("account.profile.view".to_owned()),
                    said: notice::said(failure),
                };
                notice::missing(&missing, look, below, buf);
            }
            (false, Some(failure)) => notice::failure(failure, "The profile", look, below, buf),
        }
    }

    fn drawn(&mut self, _: &Facts) {}
}
