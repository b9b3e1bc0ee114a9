//! One write of each kind, each on a thing of its own, at a service where all of them are possible.

use std::io::Write as _;
use std::pin::Pin;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::api::domains::{Casing, Listing as Listed};
use crate::api::exports::Kind;
use crate::app::runtime::tests::settings;
use crate::app::runtime::tests::simulation::Simulation;
use crate::base::{DomainName, Id, Written, digest};
use crate::sandbox::Options;
use crate::store::filter::Filter;
use crate::store::writes::intent::{
    ActOnDomains, AddCampaign, AddDomains, AddImage, AddListings, AllowSender, CsvImport, DomainAct, Edit, ExportAsk,
    IgnoreSender, Lines, Listing, NameNameservers, RemoveImage, RequestEmail, RerunImport, SaveCampaign, SavePortfolio,
    SetMark, Unreachable, Verb,
};
use crate::store::{DomainSort, DomainTab, DomainView, EntryId, FieldName, Intent, Mark, Subject, Value};

/// Simulation in which everything was read, and the acts to carry out in it.
pub struct Table {
    pub sim: Simulation,
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

/// Adding a typed name.
pub fn added() -> Intent {
    Intent::AddDomains(AddDomains { lines: Lines(["typed-in.example".to_owned()].into()), casing: Casing::Auto })
}

/// The import of a CSV file with one name, and the file.
pub fn csv_import() -> (NamedTempFile, Intent) {
    let mut file = NamedTempFile::new().unwrap();
    let csv = "domain\nfrom-a-file.example\n";
    file.write_all(csv.as_bytes()).unwrap();
    let import = CsvImport {
        path: file.path().to_owned(),
        file_name: "names.csv".to_owned(),
        written: Written::default(),
        bytes: csv.len() as u64,
        digest: digest(csv.as_bytes()),
        columns: Some(vec!["domain".to_owned()]),
        skip_rows: Some(1),
        casing: Casing::Auto,
        update_casing: false,
        over: Vec::new(),
        currency: None,
        held: Box::default(),
    };
    (file, import.into())
}

/// Names on a tab, as the store knows them.
pub fn on_tab(sim: &Simulation, tab: DomainTab) -> Vec<DomainName> {
    let view = DomainView::new(tab, Listed::All, &Filter::default(), DomainSort::default(), sim.now());
    let index = sim.session.store.domains();
    index.view(&view).iter().map(|key| index.row(*key).unwrap().domain_name()).collect()
}

impl Table {
    /// Table in which everything was read. Boxed, because its future holds every kind of write.
    pub fn laid() -> Pin<Box<impl Future<Output = Self>>> {
        Box::pin(Self::lay())
    }

    async fn lay() -> Self {
        let mut sim = Simulation::of(Options {
            inquiries: 24,
            domains: 60,
            seed: 11,
            job_seconds: 2,
            ads_keys: vec!["ads=*".parse().unwrap()],
            ..Options::default()
        });
        sim.run(Duration::from_secs(2)).await;
        let rows = sim.rows();
        for (id, (mark, to)) in rows.iter().zip(MARKS) {
            sim.network.set(*id, mark, !to).await;
        }
        let address = "known@x.example";
        let sender = sim.network.ignore(address).await;
        let import = sim.network.newest_import().await;
        sim.walk();
        sim.walked().await;
        sim.quiet().await;

        let (file, upload) = csv_import();
        let unused = sim.network.add_image("https://pictures.example/unused.png").await;
        let mut detected = on_tab(&sim, DomainTab::Detected).into_iter();
        let act = |act, tab, mut names: Vec<DomainName>| {
            names.truncate(1);
            assert_eq!(names.len(), 1, "nothing to {act:?}");
            Intent::Domains(ActOnDomains { act, names, tab })
        };
        let mut one_detected = |what| act(what, DomainTab::Detected, detected.next().into_iter().collect());
        let (ignore, verify, approve) =
            (one_detected(DomainAct::Ignore), one_detected(DomainAct::Verify), one_detected(DomainAct::Approve));
        // First the acts that must be confirmed anew after five minutes.
        let verified = on_tab(&sim, DomainTab::Verified);
        let hosts = sim.network.hosts().await;
        let priced = verified[0].clone();
        let free = verified.into_iter().skip(1).filter(|name| !hosts.contains(name.punycode())).collect();
        let mut intents =
            vec![act(DomainAct::Delete, DomainTab::MyDomains, free), NameNameservers::new("ourown").into(), ignore];
        intents.extend(
            rows.iter().zip(MARKS).map(|(id, (mark, to))| Intent::Mark(SetMark { ids: vec![Id::new(*id)], mark, to })),
        );
        let rest: Vec<i64> = rows[MARKS.len()..].to_vec();
        let reported = rest.iter().rev().find(|id| {
            let row = sim.session.store.inquiries().row(Id::new(**id)).unwrap();
            row.confirmed_at().is_some_and(|at| sim.now().0 - at.0 > 2 * 86_400)
        });
        let undo = sim.network.undo_version().await;
        let ask = ExportAsk { kind: Kind::Domains, domain: None, status: None, delivery: None, order: None };
        let before = sim.network.fields("portfolio").await["title"].clone();
        let account = sim.network.settings(None).await;
        assert_eq!(account["min_offer"]["source"], "default", "the account has none of its own");
        let least = Value::Null;
        let price = Value::from(sim.network.settings(Some(&priced)).await["bin_price"]["domain_value"].clone());
        let campaign = sim.network.campaign("#0f766e").await;
        let (was, after) = (Some(Value::text("#0f766e")), Value::text("#111111"));
        let theme = Edit { field: FieldName::fixed("theme"), before: was, after };
        let domain = DomainName::from_service("advertised.example");
        let listing = Listing { domain, ad_expires_at: None, action_label: Some("Buy".to_owned()), action_url: None };
        let title = Edit { field: FieldName::fixed("title"), before: Some(before.into()), after: Value::text("Ours") };
        intents.extend([
            Intent::RequestEmail(RequestEmail { ids: vec![Id::new(rest[0])], to: String::new() }),
            Intent::Unreachable(Unreachable { ids: vec![Id::new(*reported.expect("a buyer who confirmed long ago"))] }),
            Intent::IgnoreSender(IgnoreSender::one("new@x.example")),
            Intent::AllowSender(AllowSender::one(address, Id::new(sender))),
            verify,
            act(DomainAct::Retry, DomainTab::Unverified, on_tab(&sim, DomainTab::Unverified)),
            approve,
            act(DomainAct::AddBack, DomainTab::Removed, on_tab(&sim, DomainTab::Removed)),
            added(),
            upload,
            Intent::RerunImport(RerunImport { import: Id::new(import) }),
            Intent::Export(ask),
            AddImage::Link("https://pictures.example/new.png".to_owned()).into(),
            crate::app::runtime::tests::values::edit(
                "display_name",
                &sim.network.fields("profile").await,
                "Another Seller".into(),
            )
            .into(),
            SavePortfolio { edits: vec![title] }.into(),
            settings::save(vec![settings::change_of(Subject::Account, "min_offer", Some(least), 275.into())]).into(),
            settings::save(vec![settings::change_of(Subject::domain(&priced), "bin_price", Some(price), 1_234.into())])
                .into(),
            undo.into(),
            RemoveImage { images: vec![Id::new(unused)] }.into(),
            AddCampaign { theme: Some("#222222".to_owned()), ..AddCampaign::default() }.into(),
            AddListings { campaign, listings: vec![listing] }.into(),
            SaveCampaign { campaign, edits: vec![theme] }.into(),
        ]);
        let verbs: std::collections::HashSet<Verb> = intents.iter().map(Intent::verb).collect();
        // The undo of a version makes the same call whether the version's values are known or not, so the network
        // counts one kind.
        let kinds = Intent::rules().filter(|rule| rule.verb != Verb::UNDO_UNTOLD);
        assert_eq!(verbs.len(), kinds.count(), "one write of each kind");
        Self { sim, intents, planned: Vec::new(), _file: file }
    }

    /// Confirms all writes, or those of a kind.
    pub fn confirm(&mut self, which: impl Fn(Verb) -> bool) {
        let now = self.sim.now();
        for intent in self.intents.iter().filter(|intent| which(intent.verb())) {
            let planned = self.sim.session.store.plan(intent.clone(), now);
            self.planned.push(planned.unwrap_or_else(|why| panic!("{:?}: {}", intent.verb(), why.why())));
        }
    }

    pub fn verbs(&self) -> Vec<Verb> {
        self.intents.iter().map(Intent::verb).collect()
    }

    /// True when the mark that a write sets is set at the service; `None` for writes other than marks.
    pub async fn is_so(&self, entry: EntryId) -> Option<bool> {
        let kept = self.sim.session.store.journal().get(entry).unwrap();
        let (mark, to) = kept.mark()?;
        let id = kept.targets[0].subject.inquiry().unwrap();
        Some(self.sim.network.mark(id.get(), mark).await == Some(to))
    }

    /// Runs until no write is open. The user keeps trying: a refused token is tried again, and writes are sent before
    /// the end of a wait the service asked for.
    pub async fn finish(&mut self) {
        for _ in 0..200 {
            self.sim.run(Duration::from_secs(20)).await;
            if self.sim.session.store.journal().pending() == (0, 0) {
                return;
            }
            self.sim.try_token();
            if self.sim.refresh().is_some() {
                self.sim.send_now();
            }
        }
        panic!("still open: {:?}", self.sim.session.store.journal().open().collect::<Vec<_>>());
    }
}
