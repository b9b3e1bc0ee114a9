use super::*;

/// Proves R-42.
#[test]
fn known_credentials_and_control_characters_are_kept_out_of_the_log() {
    keep_out(&Secret::new("canary-logs-0001".to_owned()));
    let text = cleaned("sent with canary-logs-0001\nforged line \u{1b}[31m\n");
    assert!(!text.contains("canary-logs") && !text.contains('\u{1b}'), "{text}");
    assert_eq!(text.matches('\n').count(), 1, "one event is one line: {text:?}");
}

#[test]
fn a_log_file_is_written_with_the_level_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let guard = start(&logs, None, "warn").unwrap();
    tracing::warn!("seen");
    tracing::info!("not seen");
    drop(guard);
    let file = std::fs::read_dir(&logs).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("seen") && !text.contains("not seen"), "{text}");
}

#[test]
fn no_name_of_a_crate_that_handles_bytes_is_logged_however_long_it_is() {
    let filter = filter(Some("trace,hyper::proto=trace,hyper_util::client=trace,h2::codec=debug,parkade=info"), "info");
    for target in ["hyper::proto::h1", "hyper_util::client", "h2::codec", "rustls::client", "reqwest"] {
        assert!(!filter.would_enable(target, &Level::ERROR), "{target}");
    }
    assert!(filter.would_enable("parkade::app", &Level::INFO) && !filter.would_enable("parkade::app", &Level::DEBUG));
}

#[test]
fn a_log_level_is_a_word_or_set_per_target_and_no_request_is_logged_as_bytes() {
    for (wanted, setting, debug) in [
        (Some("debug"), "info", true),
        (None, "info", false),
        (Some("parkade=trace"), "info", true),
        (Some("?!"), "info", false),
    ] {
        let filter = filter(wanted, setting);
        assert_eq!(filter.would_enable("parkade::client", &Level::DEBUG), debug, "{wanted:?}");
        assert!(!filter.would_enable("h2::codec", &Level::ERROR));
    }
}
