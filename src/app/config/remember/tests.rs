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
