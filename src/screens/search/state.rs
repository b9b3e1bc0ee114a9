//! State of the screen: the text, its hits, and the hit under the cursor.

use std::sync::Arc;

use crate::store::filter::MailQuery;
use crate::store::findings::asked::Asked;
use crate::store::search::{Band, Group, Hit, Index, Kind, Query, Thing};
use crate::store::{Known, MailKey};
use crate::ui::World;
use crate::ui::widgets::BESIDE;
use crate::ui::widgets::input::Input;
use crate::ui::widgets::page::PageView;

/// Fewest hits shown of a kind while there are several kinds; a tall window shows more.
const FEW: usize = 5;
/// Lines of a tall window kept free for mail the service finds, so that nothing moves when it comes.
const LATER: usize = 7;
/// Most things opened from here that are offered again.
const OPENED: usize = 8;

/// Part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Things opened from here before.
    Opened,
    Of(Kind),
    /// Mail found by the service that was not known here.
    Service,
}

/// Place of the cursor.
#[derive(Clone, Debug, PartialEq)]
pub enum Spot {
    Hit(Part, Hit),
    /// Line that leads to the further hits of a kind.
    More(Kind),
}

impl Spot {
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Hit(part, hit), Self::Hit(of, same)) => part == of && hit.thing == same.thing,
            (Self::More(kind), Self::More(same)) => kind == same,
            _ => false,
        }
    }
}

#[derive(Debug, Default)]
pub struct Search {
    pub input: Input,
    /// True while the field has the keys.
    pub typing: bool,
    index: Index,
    query: Query,
    /// First mail that came after the text was typed. Mail from there on is not mixed into the hits shown.
    upto: MailKey,
    /// Versions of the data that `groups` was made from.
    made: Option<[u64; 5]>,
    pub groups: Vec<Group>,
    /// Mail the service found, and its total.
    pub service: (Arc<[MailKey]>, Known<u64>),
    /// Kind that is shown alone and in full.
    pub only: Option<Kind>,
    cursor: Option<Spot>,
    /// Number of the cursor's place, used when its hit is gone.
    place: usize,
    /// Things opened from here, newest first.
    opened: Vec<Thing>,
    /// Width and rows of the last frame.
    pub width: u16,
    pub height: usize,
    /// True if the user has hidden the preview.
    pub hides_preview: bool,
    /// Preview beside the hits, as it was laid out.
    pub preview: PageView,
    /// Sums over the inquiries by domain, for the preview of one.
    pub asked_about: Asked,
}

impl Search {
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// True if the preview is shown in a window of this width.
    pub fn has_preview(&self, width: u16) -> bool {
        width >= BESIDE && !self.hides_preview
    }

    /// Searches for the changed text at once, with the cursor on the first hit again.
    pub fn typed(&mut self, world: &World<'_>) {
        let query = Query::new(self.input.value());
        if query != self.query {
            self.query = query;
            (self.made, self.only, self.cursor, self.place) = (None, None, None, 0);
            self.service = (Arc::from([]), Known::NotRead);
        }
        self.update(world);
    }

    /// Updates the hits from the store; the cursor stays on its hit.
    pub fn update(&mut self, world: &World<'_>) {
        let store = world.store;
        if self.made.is_none() {
            self.upto = store.mail().keys() as MailKey;
        }
        let version = Index::version(store);
        if self.made != Some(version) {
            self.groups = self.index.find(store, &self.query, self.upto);
            self.made = Some(version);
        }
        if let Some(query) = self.asked() {
            let call = crate::api::Request::call(&query.found(1));
            let shown = |key: &MailKey| {
                let mail = self.groups.iter().find(|group| group.kind == Kind::Mail);
                mail.is_some_and(|mail| mail.hits.iter().any(|hit| hit.thing == Thing::Mail(*key)))
            };
            let found = store.mail().list(&call);
            self.service.0 = found.rows().iter().copied().filter(|key| !shown(key)).collect();
            let whole = found.holds_all();
            self.service.1 = Known::rows(self.service.0.len() as u64, None, whole);
        }
        // The cursor stays on its hit when a better one arrives above it.
        self.cursor = self.spot();
    }

    /// Query for the service to search mail with; `None` for one or two letters, which match too much, and for too long
    /// a text.
    pub fn asked(&self) -> Option<MailQuery> {
        use crate::api::limits::{SEARCH_CHARS, SEARCH_WORDS};
        let text = self.query.text();
        let fits = text.chars().count() <= SEARCH_CHARS && text.split(' ').count() <= SEARCH_WORDS;
        (fits && text.chars().count() > 2).then(|| MailQuery { search: text.to_owned(), ..MailQuery::default() })
    }

    /// Parts of a page of `lines` lines from top to bottom, with the places of the cursor in each.
    pub fn parts(&self, lines: usize) -> Vec<(Part, Vec<Spot>)> {
        let mut parts: Vec<(Part, Vec<Spot>)> = Vec::new();
        let hit = |part: Part, thing: Thing| Spot::Hit(part, Hit { thing, band: Band::Word, text: 0 });
        if self.query.is_empty() && self.only.is_none() && !self.opened.is_empty() {
            parts.push((Part::Opened, self.opened.iter().map(|thing| hit(Part::Opened, thing.clone())).collect()));
        }
        let above: usize = parts.iter().map(|(_, spots)| spots.len() + 2).sum();
        let groups: Vec<&Group> =
            self.groups.iter().filter(|group| self.only.is_none_or(|only| only == group.kind)).collect();
        for (group, shown) in groups.iter().zip(self.shown(&groups, lines.saturating_sub(above))) {
            let part = Part::Of(group.kind);
            let mut spots: Vec<Spot> = group.hits.iter().take(shown).map(|hit| Spot::Hit(part, hit.clone())).collect();
            if group.hits.len() > shown {
                spots.push(Spot::More(group.kind));
            }
            parts.push((part, spots));
        }
        if self.only.is_none() && !self.service.0.is_empty() {
            let found = self.service.0.iter().map(|key| hit(Part::Service, Thing::Mail(*key)));
            parts.push((Part::Service, found.collect()));
        }
        parts
    }

    /// Number of hits shown of each group: all if only one kind is shown, else [`FEW`] and an equal share of the lines
    /// left.
    fn shown(&self, groups: &[&Group], lines: usize) -> Vec<usize> {
        let alone = self.only.is_some() || self.groups.len() == 1;
        let hits = |place: usize| groups[place].hits.len();
        // A line saying that there is one more would take as much room as that one.
        let few = |place| if alone || hits(place) == FEW + 1 { hits(place) } else { hits(place).min(FEW) };
        let mut shown: Vec<usize> = (0..groups.len()).map(few).collect();
        let later = if self.asked().is_some() { LATER } else { 0 };
        let is_cut = |shown: &[usize], place: &usize| shown[*place] < hits(*place);
        loop {
            let of = |place: usize| shown[place] + 2 + usize::from(is_cut(&shown, &place));
            let free = (0..groups.len()).map(of).sum::<usize>() + later < lines;
            let next = (0..groups.len()).filter(|place| is_cut(&shown, place)).min_by_key(|place| shown[*place]);
            match next.filter(|_| free) {
                Some(place) => shown[place] += 1,
                None => return shown,
            }
        }
    }

    fn spots(&self) -> Vec<Spot> {
        self.parts(self.height).into_iter().flat_map(|(_, spots)| spots).collect()
    }

    /// Place of the cursor. If its hit is gone, the one that took its place.
    pub fn spot(&self) -> Option<Spot> {
        let spots = self.spots();
        let here = self.cursor.as_ref().and_then(|cursor| spots.iter().find(|spot| spot.is(cursor)));
        here.or_else(|| spots.get(self.place.min(spots.len().checked_sub(1)?))).cloned()
    }

    /// Moves the cursor.
    pub fn walk(&mut self, by: isize) {
        let spots = self.spots();
        let Some(last) = spots.len().checked_sub(1) else { return };
        let at = self.at(&spots).saturating_add_signed(by).min(last);
        (self.place, self.cursor) = (at, Some(spots[at].clone()));
    }

    /// Goes to the first hit of the next or previous kind, wrapping around.
    pub fn walk_part(&mut self, by: isize) {
        let (parts, spots) = (self.parts(self.height), self.spots());
        let mut before = self.at(&spots);
        let Some(here) = parts.iter().position(|(_, of)| {
            let inside = before < of.len();
            before = before.saturating_sub(of.len());
            inside
        }) else {
            return;
        };
        let to = (here as isize + by).rem_euclid(parts.len() as isize) as usize;
        self.cursor = parts[to].1.first().cloned();
        self.place = self.at(&spots);
    }

    fn at(&self, spots: &[Spot]) -> usize {
        let here = self.spot();
        spots.iter().position(|spot| here.as_ref().is_some_and(|here| spot.is(here))).unwrap_or(0)
    }

    /// Shows all hits of one kind, or (`None`) every kind again.
    pub fn show_only(&mut self, kind: Option<Kind>) {
        let was = self.only;
        (self.only, self.cursor, self.place) = (kind, None, 0);
        if let (None, Some(kind)) = (kind, was) {
            self.cursor = self.spots().into_iter().find(|spot| *spot == Spot::More(kind));
        }
    }

    /// Remembers that a thing was opened from the search.
    pub fn opened(&mut self, thing: &Thing) {
        self.opened.retain(|known| known != thing);
        self.opened.insert(0, thing.clone());
        self.opened.truncate(OPENED);
    }
}
