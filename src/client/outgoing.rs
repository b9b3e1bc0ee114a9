//! Bodies of requests: JSON in memory, multipart streamed from disk with its length known beforehand.

use std::path::Path;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use tokio::fs::File;
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

use super::outcome::FailureKind;
use super::wire::{Outgoing, Stage, Upload, WireFailure};
use crate::api::limits::CSV_BYTES;
use crate::api::{Body, Part};
use crate::base::{Written, clean_line};

/// Size in bytes of the largest file that is rewritten in memory: four times what may be sent, because UTF-8 may be
/// shorter.
const LARGEST: u64 = 4 * CSV_BYTES;

/// Bytes passed to the transport at once; progress, and a stalled upload, are noticed by these pieces.
const PIECE: usize = 64 * 1024;

/// Makes the body of a call. Fails when a file cannot be read; nothing has been sent then.
pub(super) async fn outgoing(body: &Body, upload: &Upload) -> Result<Option<Outgoing>, WireFailure> {
    let mut body = match body {
        Body::None => return Ok(None),
        Body::Json(value) => {
            let bytes = Bytes::from(value.to_string());
            let length = bytes.len() as u64;
            Outgoing { content_type: "application/json".to_owned(), length, stream: pieces(bytes) }
        }
        Body::Multipart(parts) => multipart(parts).await?,
    };
    let (upload, of) = (upload.clone(), body.length);
    let took = move |piece: &std::io::Result<Bytes>| upload.took(piece.as_ref().map_or(0, Bytes::len), of);
    body.stream = body.stream.inspect(took).boxed();
    Ok(Some(body))
}

async fn multipart(parts: &[Part]) -> Result<Outgoing, WireFailure> {
    let boundary = format!("parkade-{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..));
    let mut length = 0;
    let mut pieces = stream::empty().boxed();
    for part in parts {
        let head = part_head(part, &boundary);
        length += head.len() as u64 + 2;
        let head = stream::once(async move { Ok(Bytes::from(head)) });
        let content = match part {
            Part::Field { value, .. } => {
                length += value.len() as u64;
                let value = Bytes::from(value.clone());
                stream::once(async move { Ok(value) }).boxed()
            }
            Part::File { path, written, digest, .. } if digest.is_some() || !written.is_plain() => {
                let bytes = rewritten(path, written).await?;
                // Send only the checked content, whatever the file contains by now.
                if digest.as_ref().is_some_and(|wanted| *wanted != crate::base::digest(&bytes)) {
                    return Err(failed(path, "it was changed after it was checked"));
                }
                length += bytes.len() as u64;
                self::pieces(bytes)
            }
            Part::File { path, .. } => {
                let (file, size) = open(path).await?;
                length += size;
                // A file that grows meanwhile is cut at its former length.
                ReaderStream::with_capacity(file.take(size), PIECE).boxed()
            }
        };
        let end = stream::once(async { Ok(Bytes::from_static(b"\r\n")) });
        pieces = pieces.chain(head).chain(content).chain(end).boxed();
    }
    let close = format!("--{boundary}--\r\n");
    length += close.len() as u64;
    let stream = pieces.chain(stream::once(async move { Ok(Bytes::from(close)) })).boxed();
    Ok(Outgoing { content_type: format!("multipart/form-data; boundary={boundary}"), length, stream })
}

/// Bytes in memory, as a stream of pieces.
fn pieces(bytes: Bytes) -> BoxStream<'static, std::io::Result<Bytes>> {
    let piece = |mut left: Bytes| async move {
        let piece = left.split_to(left.len().min(PIECE));
        (!piece.is_empty()).then_some((Ok(piece), left))
    };
    stream::unfold(bytes, piece).boxed()
}

fn part_head(part: &Part, boundary: &str) -> String {
    match part {
        Part::Field { name, .. } => {
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n")
        }
        Part::File { name, file_name, content_type, .. } => format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{}\"\r\nContent-Type: {content_type}\r\n\r\n",
            quoted(file_name)
        ),
    }
}

/// A file name quoted as browsers do it, so that it cannot add a header.
fn quoted(file_name: &str) -> String {
    file_name
        .chars()
        .map(|c| match c {
            '"' => "%22".to_owned(),
            '\r' => "%0D".to_owned(),
            '\n' => "%0A".to_owned(),
            c if c.is_control() => "_".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

/// File in the form in which it is sent: with commas, in UTF-8, whole in memory. The service's size limit keeps such
/// files small.
async fn rewritten(path: &Path, written: &Written) -> Result<Bytes, WireFailure> {
    let (file, size) = open(path).await?;
    if size > LARGEST {
        return Err(failed(path, "it is larger than anything the service takes"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.take(size).read_to_end(&mut bytes).await.map_err(|why| failed(path, &why.to_string()))?;
    match written.plain(&bytes) {
        Ok(plain) => Ok(Bytes::from(plain.into_owned())),
        Err(why) => Err(failed(path, &why)),
    }
}

fn failed(path: &Path, why: &str) -> WireFailure {
    let shown = path.display().to_string();
    WireFailure::new(Stage::NotSent, FailureKind::File, format!("{}: {why}", clean_line(&shown)))
}

async fn open(path: &Path) -> Result<(File, u64), WireFailure> {
    let failed = |why: &str| failed(path, why);
    // Check the type before opening, because opening a fifo would wait for ever.
    let meta = tokio::fs::metadata(path).await.map_err(|why| failed(&why.to_string()))?;
    if !meta.is_file() {
        return Err(failed("not a regular file"));
    }
    let file = File::open(path).await.map_err(|why| failed(&why.to_string()))?;
    let size = file.metadata().await.map_err(|why| failed(&why.to_string()))?.len();
    Ok((file, size))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A file in memory is sent in pieces. As one piece, its progress would be complete at the first byte, and the
    /// time limit would leave it no time to arrive.
    #[tokio::test]
    async fn a_file_in_memory_goes_out_in_pieces_that_are_told() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let bytes = vec![7; 5 * PIECE + 1];
        std::fs::write(file.path(), &bytes).expect("written");
        let part = Part::File {
            name: "file",
            path: file.path().into(),
            file_name: "a.png".into(),
            content_type: "image/png",
            written: Written::default(),
            digest: Some(crate::base::digest(&bytes)),
        };
        let text = serde_json::json!({ "names": vec!["solarpark.de"; 20_000] });
        for body in [Body::Multipart(vec![part]), Body::Json(text)] {
            let told = Arc::new(Mutex::new(Vec::new()));
            let note = Arc::clone(&told);
            let out = Arc::new(AtomicBool::new(false));
            let seen = Arc::clone(&out);
            let progress = move |sent, of| {
                assert_eq!(seen.load(Ordering::Relaxed), sent == of, "it is out with its last piece");
                note.lock().expect("held").push((sent, of));
            };
            let upload = Upload::new(Some(Arc::new(progress)), out);
            let sent = outgoing(&body, &upload).await.expect("read").expect("a body");
            let length = sent.length;
            let read: u64 =
                sent.stream.map(|piece| piece.expect("a piece").len() as u64).collect::<Vec<_>>().await.iter().sum();
            let told = told.lock().expect("held").clone();
            assert_eq!((read, told.last()), (length, Some(&(length, length))));
            let most = told.windows(2).map(|pair| pair[1].0 - pair[0].0).max().expect("pieces");
            assert!(told.len() >= 5 && most <= PIECE as u64, "{told:?}");
        }
    }
}
