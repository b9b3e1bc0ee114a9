use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use super::*;

struct Home {
    _folder: tempfile::TempDir,
    paths: Paths,
}

fn home() -> Home {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let paths = Paths { config: at("config"), data: at("data"), cache: at("cache"), state: at("state") };
    crate::base::private_folder(&paths.config).unwrap();
    Home { paths, _folder: folder }
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn account(command: Option<&[&str]>) -> AccountConfig {
    AccountConfig {
        name: "main".to_owned(),
        token_command: command.map(|words| Words(words.iter().map(|w| (*w).to_owned()).collect())),
        ..AccountConfig::default()
    }
}

fn look(
    home: &Home,
    account: &AccountConfig,
    address: &str,
    variable: Option<&str>,
) -> Result<Option<Found>, SecretError> {
    let base_url = url(address);
    let owner = Owner { account, base_url: &base_url, other_address: address != "https://a.example/" };
    find(Kind::Token, &owner, &home.paths, |name| {
        (name == "PARKADE_TOKEN").then_some(variable).flatten().map(OsString::from)
    })
}

fn stored(home: &Home) {
    let secret = Secret::new("from-file".to_owned());
    keep(Store::File, Kind::Token, "main", &url("https://a.example/"), &secret, &home.paths).unwrap();
}

/// Proves R-40.
#[test]
fn the_environment_wins_over_the_command_and_the_command_over_the_file() {
    let home = home();
    stored(&home);
    let with_command = account(Some(&["printf", "from-command\nsecond line\n"]));
    let text = |found: Result<Option<Found>, SecretError>| found.unwrap().unwrap().secret.expose().to_owned();
    assert_eq!(text(look(&home, &with_command, "https://a.example/", Some("from-env\n"))), "from-env");
    assert_eq!(text(look(&home, &with_command, "https://a.example/", None)), "from-command");
    assert_eq!(text(look(&home, &account(None), "https://a.example/", None)), "from-file");
}

#[test]
fn a_missing_token_is_not_an_error() {
    assert!(look(&home(), &account(None), "https://a.example/", None).unwrap().is_none());
}

#[test]
fn a_stored_token_is_not_sent_to_another_address() {
    let home = home();
    stored(&home);
    let refused = look(&home, &account(None), "https://evil.example/", None).unwrap_err();
    assert!(refused.0.contains("another address") && refused.0.contains("parkade login"), "{refused}");
    let refused = look(&home, &account(Some(&["printf", "t"])), "https://evil.example/", None).unwrap_err();
    assert!(refused.0.contains("PARKADE_TOKEN"), "{refused}");
}

/// Proves R-40.
#[test]
fn a_token_others_can_read_or_replace_is_refused_with_the_command_that_mends_it() {
    let home = home();
    stored(&home);
    let file = home.paths.credentials_file();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    for (path, mode, fix) in [(&file, 0o640, "chmod 600"), (&home.paths.config, 0o775, "chmod go-w")] {
        let good = fs::metadata(path).unwrap().permissions();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        let refused = look(&home, &account(None), "https://a.example/", None).unwrap_err();
        assert!(refused.0.contains(fix), "{refused}");
        assert!(!refused.0.contains("from-file"));
        fs::set_permissions(path, good).unwrap();
    }
}

#[test]
fn a_folder_others_may_only_read_keeps_tokens() {
    let home = home();
    fs::set_permissions(&home.paths.config, fs::Permissions::from_mode(0o755)).unwrap();
    stored(&home);
    assert!(look(&home, &account(None), "https://a.example/", None).unwrap().is_some());
}

#[test]
fn a_token_is_not_stored_in_a_folder_others_can_write_to() {
    let home = home();
    fs::set_permissions(&home.paths.config, fs::Permissions::from_mode(0o777)).unwrap();
    let secret = Secret::new("x".to_owned());
    let kept = keep(Store::File, Kind::Token, "main", &url("https://a.example/"), &secret, &home.paths);
    assert!(kept.unwrap_err().0.contains("chmod go-w"));
    assert!(!home.paths.credentials_file().exists());
}

#[test]
fn a_broken_credentials_file_is_told_without_its_content() {
    let home = home();
    super::super::paths::write_private(&home.paths.credentials_file(), b"[main]\ntoken = canary\n").unwrap();
    let refused = look(&home, &account(None), "https://a.example/", None).unwrap_err();
    assert!(refused.0.contains("not valid TOML") && !refused.0.contains("canary"), "{refused}");
}

#[test]
fn logging_out_removes_one_credential_and_leaves_the_other() {
    let home = home();
    stored(&home);
    let ads = Secret::new("ads".to_owned());
    keep(Store::File, Kind::AdsKey, "main", &url("https://a.example/"), &ads, &home.paths).unwrap();
    assert_eq!(forget(Kind::Token, "main", &home.paths).unwrap(), vec![Origin::File(home.paths.credentials_file())]);
    assert_eq!(forget(Kind::Token, "main", &home.paths).unwrap(), vec![]);
    let text = fs::read_to_string(home.paths.credentials_file()).unwrap();
    assert!(text.contains("ads_key") && !text.contains("from-file"), "{text}");
    forget(Kind::AdsKey, "main", &home.paths).unwrap();
    assert_eq!(fs::read_to_string(home.paths.credentials_file()).unwrap().trim(), "");
}

#[test]
fn a_command_that_fails_is_told_without_its_output() {
    let run = |words: &[&str], patience: Duration| {
        command::first_line(&Words(words.iter().map(|w| (*w).to_owned()).collect()), patience).map_err(|e| e.0)
    };
    let long = Duration::from_secs(30);
    assert_eq!(
        run(&["sh", "-c", "echo canary; exit 3"], long).unwrap_err(),
        "The command sh for the token ended with exit code 3."
    );
    assert_eq!(run(&["true"], long).unwrap_err(), "The command true for the token printed nothing on its first line.");
    assert!(run(&["/no/such/program"], long).unwrap_err().contains("cannot be started"));
    assert!(run(&["sleep", "60"], Duration::from_millis(50)).unwrap_err().contains("did not end"));
    // There is no shell: `$(id)` is a plain argument.
    assert_eq!(run(&["printf", "%s", "$(id)"], long).unwrap(), "$(id)");
}

#[test]
fn an_impossible_token_is_refused_without_repeating_it() {
    for text in ["", "two words", "caf\u{e9}", "a\u{1b}b"] {
        let error = checked(Kind::Token, text.to_owned(), &Origin::Keyring).unwrap_err();
        assert!(text.is_empty() || !error.0.contains(text), "{error}");
    }
    assert!(checked(Kind::Token, "abc-123\n".to_owned(), &Origin::Keyring).is_ok());
}

/// Proves R-45.
#[test]
fn a_hidden_line_can_be_corrected_and_cancelled() {
    let read = |bytes: &[u8]| {
        let mut bytes = bytes.iter().copied();
        match prompt::read_line(|| Ok(bytes.next())).unwrap() {
            Prompted::Text(text) => Some(text),
            Prompted::Cancelled => None,
        }
    };
    assert_eq!(read(b"wrong\x15abx\x7fc\r").as_deref(), Some("abc"));
    assert_eq!(read(b"abc\x03"), None);
    assert_eq!(read(b"\x1b"), None);
    assert_eq!(read(b"abc"), None);
}
