//! The morning run: the things of the page as a queue, shown one at a time with the keys they have on the page.

use crate::api::inquiries as api;
use crate::screens::inquiry::contact::email_to_me;
use crate::store::findings;
use crate::store::home::{Digest, Item, Name, Run, is_listed};
use crate::store::notes::NoteChange;
use crate::store::{ActsAt, DomainRow, EntryId, Mark, Subject};
use crate::ui::list::noting;
use crate::ui::text::counted;
use crate::ui::widgets::page::PageView;
use crate::ui::{Command, Cx, Effect, Info, Level, Outcome, Scopes, Tone, When, World};

use super::acts;
use super::state::{Home, Spot};

/// The morning run while it is on the screen.
#[derive(Debug)]
pub struct Running {
    pub run: Run,
    pub page: PageView,
    /// Note last written about the run.
    noted: Option<NoteChange>,
    /// Point among the user's acts from which all belong to this run.
    since: ActsAt,
    /// Acts of the run before `since`, and note changes that reverse its notes, for a run that was left or interrupted
    /// by other acts.
    earlier: (Vec<EntryId>, Vec<Vec<NoteChange>>),
    /// Time when another screen came to the front, and the run's acts up to then.
    left: Option<(ActsAt, Vec<EntryId>)>,
    /// True once the whole run was undone at its end.
    pub is_undone: bool,
}

impl Running {
    /// Line of the page that the run's keys act on.
    pub fn spot(&self) -> Spot {
        match self.run.current() {
            Some(Item::Answer(id) | Item::Rescue(id)) => Spot::Lead(*id),
            Some(Item::Due(about)) => about.inquiry().map_or(Spot::Line(Name::DueDomains), Spot::Lead),
            Some(Item::Settle(kind, _)) => Spot::Line(Name::Finding(*kind)),
            None => Spot::Head,
        }
    }

    /// Domain that the present thing is about; for a finding, the most important of its names.
    pub fn domain<'a>(&self, world: &World<'a>) -> Option<DomainRow<'a>> {
        let index = world.store.domains();
        let of = |id| Some(world.store.inquiries().row(id)?.domain_name());
        match self.run.current()? {
            Item::Answer(id) | Item::Rescue(id) | Item::Due(Subject::Inquiry(id)) => {
                index.row(index.find(of(*id)?.punycode())?)
            }
            Item::Due(Subject::Domain(name)) => index.row(index.find(name)?),
            Item::Due(_) => None,
            Item::Settle(kind, _) => index.row(findings::known(world.store, world.now).of(*kind)?.first().next()?),
        }
    }

    /// Goes to the next thing once the present one was decided.
    pub fn follow(&mut self, digest: &Digest, world: &World<'_>) {
        // At the end the undo of the whole run is shown, until the user goes back to a thing.
        if !self.is_undone && self.run.follow(digest, world.store, world.now) {
            self.page.reset();
        }
        let now = world.store.acts_at();
        if let Some((left, own)) = self.left.take().filter(|(left, _)| *left != now) {
            // Decisions count on whichever screen they were made.
            let (written, notes) = self.run.earlier(world.store);
            let since = self.since.passing(left, now);
            if since == now {
                self.earlier.1 = notes;
            }
            self.earlier.0 = own.into_iter().chain(written).collect();
            self.since = since;
        }
    }

    /// Skips the present thing, or goes back to the previous one.
    pub fn walk(&mut self, by: isize) -> bool {
        self.page.reset();
        self.is_undone = false;
        if by > 0 { self.run.pass() } else { self.run.back() }
    }

    /// Remembers the run's acts so far, because another screen came to the front.
    pub fn behind(&mut self, world: &World<'_>) {
        if self.left.is_none() {
            self.left = Some((world.store.acts_at(), self.undone(world).0));
        }
    }

    /// Acts that an undo of the run takes back, newest first, and the number of note changes besides them.
    fn undone(&self, world: &World<'_>) -> (Vec<EntryId>, usize) {
        let (mut written, notes) = world.store.acts_since(self.since);
        let earlier = self.run.acts(world.store).map(|entry| entry.id);
        written.extend(earlier.filter(|id| self.earlier.0.contains(id)));
        written.sort_unstable_by(|a, b| b.cmp(a));
        written.dedup();
        (written, notes)
    }

    /// Number of acts that an undo of the run takes back.
    pub fn acts(&self, world: &World<'_>) -> usize {
        let (written, notes) = self.undone(world);
        written.len() + notes + self.earlier.1.len()
    }

    /// Note from which the run is resumed, if it has moved on since the last note. `None` also when another program has
    /// the account, because nothing may be written then.
    pub fn note(&mut self, world: &World<'_>) -> Option<NoteChange> {
        let note = self.run.note();
        if world.store.session().readonly_by_disk || self.noted.as_ref() == Some(&note) {
            return None;
        }
        self.noted = Some(note.clone());
        Some(note)
    }

    pub fn first_in_footer(&self) -> &'static [&'static str] {
        match self.run.current() {
            Some(Item::Answer(_)) => &["home.reply", "home.archive", "home.put_off", "home.pass", "home.leave"],
            Some(Item::Rescue(_)) => {
                &["home.request_email", "home.reply", "home.archive", "home.put_off", "home.pass", "home.leave"]
            }
            Some(Item::Due(_)) => &["home.reminded", "home.put_off", "home.reply", "home.pass", "home.leave"],
            Some(Item::Settle(..)) => {
                &["home.check", "home.sheet", "home.ignore", "home.put_off", "home.pass", "home.leave"]
            }
            None => &["home.leave", "home.undo_run"],
        }
    }
}

/// Adds the commands of the run, before those of the page.
pub fn scopes(scopes: &mut Scopes<'_, '_, Home>) {
    scopes.then_if(|screen| screen.run.as_ref().is_some_and(|running| running.run.current().is_none()), END);
    scopes.then_if(|screen| screen.run.is_some(), COMMANDS);
    scopes.then_if(|screen| screen.is_on_reminder() || matches!(item(screen), Some(Item::Due(_))), REMINDED);
    scopes.then_if(|screen| screen.run.is_some(), AS_ON_ITS_PAGE);
}

const COMMANDS: &[Command<Home>] = &[
    Info::new("home.text_down", "Scroll down a page")
        .keys(&["pgdn", "ctrl-d", "ctrl-f"])
        .run(|screen, _, _| scroll(screen, 1)),
    Info::new("home.text_up", "Scroll up a page")
        .keys(&["pgup", "ctrl-u", "ctrl-b"])
        .run(|screen, _, _| scroll(screen, -1)),
    Info::new("home.pass", "Pass over this one").also(&["skip", "next"]).short(&["space"], "pass over").run_if(
        with_item,
        |screen, _, _| {
            screen.walk(1);
            Outcome::Done
        },
    ),
    Info::new("home.pass_kind", "Pass over all of this kind").also(&["skip"]).short(&["tab"], "next kind").run_if(
        with_item,
        |screen, _, _| {
            if let Some(running) = &mut screen.run {
                running.page.reset();
                running.run.pass_kind();
            }
            Outcome::Done
        },
    ),
    Info::new("home.leave", "Leave the run; enter resumes it")
        .also(&["stop", "pause"])
        .short(&["esc", "q"], "leave")
        .run(|screen, _, _| {
            leave(screen);
            Outcome::Done
        }),
    Info::new("home.request_email", "Email this inquiry to me")
        .also(&["resend", "rescue"])
        .short(&["R"], "email to me")
        .calls::<api::RequestEmail>(Level::Ask)
        .run_if(with_held, |screen, _, cx| match screen.lead() {
            Some(id) => email_to_me(vec![id], cx),
            None => Outcome::Done,
        }),
];

/// Verb for a due reminder, in the run and on its line of the page.
const REMINDED: &[Command<Home>] = &[Info::new("home.reminded", "Delete the reminder: it is done")
    .also(&["done", "dismiss"])
    .short(&["d"], "done")
    .run_if(with_due, |screen, _, cx| reminded(screen, cx))];

/// Verbs with the keys they have on the page of an inquiry. The page of Home has rows of other kinds for these keys.
const AS_ON_ITS_PAGE: &[Command<Home>] = &[
    Info::new("home.hide", "Hide from every list")
        .also(&["delete", "remove", "trash"])
        .aliases(&["hide"])
        .keys(&["d"])
        .calls::<api::Hide>(Level::Undo)
        .run_if(with_inquiry, |screen, _, cx| acts::toggle(screen, Mark::Hidden, cx)),
    Info::new("home.toggle_read", "Mark read or unread")
        .keys(&["m"])
        .calls::<api::Read>(Level::Undo)
        .run_if(with_inquiry, |screen, _, cx| acts::toggle(screen, Mark::Read, cx)),
    noting::NOTE.named("home.note").run_if(with_noted, |screen, args, cx| match noted(screen, &cx.world) {
        Some(about) => {
            let of = cx.world.store.name_of(&about);
            noting::note_these(std::slice::from_ref(&about), &of, "home.note", args, cx)
        }
        None => Outcome::Done,
    }),
];

/// Verbs at the end of the run, where undo takes back the whole run.
const END: &[Command<Home>] = &[Info::new("home.undo_run", "Undo everything that was decided in this run")
    .short(&["u"], "undo all")
    .run_if(with_acts, |screen, _, cx| undo(screen, cx))];

fn item(screen: &Home) -> Option<&Item> {
    screen.run.as_ref()?.run.current()
}

/// On when there is something to decide.
pub fn with_any(screen: &Home, _: &World<'_>) -> When {
    match screen.with_page() {
        When::On => When::on_if(!screen.digest.queue.is_empty(), "Nothing is to be decided."),
        off => off,
    }
}

fn with_item(screen: &Home, _: &World<'_>) -> When {
    When::on_if(item(screen).is_some(), "The run has come to its end.")
}

/// On while a thing is to be decided that the verb can be about; else off with the reason.
fn with_item_if(is_about: bool, why: &str, screen: &Home, world: &World<'_>) -> When {
    match with_item(screen, world) {
        When::On => When::on_if(is_about, why),
        off => off,
    }
}

fn with_inquiry(screen: &Home, world: &World<'_>) -> When {
    let is_inquiry = screen.lead().and_then(|id| world.store.inquiries().row(id)).is_some();
    with_item_if(is_inquiry, "This one is not an inquiry.", screen, world)
}

/// Thing that a note is about: the inquiry, or the domain of a reminder.
fn noted(screen: &Home, world: &World<'_>) -> Option<Subject> {
    screen.due(world.store).or_else(|| screen.lead().map(Subject::Inquiry))
}

fn with_noted(screen: &Home, world: &World<'_>) -> When {
    let why = "Notes are about one inquiry or domain; this is about several domains.";
    with_item_if(noted(screen, world).is_some(), why, screen, world)
}

fn with_due(screen: &Home, world: &World<'_>) -> When {
    When::on_if(screen.due(world.store).is_some(), "No reminder has come.")
}

fn with_held(screen: &Home, world: &World<'_>) -> When {
    match item(screen) {
        Some(Item::Rescue(id)) => world.store.grounds().why_not_mail(*id).map_or(When::On, When::Off),
        _ => When::Off("This inquiry was not held back.".to_owned()),
    }
}

fn with_acts(screen: &Home, world: &World<'_>) -> When {
    let acts = screen.run.as_ref().map_or(0, |running| running.acts(world));
    When::on_if(acts > 0, "Nothing of this run can be undone.")
}

/// Scrolls the text of the present thing; at its end, names the key that goes to another thing.
fn scroll(screen: &mut Home, by: isize) -> Outcome {
    let turned = screen.run.as_mut().is_some_and(|running| running.page.turn(by));
    match by {
        _ if turned => Outcome::Done,
        1.. => Outcome::Refused("The text ends here; j goes to the next.".to_owned()),
        _ => Outcome::Refused("The text begins here; k goes to the one before.".to_owned()),
    }
}

/// Starts the run, or resumes the one that was left.
pub fn begin(screen: &mut Home, cx: &Cx<'_>) -> Outcome {
    begin_with(screen, cx, |_| true)
}

/// Starts a run of the due reminders about domains and inquiries that no list has.
pub fn begin_elsewhere(screen: &mut Home, cx: &Cx<'_>) -> Outcome {
    begin_with(screen, cx, |item| matches!(item, Item::Due(about) if !is_listed(about, cx.world.store)))
}

fn begin_with(screen: &mut Home, cx: &Cx<'_>, is_of: impl Fn(&Item) -> bool) -> Outcome {
    let world = &cx.world;
    let Some(run) = Run::begin(&screen.digest, world.store, world.now, is_of) else {
        return Outcome::Refused("Nothing is left to decide.".to_owned());
    };
    let (since, earlier) = (world.store.acts_at(), run.earlier(world.store));
    screen.run =
        Some(Running { run, page: PageView::default(), noted: None, since, earlier, left: None, is_undone: false });
    Outcome::Done
}

/// Notes how far the run has come, if it has moved on.
pub fn note(screen: &mut Home, cx: &mut Cx<'_>) {
    if let Some(change) = screen.run.as_mut().and_then(|running| running.note(&cx.world)) {
        cx.push(Effect::Notes { changes: vec![change], said: String::new() });
    }
}

/// Leaves the run; its progress is noted already.
pub fn leave(screen: &mut Home) {
    screen.run = None;
}

/// Deletes the due reminders of a thing.
fn reminded(screen: &Home, cx: &mut Cx<'_>) -> Outcome {
    let world = &cx.world;
    let Some(about) = screen.due(world.store) else { return Outcome::Done };
    let come = world.store.notes().of(&about).into_iter().flat_map(|record| record.come(world.now));
    let changes = come.map(|(key, _)| NoteChange::new(about.clone(), key, "")).collect();
    let said = format!("reminder of {} done", world.store.name_of(&about));
    cx.done(Effect::Notes { changes, said })
}

/// Takes back what was decided, newest first.
fn undo(screen: &mut Home, cx: &mut Cx<'_>) -> Outcome {
    let Some(running) = &mut screen.run else { return Outcome::Done };
    let (written, notes) = running.undone(&cx.world);
    let changes = counted(running.acts(&cx.world) as u64, "change", "changes");
    let back: Vec<NoteChange> = std::mem::take(&mut running.earlier.1).into_iter().flatten().collect();
    running.is_undone = true;
    if !back.is_empty() {
        cx.push(Effect::Notes { changes: back, said: String::new() });
    }
    cx.effects.extend(std::iter::repeat_n(Effect::ReverseNotes { redo: false }, notes));
    cx.push(Effect::Reverse(written));
    cx.toast(Tone::Good, format!("Undone: {changes} of this run"));
    Outcome::Done
}
