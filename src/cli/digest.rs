//! `parkade digest`: everything Home shows, in sentences or as JSON, from what is kept on this computer.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::TellArgs;
use super::setup::settled;
use super::streams::{print, say};
use super::{Fault, Outcome};
use crate::api::domains;
use crate::app::launch::Flags;
use crate::base::{Clock, SystemClock, Timestamp, Zone};
use crate::client::Lane;
use crate::store::disk::{FirstReads, Kept, first_home, server_ahead};
use crate::store::home::{self, Digest, Sources, Visits};
use crate::store::score::Weights;
use crate::store::{Known, Store, Wants, findings};

/// Number of rounds in which kept answers are read, because an answer shows which further ones are wanted, as pages
/// of a list do.
const ROUNDS: usize = 6;

pub fn run(args: &TellArgs, flags: &Flags) -> Outcome {
    let (places, config) = settled(flags)?;
    let own = SystemClock.now();
    let (kept, events) = Kept::open(&places, own).map_err(Fault::failure)?;
    let mut store = Store::new("");
    for event in events {
        store.from_disk(event, own);
    }
    store.session_mut().rates = Arc::new(config.rates);
    store.session_mut().server_ahead = server_ahead(&FirstReads::of(&places));
    let now = store.service_time(own);
    recall(&mut store, &kept, |store, wants| {
        home::wants(store, now, wants);
        findings::wants(wants);
        home::wants_last(true, wants);
        Store::want_schema(wants);
        wants.want(&crate::api::profile::Get {}, Lane::Ahead);
    });
    let since = Visits::of(store.notes()).told_since(now);
    let mut sources = Sources::default();
    let weights = Weights::in_force(store.notes());
    let mut digest = sources.digest(&store, weights, since, (now, Zone::Local)).unwrap_or_default();
    // Also read the reports about the names shown, and the answers that tell their currencies.
    recall(&mut store, &kept, |store, wants| {
        home::wants_days(&digest, wants);
        for row in sources.leads().unpriced(store) {
            wants.want(&domains::Settings { name: row.domain_name() }, Lane::Ahead);
        }
    });
    digest = sources.digest(&store, weights, since, (now, Zone::Local)).unwrap_or(digest);
    if let Some(picture) = first_home::<home::Picture>(&FirstReads::of(&places)) {
        picture.complete(&mut digest, (&sources, &store, now));
    }
    if digest.reading.until.is_none() && digest.lines.iter().all(|line| line.figure.value().is_none()) {
        return Err(Fault::failure("Nothing was read on this computer yet. Start parkade once."));
    }
    // With a missing permission, a part stays unread in every run.
    let read = match digest.reading.until {
        Some(until) => {
            let age = crate::ui::text::ago(&until.age(now, Zone::Local).text);
            format!("read {age}; start parkade to read what came since")
        }
        None => "not everything was read yet; start parkade to read the rest".to_owned(),
    };
    say(&format!("parkade: {read}.\n"));
    if args.json {
        print(&format!("{:#}\n", as_json(&digest, &sources, &store, now)))
    } else {
        print(&as_text(&digest, &sources, &store, now))
    }
}

/// Gives the store the wanted answers that are kept on the disk.
fn recall(store: &mut Store, kept: &Kept, ask: impl Fn(&Store, &mut Wants)) {
    for _ in 0..ROUNDS {
        let mut wants = Wants::default();
        ask(store, &mut wants);
        let unread: Vec<_> = wants.queries.into_iter().filter(|want| !store.has(&want.key)).collect();
        let mut any = false;
        for want in unread {
            let Some((at, body)) = kept.answer(&want.call) else { continue };
            if let Ok(value) = (want.decode)(&body) {
                store.recall_settings(&want.call, at, &value);
                any |= store.accept_kept(&want.call, at, value);
            }
        }
        if !any {
            return;
        }
    }
}

fn as_text(digest: &Digest, sources: &Sources, store: &Store, now: Timestamp) -> String {
    let zone = Zone::Local;
    let mut text = format!("{}\n{}\n", digest.since_words(now, zone), digest.read_words(now, zone));
    if digest.is_quiet() {
        let _ = writeln!(text, "\nNothing waits for you. {}", digest.next_words(now, Zone::Local));
    }
    for told in digest.told(sources, store, (now, Zone::Local)) {
        let _ = writeln!(text, "\n{}", told.title);
        for sentence in told.sentences {
            let _ = writeln!(text, "  {sentence}");
        }
    }
    text
}

fn as_json(digest: &Digest, sources: &Sources, store: &Store, now: Timestamp) -> Value {
    let lead = |id: &crate::base::Id<crate::api::types::Inquiry>| {
        let lead = digest.lead(*id, sources.leads(), store, now, home::REASONS)?;
        Some(json!({
            "inquiry_id": id.get(), "domain": lead.domain, "offer": lead.offer, "buyer": lead.buyer,
            "date": lead.date.map(Timestamp::iso), "score": lead.score,
            "score_complete": lead.is_score_whole(),
            "reasons": lead.reasons,
        }))
    };
    let line = |line: &home::Line| {
        let figure = line.figure.value();
        json!({
            "name": line.name.word(), "block": line.block.title(), "figure": figure,
            "complete": matches!(line.figure, Known::Is(_)), "words": line.words, "beside": line.beside,
            "list": format!(":{} {}", line.list.screen, line.list.line), "days": line.days,
        })
    };
    let since = digest.since.map(|since| since.from.iso());
    let leads: Vec<Value> = digest.waiting.iter().take(home::LEADS).filter_map(lead).collect();
    let lines: Vec<Value> = home::Block::ALL.into_iter().flat_map(|block| digest.of(block)).map(line).collect();
    json!({
        "since": since, "read_until": digest.reading.until.map(Timestamp::iso),
        "domains_read": digest.reading.domains.map(Timestamp::iso),
        "to_decide": digest.queue.len(), "to_decide_complete": digest.is_queue_whole(),
        "leads": leads, "leads_order_complete": !digest.is_order_open, "lines": lines,
    })
}
