//! Tests of jobs: which run, which have ended, and the results of lines page by page.

use serde_json::{Value, json};

use super::{How, Jobs, LineKey, Only, exports_page, imports_page};
use crate::api::replies::ImportDetail;
use crate::api::types::{Export, Import};
use crate::api::{Page, Paged, Reply, Request, Row, imports};
use crate::base::{Id, Timestamp};
use crate::store::{Every, Store, Wants};

const NOW: Timestamp = Timestamp(1_773_324_000);

fn import(id: i64, status: &str, progress: f64) -> Value {
    json!({
        "import_id": id, "status": status, "data_type": "text", "queue_date": NOW.0 - 100, "start_date": NOW.0 - 90,
        "finish_date": null, "progress": progress, "new_count": 3, "update_count": 0, "ignore_count": 0,
        "warning_count": 0, "error_count": 1
    })
}

fn list(imports: &[Value], last: i64) -> Paged<Import> {
    let body = json!({ "imports": imports, "pagination": {
        "current_page": 1, "last_page": last, "per_page": 50, "shown": imports.len(), "total": imports.len() } });
    Paged::decode(body.to_string().as_bytes()).expect("a page")
}

fn take(jobs: &mut Jobs, page: &Paged<Import>, at: Timestamp) -> Vec<String> {
    let ended = jobs.absorb(&imports_page(1).call(), page, at, true);
    ended.into_iter().map(|ended| ended.words).collect()
}

#[test]
fn the_end_of_an_import_is_reported_once() {
    let mut jobs = Jobs::default();
    assert!(take(&mut jobs, &list(&[import(7, "running", 0.4)], 1), NOW).is_empty());
    assert_eq!(jobs.running(), 1);
    let told = take(&mut jobs, &list(&[import(7, "finished", 1.0)], 1), Timestamp(NOW.0 + 2));
    assert_eq!(told, ["Import 7 finished: 3 new, 1 error · Jobs shows why"]);
    assert!(take(&mut jobs, &list(&[import(7, "finished", 1.0)], 1), Timestamp(NOW.0 + 4)).is_empty());
    assert_eq!(jobs.running(), 0);
}

#[test]
fn a_job_that_began_and_ended_between_two_readings_is_told_and_an_old_one_is_not() {
    let mut jobs = Jobs::default();
    assert!(
        take(&mut jobs, &list(&[import(7, "finished", 1.0)], 1), NOW).is_empty(),
        "what is there at first is no news"
    );
    let both = [import(8, "failed", 0.2), import(7, "finished", 1.0)];
    let ended = jobs.absorb(&imports_page(1).call(), &list(&both, 1), Timestamp(NOW.0 + 9), true);
    assert_eq!(ended.len(), 1);
    assert_eq!(
        (ended[0].how, ended[0].words.as_str()),
        (How::Failed, "Import 8 failed: 3 new, 1 error · Jobs shows why")
    );
}

#[test]
fn a_queued_job_and_one_of_unknown_status_count_as_running() {
    let mut jobs = Jobs::default();
    take(
        &mut jobs,
        &list(&[import(3, "queued", 0.0), import(2, "pending", 0.0), import(1, "rethinking", 0.5)], 1),
        NOW,
    );
    assert_eq!(jobs.running(), 3);
    let ids: Vec<i64> = jobs.imports().list.rows().iter().map(|id| id.get()).collect();
    assert_eq!(ids, [3, 2, 1], "newest first");
}

#[test]
fn jobs_missing_from_a_first_page_are_gone_and_older_ones_stay() {
    let mut jobs = Jobs::default();
    take(
        &mut jobs,
        &list(&[import(5, "finished", 1.0), import(4, "finished", 1.0), import(3, "finished", 1.0)], 1),
        NOW,
    );
    take(&mut jobs, &list(&[import(6, "finished", 1.0), import(4, "finished", 1.0)], 2), Timestamp(NOW.0 + 1));
    let ids: Vec<i64> = jobs.imports().list.rows().iter().map(|id| id.get()).collect();
    assert_eq!(ids, [6, 4, 3]);
}

#[test]
fn older_jobs_that_were_not_read_since_may_have_ended_too() {
    let since = Timestamp(NOW.0 - 50);
    let ended = |id: i64| {
        let mut ended = import(id, "finished", 1.0);
        ended["finish_date"] = json!(NOW.0 - 10);
        ended
    };
    let page = |number: i64, import: Value| -> Paged<Import> {
        let pages = json!({ "current_page": number, "last_page": 2, "per_page": 1, "shown": 1, "total": 2 });
        Paged::decode(json!({ "imports": [import], "pagination": pages }).to_string().as_bytes()).expect("a page")
    };
    let known =
        |jobs: &Jobs| (jobs.imports().ended(since).value().copied(), jobs.imports().ended(since).whole().is_some());
    let mut jobs = Jobs::default();
    // A job queued earlier, further down the list, may have run for longer.
    take(&mut jobs, &page(1, ended(7)), NOW);
    assert_eq!(known(&jobs), (Some(1), false));
    let second = imports_page(2).call();
    jobs.absorb(&second, &page(2, import(3, "running", 0.4)), Timestamp(NOW.0 + 1), true);
    assert_eq!(known(&jobs), (Some(1), true));
    take(&mut jobs, &page(1, ended(7)), Timestamp(NOW.0 + 60));
    assert_eq!(known(&jobs), (Some(1), false), "the one that ran may have ended meanwhile");
    jobs.absorb(&second, &page(2, ended(3)), Timestamp(NOW.0 + 61), true);
    assert_eq!(known(&jobs), (Some(2), true));
}

#[test]
fn an_answer_kept_by_an_earlier_run_tells_nothing_and_replaces_nothing_newer() {
    let mut jobs = Jobs::default();
    take(&mut jobs, &list(&[import(7, "running", 0.4)], 1), NOW);
    let kept = list(&[import(7, "finished", 1.0)], 1);
    assert!(jobs.absorb(&imports_page(1).call(), &kept, Timestamp(NOW.0 - 900), false).is_empty());
    assert_eq!(jobs.running(), 1);
}

#[test]
fn an_estimate_follows_from_the_time_it_ran_and_a_job_that_stands_still_has_none() {
    let mut jobs = Jobs::default();
    take(&mut jobs, &list(&[import(7, "running", 0.75)], 1), NOW);
    let known = jobs.import(Id::new(7)).expect("known");
    assert_eq!(known.left(NOW), Some(30), "90 s for three quarters");
    assert_eq!(known.left(Timestamp(NOW.0 + 10)), Some(20));
    let later = Timestamp(NOW.0 + 1_800);
    assert!(known.is_quiet(later) && known.left(later).is_none());
    take(&mut jobs, &list(&[import(7, "running", 0.76)], 1), later);
    assert!(!jobs.import(Id::new(7)).expect("known").is_quiet(later), "it moves");
}

#[test]
fn an_export_is_told_with_its_size_in_rows_or_with_why_it_failed() {
    let export = |id: i64, state: &str| {
        json!({
            "export_id": id, "type": "inquiries", "state": state, "progress": 1.0, "total_fetched": 8_120,
            "error_message": if state == "failed" { json!("The disk\u{1b}[2J is full.") } else { Value::Null }
        })
    };
    let page = |rows: &[Value]| -> Paged<Export> {
        Paged::decode(json!({ "exports": rows }).to_string().as_bytes()).expect("a page")
    };
    let mut jobs = Jobs::default();
    jobs.absorb(&exports_page(1).call(), &page(&[export(2, "running"), export(1, "pending")]), NOW, true);
    let at = Timestamp(NOW.0 + 2);
    let ended = jobs.absorb(&exports_page(1).call(), &page(&[export(2, "finished"), export(1, "failed")]), at, true);
    assert_eq!(ended[0].words, "Inquiries export ready: 8,120 rows · S in Jobs saves it (kept 7 days)");
    assert!(ended[1].words.starts_with("Inquiries export failed: The disk"), "{}", ended[1].words);
    assert!(!ended[1].words.contains('\u{1b}'));
}

fn entry(line: i64, error: bool, said: bool) -> Value {
    json!({
        "entry_id": 1_000 + line, "line": line, "domain": if error { Value::Null } else { json!(format!("name{line}.com")) },
        "was_added": said && !error, "was_updated": false, "was_ignored": false, "has_warning": false,
        "has_error": said && error, "approve_outcome": if said { json!("added") } else { Value::Null },
        "verify_outcome": null, "notice": if error { json!("This line is not a domain name.") } else { Value::Null }
    })
}

fn page_of(status: &str, entries: &[Value], page: u32, total: usize) -> ImportDetail {
    let body = json!({ "import": import(7, status, 0.5), "entries": entries, "pagination": {
        "current_page": page, "last_page": total.div_ceil(4), "per_page": 4, "shown": entries.len(), "total": total } });
    ImportDetail::decode(body.to_string().as_bytes()).expect("a page")
}

fn read(jobs: &mut Jobs, detail: &ImportDetail, page: u32, at: i64) {
    let call = imports::Get { id: Id::new(7), page: Page::new(page, 4) }.call();
    jobs.absorb(&call, detail, Timestamp(NOW.0 + at), true);
}

#[test]
fn lines_of_a_job_are_read_page_by_page_and_new_ones_come_after_the_last_full_page() {
    let mut jobs = Jobs::default();
    let first: Vec<Value> = (1..=4).map(|line| entry(line, line == 2, true)).collect();
    read(&mut jobs, &page_of("running", &first[..2], 1, 2), 1, 0);
    let lines =
        |jobs: &Jobs| jobs.lines(Id::new(7)).map(|lines| (lines.front(), lines.list(Only::All).len())).expect("read");
    assert_eq!(lines(&jobs), (1, 2), "page 1 is not full");
    read(&mut jobs, &page_of("running", &first, 1, 6), 1, 1);
    assert_eq!(lines(&jobs), (2, 4), "the next page is where it goes on");
    let second: Vec<Value> = (5..=6).map(|line| entry(line, false, true)).collect();
    read(&mut jobs, &page_of("running", &second, 2, 6), 2, 2);
    assert_eq!(lines(&jobs), (2, 6));
    let known = jobs.lines(Id::new(7)).expect("read");
    assert_eq!(known.list(Only::Errors).as_ref(), [LineKey { line: 2, id: 1_002 }]);
    assert_eq!(known.get(LineKey { line: 2, id: 1_002 }).and_then(super::Line::domain), None);
    assert!(known.is_whole(false) && !known.is_whole(true), "pages read while it ran are read once more");
    assert_eq!(known.outdated(), Some(1));
    read(&mut jobs, &page_of("finished", &first, 1, 6), 1, 3);
    read(&mut jobs, &page_of("finished", &second, 2, 6), 2, 4);
    assert!(jobs.lines(Id::new(7)).is_some_and(|lines| lines.is_whole(true) && lines.outdated().is_none()));
}

#[test]
fn a_service_that_lists_lines_before_it_reached_them_is_followed_too() {
    let mut jobs = Jobs::default();
    let waiting: Vec<Value> = (1..=4).map(|line| entry(line, false, line <= 2)).collect();
    read(&mut jobs, &page_of("running", &waiting, 1, 12), 1, 0);
    let known = jobs.lines(Id::new(7)).expect("read");
    assert_eq!((known.front(), known.read(), known.unread()), (1, (1, 3), Some(2)));
    let done: Vec<Value> = (1..=4).map(|line| entry(line, false, true)).collect();
    read(&mut jobs, &page_of("running", &done, 1, 12), 1, 1);
    assert_eq!(jobs.lines(Id::new(7)).map(super::Lines::front), Some(2));
}

#[test]
fn a_line_that_changed_its_outcome_is_in_one_list_only() {
    let mut jobs = Jobs::default();
    read(&mut jobs, &page_of("running", &[entry(1, true, true)], 1, 1), 1, 0);
    assert_eq!(jobs.lines(Id::new(7)).map(|lines| lines.list(Only::Errors).len()), Some(1));
    read(&mut jobs, &page_of("finished", &[entry(1, false, true)], 1, 1), 1, 1);
    let known = jobs.lines(Id::new(7)).expect("read");
    assert_eq!((known.list(Only::Errors).len(), known.list(Only::All).len()), (0, 1));
}

#[test]
fn the_watch_reads_jobs_every_five_minutes_while_none_runs() {
    let mut store = Store::new("main");
    let mut wants = Wants::default();
    store.watch_jobs(NOW, &mut wants);
    assert!(wants.queries.is_empty(), "nothing before the service was heard");
    store.session_mut().heard = Some(NOW);
    store.watch_jobs(NOW, &mut wants);
    let minutes = |every: Every| match every {
        Every::BackingOff(first, _) => first.as_secs() / 60,
        _ => panic!("{every:?}"),
    };
    let keys: Vec<&str> = wants.queries.iter().map(|want| want.key.as_str()).collect();
    assert_eq!(keys, ["parking/imports?page=1&per_page=50", "parking/exports?page=1&per_page=50"]);
    assert!(wants.queries.iter().all(|want| minutes(want.every) == 5));
    store.lists.jobs.absorb(&imports_page(1).call(), &list(&[import(7, "running", 0.4)], 1), NOW, true);
    let mut wants = Wants::default();
    wants.want(&exports_page(1), crate::client::Lane::User);
    store.watch_jobs(NOW, &mut wants);
    assert_eq!(wants.queries.len(), 2, "the exports are asked already");
    assert_eq!(minutes(wants.queries[1].every), 0, "something runs");
}

#[test]
fn a_single_answer_brings_a_job_up_to_date() {
    let mut jobs = Jobs::default();
    let row: Row<Import> = Row::from_raw(&import(9, "running", 0.1).to_string()).expect("a row");
    jobs.absorb(&imports::Get { id: Id::new(9), page: Page::default() }.call(), &row, NOW, true);
    assert!(jobs.import(Id::new(9)).is_some() && jobs.running() == 1);
}

#[test]
fn the_end_of_a_check_of_one_name_says_its_result() {
    let ended = |outcome: &str, notice: Value| {
        let mut jobs = Jobs::default();
        let mut line = entry(1, false, true);
        line["verify_outcome"] = outcome.into();
        line["notice"] = notice;
        let call = imports::Get { id: Id::new(7), page: Page::new(1, 4) }.call();
        jobs.absorb(&call, &page_of("running", std::slice::from_ref(&line), 1, 1), NOW, true);
        let done = jobs.absorb(&call, &page_of("finished", &[line], 1, 1), Timestamp(NOW.0 + 1), true);
        done.into_iter().map(|ended| (ended.how, ended.words)).collect::<Vec<_>>()
    };
    assert_eq!(ended("verified", Value::Null), [(How::Well, "name1.com is verified".to_owned())]);
    let elsewhere = ended("other_nameservers", json!("Its nameservers are elsewhere."));
    let words = "name1.com is not verified: Its nameservers are elsewhere.".to_owned();
    assert_eq!(elsewhere, [(How::Partly, words)]);
    assert_eq!(ended("no_answer", Value::Null)[0].1, "name1.com is not verified: no answer");
}

#[test]
fn lines_without_an_identity_are_counted_over_all_pages() {
    let mut jobs = Jobs::default();
    let page = |entries: &[Value], number| page_of("finished", entries, number, 5);
    read(&mut jobs, &page(&[entry(1, false, true), Value::Null], 1), 1, 0);
    read(&mut jobs, &page(&[Value::Null, Value::Null], 2), 2, 0);
    let odd = |jobs: &Jobs| jobs.lines(Id::new(7)).expect("lines").odd();
    assert_eq!(odd(&jobs), 3);
    read(&mut jobs, &page(&[entry(3, false, true), Value::Null], 2), 2, 1);
    assert_eq!(odd(&jobs), 2, "a page read again counts once");
}
