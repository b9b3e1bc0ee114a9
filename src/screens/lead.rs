//! Words for a lead's score: the sum term by term, and how similar leads ended; and the pin, which overrides it.

use std::cmp::Ordering;

use crate::api::types::Inquiry;
use crate::base::{Id, clean_line};
use crate::store::notes::{Key, NoteChange, Pin, Record, Status, Turn};
use crate::store::score::{Leads, Moved, Score, VERSION, Weights, signed};
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Confirm, Cx, Effect, Info, Menu, MenuItem, Outcome, REDACTED, Role, Sheet, When, World};

/// Fewest outcomes from which percentages are shown: leads that were replied to, won or lost.
const OUTCOMES: u64 = 20;
/// Most leads named when weights change.
const MOVED: usize = 10;
/// Longest reason of a pin, in characters.
const REASON_CHARS: usize = 200;
/// Words of the pin command, wherever a lead is shown.
pub const PIN: Info = Info::new("", "Pin the score of a lead up or down, with the reason")
    .also(&["wrong", "important", "rank", "lead"])
    .aliases(&["pin"])
    .keys(&["+"])
    .args("[up <reason>|down <reason>|off]");
/// Width of a band of scores that count as alike.
const BAND: u8 = 20;

/// Shows the sum behind the score of an inquiry.
pub fn explain(leads: &Leads, id: Id<Inquiry>, cx: &mut Cx<'_>) -> Outcome {
    if cx.world.store.session().redact {
        return Outcome::Refused(REDACTED.to_owned());
    }
    let world = cx.world;
    let row = world.store.inquiries().row(id);
    let Some((row, score)) = row.and_then(|row| Some((row, leads.explain(world.store, &row, world.now)?))) else {
        return Outcome::Refused("This inquiry is not loaded yet; try again in a moment.".to_owned());
    };
    let mut lines = sum(&score);
    lines.push((Role::Text, String::new()));
    if let Some(pin) = &score.pin {
        let sum =
            score.sum().map_or_else(|| "too little is known for a sum".to_owned(), |sum| format!("the sum is {sum}"));
        lines.insert(0, (Role::Accent, format!("Pinned {}: {} ({sum})", pin.word(), pin.reason)));
    }
    if let Some(came) = row.date().and_then(|at| leads.explain(world.store, &row, at)?.sum()) {
        lines.push((Role::Text, ended(leads, came, cx)));
    }
    let weights = Weights::in_force(world.store.notes());
    let own = if weights == Weights::default() { "" } else { ", changed by score_weights in config.toml" };
    let waits = if weights == world.prefs.weights { "" } else { " :weights keeps those of config.toml." };
    lines.push((Role::Dim, format!("Weights, version {VERSION}{own}.{waits}")));
    let total = score.total().map_or_else(|| "too little is known".to_owned(), |total| total.to_string());
    cx.show(Sheet { title: format!("Score of {}: {total}", row.domain()), lines })
}

/// On where the weights of the config file are not the ones in force.
pub fn with_weights<S>(_: &S, world: &World<'_>) -> When {
    if Weights::in_force(world.store.notes()) == world.prefs.weights {
        return When::Off("Scores are made by the weights of config.toml already.".to_owned());
    }
    When::On
}

/// Shows the leads among `waiting` that move most with the weights of the config file, and puts these in force after a
/// yes.
pub fn weigh(leads: &Leads, waiting: &[Id<Inquiry>], cx: &mut Cx<'_>) -> Outcome {
    if cx.world.store.session().redact {
        return Outcome::Refused(REDACTED.to_owned());
    }
    let (store, to) = (cx.world.store, cx.world.prefs.weights);
    let moved = leads.moved(waiting, &to, store, cx.world.now);
    let named = |moved: &Moved| {
        let name = store.inquiries().row(moved.id).map_or_else(String::new, |row| row.domain().to_owned());
        format!("{} → {}  {name}", moved.before, moved.after)
    };
    let terms: Vec<String> = Weights::in_force(store.notes())
        .differing(to)
        .map(|(kind, was, is)| format!("{} {was} → {is}", kind.label()))
        .collect();
    let of = counted(waiting.len() as u64, "known lead", "known leads");
    let many = match moved.len() {
        0 => format!("None of {of} moves."),
        many if many > MOVED => format!("{} of {of} move; these {MOVED} move most.", grouped(many as u64)),
        many => format!("{} of {of} {}.", grouped(many as u64), if many == 1 { "moves" } else { "move" }),
    };
    let changes = vec![to.keeping()];
    cx.confirm(Confirm {
        changes: moved.iter().take(MOVED).map(named).collect(),
        consequence: format!("{}. {many}", terms.join(", ")),
        way_back: Some(
            "Take score_weights out of config.toml and keep that to have the usual weights back.".to_owned(),
        ),
        ..Confirm::new(
            "Score leads by the weights of config.toml",
            "keep them",
            vec![Effect::Notes { changes, said: "weights of the lead score kept".to_owned() }],
        )
    })
}

/// Terms of a score, the heaviest first, unknown ones last.
fn sum(score: &Score) -> Vec<(Role, String)> {
    let mut terms: Vec<_> = score.terms.iter().collect();
    terms.sort_by(|a, b| match (a.share, b.share) {
        (Some(_), Some(_)) => b.points().abs().total_cmp(&a.points().abs()),
        (a, b) => a.is_none().cmp(&b.is_none()).then(Ordering::Equal),
    });
    let line = |term: &&crate::store::score::Term| {
        let (role, points) = match term.share {
            Some(share) => {
                (Role::Text, format!("{:>4}   {:>2.0} × {share:.2}   {}", signed(term.points()), term.weight, term.why))
            }
            None => (Role::Dim, format!("{:>4}   {:>2.0} × —      {}", "0", term.weight, term.why)),
        };
        (role, format!("{}\t{points}", term.kind.label()))
    };
    terms.iter().map(line).collect()
}

/// Words on how leads with about this score ended, once enough have ended.
fn ended(leads: &Leads, came: u8, cx: &Cx<'_>) -> String {
    let (store, now) = (cx.world.store, cx.world.now);
    let (mut alike, mut replied, mut won, mut lost, mut outcomes) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    for (id, _) in leads.iter() {
        let Some(row) = store.inquiries().row(id) else { continue };
        let record = store.inquiries().record(id);
        let turn = Status::of(record, now).turn;
        let is_replied = record.is_some_and(|record| record.answered().is_some());
        outcomes += u64::from(matches!(turn, Turn::Won | Turn::Lost));
        // Age is part of the score, so leads are compared by the score they had when they came.
        let then = row.date().and_then(|at| leads.explain(store, &row, at)?.sum());
        if then.is_none_or(|then| then / BAND != came / BAND) {
            continue;
        }
        alike += 1;
        replied += u64::from(is_replied);
        won += u64::from(turn == Turn::Won);
        lost += u64::from(turn == Turn::Lost);
    }
    if outcomes < OUTCOMES {
        let have = if outcomes == 0 { "none yet".to_owned() } else { format!("{outcomes} so far") };
        return format!("Needs {OUTCOMES} outcomes to show results; {have}.");
    }
    let from = came / BAND * BAND;
    let to = (from + BAND - 1).min(100);
    let of = counted(alike, "lead", "leads");
    let [replied, won, lost] = [replied, won, lost].map(grouped);
    format!(
        "This one came with {came}. Of {of} that came with a score of {from}–{to} you replied to {replied}, won {won} and lost {lost}."
    )
}

/// Pins leads up or down with a reason, or opens a menu to choose.
pub fn pin(ids: &[Id<Inquiry>], args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(first) = ids.first() else { return Outcome::Refused("No inquiry here.".to_owned()) };
    let noted = |value: &str, said: &str| {
        let changes = ids.iter().map(|id| NoteChange::new(*id, Key::Pin, value)).collect();
        Effect::Notes { changes, said: format!("{}: {said}", counted(ids.len() as u64, "inquiry", "inquiries")) }
    };
    let (word, reason) = args.text.trim().split_once(' ').unwrap_or((args.text.trim(), ""));
    let reason = clean_line(reason.trim());
    let way = Pin::WAYS.into_iter().find(|(way, _)| *way == word);
    match (word, way) {
        ("", _) => {
            let item = |label: &str, hint: &str, key: char, way: &str| {
                MenuItem::new(label, hint, vec![Effect::Line(format!("pin {way} "))]).key(key)
            };
            let mut items = vec![
                item("Up …", "worth more than its sum; asks why", '+', "up"),
                item("Down …", "worth less than its sum; asks why", '-', "down"),
            ];
            if cx.world.store.inquiries().record(*first).and_then(Record::pin).is_some() {
                items.push(MenuItem::new("Off", "the sum counts again", vec![noted("", "score not pinned")]).key('o'));
            }
            cx.menu(Menu { title: "Pin the score".to_owned(), items, keep_open: false })
        }
        ("off", _) => cx.done(noted("", "score not pinned")),
        (_, Some(_)) if reason.is_empty() => Outcome::Refused(format!("Usage: :pin {word} REASON")),
        (_, Some(_)) if reason.chars().count() > REASON_CHARS => {
            Outcome::Refused(format!("A reason has at most {REASON_CHARS} characters."))
        }
        (_, Some((way, _))) => cx.done(noted(&format!("{way} {reason}"), &format!("score pinned {way}"))),
        (other, None) => Outcome::Refused(crate::base::not_one_of("direction", other, &["up", "down", "off"])),
    }
}
