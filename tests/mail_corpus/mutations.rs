//! Messages of the corpus, cut, flipped and spliced: reading them never panics and gives clean text. The checks are
//! those of the fuzz targets (`fuzz/`); `MAIL_MUTATIONS=1000000` makes a long run of them.

use std::panic::catch_unwind;

#[path = "../../fuzz/src/lib.rs"]
mod checks;

/// Proves.
#[test]
fn damaged_messages_are_read_without_panics_and_cleanly() {
    run("mail", 3_000, checks::mail);
}

#[test]
fn damaged_pages_are_read_without_panics_and_cleanly() {
    run("html", 2_000, checks::html);
}

#[test]
fn cleaning_keeps_its_promises_on_damaged_bytes() {
    run("clean", 5_000, checks::clean);
}

fn run(what: &str, times: usize, check: fn(&[u8])) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let times = number("MAIL_MUTATIONS").unwrap_or(times as u64);
    let seed = number("MAIL_SEED").unwrap_or(20_261_123);
    let corpus: Vec<Vec<u8>> =
        crate::messages().into_iter().map(|(_, raw)| raw).filter(|raw| raw.len() < 20_000).collect();
    for round in 0..times {
        let mut random = fastrand::Rng::with_seed(seed + round);
        let input = damaged(&corpus, &mut random);
        if catch_unwind(|| check(&input)).is_err() {
            let path = std::env::temp_dir().join(format!("parkade-{what}-{}.eml", seed + round));
            std::fs::write(&path, &input).expect("the input can be kept");
            panic!("{what} fails with MAIL_SEED={} MAIL_MUTATIONS=1; the input is {}", seed + round, path.display());
        }
    }
}

/// Pieces that have a meaning in mail.
const TELLING: [&[u8]; 36] = [
    b"\r\n\r\n",
    b"\n--b1\n",
    b"\n--b1--\n",
    b"Content-Type: multipart/mixed; boundary=b1\n\n",
    b"=?utf-8?B?",
    b"?=",
    b"=?iso-2022-jp?Q?=1B$B?=",
    b"\x1b",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"=",
    b"=\n",
    b"\"",
    b"<",
    b">",
    b"&#",
    b"<div style=\"display:none\">",
    b"<table><tr><td colspan=9>",
    b"<blockquote>",
    b"</p>",
    b"<a href=\"http://x.example@y/\">",
    b"<ol start=4294967295>",
    b"<!--",
    b"-->",
    b"<style>.a{",
    b"}",
    b"<pre>",
    b"\xe2\x80\xae",
    b"\xf0\x9f\x91\xa8\xe2\x80\x8d",
    b"https://",
    b"www.",
    b"@",
    b"charset=utf-16",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Type: text/html\n",
];

fn damaged(corpus: &[Vec<u8>], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..random.usize(1..8) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..200)).min(bytes.len());
        match random.u8(..7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at..end].iter_mut().for_each(|byte| *byte = byte.wrapping_add(random.u8(..3))),
            3 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece.repeat(random.usize(1..20)));
            }
            4 => {
                let other = &corpus[random.usize(..corpus.len())];
                let from = random.usize(..=other.len());
                let to = (from + random.usize(..400)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            5 => drop(bytes.splice(at..at, (0..random.usize(..30)).map(|_| random.u8(..)).collect::<Vec<_>>())),
            _ => drop(bytes.splice(at..at, TELLING[random.usize(..TELLING.len())].iter().copied())),
        }
    }
    bytes
}
