//! Notes and tags on the rows of a list: `c` and `t`, the same on every list whose things can be noted about.

use crate::base::clean_line;
use crate::store::Subject;
use crate::store::filter::Tells as _;
use crate::store::inquiries::COVER;
use crate::store::notes::{Key, NoteChange, Notes, clean_tag};
use crate::ui::text::counted;
use crate::ui::widgets::page::Part;
use crate::ui::{Args, Command, Confirm, Cx, Effect, Info, Outcome, Role, When, World};

use super::ListScreen;

/// Longest note, in characters.
const NOTE_CHARS: usize = 2_000;

/// A list whose things can be noted about.
pub trait Noting: ListScreen {
    /// What a verb notes about: the opened thing, else the marked rows, else the row under the cursor.
    fn noted_about(&self, world: &World<'_>) -> Vec<Subject>;
}

/// `c`.
pub const fn note<S: Noting>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Note something, on this computer (- deletes the note)")
        .also(&["comment", "remark", "memo"])
        .aliases(&["note"])
        .keys(&["c"])
        .args("[text]");
    info.run_if(there, write)
}

/// `t`.
pub const fn tag<S: Noting>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Add and remove tags, on this computer: +hot -cold")
        .also(&["label", "tags"])
        .aliases(&["tag"])
        .keys(&["t"])
        .args("[+tag|-tag|rename <from> <to>]");
    info.run_if(there, tags)
}

fn there<S: Noting>(screen: &S, world: &World<'_>) -> When {
    if screen.noted_about(world).is_empty() { When::Off(format!("No {} here.", S::NOUN)) } else { When::On }
}

/// `3 inquiries`.
fn how_many<S: Noting>(about: &[Subject]) -> String {
    let many = if let Some(stem) = S::NOUN.strip_suffix('y') { format!("{stem}ies") } else { format!("{}s", S::NOUN) };
    counted(about.len() as u64, S::NOUN, &many)
}

fn write<S: Noting>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let (about, notes) = (screen.noted_about(&cx.world), cx.world.store.notes());
    let typed = clean_line(args.text.trim());
    if typed.is_empty() {
        let note = |about: &Subject| notes.of(about).map_or("", |record| record.note());
        let known = note(&about[0]);
        let same = about.iter().all(|other| note(other) == known);
        cx.push(Effect::Line(format!("{}.note {}", S::ID, if same { known } else { "" })));
        return Outcome::Done;
    }
    if typed.chars().count() > NOTE_CHARS {
        return Outcome::Refused(format!("A note has at most {NOTE_CHARS} characters."));
    }
    let words = if typed == "-" { "" } else { &typed };
    let changes = about.iter().map(|about| NoteChange::new(about.clone(), Key::Note, words)).collect();
    let of = how_many::<S>(&about);
    let said = if words.is_empty() { format!("note deleted from {of}") } else { format!("note on {of}") };
    cx.push(Effect::Notes { changes, said });
    Outcome::Done
}

fn tags<S: Noting>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let notes = cx.world.store.notes();
    match args.words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => cx.push(Effect::Line(format!("{}.tag +", S::ID))),
        ["rename", from, to] => return rename(from, to, cx),
        ["rename", ..] => return Outcome::Refused("Usage: :tag rename FROM TO".to_owned()),
        words => {
            let (mut changes, mut said) = (Vec::new(), Vec::new());
            let about = screen.noted_about(&cx.world);
            for word in words {
                let (off, typed) =
                    word.strip_prefix('-').map_or((false, word.trim_start_matches('+')), |tag| (true, tag));
                let tag = match read(typed) {
                    Ok(tag) => tag,
                    Err(why) => return Outcome::Refused(why),
                };
                let known = notes.tagged(&tag).next().is_some();
                said.push(match (off, known) {
                    (true, _) => format!("-{tag}"),
                    (false, true) => format!("+{tag}"),
                    // A tag that is spelled otherwise than the one that was meant is noticed here.
                    (false, false) => format!("+{tag} (new tag)"),
                });
                let change =
                    |about: &Subject| NoteChange::new(about.clone(), Key::Tag(tag.clone()), if off { "" } else { "1" });
                changes.extend(about.iter().map(change));
            }
            cx.push(Effect::Notes { changes, said: format!("{} on {}", said.join(" "), how_many::<S>(&about)) });
        }
    }
    Outcome::Done
}

fn read(typed: &str) -> Result<Box<str>, String> {
    clean_tag(typed).ok_or_else(|| format!("“{}” is not a tag: letters, digits, - _ . and /", clean_line(typed)))
}

/// Renames a tag wherever it is; where the other one is in use too the two become one, which is asked about with both
/// counts.
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
        cx.push(effect);
        return Outcome::Done;
    }
    cx.confirm(Confirm {
        consequence: format!("{from} is on {count} and {to} on {into}. Afterwards all of them carry {to} only."),
        way_back: Some("Press u to undo.".to_owned()),
        ..Confirm::new(format!("Merge the tag {from} into {to}"), "merge", vec![effect])
    });
    Outcome::Done
}

/// The words `:tag` can take.
pub fn complete(word: &str, notes: &Notes) -> Vec<String> {
    let (sign, typed) = word.strip_prefix('-').map_or(("+", word.trim_start_matches('+')), |tag| ("-", tag));
    let known = notes.told("tag").into_iter().map(|(tag, _)| tag);
    known.filter(|tag| tag.starts_with(typed)).map(|tag| format!("{sign}{tag}")).collect()
}

/// The columns of what is noted about things of this kind, where anything is.
pub fn columns(notes: &Notes, is_of: fn(&Subject) -> bool) -> impl Iterator<Item = &'static str> {
    let (mut tags, mut words) = (false, false);
    for (_, record) in notes.iter().filter(|(about, _)| is_of(about)) {
        tags |= record.tags().next().is_some();
        words |= !record.note().is_empty();
        if tags && words {
            break;
        }
    }
    tags.then_some("tags").into_iter().chain(words.then_some("note"))
}

/// What is noted about a thing, for its page: its tags, then the user's words.
pub fn lines(about: &Subject, world: &World<'_>) -> Vec<Part> {
    let Some(record) = world.store.notes().of(about) else { return Vec::new() };
    let covered = |note| if world.store.session().redact { COVER } else { note };
    let tags = record.tag_line();
    let tags = (!tags.is_empty()).then(|| Part::Line(vec![(Role::Dim, "tags ".to_owned()), (Role::Accent, tags)]));
    let note = Some(record.note()).filter(|note| !note.is_empty());
    let note = note.map(|note| Part::Text(Role::Staged, format!("note: {}", covered(note))));
    tags.into_iter().chain(note).collect()
}
