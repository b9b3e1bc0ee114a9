//! What other threads send to the loop. Every message wakes it once.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};


use crate::store::{DiskNews, Reply, WriteProgress};

use super::sleep::Waker;

/// A message to the loop.
#[derive(Debug)]
pub enum Message {
    /// A query ended.
    Query { generation: u64, reply: Reply },
    /// A page of the background walk.
    Walk(Reply),
    /// A write moved on.
    Write(WriteProgress),
    /// The disk has read something, or cannot write any more.
    Disk(DiskNews),
    /// The connection's words may have changed.
    Status,
    /// A text to show: what became of something done outside the loop.
    Said(crate::ui::Tone, String),
    /// What the first-run page was waiting for.
    Login(Result<Arc<str>, String>),
}

/// The sending side; cheap to clone. Bounded by what was asked for: every message answers a request of the loop.
#[derive(Clone)]
pub struct Post {
    sender: Sender<Message>,
    waker: Waker,
}

impl Post {
    /// A post office for the loop that `waker` wakes, and the loop's letter box.
    pub fn new(waker: Waker) -> (Self, Receiver<Message>) {
        let (sender, receiver) = channel();
        (Self { sender, waker }, receiver)
    }

    /// Sends; after the loop has ended nobody reads, which is no error.
    pub fn send(&self, message: Message) {
        if self.sender.send(message).is_ok() {
            self.waker.wake();
        }
    }
}
