//! Lock that lets one program write to an account; a second one only reads. The kernel holds it, so a killed program
//! leaves no lock.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::Duration;

use super::files::{Places, make_folder, private};
use crate::base::reason;

/// Number of tries, and the time between two, while the lock is held by this process. A program that this process is
/// just starting has a copy of every open file for a moment, and so of a lock that was released here.
const TRIES: u32 = 10;
const BETWEEN: Duration = Duration::from_millis(10);

/// Lock of an account, held as long as this value lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the account's lock.
    ///
    /// # Errors
    /// Reason why this program may only read, as a sentence for the user.
    pub fn take(places: &Places) -> Result<Self, String> {
        let path = places.lock_file();
        let cannot = |error: std::io::Error| {
            format!("Read-only: the lock cannot be taken, {} ({}).", reason(&error), path.display())
        };
        make_folder(&path).map_err(cannot)?;
        let mut file = private(&path).map_err(cannot)?;
        let mut tries = 0;
        while !try_lock(&file).map_err(cannot)? {
            let mut pid = String::new();
            let _ = file.rewind();
            let _ = file.read_to_string(&mut pid);
            let pid = pid.trim().parse::<u32>().ok();
            tries += 1;
            if pid == Some(std::process::id()) && tries < TRIES {
                std::thread::sleep(BETWEEN);
                continue;
            }
            let who = pid.map_or_else(String::new, |pid| format!(" (process {pid})"));
            return Err(format!("Read-only: another Parkade{who} is open on this account."));
        }
        // The process id is for the other program's message only; the kernel's lock is what counts.
        let _ = file.set_len(0);
        let _ = file.rewind();
        let _ = writeln!(file, "{}", std::process::id());
        Ok(Self { _file: file })
    }
}

fn try_lock(file: &File) -> std::io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
