//! Messages of other threads to the loop. Each wakes it once.

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
    /// Readings before a batch may go out.
    Looked { batch: u64, found: Result<Vec<Found>, Failure> },
    /// Progress of an upload: the bytes that have gone out.
    Uploaded { batch: u64, sent: u64, of: u64 },
    /// A write on its way has ended.
    WriteEnded { batch: u64, outcome: WriteOutcome },
    /// A reading to find out the outcome of a write.
    Reading { check: u64, found: Box<Found>, began: u64 },
    /// An answer an earlier run kept, decoded.
    Kept { call: Call, at: Timestamp, value: Arc<dyn Any + Send + Sync> },
    /// Whole inquiries and domains from the disk.
    Details(Vec<Arc<Inquiry>>, Vec<Row<Domain>>),
    /// The disk has read something, or cannot write any more.
    Disk(DiskEvent),
    /// The state of the connection may have changed.
    Status(Status),
    /// The opened account, or the reason it cannot be opened.
    Account { request: u64, result: Result<Box<OpenedAccount>, String> },
    /// An account was taken out of the configuration, or why not.
    AccountRemoved { name: String, result: Result<(), String> },
    /// The account that was being made (the demo's own service), or why it could not be.
    Made(Result<Box<MadeAccount>, String>),
    /// The token as it is stored now, after the one in use was refused; `None` when there is none.
    Token(Option<Secret>),
    /// Result of the first-run page's test and saving: the account, or the field and its mistake.
    Login(Result<Box<Account>, (&'static str, String)>),
    /// A text of the user's was read for a screen.
    Text { slot: crate::sheets::Slot, text: Result<Arc<str>, String> },
    /// A file of names was read for a screen.
    Names { slot: crate::sheets::Slot, read: Result<NamesFile, String> },
    /// Drafts earlier sessions of the account left unsaved.
    Drafts(Box<drafts::Found>),
    /// Files at a typed path.
    Listing(crate::sheets::Listing),
    /// News of a table of the user's.
    Table(crate::sheets::grid::News),
    /// A CSV was looked at.
    Checked(Box<Result<crate::sheets::csv::CsvReport, String>>),
    /// Files with images were looked at.
    Images(crate::sheets::picture::CheckedImages),
    /// A picture was made of a file.
    Preview(crate::sheets::picture::Preview),
    /// A picture was encoded as the terminal takes it.
    Encoded(crate::app::terminal::Encoded),
    /// Progress of a file being saved.
    Saving { number: u64, bytes: u64, total: Option<u64> },
    /// A file is saved, or is not.
    Saved { number: u64, ended: Saved },
    /// Abilities of the token.
    Grid(Grid),
    /// The user's editor has ended.
    EditorEnded(std::io::Result<std::process::ExitStatus>),
    /// A command has read a message: its name and what it said, or half a sentence why it failed.
    Piped(Result<(String, String), String>),
    /// A helper was given an address; on failure half a sentence says why.
    Opened { what: Opening, result: Result<(), String> },
}

impl Message {
    /// Endpoint of the read that answered a walk.
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

/// The sending side of the loop's channel; cheap to clone. Not bounded: every message answers a request of the loop.
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

    /// Sends a message and wakes the loop. After the loop has ended the message is dropped.
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
