//! The list of exports: its columns, facts and acts. Look first at [`TAB`]; the filters of a new export are in
//! `ask.rs`.

pub mod ask;

use std::borrow::Cow;

use crate::api::limits::EXPORT_KEPT;
use crate::api::types::{Export, ExportFilters, ExportKind, JobState};
use crate::api::{Request, Seen, exports};
use crate::base::{DomainName, Id, Timestamp, Untrusted, clean_line};
use crate::client::Lane;
use crate::store::lists::jobs::{Known, exports_page};
use crate::store::writes::intent::ExportAsk;
use crate::store::{Intent, Store, Wants};
use crate::ui::list::{self, Page, TabRow};
use crate::ui::text::{NONE, bytes, grouped, span};
use crate::ui::widgets::form::Form;
use crate::ui::widgets::table::{CellText, Field, columns_of, field_of};
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Role, Save, Sheet, When, World};

use super::facts::Facts;
use super::job::{self, count, figure, text};
use super::row::{Cells, List, Row, RowKey};
use super::state::{Awaited, Jobs};

/// The tab.
pub const TAB: TabRow<List> = TabRow::called(
    List {
        columns: &columns_of(&FIELDS),
        rows: |_, world| world.store.jobs().exports().list.rows().iter().copied().map(RowKey::Export).collect(),
        counts: |_, world| job::counts(world.store.jobs().exports()),
        page: |number, world| {
            let page = Page::of(&exports_page(number), world);
            Some((Page { what: Some("The list of exports"), ..page }, job::IDLE))
        },
        wants,
        new,
        note: |_, _| None,
    },
    "exports",
    "Exports",
)
.empty("No exports yet.", "Press + to export domains or inquiries as CSV; files are kept for 7 days.");

/// Function that makes a cell of an export.
type Cell = fn(&Known<Export>, &Cells<'_>) -> CellText<'static>;

/// Fields of exports. At 80 columns those of `keep` up to 8 are shown.
const FIELDS: [Field<Cell>; 12] = [
    (figure("id", "export", (6, 8), 1), |known, _| {
        CellText::from(known.job().export_id.to_string()).exact(known.job().export_id.get())
    }),
    (text("holds", "of", (9, 9), 2), |known, _| holds(known.job()).into_owned().into()),
    (text("status", "status", (8, 13), 3), |known, cells| state(known, cells.world.now).into()),
    (text("progress", "progress", (16, 16), 4), |known, cells| {
        cells.progress(known, known.job().state.is(&JobState::Failed))
    }),
    (figure("left", "left", (6, 8), 9), |known, cells| cells.left(known)),
    (figure("rows", "rows", (16, 17), 6), |known, _| rows(known.job()).exact(known.job().total_fetched.copied())),
    (figure("size", "size", (8, 9), 8), |known, _| {
        let shown = count(&known.job().total_bytes).filter(|bytes| *bytes > 0).map(bytes);
        CellText::or_none(shown.unwrap_or_default()).exact(known.job().total_bytes.copied())
    }),
    (figure("queued", "queued", (6, 11), 7), |known, cells| cells.age(&known.job().queue_date)),
    (figure("expires", "kept for", (8, 8), 5), |known, cells| {
        CellText::new(expires_in(known.job(), cells.world.now), Role::Dim).exact(expires(known.job()))
    }),
    (text("filters", "only", (22, 64), 10), |known, _| CellText::new(filters(known.job()), Role::Dim)),
    (figure("finished", "finished", (8, 11), 11), |known, cells| cells.age(&known.job().finish_date)),
    (text("file", "file", (28, 36), 12), |known, _| {
        CellText::new(said(&known.job().file_name).unwrap_or_default(), Role::Dim)
    }),
];

impl Row for Id<Export> {
    fn cell(&self, column: &str, cells: &Cells<'_>) -> CellText<'static> {
        let known = cells.world.store.jobs().export(*self).zip(field_of(&FIELDS, column));
        known.map_or_else(CellText::default, |(known, (_, cell))| cell(known, cells))
    }

    fn facts(&self, Cells { world, .. }: &Cells<'_>) -> Option<Sheet> {
        let known = world.store.jobs().export(*self)?;
        let export = known.job();
        let mut facts = Facts::new(world);
        facts.say("Status", state(known, world.now).0);
        facts.say("Holds", holds(export));
        let filters = filters(export);
        facts.say("Filter", if filters.is_empty() { "none".to_owned() } else { filters });
        facts.progress(&export.progress, export.state.is(&JobState::Failed));
        facts.counts([("Rows", &export.total_fetched), ("Expected", &export.total_expected)]);
        facts.say("Size", count(&export.total_bytes).map(bytes).unwrap_or_default());
        facts.say("File", said(&export.file_name).unwrap_or_default());
        facts.times([&export.queue_date, &export.start_date, &export.finish_date]);
        if let Some(at) = expires(export) {
            facts.say("Kept until", at.full(world.zone));
        }
        if let Some(why) = export.error_message.get() {
            facts.say("Reason", why.line());
        }
        facts.quiet(known);
        facts.raw(&known.row.raw);
        Some(facts.sheet(format!("Export {self}")))
    }

    fn copies(&self, cells: &Cells<'_>) -> Vec<(&'static str, String)> {
        let name = cells.world.store.jobs().export(*self).and_then(|known| said(&known.job().file_name));
        vec![("Number", self.to_string()), ("File name", name.unwrap_or_default())]
    }

    fn course(&self, store: &Store) -> (bool, Option<Timestamp>) {
        job::course(store.jobs().export(*self))
    }

    fn is_faded(&self, world: &World<'_>) -> bool {
        world.store.jobs().export(*self).is_some_and(|known| expired(known.job(), world.now))
    }

    /// Shows the rows of a finished export as a table.
    fn open(&self, _: &mut Jobs, cx: &mut Cx<'_>) -> bool {
        let save = self.file(&cx.world).ok();
        let has_file = save.is_some();
        cx.effects.extend(save.map(|save| Effect::Save(Box::new(save.shown()))));
        has_file
    }

    fn file(&self, world: &World<'_>) -> Result<Save, String> {
        let Some(known) = world.store.jobs().export(*self) else { return Err("No data yet.".to_owned()) };
        let export = known.job();
        if export.downloadable.is(&true) {
            return Ok(file(export));
        }
        let why = match export.state.get() {
            Some(JobState::Failed) => "Failed, no file; press + for a new one.",
            Some(JobState::Finished) if expired(export, world.now) => "The file has expired; press + for a new export.",
            Some(JobState::Finished) => "The file is not available at the moment.",
            Some(JobState::Other(_)) if export.is_over() => "The file is not available.",
            _ => "Not ready yet; save the file when the export has finished.",
        };
        Err(why.to_owned())
    }

    fn when_again(&self, _: &World<'_>) -> When {
        When::Off("Exports cannot be run again; press + for a new one.".to_owned())
    }
}

/// File of an export.
pub fn file(export: &Export) -> Save {
    let id = export.export_id;
    let name = said(&export.file_name).unwrap_or_else(|| format!("export-{id}.csv"));
    Save::call(format!("export {id}"), name, exports::Download { export_id: id }.call())
}

/// Wants running exports one by one; the list only shows new ones.
fn wants(world: &World<'_>, wants: &mut Wants) {
    for known in world.store.jobs().exports().running().take(2) {
        let get = exports::Get { export_id: known.job().export_id };
        wants.want(&get, Lane::Ahead).every = job::pace(known, job::RUNNING, world);
    }
}

/// Menu of what can be exported.
fn new() -> Menu {
    let item = |label: &str, hint: &str, effect: Effect| MenuItem::new(label, hint, vec![effect]);
    let export = |words: &[&str]| Effect::Run("jobs.export", Args::words(words.iter().copied()));
    let filtered = Effect::Run("jobs.export_inquiries", Args::default());
    let items = vec![
        item("Domains", "one row each, with every setting", export(&["domains"])),
        item("Inquiries …", "all, or by status, delivery and domain", filtered),
        item("Domains, saved when ready", "into the download folder, automatically", export(&["domains", "save"])),
    ];
    Menu { title: "New export".to_owned(), items, keep_open: false }
}

/// Place of the tab.
pub fn tab() -> usize {
    list::tab_called::<Jobs>("exports").unwrap_or_default()
}

/// Shows the list of exports before starting one.
pub fn show(screen: &mut Jobs, world: &World<'_>) {
    if screen.list.detail.is_some() || screen.list.tab != tab() {
        list::jump(screen, Some(tab()), "", world);
    }
}

/// Opens the form for an export of inquiries.
pub fn open_form(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    show(screen, &cx.world);
    let refused = screen.filled.take().filter(|_| screen.awaited.is_none());
    screen.list.form = Some(refused.unwrap_or_else(ask::form));
    Outcome::Done
}

/// Starts the export that the form asks for.
pub fn submit(screen: &mut Jobs, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
    match ask::of_form(form) {
        Ok((ask, save)) => {
            screen.filled = Some(form.clone());
            Some(begin(screen, ask, save, cx))
        }
        Err((field, why)) => {
            form.set_error(field, why);
            None
        }
    }
}

/// Starts the export that the words ask for.
pub fn by_words(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match ask::of_words(&args.words) {
        Ok((ask, save)) => begin(screen, ask, save, cx),
        Err(why) => Outcome::Refused(why),
    }
}

/// Starts an export and remembers the newest one before it, to compare with. With `save`, its file is saved as soon as
/// it is ready.
fn begin(screen: &mut Jobs, ask: ExportAsk, save: bool, cx: &mut Cx<'_>) -> Outcome {
    screen.awaited = Some(Awaited::new(save, &cx.world));
    show(screen, &cx.world);
    cx.done(Effect::Write(Intent::Export(ask)))
}

/// Words for the state of an export.
fn state(known: &Known<Export>, now: Timestamp) -> (Cow<'static, str>, Role) {
    let finished = if expired(known.job(), now) { ("expired", Role::Dim) } else { ("ready", Role::Good) };
    job::standing(known, known.job().state.get().map(JobState::as_str), finished, now)
}

/// Cell of the rows: `8,120 of 41,812` while they are being fetched, then the number alone.
fn rows(export: &Export) -> CellText<'static> {
    match (count(&export.total_fetched), count(&export.total_expected)) {
        (Some(fetched), Some(expected)) if fetched != expected => {
            format!("{} of {}", grouped(fetched), grouped(expected)).into()
        }
        (Some(rows), _) | (None, Some(rows)) => grouped(rows).into(),
        (None, None) => CellText::none(),
    }
}

/// Words for the content of an export.
pub fn holds(export: &Export) -> Cow<'static, str> {
    match export.kind.get() {
        Some(ExportKind::Domains) => "domains".into(),
        Some(ExportKind::Inquiries) => "inquiries".into(),
        Some(ExportKind::Other(word)) => clean_line(word).into_owned().into(),
        None => NONE.into(),
    }
}

/// Filters of an export that narrow or sort it; empty when it has everything.
pub fn filters(export: &Export) -> String {
    let Some(filters) = export.filters.get() else { return String::new() };
    let mut words = Vec::new();
    let ExportFilters { status, delivery, order, domain } = filters;
    if let Some(domain) = said(domain) {
        let name = DomainName::from_service(&domain);
        words.push(format!("about {}", name.unicode()));
    }
    words.extend(said(status).filter(|word| word != "all"));
    words.extend(said(delivery).filter(|word| word != "all").map(|word| match word.as_str() {
        "unsent" => "not emailed to you".to_owned(),
        _ => word,
    }));
    words.extend(said(order).filter(|word| word != "newest").map(|word| match word.as_str() {
        "offer" => "highest offer first".to_owned(),
        _ => word,
    }));
    words.join(", ")
}

fn said(field: &Seen<Untrusted>) -> Option<String> {
    field.get().map(|word| word.line().into_owned()).filter(|word| !word.is_empty())
}

/// Time at which a finished export is deleted.
fn expires(export: &Export) -> Option<Timestamp> {
    let finished = export.finish_date.copied().filter(|_| export.state.is(&JobState::Finished))?;
    Some(Timestamp(finished.0.saturating_add(EXPORT_KEPT)))
}

/// True for a finished export that was deleted.
fn expired(export: &Export, now: Timestamp) -> bool {
    export.state.is(&JobState::Finished)
        && !export.downloadable.is(&true)
        && expires(export).is_some_and(|at| at <= now)
}

/// Time for which a finished export can still be fetched, `6d 4h`; empty for others.
fn expires_in(export: &Export, now: Timestamp) -> String {
    match expires(export) {
        Some(at) if at > now => span(at.0.saturating_sub(now.0)),
        Some(_) => "expired".to_owned(),
        None => String::new(),
    }
}
