use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::*;

const REPORTS: &str = "PARKADE_TEST_REPORTS";
const TOKEN: &str = "canary-7f3a-token";

/// The panic ends its whole process, so the other test runs this one in a process of its own.
#[test]
#[ignore = "run by a_panic_ends_the_program_with_a_report_that_holds_no_token, in a program of its own"]
fn a_thread_panics_over_a_token() {
    crate::app::logs::keep_out(&crate::client::Secret::new(TOKEN.to_owned()));
    install_panic_hook(std::env::var_os(REPORTS).expect("the folder for reports").into(), || {});
    assert_eq!(isolated(|| panic!("one view")), Err("one view".to_owned()), "a view that fails ends nothing");
    let _ = std::thread::spawn(|| panic!("no row for {TOKEN}\u{1b}[31m")).join();
}

/// Proves.
#[test]
fn a_panic_ends_the_program_with_a_report_that_holds_no_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = std::env::current_exe().expect("this program");
    let ended = Command::new(program)
        .args(["--exact", "--ignored", "--nocapture", "app::terminal::ending::tests::a_thread_panics_over_a_token"])
        .env(REPORTS, folder.path())
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(FAILED), "{told}");
    assert!(told.contains("Parkade crashed at src/app/terminal/ending/tests.rs:"), "{told}");
    let reports: Vec<_> =
        fs::read_dir(folder.path()).expect("listed").map(|entry| entry.expect("one").path()).collect();
    assert_eq!(reports.len(), 1, "one report, of the panic that ended the program: {reports:?}");
    assert_eq!(fs::metadata(&reports[0]).expect("its rights").permissions().mode() & 0o077, 0);
    let report = fs::read_to_string(&reports[0]).expect("text");
    assert!(report.contains("message: no row for ") && report.contains("ending::tests"), "{report}");
    assert!(!report.contains(TOKEN) && !report.contains('\u{1b}') && !told.contains(TOKEN), "{report}\n{told}");
}
