//! Decoding of strangers' data on threads of its own: at most two at once, given up after two seconds.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{Semaphore, SemaphorePermit, oneshot};
use tokio::time::timeout;

use crate::app::terminal::isolated;
use crate::client::Failure;
use crate::store::{DecodeFn, GiveUp};

use super::worker::not_understood;

/// Most time a reading may take, waiting for a thread included.
const MOST: Duration = Duration::from_secs(2);
/// Stack of a thread, in bytes. Nested data need it; the decoder has limits of its own.
const STACK: usize = 16 << 20;

/// Permits for readings in the whole program. A reading that was given up keeps its permit until its thread ends.
static THREADS: Semaphore = Semaphore::const_new(2);

type Decoded = Arc<dyn Any + Send + Sync>;

/// Decodes `body`; where that takes too long or panics, `instead` makes the answer.
pub async fn decode(decode: DecodeFn, instead: GiveUp, body: Bytes) -> Result<Decoded, Failure> {
    let copy = body.clone();
    let work = async move {
        let permit = THREADS.acquire().await.ok()?;
        let (tell, told) = oneshot::channel();
        on_thread(permit, move || {
            let _ = tell.send(isolated(|| decode(&copy)));
        })?;
        told.await.ok()
    };
    match timeout(MOST, work).await {
        Ok(Some(Ok(decoded))) => decoded.map_err(|error| not_understood(error.message)),
        Ok(Some(Err(_)) | None) => Ok(instead(&body, "It could not be read.")),
        Err(_) => Ok(instead(&body, "Reading it took too long.")),
    }
}

/// Decodes an answer kept on the disk, if a thread is free. If none is, the answer of the service will replace it
/// anyway.
pub fn decode_kept(decode: DecodeFn, body: Vec<u8>, then: impl FnOnce(Decoded) + Send + 'static) {
    let Ok(permit) = THREADS.try_acquire() else { return };
    on_thread(permit, move || {
        if let Ok(Ok(decoded)) = isolated(|| decode(&body)) {
            then(decoded);
        }
    });
}

fn on_thread(permit: SemaphorePermit<'static>, work: impl FnOnce() + Send + 'static) -> Option<()> {
    let run = move || {
        work();
        drop(permit);
    };
    std::thread::Builder::new().name("decode".to_owned()).stack_size(STACK).spawn(run).ok().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::DecodeError;

    #[expect(clippy::unnecessary_wraps, reason = "the type of a decoder")]
    fn slow(body: &[u8]) -> Result<Decoded, DecodeError> {
        if body == b"slow" {
            std::thread::sleep(Duration::from_secs(5));
        }
        assert!(body != b"panic", "on purpose");
        Ok(Arc::new(body.len()))
    }

    fn instead(_: &[u8], why: &str) -> Decoded {
        Arc::new(why.to_owned())
    }

    /// Proves.
    #[tokio::test]
    async fn a_slow_or_panicking_reading_is_given_up_and_the_next_are_read() {
        let read = |body: &'static [u8]| decode(slow, instead, Bytes::from_static(body));
        let text = |decoded: Result<Decoded, Failure>| decoded.expect("something").downcast_ref::<String>().cloned();
        let (slow, quick) = tokio::join!(read(b"slow"), read(b"four"));
        assert_eq!(text(slow).as_deref(), Some("Reading it took too long."));
        assert_eq!(quick.expect("read").downcast_ref::<usize>(), Some(&4));
        assert_eq!(text(read(b"panic").await).as_deref(), Some("It could not be read."));
        assert!(read(b"four").await.expect("read").downcast_ref::<usize>().is_some(), "one thread is still free");
    }
}
