//! Parts of the shell that only tests use.

use super::super::{Screen, When, World};
use super::Shell;

impl Shell {
    /// State of a command now, for the conformance tests.
    #[doc(hidden)]
    pub fn when_for_tests(&self, name: &str, world: &World<'_>) -> When {
        let info = self.commands().into_iter().find(|info| info.name == name);
        info.map_or(When::Hidden, |info| self.when(info, world))
    }

    /// Full message above the footer, for the conformance tests.
    #[doc(hidden)]
    pub fn message_for_tests(&self, world: &World<'_>) -> Option<String> {
        self.message(world).map(|(_, words, _)| words.into_owned())
    }

    /// True when a text field of the screen has the focus, for the conformance tests.
    #[doc(hidden)]
    pub fn takes_text_for_tests(&self) -> bool {
        self.screen().is_some_and(Screen::takes_text)
    }

    /// True when a form of the screen has the focus, for tests.
    #[doc(hidden)]
    pub fn in_form_for_tests(&self) -> bool {
        self.screen().is_some_and(Screen::in_form)
    }
}
