//! Test of an image with the real program: it is uploaded, used as a cover, and cannot be removed while a setting
//! uses it.

use std::fs;

use serde_json::Value;

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 30);
const DOT: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let session = Session::start(home, &["--screen", "images"], &extra, SIZE);
    session.wait("the list and the covers", |screen| screen.contains(" live") && screen.contains("account"));
    session
}

/// Ids of the account's covers at the service.
fn covers(sandbox: &Sandbox) -> Vec<i64> {
    let settings = sandbox.get("parking/settings");
    let images = settings["settings"]["cover_images"]["value"]["images"].as_array().cloned().unwrap_or_default();
    images.iter().filter_map(|image| image["id"].as_i64()).collect()
}

fn images(sandbox: &Sandbox) -> Vec<i64> {
    let list = sandbox.get("parking/images");
    let rows = list["images"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(|image: &Value| image["image_id"].as_i64()).collect()
}

#[test]
fn an_image_is_uploaded_used_as_a_cover_and_refused_for_removal_with_the_way_on() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    let before = images(&sandbox);
    let file = home.path().join("my dot.gif");
    fs::write(&file, DOT).expect("a file");
    let mut session = open(&home, &sandbox);
    session.keys("+");
    session.wait_text("file or link");
    // Path as a terminal writes it for a dropped file.
    session.keys(&format!("\x1b[200~'{}'\x1b[201~", file.display()));
    session.wait_text("my dot.gif");
    session.keys("\r");
    session.wait("it is listed and offered", |screen| {
        screen.contains("s uses image") || screen.contains("added as image")
    });
    let added: Vec<i64> = images(&sandbox).into_iter().filter(|id| !before.contains(id)).collect();
    let [image] = added[..] else { panic!("{added:?}") };

    session.keys("s");
    session.wait_text("Nothing has been saved yet");
    session.keys("\x13");
    session.wait_text("y save it");
    session.keys("y");
    session.wait_text("Cover images saved");
    assert!(covers(&sandbox).contains(&image), "{:?}", covers(&sandbox));

    session.line("images");
    session.wait("what uses it", |screen| {
        screen.lines().any(|line| line.contains(&image.to_string()) && line.contains("account"))
    });
    session.keys("ggd");
    let question = session.wait_text("y remove it");
    assert!(question.contains(&format!("Remove image {image}")), "{question}");
    assert!(question.contains("is a cover of the account"), "{question}");
    session.keys("y");
    session.wait_text(&format!("Settings that use image {image}"));
    assert!(images(&sandbox).contains(&image), "it was refused");
    session.keys("\r");
    session.wait("its setting", |screen| screen.contains("Cover position") && screen.contains(&image.to_string()));
    session.line("q");
    assert!(session.wait_end().success());
}
