//! Files of a story. Requests of a screen are answered at once, by the code of the runtime's thread for files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::FileAsk;
use crate::sheets::csv;
use crate::sheets::grid;
use crate::sheets::grid::News;
use crate::sheets::picture;
use crate::store::Store;

/// Files by path.
#[derive(Debug, Default)]
pub(super) struct StoryFiles(HashMap<PathBuf, Vec<u8>>);

impl StoryFiles {
    pub fn put(&mut self, path: &str, content: &[u8]) {
        self.0.insert(path.into(), content.to_owned());
    }

    /// Answers a request about an existing file; false for any other request.
    pub fn answer(&self, ask: &FileAsk, store: &mut Store) -> bool {
        let read = |path: &Path| self.0.get(path);
        let news = match ask {
            FileAsk::Open { path, title } => {
                let Some(bytes) = read(Path::new(path)) else { return false };
                News::Opened(grid::open(bytes, path.into(), title.clone()))
            }
            FileAsk::Arrange { grid, arrangement } => {
                let Some(bytes) = read(&grid.path) else { return false };
                let rows = Ok(grid::arrange(bytes, grid, arrangement));
                News::Arranged { path: grid.path.clone(), arrangement: arrangement.clone(), rows }
            }
            FileAsk::Rows { grid, rows } => {
                let Some(bytes) = read(&grid.path) else { return false };
                News::Rows { path: grid.path.clone(), cells: grid.rows(rows, bytes) }
            }
            FileAsk::Check(ask) => {
                let Some(bytes) = read(&ask.path) else { return false };
                store.files_mut().put_csv(csv::check(bytes, ask));
                return true;
            }
            FileAsk::Images { paths } => {
                let of = |path: &String| match read(Path::new(path)) {
                    Some(bytes) => picture::check(path.into(), path, bytes),
                    None => Err(format!("{path} cannot be read: no such file.")),
                };
                store.files_mut().put_images(paths.iter().map(of).collect());
                return true;
            }
            FileAsk::Preview { path } => {
                let Some(bytes) = read(path) else { return false };
                let made = picture::decode(bytes).ok().and_then(|made| picture::decoded(&*made));
                store.files_mut().put_preview((path.clone(), made));
                return true;
            }
            _ => return false,
        };
        store.files_mut().put_grid(news);
        true
    }
}
