//! `parkade apply`: writes the changes of a plan file without opening the program. Every change goes through the journal and
//! is read again before and after, as on the screen.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};

use super::args::ApplyArgs;
use super::{Exit, Fault, Outcome, env, print, say};
use crate::app::launch::{self, Flags};
use crate::app::terminal::End;
use crate::app::{Applied, Applying, Became, NotApplied, Stop};
use crate::base::{clean_line, reason};
use crate::store::intent::{SettingEdit, Value};
use crate::store::plan::Plan;
use crate::ui::text::counted;

/// A plan of 100,000 changes is about 20 MB.
const LARGEST: u64 = 64 << 20;
/// Changes shown with the question.
const SHOWN: usize = 10;

pub fn run(args: &ApplyArgs, flags: &Flags) -> Outcome {
    let plan =
        Plan::from_json(&text(&args.plan)?).map_err(|why| Fault::new(Exit::Usage, format!("{}: {why}", args.plan)))?;
    let asks = !args.yes && !args.dry_run;
    if asks && !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        return Err(Fault::new(
            Exit::Usage,
            "Nobody is here to confirm. Add --yes to apply the plan, --dry-run to see it.",
        ));
    }
    let launch = launch::resolve(flags, env)?;
    super::tell_problems(&launch);
    let none = || Fault::new(Exit::Token, "No account is set up yet. Run `parkade login`.");
    let account = launch.account.as_ref().ok_or_else(none)?;
    super::start::with_token(account)?;
    let mut applying = Applying::open(&launch, account).map_err(Fault::failure)?;
    let mut tell = |text: &str| say(&format!("{text}\n"));
    let plan = match applying.read(&plan, &mut tell) {
        Ok(plan) => plan,
        Err(not) => return end(applying, Err(fault(not))),
    };
    if args.dry_run {
        applying.close();
        print(&changes(&plan, usize::MAX))?;
        return Ok(Exit::Success);
    }
    if asks && !applying.asking(|| confirmed(&plan))? {
        return end(applying, Err(Fault::new(Exit::Interrupted, "Cancelled. Nothing was sent.")));
    }
    match applying.write(&plan, &mut tell) {
        Err(not) => end(applying, Err(fault(not))),
        Ok(None) => {
            applying.close();
            print("Nothing to change: every setting is already as the plan says.\n")
        }
        Ok(Some(applied)) => {
            // What is told as dropped is so on the disk.
            applying.close();
            report(&applied)
        }
    }
}

fn end(applying: Applying, outcome: Outcome) -> Outcome {
    applying.close();
    outcome
}

/// What was saved goes to standard output, what was not to standard error.
fn report(applied: &Applied) -> Outcome {
    let (mut saved, mut dropped, mut unknown, mut forbidden) = (0, 0, 0, 0);
    let mut lines = String::new();
    for (what, became) in &applied.changes {
        let line = match became {
            Became::Saved => {
                saved += 1;
                continue;
            }
            Became::Refused { why, permission } => {
                forbidden += usize::from(*permission);
                format!("Not saved: {what}: {why}")
            }
            Became::Dropped => {
                dropped += 1;
                format!("Not sent: {what}")
            }
            Became::Unknown => {
                unknown += 1;
                format!("Not known whether saved: {what}")
            }
        };
        lines.push_str(&line);
        lines.push('\n');
    }
    print(&format!("{} saved.\n", counted(saved, "change", "changes")))?;
    if let Some(stop) = applied.stop {
        let _ = writeln!(lines, "{}", stop.words());
    }
    if dropped > 0 {
        let _ = writeln!(lines, "{} dropped: not sent now, nor later.", counted(dropped, "change", "changes"));
    }
    if unknown > 0 {
        let (what, them) = (counted(unknown, "change", "changes"), if unknown == 1 { "it" } else { "them" });
        let _ = writeln!(lines, "{what} sent without an answer. Open parkade to check {them}.");
    }
    say(&lines);
    let all = applied.changes.len();
    Ok(match (applied.stop, saved as usize) {
        (Some(stop), _) => code(stop),
        (None, saved) if saved == all => Exit::Success,
        (None, 0) if forbidden == all => Exit::Permission,
        (None, 0) => Exit::Failure,
        (None, _) => Exit::PartlyFailed,
    })
}

fn code(stop: Stop) -> Exit {
    match stop {
        Stop::Signal(End::Interrupt) => Exit::Interrupted,
        Stop::Signal(End::Terminate) => Exit::Terminated,
        Stop::Signal(End::Quit) => Exit::Quit,
        Stop::Signal(End::HangUp) => Exit::HungUp,
        Stop::TokenRefused => Exit::Token,
        Stop::NoConnection => Exit::Network,
        Stop::Wait(_) => Exit::RateLimited,
    }
}

fn fault(not: NotApplied) -> Fault {
    match not {
        NotApplied::Failure(failure) => {
            let why = failure.sentence();
            Fault::new(Exit::of(&failure), format!("Not applied: {}. Nothing was sent.", why.trim_end_matches('.')))
        }
        NotApplied::Stopped(stop) => Fault::new(code(stop), format!("{} Nothing was sent.", stop.words())),
        NotApplied::No(why) => Fault::failure(why),
    }
}

fn text(path: &str) -> Result<String, Fault> {
    let cannot = |error| Fault::new(Exit::Usage, format!("{path} cannot be read: {}.", reason(&error)));
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().lock().take(LARGEST).read_to_string(&mut text),
        path => std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_string(&mut text)),
    };
    read.map_err(cannot)?;
    Ok(text)
}

/// `example.com  BIN price: 1499 → 1649`, a line each.
fn changes(plan: &Plan, most: usize) -> String {
    let words = |value: Option<&Value>| value.map_or_else(|| "(not known)".to_owned(), Value::setting_words);
    let line = |edit: &SettingEdit| {
        let about = edit.subject.name().map_or_else(|| "account".to_owned(), |name| name.unicode().to_owned());
        let (old, new) = (words(edit.edit.before.as_ref()), words(Some(&edit.edit.after)));
        format!("{about}  {}: {old} → {new}\n", plan.label(&edit.edit.field))
    };
    let mut text: String = plan.edits.iter().take(most).map(line).collect();
    if plan.edits.len() > most {
        let _ = writeln!(text, "and {} more", plan.edits.len() - most);
    }
    text
}

fn confirmed(plan: &Plan) -> Result<bool, Fault> {
    say(&changes(plan, SHOWN));
    say(&format!("Apply {}? [y/N] ", counted(plan.edits.len() as u64, "change", "changes")));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(clean_line(answer.trim()).to_lowercase().as_str(), "y" | "yes"))
}
