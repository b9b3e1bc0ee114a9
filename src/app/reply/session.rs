//! One reply, from choosing a template to sending or keeping the mail. The session decides and keeps the draft; the
//! runtime carries out its decisions ([`Next`]).

use std::path::PathBuf;

use super::drafts::Drafts;
use super::mail::Mail;
use super::menus::{After, step};
use super::template::{Template, offered};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone, reason, unknown};
use crate::ui::{Menu, Reply, ReplyPart, ReplyStep, Tone};

/// Largest text taken from the editor, in bytes; a larger file is not a reply.
const LARGEST: usize = 4 * 1024 * 1024;

/// Next step of the runtime.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Say(Tone, String),
    Menu(Menu),
    /// The reply was sent: report it, and ask what to do next. `priced` is true if it names a price.
    Sent {
        said: String,
        priced: bool,
    },
    /// Ask until when the price in the reply is valid.
    Price,
    /// Open this file in the editor, then call [`ReplySession::edited`].
    Edit(PathBuf),
    /// Copy this text, then call [`ReplySession::done`] with the result.
    Copy {
        what: &'static str,
        text: String,
    },
    /// Open this message in the mail program, then call [`ReplySession::done`] or [`ReplySession::not_mailed`].
    Mail {
        inquiry: Id<Inquiry>,
        file: PathBuf,
    },
}

/// A reply being written: the inquiry it answers, its templates, its draft.
#[derive(Clone, Debug)]
pub struct ReplySession {
    pub(super) reply: Reply,
    templates: Vec<Template>,
    drafts: Drafts,
    pub(super) mail: Option<Mail>,
    /// Text the editor was opened with.
    given: String,
    /// True if the draft has text of the user, so it is kept until it is sent or discarded.
    pub(super) typed: bool,
}

impl ReplySession {
    /// Begins a reply. Offers a kept draft first; without one the named template, else the only one, else a menu of
    /// all.
    pub fn begin(reply: Reply, templates: Vec<Template>, drafts: Drafts, zone: Zone) -> (Self, Next) {
        let mut session = Self { reply, templates, drafts, mail: None, given: String::new(), typed: false };
        let next = match session.drafts.kept(session.reply.inquiry) {
            Some((_, at)) => Next::Menu(session.draft_menu(at, zone)),
            None => session.choose_template(zone),
        };
        (session, next)
    }

    /// Carries out the user's choice.
    pub fn step(&mut self, step: ReplyStep) -> Next {
        match step {
            ReplyStep::Template(name) => self.use_template(&name, false),
            ReplyStep::Anyway(name) => self.use_template(&name, true),
            ReplyStep::Draft => self.edit_kept(),
            ReplyStep::Choose => self.read_kept(),
            ReplyStep::Edit => self.edit_again(),
            ReplyStep::Mail => self.open_mail(),
            ReplyStep::Copy(part) => self.copy(part),
            ReplyStep::Keep => self.keep(),
            ReplyStep::Sent => self.sent(),
            ReplyStep::Again => self.edit_sent(),
            ReplyStep::Price => Next::Price,
            ReplyStep::Discard => {
                self.drafts.forget(self.reply.inquiry);
                Next::Say(Tone::Info, "Draft discarded.".to_owned())
            }
        }
    }

    /// Called when the editor has ended, or could not be started.
    pub fn edited(&mut self, ended: Result<(), String>) -> Next {
        let kept = self.drafts.kept(self.reply.inquiry);
        // Editors add a line end; that alone is not a change.
        let same = |text: &str| text.trim_end_matches('\n') == self.given.trim_end_matches('\n');
        let text = match kept {
            Some((text, _)) if text.len() > LARGEST => {
                return Next::Say(Tone::Bad, "What the editor wrote is larger than 4 MB; it is kept.".to_owned());
            }
            Some((text, _)) => text,
            None => self.given.clone(),
        };
        self.typed |= !same(&text);
        if !self.typed {
            // Nothing was typed, so there is no draft to keep.
            self.drafts.forget(self.reply.inquiry);
        }
        if let Err(why) = ended {
            let kept = if self.typed { " What you wrote is kept; r opens it again." } else { "" };
            return Next::Say(Tone::Bad, format!("{why}{kept}"));
        }
        self.take(&text)
    }

    /// Called when [`Next::Copy`] or [`Next::Mail`] is done: opens the menu again, with the result on top.
    pub fn done(&self, how: &str) -> Next {
        match &self.mail {
            Some(mail) => Next::Menu(self.mail_menu(mail, After::Done(how))),
            None => Next::Say(Tone::Info, how.to_owned()),
        }
    }

    /// Called when no mail program opened the mail of [`Next::Mail`]: opens the menu with the reason on top and
    /// copying first.
    pub fn not_mailed(&self, why: &str) -> Next {
        match &self.mail {
            Some(mail) => Next::Menu(self.mail_menu(mail, After::NotMailed(why))),
            None => Next::Say(Tone::Bad, why.to_owned()),
        }
    }

    /// Numbers of all inquiries the reply answers.
    pub fn answers(&self) -> Vec<Id<Inquiry>> {
        std::iter::once(self.reply.inquiry).chain(self.reply.also.iter().copied()).collect()
    }

    /// Domain and buyer, as named in questions.
    pub fn about(&self) -> &str {
        &self.reply.about
    }

    /// Number of the inquiry that is replied to.
    pub fn inquiry(&self) -> Id<Inquiry> {
        self.reply.inquiry
    }

    /// Time its draft was last changed, if there is one.
    pub fn written_at(&self) -> Option<Timestamp> {
        self.drafts.kept(self.inquiry()).map(|(_, at)| at)
    }

    /// Keeps the sent reply, to be read again or to start the next one from.
    fn sent(&self) -> Next {
        let written = || self.mail.as_ref().map(Mail::written);
        let text = self.drafts.kept(self.reply.inquiry).map(|(text, _)| text).or_else(written);
        if let Err(error) = text.map_or(Ok(()), |text| self.drafts.sent(self.reply.inquiry, &text)) {
            return Next::Say(Tone::Bad, format!("What was sent could not be kept: {}.", reason(&error)));
        }
        let said = format!("Replied to {}; r shows what you wrote.", self.reply.about);
        Next::Sent { said, priced: self.names_price() }
    }

    fn edit_sent(&mut self) -> Next {
        match self.drafts.last_sent(self.reply.inquiry) {
            Some((text, _)) => self.edit(text),
            None => gone(),
        }
    }

    fn choose_template(&mut self, zone: Zone) -> Next {
        if let Some(name) = self.reply.template.clone() {
            return self.use_template(&name, false);
        }
        let last = self.drafts.last_sent(self.reply.inquiry);
        if let ([only], None) = (self.templates.as_slice(), &last) {
            let name = only.name.clone();
            return self.use_template(&name, false);
        }
        let mut items = offered(&self.reply, &self.templates);
        let last = last.map(|(_, at)| step("What you wrote last", format!("sent {}", at.full(zone)), ReplyStep::Again));
        items.extend(last);
        Next::Menu(Menu { title: format!("Reply to {}", self.reply.about), items, keep_open: false })
    }

    /// Fills in a template and opens the editor. Asks first if the template names a price which the offer already
    /// reaches, unless `anyway`.
    fn use_template(&mut self, name: &str, anyway: bool) -> Next {
        let Some(template) = self.templates.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
            let names = || self.templates.iter().map(|known| known.name.as_str());
            return Next::Say(Tone::Warn, unknown("template", name, names()));
        };
        if let Some((price, offer)) = template.undersells(&self.reply.values).filter(|_| !anyway) {
            return Next::Menu(self.underselling_menu(&template.name, price, offer));
        }
        match template.fill(&self.reply.values, &self.reply.reference) {
            Ok(filled) => {
                self.typed = false;
                let mail = Mail { to: self.reply.to.wire(), subject: filled.subject, body: filled.body };
                self.edit(mail.written())
            }
            Err(why) => Next::Say(Tone::Warn, why),
        }
    }

    /// True when there is more than one template.
    pub(super) fn has_choice(&self) -> bool {
        self.templates.len() > 1
    }

    fn edit(&mut self, text: String) -> Next {
        match self.drafts.keep(self.reply.inquiry, &text) {
            Ok(()) => {
                self.given = text;
                Next::Edit(self.drafts.file(self.reply.inquiry))
            }
            Err(error) => {
                Next::Say(Tone::Bad, format!("The reply could not be given to the editor: {}.", reason(&error)))
            }
        }
    }

    fn edit_again(&mut self) -> Next {
        match &self.mail {
            Some(mail) if !self.typed => self.edit(mail.written()),
            _ => self.edit_kept(),
        }
    }

    /// Opens the kept draft in the editor as it is.
    fn edit_kept(&mut self) -> Next {
        let Some((text, _)) = self.drafts.kept(self.reply.inquiry) else { return gone() };
        self.typed = true;
        self.given = text;
        Next::Edit(self.drafts.file(self.reply.inquiry))
    }

    fn read_kept(&mut self) -> Next {
        let Some((text, _)) = self.drafts.kept(self.reply.inquiry) else { return gone() };
        self.typed = true;
        self.take(&text)
    }

    fn keep(&mut self) -> Next {
        if let (false, Some(mail)) = (self.typed, &self.mail)
            && let Err(error) = self.drafts.keep(self.reply.inquiry, &mail.written())
        {
            return Next::Say(Tone::Bad, format!("The draft could not be kept: {}.", reason(&error)));
        }
        Next::Say(Tone::Good, "The draft is kept; r opens it again.".to_owned())
    }

    /// Reads the edited text and opens the menu for it.
    fn take(&mut self, text: &str) -> Next {
        match Mail::read(text) {
            Ok(mail) => {
                let menu = self.mail_menu(&mail, After::Writing);
                self.mail = Some(mail);
                Next::Menu(menu)
            }
            Err(why) => {
                self.mail = None;
                let mut items = vec![step("Edit again", why, ReplyStep::Edit)];
                items.extend(self.ways_out());
                Next::Menu(Menu { title: format!("Reply to {}", self.reply.about), items, keep_open: false })
            }
        }
    }

    fn open_mail(&mut self) -> Next {
        let Some(mail) = &self.mail else { return gone() };
        // The mail program may fail silently, so keep the draft until the user says that the mail was sent.
        if !self.typed {
            match self.drafts.keep(self.reply.inquiry, &mail.written()) {
                Ok(()) => self.typed = true,
                Err(error) => return Next::Say(Tone::Bad, format!("The draft could not be kept: {}.", reason(&error))),
            }
        }
        match mail.address() {
            Err(_) => Next::Menu(self.mail_menu(mail, After::Writing)),
            // Use a file, because every user of the machine can read a program's arguments.
            Ok(to) => match self.drafts.message(self.reply.inquiry, &mail.message(&to)) {
                Ok(file) => Next::Mail { inquiry: self.reply.inquiry, file },
                Err(error) => Next::Say(Tone::Bad, format!("The message could not be written: {}.", reason(&error))),
            },
        }
    }

    fn copy(&self, part: ReplyPart) -> Next {
        let Some(mail) = &self.mail else { return gone() };
        let (what, text) = match part {
            ReplyPart::Everything => ("Reply", mail.written()),
            ReplyPart::Text => ("Text", mail.body.clone()),
            ReplyPart::Subject => ("Subject", mail.subject.clone()),
            ReplyPart::Address => ("Address", mail.address().map_or_else(|_| mail.to.clone(), |to| to.wire())),
        };
        Next::Copy { what, text }
    }
}

fn gone() -> Next {
    Next::Say(Tone::Warn, "The draft no longer exists.".to_owned())
}
