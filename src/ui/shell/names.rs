//! Names of the screens in the header: which of them fit, and which stand there as their digit alone.

use super::super::def::BADGE;
use super::super::{Look, ScreenDef, ScreenId, text};
use super::Shell;

/// Most cells reserved for a count and the blank before it, in windows from a width on. Narrower windows need these cells
/// for the digits.
const KEPT: [(u16, usize); 2] = [(120, BADGE), (80, 2)];
/// Cells between two names.
const BETWEEN: usize = 2;

/// Screens that the header may name.
pub(super) struct Names<'a> {
    shell: &'a Shell,
    /// Screens in the order of the header, by their index. A page without a digit is one only while it is in front. Of
    /// several tabs of one digit, it is the one that would open.
    places: Vec<usize>,
    /// Screens with a digit, those first that are named first.
    order: Vec<usize>,
    /// Digit of the place in front, or of the one above the page in front.
    lit: Option<char>,
    /// Counts of all screens, by their index.
    badges: Vec<Option<String>>,
    /// Cells of all screens as digits and with their names, with the room kept for a count.
    widths: Vec<[usize; 2]>,
    /// Most cells kept for a count.
    kept: usize,
}

/// Screen as it stands in the header.
pub(super) struct Shown {
    pub screen: ScreenId,
    pub words: String,
    pub is_lit: bool,
    /// Blank cells before the next one.
    pub blanks: u16,
}

impl<'a> Names<'a> {
    /// Names in a window of this width.
    pub fn of(shell: &'a Shell, look: &Look<'_>, width: u16) -> Self {
        // For a page below a place, the second line shows how the user came there.
        let above = shell.place_above().map(|at| shell.history[at]);
        let has_digit = |place: &usize| match shell.screens[*place].key {
            ' ' => false,
            key => shell.front_of(key) == Some(*place),
        };
        let is_page = |place: &usize| *place == shell.current && above.is_none();
        let all = 0..shell.screens.len();
        let mut order: Vec<usize> = all.clone().filter(has_digit).collect();
        // Screens with a count are named first, because the name explains the count.
        order.sort_by_key(|place| shell.screens[*place].badge.is_none());
        let lit = shell.screens.get(above.unwrap_or(shell.current)).map(|def| def.key).filter(|key| *key != ' ');
        let mut names = Self {
            shell,
            places: all.filter(|place| is_page(place) || has_digit(place)).collect(),
            order,
            lit,
            // Some badges must be counted, and each is written up to three times.
            badges: shell.screens.iter().map(|def| badge(def, look)).collect(),
            widths: Vec::new(),
            kept: KEPT.iter().find(|(from, _)| width >= *from).map_or(0, |(_, kept)| *kept),
        };
        let cells = |place, is_named| text::width(&names.words(place, is_named)) + names.blanks(place) + BETWEEN;
        names.widths = (0..shell.screens.len()).map(|place| [cells(place, false), cells(place, true)]).collect();
        names
    }

    fn words(&self, place: usize, is_named: bool) -> String {
        let def = &self.shell.screens[place];
        let mut words = match def.key {
            ' ' => def.title.to_owned(),
            key if !is_named => key.to_string(),
            key => format!("{key} {}", def.heading()),
        };
        if let Some(badge) = &self.badges[place] {
            words.push(' ');
            words.push_str(badge);
        }
        words
    }

    /// Blank cells so that a count that appears or disappears neither moves nor removes a name beside it.
    fn blanks(&self, place: usize) -> usize {
        let badge = self.badges[place].as_ref().map_or(0, |badge| text::width(badge) + 1);
        let def = &self.shell.screens[place];
        if def.badge.is_some() { self.kept.min(def.badge_cells).saturating_sub(badge) } else { 0 }
    }

    fn cells(&self, place: usize, is_named: bool) -> usize {
        self.widths[place][usize::from(is_named)]
    }

    fn is_front(&self, place: usize) -> bool {
        place == self.shell.current
    }

    fn is_lit(&self, place: usize) -> bool {
        self.is_front(place) || self.order.contains(&place) && Some(self.shell.screens[place].key) == self.lit
    }

    /// Screen whose digit is left out because all the other screens have their names in this room without it.
    fn left_out(&self, room: usize) -> Option<usize> {
        let is_last = |place: &&usize| self.shell.screens[**place].key == '0' && !self.is_front(**place);
        let last = *self.order.iter().find(is_last)?;
        let named = self.order.iter().filter(|place| **place != last).map(|place| self.cells(*place, true));
        let named = named.sum::<usize>();
        (named <= room && named + self.cells(last, false) > room).then_some(last)
    }

    /// Numbers of screens that are shown in this room and that are named in it. A digit that makes way for the names of
    /// all others counts as shown.
    pub fn how_many(&self, room: usize) -> (usize, usize) {
        let out = usize::from(self.left_out(room + BETWEEN).is_some());
        (self.shown(room).count() + out, self.fit(room))
    }

    /// Number of screens that are named in this room. As many are named from the left as fit beside the one in front,
    /// whichever of the first nine that is, so that the names stay the same from screen to screen.
    fn fit(&self, room: usize) -> usize {
        // Nothing stands after the last name that it must keep away from.
        let room = room + BETWEEN;
        let out = self.left_out(room);
        let more = |place: &usize| self.cells(*place, true) - self.cells(*place, false);
        let alone = |place: &usize| if Some(*place) == out { 0 } else { self.cells(*place, false) };
        let digits = self.order.iter().map(alone).sum::<usize>();
        let is_steady = |fits: usize| {
            let (named, others) = self.order.split_at(fits);
            let others = others.iter().filter(|place| self.shell.screens[**place].key != '0');
            digits + named.iter().map(more).sum::<usize>() + others.map(more).max().unwrap_or(0) <= room
        };
        let fits_now = |fits: usize| {
            let is_named = |place: usize| self.is_front(place) || self.order[..fits].contains(&place);
            let places = self.places.iter().filter(|place| Some(**place) != out);
            places.map(|place| self.cells(*place, is_named(*place))).sum::<usize>() <= room
        };
        (0..=self.order.len()).rev().find(|fits| is_steady(*fits) && fits_now(*fits)).unwrap_or(0)
    }

    /// Screens in this room. Where not even their digits fit, as many are left as fit beside the highlighted ones.
    pub fn shown(&self, room: usize) -> impl Iterator<Item = Shown> {
        let named = &self.order[..self.fit(room)];
        let room = room + BETWEEN;
        let out = self.left_out(room);
        let alone = |place: &usize| self.cells(*place, self.is_front(*place));
        let is_short = self.places.iter().map(alone).sum::<usize>() > room;
        let lit = self.places.iter().filter(|place| self.is_lit(**place)).map(alone).sum::<usize>();
        let mut free = room.saturating_sub(lit);
        let fits = move |place: &usize| {
            let left = free.checked_sub(if self.is_lit(*place) { 0 } else { self.cells(*place, false) });
            free = left.unwrap_or(0);
            left.is_some() || !is_short
        };
        self.places.iter().copied().filter(move |place| Some(*place) != out).filter(fits).map(|place| Shown {
            screen: self.shell.screens[place].id,
            words: self.words(place, self.is_front(place) || named.contains(&place)),
            is_lit: self.is_lit(place),
            blanks: (self.blanks(place) + BETWEEN) as u16,
        })
    }
}

/// Count of a screen; none where it is zero.
fn badge(def: &ScreenDef, look: &Look<'_>) -> Option<String> {
    let badge = def.badge?(&look.world).filter(|badge| badge.value() != Some(&0))?;
    // The badge of a digit has few cells.
    Some(text::count(&badge).replace("≥ ", if look.ascii { ">=" } else { "≥" }))
}
