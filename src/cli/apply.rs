//! `parkade apply`: writes the changes of a plan file without opening the program. Every change goes through the
//! journal, and is read before and after it, as on the screen.

use std::fmt::Write as _;

use super::args::ApplyArgs;
use super::streams::{answer, is_yes, needs_terminal, print, say};
use super::{Exit, Fault, Outcome};
use crate::app::launch::Flags;
use crate::app::{Applied, Applying, Became, Checked, NotApplied};
use crate::base::clean_line;
use crate::store::Item;
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::PlanFile;
use crate::ui::text::counted;

/// Most changes shown with the question, besides those with a warning.
const SHOWN: usize = 10;
/// Number of changes from which the user confirms by typing their number.
const TYPED: usize = 100;

pub fn run(args: &ApplyArgs, flags: &Flags) -> Outcome {
    let wrong = |lines: Vec<String>| Fault::usage(listed(&clean_line(&args.plan), &lines));
    let file = PlanFile::read(&super::streams::text(&args.plan).map_err(Fault::usage)?).map_err(wrong)?;
    let asks = !args.yes && !args.dry_run;
    if asks {
        needs_terminal("use --yes to apply the plan, --dry-run to see it")?;
    }
    let launch = super::setup::launch(flags)?;
    let account = launch.account.as_ref().ok_or_else(super::setup::no_account)?;
    super::setup::with_token(account)?;
    let mut applying = Applying::open(&launch, account).map_err(Fault::failure)?;
    let mut tell = |text: &str| say(&format!("{text}\n"));
    let checked = match applying.read(&file.plan, &mut tell) {
        Ok(checked) => checked,
        Err(not) => return end(applying, Err(fault(not))),
    };
    if let Some(unseen) = checked.unseen.as_ref().filter(|_| !asks) {
        tell(unseen);
    }
    // On a terminal, the question shows the old values and the warnings.
    let unchecked = (!asks && checked.to_check != args.accept_warnings.unwrap_or(0)).then(|| unchecked(&checked));
    let refusal = refusal(&file, &checked, asks).or(unchecked);
    if args.dry_run || refusal.is_some() {
        applying.close();
        if args.dry_run {
            print(&changes(&checked, usize::MAX))?;
        }
        return refusal.map_or(Ok(Exit::Success), Err);
    }
    if asks && !applying.asking(|| confirmed(&checked))? {
        return end(applying, Err(Fault::new(Exit::Interrupted, "Cancelled. Nothing was sent.")));
    }
    match applying.write(&checked.plan, &mut tell) {
        Err(not) => end(applying, Err(fault(not))),
        Ok(None) => {
            applying.close();
            print("Nothing to change: every setting is already as the plan says.\n")
        }
        Ok(Some(applied)) => {
            // Close first, because a change reported as dropped must be dropped on the disk.
            applying.close();
            Ok(report(&applied))
        }
    }
}

/// Headline with one line after it, or with several lines below it.
fn listed(headline: &str, lines: &[String]) -> String {
    match lines {
        [one] => format!("{headline}: {one}"),
        many => many.iter().fold(format!("{headline}:"), |text, line| text + "\n  " + line),
    }
}

/// Reason why the plan cannot be written: each impossible change, with its place in the file.
fn refusal(file: &PlanFile, checked: &Checked, asks: bool) -> Option<Fault> {
    if let Some(why) = &checked.readonly {
        return Some(Fault::failure(format!("Not applied: {why} Nothing was sent.")));
    }
    let unseen = file.plan.edits.iter().filter(|edit| !asks && edit.edit.before.is_none()).map(SettingEdit::item);
    let unseen: Vec<Item> = unseen.collect();
    let line = |item: &Item, why: &str| {
        let about = item.name().map_or_else(|| "account".to_owned(), |name| name.both());
        format!("{}, {about}: {why}", file.place(item))
    };
    let mut lines: Vec<String> = checked.wrong.iter().map(|(item, why)| line(item, why)).collect();
    let known = |item: &&Item| checked.wrong.iter().any(|(wrong, _)| wrong == *item);
    let unseen: Vec<&Item> = unseen.iter().filter(|item| !known(item)).collect();
    lines.extend(unseen.iter().map(|item| line(item, "“before” is missing. Add the old value, null for none.")));
    // Mistakes visible in the file alone are a wrong use of the command.
    let exit = if checked.wrong.is_empty() { Exit::Usage } else { Exit::Failure };
    let count = counted(lines.len() as u64, "change", "changes");
    let headline = format!("Not applied: {count} cannot be written, so nothing was sent");
    (!lines.is_empty()).then(|| Fault::new(exit, listed(&headline, &lines)))
}

fn end(applying: Applying, outcome: Outcome) -> Outcome {
    applying.close();
    outcome
}

/// Prints saved changes to standard output, the others to standard error.
fn report(applied: &Applied) -> Exit {
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
    let told = format!("{} saved.\n", counted(saved, "change", "changes"));
    // The changes are saved, even if the report cannot be printed.
    if let Err(fault) = print(&told) {
        say(&format!("{told}parkade: {}\n", fault.message));
    }
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
    match (applied.stop, saved as usize) {
        (Some(stop), _) => Exit::stopped(stop),
        (None, saved) if saved == all => Exit::Success,
        (None, 0) if forbidden == all => Exit::Permission,
        (None, 0) => Exit::Failure,
        (None, _) => Exit::PartlyFailed,
    }
}

fn fault(not: NotApplied) -> Fault {
    match not {
        NotApplied::Failure(failure) => {
            let mut fault = Fault::of("Not applied", &failure);
            fault.message.push_str(" Nothing was sent.");
            fault
        }
        NotApplied::Stopped(stop) => Fault::new(Exit::stopped(stop), format!("{} Nothing was sent.", stop.words())),
        NotApplied::No(why) => Fault::failure(why),
    }
}

/// Refusal to write changes with warnings when no question can be asked.
fn unchecked(checked: &Checked) -> Fault {
    let count = checked.to_check;
    let (what, have) =
        (counted(count as u64, "change", "changes"), if count == 1 { "has a warning" } else { "have warnings" });
    let mut text = format!("Not applied: {what} {have}, so nothing was sent.");
    for warning in &checked.warnings {
        let _ = write!(text, "\n  {warning}");
    }
    let _ = match count {
        0 => write!(text, " Leave --accept-warnings out."),
        _ => write!(text, "\nAdd --accept-warnings {count} to write all of them."),
    };
    Fault::failure(text)
}

/// Lines about the changes.
fn changes(checked: &Checked, most: usize) -> String {
    let mut text: String = checked.lines.iter().take(most).fold(String::new(), |text, line| text + line + "\n");
    if checked.lines.len() > most {
        let _ = writeln!(text, "and {} more", checked.lines.len() - most);
    }
    text
}

/// Asks for confirmation; with warnings or many changes the user types the number of changes.
fn confirmed(checked: &Checked) -> Result<bool, Fault> {
    say(&changes(checked, SHOWN.max(checked.to_check)));
    for warning in checked.warnings.iter().chain(&checked.unseen) {
        say(&format!("{warning}\n"));
    }
    let count = checked.lines.len() - checked.unchanged;
    let what = counted(count as u64, "change", "changes");
    let typed = checked.to_check > 0 || count >= TYPED;
    if typed {
        return Ok(answer(&format!("Type {count} to apply {what}: "))? == count.to_string());
    }
    is_yes(&format!("Apply {what}?"))
}
