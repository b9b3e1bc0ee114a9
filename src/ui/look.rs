//! Surroundings of everything drawn: the world, the colours and signs in use, and what of the last frame may stay.

use ratatui::style::{Modifier, Style};

use super::chart::Charts;
use super::{Glyphs, Pictures, Role, Still, Strip, Theme, World};

/// Data of drawing besides the screen's own state.
pub struct Look<'a> {
    pub world: World<'a>,
    pub theme: &'a Theme,
    /// Draw with ASCII only.
    pub ascii: bool,
    pub charts: Charts,
    pub pictures: Pictures,
    /// The strip, if the screen is a tab of a place.
    pub strip: Option<&'a Strip>,
    /// Titles of the screens one came through, that in front last.
    pub trail: &'a [&'static str],
    /// The keys belong to something else: a popup, another part of the screen. One cursor at a time has the colour of the
    /// selection.
    pub resting: bool,
    /// Parts of the last frame that may stay.
    pub still: Still<'a>,
}

impl Look<'_> {
    /// Style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The look for a part of the screen that has the keys, or has not.
    #[must_use]
    pub fn with_keys(&self, keys: bool) -> Self {
        Self { resting: self.resting || !keys, ..*self }
    }

    /// Style of the row under the cursor of a list: its bar, and its text.
    pub fn cursor(&self) -> (Style, Style) {
        let row = self.style(if self.resting { Role::Resting } else { Role::Selection });
        let accent = self.style(Role::Accent);
        // A bar drawn reversed would be a hole in the row.
        let reversed = row.add_modifier.contains(Modifier::REVERSED);
        let bar = if reversed { accent.remove_modifier(Modifier::REVERSED) } else { Style { bg: row.bg, ..accent } };
        (bar, row)
    }

    /// How charts are drawn: where there is only ASCII, in that.
    pub fn ink(&self) -> Charts {
        if self.ascii { Charts::Ascii } else { self.charts }
    }

    /// The signs in use.
    pub fn glyphs(&self) -> &'static Glyphs {
        Glyphs::get(self.ascii)
    }
}
