//! Saved views: a name for what a list shows, by screen.

/// A list as the user saved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    /// Id of the screen the view belongs to.
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

    /// The view with that name, in any case.
    pub fn get(&self, screen: &str, name: &str) -> Option<&SavedView> {
        self.0.iter().find(|view| view.screen == screen && view.name.to_lowercase() == name.to_lowercase())
    }

    /// Adds a view, in place of an older one with its name.
    pub fn put(&mut self, view: SavedView) {
        self.take(&view.screen, &view.name);
        self.0.push(view);
        self.0.sort_by_key(|view| (view.screen.clone(), view.name.to_lowercase()));
    }

    /// Removes the view with that name; false when there is none.
    pub fn take(&mut self, screen: &str, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|view| view.screen != screen || view.name.to_lowercase() != name.to_lowercase());
        self.0.len() < before
    }

    pub fn all(&self) -> &[SavedView] {
        &self.0
    }
}
