//! Saving: one attachment at a time on request, or the whole message as `.eml`.

use super::content::file_words;
use super::screen::Mail;
use crate::api::Request;
use crate::api::emails::Download;
use crate::base::{MailAddress, clean_line};
use crate::mime;
use crate::store::MailKey;
use crate::ui::{Args, Cx, Effect, Made, Menu, MenuItem, Outcome, Save, copy_menu, veiled};

const SAVE: &str = "mail.save_file";

/// `a`: saves an attachment of the opened message; of several the one that is chosen, or named by its number.
pub fn attachment(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(full) = screen.list.detail.as_ref().and_then(|reader| reader.message(&cx.world)) else {
        return Outcome::Refused("The message is still loading.".to_owned());
    };
    let files = &full.message.attachments;
    let number = match args.words.first() {
        Some(number) => number.parse().ok(),
        None => (files.len() == 1).then_some(1),
    };
    let known = || (1..=files.len()).map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
    match (number, args.words.first()) {
        (Some(number), _) if (1..=files.len()).contains(&number) => {
            let (file, raw) = (&files[number - 1], full.raw.clone());
            let made = Made::new(move |_| mime::attachment(&raw, number - 1));
            let what = format!("file {number} of the message");
            let instead = format!("attachment-{number}.bin");
            let name = crate::base::file_name(&file.name, &instead);
            cx.push(Effect::Save(Box::new(Save::made(what, name, made).to_path(&args.path(1)))));
        }
        (_, Some(word)) => {
            return Outcome::Refused(format!("No file “{}”. Available: {}.", clean_line(word), known()));
        }
        _ => {
            let item = |(place, file): (usize, &mime::Attachment)| {
                let args = Args::words([(place + 1).to_string()]);
                MenuItem::new(file.name.clone(), file_words(file), vec![Effect::Run(SAVE, args)])
            };
            let items = files.iter().enumerate().map(item).collect();
            cx.menu(Menu { title: "Save a file".to_owned(), items, keep_open: false });
        }
    }
    Outcome::Done
}

/// `S`: saves the message as it was sent.
pub fn whole(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(row) = screen.current().and_then(|key| cx.world.store.mail().row(key)) else {
        return Outcome::Refused("No message here.".to_owned());
    };
    let subject = if row.subject.is_empty() { "message" } else { &*row.subject };
    let name = format!("{}.eml", crate::base::file_name(subject, "message"));
    let call = Download { id: row.id.to_string() }.call();
    cx.push(Effect::Save(Box::new(Save::call("the message", name, call).to_path(&args.text))));
    Outcome::Done
}

/// `o`: opens a link of the opened message, behind the question that shows its real host.
pub fn link(screen: &mut Mail, _: &Args, cx: &mut Cx<'_>) -> Outcome {
    let body = screen.list.detail.as_ref().and_then(|reader| reader.body(&cx.world));
    let links = body.map_or(&[][..], |body| &body.links);
    let opened: Vec<_> = links.iter().enumerate().filter(|(_, link)| !link.host.is_empty()).collect();
    match opened.as_slice() {
        [] => return Outcome::Refused("This message has no web links.".to_owned()),
        [(_, link)] => cx.push(Effect::OpenUrl(link.url.clone())),
        several => {
            let item = |(place, link): &(usize, &mime::Link)| {
                let label = format!("[{}] {}", place + 1, link.host);
                MenuItem::new(label, link.text.clone(), vec![Effect::OpenUrl(link.url.clone())])
            };
            let items = several.iter().map(item).collect();
            cx.menu(Menu { title: "Open a link".to_owned(), items, keep_open: false });
        }
    }
    Outcome::Done
}

/// `y`: copies a field of the message, or its text.
pub fn copy(screen: &mut Mail, cx: &mut Cx<'_>) -> Outcome {
    let Some(key) = screen.current() else { return Outcome::Refused("No message here.".to_owned()) };
    let fields = fields(screen, key, cx);
    cx.menu(veiled(copy_menu("Copy from the message", fields), &cx.world));
    Outcome::Done
}

fn fields(screen: &Mail, key: MailKey, cx: &Cx<'_>) -> Vec<(&'static str, String)> {
    let Some(row) = cx.world.store.mail().row(key) else { return Vec::new() };
    let mut fields = vec![("Subject", row.subject.to_string()), ("To", row.to.to_string())];
    if MailAddress::parse(&row.sender).is_ok() {
        fields.insert(0, ("Address", row.sender.to_string()));
    }
    fields.extend(row.domains.first().map(|name| ("Domain", name.punycode().to_owned())));
    let body = screen.list.detail.as_ref().and_then(|reader| reader.body(&cx.world));
    let text = |body: &mime::Body| body.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    fields.extend(body.map(|body| ("Text", text(body))));
    fields.retain(|(_, text)| !text.is_empty());
    fields
}
