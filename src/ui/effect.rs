//! Effects that a command asks the runtime for: plain data, carried out outside `ui`.

use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone};
use crate::client::Secret;
use crate::store::disk::Noted;
use crate::store::notes::NoteChange;
use crate::store::writes::plan::{Plan, ReviewStep};
use crate::store::{EntryId, Intent, Subject};

use super::{Args, Confirm, FileAsk, Menu, News, Place, Reply, ReplyStep, Save, ScreenId, Sheet, Tone};

/// Act outside `ui`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Makes a confirmed write: first the journal and the overlay, then the request.
    Write(Intent),
    /// Makes a write although an earlier one on the same things has an unknown outcome; the user typed a word to
    /// confirm.
    WriteOver(Intent),
    /// Takes a step of the review, such as adding or removing changes of settings.
    Stage(ReviewStep),
    /// Reads the values under review again, unless they were read just now.
    ReadStaged,
    /// Reads the own values of these things again if they were read before that time.
    ReadValues(Arc<[Subject]>, Timestamp),
    /// Writes what is under review, as the question listed it.
    WriteStaged(Arc<Intent>),
    /// Keeps under review only what was not saved.
    KeepFailed,
    /// Drops what has not been sent of that write.
    TakeBack(EntryId),
    /// Marks an inquiry as read because it was opened. The user did not ask for it, so undo and redo skip it.
    Opened(Id<Inquiry>),
    /// Undoes these acts, or redoes these undos, in this order.
    Reverse(Vec<EntryId>),
    /// Shows a message that disappears automatically.
    Toast(Tone, String),
    /// Shows a message about something the user did not start. It waits until the present message, which may answer the
    /// user's key, was shown long enough. Handled by the shell.
    Aside(Tone, String),
    /// Goes to a place; [`Place`] has the steps. Handled by the shell.
    Go(Place),
    /// Opens a screen, with arguments as on the `:` line.
    Open(ScreenId, Args),
    /// Opens a screen as [`Effect::Open`] does, for one thing of that screen: closing the thing leads back here.
    /// Handled by the shell.
    Visit(ScreenId, Args),
    /// Runs another command by its full name.
    Run(&'static str, Args),
    /// Lets the screen continue in the next turn, after waiting keys, because it has not processed all known data.
    MakeMore,
    /// Requests everything on the screen again, whatever its age.
    Refresh,
    /// Sends waiting requests although the service asked to wait.
    SendNow,
    /// Cancels the user's own running requests.
    Cancel,
    /// Copies cleaned text to the clipboard; the toast names it as `what`.
    Copy {
        what: &'static str,
        text: String,
    },
    /// Announces news outside the screen, by bell, notification and hook, as configured.
    Tell(Box<News>),
    /// Starts a reply: a template, then the user's editor, then the choice of what to do with it.
    Reply(Box<Reply>),
    /// Continues the open reply.
    ReplyStep(ReplyStep),
    /// Reads, edits or keeps one of the user's files.
    File(FileAsk),
    /// Saves a file: a download, or a text made here. A message reports its end.
    Save(Box<Save>),
    /// Runs a user's command after confirmation, with `input` as its standard input, and shows its output.
    Pipe {
        line: String,
        input: Arc<[u8]>,
    },
    /// Opens an http or https address in the browser, after its confirmation.
    OpenUrl(String),
    /// Sets local time or UTC, or auto-refresh, for this session.
    SetZone(Zone),
    SetWatch(Option<u32>),
    /// Writes a setting that is in force already to the config file: its key and its word.
    KeepSetting(&'static str, String),
    /// Writes a setting that is on or off to the config file.
    KeepSwitch(&'static str, bool),
    /// Tries again after the token was rejected, or a feature was missing.
    TryAgain,
    /// Tries this login with one read and keeps it if that works. A failure is reported to the screen through
    /// [`super::Screen::failed`], with `address`, `token` or `keep` for the field it is about.
    Login(Box<Login>),
    /// Opens the account that [`Effect::Login`] has tried and kept.
    GoOn,
    /// Finds out what is set up and which abilities the token has, and shows it.
    Doctor,
    /// Tests the token's abilities, with one read each.
    CheckAbilities,
    /// Reads the config file again and applies it.
    ReloadConfig,
    /// Saves a view under its name (`line` is what the screen opens with), or deletes it (`None`).
    SaveView {
        screen: ScreenId,
        name: String,
        line: Option<String>,
    },
    /// Notes something on this computer, and shows `said` (nothing if no key asked for it).
    Note {
        noted: Noted,
        said: String,
    },
    /// Changes the user's notes; `said` describes the change and its undo.
    Notes {
        changes: Vec<NoteChange>,
        said: String,
    },
    /// Forgets notes for good; undo does not bring them back.
    ForgetNotes {
        changes: Vec<NoteChange>,
        /// Things whose notes are also deleted from the daily copies.
        things: Vec<Subject>,
        said: String,
    },
    /// Deletes the replies kept as last sent for these inquiries.
    ForgetReplies(Vec<Id<Inquiry>>),
    /// Forgets earlier `:` lines that contain this address, in lower case, also in their file.
    ForgetLines(String),
    /// Undoes the newest act on notes, or redoes the one undone last.
    ReverseNotes {
        redo: bool,
    },
    /// Turns redaction of names, addresses, phone numbers and prices on or off.
    SetRedact(bool),
    /// Deletes everything kept from the service; the journal and the settings stay.
    PurgeCache,
    /// Deletes everything kept of caught mail; marks and notes stay.
    PurgeMail,
    /// Reads again the results of writes with an unknown outcome.
    CheckAgain,
    /// Starts the walk over the whole collection again.
    Sync,
    /// Opens another account. Unless forced, asks when writes are pending.
    Account {
        name: String,
        force: bool,
    },
    /// Leaves the account in use for the page that sets up a new one with this name; asks first, as [`Effect::Account`]
    /// does.
    AddAccount {
        name: String,
        force: bool,
    },
    /// Removes an account that is not in use from the config file, with its credentials.
    RemoveAccount(String),
    /// Ends the program. Unless forced, asks when writes are pending.
    Quit {
        force: bool,
    },
    /// Suspends the program, for Ctrl+Z.
    Suspend,
    /// Opens a question, which contains the effects of a yes. Handled by the shell.
    Confirm(Box<Confirm>),
    /// Opens a menu. Handled by the shell.
    Menu(Box<Menu>),
    /// Opens a page of text. Handled by the shell.
    Show(Box<Sheet>),
    /// Opens the `:` line with the beginning of a command, which the user completes: one of the screen in front or of
    /// the program. Handled by the shell.
    Line(String),
    /// Goes back to the previous screen. Handled by the shell.
    Back,
}

/// Name of the account with made-up data, on a service that runs in this program.
pub const DEMO: &str = "demo";

impl Effect {
    /// Effects that add a plan to the review and open it.
    pub fn review(plan: Plan) -> Vec<Self> {
        vec![Self::Stage(ReviewStep::Add(Box::new(plan))), Self::Go(Place::Review)]
    }

    /// Effect that opens the demo.
    pub fn demo() -> Self {
        Self::Account { name: DEMO.to_owned(), force: false }
    }
}

/// Place where a token is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Keyring,
    /// File that only the user can read (mode 0600).
    File,
    /// Nowhere; it is gone when the program ends.
    ThisRun,
}

/// Account as typed in the first run.
#[derive(Clone, Debug)]
pub struct Login {
    /// Address, as checked by `ClientConfig::check_base_url`.
    pub base_url: String,
    pub token: Secret,
    pub keep: Keep,
}

/// Written by hand, so that a secret is compared only where that is meant.
impl PartialEq for Login {
    fn eq(&self, other: &Self) -> bool {
        self.base_url == other.base_url && self.keep == other.keep && self.token.expose() == other.token.expose()
    }
}
