//! Messages from other threads to the loop. Each message wakes it.

use std::any::Any;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::api::types::{Domain, Inquiry};
use crate::api::{self, Call, Endpoint, Request, Row};
use crate::app::{Account, MadeAccount};
use crate::base::Timestamp;
use crate::client::{Failure, Secret, Status, WriteOutcome};
use crate::sheets::NamesFile;
use crate::store::disk::DiskEvent;
use crate::store::writes::probe::Found;
use crate::store::{DomainAnswer, Errand, Grid, Reply, WalkAnswer};

use super::brought::{OpenedAccount, Opening, Saved};
use super::drafts;
use super::sleep::Waker;

/// A message to the loop.
#[derive(Debug)]
pub enum Message {
    /// A query ended.
    Query(Reply),
    /// The answer to a question of a background walk.
    Walked { errand: Errand, answer: Result<Box<WalkAnswer>, Failure> },
    /// The batch is in the journal on disk, or cannot be written there.
    Journalled { batch: u64, safe: bool },
    /// Results of the readings that a batch needs before it is sent.
    Looked { batch: u64, found: Result<Vec<Found>, Failure> },
    /// Progress of an upload: bytes sent so far.
    Uploaded { batch: u64, sent: u64, of: u64 },
    /// End of a write that was being sent.
    WriteEnded { batch: u64, outcome: WriteOutcome },
    /// Result of reading the outcome of a write.
    Reading { check: u64, found: Box<Found>, began: u64 },
    /// Answer kept by an earlier run, decoded.
    Kept { call: Call, at: Timestamp, value: Arc<dyn Any + Send + Sync> },
    /// Whole inquiries and domains from the disk.
    Details(Vec<Arc<Inquiry>>, Vec<Row<Domain>>),
    /// The disk has read something, or cannot write any more.
    Disk(DiskEvent),
    /// The state of the connection may have changed.
    Status(Status),
    /// The opened account, or the reason it cannot be opened.
    Account { request: u64, result: Result<Box<OpenedAccount>, String> },
    /// Removal of an account from the configuration: done, or why not.
    AccountRemoved { name: String, result: Result<(), String> },
    /// Account made at the start (the demo's own service), or why it could not be made.
    Made(Result<Box<MadeAccount>, String>),
    /// The token as it is stored now, after the one in use was refused; `None` when there is none.
    Token(Option<Secret>),
    /// Result of the first-run page's test and saving: the account, or the field and its mistake.
    Login(Result<Box<Account>, (&'static str, String)>),
    /// Text of the user that was read for a screen.
    Text { slot: crate::sheets::Slot, text: Result<Arc<str>, String> },
    /// File of names that was read for a screen.
    Names { slot: crate::sheets::Slot, read: Result<NamesFile, String> },
    /// Drafts left unsaved by earlier sessions of the account.
    Drafts(Box<drafts::Found>),
    /// Files that complete a typed path.
    Listing(crate::sheets::Listing),
    /// News of a table of the user's.
    Table(crate::sheets::grid::News),
    /// Result of checking a CSV.
    Checked(Box<Result<crate::sheets::csv::CsvReport, String>>),
    /// Result of checking image files.
    Images(crate::sheets::picture::CheckedImages),
    /// A picture was made of a file.
    Preview(crate::sheets::picture::Preview),
    /// Picture encoded for the terminal's protocol.
    Encoded(crate::app::terminal::Encoded),
    /// Progress of a file being saved.
    Saving { number: u64, bytes: u64, total: Option<u64> },
    /// End of a saving.
    Saved { number: u64, ended: Saved },
    /// Abilities of the token.
    Grid(Grid),
    /// The user's editor has ended.
    EditorEnded(std::io::Result<std::process::ExitStatus>),
    /// Result of a user's command that has read a message: its name and output, or half a sentence why it failed.
    Piped(Result<(String, String), String>),
    /// Result of opening something with a helper; on failure half a sentence says why.
    Opened { what: Opening, result: Result<(), String> },
}

impl Message {
    /// Endpoint of the request, if this is an answer to a walk.
    pub fn walked(&self) -> Option<&'static Endpoint> {
        let Self::Walked { answer: Ok(answer), .. } = self else { return None };
        match &**answer {
            WalkAnswer::Inquiries(_) => Some(api::inquiries::List::ENDPOINT),
            WalkAnswer::Inquiry(Some(_)) => Some(api::inquiries::Get::ENDPOINT),
            WalkAnswer::Domains(DomainAnswer::Page { .. }) => Some(api::domains::List::ENDPOINT),
            WalkAnswer::Domains(DomainAnswer::One(Some(_))) => Some(api::domains::Get::ENDPOINT),
            WalkAnswer::Inquiry(None) | WalkAnswer::Domains(DomainAnswer::NoPage | DomainAnswer::One(None)) => None,
        }
    }
}

/// A message with its sender: the session it belongs to, or the program.
#[derive(Debug)]
pub struct Envelope {
    session: Option<u64>,
    message: Message,
}

/// Sending side of the loop's channel; cheap to clone. It needs no bound, because each message answers a request of
/// the loop.
#[derive(Clone)]
pub struct Inbox {
    sender: Sender<Envelope>,
    waker: Waker,
    /// The session of the sender; `None` for the program's own threads.
    session: Option<u64>,
}

impl Inbox {
    /// A channel whose messages wake the loop through `waker`: the sending side, and the receiver for the loop.
    pub fn new(waker: Waker) -> (Self, Receiver<Envelope>) {
        let (sender, receiver) = channel();
        (Self { sender, waker, session: None }, receiver)
    }

    /// The sending side for the threads of one session.
    pub fn of_session(&self, number: u64) -> Self {
        Self { session: Some(number), ..self.clone() }
    }

    /// Sends a message and wakes the loop; dropped if the loop has ended.
    pub fn send(&self, message: Message) {
        if self.sender.send(Envelope { session: self.session, message }).is_ok() {
            self.waker.wake();
        }
    }

    /// The message in the envelope; `None` when another session than this one's sent it.
    pub fn open(&self, envelope: Envelope) -> Option<Message> {
        let ours = envelope.session.is_none() || envelope.session == self.session;
        ours.then_some(envelope.message)
    }

    /// Wakes the loop without a message.
    pub fn look_again(&self) {
        self.waker.wake();
    }
}
