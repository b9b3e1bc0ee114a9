use url::Url;

use super::*;

fn account(name: &str, address: &str) -> Account {
    Account {
        name: name.to_owned(),
        base_url: Url::parse(address).unwrap(),
        token: None,
        token_origin: None,
        ads_key: None,
        ca_file: None,
        readonly: false,
    }
}

#[test]
fn an_account_is_added_and_the_rest_of_the_file_stays() {
    let before =
        "# mine\ntheme = \"dark\" # nice\n\n[accounts.a]\nbase_url = \"https://a.example/\"\nreadonly = true\n";
    let after = with_account(before, &account("b", "https://b.example/")).unwrap().unwrap();
    assert!(after.starts_with(before), "{after}");
    assert!(after.ends_with("[accounts.b]\nbase_url = \"https://b.example/\"\n"), "{after}");
    assert_eq!(with_account(before, &account("a", "https://a.example/")).unwrap(), None);
}

#[test]
fn the_first_account_is_added_to_the_commented_default() {
    let after = with_account(crate::app::config::DEFAULT, &account("main", "https://x.example/")).unwrap().unwrap();
    assert!(after.starts_with(crate::app::config::DEFAULT.trim_end()), "the comments stay in front");
    assert!(after.contains("\n[accounts.main]\nbase_url = \"https://x.example/\"\n"), "{after}");
}

#[test]
fn a_file_that_is_not_toml_is_not_overwritten() {
    assert!(with_account("theme = \n", &account("a", "https://a.example/")).unwrap_err().contains("config check"));
    assert!(with_account("accounts = 3\n", &account("a", "https://a.example/")).is_err());
}

#[test]
fn a_setting_is_written_where_it_counts_and_the_rest_of_the_file_stays() {
    let set = |text: &str, account| with_setting(text, account, "theme", &"light".into()).unwrap();
    let one = |text: &str, account| set(text, account).expect("something changes");
    assert_eq!(one("# mine\ntheme = \"dark\" # nice\n", None), "# mine\ntheme = \"light\" # nice\n");
    assert_eq!(one("mouse = true\n[accounts.a]\n", Some("a")), "theme = \"light\"\nmouse = true\n[accounts.a]\n");
    let own = "theme = \"dark\"\n[accounts.a]\ntheme = \"contrast\"\n";
    assert_eq!(one(own, Some("a")), "theme = \"dark\"\n[accounts.a]\ntheme = \"light\"\n");
    assert_eq!(one(own, Some("b")), "theme = \"light\"\n[accounts.a]\ntheme = \"contrast\"\n");
    assert_eq!(set("theme = \"light\"\n", None), None);
    let default = one(crate::app::config::DEFAULT, None);
    assert!(default.contains("\ntheme = \"light\"\n") && !default.contains("# theme ="), "{default}");
    let switched = with_setting("mouse = false\n", None, "mouse", &true.into()).unwrap();
    let named = with_setting("mouse = false\n", None, "my_name", &"true".into()).unwrap();
    assert_eq!(switched.as_deref(), Some("mouse = true\n"));
    assert_eq!(named.as_deref(), Some("my_name = \"true\"\nmouse = false\n"), "a name that reads like a switch");
    assert!(with_setting("theme = \n", None, "theme", &"light".into()).is_err());
}
