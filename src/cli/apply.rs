//! `parkade apply`: writes the changes of a plan file without opening the program. Every change goes through the journal and
//! is read again before and after, as on the screen.

use std::fmt::Write as _;
use std::io::{IsTerminal, Read};

use super::args::ApplyArgs;
use super::{Exit, Fault, Outcome, env, print, say};
use crate::app::launch::{self, Flags};
use crate::app::{Applying, NotApplied};
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
    let plan = applying.read(&plan).map_err(fault)?;
    if args.dry_run {
        applying.close();
        print(&changes(&plan, usize::MAX))?;
        return Ok(Exit::Success);
    }
    if asks && !confirmed(&plan)? {
        applying.close();
        return Err(Fault::new(Exit::Interrupted, "Cancelled. Nothing was sent."));
    }
    let mut told = String::new();
    let entry = applying.write(&plan, &mut |text| {
        // A wait is told anew with every second.
        if told != text {
            say(&format!("{text}\n"));
            text.clone_into(&mut told);
        }
    });
    let outcome = match entry.map_err(fault)? {
        None => {
            applying.close();
            return print("Nothing to change: every setting is already as the plan says.\n");
        }
        Some(entry) => applying.outcome(&entry),
    };
    applying.close();
    report(&outcome)
}

/// What was saved goes to standard output, what was not to standard error.
fn report(outcome: &[(String, Option<String>)]) -> Outcome {
    let failed: Vec<_> = outcome.iter().filter_map(|(what, why)| Some((what, why.as_ref()?))).collect();
    let saved = outcome.len() - failed.len();
    print(&format!("{} saved.\n", counted(saved as u64, "change", "changes")))?;
    let lines = failed.iter().fold(String::new(), |mut text, (what, why)| {
        let _ = writeln!(text, "Not saved: {what}: {why}");
        text
    });
    say(&lines);
    Ok(match (saved, failed.len()) {
        (_, 0) => Exit::Success,
        (0, _) => Exit::Failure,
        _ => Exit::PartlyFailed,
    })
}

fn fault(not: NotApplied) -> Fault {
    match not {
        NotApplied::Failure(failure) => {
            let why = failure.sentence();
            Fault::new(Exit::of(&failure), format!("Not applied: {}. Nothing was sent.", why.trim_end_matches('.')))
        }
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
