//! Effects that a command asks the runtime for: plain data, carried out outside the ui.

use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone};
use crate::client::Secret;
use crate::store::disk::Noted;
use crate::store::notes::NoteChange;
use crate::store::writes::plan::{Plan, ReviewStep};
use crate::store::{EntryId, Intent, Subject};

use super::{Args, Confirm, FileAsk, Menu, News, Place, Reply, ReplyStep, Save, ScreenId, Sheet, Tone};

/// An act outside the ui.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A confirmed write: journal, overlay, then the wire.
    Write(Intent),
    /// The write although an earlier one of its things could not be determined; the user typed a word to confirm.
    WriteOver(Intent),
    /// Takes a step of the review: puts changes of settings there, or takes some out.
    Stage(ReviewStep),
    /// Reads the values again that what is under review changes, where they were not read just now.
    ReadStaged,
    /// Reads again what these things have of their own, where it was read before that.
    ReadValues(Arc<[Subject]>, Timestamp),
    /// Writes what is under review, as the question named it.
    WriteStaged(Arc<Intent>),
    /// Leaves only what was not saved under review.
    KeepFailed,
    /// Takes back what of that write has not been sent.
    TakeBack(EntryId),
    /// Marks an inquiry read because it was opened: no act of the user, so undo and redo pass it by.
    Opened(Id<Inquiry>),
    /// Undoes these acts, or redoes these undos, in this order.
    Reverse(Vec<EntryId>),
    /// A message that disappears automatically.
    Toast(Tone, String),
    /// A message about something that came by itself: it waits until the one on the screen has had its time, which may
    /// answer the user's key. Handled by the shell.
    Aside(Tone, String),
    /// Goes to a place, as `Place::steps` says. Handled by the shell.
    Go(Place),
    /// Opens a screen, with arguments as on the `:` line.
    Open(ScreenId, Args),
    /// As [`Effect::Open`], for one thing that belongs to the screen: closing it there leads back here. Handled by the
    /// shell.
    Visit(ScreenId, Args),
    /// Runs another command by its full name.
    Run(&'static str, Args),
    /// Lets the screen go on in the next turn, behind the keys: it has not made all yet of what is known.
    MakeMore,
    /// Asks the queries on the screen again, whatever their age.
    Refresh,
    /// Sends what waits although the service asked to wait.
    SendNow,
    /// Cancels the user's own running requests.
    Cancel,
    /// Puts cleaned text on the clipboard, naming what it is in the toast.
    Copy {
        what: &'static str,
        text: String,
    },
    /// Tells of news beyond the screen, by bell, notification and hook, where the configuration asks for it.
    Tell(Box<News>),
    /// Begins a reply: a template, then the user's editor, then the choice of what to do with it.
    Reply(Box<Reply>),
    /// Goes on with the reply in hand.
    ReplyStep(ReplyStep),
    /// Reads, edits or keeps a file of the user's.
    File(FileAsk),
    /// Saves a file: a download, or a text made here. It is told when it ends.
    Save(Box<Save>),
    /// Runs a command of the user's with this on its standard input, after its confirmation; it is shown what it says.
    Pipe {
        line: String,
        input: Arc<[u8]>,
    },
    /// Opens an http or https address in the browser, after its confirmation.
    OpenUrl(String),
    /// Switches between local time and UTC, watch on and off: kept in the session.
    SetZone(Zone),
    SetWatch(Option<u32>),
    /// Writes a setting that is in force already into the config: its key and its word.
    KeepSetting(&'static str, String),
    /// Writes a setting into the config that is on or off.
    KeepSwitch(&'static str, bool),
    /// Asks a 401-stopped client or a missing feature again.
    TryAgain,
    /// Tries this credential with one read and keeps it when the read works; a failure comes back to the screen
    /// through [`super::Screen::failed`], with `address`, `token` or `keep` for what it is about.
    Login(Box<Login>),
    /// Opens the account that [`Effect::Login`] has tried and kept.
    GoOn,
    /// Finds out what is set up and what the token may do, and shows it.
    Doctor,
    /// Finds out with one read each what the token may do.
    CheckAbilities,
    /// Reads the configuration again and puts it in force.
    ReloadConfig,
    /// Keeps a view under its name (`line` as the screen opens with), or forgets it (`None`).
    SaveView {
        screen: ScreenId,
        name: String,
        line: Option<String>,
    },
    /// Notes something on this computer, and what is said of it; nothing where no key asked for it.
    Note {
        noted: Noted,
        said: String,
    },
    /// Changes what the user notes about things; what is said of it and of its undo.
    Notes {
        changes: Vec<NoteChange>,
        said: String,
    },
    /// Forgets what the user notes for good; undo does not bring it back.
    ForgetNotes {
        changes: Vec<NoteChange>,
        /// Things the daily copies forget as well.
        things: Vec<Subject>,
        said: String,
    },
    /// Deletes the replies that are kept as sent last to these.
    ForgetReplies(Vec<Id<Inquiry>>),
    /// Forgets the earlier `:` lines that hold this address, in lower case, also in their file.
    ForgetLines(String),
    /// Undoes the newest act on notes, or redoes the one undone last.
    ReverseNotes {
        redo: bool,
    },
    /// Masks names, addresses, phone numbers and prices wherever they are shown, or shows them again.
    SetRedact(bool),
    /// Forgets everything that came from the service; the journal and the settings stay.
    PurgeCache,
    /// Forgets what is kept of caught mail; marks and notes stay.
    PurgeMail,
    /// Reads the results of undetermined writes again.
    CheckAgain,
    /// Walks over the whole collection again.
    Sync,
    /// Opens another account; unforced it asks when writes are pending.
    Account {
        name: String,
        force: bool,
    },
    /// Leaves the account in use for the page that sets up one of this name; asks first as [`Effect::Account`] does.
    AddAccount {
        name: String,
        force: bool,
    },
    /// Takes an account that is not in use out of the configuration, with its credentials.
    RemoveAccount(String),
    /// Ends the program; unforced it asks when writes are pending.
    Quit {
        force: bool,
    },
    /// Ctrl+Z.
    Suspend,
    /// Opens a question; what follows a yes travels inside it. Handled by the shell.
    Confirm(Box<Confirm>),
    /// Opens a menu. Handled by the shell.
    Menu(Box<Menu>),
    /// Opens a page of text. Handled by the shell.
    Show(Box<Sheet>),
    /// Opens the `:` line with the beginning of a command on it, for the person to end: one of the screen in front or of the
    /// program. Handled by the shell.
    Line(String),
    /// Goes to the screen before this one. Handled by the shell.
    Back,
}

/// The account with made-up data, on a service of this program's own.
pub const DEMO: &str = "demo";

impl Effect {
    /// Effects that add a plan to the review and go there.
    pub fn review(plan: Plan) -> Vec<Self> {
        vec![Self::Stage(ReviewStep::Add(Box::new(plan))), Self::Go(Place::Review)]
    }

    /// Opens the demo.
    pub fn demo() -> Self {
        Self::Account { name: DEMO.to_owned(), force: false }
    }
}

/// Place where a token is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Keyring,
    /// The file with rights 0600.
    File,
    /// Nowhere: until the program ends.
    ThisRun,
}

/// An account as typed in the first run.
#[derive(Clone, Debug)]
pub struct Login {
    /// Address as `ClientConfig::check_base_url` gave it.
    pub base_url: String,
    pub token: Secret,
    pub keep: Keep,
}

/// Written by hand, so that a secret is not compared by accident.
impl PartialEq for Login {
    fn eq(&self, other: &Self) -> bool {
        self.base_url == other.base_url && self.keep == other.keep && self.token.expose() == other.token.expose()
    }
}
