//! The state of the screen, and how it is drawn.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::{portfolio, settings};
use crate::client::Lane;
use crate::store::shown;
use crate::store::{EntryId, ImageKey, Subject, Wants, images_page};
use crate::ui::list::{self, About, ListScreen, LocalList, OwnField, Page, Pages, TabRow, local_rows};
use crate::ui::widgets::picture;
use crate::ui::{Args, Cx, Facts, Look, Outcome, Scoped, Scopes, ScreenId, World};

use super::adding::Adding;
use super::commands::{ADDING, BACK, COMMANDS, stopped};
use super::rows::{COLUMNS, Row};

pub const ID: ScreenId = "images";
/// Width from which all columns of the list fit beside the words about an image.
const ROOMY: u16 = 140;

#[derive(Debug, Default)]
pub struct Images {
    pub(super) list: LocalList<Self, Row>,
    /// Field for a path or link, while it is open.
    pub(super) adding: Option<Adding>,
    /// Paths and links the service refused to add, newest last, to be corrected.
    pub(super) refused: Vec<String>,
    /// Number of the newest checked files taken.
    pub(super) taken: u64,
    /// Writes of this screen whose end is awaited.
    pub(super) begun: Vec<EntryId>,
    /// Image that gets the cursor as soon as it is listed, and image that is offered as a cover then.
    pub(super) arriving: Option<ImageKey>,
    pub(super) offered: Option<ImageKey>,
    /// File whose picture was asked for last.
    pub(super) pictured: Option<PathBuf>,
}

impl Images {
    /// Key of the row of the image a write is about.
    pub fn key_of_subject(&self, subject: &Subject) -> Option<ImageKey> {
        let Subject::Image(id) = subject else { return None };
        self.list.rows.get(ImageKey::Listed(*id)).map(|row| row.key)
    }

    /// Runs esc: closes the field, else what the list has open, else stops an upload.
    pub fn back(&mut self, cx: &mut Cx<'_>) -> Outcome {
        if self.adding.take().is_some() || list::close(self, &cx.world) {
            return Outcome::Done;
        }
        let going = self.list.rows.all().iter().find_map(|row| match row.key {
            ImageKey::Adding(entry) => Some(entry),
            ImageKey::Listed(_) => None,
        });
        match going {
            Some(entry) => cx.done(stopped(entry, &cx.world)),
            None => list::nothing_to_close(),
        }
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let picture = self.picture(look, area);
        let area = picture.as_ref().map_or(area, |(_, list, _)| *list);
        match &self.adding {
            Some(adding) => {
                let busy = adding.looking.then_some("Looking at the file …");
                adding.pick.render(&adding.problems, busy, look, area, buf);
            }
            None if picture.is_some() || area.width < ROOMY => drop(list::table(self, look, area, buf, facts)),
            None => list::with_preview(self, look, area, buf, facts),
        }
        if let Some((shown, _, beside)) = picture {
            picture::render(shown, look, beside, buf, facts);
        }
    }

    /// Note while the uses by domains were not read.
    fn unread_uses(&self, world: &World<'_>) -> Option<String> {
        let reads = world.store.own_settings_failure().is_none() && !world.store.own_settings().is_whole();
        (reads && self.adding.is_none() && !self.list.rows.all().is_empty())
            .then(|| "Covers of domains are not read: enter, then “Covers of domains”, reads them.".to_owned())
    }
}

impl Scoped for Images {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::typing(scopes);
        scopes.then_if(|screen| screen.adding.is_some(), ADDING);
        scopes.then_if(|screen| screen.adding.is_none(), COMMANDS);
        scopes.then(BACK);
        list::rows(scopes);
        scopes.by_name(COMMANDS);
    }
}

impl ListScreen for Images {
    const ABOUT: About<Self> = About {
        usual: Some(("added", true)),
        preview: Some(Self::about),
        body: Some(Self::body),
        pages: Pages::of(crate::api::limits::PER_PAGE),
        field: Some(OwnField { has_keys: |screen| screen.adding.is_some(), text: Self::type_path }),
        ..About::new(
            ID,
            "image",
            "The list of images",
            &[TabRow::called((), "images", "Images").empty("No image here yet.", "+ adds one from a file or a link.")],
            &[COLUMNS],
        )
    };

    local_rows!(Row, "images", |world| shown::images::all(world.store).into_iter().map(Row).collect());

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<ImageKey> {
        self.key_of_subject(subject)
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        Some(Page::of(&images_page(number), world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        shown::images::listed(world.store).next.is_none()
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        // Uses are found in the account's covers and the portfolio site.
        wants.want(&settings::Get {}, Lane::Ahead);
        wants.want(&portfolio::Get {}, Lane::Ahead);
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let offered = self.offered.filter(|key| self.adding.is_none() && self.list.under_cursor() == Some(key));
        let offer = offered.and_then(|key| self.list.rows.get(key)?.id());
        let offer =
            || offer.map(|id| format!("s uses image {id} as a cover of the account, :cover {id} of marked domains."));
        list::note(self, world).or_else(offer).or_else(|| self.unread_uses(world))
    }

    fn open_other(&mut self, args: &Args, _: &str, _: &mut Cx<'_>) -> Option<Outcome> {
        if args.is_to_list() {
            self.adding = None;
        }
        None
    }

    fn opened(&self) -> usize {
        self.adding.is_some().into()
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        self.ask_picture(cx);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.take_looked_at(cx);
        self.follow(cx);
        self.ask_picture(cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.begun.push(entry);
    }
}
