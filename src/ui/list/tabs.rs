//! Tabs of a list as data.

/// Tab: its meaning and its words.
#[derive(Clone, Copy, Debug)]
pub struct TabRow<T> {
    pub tab: T,
    /// Word that `:tab` and the screen's own command take.
    pub name: &'static str,
    pub title: &'static str,
    /// Two sentences for when the tab is empty: what that means, and what to do or expect.
    pub empty: [&'static str; 2],
    /// Another word for the tab.
    pub(super) also: &'static str,
    /// True for a tab that is shown only while the list says so, or while it is in front. Such tabs come last.
    pub(super) at_times: bool,
}

impl<T> TabRow<T> {
    /// The tab with another word for it.
    #[must_use]
    pub const fn also(mut self, word: &'static str) -> Self {
        self.also = word;
        self
    }

    /// The tab, shown only while [`super::List::has_all_tabs`].
    #[must_use]
    pub const fn at_times(mut self) -> Self {
        self.at_times = true;
        self
    }
}

/// Tab with its name and title, before the words of its empty page are added.
#[derive(Clone, Copy, Debug)]
pub struct Titled<T> {
    tab: T,
    name: &'static str,
    title: &'static str,
}

impl<T: Copy> TabRow<T> {
    /// Tab with its name and title; `Titled::empty` adds the words of its empty page.
    pub const fn called(tab: T, name: &'static str, title: &'static str) -> Titled<T> {
        Titled { tab, name, title }
    }
}

impl<T: Copy> Titled<T> {
    /// Adds what an empty page means, and what to do or expect.
    pub const fn empty(self, means: &'static str, hint: &'static str) -> TabRow<T> {
        TabRow { tab: self.tab, name: self.name, title: self.title, empty: [means, hint], also: "", at_times: false }
    }
}
