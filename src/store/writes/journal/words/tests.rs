use std::fmt::Write as _;

use super::*;
use crate::api::domains::{Casing, Tab};
use crate::api::exports::Kind;
use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, Timestamp, Written};
use crate::client::{Failure, FailureKind};
use crate::store::subject::{EntryId, FieldName, Mark, Value};
use crate::store::writes::intent::{
    ActOnDomains, AddCampaign, AddDomains, AddImage, AddListings, AllowSender, Changed, CsvImport, DomainAct, Edit,
    ExportAsk, IgnoreSender, Intent, Lines, Listing, NameNameservers, RemoveImage, RequestEmail, RerunImport,
    SaveCampaign, SavePortfolio, SaveProfile, SaveSettings, SetMark, SettingEdit, UndoVersion, Unreachable, Verb,
};
use crate::store::writes::journal::BulkAnswer;
use crate::store::writes::settle::PASSED_OVER;
use crate::store::{Store, WriteProgress, WriteStep};

const SAID: SayValue<'static> = &|_, value, _| value.words();

/// Three inquiries about a.com, b.com and c.com.
fn index() -> InquiryIndex {
    let mut store = Store::new("test");
    for (n, name) in [(1, "a.com"), (2, "b.com"), (3, "c.com")] {
        let json = format!(r#"{{"inquiry_id":{n},"inquire_date":{n},"domain":"{name}","full_name":"Anna"}}"#);
        store.take_row(&crate::api::Row::from_raw(&json).expect("a row"), 0, Timestamp(0));
    }
    std::mem::take(&mut store.index.inquiries)
}

/// One write of each kind, about three things where the kind allows several.
pub(in crate::store::writes::journal) fn every_kind() -> Vec<Intent> {
    let ids: Vec<Id<Inquiry>> = (1..=3).map(Id::new).collect();
    let names = || ["a.com", "b.com", "c.com"].map(|name| DomainName::parse(name).expect("a name")).to_vec();
    let marks = [Mark::Read, Mark::Starred, Mark::Archived, Mark::Hidden];
    let mut kinds: Vec<Intent> = marks
        .into_iter()
        .flat_map(|mark| [true, false].map(|to| (mark, to)))
        .map(|(mark, to)| Intent::Mark(SetMark { ids: ids.clone(), mark, to }))
        .collect();
    kinds.push(Intent::RequestEmail(RequestEmail { ids: ids.clone(), to: "me@x.example".into() }));
    kinds.push(Intent::Unreachable(Unreachable { ids }));
    kinds.push(Intent::IgnoreSender(IgnoreSender::one("tom@x.example")));
    kinds.push(Intent::AllowSender(AllowSender::one("tom@x.example", Id::new(7))));
    kinds.extend(
        [
            DomainAct::Delete,
            DomainAct::Ignore,
            DomainAct::Verify,
            DomainAct::Retry,
            DomainAct::Approve,
            DomainAct::AddBack,
        ]
        .map(|act| {
            let tab = match act {
                DomainAct::Delete | DomainAct::Retry => Tab::MyDomains,
                DomainAct::Ignore | DomainAct::Verify | DomainAct::Approve => Tab::Detected,
                DomainAct::AddBack => Tab::Removed,
            };
            Intent::Domains(ActOnDomains { act, names: names(), tab })
        }),
    );
    let lines = ["a.com", "b.com", "c.com"].map(str::to_owned);
    kinds.push(Intent::AddDomains(AddDomains { lines: Lines(lines.into()), casing: Casing::default() }));
    kinds.push(Intent::ImportCsv(CsvImport {
        path: "/tmp/prices.csv".into(),
        file_name: "prices.csv".into(),
        written: Written::default(),
        bytes: 10,
        digest: "d".into(),
        columns: None,
        skip_rows: None,
        casing: Casing::default(),
        update_casing: false,
        over: Vec::new(),
        currency: None,
        held: Box::default(),
    }));
    kinds.push(AddImage::Link("https://a.example/logo.png".to_owned()).into());
    kinds.push(RemoveImage { images: [611, 702, 703].map(Id::new).to_vec() }.into());
    kinds.push(NameNameservers::new("quay").into());
    kinds.push(AddCampaign { theme: Some("#222222".to_owned()), ..AddCampaign::default() }.into());
    let listing =
        |domain| Listing { domain, ad_expires_at: None, action_label: Some("Buy".to_owned()), action_url: None };
    kinds.push(AddListings { campaign: 7, listings: names().into_iter().map(listing).collect() }.into());
    let theme =
        Edit { field: FieldName::fixed("theme"), before: Some(Value::text("#222222")), after: Value::text("#333333") };
    kinds.push(SaveCampaign { campaign: 7, edits: vec![theme] }.into());
    kinds.push(Intent::RerunImport(RerunImport { import: Id::new(2365) }));
    kinds.push(Intent::Export(ExportAsk {
        kind: Kind::Domains,
        domain: None,
        status: None,
        delivery: None,
        order: None,
    }));
    let edit = |(field, after): (&'static str, &str)| Edit {
        field: FieldName::fixed(field),
        before: Some(Value::Null),
        after: Value::text(after),
    };
    let edits = [("website", "https://a.com"), ("social_x", "a"), ("social_sms", "+12125550100")].map(edit).to_vec();
    kinds.push(Intent::Profile(SaveProfile { edits }));
    let edits = [("title", "Ours"), ("public_name", "quay"), ("host_domain", "a.com")].map(edit).to_vec();
    kinds.push(Intent::Portfolio(SavePortfolio { edits }));
    let setting = |(subject, field): (Subject, &'static str)| {
        let edit = Edit { field: FieldName::fixed(field), before: Some(Value::Null), after: Value::Whole(5_000) };
        SettingEdit { subject, edit }
    };
    let labels = [("bin_price".to_owned(), "BIN price".to_owned())];
    let save = |of: [(Subject, &'static str); 3]| {
        Intent::Settings(SaveSettings::new(of.map(setting).to_vec(), labels.clone().into()))
    };
    let account = ["bin_price", "min_offer", "lease"].map(|name| (Subject::Account, name));
    let version = |changes, told| UndoVersion::new(7, Subject::Account, changes, told);
    let changed = Changed::new(FieldName::named("headline"), Value::Null, Value::text("Hello"));
    kinds.push(version(Vec::new(), false).into());
    kinds.push(
        version(vec![Changed { now: Some(Value::text("Hi")), label: "Headline".to_owned(), ..changed }], true).into(),
    );
    kinds.push(save(account));
    kinds.push(save(["a.com", "b.com", "c.com"].map(|name| (Subject::Domain(name.into()), "bin_price"))));
    kinds
}

/// Entry whose targets have these states in turn.
fn entry(intent: &Intent, ends: &[(State, &str)]) -> Entry {
    let mut items = intent.items();
    items.sort_unstable();
    let targets = items.into_iter().zip(ends.iter().cycle()).map(|(item, (state, evidence))| {
        let after = intent.after(&item);
        Target { state: *state, evidence: (*evidence).to_owned(), ..Target::planned(item, None, after, Timestamp(0)) }
    });
    Entry {
        id: EntryId(1),
        intent: intent.clone().into(),
        origin: Origin::User,
        at: Timestamp(0),
        targets: targets.collect(),
        answers: Vec::new(),
        program: String::new(),
    }
}

const DONE: (State, &str) = (State::Acknowledged, "");
const READ_BACK: (State, &str) = (State::SettledApplied, "read back 3 times");
const PASSED: (State, &str) = (State::SettledNotApplied, "passed over by the service (read back 4 times)");
const BROKE: (State, &str) =
    (State::SettledNotApplied, "The connection broke before the answer came (read back 6 times)");
const REFUSED: (State, &str) = (State::Refused, "Not now.");
const UNKNOWN: (State, &str) = (State::Unknown, "The service did not answer in time");
const GIVEN_UP: (State, &str) = (State::GivenUp, "the service could not be read for 10 minutes");
const WAITING: (State, &str) = (State::Planned, "");

/// Proves R-65.
#[test]
fn every_kind_of_write_has_words_for_every_outcome() {
    assert_eq!(PASSED_OVER, reason(PASSED.1));
    let (journal, index) = (Journal::default(), index());
    let outcomes: [(&str, &[(State, &str)]); 9] = [
        ("all done", &[DONE]),
        ("read back", &[READ_BACK]),
        ("some not", &[DONE, READ_BACK, PASSED]),
        ("none: refused", &[REFUSED]),
        ("none: lost", &[BROKE]),
        ("unknown", &[UNKNOWN]),
        ("waiting", &[WAITING]),
        ("given up", &[GIVEN_UP]),
        ("all of it", &[DONE, REFUSED, GIVEN_UP]),
    ];
    let mut page = String::new();
    let mut verbs: Vec<Verb> = Vec::new();
    for intent in every_kind() {
        verbs.push(intent.verb());
        let _ = writeln!(page, "{:?}", intent.verb());
        for (name, ends) in outcomes {
            let entry = entry(&intent, ends);
            let told = entry.outcome_words(&journal, &index, SAID);
            if entry.targets.iter().all(|target| !target.state.applied()) {
                let done = format!(" {}", entry.intent.rule().done);
                let headline = entry.words(&journal, &index, SAID);
                assert!(!headline.ends_with(&done), "{headline} claims what did not happen");
            }
            let _ = writeln!(page, "  {name:<14} {told}");
        }
    }
    assert_eq!(verbs.len(), Intent::rules().count(), "{verbs:?}");
    insta::assert_snapshot!(page);
}

#[test]
fn a_single_thing_is_called_by_its_name() {
    let (journal, index) = (Journal::default(), index());
    let one = |intent: &Intent, end| entry(intent, &[end]).outcome_words(&journal, &index, SAID);
    let archive = Intent::Mark(SetMark { ids: vec![Id::new(1)], mark: Mark::Archived, to: true });
    assert_eq!(one(&archive, DONE), "a.com (Anna) archived");
    assert_eq!(one(&archive, REFUSED), "Not archived: a.com (Anna). Not now");
    let name = DomainName::parse("solarpark.de").expect("a name");
    let remove = |names| Intent::Domains(ActOnDomains { act: DomainAct::Delete, names, tab: Tab::MyDomains });
    assert_eq!(one(&remove(vec![name.clone()]), READ_BACK), "solarpark.de removed (read back)");
    let broke = "Not removed: solarpark.de. The connection broke before the answer came; it is still there";
    assert_eq!(one(&remove(vec![name]), BROKE), broke);
}

#[test]
fn values_of_one_setting_are_named_by_it_once_with_their_domains() {
    let index = index();
    let named = |save: &Intent| {
        let entry = entry(save, &[DONE]);
        save.values_words(&entry.targets.iter().collect::<Vec<_>>(), entry.targets.len(), &index, SAID).expect("values")
    };
    let [account, domains] = every_kind().into_iter().rev().take(2).rev().collect::<Vec<_>>().try_into().expect("two");
    assert_eq!(named(&domains), "BIN price set to 5000 (a.com), 5000 (b.com), 5000 (c.com)");
    assert_eq!(named(&account), "BIN price set to 5000, lease set to 5000, min_offer set to 5000");
}

#[test]
fn failed_targets_are_named_with_their_reason_and_not_counted_as_done() {
    let (journal, index) = (Journal::default(), index());
    let name = |n: usize| DomainName::parse(&format!("n{n:04}.com")).expect("a name");
    let remove = |n| {
        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: (0..n).map(name).collect(), tab: Tab::MyDomains })
    };
    let mut entry_of = entry(&remove(2_681), &[READ_BACK]);
    entry_of.targets[7].state = State::SettledNotApplied;
    PASSED.1.clone_into(&mut entry_of.targets[7].evidence);
    assert_eq!(entry_of.words(&journal, &index, SAID), "2,680 of 2,681 domains removed");
    assert_eq!(
        entry_of.outcome_words(&journal, &index, SAID),
        "2,680 removed (read back). 1 not removed: n0007.com, passed over by the service"
    );
    let lost = entry(&remove(1_273), &[BROKE]);
    assert_eq!(lost.words(&journal, &index, SAID), "Not removed: 1,273 domains");
    assert_eq!(
        lost.outcome_words(&journal, &index, SAID),
        "Not removed: 1,273 domains. The connection broke before the answer came; they are all still there"
    );
    let left = (State::Refused, "not sent: still being checked");
    let mut archive = entry(&remove(6), &[DONE, left]);
    archive.intent =
        Intent::Domains(ActOnDomains { act: DomainAct::Ignore, names: Vec::new(), tab: Tab::Detected }).into();
    assert_eq!(
        archive.outcome_words(&journal, &index, SAID),
        "3 ignored. 3 not ignored: still being checked: n0001.com, n0003.com, n0005.com"
    );
}

#[test]
fn a_queued_act_is_not_called_done_before_it_is() {
    let (journal, index) = (Journal::default(), index());
    let archive = Intent::Mark(SetMark { ids: (1..=3).map(Id::new).collect(), mark: Mark::Archived, to: true });
    let mut queued = entry(&archive, &[(State::Unknown, "queued by the service")]);
    queued.answers = vec![BulkAnswer {
        at: Timestamp(0),
        asked: 3,
        matched: Some(3),
        applied: None,
        queued: true,
        not_found: Vec::new(),
    }];
    assert_eq!(queued.words(&journal, &index, SAID), "Archiving 3 inquiries");
    assert_eq!(queued.outcome_words(&journal, &index, SAID), "Archiving 3 inquiries. Queued by the service");
}

#[test]
fn a_name_already_gone_counts_as_removed_and_is_not_undone() {
    let mut store = Store::new("test");
    let name = DomainName::parse("solarpark.de").expect("a name");
    let remove = Intent::Domains(ActOnDomains { act: DomainAct::Delete, names: vec![name], tab: Tab::MyDomains });
    let id = store.plan(remove, Timestamp(0)).expect("planned");
    let batch = store.next_batch(false).expect("to be sent");
    store.begin_send(id, &crate::store::Which::All, Timestamp(0), Box::new(|_| {}));
    let no_such = Failure {
        status: Some(404),
        errors: vec![crate::client::ServiceError {
            code: crate::api::errors::DOMAIN_NOT_FOUND.into(),
            message: "No such domain.".into(),
            ..Default::default()
        }],
        ..Failure::new(FailureKind::NotFound, "")
    };
    assert!(store.held_already(&batch, &no_such, Timestamp(1)));
    assert_eq!(store.outcome_words(id).as_deref(), Some("solarpark.de was already removed"));
    let kept = store.journal().get(id).expect("kept");
    assert!(kept.changed().next().is_none(), "this write removed nothing");
    let other = Failure::new(FailureKind::Forbidden, "");
    let step = WriteStep::Refused(other.clone());
    assert!(!store.held_already(&batch, &other, Timestamp(1)));
    store.settle(WriteProgress { entry: id, targets: crate::store::Which::All, step, at: Timestamp(2) });
}
