use super::*;

fn resolve(vars: &[(&str, &str)]) -> Result<Paths, NoHome> {
    Paths::resolve(|name| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
}

#[test]
#[cfg(target_os = "linux")]
fn own_variables_win_over_xdg_and_xdg_over_the_home_folder() {
    let paths = resolve(&[
        ("HOME", "/home/a"),
        ("PARKADE_CONFIG_DIR", "/own"),
        ("XDG_CONFIG_HOME", "/xdg/config"),
        ("XDG_CACHE_HOME", "/xdg/cache"),
        ("XDG_DATA_HOME", "relative/is/ignored"),
    ])
    .unwrap();
    assert_eq!(paths.config, Path::new("/own"));
    assert_eq!(paths.cache, Path::new("/xdg/cache/parkade"));
    assert_eq!(paths.data, Path::new("/home/a/.local/share/parkade"));
    assert_eq!(paths.state, Path::new("/home/a/.local/state/parkade"));
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_home_the_way_out_is_named() {
    assert!(resolve(&[]).unwrap_err().to_string().contains("PARKADE_CONFIG_DIR"));
    let own = ["CONFIG", "DATA", "CACHE", "STATE"].map(|n| (format!("PARKADE_{n}_DIR"), "/x"));
    let own: Vec<(&str, &str)> = own.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    assert!(resolve(&own).is_ok());
}

/// Proves R-46.
#[test]
fn files_and_folders_are_private_and_replaced_whole() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a/b/secret");
    write_private(&file, b"one").unwrap();
    write_private(&file, b"two").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"two");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(folder.path().join("a/b")).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
}

/// Proves R-46.
#[test]
#[cfg(target_os = "linux")]
fn folders_open_to_others_are_closed_and_told_of_if_they_held_something() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let home = home.path().to_str().unwrap();
    let paths = resolve(&[("HOME", home)]).unwrap();
    for folder in [&paths.data, &paths.cache, &paths.state] {
        fs::create_dir_all(folder).unwrap();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::write(paths.cache.join("cache.db"), "rows").unwrap();
    let told = paths.claim().unwrap();
    assert!(matches!(&told[..], [one] if one.contains("mode was 755") && one.contains("cache")), "{told:?}");
    for folder in [&paths.data, &paths.cache, &paths.state] {
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
