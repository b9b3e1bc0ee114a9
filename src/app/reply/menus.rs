//! Menus of a reply: for a kept draft, and for a written mail.

use super::mail::Mail;
use super::session::ReplySession;
use crate::base::{Timestamp, Zone, clean_line, fit};
use crate::ui::{Confirm, Effect, Menu, MenuItem, Reply, ReplyPart, ReplyStep, ReplyValue};

/// Step before the menu of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After<'t> {
    /// The editor has ended.
    Writing,
    /// A result, to be shown.
    Done(&'t str),
    /// The mail program could not be opened; holds the reason.
    NotMailed(&'t str),
}

impl ReplySession {
    pub(super) fn draft_menu(&self, at: Timestamp, zone: Zone) -> Menu {
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

    /// Question before using a template that names a price which the buyer's offer already reaches.
    pub(super) fn underselling_menu(&self, template: &str, price: &str, offer: &str) -> Menu {
        let other = Effect::Reply(Box::new(Reply { template: None, ..self.reply.clone() }));
        let other = MenuItem::new("Choose another template", "", vec![other]);
        let anyway = step("Write it anyway", template, ReplyStep::Anyway(template.to_owned()));
        Menu {
            title: format!("The reply names {price}, but {offer} is offered"),
            items: self.has_choice().then_some(other).into_iter().chain([anyway]).collect(),
            keep_open: false,
        }
    }

    /// Question before typed text is discarded.
    fn throw_away(&self, title: &str, then: Vec<Effect>) -> Effect {
        let mut effects = vec![Effect::ReplyStep(ReplyStep::Discard)];
        effects.extend(then);
        Effect::Confirm(Box::new(Confirm {
            samples: vec![self.reply.about.clone()],
            consequence: "What you wrote will be deleted.".to_owned(),
            ..Confirm::new(title, "discard it", effects)
        }))
    }

    /// Menu of what can be done with a mail. If it has a problem, fixing that is the first item.
    pub(super) fn mail_menu(&self, mail: &Mail, after: After<'_>) -> Menu {
        let address = mail.address();
        let edit = |hint: String| step("Edit again", hint, ReplyStep::Edit);
        let sent = step("Mark as sent", "after sending; keeps what you wrote", ReplyStep::Sent);
        let opens = || step("Open in your mail program", "as an .eml file, deleted with the draft", ReplyStep::Mail);
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
                // Parkade cannot know whether the mail was sent, so the first item keeps the draft.
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

    pub(super) fn ways_out(&self) -> [MenuItem; 2] {
        let discard = if self.typed {
            self.throw_away("Discard the draft", Vec::new())
        } else {
            Effect::ReplyStep(ReplyStep::Discard)
        };
        [keeping(), MenuItem::new("Discard the draft", "", vec![discard])]
    }

    /// First variable in the mail whose value is missing.
    fn still_open(&self, mail: &Mail) -> Option<String> {
        let gaps = self.reply.values.iter().filter(|value| value.text.is_none() && !value.is_left_out());
        let mut gaps = gaps.map(ReplyValue::gap);
        gaps.find(|gap| mail.body.contains(gap.as_str()) || mail.subject.contains(gap.as_str()))
    }

    /// True if the reply names a price the user asks for.
    pub(super) fn names_price(&self) -> bool {
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

pub(super) fn step(label: &str, hint: impl Into<String>, step: ReplyStep) -> MenuItem {
    MenuItem::new(label, hint, vec![Effect::ReplyStep(step)])
}

fn keeping() -> MenuItem {
    step("Keep the draft", "r reopens it", ReplyStep::Keep)
}
