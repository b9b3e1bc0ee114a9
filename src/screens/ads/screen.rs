//! The state of the screen, and how it is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::types::Campaign;
use crate::api::{abilities, ads};
use crate::client::{Failure, FailureKind, Lane};
use crate::store::{EntryId, Want, Wants};
use crate::ui::list::{self, About, FormOver, ListScreen, LocalList, Page, TabRow, local_rows};
use crate::ui::widgets::form::Form;
use crate::ui::widgets::notice;
use crate::ui::widgets::table::{Column, Empty};
use crate::ui::{Cx, Facts, Look, Scoped, Scopes, World};

use super::commands::{self, COMMANDS};
use super::form;
use super::one::{self, Editing};
use super::rows::{self, Row};

/// The columns until the answer tells its own.
const COLUMNS: &[Column] = &[
    Column::figure("campaign_id", "id", (6, 14), 1),
    Column::text("campaign_tag", "tag", (8, 24), 2),
    Column { sort: None, ..Column::text("theme", "theme", (11, 13), 3) },
];

/// The campaigns.
#[derive(Debug, Default)]
pub struct Ads {
    pub list: LocalList<Self, Row>,
    /// A campaign that is read before its form opens.
    pub editing: Option<Editing>,
    /// The campaign the form is about; `None` where it is one to be created.
    pub form_of: Option<i64>,
    /// The form as it was opened, to clear it to.
    opened: Option<Form>,
    /// Draft of a campaign that is not created, for the next time the form is opened.
    draft: Option<Form>,
    /// The write that creates it.
    creating: Option<EntryId>,
}

impl Ads {
    /// The campaign under the cursor.
    pub fn campaign(&self) -> Option<&Campaign> {
        self.list.current()?.campaign()
    }

    /// Opens a form, about a campaign or about one to be created.
    pub fn show_form(&mut self, form: Form, of: Option<i64>) {
        (self.opened, self.list.form, self.form_of) = (Some(form.clone()), Some(form), of);
    }

    /// Opens the form of a new campaign, with what was typed before.
    pub fn create(&mut self) {
        self.show_form(form::create(), None);
        self.list.form = self.draft.clone().or(self.list.form.take());
    }

    /// Keeps what is typed for a new campaign until it is created.
    fn keep_draft(&mut self, world: &World<'_>) {
        let typed = self.list.form.as_ref().filter(|form| self.form_of.is_none() && form.changed());
        if let Some(form) = typed {
            self.draft = Some(form.clone());
        }
        let entry = self.creating.and_then(|entry| world.store.journal().get(entry)).filter(|entry| !entry.open());
        if let Some(entry) = entry {
            if entry.targets.iter().all(|target| target.state.applied()) {
                self.draft = None;
            }
            self.creating = None;
        }
    }

    fn read(&mut self, world: &World<'_>) {
        if let Some(list) = rows::list(world).filter(|list| !list.names.is_empty()) {
            self.list.table_mut().set_headings(rows::headings(list));
        }
        self.list.rows.take(world.store.version(), || rows::all(world));
    }
}

/// The page in place of the list while no ads key can read it.
fn key_words(failure: &Failure, world: &World<'_>) -> Option<Empty> {
    let account = match world.store.session().account.as_str() {
        "" => String::new(),
        name => format!(" --account {}", crate::base::clean_line(name)),
    };
    let give = format!("`parkade login --ads-key{account}` keeps it, PARKADE_ADS_KEY gives it for one run.");
    let (title, hint) = match (&failure.kind, failure.status) {
        (FailureKind::Unauthorized, None) => (
            "No ads key for this account.".to_owned(),
            format!("Ads have a key of their own, beside the token: the operators of the service issue it. {give}"),
        ),
        (FailureKind::Unauthorized, _) => (
            "The ads key was rejected (unknown, expired or revoked).".to_owned(),
            format!("Ask the operators of the service for another one. {give}"),
        ),
        (FailureKind::Forbidden, _) => (
            format!("The ads key lacks the scope “{}”.", abilities::ADS_READ.0),
            format!("Ask the operators of the service for a key with it. {give}"),
        ),
        _ => return None,
    };
    Some(Empty { title, hint })
}

impl Scoped for Ads {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::plain(scopes, COMMANDS);
    }
}

impl ListScreen for Ads {
    const ABOUT: About<Self> = About {
        form: Some(FormOver {
            title: "Campaign",
            fill: |screen, _| screen.opened.clone().unwrap_or_else(form::create),
            submit: commands::submit,
        }),
        ..About::new(
            "ads",
            "campaign",
            "The list of campaigns",
            &[TabRow::called((), "ads", "Ads")
                .empty("No campaigns.", "+ creates one; :advertise on Domains lists names in it.")],
            &[COLUMNS],
        )
    };

    local_rows!(Row, "campaigns");

    fn page<'a>(&self, number: u32, world: &World<'a>) -> Option<Page<'a>> {
        let loaded = world.store.query(&ads::Campaigns {});
        (number == 1).then(|| Page {
            want: Want::of(&ads::Campaigns {}, Lane::User),
            ability: Some(abilities::ADS_READ.0),
            pagination: loaded.value.map(|list| &list.pagination),
            unread: loaded.value.map_or(0, |list| list.unread),
            at: loaded.at,
            failure: loaded.failure,
            what: None,
            about: None,
        })
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        if let Some(editing) = &self.editing {
            editing.opening.wants(wants);
        }
    }

    fn body(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        let failure = look.world.store.query(&ads::Campaigns {}).failure;
        let words =
            failure.filter(|_| self.list.table().is_empty()).and_then(|failure| key_words(failure, &look.world));
        match words {
            Some(words) => notice::empty(&words, look, area, buf),
            None => drop(list::table(self, look, area, buf, facts)),
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        one::note(self, world).or_else(|| list::note(self, world))
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        self.keep_draft(&cx.world);
        if self.list.form.is_none() {
            self.form_of = None;
        }
        one::go_on(self, cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        self.creating = Some(entry);
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.keep_draft(&cx.world);
        one::go_on(self, cx);
    }
}
