//! Single calls of an account for the command line, one after the other, without the program around them.

use std::io::Write;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::Account;
use crate::api::Call;
use crate::base::reason;
use crate::client::{Answer, Client, Failure, Lane, WriteOutcome};

/// Client of an account with its runtime. Ctrl-c cancels the running call, whose result then says what is known about
/// it.
pub struct Calls {
    runtime: Runtime,
    client: Client,
    cancel: CancellationToken,
}

impl Calls {
    /// Client for this account; no request is made yet.
    ///
    /// # Errors
    /// A sentence when the account's address or certificates cannot be used.
    pub fn open(account: &Account) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|e| reason(&e))?;
        let client = Client::new(account.client_config()).map_err(|error| error.to_string())?;
        let cancel = CancellationToken::new();
        let interrupted = cancel.clone();
        runtime.spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                interrupted.cancel();
            }
        });
        Ok(Self { runtime, client, cancel })
    }

    /// Makes a read and blocks until it is answered, retries included.
    ///
    /// # Errors
    /// The failure of the last try.
    pub fn read(&self, call: &Call) -> Result<Answer, Failure> {
        self.runtime.block_on(self.client.read(call, Lane::User, &self.cancel))
    }

    /// Makes a write once and blocks until its outcome.
    pub fn write(&self, call: &Call) -> WriteOutcome {
        self.runtime.block_on(self.client.write(call, &self.cancel))
    }

    /// Reads a file of at most `most` bytes into `to`.
    ///
    /// # Errors
    /// After a failure `to` may hold a part of the file.
    pub fn download(&self, call: &Call, most: u64, to: impl Write + Send + Unpin) -> Result<(), Failure> {
        self.runtime.block_on(self.client.download(call, most, &mut Blocking(to), |_, _| {}, &self.cancel)).map(|_| ())
    }

    /// Ends the client without waiting for a name resolution that may still hang in a thread.
    pub fn close(self) {
        self.runtime.shutdown_background();
    }
}

/// Async interface of a blocking writer. Blocking is fine, because nothing else runs on its thread.
struct Blocking<W>(W);

impl<W: Write + Unpin> AsyncWrite for Blocking<W> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        Poll::Ready(self.0.write(bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(self.0.flush())
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        self.poll_flush(cx)
    }
}
