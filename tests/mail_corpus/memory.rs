//! Memory that reading a message takes, measured in a program of its own.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use parkade::mime;

/// Messages as heavy as the limits let through: each is read whole.
fn heaviest() -> [String; 5] {
    let html = |page: String| format!("Content-Type: text/html\n\n{page}");
    [
        format!("Subject: big\n\n{}", "x".repeat((25 << 20) - 20)),
        format!(
            "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{}",
            ("A".repeat(76) + "\n").repeat(300_000)
        ),
        html("<p>Some words in a paragraph.</p>".repeat(19_000)),
        html(format!("<table>{}</table>", "<tr><td>name.example</td><td>12</td></tr>".repeat(6_000))),
        html("<br>".repeat(19_000)),
    ]
}

/// Proves R-15.
#[test]
fn no_message_takes_more_memory_than_is_promised() {
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "memory::reads_the_heaviest", "--ignored", "--nocapture"])
        .output()
        .expect("it starts");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
}

#[test]
#[ignore = "run by no_message_takes_more_memory_than_is_promised, in a program of its own"]
fn reads_the_heaviest() {
    for raw in heaviest() {
        fs::write("/proc/self/clear_refs", "5").expect("the highest mark can be taken back");
        let before = kib("VmHWM:");
        let message = mime::read(raw.as_bytes());
        let taken = kib("VmHWM:") - before;
        assert!(taken <= 64 << 10, "{taken} KiB for {:?} …", raw.get(..60));
        drop(message);
    }
}

/// A figure of this program, in KiB.
fn kib(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("it can be read");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it has that line");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
