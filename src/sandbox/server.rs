//! Starting and stopping a sandbox: as a router without sockets, as a server on its own thread, or on the caller's.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::SandboxError;
use super::clock::SandboxClock;
use super::http;
use super::options::{Options, Token};
use super::service::Shared;
use super::wire::{Peer, Wire};
use crate::base::reason;

/// Sandbox that is made but does not listen yet.
pub struct Sandbox {
    shared: Shared,
    listen: SocketAddr,
    tokens: Vec<Token>,
}

impl Sandbox {
    /// Makes the data.
    ///
    /// # Errors
    /// A sentence when the data cannot be made or kept.
    pub fn new(options: &Options) -> Result<Self, SandboxError> {
        let shared = Shared::new(options)?;
        let tokens = shared.world().tokens.clone();
        Ok(Self { shared, listen: options.listen, tokens })
    }

    /// Router for the whole service, without sockets. Faults that need a connection become bodies that fail.
    ///
    /// # Errors
    /// As [`Sandbox::new`].
    pub fn router(options: &Options) -> Result<Router, SandboxError> {
        Ok(Self::new(options)?.into_router())
    }

    /// Answers one request without a router or a socket; for callers that have no `tower`.
    pub async fn call(&self, request: Request) -> Response {
        http::handle(State(self.shared.clone()), request).await
    }

    /// Router for this sandbox, of which the caller has kept the clock.
    pub fn into_router(self) -> Router {
        http::router(self.shared)
    }

    /// Clock, to be moved.
    pub fn clock(&self) -> SandboxClock {
        self.shared.clock.clone()
    }

    /// Starts a server on a thread of its own.
    ///
    /// # Errors
    /// A sentence when the data cannot be made or the address cannot be listened on.
    pub fn spawn(options: &Options) -> Result<Running, SandboxError> {
        let sandbox = Self::new(options)?;
        let (clock, tokens) = (sandbox.clock(), sandbox.tokens.clone());
        let (ready, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new()
            .name("sandbox".into())
            .spawn(move || {
                let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                    Ok(runtime) => runtime,
                    Err(error) => {
                        let _ = ready.send(Err(SandboxError(format!("The sandbox cannot start: {}.", reason(&error)))));
                        return;
                    }
                };
                let told = move |result| {
                    let _ = ready.send(result);
                };
                // The server ends when it is told to stop, or when its owner is dropped.
                runtime.block_on(sandbox.run(told, async move {
                    let _ = stopped.await;
                }));
            })
            .map_err(|error| SandboxError(format!("The sandbox cannot start a thread: {}.", reason(&error))))?;
        let addr = told.recv().unwrap_or_else(|_| Err(SandboxError("The sandbox ended while starting.".into())))?;
        Ok(Running { addr, tokens, clock, stop: Some(stop), thread: Some(thread) })
    }

    /// Serves until `stop`; calls `told` with the address once it listens, or with the reason why it cannot.
    pub async fn run(self, told: impl FnOnce(Result<SocketAddr, SandboxError>), stop: impl Future<Output = ()>) {
        let listening = async {
            let listener = TcpListener::bind(self.listen).await?;
            let addr = listener.local_addr()?;
            Ok::<_, std::io::Error>((listener, addr))
        };
        let (listener, addr) = match listening.await {
            Ok(listening) => listening,
            Err(error) => {
                let sentence = format!(
                    "Cannot listen on {}: {}; choose another address or port with --listen.",
                    self.listen,
                    reason(&error)
                );
                return told(Err(SandboxError(sentence)));
            }
        };
        told(Ok(addr));
        let shared = self.shared.clone();
        let service = http::router(self.shared).into_make_service_with_connect_info::<Peer>();
        tokio::select! {
            _ = axum::serve(Wire(listener), service) => {}
            () = shared.work() => {}
            () = stop => {}
        }
    }

    /// Tokens that the service accepts.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }
}

/// Sandbox that listens; dropping it stops it.
pub struct Running {
    pub addr: SocketAddr,
    tokens: Vec<Token>,
    clock: SandboxClock,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// `http://127.0.0.1:PORT`; the client adds the version and the path.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Tokens that the service accepts.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Clock of the service, for tests that move it.
    pub fn clock(&self) -> &SandboxClock {
        &self.clock
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
