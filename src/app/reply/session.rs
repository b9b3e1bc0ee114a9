//! One reply from the choice of a template to the question what becomes of it. It decides and keeps the draft; what it
//! decides ([`Next`]) the runtime carries out.

use std::path::PathBuf;

use super::drafts::Drafts;
use super::mail::Mail;
use super::template::{Template, offered};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone, clean_line, fit, reason, unknown};
use crate::ui::{Confirm, Effect, Menu, MenuItem, Reply, ReplyPart, ReplyStep, ReplyValue, Tone};

/// More than anybody writes; an editor that leaves more has opened something else.
const LARGEST: usize = 4 * 1024 * 1024;

/// Next step of the runtime.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Say(Tone, String),
    Menu(Menu),
    /// The reply went out: say so, and ask what is to follow; `priced` where it names a price.
    Sent {
        said: String,
        priced: bool,
    },
    /// Ask until when its price stands.
    Price,
    /// Open this file in the editor, then call [`ReplySession::edited`].
    Edit(PathBuf),
    /// Copy, then call [`ReplySession::done`] with how it went.
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

/// The step before the menu of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After<'t> {
    /// The editor.
    Writing,
    /// A result, to be shown.
    Done(&'t str),
    /// The mail program could not be opened; why.
    NotMailed(&'t str),
}

/// A reply being written: the inquiry it answers, its templates, its draft.
#[derive(Clone, Debug)]
pub struct ReplySession {
    reply: Reply,
    templates: Vec<Template>,
    drafts: Drafts,
    mail: Option<Mail>,
    /// The text that was given to the editor.
    given: String,
    /// The draft holds something the user wrote: it is kept until it is sent or thrown away.
    typed: bool,
}

impl ReplySession {
    /// Begins: a kept draft is offered first, then the template named, else the only one, else all to choose from.
    pub fn begin(reply: Reply, templates: Vec<Template>, drafts: Drafts, zone: Zone) -> (Self, Next) {
        let mut session = Self { reply, templates, drafts, mail: None, given: String::new(), typed: false };
        let next = match session.drafts.kept(session.reply.inquiry) {
            Some((_, at)) => Next::Menu(session.draft_menu(at, zone)),
            None => session.choose_template(),
        };
        (session, next)
    }

    /// Takes a choice.
    pub fn step(&mut self, step: ReplyStep) -> Next {
        match step {
            ReplyStep::Template(name) => self.use_template(&name),
            ReplyStep::Draft => self.edit_kept(),
            ReplyStep::Choose => self.read_kept(),
            ReplyStep::Edit => self.edit_again(),
            ReplyStep::Mail => self.open_mail(),
            ReplyStep::Copy(part) => self.copy(part),
            ReplyStep::Keep => self.keep(),
            ReplyStep::Sent => {
                self.drafts.forget(self.reply.inquiry);
                let said = format!("Replied to {}; the draft was deleted.", self.reply.about);
                Next::Sent { said, priced: self.names_price() }
            }
            ReplyStep::Price => Next::Price,
            ReplyStep::Discard => {
                self.drafts.forget(self.reply.inquiry);
                Next::Say(Tone::Info, "Draft discarded.".to_owned())
            }
        }
    }

    /// The editor has ended, or could not be started.
    pub fn edited(&mut self, ended: Result<(), String>) -> Next {
        let kept = self.drafts.kept(self.reply.inquiry);
        // Editors end the last line; that alone is no change.
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

    /// Called when [`Next::Copy`] or [`Next::Mail`] is done: the menu comes back, with the result on top.
    pub fn done(&self, how: &str) -> Next {
        match &self.mail {
            Some(mail) => Next::Menu(self.mail_menu(mail, After::Done(how))),
            None => Next::Say(Tone::Info, how.to_owned()),
        }
    }

    /// No mail program opened what [`Next::Mail`] asked for: copying is offered first, with the reason on top.
    pub fn not_mailed(&self, why: &str) -> Next {
        match &self.mail {
            Some(mail) => Next::Menu(self.mail_menu(mail, After::NotMailed(why))),
            None => Next::Say(Tone::Bad, why.to_owned()),
        }
    }

    /// Numbers of all inquiries it answers.
    pub fn answers(&self) -> Vec<Id<Inquiry>> {
        std::iter::once(self.reply.inquiry).chain(self.reply.also.iter().copied()).collect()
    }

    /// Number of the inquiry that is replied to.
    pub fn inquiry(&self) -> Id<Inquiry> {
        self.reply.inquiry
    }

    /// Time its draft was last changed, if there is one.
    pub fn written_at(&self) -> Option<Timestamp> {
        self.drafts.kept(self.inquiry()).map(|(_, at)| at)
    }

    fn choose_template(&mut self) -> Next {
        if let Some(name) = self.reply.template.clone() {
            return self.use_template(&name);
        }
        if let [only] = self.templates.as_slice() {
            let name = only.name.clone();
            return self.use_template(&name);
        }
        let items = offered(&self.reply, &self.templates);
        Next::Menu(Menu { title: format!("Reply to {}", self.reply.about), items, keep_open: false })
    }

    fn use_template(&mut self, name: &str) -> Next {
        let Some(template) = self.templates.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
            let names = || self.templates.iter().map(|known| known.name.as_str());
            return Next::Say(Tone::Warn, unknown("template", name, names()));
        };
        match template.fill(&self.reply.values, &self.reply.reference) {
            Ok(filled) => {
                self.typed = false;
                let mail = Mail { to: self.reply.to.wire(), subject: filled.subject, body: filled.body };
                self.edit(mail.written())
            }
            Err(why) => Next::Say(Tone::Warn, why),
        }
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

    /// The draft as it lies there.
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

    /// Reads the written text and asks what to do with it.
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
        // The mail program may fail without a word: the draft stays until the user says that it was sent.
        if !self.typed {
            match self.drafts.keep(self.reply.inquiry, &mail.written()) {
                Ok(()) => self.typed = true,
                Err(error) => return Next::Say(Tone::Bad, format!("The draft could not be kept: {}.", reason(&error))),
            }
        }
        match mail.address() {
            Err(_) => Next::Menu(self.mail_menu(mail, After::Writing)),
            // As a file, because every user of the machine can read the arguments of a program.
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

    fn draft_menu(&self, at: Timestamp, zone: Zone) -> Menu {
        let again = Effect::Reply(Box::new(self.reply.clone()));
        let anew = self.throw_away("Discard the draft and start over", vec![again]);
        Menu {
            title: format!("A draft is kept: {}", self.reply.about),
            items: vec![
                step("Continue the draft", format!("written {}", at.full(zone)), ReplyStep::Draft),
                step("Send or copy as is", "", ReplyStep::Choose),
                MenuItem::new("Start over", "discards the draft", vec![anew]),
            ],
            keep_open: false,
        }
    }

    /// Asks before what was typed goes.
    fn throw_away(&self, title: &str, then: Vec<Effect>) -> Effect {
        let mut effects = vec![Effect::ReplyStep(ReplyStep::Discard)];
        effects.extend(then);
        Effect::Confirm(Box::new(Confirm {
            samples: vec![self.reply.about.clone()],
            consequence: "What you wrote will be deleted.".to_owned(),
            ..Confirm::new(title, "discard it", effects)
        }))
    }

    /// The menu of what can be done with a mail. A problem comes first, so that enter leads to fixing it.
    fn mail_menu(&self, mail: &Mail, after: After<'_>) -> Menu {
        let address = mail.address();
        let edit = |hint: String| step("Edit again", hint, ReplyStep::Edit);
        let sent = step("Mark as sent", "after sending; deletes the draft", ReplyStep::Sent);
        let opens = || step("Open in your mail program", "as an .eml file, kept until the draft goes", ReplyStep::Mail);
        let mailer = address.as_ref().ok().map(|_| opens());
        let lines = mail.body.lines().count();
        let copy = |label: &str, hint: &str, part: ReplyPart| step(label, hint, ReplyStep::Copy(part));
        let copies = [
            copy("Copy everything", "as in the editor", ReplyPart::Everything),
            copy("Copy the text", &format!("{lines} {}", if lines == 1 { "line" } else { "lines" }), ReplyPart::Text),
            copy("Copy the subject", &clean_line(&mail.subject), ReplyPart::Subject),
            copy("Copy the address", &clean_line(&mail.to), ReplyPart::Address),
        ];
        let mut items = Vec::new();
        if matches!(after, After::NotMailed(_)) {
            items.extend(copies.clone());
        }
        match (&address, self.still_open(mail)) {
            (Err(why), _) => items.push(edit(why.clone())),
            (Ok(_), Some(gap)) => {
                items.push(edit(format!("still says {gap}")));
                items.extend(mailer);
            }
            (Ok(_), None) if matches!(after, After::Done(_)) => {
                // Only the user knows whether it was sent, so the first entry keeps the draft.
                items.extend([keeping(), sent.clone()]);
                items.extend(mailer);
                items.push(edit(String::new()));
            }
            (Ok(_), None) => {
                items.extend(mailer);
                items.push(edit(self.without_reference(mail)));
            }
        }
        let rest = copies.into_iter().chain([sent]).chain(self.ways_out());
        let rest: Vec<MenuItem> = rest.filter(|item| !items.contains(item)).collect();
        items.extend(rest);
        let to = address.map_or_else(|_| clean_line(&mail.to).into_owned(), |to| to.to_string());
        let title = format!("Reply to {to} · {}", clean_line(&mail.subject));
        let title = match after {
            After::Done(said) | After::NotMailed(said) => said.trim_end_matches('.').to_owned(),
            After::Writing => title,
        };
        Menu { title, items, keep_open: false }
    }

    fn ways_out(&self) -> [MenuItem; 2] {
        let discard = if self.typed {
            self.throw_away("Discard the draft", Vec::new())
        } else {
            Effect::ReplyStep(ReplyStep::Discard)
        };
        [keeping(), MenuItem::new("Discard the draft", "", vec![discard])]
    }

    /// A place that was left open because nothing was known to put there.
    fn still_open(&self, mail: &Mail) -> Option<String> {
        let gaps = self.reply.values.iter().filter(|value| value.text.is_none() && !value.is_left_out());
        let mut gaps = gaps.map(ReplyValue::gap);
        gaps.find(|gap| mail.body.contains(gap.as_str()) || mail.subject.contains(gap.as_str()))
    }

    /// True where the letter names a price of the user's.
    fn names_price(&self) -> bool {
        let offer =
            self.reply.values.iter().find(|value| value.name == "offer").and_then(|value| value.text.as_deref());
        self.mail.as_ref().is_some_and(|mail| mail.names_price(offer))
    }

    fn without_reference(&self, mail: &Mail) -> String {
        let reference = &self.reply.reference;
        if reference.is_empty() || mail.subject.contains(reference.as_str()) {
            String::new()
        } else {
            format!("the subject no longer says {}", fit(reference, 40))
        }
    }
}

fn gone() -> Next {
    Next::Say(Tone::Warn, "The draft no longer exists.".to_owned())
}

fn step(label: &str, hint: impl Into<String>, step: ReplyStep) -> MenuItem {
    MenuItem::new(label, hint, vec![Effect::ReplyStep(step)])
}

fn keeping() -> MenuItem {
    step("Keep the draft", "r reopens it", ReplyStep::Keep)
}
