//! Reads what a write needs to have read: what became of one whose outcome is unknown.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use futures_util::{StreamExt, stream};
use tokio_util::sync::CancellationToken;

use crate::api::domains::{DomainFilter, Tab};
use crate::api::inquiries::Rows;
use crate::api::limits::PER_PAGE;
use crate::api::types::{DomainState, Import, ImportData, Inquiry};
use crate::api::{Page, Request, Row, domains, exports, imports, inquiries, senders};
use crate::base::{DomainName, Id, Timestamp, Written, digest};
use crate::client::{Client, Failure, FailureKind, Lane};
use crate::store::files::csv::READ_BYTES;
use crate::store::intent::Subject;
use crate::store::writes::probe::{Found, Input, Probe, SINGLY, digest_of_names};
use crate::store::{WalkList, walk_request};

use super::walking::PACE;
use super::worker::understood;

/// How often a list that shrinks while it is read is read anew before something is taken out.
const TRIES: u32 = 3;
/// Single reads under way at once.
const AT_ONCE: usize = 4;

/// Inquiries by number; `None` where the service does not know one.
type Inquiries = HashMap<Id<Inquiry>, Option<Box<Row<Inquiry>>>>;

/// What was found, and the service's clock as the last answer told it.
pub type Seen = (Found, Option<Timestamp>);

/// Reads; what cannot be read is left out.
pub async fn probe(client: &Client, probe: Probe) -> Seen {
    let reader = Reader { client, cancel: CancellationToken::new() };
    let (found, server) = match probe {
        Probe::Inquiries(ids) => return reader.inquiries(ids).await,
        Probe::InquiryPages(ids) => return reader.inquiry_pages(ids).await,
        Probe::Domains(names) => return reader.domains(names).await,
        Probe::Senders => split(reader.read(&senders::List {}).await.map(|(page, server)| {
            let found = Found::Senders(page.rows.into_iter().map(|row| row.value).collect());
            (found, server)
        })),
        Probe::DomainPages(tab, names) => split(reader.on_tab(tab, &names).await),
        Probe::Ignored(names) => split(reader.ignored(&names).await),
        Probe::Imports { newest, inputs } => split(reader.imports(newest, inputs).await),
        Probe::Exports(kind) => split(reader.exports(kind).await),
        Probe::NewestImport => split(reader.newest_import().await),
        Probe::File(path, written) => (reader.file(path, &written).await, None),
    };
    (found, server)
}

/// Reads what must be known before a write goes out. What the token may not read is left out, and the write goes
/// without it.
///
/// # Errors
/// When something could not be read now.
pub async fn look(client: &Client, probes: Vec<Probe>, cancel: CancellationToken) -> Result<Vec<Found>, Failure> {
    let reader = Reader { client, cancel };
    let mut all = Vec::with_capacity(probes.len());
    for probe in probes {
        let looked = match probe {
            Probe::NewestImport => reader.newest_import().await,
            Probe::Exports(kind) => reader.exports(kind).await,
            Probe::DomainPages(tab, names) => reader.surely_on_tab(tab, &names).await,
            Probe::File(path, written) => Ok((reader.file(path, &written).await, None)),
            Probe::Domains(names) => {
                let count = names.len();
                match reader.domains(names).await {
                    (Found::Domains(rows), _) if rows.len() < count => {
                        Err(Failure::new(FailureKind::Offline, "the domains could not be read again"))
                    }
                    seen => Ok(seen),
                }
            }
            _ => Ok((Found::Nothing, None)),
        };
        match looked {
            Ok((found, _)) => all.push(found),
            Err(failure) if matches!(failure.kind, FailureKind::Forbidden | FailureKind::NotFound) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(all)
}

fn changes() -> Failure {
    Failure::new(FailureKind::Conflict, "the list changes while it is read")
}

fn split(read: Result<Seen, Failure>) -> Seen {
    read.unwrap_or_default()
}

struct Reader<'a> {
    client: &'a Client,
    cancel: CancellationToken,
}

impl Reader<'_> {
    async fn read<R: Request>(&self, request: &R) -> Result<(R::Reply, Option<Timestamp>), Failure> {
        let answer = self.client.read(&request.call(), Lane::Ahead, &self.cancel).await?;
        Ok((understood::<R>(&answer.body)?, answer.server_time))
    }

    /// A page of a list; `None` when the service refuses it as one behind the end.
    async fn page<R: Request>(
        &self,
        request: &R,
        page: Page,
    ) -> Result<Option<(R::Reply, Option<Timestamp>)>, Failure> {
        match self.read(request).await {
            Err(failure) if page.page > 1 && failure.is_no_such_page() => Ok(None),
            read => read.map(Some),
        }
    }

    /// One thing; `None` when the service says that there is none.
    async fn one<R: Request>(&self, request: R) -> Result<(Option<R::Reply>, Option<Timestamp>), Failure> {
        match self.read(&request).await {
            Ok((row, server)) => Ok((Some(row), server)),
            Err(failure) if failure.kind == FailureKind::NotFound => Ok((None, None)),
            Err(failure) => Err(failure),
        }
    }

    async fn inquiries(&self, ids: Vec<Id<Inquiry>>) -> Seen {
        let one = |id| async move { (id, self.one(inquiries::Get { id }).await) };
        let answers: Vec<_> = stream::iter(ids).map(one).buffer_unordered(AT_ONCE).collect().await;
        let (mut rows, mut server) = (HashMap::new(), None);
        for (id, answer) in answers {
            if let Ok((row, at)) = answer {
                server = server.max(at);
                rows.insert(id, row.map(Box::new));
            }
        }
        // Some services do not know a hidden inquiry by its number: the list of the hidden ones does.
        let mut unknown: HashSet<Id<Inquiry>> =
            rows.iter().filter(|(_, row)| row.is_none()).map(|(id, _)| *id).collect();
        if !unknown.is_empty() && self.on_list(WalkList::Hidden, &mut unknown, &mut rows, &mut server).await.is_err() {
            // Whether these are hidden or gone cannot be told.
            rows.retain(|id, row| row.is_some() || !unknown.contains(id));
        }
        (Found::Inquiries(rows), server)
    }

    /// The pages of both lists until all were seen; a row that is on none of them is not told.
    async fn inquiry_pages(&self, ids: Vec<Id<Inquiry>>) -> Seen {
        let mut wanted: HashSet<Id<Inquiry>> = ids.into_iter().collect();
        let (mut rows, mut server) = (HashMap::new(), None);
        for list in [WalkList::All, WalkList::Hidden] {
            if self.on_list(list, &mut wanted, &mut rows, &mut server).await.is_err() {
                break;
            }
        }
        (Found::Inquiries(rows), server)
    }

    /// Reads the pages of a list until all `wanted` were seen or it ends, at the pace of the walk.
    async fn on_list(
        &self,
        list: WalkList,
        wanted: &mut HashSet<Id<Inquiry>>,
        rows: &mut Inquiries,
        server: &mut Option<Timestamp>,
    ) -> Result<(), Failure> {
        let mut page = 1;
        while !wanted.is_empty() {
            let request = walk_request(list, page);
            let Some((read, at)) = self.page(&request, request.page).await? else { break };
            *server = (*server).max(at);
            let next = read.next(request.page);
            for row in read.rows {
                if wanted.remove(&row.value.inquiry_id) {
                    rows.insert(row.value.inquiry_id, Some(Box::new(row)));
                }
            }
            let Some(next) = next else { break };
            page = next;
            tokio::time::sleep(std::time::Duration::from_millis(PACE)).await;
        }
        Ok(())
    }

    async fn domains(&self, names: Vec<DomainName>) -> Seen {
        let one = |name: DomainName| async move {
            let answer = self.one(domains::Get { name: name.clone() }).await;
            (name, answer)
        };
        let answers: Vec<_> = stream::iter(names).map(one).buffer_unordered(AT_ONCE).collect().await;
        let (mut rows, mut server) = (Vec::new(), None);
        for (name, answer) in answers {
            if let Ok((row, at)) = answer {
                server = server.max(at);
                rows.push((name, row.map(Box::new)));
            }
        }
        (Found::Domains(rows), server)
    }

    /// The same before something is taken out: a list that shrinks is read until it stands still.
    async fn surely_on_tab(&self, tab: Tab, names: &[DomainName]) -> Result<Seen, Failure> {
        for _ in 0..TRIES {
            let seen = self.on_tab(tab, names).await?;
            if !matches!(seen.0, Found::Shrinking(..)) {
                return Ok(seen);
            }
        }
        Err(changes())
    }

    /// Which of the names are not on a tab. One that became shorter while it was read is read again the next time.
    async fn on_tab(&self, tab: Tab, names: &[DomainName]) -> Result<Seen, Failure> {
        let mut off: HashSet<String> = names.iter().map(|name| name.punycode().to_owned()).collect();
        let mut first_total = None;
        let mut page = Page::new(1, PER_PAGE);
        loop {
            let filter = DomainFilter { state: tab, rows: Rows::Compact, ..DomainFilter::default() };
            let Some((read, server)) = self.page(&domains::List { filter, page }, page).await? else {
                // It was announced and is not there: the list has become shorter, and the next reading tells by how much.
                return Err(changes());
            };
            let total = read.pagination.total.copied();
            let first = *first_total.get_or_insert(total);
            if let Some((total, first)) = total.zip(first)
                && total < first
            {
                return Ok((Found::Shrinking(tab, total.unsigned_abs()), server));
            }
            for domain in read.values() {
                off.remove(domain.punycode.punycode());
            }
            let Some(next) = read.next(page).filter(|_| !off.is_empty()) else {
                return Ok((Found::OffTab(off), server));
            };
            page.page = next;
        }
    }

    /// Which of the names are on the detected list no more, without having been taken into the account.
    async fn ignored(&self, names: &[DomainName]) -> Result<Seen, Failure> {
        let (found, server) = self.on_tab(Tab::Detected, names).await?;
        let Found::OffTab(mut off) = found else { return Ok((found, server)) };
        let gone: Vec<DomainName> = names.iter().filter(|name| off.contains(name.punycode())).cloned().collect();
        if gone.len() > SINGLY {
            let (Found::OffTab(outside), _) = self.on_tab(Tab::MyDomains, &gone).await? else {
                return Ok((Found::Nothing, server));
            };
            off.retain(|name| outside.contains(name));
            return Ok((Found::OffTab(off), server));
        }
        let count = gone.len();
        let (Found::Domains(rows), _) = self.domains(gone).await else { return Ok((Found::Nothing, server)) };
        if rows.len() < count {
            return Ok((Found::Nothing, server));
        }
        for (name, row) in rows {
            let state = row.as_ref().and_then(|row| row.value.state.get());
            if matches!(state, Some(DomainState::Verified | DomainState::Unverified | DomainState::Inactive)) {
                off.remove(name.punycode());
            }
        }
        Ok((Found::OffTab(off), server))
    }

    /// Which imports newer than `newest` were made from these inputs.
    async fn imports(&self, newest: i64, inputs: Vec<(Subject, Input)>) -> Result<Seen, Failure> {
        let (page, server) = self.read(&imports::List { page: Page::new(1, PER_PAGE) }).await?;
        let newer = page.values().filter(|import| import.import_id.get() > newest);
        let mut found: HashMap<Subject, Option<Id<Import>>> =
            inputs.iter().map(|(subject, _)| (subject.clone(), None)).collect();
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
            let bytes = self.download(import.import_id).await?;
            for (subject, input) in inputs.iter().filter(|(_, input)| fits_kind(input)) {
                if let Input::Among(names) = input {
                    for name in names_in(&bytes, names) {
                        found.entry(Subject::Domain(name.as_str().into())).or_default().get_or_insert(import.import_id);
                    }
                } else if found[subject].is_none() && self.is_of(input, import.import_id, &bytes).await? {
                    found.insert(subject.clone(), Some(import.import_id));
                }
            }
        }
        Ok((Found::Imports(found), server))
    }

    async fn newest_import(&self) -> Result<Seen, Failure> {
        let (page, server) = self.read(&imports::List { page: Page::new(1, 1) }).await?;
        Ok((Found::NewestImport(page.values().map(|import| import.import_id.get()).max()), server))
    }

    async fn exports(&self, kind: exports::Kind) -> Result<Seen, Failure> {
        let request = exports::List { kind: Some(kind), page: Page::new(1, PER_PAGE) };
        let (page, server) = self.read(&request).await?;
        Ok((Found::Exports(page.rows.into_iter().map(|row| row.value).collect()), server))
    }

    async fn file(&self, path: PathBuf, written: &Written) -> Found {
        // A fifo or a device would be read for ever.
        let is_file = tokio::fs::metadata(&path).await.is_ok_and(|meta| meta.is_file() && meta.len() <= READ_BYTES);
        let bytes = if is_file { tokio::fs::read(&path).await.ok() } else { None };
        // One that cannot be read so any more is another file.
        Found::File(bytes.map(|bytes| written.plain(&bytes).map_or_else(|_| String::new(), |plain| digest(&plain))))
    }

    async fn download(&self, id: Id<Import>) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        self.client.download(&imports::Download { id }.call(), &mut bytes, |_, _| {}, &self.cancel).await?;
        Ok(bytes)
    }

    async fn is_of(&self, input: &Input, import: Id<Import>, bytes: &[u8]) -> Result<bool, Failure> {
        let text = String::from_utf8_lossy(bytes);
        Ok(match input {
            Input::Names(names) => digest_of_names(text.lines()) == *names,
            Input::Among(names) => !names_in(bytes, names).is_empty(),
            Input::File(wanted) => digest(bytes) == *wanted,
            Input::Of(earlier) if *earlier == import => false,
            Input::Of(earlier) => self.download(*earlier).await? == bytes,
        })
    }
}

/// The names an import was made from, when all of them are among these; else it was not made by us.
fn names_in(bytes: &[u8], ours: &HashSet<String>) -> HashSet<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names: HashSet<String> = lines.map(|line| DomainName::from_service(line).punycode().to_owned()).collect();
    if names.is_subset(ours) { names } else { HashSet::new() }
}
