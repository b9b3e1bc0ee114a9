//! Saved views: a name for what a list shows, by screen.

/// A list as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    /// The screen it belongs to.
    pub screen: String,
    pub name: String,
    /// The line the screen opens with, as on the `:` line: `unread offer:>1000 sort:offer`.
    pub line: String,
}

/// Every saved view, in the order of their names within a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedViews(Vec<SavedView>);

impl SavedViews {
    /// The views of a screen.
    pub fn of<'a>(&'a self, screen: &'a str) -> impl Iterator<Item = &'a SavedView> {
        self.0.iter().filter(move |view| view.screen == screen)
    }

    /// The one of that name, whatever its case.
    pub fn get(&self, screen: &str, name: &str) -> Option<&SavedView> {
        self.0.iter().find(|view| view.screen == screen && view.name.to_lowercase() == name.to_lowercase())
    }

    /// Puts one in, over an older one of its name.
    pub fn put(&mut self, view: SavedView) {
        self.take(&view.screen, &view.name);
        self.0.push(view);
        self.0.sort_by_key(|view| (view.screen.clone(), view.name.to_lowercase()));
    }

    /// Takes one out; false when there is none of that name.
    pub fn take(&mut self, screen: &str, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|view| view.screen != screen || view.name.to_lowercase() != name.to_lowercase());
        self.0.len() < before
    }

    /// All of them.
    pub fn all(&self) -> &[SavedView] {
        &self.0
    }
}
