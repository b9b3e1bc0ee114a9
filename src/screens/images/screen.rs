//! The state of the screen, its rows, and the picture beside them.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::{portfolio, settings};
use crate::base::{Timestamp, clean_line};
use crate::client::Lane;
use crate::store::{EntryId, ImageKey, ImageUses, Known, ShownImage, State, Subject, Wants, images_page};
use crate::ui::list::{self, About, ListScreen, LocalList, LocalRow, OwnField, Page, Pages, TabRow, local_rows};
use crate::ui::widgets::picture;
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags};
use crate::ui::{
    Args, Cx, Depth, Effect, Facts, FileAsk, Look, Outcome, Pictures, Role, Scoped, Scopes, ScreenId, World, text,
};

use super::adding::Adding;
use super::commands::{ADDING, BACK, COMMANDS, stopped};
use super::uses;

/// Its name.
pub const ID: ScreenId = "images";

/// The columns; the first one always stays.
const COLUMNS: &[Column] = &[
    Column::figure("id", "id", (5, 8), 1),
    Column::text("address", "address", (24, 60), 2),
    Column::text("type", "type", (8, 10), 4),
    Column::text("uses", "used by", (10, 24), 5),
    Column::time("added", "added", (11, 14), 3),
];

impl LocalRow for ShownImage {
    type Key = ImageKey;
    type Tab = ();

    fn key(&self) -> ImageKey {
        self.key
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        match column {
            "id" => match self.id() {
                Some(id) => CellText::from(id.to_string()).exact(id.get()),
                None => CellText::none(),
            },
            "address" => CellText { by_end: true, ..clean_line(&self.address).into_owned().into() },
            "type" => {
                self.kind.as_ref().map_or_else(CellText::none, |kind| clean_line(kind.as_str()).into_owned().into())
            }
            "uses" if self.id().is_none() => CellText::none(),
            "uses" => match uses::words(&self.uses) {
                Some(words) if self.uses.value().is_some_and(ImageUses::is_none) => CellText::new(words, Role::Dim),
                Some(words) => words.into(),
                None => CellText::new(text::figure(&Known::<u64>::NotRead, |_| String::new()).text, Role::Dim),
            },
            _ if self.leaving => CellText::new("removing", Role::Staged).exact(self.date),
            _ => match self.key {
                ImageKey::Adding(entry) => CellText::new(progress(entry, world), Role::Staged).exact(self.date),
                ImageKey::Listed(_) => CellText::age(self.date, world.now, world.zone),
            },
        }
    }

    fn order(&self, column: &str, world: &World<'_>) -> Exact<'_> {
        match column {
            // The newest is what is being added, or was just added.
            "added" => Exact::Time(self.date.unwrap_or(Timestamp(i64::MAX))),
            _ => self.cell(column, world).value(),
        }
    }

    fn flags(&self) -> RowFlags {
        RowFlags { dim: self.leaving || self.id().is_none(), ..RowFlags::default() }
    }
}

/// How far an upload is: `waiting`, `42 %`, `checking`.
fn progress(entry: EntryId, world: &World<'_>) -> String {
    let kept = world.store.journal().get(entry);
    if kept.is_some_and(|kept| kept.targets.iter().any(|target| target.state == State::Unknown)) {
        return "checking".to_owned();
    }
    match world.store.upload(entry) {
        Some((sent, of)) if of > 0 && sent < of => format!("{} %", sent * 100 / of),
        Some(_) => "finishing".to_owned(),
        None => "adding".to_owned(),
    }
}

/// The images of the account.
#[derive(Debug, Default)]
pub struct Images {
    pub(super) list: LocalList<Self, ShownImage>,
    /// The field, while a path or link is typed.
    pub(super) adding: Option<Adding>,
    /// The newest files taken that were looked at.
    pub(super) taken: u64,
    /// Writes of this screen whose end is awaited.
    pub(super) begun: Vec<EntryId>,
    /// An image that comes under the cursor as soon as it is listed; one that is offered as a cover.
    pub(super) arriving: Option<ImageKey>,
    pub(super) offered: Option<ImageKey>,
    /// The file a picture was asked of last.
    pictured: Option<PathBuf>,
}

impl Images {
    /// The row of an image a write is about.
    pub fn key_of_subject(&self, subject: &Subject) -> Option<ImageKey> {
        let Subject::Image(id) = subject else { return None };
        self.list.rows.get(ImageKey::Listed(*id)).map(|row| row.key)
    }

    /// Esc: closes the field, then what the list has; then it stops an upload.
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

    /// While what domains use was not read: how it is.
    fn unread_uses(&self, world: &World<'_>) -> Option<String> {
        let reads = world.store.own_settings_failure().is_none() && !world.store.own_settings().is_whole();
        (reads && self.adding.is_none() && !self.list.rows.all().is_empty())
            .then(|| "Covers of domains are not read: enter, then “Covers of domains”, reads them.".to_owned())
    }

    /// Asks for the picture of the file that is chosen, or that the image under the cursor was uploaded from.
    fn ask_picture(&mut self, cx: &mut Cx<'_>) {
        let store = cx.world.store;
        let path = match &self.adding {
            Some(adding) => {
                let chosen = adding.pick.chosen(store.files()).filter(|listed| adding.pick.is_sought(&listed.path));
                chosen.map(|listed| PathBuf::from(&listed.path))
            }
            None => self.list.under_cursor().and_then(|key| store.image_file(*key)).map(PathBuf::from),
        };
        if self.pictured != path {
            self.pictured.clone_from(&path);
            cx.effects.extend(path.map(|path| Effect::File(FileAsk::Preview { path })));
        }
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

    local_rows!(ShownImage, "images", |world| world.store.images_shown());

    fn key_of(&self, subject: &Subject, _: &World<'_>) -> Option<ImageKey> {
        self.key_of_subject(subject)
    }

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        Some(Page::of(&images_page(number), world))
    }

    fn is_whole(&self, world: &World<'_>) -> bool {
        world.store.images_listed().next.is_none()
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        // The account's covers and the site say what is used.
        wants.want(&settings::Get {}, Lane::Ahead);
        wants.want(&portfolio::Get {}, Lane::Ahead);
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let path = self.pictured.as_ref().filter(|_| look.pictures != Pictures::Off);
        let shown = path.and_then(|path| look.world.store.files().preview(path));
        let (area, beside) = shown.map_or((area, Rect::ZERO), |_| picture::beside(area));
        match &self.adding {
            Some(adding) => {
                let busy = adding.looking.then_some("Looking at the file …");
                adding.pick.render(&adding.problems, busy, look, area, buf);
            }
            None => {
                list::table(self, look, area, buf, facts);
            }
        }
        if let Some(shown) = shown {
            picture::render(shown, look, beside, buf, facts);
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let offered = self.offered.filter(|key| self.adding.is_none() && self.list.under_cursor() == Some(key));
        let offer = offered.and_then(|key| self.list.rows.get(key)?.id());
        let offer = || Some(format!("s uses image {} as a cover of the account.", offer?));
        list::note(self, world).or_else(offer).or_else(|| self.unread_uses(world))
    }

    fn open_other(&mut self, args: &Args, _: &str, _: &mut Cx<'_>) -> Option<Outcome> {
        if args.is_to_list() {
            self.adding = None;
        }
        None
    }

    fn depth(&self) -> Depth {
        let depth = list::depth(self);
        Depth { opened: depth.opened + usize::from(self.adding.is_some()), ..depth }
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
