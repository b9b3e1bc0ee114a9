use std::fs;

use super::*;

struct Home {
    folder: tempfile::TempDir,
    vars: Vec<(&'static str, String)>,
}

impl Home {
    fn new(config: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("config");
        crate::base::private_folder(&home).unwrap();
        fs::write(home.join("config.toml"), config).unwrap();
        let vars = ["CONFIG", "DATA", "CACHE", "STATE"]
            .iter()
            .zip(["PARKADE_CONFIG_DIR", "PARKADE_DATA_DIR", "PARKADE_CACHE_DIR", "PARKADE_STATE_DIR"])
            .map(|(n, v)| (v, folder.path().join(n.to_lowercase()).display().to_string()))
            .collect();
        Self { folder, vars }
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.vars.push((name, value.to_owned()));
        self
    }

    fn resolve(&self, flags: &Flags) -> Result<Launch, String> {
        assert!(self.folder.path().exists());
        resolve(flags, |name| self.vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
            .map_err(|e| e.to_string())
    }
}

const TWO: &str = "[accounts.one]\nbase_url = \"https://one.example\"\ntheme = \"light\"\n[accounts.two]\nbase_url = \"https://two.example\"\nreadonly = true\n";

fn flags(account: &str) -> Flags {
    Flags { account: Some(account.to_owned()), ..Flags::default() }
}

#[test]
fn a_start_without_an_account_is_the_first_run() {
    let launch = Home::new("").resolve(&Flags::default()).unwrap();
    assert!(launch.account.is_none() && launch.problems.is_empty());
}

#[test]
fn the_environment_alone_makes_an_account() {
    let home = Home::new("").with("PARKADE_BASE_URL", "http://127.0.0.1:8080").with("PARKADE_TOKEN", "t0ken");
    let account = home.resolve(&Flags::default()).unwrap().account.unwrap();
    assert_eq!((account.name.as_str(), account.base_url.as_str()), ("environment", "http://127.0.0.1:8080/"));
    assert_eq!(account.token.unwrap().expose(), "t0ken");
    assert_eq!(account.token_origin, Some(Origin::Environment("PARKADE_TOKEN")));
}

#[test]
fn the_first_account_counts_unless_another_is_named() {
    let name = |home: &Home, flags: &Flags| home.resolve(flags).unwrap().account.unwrap().name;
    assert_eq!(name(&Home::new(TWO), &Flags::default()), "one");
    assert_eq!(name(&Home::new(TWO), &flags("two")), "two");
    assert_eq!(name(&Home::new(&format!("default_account = \"two\"\n{TWO}")), &Flags::default()), "two");
    assert_eq!(name(&Home::new(TWO).with("PARKADE_ACCOUNT", "two"), &flags("one")), "one");
}

#[test]
fn an_account_brings_its_own_settings_and_rights() {
    let one = Home::new(TWO).resolve(&flags("one")).unwrap();
    assert_eq!(one.config.theme, config::Theme::Named("light"));
    let two = Home::new(TWO).resolve(&flags("two")).unwrap();
    assert_eq!(two.config.theme, config::Theme::Named("default"));
    assert!(two.account.unwrap().readonly && !one.account.unwrap().readonly);
    let asked = Flags { readonly: true, ..flags("one") };
    assert!(Home::new(TWO).resolve(&asked).unwrap().account.unwrap().readonly);
}

#[test]
fn a_wrong_account_or_address_is_one_sentence_with_the_way_on() {
    assert_eq!(
        Home::new(TWO).resolve(&flags("tow")).unwrap_err(),
        "Unknown account “tow” (--account). Did you mean “two”?"
    );
    let control = "[accounts.\"\\u001b[2J\"]\nbase_url = \"https://x.example\"\n";
    let unknown = Home::new(control).resolve(&flags("\u{1b}[2J")).unwrap_err();
    assert!(unknown.ends_with("The name of an account has no control characters."), "{unknown}");
    assert!(Home::new("").resolve(&flags("x")).unwrap_err().contains("parkade login"));
    let no_address = Home::new("[accounts.a]\n").resolve(&Flags::default()).unwrap_err();
    assert!(no_address.contains("base_url"), "{no_address}");
    let wrong = Home::new("[accounts.a]\nbase_url = \"ftp://x\"\n").resolve(&Flags::default()).unwrap_err();
    assert!(wrong.starts_with("accounts.a.base_url in config.toml: "), "{wrong}");
}

#[test]
fn a_config_that_is_partly_wrong_still_starts() {
    let launch = Home::new(&format!("theme = 3\nascii = true\n{TWO}")).resolve(&Flags::default()).unwrap();
    assert!(launch.ascii && launch.account.is_some());
    assert_eq!(launch.problems.len(), 1);
}

#[test]
fn the_token_and_address_of_the_environment_stay_with_the_account_of_the_start() {
    let env = |name: &str| match name {
        "PARKADE_TOKEN" => Some(OsString::from("t0ken")),
        "PARKADE_BASE_URL" => Some(OsString::from("http://127.0.0.1:8080")),
        _ => None,
    };
    let home = Home::new(TWO).with("PARKADE_TOKEN", "t0ken").with("PARKADE_BASE_URL", "http://127.0.0.1:8080");
    let one = home.resolve(&flags("one")).unwrap();
    let two = one.of_account("two", env).unwrap();
    let account = two.account.clone().unwrap();
    assert_eq!((account.base_url.as_str(), account.token.is_none()), ("https://two.example/", true));
    assert!(account.readonly && two.config.theme != one.config.theme, "its own settings");

    let again = two.of_account("one", env).unwrap().account.unwrap();
    assert_eq!((again.base_url.as_str(), again.token.unwrap().expose()), ("http://127.0.0.1:8080/", "t0ken"));
}

#[test]
fn accounts_that_can_be_opened_are_those_of_the_file_and_the_demo() {
    let home = Home::new(TWO);
    let mut launch = home.resolve(&Flags::default()).unwrap();
    assert_eq!(launch.accounts(), ["one", "two"]);
    assert!(launch.of_account("demo", |_| None).is_err(), "a build without the demo");
    launch.demo = Some(Demo::new(|_| AccountSource::Configured));
    assert_eq!(launch.accounts(), ["one", "two", "demo"]);
    assert!(launch.of_account("demo", |_| None).unwrap().account.is_none(), "the demo makes its own");
    let why = launch.of_account("towo", |_| None).unwrap_err().to_string();
    assert!(why.contains("Did you mean “two”?"), "{why}");
}

#[test]
fn a_config_others_can_write_gives_no_command_address_or_authority() {
    use std::os::unix::fs::PermissionsExt;
    let text = "editor = \"evil\"\nascii = true\nreadonly = true\n[accounts.one]\nbase_url = \"https://one.example\"\n\
                token_command = \"touch evil\"\nads_key_command = \"evil\"\nca_file = \"/evil.pem\"\neditor = \"evil\"\n";
    let home = Home::new(text).with("PARKADE_TOKEN", "t0ken");
    let file = home.folder.path().join("config/config.toml");
    for (path, rights) in [(file.clone(), 0o646), (file.parent().unwrap().to_owned(), 0o757)] {
        let before = fs::metadata(&path).unwrap().permissions();
        fs::set_permissions(&path, fs::Permissions::from_mode(rights)).unwrap();
        let why = home.resolve(&Flags::default()).unwrap_err();
        assert!(why.contains("Others can write to config.toml") && why.contains("config check"), "{why}");
        let (config, problems) = config::load(
            &Paths::resolve(|name| {
                home.vars.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
            })
            .unwrap(),
        );
        let account = &config.accounts[0];
        assert_eq!((&account.base_url, &account.ca_file, &config.editor), (&None, &None, &None));
        assert_eq!((&account.token_command, &account.ads_key_command), (&None, &None));
        assert_eq!(account.overrides, []);
        assert!(config.ascii && config.readonly, "what restricts and what only shows counts");
        assert!(problems[0].to_string().contains("are not used"), "{}", problems[0]);
        fs::set_permissions(&path, before).unwrap();
    }
    let given = home.with("PARKADE_BASE_URL", "https://mine.example");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o646)).unwrap();
    let account = given.resolve(&flags("one")).unwrap().account.unwrap();
    assert_eq!((account.base_url.as_str(), account.ca_file), ("https://mine.example/", None));
}
