//! Adding images: a path or link is typed, dropped or pasted; files are checked, and those that are images are
//! uploaded.

use crate::api::limits::IMAGE_BYTES;
use crate::base::{Id, clean_line, dropped};
use crate::client::FailureKind;
use crate::store::writes::intent::AddImage;
use crate::store::{Entry, ImageKey, Intent, State};
use crate::ui::widgets::pick::{Pick, Picks, Sought};
use crate::ui::{Confirm, Cx, Effect, FileAsk, TextEvent, Tone};

use super::screen::Images;

/// Kind of files the field looks for.
static IMAGE: Sought = Sought {
    label: "file or link",
    hint: "A PNG, JPEG, GIF, WebP or SVG of up to 10 MB, or an https address of one. Files can be dropped here. tab completes, the arrows choose.",
    endings: &["png", "jpg", "jpeg", "gif", "webp", "svg"],
    most: IMAGE_BYTES,
};

/// The field while a path or link is typed.
#[derive(Debug)]
pub struct Adding {
    pub pick: Pick,
    /// Reasons why the entries were not added.
    pub problems: Vec<String>,
    pub looking: bool,
}

impl Default for Adding {
    fn default() -> Self {
        Self { pick: Pick::new(&IMAGE), problems: Vec::new(), looking: false }
    }
}

impl Picks for Images {
    fn pick(&mut self) -> Option<&mut Pick> {
        self.adding.as_mut().map(|adding| &mut adding.pick)
    }

    fn picked(&mut self, path: String, cx: &mut Cx<'_>) {
        // A file chosen from the listing is one path; other text may hold several dropped ones.
        let listed = self.adding.as_ref().is_some_and(|adding| adding.pick.chosen.is_some());
        let all = if listed { vec![path] } else { dropped(&path) };
        self.add(all, cx);
    }
}

/// True for an address the service could load an image from.
fn is_link(text: &str) -> bool {
    let host = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    host.is_some_and(|host| host.starts_with(char::is_alphanumeric)) && !text.contains(char::is_whitespace)
}

/// Reason why the text is refused as a whole: an address that is not http(s), or one with a blank in it.
fn not_taken(all: &[String]) -> Option<String> {
    let is_scheme = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic());
    let is_address =
        |one: &str| one.starts_with("www.") || one.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme));
    if let Some(other) = all.iter().find(|one| is_address(one) && !is_link(one)) {
        return Some(format!("{} is not taken: give an address with https://, or a file.", clean_line(other)));
    }
    let parted =
        all.iter().any(|one| is_link(one)) && all.iter().any(|one| !is_link(one) && !one.starts_with(['/', '~']));
    parted.then(|| "An address has no blanks; write %20 for each.".to_owned())
}

impl Images {
    /// Opens the field, filled with the newest entry the service refused.
    pub fn open_field(&mut self, cx: &mut Cx<'_>) {
        let typed = self.refused.pop().unwrap_or_default();
        self.adding.insert(Adding::default()).pick.set(&typed, cx);
    }

    /// Adds links at once, and files once they were checked.
    pub fn add(&mut self, all: Vec<String>, cx: &mut Cx<'_>) {
        if let Some(why) = not_taken(&all) {
            let adding = self.adding.get_or_insert_default();
            if adding.pick.input.is_empty() {
                adding.pick.set(&all.join(" "), cx);
            }
            adding.problems = vec![why];
            return;
        }
        let (links, paths): (Vec<String>, Vec<String>) = all.into_iter().partition(|one| is_link(one));
        cx.effects.extend(links.into_iter().map(|link| Effect::Write(AddImage::Link(link).into())));
        if paths.is_empty() {
            self.adding = None;
            return;
        }
        let adding = self.adding.get_or_insert_default();
        (adding.looking, adding.problems) = (true, Vec::new());
        cx.push(Effect::File(FileAsk::Images { paths }));
    }

    /// Handles a key or paste in the field. Several dropped files are added at once; a single one fills the field.
    pub fn type_path(&mut self, input: &TextEvent, cx: &mut Cx<'_>) {
        let Some(adding) = self.adding.as_mut().filter(|adding| !adding.looking) else { return };
        if let TextEvent::Paste(text) = input
            && adding.pick.input.is_empty()
        {
            let all = dropped(text);
            match &all[..] {
                [] => return,
                [one] if !is_link(one) => {
                    adding.pick.set(one, cx);
                    adding.problems.clear();
                    return;
                }
                [_] => {}
                _ => return self.add(all, cx),
            }
        }
        if adding.pick.input.text(input) {
            adding.problems.clear();
            adding.pick.ask(cx);
        }
    }

    /// Takes the results of checking files: images are uploaded, doubtful ones asked about, others named.
    pub fn take_looked_at(&mut self, cx: &mut Cx<'_>) {
        let Some((number, images)) = cx.world.store.files().images() else { return };
        if *number == self.taken || !self.adding.as_ref().is_some_and(|adding| adding.looking) {
            return;
        }
        self.taken = *number;
        let (mut problems, mut warnings, mut writes, mut asked) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for image in images {
            match image {
                Err(why) => problems.push(why.clone()),
                Ok(image) => {
                    let write = Effect::Write(AddImage::File(image.file.clone()).into());
                    match &image.warning {
                        Some(warning) => {
                            warnings.push(warning.clone());
                            asked.push((clean_line(&image.file.file_name).into_owned(), write));
                        }
                        None => writes.push(write),
                    }
                }
            }
        }
        cx.effects.extend(writes);
        if let [(first, _), rest @ ..] = &asked[..] {
            let title = if rest.is_empty() { format!("Add {first}") } else { format!("Add {} images", asked.len()) };
            let count = asked.len();
            let writes = asked.into_iter().map(|(_, write)| write).collect();
            let way_back = Some("d removes an image.".to_owned());
            cx.confirm(Confirm { warnings, count, way_back, ..Confirm::new(title, "add it", writes) });
        }
        self.adding = (!problems.is_empty()).then(|| {
            let mut adding = self.adding.take().unwrap_or_default();
            (adding.looking, adding.problems) = (false, problems);
            adding.pick.ask(cx);
            adding
        });
    }

    /// Follows the writes started here. A new image gets the cursor and is offered as a cover; images that exist
    /// already, or that cannot be removed because they are in use, are named.
    pub fn follow(&mut self, cx: &mut Cx<'_>) {
        let store = cx.world.store;
        for id in std::mem::take(&mut self.begun) {
            let Some(entry) = store.journal().get(id) else { continue };
            if entry.open() {
                self.begun.push(id);
                continue;
            }
            let Some(target) = entry.targets.first() else { continue };
            match &*entry.intent {
                Intent::AddImage(adds) if target.state.applied() => {
                    let known =
                        self.list.rows.all().iter().find(|row| row.address == adds.name()).and_then(|row| row.id());
                    let Some(image) = target.made.or(known.map(Id::get)) else { continue };
                    let was_there = target.made.is_none_or(|made| target.newest.is_some_and(|newest| made <= newest));
                    if was_there {
                        let name = clean_line(adds.name());
                        cx.toast(Tone::Info, format!("{name} was in the account already: image {image}."));
                    }
                    self.arriving = Some(ImageKey::Listed(Id::new(image)));
                }
                Intent::AddImage(adds) if target.refused.is_some() => {
                    let typed = adds.file().map(|file| file.path.to_string_lossy().into_owned());
                    self.refused.push(typed.unwrap_or_else(|| adds.name().to_owned()));
                }
                Intent::RemoveImage(_) if is_in_use(entry) => {
                    let refused = entry.targets.iter().find(|target| target.state == State::Refused);
                    let named = refused.and_then(|target| self.key_of_subject(&target.subject));
                    if let Some(image) = named {
                        self.show_uses(image, cx);
                    }
                }
                _ => {}
            }
        }
        let listed = self.arriving.filter(|key| self.list.rows.get(*key).is_some());
        if let Some(key) = listed {
            self.list.table_mut().select(&key);
            (self.arriving, self.offered) = (None, Some(key));
        }
    }
}

/// True when the service refused to remove an image because a setting uses it.
fn is_in_use(entry: &Entry) -> bool {
    entry.targets.iter().any(|target| target.refused == Some(FailureKind::Conflict))
}
