//! Notifications: a sequence that the terminal shows as a desktop notification, and the user's hook program.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use base64::Engine;

use super::opener::ended;
use super::{command, named, passed};
use crate::app::config::{NotifyWay, Words};
use crate::base::{clean_line, reason};

/// The title of every notification.
const TITLE: &str = "Parkade";
/// Longest text of a notification: terminals and desktops cut longer ones, each in its own way.
const LONGEST: usize = 200;
/// Time after which a hook is stopped.
const PATIENCE: Duration = Duration::from_secs(30);
/// Hooks that run at once; a further one is not started.
const AT_ONCE: usize = 4;

static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Way in which the terminal takes notifications, judged by its environment; `None` if it knows only the bell.
pub fn way(env: impl Fn(&str) -> Option<OsString>) -> Option<NotifyWay> {
    let text = |name: &str| env(name).map(|value| value.to_string_lossy().into_owned()).unwrap_or_default();
    let (term, program) = (text("TERM"), text("TERM_PROGRAM"));
    let has = |name: &str| !text(name).is_empty();
    if has("KITTY_WINDOW_ID") || term.contains("kitty") {
        return Some(NotifyWay::Osc99);
    }
    match program.as_str() {
        "iTerm.app" | "WezTerm" | "ghostty" => return Some(NotifyWay::Osc9),
        // These terminals ignore the sequences or misread them: Windows Terminal takes OSC 9 for a progress bar.
        "Apple_Terminal" | "vscode" => return None,
        _ => {}
    }
    if has("WT_SESSION") || term.starts_with("alacritty") || has("XTERM_VERSION") {
        return None;
    }
    let known = ["foot", "contour", "rxvt-unicode", "konsole"].iter().any(|name| term.starts_with(name));
    // Inside a multiplexer the outer terminal is unknown; OSC 777 is what most take.
    let within = ["KONSOLE_VERSION", "TMUX", "ZELLIJ"].into_iter().any(has);
    (known || within).then_some(NotifyWay::Osc777)
}

/// The sequence for a notification, wrapped for the multiplexer it has to pass.
pub fn sequence(text: &str, way: NotifyWay, env: impl Fn(&str) -> Option<OsString>) -> Vec<u8> {
    let text: String = clean_line(text).chars().take(LONGEST).collect();
    let parts = match way {
        NotifyWay::Osc9 => vec![format!("\x1b]9;{text}\x1b\\")],
        NotifyWay::Osc777 => vec![format!("\x1b]777;notify;{TITLE};{text}\x1b\\")],
        NotifyWay::Osc99 => {
            let text = base64::engine::general_purpose::STANDARD.encode(text);
            vec![
                format!("\x1b]99;i=parkade:d=0:o=unfocused;{TITLE}\x1b\\"),
                format!("\x1b]99;i=parkade:d=1:p=body:e=1;{text}\x1b\\"),
            ]
        }
    };
    let set = |name: &str| env(name).is_some_and(|value| !value.is_empty());
    parts.iter().flat_map(|part| passed(part, set("TMUX"), set("STY"))).collect()
}

/// Runs the user's hook with `input` on its standard input, on a thread of its own, and tells `then` how it went: half
/// a sentence on failure. It is stopped after 30 seconds.
///
/// # Errors
/// Half a sentence when it is not run; `then` is not called.
pub fn hook(
    words: &Words,
    input: Vec<u8>,
    then: impl FnOnce(Result<(), String>) + Send + 'static,
) -> Result<(), String> {
    let name = named(&words.0[0]);
    if RUNNING.fetch_add(1, Ordering::SeqCst) >= AT_ONCE {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        return Err(format!("{name} still runs {AT_ONCE} times from before"));
    }
    let words = words.clone();
    let started = thread::Builder::new().name("hook".to_owned()).spawn(move || {
        let result = run(&words, &input, PATIENCE);
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        then(result);
    });
    started.map(drop).map_err(|error| {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        format!("{name} could not be started: {}", reason(&error))
    })
}

/// Runs a hook to its end, or until it has taken too long.
pub(super) fn run(words: &Words, input: &[u8], patience: Duration) -> Result<(), String> {
    let name = named(&words.0[0]);
    let mut hook = command(&words.0);
    hook.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // A process group of its own, so that programs the hook starts end with it.
    hook.process_group(0);
    let mut child = hook.spawn().map_err(|error| format!("{name} could not be started: {}", reason(&error)))?;
    let (stdin, input) = (child.stdin.take(), input.to_vec());
    // Write on a thread: a command that reads no input must not block this one. Its end closes the pipe.
    let writer = thread::Builder::new().name("hook-input".to_owned());
    let written = writer.spawn(move || stdin.map_or(Ok(()), |mut stdin| io::Write::write_all(&mut stdin, &input)));
    if let Err(error) = written {
        tracing::warn!("the hook gets no input: {}", reason(&error));
    }
    let until = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(20)),
            Ok(None) => {
                let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
                let _ = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{name} was stopped after {} seconds", patience.as_secs()));
            }
            status => return ended(&name, status),
        }
    }
}
