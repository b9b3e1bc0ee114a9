//! Saved views on disk: `views.toml` in the configuration folder, with a table per screen. Writing a view keeps
//! everything else in the file.

use toml_edit::{DocumentMut, Item, Table, value};

use super::config::own_text;
use super::paths::{Paths, write_private};
use crate::base::reason;
use crate::store::{SavedView, SavedViews};

/// First lines of a new file.
const HEAD: &str = "# Saved views by screen: a name, and what the screen opens with to show it.\n\
                    # `:view save NAME` writes one here, F and `:view load NAME` open it.\n";

/// The saved views, and sentences about mistakes in the file.
pub fn load(paths: &Paths) -> (SavedViews, Vec<String>) {
    let mut views = SavedViews::default();
    let file = paths.views_file();
    let text = match own_text(&file) {
        Ok(text) => text.unwrap_or_default(),
        Err(why) => return (views, vec![format!("{} {why}", file.display())]),
    };
    let document = match toml_edit::Document::parse(text.as_str()) {
        Ok(document) => document,
        Err(e) => return (views, vec![format!("{}: {}.", file.display(), e.message().trim_end_matches('.'))]),
    };
    let mut problems = Vec::new();
    for (screen, item) in document.iter() {
        let Some(table) = item.as_table_like() else {
            problems.push(format!("{}: {screen} is not a table of views.", file.display()));
            continue;
        };
        for (name, item) in table.iter() {
            match item.as_str() {
                Some(line) => views.put(SavedView {
                    screen: screen.to_owned(),
                    name: crate::base::clean_line(name).into_owned(),
                    line: crate::base::clean_line(line).into_owned(),
                }),
                None => problems.push(format!("{}: {screen}.{name} is not a text.", file.display())),
            }
        }
    }
    (views, problems)
}

/// Writes a view, or removes it if `line` is `None`; everything else in the file stays.
///
/// # Errors
/// A sentence that says what was not written.
pub fn keep(paths: &Paths, screen: &str, name: &str, line: Option<&str>) -> Result<(), String> {
    let file = paths.views_file();
    let cannot = |what: &str| format!("{} was not changed: {what}", file.display());
    let text = own_text(&file).map_err(|why| cannot(&format!("it {why}")))?.unwrap_or_default();
    // `toml_edit` alone would put tables before a comment that stands by itself.
    let head = if text.trim().is_empty() { HEAD } else { "" };
    let mut document: DocumentMut = text.parse().map_err(|_| cannot("it is not valid TOML."))?;
    let table = document.entry(screen).or_insert_with(|| Item::Table(Table::new()));
    let table = table.as_table_like_mut().ok_or_else(|| cannot(&format!("{screen} is not a table there.")))?;
    // Names of views are the same in any case, as when they are loaded.
    let known: Vec<String> = table.iter().map(|(known, _)| known.to_owned()).collect();
    for known in known.iter().filter(|known| known.to_lowercase() == name.to_lowercase()) {
        table.remove(known);
    }
    if let Some(line) = line {
        table.insert(name, value(line));
    }
    write_private(&file, format!("{head}{document}").as_bytes())
        .map_err(|e| cannot(&format!("it cannot be written: {}.", reason(&e))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(folder: &std::path::Path) -> Paths {
        let at = |name: &str| folder.join(name);
        Paths { config: at("c"), data: at("d"), cache: at("e"), state: at("s") }
    }

    #[test]
    fn views_are_kept_by_screen_and_comments_stay() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        assert_eq!(load(&paths), (SavedViews::default(), Vec::new()));
        keep(&paths, "inquiries", "hot leads", Some("unread offer:>1000 sort:offer")).unwrap();
        keep(&paths, "domains", "cheap", Some("mine bin:<100")).unwrap();
        keep(&paths, "inquiries", "Hot Leads", Some("all")).unwrap();
        let (views, problems) = load(&paths);
        assert!(problems.is_empty());
        assert_eq!(views.get("inquiries", "hot leads").map(|view| view.line.as_str()), Some("all"));
        assert_eq!((views.all().len(), views.of("inquiries").count()), (2, 1));
        keep(&paths, "inquiries", "hot leads", None).unwrap();
        assert_eq!(load(&paths).0.all().len(), 1);
        let text = std::fs::read_to_string(paths.views_file()).unwrap();
        assert!(text.starts_with("# Saved views"), "{text}");
    }

    #[test]
    fn a_broken_views_file_is_reported_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let paths = paths(folder.path());
        write_private(&paths.views_file(), b"[inquiries\nx = 1").unwrap();
        assert!(load(&paths).1[0].contains("views.toml"));
        assert!(keep(&paths, "inquiries", "x", Some("all")).unwrap_err().contains("not valid TOML"));
        write_private(&paths.views_file(), b"inquiries = 3\n[jobs]\nx = 1\n").unwrap();
        assert_eq!(load(&paths).1.len(), 2);
        assert!(keep(&paths, "inquiries", "x", Some("all")).is_err());
    }
}
