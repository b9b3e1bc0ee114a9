//! Tests of downloads, over a transport with prepared answers.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::api::{Request, exports};
use crate::base::Id;
use crate::client::{ClientConfig, HeaderMap, Secret, Stage, Transport, Wire, WireAnswer, WireFailure};
use crate::ui::Made;

/// Status, content type, announced length and pieces of an answer; `None` as a piece breaks the connection.
type Answer = (u16, &'static str, Option<u64>, &'static [Option<&'static str>]);

struct Script(Mutex<VecDeque<Answer>>);

impl Transport for Script {
    fn send(&self, _: Wire) -> BoxFuture<'_, Result<WireAnswer, WireFailure>> {
        let (status, kind, length, pieces) = self.0.lock().unwrap().pop_front().expect("no further request");
        let mut headers = HeaderMap::new();
        headers.insert("content-type", kind.parse().unwrap());
        if let Some(length) = length {
            headers.insert("content-length", length.into());
        }
        let piece = |piece: Option<&'static str>| match piece {
            Some(text) => Ok(Bytes::from_static(text.as_bytes())),
            None => Err(WireFailure::new(Stage::Body, FailureKind::Broken, "reset")),
        };
        let body = stream::iter(pieces.iter().copied().map(piece).collect::<Vec<_>>()).boxed();
        async move { Ok(WireAnswer { status, headers, body }) }.boxed()
    }
}

/// Downloads an export with these answers, one after the other. Returns the result, the names in the folder, and the
/// number of requests.
async fn download(answers: &[Answer], cancelled: bool) -> (Result<String, String>, Vec<String>, usize) {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("downloads");
    fs::create_dir(&folder).unwrap();
    let target = Target::of(None, "../export-12.csv", &folder).unwrap();
    let place = Place { target, parts: Parts::new(room.path()), make: false };
    let config = ClientConfig {
        base_url: "https://parking.example".parse().unwrap(),
        token: Some(Secret::new("token".to_owned())),
        ads_key: None,
        ca_file: None,
        user_agent: "test".to_owned(),
    };
    let script = std::sync::Arc::new(Script(Mutex::new(answers.iter().copied().collect())));
    let client = Client::with_transport(config, script.clone());
    let (_sleeper, waker) = super::super::sleep::Sleeper::new().unwrap();
    let (inbox, _letters) = Inbox::new(waker);
    let cancel = CancellationToken::new();
    if cancelled {
        cancel.cancel();
    }
    let call = exports::Download { export_id: Id::new(12) }.call();
    let saved = place.download(&client, &call, &cancel, &inbox, 1).await;
    let saved = saved.map(|(path, bytes)| {
        assert_eq!(path.parent(), Some(folder.as_path()));
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.len() as u64, bytes);
        text
    });
    (saved, names(&folder), script.0.lock().unwrap().len())
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

const WHOLE: Answer = (200, "text/csv; charset=utf-8", Some(8), &[Some("a,b\n"), Some("1,2\n")]);
const BROKEN: Answer = (200, "text/csv", Some(8), &[Some("a,b\n"), None]);
const CUT: Answer = (200, "text/csv", Some(8), &[Some("a,b\n")]);

#[tokio::test(start_paused = true)]
async fn a_whole_file_has_its_name_in_the_folder() {
    let (saved, names, _) = download(&[WHOLE], false).await;
    assert_eq!((saved.as_deref(), names), (Ok("a,b\n1,2\n"), vec!["export-12.csv".to_owned()]));
}

/// Proves R-22.
#[tokio::test(start_paused = true)]
async fn a_broken_download_is_begun_anew_twice_and_never_mixed() {
    let (saved, names, left) = download(&[BROKEN, CUT, WHOLE], false).await;
    assert_eq!((saved.as_deref(), names.len(), left), (Ok("a,b\n1,2\n"), 1, 0));
    let (saved, names, left) = download(&[BROKEN, CUT, BROKEN, WHOLE], false).await;
    assert!(saved.is_err() && names.is_empty() && left == 1, "{saved:?} {names:?}");
}

/// Proves R-22.
#[tokio::test(start_paused = true)]
async fn an_answer_that_is_no_file_leaves_nothing() {
    let gone = r#"{"errors":[{"code":"np_parking_api_error_export_not_found","message":"The export is gone."}]}"#;
    let not_found: Answer = (404, "application/json", None, Box::leak(Box::new([Some(gone)])));
    let (saved, names, _) = download(&[not_found], false).await;
    assert!(saved.unwrap_err().contains("The export is gone") && names.is_empty());
    let page: Answer = (200, "text/html", None, &[Some("<html><title>Log in</title></html>")]);
    let (saved, names, _) = download(&[page], false).await;
    assert!(saved.is_err() && names.is_empty());
    let hidden_page: Answer = (200, "text/csv", None, &[Some("<!DOCTYPE html><html></html>")]);
    let (saved, names, _) = download(&[hidden_page; 3], false).await;
    assert!(saved.is_err() && names.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_download_leaves_nothing() {
    let (saved, names, left) = download(&[WHOLE], true).await;
    assert!(saved.is_err() && names.is_empty() && left == 1);
}

#[test]
fn a_list_is_made_beside_the_loop_and_leaves_nothing_behind_when_it_is_stopped() {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("downloads");
    fs::create_dir(&folder).unwrap();
    let (_sleeper, waker) = super::super::sleep::Sleeper::new().unwrap();
    let (inbox, _letters) = Inbox::new(waker);
    let save = |stop: &CancellationToken| {
        let target = Target::of(None, "domains.csv", &folder).unwrap();
        let place = Place { target, parts: Parts::new(room.path()), make: false };
        let rows =
            Made::new(|go_on| (1..=300).map(|n| go_on(n).then(|| format!("{n}\r\n"))).collect::<Option<String>>());
        place.write_whole(rows.make(&mut telling(300, stop, &inbox, 1)))
    };
    let names = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    let stop = CancellationToken::new();
    stop.cancel();
    assert_eq!(save(&stop), Err("it was stopped.".to_owned()));
    assert!(names().is_empty());
    let (path, bytes) = save(&CancellationToken::new()).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("299\r\n300\r\n") && bytes == text.len() as u64, "{text}");
    assert_eq!(names(), ["domains.csv"]);
}
