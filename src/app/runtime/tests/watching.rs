//! Tests of the requests made while an import is watched: the real screen, store and pace, with a simulated clock and
//! no network.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::api::{Call, Request, exports, imports};
use crate::app::runtime::queries::Queries;
use crate::base::Timestamp;
use crate::screens::ALL;
use crate::store::lists::jobs::Only;
use crate::store::{Reply, Want, Wants};
use crate::ui::testing::Story;

const START: i64 = 1_773_324_000;
const LINES: u64 = 10_000;
/// Lines of an import that the service does in a second: the whole import takes 100 seconds.
const PACE: u64 = 100;
/// Milliseconds an answer takes, and milliseconds between two turns of the loop.
const ANSWER: u64 = 120;
const LOOK: u64 = 100;

fn done(ms: u64) -> u64 {
    (ms * PACE / 1_000).min(LINES)
}

fn import(ms: u64) -> Value {
    let over = done(ms) == LINES;
    json!({
        "import_id": 7, "status": if over { "finished" } else { "running" }, "data_type": "text",
        "queue_date": START, "start_date": START, "finish_date": if over { json!(START + 100) } else { Value::Null },
        "progress": done(ms) as f64 / LINES as f64, "new_count": done(ms), "update_count": 0, "ignore_count": 0,
        "warning_count": 0, "error_count": done(ms) / 50
    })
}

fn entry(line: u64) -> Value {
    let failed = line.is_multiple_of(50);
    json!({
        "entry_id": line, "line": line, "domain": format!("name-{line}.example"), "was_added": !failed,
        "was_updated": false, "was_ignored": false, "has_warning": false, "has_error": failed,
        "approve_outcome": if failed { "not_registered" } else { "added" }, "verify_outcome": "verified", "notice": null
    })
}

fn page(total: u64, number: u64, per_page: u64) -> Value {
    json!({ "current_page": number, "last_page": total.div_ceil(per_page).max(1), "per_page": per_page,
        "shown": per_page.min(total), "total": total })
}

/// Answer of the service at `ms`.
fn answer(call: &Call, ms: u64) -> String {
    let number =
        |name: &str| call.query.iter().find(|(known, _)| *known == name).map(|(_, value)| value.parse().unwrap());
    let (at, per_page) = (number("page").unwrap_or(1), number("per_page").unwrap_or(50));
    match call.path.as_str() {
        "parking/import/7" => {
            let lines = (at - 1) * per_page + 1..=(at * per_page).min(done(ms));
            let entries: Vec<Value> = lines.map(entry).collect();
            json!({ "import": import(ms), "entries": entries, "pagination": page(done(ms), at, per_page) })
        }
        "parking/imports" => json!({ "imports": [import(ms)], "pagination": page(1, 1, per_page) }),
        "parking/exports" => json!({ "exports": [], "pagination": page(0, 1, per_page) }),
        other => panic!("{other} is not asked for here"),
    }
    .to_string()
}

fn decoded(call: &Call, body: &str) -> Arc<dyn std::any::Any + Send + Sync> {
    match call.path.as_str() {
        "parking/import/7" => Arc::new(imports::Get::decode(body.as_bytes()).unwrap()),
        "parking/imports" => Arc::new(imports::List::decode(body.as_bytes()).unwrap()),
        _ => Arc::new(exports::List::decode(body.as_bytes()).unwrap()),
    }
}

/// Watches until a minute after the end of the import; returns the time and path of each request.
fn watch(story: &mut Story) -> Vec<(u64, String)> {
    let mut queries = Queries::default();
    let mut asked = Vec::new();
    let mut on_their_way: VecDeque<(u64, Want, u64)> = VecDeque::new();
    for ms in (0..160_000).step_by(LOOK as usize) {
        let now = Timestamp(START + (ms / 1_000) as i64);
        let mut news = story.now != now;
        story.now = now;
        while on_their_way.front().is_some_and(|(due, ..)| *due <= ms) {
            let (due, want, generation) = on_their_way.pop_front().unwrap();
            let body = answer(&want.call, due);
            let result = Ok(decoded(&want.call, &body));
            let (key, call) = (want.key.clone(), want.call.clone());
            let reply = Reply { key, generation, call, at: story.now, body: Some(body.into_bytes().into()), result };
            let differs = story.store.accept(reply).differs;
            queries.ended(&want.key, generation, differs, None, ms);
            news = true;
        }
        if news {
            story.sync();
        }
        let mut wants = Wants::default();
        story.shell.wants(&story.world(), &mut wants);
        story.store.watch_jobs(story.now, &mut wants);
        let held = &story.store;
        let known = |want: &Want| {
            let state = held.state_of(&want.key);
            let young = state.at.is_some_and(|at| story.now.0 - at.0 < want.fresh_for.as_secs().cast_signed());
            young && !state.from_disk && !state.stale
        };
        for start in queries.reconcile(wants.queries, ms, known) {
            asked.push((ms, start.want.key.clone()));
            story.store.mark_loading(&start.want.key, start.generation);
            on_their_way.push_back((ms + ANSWER, start.want, start.generation));
        }
    }
    asked
}

/// Most requests within any `stretch` milliseconds. The first two seconds do not count, because everything unknown is
/// requested then.
fn most(asked: &[(u64, String)], stretch: u64, counts: impl Fn(&str) -> bool) -> usize {
    let at: Vec<u64> = asked.iter().filter(|(at, key)| *at >= 2_000 && counts(key)).map(|(at, _)| *at).collect();
    let within = |begin: usize| at[begin..].iter().take_while(|ms| **ms < at[begin] + stretch).count();
    (0..at.len()).map(within).max().unwrap_or(0)
}

#[test]
fn an_import_of_10_000_names_is_watched_with_at_most_two_requests_a_second() {
    for (keys, only) in [("g g", Only::All), ("G", Only::All), ("]", Only::Errors)] {
        let mut story = Story::new(ALL);
        story.size(120, 40).open("jobs", "import 7").keys(keys);
        let asked = watch(&mut story);
        let lines = story.store.jobs().lines(crate::base::Id::new(7)).expect("its lines");
        assert_eq!(lines.total(), Some(LINES));
        assert!(lines.is_whole(true), "every line was read: {:?}", lines.read());
        assert_eq!(lines.list(Only::Errors).len() as u64, LINES / 50);
        let own = most(&asked, 1_000, |key| key.starts_with("parking/import/7"));
        assert!(own <= 2, "{own} requests about it in one second while {only:?} was looked at");
        // All requests, including those for other lists.
        let all = most(&asked, 1_000, |_| true);
        assert!(all <= 2, "{all} requests in one second while {only:?} was looked at");
        let all = most(&asked, 10_000, |_| true);
        assert!(all <= 15, "{all} requests in ten seconds while {only:?} was looked at");
        // Requests for the hundred seconds of the import, then each page once more, then hardly any.
        assert!(asked.len() <= 240, "{} requests in all", asked.len());
    }
}
