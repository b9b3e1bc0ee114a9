//! Files of a message, saved one at a time, or all of them after a question; or the message itself as `.eml` (R-19,
//! They are opened in other programs only after a question.

use super::state::Mail;
use crate::api::Request;
use crate::api::emails::Download;
use crate::base::{MailAddress, clean_line, file_name, fit};
use crate::mime::{self, Attachment};
use crate::screens::message::content::file_words;
use crate::store::MailKey;
use crate::store::lists::mail::FullMessage;
use crate::ui::text::{self, counted};
use crate::ui::{Args, Confirm, Cx, Effect, Made, Menu, MenuItem, Outcome, Program, Save, Typed, copy_menu, veiled};

const SAVE: &str = "mail.save_file";
/// Number of files named in a question.
const NAMED: usize = 3;
/// Note about a file whose name exists already.
const SAME_NAME: &str = "A file of the same name stays; the new one gets a number.";
/// Folder of a file saved without a typed path.
const FOLDER: &str = "the folder of downloads";
/// Word that saves every file.
const ALL: &str = "all";

/// The opened message, once it was read.
fn opened<'a>(screen: &Mail, cx: &Cx<'a>) -> Option<&'a FullMessage> {
    screen.list.detail.as_ref()?.message(&cx.world)
}

fn loading() -> Outcome {
    Outcome::Refused("The message is still loading.".to_owned())
}

/// Menu entries, one for each file, which run a command with the file's number. For saving, each has the name that the
/// file gets on this machine, if that is another one.
fn choices(full: &FullMessage, command: &'static str) -> impl Iterator<Item = MenuItem> {
    full.message.attachments.iter().enumerate().map(move |(place, file)| {
        let args = Args::words([(place + 1).to_string()]);
        let saved = if command == SAVE { renamed(full, place) } else { String::new() };
        MenuItem::new(file.name.clone(), file_words(file) + &saved, vec![Effect::Run(command, args)])
    })
}

/// Words for the name a file gets, ` as terms_2.txt`; empty if it keeps its own.
fn renamed(full: &FullMessage, place: usize) -> String {
    let name = saved_name(full, place);
    if name == full.message.attachments[place].name { String::new() } else { format!(" as {name}") }
}

/// Name of one file of a message on this machine.
fn saved_name(full: &FullMessage, place: usize) -> String {
    file_name(&full.message.attachments[place].name, &format!("attachment-{}.bin", place + 1))
}

/// Runs `a`: saves an attachment of the opened message. Of several, the one chosen in a menu or given by number.
pub fn attachment(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(full) = opened(screen, cx) else { return loading() };
    let files = &full.message.attachments;
    if args.words.first().is_some_and(|word| word == ALL) {
        return cx.confirm(every(full, &args.path(1)));
    }
    let number = match args.words.first() {
        Some(number) => number.parse().ok(),
        None => (files.len() == 1).then_some(1),
    };
    let known = || (1..=files.len()).map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
    match (number, args.words.first()) {
        (Some(number), _) if (1..=files.len()).contains(&number) => {
            let file = &files[number - 1];
            let saves = Effect::Save(Box::new(save(full, number - 1).to_path(&args.path(1))));
            let warnings = warnings(full, file);
            if warnings.is_empty() {
                return cx.done(saves);
            }
            let path = args.path(1);
            let to = match path.trim() {
                "" => format!("in {FOLDER}{}", renamed(full, number - 1)),
                path => format!("as {}", clean_line(path)),
            };
            cx.confirm(Confirm {
                subject: file.name.clone(),
                warnings,
                consequence: format!("Saves {} {to}; it is not opened.", text::bytes(file.size)),
                way_back: Some(SAME_NAME.to_owned()),
                ..Confirm::new("Save a file", "save", vec![saves])
            });
        }
        (_, Some(word)) => {
            return Outcome::Refused(format!("No file “{}”. Available: {}.", clean_line(word), known()));
        }
        _ => {
            let every =
                MenuItem::new(format!("All {} files", files.len()), "", vec![Effect::Run(SAVE, Args::words([ALL]))]);
            let items = choices(full, SAVE).chain([every.key('*')]).collect();
            cx.menu(Menu { title: format!("Save a file in {FOLDER}"), items, keep_open: false });
        }
    }
    Outcome::Done
}

/// Warnings about one of the message's files, for a question. That the file is a program is found from the file itself,
/// because the notices of a message with many oddities may not include it.
fn warnings(full: &FullMessage, file: &Attachment) -> Vec<String> {
    let name = format!("“{}”", fit(&file.name, 80));
    let runs = mime::danger(&file.name).map(|danger| format!("The file {name} {danger}."));
    let odd = full.message.notices.iter().filter(|notice| notice.contains(&name) && Some(*notice) != runs.as_ref());
    runs.iter().chain(odd).cloned().collect()
}

/// Saves one file of a message.
fn save(full: &FullMessage, place: usize) -> Save {
    let raw = full.raw.clone();
    let made = Made::new(move |_| mime::attachment(&raw, place));
    Save::made(format!("file {} of the message", place + 1), saved_name(full, place), made)
}

/// Question before all files of a message are saved; a path typed after the command is the folder.
fn every(full: &FullMessage, typed: &str) -> Confirm {
    let files = &full.message.attachments;
    let folder = typed.trim_end_matches('/');
    let to = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let saves = (0..files.len()).map(|place| Effect::Save(Box::new(save(full, place).to_path(&to))));
    let bytes = files.iter().map(|file| file.size).sum();
    let place = if folder.is_empty() { FOLDER.to_owned() } else { clean_line(folder).into_owned() };
    Confirm {
        count: files.len(),
        typed: Typed::Never,
        warnings: files.iter().flat_map(|file| warnings(full, file)).collect(),
        samples: files.iter().take(NAMED).map(|file| file.name.clone()).collect(),
        consequence: format!("Saves {} in {place}; none is opened.", text::bytes(bytes)),
        way_back: Some(SAME_NAME.to_owned()),
        ..Confirm::new(format!("Save {}", counted(files.len() as u64, "file", "files")), "save", saves.collect())
    }
}

/// Runs `O`: opens a file in the system's program for it, after a question.
pub fn open(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(full) = opened(screen, cx) else { return loading() };
    let files = &full.message.attachments;
    let typed = args.words.first().and_then(|number| number.parse::<usize>().ok());
    let chosen = typed.or_else(|| (files.len() == 1 && args.words.is_empty()).then_some(1));
    let Some((place, file)) =
        chosen.and_then(|number| Some((number.checked_sub(1)?, files.get(number.checked_sub(1)?)?)))
    else {
        if let Some(word) = args.words.first() {
            return Outcome::Refused(format!("No file “{}”. The message has {}.", clean_line(word), files.len()));
        }
        let items = choices(full, "mail.open_file").collect();
        return cx.menu(Menu { title: "Open a file".to_owned(), items, keep_open: false });
    };
    if mime::is_program(&file.name) {
        return Outcome::Refused(format!("{} is a program and is not opened; a saves it.", fit(&file.name, 60)));
    }
    cx.confirm(Confirm {
        subject: file.name.clone(),
        warnings: warnings(full, file),
        consequence: format!("Opens {} from a stranger in another program.", file_words(file)),
        way_back: Some("The copy is removed at the next start of Parkade.".to_owned()),
        ..Confirm::new(
            "Open a file",
            "open it",
            vec![Effect::Save(Box::new(save(full, place).handed(Program::OfFile)))],
        )
    })
}

/// Runs `B`: shows the HTML in the browser, after a question.
pub fn browser(screen: &mut Mail, cx: &mut Cx<'_>) -> Outcome {
    let Some(full) = opened(screen, cx) else { return loading() };
    let raw = full.raw.clone();
    let made = Made::new(move |_| mime::browser_page(&raw));
    let save = Save::made("the page of the message", "message.html", made).handed(Program::Browser);
    cx.confirm(Confirm {
        consequence: "Opens a copy without scripts, pictures, forms and links: nothing can be loaded.".to_owned(),
        way_back: Some("The copy is removed at the next start of Parkade.".to_owned()),
        ..Confirm::new("View in the browser", "open it", vec![Effect::Save(Box::new(save))])
    })
}

/// Runs `|`: passes the message, as it was sent, to a command, after a question.
pub fn pipe(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(full) = opened(screen, cx) else { return loading() };
    let typed = args.text.trim();
    if typed.is_empty() {
        return cx.done(Effect::Line("mail.pipe ".to_owned()));
    }
    cx.confirm(Confirm {
        subject: clean_line(typed).into_owned(),
        consequence: "Runs it without a shell, with the message as it was sent as its input.".to_owned(),
        way_back: Some("What it does with the message cannot be undone here.".to_owned()),
        ..Confirm::new(
            "Pipe the message",
            "run it",
            vec![Effect::Pipe { line: typed.to_owned(), input: full.raw.clone() }],
        )
    })
}

/// Runs `S`: saves the message as it was sent.
pub fn whole(screen: &mut Mail, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(row) = screen.current().and_then(|key| cx.world.store.mail().row(key)) else {
        return Outcome::Refused("No message here.".to_owned());
    };
    let subject = if row.subject.is_empty() { "message" } else { &*row.subject };
    let name = format!("{}.eml", file_name(subject, "message"));
    let call = Download { id: row.id.to_string() }.call();
    cx.done(Effect::Save(Box::new(Save::call("the message", name, call).to_path(&args.text))))
}

/// Runs `o`: opens a link of the opened message, after a question that shows its real host.
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

/// Runs `y`: copies a field of the message, or its text.
pub fn copy(screen: &mut Mail, title: &str, cx: &mut Cx<'_>) -> Outcome {
    let Some(key) = screen.current() else { return Outcome::Refused("No message here.".to_owned()) };
    let fields = fields(screen, key, cx);
    cx.menu(veiled(copy_menu(title, fields), &cx.world))
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
