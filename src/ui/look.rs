//! What every drawing function needs: the world, the colours and signs in use, and what may be kept of the last frame.

use ratatui::style::{Modifier, Style};

use super::chart::Charts;
use super::{Glyphs, Pictures, Role, Still, Strip, Theme, World};

/// Data for drawing, besides the screen's own state.
pub struct Look<'a> {
    pub world: World<'a>,
    pub theme: &'a Theme,
    /// True to draw with ASCII only.
    pub ascii: bool,
    pub charts: Charts,
    pub pictures: Pictures,
    /// Tab strip, if the screen is a tab of a place.
    pub strip: Option<&'a Strip>,
    /// Titles of the screens the user came through, the one in front last.
    pub trail: &'a [&'static str],
    /// True if the keys belong to another part, such as a popup. Only the part with the keys shows its cursor in the
    /// colour of the selection.
    pub resting: bool,
    /// Parts that may be kept of the last frame.
    pub still: Still<'a>,
}

impl Look<'_> {
    /// Style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The same look for a part of the screen; `keys` says if that part has the keys.
    #[must_use]
    pub fn with_keys(&self, keys: bool) -> Self {
        Self { resting: self.resting || !keys, ..*self }
    }

    /// Styles of the row under the cursor: of its bar, and of its text.
    pub fn cursor(&self) -> (Style, Style) {
        let row = self.style(if self.resting { Role::Resting } else { Role::Selection });
        let accent = self.style(Role::Accent);
        // A reversed bar would look like a gap in the row.
        let reversed = row.add_modifier.contains(Modifier::REVERSED);
        let bar = if reversed { accent.remove_modifier(Modifier::REVERSED) } else { Style { bg: row.bg, ..accent } };
        (bar, row)
    }

    /// Way to draw charts, which is ASCII if there is nothing else.
    pub fn ink(&self) -> Charts {
        if self.ascii { Charts::Ascii } else { self.charts }
    }

    /// The signs in use.
    pub fn glyphs(&self) -> &'static Glyphs {
        Glyphs::get(self.ascii)
    }
}
