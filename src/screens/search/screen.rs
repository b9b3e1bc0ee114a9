//! The search as the shell uses it.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::Request;
use crate::api::emails::{self, Match};
use crate::client::Lane;
use crate::store::filter::MailQuery;
use crate::store::search::versions;
use crate::store::{Store, Wants};
use crate::ui::widgets::notice;
use crate::ui::{
    Args, Cx, Depth, Facts, Look, Outcome, Scoped, Scopes, Screen, ScreenId, TextEvent, World, own_commands, scope,
};

use super::commands::COMMANDS;
use super::state::Search;
use super::{beside, view};

pub const ID: ScreenId = "search";

/// Time the text must rest before the service is asked for mail.
const REST: Duration = Duration::from_millis(400);

impl Scoped for Search {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        scopes.then(COMMANDS);
    }
}

impl Search {
    /// Search request to the service, if the token allows it.
    fn service(&self, world: &World<'_>) -> Option<emails::Search> {
        let refused = world.store.session().missing_for(emails::Search::ENDPOINT).is_some();
        self.asked().filter(|_| !refused).map(|query| query.found(1))
    }
}

impl Screen for Search {
    fn id(&self) -> ScreenId {
        ID
    }

    fn sync(&mut self, world: &World<'_>) {
        self.update(world);
        beside::update(self, world);
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        wants.mail_texts = true;
        Store::want_schema(wants);
        wants.want(&versions(), Lane::Ahead);
        wants.want(&MailQuery::default().list(Match::All, 1), Lane::Ahead);
        if let Some(search) = self.service(world) {
            wants.want(&search, Lane::User).after = REST;
        }
        beside::wants(self, world, wants);
    }

    own_commands!();

    fn run(&mut self, name: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        scope::run(self, name, args, cx)
    }

    fn open(&mut self, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        match args.text.trim() {
            // On return, typing replaces the query, or a key edits it.
            "" => self.input.select(),
            words => self.input.set(words),
        }
        self.typing = true;
        self.typed(&cx.world);
        Outcome::Done
    }

    fn takes_text(&self) -> bool {
        self.typing
    }

    fn text(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        if self.input.text(input) {
            self.typed(&cx.world);
        }
    }

    fn depth(&self) -> Depth {
        Depth { opened: usize::from(self.only.is_some()), narrowed: 0 }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let loaded = world.store.query(&self.service(world)?);
        match (loaded.value, loaded.failure) {
            (None, Some(failure)) => {
                let (what, way_on) = notice::failure_words(failure);
                Some(format!("Mail not searched by the service: {what}. {way_on}"))
            }
            (None, None) if loaded.loading => Some("Searching mail at the service…".to_owned()),
            _ => None,
        }
    }

    fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        view::render(self, look, area, buf, facts);
    }

    fn drawn(&mut self, facts: &Facts) {
        (self.width, self.height) = (facts.width, usize::from(facts.list_rows));
    }
}
