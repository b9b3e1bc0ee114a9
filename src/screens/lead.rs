//! Why a lead has the score it has: the sum term by term, and how leads of its band ended.

use std::cmp::Ordering;

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::score::{Leads, Score, VERSION, Weights, signed};
use crate::ui::text::{counted, grouped};
use crate::ui::{Cx, Outcome, Role, Sheet};

/// Answered leads from which a share of them says something.
const OUTCOMES: usize = 20;
/// Scores that count as alike.
const BAND: u8 = 20;

/// Shows the sum behind the score of an inquiry.
pub fn explain(leads: &Leads, id: Id<Inquiry>, cx: &mut Cx<'_>) -> Outcome {
    if cx.world.store.session().redact {
        return Outcome::Refused("Redaction is on; run :redact off first.".to_owned());
    }
    let world = cx.world;
    let row = world.store.inquiries().row(id);
    let Some((row, score)) = row.and_then(|row| Some((row, leads.explain(world.store, &row, world.now)?))) else {
        return Outcome::Refused("This inquiry is not loaded yet; try again in a moment.".to_owned());
    };
    let mut lines = sum(&score);
    lines.push((Role::Text, String::new()));
    if let Some(total) = score.total() {
        lines.push((Role::Text, ended(leads, total, cx)));
    }
    let own = if world.prefs.weights == Weights::default() { "" } else { ", changed by score_weights in config.toml" };
    lines.push((Role::Dim, format!("Weights, version {VERSION}{own}.")));
    let total = score.total().map_or_else(|| "too little is known".to_owned(), |total| total.to_string());
    cx.show(Sheet { title: format!("Score of {}: {total}", row.domain()), lines });
    Outcome::Done
}

/// The terms, the heaviest first, those not known last.
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

/// How many leads scored like this one were answered, once enough were answered at all.
fn ended(leads: &Leads, total: u8, cx: &Cx<'_>) -> String {
    let index = cx.world.store.inquiries();
    let is_answered = |id: &Id<Inquiry>| index.answered_at(*id).is_some();
    let (mut alike, mut answered, mut all) = (0, 0, 0);
    for (id, score) in leads.iter() {
        let same = score / BAND == total / BAND;
        alike += usize::from(same);
        answered += usize::from(same && is_answered(&id));
        all += usize::from(is_answered(&id));
    }
    if all < OUTCOMES {
        let missing = counted((OUTCOMES - all) as u64, "more answered lead", "more answered leads");
        return format!("How leads of this score ended is shown from {OUTCOMES} outcomes on; {missing} needed.");
    }
    let from = total / BAND * BAND;
    let to = (from + BAND - 1).min(100);
    format!("Of {} leads scored {from}–{to} you answered {}.", grouped(alike), grouped(answered))
}
