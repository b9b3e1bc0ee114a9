//! State of the screen, and how it is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::types::Campaign;
use crate::api::{abilities, ads};
use crate::client::{Failure, FailureKind, Lane};
use crate::screens::drafts::{Draft, Drafts};
use crate::store::writes::drafts::FormDraft;
use crate::store::{EntryId, Want, Wants};
use crate::ui::list::{self, About, FormOver, ListScreen, LocalList, Page, TabRow, local_rows};
use crate::ui::widgets::form::Form;
use crate::ui::widgets::notice;
use crate::ui::widgets::table::{Column, Empty};
use crate::ui::{Args, Cx, Facts, Look, Outcome, Scoped, Scopes, World};

use super::commands::{self, COMMANDS};
use super::form;
use super::one::{self, Editing};
use super::rows::{self, Row};

/// Columns shown until the answer brings its own.
const COLUMNS: &[Column] = &[
    Column::figure("campaign_id", "id", (6, 14), 1),
    Column::text("campaign_tag", "tag", (8, 24), 2),
    Column { sort: None, ..Column::text("theme", "theme", (11, 13), 3) },
];

#[derive(Debug)]
pub struct Ads {
    pub list: LocalList<Self, Row>,
    /// Campaign being read before its form opens.
    pub editing: Option<Editing>,
    /// Number of the campaign the form is about; `None` for a new campaign.
    pub form_of: Option<i64>,
    /// Copy of the form as it was opened; clearing the form restores it.
    opened: Option<Form>,
    /// Texts typed into the open form.
    typed: FormDraft,
    /// Texts typed into forms that were left.
    drafts: Drafts,
    /// Newest write of the screen, with the draft it sends.
    sending: Option<(EntryId, Option<Draft>)>,
}

impl Default for Ads {
    fn default() -> Self {
        Self {
            list: LocalList::default(),
            editing: None,
            form_of: None,
            opened: None,
            typed: FormDraft::default(),
            drafts: Drafts::new(super::DEF.id),
            sending: None,
        }
    }
}

impl Ads {
    /// Campaign under the cursor.
    pub fn campaign(&self) -> Option<&Campaign> {
        self.list.current()?.campaign()
    }

    /// Opens a form about a campaign (`None`: a new one), filled with the draft that was kept for it.
    pub fn show_form(&mut self, mut form: Form, of: Option<i64>) {
        self.opened = Some(form.clone());
        let draft = self.drafts.take(&form::about(of)).unwrap_or_default();
        form::type_again(&mut form, &draft.form);
        (self.list.form, self.form_of) = (Some(form), of);
    }

    /// Keeps the draft of the open form until it is saved.
    fn keep_draft(&mut self, cx: &mut Cx<'_>) {
        self.drafts.ask(cx);
        self.drafts.came(cx.world.store.files());
        match &self.list.form {
            Some(form) => self.typed = form::typed(form, self.form_of),
            None => self.drafts.put(Draft { form: std::mem::take(&mut self.typed), old: false }),
        }
        self.follow(&cx.world);
        self.drafts.keep(&self.typed, cx);
    }

    /// Removes the draft that a write sends, and puts it back when the write was not done.
    fn follow(&mut self, world: &World<'_>) {
        let Some((entry, draft)) = &mut self.sending else { return };
        let Some(entry) = world.store.journal().get(*entry) else { return };
        if draft.is_none()
            && let Some(about) = form::sent(&entry.intent)
        {
            *draft = self.drafts.take(&about);
        }
        if !entry.open() {
            let back = draft.take().filter(|_| entry.targets.iter().any(|target| !target.state.applied()));
            self.drafts.put(back.unwrap_or_default());
            self.sending = None;
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

    fn read(&mut self, world: &World<'_>) {
        if let Some(list) = rows::list(world).filter(|list| !list.names.is_empty()) {
            self.list.table_mut().set_headings(rows::headings(list));
        }
        self.list.rows.take(world.store.version(), || rows::all(world));
    }
}

/// Text shown in place of the list while no ads key can read it.
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
            format!("The ads key lacks {}.", abilities::said(abilities::ADS_READ.0)),
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
        body: Some(Self::body),
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

    /// Opens the form of the campaign with the number given.
    fn open_other(&mut self, args: &Args, _: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        let number = args.words.first().and_then(|word| word.parse().ok())?;
        Some(one::edit_campaign(self, number, cx))
    }

    fn wants(&self, world: &World<'_>, wants: &mut Wants) {
        list::wants(self, world, wants);
        if let Some(editing) = &self.editing {
            editing.opening.wants(wants);
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        one::note(self, world).or_else(|| list::note(self, world))
    }

    fn after(&mut self, cx: &mut Cx<'_>) {
        self.keep_draft(cx);
        if self.list.form.is_none() {
            self.form_of = None;
        }
        one::go_on(self, cx);
    }

    fn wrote(&mut self, entry: EntryId) {
        if let Some((_, Some(draft))) = self.sending.replace((entry, None)) {
            self.drafts.put(draft);
        }
    }

    fn unprompted(&mut self, cx: &mut Cx<'_>) {
        self.keep_draft(cx);
        one::go_on(self, cx);
    }
}
