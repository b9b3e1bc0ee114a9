//! The sandbox's socket: a listener whose connections can send a script of bytes, pauses and a reset instead of an
//! answer, so that a fault happens on a real connection.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Sleep;

/// One step of a script, after the last of which the connection is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Bytes(Vec<u8>),
    Wait(Duration),
    Reset,
}

/// Connection of a request, as its handler sees it.
#[derive(Clone, Debug)]
pub struct Peer {
    pub addr: SocketAddr,
    script: Arc<Mutex<Option<Vec<Step>>>>,
}

impl Peer {
    /// Makes the connection play `steps` from now on; the handler's answer is dropped.
    pub fn play(&self, steps: Vec<Step>) {
        *self.script.lock().unwrap_or_else(PoisonError::into_inner) = Some(steps);
    }
}

impl Connected<IncomingStream<'_, Wire>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Wire>) -> Self {
        Self { addr: *stream.remote_addr(), script: Arc::clone(&stream.io().script) }
    }
}

/// The listener of the sandbox.
pub struct Wire(pub TcpListener);

impl Listener for Wire {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        let (stream, addr) = Listener::accept(&mut self.0).await;
        // Answers are written whole, so joining small packets would only delay them.
        let _ = stream.set_nodelay(true);
        (Line { stream, script: Arc::default(), playing: None }, addr)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// One connection.
pub struct Line {
    stream: TcpStream,
    script: Arc<Mutex<Option<Vec<Step>>>>,
    playing: Option<Playing>,
}

struct Playing {
    steps: std::vec::IntoIter<Step>,
    bytes: Vec<u8>,
    sent: usize,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Playing {
    /// Plays the script; ready only with the error that ends the connection.
    fn poll(&mut self, stream: &mut TcpStream, cx: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            if let Some(sleep) = &mut self.sleep {
                ready!(sleep.as_mut().poll(cx));
                self.sleep = None;
            }
            while self.sent < self.bytes.len() {
                match ready!(Pin::new(&mut *stream).poll_write(cx, &self.bytes[self.sent..])) {
                    Ok(0) => return Poll::Ready(io::ErrorKind::WriteZero.into()),
                    Ok(sent) => self.sent += sent,
                    Err(error) => return Poll::Ready(error),
                }
            }
            match self.steps.next() {
                Some(Step::Bytes(bytes)) => (self.bytes, self.sent) = (bytes, 0),
                Some(Step::Wait(time)) => self.sleep = Some(Box::pin(tokio::time::sleep(time))),
                Some(Step::Reset) => {
                    // Without lingering, closing sends RST instead of FIN, as a dying peer does.
                    let _ = stream.set_zero_linger();
                    return Poll::Ready(io::ErrorKind::ConnectionReset.into());
                }
                None => {
                    let _ = ready!(Pin::new(&mut *stream).poll_shutdown(cx));
                    return Poll::Ready(io::ErrorKind::BrokenPipe.into());
                }
            }
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Line {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let line = self.get_mut();
        if line.playing.is_none()
            && let Some(steps) = line.script.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            line.playing = Some(Playing { steps: steps.into_iter(), bytes: Vec::new(), sent: 0, sleep: None });
        }
        match &mut line.playing {
            Some(playing) => playing.poll(&mut line.stream, cx).map(Err),
            None => Pin::new(&mut line.stream).poll_write(cx, buf),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
