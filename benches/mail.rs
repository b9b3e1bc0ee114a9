//! What reading mail costs: `cargo bench --bench mail`. The slowest message of the corpus bounds the p95 of opening one.

use std::path::Path;
use std::{fs, hint::black_box};

use divan::Bencher;
use parkade::mime;

fn main() {
    divan::main();
}

fn corpus() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let folders = fs::read_dir(root).expect("the corpus is there").flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).expect("a folder of messages").flatten());
    let messages = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "eml"));
    messages.map(|path| fs::read(path).expect("a message")).collect()
}

/// All of the corpus, about 280 messages.
#[divan::bench(sample_count = 20)]
fn the_corpus(bencher: Bencher) {
    let corpus = corpus();
    bencher.bench_local(|| corpus.iter().map(|raw| mime::read(black_box(raw)).bodies.len()).sum::<usize>());
}

/// A newsletter as long as they come.
#[divan::bench(sample_count = 20)]
fn a_newsletter_of_200_kib(bencher: Bencher) {
    let row = "<tr><td style=\"color:#333\">name.example</td><td>450 EUR</td><td><a href=\"https://n.example/1\">See</a></td></tr>";
    let raw = format!("Content-Type: text/html\n\n<table>{}</table>", row.repeat(1_900));
    bencher.bench_local(|| mime::read(black_box(raw.as_bytes())).bodies.len());
}

/// The largest attachment there may be; only its size is asked for.
#[divan::bench(sample_count = 5)]
fn an_attachment_of_25_mib(bencher: Bencher) {
    let line = "A".repeat(76) + "\n";
    let head = "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n";
    let raw = head.to_owned() + &line.repeat(((25 << 20) - head.len()) / line.len());
    bencher.bench_local(|| mime::read(black_box(raw.as_bytes())).attachments.len());
}
