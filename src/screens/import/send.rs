//! The question before an import is sent: what it would do, as far as that can be told from here.

use crate::store::Intent;
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Confirm, Cx, Effect, Outcome};

use super::changes;
use super::state::ImportPage;
use super::written;

/// Names shown in the question.
const SAMPLES: usize = 5;

/// Puts the question; a yes hands the file over as it was looked at.
pub fn ask(page: &mut ImportPage, cx: &mut Cx<'_>) -> Outcome {
    let (Some(csv), Some(report)) = (page.import(), page.report.clone()) else {
        return Outcome::Refused("This file cannot be imported yet.".to_owned());
    };
    let digest = csv.digest.clone();
    let counts = report.counts;
    let mut consequence =
        vec![format!("The service reads {} in the background.", counted(counts.names.into(), "domain", "domains"))];
    let unlike = written::unlike(&report.written);
    if !unlike.is_empty() {
        consequence.push(format!(
            "The file looks like {unlike}: a copy with commas, in UTF-8, is sent; the file stays as it is."
        ));
    } else if report.written.heading.is_some() {
        consequence
            .push("A copy is sent whose first row names the columns as chosen; the file stays as it is.".to_owned());
    }
    let words = changes::words(&page.changes);
    if !words.is_empty() && page.changes.known > 0 {
        consequence.push(format!("As far as is known here: {words}."));
    }
    let bad = counts.doubled + counts.not_names;
    if bad > 0 {
        consequence.push(format!("{} will not be imported.", counted(bad.into(), "row", "rows")));
    }
    if counts.wrong_values > 0 {
        let values = counted(counts.wrong_values.into(), "value looks", "values look");
        consequence.push(format!("{values} wrong."));
    }
    if counts.empty_values > 0 {
        let cells = counted(counts.empty_values.into(), "cell is", "cells are");
        consequence.push(format!(
            "{cells} empty: the service does not say whether that inherits or changes nothing. Leave out columns that \
             do not change."
        ));
    }
    let sent = Args { options: vec!["sent".to_owned()], ..Args::default() };
    let name = crate::base::clean_line(&csv.file_name).into_owned();
    let effects = vec![Effect::Open("import", sent), Effect::Write(Intent::ImportCsv(Box::new(csv)))];
    cx.confirm(Confirm {
        samples: report.plans.iter().take(SAMPLES).map(|plan| plan.name.both()).collect(),
        consequence: consequence.join(" "),
        ..Confirm::new(format!("Import {name}, {} rows", grouped(counts.rows.into())), "import it", effects)
    });
    page.ask(digest);
    Outcome::Done
}
