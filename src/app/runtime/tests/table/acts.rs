//! One write of each kind, on something of its own, at a service where each of them is possible.

use std::io::Write as _;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::api::domains::{Casing, Listing};
use crate::api::exports::Kind;
use crate::app::runtime::tests::desk::Desk;
use crate::base::{DomainName, Id, Written, digest};
use crate::sandbox::Options;
use crate::store::filter::Filter;
use crate::store::intent::{CsvImport, DomainAct, ExportAsk, Lines, Verb};
use crate::store::{DomainSort, DomainTab, DomainView, EntryId, Intent, Mark};

/// A desk with everything read, and what is to be done at it.
pub struct Table {
    pub desk: Desk,
    intents: Vec<Intent>,
    pub planned: Vec<EntryId>,
    _file: NamedTempFile,
}

const MARKS: [(Mark, bool); 8] = [
    (Mark::Read, true),
    (Mark::Read, false),
    (Mark::Starred, true),
    (Mark::Starred, false),
    (Mark::Archived, true),
    (Mark::Archived, false),
    (Mark::Hidden, true),
    (Mark::Hidden, false),
];

fn on_tab(desk: &Desk, tab: DomainTab) -> Vec<DomainName> {
    let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), desk.now());
    let book = desk.store.domains();
    book.view(&view).iter().map(|key| book.row(*key).unwrap().domain_name()).collect()
}

impl Table {
    pub async fn laid() -> Self {
        let mut desk = Desk::of(Options { inquiries: 24, domains: 60, seed: 11, job_seconds: 2, ..Options::default() });
        desk.run(Duration::from_secs(2)).await;
        let rows = desk.rows();
        for (id, (mark, to)) in rows.iter().zip(MARKS) {
            desk.road.set(*id, mark, !to).await;
        }
        let address = "known@x.example";
        let sender = desk.road.ignore(address).await;
        let import = desk.road.newest_import().await;
        desk.walk();
        desk.walked().await;
        desk.quiet().await;

        let mut file = NamedTempFile::new().unwrap();
        let csv = "domain\nfrom-a-file.example\n";
        file.write_all(csv.as_bytes()).unwrap();
        let mut detected = on_tab(&desk, DomainTab::Detected).into_iter();
        let act = |act, tab, mut names: Vec<DomainName>| {
            names.truncate(1);
            assert_eq!(names.len(), 1, "nothing to {act:?}");
            Intent::Domains { act, names, tab }
        };
        let mut one_detected = |what| act(what, DomainTab::Detected, detected.next().into_iter().collect());
        let (ignore, verify, approve) =
            (one_detected(DomainAct::Ignore), one_detected(DomainAct::Verify), one_detected(DomainAct::Approve));
        // What must be confirmed anew after five minutes goes first.
        let verified = on_tab(&desk, DomainTab::Verified);
        let hosts = desk.road.hosts().await;
        let free = verified.into_iter().filter(|name| !hosts.contains(name.punycode())).collect();
        let mut intents = vec![act(DomainAct::Delete, DomainTab::MyDomains, free), ignore];
        intents.extend(rows.iter().zip(MARKS).map(|(id, (mark, to))| Intent::Mark {
            ids: vec![Id::new(*id)],
            mark,
            to,
        }));
        let rest: Vec<i64> = rows[MARKS.len()..].to_vec();
        let reported = rest.iter().rev().find(|id| {
            let row = desk.store.inquiries().row(Id::new(**id)).unwrap();
            row.confirmed_at().is_some_and(|at| desk.now().0 - at.0 > 2 * 86_400)
        });
        let ask = ExportAsk { kind: Kind::Domains, domain: None, status: None, delivery: None, order: None };
        intents.extend([
            Intent::RequestEmail { ids: vec![Id::new(rest[0])], to: String::new() },
            Intent::Unreachable { ids: vec![Id::new(*reported.expect("a buyer who confirmed long ago"))] },
            Intent::IgnoreSender { address: "new@x.example".to_owned() },
            Intent::AllowSender { address: address.to_owned(), id: Id::new(sender) },
            verify,
            act(DomainAct::Retry, DomainTab::Unverified, on_tab(&desk, DomainTab::Unverified)),
            approve,
            act(DomainAct::AddBack, DomainTab::Removed, on_tab(&desk, DomainTab::Removed)),
            Intent::AddDomains { lines: Lines(["typed-in.example".to_owned()].into()), casing: Casing::Auto },
            Intent::ImportCsv(Box::new(CsvImport {
                path: file.path().to_owned(),
                file_name: "names.csv".to_owned(),
                written: Written::default(),
                bytes: csv.len() as u64,
                digest: digest(csv.as_bytes()),
                columns: Some(vec!["domain".to_owned()]),
                skip_rows: Some(1),
                casing: Casing::Auto,
                update_casing: false,
            })),
            Intent::RerunImport { import: Id::new(import) },
            Intent::Export(ask),
        ]);
        let verbs: std::collections::HashSet<Verb> = intents.iter().map(Intent::verb).collect();
        assert_eq!(verbs.len(), crate::store::intent::RULES.len(), "one write of each kind");
        Self { desk, intents, planned: Vec::new(), _file: file }
    }

    /// Confirms all of them, or those of a kind.
    pub fn confirm(&mut self, which: impl Fn(Verb) -> bool) {
        let now = self.desk.now();
        for intent in self.intents.iter().filter(|intent| which(intent.verb())) {
            let planned = self.desk.store.plan(intent.clone(), now);
            self.planned.push(planned.unwrap_or_else(|why| panic!("{:?}: {}", intent.verb(), why.why())));
        }
    }

    pub fn verbs(&self) -> Vec<Verb> {
        self.intents.iter().map(Intent::verb).collect()
    }

    /// Whether what a mark wants is so at the service; `None` for other writes.
    pub async fn is_so(&self, entry: EntryId) -> Option<bool> {
        let kept = self.desk.store.journal().get(entry).unwrap();
        let (mark, to) = kept.mark()?;
        let id = kept.targets[0].subject.inquiry().unwrap();
        Some(self.desk.road.mark(id.get(), mark).await == Some(to))
    }

    /// Runs until nothing is open. The user stays at it: a token that was refused is tried again, and what the service
    /// asked to wait with is sent.
    pub async fn finish(&mut self) {
        for _ in 0..200 {
            self.desk.run(Duration::from_secs(20)).await;
            if self.desk.store.journal().pending() == (0, 0) {
                return;
            }
            self.desk.try_token();
            if self.desk.refresh().is_some() {
                self.desk.send_now();
            }
        }
        panic!("still open: {:?}", self.desk.store.journal().open().collect::<Vec<_>>());
    }
}
