//! One word per act: in its command, the footer, the question, and the messages while it runs and when it is done.

use std::collections::{BTreeMap, HashSet};

use parkade::screens::ALL;
use parkade::store::writes::intent::Intent;
use parkade::ui::reference::everything;
use parkade::ui::testing::Story;

use super::everywhere;
use crate::conformance::{Page, page};

/// An act: its kind of write, its commands, and its word in questions and in results.
struct Act {
    write: &'static str,
    commands: &'static [&'static str],
    word: &'static str,
    done: &'static str,
}

const fn act(write: &'static str, commands: &'static [&'static str], word: &'static str, done: &'static str) -> Act {
    Act { write, commands, word, done }
}

const ACTS: &[Act] = &[
    act("MarkRead", &["inquiries.read"], "mark read", "marked read"),
    act("MarkUnread", &["inquiries.unread"], "mark unread", "marked unread"),
    act("Star", &["inquiries.star"], "star", "starred"),
    act("Unstar", &["inquiries.unstar"], "unstar", "unstarred"),
    act("Archive", &["inquiries.archive"], "archive", "archived"),
    act("Unarchive", &["inquiries.unarchive", "archived.unarchive"], "unarchive", "unarchived"),
    act("Hide", &["inquiries.hide"], "hide", "hidden"),
    act("Restore", &["inquiries.restore", "hidden.unhide"], "unhide", "unhidden"),
    act("RequestEmail", &["inquiries.request_email", "unsent.email"], "email", "emailed"),
    act("Unreachable", &["inquiries.unreachable"], "report", "reported"),
    act("IgnoreSender", &["inquiries.ignore", "senders.ignore"], "ignore", "ignored"),
    act("AllowSender", &["senders.allow"], "stop ignoring", "no longer ignored"),
    act("AddImage", &["images.add"], "add", "added"),
    act("RemoveImage", &["images.remove"], "remove", "removed"),
    act("NameNameservers", &["nameservers.create"], "create", "created"),
    act("AddCampaign", &["ads.add"], "create", "created"),
    act("SaveCampaign", &[], "save", "saved"),
    act("AddListings", &["domains.advertise", "ads.advertise"], "advertise", "advertised"),
    act("DeleteDomains", &["domains.delete"], "remove", "removed"),
    act("IgnoreDomains", &["domains.ignore"], "ignore", "ignored"),
    act("VerifyDomains", &["domains.verify"], "verify", "verified"),
    act("RetryDomains", &["domains.retry"], "check again", "checked again"),
    act("ApproveDomains", &["domains.approve"], "approve", "approved"),
    act("AddBackDomains", &["domains.add_back"], "add back", "added back"),
    act("AddDomains", &["domains.add", "add.write"], "add", "added"),
    act("ImportCsv", &["import.write"], "import", "imported"),
    act("RerunImport", &["jobs.again", "jobs.rerun"], "run again", "started again"),
    act("Export", &["jobs.export"], "export", "started"),
    act("SaveProfile", &["profile.write"], "save", "saved"),
    act("SavePortfolio", &["site.write"], "save", "saved"),
    act("UndoVersion", &["history.undo"], "undo", "undone"),
    act("UndoUntoldVersion", &["history.undo"], "undo", "undone"),
    act("SaveSettings", &["review.save"], "save", "saved"),
    act("SaveDomainSettings", &["review.save"], "save", "saved"),
];

/// Words of a sentence, in lower case.
fn words(text: &str) -> Vec<String> {
    let small = text.to_lowercase();
    small.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// True when the words of the act follow one another in the text, with any words between them.
fn says(text: &str, act: &str) -> bool {
    let mut left = words(text).into_iter();
    words(act).iter().all(|word| left.any(|other| other == *word))
}

#[test]
fn every_kind_of_write_and_its_commands_use_the_one_word_of_the_act() {
    let mut wrong = Vec::new();
    let mut known = Vec::new();
    for rule in Intent::rules() {
        let verb = format!("{:?}", rule.verb);
        let Some(act) = ACTS.iter().find(|act| act.write == verb) else {
            wrong.push(format!("{verb} has no word in the table"));
            continue;
        };
        known.push(act.write);
        let first = act.word.split(' ').next().unwrap_or_default();
        // The key line needs only the first word, as in `check them`: the title above it has the others.
        for (part, text, word) in
            [("question", rule.asked, act.word), ("key line", rule.action, first), ("result", rule.done, act.done)]
        {
            if !(says(text, word) || verb == "Export" && says(text, "start")) {
                wrong.push(format!("{verb}, {part}: “{text}” does not say “{word}”"));
            }
        }
    }
    wrong.extend(ACTS.iter().filter(|act| !known.contains(&act.write)).map(|act| format!("no write {}", act.write)));
    for (_, infos) in everything(ALL) {
        for info in infos {
            for act in ACTS.iter().filter(|act| act.commands.contains(&info.name)) {
                if !says(info.doc, act.word) {
                    wrong.push(format!("{}: “{}” does not say “{}”", info.name, info.doc, act.word));
                }
                let short = act.word.trim_start_matches("mark ");
                let again = act.write == "RerunImport";
                if !info.short.is_empty() && !says(info.short, short) && !again {
                    wrong.push(format!("{}: the footer says “{}”, not “{short}”", info.name, info.short));
                }
                if let Some(line) = info.aliases.first()
                    && !["write", "bulk", "rerun", "image", "read", "unread", "request-email", "unreachable"]
                        .contains(line)
                    && line.replace('-', "") != act.word.replace(' ', "")
                {
                    wrong.push(format!("{}: the line says “:{line}”, not “{}”", info.name, act.word));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words that an act is not called by, each with the act's own word. Commands are found by these words, but never shown
/// under them.
const NOT: &[(&str, &str)] = &[
    ("take out", "remove"),
    ("taken out", "removed"),
    ("takes out", "removes"),
    ("took out", "removed"),
    ("take it out", "remove it"),
    ("take off", "remove"),
    ("taken off", "removed"),
    ("take in", "approve"),
    ("taken in", "approved"),
    ("take into", "approve"),
    ("taken into", "approved"),
    ("handed over", "the act's own word"),
    ("take back", "undo"),
    ("taken back", "undone"),
    ("takes back", "undoes"),
    ("takes it back", "undoes it"),
    ("bring back", "unhide, unarchive, add back"),
    ("brought back", "unhidden, unarchived, added back"),
    ("brings back", "unhides, unarchives, adds back"),
    ("put back", "undo"),
    ("restores", "unhides, unarchives, adds back"),
    ("restored", "unhidden, unarchived, added back"),
    ("deleted", "removed, hidden, discarded"),
    ("retried", "checked again"),
    ("unignore", "stop ignoring"),
    ("unignored", "no longer ignored"),
    ("done again", "redone"),
    ("approved of", "approved"),
    ("flag", "star"),
    ("trash", "hide"),
    ("dismiss", "ignore"),
];

/// Phrases in which a word of [`NOT`] has another meaning.
const MEANT: &[&str] = &[
    "delete fetched data from this machine",
    "save load or delete a view",
    "landers and settings are deleted",
    "after sending; keeps what you wrote",
    "save load rm name",
    // In the question before domains are removed: their prices are deleted with them.
    "is deleted too",
    "are deleted too",
    // Here, fields get their former values back.
    "fields restored",
    "field restored",
];

/// Parts of the text that call an act by a wrong word.
fn wrong_words(text: &str) -> Vec<String> {
    let mut line = format!(" {} ", words(text).join(" "));
    for meant in MEANT {
        line = line.replace(&format!(" {meant} "), " ");
    }
    let wrong = NOT.iter().filter(|(not, _)| line.contains(&format!(" {not} ")));
    wrong.map(|(not, word)| format!("“{not}” should be “{word}”")).collect()
}

#[test]
fn no_text_of_the_program_calls_an_act_by_another_word() {
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    let mut read = HashSet::new();
    let mut see = |place: &str, text: &str| {
        // Most lines are in many frames, so each is checked once.
        for line in text.lines().filter(|line| read.insert(line.trim().to_owned())) {
            for problem in wrong_words(line) {
                wrong.entry(format!("{problem}: {}", line.trim())).or_insert_with(|| place.to_owned());
            }
        }
    };
    for rule in Intent::rules() {
        let texts = [
            rule.asked,
            rule.done,
            rule.doing,
            rule.action,
            rule.consequence,
            rule.of_several,
            rule.way_back,
            rule.other_way_back,
        ];
        see(&format!("{:?}", rule.verb), &texts.join("\n"));
        see(&format!("{:?}", rule.verb), &format!("{} {}", rule.noun.count(2), rule.undone));
        see(&format!("{:?}", rule.verb), &[rule.still.0, rule.still.1, rule.still.2, rule.undetermined].join("\n"));
        if let Some(undo) = rule.job_undo {
            see(&format!("{:?}", rule.verb), &[undo.doing, undo.caveat, undo.unsent].join("\n"));
        }
    }
    for (screen, infos) in everything(ALL) {
        for info in infos {
            let line = info.aliases.first().unwrap_or(&"");
            see(&format!("{} of {screen}", info.name), &[info.doc, info.short, line, info.args].join("\n"));
        }
    }
    see("assets/keys.md", include_str!("../../../assets/keys.md"));
    for (place, frame) in everywhere() {
        see(place, frame);
    }
    let wrong: Vec<String> = wrong.iter().map(|(problem, place)| format!("{problem}\n    at {place}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page, the key of an act on it, and the words of the footer, the question (none where it runs at once) and the result.
const KEYS: &[(Page, &str, &str, &str, &str)] = &[
    (("inquiries", "", ""), "a", "a archive", "", "archived"),
    (("inquiries", "", ""), "s", "s star", "", "starred"),
    (("inquiries", "", ""), "d", "", "", "hidden"),
    (("inquiries", "", "space j space"), "d", "", "Hide 2 inquiries", "2 inquiries hidden"),
    (("domains", "", "space"), "d", "d remove", "Remove bergluft.at", "removed"),
    (("domains", "", ""), "V", "V check again", "", "Checking bergluft.at again"),
    (("domains", "detected", ""), "a", "a approve", "Approve nordsee-ferien.de", "Approving nordsee-ferien.de"),
    (("domains", "detected", ""), "i", "i ignore", "Ignore nordsee-ferien.de", "nordsee-ferien.de ignored"),
    (("domains", "detected", ""), "V", "V verify", "Verify nordsee-ferien.de", "Verifying nordsee-ferien.de"),
    (("domains", "removed", ""), "a", "a add back", "Add oldname.net back", "Adding oldname.net back"),
    (("senders", "", ""), "d", "d stop ignoring", "", "no longer ignored"),
];

fn shows(story: &mut Story, words: &str) -> bool {
    let dense = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    dense(&story.snap()).contains(&dense(words))
}

#[test]
fn footer_question_and_result_of_an_act_share_its_word() {
    let mut wrong = Vec::new();
    for (at, key, footer, question, result) in KEYS {
        let mut story = page(*at);
        if !shows(&mut story, footer) {
            wrong.push(format!("{at:?}: no “{footer}” in the footer:\n{}", story.snap()));
        }
        story.keys(key).wait(400);
        if !question.is_empty() && !shows(&mut story, question) {
            wrong.push(format!("{at:?} {key}: not asked “{question}”:\n{}", story.snap()));
        }
        if story.shell.layer_names().contains(&"dialog") {
            story.keys("y");
        }
        story.settle(None).line("log");
        if !shows(&mut story, result) {
            wrong.push(format!("{at:?} {key}: not said “{result}”:\n{}", story.snap()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
