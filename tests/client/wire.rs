//! Tests of the client over real sockets, against a listener that sends exactly the bytes of each case.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::things::{FILE, LIST, SAVE, call_about};
use parkade::api::{Body, Call, Endpoint, Part};
use parkade::base::{Encoding, Separator, Written};
use parkade::client::{Client, ClientConfig, ClientError, FailureKind, Lane, Secret, WriteOutcome};
use rstest::rstest;
use tokio_util::sync::CancellationToken;

const TOKEN: &str = "canary-0d9c-token";

fn call(endpoint: &'static Endpoint) -> Call {
    call_about(endpoint, "größe & co")
}

/// Server that answers every connection with the same bytes, then closes it; keeps the requests.
struct Raw {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Raw {
    fn saying(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = read_request(&mut stream);
                kept.lock().unwrap().push(request);
                // The client may hang up on a body it does not want.
                let _ = stream.write_all(&answer);
            }
        });
        Self { address, asked }
    }

    fn client(&self) -> Client {
        Client::new(config(&format!("http://{}", self.address))).unwrap()
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect()
    }
}

/// Head and body of a request; the head gives the body's length.
fn read_request(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
            if bytes.len() >= end + 4 + length.unwrap_or(0) {
                return bytes;
            }
        }
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return bytes,
            Ok(n) => bytes.extend_from_slice(&piece[..n]),
        }
    }
}

fn config(address: &str) -> ClientConfig {
    ClientConfig {
        base_url: ClientConfig::check_base_url(address).unwrap(),
        token: Some(Secret::new(TOKEN.to_owned())),
        ads_key: None,
        ca_file: None,
        user_agent: "parkade-test/1".to_owned(),
    }
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {head}\r\n\r\n").replace('|', "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn good() -> Vec<u8> {
    answer("200 OK|content-length: 2", b"{}")
}

async fn read(client: &Client) -> Result<parkade::client::Answer, parkade::client::Failure> {
    client.read(&call(&LIST), Lane::User, &CancellationToken::new()).await
}

async fn write(client: &Client, call: &Call) -> WriteOutcome {
    client.write(call, &CancellationToken::new()).await
}

#[tokio::test]
async fn a_request_is_what_the_documents_ask_for() {
    let raw = Raw::saying(good());
    read(&raw.client()).await.unwrap();
    let asked = raw.asked().remove(0).to_ascii_lowercase();
    assert!(asked.starts_with("get /api/v1/parking/things?name=gr%c3%b6%c3%9fe+%26+co http/1.1\r\n"), "{asked}");
    for header in [
        format!("authorization: bearer {TOKEN}"),
        "accept: application/json".to_owned(),
        "user-agent: parkade-test/1".to_owned(),
        "accept-encoding: gzip".to_owned(),
    ] {
        assert!(asked.contains(&format!("\r\n{header}\r\n")), "{header} in {asked}");
    }
    assert!(!asked.contains("xf-api-key"));
}

/// Proves R-30.
#[rstest]
#[tokio::test]
async fn no_redirect_is_followed_and_nothing_is_sent_elsewhere(#[values(301, 302, 303, 307, 308)] status: u16) {
    let elsewhere = Raw::saying(good());
    let head = format!("{status} Moved|location: http://{}/api/v1/parking/things|content-length: 0", elsewhere.address);
    let raw = Raw::saying(answer(&head, b""));
    let client = raw.client();
    let failure = read(&client).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Redirect("127.0.0.1".to_owned()));
    let outcome = write(&client, &call(&SAVE)).await;
    assert!(matches!(outcome, WriteOutcome::Unknown(_)), "a redirect after a write may mean done: {outcome:?}");
    assert_eq!((raw.asked().len(), elsewhere.asked().len()), (2, 0));
}

/// The faults are those that only sockets can make. Proves.
#[rstest]
#[case::closed_without_a_word(b"".to_vec(), FailureKind::Broken)]
#[case::shorter_than_its_length(answer("200 OK|content-length: 100", b"{\"a\":"), FailureKind::Cut)]
#[case::chunks_without_end(answer("200 OK|transfer-encoding: chunked", b"2\r\n{}\r\n"), FailureKind::Cut)]
#[case::two_lengths(answer("200 OK|content-length: 2|content-length: 3", b"{}x"), FailureKind::Broken)]
#[case::no_http(b"SSH-2.0-OpenSSH_9\r\n\r\n".to_vec(), FailureKind::Broken)]
#[case::false_gzip(answer("200 OK|content-encoding: gzip|content-length: 2", b"{}"), FailureKind::NotUnderstood)]
#[case::unknown_packing(answer("200 OK|content-encoding: br|content-length: 2", b"{}"), FailureKind::NotUnderstood)]
#[case::bomb(answer("200 OK|content-encoding: gzip", &bomb(40)), FailureKind::TooLarge)]
#[tokio::test]
async fn a_broken_answer_leaves_a_write_unknown_and_is_sent_once(#[case] bytes: Vec<u8>, #[case] kind: FailureKind) {
    let raw = Raw::saying(bytes);
    let client = raw.client();
    let outcome = write(&client, &call(&SAVE)).await;
    let WriteOutcome::Unknown(failure) = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.kind, kind, "{failure:?}");
    assert_eq!(raw.asked().len(), 1, "one send");
}

/// Proves R-32.
#[tokio::test]
async fn an_error_body_is_read_up_to_its_limit_only() {
    let raw = Raw::saying(answer("500 Oh", &vec![b'x'; 4 * 1024 * 1024]));
    let client = raw.client();
    let WriteOutcome::Unknown(failure) = write(&client, &call(&SAVE)).await else { panic!("unknown") };
    assert_eq!((failure.status, client.requests()[0].bytes), (Some(500), 64 * 1024));
}

#[tokio::test]
async fn each_write_has_a_connection_of_its_own_and_reads_share_one() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let connections = Arc::new(Mutex::new(0));
    let counted = connections.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            *counted.lock().unwrap() += 1;
            let mut stream = stream.unwrap();
            std::thread::spawn(
                move || while !read_request(&mut stream).is_empty() && stream.write_all(&good()).is_ok() {},
            );
        }
    });
    let client = Client::new(config(&format!("http://{address}"))).unwrap();
    for _ in 0..3 {
        read(&client).await.unwrap();
    }
    let by_reads = *connections.lock().unwrap();
    for _ in 0..3 {
        assert!(matches!(write(&client, &call(&SAVE)).await, WriteOutcome::Applied(_)));
    }
    assert_eq!((by_reads, *connections.lock().unwrap()), (1, 4));
}

#[tokio::test]
async fn no_listener_means_not_sent_and_the_text_names_the_host_only() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let client = Client::new(config(&format!("http://{address}"))).unwrap();
    let WriteOutcome::NotSent(failure) = write(&client, &call(&SAVE)).await else { panic!("not sent") };
    assert_eq!(failure.kind, FailureKind::Offline);
    let told = format!("The service cannot be reached: {address}: ");
    assert!(failure.sentence().starts_with(&told), "{}", failure.sentence());
    let all = format!("{failure:?} {:?} {client:?}", client.requests());
    assert!(!all.contains(TOKEN) && !all.contains("größe") && !all.contains("gr%C3"), "{all}");
}

/// Proves R-34.
#[tokio::test]
async fn a_request_that_hangs_ends_when_it_is_cancelled() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = Client::new(config(&format!("http://{}", listener.local_addr().unwrap()))).unwrap();
    let cancel = CancellationToken::new();
    let (there, token) = (client.clone(), cancel.clone());
    let reading = tokio::spawn(async move { there.read(&call(&LIST), Lane::User, &token).await });
    // The request has arrived, so only the cancelling can end it.
    let stream = tokio::task::spawn_blocking(move || {
        let (mut stream, _) = listener.accept().unwrap();
        read_request(&mut stream);
        stream
    });
    let _open = stream.await.unwrap();
    let pressed = Instant::now();
    cancel.cancel();
    assert_eq!(reading.await.unwrap().unwrap_err().kind, FailureKind::Cancelled);
    assert!(pressed.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_file_is_streamed_with_its_length_and_its_name_adds_no_header() {
    let raw = Raw::saying(good());
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let content: Vec<u8> = (0..3_000_000_u32).map(|i| b'a' + (i % 26) as u8).collect();
    file.write_all(&content).unwrap();
    let body = Body::Multipart(vec![
        Part::Field { name: "columns", value: "domain".into() },
        Part::File {
            name: "file",
            path: file.path().into(),
            file_name: "a\"\r\nX-Evil: 1.csv".into(),
            content_type: "text/csv",
            written: Written::default(),
            digest: None,
        },
    ]);
    let outcome = write(&raw.client(), &Call { body, ..call(&SAVE) }).await;
    assert!(matches!(outcome, WriteOutcome::Applied(_)), "{outcome:?}");
    let asked = raw.asked.lock().unwrap().remove(0);
    let end = asked.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&asked[..end]).to_ascii_lowercase();
    assert!(
        head.contains(&format!("content-length: {}", asked.len() - end - 4)) && !head.contains("chunked"),
        "{head}"
    );
    let boundary = head.split("boundary=").nth(1).unwrap().lines().next().unwrap().to_owned();
    let body = &asked[end + 4..];
    let start = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"columns\"\r\n\r\ndomain\r\n--{boundary}\r\nContent-Disposition: \
         form-data; name=\"file\"; filename=\"a%22%0D%0AX-Evil: 1.csv\"\r\nContent-Type: text/csv\r\n\r\n"
    );
    assert!(body.starts_with(start.as_bytes()));
    assert!(body[start.len()..].starts_with(&content));
    assert_eq!(&body[start.len() + content.len()..], format!("\r\n--{boundary}--\r\n").as_bytes());
}

#[tokio::test]
async fn a_table_written_otherwise_goes_out_with_commas_in_utf_8_and_its_own_length() {
    let raw = Raw::saying(good());
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"domain;note\r\nm\xfcnchen.de;a,b\r\n").unwrap();
    let written = Written { encoding: Encoding::Windows1252, separator: Separator::Semicolon, ..Written::default() };
    let part = |written: Written| Part::File {
        name: "file",
        path: file.path().into(),
        file_name: "a.csv".into(),
        content_type: "text/csv",
        written,
        digest: None,
    };
    let body = |written| Body::Multipart(vec![part(written)]);
    let outcome = write(&raw.client(), &Call { body: body(written), ..call(&SAVE) }).await;
    assert!(matches!(outcome, WriteOutcome::Applied(_)), "{outcome:?}");
    let asked = raw.asked.lock().unwrap().remove(0);
    let end = asked.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&asked[..end]).to_ascii_lowercase();
    assert!(head.contains(&format!("content-length: {}", asked.len() - end - 4)), "{head}");
    let text = String::from_utf8(asked[end + 4..].to_vec()).unwrap();
    assert!(text.contains("\r\n\r\ndomain,note\nmünchen.de,\"a,b\"\n\r\n--"), "{text}");
    let wrong = Written { encoding: Encoding::Utf8, separator: Separator::Tab, ..Written::default() };
    let outcome = write(&raw.client(), &Call { body: body(wrong), ..call(&SAVE) }).await;
    assert!(matches!(outcome, WriteOutcome::NotSent(failure) if failure.kind == FailureKind::File));
}

#[tokio::test]
async fn a_download_comes_unpacked_and_whole() {
    let raw = Raw::saying(answer("200 OK|content-type: text/csv|content-length: 7", b"a,b\n1,2"));
    let mut to = Vec::new();
    let cancel = CancellationToken::new();
    let info = raw.client().download(&call(&FILE), u64::MAX, &mut to, |_, _| {}, &cancel).await.unwrap();
    assert_eq!((to.as_slice(), info.bytes), (b"a,b\n1,2".as_slice(), 7));
    assert!(raw.asked()[0].to_ascii_lowercase().contains("accept-encoding: identity"));
}

/// Runs the test below in a process of its own, whose environment has no certificates, and a proxy that does not
/// exist.
#[test]
fn a_machine_without_certificates_can_use_the_sandbox() {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "wire::a_client_without_certificates_uses_plain_http", "--ignored", "--nocapture"])
        .env("SSL_CERT_FILE", "/nonexistent")
        .env("SSL_CERT_DIR", "/nonexistent")
        .env("http_proxy", "http://127.0.0.1:9")
        .env("all_proxy", "http://127.0.0.1:9")
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
}

#[tokio::test]
#[ignore = "run by a_machine_without_certificates_can_use_the_sandbox with its environment"]
async fn a_client_without_certificates_uses_plain_http() {
    let raw = Raw::saying(good());
    read(&raw.client()).await.unwrap();
    #[cfg(target_os = "linux")]
    assert_eq!(Client::new(config("https://parking.example.com")).unwrap_err(), ClientError::NoCertificates);
}

/// Gzip of `mib` MiB of zeros, a thousandth of their size, written by hand: fixed codes, a literal 0, then repeats of
/// 258 bytes. It has no checksum, because no reader should get to its end.
fn bomb(mib: usize) -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let (mut held, mut count) = (0_u64, 0_u32);
    // Fixed block, literal 0 (00110000), then length 258 (11000101) and distance 1 (00000), codes highest bit first.
    let mut put = |value: u64, bits: u32, bytes: &mut Vec<u8>| {
        held |= value << count;
        count += bits;
        while count >= 8 {
            bytes.push(held as u8);
            held >>= 8;
            count -= 8;
        }
    };
    put(0b011, 3, &mut bytes);
    put(0b0000_1100, 8, &mut bytes);
    for _ in 0..mib * 1024 * 1024 / 258 {
        put(0b1010_0011, 13, &mut bytes);
    }
    bytes
}
