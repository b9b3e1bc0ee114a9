//! Notes and tags on the rows of a list: `c` and `t`, the same on every list of things that can have notes.
//!
//! Look first at the verbs below; `shown.rs` has the columns and the lines of an opened row.

mod shown;

use crate::base::{Moment, Timestamp, Zone, clean_line};
use crate::store::Subject;
use crate::store::filter::Tells as _;
use crate::store::notes::{Key, NoteChange, Notes, Record, clean_tag};
use crate::ui::text::counted;
use crate::ui::{Args, Command, Confirm, Cx, Effect, Info, Menu, MenuItem, Outcome, Tone, When, World};

use super::ListScreen;

pub use shown::{cell, columns, lines, lines_of_buyer, reminder_words, status_cell};

/// Longest note, in characters.
const NOTE_CHARS: usize = 2_000;

/// List of things that can have notes.
pub trait Noting: ListScreen {
    /// Things a verb notes something about: the opened one, else the marked rows, else the row under the cursor.
    fn noted_about(&self, world: &World<'_>) -> Vec<Subject>;
}

/// Command that notes something.
pub const NOTE: Info = Info::new("", "Note something, on this computer (- deletes the note)")
    .also(&["comment", "remark", "memo"])
    .aliases(&["note"])
    .keys(&["c"])
    .args("[text]");

/// Command of `c`.
pub const fn note<S: Noting>(name: &'static str) -> Command<S> {
    NOTE.named(name).run_if(there, write)
}

/// Command of `t`.
pub const fn tag<S: Noting>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Add and remove tags; rename OLD NEW renames one")
        .also(&["label", "tags"])
        .aliases(&["tag"])
        .keys(&["t"])
        .args("[+hot -cold]");
    info.run_if(there, tags)
}

fn there<S: Noting>(screen: &S, world: &World<'_>) -> When {
    if screen.noted_about(world).is_empty() { When::Off(format!("No {} here.", S::ABOUT.noun)) } else { When::On }
}

/// Words for the things in messages: `brieo.online`, `3 inquiries`. They stay visible under redaction, so they name no
/// buyer.
fn said_of<S: Noting>(about: &[Subject], world: &World<'_>) -> String {
    if let [one] = about {
        let asked = one.inquiry().and_then(|id| world.store.inquiries().row(id));
        let domain = asked.map(|row| row.domain_name().unicode().to_owned()).filter(|name| !name.is_empty());
        if let Some(name) = domain.or_else(|| one.name().map(|name| name.unicode().to_owned())) {
            return name;
        }
    }
    let many = if let Some(stem) = S::ABOUT.noun.strip_suffix('y') {
        format!("{stem}ies")
    } else {
        format!("{}s", S::ABOUT.noun)
    };
    counted(about.len() as u64, S::ABOUT.noun, &many)
}

fn write<S: Noting>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let about = screen.noted_about(&cx.world);
    note_these(&about, &said_of::<S>(&about, &cx.world), "note", args, cx)
}

/// Notes the words of the line about these things (at least one); `command` is the command to type on the line.
pub fn note_these(about: &[Subject], of: &str, command: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let notes = cx.world.store.notes();
    let typed = clean_line(args.text.trim());
    if typed.is_empty() {
        let note = |about: &Subject| notes.of(about).map_or("", |record| record.note());
        let known = note(&about[0]);
        let same = about.iter().all(|other| note(other) == known);
        cx.toast(Tone::Info, format!("Note on {of}"));
        return cx.done(Effect::Line(format!("{command} {}", if same { known } else { "" })));
    }
    if let Some(why) = too_long(&typed) {
        return Outcome::Refused(why);
    }
    let words = if typed == "-" { "" } else { &typed };
    let changes = about.iter().map(|about| NoteChange::new(about.clone(), Key::Note, words)).collect();
    let said = if words.is_empty() { format!("note deleted from {of}") } else { format!("note on {of}") };
    cx.done(Effect::Notes { changes, said })
}

/// Sentence why a note is too long; `None` when it is not.
fn too_long(note: &str) -> Option<String> {
    (note.chars().count() > NOTE_CHARS).then(|| format!("A note has at most {NOTE_CHARS} characters."))
}

fn tags<S: Noting>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let about = screen.noted_about(&cx.world);
    tag_these(&about, &said_of::<S>(&about, &cx.world), "tag", args, cx)
}

/// Adds and removes the tags on the line; arguments as in [`note_these`].
pub fn tag_these(about: &[Subject], of: &str, command: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let notes = cx.world.store.notes();
    match args.words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => {
            cx.toast(Tone::Info, format!("Tags of {of}"));
            cx.push(Effect::Line(format!("{command} +")));
        }
        ["rename", from, to] => return rename(from, to, cx),
        ["rename", ..] => return Outcome::Refused("Usage: :tag rename FROM TO".to_owned()),
        words => {
            let (mut changes, mut said) = (Vec::new(), Vec::new());
            for word in words {
                let (off, typed) =
                    word.strip_prefix('-').map_or((false, word.trim_start_matches('+')), |tag| (true, tag));
                let tag = match read(typed) {
                    Ok(tag) => tag,
                    Err(why) => return Outcome::Refused(why),
                };
                let known = notes.tagged(&tag).next().is_some();
                let has = |about: &Subject| notes.of(about).is_some_and(|record| record.has_tag(&tag));
                // If no row had the tag, none was removed.
                let is_other = about.iter().any(|about| has(about) == off);
                said.extend(is_other.then(|| match (off, known) {
                    (true, _) => format!("-{tag}"),
                    (false, true) => format!("+{tag}"),
                    // Naming a new tag shows a typing error in its spelling.
                    (false, false) => format!("+{tag} (new tag)"),
                }));
                let change =
                    |about: &Subject| NoteChange::new(about.clone(), Key::Tag(tag.clone()), if off { "" } else { "1" });
                changes.extend(about.iter().map(change));
            }
            cx.push(Effect::Notes { changes, said: format!("{} on {of}", said.join(" ")) });
        }
    }
    Outcome::Done
}

fn read(typed: &str) -> Result<Box<str>, String> {
    clean_tag(typed).ok_or_else(|| format!("“{}” is not a tag: letters, digits, - _ . and /", clean_line(typed)))
}

/// Renames a tag everywhere. If the new name is in use, the two tags become one, after a question with both counts.
fn rename(from: &str, to: &str, cx: &mut Cx<'_>) -> Outcome {
    let (from, to) = match (read(from), read(to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(why), _) | (_, Err(why)) => return Outcome::Refused(why),
    };
    let notes = cx.world.store.notes();
    let of: Vec<&Subject> = notes.tagged(&from).collect();
    if of.is_empty() {
        let known = notes.tags();
        return Outcome::Refused(crate::base::unknown("tag", &from, known.iter().map(|(tag, _)| *tag)));
    }
    if from == to {
        return Outcome::Refused("Both names are the same.".to_owned());
    }
    let change = |about: &Subject, tag: &str, value| NoteChange::new(about.clone(), Key::Tag(tag.into()), value);
    let changes = of.iter().flat_map(|about| [change(about, &from, ""), change(about, &to, "1")]).collect();
    let (count, into) = (of.len(), notes.tagged(&to).count());
    let effect = Effect::Notes { changes, said: format!("tag {from} renamed to {to} on {count}") };
    if into == 0 {
        return cx.done(effect);
    }
    cx.confirm(Confirm {
        consequence: format!("{from} is on {count} and {to} on {into}. Afterwards only {to} is left."),
        way_back: Some("Press u to undo.".to_owned()),
        ..Confirm::new(format!("Merge the tag {from} into {to}"), "merge", vec![effect])
    })
}

/// Completions of `:tag`.
pub fn complete(word: &str, notes: &Notes) -> Vec<String> {
    let (sign, typed) = word.strip_prefix('-').map_or(("+", word.trim_start_matches('+')), |tag| ("-", tag));
    let known = notes.told("tag").into_iter().map(|(tag, _)| tag);
    known.filter(|tag| tag.starts_with(typed)).map(|tag| format!("{sign}{tag}")).collect()
}

/// Command of `z`, which snoozes the targets; hidden where rows cannot be snoozed.
pub const fn snooze<S: Noting>(name: &'static str) -> Command<S> {
    snooze_as(name, "Hide until a time, or until the buyer writes again")
}

/// Command for snoozing under another description.
pub const fn snooze_as<S: Noting>(name: &'static str, doc: &'static str) -> Command<S> {
    let info = Info::new(name, doc)
        .also(&["later", "postpone", "defer"])
        .aliases(&["snooze"])
        .keys(&["z"])
        .args("[<when>|off]");
    info.run_if(there, |screen, args, cx| put_off(screen, args, &SNOOZE, cx))
}

/// Command of `Z`.
pub const fn remind<S: Noting>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Remind at a time, whatever happens until then")
        .also(&["reminder", "follow up", "alarm", "due"])
        .aliases(&["remind"])
        .keys(&["Z"])
        .args("[<when>|off]");
    info.run_if(there, |screen, args, cx| put_off(screen, args, &REMIND, cx))
}

/// Command `:quote`, where a price is named to a buyer.
pub const fn quote<S: Noting>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Note until when the price you named stands")
        .also(&["price stands until", "expires", "deadline"])
        .aliases(&["quote"])
        .args("[<when>|off]");
    info.run_if(there, |screen, args, cx| put_off(screen, args, &QUOTE, cx))
}

/// Date on which something comes up again: a snooze, a reminder, or the end of a quoted price.
struct Later {
    key: Key,
    verb: &'static str,
    /// Words for the result, after the name of the thing: ` snoozed until …`.
    done: &'static str,
    off: &'static str,
}

const SNOOZE: Later = Later { key: Key::Snooze, verb: "snooze", done: " snoozed until", off: "snooze ended for" };
const QUOTE: Later =
    Later { key: Key::Quote, verb: "quote", done: ": your price stands until", off: "price deadline deleted from" };
const REMIND: Later = Later { key: Key::Remind, verb: "remind", done: ": reminder", off: "reminder deleted from" };

/// Times that are offered, as one would type them.
const PRESETS: [&str; 6] = ["+3h", "tomorrow", "+3d 9:00", "next monday", "+1w 9:00", "+1mo 9:00"];

/// Menu items for the times offered, the nearest first, each time once, with its effect.
pub fn times((now, zone): (Timestamp, Zone), effect: impl Fn(Moment) -> Effect) -> impl Iterator<Item = MenuItem> {
    let read = |words| Some((words, Moment::read(words, now, zone).ok()?));
    let mut offered: Vec<(&str, Moment)> = PRESETS.into_iter().filter_map(read).collect();
    offered.sort_by_key(|(_, moment)| moment.at());
    // On a Friday, `+3d 9:00` and `next monday` are the same time.
    offered.dedup_by_key(|(_, moment)| moment.at());
    offered.into_iter().map(move |(words, moment)| MenuItem::new(words, moment.echo(now, zone), vec![effect(moment)]))
}

fn put_off<S: Noting>(screen: &mut S, args: &Args, later: &'static Later, cx: &mut Cx<'_>) -> Outcome {
    let about = screen.noted_about(&cx.world);
    put_off_these(&about, &said_of::<S>(&about, &cx.world), later.verb, args, later, cx)
}

/// Snoozes things (at least one) of a screen that is not a list; `command` is the command that takes another time on
/// the line.
pub fn snooze_these(about: &[Subject], of: &str, command: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    put_off_these(about, of, command, args, &SNOOZE, cx)
}

/// Sets another time for the reminders of such things, or deletes them.
pub fn remind_these(about: &[Subject], of: &str, command: &str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    put_off_these(about, of, command, args, &REMIND, cx)
}

fn put_off_these(
    about: &[Subject],
    of: &str,
    command: &str,
    args: &Args,
    later: &'static Later,
    cx: &mut Cx<'_>,
) -> Outcome {
    let (now, zone) = (cx.world.now, cx.world.zone);
    let effect = |moment: Option<Moment>| {
        let value = moment.map_or_else(String::new, |moment| moment.kept());
        let mut changes: Vec<NoteChange> =
            about.iter().map(|about| NoteChange::new(about.clone(), later.key.clone(), &value)).collect();
        // A new time replaces the old one, so clear the record that the old one was reached.
        let with = match later.key {
            Key::Snooze => Some(Key::Woke),
            Key::Remind => Some(Key::Silence),
            _ => None,
        };
        if let Some(key) = with {
            changes.extend(about.iter().map(|about| NoteChange::new(about.clone(), key.clone(), "")));
        }
        let said = match moment {
            Some(moment) => format!("{of}{} {}", later.done, moment.at().weekday_clock(now, zone)),
            None => format!("{} {of}", later.off),
        };
        Effect::Notes { changes, said }
    };
    let typed = args.text.trim();
    if typed == "off" {
        return cx.done(effect(None));
    }
    if !typed.is_empty() {
        return match Moment::read(typed, now, zone) {
            Ok(moment) => cx.done(effect(Some(moment))),
            Err(why) => Outcome::Refused(why),
        };
    }
    let record = cx.world.store.notes().of(&about[0]);
    let item = |label: &str, moment: Moment| MenuItem::new(label, moment.echo(now, zone), vec![effect(Some(moment))]);
    // Offer the old time first, because the snooze may have ended early, by a buyer's mere thanks.
    let old = record.and_then(Record::woke).map(|woke| woke.until).filter(|until| until.at() > now);
    let mut items: Vec<MenuItem> = old.map(|until| item("As before", until)).into_iter().collect();
    items.extend(times((now, zone), |moment| effect(Some(moment))));
    let line = Effect::Line(format!("{command} "));
    items.push(MenuItem::new("Another time …", "fri 9:00, 4 dec, +2w", vec![line]));
    let silence = |record: &Record| later.key == Key::Remind && record.get(&Key::Silence).is_some();
    if record.is_some_and(|record| record.get(&later.key).is_some() || silence(record)) {
        items.push(MenuItem::new("Off", "", vec![effect(None)]));
    }
    let title = format!("{} {of}", crate::base::capital(later.verb));
    cx.menu(Menu { title, items, keep_open: false })
}
