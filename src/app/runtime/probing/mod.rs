//! Readings for writes: before they are sent, and to find out the outcome of one whose answer was lost. Look first at
//! [`probe`]; `settings.rs` reads settings.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use futures_util::{StreamExt, stream};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::api::domains::{DomainFilter, Tab};
use crate::api::inquiries::Rows;
use crate::api::limits::{CSV_BYTES, PER_PAGE};
use crate::api::types::{Domain, DomainState, Import, ImportData, Inquiry};
use crate::api::{Page, Record, Request, Row, domains, exports, images, imports, inquiries, senders};
use crate::base::{DomainName, Id, Written, digest};
use crate::client::{Client, Failure, FailureKind, Lane};
use crate::sheets::csv::READ_BYTES;
use crate::store::writes::probe::{Asked, Found, Input, Probe, SINGLY, digest_of_names};
use crate::store::{Item, Subject, WalkList, walk_request};

use super::walking::Pace;
use super::worker::{not_understood, understood};

mod settings;

/// Number of times that a list which shrinks during its reading is read again, before names are removed.
const TRIES: u32 = 3;
/// Single reads under way at once.
const AT_ONCE: usize = 4;

/// Inquiries by number; `None` where the service does not know one.
type Inquiries = HashMap<Id<Inquiry>, Option<Box<Row<Inquiry>>>>;

/// Makes a reading; empty if it fails.
pub async fn probe(client: &Client, probe: Probe) -> Found {
    let reader = Reader { client, lane: Lane::Ahead, cancel: CancellationToken::new() };
    reader.probe(probe).await.unwrap_or_default()
}

/// Makes the readings a write needs before it is sent, in the user's lane, because a confirmed act must not wait for
/// background work. Values the token may not read are left out; the write is sent without them.
///
/// # Errors
/// When something could not be read now.
pub async fn look(client: &Client, probes: Vec<Probe>, cancel: CancellationToken) -> Result<Vec<Found>, Failure> {
    let reader = Reader { client, lane: Lane::User, cancel };
    let mut all = Vec::with_capacity(probes.len());
    for probe in probes {
        let looked = match probe {
            Probe::DomainPages(tab, names) => reader.surely_on_tab(tab, &names).await,
            Probe::Inquiries(ids) => left_out_unless_waiting(reader.singly(ids).await),
            Probe::InquiryPages(ids) => left_out_unless_waiting(reader.inquiry_pages(ids).await),
            Probe::Domains(names) => match reader.domains(names).await {
                (_, Some(failure)) => Err(failure),
                (rows, None) => Ok(Found::Domains(rows)),
            },
            // These readings only settle a write; before the write there is nothing to read.
            Probe::Senders | Probe::Ignored(_) | Probe::Imports { .. } => Ok(Found::Nothing),
            probe => reader.probe(probe).await,
        };
        match looked {
            Ok(found) => all.push(found),
            Err(failure) if matches!(failure.kind, FailureKind::Forbidden | FailureKind::NotFound) => {
                all.push(Found::Refused(Box::new(failure)));
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(all)
}

/// Result of reading rows before they are marked. A failure counts only if it would stop the mark, too. After an
/// unusable answer the mark is sent without the reading.
fn left_out_unless_waiting((found, failure): (Found, Option<Failure>)) -> Result<Found, Failure> {
    let holds = |kind: &FailureKind| {
        kind.is_no_connection()
            || matches!(kind, FailureKind::Flood | FailureKind::Unauthorized | FailureKind::Cancelled)
    };
    match failure {
        Some(failure) if holds(&failure.kind) => Err(failure),
        _ => Ok(found),
    }
}

fn changes() -> Failure {
    Failure::new(FailureKind::Conflict, "the list changes while it is read")
}

struct Reader<'a> {
    client: &'a Client,
    lane: Lane,
    cancel: CancellationToken,
}

impl Reader<'_> {
    async fn probe(&self, probe: Probe) -> Result<Found, Failure> {
        match probe {
            Probe::Inquiries(ids) => Ok(self.inquiries(ids).await),
            Probe::InquiryPages(ids) => Ok(self.inquiry_pages(ids).await.0),
            Probe::Domains(names) => Ok(Found::Domains(self.domains(names).await.0)),
            Probe::File(path, written) => Ok(self.file(path, &written).await),
            Probe::Senders => {
                let page = self.read(&senders::List {}).await?;
                Ok(Found::Senders(page.rows.into_iter().map(|row| row.value).collect()))
            }
            Probe::OwnSettings(names) => self.own_settings(names).await,
            Probe::DomainPages(tab, names) => self.on_tab(tab, &names).await,
            Probe::Ignored(names) => self.ignored(&names).await,
            Probe::Imports { newest, inputs } => self.imports(newest, inputs).await,
            Probe::Exports(kind) => self.exports(kind).await,
            Probe::Images => self.images().await,
            Probe::NewestImport => self.newest_import().await,
            Probe::Answer(asked) => self.answer(asked).await,
        }
    }

    async fn read<R: Request>(&self, request: &R) -> Result<R::Reply, Failure> {
        let answer = self.client.read(&request.call(), self.lane, &self.cancel).await?;
        understood::<R>(&answer.body)
    }

    /// Answer to a query of the screens, as the result of a reading.
    async fn answer(&self, asked: Asked) -> Result<Found, Failure> {
        let answer = self.client.read(&asked.call, self.lane, &self.cancel).await?;
        let decoded = (asked.decode)(&answer.body).map_err(|error| not_understood(error.message))?;
        Ok(Found::Answer(asked, decoded, answer.body))
    }

    /// Page of a list; `None` when the service refuses it because the list ends before it.
    async fn page<R: Request>(&self, request: &R, page: Page) -> Result<Option<R::Reply>, Failure> {
        match self.read(request).await {
            Err(failure) if page.page > 1 && failure.is_no_such_page() => Ok(None),
            read => read.map(Some),
        }
    }

    /// One thing; `None` when the service says that it does not exist.
    async fn one<R: Request>(&self, request: R) -> Result<Option<R::Reply>, Failure> {
        match self.read(&request).await {
            Ok(row) => Ok(Some(row)),
            Err(failure) if failure.kind == FailureKind::NotFound => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Answers about single things, and the first failure of those without an answer.
    async fn each<K: Clone, T: Record, R: Request<Reply = Row<T>>>(
        &self,
        keys: Vec<K>,
        request: impl Fn(K) -> R,
    ) -> (Vec<(K, Option<Box<Row<T>>>)>, Option<Failure>) {
        let one = |key: K| async { (key.clone(), self.one(request(key)).await) };
        let answers: Vec<_> = stream::iter(keys).map(one).buffer_unordered(AT_ONCE).collect().await;
        let (mut rows, mut failed) = (Vec::new(), None);
        for (key, answer) in answers {
            match answer {
                Ok(row) => rows.push((key, row.map(Box::new))),
                Err(failure) => failed = failed.or(Some(failure)),
            }
        }
        (rows, failed)
    }

    async fn singly(&self, ids: Vec<Id<Inquiry>>) -> (Found, Option<Failure>) {
        let (rows, failed) = self.each(ids, |id| inquiries::Get { id }).await;
        (Found::Inquiries(rows.into_iter().collect()), failed)
    }

    async fn inquiries(&self, ids: Vec<Id<Inquiry>>) -> Found {
        let (Found::Inquiries(mut rows), _) = self.singly(ids).await else { return Found::Nothing };
        // Some services find a hidden inquiry only on the list of hidden ones, not by its number.
        let mut unknown: HashSet<Id<Inquiry>> =
            rows.iter().filter(|(_, row)| row.is_none()).map(|(id, _)| *id).collect();
        if !unknown.is_empty() && self.on_list(WalkList::Hidden, &mut unknown, &mut rows).await.is_err() {
            // The hidden list was not read to its end, so rows not found may be hidden or gone: leave them out.
            rows.retain(|id, row| row.is_some() || !unknown.contains(id));
        }
        Found::Inquiries(rows)
    }

    /// Reads the pages of both lists until all `ids` were seen; an inquiry on neither list is not in the result. Also
    /// returns the failure that ended the reading.
    async fn inquiry_pages(&self, ids: Vec<Id<Inquiry>>) -> (Found, Option<Failure>) {
        let mut wanted: HashSet<Id<Inquiry>> = ids.into_iter().collect();
        let mut rows = HashMap::new();
        for list in [WalkList::All, WalkList::Hidden] {
            if let Err(failure) = self.on_list(list, &mut wanted, &mut rows).await {
                return (Found::Inquiries(rows), Some(failure));
            }
        }
        (Found::Inquiries(rows), None)
    }

    /// Reads the pages of a list until all `wanted` were seen or it ends, at the pace of the walk.
    async fn on_list(
        &self,
        list: WalkList,
        wanted: &mut HashSet<Id<Inquiry>>,
        rows: &mut Inquiries,
    ) -> Result<(), Failure> {
        let (mut page, mut rhythm) = (1, Pace::default());
        while !wanted.is_empty() {
            let request = walk_request(list, page);
            let asked = Instant::now();
            let Some(read) = self.page(&request, request.page).await? else { break };
            let next = read.next(request.page);
            for row in read.rows {
                if wanted.remove(&row.value.inquiry_id) {
                    rows.insert(row.value.inquiry_id, Some(Box::new(row)));
                }
            }
            let Some(next) = next else { break };
            page = next;
            rhythm.answered(asked.elapsed());
            tokio::time::sleep(rhythm.pause()).await;
        }
        Ok(())
    }

    async fn domains(&self, names: Vec<DomainName>) -> (Vec<(DomainName, Option<Box<Row<Domain>>>)>, Option<Failure>) {
        self.each(names, |name| domains::Get { name }).await
    }

    /// Names of these that are not on the tab, read before names are removed. A list that shrinks during its reading
    /// is read again.
    async fn surely_on_tab(&self, tab: Tab, names: &[DomainName]) -> Result<Found, Failure> {
        for _ in 0..TRIES {
            let seen = self.on_tab(tab, names).await?;
            if !matches!(seen, Found::Shrinking(..)) {
                return Ok(seen);
            }
        }
        Err(changes())
    }

    /// Names of these that are not on a tab. If the tab became shorter while it was read, fails so that it is read
    /// again.
    async fn on_tab(&self, tab: Tab, names: &[DomainName]) -> Result<Found, Failure> {
        let mut off: HashSet<String> = names.iter().map(|name| name.punycode().to_owned()).collect();
        let mut first_total = None;
        let mut page = Page::new(1, PER_PAGE);
        loop {
            let filter = DomainFilter { state: tab, rows: Rows::Compact, ..DomainFilter::default() };
            let Some(read) = self.page(&domains::List { filter, page }, page).await? else {
                // An announced page is missing, so the list has become shorter; the next reading shows by how much.
                return Err(changes());
            };
            let total = read.pagination.total.copied();
            let first = *first_total.get_or_insert(total);
            if let Some((total, first)) = total.zip(first)
                && total < first
            {
                return Ok(Found::Shrinking(tab, total.unsigned_abs()));
            }
            for domain in read.values() {
                off.remove(domain.punycode.punycode());
            }
            let Some(next) = read.next(page).filter(|_| !off.is_empty()) else {
                return Ok(Found::OffTab(off));
            };
            page.page = next;
        }
    }

    /// Names of these that are neither on the detected list nor in the account.
    async fn ignored(&self, names: &[DomainName]) -> Result<Found, Failure> {
        let found = self.on_tab(Tab::Detected, names).await?;
        let Found::OffTab(mut off) = found else { return Ok(found) };
        let gone: Vec<DomainName> = names.iter().filter(|name| off.contains(name.punycode())).cloned().collect();
        if gone.len() > SINGLY {
            let Found::OffTab(outside) = self.on_tab(Tab::MyDomains, &gone).await? else {
                return Ok(Found::Nothing);
            };
            off.retain(|name| outside.contains(name));
            return Ok(Found::OffTab(off));
        }
        let (rows, None) = self.domains(gone).await else { return Ok(Found::Nothing) };
        for (name, row) in rows {
            let state = row.as_ref().and_then(|row| row.value.state.get());
            if matches!(state, Some(DomainState::Verified | DomainState::Unverified | DomainState::Inactive)) {
                off.remove(name.punycode());
            }
        }
        Ok(Found::OffTab(off))
    }

    /// Imports newer than `newest` that were made from these inputs.
    async fn imports(&self, newest: i64, inputs: Vec<(Item, Input)>) -> Result<Found, Failure> {
        let page = self.read(&imports::List { page: Page::new(1, PER_PAGE) }).await?;
        let newer = page.values().filter(|import| import.import_id.get() > newest);
        let mut found: HashMap<Item, Option<Id<Import>>> =
            inputs.iter().map(|(item, _)| (item.clone(), None)).collect();
        for import in newer {
            let fits_kind = |input: &Input| {
                !matches!(
                    (input, import.data_type.get()),
                    (Input::Names(_) | Input::Among(_), Some(ImportData::Csv))
                        | (Input::File(_), Some(ImportData::Text))
                )
            };
            if !inputs.iter().any(|(_, input)| fits_kind(input)) {
                continue;
            }
            let Some(bytes) = self.download(import.import_id).await? else { continue };
            for (item, input) in inputs.iter().filter(|(_, input)| fits_kind(input)) {
                if let Input::Among(names) = input {
                    for name in names_in(&bytes, names) {
                        let item = Subject::Domain(name.as_str().into()).into();
                        found.entry(item).or_default().get_or_insert(import.import_id);
                    }
                } else if found[item].is_none() && self.is_of(input, import.import_id, &bytes).await? {
                    found.insert(item.clone(), Some(import.import_id));
                }
            }
        }
        Ok(Found::Imports(found))
    }

    async fn newest_import(&self) -> Result<Found, Failure> {
        let page = self.read(&imports::List { page: Page::new(1, 1) }).await?;
        Ok(Found::NewestImport(page.values().map(|import| import.import_id.get()).max()))
    }

    async fn exports(&self, kind: exports::Kind) -> Result<Found, Failure> {
        let request = exports::List { kind: Some(kind), page: Page::new(1, PER_PAGE) };
        let page = self.read(&request).await?;
        Ok(Found::Exports(page.rows.into_iter().map(|row| row.value).collect()))
    }

    async fn images(&self) -> Result<Found, Failure> {
        let (mut images, mut next) = (Vec::new(), Some(Page::new(1, PER_PAGE)));
        while let Some(page) = next {
            let Some(read) = self.page(&images::List { page }, page).await? else { break };
            next = read.next(page).map(|number| Page::new(number, PER_PAGE));
            images.extend(read.rows.into_iter().map(|row| row.value));
        }
        Ok(Found::Images(images))
    }

    async fn file(&self, path: PathBuf, written: &Written) -> Found {
        // Reading a fifo or a device would never end.
        let is_file = tokio::fs::metadata(&path).await.is_ok_and(|meta| meta.is_file() && meta.len() <= READ_BYTES);
        let bytes = if is_file { tokio::fs::read(&path).await.ok() } else { None };
        // A file that cannot be decoded like the sent one is another file.
        Found::File(bytes.map(|bytes| written.plain(&bytes).map_or_else(|_| String::new(), |plain| digest(&plain))))
    }

    /// Input of an import; `None` if it is longer than anything this program sends.
    async fn download(&self, id: Id<Import>) -> Result<Option<Vec<u8>>, Failure> {
        let mut bytes = Vec::new();
        let call = imports::Download { id }.call();
        match self.client.download(&call, CSV_BYTES, &mut bytes, |_, _| {}, &self.cancel).await {
            Ok(_) => Ok(Some(bytes)),
            Err(failure) if failure.kind == FailureKind::TooLarge => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    async fn is_of(&self, input: &Input, import: Id<Import>, bytes: &[u8]) -> Result<bool, Failure> {
        let text = String::from_utf8_lossy(bytes);
        Ok(match input {
            Input::Names(names) => digest_of_names(text.lines()) == *names,
            Input::Among(names) => !names_in(bytes, names).is_empty(),
            Input::File(wanted) => digest(bytes) == *wanted,
            Input::Of(earlier) if *earlier == import => false,
            Input::Of(earlier) => self.download(*earlier).await?.is_some_and(|earlier| earlier == bytes),
        })
    }
}

/// Names that an import was made from. Empty unless all of them are among `ours`, because the import is then not this
/// program's.
fn names_in(bytes: &[u8], ours: &HashSet<String>) -> HashSet<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names: HashSet<String> = lines.map(|line| DomainName::from_service(line).punycode().to_owned()).collect();
    if names.is_subset(ours) { names } else { HashSet::new() }
}
