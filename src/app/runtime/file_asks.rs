//! Requests of screens for the user's files, and drafts of typed texts; read and written beside the loop.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::api::limits::IMAGE_BYTES;
use crate::app::files::{self, expand};
use crate::app::paths::{set_aside, write_private};
use crate::app::terminal::isolated;
use crate::base::reason;
use crate::sheets::csv;
use crate::sheets::csv::CsvAsk;
use crate::sheets::grid;
use crate::sheets::grid::News;
use crate::sheets::picture;
use crate::sheets::picture::CheckedImage;
use crate::sheets::{NamesFile, Slot};
use crate::store::writes::drafts::REVIEW;
use crate::store::writes::plan::Plan;
use crate::ui::{FileAsk, Tone};

use super::apart::decode_kept;
use super::drafts;
use super::file_worker::Editing;
use super::inbox::Message;
use super::state::Loop;

impl Loop {
    /// Starts a screen's request about the user's files.
    pub(super) fn file(&mut self, ask: FileAsk) {
        match ask {
            FileAsk::Text { slot, path } => {
                self.beside(move || Message::Text {
                    slot,
                    text: files::text(&expand(path.trim()), files::NAMES_BYTES),
                });
            }
            FileAsk::Names { slot, path } => self.beside(move || {
                let path = expand(path.trim());
                let read = files::read(&path, files::NAMES_BYTES);
                let cannot = |why| format!("{}: {why}", files::shown(&path));
                Message::Names { slot, read: read.and_then(|bytes| NamesFile::read(&bytes).map_err(cannot)) }
            }),
            FileAsk::List { typed, first } => self.beside(move || Message::Listing(files::list(&typed, first))),
            FileAsk::Images { paths } => {
                self.beside(move || Message::Images(paths.iter().map(|path| check_image(path)).collect()));
            }
            FileAsk::Preview { path } => self.preview(path),
            FileAsk::Check(ask) => self.beside(move || Message::Checked(Box::new(check(*ask)))),
            FileAsk::Forget => self.session.store.files_mut().forget_csv(),
            FileAsk::Open { path, title } => self.beside(move || {
                let path = expand(path.trim());
                let opened = files::read(&path, files::TABLE_BYTES).and_then(|bytes| grid::open(&bytes, path, title));
                Message::Table(News::Opened(opened))
            }),
            FileAsk::Arrange { grid, arrangement } => self.beside(move || {
                let rows =
                    files::read(&grid.path, files::TABLE_BYTES).map(|bytes| grid::arrange(&bytes, &grid, &arrangement));
                Message::Table(News::Arranged { path: grid.path.clone(), arrangement, rows })
            }),
            FileAsk::Rows { grid, rows } => self.beside(move || {
                let cells = if grid.is_read_in_place() {
                    let pieces = files::pieces(&grid.path, rows.iter().map(|row| grid.place(*row)));
                    pieces.map(|pieces| rows.into_iter().zip(pieces.iter().map(|row| grid.cells(row))).collect())
                } else {
                    files::read(&grid.path, files::TABLE_BYTES).and_then(|bytes| grid.rows(&rows, &bytes))
                };
                Message::Table(News::Rows { path: grid.path.clone(), cells })
            }),
            FileAsk::Edit { slot, name, text } => self.edit_text(slot, name, &text, false),
            FileAsk::EditFile { slot, name, text } => {
                self.edit_text(slot, &crate::base::file_name(&name, "rows.csv"), &text, true);
            }
            FileAsk::Keep { slot, text, review } => {
                self.keep_draft(slot, move || text);
                if let Some(plans) = review {
                    self.keep_review(plans);
                }
            }
            FileAsk::KeepReview(plans) => self.keep_review(plans),
            FileAsk::Kept { slot } => {
                let Some(draft) = self.draft(slot, "draft.txt").filter(|draft| draft.is_file()) else { return };
                self.beside(move || Message::Text { slot, text: files::text(&draft, files::NAMES_BYTES) });
            }
        }
    }

    /// Hands the lines of a file of names to their screen.
    pub(super) fn names_read(&mut self, slot: Slot, read: Result<NamesFile, String>) {
        let text = read.map(|read| {
            if let Some(said) = read.said {
                self.say(Tone::Info, said);
            }
            read.text.into()
        });
        self.session.store.files_mut().put_text(slot, text);
    }

    /// Keeps a draft until the next run, or removes it if it is empty. `text` is called on the thread for files.
    fn keep_draft(&mut self, slot: Slot, text: impl FnOnce() -> String + Send + 'static) {
        let Some(draft) = self.draft(slot, "draft.txt") else { return };
        let keep = move || {
            let text = text();
            let kept = if text.is_empty() { remove(&draft) } else { write_private(&draft, text.as_bytes()) };
            if let Err(error) = kept {
                tracing::error!("what was typed could not be kept: {error}");
            }
        };
        if let Err(error) = self.session.files.put(Box::new(keep)) {
            self.say(Tone::Warn, format!("What was typed could not be kept: {}.", reason(&error)));
        }
    }

    fn keep_review(&mut self, plans: Vec<Arc<Plan>>) {
        self.keep_draft(REVIEW, move || Plan::all_to_json(plans.iter().map(|plan| &**plan)));
    }

    pub(super) fn beside(&mut self, work: impl FnOnce() -> Message + Send + 'static) {
        let inbox = self.session.inbox.clone();
        let begun = self.session.files.put(Box::new(move || match isolated(work) {
            Ok(message) => inbox.send(message),
            Err(panic) => tracing::error!("a file could not be looked at: {panic}"),
        }));
        if let Err(error) = begun {
            self.say(Tone::Bad, format!("The file could not be read: {}.", reason(&error)));
        }
    }

    /// Reads the drafts left by earlier sessions of the account.
    pub(super) fn read_drafts(&mut self) {
        let Some(folder) = self.session.drafts() else { return };
        self.beside(move || Message::Drafts(Box::new(drafts::read(&folder))));
    }

    /// Makes a picture of a file on a thread of its own, so that a slow one holds up no other file.
    fn preview(&mut self, path: PathBuf) {
        let inbox = self.session.inbox.clone();
        let work = move || {
            let Ok(bytes) = files::read(&path, IMAGE_BYTES) else {
                return inbox.send(Message::Preview((path, None)));
            };
            decode_kept(picture::decode, bytes, move |decoded| {
                inbox.send(Message::Preview((path, picture::decoded(&*decoded))));
            });
        };
        if let Err(error) = self.session.files.put(Box::new(work)) {
            tracing::error!("a picture could not be looked at: {error}");
        }
    }

    fn draft(&self, slot: Slot, name: &str) -> Option<PathBuf> {
        self.session.drafts().map(|folder| folder.join(slot).join(name))
    }

    fn edit_text(&mut self, slot: Slot, name: &str, text: &str, stays: bool) {
        let Some(file) = self.draft(slot, name) else {
            return self.say(Tone::Warn, "No account open; nothing to edit.");
        };
        // An editor has saved this file and the program did not read it, because one of them ended first: rename it.
        let left = (!stays && file.is_file()).then(|| set_aside(&file, "left")).and_then(Result::ok);
        if let Some(left) = left {
            let words = format!("An earlier text was not taken over; it is kept as {}.", files::shown(&left));
            self.say(Tone::Warn, words);
        }
        if let Err(error) = write_private(&file, text.as_bytes()) {
            return self.say(Tone::Bad, format!("The text could not be given to the editor: {}.", reason(&error)));
        }
        self.session.editing = Some(Editing { slot, file: file.clone(), stays });
        self.edit(&file);
    }

    /// Takes the edited text of a screen after its editor has ended. If the editor failed, the screen's text and the
    /// file stay.
    pub(super) fn text_edited(&mut self, edited: &Editing, ended: Result<(), String>) {
        let Editing { slot, file, stays } = edited;
        match ended {
            Ok(()) if *stays => {
                self.session.store.files_mut().put_text(slot, Ok(file.to_string_lossy().as_ref().into()));
                self.sync();
            }
            Ok(()) => {
                let text = files::text(file, files::NAMES_BYTES);
                if text.is_ok() {
                    let _ = remove(file);
                }
                self.session.store.files_mut().put_text(slot, text);
                self.sync();
            }
            Err(why) => {
                let text = format!("{why} Nothing changed; the text is in {}.", files::shown(file));
                if *stays {
                    // The screen was opened for the edited file only, and leads back.
                    self.session.store.files_mut().put_text(slot, Err(text));
                    return self.sync();
                }
                self.say(Tone::Warn, text);
            }
        }
    }
}

fn remove(file: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn check_image(typed: &str) -> Result<CheckedImage, String> {
    let path = expand(typed.trim());
    let path = std::path::absolute(&path).unwrap_or(path);
    let bytes = files::read(&path, IMAGE_BYTES).map_err(|why| format!("{why} Choose another file."))?;
    picture::check(path.clone(), &files::shown(&path), &bytes)
}

fn check(ask: CsvAsk) -> Result<csv::CsvReport, String> {
    let typed = ask.path.to_string_lossy().trim().to_owned();
    let path = expand(&typed);
    let path = std::path::absolute(&path).unwrap_or(path);
    let bytes = files::read(&path, csv::READ_BYTES)?;
    csv::check(&bytes, &CsvAsk { path, ..ask })
}
