use super::*;

#[test]
fn names_are_simple() {
    assert!(check_name("my-shop_2").is_ok());
    for bad in ["", "a b", "a.b", "../x", "ж"] {
        assert!(check_name(bad).is_err(), "{bad}");
    }
}
