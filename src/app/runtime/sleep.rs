//! The sleep of the loop: until a key, a byte from another thread, or the next deadline.
//!
//! One `poll(2)` on the main thread and no helper thread for keys, so a key costs one wake-up. A hang-up is noticed
//! here, before a lost terminal is read.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Wakes the loop from another thread. Many calls between two looks of the loop cost one wake-up.
#[derive(Clone)]
pub struct Waker(Arc<Inner>);

struct Inner {
    pipe: OwnedFd,
    rung: AtomicBool,
}

/// Reason the sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Look at everything: a key may be waiting, another thread rang, or the time is over.
    Look { keys: bool },
    /// The terminal is gone: leave without using it.
    HungUp,
}

/// Reading end of the pipe that the loop sleeps on.
pub struct Sleeper {
    pipe: File,
    inner: Arc<Inner>,
}

impl Waker {
    /// Makes the loop look at its inboxes.
    pub fn wake(&self) {
        if !self.0.rung.swap(true, Ordering::AcqRel) {
            // A full pipe wakes the loop anyway; any other error means that the loop has ended.
            let _ = rustix::io::write(&self.0.pipe, &[1]);
        }
    }
}

impl Sleeper {
    /// Opens the pipe.
    ///
    /// # Errors
    /// When no descriptor is free.
    pub fn new() -> io::Result<(Self, Waker)> {
        // The standard library opens both ends close-on-exec. They are made non-blocking in a second step, because
        // macOS has no call for both.
        let (reader, writer) = io::pipe()?;
        let (reader, writer) = (OwnedFd::from(reader), OwnedFd::from(writer));
        for end in [&reader, &writer] {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        let inner = Arc::new(Inner { pipe: writer, rung: AtomicBool::new(false) });
        Ok((Self { pipe: File::from(reader), inner: Arc::clone(&inner) }, Waker(inner)))
    }

    /// Sleeps until something happens, at most `limit` (`None`: without end). Without `keys`, only a hang-up of the
    /// terminal is noticed, because another program reads from it.
    ///
    /// # Errors
    /// When the kernel refuses to poll; an interrupting signal is not an error.
    pub fn sleep(&mut self, limit: Option<Duration>, keys: bool) -> io::Result<Woken> {
        let timeout = limit.map(|limit| Timespec {
            tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(limit.subsec_nanos()),
        });
        let terminal = if keys { PollFlags::IN } else { PollFlags::empty() };
        let mut watched =
            [PollFd::from_borrowed_fd(rustix::stdio::stdin(), terminal), PollFd::new(&self.pipe, PollFlags::IN)];
        match poll(&mut watched, timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Woken::Look { keys: false }),
            Err(error) => return Err(error.into()),
        }
        let keys = watched[0].revents();
        let rung = watched[1].revents().contains(PollFlags::IN);
        if rung {
            self.empty_pipe();
        }
        if keys.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Ok(Woken::HungUp);
        }
        Ok(Woken::Look { keys: keys.contains(PollFlags::IN) })
    }

    fn empty_pipe(&mut self) {
        let mut scratch = [0_u8; 64];
        while matches!(self.pipe.read(&mut scratch), Ok(n) if n == scratch.len()) {}
        // Clear the flag after emptying the pipe. A call of `wake` in between finds the flag set and writes no byte,
        // but the loop looks at its inboxes next and sees the news. In the other order, the byte of that call could
        // be read here with the flag left set, and no later call would wake the loop.
        self.inner.rung.swap(false, Ordering::AcqRel);
    }
}

/// True when a key can be read without sleep.
pub fn key_waits() -> bool {
    let mut keyboard = [PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut keyboard, Some(&now)).is_ok() && keyboard[0].revents().contains(PollFlags::IN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readable(sleeper: &Sleeper) -> bool {
        let mut watched = [PollFd::new(&sleeper.pipe, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut watched, Some(&now)).expect("the pipe can be looked at") == 1
    }

    /// After one lost ring, answers of the service would wait for the next key.
    #[test]
    fn a_ring_while_the_pipe_is_emptied_leaves_the_bell_working() {
        let (mut sleeper, waker) = Sleeper::new().expect("a pipe");
        let ringer = {
            let waker = waker.clone();
            std::thread::spawn(move || {
                for _ in 0..300_000 {
                    waker.wake();
                }
            })
        };
        while !ringer.is_finished() {
            if readable(&sleeper) {
                sleeper.empty_pipe();
            }
        }
        ringer.join().expect("nothing in it can fail");
        if readable(&sleeper) {
            sleeper.empty_pipe();
        }
        waker.wake();
        assert!(readable(&sleeper), "the bell rings no more");
    }
}
