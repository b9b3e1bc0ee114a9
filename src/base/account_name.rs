//! Names of accounts.

/// Checks a new account name, which must read well in a file and on the command line.
///
/// # Errors
/// A sentence that says what a name may contain.
pub fn check_account_name(name: &str) -> Result<(), &'static str> {
    let fine =
        !name.is_empty() && name.len() <= 40 && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if fine { Ok(()) } else { Err("The name of an account is made of letters, digits, - and _, at most 40.") }
}

#[cfg(test)]
mod tests {
    use super::check_account_name;

    #[test]
    fn an_account_name_is_one_simple_word() {
        assert!(check_account_name("my-shop_2").is_ok());
        for bad in ["", "a b", "a.b", "../x", "ж"] {
            assert!(check_account_name(bad).is_err(), "{bad}");
        }
    }
}
