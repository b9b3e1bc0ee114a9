//! The path of the file: typed, completed, or chosen from what there is.

use crate::store::files::{Files, Listed};
use crate::ui::widgets::input::Input;
use crate::ui::{Cx, Effect, FileAsk};

/// The field and what stands below it.
#[derive(Debug, Default)]
pub struct Pick {
    pub input: Input,
    /// The path the listing was asked for.
    asked: Option<String>,
    /// The entry chosen with the arrows.
    pub chosen: Option<usize>,
}

/// The result of enter on the path.
pub enum Entered {
    /// A folder was opened, or there is nothing to open.
    Stay,
    /// Look at this file.
    File(String),
}

impl Pick {
    /// The entries for what is typed, and why there are none.
    pub fn listed<'f>(&self, files: &'f Files) -> (&'f [Listed], Option<&'f str>) {
        let listing = files.listing().filter(|listing| Some(&listing.typed) == self.asked.as_ref());
        listing.map_or((&[], None), |listing| (listing.paths.as_slice(), listing.problem.as_deref()))
    }

    /// Asks what there is, when the path has changed.
    pub fn ask(&mut self, cx: &mut Cx<'_>) {
        let typed = self.input.value().to_owned();
        if self.asked.as_ref() != Some(&typed) {
            self.asked = Some(typed.clone());
            self.chosen = None;
            cx.push(Effect::File(FileAsk::List { typed }));
        }
    }

    /// Puts a path into the field.
    pub fn set(&mut self, path: &str, cx: &mut Cx<'_>) {
        self.input.set(path);
        self.ask(cx);
    }

    /// Moves through the entries.
    pub fn go(&mut self, by: isize, files: &Files) {
        let many = self.listed(files).0.len() as isize;
        if many > 0 {
            let from = self.chosen.map_or(if by > 0 { -1 } else { many }, |at| at as isize);
            self.chosen = Some((from + by).rem_euclid(many) as usize);
        }
    }

    /// Completes what is typed as far as all entries agree; a chosen entry whole.
    pub fn complete(&mut self, cx: &mut Cx<'_>) -> bool {
        let (paths, _) = self.listed(cx.world.store.files());
        let chosen = self.chosen.and_then(|at| paths.get(at)).map(|listed| listed.path.clone());
        let common = chosen.or_else(|| {
            let first = paths.first()?.path.as_str();
            let same = |common: &str, path: &str| {
                let until = common.char_indices().zip(path.chars()).find(|((_, a), b)| a != b);
                until.map_or(common.len().min(path.len()), |((at, _), _)| at)
            };
            let end = paths.iter().fold(first.len(), |end, listed| same(&first[..end], &listed.path));
            Some(first[..end].to_owned())
        });
        let Some(common) = common.filter(|common| common.len() > self.input.value().len()) else { return false };
        self.set(&common, cx);
        true
    }

    /// Enter: a folder is gone into, a file looked at.
    pub fn enter(&mut self, cx: &mut Cx<'_>) -> Entered {
        let (paths, _) = self.listed(cx.world.store.files());
        let chosen = self.chosen.and_then(|at| paths.get(at)).map(|listed| listed.path.clone());
        let path = chosen.unwrap_or_else(|| self.input.value().trim().to_owned());
        if path.is_empty() || path.ends_with('/') {
            self.set(&path, cx);
            return Entered::Stay;
        }
        self.input.set(&path);
        Entered::File(path)
    }
}
