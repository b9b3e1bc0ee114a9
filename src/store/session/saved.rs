//! Saved views: a name for the tab, filter and order of a list.

/// Saved view of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    /// Id of the view's screen.
    pub screen: String,
    pub name: String,
    /// Line with which the screen opens, as after `:`: `unread offer:>1000 sort:offer`.
    pub line: String,
}

/// All saved views, by screen and sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedViews(Vec<SavedView>);

impl SavedViews {
    /// Views of a screen.
    pub fn of<'a>(&'a self, screen: &'a str) -> impl Iterator<Item = &'a SavedView> {
        self.0.iter().filter(move |view| view.screen == screen)
    }

    /// View with this name, in upper or lower case.
    pub fn get(&self, screen: &str, name: &str) -> Option<&SavedView> {
        self.0.iter().find(|view| view.screen == screen && view.name.to_lowercase() == name.to_lowercase())
    }

    /// Adds a view. It replaces a view with the same name.
    pub fn put(&mut self, view: SavedView) {
        self.take(&view.screen, &view.name);
        self.0.push(view);
        self.0.sort_by_key(|view| (view.screen.clone(), view.name.to_lowercase()));
    }

    /// Removes the view with this name; false if no view has it.
    pub fn take(&mut self, screen: &str, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|view| view.screen != screen || view.name.to_lowercase() != name.to_lowercase());
        self.0.len() < before
    }

    pub fn all(&self) -> &[SavedView] {
        &self.0
    }
}
