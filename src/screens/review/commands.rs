//! The verbs of the review.

use std::collections::BTreeMap;

use super::screen::Review;
use crate::base::clean_block;
use crate::store::Value;
use crate::store::writes::plan::{Plan, ReviewStep};
use crate::ui::list::{self, verbs};
use crate::ui::text::counted;
use crate::ui::{
    Args, Command, Cx, Effect, FileAsk, Info, Level, Outcome, Place, Role, Save, Sheet, Tone, When, World,
};

fn ready(_: &Review, world: &World<'_>) -> When {
    Review::why_not(world).map_or(When::On, When::Off)
}

fn on_row(screen: &Review, _: &World<'_>) -> When {
    When::on_if(screen.current().is_some(), "No change here.")
}

/// Opens a change in full: texts of several lines, and every domain it is about.
fn open(screen: &Review, cx: &mut Cx<'_>) -> Outcome {
    let (Some((key, row)), Some(staging)) = (screen.current(), cx.world.store.staging()) else { return Outcome::Done };
    let places = screen.places(key);
    let edits: Vec<_> = places.iter().filter_map(|place| staging.plan.edits.get(*place)).collect();
    let Some(first) = edits.first() else { return Outcome::Done };
    let mut lines = Vec::new();
    for (role, title, value, words) in [
        (Role::Dim, "Now", first.edit.before.as_ref(), row.old),
        (Role::Staged, "New", Some(&first.edit.after), row.new),
    ] {
        lines.push((Role::Accent, title.to_owned()));
        let whole = value.and_then(Value::as_text).filter(|text| !text.is_empty()).map(clean_block);
        let whole = whole.as_deref().unwrap_or(words);
        lines.extend(whole.lines().map(|line| (role, line.to_owned())));
    }
    if !row.check.is_empty() {
        lines.push((Role::Warn, row.check.to_string()));
    }
    lines.push((Role::Accent, "For".to_owned()));
    let about = edits.iter().map(|edit| edit.subject.name().map_or_else(|| row.about.to_string(), |name| name.both()));
    lines.extend(about.map(|name| (Role::Text, name)));
    cx.show(Sheet { title: row.setting.to_owned(), lines })
}

impl Review {
    /// Shows a plan from a file. One to be applied is refused when its old values have moved, else asked about at once.
    pub(super) fn take_plan(plan: Plan, applies: bool, cx: &mut Cx<'_>) {
        let plan = Plan { id: None, ..plan };
        let moved: Vec<String> = plan.moved(cx.world.store).iter().map(|item| item.words()).collect();
        if moved.is_empty() || !applies {
            cx.push(Effect::Stage(ReviewStep::Show(Box::new(plan))));
            cx.go(Place::Review);
            return cx.effects.extend(applies.then(|| Effect::Run("review.save", Args::default())));
        }
        let first = moved.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        let of = counted(moved.len() as u64, "value has", "values have");
        cx.toast(Tone::Bad, format!("The plan is refused: {of} changed since it was made ({first})."));
    }
}

/// All verbs of the screen.
pub const COMMANDS: &[Command<Review>] = &[
    Info::new("review.save", "Save what is under review (asks first)")
        .also(&["retry", "send"])
        .aliases(&["write"])
        .footer(1, &["ctrl-s", "R"], "save")
        // The write, and so the ability it needs, depends on the plan.
        .level(Level::Ask)
        .run_if(ready, |screen, _, cx| screen.ask(cx)),
    Info::new("review.open", "Show the whole change, with every domain it is about")
        .also(&["diff", "details"])
        .footer(3, &["enter"], "open")
        .run_if(on_row, |screen, _, cx| open(screen, cx)),
    Info::new("review.leave_out", "Leave the marked changes out")
        .also(&["remove", "skip"])
        .footer(2, &["d"], "leave out")
        .run_if(ready, |screen, _, cx| Review::leave_out(screen.marked(), cx)),
    Info::new("review.discard", "Leave all changes out")
        .also(&["remove", "clear"])
        .aliases(&["discard"])
        .keys(&["ctrl-x"])
        .run_if(ready, |_, _, cx| Review::leave_out(Review::everything(&cx.world), cx)),
    Info::new("review.plan", "Save the review as a plan file, show or apply one")
        .also(&["file", "export", "import"])
        .aliases(&["plan"])
        .args("save|show|apply <file>")
        .everywhere()
        .run(plan),
    verbs::filter("review.filter", 4),
    verbs::preview("review.preview"),
    verbs::pane("review.pane"),
    verbs::next_tab("review.next_tab"),
    verbs::previous_tab("review.previous_tab"),
    verbs::tab("review.tab", "grouped|all|to check"),
    Command {
        run: |screen, _, cx| {
            if list::close(screen, &cx.world) {
                return Outcome::Done;
            }
            // Leaving the page cancels the question.
            (screen.asks, screen.question) = (false, None);
            list::back(screen, cx)
        },
        ..verbs::back("review.back")
    },
];

/// Verbs while changes are under review; they come before the program's own undo.
pub const UNDO: &[Command<Review>] = &[Info::new("review.undo", "Undo the last step of the review")
    .footer(4, &["u"], "undo")
    .run_if(with_step, |_, _, cx| step(ReviewStep::TakeBack, cx))];

fn with_step(screen: &Review, _: &World<'_>) -> When {
    When::on_if(screen.can_take_back(), "No step of this review to undo; :undo undoes the last act.")
}

/// Verbs while another plan waits beside the one in front.
pub const NEXT: &[Command<Review>] = &[Info::new("review.next", "Review the changes that wait beside these")
    .also(&["other", "waiting"])
    .aliases(&["next"])
    .keys(&["o"])
    .run(|_, _, cx| step(ReviewStep::Next, cx))];

fn step(step: ReviewStep, cx: &mut Cx<'_>) -> Outcome {
    cx.done(Effect::Stage(step))
}

fn plan(screen: &mut Review, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let path = args.path(1);
    let usage = || Outcome::Refused("Usage: :plan save|show|apply <file>".to_owned());
    if path.is_empty() {
        return usage();
    }
    match args.words.first().map(String::as_str) {
        Some("save") => match cx.world.store.staging() {
            None => Outcome::Refused("Nothing is under review, so there is no plan to save.".to_owned()),
            Some(staging) => {
                // A plan file has the reviewed amounts, not the formula.
                let plan = Plan { formulas: BTreeMap::default(), ..staging.plan.known(cx.world.store) };
                let unread = plan.edits.iter().filter(|edit| edit.edit.before.is_none()).count() as u64;
                if unread > 0 {
                    let values = counted(unread, "present value is", "present values are");
                    return Outcome::Refused(format!(
                        "Not saved: {values} not read yet; a plan holds what it changes."
                    ));
                }
                cx.done(Effect::Save(Box::new(Save::text("plan", "plan.json", plan.to_json()).to_path(&path))))
            }
        },
        Some(word @ ("show" | "apply")) => {
            screen.reads_plan(word == "apply");
            cx.done(Effect::File(FileAsk::Text { slot: super::screen::ID, path }))
        }
        _ => usage(),
    }
}
