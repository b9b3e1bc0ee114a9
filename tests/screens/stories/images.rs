//! Images: added from files and links after a check, used as covers, removed after a question.

use parkade::api::{portfolio, settings};
use parkade::base::Id;
use parkade::client::FailureKind;
use parkade::sheets::{Listed, Listing};
use parkade::store::Intent;
use parkade::store::writes::intent::{AddImage, RemoveImage};
use parkade::store::writes::plan::ReviewStep;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};
use serde_json::json;

use crate::support::ads::lose;
use crate::support::frames::Frames;
use crate::support::images::{GIF, fill, fill_with, image, open, rows};
use crate::support::{NOW, failure};

fn writes(story: &mut Story) -> Vec<Intent> {
    let write = |effect| if let Effect::Write(intent) = effect { Some(intent) } else { None };
    story.sent().into_iter().filter_map(write).collect()
}

fn names(writes: &[Intent]) -> Vec<&str> {
    let adds = writes.iter().filter_map(|write| if let Intent::AddImage(adds) = write { Some(adds) } else { None });
    adds.map(AddImage::name).collect()
}

fn row(story: &mut Story, word: &str) -> String {
    story.snap().lines().find(|line| line.contains(word)).unwrap_or_default().to_owned()
}

#[test]
fn the_list_says_what_uses_an_image_only_as_far_as_it_was_read() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("images", "");
    fill_with(&mut story, &rows());
    assert!(row(&mut story, "611").contains("not read"), "{}", story.snap());
    fill(&mut story);
    assert!(row(&mut story, "611").contains("account"), "{}", story.snap());
    assert!(row(&mut story, "703").contains("not read"), "the domains were not read: {}", story.snap());
    assert!(!story.snap().contains('\u{1b}'));
}

#[test]
fn a_file_is_checked_uploaded_with_its_progress_and_offered_as_a_cover() {
    let mut story = open();
    story.file("/home/anna/dot.gif", GIF);
    story.keys("+").typed("/home/anna/dot.gif").keys("enter");
    let sent = writes(&mut story);
    assert_eq!(names(&sent), ["dot.gif"]);
    let [Intent::AddImage(AddImage::File(file))] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!((file.kind.as_str(), file.bytes), ("gif", GIF.len() as u64));
    let entry = story.store.journal().entries().next().expect("planned").id;
    story.store.uploaded(entry, 21, 50);
    assert!(row(story.sync(), "dot.gif").contains("42 %"), "{}", story.snap());
    story.settle(None);
    let now = [&[image(740, "hosted", "https://images.parking.example/740/image.gif", NOW)], &rows()[..]].concat();
    fill_with(&mut story, &now);
    assert!(!story.snap().contains('%'), "{}", story.snap());
}

#[test]
fn a_file_that_is_no_image_keeps_the_field_open_and_says_why() {
    let mut story = open();
    story.file("/tmp/page.png", b"<html></html>").file("/tmp/cut.gif", &GIF[..20]);
    for (path, why) in [
        ("/tmp/page.png", "/tmp/page.png is not a PNG, JPEG, GIF, WebP or SVG file"),
        ("/tmp/cut.gif", "/tmp/cut.gif is cut short"),
        ("/tmp/none.gif", "/tmp/none.gif cannot be read"),
    ] {
        story.keys("+").typed(path).keys("enter");
        let frame = story.snap();
        assert!(frame.contains(why), "{path}: {frame}");
        assert!(frame.contains("file or link"), "the path can be mended: {frame}");
        story.keys("esc");
    }
    assert_eq!(writes(&mut story), []);
    assert!(!story.snap().contains("file or link"), "esc closes the field: {}", story.snap());
}

#[test]
fn several_dropped_files_are_added_at_once_and_other_files_are_named() {
    let mut story = open();
    story.file("/tmp/a b.gif", GIF).file("/tmp/c.gif", GIF).file("/tmp/d.txt", b"hello");
    story.keys("+").paste("'/tmp/a b.gif' file:///tmp/c.gif /tmp/d.txt");
    let sent = writes(&mut story);
    assert_eq!(names(&sent), ["a b.gif", "c.gif"]);
    assert!(story.snap().contains("/tmp/d.txt is not a PNG"), "{}", story.snap());
}

#[test]
fn one_dropped_file_fills_the_field_as_a_plain_path() {
    for text in ["/tmp/my logo.gif", "'/tmp/my logo.gif'", "/tmp/my\\ logo.gif", "file:///tmp/my%20logo.gif"] {
        let mut story = open();
        story.file("/tmp/my logo.gif", GIF);
        story.keys("+").paste(text);
        assert!(story.snap().contains("file or link  /tmp/my logo.gif"), "{text}: {}", story.snap());
        assert_eq!(writes(&mut story), [], "a paste sends nothing");
        story.keys("enter");
        assert_eq!(names(&writes(&mut story)), ["my logo.gif"], "{text}");
    }
}

#[test]
fn a_link_is_added_without_looking_at_any_file() {
    let mut story = open();
    story.keys("+").typed("https://x.example/a.png").keys("enter");
    let sent = story.sent();
    assert!(!sent.iter().any(|effect| matches!(effect, Effect::File(FileAsk::Images { .. }))), "{sent:?}");
    assert!(sent.contains(&Effect::Write(AddImage::Link("https://x.example/a.png".to_owned()).into())), "{sent:?}");
    assert!(row(story.sync(), "x.example").contains("adding"), "{}", story.snap());
    story.line("image add https://x.example/b.png");
    assert_eq!(names(&writes(&mut story)), ["https://x.example/b.png"]);
}

/// Proves R-23.
#[test]
fn a_drawing_with_a_script_is_asked_about_before_it_is_sent() {
    let mut story = open();
    story.file("/tmp/a.svg", b"<svg><script>1</script></svg>");
    story.keys("+").typed("/tmp/a.svg").keys("enter");
    assert_eq!(writes(&mut story), []);
    assert!(story.snap().contains("contains a script"), "{}", story.snap());
    story.wait(1_000).keys("y");
    assert_eq!(names(&writes(&mut story)), ["a.svg"]);
}

#[test]
fn the_arrows_choose_from_the_listing_of_a_folder() {
    let mut story = open();
    story.keys("+").typed("/tmp/");
    let asked = story.sent().into_iter().rev().find_map(|effect| match effect {
        Effect::File(FileAsk::List { typed, first }) => Some((typed, first)),
        _ => None,
    });
    let (typed, first) = asked.expect("what there is");
    assert!(first.contains(&"webp") && !first.contains(&"csv"));
    let listed = |path: &str| Listed { path: path.to_owned(), bytes: 9 };
    let paths = vec![listed("/tmp/it's \\here.gif"), listed("/tmp/notes.txt")];
    story.store.files_mut().put_listing(Listing { typed, paths, problem: None });
    story.file("/tmp/it's \\here.gif", GIF).sync();
    story.keys("down enter");
    assert_eq!(names(&writes(&mut story)), ["it's \\here.gif"], "a chosen name is no quotation");
}

#[test]
fn removing_an_image_asks_with_its_uses_and_a_refusal_leads_to_them() {
    let mut story = open();
    story.keys("G d");
    let question = story.snap();
    assert!(question.contains("Remove image 611"), "{question}");
    let words = question.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Image 611 is a cover of the account"), "{words}");
    story.wait(1_000).keys("y");
    assert_eq!(writes(&mut story), [RemoveImage { images: vec![Id::new(611)] }.into()]);
    assert!(row(story.sync(), "611").contains("removing"), "{}", story.snap());
    story.settle(Some(&failure(FailureKind::Conflict)));
    let menu = story.sync().wait(1_000).snap();
    assert!(menu.contains("Settings that use image 611") && menu.contains("Covers of the account"), "{menu}");
    story.keys("j enter");
    assert_eq!(story.shell.current(), Some("overrides"), "{}", story.snap());
    assert!(story.snap().contains("image:611"), "{}", story.snap());
}

#[test]
fn images_removed_by_number_are_named_in_the_question_and_an_unknown_one_is_refused() {
    let mut story = open();
    story.keys(":").typed("image remove 703 611").keys("enter");
    let words = story.snap().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Remove 2 images") && words.contains("orchard.jpg"), "{words}");
    assert!(words.contains("Image 611 is a cover of the account"), "{words}");
    story.wait(1_000).keys("esc").keys(":").typed("image remove 703 999").keys("enter");
    assert!(story.snap().contains("There is no image 999 in the account."), "{}", story.snap());
    assert_eq!(writes(&mut story), []);
}

#[test]
fn the_portfolio_site_is_shown_as_a_use_once_it_was_read() {
    let mut story = open();
    story.keys("G k k enter");
    assert!(story.snap().contains("not read yet"), "{}", story.snap());
    story.keys("esc").answer(&portfolio::Get {}, r#"{"portfolio":{"enabled":true,"logo_image":703}}"#);
    assert!(row(story.sync(), "703").contains("site"), "{}", story.snap());
    story.keys("d").wait(1_000);
    let words = story.snap().replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Image 703 is shown by the portfolio site"), "{words}");
    story.keys("esc enter j j enter");
    assert_eq!(story.shell.current(), Some("site"), "{}", story.snap());
}

#[test]
fn unread_uses_are_called_unread_with_the_key_that_reads_them() {
    let mut story = open();
    story.keys("G");
    assert!(story.snap().contains("enter, then “Covers of domains”, reads them"), "{}", story.snap());
}

/// Addresses of one host differ only at their ends.
#[test]
fn a_long_address_keeps_its_end() {
    let mut story = open();
    story.size(80, 24);
    assert!(row(&mut story, " 703 ").contains("orchard.jpg"), "{}", story.snap());
}

#[test]
fn an_address_of_another_kind_and_one_with_a_blank_are_named_and_nothing_is_sent() {
    for (typed, why) in [
        ("ftp://x.example/a.png", "ftp://x.example/a.png is not taken: give an address with https://"),
        ("javascript:alert(1)", "javascript:alert(1) is not taken: give an address with https://"),
        ("www.x.example/a.png", "www.x.example/a.png is not taken: give an address with https://"),
        ("https://a.example/b c.png", "An address has no blanks; write %20"),
    ] {
        let mut story = open();
        story.keys("+").paste(typed).keys("enter");
        let frame = story.snap();
        assert!(frame.contains(why) && frame.contains(typed), "it can be corrected: {frame}");
        assert_eq!(writes(&mut story), []);
        assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::File(FileAsk::Images { .. }))));
    }
}

#[test]
fn an_upload_whose_answer_was_lost_is_said_to_be_checked() {
    let mut story = open();
    story.line("image add https://x.example/a.png");
    lose(&mut story);
    assert!(row(&mut story, "x.example").contains("checking"), "{}", story.snap());
}

#[test]
fn esc_cancels_an_upload() {
    let mut story = open();
    story.line("image add https://x.example/a.png");
    let entry = story.store.journal().entries().next().expect("planned").id;
    story.sent();
    story.sync().keys("esc");
    assert!(story.sent().contains(&Effect::TakeBack(entry)), "{}", story.snap());
}

#[test]
fn a_refused_address_is_in_the_field_again() {
    let (link, path) = ("https://x.invalid/b.png", "/tmp/dot.gif");
    let mut story = open();
    story.file(path, GIF);
    for typed in [link, path] {
        story.keys("+").typed(typed).keys("enter").settle(Some(&failure(FailureKind::Refused))).keys("+");
        assert!(row(&mut story, "file or link").contains(typed), "{}", story.snap());
        story.keys("ctrl-e").typed("x").keys("enter ctrl-u esc +");
        assert!(!row(&mut story, "file or link").contains(typed), "{}", story.snap());
        story.keys("esc");
    }
}

#[test]
fn s_stages_an_image_as_a_cover_and_takes_one_out_again() {
    let staged = |story: &mut Story| {
        let step = story.sent().into_iter().find_map(|effect| match effect {
            Effect::Stage(ReviewStep::Add(plan)) => Some(plan),
            _ => None,
        });
        step.map(|plan| parkade::store::covers_of(&plan.edits[0].edit.after))
    };
    let mut story = open();
    story.keys("s");
    assert_eq!(staged(&mut story), Some(vec![611, 731]));
    let mut story = open();
    story.keys("G s");
    assert_eq!(staged(&mut story), Some(vec![]), "it was the only one");
    let five = [1, 2, 3, 4, 5].map(|id| json!({ "id": id }));
    let covers = json!({ "value": { "images": five }, "source": "account" });
    story.answer(&settings::Get {}, &json!({ "settings": { "cover_images": covers } }).to_string());
    story.open("images", "").keys("g g s");
    assert_eq!(staged(&mut story), None);
    assert!(story.snap().contains("5 cover images"), "{}", story.snap());
}

#[test]
fn no_cover_is_staged_before_the_covers_were_read() {
    let mut story = Story::new(parkade::screens::ALL);
    story.size(120, 24).open("images", "");
    fill_with(&mut story, &rows());
    story.sent();
    story.keys("s");
    assert!(!story.sent().iter().any(|effect| matches!(effect, Effect::Stage(_))));
    assert!(story.snap().contains("cover images of the account"), "{}", story.snap());
}

#[test]
fn the_address_and_the_id_are_copied_and_the_image_is_opened() {
    let mut story = open();
    story.keys("y enter");
    let text = "https://harbourlane.example/img/night.jpg".to_owned();
    assert!(story.sent().contains(&Effect::Copy { what: "Address", text }));
    story.keys("o");
    assert!(story.snap().contains("harbourlane.example"), "{}", story.snap());
}

#[test]
fn an_image_being_added_and_a_refusal_are_drawn_as_their_snapshot() {
    let mut frames = Frames::default();
    for (width, height) in [(80, 24), (160, 48)] {
        let mut story = open();
        story.size(width, height).file("/tmp/cut.gif", &GIF[..20]).file("/tmp/dot.gif", GIF);
        story.keys("+").typed("/tmp/cut.gif").keys("enter");
        frames.add("refused", (width, height), &mut story);
        story.keys("ctrl-u").typed("/tmp/dot.gif").keys("enter");
        let entry = story.store.journal().entries().next().expect("planned").id;
        story.store.uploaded(entry, 21, 50);
        frames.add("uploading", (width, height), story.sync());
    }
    frames.hold("images_adding");
}
